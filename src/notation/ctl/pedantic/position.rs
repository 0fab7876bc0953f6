//! The form of a TLPD (notation, "TLPD: Registrar posición del tablero").

use super::{Found, PedanticLint};
use crate::notation::ctl::{CtlAn, LAST_LINE, line_length, position_tag};
use crate::syntax::{Game, TagPair};
use crate::text::{Span, is_hyphen};

pub(super) fn lints(game: &Game<'_, CtlAn>, found: &mut Found) {
    let Some(tag) = position_tag(game) else {
        return;
    };
    let value = tag.value.unescape();
    let mut tell = |lint, (start, part): (usize, &str)| {
        found.push((lint, span_inside(tag, start, start + part.len())));
    };
    let fields: Vec<_> = parts(0, &value, char::is_whitespace).collect();
    let (start, pieces) = fields.first().copied().unwrap_or_default();
    // the board has no more lines, but a file may
    for line in parts(start, pieces, |c| c == '/').take(usize::from(LAST_LINE) + 1) {
        line_form(line.1).into_iter().for_each(|lint| tell(lint, line));
    }
    // with a field too many, nothing shows which field is which
    let field = |at: usize| fields.get(at).copied().filter(|_| fields.len() <= 6);
    let (rights, special, number) = (field(2), field(3), field(5));
    let is_other_space = |c: char| c.is_whitespace() && c != ' ';
    let other_space = value.trim_end().match_indices(is_other_space).next();
    other_space.into_iter().for_each(|space| tell(PedanticLint::TlpdSpacing, space));
    // each side is named by its king with rights, or by a hyphen
    let names_one = |rights: &str| rights.matches(|c| "Kk♔♚".contains(c) || is_hyphen(c)).count() < 2;
    let is_other = |special: &str| {
        let passed = special.split_once('@').map_or("", |(_, passed)| passed);
        passed.contains(|c: char| c == ',' || c.is_alphabetic())
    };
    for (field, is_wrong, lint) in [
        (rights, &names_one as &dyn Fn(&str) -> bool, PedanticLint::TlpdRights),
        (special, &is_other, PedanticLint::TlpdSpecial),
        (number, &|number| number == "-", PedanticLint::TlpdNumber),
    ] {
        field.filter(|(_, text)| is_wrong(text)).into_iter().for_each(|part| tell(lint, part));
    }
}

/// Splits a text that begins at an offset, and returns the parts that are not empty, each with
/// its own offset.
fn parts(
    mut offset: usize,
    text: &str,
    separates: impl Fn(char) -> bool + Copy,
) -> impl Iterator<Item = (usize, &str)> {
    text.split_inclusive(separates).filter_map(move |part| {
        let start = offset;
        offset += part.len();
        let part = part.trim_end_matches(separates);
        (!part.is_empty()).then_some((start, part))
    })
}

/// Returns what is wrong with a line such as `26:1P1`.
fn line_form(line: &str) -> Option<PedanticLint> {
    // if there is a second line number, the slash before it is missing
    let (number, hexes) = line.split_once(':').filter(|(_, hexes)| !hexes.contains(':'))?;
    let length = number.parse().ok().filter(|number| *number <= LAST_LINE).map(line_length)?;
    if hexes.chars().all(|c| c.is_ascii_digit()) {
        return Some(PedanticLint::TlpdEmptyLine);
    }
    if hexes.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_digit)) {
        return Some(PedanticLint::TlpdDigits);
    }
    let written: u32 = hexes.chars().map(|c| c.to_digit(10).unwrap_or(1)).sum();
    ((written as usize) < length).then_some(PedanticLint::TlpdShortLine)
}

/// Returns the span of a part of a tag value, which begins after its quote.
fn span_inside(tag: &TagPair<'_>, start: usize, end: usize) -> Span {
    let written = |offset| tag.value_span.start + 1 + tag.value.written_at(offset);
    Span::new(written(start), written(end))
}
