//! Sets up the starting position of a game, by the rules of its variant.

use std::borrow::Cow;
use std::fmt;

use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, FromSetup, Move, Position, PositionError, PositionErrorKinds, Role,
    Setup, Square,
};

use super::{Action, resolve};
use crate::notation::pgn::{San, variant};
use crate::rules::{BoardLint, FenField, SetupError, SetupFault, Start};
use crate::syntax::{Game, TagPair, is_unknown};
use crate::text::{Span, is_hyphen};

pub(super) fn set_up<P: SquarePosition>(game: &Game<'_, San>) -> Result<Start<P>, SetupError> {
    let (variant, mode) = variant::of_game(game).ok_or_else(|| unknown(game))?;
    let initial = P::initial(variant, mode).ok_or_else(|| unknown(game))?;
    let Some(tag) = game.tag("FEN").filter(|tag| !is_unknown(&tag.value.decode())) else {
        return Ok(Start { position: initial, given: None, lints: Vec::new() });
    };
    let written = with_hyphens(tag.value.0.trim_ascii());
    let read = Fen::from_ascii(&written);
    let fen = read.map_err(|error| {
        let field = field(&error, &written, variant);
        SetupError { fault: SetupFault::BadFen(field), span: field_span(field, game, tag) }
    })?;
    let mut setup = fen.into_setup();
    read_counters(game, &mut setup);
    let (position, mut lints) = position(variant, setup, mode).map_err(|reason| fault(tag, reason))?;
    // EPD has no counters
    let is_epd = game.is_listed && fields(&written).count() >= 4;
    lints.extend(spelling(&written).filter(|lint| !is_epd || *lint != BoardLint::FenFieldsMissing));
    Ok(Start { position, given: Some(tag.value_span), lints })
}

/// Sets the counters of a position from the operations of EPD that give them.
fn read_counters(game: &Game<'_, San>, setup: &mut Setup) {
    if !game.is_listed {
        return;
    }
    let operand = |name| game.tag(name).map(|tag| tag.value.decode());
    if let Some(halfmoves) = operand("hmvc").and_then(|text| text.parse().ok()) {
        setup.halfmoves = halfmoves;
    }
    if let Some(fullmoves) = operand("fmvn").and_then(|text| text.parse().ok()) {
        setup.fullmoves = fullmoves;
    }
}

/// Sets up the position of a FEN.
///
/// Castling rights that are possible only in Chess960 are kept, because the game probably lacks a
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

/// Returns the fields of a FEN.
fn fields(fen: &[u8]) -> impl Iterator<Item = &[u8]> {
    fen.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty())
}

