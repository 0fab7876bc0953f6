//! Why a move is refused.

use thiserror::Error;

use super::PieceKind;
use crate::message::{Code, Describe, ENGLISH, Language, PlyNumber, fill};
use crate::text::Span;

/// The error of a move that could not be played, and where it was written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{at} {error}")]
pub struct ReplayError {
    /// What is wrong with the move.
    #[source]
    pub error: MoveError,
    /// Where it is written.
    pub span: Span,
    /// Its number and side, by the board's count.
    pub at: PlyNumber,
}

/// The error of a written move that is no legal move, or more than one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", .fault.message(&ENGLISH))]
pub struct MoveError {
    /// What is wrong.
    pub fault: MoveFault,
    /// Legal moves that may have been meant, as the notation writes them, best first.
    pub readings: Vec<String>,
}

/// What can be wrong with a move. Places are given as the notation names
/// them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveFault {
    /// Several pieces of the kind can go there.
    Ambiguous { piece: PieceKind, to: String },
    /// Some piece of the kind can go there, but not from where it is written to come.
    WrongOrigin { piece: PieceKind, from: String, to: String },
    /// The side has no piece of the kind.
    NoSuchPiece { piece: PieceKind },
    /// No piece of the kind reaches the place.
    CannotReach { piece: PieceKind, to: String },
    /// A piece of the same side is there.
    OwnPieceThere { to: String },
    /// A capture is written, and there is nothing to capture.
    NothingToCapture { to: String },
    /// A pawn's move is written as if it went straight on, and only a capture leads there.
    CaptureWithoutFile { to: String },
    /// The king is in check and would still be.
    StaysInCheck,
    /// The move would put or leave the own king in check.
    ExposesKing,
    /// A pawn reaches its last place and nothing says what it becomes.
    PromotionMissing,
    /// A promotion is written for a move that is none.
    NotAPromotion,
    /// A pawn cannot become that.
    BadPromotion { piece: PieceKind },
    /// Castling is not possible.
    Castling(CastlingFault),
    /// White's move is left out, and it is White's turn.
    WhiteLeftOut,
    /// A piece is written that is not the one on the origin.
    OtherPieceThere { written: PieceKind, found: PieceKind, from: String },
    /// The origin is empty.
    NothingThere { from: String },
    /// On the origin is a piece of the other side.
    NotYours { from: String },
    /// The piece does not go from there to there.
    NotItsWay { piece: PieceKind, from: String, to: String },
    /// Another piece is written as captured than the one that is.
    OtherPieceCaptured { written: PieceKind, found: PieceKind, to: String },
    /// A move without capture is written, and it captures.
    CaptureNotWritten { to: String },
    /// `@` is written for a capture that is neither en passant nor scornful.
    NotInPassing { to: String },
    /// No castling has that name.
    UnknownCastling,
    /// A letter stands for no piece in this game.
    UnknownLetter { letter: char },
    /// The pawn on the hex does not await promotion.
    NotAwaiting { hex: String },
    /// The pawn cannot become that, for no such piece has been lost.
    NotRegainable { piece: PieceKind },
    /// A piece could be regained, and the pawn is said to wait.
    NeedNotWait,
    /// The pawns awaiting promotion come first.
    PromotionFirst,
    /// The side is mated.
    AfterMate,
    /// The side is stalemated.
    AfterStalemate,
    /// The game has been won, lost or drawn as its variant has it.
    AfterVariantEnd,
    /// A capture is possible, and so compulsory (Antichess).
    MustCapture,
    /// The own king would explode (Atomic).
    ExplodesKing,
    /// It would give check, which is forbidden (Racing Kings).
    GivesCheck,
    /// Pieces do not come back to the board in this kind of chess.
    NoDrops,
    /// The side holds no such piece (Crazyhouse).
    NotInPocket { piece: PieceKind },
    /// A piece is dropped where another one is.
    DropOnPiece { to: String },
    /// A pawn is dropped on the first or the last rank.
    PawnDroppedOnLastRank,
}

/// Why castling is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingFault {
    /// The king or the rook has moved, or the FEN gives no right.
    NoRight,
    /// The kind of chess has no castling.
    NotInVariant,
    /// The king is in check.
    InCheck,
    /// A piece stands between king and rook.
    Blocked,
    /// A piece stands where the king or a rook lands or passes (C'escacs).
    WayTaken,
    /// The king would pass through check, or end in it.
    ThroughCheck,
    /// The king would be in check behind it (C'escacs).
    IntoCheck,
}

