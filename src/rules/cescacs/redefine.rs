//! The `Redefine` tag, which defines other letters for pieces (notation, "Etiqueta para usar
//! identificadores de pieza alternativos").

use std::ops::Range;

use crate::rules::SetupFault;
use crate::rules::cescacs::hex::{Letters, Role};

/// The letters that may replace the standard letter of a piece.
const ALTERNATIVES: [(Role, &str); 5] = [
    (Role::Bishop, "ABFL"),
    (Role::Knight, "CS"),
    (Role::Rook, "T"),
    (Role::Wyvern, "W"),
    (Role::Queen, "Q"),
];

/// Parses the value of a `Redefine` tag: `FAN`, or a list such as `A@J, T@R`.
///
/// Quotes among the definitions are skipped, because the examples of the notation have one.
///
/// # Errors
///
/// Returns the fault and its byte range in the value.
pub(super) fn letters(value: &str) -> Result<Letters, (SetupFault, Range<usize>)> {
    if value.trim() == "FAN" {
        return Ok(Letters::FIGURINES);
    }
    let mut letters = Letters::STANDARD;
    let mut redefined = Vec::new();
    let mut start = 0;
    for written in value.split(',') {
        let range = start..start + written.len();
        start = range.end + 1;
        let Some((role, letter)) = definition(written) else {
            return Err((SetupFault::BadRedefine, range));
        };
        if redefined.contains(&role) {
            return Err((SetupFault::RedefinedTwice, range));
        }
        redefined.push(role);
        letters = letters.with(role, letter);
    }
    Ok(letters)
}

/// Parses a definition such as `A@J`: the new letter and the standard one.
fn definition(written: &str) -> Option<(Role, char)> {
    let written: String = written.chars().filter(|c| !c.is_whitespace() && *c != '"').collect();
    let (letter, standard) = written.split_once('@')?;
    let role = single(standard).filter(char::is_ascii_uppercase).and_then(Role::from_char)?;
    let letter = single(letter)?;
    let is_allowed = ALTERNATIVES.iter().any(|(of, letters)| *of == role && letters.contains(letter));
    is_allowed.then_some((role, letter))
}

fn single(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}
