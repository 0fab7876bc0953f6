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

/// A move as written: what it says of the piece and of where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SanMove {
    /// `O-O` or `O-O-O`
    Castling(CastlingSide),
    /// Everything else.
    Piece {
        /// The piece's letter; none is a pawn's.
        role: Role,
        /// The file it comes from, if written.
        file: Option<File>,
        /// The rank it comes from, if written.
        rank: Option<Rank>,
        /// Whether a capture is written.
        capture: bool,
        /// Where it goes.
        to: Square,
        /// What it becomes there, if written.
        promotion: Option<Role>,
    },
}

/// What a move is said to do to the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckMark {
    /// `+`
    Check,
    /// `#`
    Mate,
}
