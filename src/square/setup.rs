//! From the tags of a game to the position it starts from.

use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::{CastlingMode, Chess, FromSetup, PositionError, PositionErrorKinds};

use crate::ast::{Game, San, TagPair, is_unknown};
use crate::replay::{FenField, Remark, SetupError, SetupFault, Start};

/// The names under which orthodox chess appears in `Variant` tags.
const ORTHODOX: [&str; 7] = ["", "?", "chess", "standard", "normal", "orthodox", "from position"];

pub(super) fn set_up(game: &Game<'_, San>) -> Result<Start<Chess>, SetupError> {
    if let Some(tag) = game.tag("Variant") {
        let name = tag.value.unescape(game.encoding).into_owned();
        if !ORTHODOX.contains(&name.trim().to_lowercase().as_str()) {
            return Err(fault(tag, SetupFault::UnknownVariant { name }));
        }
    }
    let Some(tag) = game.tag("FEN").filter(|tag| !is_unknown(&tag.value.decode(game.encoding))) else {
        return Ok(Start { position: Chess::default(), given: None, remarks: Vec::new() });
    };
    let fen = Fen::from_ascii(tag.value.0.trim_ascii())
        .map_err(|error| fault(tag, SetupFault::BadFen(field(&error))))?;
    let (position, mut remarks) = position(fen).map_err(|reason| fault(tag, reason))?;
    if tag.value.0.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).count() < 6 {
        remarks.push(Remark::FenFieldsMissing);
    }
    Ok(Start { position, given: Some(tag.value_span), remarks })
}

/// Sets up a FEN. Material that no game produces and checks that no move gives
/// can be played on from; rights that cannot be are dropped with a remark.
fn position(fen: Fen) -> Result<(Chess, Vec<Remark>), SetupFault> {
    let setup = fen.into_setup();
    // shakmaty reads the fields of other kinds of chess and leaves them aside
    if setup.pockets.is_some() || setup.remaining_checks.is_some() {
        return Err(SetupFault::BadFen(FenField::Whole));
    }
    let error = match Chess::from_setup(setup, CastlingMode::Standard) {
        Ok(chess) => return Ok((chess, Vec::new())),
        Err(error) => error,
    };
    let droppable = [
        (PositionErrorKinds::INVALID_CASTLING_RIGHTS, Remark::CastlingRightsDropped),
        (PositionErrorKinds::INVALID_EP_SQUARE, Remark::EnPassantDropped),
    ];
    let dropped = droppable.iter().filter(|(kind, _)| error.kinds().contains(*kind));
    let remarks = dropped.map(|(_, remark)| *remark).collect();
    error
        .ignore_too_much_material()
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .map(|chess| (chess, remarks))
        .map_err(|error| gravest(error.kinds()))
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
    } else {
        SetupFault::BadFen(FenField::Whole)
    }
}
