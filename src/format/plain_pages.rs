//! Pages for whoever writes to a file, a pipe or memory.

use std::io::{self, Write};
use std::mem;

use super::Pages;

/// Pages that nobody turns: game follows game, with a blank line between where a format wants
/// one.
///
/// # Examples
///
/// ```
/// use escaque::format::{Context, FenLines, Format, PlainPages};
/// use escaque::notation::pgn::San;
/// use escaque::rules::square::Chess;
/// use escaque::rules::{Illegal, Replay};
/// use escaque::syntax::Games;
/// use escaque::text::Source;
///
/// let source = Source::new("example", b"1. e4 e5 *".to_vec());
/// let mut pages = PlainPages::new(Vec::new());
/// for game in Games::<San>::new(&source) {
///     let game = game?;
///     let played = Replay::main_line(&game, Chess::default()).resolve_all();
///     pages.next_game();
///     let (source, illegal) = (Some(&source), Illegal::Refused);
///     let context = Context { source, diagnostics: &[], illegal, played: &played, matches: &[] };
///     let _ = FenLines::default().write::<Chess>(&game, &context, &mut pages)?;
/// }
/// assert!(pages.into_inner().starts_with(b"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PlainPages<W> {
    out: W,
    /// The number of the game in its file.
    game: usize,
    has_shown: bool,
}

impl<W: Write> PlainPages<W> {
    /// Begins before the first game.
    pub const fn new(out: W) -> PlainPages<W> {
        PlainPages { out, game: 0, has_shown: false }
    }

    /// Goes on to the next game of the file, whether it is shown or not, and returns its number.
    pub fn next_game(&mut self) -> usize {
        self.game += 1;
        self.game
    }

    /// Returns the output.
    #[must_use]
    pub fn into_inner(self) -> W {
        self.out
    }
}

impl<W: Write> Pages for PlainPages<W> {
    fn out(&mut self) -> &mut impl Write {
        &mut self.out
    }

    fn separate(&mut self) -> io::Result<()> {
        if mem::replace(&mut self.has_shown, true) { self.out.write_all(b"\n") } else { Ok(()) }
    }

    fn number(&mut self) -> io::Result<()> {
        write!(self.out, "{}", self.game)
    }
}