impl Describe for MoveError {
    fn code(&self) -> Code {
        self.fault.code()
    }

    fn message(&self, language: &Language) -> String {
        self.fault.message(language)
    }

    fn help(&self, language: &Language) -> Option<String> {
        let (last, others) = self.readings.split_last()?;
        let readings = if others.is_empty() {
            last.clone()
        } else {
            format!("{} {} {last}", others.join(", "), language.or)
        };
        Some(fill(language.did_you_mean, &[("moves", &readings)]))
    }
}

impl Describe for MoveFault {
    fn code(&self) -> Code {
        match self {
            MoveFault::Ambiguous { .. } => Code::Ambiguous,
            MoveFault::WrongOrigin { .. } => Code::WrongOrigin,
            MoveFault::NoSuchPiece { .. } => Code::NoSuchPiece,
            MoveFault::CannotReach { .. } => Code::CannotReach,
            MoveFault::OwnPieceThere { .. } => Code::OwnPieceThere,
            MoveFault::NothingToCapture { .. } => Code::NothingToCapture,
            MoveFault::CaptureWithoutFile { .. } => Code::CaptureWithoutFile,
            MoveFault::StaysInCheck => Code::StaysInCheck,
            MoveFault::ExposesKing => Code::ExposesKing,
            MoveFault::PromotionMissing => Code::PromotionMissing,
            MoveFault::NotAPromotion => Code::NotAPromotion,
            MoveFault::BadPromotion { .. } => Code::BadPromotion,
            MoveFault::Castling(fault) => fault.code(),
            MoveFault::WhiteLeftOut => Code::WhiteLeftOut,
            MoveFault::OtherPieceThere { .. } => Code::OtherPieceThere,
            MoveFault::NothingThere { .. } => Code::NothingThere,
            MoveFault::NotYours { .. } => Code::NotYours,
            MoveFault::NotItsWay { .. } => Code::NotItsWay,
            MoveFault::OtherPieceCaptured { .. } => Code::OtherPieceCaptured,
            MoveFault::CaptureNotWritten { .. } => Code::CaptureNotWritten,
            MoveFault::NotInPassing { .. } => Code::NotInPassing,
            MoveFault::UnknownCastling => Code::UnknownCastling,
            MoveFault::UnknownLetter { .. } => Code::UnknownLetter,
            MoveFault::NotAwaiting { .. } => Code::NotAwaiting,
            MoveFault::NotRegainable { .. } => Code::NotRegainable,
            MoveFault::NeedNotWait => Code::NeedNotWait,
            MoveFault::PromotionFirst => Code::PromotionFirst,
            MoveFault::AfterMate => Code::AfterMate,
            MoveFault::AfterStalemate => Code::AfterStalemate,
            MoveFault::AfterVariantEnd => Code::AfterVariantEnd,
            MoveFault::MustCapture => Code::MustCapture,
            MoveFault::ExplodesKing => Code::ExplodesKing,
            MoveFault::GivesCheck => Code::GivesCheck,
            MoveFault::NoDrops => Code::NoDrops,
            MoveFault::NotInPocket { .. } => Code::NotInPocket,
            MoveFault::DropOnPiece { .. } => Code::DropOnPiece,
            MoveFault::PawnDroppedOnLastRank => Code::PawnDroppedOnLastRank,
        }
    }

