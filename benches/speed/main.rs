//! How fast each step from bytes to text is, beside pgn-reader and shakmaty on the
//! same bytes: `cargo bench`. `compare.sh` measures the program as a whole.

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
        with_rules(game, Walk);
    });
}

/// Parses, replays and looks for all that may be wrong, as `--check` does.
#[divan::bench(args = KINDS)]
fn checking(bencher: Bencher<'_, '_>, kind: Kind) {
    let Input { source, .. } = Input::of(kind);
    Input::of(kind).counted(bencher).bench(|| {
        let mut checker = GameChecker::new(source, None, Syntax::Standard, false);
        std::iter::from_fn(|| checker.advance()).count()
    });
}

/// Replays games that have been parsed, and writes them.
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

fn over_games(bencher: Bencher<'_, '_>, kind: Kind, mut with: impl FnMut(&AnyGame<'_>)) {
    let games = Input::of(kind).games();
    Input::of(kind).counted(bencher).bench_local(|| games.iter().for_each(&mut with));
}

fn write(bencher: Bencher<'_, '_>, kind: Kind, mut format: impl Format) {
    let mut page = Page(Vec::new());
    over_games(bencher, kind, |game| {
        page.0.clear();
        let written = with_rules(game, Writing { format: &mut format, page: &mut page });
        assert!(divan::black_box(written));
    });
}

struct Walk;

impl GameVisitor for Walk {
    type Output = ();

    fn run<R: Rules>(self, game: &Game<'_, R::Notation>) {
        let start = R::set_up(game).expect("the games are free of errors").position;
        let mut replay = Replay::every_line(game, start);
        while replay.advance().expect("the games are free of errors").is_some() {}
        divan::black_box(replay.position());
    }
}

struct Writing<'a, F> {
    format: &'a mut F,
    page: &'a mut Page,
}

impl<F: Format> GameVisitor for Writing<'_, F> {
    /// Whether the format can hold the game.
    type Output = bool;

    fn run<R: Rules>(self, game: &Game<'_, R::Notation>) -> bool {
        let start = R::set_up(game).expect("the games are free of errors").position;
        let played = Replay::main_line(game, start).resolve_all();
        let shown = Context { diagnostics: &[], illegal: Illegal::Refused, played: &played };
        self.format.write::<R>(game, &shown, self.page).is_ok()
    }
}

/// One game after the other in the same memory.
struct Page(Vec<u8>);

impl Pages for Page {
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
