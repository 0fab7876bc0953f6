//! The names of facts and tags, and what is known of their values.

use crate::syntax::SEVEN_TAGS;

/// The facts that are no tags.
pub(super) const FACTS: [&str; 7] = ["plies", "player", "elo", "variant", "clock", "eval", "opening"];

/// What `has` may ask for beside tags.
pub(super) const PARTS: [&str; 3] = ["comment", "variation", "error"];

/// The tags that are widely used beside the seven: those of the PGN standard (section 9), of databases, of
/// lichess and chess.com, and of CTL-PGN.
const OTHER_TAGS: [&str; 55] = [
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

/// How much alike a name must be to one that is known for it to be doubted, as
/// [`strsim::normalized_damerau_levenshtein`] measures it.
const DOUBTFUL: f64 = 0.7;

/// Returns the known name that a name is hardly different from, unless it is known itself. `others` are
/// known, too.
pub(super) fn similar(name: &str, others: &[&'static str]) -> Option<&'static str> {
    let known = || SEVEN_TAGS.into_iter().chain(OTHER_TAGS).chain(others.iter().copied());
    if known().any(|known| known == name) {
        return None;
    }
    let likeness =
        |known: &str| strsim::normalized_damerau_levenshtein(&known.to_lowercase(), &name.to_lowercase());
    let similar = known().map(|known| (likeness(known), known)).filter(|(likeness, _)| *likeness >= DOUBTFUL);
    similar.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, known)| known)
}

/// Tells whether the values of a tag are dates.
pub(super) fn is_date(name: &str) -> bool {
    name.ends_with("Date")
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
            assert_eq!(similar(name, &FACTS), meant, "{name}");
        }
    }
}
