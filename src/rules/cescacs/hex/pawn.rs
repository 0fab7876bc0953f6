//! The moves of pawns, their two special captures and their promotion (rules, "Pawn").

use shakmaty::{ByColor, Color};

use super::board::Board;
use super::moves::{Move, Promotion};
use super::piece::Role;
use super::position::{Position, Special};
use super::set::HexSet;
use super::steps::{ahead, is_clear};
use crate::notation::ctl::{Column, HEXES, Hex};

/// The last hexes of the columns, where the pawns of a side are promoted.
pub(super) static LAST_HEXES: ByColor<HexSet> = ByColor { black: ends(-2), white: ends(2) };

/// The hexes from which the pawns of a side may advance three hexes.
static TRIPLE_HEXES: ByColor<HexSet> = {
    use Column::{B, C, D, E, G, H, I, K};
    let hexes = [(B, 4), (C, 5), (D, 6), (E, 7), (G, 7), (H, 6), (I, 5), (K, 4)];
    let mut sets = ByColor { black: HexSet::EMPTY, white: HexSet::EMPTY };
    let mut at = 0;
    while at < hexes.len() {
        if let Some(hex) = Hex::new(hexes[at].0, hexes[at].1) {
            sets.white.insert(hex);
            sets.black.insert(hex.mirror());
        }
        at += 1;
    }
    sets
};

/// The hexes of each shade: black, white and coloured.
static SHADES: [HexSet; 3] = {
    let mut sets = [HexSet::EMPTY; 3];
    let mut at = 0;
    while at < HEXES {
        sets[Hex::ALL[at].shade() as usize].insert(Hex::ALL[at]);
        at += 1;
    }
    sets
};

/// Returns the hexes from which a step of a number of lines leads off the board.
const fn ends(lines: i8) -> HexSet {
    let mut set = HexSet::EMPTY;
    let mut at = 0;
    while at < HEXES {
        if Hex::ALL[at].offset(0, lines).is_none() {
            set.insert(Hex::ALL[at]);
        }
        at += 1;
    }
    set
}

/// Every outcome of the move of a pawn: no promotion, awaiting promotion, or a piece.
static OUTCOMES: [Option<Promotion>; 8] = {
    let mut outcomes = [None, Some(Promotion::Waiting), None, None, None, None, None, None];
    let mut at = 0;
    while at < Role::REGAINABLE.len() {
        outcomes[at + 2] = Some(Promotion::Piece(Role::REGAINABLE[at]));
        at += 1;
    }
    outcomes
};

/// Returns the special capture that a move of side `color` allows. `board` is the board
/// before the move.
pub(super) fn special_after(board: &Board, color: Color, played: Move) -> Special {
    let Move::Normal { role: Role::Pawn, from, to, capture: None, .. } = played else {
        return Special::None;
    };
    match from.distance(to) {
        // an illegal move may be played, too
        _ if !Role::Pawn.of(color).ways(from, to).other => Special::None,
        (0, -2 | 2) => Special::None,
        (0, lines) => en_passant(color, to, lines.abs() == 6).unwrap_or_default(),
        _ => match ahead(color, from).filter(|&hex| board.piece_at(hex) == Some(Role::Pawn.of(!color))) {
            None => Special::None,
            faced => Special::Scornful { pawn: to, faced },
        },
    }
}

/// Returns the capture en passant of a pawn of side `color` that has advanced two hexes, or
/// three if `triple`. Returns `None` if it would have passed hexes off the board.
pub(super) fn en_passant(color: Color, pawn: Hex, triple: bool) -> Option<Special> {
    let near = ahead(!color, pawn)?;
    let far = if triple { Some(ahead(!color, near)?) } else { None };
    Some(Special::EnPassant { pawn, near, far })
}

/// Returns whether a pawn of side `color` stands where an advance of two or three hexes over a hex
/// ends, and so may have passed that hex.
pub(super) fn has_passed(board: &Board, color: Color, passed: Hex) -> bool {
    let Some(origin) = ahead(!color, passed) else { return false };
    let is_pawn = |hex: Option<Hex>| hex.and_then(|hex| board.piece_at(hex)) == Some(Role::Pawn.of(color));
    let near = ahead(color, passed);
    let far = near.and_then(|near| ahead(color, near));
    is_pawn(near) || is_pawn(far) && advances_three(color, origin)
}

/// Returns whether a pawn of side `color` may advance three hexes from a hex.
pub(super) fn advances_three(color: Color, from: Hex) -> bool {
    TRIPLE_HEXES.get(color).contains(from)
}

/// Returns the number of pieces of a role that a side starts with if the role is regainable,
/// and 0 otherwise. Bishops are counted for each shade.
const fn regainable_count(role: Role) -> usize {
    match role {
        Role::Bishop | Role::Wyvern | Role::Queen => 1,
        Role::Knight | Role::Pegasus | Role::Rook => 2,
        Role::Pawn | Role::Elephant | Role::King => 0,
    }
}

