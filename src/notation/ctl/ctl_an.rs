//! Moves in CTL-AN (notation, "Notación algebraica: CTL-AN").

use super::Hex;

/// A move and its check mark, as written.
///
/// Pieces are kept as characters, because a game may redefine the letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CtlAn {
    /// The move itself.
    pub action: CtlMove,
    /// The check mark.
    pub mark: Option<CtlMark>,
}

/// The three kinds of move in CTL-AN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CtlMove {
    /// `GE5-F8`: a move from a hex to a hex.
    Step(CtlStep),
    /// `KRK-HIO`: castling with the king's rook (`KRK`), the queen's rook (`KRD`) or both
    /// (`KRR`).
    Castling {
        /// The three characters before the hyphen.
        pieces: [char; 3],
        /// The letters after the hyphen: the columns of destination, padded with spaces to
        /// four bytes.
        destinations: [u8; 4],
    },
    /// `F28=N`: the promotion of a pawn that was awaiting it.
    Promotion {
        /// The hex of the pawn.
        hex: Hex,
        /// The piece it becomes.
        piece: char,
    },
}

/// A move from a hex to a hex, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CtlStep {
    /// The piece that moves; `None` is a pawn.
    pub piece: Option<char>,
    /// The origin.
    pub from: Hex,
    /// The sign between the hexes.
    pub sign: Sign,
    /// The captured piece, if `sign` is one of capture; `None` is a pawn.
    pub captured: Option<char>,
    /// The destination.
    pub to: Hex,
    /// The promotion of a pawn, if written.
    pub promotion: Option<CtlPromotion>,
}

/// The sign between two hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A hyphen: no capture.
    Hyphen,
    /// `×` or `*`: a capture.
    Times,
    /// `x`, which the notation forbids: a capture.
    LetterX,
    /// `@`: a pawn captured in passing on the hex behind it, or after it scorned another
    /// pawn.
    At,
    /// `@@`: a pawn captured in passing on the second hex behind it.
    DoubleAt,
}

impl Sign {
    /// Tells whether the sign is that of a capture.
    #[must_use]
    pub const fn is_capture(self) -> bool {
        !matches!(self, Sign::Hyphen)
    }

    /// Tells whether the sign is that of a special capture by a pawn: in passing, or of a
    /// pawn that scorned another.
    #[must_use]
    pub const fn is_in_passing(self) -> bool {
        matches!(self, Sign::At | Sign::DoubleAt)
    }
}

/// The promotion of a pawn at the end of its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CtlPromotion {
    /// `=N`: a regainable piece.
    Piece(char),
    /// `=&`: a pawn awaiting promotion.
    Waiting,
}

/// The check mark of a move (notation, "Indicación de jaque").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CtlMark {
    /// `+`
    Check,
    /// `+^`: check by a knight's jump.
    JumpCheck,
    /// `^+`, which occurs in files although the notation does not define it.
    CaretCheck,
    /// `++`: check by two pieces.
    DoubleCheck,
    /// `+∞`: perpetual check.
    PerpetualCheck,
    /// `#`
    Mate,
}
