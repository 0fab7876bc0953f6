//! What a move does, for whoever tells or draws it. Cells are as the rules number them.

use super::PieceKind;

/// What a move does on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveEffect {
    /// A piece goes from a cell to another.
    Normal {
        /// What goes.
        piece: PieceKind,
        /// Where it comes from.
        from: usize,
        /// Where it arrives.
        to: usize,
        /// What it captures.
        captured: Option<Captured>,
        /// What a pawn becomes there.
        promotion: Option<Promoted>,
        /// Whether the capture explodes, and takes the pieces around with it (Atomic).
        explodes: bool,
    },
    /// The king goes to a cell, and one rook or both.
    Castling {
        /// Where the king arrives.
        king: usize,
        /// Where the rook of the king's side arrives.
        king_rook: Option<usize>,
        /// Where the rook of the queen's side arrives.
        queen_rook: Option<usize>,
    },
    /// A piece comes back to the board.
    Drop {
        /// What comes back.
        piece: PieceKind,
        /// Where it is put.
        to: usize,
    },
    /// A pawn becomes a piece where it stands.
    Promotion {
        /// Where it stands.
        on: usize,
        /// What it becomes.
        piece: PieceKind,
    },
    /// Nothing: a null move.
    Null,
}

/// A move that takes a piece from one cell to another and changes no other cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainMove {
    /// The cell that is left.
    pub from: usize,
    /// The cell where the piece arrives.
    pub to: usize,
    /// What stands there then.
    pub piece: PieceKind,
}

impl MoveEffect {
    /// Returns the move as a plain one, if it is one.
    #[inline]
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

/// A piece that is captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Captured {
    /// What it is.
    pub piece: PieceKind,
    /// Where it stands, which a capture en passant does not go to.
    pub on: usize,
}

/// What a pawn becomes at the end of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promoted {
    /// A piece.
    Piece(PieceKind),
    /// A pawn awaiting promotion (C'escacs).
    Awaiting,
}

/// How the side to move stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It plays on.
    Free,
    /// It is in check.
    Check,
    /// It has been checkmated.
    Checkmate,
    /// It has no move, and is not in check.
    Stalemate,
    /// The game is over by another rule.
    Over,
}
