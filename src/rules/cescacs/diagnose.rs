//! Diagnoses moves that cannot be resolved: turns the reason that [`hex`](super::hex) finds into a
//! message.
//!
//! None of this runs for a game without errors.

use crate::notation::ctl::{CtlAn, CtlStep, Hex};
use crate::rules::cescacs::hex::{
    Castling, CastlingRefusal, Move, Position, Promotion, Refusal, Role, Special,
};
use crate::rules::replay::arrival;
use crate::rules::{CastlingFault, MoveFault, PieceOn};
use crate::syntax::Notation;

use super::Cescacs;

/// Returns the fault of a move after mate or stalemate, or `None` if the game is not over.
pub(super) fn end_of_game(game: &Cescacs) -> Option<MoveFault> {
    use crate::rules::AnyPosition;
    if game.position.is_checkmate() {
        return Some(MoveFault::AfterMate);
    }
    let outcome = game.outcome().filter(|_| game.position.is_stalemate())?;
    Some(MoveFault::AfterStalemate { result: CtlAn::result_text(outcome) })
}

/// Returns the reason why a piece of the written role cannot move from one hex to another with the
/// written promotion.
pub(super) fn step_fault(
    position: &Position,
    role: Role,
    step: &CtlStep,
    promotion: Option<Promotion>,
) -> MoveFault {
    let (from, to) = (step.from.to_string(), step.to.to_string());
    let never = MoveFault::NotItsWay { piece: role.into(), from: from.clone(), to: to.clone() };
    let on = |hex| piece_on(position, hex);
    let Some(refusal) = position.refusal(step.from, step.to) else {
        return promotion_fault(position, step, promotion).unwrap_or(never);
    };
    match refusal {
        Refusal::PromotionFirst => MoveFault::PromotionFirst,
        Refusal::NeverMovesSo => never,
        Refusal::OwnPieceThere => MoveFault::OwnPieceThere { to },
        Refusal::CapturesKing => MoveFault::CapturesKing,
        Refusal::Blocked { obstacle } => MoveFault::Blocked { obstacle: on(obstacle) },
        Refusal::RideCaptures => MoveFault::RideCaptures { found: on(step.to) },
        Refusal::LeapAfterMove => MoveFault::LeapAfterMove,
        Refusal::LeapInCheck { checker } => MoveFault::LeapInCheck { checker: on(checker) },
        Refusal::NothingToCapture => MoveFault::NothingToCapture { to },
        Refusal::LateEnPassant => MoveFault::LateEnPassant { to },
        Refusal::LateScornful => MoveFault::LateScornful { to },
        Refusal::ScornedAnother => MoveFault::ScornedAnother { to },
        Refusal::PawnCapturesOtherwise => MoveFault::PawnCapturesOtherwise { found: on(step.to) },
        Refusal::ThreeHexes => MoveFault::ThreeHexes { from },
        Refusal::KingIntoCheck { attacker } => MoveFault::KingIntoCheck { to, attacker: on(attacker) },
        Refusal::StaysInCheck { checker } => MoveFault::StaysInCheck { checker: on(checker) },
        Refusal::Pinned { attacker } => MoveFault::Pinned { piece: on(step.from), attacker: on(attacker) },
        Refusal::OpensLine { attacker } => MoveFault::OpensLine { attacker: on(attacker) },
    }
}

/// Explains why a pawn cannot be captured en passant or as scornful, by how it reached its hex in
/// the positions that led to this one.
pub(super) fn explained(
    fault: MoveFault,
    step: CtlStep,
    history: impl Iterator<Item = Cescacs>,
) -> MoveFault {
    if !matches!(fault, MoveFault::LateEnPassant { .. } | MoveFault::LateScornful { .. }) {
        return fault;
    }
    let history: Vec<_> = history.collect();
    let Some(last) = history.last() else { return fault };
    let enemy = !last.position.turn();
    let stands = |game: &Cescacs, hex| game.position.piece_at(hex) == Some(Role::Pawn.of(enemy));
    let special = |hex| arrival(&history, |game| stands(game, hex)).map(|game| game.position.special());
    match fault {
        MoveFault::LateEnPassant { to } => {
            // the pawn that passed may stand elsewhere by now
            let passes = |game: &Cescacs| {
                let is_there = |near, far| near == step.to || far == Some(step.to);
                let special = game.position.special();
                game.position.turn() != enemy
                    && matches!(special, Special::EnPassant { near, far, .. } if is_there(near, far))
            };
            let beyond = [2, 4].map(|lines| step.to.offset(0, enemy.fold_wb(lines, -lines)));
            let mut pawns = beyond.into_iter().flatten().filter(|hex| stands(last, *hex));
            let has_passed = history.iter().any(passes) || pawns.any(|hex| special(hex).is_none());
            if has_passed { MoveFault::LateEnPassant { to } } else { MoveFault::NeverPassed { to } }
        }
        MoveFault::LateScornful { to } => match special(step.to) {
            Some(Special::Scornful { faced, .. }) if faced != Some(step.from) => {
                MoveFault::ScornedAnother { to }
            }
            None | Some(Special::Scornful { .. }) => MoveFault::LateScornful { to },
            Some(_) => MoveFault::NeverScornful { to },
        },
        fault => fault,
    }
}

