//! One line of FEN for each move played.

use std::io::{self, Write};

use super::{Ply, Renderer};
use crate::ast::Game;
use crate::replay::{Rules, Start};
use crate::square::Placement;

/// Writes one FEN per move and a blank line between games.
#[derive(Clone, Debug, Default)]
pub struct FenLines {
    /// The lines of the game so far.
    lines: Vec<u8>,
    placement: Placement,
    /// Whether the next move departs from the position that was written last.
    follows: bool,
}

impl Renderer for FenLines {
    const PAGED: bool = false;
    const SEPARATED: bool = true;
    const WRITES_TAGS: bool = false;

    fn expansion(&self) -> usize {
        8
    }

    fn open<R: Rules>(
        &mut self,
        _game: &Game<'_, R::Written>,
        _start: &Start<R>,
        _out: &mut impl Write,
    ) -> io::Result<()> {
        self.follows = false;
        self.lines.clear();
        Ok(())
    }

    fn ply<R: Rules>(&mut self, ply: Ply<R>, position: &R, _out: &mut impl Write) -> io::Result<()> {
        let played = self.follows.then_some(ply.played);
        self.follows = true;
        position.write_fen(played, &mut self.placement, &mut self.lines);
        self.lines.push(b'\n');
        Ok(())
    }

    fn close(&mut self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.lines)
    }

    /// Writes a line that no reader of FEN takes for a position.
    fn mark_incomplete(&mut self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(b"# incomplete\n")
    }
}