/// Finds what is odd in the spelling of a FEN that can be read.
fn spelling(fen: &[u8]) -> impl Iterator<Item = BoardLint> {
    let fields = || fields(fen);
    let has_digits = fields().next().is_some_and(|board| {
        // the pocket of Crazyhouse comes after the board
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

/// Returns a FEN with ASCII hyphens in place of all others.
fn with_hyphens(fen: &[u8]) -> Cow<'_, [u8]> {
    match std::str::from_utf8(fen) {
        Ok(text) if !fen.is_ascii() => Cow::Owned(text.replace(is_hyphen, "-").into_bytes()),
        _ => Cow::Borrowed(fen),
    }
}

fn fault(tag: &TagPair<'_>, fault: SetupFault) -> SetupError {
    SetupError { fault, span: tag.value_span }
}

/// Returns the field at fault. shakmaty takes a counter of checks that it cannot read for another
/// field that may stand in its place, such as the halfmove clock.
fn field(error: &ParseFenError, fen: &[u8], variant: Variant) -> FenField {
    let mut fields = fields(fen).skip(4);
    let counts_checks = variant == Variant::ThreeCheck && fields.any(|field| field.contains(&b'+'));
    match error {
        ParseFenError::InvalidHalfmoveClock | ParseFenError::InvalidFen if counts_checks => FenField::Checks,
        ParseFenError::InvalidBoard | ParseFenError::InvalidPocket => FenField::Board,
        ParseFenError::InvalidTurn => FenField::Side,
        ParseFenError::InvalidCastling => FenField::Castling,
        ParseFenError::InvalidEpSquare => FenField::EnPassant,
        ParseFenError::InvalidHalfmoveClock => FenField::HalfmoveClock,
        ParseFenError::InvalidFullmoves => FenField::MoveNumber,
        ParseFenError::InvalidFen | ParseFenError::InvalidRemainingChecks => FenField::Whole,
    }
}

/// Returns the span of a field, or of the whole FEN if that is at fault or lacks the field.
fn field_span(field: FenField, game: &Game<'_, San>, tag: &TagPair<'_>) -> Span {
    // they are listed in their order
    let number = (field as usize).checked_sub(FenField::Board as usize);
    let number = number.filter(|_| field != FenField::Checks);
    let found = number.and_then(|number| Span::of_words(tag.value.decode().as_bytes()).nth(number));
    found.map_or(tag.value_span, |found| game.span_in_value(tag, found.range()))
}

/// Returns the most serious of the reasons that shakmaty gives.
fn gravest(kinds: PositionErrorKinds) -> SetupFault {
    let faults = [
        (PositionErrorKinds::EMPTY_BOARD | PositionErrorKinds::MISSING_KING, SetupFault::NoKing),
        (PositionErrorKinds::TOO_MANY_KINGS, SetupFault::TooManyKings),
        (PositionErrorKinds::PAWNS_ON_BACKRANK, SetupFault::PawnOnLastRank),
        (PositionErrorKinds::OPPOSITE_CHECK, SetupFault::KingLeftInCheck),
        (PositionErrorKinds::VARIANT | PositionErrorKinds::IMPOSSIBLE_CHECK, SetupFault::AgainstVariant),
    ];
    let gravest = faults.into_iter().find(|(of, _)| kinds.intersects(*of));
    gravest.map_or(SetupFault::BadFen(FenField::Whole), |(_, fault)| fault)
}

/// A position of chess on 64 squares, or of one of its variants.
///
/// [`Chess`] is orthodox chess only, including Chess960, and fast; [`VariantPosition`] is
/// every variant.
pub trait SquarePosition: Position + Clone + fmt::Debug + Send + Sync + 'static {
    /// Returns the initial position of a variant, or `None` if the type does not support the
    /// variant.
    fn initial(variant: Variant, mode: CastlingMode) -> Option<Self>;

    /// Creates a position of a variant that the type supports.
    ///
    /// # Errors
    ///
    /// Returns [`PositionError`] with every rule that the position violates.
    fn of_setup(variant: Variant, setup: Setup, mode: CastlingMode) -> Result<Self, PositionError<Self>>;

    /// Returns the variant.
    fn kind(&self) -> Variant;

    /// Finds the only legal move that fits the written one without listing all legal moves.
    /// Returns `None` if there is no fast way; the caller then searches the list.
    fn resolve_at_once(&self, _written: San) -> Option<Move> {
        None
    }

    /// Returns whether there certainly is a legal move, without listing all legal moves.
    /// Returns `false` if there may be none; the caller then lists them.
    fn has_move_for_sure(&self) -> bool {
        false
    }

    /// Returns the origin, the destination and the piece that arrives there of a move that
    /// changes no other square, or `None` for any other move.
    fn plain_move(&self, played: Action) -> Option<(Square, Square, Role)> {
        match played.as_move()? {
            Move::Normal { role, from, capture, to, promotion } => {
                // a capture in Atomic removes other pieces, too
                let is_plain = capture.is_none() || self.kind() != Variant::Atomic;
                is_plain.then_some((from, to, promotion.unwrap_or(role)))
            }
            _ => None,
        }
    }

    /// Returns whether the side to move is in check.
    fn in_check(&self) -> bool {
        self.is_check()
    }
}

impl SquarePosition for Chess {
    fn initial(variant: Variant, mode: CastlingMode) -> Option<Chess> {
        let chess = (variant == Variant::Chess).then(Chess::default)?;
        Some(with_mode(variant, chess, mode))
    }

    fn of_setup(_variant: Variant, setup: Setup, mode: CastlingMode) -> Result<Chess, PositionError<Chess>> {
        Chess::from_setup(setup, mode)
    }

    fn kind(&self) -> Variant {
        Variant::Chess
    }

    fn resolve_at_once(&self, written: San) -> Option<Move> {
        resolve::only_fitting(self, written)
    }

    fn has_move_for_sure(&self) -> bool {
        resolve::king_moves(self)
    }

    fn in_check(&self) -> bool {
        resolve::is_check(self)
    }
}

impl SquarePosition for VariantPosition {
    fn initial(variant: Variant, mode: CastlingMode) -> Option<VariantPosition> {
        Some(with_mode(variant, VariantPosition::new(variant), mode))
    }

    fn of_setup(
        variant: Variant,
        setup: Setup,
        mode: CastlingMode,
    ) -> Result<VariantPosition, PositionError<VariantPosition>> {
        VariantPosition::from_setup(variant, setup, mode)
    }

    fn kind(&self) -> Variant {
        self.variant()
    }
}

/// Sets the castling mode of an initial position. The mode decides how castlings are written
/// in UCI.
fn with_mode<P: SquarePosition>(variant: Variant, initial: P, mode: CastlingMode) -> P {
    match mode {
        CastlingMode::Standard => initial,
        CastlingMode::Chess960 => {
            let setup = initial.to_setup(EnPassantMode::Always);
            P::of_setup(variant, setup, mode).unwrap_or(initial)
        }
    }
}

/// Returns the error of a game whose variant is unknown.
fn unknown(game: &Game<'_, San>) -> SetupError {
    let name = game.variant_name().unwrap_or_default().into_owned();
    let span = game.tag("Variant").map(|tag| tag.value_span).unwrap_or_default();
    SetupError { fault: SetupFault::UnknownVariant { name }, span }
}
