//! Texts without case and accents, as searches compare them.

use secular::lower_lay_string;

/// Returns a text in lower case and without accents.
///
/// # Examples
///
/// ```
/// assert_eq!(escaque::text::folded("Réti, RICHARD"), "reti, richard");
/// ```
#[must_use]
pub fn folded(text: &str) -> String {
    let is_accent = |c: &char| ('\u{300}'..='\u{36f}').contains(c);
    lower_lay_string(text).chars().filter(|c| !is_accent(c)).flat_map(char::to_lowercase).collect()
}

/// Tells whether a text contains another one that [`folded`] has returned, whatever the case and the
/// accents.
#[must_use]
pub fn contains_folded(text: &str, part: &str) -> bool {
    if text.is_ascii() {
        let mut places = text.as_bytes().windows(part.len().max(1));
        return part.is_empty() || places.any(|place| place.eq_ignore_ascii_case(part.as_bytes()));
    }
    folded(text).contains(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_accents_do_not_count() {
        for (text, part, contains) in [
            ("Réti, Richard", "reti", true),
            ("Re\u{301}ti", "reti", true),
            ("MÜLLER", "muller", true),
            ("Kasparov", "parov", true),
            ("Kasparov", "karpov", false),
            ("x", "", true),
        ] {
            assert_eq!(contains_folded(text, part), contains, "{text}");
        }
    }
}
