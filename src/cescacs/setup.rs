//! From the tags of a game to the position it starts from.

use crate::ast::{CtlAn, Game, TagPair};
use crate::hex::{Letters, Position};
use crate::replay::{SetupError, SetupFault, Start};
use crate::source::Span;

use super::{Cescacs, redefine};

pub(super) fn set_up(game: &Game<'_, CtlAn>) -> Result<Start<Cescacs>, SetupError> {
    let value = |tag: &TagPair<'_>| tag.value.unescape(game.encoding).into_owned();
    if let Some(tag) = game.tag("Variant") {
        let name = value(tag);
        let lower = name.to_lowercase();
        if lower.contains("grand") || !lower.contains("escacs") {
            return Err(fault(tag, SetupFault::UnknownVariant { name }));
        }
    }
    let letters = match game.tag("Redefine") {
        None => Letters::STANDARD,
        Some(tag) => redefine::letters(&value(tag)).ok_or_else(|| fault(tag, SetupFault::BadRedefine))?,
    };
    // PDTL is what later files call it
    let Some(tag) = game.tag("TLPD").or_else(|| game.tag("PDTL")) else {
        let start = Cescacs { position: Position::initial(), letters, number: 1 };
        return Ok(Start { position: start, given: None, remarks: Vec::new() });
    };
    let position = Position::from_tlpd_with(&value(tag), &letters).map_err(|error| SetupError {
        fault: SetupFault::BadTlpd(error.fault),
        span: inside(tag, error.span),
    })?;
    let start = Cescacs { position, letters, number: position.number().unwrap_or(1) };
    Ok(Start { position: start, given: Some(tag.value_span), remarks: Vec::new() })
}

/// Returns the place of a part of a value, which stands behind its quote.
fn inside(tag: &TagPair<'_>, part: std::ops::Range<usize>) -> Span {
    let start = tag.value_span.start + 1;
    let end = tag.value_span.end - 1;
    Span::new((start + part.start).min(end), (start + part.end).min(end))
}

fn fault(tag: &TagPair<'_>, fault: SetupFault) -> SetupError {
    SetupError { fault, span: tag.value_span }
}
