//! Sets up the starting position of a game from its tags.

use std::borrow::Cow;

use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::variant::Variant;
use shakmaty::{CastlingMode, PositionError, PositionErrorKinds, Setup};

use super::position::{self, SquarePosition};
use crate::notation::pgn::San;
use crate::rules::{BoardLint, FenField, SetupError, SetupFault, Start};
use crate::syntax::{Game, TagPair, is_unknown};
use crate::text::is_hyphen;

pub(super) fn set_up<P: SquarePosition>(game: &Game<'_, San>) -> Result<Start<P>, SetupError> {
    let (variant, mode) = position::of_game(game)?;
    let initial = P::initial(variant, mode).ok_or_else(|| position::unknown(game))?;
    let Some(tag) = game.tag("FEN").filter(|tag| !is_unknown(&tag.value.decode())) else {
        return Ok(Start { position: initial, given: None, lints: Vec::new() });
    };
    let written = with_hyphens(tag.value.0.trim_ascii());
    let fen = Fen::from_ascii(&written).map_err(|error| fault(tag, SetupFault::BadFen(field(&error))))?;
    let (position, mut lints) =
        position(variant, fen.into_setup(), mode).map_err(|reason| fault(tag, reason))?;
    lints.extend(spelling(&written));
    Ok(Start { position, given: Some(tag.value_span), lints })
}

/// Sets up the position of a FEN.
///
/// Castling rights that are possible only in Chess960 are kept: the game probably lacks a
/// `Variant` tag. Impossible ones are dropped.
fn position<P: SquarePosition>(
    variant: Variant,
    setup: Setup,
    mode: CastlingMode,
) -> Result<(P, Vec<BoardLint>), SetupFault> {
    // shakmaty parses the fields of other variants and ignores them
    let surplus_pockets = setup.pockets.is_some() && variant != Variant::Crazyhouse;
    let surplus_checks = setup.remaining_checks.is_some() && variant != Variant::ThreeCheck;
    if surplus_pockets || surplus_checks {
        return Err(SetupFault::BadFen(FenField::Whole));
    }
    let error = match P::of_setup(variant, setup.clone(), mode) {
        Ok(position) => return Ok((position, Vec::new())),
        Err(error) => error,
    };
    let mut kinds = error.kinds();
    let mut lints = Vec::new();
    let mut tolerated = tolerate(variant, Err(error));
    if kinds.contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS) {
        let chess960 = P::of_setup(variant, setup, CastlingMode::Chess960);
        let found = chess960.as_ref().err().map_or(PositionErrorKinds::empty(), PositionError::kinds);
        if found.contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS) {
            lints.push(BoardLint::CastlingRightsDropped);
        } else {
            lints.push(BoardLint::CastlingOfChess960);
            (tolerated, kinds) = (tolerate(variant, chess960), found);
        }
    }
    if kinds.contains(PositionErrorKinds::INVALID_EP_SQUARE) {
        lints.push(BoardLint::EnPassantDropped);
    }
    tolerated.map(|position| (position, lints)).map_err(|error| gravest(error.kinds()))
}

/// Accepts an invalid position that can be played on: one with material or checks that
/// cannot occur in a game. Impossible castling rights and en passant squares are dropped.
pub(super) fn tolerate<P>(
    variant: Variant,
    position: Result<P, PositionError<P>>,
) -> Result<P, PositionError<P>> {
    let position = position
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square);
    match variant {
        // checks are forbidden, and shakmaty generates no moves out of one
        Variant::RacingKings => position,
        _ => position.or_else(PositionError::ignore_impossible_check),
    }
}

/// Finds what is odd in the spelling of a FEN that can be read.
fn spelling(fen: &[u8]) -> impl Iterator<Item = BoardLint> {
    let fields = || fen.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty());
    let has_digits = fields().next().is_some_and(|board| {
        // the pocket of Crazyhouse stands behind the board
        let board = board.split(|byte| *byte == b'[').next().unwrap_or(board);
        board.windows(2).any(|pair| pair.iter().all(u8::is_ascii_digit))
    });
    let rights = fields().nth(2).unwrap_or_default();
    let repeats_right = rights.iter().enumerate().any(|(at, right)| rights[..at].contains(right));
    let found = [
        (has_digits, BoardLint::FenDigits),
        (repeats_right, BoardLint::FenRightRepeated),
        (fields().count() < 6, BoardLint::FenFieldsMissing),
    ];
    found.into_iter().filter(|(is_found, _)| *is_found).map(|(_, lint)| lint)
}

/// Returns a FEN with the hyphens of ASCII in the places of others.
fn with_hyphens(fen: &[u8]) -> Cow<'_, [u8]> {
    match std::str::from_utf8(fen) {
        Ok(text) if !fen.is_ascii() => Cow::Owned(text.replace(is_hyphen, "-").into_bytes()),
        _ => Cow::Borrowed(fen),
    }
}

fn fault(tag: &TagPair<'_>, fault: SetupFault) -> SetupError {
    SetupError { fault, span: tag.value_span }
}

fn field(error: &ParseFenError) -> FenField {
    match error {
        ParseFenError::InvalidBoard | ParseFenError::InvalidPocket => FenField::Board,
        ParseFenError::InvalidTurn => FenField::Side,
        ParseFenError::InvalidCastling => FenField::Castling,
        ParseFenError::InvalidEpSquare => FenField::EnPassant,
        ParseFenError::InvalidHalfmoveClock => FenField::HalfmoveClock,
        ParseFenError::InvalidFullmoves => FenField::MoveNumber,
        ParseFenError::InvalidFen | ParseFenError::InvalidRemainingChecks => FenField::Whole,
    }
}

/// Returns the most serious of shakmaty's reasons.
fn gravest(kinds: PositionErrorKinds) -> SetupFault {
    if kinds.intersects(PositionErrorKinds::EMPTY_BOARD | PositionErrorKinds::MISSING_KING) {
        SetupFault::NoKing
    } else if kinds.contains(PositionErrorKinds::TOO_MANY_KINGS) {
        SetupFault::TooManyKings
    } else if kinds.contains(PositionErrorKinds::PAWNS_ON_BACKRANK) {
        SetupFault::PawnOnLastRank
    } else if kinds.contains(PositionErrorKinds::OPPOSITE_CHECK) {
        SetupFault::KingLeftInCheck
    } else if kinds.intersects(PositionErrorKinds::VARIANT | PositionErrorKinds::IMPOSSIBLE_CHECK) {
        SetupFault::AgainstVariant
    } else {
        SetupFault::BadFen(FenField::Whole)
    }
}
