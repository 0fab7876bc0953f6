//! TLPD (Transversal Lines Position Description), the description of a position by
//! transversal lines (notation, "TLPD: Registrar posición del tablero").
//!
//! It has six fields: the pieces, the side to move, the rights to castle and to leap, the
//! special capture, the halfmove clock and the move number.

mod read;
mod write;

pub use write::Tlpd;

use std::ops::Range;

use shakmaty::{ByColor, Color};
use thiserror::Error;

use crate::message::problem::problems;
use crate::message::{Code, Describe, ENGLISH, Language, fill};

/// A text is not a valid TLPD.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", .fault.message(&ENGLISH))]
pub struct TlpdError {
    /// The reason.
    pub fault: TlpdFault,
    /// The range of the bytes at fault; empty, at the end of the text, if a field is missing.
    pub span: Range<usize>,
}

problems! {
    /// The reason why a text is not a valid TLPD.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    #[expect(missing_docs, reason = "a field is named after what it holds")]
    pub enum TlpdFault(language) {
        /// A field is missing.
        MissingField(field: TlpdField) = Code::TlpdMissingField, language.tlpd_missing_field;
        /// There are more than six fields.
        SurplusField = Code::TlpdSurplusField, language.tlpd_surplus_field;
        /// The pieces are not between slashes.
        MissingSlash = Code::TlpdMissingSlash, language.tlpd_missing_slash;
        /// The pieces have white space among them.
        SpaceInPieces = Code::TlpdMissingSlash, language.tlpd_space_in_pieces;
        /// A line does not begin with a number from 0 to 28 and a colon.
        LineNumber = Code::TlpdLineNumber, language.tlpd_line_number;
        /// A line is not below the line before it.
        LineOrder = Code::TlpdLineOrder, language.tlpd_line_order;
        /// A line has too many hexes.
        TooManyHexes { line: u8, length: usize } = Code::TlpdTooManyHexes, language.tlpd_too_many_hexes;
        /// A character does not stand for a piece.
        UnknownPiece(piece: char) = Code::TlpdUnknownPiece, language.tlpd_unknown_piece, piece = piece;
        /// A side has two kings.
        TwoKings(side: Color) = Code::TooManyKings, language.too_many_kings;
        /// A side has no king.
        NoKing(side: Color) = Code::NoKing, language.no_king;
        /// The side to move is neither `w` nor `b`.
        Side = Code::TlpdSide, language.tlpd_side;
        /// The side to move could capture the king.
        KingLeftInCheck(side: Color) = Code::KingLeftInCheck, language.king_left_in_check;
        /// The rights to castle and to leap are malformed. The fields have the characters that the game uses
        /// for the kings and the rooks.
        Rights { kings: ByColor<char>, rooks: ByColor<char> } = Code::TlpdRights, language.tlpd_rights,
            white = rights_forms(kings.white, rooks.white), black = rights_forms(kings.black, rooks.black);
        /// A king with rights is not on its home hex.
        KingNotAtHome(side: Color) = Code::TlpdKingNotAtHome, language.tlpd_king_not_home;
        /// A rook with rights is neither on its home hex nor captured.
        RookNotAtHome(side: Color) = Code::TlpdRookNotAtHome, language.tlpd_rook_not_home;
        /// The special capture is malformed.
        SpecialForm = Code::TlpdSpecialForm, language.tlpd_special;
        /// No move can have allowed the special capture.
        SpecialImpossible = Code::TlpdSpecialImpossible, language.tlpd_special_impossible;
        /// The halfmove clock is not 0, although the special capture says that a pawn has just moved.
        CounterAfterPawn = Code::TlpdSpecialImpossible, language.tlpd_counter_after_pawn;
        /// The halfmove clock is not a number.
        Counter = Code::TlpdCounter, language.tlpd_counter;
        /// The move number is neither a number from 1 nor `?`.
        Number = Code::TlpdNumber, language.tlpd_number;
    }
}

impl Describe for TlpdFault {
    fn code(&self) -> Code {
        self.row_code()
    }

    fn message(&self, language: &Language) -> String {
        fill(language.bad_tlpd, &[("cause", &self.row_text(language))])
    }
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
    /// The halfmove clock.
    Counter,
    /// The move number.
    Number,
}

/// Lists the rights that a side can have, as a TLPD writes them.
fn rights_forms(king: char, rook: char) -> String {
    format!("{rook}{king}{rook}, {rook}{king}, {king}{rook}, {king}")
}
