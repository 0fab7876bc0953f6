//! The effect of a move on the board, for formats that describe or draw it. Cells have the
//! numbers of the [`Diagram`](super::Diagram).

use super::PieceKind;

/// The effect of a move on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveEffect {
    /// A piece moves from one cell to another.
    Normal {
        /// The piece.
        piece: PieceKind,
        /// The origin.
        from: usize,
        /// The destination.
        to: usize,
        /// The captured piece, if any.
        captured: Option<Captured>,
        /// The promotion of a pawn, if any.
        promotion: Option<Promoted>,
        /// Whether the capture explodes and removes the pieces around it (Atomic).
        explodes: bool,
    },
    /// The king and one rook or both move.
    Castling {
        /// The destination of the king.
        king: usize,
        /// The destination of the rook of the king's side, if it moves.
        king_rook: Option<usize>,
        /// The destination of the rook of the queen's side, if it moves.
        queen_rook: Option<usize>,
    },
    /// A piece in hand is dropped on the board.
    Drop {
        /// The piece.
        piece: PieceKind,
        /// The cell it is dropped on.
        to: usize,
    },
    /// A pawn is promoted without moving (C'escacs).
    Promotion {
        /// The cell of the pawn.
        on: usize,
        /// The piece it becomes.
        piece: PieceKind,
    },
    /// A null move: nothing changes.
    Null,
}

/// A move of one piece from one cell to another that changes no other cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainMove {
    /// The origin, which is empty afterwards.
    pub from: usize,
    /// The destination.
    pub to: usize,
    /// The piece on the destination afterwards.
    pub piece: PieceKind,
}

impl MoveEffect {
    /// Returns the plain move, or `None` if the effect is not that of a plain move.
    #[inline(always)]
    #[must_use]
    pub fn plain(&self) -> Option<PlainMove> {
        match *self {
            MoveEffect::Normal { piece, from, to, captured, promotion, explodes: false }
                if captured.is_none_or(|captured| captured.on == to) =>
            {
                let piece = match promotion {
                    Some(Promoted::Piece(promoted)) => promoted,
                    Some(Promoted::Awaiting) | None => piece,
                };
                Some(PlainMove { from, to, piece })
            }
            _ => None,
        }
    }
}

/// A captured piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Captured {
    /// The piece.
    pub piece: PieceKind,
    /// The cell that it is captured on. En passant, that is not the destination of the move.
    pub on: usize,
}

/// The result of promoting a pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promoted {
    /// A piece.
    Piece(PieceKind),
    /// A pawn awaiting promotion (C'escacs).
    Awaiting,
}

/// The status of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The side is not in check, and the game goes on.
    Free,
    /// It is in check.
    Check,
    /// It is checkmated.
    Checkmate,
    /// It has no legal move, and is not in check.
    Stalemate,
    /// The game is over by another rule.
    Over,
}

impl Status {
    /// Returns the status in a game that ends only by checkmate or stalemate, from whether the side
    /// is in check and whether the game is over.
    #[inline]
    #[must_use]
    pub const fn new(is_check: bool, is_over: bool) -> Status {
        match (is_check, is_over) {
            (false, false) => Status::Free,
            (true, false) => Status::Check,
            (true, true) => Status::Checkmate,
            (false, true) => Status::Stalemate,
        }
    }

    /// Returns the mark of a move that leads to the status (PGN standard, section 8.2.3.5).
    #[must_use]
    pub const fn mark(self) -> &'static str {
        match self {
            Status::Check => "+",
            Status::Checkmate => "#",
            Status::Free | Status::Stalemate | Status::Over => "",
        }
    }
}
