//! The errors of moves that cannot be resolved, and their descriptions.

use shakmaty::Color;
use thiserror::Error;

use super::{PieceKind, PieceOn, Rules, guess};
use crate::message::problem::problems;
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

/// A written move fits no legal move, or several.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", .fault.message(&ENGLISH))]
pub struct MoveError {
    /// The reason.
    pub fault: MoveFault,
    /// Legal moves that may have been meant, in the notation of the game, the likeliest
    /// first. [`Rules::resolve`] may leave them out; [`MoveError::guessed`] and a replay that guesses add them.
    pub readings: Vec<String>,
    /// Whether the line can be played to its end after the first of them, and no other legal move
    /// is as likely.
    pub is_clear: bool,
}

impl MoveError {
    /// Creates an error without moves that may have been meant.
    #[must_use]
    pub fn new(fault: MoveFault) -> MoveError {
        MoveError { fault, readings: Vec::new(), is_clear: false }
    }

    /// Adds the legal moves that may have been meant, judged by the position alone.
    #[must_use]
    pub fn guessed<R: Rules>(self, position: &R, written: &R::Notation) -> MoveError {
        let readings = guess::readings(position, written);
        if readings.is_empty() { self } else { MoveError { readings, ..self } }
    }
}

problems! {
    /// The reason why a move cannot be resolved. Cells, files and ranks have the names of the
    /// notation.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    #[expect(missing_docs, reason = "a field is named after what it holds")]
    pub enum MoveFault(language) {
        /// Several pieces of the kind can move there.
        Ambiguous { piece: PieceKind, to: String } = Code::Ambiguous, language.ambiguous;
        /// No piece of the kind stands on the written file or rank, or another one can move there and
        /// this one cannot.
        WrongOrigin { piece: PieceKind, from: String, to: String }
            = Code::WrongOrigin, language.wrong_origin, from = origin(from, language);
        /// The side has no piece of the kind.
        NoSuchPiece { piece: PieceKind } = Code::NoSuchPiece, language.no_such_piece;
        /// No piece of the kind can reach the destination.
        CannotReach { piece: PieceKind, to: String } = Code::CannotReach,
            if *piece == PieceKind::King { language.king_cannot_reach } else { language.cannot_reach };
        /// A piece of the same side is on the destination.
        OwnPieceThere { to: String } = Code::OwnPieceThere, language.own_piece_there;
        /// The move is written as a capture, but there is nothing to capture.
        NothingToCapture { to: String } = Code::NothingToCapture, language.nothing_to_capture;
        /// The move of a pawn is written as an advance, but only a capture leads there.
        CaptureWithoutFile { to: String } = Code::CaptureWithoutFile, language.capture_without_file;
        /// The side is in check, and would still be after the move.
        StaysInCheck { checker: PieceOn } = Code::StaysInCheck, language.stays_in_check;
        /// The king would be in check on its destination.
        KingIntoCheck { to: String, attacker: PieceOn } = Code::KingIntoCheck, language.king_into_check;
        /// The piece shields its king from an attacker.
        Pinned { attacker: PieceOn, piece: PieceOn }
            = Code::ExposesKing, language.pinned, piece = piece.piece.names(language).alone, from = piece.cell;
        /// The move opens a line to the king in another way, such as a capture en passant that removes two pawns.
        OpensLine { attacker: PieceOn } = Code::ExposesKing, language.opens_line;
        /// The move would leave the king in check, and it is not known from which piece.
        ExposesKing = Code::ExposesKing, language.exposes_king;
        /// The opponent's king is on the destination.
        CapturesKing = Code::CapturesKing, language.captures_king;
        /// A pawn reaches the end of the board, and no promotion is written.
        PromotionMissing = Code::PromotionMissing, language.promotion_missing;
        /// A promotion is written for a move that is not one.
        NotAPromotion = Code::NotAPromotion, language.not_a_promotion;
        /// A pawn cannot be promoted to that piece.
        BadPromotion { piece: PieceKind } = Code::BadPromotion, language.bad_promotion;
        /// Castling is not possible.
        Castling(fault: CastlingFault) = fault.code(), fault.message(language);
        /// White's move is left out (`…`), but it is White's turn.
        WhiteLeftOut = Code::WhiteLeftOut, language.white_left_out;
        /// The number says that the move is made by the side that is not to move, such as `1...` at White's turn.
        OtherSidesNumber { turn: Color }
            = Code::OtherSidesNumber, turn.fold_wb(language.number_of_black, language.number_of_white);
        /// The piece on the origin is not the written one.
        OtherPieceThere { written: PieceKind, found: PieceKind, from: String }
            = Code::OtherPieceThere, language.other_piece_there;
        /// The origin is empty.
        NothingThere { from: String } = Code::NothingThere, language.nothing_there;
        /// The piece on the origin is the opponent's.
        NotYours { from: String } = Code::NotYours, language.not_yours;
        /// The piece never moves from the origin to the destination.
        NotItsWay { piece: PieceKind, from: String, to: String } = Code::NotItsWay, language.not_its_way;
        /// The move begins and ends on the same hex.
        StaysThere { from: String } = Code::NotItsWay, language.stays_there;
        /// A piece is in the way.
        Blocked { obstacle: PieceOn } = Code::Blocked, language.blocked;
        /// A king that has moved does not leap (C'escacs).
        LeapAfterMove = Code::LeapAfterMove, language.leap_after_move;
        /// A king in check does not leap (C'escacs).
        LeapInCheck { checker: PieceOn } = Code::LeapInCheck, language.leap_in_check;
        /// The move would be a capture en passant, which is possible on the next move only.
        LateEnPassant { to: String } = Code::LateEnPassant, language.late_en_passant;
        /// The move would be a capture en passant, but no advance has passed over the destination.
        NeverPassed { to: String } = Code::LateEnPassant, language.never_passed;
        /// The move would capture a scornful pawn, which is possible on the next move only.
        LateScornful { to: String } = Code::LateScornful, language.late_scornful;
        /// The move would capture a scornful pawn, but the pawn has scorned none.
        NeverScornful { to: String } = Code::LateScornful, language.never_scornful;
        /// The scornful pawn scorned another pawn.
        ScornedAnother { to: String } = Code::LateScornful, language.scorned_another;
        /// A pawn does not capture in this way.
        PawnCapturesOtherwise { found: PieceOn }
            = Code::PawnCapturesOtherwise, language.pawn_captures_otherwise;
        /// A knight's ride captures nothing (C'escacs).
        RideCaptures { found: PieceOn } = Code::RideCaptures, language.ride_captures;
        /// The pawn does not advance three hexes from there (C'escacs).
        ThreeHexes { from: String } = Code::ThreeHexes, language.three_hexes;
        /// The captured piece is not the written one.
        OtherPieceCaptured { written: PieceKind, found: PieceKind, to: String }
            = Code::OtherPieceCaptured, language.other_piece_captured;
        /// The move captures, but is not written as a capture.
        CaptureNotWritten { to: String } = Code::CaptureNotWritten, language.capture_not_written;
        /// `@` is written for a capture that is neither en passant nor of a scornful pawn.
        NotInPassing { to: String } = Code::NotInPassing, language.not_a_special_capture;
        /// No castling has that name.
        UnknownCastling = Code::UnknownCastling, language.unknown_castling;
        /// A letter does not stand for a piece in this game.
        UnknownLetter { letter: char } = Code::UnknownLetter, language.unknown_letter;
        /// The figure of a black piece stands for a white one. `own` is White's figure of the same
        /// piece.
        OtherSidesFigure { figure: char, own: char } = Code::OtherSidesFigure, language.figure_of_black;
        /// The hex has no pawn awaiting promotion.
        NotAwaiting { hex: String } = Code::NotAwaiting, language.not_awaiting;
        /// The pawn cannot become that piece, because no such piece has been lost.
        NotRegainable { piece: PieceKind } = Code::NotRegainable, language.not_regainable;
        /// The pawn cannot become a bishop, because the side still has the one on hexes of that colour.
        BishopNotRegainable { hex: String } = Code::NotRegainable, language.bishop_not_regainable;
        /// The pawn is written as awaiting promotion, but a piece can be regained.
        NeedNotWait = Code::NeedNotWait, language.need_not_wait;
        /// A pawn that already awaits promotion is written as awaiting it, which is not a move.
        WaitsAlready { hex: String } = Code::NeedNotWait, language.waits_already;
        /// Pawns awaiting promotion must be promoted first.
        PromotionFirst = Code::PromotionFirst, language.promotion_first;
        /// A pawn awaiting promotion is not promoted in check.
        PromotionInCheck { checker: PieceOn } = Code::StaysInCheck, language.promotion_in_check;
        /// The side is checkmated.
        AfterMate = Code::AfterMate, language.after_mate;
        /// The side is stalemated. `result` is the result of the game in its notation.
        AfterStalemate { result: &'static str } = Code::AfterStalemate, language.after_stalemate;
        /// The game is over by a rule of its variant.
        AfterVariantEnd = Code::AfterVariantEnd, language.after_variant_end;
        /// A capture is possible, and therefore compulsory (Antichess).
        MustCapture = Code::MustCapture, language.must_capture;
        /// The side's own king would explode (Atomic).
        ExplodesKing = Code::ExplodesKing, language.explodes_king;
        /// The move would give check, which is forbidden (Racing Kings).
        GivesCheck = Code::GivesCheck, language.gives_check;
        /// The variant has no drops.
        NoDrops = Code::NoDrops, language.no_drops;
        /// The side has no such piece in hand (Crazyhouse).
        NotInPocket { piece: PieceKind } = Code::NotInPocket, language.not_in_pocket;
        /// A piece is dropped on another piece.
        DropOnPiece { to: String } = Code::DropOnPiece, language.drop_on_piece;
        /// A pawn is dropped on the first or the last rank.
        PawnDroppedOnLastRank = Code::PawnDroppedOnLastRank, language.pawn_dropped_on_last_rank;
    }
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
        self.row_code()
    }

    fn message(&self, language: &Language) -> String {
        let reason = self.row_text(language);
        if self.is_spelling() { reason } else { fill(language.illegal_move, &[("reason", &reason)]) }
    }
}

