//! A move as SAN writes it (PGN standard, section 8.2.3).

use shakmaty::{CastlingSide, File, Rank, Role, Square};

/// A move and its check mark, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct San {
    /// The move itself.
    pub action: SanMove,
    /// The mark behind it.
    pub mark: Option<CheckMark>,
}

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
    /// Tells whether `x` is written.
    #[must_use]
    pub const fn is_marked(self) -> bool {
        matches!(self, Capture::Marked | Capture::MarkedEnPassant)
    }

    /// Tells whether `e.p.` is written.
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
