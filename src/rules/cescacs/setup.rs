//! Sets up the starting position of a game from its tags.

use crate::notation::ctl::{self, CtlAn, position_tag};
use crate::rules::cescacs::hex::{Letters, Position};
use crate::rules::{SetupError, SetupFault, Start};
use crate::syntax::{Game, TagPair};
use crate::text::Span;

use super::{Cescacs, redefine};

pub(super) fn set_up(game: &Game<'_, CtlAn>) -> Result<Start<Cescacs>, SetupError> {
    let value = |tag: &TagPair<'_>| tag.value.unescape().into_owned();
    if let Some(tag) = game.tag("Variant") {
        let name = value(tag);
        let lower = name.to_lowercase();
        if lower.contains("gran") || !lower.contains("escacs") {
            return Err(fault(tag, SetupFault::UnknownVariant { name }));
        }
    }
    let letters = match game.tag("Redefine") {
        None => Letters::STANDARD,
        Some(tag) => redefine::letters(&value(tag))
            .map_err(|(fault, part)| SetupError { fault, span: inside(tag, part) })?,
    };
    let Some(tag) = position_tag(game) else {
        let start =
            Cescacs { position: Position::initial(), letters, number: first_number(game).unwrap_or(1) };
        return Ok(Start { position: start, given: None, lints: Vec::new() });
    };
    let position = Position::from_tlpd_with(&value(tag), &letters).map_err(|error| SetupError {
        fault: SetupFault::BadTlpd(error.fault),
        span: inside(tag, error.span),
    })?;
    let number = position.number().or_else(|| first_number(game)).unwrap_or(1);
    let start = Cescacs { position, letters, number };
    Ok(Start { position: start, given: Some(tag.value_span), lints: Vec::new() })
}

/// Returns the number of the first play of the movetext, from which a game counts if no position
/// gives another: a game may begin with any (notation, "Excepción: continuación de partidas").
fn first_number(game: &Game<'_, CtlAn>) -> Option<u32> {
    ctl::first_number(game).map(|number| number.value)
}

/// Returns the span of a part of a tag value. The value itself begins after its quote.
fn inside(tag: &TagPair<'_>, part: std::ops::Range<usize>) -> Span {
    let start = tag.value_span.start + 1;
    let written_at = |offset| start + tag.value.written_at(offset);
    Span::new(written_at(part.start), written_at(part.end))
}

fn fault(tag: &TagPair<'_>, fault: SetupFault) -> SetupError {
    SetupError { fault, span: tag.value_span }
}
