//! How the pieces move, and tables of the hexes that they reach on an empty board (rules, "Board", "Pieces", "Pawn").

use shakmaty::{ByColor, Color};

use super::piece::{Piece, Role};
use super::set::HexSet;
use crate::notation::ctl::{DISTANCES, HEXES, Hex, number_of_distance};

/// A step: a number of columns and a number of lines.
type Offset = (i8, i8);

// of these and the next, the first half leads to hexes with higher numbers, and the second half back
const ORTHOGONALS: &[Offset] = &[(0, 2), (1, 1), (-1, 1), (0, -2), (-1, -1), (1, -1)];
const DIAGONALS: &[Offset] = &[(1, 3), (2, 0), (-1, 3), (-1, -3), (-2, 0), (1, -3)];
const JUMPS: &[Offset] = &[
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
const AHEAD: &[Offset] = &[(0, 2)];
const OBLIQUES_AHEAD: &[Offset] = &[(1, 1), (-1, 1)];
const DIAGONALS_AHEAD: &[Offset] = &[(1, 3), (-1, 3)];
const DIAGONALS_BACK: &[Offset] = &[(1, -3), (-1, -3)];

/// The maximum number of steps in a slide.
const FAR: i8 = 14;

/// What a move requires.
#[derive(Clone, Copy)]
enum Way {
    /// Nothing. The piece attacks whatever stands between.
    Step,
    /// That nothing stands between. The piece attacks if so.
    Slide,
    /// What the rules say of this piece only. It does not attack.
    Other,
}

/// Returns how White's pieces of a role move: in which way, by which steps, and how many times they may make the same step.
/// Black's pieces make the opposite steps.
///
/// All tables of moves and attacks are made from this one.
const fn moves(role: Role) -> &'static [(Way, &'static [Offset], i8)] {
    use Way::{Other, Slide, Step};
    match role {
        Role::Pawn => &[(Step, DIAGONALS_AHEAD, 1), (Other, OBLIQUES_AHEAD, 1), (Other, AHEAD, 3)],
        Role::Elephant => &[(Step, DIAGONALS_AHEAD, 1), (Step, DIAGONALS_BACK, 1), (Slide, AHEAD, 2)],
        Role::Bishop => &[(Slide, DIAGONALS, FAR)],
        Role::Knight => &[(Step, JUMPS, 1), (Other, JUMPS, 2)],
        Role::Pegasus => &[(Step, JUMPS, 1), (Slide, DIAGONALS, FAR)],
        Role::Rook => &[(Slide, ORTHOGONALS, FAR)],
        Role::Wyvern => &[(Step, JUMPS, 1), (Slide, ORTHOGONALS, FAR)],
        Role::Queen => &[(Slide, ORTHOGONALS, FAR), (Slide, DIAGONALS, FAR)],
        Role::King => &[(Step, ORTHOGONALS, 1), (Step, DIAGONALS, 1), (Other, JUMPS, 1)],
    }
}

/// The ways in which a piece moves from one hex to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ways {
    /// The piece attacks, whatever stands between.
    pub(super) step: bool,
    /// The piece attacks if nothing stands between.
    pub(super) slide: bool,
    /// The piece does not attack, but may move.
    pub(super) other: bool,
}

/// The ways in which the pieces of each side move over each distance, a bit for each role and way. They are a table,
/// because the processor predicts a branch on the kind of piece badly.
static WAYS: ByColor<[u32; DISTANCES]> = {
    let mut ways = ByColor { black: [0; DISTANCES], white: [0; DISTANCES] };
    let mut role = 0;
    while role < Role::ALL.len() {
        let mut moves = moves(Role::ALL[role]);
        while let [(way, steps, most), rest @ ..] = moves {
            let mut at = 0;
            while at < steps.len() * *most as usize {
                let (step, times) = (steps[at % steps.len()], (at / steps.len()) as i8 + 1);
                if let Some(number) = number_of_distance((times * step.0, times * step.1)) {
                    ways.white[number] |= bit(role, *way);
                    ways.black[opposite(number)] |= bit(role, *way);
                }
                at += 1;
            }
            moves = rest;
        }
        role += 1;
    }
    ways
};

/// Returns the number of the same distance in the opposite direction.
const fn opposite(number: usize) -> usize {
    DISTANCES - 1 - number
}

/// The bits of the first way.
const OF_EVERY_ROLE: u32 = 0o111_111_111;

const fn bit(role: usize, way: Way) -> u32 {
    1 << (3 * role + way as usize)
}

/// The hexes that the pieces of each side reach from each hex, by role.
type Table = ByColor<[[HexSet; Role::ALL.len()]; HEXES]>;

static STEPS: Table = reached(Way::Step);
static SLIDES: Table = reached(Way::Slide);
static OTHERS: Table = reached(Way::Other);

