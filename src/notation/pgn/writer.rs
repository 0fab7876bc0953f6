//! Writes the export form of PGN (PGN standard, sections 3.2 and 8).

use shakmaty::Color;

use crate::message::PlyNumber;
use crate::syntax::{Lines, MovetextWriter, Nag};

/// Writes the movetext of PGN: tokens separated by a space or a line end.
#[derive(Debug)]
pub struct PgnWriter {
    lines: Lines,
    /// Whether the next token does not directly follow a move, so that a move of Black needs
    /// a number (section 8.2.2.2).
    interrupted: bool,
}

impl PgnWriter {
    /// Creates a writer that appends the movetext to `tags`, the text of the tag section.
    #[must_use]
    pub fn after_tags(tags: String) -> PgnWriter {
        PgnWriter { lines: Lines::after(tags), interrupted: true }
    }
}

impl MovetextWriter for PgnWriter {
    fn ply(&mut self, at: PlyNumber, text: &str) {
        if self.interrupted || at.side == Color::White {
            self.lines.put(at);
        }
        self.lines.put(text);
        self.interrupted = false;
    }

    fn nag(&mut self, Nag(number): Nag) {
        self.lines.put('$');
        self.lines.join(number);
        self.interrupted = true;
    }

    fn braces(&mut self, text: &str) {
        self.lines.put("");
        self.lines.braces(text);
        self.interrupted = true;
    }

    fn line_comment(&mut self, text: &str) {
        self.lines.end_line();
        self.lines.line_comment(text);
        self.interrupted = true;
    }

    fn escaped_line(&mut self, text: &str) {
        self.lines.escaped_line(text);
    }

    fn open(&mut self, _label: Option<u32>) {
        self.lines.put('(');
        self.interrupted = true;
    }

    fn close(&mut self) {
        self.lines.close();
        self.interrupted = true;
    }

    fn result(&mut self, text: &str) {
        self.lines.put(text);
    }

    fn finish(self) -> String {
        self.lines.finish()
    }
}
