//! The positions of chess on 64 squares and of its variants.

use std::fmt;

use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, FromSetup, Move, Position, PositionError, Role, Setup, Square,
};

use super::{Action, orthodox};
use crate::notation::pgn::{San, variant};
use crate::rules::{SetupError, SetupFault};
use crate::syntax::Game;

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

    /// Tells whether there certainly is a legal move, without listing all legal moves.
    /// Returns `false` if there may be none; the caller then lists them.
    fn has_move_for_sure(&self) -> bool {
        false
    }

    /// Returns the origin, the destination and the piece that arrives there of a move that
    /// changes no other square, or `None` for any other move.
    fn plain_move(&self, played: Action) -> Option<(Square, Square, Role)> {
        let played = match played {
            Action::Move(played) => played,
            Action::Forced(forced) => forced.as_move(),
            Action::Pass => return None,
        };
        match played {
            Move::Normal { role, from, capture, to, promotion } => {
                // captures explode
                let is_plain = capture.is_none() || self.kind() != Variant::Atomic;
                is_plain.then_some((from, to, promotion.unwrap_or(role)))
            }
            _ => None,
        }
    }

    /// Tells whether the side to move is in check.
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
        orthodox::only_fitting(self, written)
    }

    fn has_move_for_sure(&self) -> bool {
        orthodox::king_moves(self)
    }

    fn in_check(&self) -> bool {
        orthodox::is_check(self)
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

/// Returns the variant of a game and its castling mode.
///
/// # Errors
///
/// Returns [`SetupError`] if the `Variant` tag names an unknown variant.
pub(super) fn of_game(game: &Game<'_, San>) -> Result<(Variant, CastlingMode), SetupError> {
    variant::of_game(game).ok_or_else(|| unknown(game))
}

/// Returns the error of a game whose variant is unknown.
pub(super) fn unknown(game: &Game<'_, San>) -> SetupError {
    let name = game.variant_name().unwrap_or_default().into_owned();
    let span = game.tag("Variant").map(|tag| tag.value_span).unwrap_or_default();
    SetupError { fault: SetupFault::UnknownVariant { name }, span }
}
