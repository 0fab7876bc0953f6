//! The names of tags, and what is known of their values.

use crate::message::similar;
use crate::syntax::SEVEN_TAGS;

/// The tags that are widely used beside the seven: those of the PGN standard (section 9), of databases, of
/// lichess and chess.com, and of CTL-PGN.
pub(crate) const OTHER_TAGS: [&str; 55] = [
    "WhiteTitle",
    "BlackTitle",
    "WhiteElo",
    "BlackElo",
    "WhiteUSCF",
    "BlackUSCF",
    "WhiteNA",
    "BlackNA",
    "WhiteType",
    "BlackType",
    "WhiteTeam",
    "BlackTeam",
    "WhiteFideId",
    "BlackFideId",
    "WhiteRatingDiff",
    "BlackRatingDiff",
    "WhiteCountry",
    "BlackCountry",
    "WhiteClock",
    "BlackClock",
    "EventDate",
    "EventSponsor",
    "EventType",
    "EventRounds",
    "EventCountry",
    "EventCategory",
    "Section",
    "Stage",
    "Board",
    "Opening",
    "Variation",
    "SubVariation",
    "ECO",
    "NIC",
    "Time",
    "UTCTime",
    "UTCDate",
    "TimeControl",
    "StartTime",
    "EndTime",
    "EndDate",
    "SetUp",
    "FEN",
    "TLPD",
    "PDTL",
    "Id",
    "Lang",
    "Link",
    "Termination",
    "Annotator",
    "Mode",
    "PlyCount",
    "Source",
    "SourceDate",
    "Variant",
];

/// Returns the known name that a name is hardly different from, unless it is known itself. `others` are
/// known, too.
pub(super) fn doubted(
    name: &str,
    others: impl Iterator<Item = &'static str> + Clone,
) -> Option<&'static str> {
    let known = SEVEN_TAGS.into_iter().chain(OTHER_TAGS).chain(others);
    if known.clone().any(|known| known == name) { None } else { similar(name, known) }
}

/// Tells whether the values of a tag are dates.
pub(super) fn is_date(name: &str) -> bool {
    name.ends_with("Date")
}

/// Tells whether the values of a tag are rounds, which have parts.
pub(super) fn is_round(name: &str) -> bool {
    name == "Round"
}

/// Tells whether the values of a tag are numbers, if they are known.
pub(super) fn is_number(name: &str) -> bool {
    name.ends_with("Elo") || ["PlyCount", "EventRounds", "WhiteUSCF", "BlackUSCF"].contains(&name)
}

/// Tells whether the values of a tag never are numbers.
pub(super) fn is_never_a_number(name: &str) -> bool {
    ["White", "Black", "Event", "Site", "Result", "ECO", "Opening", "Variation", "Annotator", "Termination"]
        .contains(&name)
        || ["Variant", "FEN", "TLPD", "Mode", "WhiteTeam", "BlackTeam", "WhiteTitle", "BlackTitle"]
            .contains(&name)
}

#[cfg(test)]
mod tests {
    use super::super::fact::Fact;
    use super::*;

    #[test]
    fn a_name_that_is_hardly_meant_is_doubted() {
        for (name, meant) in [
            ("White", None),
            ("Whte", Some("White")),
            ("whiteelo", Some("WhiteElo")),
            ("WhiteELO", Some("WhiteElo")),
            ("plyes", Some("plies")),
            ("MyOwnTag", None),
            ("Anotator", Some("Annotator")),
        ] {
            assert_eq!(doubted(name, Fact::names()), meant, "{name}");
        }
    }
}
