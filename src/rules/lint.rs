//! What is not as it should be in a move or a position, and yet has one sensible reading.

use crate::message::{Code, Describe, Language};

/// Something that bends the notation or the rules and can be read all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardLint {
    /// `+` or `#` behind a move that gives no check.
    NoCheck,
    /// `#` behind a move that does not mate.
    NoMate,
    /// A capture without `x`.
    UnmarkedCapture,
    /// `+^` behind a move that gives check otherwise than by a knight's jump.
    NoJumpCheck,
    /// `++` behind a move that gives check with one piece.
    NoDoubleCheck,
    /// No mark behind a move that gives check, in a notation that demands it.
    CheckNotMarked,
    /// Another mark than `#` behind a move that mates.
    MateNotMarked,
    /// `x` for a capture, which the notation forbids.
    LetterX,
    /// `@@` for a capture elsewhere than two steps behind the pawn, or `@` there.
    OtherPassedHex,
    /// `e.p.` behind a move that is no capture en passant.
    NotEnPassant,
    /// Castling rights in a FEN that only Chess960 has, in a game of another name.
    CastlingOfChess960,
    /// Castling rights in a FEN that cannot be.
    CastlingRightsDropped,
    /// A FEN of fewer than six fields.
    FenFieldsMissing,
    /// An en passant square in a FEN that no pawn can have passed.
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
            BoardLint::OtherPassedHex => Code::OtherPassedHex,
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
            BoardLint::NotEnPassant => language.not_en_passant,
            BoardLint::CastlingOfChess960 => language.castling_of_chess960,
            BoardLint::CastlingRightsDropped => language.castling_rights_dropped,
            BoardLint::FenFieldsMissing => language.fen_fields_missing,
            BoardLint::EnPassantDropped => language.en_passant_dropped,
        }
        .to_owned()
    }
}
