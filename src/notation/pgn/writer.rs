//! Writes the export form of PGN (PGN standard, sections 3.2 and 8).

use std::ops::RangeInclusive;

use shakmaty::Color;

use crate::message::PlyNumber;
use crate::syntax::{Lines, MovetextWriter, Nag, NagStyle};

/// The annotations that PGN also writes as suffixes of moves, `!` to `?!`.
const SUFFIXES: RangeInclusive<u8> = 1..=6;

/// Writes the movetext of PGN: tokens separated by a space or a line end.
#[derive(Debug)]
pub struct PgnWriter {
    lines: Lines,
    last: Last,
    nag_style: NagStyle,
}

/// The last thing written, as far as it affects the next one.
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
        PgnWriter { lines: Lines::after(tags), last: Last::Other, nag_style: NagStyle::default() }
    }
}

impl MovetextWriter for PgnWriter {
    fn set_nag_style(&mut self, style: NagStyle) {
        self.nag_style = style;
    }

    fn ply(&mut self, at: PlyNumber, text: &str) {
        if self.last == Last::Other || at.side == Color::White {
            self.lines.put(at);
        }
        self.lines.put(text);
        self.last = Last::Move;
    }

    /// Joins the suffix of a move to it (section 8.2.3.8), and sets everything else apart, lest
    /// signs that touch come to another one.
    fn nag(&mut self, nag: Nag) {
        self.last = match nag.sign().filter(|_| self.nag_style == NagStyle::Glyphs) {
            Some(suffix) if SUFFIXES.contains(&nag.0) && self.last == Last::Move => {
                self.lines.join(suffix);
                Last::MoveWithSuffix
            }
            Some(sign) => {
                self.lines.put(sign);
                Last::Other
            }
            None => {
                self.lines.put(format_args!("${}", nag.0));
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
        self.lines.put('(');
        self.last = Last::Other;
    }

    fn close(&mut self) {
        self.lines.close();
        self.last = Last::Other;
    }

    fn result(&mut self, text: &str) {
        self.lines.put(text);
    }

    fn finish(self) -> String {
        self.lines.finish()
    }
}
