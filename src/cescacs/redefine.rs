//! The letters that a game uses for pieces (notation, "Etiqueta para usar
//! identificadores de pieza alternativos").

use crate::hex::{Letters, Role};

/// The letters that may stand for a piece in the place of its own.
const ALTERNATIVES: [(Role, &str); 5] = [
    (Role::Bishop, "ABFL"),
    (Role::Knight, "CS"),
    (Role::Rook, "T"),
    (Role::Wyvern, "W"),
    (Role::Queen, "Q"),
];

/// Reads the value of a `Redefine` tag: `FAN`, or a list such as `A@J, T@R`.
///
/// The document's own examples have a quote among the definitions; it is passed
/// over.
pub(super) fn letters(value: &str) -> Option<Letters> {
    if value.trim() == "FAN" {
        return Some(Letters::FIGURINES);
    }
    let mut letters = Letters::STANDARD;
    for definition in value.split(',') {
        let definition: String = definition.chars().filter(|c| !c.is_whitespace() && *c != '"').collect();
        let (new, standard) = definition.split_once('@')?;
        let role = single(standard).and_then(Role::from_char)?;
        let new = single(new)?;
        let allowed = |(of, letters): &(Role, &str)| *of == role && letters.contains(new);
        ALTERNATIVES.iter().find(|alternative| allowed(alternative))?;
        letters = letters.with(role, new);
    }
    Some(letters)
}

fn single(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}
