//! Lints that need a board: oddities of a move or a position that still has one sensible
//! reading.

use crate::message::{Code, Describe, Language};

/// An oddity of a move or a position that can still be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardLint {
    /// A check mark after a move that does not give check.
    NoCheck,
    /// `#` after a move that does not mate.
    NoMate,
    /// A capture without `x`.
    UnmarkedCapture,
    /// `+^` after a move that does not give check by a knight's jump.
    NoJumpCheck,
    /// `++` after a move that gives check with one piece only.
    NoDoubleCheck,
    /// No mark after a move that gives check, in a notation that requires one.
    CheckNotMarked,
    /// A mark other than `#` after a move that mates.
    MateNotMarked,
    /// `x` for a capture, in a notation that forbids it.
    LetterX,
    /// `@@` for a capture that is not on the second hex behind the captured pawn, or `@` for
    /// one that is.
    OtherPassedHex,
    /// The capture of a scornful pawn has the sign of one en passant two steps behind the pawn.
    ScornfulSign,
    /// `e.p.` after a move that does not capture en passant.
    NotEnPassant,
    /// Castling rights in a FEN that are only possible in Chess960, which the game does not
    /// name as its variant.
    CastlingOfChess960,
    /// Impossible castling rights in a FEN, which are dropped.
    CastlingRightsDropped,
    /// A FEN with fewer than six fields.
    FenFieldsMissing,
    /// An impossible en passant square in a FEN, which is dropped.
    EnPassantDropped,
}

impl Describe for BoardLint {
    fn code(&self) -> Code {
        match self {
            BoardLint::NoCheck => Code::NoCheck,
            BoardLint::NoMate => Code::NoMate,
            BoardLint::UnmarkedCapture => Code::UnmarkedCapture,
            BoardLint::NoJumpCheck => Code::NoJumpCheck,
            BoardLint::NoDoubleCheck => Code::NoDoubleCheck,
            BoardLint::CheckNotMarked => Code::CheckNotMarked,
            BoardLint::MateNotMarked => Code::MateNotMarked,
            BoardLint::LetterX => Code::LetterX,
            BoardLint::OtherPassedHex | BoardLint::ScornfulSign => Code::OtherPassedHex,
            BoardLint::CastlingRightsDropped => Code::CastlingRightsDropped,
            BoardLint::FenFieldsMissing => Code::FenFieldsMissing,
            BoardLint::EnPassantDropped => Code::EnPassantDropped,
            BoardLint::NotEnPassant => Code::NotEnPassant,
            BoardLint::CastlingOfChess960 => Code::CastlingOfChess960,
        }
    }

    fn message(&self, language: &Language) -> String {
        match self {
            BoardLint::NoCheck => language.no_check,
            BoardLint::NoMate => language.no_mate,
            BoardLint::UnmarkedCapture => language.unmarked_capture,
            BoardLint::NoJumpCheck => language.no_jump_check,
            BoardLint::NoDoubleCheck => language.no_double_check,
            BoardLint::CheckNotMarked => language.check_not_marked,
            BoardLint::MateNotMarked => language.mate_not_marked,
            BoardLint::LetterX => language.letter_x,
            BoardLint::OtherPassedHex => language.other_passed_hex,
            BoardLint::ScornfulSign => language.scornful_sign,
            BoardLint::NotEnPassant => language.not_en_passant,
            BoardLint::CastlingOfChess960 => language.castling_of_chess960,
            BoardLint::CastlingRightsDropped => language.castling_rights_dropped,
            BoardLint::FenFieldsMissing => language.fen_fields_missing,
            BoardLint::EnPassantDropped => language.en_passant_dropped,
        }
        .to_owned()
    }
}
