//! The reduced form of CTL-PGN: line by line what the minimal form writes.

use super::CtlAn;
use crate::message::Diagnostic;
use crate::notation::reduced::{Departure, Gap};
use crate::syntax::Game;
use crate::text::{Source, Span};

/// Finds the first line that is another in the minimal form.
///
/// # Errors
///
/// The departure.
pub(super) fn check(
    source: &Source,
    game: &Game<'_, CtlAn>,
    previous: Option<usize>,
    minimal: &str,
) -> Result<(), Diagnostic> {
    let departure = |departure, span| Err(Diagnostic::error(departure, span, None));
    let gap = Span::new(previous.unwrap_or(0), game.start());
    let is_apart = match previous {
        Some(_) => is_blank_line(&source.bytes()[gap.range()]),
        None => gap.start == gap.end,
    };
    if !is_apart {
        return departure(Departure::Gap(Gap::BlankLine), gap);
    }
    let mut place = source.line_span(game.start());
    let mut end = place.end;
    for line in minimal.lines() {
        if source.text(place) != line {
            return departure(Departure::Line { minimal: line.to_owned() }, place);
        }
        end = place.end;
        place = source.line_behind(place).unwrap_or(Span::new(place.end, place.end));
    }
    match game.movetext.iter().find(|element| element.span.start >= end) {
        Some(comment) => departure(Departure::Comment, comment.span),
        None => Ok(()),
    }
}

/// Tells whether a text is the end of a line and a blank line, whatever ends lines.
fn is_blank_line(text: &[u8]) -> bool {
    matches!(text, b"\n\n" | b"\r\n\r\n" | b"\r\r")
}