const fn reached(way: Way) -> Table {
    let none = [[HexSet::EMPTY; Role::ALL.len()]; HEXES];
    let mut reached = ByColor { black: none, white: none };
    let mut at = 0;
    while at < HEXES * HEXES {
        let (from, to) = (Hex::ALL[at / HEXES], Hex::ALL[at % HEXES]);
        let mut ways = WAYS.white[from.distance_number(to)] & (OF_EVERY_ROLE << way as u32);
        while ways != 0 {
            let role = ways.trailing_zeros() as usize / 3;
            reached.white[from.index()][role].insert(to);
            reached.black[to.index()][role].insert(from);
            ways &= ways - 1;
        }
        at += 1;
    }
    reached
}

impl Piece {
    /// Returns the ways in which the piece moves from one hex to another.
    // most callers need one way only
    #[inline(always)]
    pub(super) fn ways(self, from: Hex, to: Hex) -> Ways {
        let ways = WAYS.get(self.color)[from.distance_number(to)] >> (3 * self.role as usize);
        let has = |way| ways & bit(0, way) != 0;
        Ways { step: has(Way::Step), slide: has(Way::Slide), other: has(Way::Other) }
    }

    /// Returns every hex that the piece may move to from a hex. Other pieces do not matter, except that those of
    /// `occupied` stop a slide.
    pub(super) fn pattern(self, from: Hex, occupied: HexSet) -> HexSet {
        let reached = |table: &Table| table.get(self.color)[from.index()][self.role as usize];
        let slides = reached(&SLIDES);
        let obstacles = (slides & occupied).into_iter();
        let seen = obstacles.fold(slides, |seen, hex| seen - ray(from, hex, hex).unwrap_or_default());
        reached(&STEPS) | reached(&OTHERS) | seen
    }
}

/// Returns the hexes from which each role of side `by` attacks a hex, whatever stands between. The steps of a side are
/// the opposite of the other's, and so lead back.
#[inline]
pub(super) fn steps_onto(hex: Hex, by: Color) -> &'static [HexSet; Role::ALL.len()] {
    &STEPS.get(!by)[hex.index()]
}

/// Returns the hexes from which each role of side `by` attacks a hex if nothing stands between.
#[inline]
pub(super) fn slides_onto(hex: Hex, by: Color) -> &'static [HexSet; Role::ALL.len()] {
    &SLIDES.get(!by)[hex.index()]
}

/// The axes along which pieces slide, each as a step towards hexes with higher numbers.
const AXES: [Offset; 6] =
    [ORTHOGONALS[0], ORTHOGONALS[1], ORTHOGONALS[2], DIAGONALS[0], DIAGONALS[1], DIAGONALS[2]];

/// The hexes on the rays from a hex, by axis.
type Rays = [HexSet; AXES.len()];

/// The hexes with higher numbers on the rays from each hex.
static UPWARDS: [Rays; HEXES] = rays(1);
/// The hexes with lower numbers on the rays from each hex.
static DOWNWARDS: [Rays; HEXES] = rays(-1);

/// Returns the rays from each hex in the direction of the axes, or in the opposite one if `sign` is -1.
const fn rays(sign: i8) -> [Rays; HEXES] {
    let mut rays = [[HexSet::EMPTY; AXES.len()]; HEXES];
    let mut at = 0;
    while at < HEXES * AXES.len() {
        let (from, axis) = (at / AXES.len(), at % AXES.len());
        let mut hex = Hex::ALL[from];
        while let Some(next) = hex.offset(sign * AXES[axis].0, sign * AXES[axis].1) {
            rays[from][axis].insert(next);
            hex = next;
        }
        at += 1;
    }
    rays
}

/// Returns the number of the axis on which two hexes are, or `None` if no slide leads from one to the other.
#[inline]
fn axis(from: Hex, to: Hex) -> Option<usize> {
    static AXES_OF: [Option<u8>; DISTANCES] = {
        let mut axes_of = [None; DISTANCES];
        let mut axis = 0;
        while axis < AXES.len() {
            let mut steps = 1;
            while steps <= FAR {
                if let Some(number) = number_of_distance((steps * AXES[axis].0, steps * AXES[axis].1)) {
                    axes_of[number] = Some(axis as u8);
                    axes_of[opposite(number)] = Some(axis as u8);
                }
                steps += 1;
            }
            axis += 1;
        }
        axes_of
    };
    AXES_OF[from.distance_number(to)].map(usize::from)
}

/// Returns the next hex straight ahead for a side, or `None` at the end of the column.
pub(super) fn ahead(color: Color, from: Hex) -> Option<Hex> {
    from.offset(0, color.fold_wb(AHEAD[0].1, -AHEAD[0].1))
}

/// Returns the first occupied hex between two hexes. Returns `None` if there is none, and if no
/// slide leads from one to the other.
pub(super) fn first_obstacle(from: Hex, to: Hex, occupied: HexSet) -> Option<Hex> {
    first_towards(from, to, occupied.with(to)).filter(|obstacle| *obstacle != to)
}

/// Returns the first occupied hex on the ray from a hex through another. Returns `None` if there is none, and if no slide
/// leads from one to the other.
#[inline]
pub(super) fn first_towards(from: Hex, through: Hex, occupied: HexSet) -> Option<Hex> {
    let seen = ray(from, through, from)? & occupied;
    if from < through { seen.first() } else { seen.last() }
}

