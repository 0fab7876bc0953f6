//! The variants that a reader may be told to read games as.

use shakmaty::CastlingMode;
use shakmaty::variant::Variant as Kind;

/// The variants that games can be read as. Each determines the notation and, except for
/// [`Variant::Chess`], the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum Variant {
    /// PGN, by the rules that the tags of each game name
    Chess,
    /// PGN of Chess960
    Chess960,
    /// PGN of Crazyhouse
    Crazyhouse,
    /// PGN of Atomic
    Atomic,
    /// PGN of Antichess
    Antichess,
    /// PGN of King of the Hill
    KingOfTheHill,
    /// PGN of Three-check
    ThreeCheck,
    /// PGN of Racing Kings
    RacingKings,
    /// PGN of Horde
    Horde,
    /// CTL-PGN, in which C'escacs is written
    Cescacs,
}

impl Variant {
    /// All variants.
    pub const ALL: [Variant; 10] = [
        Variant::Chess,
        Variant::Chess960,
        Variant::Crazyhouse,
        Variant::Atomic,
        Variant::Antichess,
        Variant::KingOfTheHill,
        Variant::ThreeCheck,
        Variant::RacingKings,
        Variant::Horde,
        Variant::Cescacs,
    ];

    /// Returns the name that the command line uses, such as `chess` or `three-check`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Chess => "chess",
            Variant::Chess960 => "chess960",
            Variant::Crazyhouse => "crazyhouse",
            Variant::Atomic => "atomic",
            Variant::Antichess => "antichess",
            Variant::KingOfTheHill => "king-of-the-hill",
            Variant::ThreeCheck => "three-check",
            Variant::RacingKings => "racing-kings",
            Variant::Horde => "horde",
            Variant::Cescacs => "cescacs",
        }
    }

    /// Returns the value of a `Variant` tag that names the rules, or `None` if the tags of
    /// each game decide or the game is not in PGN.
    pub(crate) fn tag_value(self) -> Option<&'static str> {
        self.on_squares().map(|(name, ..)| name)
    }

    /// Returns shakmaty's variant and the castling mode of a game in PGN, or `None` if the tags of each game
    /// decide or the game is not in PGN.
    pub(crate) fn kind(self) -> Option<(Kind, CastlingMode)> {
        self.on_squares().map(|(_, kind, mode)| (kind, mode))
    }

    fn on_squares(self) -> Option<(&'static str, Kind, CastlingMode)> {
        let standard = CastlingMode::Standard;
        Some(match self {
            Variant::Chess | Variant::Cescacs => return None,
            Variant::Chess960 => ("Chess960", Kind::Chess, CastlingMode::Chess960),
            Variant::Crazyhouse => ("Crazyhouse", Kind::Crazyhouse, standard),
            Variant::Atomic => ("Atomic", Kind::Atomic, standard),
            Variant::Antichess => ("Antichess", Kind::Antichess, standard),
            Variant::KingOfTheHill => ("King of the Hill", Kind::KingOfTheHill, standard),
            Variant::ThreeCheck => ("Three-check", Kind::ThreeCheck, standard),
            Variant::RacingKings => ("Racing Kings", Kind::RacingKings, standard),
            Variant::Horde => ("Horde", Kind::Horde, standard),
        })
    }
}

#[cfg(test)]
mod tests {
    #[cfg(feature = "cli")]
    #[test]
    fn names_are_those_of_the_command_line() {
        use clap::ValueEnum;

        for variant in super::Variant::value_variants() {
            let value = variant.to_possible_value();
            assert_eq!(value.as_ref().map(clap::builder::PossibleValue::get_name), Some(variant.name()));
        }
    }
}
