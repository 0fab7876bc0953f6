//! A move as SAN writes it (PGN standard, section 8.2.3).

use std::fmt;

use shakmaty::{CastlingSide, File, Rank, Role, Square};

/// A move and its check mark, as written.
///
/// It is one word, which tokens and the parser's stack copy in one piece: a struct of bytes
/// would be stored byte by byte and loaded as a whole, for which the processor has to wait.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct San(u32);

/// The kinds of move that SAN writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SanMove {
    /// `O-O` or `O-O-O`
    Castling(CastlingSide),
    /// A piece goes from one square to another.
    Piece(PieceMove),
    /// `N@f3`: a piece comes back to the board (Crazyhouse). No letter is a pawn's.
    Drop {
        /// What comes back.
        role: Role,
        /// Where.
        to: Square,
    },
    /// `--`: the side passes.
    Null,
}

impl SanMove {
    /// Returns the move of a piece that it is, if it is one.
    #[inline]
    #[must_use]
    pub const fn piece(&self) -> Option<&PieceMove> {
        match self {
            SanMove::Piece(piece) => Some(piece),
            SanMove::Castling(_) | SanMove::Drop { .. } | SanMove::Null => None,
        }
    }
}

/// A move as written: what it says of the piece and of where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceMove {
    /// The piece's letter, if written. None is a pawn's or, where the origin is
    /// written in full, that of what stands there: `g1f3`.
    pub role: Option<Role>,
    /// The file it comes from, if written.
    pub file: Option<File>,
    /// The rank it comes from, if written.
    pub rank: Option<Rank>,
    /// What is written of a capture.
    pub capture: Capture,
    /// Where it goes.
    pub to: Square,
    /// What it becomes there, if written.
    pub promotion: Option<Role>,
}

/// What is written of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capture {
    /// Nothing.
    Unmarked,
    /// `x`
    Marked,
    /// Nothing before the square, and `e.p.` behind the move.
    UnmarkedEnPassant,
    /// `x` before the square, and `e.p.` behind the move.
    MarkedEnPassant,
}

impl Capture {
    const ALL: [Capture; 4] =
        [Capture::Unmarked, Capture::Marked, Capture::UnmarkedEnPassant, Capture::MarkedEnPassant];

    /// Tells whether `x` is written.
    #[inline]
    #[must_use]
    pub const fn is_marked(self) -> bool {
        matches!(self, Capture::Marked | Capture::MarkedEnPassant)
    }

    /// Tells whether `e.p.` is written.
    #[inline]
    #[must_use]
    pub const fn is_en_passant(self) -> bool {
        matches!(self, Capture::UnmarkedEnPassant | Capture::MarkedEnPassant)
    }

    /// Returns the same with `e.p.` behind the move.
    pub(super) const fn en_passant(self) -> Capture {
        if self.is_marked() { Capture::MarkedEnPassant } else { Capture::UnmarkedEnPassant }
    }
}

/// What a move is said to do to the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckMark {
    /// `+`
    Check,
    /// `#`
    Mate,
}

// the fields of a move in its word, by the number of their first bit
const KIND: u32 = 0;
const MARK: u32 = 2;
const TO: u32 = 4;
const ROLE: u32 = 10;
const PROMOTION: u32 = 13;
const FILE: u32 = 16;
const RANK: u32 = 20;
const CAPTURE: u32 = 24;

const PIECE: u32 = 0;
const CASTLING: u32 = 1;
const DROP: u32 = 2;
const NULL: u32 = 3;

impl San {
    /// Makes a move with its mark.
    #[inline(always)]
    #[must_use]
    pub fn new(action: SanMove, mark: Option<CheckMark>) -> San {
        let role = |role: Option<Role>| role.map_or(0, u32::from);
        let action = match action {
            SanMove::Piece(PieceMove { role: piece, file, rank, capture, to, promotion }) => {
                PIECE << KIND
                    | u32::from(to) << TO
                    | role(piece) << ROLE
                    | role(promotion) << PROMOTION
                    | file.map_or(0, |file| u32::from(file) + 1) << FILE
                    | rank.map_or(0, |rank| u32::from(rank) + 1) << RANK
                    | (capture as u32) << CAPTURE
            }
            SanMove::Castling(side) => CASTLING << KIND | u32::from(side.is_king_side()) << TO,
            SanMove::Drop { role: piece, to } => {
                DROP << KIND | u32::from(to) << TO | role(Some(piece)) << ROLE
            }
            SanMove::Null => NULL << KIND,
        };
        let mark = match mark {
            None => 0,
            Some(CheckMark::Check) => 1,
            Some(CheckMark::Mate) => 2,
        };
        San(action | mark << MARK)
    }

