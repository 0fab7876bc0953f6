//! The kinds of chess on 64 squares, and which of them a game is.

use std::fmt;

use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, FromSetup, Move, Position, PositionError, Role, Setup, Square,
};

use super::{Action, orthodox};
use crate::notation::pgn::{PieceMove, San, variant};
use crate::rules::{SetupError, SetupFault};
use crate::syntax::Game;

/// A position of some kind of chess on 64 squares.
///
/// [`Chess`] plays only the orthodox kind, Chess960 included, and plays it fast;
/// [`VariantPosition`] plays them all.
pub trait SquarePosition: Position + Clone + fmt::Debug + Send + Sync + 'static {
    /// Returns the position that games of a variant begin with, or `None` if this
    /// type does not play it.
    fn initial(variant: Variant, mode: CastlingMode) -> Option<Self>;

    /// Makes a position of a variant that [`SquarePosition::initial`] knows.
    ///
    /// # Errors
    ///
    /// [`PositionError`] with everything that the rules say against it.
    fn of_setup(variant: Variant, setup: Setup, mode: CastlingMode) -> Result<Self, PositionError<Self>>;

    /// Returns the variant.
    fn kind(&self) -> Variant;

    /// Finds the only move of which everything is true that is written, if there is a
    /// faster way to it than by the list of legal moves. `None` says nothing.
    fn resolve_at_once(&self, _written: &PieceMove) -> Option<Move> {
        None
    }

    /// Tells whether there is a legal move, if that can be seen at a glance. `false` says
    /// nothing.
    fn moves_for_sure(&self) -> bool {
        false
    }

    /// Tells where a move comes from, where it goes and what arrives there, if it changes no
    /// other square.
    fn only_goes(&self, played: Action) -> Option<(Square, Square, Role)> {
        match played {
            Action::Move(Move::Normal { role, from, capture, to, promotion }) => {
                // captures explode
                let only_goes = capture.is_none() || self.kind() != Variant::Atomic;
                only_goes.then_some((from, to, promotion.unwrap_or(role)))
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

    fn resolve_at_once(&self, written: &PieceMove) -> Option<Move> {
        orthodox::only_fitting(self, written)
    }

    fn moves_for_sure(&self) -> bool {
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

/// Makes of an initial position one of the same in another mode of castling, which
/// decides how its moves are written for programs.
fn with_mode<P: SquarePosition>(variant: Variant, initial: P, mode: CastlingMode) -> P {
    match mode {
        CastlingMode::Standard => initial,
        CastlingMode::Chess960 => {
            let setup = initial.to_setup(EnPassantMode::Always);
            P::of_setup(variant, setup, mode).unwrap_or(initial)
        }
    }
}

/// Finds the variant that a game is of, and how castling is set up in it.
///
/// # Errors
///
/// [`SetupError`] when the `Variant` tag names a kind of chess that is not played here.
pub(super) fn of_game(game: &Game<'_, San>) -> Result<(Variant, CastlingMode), SetupError> {
    variant::of_game(game).ok_or_else(|| unknown(game))
}

/// Makes the error of a game whose variant is not played.
pub(super) fn unknown(game: &Game<'_, San>) -> SetupError {
    let name = game.variant_name().unwrap_or_default().into_owned();
    let span = game.tag("Variant").map(|tag| tag.value_span).unwrap_or_default();
    SetupError { fault: SetupFault::UnknownVariant { name }, span }
}
