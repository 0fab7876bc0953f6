//! The errors of moves that cannot be resolved, and their descriptions.

use std::fmt::Display;

use shakmaty::Color;
use thiserror::Error;

use super::{PieceKind, PieceOn, Rules, guess};
use crate::message::{Certainty, Code, Describe, ENGLISH, Fix, Language, PlyNumber, did_you_mean, fill};
use crate::text::{Edit, Source, Span};

/// A move of a game could not be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{at} {error}")]
pub struct ReplayError {
    /// The reason.
    #[source]
    pub error: MoveError,
    /// The span of the move in the text.
    pub span: Span,
    /// The number of the ply, as counted on the board.
    pub at: PlyNumber,
    /// The nesting depth of the line; 0 is the main line.
    pub depth: usize,
    /// The closing bracket of the line, if it is a variation.
    pub closing: Option<Span>,
}

/// A written move fits no legal move, or more than one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", .fault.message(&ENGLISH))]
pub struct MoveError {
    /// The reason.
    pub fault: MoveFault,
    /// Legal moves that may have been meant, in the notation of the game, the likeliest
    /// first. [`Rules::resolve`] need not find any; [`MoveError::guessed`] and a replay that guesses do.
    pub readings: Vec<String>,
    /// Whether the game goes on to its end with the first of them and with no other legal move like it.
    pub is_clear: bool,
}

impl MoveError {
    /// Creates an error of which no move is known that may have been meant.
    #[must_use]
    pub fn new(fault: MoveFault) -> MoveError {
        MoveError { fault, readings: Vec::new(), is_clear: false }
    }

    /// Adds the legal moves that may have been meant, of which nothing but the position tells which.
    #[must_use]
    pub fn guessed<R: Rules>(self, position: &R, written: &R::Notation) -> MoveError {
        let readings = guess::readings(position, written);
        if readings.is_empty() { self } else { MoveError { readings, ..self } }
    }
}

