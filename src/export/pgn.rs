//! The export form of PGN (PGN standard, sections 3.2 and 8).

use shakmaty::Color;

use super::lines::Lines;
use super::{ExportForm, Movetext, Pair};
use crate::ast::{Game, Nag, Place, San};
use crate::validate::reduced::SEVEN_TAGS;

impl ExportForm for San {
    type Movetext = PgnMovetext;

    fn movetext(_game: &Game<'_, San>, tags: String) -> PgnMovetext {
        PgnMovetext { lines: Lines::behind(tags), interrupted: true }
    }

    /// The Seven Tag Roster comes first (PGN standard, section 8.1.1).
    fn first_tags(_game: &Game<'_, San>) -> Vec<&'static str> {
        SEVEN_TAGS.to_vec()
    }

    fn unknown_value(name: &str) -> &'static str {
        if name == "Date" { "????.??.??" } else { "?" }
    }

    /// The others are in ASCII order (section 8.1.1); `SetUp` says that there is a
    /// position (section 9.7).
    fn arrange(others: &mut Vec<Pair<'_>>, from_position: bool) {
        if from_position && others.iter().all(|(name, _)| name != "SetUp") {
            others.push(("SetUp".into(), "1".into()));
        }
        others.sort();
    }
}

/// The movetext of PGN: tokens with a space or a line end between.
#[derive(Debug)]
pub struct PgnMovetext {
    lines: Lines,
    /// Whether the next move does not stand directly behind the one before it,
    /// and so has its number even if it is Black's (section 8.2.2.2).
    interrupted: bool,
}

impl Movetext for PgnMovetext {
    fn ply(&mut self, place: Place, text: &str) {
        if self.interrupted || place.side == Color::White {
            self.lines.put(place);
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
