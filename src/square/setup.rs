//! From the tags of a game to the position it starts from.

use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::variant::Variant;
use shakmaty::{CastlingMode, PositionError, PositionErrorKinds, Setup};

use super::variety::{self, Variety};
use crate::ast::{Game, San, TagPair, is_unknown};
use crate::replay::{FenField, Remark, SetupError, SetupFault, Start};

pub(super) fn set_up<P: Variety>(game: &Game<'_, San>) -> Result<Start<P>, SetupError> {
    let (variant, mode) = variety::of_game(game)?;
    let initial = P::initial(variant, mode).ok_or_else(|| variety::unknown(game))?;
    let Some(tag) = game.tag("FEN").filter(|tag| !is_unknown(&tag.value.decode(game.encoding))) else {
        return Ok(Start { position: initial, given: None, remarks: Vec::new() });
    };
    let fen = Fen::from_ascii(tag.value.0.trim_ascii())
        .map_err(|error| fault(tag, SetupFault::BadFen(field(&error))))?;
    let (position, mut remarks) =
        position(variant, fen.into_setup(), mode).map_err(|reason| fault(tag, reason))?;
    if tag.value.0.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).count() < 6 {
        remarks.push(Remark::FenFieldsMissing);
    }
    Ok(Start { position, given: Some(tag.value_span), remarks })
}

/// Tells whether [`set_up`] does as with a game that has no tags.
pub(super) fn is_without_tags(game: &Game<'_, San>) -> bool {
    game.tag("FEN").is_none() && game.tag("Variant").is_none()
}

/// Sets up a FEN. Castling rights that only Chess960 has are kept, for somebody
/// has left its name out; those that nobody has are dropped.
fn position<P: Variety>(
    variant: Variant,
    setup: Setup,
    mode: CastlingMode,
) -> Result<(P, Vec<Remark>), SetupFault> {
    // shakmaty reads the fields of other kinds of chess and leaves them aside
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
    let mut remarks = Vec::new();
    let mut tolerated = tolerate(variant, Err(error));
    if kinds.contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS) {
        let chess960 = P::of_setup(variant, setup, CastlingMode::Chess960);
        let found = chess960.as_ref().err().map_or(PositionErrorKinds::empty(), PositionError::kinds);
        if found.contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS) {
            remarks.push(Remark::CastlingRightsDropped);
        } else {
            remarks.push(Remark::CastlingOfChess960);
            (tolerated, kinds) = (tolerate(variant, chess960), found);
        }
    }
    if kinds.contains(PositionErrorKinds::INVALID_EP_SQUARE) {
        remarks.push(Remark::EnPassantDropped);
    }
    tolerated.map(|position| (position, remarks)).map_err(|error| gravest(error.kinds()))
}

/// Takes a position in spite of what can be played on from: material that no game
/// produces, checks that no move gives, and rights, which are dropped.
pub(super) fn tolerate<P>(
    variant: Variant,
    position: Result<P, PositionError<P>>,
) -> Result<P, PositionError<P>> {
    let position = position
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square);
    match variant {
        // nobody may give check, so shakmaty knows no answer to it
        Variant::RacingKings => position,
        _ => position.or_else(PositionError::ignore_impossible_check),
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

/// Finds the gravest of shakmaty's reasons.
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
