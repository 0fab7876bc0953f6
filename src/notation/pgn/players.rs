//! The order of several players in one tag: alphabetical, with a colon between them (the
//! assignment, section 2.1.5).

use crate::text::plain_letters;

/// What other programs put between players.
const OTHER_SEPARATORS: [&str; 2] = [";", " / "];

/// Tells whether the players of a value are in alphabetical order, with colons between them.
pub(super) fn are_in_order(players: &str) -> bool {
    !OTHER_SEPARATORS.iter().any(|separator| players.contains(separator))
        && players.split(':').map(key).is_sorted()
}

/// Tells whether a colon of a value has no name before or behind it.
pub(super) fn lack_a_name(players: &str) -> bool {
    players.contains(':') && players.split(':').any(|name| name.trim().is_empty())
}

/// Puts the players of a value in alphabetical order with colons between them, if they are not, and leaves out empty
/// names.
pub(super) fn in_order(players: String) -> String {
    if are_in_order(&players) && !lack_a_name(&players) {
        return players;
    }
    let players = OTHER_SEPARATORS.iter().fold(players, |players, separator| players.replace(separator, ":"));
    let mut names: Vec<_> = players.split(':').map(str::trim).filter(|name| !name.is_empty()).collect();
    names.sort_by_key(|name| key(name));
    names.join(":")
}

/// Returns what a name is compared by: its letters without their accents, as dictionaries do. `ñ` is a
/// letter of its own behind `n`, as in Spanish, the language of the assignment.
fn key(name: &str) -> String {
    let letters = name.trim().to_lowercase().replace("n\u{303}", "ñ").replace('ñ', "n\u{7f}");
    plain_letters(&letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_in_alphabetical_order() {
        for (players, ordered) in [
            ("Fine, R.", None),
            ("Alekhine, A.:Fine, R.", None),
            ("Fine, R.:Alekhine, A.", Some("Alekhine, A.:Fine, R.")),
            ("Fine, R. : Fine, A.", Some("Fine, A.:Fine, R.")),
            ("Fine:Fine, A.", None),
            ("Fine, A.:Fine", Some("Fine:Fine, A.")),
            ("Tal, M.:van der Wiel, J.:Xu, J.", None),
            ("Xu, J.:Tal, M.:van der Wiel, J.", Some("Tal, M.:van der Wiel, J.:Xu, J.")),
            ("Álvarez, A.:Benítez, B.", None),
            ("Benítez, B.:Álvarez, A.", Some("Álvarez, A.:Benítez, B.")),
            ("Zoe:Berta:Ángel", Some("Ángel:Berta:Zoe")),
            ("Alvarez, B.:Álvarez, A.", Some("Álvarez, A.:Alvarez, B.")),
            ("Núñez:Nuno", Some("Nuno:Núñez")),
            ("Muñoz:Munz", Some("Munz:Muñoz")),
            ("Öst:Ost:Özil", None),
            ("N\u{303}a:Nz", Some("Nz:N\u{303}a")),
            ("E\u{301}z:Ea", Some("Ea:E\u{301}z")),
            ("Tal, M.:Tal, M.", None),
            (":A", Some("A")),
            ("B: :A", Some("A:B")),
            (" : ", Some("")),
            ("Fine, R.;Tal, M.", Some("Fine, R.:Tal, M.")),
            ("Tal, M. / Fine, R.", Some("Fine, R.:Tal, M.")),
            ("A/S Chess", None),
        ] {
            assert_eq!(are_in_order(players) && !lack_a_name(players), ordered.is_none(), "{players}");
            let put = in_order(players.to_owned());
            assert_eq!(put, ordered.unwrap_or(players));
            assert!(are_in_order(&put) && !lack_a_name(&put), "{put}");
        }
    }
}