    fn message(&self, language: &Language) -> String {
        let name = |piece: &PieceKind| piece.names(language).of_one;
        match self {
            MoveFault::Ambiguous { piece, to } => {
                fill(language.ambiguous, &[("piece", &name(piece)), ("to", to)])
            }
            MoveFault::WrongOrigin { piece, from, to } => fill(
                language.wrong_origin,
                &[("piece", &name(piece)), ("from", &origin(from, language)), ("to", to)],
            ),
            MoveFault::NoSuchPiece { piece } => fill(language.no_such_piece, &[("piece", &name(piece))]),
            MoveFault::CannotReach { piece, to } => {
                fill(language.cannot_reach, &[("piece", &name(piece)), ("to", to)])
            }
            MoveFault::OwnPieceThere { to } => fill(language.own_piece_there, &[("to", to)]),
            MoveFault::NothingToCapture { to } => fill(language.nothing_to_capture, &[("to", to)]),
            MoveFault::CaptureWithoutFile { to } => fill(language.capture_without_file, &[("to", to)]),
            MoveFault::StaysInCheck => language.stays_in_check.to_owned(),
            MoveFault::ExposesKing => language.exposes_king.to_owned(),
            MoveFault::PromotionMissing => language.promotion_missing.to_owned(),
            MoveFault::NotAPromotion => language.not_a_promotion.to_owned(),
            MoveFault::BadPromotion { piece } => fill(language.bad_promotion, &[("piece", &name(piece))]),
            MoveFault::Castling(fault) => fault.message(language),
            MoveFault::WhiteLeftOut => language.white_left_out.to_owned(),
            MoveFault::OtherPieceThere { written, found, from } => fill(
                language.other_piece_there,
                &[("written", &name(written)), ("found", &name(found)), ("from", from)],
            ),
            MoveFault::NothingThere { from } => fill(language.nothing_there, &[("from", from)]),
            MoveFault::NotYours { from } => fill(language.not_yours, &[("from", from)]),
            MoveFault::NotItsWay { piece, from, to } => {
                fill(language.not_its_way, &[("piece", &name(piece)), ("from", from), ("to", to)])
            }
            MoveFault::OtherPieceCaptured { written, found, to } => fill(
                language.other_piece_captured,
                &[("written", &name(written)), ("found", &name(found)), ("to", to)],
            ),
            MoveFault::CaptureNotWritten { to } => fill(language.capture_not_written, &[("to", to)]),
            MoveFault::NotInPassing { to } => fill(language.not_in_passing, &[("to", to)]),
            MoveFault::UnknownCastling => language.unknown_castling.to_owned(),
            MoveFault::UnknownLetter { letter } => fill(language.unknown_letter, &[("letter", letter)]),
            MoveFault::NotAwaiting { hex } => fill(language.not_awaiting, &[("hex", hex)]),
            MoveFault::NotRegainable { piece } => fill(language.not_regainable, &[("piece", &name(piece))]),
            MoveFault::NeedNotWait => language.need_not_wait.to_owned(),
            MoveFault::PromotionFirst => language.promotion_first.to_owned(),
            MoveFault::AfterMate => language.after_mate.to_owned(),
            MoveFault::AfterStalemate => language.after_stalemate.to_owned(),
            MoveFault::AfterVariantEnd => language.after_variant_end.to_owned(),
            MoveFault::MustCapture => language.must_capture.to_owned(),
            MoveFault::ExplodesKing => language.explodes_king.to_owned(),
            MoveFault::GivesCheck => language.gives_check.to_owned(),
            MoveFault::NoDrops => language.no_drops.to_owned(),
            MoveFault::NotInPocket { piece } => fill(language.not_in_pocket, &[("piece", &name(piece))]),
            MoveFault::DropOnPiece { to } => fill(language.drop_on_piece, &[("to", to)]),
            MoveFault::PawnDroppedOnLastRank => language.pawn_dropped_on_last_rank.to_owned(),
        }
    }
}

/// Names what is written of an origin: a file, a rank, or both.
fn origin(from: &str, language: &Language) -> String {
    let text = match from.as_bytes() {
        [b'0'..=b'9'] => language.a_rank,
        [_] => language.a_file,
        _ => return from.to_owned(),
    };
    fill(text, &[("name", &from)])
}

impl Describe for CastlingFault {
    fn code(&self) -> Code {
        match self {
            CastlingFault::NoRight => Code::CastlingNoRight,
            CastlingFault::NotInVariant => Code::CastlingNotInVariant,
            CastlingFault::InCheck => Code::CastlingInCheck,
            CastlingFault::Blocked => Code::CastlingBlocked,
            CastlingFault::WayTaken => Code::CastlingWayTaken,
            CastlingFault::ThroughCheck => Code::CastlingThroughCheck,
            CastlingFault::IntoCheck => Code::CastlingIntoCheck,
        }
    }

    fn message(&self, language: &Language) -> String {
        match self {
            CastlingFault::NoRight => language.castling_no_right,
            CastlingFault::NotInVariant => language.castling_not_in_variant,
            CastlingFault::InCheck => language.castling_in_check,
            CastlingFault::Blocked => language.castling_blocked,
            CastlingFault::WayTaken => language.castling_way_taken,
            CastlingFault::ThroughCheck => language.castling_through_check,
            CastlingFault::IntoCheck => language.castling_into_check,
        }
        .to_owned()
    }
}
