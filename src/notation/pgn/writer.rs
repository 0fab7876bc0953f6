//! The export form of PGN (PGN standard, sections 3.2 and 8).

use shakmaty::Color;

use crate::message::PlyNumber;
use crate::syntax::{Lines, MovetextWriter, Nag};

/// The movetext of PGN: tokens with a space or a line end between.
#[derive(Debug)]
pub struct PgnWriter {
    lines: Lines,
    /// Whether the next move does not stand directly behind the one before it,
    /// and so has its number even if it is Black's (section 8.2.2.2).
    interrupted: bool,
}

impl PgnWriter {
    /// Goes on behind the text of the tags.
    #[must_use]
    pub fn behind(tags: String) -> PgnWriter {
        PgnWriter { lines: Lines::behind(tags), interrupted: true }
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
