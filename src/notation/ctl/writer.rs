//! Writes the movetext of CTL-PGN: one play a line, with comments and variations on lines of
//! their own (notation, "CTL-PGN: Formato de intercambio").

use shakmaty::Color;

use crate::message::PlyNumber;
use crate::syntax::{Layout, LineBreaker, MovetextWriter, Nag};

/// Returns the sign of an assessment, if the notation has one (notation, "Valoración del
/// movimiento"). All of them are signs of PGN, except that of a forced move.
pub(super) fn assessment(nag: Nag) -> Option<&'static str> {
    match nag.0 {
        1..=6 => nag.sign(),
        7 => Some("◇"),
        _ => None,
    }
}

/// The maximum number of dots that show the depth of a line. Without a limit, the output would
/// grow with the square of the depth.
const MAX_DOTS: usize = 16;

/// Writes the movetext of CTL-PGN.
#[derive(Debug)]
pub struct CtlWriter {
    lines: LineBreaker,
    /// The nesting depth of the variation; 0 is the main line.
    depth: usize,
    /// Whether the next move number is written as unknown: `1?`.
    number_is_unknown: bool,
    /// The number to write for the first play, if it need not be that of the position.
    first_number: Option<u32>,
    /// The difference between the numbers written and those of the positions.
    number_shift: u32,
    last: Last,
    /// How an omitted move of White and the end of the game are written.
    omission: &'static str,
    end: &'static str,
    /// Whether the output is what the filters of the notation leave.
    is_minimal: bool,
    /// Whether the last move written needs a `:` after it if the game ends there, because it does not mate.
    needs_end: bool,
}

/// The last part written, as far as it affects the next one.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Last {
    /// White's move, which Black's may follow on the same line.
    White,
    /// White's move with an assessment.
    WhiteAssessed,
    /// The assessment of Black's move.
    Assessed,
    /// An opening bracket.
    Bracket,
    /// An opening bracket with a label.
    Label,
    /// A comment, which nothing may follow on the same line.
    Comment,
    /// Anything else.
    Line,
}

impl CtlWriter {
    /// Creates a writer that appends the movetext to `tags`, the text of the tag section.
    /// `number_is_unknown` tells whether the first move number is written as unknown.
    pub(super) fn after_tags(tags: String, number_is_unknown: bool) -> CtlWriter {
        let lines = LineBreaker::after(tags);
        CtlWriter {
            lines,
            depth: 0,
            number_is_unknown,
            first_number: None,
            number_shift: 0,
            last: Last::Line,
            omission: "…",
            end: ":",
            is_minimal: false,
            needs_end: false,
        }
    }

    /// Returns the writer for the minimal form, in which the plays are counted from `first_number`,
    /// `omission` replaces White's move and `end` marks the last one.
    pub(super) fn in_minimal_form(
        self,
        first_number: Option<u32>,
        omission: &'static str,
        end: &'static str,
    ) -> CtlWriter {
        CtlWriter { first_number, omission, end, is_minimal: true, ..self }
    }

    /// Begins a line with the dots that show its depth.
    fn begin_line(&mut self) {
        self.lines.end_line();
        for _ in 0..self.depth.min(MAX_DOTS) {
            self.lines.join(".");
        }
    }

    /// Begins a play, on a line of its own unless it is the first of a variation.
    fn begin_play(&mut self, number: u32) {
        match self.last {
            Last::Bracket => {}
            Last::Label => self.lines.join(" "),
            _ => self.begin_line(),
        }
        if let Some(first) = self.first_number.take() {
            // the number of the file may be the smaller one
            self.number_shift = first.wrapping_sub(number);
        }
        let number = number.wrapping_add(self.number_shift);
        self.lines.join_number(number);
        self.lines.join(if std::mem::take(&mut self.number_is_unknown) { "? " } else { ". " });
    }

    /// Returns whether Black's move may follow on the same line.
    fn awaits_black(&self) -> bool {
        matches!(self.last, Last::White | Last::WhiteAssessed)
    }

    fn is_assessed(&self) -> bool {
        matches!(self.last, Last::Assessed | Last::WhiteAssessed)
    }

    fn comment(&mut self, write: impl Fn(&mut LineBreaker)) {
        write(&mut self.lines);
        self.last = Last::Comment;
    }
}

impl MovetextWriter for CtlWriter {
    fn set_layout(&mut self, layout: Layout) {
        self.lines.layout = layout;
    }

    fn ply(&mut self, PlyNumber { number, side }: PlyNumber, text: &str) {
        if side == Color::Black && self.awaits_black() {
            self.lines.join(", ");
        } else {
            self.begin_play(number);
            if side == Color::Black {
                self.lines.join(self.omission);
                self.lines.join(", ");
            }
        }
        self.lines.join(text);
        self.last = side.fold_wb(Last::White, Last::Line);
        self.needs_end = !text.ends_with('#');
    }

    fn omitted(&mut self, number: u32) {
        if !self.awaits_black() {
            self.begin_play(number);
            self.lines.join("…");
            self.last = Last::White;
        }
    }

    fn nag(&mut self, nag: Nag) {
        self.lines.join(" ");
        match assessment(nag) {
            Some(sign) => self.lines.join(sign),
            None => {
                self.lines.join("$");
                self.lines.join_number(nag.0.into());
            }
        }
        self.last = if self.awaits_black() { Last::WhiteAssessed } else { Last::Assessed };
    }

    /// Joins the offer to an assessment (notation, "Indicador referente a la partida"). The filter
    /// that removes variations also removes the offer, and leaves the space before it.
    fn draw_offer(&mut self) {
        self.lines.join(if self.is_assessed() { "" } else { " " });
        self.lines.join(if self.is_minimal { "" } else { "(=)" });
        self.last = if self.awaits_black() { Last::White } else { Last::Line };
    }

    fn end_of_play(&mut self) {
        // that of the main line is written by `last_of_game`
        if self.depth > 0 {
            self.lines.join(":");
        }
    }

    /// Marks the last move of the game with `:`, unless it mates.
    fn last_of_game(&mut self) {
        if self.needs_end {
            self.lines.join(self.end);
        }
    }

    fn braces(&mut self, text: &str) {
        self.begin_line();
        self.comment(|lines| lines.braces(text));
    }

    fn line_comment(&mut self, text: &str) {
        self.begin_line();
        self.comment(|lines| lines.line_comment(text));
    }

    fn escaped_line(&mut self, text: &str) {
        self.comment(|lines| lines.escaped_line(text));
    }

    fn open(&mut self, label: Option<u32>) {
        self.begin_line();
        self.depth += 1;
        self.lines.join("(");
        self.last = Last::Bracket;
        if let Some(label) = label {
            self.lines.join("$[");
            self.lines.join_number(label);
            self.lines.join("]");
            self.last = Last::Label;
        }
    }

    fn close(&mut self) {
        if self.last == Last::Comment {
            self.begin_line();
        }
        self.lines.join(")");
        self.depth -= 1;
        self.last = Last::Line;
    }

    fn result(&mut self, text: &str) {
        self.begin_line();
        self.lines.join(text);
    }

    fn finish(self) -> String {
        self.lines.finish()
    }
}
