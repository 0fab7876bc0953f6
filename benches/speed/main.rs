//! Measures the speed of each step from bytes to text, and of pgn-reader with shakmaty on the
//! same bytes: `cargo bench`. `compare.sh` measures the whole program.

mod input;
mod peers;
#[path = "../peer/replay.rs"]
mod replay;

use std::io::{self, Write};

use divan::Bencher;
use escaque::check::{GameChecker, Syntax};
use escaque::format::{Boards, Context, FenLines, Format, Json, Minimal, Pages, Pgn, Style};
use escaque::message::ENGLISH;
use escaque::notation::ctl::CtlToken;
use escaque::notation::pgn::PgnToken;
use escaque::notation::{AnyGame, AnyGames};
use escaque::rules::{GameVisitor, Illegal, Replay, Rules, with_rules};
use escaque::syntax::{CommentBounds, Game, Lexer, Recovery};

use input::{Input, Kind};

const KINDS: [Kind; 2] = [Kind::Pgn, Kind::Ctl];

fn main() {
    divan::main();
}

#[divan::bench(args = KINDS)]
fn lexing(bencher: Bencher<'_, '_>, kind: Kind) {
    let Input { source, .. } = Input::of(kind);
    let bounds = CommentBounds::of(source.bytes(), 0);
    Input::of(kind).counted(bencher).bench(|| match kind {
        Kind::Pgn => Lexer::<PgnToken>::new(source.bytes(), 0, bounds).count(),
        Kind::Ctl => Lexer::<CtlToken>::new(source.bytes(), 0, bounds).count(),
    });
}

#[divan::bench(args = KINDS)]
fn parsing(bencher: Bencher<'_, '_>, kind: Kind) {
    let Input { source, .. } = Input::of(kind);
    Input::of(kind).counted(bencher).bench(|| {
        let mut games = AnyGames::new(source, None, Recovery::End);
        let mut game = games.blank();
        std::iter::from_fn(|| games.read(&mut game)).count()
    });
}

/// Replays every line of games that have been parsed.
#[divan::bench(args = KINDS)]
fn replaying(bencher: Bencher<'_, '_>, kind: Kind) {
    over_games(bencher, kind, |game| {
        with_rules(game, ReplayGame);
    });
}

/// Parses, replays and checks games, as `--check` does.
#[divan::bench(args = KINDS)]
fn checking(bencher: Bencher<'_, '_>, kind: Kind) {
    let Input { source, .. } = Input::of(kind);
    Input::of(kind).counted(bencher).bench(|| {
        let mut checker = GameChecker::new(source, None, Syntax::Standard, false);
        std::iter::from_fn(|| checker.advance()).count()
    });
}

/// Replays games that have been parsed, and writes them in a format.
mod writing {
    use super::*;

    #[divan::bench(args = KINDS)]
    fn boards_plain(bencher: Bencher<'_, '_>, kind: Kind) {
        write(bencher, kind, Boards::new(Style::Plain, false, &ENGLISH));
    }

    #[divan::bench(args = KINDS)]
    fn boards_table(bencher: Bencher<'_, '_>, kind: Kind) {
        write(bencher, kind, Boards::new(Style::Table, false, &ENGLISH));
    }

    #[divan::bench(args = KINDS)]
    fn boards_figurines_painted(bencher: Bencher<'_, '_>, kind: Kind) {
        write(bencher, kind, Boards::new(Style::Figurines, true, &ENGLISH));
    }

    #[divan::bench(args = KINDS)]
    fn fen(bencher: Bencher<'_, '_>, kind: Kind) {
        write(bencher, kind, FenLines::default());
    }

    #[divan::bench(args = KINDS)]
    fn minimal(bencher: Bencher<'_, '_>, kind: Kind) {
        write(bencher, kind, Minimal);
    }

    #[divan::bench(args = KINDS)]
    fn movetext(bencher: Bencher<'_, '_>, kind: Kind) {
        write(bencher, kind, Pgn::default());
    }

    #[divan::bench(args = KINDS)]
    fn json(bencher: Bencher<'_, '_>, kind: Kind) {
        write(bencher, kind, Json::new(&ENGLISH));
    }
}

fn over_games(bencher: Bencher<'_, '_>, kind: Kind, mut visit: impl FnMut(&AnyGame<'_>)) {
    let games = Input::of(kind).games();
    Input::of(kind).counted(bencher).bench_local(|| games.iter().for_each(&mut visit));
}

fn write(bencher: Bencher<'_, '_>, kind: Kind, mut format: impl Format) {
    let mut output = Output(Vec::new());
    over_games(bencher, kind, |game| {
        output.0.clear();
        let is_written = with_rules(game, WriteGame { format: &mut format, output: &mut output });
        assert!(divan::black_box(is_written));
    });
}

struct ReplayGame;

impl GameVisitor for ReplayGame {
    type Output = ();

    fn run<R: Rules>(self, game: &Game<'_, R::Notation>) {
        let start = R::set_up(game).expect("the games are free of errors").position;
        let mut replay = Replay::every_line(game, start);
        while replay.advance().expect("the games are free of errors").is_some() {}
        divan::black_box(replay.position());
    }
}

struct WriteGame<'a, F> {
    format: &'a mut F,
    output: &'a mut Output,
}

impl<F: Format> GameVisitor for WriteGame<'_, F> {
    /// Whether the format can express the game.
    type Output = bool;

    fn run<R: Rules>(self, game: &Game<'_, R::Notation>) -> bool {
        let start = R::set_up(game).expect("the games are free of errors").position;
        let played = Replay::main_line(game, start).resolve_all();
        let context = Context { diagnostics: &[], illegal: Illegal::Refused, played: &played };
        self.format.write::<R>(game, &context, self.output).is_ok()
    }
}

/// An output that holds one game in memory.
struct Output(Vec<u8>);

impl Pages for Output {
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
