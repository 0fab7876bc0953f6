//! The reasons why a castling is refused, and their descriptions.

use super::{PieceKind, PieceOn};
use crate::message::{Code, Describe, Language, fill};

/// The reason why castling is not possible. Cells have the names of the notation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "a field is named after what it holds")]
pub enum CastlingFault {
    /// The king or the rook has moved, or the starting position does not give the right.
    NoRight,
    /// The starting position does not give the right.
    NotGiven,
    /// The king has moved.
    KingHasMoved,
    /// The rook that started on a cell has moved or has been captured.
    RookHasMoved { home: String },
    /// The variant has no castling.
    NotInVariant,
    /// The king is in check.
    InCheck { checker: PieceOn },
    /// There is a piece between the king and the rook.
    Blocked { obstacle: PieceOn },
    /// There is a piece elsewhere in the way of the king or of a rook.
    WayTaken { mover: PieceKind, obstacle: PieceOn },
    /// There is a piece on the destination of the king or of a rook.
    DestinationTaken { mover: PieceKind, obstacle: PieceOn },
    /// The king would pass through check.
    ThroughCheck { on: String, attacker: PieceOn },
    /// The king would be in check afterwards.
    IntoCheck { on: String, attacker: PieceOn },
}

impl Describe for CastlingFault {
    fn code(&self) -> Code {
        match self {
            CastlingFault::NoRight
            | CastlingFault::NotGiven
            | CastlingFault::KingHasMoved
            | CastlingFault::RookHasMoved { .. } => Code::CastlingNoRight,
            CastlingFault::NotInVariant => Code::CastlingNotInVariant,
            CastlingFault::InCheck { .. } => Code::CastlingInCheck,
            CastlingFault::Blocked { .. } => Code::CastlingBlocked,
            CastlingFault::WayTaken { .. } | CastlingFault::DestinationTaken { .. } => Code::CastlingWayTaken,
            CastlingFault::ThroughCheck { .. } => Code::CastlingThroughCheck,
            CastlingFault::IntoCheck { .. } => Code::CastlingIntoCheck,
        }
    }

    fn message(&self, language: &Language) -> String {
        let name = |mover: &PieceKind| {
            if *mover == PieceKind::King { language.the_king } else { language.the_rook }
        };
        match self {
            CastlingFault::NoRight => language.castling_no_right.to_owned(),
            CastlingFault::NotGiven => language.castling_not_given.to_owned(),
            CastlingFault::KingHasMoved => language.castling_king_moved.to_owned(),
            CastlingFault::RookHasMoved { home } => fill(language.castling_rook_moved, &[("home", home)]),
            CastlingFault::NotInVariant => language.castling_not_in_variant.to_owned(),
            CastlingFault::InCheck { checker } => checker.fill(language.castling_in_check, &[], language),
            CastlingFault::Blocked { obstacle } => obstacle.fill(language.castling_blocked, &[], language),
            CastlingFault::WayTaken { mover, obstacle } => {
                obstacle.fill(language.castling_way_taken, &[("mover", &name(mover))], language)
            }
            CastlingFault::DestinationTaken { mover, obstacle } => {
                obstacle.fill(language.castling_destination_taken, &[("mover", &name(mover))], language)
            }
            CastlingFault::ThroughCheck { on, attacker } => {
                attacker.fill(language.castling_through_check, &[("on", on)], language)
            }
            CastlingFault::IntoCheck { on, attacker } => {
                attacker.fill(language.castling_into_check, &[("on", on)], language)
            }
        }
    }
}
