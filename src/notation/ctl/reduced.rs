//! Checks games against the reduced form of CTL-PGN, which is the text that the minimal
//! format writes.

use super::CtlAn;
use crate::message::Diagnostic;
use crate::notation::reduced::{Departure, Gap};
use crate::syntax::Game;
use crate::text::{Source, Span};

/// Finds the first line of a game that differs from its minimal form, `minimal`.
///
/// `previous` is the offset at which the previous game ended; `None` for the first game of
/// a file.
///
/// # Errors
///
/// Returns the departure.
pub(super) fn check(
    source: &Source,
    game: &Game<'_, CtlAn>,
    previous: Option<usize>,
    minimal: &str,
) -> Result<(), Diagnostic> {
    let departure = |departure, span| Err(Diagnostic::error(departure, span, None));
    // the start of a game without parts, such as one of dots only, is 0
    let start = game.start().max(previous.unwrap_or(0));
    let gap = Span::new(previous.unwrap_or(0), start);
    let is_apart = match previous {
        Some(_) => is_blank_line(&source.bytes()[gap.range()]),
        None => gap.start == gap.end,
    };
    if !is_apart {
        return departure(Departure::Gap(Gap::BlankLine), gap);
    }
    let mut line = source.line_span(start);
    let mut end = line.end;
    for minimal_line in minimal.lines() {
        if source.text(line) != minimal_line {
            return departure(Departure::Line { minimal: minimal_line.to_owned() }, line);
        }
        end = line.end;
        line = source.line_after(line).unwrap_or(Span::new(line.end, line.end));
    }
    match game.movetext.iter().find(|element| element.span.start >= end) {
        Some(comment) => departure(Departure::Comment, comment.span),
        None => Ok(()),
    }
}

/// Tells whether a text is a line end followed by a blank line.
fn is_blank_line(text: &[u8]) -> bool {
    matches!(text, b"\n\n" | b"\r\n\r\n" | b"\r\r")
}
