//! The movement of pieces other than pawns (rules, "Pieces" and "Leap and castling").

use super::castling::{Castling, king_home};
use super::moves::{Move, Promotion};
use super::piece::{Piece, Role};
use super::position::{Position, Special};
use super::set::HexSet;
use super::steps::{between, is_clear};
use crate::notation::ctl::Hex;

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

    /// Returns whether a piece other than a pawn can move between two hexes.
    #[inline]
    fn reaches(&self, piece: Piece, from: Hex, to: Hex) -> bool {
        let is_allowed = || match piece.role {
            Role::Knight => rides(from, to, self.board.occupied()),
            Role::King => self.may_leap(from),
            _ => false,
        };
        self.attacks(piece, from, to) || piece.ways(from, to).other && is_allowed()
    }

    /// Returns whether a piece on a hex attacks another hex.
    #[inline(always)]
    pub(super) fn attacks(&self, piece: Piece, from: Hex, to: Hex) -> bool {
        let ways = piece.ways(from, to);
        ways.step || ways.slide && is_clear(from, to, self.board.occupied())
    }

    /// Returns whether the king may leap from a hex, to castle or not.
    pub(super) fn may_leap(&self, from: Hex) -> bool {
        self.rights(self.turn).king && from == king_home(self.turn) && !self.is_check()
    }

    /// Returns whether a king that may leap can castle: the way is free, and the king is not
    /// attacked on its destination, either before or after the rooks slide.
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

    /// Returns whether the destination of the king and the ways of the rooks are free for a
    /// castling.
    fn is_way_free(&self, castling: Castling) -> bool {
        let (color, occupied) = (self.turn, self.board.occupied());
        let is_free = |hex| !occupied.contains(hex);
        let mut rooks = castling.rooks(color);
        is_free(castling.king(color))
            && rooks.all(|(_, home, to)| is_free(to) && is_clear(home, to, occupied))
    }
}

/// Returns whether a knight can ride: make the same jump twice, both times to an empty hex.
fn rides(from: Hex, to: Hex, occupied: HexSet) -> bool {
    let (columns, lines) = from.distance(to);
    let between = from.offset(columns / 2, lines / 2);
    !occupied.contains(to) && between.is_some_and(|hex| !occupied.contains(hex))
}

