//! Checks games against the reduced form of CTL-PGN: what the filters of the notation leave for a
//! minimal reader (notation, "Lector mínimo, y filtros").

use super::odd_line::OddLine;
use super::{CtlAn, sections};
use crate::message::Diagnostic;
use crate::notation::reduced::{Departure, Gap, OfSection};
use crate::syntax::{Game, MinimalText, Notation};
use crate::text::{Source, Span};

/// Finds the first line of a game that differs from its minimal form, `minimal`.
///
/// Of a game that is cut off because of an error, the lines before that are checked. A blank line may
/// stand between games, and blank lines behind the tags, and the offer of a draw, which the
/// filters remove, may stand behind a move. `previous` is the offset at which the previous game
/// ended; `None` for the first game of a file.
///
/// # Errors
///
/// Returns the departure, with the section of the notation that has the rule.
pub(super) fn check(
    source: &Source,
    game: &Game<'_, CtlAn>,
    previous: Option<usize>,
    minimal: &MinimalText,
) -> Result<(), Diagnostic> {
    // the filters remove what stands between games and behind the result
    let outside =
        |section, departure, span| Err(Diagnostic::error(OfSection::new(section, departure), span, None));
    // the start of a game without parts, such as one of dots only, is 0
    let start = game.start().max(previous.unwrap_or(0));
    let gap = Span::new(previous.unwrap_or(0), start);
    let is_apart = match previous {
        Some(_) => Gap::BlankLine.allows(&source.bytes()[gap.range()]),
        None => gap.start == gap.end,
    };
    if !is_apart {
        return outside(sections::SIMPLIFICATION, Departure::Gap(Gap::BlankLine), gap);
    }
    let after = |line| source.line_after(line).unwrap_or(Span::new(line.end, line.end));
    let mut line = source.line_span(start);
    let mut end = line.end;
    let mut follows_tags = false;
    for minimal_line in minimal.text.lines() {
        // the last move before the cut is marked as the last of the game
        let minimal_line = match minimal.cut_at {
            Some(_) => minimal_line.strip_suffix(':').unwrap_or(minimal_line),
            None => minimal_line,
        };
        while follows_tags && source.text(line).is_empty() && line.end < source.bytes().len() {
            line = after(line);
        }
        if let Some(at) = minimal.cut_at.filter(|at| *at <= line.end) {
            return check_before_cut(source, game, Span::new(line.start, at.max(line.start)), minimal_line);
        }
        if filtered(&source.text(line)) != filtered(minimal_line) {
            let (problem, span) = OddLine::new(source, game, line, minimal_line).reason();
            return Err(Diagnostic::error(problem, span, None));
        }
        follows_tags = is_tag(minimal_line);
        end = line.end;
        line = after(line);
    }
    if let Some(at) = minimal.cut_at.filter(|at| line.start < *at && *at <= line.end) {
        return check_before_cut(source, game, Span::new(line.start, at), "");
    }
    match game.movetext.iter().find(|element| element.span.start >= end) {
        Some(comment) => outside(sections::MINIMAL_READER, Departure::Comment, comment.span),
        None => Ok(()),
    }
}

/// Checks the part of a line before the error that cuts it off. The minimal form ends with the last move
/// before the cut, so the comma behind that is missing.
fn check_before_cut(
    source: &Source,
    game: &Game<'_, CtlAn>,
    part: Span,
    minimal_line: &str,
) -> Result<(), Diagnostic> {
    let written = filtered(&source.text(part));
    let comma = if written.ends_with(',') { "," } else { "" };
    let minimal = format!("{minimal_line}{comma}");
    if written == filtered(&minimal) {
        return Ok(());
    }
    match OddLine::cut(source, game, part, &minimal).known_reason() {
        Some((problem, span)) => Err(Diagnostic::error(problem, span, None)),
        None => Ok(()),
    }
}

/// Returns a line as the filters leave it, without the spaces before and behind what they have
/// removed: in a tag whatever is in brackets, in a line of moves the offer of a draw. How many spaces
/// separate the parts of a tag or the fields of a position the notation does not say.
pub(super) fn filtered(line: &str) -> String {
    if is_tag(line) {
        let (name, value) = line[1..].split_once('"').unwrap_or((&line[1..], ""));
        let (value, end) = value.rsplit_once('"').unwrap_or((value, ""));
        let name = name.trim();
        let value = without_brackets(value);
        let value = if CtlAn::POSITION_TAGS.contains(&name) {
            value.split(' ').filter(|field| !field.is_empty()).collect::<Vec<_>>().join(" ")
        } else {
            value
        };
        return format!("[{name} \"{value}\"{}", end.trim());
    }
    let mut rest = String::with_capacity(line.len());
    for c in line.replace("(=)", "").chars() {
        if matches!(c, ',' | ':') {
            rest.truncate(rest.trim_end_matches(' ').len());
        }
        rest.push(c);
    }
    rest.truncate(rest.trim_end_matches(' ').len());
    rest
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
    fn spaces_between_the_parts_of_a_tag_are_free() {
        for (line, filtered_line) in [
            (r#"[ Id  "T-1" ] "#, r#"[Id "T-1"]"#),
            (r#"[Event "a  b"]"#, r#"[Event "a  b"]"#),
            (r#"[Event "(a) b"]"#, r#"[Event " b"]"#),
            (r#"[TLPD "/28:v/  w -- - 0 1"]"#, r#"[TLPD "/28:v/ w -- - 0 1"]"#),
            ("[TLPD \"/28:v/\tw -- - 0 1\"]", "[TLPD \"/28:v/\tw -- - 0 1\"]"),
            (r#"[Event "a" x]"#, r#"[Event "a"x]"#),
            ("[Event", r#"[Event """#),
        ] {
            assert_eq!(filtered(line), filtered_line, "{line}");
        }
    }

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
