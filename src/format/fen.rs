//! The FEN or EPD of the position after each move, one a line.

use std::io::Write;
use std::ops::ControlFlow;

use super::position_choice::ChosenPositions;
use super::{Context, Format, FormatError, Leave, Needs, Pages, PositionChoice};
use crate::rules::{FenWriter, Rules};
use crate::syntax::Game;

/// Writes one line for each move and nothing else: no line for the starting position, and none
/// between games.
#[derive(Clone, Debug, Default)]
pub struct FenLines {
    /// Whether the counters are left out.
    is_epd: bool,
    choice: Option<PositionChoice>,
    /// The lines of the current game. The memory is reused for the next one.
    lines: Vec<u8>,
}

impl FenLines {
    /// Creates the format without the counters of moves: the fields of EPD. The lines of equal
    /// positions are then equal, as captures en passant are named only if they are legal.
    #[must_use]
    pub const fn epd() -> FenLines {
        FenLines { is_epd: true, choice: None, lines: Vec::new() }
    }

    /// Sets which positions are written. The starting position is one of them.
    #[must_use]
    pub fn at(self, choice: Option<PositionChoice>) -> FenLines {
        FenLines { choice, ..self }
    }

    /// Ends the line of a position, which begins at an offset.
    fn end_line<R: Rules>(&mut self, position: &R, start: usize) {
        if self.is_epd {
            end_epd(position, start, &mut self.lines);
        }
        self.lines.push(b'\n');
    }
}

/// Makes EPD of the FEN of a position, which stands at the end of a text from an offset on.
pub(super) fn end_epd<R: Rules>(position: &R, start: usize, text: &mut Vec<u8>) {
    end_before_field(1, start, text);
    if !position.special_captures_are_legal() {
        end_before_field(0, start, text);
        text.extend(b" -");
    }
}

/// Ends a text before a field, which is counted from the last one of those from an offset on.
fn end_before_field(field: usize, start: usize, text: &mut Vec<u8>) {
    let end = memchr::memrchr_iter(b' ', &text[start..]).nth(field);
    text.truncate(end.map_or(text.len(), |at| start + at));
}

impl Format for FenLines {
    fn needs(&self) -> Needs {
        Needs { tags: false, movetext: false, ..Needs::default() }
    }

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
        let last = context.played.len();
        let mut chosen = ChosenPositions::new(self.choice, context);
        self.lines.clear();
        // whether the position before is the one written last
        let mut follows = chosen.includes(0, None, last == 0, false);
        if follows {
            writer.write(&position, None, &mut self.lines);
            self.end_line(&position, 0);
        }
        for (plies, played) in (1..).zip(context.played) {
            let at = position.ply_number();
            position.play(*played);
            if !chosen.includes(plies, Some(at), plies == last, true) {
                follows = false;
                continue;
            }
            let start = self.lines.len();
            writer.write(&position, follows.then_some(played), &mut self.lines);
            self.end_line(&position, start);
            follows = true;
        }
        pages.out().write_all(&self.lines)?;
        chosen.end_game()
    }
}
