//! The FEN of the position after each move, one a line.

use std::io::Write;
use std::ops::ControlFlow;

use super::{Context, Format, FormatError, Leave, Pages};
use crate::rules::{FenWriter, Rules};
use crate::syntax::Game;

/// The mark at the end of a game that was cut off at an error. It cannot be mistaken for a
/// FEN.
const INCOMPLETE: &[u8] = b"# incomplete\n";

/// Writes one FEN a move, and a blank line between games.
#[derive(Clone, Debug, Default)]
pub struct FenLines {
    /// The lines of the current game. The memory is reused for the next one.
    lines: Vec<u8>,
}

impl Format for FenLines {
    const NEEDS_MOVETEXT: bool = false;
    const NEEDS_TAGS: bool = false;

    fn expansion(&self) -> usize {
        8
    }

    fn write<R: Rules>(
        &mut self,
        game: &Game<'_, R::Notation>,
        context: &Context<'_, R::Move>,
        pages: &mut impl Pages,
    ) -> Result<ControlFlow<Leave>, FormatError> {
        let mut position = R::set_up(game)?.position;
        let mut writer = R::FenWriter::default();
        let mut before = None;
        self.lines.clear();
        for played in context.played {
            position.play(*played);
            writer.write(&position, before.replace(()).map(|()| played), &mut self.lines);
            self.lines.push(b'\n');
        }
        if game.cut_at.is_some() {
            self.lines.extend_from_slice(INCOMPLETE);
        }
        pages.separate()?;
        pages.out().write_all(&self.lines)?;
        Ok(ControlFlow::Continue(()))
    }
}