impl Position {
    /// Generates the legal moves.
    ///
    /// They are generated lazily, and nothing is allocated.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> {
        let forced = self.forced_promotions();
        let free = if forced.is_empty() { self.board.by_color(self.turn) } else { HexSet::EMPTY };
        let moves = free.into_iter().flat_map(|from| self.moves_from(from));
        let promotions = forced.into_iter().flat_map(|hex| self.promotions_on(hex));
        promotions.chain(moves).chain(self.castlings())
    }

    /// Generates the legal moves between two hexes, except castlings: none, one, or one for
    /// each promotion. For a pawn awaiting promotion, both hexes are its own.
    ///
    /// A long notation needs only these. They take the time of one move, not of all moves.
    pub fn candidates(&self, from: Hex, to: Hex) -> impl Iterator<Item = Move> {
        let forced = self.forced_promotions();
        let movement = if forced.is_empty() { self.movement(from, to) } else { None };
        let moves = movement.into_iter().flat_map(|played| self.safe_outcomes(played));
        let promoted = (from == to && forced.contains(from)).then_some(from);
        moves.chain(promoted.into_iter().flat_map(|hex| self.promotions_on(hex)))
    }

    /// Returns the one of the [`candidates`](Position::candidates) with this promotion or, if
    /// `promotion` is `None`, without one.
    #[inline]
    #[must_use]
    pub fn candidate(&self, from: Hex, to: Hex, promotion: Option<Promotion>) -> Option<Move> {
        if self.forced_promotions().is_empty() {
            let played = self.movement(from, to)?;
            return self.outcome(played, promotion).filter(|_| self.is_safe(played));
        }
        self.candidates(from, to).find(|candidate| candidate.promotion() == promotion)
    }

    /// Generates the legal castlings.
    pub fn castlings(&self) -> impl Iterator<Item = Move> {
        let allowed = self.may_castle();
        let castlings = Castling::ALL.into_iter().filter(move |_| allowed);
        castlings.filter(|&castling| self.is_castling_safe(castling)).map(Move::Castling)
    }

    /// Returns whether a move is legal.
    #[must_use]
    pub fn is_legal(&self, played: Move) -> bool {
        match played {
            Move::Castling(castling) => self.may_castle() && self.is_castling_safe(castling),
            _ => {
                let (from, to) = (played.from(self.turn), played.to(self.turn));
                self.candidates(from, to).any(|candidate| candidate == played)
            }
        }
    }

    /// Returns whether the side to move is mated.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        // in most checks the king can move away
        let king_moves =
            || self.board.king(self.turn).is_some_and(|king| self.moves_from(king).next().is_some());
        self.is_check() && !king_moves() && self.legal_moves().next().is_none()
    }

    /// Returns whether the side to move is stalemated, which is a narrow win for the opponent
    /// (rules, "End").
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && self.legal_moves().next().is_none()
    }

    fn moves_from(&self, from: Hex) -> impl Iterator<Item = Move> {
        let targets = |piece: Piece| {
            let may_end_check = piece.role == Role::King || !self.is_check();
            let targets = if may_end_check { HexSet::ALL } else { self.ends_of_check() };
            piece.pattern(from, self.board.occupied()) & (targets - self.board.by_color(self.turn))
        };
        let hexes = self.piece_at(from).map_or(HexSet::EMPTY, targets);
        let movements = hexes.into_iter().filter_map(move |to| self.movement(from, to));
        movements.flat_map(|played| self.safe_outcomes(played))
    }

    /// Returns the hexes on which a piece other than the king may end a check: the hex of the piece
    /// that gives check, those between it and the king, and, after a pawn's advance, those that the
    /// pawn passed. A move to one of them need not end the check.
    fn ends_of_check(&self) -> HexSet {
        let passed = match self.special {
            Special::EnPassant { near, far, .. } => [Some(near), far].into_iter().flatten().collect(),
            Special::None | Special::Scornful { .. } => HexSet::EMPTY,
        };
        match (self.checkers.first(), self.board.king(self.turn)) {
            (Some(checker), Some(king)) if self.checkers.len() == 1 => {
                passed | between(king, checker).unwrap_or_default().with(checker)
            }
            _ => passed,
        }
    }

    fn safe_outcomes(&self, played: Move) -> impl Iterator<Item = Move> {
        let safe = Some(played).filter(|&played| self.is_safe(played));
        safe.into_iter().flat_map(|played| self.outcomes(played))
    }

    fn promotions_on(&self, hex: Hex) -> impl Iterator<Item = Move> {
        self.regainable(self.turn, hex).map(move |role| Move::Promotion { hex, role })
    }

    /// Returns whether the king may leap, which every castling requires.
    fn may_castle(&self) -> bool {
        self.may_leap(king_home(self.turn)) && self.forced_promotions().is_empty()
    }

    /// Returns whether the king of the side to move is not attacked after a move. A castling must be known to be
    /// legal.
    #[inline]
    pub(super) fn is_safe(&self, played: Move) -> bool {
        match (played, self.board.king(self.turn)) {
            (Move::Normal { role, from, to, .. }, Some(king)) if role != Role::King && !self.is_check() => {
                // only a line that the move opens can lead to the king
                let occupied = self.board.occupied();
                !is_clear(king, from, occupied) || {
                    let occupied = occupied.without(from).with(to);
                    let attacker = self.board.attacker_through(king, from, !self.turn, occupied);
                    attacker.is_none_or(|attacker| attacker == to)
                }
            }
            (Move::Castling(_), _) => true,
            _ => self.threats_after(played).is_empty(),
        }
    }

    /// Returns the hexes of the pieces that attack the king of the side to move after a move
    /// other than castling.
    pub(super) fn threats_after(&self, played: Move) -> HexSet {
        let (from, to) = (played.from(self.turn), played.to(self.turn));
        let king = if played.role() == Role::King { Some(to) } else { self.board.king(self.turn) };
        let captured = played.captured_on().map_or(HexSet::EMPTY, |hex| HexSet::EMPTY.with(hex));
        let occupied = (self.board.occupied() - captured).without(from).with(to);
        king.map_or(HexSet::EMPTY, |king| self.board.attackers(king, !self.turn, occupied) - captured)
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;

    #[test]
    fn attackers_and_patterns_agree_with_the_moves_of_each_piece() {
        let (mut position, mut attacks) = (Position::initial(), 0);
        for ply in 0..150 {
            let (board, occupied) = (position.board, position.board.occupied());
            for to in Hex::ALL {
                for side in Color::ALL {
                    let attacks_it = |from: &Hex| {
                        board.piece_at(*from).is_some_and(|piece| position.attacks(piece, *from, to))
                    };
                    let expected: HexSet = board.by_color(side).into_iter().filter(attacks_it).collect();
                    let attackers = board.attackers(to, side, occupied);
                    assert_eq!(attackers, expected, "{to} in {}", position.to_tlpd());
                    attacks += expected.len();
                }
                for from in occupied.into_iter().filter(|from| position.movement(*from, to).is_some()) {
                    let pattern = board.piece_at(from).map(|piece| piece.pattern(from, occupied));
                    assert!(pattern.is_some_and(|hexes| hexes.contains(to)), "{from}-{to}");
                }
            }
            let legal: Vec<_> = position.legal_moves().collect();
            let Some(played) = legal.get(ply * 31 % legal.len().max(1)) else { break };
            position.play(*played);
        }
        assert!(attacks > 20_000, "{attacks}");
    }
}
