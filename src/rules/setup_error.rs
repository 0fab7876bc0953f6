//! The errors of starting positions, and their descriptions.

use thiserror::Error;

use super::cescacs::hex::TlpdFault;
use crate::message::problem::problems;
use crate::message::{Code, Describe, ENGLISH, Fix};
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

problems! {
    /// The reason why a starting position cannot be set up.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    #[expect(missing_docs, reason = "a field is named after what it holds")]
    pub enum SetupFault(language) {
        /// The TLPD cannot be read or set up.
        BadTlpd(fault: TlpdFault) = fault.code(), fault.message(language);
        /// The `Redefine` tag cannot be read.
        BadRedefine = Code::BadRedefine, language.bad_redefine;
        /// The two letters of a definition are swapped.
        RedefineTurned { letter: char, standard: char } = Code::BadRedefine, language.redefine_turned;
        /// The `Redefine` tag gives a piece a letter that is not one of its alternatives. A piece may have
        /// no alternatives.
        NoSuchAlternative { letter: char, standard: char, letters: &'static str } = Code::BadRedefine,
            if letters.is_empty() { language.no_alternative } else { language.no_such_alternative },
            letters = letters.chars().map(String::from).collect::<Vec<_>>().join(", ");
        /// The `Redefine` tag gives a piece two letters.
        RedefinedTwice = Code::RedefinedTwice, language.redefined_twice;
        /// The `Variant` tag names an unknown variant.
        UnknownVariant { name: String } = Code::UnknownVariant, language.unknown_variant;
        /// A field of the FEN cannot be read.
        BadFen(field: FenField) = field.row_code(), language.bad_fen, field = field.row_text(language);
        /// A king is missing.
        NoKing = Code::NoKing, language.no_king;
        /// A side has several kings.
        TooManyKings = Code::TooManyKings, language.too_many_kings;
        /// A pawn is on the first or the last rank.
        PawnOnLastRank = Code::PawnOnLastRank, language.pawn_on_last_rank;
        /// The side that is not to move is in check.
        KingLeftInCheck = Code::KingLeftInCheck, language.king_left_in_check;
        /// The position is impossible in its variant.
        AgainstVariant = Code::AgainstVariant, language.against_variant;
        /// A fault of a board from outside the library, with its own text, and the code of the
        /// corresponding fault on the boards here.
        Other { code: Code, message: &'static str } = *code, *message;
    }
    describe with fixes;
}

problems! {
    /// The field of a FEN that is at fault (PGN standard, section 16.1.3).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum FenField(language) {
        /// The FEN as a whole, such as too many fields or a field of another variant.
        Whole = Code::FenWhole, language.fen_whole;
        /// The pieces.
        Board = Code::FenBoard, language.fen_board;
        /// The side to move.
        Side = Code::FenSide, language.fen_side;
        /// The castling rights.
        Castling = Code::FenCastling, language.fen_castling;
        /// The en passant square.
        EnPassant = Code::FenEnPassant, language.fen_en_passant;
        /// The halfmove clock.
        HalfmoveClock = Code::FenHalfmoveClock, language.fen_halfmove_clock;
        /// The move number.
        MoveNumber = Code::FenMoveNumber, language.fen_move_number;
        /// The counter of checks in Three-check, such as `3+3` or `+0+0`.
        Checks = Code::FenChecks, language.fen_checks;
    }
}

impl SetupFault {
    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        let fix = match self {
            SetupFault::UnknownVariant { name } => {
                variant::without_slip(name).map(|meant| Fix::guess(source.value_replacement(span, meant)))
            }
            SetupFault::RedefineTurned { letter, standard } => {
                let written = &source.bytes()[span.range()];
                let blanks = written.len() - written.trim_ascii_start().len();
                let definition = Span::new(span.start + blanks, span.end);
                Some(Fix::certain(Edit::replace(definition, format!("{letter}@{standard}"))))
            }
            _ => None,
        };
        fix.into_iter().collect()
    }
}
