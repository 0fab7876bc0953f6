//! The errors of starting positions, and their descriptions.

use thiserror::Error;

use super::cescacs::hex::TlpdFault;
use crate::message::{Code, Describe, ENGLISH, Fix, Language, fill};
use crate::notation::pgn::variant;
use crate::text::{Edit, Source, Span};

/// A starting position cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", .fault.message(&ENGLISH))]
pub struct SetupError {
    /// The reason.
    pub fault: SetupFault,
    /// The span at fault: a tag value or a part of one.
    pub span: Span,
}

/// The reason why a starting position cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "a field is named after what it holds")]
pub enum SetupFault {
    /// The TLPD cannot be read or set up.
    BadTlpd(TlpdFault),
    /// The `Redefine` tag cannot be read.
    BadRedefine,
    /// The letters of a definition stand in the other order.
    RedefineTurned { letter: char, standard: char },
    /// The `Redefine` tag gives a piece a letter that is not among its other ones, which may be
    /// none.
    NoSuchAlternative { letter: char, standard: char, letters: &'static str },
    /// The `Redefine` tag gives a piece two letters.
    RedefinedTwice,
    /// The `Variant` tag names an unknown variant.
    UnknownVariant { name: String },
    /// A field of the FEN cannot be read.
    BadFen(FenField),
    /// A king is missing.
    NoKing,
    /// A side has several kings.
    TooManyKings,
    /// A pawn is on the first or the last rank.
    PawnOnLastRank,
    /// The side that is not to move is in check.
    KingLeftInCheck,
    /// The position is impossible in its variant.
    AgainstVariant,
    /// What can be wrong on one board alone, which words it itself, under the code of what is
    /// wrong in the same way on other boards.
    Other { code: Code, message: &'static str },
}

/// A field of a FEN (PGN standard, section 16.1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenField {
    /// The FEN as a whole: it has too many fields, or none.
    Whole,
    /// The pieces.
    Board,
    /// The side to move.
    Side,
    /// The castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// The halfmove clock.
    HalfmoveClock,
    /// The move number.
    MoveNumber,
    /// The counter of checks in Three-check, such as `3+3` or `+0+0`.
    Checks,
}

impl Describe for SetupFault {
    fn code(&self) -> Code {
        match self {
            SetupFault::UnknownVariant { .. } => Code::UnknownVariant,
            SetupFault::BadFen(field) => field.code(),
            SetupFault::BadTlpd(fault) => fault.code(),
            SetupFault::BadRedefine
            | SetupFault::RedefineTurned { .. }
            | SetupFault::NoSuchAlternative { .. } => Code::BadRedefine,
            SetupFault::RedefinedTwice => Code::RedefinedTwice,
            SetupFault::NoKing => Code::NoKing,
            SetupFault::TooManyKings => Code::TooManyKings,
            SetupFault::PawnOnLastRank => Code::PawnOnLastRank,
            SetupFault::KingLeftInCheck => Code::KingLeftInCheck,
            SetupFault::AgainstVariant => Code::AgainstVariant,
            SetupFault::Other { code, .. } => *code,
        }
    }

    fn message(&self, language: &Language) -> String {
        match self {
            SetupFault::UnknownVariant { name } => fill(language.unknown_variant, &[("name", name)]),
            SetupFault::BadFen(field) => fill(language.bad_fen, &[("field", &field.phrase(language))]),
            SetupFault::BadTlpd(fault) => fault.message(language),
            SetupFault::RedefineTurned { letter, standard } => {
                fill(language.redefine_turned, &[("letter", letter), ("standard", standard)])
            }
            SetupFault::BadRedefine => language.bad_redefine.to_owned(),
            SetupFault::NoSuchAlternative { standard, letters: "", .. } => {
                fill(language.no_alternative, &[("standard", standard)])
            }
            SetupFault::NoSuchAlternative { letter, standard, letters } => {
                let letters = letters.chars().map(String::from).collect::<Vec<_>>().join(", ");
                fill(
                    language.no_such_alternative,
                    &[("letter", letter), ("standard", standard), ("letters", &letters)],
                )
            }
            SetupFault::RedefinedTwice => language.redefined_twice.to_owned(),
            SetupFault::NoKing => language.no_king.to_owned(),
            SetupFault::TooManyKings => language.too_many_kings.to_owned(),
            SetupFault::PawnOnLastRank => language.pawn_on_last_rank.to_owned(),
            SetupFault::KingLeftInCheck => language.king_left_in_check.to_owned(),
            SetupFault::AgainstVariant => language.against_variant.to_owned(),
            SetupFault::Other { message, .. } => (*message).to_owned(),
        }
    }

    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        if let SetupFault::UnknownVariant { name } = self {
            let meant = variant::without_slip(name);
            return meant
                .map(|meant| Fix::guess(source.value_replacement(span, meant)))
                .into_iter()
                .collect();
        }
        let blanks =
            source.bytes()[span.range()].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let definition = Span::new(span.start + blanks, span.end);
        self.turned_back().map(|turned| Fix::certain(Edit::replace(definition, turned))).into_iter().collect()
    }
}

impl SetupFault {
    /// Returns the definition of a `Redefine` tag in the right order, if it stands in the other one.
    fn turned_back(&self) -> Option<String> {
        match self {
            SetupFault::RedefineTurned { letter, standard } => Some(format!("{letter}@{standard}")),
            _ => None,
        }
    }
}

impl FenField {
    fn code(self) -> Code {
        match self {
            FenField::Whole => Code::FenWhole,
            FenField::Board => Code::FenBoard,
            FenField::Side => Code::FenSide,
            FenField::Castling => Code::FenCastling,
            FenField::EnPassant => Code::FenEnPassant,
            FenField::HalfmoveClock => Code::FenHalfmoveClock,
            FenField::MoveNumber => Code::FenMoveNumber,
            FenField::Checks => Code::FenChecks,
        }
    }

    fn phrase(self, language: &Language) -> &'static str {
        match self {
            FenField::Whole => language.fen_whole,
            FenField::Board => language.fen_board,
            FenField::Side => language.fen_side,
            FenField::Castling => language.fen_castling,
            FenField::EnPassant => language.fen_en_passant,
            FenField::HalfmoveClock => language.fen_halfmove_clock,
            FenField::MoveNumber => language.fen_move_number,
            FenField::Checks => language.fen_checks,
        }
    }
}
