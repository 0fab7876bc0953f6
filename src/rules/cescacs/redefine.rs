//! The letters that a game uses for pieces (notation, "Etiqueta para usar
//! identificadores de pieza alternativos").

use std::ops::Range;

use crate::rules::SetupFault;
use crate::rules::cescacs::hex::{Letters, Role};

/// The letters that may stand for a piece in the place of its own.
const ALTERNATIVES: [(Role, &str); 5] = [
    (Role::Bishop, "ABFL"),
    (Role::Knight, "CS"),
    (Role::Rook, "T"),
    (Role::Wyvern, "W"),
    (Role::Queen, "Q"),
];

/// Reads the value of a `Redefine` tag: `FAN`, or a list such as `A@J, T@R`. An
/// error comes with its place in the value.
///
/// The document's own examples have a quote among the definitions; it is passed
/// over.
pub(super) fn letters(value: &str) -> Result<Letters, (SetupFault, Range<usize>)> {
    if value.trim() == "FAN" {
        return Ok(Letters::FIGURINES);
    }
    let mut letters = Letters::STANDARD;
    let mut redefined = Vec::new();
    let mut start = 0;
    for written in value.split(',') {
        let place = start..start + written.len();
        start = place.end + 1;
        let Some((role, letter)) = definition(written) else {
            return Err((SetupFault::BadRedefine, place));
        };
        if redefined.contains(&role) {
            return Err((SetupFault::RedefinedTwice, place));
        }
        redefined.push(role);
        letters = letters.with(role, letter);
    }
    Ok(letters)
}

/// Reads a definition such as `A@J`.
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
