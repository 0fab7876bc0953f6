//! Checks games against the reduced form of CTL-PGN: what the filters of the notation leave for a
//! minimal reader (notation, "Lector mínimo, y filtros").

use super::CtlAn;
use crate::message::Diagnostic;
use crate::notation::reduced::{Departure, Gap};
use crate::syntax::Game;
use crate::text::{Source, Span};

/// Finds the first line of a game that differs from its minimal form, `minimal`.
///
/// A blank line may stand between games, and blank lines behind the tags, and the offer of a draw, which the
/// filters remove, may stand behind a move. `previous` is the offset at which the previous game
/// ended; `None` for the first game of a file.
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
        Some(_) => Gap::BlankLine.allows(&source.bytes()[gap.range()]),
        None => gap.start == gap.end,
    };
    if !is_apart {
        return departure(Departure::Gap(Gap::BlankLine), gap);
    }
    let after = |line| source.line_after(line).unwrap_or(Span::new(line.end, line.end));
    let mut line = source.line_span(start);
    let mut end = line.end;
    let mut follows_tags = false;
    for minimal_line in minimal.lines() {
        while follows_tags && source.text(line).is_empty() && line.end < source.bytes().len() {
            line = after(line);
        }
        if filtered(&source.text(line)) != filtered(minimal_line) {
            return departure(Departure::Line { minimal: minimal_line.to_owned() }, line);
        }
        follows_tags = is_tag(minimal_line);
        end = line.end;
        line = after(line);
    }
    match game.movetext.iter().find(|element| element.span.start >= end) {
        Some(comment) => departure(Departure::Comment, comment.span),
        None => Ok(()),
    }
}

/// Returns a line as the filters leave it, without the spaces before and behind what they have
/// removed: in a tag whatever is in brackets, in a line of moves the offer of a draw.
fn filtered(line: &str) -> String {
    if is_tag(line) {
        return without_brackets(line);
    }
    let line = line.replace("(=)", "").replace(" ,", ",").replace(" :", ":");
    line.trim_end_matches(' ').to_owned()
}

/// Returns a text without what is in brackets, however deeply they are nested.
pub(super) fn without_brackets(text: &str) -> String {
    let mut rest = String::with_capacity(text.len());
    let mut open = Vec::new();
    for c in text.chars() {
        if c == ')'
            && let Some(start) = open.pop()
        {
            rest.truncate(start);
            continue;
        }
        open.extend((c == '(').then_some(rest.len()));
        rest.push(c);
    }
    rest
}

fn is_tag(line: &str) -> bool {
    line.starts_with('[')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_are_removed_from_the_inside_out() {
        for (text, rest) in [
            ("Moià (Barcelona), Catalunya ESP", "Moià , Catalunya ESP"),
            ("a (b (c) d) e", "a  e"),
            ("(a) (b", " (b"),
            ("a) (b)", "a) "),
            ("((a)", "("),
        ] {
            assert_eq!(without_brackets(text), rest, "{text}");
        }
    }
}
