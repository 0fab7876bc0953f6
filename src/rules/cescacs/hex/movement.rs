//! The movement of pieces other than pawns (rules, "Pieces" and "Leap and castling").

use super::castling::{Castling, king_home};
use super::moves::Move;
use super::pawn;
use super::piece::{Piece, Role};
use super::position::Position;
use super::set::HexSet;
use super::steps::{
    DIAGONAL_AXES, ELEPHANT_STEPS, JUMPS, KING_STEPS, ORTHOGONAL_AXES, RIDES, TWO_AHEAD, is_clear, slides,
};
use super::ways::Ways;
use crate::notation::ctl::Hex;

/// Returns every hex that a piece can move to from a hex, whatever else is on the board than what may stop
/// a slide.
pub(super) fn pattern(piece: Piece, from: Hex, occupied: HexSet) -> HexSet {
    let at = from.index();
    let orthogonals = || slides(from, ORTHOGONAL_AXES, occupied);
    let diagonals = || slides(from, DIAGONAL_AXES, occupied);
    match piece.role {
        Role::Pawn => pawn::pattern(piece.color, from),
        Role::Elephant => ELEPHANT_STEPS[at] | TWO_AHEAD.get(piece.color)[at],
        Role::Bishop => diagonals(),
        Role::Knight => RIDES[at],
        Role::Pegasus => diagonals() | JUMPS[at],
        Role::Rook => orthogonals(),
        Role::Wyvern => orthogonals() | JUMPS[at],
        Role::Queen => orthogonals() | diagonals(),
        Role::King => KING_STEPS[at] | JUMPS[at],
    }
}

impl Position {
    /// Returns the move from one hex to another if the piece on the first can make it. The
    /// move may leave the king in check.
    #[inline]
    pub(super) fn movement(&self, from: Hex, to: Hex) -> Option<Move> {
        let piece = self.piece_at(from).filter(|piece| piece.color == self.turn)?;
        let target = self.piece_at(to);
        // a leap does not attack, but it may reach the other king, which is never captured
        if target.is_some_and(|target| target.color == self.turn || target.role == Role::King) {
            return None;
        }
        let capture = target.map(|target| target.role);
        if piece.role == Role::Pawn {
            return self.pawn_movement(from, to, capture);
        }
        let normal = Move::Normal { role: piece.role, from, to, capture, promotion: None };
        self.reaches(piece, from, to).then_some(normal)
    }

    /// Tells whether a piece other than a pawn can move between two hexes.
    #[inline]
    fn reaches(&self, piece: Piece, from: Hex, to: Hex) -> bool {
        let ways = Ways::between(from, to);
        let occupied = self.board.occupied();
        if ways.any(piece.steps()) || ways.any(piece.slides()) && is_clear(from, to, occupied) {
            return true;
        }
        match piece.role {
            Role::Knight => ways.any(Ways::RIDE) && rides(from, to, occupied),
            Role::King => ways.any(Ways::JUMP) && self.may_leap(from),
            _ => false,
        }
    }

    /// Tells whether a piece on a hex attacks another hex.
    #[inline]
    pub(super) fn attacks(&self, piece: Piece, from: Hex, to: Hex) -> bool {
        let ways = Ways::between(from, to);
        ways.any(piece.steps()) || ways.any(piece.slides()) && is_clear(from, to, self.board.occupied())
    }

    /// Tells whether the king may leap from a hex, to castle or not.
    pub(super) fn may_leap(&self, from: Hex) -> bool {
        self.rights(self.turn).king && from == king_home(self.turn) && !self.is_check()
    }

    /// Tells whether a king that may leap can castle: the way is free, and the king is not
    /// attacked on its destination, neither before nor after the rooks slide.
    pub(super) fn is_castling_safe(&self, castling: Castling) -> bool {
        let color = self.turn;
        let is_ready = |(wing, home, _)| {
            self.rights(color).rook(wing) && self.piece_at(home) == Some(Role::Rook.of(color))
        };
        castling.rooks(color).all(is_ready)
            && self.is_way_free(castling)
            && self.castling_threats(castling).all(HexSet::is_empty)
    }

    /// Returns the hexes of the pieces that attack the king on its destination, before and after
    /// the rooks slide.
    pub(super) fn castling_threats(&self, castling: Castling) -> impl Iterator<Item = HexSet> {
        let color = self.turn;
        let king = castling.king(color);
        let leapt = self.board.occupied().without(king_home(color)).with(king);
        let slid = castling.rooks(color).fold(leapt, |hexes, (_, home, to)| hexes.without(home).with(to));
        [leapt, slid].into_iter().map(move |occupied| self.board.attackers(king, !color, occupied))
    }

    /// Tells whether the destination of the king and the ways of the rooks are free for a
    /// castling.
    fn is_way_free(&self, castling: Castling) -> bool {
        let (color, occupied) = (self.turn, self.board.occupied());
        let is_free = |hex| !occupied.contains(hex);
        let mut rooks = castling.rooks(color);
        is_free(castling.king(color))
            && rooks.all(|(_, home, to)| is_free(to) && is_clear(home, to, occupied))
    }
}

/// Tells whether a knight can ride: make the same jump twice, both times to an empty hex.
fn rides(from: Hex, to: Hex, occupied: HexSet) -> bool {
    let (columns, lines) = from.distance(to);
    let between = from.offset(columns / 2, lines / 2);
    !occupied.contains(to) && between.is_some_and(|hex| !occupied.contains(hex))
}
