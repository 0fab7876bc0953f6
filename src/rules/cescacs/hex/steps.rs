//! Tables of the hexes that pieces reach on an empty board (rules, "Board").
//!
//! Directions are named as on a map with Black in the north.

use std::ops::Range;

use shakmaty::{ByColor, Color};

use super::piece::{Piece, Role};
use super::set::HexSet;
use crate::notation::ctl::{DISTANCES, HEXES, Hex, number_of_distance};

/// One of the twelve directions in which pieces slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    North,
    NorthEast,
    SouthEast,
    South,
    SouthWest,
    NorthWest,
    NorthNorthEast,
    East,
    SouthSouthEast,
    SouthSouthWest,
    West,
    NorthNorthWest,
}

use Direction::{
    East, North, NorthEast, NorthNorthEast, NorthNorthWest, NorthWest, South, SouthEast, SouthSouthEast,
    SouthSouthWest, SouthWest, West,
};

/// A step: a number of columns and a number of lines.
pub(super) type Offset = (i8, i8);

/// The maximum number of steps in a slide.
pub(super) const LONGEST_SLIDE: i8 = 14;

pub(super) const ORTHOGONAL_STEPS: [Offset; 6] = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)];
pub(super) const DIAGONAL_STEPS: [Offset; 6] = [(1, 3), (2, 0), (1, -3), (-1, -3), (-2, 0), (-1, 3)];
pub(super) const ELEPHANT_DIAGONALS: [Offset; 4] = [(1, 3), (1, -3), (-1, -3), (-1, 3)];
pub(super) const JUMP_STEPS: [Offset; 12] = [
    (1, 5),
    (2, 4),
    (3, 1),
    (3, -1),
    (2, -4),
    (1, -5),
    (-1, -5),
    (-2, -4),
    (-3, -1),
    (-3, 1),
    (-2, 4),
    (-1, 5),
];

pub(super) const PAWN_CAPTURE_STEPS: ByColor<[Offset; 2]> =
    ByColor { black: [(1, -3), (-1, -3)], white: [(1, 3), (-1, 3)] };
pub(super) const PAWN_OBLIQUE_STEPS: ByColor<[Offset; 2]> =
    ByColor { black: [(1, -1), (-1, -1)], white: [(1, 1), (-1, 1)] };

/// The hexes of the six orthogonal rays.
pub(super) static ORTHOGONALS: [HexSet; HEXES] = leaps(&ORTHOGONAL_STEPS, LONGEST_SLIDE as usize);
/// The hexes of the six diagonal rays.
pub(super) static DIAGONALS: [HexSet; HEXES] = leaps(&DIAGONAL_STEPS, LONGEST_SLIDE as usize);
/// The hexes one orthogonal or diagonal step away.
pub(super) static KING_STEPS: [HexSet; HEXES] =
    both(&leaps(&ORTHOGONAL_STEPS, 1), &leaps(&DIAGONAL_STEPS, 1));
/// The hexes of the twelve knight's jumps.
pub(super) static JUMPS: [HexSet; HEXES] = leaps(&JUMP_STEPS, 1);
/// The hexes of a knight's jump and of the same jump twice.
pub(super) static RIDES: [HexSet; HEXES] = leaps(&JUMP_STEPS, 2);
/// The elephant's diagonal steps, which are the same for both sides.
pub(super) static ELEPHANT_STEPS: [HexSet; HEXES] = leaps(&ELEPHANT_DIAGONALS, 1);
/// The hexes on which a pawn captures.
pub(super) static PAWN_CAPTURES: ByColor<[HexSet; HEXES]> =
    ByColor { black: leaps(&PAWN_CAPTURE_STEPS.black, 1), white: leaps(&PAWN_CAPTURE_STEPS.white, 1) };
/// The hexes that a pawn enters with an oblique step.
pub(super) static PAWN_OBLIQUES: ByColor<[HexSet; HEXES]> =
    ByColor { black: leaps(&PAWN_OBLIQUE_STEPS.black, 1), white: leaps(&PAWN_OBLIQUE_STEPS.white, 1) };
/// The hexes up to two steps straight forward, which elephants enter.
pub(super) static TWO_AHEAD: ByColor<[HexSet; HEXES]> =
    ByColor { black: leaps(&[(0, -2)], 2), white: leaps(&[(0, 2)], 2) };
/// The hexes up to three steps straight forward, which pawns enter.
pub(super) static THREE_AHEAD: ByColor<[HexSet; HEXES]> =
    ByColor { black: leaps(&[(0, -2)], 3), white: leaps(&[(0, 2)], 3) };

