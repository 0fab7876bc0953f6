//! The spelling of moves and of the result (notation, "Notación de un movimiento" and
//! "Indicación de jaque").

use super::{Found, PedanticLint};
use crate::message::Fix;
use crate::notation::ctl::{CtlAn, CtlMark, CtlMove, CtlStep, PlaySign, position_tag};
use crate::syntax::{Game, MoveNumber, Node, NumberMark};
use crate::text::{Edit, Span, is_hyphen};

/// The characters of pawns.
const PAWNS: [char; 3] = ['P', '♙', '♟'];

pub(super) fn lints(game: &Game<'_, CtlAn>, found: &mut Found) {
    let redefined = game.tag_value("Redefine").unwrap_or_default();
    let is_other = |piece: &char| match redefined.trim() {
        "FAN" => piece.is_ascii(),
        letters => *piece == 'R' && letters.contains("@R"),
    };
    for element in game.movetext.iter() {
        if let Node::Move(written) = element.node {
            let has_other =
                matches!(written.action(), CtlMove::Castling { pieces, .. } if pieces.iter().any(is_other));
            found.extend(has_other.then_some((PedanticLint::CastlingLetter, element.span)));
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
    first_play(game, found);
}

fn spelling(written: CtlAn, text: &[u8]) -> [Option<PedanticLint>; 3] {
    let mark = (written.mark() == Some(CtlMark::DistantCheck)).then_some(PedanticLint::LaterMark);
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

/// Returns whether a text has a dash other than those in `defined`.
pub(super) fn has_other_dash(text: &[u8], defined: &str) -> bool {
    let text = std::str::from_utf8(text).unwrap_or_default();
    text.contains(|c: char| is_hyphen(c) && !defined.contains(c))
}

/// Finds a first move without `…` before it where the position gives Black the move, and a first number without `?`
/// where the position's number is unknown (notation, "Excepción: continuación de partidas").
fn first_play(game: &Game<'_, CtlAn>, found: &mut Found) {
    let position = position_tag(game).map(|tag| tag.value.unescape()).unwrap_or_default();
    let has = |at, field| position.split_whitespace().nth(at) == Some(field);
    let first = |is: fn(&Node<CtlAn>) -> bool| game.main_line().find(|element| is(&element.node));
    let is_unmarked =
        |node| matches!(node, Node::MoveNumber(MoveNumber { mark, .. }) if mark != NumberMark::Unknown);
    let number = first(|node| matches!(node, Node::MoveNumber(_)));
    let number = number.filter(|element| has(5, "?") && is_unmarked(element.node));
    found.extend(number.map(|element| (PedanticLint::NumberUnmarked, element.span)));
    let missing = first(|node| matches!(node, Node::Move(_) | Node::Sign(PlaySign::Omitted)));
    let missing = missing.filter(|element| has(1, "b") && element.node != PlaySign::Omitted);
    found.extend(missing.map(|element| (PedanticLint::EllipsisMissing, element.span)));
}

/// How far the plays of a line have been counted.
#[derive(Clone, Copy)]
struct Count {
    /// The number of the play, if it is known.
    number: Option<u32>,
    /// How many moves of it have been made.
    moves: u32,
}

impl Count {
    /// Counts a move.
    fn go_on(&mut self) {
        if self.moves == 2 {
            *self = Count { number: self.number.and_then(|number| number.checked_add(1)), moves: 0 };
        }
        self.moves += 1;
    }
}

/// The numbers of the plays of a game, derived from the written numbers.
pub(super) struct PlayNumbers {
    /// Where each move begins, and the number of its play.
    numbers: Vec<(usize, u32)>,
}

impl PlayNumbers {
    /// Counts the plays of a game. The first one is number 1, unless the game has a position of its own.
    pub(super) fn of(game: &Game<'_, CtlAn>) -> PlayNumbers {
        let first = position_tag(game).is_none().then_some(1);
        let mut lines = vec![Count { number: first, moves: 0 }];
        let mut numbers = Vec::new();
        for element in game.movetext.iter() {
            // unwrap(): brackets match, so the main line is never closed
            let line = lines.last_mut().unwrap();
            match element.node {
                Node::MoveNumber(MoveNumber { value, .. }) => *line = Count { number: Some(value), moves: 0 },
                Node::Move(_) | Node::Sign(PlaySign::Omitted) => {
                    line.go_on();
                    numbers.extend(line.number.map(|number| (element.span.start, number)));
                }
                Node::VariationStart(_) => {
                    let number = line.number;
                    lines.push(Count { number, moves: 0 });
                }
                Node::VariationEnd => drop(lines.pop()),
                _ => {}
            }
        }
        PlayNumbers { numbers }
    }

    /// Returns the fix of a play without a number, whose first move is at a span.
    pub(super) fn fix(&self, first_move: Span) -> Option<Fix> {
        let at = self.numbers.binary_search_by_key(&first_move.start, |(start, _)| *start).ok()?;
        Some(Fix::certain(Edit::insert(first_move.start, format!("{}. ", self.numbers[at].1))))
    }
}
