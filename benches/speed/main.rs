//! Benchmarks of each step from bytes to text, and of pgn-reader and shakmaty on the same bytes:
//! `cargo bench`. `compare.sh` measures the whole program.

mod input;
mod peers;
#[path = "../cescacs/perft.rs"]
mod perft;
#[path = "../cescacs/random_games.rs"]
mod random_games;
#[path = "../peer/replay.rs"]
mod replay;

use std::io::{self, Cursor, Write};

use divan::Bencher;
use escaque::check::CheckOptions;
use escaque::format::{
    Boards, Context, FenLines, Format, FormatOptions, Json, Minimal, Pages, Pgn, Positions, Style,
};
use escaque::message::ENGLISH;
use escaque::notation::ctl::CtlToken;
use escaque::notation::pgn::PgnToken;
use escaque::notation::{AnyGame, AnyGames};
use escaque::rules::cescacs::hex::Position;
use escaque::rules::{Replay, Rules, with_rules};
use escaque::syntax::{Game, Lexer, Portion, Recovery};

use input::{Input, Notation};

const NOTATIONS: [Notation; 2] = [Notation::Pgn, Notation::Ctl];

fn main() {
    divan::main();
}

#[divan::bench(args = NOTATIONS)]
fn lexing(bencher: Bencher<'_, '_>, notation: Notation) {
    let Input { source, .. } = Input::of(notation);
    Input::of(notation).counted(bencher).bench(|| match notation {
        Notation::Pgn => Lexer::<PgnToken>::new(source.bytes(), 0).count(),
        Notation::Ctl => Lexer::<CtlToken>::new(source.bytes(), 0).count(),
    });
}

#[divan::bench(args = NOTATIONS)]
fn parsing(bencher: Bencher<'_, '_>, notation: Notation) {
    let Input { source, .. } = Input::of(notation);
    Input::of(notation).counted(bencher).bench(|| {
        let mut games = AnyGames::new(source, None, Recovery::End);
        let mut game = games.blank();
        std::iter::from_fn(|| games.read(Portion::Whole, &mut game)).count()
    });
}

/// Cuts a text into chunks, as a file is read.
#[divan::bench]
fn cutting(bencher: Bencher<'_, '_>) {
    let input = Input::of(Notation::Pgn);
    input.counted(bencher).bench(|| {
        let text = Cursor::new(input.source.bytes());
        let chunks = escaque::text::Input::from_reader("t", text).map(escaque::text::Input::chunks);
        chunks.expect("the text is not packed").flatten().count()
    });
}

/// Reads the tags of games, with or without comments on each move.
#[divan::bench(args = [false, true])]
fn reading_tags(bencher: Bencher<'_, '_>, has_comments: bool) {
    let input = if has_comments { Input::commented() } else { Input::of(Notation::Pgn) };
    input.counted(bencher).bench(|| {
        let mut games = AnyGames::new(&input.source, None, Recovery::End);
        let mut game = games.blank();
        std::iter::from_fn(|| games.read(Portion::Tags, &mut game)).count()
    });
}

/// Replays every line of parsed games.
#[divan::bench(args = NOTATIONS)]
fn replaying(bencher: Bencher<'_, '_>, notation: Notation) {
    over_games(bencher, notation, |game| {
        with_rules!(game, R, game => replay_every_line::<R>(game));
    });
}

/// Counts the lines of play of C'escacs from the initial position, of 4,612 and of 340,385.
#[divan::bench(args = [2, 3])]
fn perft_of_cescacs(bencher: Bencher<'_, '_>, depth: usize) {
    bencher.bench(|| perft::perft(&Position::initial(), depth));
}

/// Parses, replays and checks games, as `--check` does.
#[divan::bench(args = NOTATIONS)]
fn checking(bencher: Bencher<'_, '_>, notation: Notation) {
    let Input { source, .. } = Input::of(notation);
    Input::of(notation).counted(bencher).bench(|| {
        let mut checker = CheckOptions::default().checker(source);
        std::iter::from_fn(|| checker.advance()).count()
    });
}

/// Replays and writes parsed games.
mod writing {
    use super::*;

    #[divan::bench(args = NOTATIONS)]
    fn boards_plain(bencher: Bencher<'_, '_>, notation: Notation) {
        write(bencher, notation, Boards::new(Style::Plain, false, FormatOptions::default()));
    }

    #[divan::bench(args = NOTATIONS)]
    fn boards_table(bencher: Bencher<'_, '_>, notation: Notation) {
        write(bencher, notation, Boards::new(Style::Table, false, FormatOptions::default()));
    }

    #[divan::bench(args = NOTATIONS)]
    fn boards_figurines_painted(bencher: Bencher<'_, '_>, notation: Notation) {
        write(bencher, notation, Boards::new(Style::Figurines, true, FormatOptions::default()));
    }

    #[divan::bench(args = NOTATIONS)]
    fn fen(bencher: Bencher<'_, '_>, notation: Notation) {
        write(bencher, notation, FenLines::default());
    }

    #[divan::bench(args = NOTATIONS)]
    fn minimal(bencher: Bencher<'_, '_>, notation: Notation) {
        write(bencher, notation, Minimal);
    }

    #[divan::bench(args = NOTATIONS)]
    fn movetext(bencher: Bencher<'_, '_>, notation: Notation) {
        write(bencher, notation, Pgn::default());
    }

    #[divan::bench(args = NOTATIONS)]
    fn json(bencher: Bencher<'_, '_>, notation: Notation) {
        write(bencher, notation, Json::new(Positions::Fen, &ENGLISH));
    }
}

fn over_games(bencher: Bencher<'_, '_>, notation: Notation, mut with: impl FnMut(&AnyGame<'_>)) {
    let games = Input::of(notation).games();
    Input::of(notation).counted(bencher).bench_local(|| games.iter().for_each(&mut with));
}

fn write(bencher: Bencher<'_, '_>, notation: Notation, mut format: impl Format) {
    let mut page = SinglePage(Vec::new());
    over_games(bencher, notation, |game| {
        page.0.clear();
        let written = with_rules!(game, R, game => write_game::<R>(game, &mut format, &mut page));
        assert!(divan::black_box(written));
    });
}

fn replay_every_line<R: Rules>(game: &Game<'_, R::Notation>) {
    let start = R::set_up(game).expect("the games are free of errors").position;
    let mut replay = Replay::every_line(game, start);
    while replay.advance().expect("the games are free of errors").is_some() {}
    divan::black_box(replay.position());
}

/// Writes a game. Returns whether the format can hold it.
fn write_game<R: Rules>(
    game: &Game<'_, R::Notation>,
    format: &mut impl Format,
    page: &mut SinglePage,
) -> bool {
    let start = R::set_up(game).expect("the games are free of errors").position;
    let played = Replay::main_line(game, start).resolve_all();
    format.write(&Context::<R>::of(game, &played), page).is_ok()
}

/// Output into memory that is reused for each game.
struct SinglePage(Vec<u8>);

impl Pages for SinglePage {
    fn out(&mut self) -> &mut impl Write {
        &mut self.0
    }

    fn separate(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn number(&mut self) -> io::Result<()> {
        Ok(())
    }
}