/// The axes along which pieces slide, each as a step towards hexes with higher numbers.
const AXES: [Offset; 6] = [(0, 2), (1, 1), (-1, 1), (1, 3), (2, 0), (-1, 3)];

/// The axes that cross the sides of hexes, and those that pass between hexes.
pub(super) const ORTHOGONAL_AXES: Range<usize> = 0..3;
pub(super) const DIAGONAL_AXES: Range<usize> = 3..6;

/// The hexes on the rays from a hex, by axis.
type Rays = [HexSet; AXES.len()];

/// The hexes with higher numbers on the rays from each hex.
static AHEAD: [Rays; HEXES] = rays(1);
/// The hexes with lower numbers on the rays from each hex.
static BEHIND: [Rays; HEXES] = rays(-1);

/// Returns the rays from each hex in the direction of the axes, or in the opposite one if `sign` is -1.
const fn rays(sign: i8) -> [Rays; HEXES] {
    let mut ahead = [[HexSet::EMPTY; AXES.len()]; HEXES];
    let mut axis = 0;
    while axis < AXES.len() {
        let sets = leaps(&[(sign * AXES[axis].0, sign * AXES[axis].1)], LONGEST_SLIDE as usize);
        let mut from = 0;
        while from < HEXES {
            ahead[from][axis] = sets[from];
            from += 1;
        }
        axis += 1;
    }
    ahead
}

/// Returns the number of the axis on which two hexes are, or `None` if no slide leads from one to the other.
#[inline]
fn axis(from: Hex, to: Hex) -> Option<usize> {
    static AXES_OF: [Option<u8>; DISTANCES] = {
        let mut axes_of = [None; DISTANCES];
        let mut axis = 0;
        while axis < AXES.len() {
            let mut steps = 1;
            while steps <= LONGEST_SLIDE {
                let (columns, lines) = (steps * AXES[axis].0, steps * AXES[axis].1);
                let distances = [(columns, lines), (-columns, -lines)];
                let mut at = 0;
                while at < distances.len() {
                    if let Some(number) = number_of_distance(distances[at]) {
                        axes_of[number] = Some(axis as u8);
                    }
                    at += 1;
                }
                steps += 1;
            }
            axis += 1;
        }
        axes_of
    };
    AXES_OF[from.distance_number(to)].map(usize::from)
}

/// The next hex in each direction, by direction and hex.
static NEXT: [[Option<Hex>; HEXES]; 12] = {
    let mut next = [[None; HEXES]; 12];
    let mut direction = 0;
    while direction < 12 {
        let step = if direction < 6 { ORTHOGONAL_STEPS[direction] } else { DIAGONAL_STEPS[direction - 6] };
        let mut from = 0;
        while from < HEXES {
            next[direction][from] = Hex::ALL[from].offset(step.0, step.1);
            from += 1;
        }
        direction += 1;
    }
    next
};

impl Direction {
    /// Returns the direction in which the pawns of a side advance.
    pub(super) fn forward(color: Color) -> Direction {
        color.fold_wb(North, South)
    }

    /// Returns the next hex in the direction, or `None` at the end of the board.
    pub(super) fn step(self, from: Hex) -> Option<Hex> {
        NEXT[self as usize][from.index()]
    }

    /// Returns the direction of a slide from one hex to another, or `None` if no slide leads
    /// there.
    pub(super) fn between(from: Hex, to: Hex) -> Option<Direction> {
        let (columns, lines) = from.distance(to);
        let pick = |ne, se, sw, nw| match (columns > 0, lines > 0) {
            (true, true) => ne,
            (true, false) => se,
            (false, false) => sw,
            (false, true) => nw,
        };
        match (columns.abs(), lines.abs()) {
            (0, 0) => None,
            (0, _) => Some(pick(North, South, South, North)),
            (_, 0) => Some(pick(East, East, West, West)),
            (c, l) if l == c => Some(pick(NorthEast, SouthEast, SouthWest, NorthWest)),
            (c, l) if l == 3 * c => {
                Some(pick(NorthNorthEast, SouthSouthEast, SouthSouthWest, NorthNorthWest))
            }
            _ => None,
        }
    }
}

/// Returns the first occupied hex between two hexes. Returns `None` if there is none, and if no
/// slide leads from one to the other.
pub(super) fn first_obstacle(from: Hex, to: Hex, occupied: HexSet) -> Option<Hex> {
    let direction = Direction::between(from, to)?;
    let between = std::iter::successors(direction.step(from), |&hex| direction.step(hex));
    between.take_while(|&hex| hex != to).find(|&hex| occupied.contains(hex))
}