/// The reason why a move cannot be resolved. Cells, files and ranks have the names of the
/// notation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "a field is named after what it holds")]
pub enum MoveFault {
    /// Several pieces of the kind can move there.
    Ambiguous { piece: PieceKind, to: String },
    /// No piece of the kind stands on the written file or rank, or another one can move there and
    /// this one cannot.
    WrongOrigin { piece: PieceKind, from: String, to: String },
    /// The side has no piece of the kind.
    NoSuchPiece { piece: PieceKind },
    /// No piece of the kind can reach the destination.
    CannotReach { piece: PieceKind, to: String },
    /// A piece of the same side is on the destination.
    OwnPieceThere { to: String },
    /// The move is written as a capture, but there is nothing to capture.
    NothingToCapture { to: String },
    /// The move of a pawn is written as an advance, but only a capture leads there.
    CaptureWithoutFile { to: String },
    /// The side is in check, and would still be after the move.
    StaysInCheck { checker: PieceOn },
    /// The king would be in check on its destination.
    KingIntoCheck { to: String, attacker: PieceOn },
    /// The piece shields its king from an attacker.
    Pinned { piece: PieceOn, attacker: PieceOn },
    /// The move would open a line to the king otherwise, such as a capture en passant.
    OpensLine { attacker: PieceOn },
    /// The move would leave the king in check, which says nothing of how.
    ExposesKing,
    /// The opponent's king is on the destination.
    CapturesKing,
    /// A pawn reaches the end of the board, and no promotion is written.
    PromotionMissing,
    /// A promotion is written for a move that is not one.
    NotAPromotion,
    /// A pawn cannot be promoted to that piece.
    BadPromotion { piece: PieceKind },
    /// Castling is not possible.
    Castling(CastlingFault),
    /// White's move is left out (`…`), but it is White's turn.
    WhiteLeftOut,
    /// The move is numbered as one of the side whose turn it is not, such as `1...` at White's turn.
    OtherSidesNumber { turn: Color },
    /// The piece on the origin is not the written one.
    OtherPieceThere { written: PieceKind, found: PieceKind, from: String },
    /// The origin is empty.
    NothingThere { from: String },
    /// The piece on the origin is the opponent's.
    NotYours { from: String },
    /// The piece never moves from the origin to the destination.
    NotItsWay { piece: PieceKind, from: String, to: String },
    /// The move begins and ends on the same hex.
    StaysThere { from: String },
    /// A piece is in the way.
    Blocked { obstacle: PieceOn },
    /// A king that has moved does not leap (C'escacs).
    LeapAfterMove,
    /// A king in check does not leap (C'escacs).
    LeapInCheck { checker: PieceOn },
    /// The move would be a capture en passant, which is possible on the next move only.
    LateEnPassant { to: String },
    /// The move would be a capture en passant, but no advance has passed over the destination.
    NeverPassed { to: String },
    /// The move would capture a scornful pawn, which is possible on the next move only.
    LateScornful { to: String },
    /// The move would capture a scornful pawn, but the pawn has scorned none.
    NeverScornful { to: String },
    /// The scornful pawn scorned another pawn.
    ScornedAnother { to: String },
    /// A pawn does not capture so.
    PawnCapturesOtherwise { found: PieceOn },
    /// A knight's double jump captures nothing (C'escacs).
    RideCaptures { found: PieceOn },
    /// The pawn does not advance three hexes from there (C'escacs).
    ThreeHexes { from: String },
    /// The captured piece is not the written one.
    OtherPieceCaptured { written: PieceKind, found: PieceKind, to: String },
    /// The move captures, but is not written as a capture.
    CaptureNotWritten { to: String },
    /// `@` is written for a capture that is neither en passant nor of a scornful pawn.
    NotInPassing { to: String },
    /// No castling has that name.
    UnknownCastling,
    /// A letter does not stand for a piece in this game.
    UnknownLetter { letter: char },
    /// A figure is that of a piece of Black's, and the piece is White's. `own` is White's figure of the same piece.
    OtherSidesFigure { figure: char, own: char },
    /// The hex has no pawn awaiting promotion.
    NotAwaiting { hex: String },
    /// The pawn cannot become that piece, because no such piece has been lost.
    NotRegainable { piece: PieceKind },
    /// The pawn cannot become a bishop, because that of the colour of its hex is not lost.
    BishopNotRegainable { hex: String },
    /// The pawn is written as awaiting promotion, but a piece can be regained.
    NeedNotWait,
    /// A pawn that awaits promotion already is written as awaiting it, which is no move.
    WaitsAlready { hex: String },
    /// Pawns awaiting promotion must be promoted first.
    PromotionFirst,
    /// A pawn awaiting promotion is not promoted in check.
    PromotionInCheck { checker: PieceOn },
    /// The side is checkmated.
    AfterMate,
    /// The side is stalemated. `result` is what the game ends with.
    AfterStalemate { result: &'static str },
    /// The game is over by a rule of its variant.
    AfterVariantEnd,
    /// A capture is possible, and therefore compulsory (Antichess).
    MustCapture,
    /// The side's own king would explode (Atomic).
    ExplodesKing,
    /// The move would give check, which is forbidden (Racing Kings).
    GivesCheck,
    /// The variant has no drops.
    NoDrops,
    /// The side has no such piece in hand (Crazyhouse).
    NotInPocket { piece: PieceKind },
    /// A piece is dropped on another piece.
    DropOnPiece { to: String },
    /// A pawn is dropped on the first or the last rank.
    PawnDroppedOnLastRank,
}

impl Describe for MoveError {
    fn code(&self) -> Code {
        self.fault.code()
    }

    fn message(&self, language: &Language) -> String {
        self.fault.message(language)
    }

    fn help(&self, language: &Language) -> Option<String> {
        did_you_mean(&self.readings, language)
    }

