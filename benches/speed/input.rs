//! The games of the benchmarks.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use escaque::check::CheckOptions;
use escaque::notation::pgn::PgnToken;
use escaque::notation::{AnyGame, AnyGames};
use escaque::syntax::{Lexer, Portion, Recovery, TokenKind};
use escaque::text::Source;

use crate::random_games;

/// A notation.
#[derive(Clone, Copy, Debug)]
pub enum Notation {
    /// PGN.
    Pgn,
    /// CTL-PGN.
    Ctl,
}

/// Games in a notation.
pub struct Input {
    /// The text.
    pub source: Source,
    /// The number of moves of their main lines.
    pub moves: usize,
}

/// The number of random games.
const GAMES: usize = 500;

/// The length in bytes that the examples are repeated to.
const LENGTH: usize = 1 << 20;

impl Input {
    /// Returns the games in a notation: for PGN real ones if they are available, otherwise the
    /// examples, repeated; for CTL-PGN random ones.
    pub fn of(notation: Notation) -> &'static Input {
        static PGN: LazyLock<Input> = LazyLock::new(|| {
            let path = project().join("../shared/data/pgn/masters.pgn");
            fs::read(&path).map(|bytes| Input::new("masters.pgn", bytes)).unwrap_or_else(|error| {
                eprintln!("NOT MEASURED: {}: {error}. The examples replace it.", path.display());
                Input::new("examples.pgn", examples("pgn"))
            })
        });
        static CTL: LazyLock<Input> = LazyLock::new(|| {
            let games = (0..GAMES).map(random_games::game);
            let text: String = games.flat_map(|game| [game, "\n".to_owned()]).collect();
            Input::new("random.ctl-pgn", text.into_bytes())
        });
        match notation {
            Notation::Pgn => &PGN,
            Notation::Ctl => &CTL,
        }
    }

    /// Returns the games in PGN with a comment after each move, as in the databases of Lichess.
    pub fn commented() -> &'static Input {
        static COMMENTED: LazyLock<Input> = LazyLock::new(|| {
            let text = Input::of(Notation::Pgn).source.bytes();
            let (mut commented, mut copied) = (Vec::new(), 0);
            for played in Lexer::<PgnToken>::new(text, 0).filter(|lexeme| lexeme.is(TokenKind::Move)) {
                commented.extend_from_slice(&text[copied..played.span.end]);
                commented.extend_from_slice(b" { [%eval 0.17] [%clk 0:03:00] }");
                copied = played.span.end;
            }
            commented.extend_from_slice(&text[copied..]);
            Input::new("commented.pgn", commented)
        });
        &COMMENTED
    }

    fn new(name: &str, bytes: Vec<u8>) -> Input {
        let source = Source::new(name, bytes);
        let mut checker = CheckOptions::default().checker(&source);
        let moves = std::iter::from_fn(|| checker.advance()).map(|report| report.moves).sum();
        Input { source, moves }
    }

    /// Parses the games.
    pub fn games(&self) -> Vec<AnyGame<'_>> {
        let mut games = AnyGames::new(&self.source, None, Recovery::End);
        let next = || {
            let mut game = games.blank();
            games.read(Portion::Whole, &mut game).map(|_| game)
        };
        std::iter::from_fn(next).collect()
    }

    /// Makes a benchmark count bytes and moves.
    pub fn counted<'a, 'b>(&self, bencher: Bencher<'a, 'b>) -> Bencher<'a, 'b> {
        bencher.counter(BytesCount::of_slice(self.source.bytes())).counter(ItemsCount::new(self.moves))
    }
}

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the examples in files with an extension, repeated.
fn examples(extension: &str) -> Vec<u8> {
    let files = fs::read_dir(project().join("examples")).expect("the project has examples");
    let is_one = |path: &PathBuf| path.extension().is_some_and(|known| known == extension);
    let mut paths: Vec<_> = files.filter_map(|file| Some(file.ok()?.path())).filter(is_one).collect();
    paths.sort();
    let texts = paths.iter().map(|path| fs::read(path).expect("examples can be read"));
    let once: Vec<u8> = texts.flat_map(|text| [text, b"\n".to_vec()].concat()).collect();
    once.repeat(LENGTH.div_ceil(once.len().max(1)))
}
