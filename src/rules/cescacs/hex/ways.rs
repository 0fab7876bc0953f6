//! The ways from one hex to another on an empty board.
//!
//! They follow from how many columns and lines the hexes are apart, so a small table has those of all
//! pairs.

use shakmaty::{ByColor, Color};

use super::piece::{Piece, Role};
use super::steps::{
    DIAGONAL_STEPS, ELEPHANT_DIAGONALS, JUMP_STEPS, LONGEST_SLIDE, ORTHOGONAL_STEPS, Offset,
    PAWN_CAPTURE_STEPS, PAWN_OBLIQUE_STEPS,
};
use crate::notation::ctl::{DISTANCES, Hex, number_of_distance};

/// A set of ways from one hex to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ways(u16);

impl Ways {
    /// No way.
    pub(super) const NONE: Ways = Ways(0);
    /// A ray that crosses the sides of hexes.
    pub(super) const ORTHOGONAL: Ways = Ways(1);
    /// A ray that passes between hexes.
    pub(super) const DIAGONAL: Ways = Ways(1 << 1);
    /// A ray of either kind.
    pub(super) const LINE: Ways = Ways::ORTHOGONAL.or(Ways::DIAGONAL);
    /// One step on a ray of either kind.
    pub(super) const KING_STEP: Ways = Ways(1 << 2);
    /// A knight's jump.
    pub(super) const JUMP: Ways = Ways(1 << 3);
    /// The same jump twice.
    pub(super) const RIDE: Ways = Ways(1 << 4);
    /// A diagonal step of an elephant.
    pub(super) const ELEPHANT_STEP: Ways = Ways(1 << 5);
    /// Up to two steps straight forward, which elephants make.
    pub(super) const TWO_AHEAD: ByColor<Ways> = ByColor { black: Ways(1 << 6), white: Ways(1 << 7) };
    /// Up to three steps straight forward, which pawns make.
    pub(super) const THREE_AHEAD: ByColor<Ways> = ByColor { black: Ways(1 << 8), white: Ways(1 << 9) };
    /// A capture of a pawn.
    pub(super) const PAWN_CAPTURE: ByColor<Ways> = ByColor { black: Ways(1 << 10), white: Ways(1 << 11) };
    /// An oblique step of a pawn.
    pub(super) const PAWN_OBLIQUE: ByColor<Ways> = ByColor { black: Ways(1 << 12), white: Ways(1 << 13) };

    /// Returns the ways from one hex to another.
    #[inline]
    pub(super) fn between(from: Hex, to: Hex) -> Ways {
        WAYS[from.distance_number(to)]
    }

    /// Tells whether two sets have a way in common.
    #[inline]
    pub(super) const fn any(self, of: Ways) -> bool {
        self.0 & of.0 != 0
    }

    pub(super) const fn or(self, other: Ways) -> Ways {
        Ways(self.0 | other.0)
    }
}

impl Piece {
    /// Returns the ways on which the piece attacks whatever stands between.
    #[inline]
    pub(super) fn steps(self) -> Ways {
        ATTACKS.get(self.color)[self.role as usize].0
    }

    /// Returns the ways on which the piece attacks if nothing stands between.
    #[inline]
    pub(super) fn slides(self) -> Ways {
        ATTACKS.get(self.color)[self.role as usize].1
    }
}

/// The ways on which each piece attacks: those of its steps and those of its slides. They are looked up,
/// since which piece comes next is hard to foresee for a jump.
static ATTACKS: ByColor<[(Ways, Ways); Role::ALL.len()]> =
    ByColor { black: attacks(Color::Black), white: attacks(Color::White) };

const fn attacks(side: Color) -> [(Ways, Ways); Role::ALL.len()] {
    let mut attacks = [(Ways::NONE, Ways::NONE); Role::ALL.len()];
    let mut at = 0;
    while at < Role::ALL.len() {
        attacks[at] = match Role::ALL[at] {
            Role::Pawn => (*Ways::PAWN_CAPTURE.get(side), Ways::NONE),
            Role::Elephant => (Ways::ELEPHANT_STEP, *Ways::TWO_AHEAD.get(side)),
            Role::Bishop => (Ways::NONE, Ways::DIAGONAL),
            Role::Knight => (Ways::JUMP, Ways::NONE),
            Role::Pegasus => (Ways::JUMP, Ways::DIAGONAL),
            Role::Rook => (Ways::NONE, Ways::ORTHOGONAL),
            Role::Wyvern => (Ways::JUMP, Ways::ORTHOGONAL),
            Role::Queen => (Ways::NONE, Ways::LINE),
            Role::King => (Ways::KING_STEP, Ways::NONE),
        };
        at += 1;
    }
    attacks
}

