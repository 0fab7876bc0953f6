//! The order of several players in one tag: alphabetical, with a colon between them (the
//! assignment, section 2.1.5).

/// Tells whether the players of a value are in alphabetical order.
pub(super) fn are_in_order(players: &str) -> bool {
    let names: Vec<_> = players.split(':').map(key).collect();
    names.is_sorted_by(|a, b| !is_certainly_before(b, a))
}

/// Puts the players of a value in alphabetical order, if they are not.
pub(super) fn in_order(players: String) -> String {
    if are_in_order(&players) {
        return players;
    }
    let mut names: Vec<_> = players.split(':').map(str::trim).collect();
    names.sort_by_key(|name| key(name));
    names.join(":")
}

/// Returns what a name is compared by.
fn key(name: &str) -> String {
    name.trim().to_lowercase()
}

/// Tells whether a name comes before another. Where a letter such as `á` decides, the order depends
/// on the language, and neither is certain.
fn is_certainly_before(name: &str, other: &str) -> bool {
    match name.chars().zip(other.chars()).find(|(a, b)| a != b) {
        Some((a, b)) => a.is_ascii() && b.is_ascii() && a < b,
        None => name.len() < other.len(),
    }
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
            ("Zoe:Berta:Ángel", Some("Berta:Zoe:Ángel")),
            ("Tal, M.:Tal, M.", None),
        ] {
            assert_eq!(are_in_order(players), ordered.is_none(), "{players}");
            let put = in_order(players.to_owned());
            assert_eq!(put, ordered.unwrap_or(players));
            assert!(are_in_order(&put), "{put}");
        }
    }
}
