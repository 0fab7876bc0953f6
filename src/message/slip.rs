//! Finds the known word that a misspelt word is meant to be.

/// Returns the first known word that differs from a word, ignoring case, by one slip: a letter too
/// few or too many, another letter, or two neighbouring letters in the wrong order. For known words
/// of up to three letters only the wrong order counts, because any other slip makes another word of
/// them.
pub(crate) fn without_slip<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    known.into_iter().find(|known| is_slip(word.as_bytes(), known.as_bytes()))
}

fn is_slip(word: &[u8], known: &[u8]) -> bool {
    if word.len().abs_diff(known.len()) > 1 {
        return false;
    }
    let is_same = |(a, b): &(&u8, &u8)| a.eq_ignore_ascii_case(b);
    // nearly all pairs of words differ at both ends, and this test is cheaper
    let has_end_of = |ends: Option<(&u8, &u8)>| ends.is_some_and(|ends| is_same(&ends));
    // two letters in the wrong order differ at both ends, so short words are compared at length
    if known.len() > 2
        && !has_end_of(word.first().zip(known.first()))
        && !has_end_of(word.last().zip(known.last()))
    {
        return false;
    }
    let beginning = word.iter().zip(known).take_while(is_same).count();
    let (word, known_rest) = (&word[beginning..], &known[beginning..]);
    let end = word.iter().rev().zip(known_rest.iter().rev()).take_while(is_same).count();
    match (&word[..word.len() - end], &known_rest[..known_rest.len() - end]) {
        ([], [_]) | ([_], []) | ([_], [_]) => known.len() > 3,
        ([a, b], [c, d]) => a.eq_ignore_ascii_case(d) && b.eq_ignore_ascii_case(c),
        _ => false,
    }
}

/// The minimum likeness of two names for one to be taken as the other, as
/// [`strsim::normalized_damerau_levenshtein`] measures it, from 0 to 1.
#[cfg(any(feature = "queries", feature = "tables"))]
const LEAST_LIKENESS: f64 = 0.6;

/// Returns the known name that is most like a name, ignoring case, or `None` if none is similar
/// enough.
#[cfg(any(feature = "queries", feature = "tables"))]
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
    fn one_slip_is_forgiven() {
        let known = ["White", "Date", "FEN", "Round"];
        for (word, meant) in [
            ("Whte", Some("White")),
            ("Wihte", Some("White")),
            ("whitte", Some("White")),
            ("Data", Some("Date")),
            ("Ronud", Some("Round")),
            ("FNE", Some("FEN")),
            ("SFEN", None),
            ("PEN", None),
            ("White", None),
            ("WhiteElo", None),
            ("Whiet2", None),
            ("", None),
        ] {
            assert_eq!(without_slip(word, known), meant, "{word}");
        }
    }

    #[cfg(any(feature = "queries", feature = "tables"))]
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
