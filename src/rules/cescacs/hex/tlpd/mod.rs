//! TLPD, the description of a position by transversal lines (notation, TLPD).
//!
//! Six fields: the pieces, the side to move, castling and leap, the special
//! capture, the halfmove counter and the move number.

mod explain;
mod read;
mod write;

pub use write::Tlpd;

use std::fmt;
use std::ops::Range;

use shakmaty::Color;
use thiserror::Error;

/// The error of a text that describes no position, and where in it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{fault}")]
pub struct TlpdError {
    /// What is wrong.
    pub fault: TlpdFault,
    /// The bytes at fault; none, at the end, where something is missing.
    pub span: Range<usize>,
}

/// What can be wrong with a TLPD.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TlpdFault {
    /// A field is missing.
    #[error("{0} is missing")]
    MissingField(TlpdField),
    /// More than six fields.
    #[error("a seventh field where there are six")]
    SurplusField,
    /// The pieces are not between slashes.
    #[error("the lines must begin and end with a slash")]
    MissingSlash,
    /// A line that does not begin with a number from 0 to 28 and a colon.
    #[error("expected the number of a line, 0 to 28, and a colon")]
    LineNumber,
    /// A line that does not stand below the one before it.
    #[error("the lines must descend")]
    LineOrder,
    /// More hexes than the line has.
    #[error("line {line} has {length} hexes")]
    TooManyHexes { line: u8, length: usize },
    /// A character that is no piece.
    #[error("no piece is written {0:?}")]
    UnknownPiece(char),
    /// A second king of a side.
    #[error("{} has two kings", side(*.0))]
    TwoKings(Color),
    /// A side without king.
    #[error("{} has no king", side(*.0))]
    NoKing(Color),
    /// The side to move is neither `w` nor `b`.
    #[error("the side to move must be w or b")]
    Side,
    /// The side to move could capture the king.
    #[error("{} is in check and not to move", side(*.0))]
    KingLeftInCheck(Color),
    /// Castling and leap are not what each side can have.
    #[error("castling and leap are not written as RKR, RK, KR, K or - for each side")]
    Rights,
    /// A king with rights that is not where it started.
    #[error("the king of {} is not at home", side(*.0))]
    KingNotAtHome(Color),
    /// A rook with rights that is neither where it started nor captured.
    #[error("a rook of {} is not at home", side(*.0))]
    RookNotAtHome(Color),
    /// The special capture is not written as one.
    #[error("the special capture is not written as G15@13, G13@9-11, F14 or -")]
    SpecialForm,
    /// The special capture is none that a move can have allowed.
    #[error("no move allows this special capture")]
    SpecialImpossible,
    /// The halfmove counter is no number.
    #[error("the counter is not a number")]
    Counter,
    /// The move number is neither a number from 1 nor `?`.
    #[error("the move number is neither a number from 1 nor ?")]
    Number,
}

/// A field of a TLPD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TlpdField {
    /// The pieces, line by line.
    Pieces,
    /// The side to move.
    Side,
    /// Castling and the king's leap.
    Rights,
    /// The special capture.
    Special,
    /// The halfmove counter.
    Counter,
    /// The move number.
    Number,
}

impl fmt::Display for TlpdField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            TlpdField::Pieces => "the field of the pieces",
            TlpdField::Side => "the side to move",
            TlpdField::Rights => "the field of castling and leap",
            TlpdField::Special => "the field of the special capture",
            TlpdField::Counter => "the halfmove counter",
            TlpdField::Number => "the move number",
        })
    }
}

fn side(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}
