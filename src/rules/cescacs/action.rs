//! Moves of C'escacs as played in a game: legal, or played although they may be illegal.

use shakmaty::Color;

use crate::notation::ctl::{CtlMark, Hex};
use crate::rules::cescacs::hex::{Move, Promotion, Role, Wing};
use crate::rules::{Captured, MoveEffect, PieceKind, Promoted};

/// A move as played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action {
    pub(super) played: Move,
    /// Whether it is played although it may be illegal.
    pub(super) is_forced: bool,
    /// The mark with which it is written, if that says how the move gives check. It may be untrue.
    pub(super) mark: Option<CtlMark>,
}

/// The marks that say how a move gives check.
const MARKS: [Option<CtlMark>; 4] =
    [None, Some(CtlMark::CloseCheck), Some(CtlMark::DoubleCheck), Some(CtlMark::DistantCheck)];

impl Action {
    /// Creates a legal move, which is written with a mark.
    pub(super) fn new(played: Move, written: Option<CtlMark>) -> Action {
        let mark = written.filter(|mark| !matches!(mark, CtlMark::Check | CtlMark::Mate));
        Action { played, is_forced: false, mark }
    }
}

/// How many values each part of a packed move has: the four bytes of a [`Move`], of which the first, with its halves
/// exchanged, is 64 at most, the mark, and whether the move is forced. Their product is below 2³².
const COUNTS: [u32; 6] = [65, 256, 169, 169, MARKS.len() as u32, 2];

impl From<Action> for [u8; 4] {
    fn from(Action { played, is_forced, mark }: Action) -> [u8; 4] {
        let [kind, roles, from, to] = played.to_bytes();
        let mark = MARKS.iter().position(|known| *known == mark).unwrap_or(0);
        let parts = [kind.rotate_left(4), roles, from, to, mark as u8, u8::from(is_forced)];
        let packed = parts.into_iter().zip(COUNTS);
        packed.fold(0, |packed, (part, count)| packed * count + u32::from(part)).to_le_bytes()
    }
}

impl TryFrom<[u8; 4]> for Action {
    type Error = ();

    fn try_from(packed: [u8; 4]) -> Result<Action, ()> {
        let (mut packed, mut parts) = (u32::from_le_bytes(packed), [0; 6]);
        for (part, count) in parts.iter_mut().zip(COUNTS).rev() {
            (packed, *part) = (packed / count, (packed % count) as u8);
        }
        let [kind, roles, from, to, mark, forced] = parts;
        let played = Move::from_bytes([kind.rotate_left(4), roles, from, to]).ok_or(())?;
        Ok(Action { played, is_forced: forced == 1, mark: MARKS[usize::from(mark)] })
    }
}

pub(super) fn effect(resolved: Move, side: Color) -> MoveEffect {
    match resolved {
        Move::Castling(castling) => MoveEffect::Castling {
            king: castling.king(side).index(),
            king_rook: castling.rook(side, Wing::King).map(Hex::index),
            queen_rook: castling.rook(side, Wing::Queen).map(Hex::index),
        },
        Move::Promotion { hex, role } => MoveEffect::Promotion { on: hex.index(), piece: role.into() },
        Move::Normal { .. } | Move::EnPassant { .. } | Move::Scornful { .. } => MoveEffect::Normal {
            piece: resolved.role().into(),
            from: resolved.from(side).index(),
            to: resolved.to(side).index(),
            captured: resolved.capture().zip(resolved.captured_on()).map(captured),
            promotion: resolved.promotion().map(promoted),
            explodes: false,
        },
    }
}

fn captured((role, on): (Role, Hex)) -> Captured {
    Captured { piece: role.into(), on: on.index() }
}

fn promoted(promotion: Promotion) -> Promoted {
    match promotion {
        Promotion::Piece(role) => Promoted::Piece(role.into()),
        Promotion::Waiting => Promoted::Awaiting,
    }
}

impl From<Role> for PieceKind {
    fn from(role: Role) -> PieceKind {
        match role {
            Role::Pawn => PieceKind::Pawn,
            Role::Elephant => PieceKind::Elephant,
            Role::Bishop => PieceKind::Bishop,
            Role::Knight => PieceKind::Knight,
            Role::Pegasus => PieceKind::Pegasus,
            Role::Rook => PieceKind::Rook,
            Role::Wyvern => PieceKind::Wyvern,
            Role::Queen => PieceKind::Queen,
            Role::King => PieceKind::King,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::cescacs::hex::Position;

    #[test]
    fn every_action_survives_packing() {
        let position = Position::initial();
        for (played, mark) in position.legal_moves().flat_map(|played| MARKS.map(|mark| (played, mark))) {
            for is_forced in [false, true] {
                let action = Action { played, is_forced, mark };
                assert_eq!(Action::try_from(<[u8; 4]>::from(action)), Ok(action));
            }
        }
    }

    #[test]
    fn the_greatest_packed_move_fits() {
        assert!(COUNTS.iter().try_fold(1_u32, |product, count| product.checked_mul(*count)).is_some());
    }
}