    fn fixes(&self, _source: &Source, span: Span) -> Vec<Fix> {
        let fix = |(at, reading)| {
            let certainty = if at == 0 && self.is_clear { Certainty::Guess } else { Certainty::Choice };
            Fix::of(certainty, vec![Edit::replace(span, reading)])
        };
        self.readings.iter().enumerate().map(fix).collect()
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
            MoveFault::StaysInCheck { .. } | MoveFault::PromotionInCheck { .. } => Code::StaysInCheck,
            MoveFault::KingIntoCheck { .. } => Code::KingIntoCheck,
            MoveFault::Pinned { .. } | MoveFault::OpensLine { .. } | MoveFault::ExposesKing => {
                Code::ExposesKing
            }
            MoveFault::CapturesKing => Code::CapturesKing,
            MoveFault::PromotionMissing => Code::PromotionMissing,
            MoveFault::NotAPromotion => Code::NotAPromotion,
            MoveFault::BadPromotion { .. } => Code::BadPromotion,
            MoveFault::Castling(fault) => fault.code(),
            MoveFault::WhiteLeftOut => Code::WhiteLeftOut,
            MoveFault::OtherSidesNumber { .. } => Code::OtherSidesNumber,
            MoveFault::OtherPieceThere { .. } => Code::OtherPieceThere,
            MoveFault::NothingThere { .. } => Code::NothingThere,
            MoveFault::NotYours { .. } => Code::NotYours,
            MoveFault::NotItsWay { .. } | MoveFault::StaysThere { .. } => Code::NotItsWay,
            MoveFault::Blocked { .. } => Code::Blocked,
            MoveFault::LeapAfterMove => Code::LeapAfterMove,
            MoveFault::LeapInCheck { .. } => Code::LeapInCheck,
            MoveFault::LateEnPassant { .. } | MoveFault::NeverPassed { .. } => Code::LateEnPassant,
            MoveFault::LateScornful { .. }
            | MoveFault::ScornedAnother { .. }
            | MoveFault::NeverScornful { .. } => Code::LateScornful,
            MoveFault::PawnCapturesOtherwise { .. } => Code::PawnCapturesOtherwise,
            MoveFault::RideCaptures { .. } => Code::RideCaptures,
            MoveFault::ThreeHexes { .. } => Code::ThreeHexes,
            MoveFault::OtherPieceCaptured { .. } => Code::OtherPieceCaptured,
            MoveFault::CaptureNotWritten { .. } => Code::CaptureNotWritten,
            MoveFault::NotInPassing { .. } => Code::NotInPassing,
            MoveFault::UnknownCastling => Code::UnknownCastling,
            MoveFault::UnknownLetter { .. } => Code::UnknownLetter,
            MoveFault::OtherSidesFigure { .. } => Code::OtherSidesFigure,
            MoveFault::NotAwaiting { .. } => Code::NotAwaiting,
            MoveFault::NotRegainable { .. } | MoveFault::BishopNotRegainable { .. } => Code::NotRegainable,
            MoveFault::NeedNotWait | MoveFault::WaitsAlready { .. } => Code::NeedNotWait,
            MoveFault::PromotionFirst => Code::PromotionFirst,
            MoveFault::AfterMate => Code::AfterMate,
            MoveFault::AfterStalemate { .. } => Code::AfterStalemate,
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
        let reason = self.reason(language);
        if self.is_spelling() { reason } else { fill(language.illegal_move, &[("reason", &reason)]) }
    }
}

impl MoveFault {
    /// Tells whether the fault is in how the move is written, or has a message of its own.
    const fn is_spelling(&self) -> bool {
        matches!(
            self,
            MoveFault::Ambiguous { .. }
                | MoveFault::PromotionMissing
                | MoveFault::Castling(_)
                | MoveFault::WhiteLeftOut
                | MoveFault::OtherSidesNumber { .. }
                | MoveFault::UnknownCastling
                | MoveFault::UnknownLetter { .. }
                | MoveFault::OtherSidesFigure { .. }
        )
    }