/// Returns what is wrong with the promotion of a move that is legal without it.
fn promotion_fault(position: &Position, step: &CtlStep, promotion: Option<Promotion>) -> Option<MoveFault> {
    let possible = position.candidates(step.from, step.to).map(Move::promotion).next()?;
    Some(match (promotion, possible) {
        (None, _) => MoveFault::PromotionMissing,
        (Some(_), None) => MoveFault::NotAPromotion,
        (Some(Promotion::Waiting), Some(_)) => MoveFault::NeedNotWait,
        (Some(Promotion::Piece(role)), Some(_)) => regain_fault(role, step.to),
    })
}

/// Returns the reason why a pawn on the last hex of its column cannot become a piece.
fn regain_fault(role: Role, hex: Hex) -> MoveFault {
    match role {
        Role::Bishop => MoveFault::BishopNotRegainable { hex: hex.to_string() },
        _ if Role::REGAINABLE.contains(&role) => MoveFault::NotRegainable { piece: role.into() },
        _ => MoveFault::BadPromotion { piece: role.into() },
    }
}

/// Returns the reason why a pawn cannot be promoted in place.
pub(super) fn promotion_in_place_fault(position: &Position, hex: Hex, promotion: Promotion) -> MoveFault {
    let own_pawn = Role::Pawn.of(position.turn());
    if position.piece_at(hex) != Some(own_pawn) || !hex.is_last(own_pawn.color) {
        return MoveFault::NotAwaiting { hex: hex.to_string() };
    }
    match (promotion, position.checkers().first()) {
        (Promotion::Waiting, _) => MoveFault::WaitsAlready { hex: hex.to_string() },
        (_, Some(checker)) => MoveFault::PromotionInCheck { checker: piece_on(position, checker) },
        (Promotion::Piece(role), None) => regain_fault(role, hex),
    }
}

/// Returns the reason why a castling is impossible.
pub(super) fn castling_fault(position: &Position, castling: Castling) -> MoveFault {
    let on = |hex| piece_on(position, hex);
    let refusal = position.castling_refusal(castling);
    let fault = match refusal {
        Some(CastlingRefusal::PromotionFirst) => return MoveFault::PromotionFirst,
        Some(CastlingRefusal::KingHasMoved) => CastlingFault::KingHasMoved,
        Some(CastlingRefusal::RookHasMoved { home }) => {
            CastlingFault::RookHasMoved { home: home.to_string() }
        }
        Some(CastlingRefusal::InCheck { checker }) => CastlingFault::InCheck { checker: on(checker) },
        Some(CastlingRefusal::DestinationTaken { mover, obstacle }) => {
            CastlingFault::DestinationTaken { mover: mover.into(), obstacle: on(obstacle) }
        }
        Some(CastlingRefusal::RookBlocked { obstacle }) => {
            CastlingFault::WayTaken { mover: Role::Rook.into(), obstacle: on(obstacle) }
        }
        Some(CastlingRefusal::IntoCheck { attacker }) => {
            let king = castling.king(position.turn());
            CastlingFault::IntoCheck { on: king.to_string(), attacker: on(attacker) }
        }
        None => CastlingFault::NoRight,
    };
    MoveFault::Castling(fault)
}

/// Names the piece on a hex.
fn piece_on(position: &Position, hex: Hex) -> PieceOn {
    let role = position.piece_at(hex).map_or(Role::Pawn, |piece| piece.role);
    PieceOn { piece: role.into(), cell: hex.to_string() }
}
