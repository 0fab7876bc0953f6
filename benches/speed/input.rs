//! The games that the benchmarks read.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use escaque::check::{GameChecker, Syntax};
use escaque::notation::{AnyGame, AnyGames};
use escaque::syntax::Recovery;
use escaque::text::Source;

/// A notation.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// PGN.
    Pgn,
    /// CTL-PGN.
    Ctl,
}

/// Games in one notation.
pub struct Input {
    /// The text.
    pub source: Source,
    /// The number of moves (plies) in the main lines.
    pub moves: usize,
}

/// The length in bytes up to which examples are repeated.
const LENGTH: usize = 1 << 20;

impl Input {
    /// Returns games in a notation: for PGN those of a real database if it is available, and
    /// otherwise the repeated examples.
    pub fn of(kind: Kind) -> &'static Input {
        static PGN: LazyLock<Input> = LazyLock::new(|| {
            let path = project().join("../shared/data/pgn/masters.pgn");
            fs::read(&path).map(|bytes| Input::new("masters.pgn", bytes)).unwrap_or_else(|error| {
                eprintln!("NOT MEASURED: {}: {error}. The examples are measured instead.", path.display());
                Input::new("examples.pgn", examples("pgn"))
            })
        });
        static CTL: LazyLock<Input> = LazyLock::new(|| Input::new("examples.ctl-pgn", examples("ctl-pgn")));
        match kind {
            Kind::Pgn => &PGN,
            Kind::Ctl => &CTL,
        }
    }

    fn new(name: &str, bytes: Vec<u8>) -> Input {
        let source = Source::new(name, bytes);
        let mut checker = GameChecker::new(&source, None, Syntax::Standard, false);
        let moves = std::iter::from_fn(|| checker.advance()).map(|report| report.moves).sum();
        Input { source, moves }
    }

    /// Parses the games.
    pub fn games(&self) -> Vec<AnyGame<'_>> {
        let mut games = AnyGames::new(&self.source, None, Recovery::End);
        let next = || {
            let mut game = games.blank();
            games.read(&mut game).map(|_| game)
        };
        std::iter::from_fn(next).collect()
    }

    /// Sets the counters for rates in bytes and in moves.
    pub fn counted<'a, 'b>(&self, bencher: Bencher<'a, 'b>) -> Bencher<'a, 'b> {
        bencher.counter(BytesCount::of_slice(self.source.bytes())).counter(ItemsCount::new(self.moves))
    }
}

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the content of the examples with a file name extension, repeated.
fn examples(extension: &str) -> Vec<u8> {
    let files = fs::read_dir(project().join("examples")).expect("the project has examples");
    let is_example = |path: &PathBuf| path.extension().is_some_and(|known| known == extension);
    let mut paths: Vec<_> = files.filter_map(|file| Some(file.ok()?.path())).filter(is_example).collect();
    paths.sort();
    let texts = paths.iter().map(|path| fs::read(path).expect("examples can be read"));
    let once: Vec<u8> = texts.flat_map(|text| [text, b"\n".to_vec()].concat()).collect();
    once.repeat(LENGTH.div_ceil(once.len().max(1)))
}
