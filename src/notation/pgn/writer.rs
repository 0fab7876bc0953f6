//! Writes the export form of PGN (PGN standard, sections 3.2 and 8).

use shakmaty::Color;

use crate::message::PlyNumber;
use crate::syntax::{Layout, LineBreaker, MovetextWriter, Nag, NagStyle};

/// Writes the movetext of PGN: tokens separated by a space or a line end.
#[derive(Debug)]
pub struct PgnWriter {
    lines: LineBreaker,
    last: Last,
}

/// The last part written, as far as it affects the next one.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Last {
    /// A move, which a suffix may be joined to.
    Move,
    /// A move with its suffix.
    MoveWithSuffix,
    /// Anything else, after which a move of Black needs a number (section 8.2.2.2).
    Other,
}

impl PgnWriter {
    /// Creates a writer that appends the movetext to `tags`, the text of the tag section.
    #[must_use]
    pub fn after_tags(tags: String) -> PgnWriter {
        PgnWriter { lines: LineBreaker::after(tags), last: Last::Other }
    }

    /// Begins a part that may have a line of its own: a numbered move, a variation, the result.
    fn begin_part(&mut self) {
        if self.lines.layout.one_move_a_line && !self.lines.is_after_bracket() {
            self.lines.end_line();
        }
    }
}

impl MovetextWriter for PgnWriter {
    fn set_layout(&mut self, layout: Layout) {
        self.lines.layout = layout;
    }

    fn ply(&mut self, at: PlyNumber, text: &str) {
        if self.last == Last::Other || at.side == Color::White {
            self.begin_part();
            self.lines.put("");
            self.lines.join_number(at.number);
            self.lines.join(at.side.fold_wb(".", "..."));
        }
        self.lines.put(text);
        self.last = Last::Move;
    }

    /// Joins the suffix of a move to it (section 8.2.3.8). Other annotations are separated by a
    /// space, because signs that touch would be read as another sign.
    fn nag(&mut self, nag: Nag) {
        self.last = match nag.sign().filter(|_| self.lines.layout.nags == NagStyle::Glyphs) {
            Some(suffix) if nag.judges() && self.last == Last::Move => {
                self.lines.join(suffix);
                Last::MoveWithSuffix
            }
            Some(sign) => {
                self.lines.put(sign);
                Last::Other
            }
            None => {
                self.lines.put("$");
                self.lines.join_number(nag.0.into());
                Last::Other
            }
        };
    }

    fn braces(&mut self, text: &str) {
        self.lines.put("");
        self.lines.braces(text);
        self.last = Last::Other;
    }

    fn line_comment(&mut self, text: &str) {
        self.lines.end_line();
        self.lines.line_comment(text);
        self.last = Last::Other;
    }

    fn escaped_line(&mut self, text: &str) {
        self.lines.escaped_line(text);
    }

    fn open(&mut self, _label: Option<u32>) {
        self.begin_part();
        self.lines.put("(");
        self.last = Last::Other;
    }

    fn close(&mut self) {
        self.lines.close();
        self.last = Last::Other;
    }

    fn result(&mut self, text: &str) {
        self.begin_part();
        self.lines.put(text);
    }

    fn finish(self) -> String {
        self.lines.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::PgnToken;
    use crate::syntax::Lexer;

    #[test]
    fn every_annotation_that_is_written_as_a_sign_comes_back() {
        for number in 0..=255 {
            let mut writer = PgnWriter::after_tags(String::new());
            writer.set_layout(Layout { nags: NagStyle::Glyphs, ..Layout::default() });
            let moves = [(1, Color::White, "e4"), (1, Color::Black, "dxe5+"), (2, Color::White, "O-O")];
            for (number_of_play, side, text) in moves {
                writer.ply(PlyNumber { number: number_of_play, side }, text);
                writer.nag(Nag(number));
                writer.nag(Nag(number));
            }
            writer.braces("x");
            writer.nag(Nag(number));
            writer.result("*");
            let text = writer.finish();
            let read = Lexer::<PgnToken>::new(text.as_bytes(), 0).filter_map(|lexeme| match lexeme.token {
                Ok(PgnToken::Nag(nag)) => Some(nag),
                _ => None,
            });
            assert_eq!(read.collect::<Vec<_>>(), [Nag(number); 7], "{text}");
        }
    }
}
