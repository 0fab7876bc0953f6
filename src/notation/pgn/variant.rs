//! The variants of chess that the `Variant` tag of PGN names, as several programs spell
//! them.

use shakmaty::CastlingMode;
use shakmaty::variant::Variant;

use super::San;
use crate::message;
use crate::syntax::{self, Game};

/// Returns the variant of a game and its castling mode, or `None` if the `Variant` tag names
/// an unknown variant.
#[must_use]
pub fn of_game(game: &Game<'_, San>) -> Option<(Variant, CastlingMode)> {
    let forced = game.variant.and_then(syntax::Variant::kind);
    forced.or_else(|| named(&game.tag_value("Variant").unwrap_or_default()))
}

/// Returns whether a game is one of orthodox chess, from any starting position.
#[must_use]
pub fn is_orthodox(game: &Game<'_, San>) -> bool {
    of_game(game).is_some_and(|(variant, _)| variant == Variant::Chess)
}

/// Parses the name of a variant in any common spelling: `Three-check`, `3 check`,
/// `threeCheck`, `Atomic chess`, `Crazyhouse960`.
fn named(name: &str) -> Option<(Variant, CastlingMode)> {
    let letters = letters(name);
    let letters = letters.as_str();
    let (letters, mode) = match letters.strip_suffix("960").or(letters.strip_suffix("9lx")) {
        Some(letters) => (letters, CastlingMode::Chess960),
        None => (letters, CastlingMode::Standard),
    };
    let variant = match letters.strip_suffix("chess").unwrap_or(letters) {
        // nothing is left of `Chess`, and of no tag at all
        "" | "standard" | "normal" | "classic" | "classical" | "orthodox" | "regular" | "fromposition" => {
            Variant::Chess
        }
        // FICS calls it `wild/fr`
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

/// Returns what matters in a name: its letters and digits, in lower case.
pub(crate) fn letters(name: &str) -> String {
    name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Returns the usual name of the variant that a misspelt name, such as `Crazyhose`, may mean.
pub(crate) fn without_slip(name: &str) -> Option<&'static str> {
    let others = syntax::Variant::ALL.into_iter().filter_map(syntax::Variant::tag_value);
    let mut known = ["Standard", "From Position", "C'escacs"].into_iter().chain(others);
    known.find(|known| message::without_slip(&letters(name), [&*letters(known)]).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_are_recognised_in_every_spelling() {
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
        for (name, meant) in [
            ("Crazyhose", Some("Crazyhouse")),
            ("king of hte hill", Some("King of the Hill")),
            ("Chess690", Some("Chess960")),
            ("Cescaks", Some("C'escacs")),
            ("Bughouse", None),
        ] {
            assert_eq!((named(name), without_slip(name)), (None, meant), "{name}");
        }
        for name in ["Suicide", "Losers", "Bughouse", "Shatranj", "wild/5", "Chess 2", "Шахматы"] {
            assert_eq!(named(name), None, "{name}");
        }
    }
}