/// Returns the hexes between two hexes, or `None` if no slide leads from one to the other.
#[inline]
pub(super) fn between(from: Hex, to: Hex) -> Option<HexSet> {
    axis(from, to).map(|axis| AHEAD[from.min(to).index()][axis] & HexSet::below(from.max(to)))
}

/// Returns whether a slide leads from one hex to another with only empty hexes in between.
#[inline]
pub(super) fn is_clear(from: Hex, to: Hex, occupied: HexSet) -> bool {
    between(from, to).is_some_and(|between| (between & occupied).is_empty())
}

/// Returns the hexes that slides along axes lead to, up to the first occupied one of each ray.
pub(super) fn slides(from: Hex, axes: Range<usize>, occupied: HexSet) -> HexSet {
    let (ahead, behind) = (&AHEAD[from.index()], &BEHIND[from.index()]);
    let mut reached = HexSet::EMPTY;
    for axis in axes {
        let up = (ahead[axis] & occupied).first().map_or(HexSet::EMPTY, |hex| AHEAD[hex.index()][axis]);
        let down = (behind[axis] & occupied).last().map_or(HexSet::EMPTY, |hex| BEHIND[hex.index()][axis]);
        reached |= (ahead[axis] - up) | (behind[axis] - down);
    }
    reached
}

/// Returns, for every hex, the hexes that the steps lead to if each is repeated up to `times`
/// times.
const fn leaps(steps: &[Offset], times: usize) -> [HexSet; HEXES] {
    let mut sets = [HexSet::EMPTY; HEXES];
    let mut from = 0;
    while from < HEXES {
        let mut step = 0;
        while step < steps.len() {
            let mut left = times;
            let mut at = Hex::ALL[from];
            while left > 0 {
                let Some(to) = at.offset(steps[step].0, steps[step].1) else { break };
                sets[from].insert(to);
                at = to;
                left -= 1;
            }
            step += 1;
        }
        from += 1;
    }
    sets
}

/// Returns the union of two tables.
const fn both(some: &[HexSet; HEXES], others: &[HexSet; HEXES]) -> [HexSet; HEXES] {
    let mut sets = [HexSet::EMPTY; HEXES];
    let mut from = 0;
    while from < HEXES {
        sets[from] = some[from].union(others[from]);
        from += 1;
    }
    sets
}

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

    /// Returns whether two sets have a way in common.
    #[inline]
    pub(super) const fn any(self, of: Ways) -> bool {
        self.0 & of.0 != 0
    }

    pub(super) const fn or(self, other: Ways) -> Ways {
        Ways(self.0 | other.0)
    }
}

impl Piece {
    /// Returns the ways in which the piece attacks whatever stands between.
    #[inline]
    pub(super) fn steps(self) -> Ways {
        ATTACKS.get(self.color)[self.role as usize].0
    }

    /// Returns the ways in which the piece attacks if nothing stands between.
    #[inline]
    pub(super) fn slides(self) -> Ways {
        ATTACKS.get(self.color)[self.role as usize].1
    }
}

/// The ways in which each piece attacks: those of its steps and those of its slides. They are a
/// table, because the processor predicts a branch on the kind of piece badly.
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

/// The ways from hex to hex, by the number of the distance between them.
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
    use super::*;

    fn hex(text: &str) -> Hex {
        text.parse().unwrap()
    }

    fn set(texts: &str) -> HexSet {
        texts.split(' ').map(hex).collect()
    }

    #[test]
    fn steps_from_the_middle_are_those_of_the_rules() {
        let middle = hex("F14").index();
        let orthogonal = set("F12 F16 E13 E15 G13 G15");
        let diagonal = set("D14 H14 E11 E17 G11 G17");
        assert_eq!(KING_STEPS[middle], orthogonal | diagonal);
        assert_eq!(JUMPS[middle], set("E19 G19 E9 G9 D18 H18 D10 H10 C15 I15 C13 I13"));
        assert_eq!(ORTHOGONALS[middle].len(), 42);
        assert_eq!(DIAGONALS[middle].len(), 6 * 3);
    }

    #[test]
    fn slides_follow_the_rays_only() {
        for from in Hex::ALL {
            for to in Hex::ALL {
                let rays = ORTHOGONALS[from.index()] | DIAGONALS[from.index()];
                assert_eq!(is_clear(from, to, HexSet::EMPTY), rays.contains(to), "{from}-{to}");
            }
        }
        let blocked = set("F16");
        assert!(is_clear(hex("F14"), hex("F16"), blocked));
        assert!(!is_clear(hex("F14"), hex("F18"), blocked));
        assert!(is_clear(hex("F14"), hex("E17"), set("F16 E15")));
    }
}

#[cfg(test)]
mod ways_tests {
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