impl Position {
    /// Returns the move of a pawn between two hexes if it can make it, without its promotion.
    /// `capture` is the role of the piece on the second hex. The move may leave the king in
    /// check.
    pub(super) fn pawn_movement(&self, from: Hex, to: Hex, capture: Option<Role>) -> Option<Move> {
        let normal = Move::Normal { role: Role::Pawn, from, to, capture, promotion: None };
        let color = self.turn;
        let ways = Role::Pawn.of(color).ways(from, to);
        // the steps of a capture are none of those without one (`steps.rs`), so nothing else is to be looked at;
        // without a piece there they may only capture a pawn that has passed
        if ways.step {
            return if capture.is_some() { Some(normal) } else { self.en_passant_capture(from, to) };
        }
        if !ways.other {
            return None;
        }
        let (columns, lines) = from.distance(to);
        if columns != 0 {
            return match capture {
                None => Some(normal),
                Some(capture) => {
                    self.is_scorned(from, to).then_some(Move::Scornful { from, to, capture, promotion: None })
                }
            };
        }
        let advances = (lines.abs() <= 4 || advances_three(color, from))
            && capture.is_none()
            && is_clear(from, to, self.board.occupied());
        advances.then_some(normal)
    }

    fn en_passant_capture(&self, from: Hex, to: Hex) -> Option<Move> {
        let Special::EnPassant { pawn, near, far } = self.special else {
            return None;
        };
        let capture = self.board.piece_at(pawn)?.role;
        (near == to || far == Some(to)).then_some(Move::EnPassant { from, to, pawn, capture })
    }

    /// Returns whether the pawn on `from` may capture the scornful pawn on `to`.
    fn is_scorned(&self, from: Hex, to: Hex) -> bool {
        match self.special {
            Special::Scornful { pawn, faced } => {
                pawn == to && faced.map_or_else(|| self.facing(pawn).contains(from), |hex| hex == from)
            }
            _ => false,
        }
    }

    /// Returns the hexes of the pawns of the side to move that the scornful pawn may have
    /// faced: those beside it with an empty hex ahead.
    pub(super) fn facing(&self, scornful: Hex) -> HexSet {
        let pawn = Role::Pawn.of(self.turn);
        let is_beside = |from: &Hex| pawn.ways(*from, scornful).other && from.column() != scornful.column();
        let is_free = |pawn: &Hex| ahead(self.turn, *pawn).is_some_and(|hex| self.piece_at(hex).is_none());
        self.board.by_piece(pawn).into_iter().filter(is_beside).filter(is_free).collect()
    }

    /// Returns a move with every possible promotion; a move that promotes no pawn is returned
    /// as it is.
    #[inline]
    pub(super) fn outcomes(&self, played: Move) -> impl Iterator<Item = Move> {
        let count = if self.promotes(played) { OUTCOMES.len() } else { 1 };
        OUTCOMES[..count].iter().filter_map(move |&outcome| self.outcome(played, outcome))
    }

    /// Returns a move with a promotion or, if `outcome` is `None`, without one. Returns `None` if the move cannot
    /// have that outcome.
    #[inline]
    pub(super) fn outcome(&self, played: Move, outcome: Option<Promotion>) -> Option<Move> {
        if self.promotes(played) {
            self.may_become(played.to(self.turn), outcome).then(|| played.promoting(outcome))
        } else {
            outcome.is_none().then_some(played)
        }
    }

    /// Returns whether a move takes a pawn to the last hex of its column.
    #[inline]
    fn promotes(&self, played: Move) -> bool {
        played.role() == Role::Pawn && LAST_HEXES.get(self.turn).contains(played.to(self.turn))
    }

    /// Returns whether an outcome is possible for a pawn of the side to move on the last hex of
    /// its column.
    fn may_become(&self, hex: Hex, outcome: Option<Promotion>) -> bool {
        match outcome {
            None => false,
            Some(Promotion::Waiting) => self.regainable(self.turn, hex).next().is_none(),
            Some(Promotion::Piece(role)) => self.is_regainable(role, self.turn, hex),
        }
    }

    /// Returns the roles that a pawn of side `color` can be promoted to on a hex.
    pub fn regainable(&self, color: Color, hex: Hex) -> impl Iterator<Item = Role> {
        Role::REGAINABLE.into_iter().filter(move |&role| self.is_regainable(role, color, hex))
    }

    fn is_regainable(&self, role: Role, color: Color, hex: Hex) -> bool {
        let mut present = self.board.by_piece(role.of(color));
        if role == Role::Bishop {
            present = present & SHADES[hex.shade() as usize];
        }
        present.len() < regainable_count(role)
    }

    /// Returns the hexes of the pawns of both sides that await promotion.
    #[must_use]
    pub fn awaiting_promotion(&self) -> HexSet {
        let of = |color| self.board.by_piece(Role::Pawn.of(color)) & *LAST_HEXES.get(color);
        of(Color::White) | of(Color::Black)
    }

    /// Returns the hexes of the pawns that must be promoted now: those awaiting promotion that
    /// can regain a piece, unless the side is in check.
    #[inline]
    #[must_use]
    pub fn forced_promotions(&self) -> HexSet {
        let waiting = self.board.by_piece(Role::Pawn.of(self.turn)) & *LAST_HEXES.get(self.turn);
        if waiting.is_empty() || self.is_check() { HexSet::EMPTY } else { self.with_regainable(waiting) }
    }

    /// Returns the pawns of a set that can regain a piece.
    #[cold]
    fn with_regainable(&self, waiting: HexSet) -> HexSet {
        waiting.into_iter().filter(|&hex| self.regainable(self.turn, hex).next().is_some()).collect()
    }
}
