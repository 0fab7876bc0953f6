//! TLPD (Transversal Lines Position Description), the description of a position by
//! transversal lines (notation, "TLPD: Registrar posición del tablero").
//!
//! It has six fields: the pieces, the side to move, the rights to castle and to leap, the
//! special capture, the halfmove counter and the move number.

mod describe;
mod read;
mod write;

pub use write::Tlpd;

use std::fmt;
use std::ops::Range;

use shakmaty::{ByColor, Color};
use thiserror::Error;

/// A text is not a valid TLPD.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{fault}")]
pub struct TlpdError {
    /// The reason.
    pub fault: TlpdFault,
    /// The range of the bytes at fault; empty, at the end of the text, if a field is missing.
    pub span: Range<usize>,
}

/// The reason why a text is not a valid TLPD.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "a field is named after what it holds")]
pub enum TlpdFault {
    /// A field is missing.
    #[error("{0} is missing")]
    MissingField(TlpdField),
    /// There are more than six fields.
    #[error("a seventh field where there are six")]
    SurplusField,
    /// The pieces are not between slashes.
    #[error("the lines must begin and end with a slash")]
    MissingSlash,
    /// A line does not begin with a number from 0 to 28 and a colon.
    #[error("expected the number of a line, 0 to 28, and a colon")]
    LineNumber,
    /// A line is not below the line before it.
    #[error("the lines must descend")]
    LineOrder,
    /// A line has too many hexes.
    #[error("line {line} has {length} hexes")]
    TooManyHexes { line: u8, length: usize },
    /// A character does not stand for a piece.
    #[error("no piece is written {0:?}")]
    UnknownPiece(char),
    /// A side has two kings.
    #[error("{} has two kings", side(*.0))]
    TwoKings(Color),
    /// A side has no king.
    #[error("{} has no king", side(*.0))]
    NoKing(Color),
    /// The side to move is neither `w` nor `b`.
    #[error("the side to move must be w or b")]
    Side,
    /// The side to move could capture the king.
    #[error("{} is in check and not to move", side(*.0))]
    KingLeftInCheck(Color),
    /// The rights to castle and to leap are malformed. The characters are those that the game has
    /// for the kings and the rooks.
    #[error(
        "castling and leap are not written as {} or - for White, then {} or - for Black",
        rights_forms(kings.white, rooks.white),
        rights_forms(kings.black, rooks.black)
    )]
    Rights { kings: ByColor<char>, rooks: ByColor<char> },
    /// A king with rights is not on its home hex.
    #[error("the king of {} is not at home", side(*.0))]
    KingNotAtHome(Color),
    /// A rook with rights is neither on its home hex nor captured.
    #[error("a rook of {} is not at home", side(*.0))]
    RookNotAtHome(Color),
    /// The special capture is malformed.
    #[error("the special capture is not written as G15@13, G13@9-11, F14 or -")]
    SpecialForm,
    /// No move can have allowed the special capture.
    #[error("no move allows this special capture")]
    SpecialImpossible,
    /// The halfmove counter is not 0, though the special capture says that a pawn has just moved.
    #[error("the counter is 0 after a pawn's move, which the special capture tells of")]
    CounterAfterPawn,
    /// The halfmove counter is not a number.
    #[error("the counter is not a number")]
    Counter,
    /// The move number is neither a number from 1 nor `?`.
    #[error("the move number is neither a number from 1 nor ?")]
    Number,
}

/// A field of a TLPD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TlpdField {
    /// The pieces, line by line.
    Pieces,
    /// The side to move.
    Side,
    /// The rights to castle and to leap.
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

/// Lists the rights that a side can have, as a TLPD writes them.
fn rights_forms(king: char, rook: char) -> String {
    format!("{rook}{king}{rook}, {rook}{king}, {king}{rook}, {king}")
}

fn side(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}
