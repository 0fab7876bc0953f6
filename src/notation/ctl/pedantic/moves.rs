//! The spelling of moves and of the result (notation, "Notación de un movimiento" and
//! "Indicación de jaque").

use super::{Found, PedanticLint};
use crate::notation::ctl::{CtlAn, CtlMark, CtlMove, CtlStep, position_tag};
use crate::syntax::{Game, Node};
use crate::text::is_hyphen;

/// The characters of pawns.
const PAWNS: [char; 3] = ['P', '♙', '♟'];

pub(super) fn lints(game: &Game<'_, CtlAn>, found: &mut Found) {
    let has_other_rooks = game.tag_value("Redefine").is_some_and(|value| value.contains("@R"));
    for element in &game.movetext {
        if let Node::Move(written) = element.node {
            let castles_with_r =
                matches!(written.action(), CtlMove::Castling { pieces, .. } if pieces.contains(&'R'));
            let rook = (has_other_rooks && castles_with_r).then_some(PedanticLint::RookLetter);
            found.extend(rook.map(|lint| (lint, element.span)));
            let text = &game.text.0[element.span.range()];
            found.extend(spelling(written, text).into_iter().flatten().map(|lint| (lint, element.span)));
        }
    }
    if let Some((_, span)) = game.result {
        found.extend(
            has_other_dash(&game.text.0[span.range()], "-").then_some((PedanticLint::ResultDash, span)),
        );
    }
    if let Some(tag) = game.tag("Result") {
        found.extend(has_other_dash(tag.value.0, "-").then_some((PedanticLint::ResultDash, tag.value_span)));
    }
    first_move_of_black(game, found);
}

fn spelling(written: CtlAn, text: &[u8]) -> [Option<PedanticLint>; 3] {
    let mark = match written.mark() {
        Some(CtlMark::CaretCheck) => Some(PedanticLint::UndefinedMark),
        Some(CtlMark::DistantCheck) => Some(PedanticLint::LaterMark),
        _ => None,
    };
    match written.action() {
        CtlMove::Step(CtlStep { piece, sign, captured, .. }) => {
            let is_pawn = [piece, captured].into_iter().flatten().any(|piece| PAWNS.contains(&piece));
            let pawn = is_pawn.then_some(PedanticLint::PawnLetter);
            let sign = sign.is_in_passing().then_some(PedanticLint::LaterCapture);
            [pawn, sign.or_else(|| dash(text)), mark]
        }
        CtlMove::Castling { .. } => [None, dash(text), mark],
        CtlMove::Promotion { .. } => [None, None, mark],
    }
}

/// Finds a dash in a move that the notation does not have.
fn dash(text: &[u8]) -> Option<PedanticLint> {
    has_other_dash(text, "-‐").then_some(PedanticLint::UndefinedDash)
}

/// Tells whether a text has a dash that is not one of `defined`.
fn has_other_dash(text: &[u8], defined: &str) -> bool {
    let text = std::str::from_utf8(text).unwrap_or_default();
    text.contains(|c: char| is_hyphen(c) && !defined.contains(c))
}

/// Finds a first move of Black's, by the side to move of the position, without `…` before it
/// (notation, "Excepción: continuación de partidas").
fn first_move_of_black(game: &Game<'_, CtlAn>, found: &mut Found) {
    let position = position_tag(game).map(|tag| tag.value.unescape());
    if position.and_then(|value| Some(value.split_whitespace().nth(1)? == "b")) != Some(true) {
        return;
    }
    let first = game.main_line().find(|element| matches!(element.node, Node::Move(_) | Node::Omitted));
    let missing = first.filter(|element| element.node != Node::Omitted);
    found.extend(missing.map(|element| (PedanticLint::EllipsisMissing, element.span)));
}
