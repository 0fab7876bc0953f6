//! Letters without case and accents, for searching and sorting texts.

// the table of the crate secular takes a quarter of a megabyte; `build.rs` makes one of 3 KB from
// it
include!(concat!(env!("OUT_DIR"), "/letters.rs"));

/// Returns a text in lower case and without accents, for comparison with others. A letter such as `ß` or
/// `æ`, which does not decompose into a letter and an accent, is replaced by English letters: `ss`, `ae`.
///
/// # Examples
///
/// ```
/// use escaque::text::plain_letters;
///
/// assert_eq!(plain_letters("Weiß, Łukasz"), "weiss, lukasz");
/// ```
#[must_use]
pub fn plain_letters(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let is_accent = |c: &char| ('\u{300}'..='\u{36f}').contains(c);
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match replaced(letter) {
            Some(letters) => plain += letters,
            None => plain.extend(without_accent(letter).to_lowercase().filter(|c| !is_accent(c))),
        }
    }
    plain
}

/// Returns whether a text contains `part`, which [`plain_letters`] has returned, regardless of case and
/// accents.
#[must_use]
pub fn contains_plain(text: &str, part: &str) -> bool {
    if text.is_ascii() {
        let mut places = text.as_bytes().windows(part.len().max(1));
        return part.is_empty() || places.any(|place| place.eq_ignore_ascii_case(part.as_bytes()));
    }
    plain_letters(text).contains(part)
}

/// Returns a letter of the basic multilingual plane without its accent, and any other character as it is.
fn without_accent(letter: char) -> char {
    let plain = |at: usize| char::from_u32(PLAIN[at].1.into());
    let found =
        u16::try_from(letter).ok().and_then(|code| PLAIN.binary_search_by_key(&code, |row| row.0).ok());
    found.and_then(plain).unwrap_or(letter)
}

/// Returns the replacement for letters such as ß or Ø that do not decompose into a letter and an accent.
const fn replaced(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ß' | 'ẞ' => "ss",
        'æ' | 'Æ' | 'ǽ' | 'Ǽ' => "ae",
        'œ' | 'Œ' => "oe",
        'þ' | 'Þ' => "th",
        'ð' | 'Ð' | 'đ' | 'Đ' => "d",
        'ø' | 'Ø' | 'ǿ' | 'Ǿ' => "o",
        'ł' | 'Ł' => "l",
        'ı' | 'İ' => "i",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_lose_their_case_and_their_accents() {
        for (text, plain) in [
            ("Carlsen", "carlsen"),
            ("Müller", "muller"),
            ("MU\u{308}LLER", "muller"),
            ("Weiß WEIẞ", "weiss weiss"),
            ("Ørsted Ståle Ægir Œuvre", "orsted stale aegir oeuvre"),
            ("Đorđe Łódź Ðóra Þór", "dorde lodz dora thor"),
            ("Yılmaz İnan Ģirts Ñandú", "yilmaz inan girts nandu"),
            ("Карякин ΑΒΓ", "карякин αβγ"),
            ("", ""),
        ] {
            assert_eq!(plain_letters(text), plain, "{text}");
        }
    }

    #[test]
    fn all_letters_become_those_of_secular() {
        for letter in ('\0'..=char::MAX).filter(|letter| replaced(*letter).is_none()) {
            let plain: Vec<_> = without_accent(letter).to_lowercase().collect();
            let expected: Vec<_> = secular::lower_lay_char(letter).to_lowercase().collect();
            assert_eq!(plain, expected, "{letter:?}");
        }
    }

    #[test]
    fn case_and_accents_do_not_count() {
        for (text, part, contains) in [
            ("Réti, Richard", "reti", true),
            ("Re\u{301}ti", "reti", true),
            ("Weiß", "weiss", true),
            ("Kasparov", "parov", true),
            ("Kasparov", "karpov", false),
            ("x", "", true),
        ] {
            assert_eq!(contains_plain(text, part), contains, "{text}");
        }
    }
}
