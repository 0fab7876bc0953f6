//! The descriptions of faults in a TLPD.

use super::{TlpdFault, rights_forms};
use crate::message::Code;
use crate::message::{Describe, Language, fill};

impl Describe for TlpdFault {
    fn code(&self) -> Code {
        match self {
            TlpdFault::MissingField(_) => Code::TlpdMissingField,
            TlpdFault::SurplusField => Code::TlpdSurplusField,
            TlpdFault::MissingSlash => Code::TlpdMissingSlash,
            TlpdFault::LineNumber => Code::TlpdLineNumber,
            TlpdFault::LineOrder => Code::TlpdLineOrder,
            TlpdFault::TooManyHexes { .. } => Code::TlpdTooManyHexes,
            TlpdFault::UnknownPiece(_) => Code::TlpdUnknownPiece,
            TlpdFault::TwoKings(_) => Code::TooManyKings,
            TlpdFault::NoKing(_) => Code::NoKing,
            TlpdFault::Side => Code::TlpdSide,
            TlpdFault::KingLeftInCheck(_) => Code::KingLeftInCheck,
            TlpdFault::Rights { .. } => Code::TlpdRights,
            TlpdFault::KingNotAtHome(_) => Code::TlpdKingNotAtHome,
            TlpdFault::RookNotAtHome(_) => Code::TlpdRookNotAtHome,
            TlpdFault::SpecialForm => Code::TlpdSpecialForm,
            TlpdFault::SpecialImpossible | TlpdFault::CounterAfterPawn => Code::TlpdSpecialImpossible,
            TlpdFault::Counter => Code::TlpdCounter,
            TlpdFault::Number => Code::TlpdNumber,
        }
    }

    fn message(&self, language: &Language) -> String {
        let cause = match self {
            TlpdFault::MissingField(_) => language.tlpd_missing_field.to_owned(),
            TlpdFault::SurplusField => language.tlpd_surplus_field.to_owned(),
            TlpdFault::MissingSlash => language.tlpd_missing_slash.to_owned(),
            TlpdFault::LineNumber => language.tlpd_line_number.to_owned(),
            TlpdFault::LineOrder => language.tlpd_line_order.to_owned(),
            TlpdFault::TooManyHexes { line, length } => {
                fill(language.tlpd_too_many_hexes, &[("line", line), ("length", length)])
            }
            TlpdFault::UnknownPiece(piece) => fill(language.tlpd_unknown_piece, &[("piece", piece)]),
            TlpdFault::TwoKings(_) => language.too_many_kings.to_owned(),
            TlpdFault::NoKing(_) => language.no_king.to_owned(),
            TlpdFault::Side => language.tlpd_side.to_owned(),
            TlpdFault::KingLeftInCheck(_) => language.king_left_in_check.to_owned(),
            TlpdFault::Rights { kings, rooks } => {
                let white = rights_forms(kings.white, rooks.white);
                let black = rights_forms(kings.black, rooks.black);
                fill(language.tlpd_rights, &[("white", &white), ("black", &black)])
            }
            TlpdFault::KingNotAtHome(_) => language.tlpd_king_not_home.to_owned(),
            TlpdFault::RookNotAtHome(_) => language.tlpd_rook_not_home.to_owned(),
            TlpdFault::SpecialForm => language.tlpd_special.to_owned(),
            TlpdFault::SpecialImpossible => language.tlpd_special_impossible.to_owned(),
            TlpdFault::CounterAfterPawn => language.tlpd_counter_after_pawn.to_owned(),
            TlpdFault::Counter => language.tlpd_counter.to_owned(),
            TlpdFault::Number => language.tlpd_number.to_owned(),
        };
        fill(language.bad_tlpd, &[("cause", &cause)])
    }
}
