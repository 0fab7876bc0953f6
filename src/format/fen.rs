//! The FEN or EPD of the position after each move, one on each line.

use std::io::Write;

use super::position_choice::ChosenPositions;
use super::{Context, Format, Needs, Pages, PositionChoice, WriteResult};
use crate::rules::{FenWriter, Rules, counters_of};
use crate::syntax::{Game, Notation, has_moves, is_deciding};

/// Writes one line for each move and nothing else: no line for the starting position unless it is chosen or is a
/// position of a list, and no blank line between games.
#[derive(Clone, Debug, Default)]
pub struct FenLines {
    /// Whether the counters are left out.
    is_epd: bool,
    choice: Option<PositionChoice>,
    /// The lines of the current game. The memory is reused for the next one.
    lines: Vec<u8>,
}

impl FenLines {
    /// Creates the format. If no positions are chosen, the starting position is written only if it is one of a list.
    #[must_use]
    pub const fn new(choice: Option<PositionChoice>) -> FenLines {
        FenLines { is_epd: false, choice, lines: Vec::new() }
    }

    /// Creates the format that writes the fields of EPD: no counters of moves, and a capture en
    /// passant only if it is legal. Equal positions therefore have equal lines, but for the operations of a list.
    #[must_use]
    pub const fn epd(choice: Option<PositionChoice>) -> FenLines {
        FenLines { is_epd: true, choice, lines: Vec::new() }
    }

    /// Ends the fields of a position, whose line begins at the offset `start`.
    fn end_fields<R: Rules>(&mut self, position: &R, start: usize) {
        if self.is_epd {
            end_epd(position, start, &mut self.lines);
        }
    }
}

/// Turns the FEN of a position into EPD. The FEN stands at the end of `text`, from the offset `start` on.
pub(super) fn end_epd<R: Rules>(position: &R, start: usize, text: &mut Vec<u8>) {
    text.truncate(start + counters_of(&text[start..]));
    if !position.special_captures_are_legal() {
        let field = memchr::memrchr(b' ', &text[start..]);
        text.truncate(field.map_or(text.len(), |at| start + at));
        // EPD names a square for en passant only if a pawn can capture there, so that equal positions have equal text
        text.extend(b" -");
    }
}

/// Appends the operations of a position of a list: its tags, and its comments as `c0` and so on.
fn write_operations<N: Notation>(game: &Game<'_, N>, line: &mut Vec<u8>) {
    let mut write = |name: &str, value: &str, is_text: bool| {
        // moves and numbers have no quotes, and texts no escapes
        let is_number = || !is_text && value.parse::<f64>().is_ok_and(f64::is_finite);
        let quote = if has_moves(name.as_bytes()) || is_number() { "" } else { "\"" };
        let value = value.replace('"', "'").replace(['\n', '\r'], " ");
        // writing to a vector cannot fail
        let _ = write!(line, " {name} {quote}{value}{quote};");
    };
    for tag in game.shown_tags().iter().filter(|tag| !is_deciding(&tag.name.decode())) {
        let (name, is_id) = (tag.name.decode(), tag.has_name("Id"));
        let with_quote = tag.value_span.start.saturating_sub(1)..tag.value_span.end;
        let written = game.text.0.get(with_quote).and_then(|written| written.strip_prefix(b"\""));
        let is_text = is_id || written == Some(tag.value.0);
        write(if is_id { "id" } else { &name }, &tag.value.unescape(), is_text);
    }
    for (number, comment) in game.main_line().filter_map(|element| game.comment(element)).enumerate() {
        write(&format!("c{number}"), &comment.text.decode(), true);
    }
}

impl Format for FenLines {
    fn needs(&self) -> Needs {
        Needs { tags: false, moves: true, movetext: false, ..Needs::default() }
    }

    fn expansion(&self) -> usize {
        8
    }

    fn write<R: Rules>(&mut self, context: &Context<'_, R>, pages: &mut impl Pages) -> WriteResult {
        let game = context.game;
        let mut position = R::set_up(game)?.position;
        let mut writer = R::FenWriter::default();
        let last = context.played.len();
        let chosen = ChosenPositions::new(self.choice, context);
        self.lines.clear();
        // whether the last position written is the one before the next move
        let mut follows = chosen.includes(0, None, last == 0, game.is_listed);
        if follows {
            writer.write(&position, None, &mut self.lines);
            self.end_fields(&position, 0);
            if self.is_epd && game.is_listed {
                write_operations(game, &mut self.lines);
            }
            self.lines.push(b'\n');
        }
        for (plies, played) in (1..).zip(context.played) {
            let at = position.ply_number();
            position.play(*played);
            if !chosen.includes(plies, Some(at), plies == last, true) {
                follows = false;
                continue;
            }
            let start = self.lines.len();
            // the writer copies what the move leaves alone, so it must have written the position before
            writer.write(&position, follows.then_some(played), &mut self.lines);
            self.end_fields(&position, start);
            self.lines.push(b'\n');
            follows = true;
        }
        Ok(pages.out().write_all(&self.lines)?)
    }
}