    /// Returns the move itself.
    #[inline(always)]
    #[must_use]
    pub fn action(self) -> SanMove {
        match self.field(KIND, 2) as u32 {
            PIECE => SanMove::Piece(PieceMove {
                role: ROLES[self.field(ROLE, 3)],
                file: FILES[self.field(FILE, 4)],
                rank: RANKS[self.field(RANK, 4)],
                capture: Capture::ALL[self.field(CAPTURE, 2)],
                to: self.square(),
                promotion: ROLES[self.field(PROMOTION, 3)],
            }),
            CASTLING => SanMove::Castling(CastlingSide::from_king_side(self.field(TO, 1) == 1)),
            DROP => {
                SanMove::Drop { role: ROLES[self.field(ROLE, 3)].unwrap_or(Role::Pawn), to: self.square() }
            }
            _ => SanMove::Null,
        }
    }

    /// Returns the mark behind the move.
    #[inline(always)]
    #[must_use]
    pub fn mark(self) -> Option<CheckMark> {
        match self.field(MARK, 2) {
            1 => Some(CheckMark::Check),
            2 => Some(CheckMark::Mate),
            _ => None,
        }
    }

    #[inline(always)]
    const fn field(self, first: u32, bits: u32) -> usize {
        (self.0 >> first & ((1 << bits) - 1)) as usize
    }

    #[inline(always)]
    fn square(self) -> Square {
        Square::ALL[self.field(TO, 6)]
    }
}

impl fmt::Debug for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("San").field("action", &self.action()).field("mark", &self.mark()).finish()
    }
}

/// The roles by their number; 0 is none.
static ROLES: [Option<Role>; 8] = {
    let mut roles = [None; 8];
    let mut at = 0;
    while at < Role::ALL.len() {
        roles[Role::ALL[at] as usize] = Some(Role::ALL[at]);
        at += 1;
    }
    roles
};

/// The files by their number, counted from 1; 0 is none.
static FILES: [Option<File>; 16] = {
    let mut files = [None; 16];
    let mut at = 0;
    while at < File::ALL.len() {
        files[at + 1] = Some(File::ALL[at]);
        at += 1;
    }
    files
};

/// The ranks by their number, counted from 1; 0 is none.
static RANKS: [Option<Rank>; 16] = {
    let mut ranks = [None; 16];
    let mut at = 0;
    while at < Rank::ALL.len() {
        ranks[at + 1] = Some(Rank::ALL[at]);
        at += 1;
    }
    ranks
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_comes_out_as_it_went_in() {
        let roles = || [None].into_iter().chain(Role::ALL.map(Some));
        let files = || [None].into_iter().chain(File::ALL.map(Some));
        let ranks = || [None].into_iter().chain(Rank::ALL.map(Some));
        let mut actions = vec![
            SanMove::Castling(CastlingSide::KingSide),
            SanMove::Castling(CastlingSide::QueenSide),
            SanMove::Null,
        ];
        for to in Square::ALL {
            actions.extend(Role::ALL.map(|role| SanMove::Drop { role, to }));
            for (role, file) in roles().flat_map(|role| files().map(move |file| (role, file))) {
                for (rank, promotion) in ranks().flat_map(|rank| roles().map(move |role| (rank, role))) {
                    actions.extend(Capture::ALL.map(|capture| {
                        SanMove::Piece(PieceMove { role, file, rank, capture, to, promotion })
                    }));
                }
            }
        }
        for action in actions {
            for mark in [None, Some(CheckMark::Check), Some(CheckMark::Mate)] {
                let san = San::new(action, mark);
                assert_eq!((san.action(), san.mark()), (action, mark));
            }
        }
    }
}
