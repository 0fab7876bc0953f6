//! Sets up the starting position of a game from its tags.

use std::ops::Range;

use super::Cescacs;
use crate::notation::ctl;
use crate::notation::ctl::{CtlAn, position_tag};
use crate::rules::cescacs::hex::{Letters, Position, Role};
use crate::rules::{BoardLint, SetupError, SetupFault, Start};
use crate::syntax::{Game, TagPair};

pub(super) fn set_up(game: &Game<'_, CtlAn>) -> Result<Start<Cescacs>, SetupError> {
    let value = |tag: &TagPair<'_>| tag.value.unescape().into_owned();
    if let Some(tag) = game.tag("Variant") {
        let name = value(tag);
        let lower = name.to_lowercase();
        // Grand C'escacs has another starting position (`docs/cescacs.md`)
        if lower.contains("gran") || !lower.contains("escacs") {
            return Err(SetupError { fault: SetupFault::UnknownVariant { name }, span: tag.value_span });
        }
    }
    let letters = match game.tag(Letters::TAG) {
        None => Letters::STANDARD,
        Some(tag) => Letters::redefined(&value(tag))
            .map_err(|(fault, part)| SetupError { fault, span: game.span_in_value(tag, part) })?,
    };
    let Some(tag) = position_tag(game) else {
        let start = Cescacs { letters, number: first_number(game).unwrap_or(1), ..Cescacs::default() };
        return Ok(Start { position: start, given: None, lints: Vec::new() });
    };
    let mut text = value(tag);
    let fields = text.split_whitespace().count();
    // the author's program leaves out counters that it does not know
    text += match fields {
        4 => " 0 ?",
        5 => " ?",
        _ => "",
    };
    let position = Position::from_tlpd_with(&text, &letters).map_err(|error| SetupError {
        fault: SetupFault::BadTlpd(error.fault),
        span: game.span_in_value(tag, error.span),
    })?;
    let number = position.number().or_else(|| first_number(game)).unwrap_or(1);
    let start = Cescacs { position, letters, number };
    // what EPD is to FEN has no counters
    let lacks_fields = fields < 6 && !(game.is_listed && fields == 4);
    let lints = lacks_fields.then_some(BoardLint::TlpdFieldsMissing).into_iter().collect();
    Ok(Start { position: start, given: Some(tag.value_span), lints })
}

/// Returns the number of the first play of the movetext. A game without a number in its position
/// counts from there, because it may begin with any number (notation, "Excepción: continuación de
/// partidas").
fn first_number(game: &Game<'_, CtlAn>) -> Option<u32> {
    ctl::first_number(game).map(|number| number.value)
}

/// The letters that may replace the standard letter of a piece.
const ALTERNATIVES: [(Role, &str); 5] = [
    (Role::Bishop, "ABFL"),
    (Role::Knight, "CS"),
    (Role::Rook, "T"),
    (Role::Wyvern, "W"),
    (Role::Queen, "Q"),
];

impl Letters {
    /// The tag by which a game defines the letters of its pieces. It comes just before the position.
    pub const TAG: &str = "Redefine";

    /// Parses the value of a `Redefine` tag: `FAN`, or a list such as `A@J, T@R`.
    ///
    /// Quotes among the definitions are skipped, because the examples of the notation have one.
    ///
    /// # Errors
    ///
    /// Returns the fault and its byte range in the value.
    pub fn redefined(value: &str) -> Result<Letters, (SetupFault, Range<usize>)> {
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