impl MoveFault {
    /// Returns whether the fault is in how the move is written, or has a message of its own.
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

problems! {
    /// The reason why castling is not possible. Cells have the names of the notation.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    #[expect(missing_docs, reason = "a field is named after what it holds")]
    pub enum CastlingFault(language) {
        /// The king or the rook has moved, or the starting position does not give the right.
        NoRight = Code::CastlingNoRight, language.castling_no_right;
        /// The starting position does not give the right.
        NotGiven = Code::CastlingNoRight, language.castling_not_given;
        /// The king has moved.
        KingHasMoved = Code::CastlingNoRight, language.castling_king_moved;
        /// The rook that started on a cell has moved or has been captured.
        RookHasMoved { home: String } = Code::CastlingNoRight, language.castling_rook_moved;
        /// The variant has no castling.
        NotInVariant = Code::CastlingNotInVariant, language.castling_not_in_variant;
        /// The king is in check.
        InCheck { checker: PieceOn } = Code::CastlingInCheck, language.castling_in_check;
        /// There is a piece between the king and the rook.
        Blocked { obstacle: PieceOn } = Code::CastlingBlocked, language.castling_blocked;
        /// There is a piece elsewhere in the way of the king or of a rook.
        WayTaken { mover: PieceKind, obstacle: PieceOn }
            = Code::CastlingWayTaken, language.castling_way_taken, mover = name_of_mover(*mover, language);
        /// There is a piece on the destination of the king or of a rook.
        DestinationTaken { mover: PieceKind, obstacle: PieceOn }
            = Code::CastlingWayTaken, language.castling_destination_taken, mover = name_of_mover(*mover, language);
        /// The king would pass through check.
        ThroughCheck { on: String, attacker: PieceOn }
            = Code::CastlingThroughCheck, language.castling_through_check;
        /// The king would be in check afterwards.
        IntoCheck { on: String, attacker: PieceOn } = Code::CastlingIntoCheck, language.castling_into_check;
    }
    describe;
}

/// Returns the name of the king or of a rook as the piece that moves.
fn name_of_mover(mover: PieceKind, language: &Language) -> &'static str {
    if mover == PieceKind::King { language.the_king } else { language.the_rook }
}