/// The ways by the number of the distance.
type Table = [Ways; DISTANCES];

static WAYS: Table = {
    let mut table = [Ways::NONE; DISTANCES];
    table = with(table, Ways::ORTHOGONAL, &ORTHOGONAL_STEPS, 1, LONGEST_SLIDE);
    table = with(table, Ways::DIAGONAL, &DIAGONAL_STEPS, 1, LONGEST_SLIDE);
    table = with(table, Ways::KING_STEP, &ORTHOGONAL_STEPS, 1, 1);
    table = with(table, Ways::KING_STEP, &DIAGONAL_STEPS, 1, 1);
    table = with(table, Ways::JUMP, &JUMP_STEPS, 1, 1);
    table = with(table, Ways::RIDE, &JUMP_STEPS, 2, 2);
    table = with(table, Ways::ELEPHANT_STEP, &ELEPHANT_DIAGONALS, 1, 1);
    let sides = [Color::White, Color::Black];
    let mut at = 0;
    while at < sides.len() {
        let side = sides[at];
        let forward = &[if side.is_white() { (0, 2) } else { (0, -2) }];
        table = with(table, *Ways::TWO_AHEAD.get(side), forward, 1, 2);
        table = with(table, *Ways::THREE_AHEAD.get(side), forward, 1, 3);
        table = with(table, *Ways::PAWN_CAPTURE.get(side), PAWN_CAPTURE_STEPS.get(side), 1, 1);
        table = with(table, *Ways::PAWN_OBLIQUE.get(side), PAWN_OBLIQUE_STEPS.get(side), 1, 1);
        at += 1;
    }
    table
};

/// Adds a way to those between hexes that are some number of equal steps apart.
const fn with(mut table: Table, way: Ways, steps: &[Offset], fewest: i8, most: i8) -> Table {
    let mut at = 0;
    while at < steps.len() {
        let mut times = fewest;
        while times <= most {
            if let Some(number) = number_of_distance((times * steps[at].0, times * steps[at].1)) {
                table[number] = table[number].or(way);
            }
            times += 1;
        }
        at += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::steps::{
        DIAGONALS, ELEPHANT_STEPS, JUMPS, KING_STEPS, ORTHOGONALS, PAWN_CAPTURES, PAWN_OBLIQUES, RIDES,
        THREE_AHEAD, TWO_AHEAD,
    };
    use super::*;

    #[test]
    fn ways_are_those_of_the_tables_of_steps() {
        for (from, to) in Hex::ALL.into_iter().flat_map(|from| Hex::ALL.map(|to| (from, to))) {
            let (ways, at) = (Ways::between(from, to), from.index());
            let jumps = Ways::JUMP.or(Ways::RIDE);
            assert_eq!(ways.any(Ways::ORTHOGONAL), ORTHOGONALS[at].contains(to), "{from}-{to}");
            assert_eq!(ways.any(Ways::DIAGONAL), DIAGONALS[at].contains(to), "{from}-{to}");
            assert_eq!(ways.any(Ways::KING_STEP), KING_STEPS[at].contains(to), "{from}-{to}");
            assert_eq!(ways.any(Ways::JUMP), JUMPS[at].contains(to), "{from}-{to}");
            assert!(!RIDES[at].contains(to) || ways.any(jumps), "{from}-{to}");
            assert_eq!(ways.any(Ways::ELEPHANT_STEP), ELEPHANT_STEPS[at].contains(to), "{from}-{to}");
            for side in Color::ALL {
                let has = |of: ByColor<Ways>| ways.any(*of.get(side));
                assert_eq!(has(Ways::TWO_AHEAD), TWO_AHEAD.get(side)[at].contains(to), "{from}-{to}");
                assert_eq!(has(Ways::THREE_AHEAD), THREE_AHEAD.get(side)[at].contains(to), "{from}-{to}");
                assert_eq!(has(Ways::PAWN_CAPTURE), PAWN_CAPTURES.get(side)[at].contains(to), "{from}-{to}");
                assert_eq!(has(Ways::PAWN_OBLIQUE), PAWN_OBLIQUES.get(side)[at].contains(to), "{from}-{to}");
            }
        }
    }
}
