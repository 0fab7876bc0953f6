//! What a move does, for whoever tells it: cells as the rules number them, kinds of
//! pieces by their letters in upper case.

/// What a move does on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A piece goes from a cell to another.
    Goes {
        /// What goes.
        piece: char,
        /// Where it comes from.
        from: usize,
        /// Where it arrives.
        to: usize,
        /// What it captures.
        captured: Option<Captured>,
        /// What a pawn becomes there.
        becomes: Option<Becomes>,
    },
    /// The king goes to a cell, and one rook or both.
    Castles {
        /// Where the king arrives.
        king: usize,
        /// Where the rook of the king's side arrives.
        king_rook: Option<usize>,
        /// Where the rook of the queen's side arrives.
        queen_rook: Option<usize>,
    },
    /// A piece comes back to the board.
    Drops {
        /// What comes back.
        piece: char,
        /// Where it is put.
        to: usize,
    },
    /// A pawn becomes a piece where it stands.
    Promotes {
        /// Where it stands.
        on: usize,
        /// What it becomes.
        piece: char,
    },
    /// Nothing.
    Passes,
}

/// What a move changes that takes a piece from one cell to another and does no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The cell that is left.
    pub from: usize,
    /// The cell where the piece arrives.
    pub to: usize,
    /// The letter of the man that stands there then.
    pub letter: u8,
}

/// A piece that is captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Captured {
    /// What it is.
    pub piece: char,
    /// Where it stands, which a capture en passant does not go to.
    pub on: usize,
}

/// What a pawn becomes at the end of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Becomes {
    /// A piece.
    Piece(char),
    /// A pawn awaiting promotion.
    Waiting,
}

/// How the side to move stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
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
