//! A move as CTL-AN writes it (notation, "Notación algebraica: CTL-AN").

use super::Hex;

/// A move and its check mark, as written.
///
/// Pieces are kept as the characters that stand for them, because a game may
/// redefine letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CtlAn {
    /// The move itself.
    pub action: CtlMove,
    /// The mark behind it.
    pub mark: Option<CtlMark>,
}

/// The three kinds of move that CTL-AN writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CtlMove {
    /// `GE5-F8`: from a hex to a hex.
    Step(CtlStep),
    /// `KRK-HIOO`: the king, the rook and the king or queen whose rook it is; or
    /// both rooks.
    Castling {
        /// The three characters before the hyphen.
        pieces: [char; 3],
        /// The letters of the destinations, padded with spaces.
        destinations: [u8; 4],
    },
    /// `F28=N`: the promotion of a pawn that was awaiting it.
    Promotion {
        /// Where the pawn stands.
        hex: Hex,
        /// What it becomes.
        piece: char,
    },
}

/// A move from a hex to a hex, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CtlStep {
    /// The piece that moves; none is a pawn.
    pub piece: Option<char>,
    /// Where it comes from.
    pub from: Hex,
    /// What stands between the hexes.
    pub sign: Sign,
    /// The captured piece; none is a pawn.
    pub captured: Option<char>,
    /// Where it goes.
    pub to: Hex,
    /// What a pawn becomes there.
    pub promotion: Option<CtlPromotion>,
}

/// What stands between two hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A hyphen: no capture.
    Hyphen,
    /// `×` or `*`: a capture.
    Times,
    /// `x`, which the notation forbids: a capture.
    LetterX,
    /// `@`: a pawn captured on the hex behind it, which it has passed, or after it
    /// scorned another.
    At,
    /// `@@`: a pawn captured on the second hex behind it.
    DoubleAt,
}

impl Sign {
    /// Tells whether the sign is one of capture.
    #[must_use]
    pub const fn is_capture(self) -> bool {
        !matches!(self, Sign::Hyphen)
    }

    /// Tells whether the sign is one of the special captures of pawns.
    #[must_use]
    pub const fn is_in_passing(self) -> bool {
        matches!(self, Sign::At | Sign::DoubleAt)
    }
}

/// What a pawn becomes at the end of its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CtlPromotion {
    /// `=N`: a regainable piece.
    Piece(char),
    /// `=&`: a pawn awaiting promotion.
    Waiting,
}

/// What a move is said to do to the king (notation, "Indicación de jaque").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CtlMark {
    /// `+`
    Check,
    /// `+^`: by a knight's jump.
    JumpCheck,
    /// `^+`, which files have and the notation does not define.
    CaretCheck,
    /// `++`: by two pieces.
    DoubleCheck,
    /// `+∞`: again and again.
    PerpetualCheck,
    /// `#`
    Mate,
}
