//! What a misspelt name may mean.

/// How much alike two names must be for one to be taken for the other, as
/// [`strsim::normalized_damerau_levenshtein`] measures it, from 0 to 1.
const LEAST_LIKENESS: f64 = 0.7;

/// Returns the known name that a name is most like, whatever the case, if it is much like it.
pub(crate) fn similar<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let name = name.to_lowercase();
    let likeness = |known: &str| strsim::normalized_damerau_levenshtein(&known.to_lowercase(), &name);
    let similar = known.into_iter().map(|known| (likeness(known), known));
    let similar = similar.filter(|(likeness, _)| *likeness >= LEAST_LIKENESS);
    similar.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_that_is_most_alike_is_meant() {
        let known = ["White", "WhiteElo", "plies", "Annotator"];
        for (name, meant) in [
            ("Whte", Some("White")),
            ("whiteelo", Some("WhiteElo")),
            ("plyes", Some("plies")),
            ("Anotator", Some("Annotator")),
            ("Black", None),
            ("", None),
        ] {
            assert_eq!(similar(name, known), meant, "{name}");
        }
    }
}