    fn reason(&self, language: &Language) -> String {
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
            MoveFault::StaysInCheck { checker } => checker.fill(language.stays_in_check, &[], language),
            MoveFault::KingIntoCheck { to, attacker } => {
                attacker.fill(language.king_into_check, &[("to", to)], language)
            }
            MoveFault::Pinned { piece: PieceOn { piece, cell }, attacker } => {
                let alone = piece.names(language).alone;
                let pinned: [(&str, &dyn Display); 2] = [("piece", &alone), ("from", cell)];
                attacker.fill(language.pinned, &pinned, language)
            }
            MoveFault::OpensLine { attacker } => attacker.fill(language.opens_line, &[], language),
            MoveFault::ExposesKing => language.exposes_king.to_owned(),
            MoveFault::CapturesKing => language.captures_king.to_owned(),
            MoveFault::PromotionMissing => language.promotion_missing.to_owned(),
            MoveFault::NotAPromotion => language.not_a_promotion.to_owned(),
            MoveFault::BadPromotion { piece } => fill(language.bad_promotion, &[("piece", &name(piece))]),
            MoveFault::Castling(fault) => fault.message(language),
            MoveFault::WhiteLeftOut => language.white_left_out.to_owned(),
            MoveFault::OtherSidesNumber { turn } => {
                turn.fold_wb(language.number_of_black, language.number_of_white).to_owned()
            }
            MoveFault::OtherPieceThere { written, found, from } => fill(
                language.other_piece_there,
                &[("written", &name(written)), ("found", &name(found)), ("from", from)],
            ),
            MoveFault::NothingThere { from } => fill(language.nothing_there, &[("from", from)]),
            MoveFault::NotYours { from } => fill(language.not_yours, &[("from", from)]),
            MoveFault::NotItsWay { piece, from, to } => {
                fill(language.not_its_way, &[("piece", &name(piece)), ("from", from), ("to", to)])
            }
            MoveFault::StaysThere { from } => fill(language.stays_there, &[("from", from)]),
            MoveFault::Blocked { obstacle } => obstacle.fill(language.blocked, &[], language),
            MoveFault::LeapAfterMove => language.leap_after_move.to_owned(),
            MoveFault::LeapInCheck { checker } => checker.fill(language.leap_in_check, &[], language),
            MoveFault::LateEnPassant { to } => fill(language.late_en_passant, &[("to", to)]),
            MoveFault::NeverPassed { to } => fill(language.never_passed, &[("to", to)]),
            MoveFault::LateScornful { to } => fill(language.late_scornful, &[("to", to)]),
            MoveFault::NeverScornful { to } => fill(language.never_scornful, &[("to", to)]),
            MoveFault::ScornedAnother { to } => fill(language.scorned_another, &[("to", to)]),
            MoveFault::PawnCapturesOtherwise { found } => {
                found.fill(language.pawn_captures_otherwise, &[], language)
            }
            MoveFault::RideCaptures { found } => found.fill(language.ride_captures, &[], language),
            MoveFault::ThreeHexes { from } => fill(language.three_hexes, &[("from", from)]),
            MoveFault::OtherPieceCaptured { written, found, to } => fill(
                language.other_piece_captured,
                &[("written", &name(written)), ("found", &name(found)), ("to", to)],
            ),
            MoveFault::CaptureNotWritten { to } => fill(language.capture_not_written, &[("to", to)]),
            MoveFault::NotInPassing { to } => fill(language.not_a_special_capture, &[("to", to)]),
            MoveFault::UnknownCastling => language.unknown_castling.to_owned(),
            MoveFault::UnknownLetter { letter } => fill(language.unknown_letter, &[("letter", letter)]),
            MoveFault::OtherSidesFigure { figure, own } => {
                fill(language.figure_of_black, &[("figure", figure), ("own", own)])
            }
            MoveFault::NotAwaiting { hex } => fill(language.not_awaiting, &[("hex", hex)]),
            MoveFault::NotRegainable { piece } => fill(language.not_regainable, &[("piece", &name(piece))]),
            MoveFault::BishopNotRegainable { hex } => fill(language.bishop_not_regainable, &[("hex", hex)]),
            MoveFault::NeedNotWait => language.need_not_wait.to_owned(),
            MoveFault::WaitsAlready { hex } => fill(language.waits_already, &[("hex", hex)]),
            MoveFault::PromotionFirst => language.promotion_first.to_owned(),
            MoveFault::PromotionInCheck { checker } => {
                checker.fill(language.promotion_in_check, &[], language)
            }
            MoveFault::AfterMate => language.after_mate.to_owned(),
            MoveFault::AfterStalemate { result } => fill(language.after_stalemate, &[("result", result)]),
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

/// Describes a written origin: a file, a rank, or both.
fn origin(from: &str, language: &Language) -> String {
    let text = match from.as_bytes() {
        [b'0'..=b'9'] => language.a_rank,
        [_] => language.a_file,
        _ => return from.to_owned(),
    };
    fill(text, &[("name", &from)])
}

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