/// Returns the ray that begins after the hex `start` and has the direction from one hex to another, or `None` if no slide
/// leads from one to the other.
#[inline]
fn ray(from: Hex, to: Hex, start: Hex) -> Option<HexSet> {
    let rays = if from < to { &UPWARDS } else { &DOWNWARDS };
    axis(from, to).map(|axis| rays[start.index()][axis])
}

/// Returns the hexes between two hexes, or `None` if no slide leads from one to the other.
#[inline]
pub(super) fn between(from: Hex, to: Hex) -> Option<HexSet> {
    axis(from, to).map(|axis| UPWARDS[from.min(to).index()][axis] & HexSet::below(from.max(to)))
}

/// Returns whether a slide leads from one hex to another with only empty hexes in between.
#[inline]
pub(super) fn is_clear(from: Hex, to: Hex, occupied: HexSet) -> bool {
    between(from, to).is_some_and(|between| (between & occupied).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(text: &str) -> Hex {
        text.parse().expect("the hex exists")
    }

    fn set(texts: &str) -> HexSet {
        texts.split(' ').map(hex).collect()
    }

    #[test]
    fn steps_from_the_middle_are_those_of_the_rules() {
        let middle = hex("F14");
        let reached = |role: Role| {
            let piece = role.of(Color::White);
            let reached = |has: fn(Ways) -> bool| {
                Hex::ALL.into_iter().filter(|to| has(piece.ways(middle, *to))).collect::<HexSet>()
            };
            [reached(|ways| ways.step), reached(|ways| ways.slide), reached(|ways| ways.other)]
        };
        let orthogonal = set("F12 F16 E13 E15 G13 G15");
        let diagonal = set("D14 H14 E11 E17 G11 G17");
        let jumps = set("E19 G19 E9 G9 D18 H18 D10 H10 C15 I15 C13 I13");
        let rides = set("D24 H24 D4 H4 B22 K22 B6 K6 T16 X16 T12 X12");
        assert_eq!(reached(Role::King), [orthogonal | diagonal, HexSet::EMPTY, jumps]);
        assert_eq!(reached(Role::Knight), [jumps, HexSet::EMPTY, jumps | rides]);
        assert_eq!(reached(Role::Elephant), [set("E11 E17 G11 G17"), set("F16 F18"), HexSet::EMPTY]);
        let quiet = set("E15 G15 F16 F18 F20");
        assert_eq!(reached(Role::Pawn), [set("E17 G17"), HexSet::EMPTY, quiet]);
        assert_eq!(reached(Role::Rook).map(HexSet::len), [0, 42, 0]);
        assert_eq!(reached(Role::Bishop).map(HexSet::len), [0, 6 * 3, 0]);
        let [rook, bishop] = [reached(Role::Rook), reached(Role::Bishop)].map(|[_, slides, _]| slides);
        assert_eq!(reached(Role::Queen), [HexSet::EMPTY, rook | bishop, HexSet::EMPTY]);
        assert_eq!(reached(Role::Wyvern), [jumps, rook, HexSet::EMPTY]);
        assert_eq!(reached(Role::Pegasus), [jumps, bishop, HexSet::EMPTY]);
    }

    #[test]
    fn the_moves_of_the_other_side_lead_back() {
        for (from, to) in Hex::ALL.into_iter().flat_map(|from| Hex::ALL.map(|to| (from, to))) {
            for role in Role::ALL {
                let [white, black] = [Color::White, Color::Black].map(|color| role.of(color));
                assert_eq!(white.ways(from, to), black.ways(to, from), "{role:?} {from}-{to}");
            }
        }
    }

    #[test]
    fn slides_follow_the_rays_only() {
        let queen = Role::Queen.of(Color::White);
        for from in Hex::ALL {
            for to in Hex::ALL {
                let is_on_ray = queen.ways(from, to).slide;
                assert_eq!(is_clear(from, to, HexSet::EMPTY), is_on_ray, "{from}-{to}");
            }
        }
        let blocked = set("F16");
        assert!(is_clear(hex("F14"), hex("F16"), blocked));
        assert!(!is_clear(hex("F14"), hex("F18"), blocked));
        assert!(is_clear(hex("F14"), hex("E17"), set("F16 E15")));
    }

    #[test]
    fn the_first_obstacle_is_the_nearest() {
        let pieces = set("F10 F12 F16 F18 D14 I13");
        let obstacle = |from: &str, to: &str| first_obstacle(hex(from), hex(to), pieces);
        assert_eq!([obstacle("F14", "F20"), obstacle("F14", "F8")], [Some(hex("F16")), Some(hex("F12"))]);
        assert_eq!([obstacle("F20", "F14"), obstacle("F8", "F14")], [Some(hex("F18")), Some(hex("F10"))]);
        assert_eq!([obstacle("F14", "F16"), obstacle("F14", "I13")], [None, None]);
    }
}
