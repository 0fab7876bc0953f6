//! The kinds of chess on 64 squares, and which of them a game is.

use std::fmt;

use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, FromSetup, Move, Position, PositionError, Role, Setup, Square,
};

use super::{Action, orthodox};
use crate::ast::{Game, PieceMove, San};
use crate::replay::{SetupError, SetupFault};

/// A position of some kind of chess on 64 squares.
///
/// [`Chess`] plays only the orthodox kind, Chess960 included, and plays it fast;
/// [`VariantPosition`] plays them all.
pub trait Variety: Position + Clone + fmt::Debug + 'static {
    /// Returns the position that games of a variant begin with, or `None` if this
    /// type does not play it.
    fn initial(variant: Variant, mode: CastlingMode) -> Option<Self>;

    /// Makes a position of a variant that [`Variety::initial`] knows.
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

impl Variety for Chess {
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

impl Variety for VariantPosition {
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
fn with_mode<P: Variety>(variant: Variant, initial: P, mode: CastlingMode) -> P {
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
    let name = game.variant_name().unwrap_or_default();
    named(&name).ok_or_else(|| unknown(game))
}

/// Makes the error of a game whose variant is not played.
pub(super) fn unknown(game: &Game<'_, San>) -> SetupError {
    let name = game.variant_name().unwrap_or_default().into_owned();
    let span = game.tag("Variant").map(|tag| tag.value_span).unwrap_or_default();
    SetupError { fault: SetupFault::UnknownVariant { name }, span }
}

/// Tells whether a game is one of orthodox chess, on whatever initial position.
#[must_use]
pub fn is_orthodox(game: &Game<'_, San>) -> bool {
    of_game(game).is_ok_and(|(variant, _)| variant == Variant::Chess)
}

/// Reads the name of a variant as any program writes it: `Three-check`, `3 check`,
/// `threeCheck`, `Atomic chess`, `Crazyhouse960`.
fn named(name: &str) -> Option<(Variant, CastlingMode)> {
    let letters: String = name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
    let letters = letters.as_str();
    let (letters, mode) = match letters.strip_suffix("960").or(letters.strip_suffix("9lx")) {
        Some(letters) => (letters, CastlingMode::Chess960),
        None => (letters, CastlingMode::Standard),
    };
    let variant = match letters.strip_suffix("chess").unwrap_or(letters) {
        "" | "standard" | "normal" | "classic" | "classical" | "orthodox" | "regular" | "fromposition" => {
            Variant::Chess
        }
        "fischerandom" | "fischerrandom" | "fischer" | "frc" | "freestyle" | "wildfr" => {
            return Some((Variant::Chess, CastlingMode::Chess960));
        }
        "crazyhouse" | "crazy" | "house" | "zh" => Variant::Crazyhouse,
        "atomic" | "atom" => Variant::Atomic,
        "anti" | "giveaway" => Variant::Antichess,
        "kingofthehill" | "koth" => Variant::KingOfTheHill,
        "threecheck" | "threechecks" | "3check" | "3checks" | "3" => Variant::ThreeCheck,
        "racingkings" | "racingking" | "racing" | "race" => Variant::RacingKings,
        "horde" => Variant::Horde,
        _ => return None,
    };
    Some((variant, mode))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_is_known_by_its_names() {
        for (names, variant, mode) in [
            ("|?|chess|Standard|normal|From Position|Classical", Variant::Chess, CastlingMode::Standard),
            (
                "Chess960|chess 960|Chess-960|960|Fischerandom|Fischer Random Chess|Freestyle Chess|Chess9LX",
                Variant::Chess,
                CastlingMode::Chess960,
            ),
            ("Crazyhouse|crazy house|ZH|House", Variant::Crazyhouse, CastlingMode::Standard),
            ("Crazyhouse960", Variant::Crazyhouse, CastlingMode::Chess960),
            ("Atomic|Atom|Atomic chess", Variant::Atomic, CastlingMode::Standard),
            (
                "Antichess|Anti|anti chess|Give away|Giveaway chess",
                Variant::Antichess,
                CastlingMode::Standard,
            ),
            ("King of the Hill|KOTH|kingOfTheHill", Variant::KingOfTheHill, CastlingMode::Standard),
            (
                "Three-check|Three check|threeCheck|3-check|3 check|3check",
                Variant::ThreeCheck,
                CastlingMode::Standard,
            ),
            ("Racing Kings|racingKings|Race", Variant::RacingKings, CastlingMode::Standard),
            ("Horde|horde chess", Variant::Horde, CastlingMode::Standard),
        ] {
            for name in names.split('|') {
                assert_eq!(named(name), Some((variant, mode)), "{name}");
            }
        }
        for name in ["Suicide", "Losers", "Bughouse", "Shatranj", "wild/5", "Chess 2", "Шахматы"] {
            assert_eq!(named(name), None, "{name}");
        }
    }
}
