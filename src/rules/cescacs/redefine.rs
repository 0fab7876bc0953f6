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
        let (role, letter) = definition(written).map_err(|fault| (fault, range.clone()))?;
        if redefined.contains(&role) {
            return Err((SetupFault::RedefinedTwice, range));
        }
        redefined.push(role);
        letters = letters.with(role, letter);
    }
    Ok(letters)
}

/// Parses a definition such as `A@J`: the new letter and the standard one.
fn definition(written: &str) -> Result<(Role, char), SetupFault> {
    let written: String = written.chars().filter(|c| !c.is_whitespace() && *c != '"').collect();
    let letters = written.split_once('@');
    let letters = letters.and_then(|(letter, standard)| single(letter).zip(single(standard)));
    let (letter, standard) = letters.ok_or(SetupFault::BadRedefine)?;
    let role = |letter: char| Role::from_char(letter).filter(|_| letter.is_ascii_uppercase());
    let alternatives =
        |role| ALTERNATIVES.iter().find(|(of, _)| *of == role).map_or("", |(_, letters)| letters);
    let is_turned = |piece| alternatives(piece).contains(standard);
    let Some(role) = role(standard) else {
        let is_turned = role(letter).is_some_and(is_turned);
        let turned = SetupFault::RedefineTurned { letter: standard, standard: letter };
        return Err(if is_turned { turned } else { SetupFault::BadRedefine });
    };
    let known = alternatives(role);
    if known.contains(letter) {
        Ok((role, letter))
    } else {
        Err(SetupFault::NoSuchAlternative { letter, standard, letters: known })
    }
}

fn single(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}
