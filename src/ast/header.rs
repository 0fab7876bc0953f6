//! What the values of the seven tags mean (PGN standard, section 8.1.1).

/// Tells whether a value says that it is unknown: empty, or question marks.
#[must_use]
pub fn is_unknown(value: &str) -> bool {
    value.trim().chars().all(|c| c == '?')
}

/// A date, each part of which may be unknown.
///
/// The parts are kept as written, for `199?` says more than nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Date {
    /// The year, four digits or question marks.
    pub year: Option<String>,
    /// The month.
    pub month: Option<String>,
    /// The day.
    pub day: Option<String>,
}

impl Date {
    /// Reads `1992.11.??`, and also `1993.?.?.`, which the assignment gives as
    /// an example (section 2.1.3).
    ///
    /// Returns `None` when the value has another form.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::ast::Date;
    ///
    /// let date = Date::parse("1992.11.??").unwrap();
    /// assert_eq!(date.year.as_deref(), Some("1992"));
    /// assert_eq!(date.day, None);
    /// assert_eq!(Date::parse("last summer"), None);
    /// ```
    #[must_use]
    pub fn parse(value: &str) -> Option<Date> {
        if is_unknown(value) {
            return Some(Date::default());
        }
        let value = value.trim();
        let mut parts = value.strip_suffix('.').unwrap_or(value).split('.');
        let date = Date {
            year: part(parts.next()?, 4, 9999)?,
            month: part(parts.next().unwrap_or("?"), 2, 12)?,
            day: part(parts.next().unwrap_or("?"), 2, 31)?,
        };
        parts.next().is_none().then_some(date)
    }
}

/// Reads one part: `Some(None)` when it is unknown, `None` when it is no part of a date.
fn part(text: &str, width: usize, most: u16) -> Option<Option<String>> {
    if text.is_empty() || text.len() > width {
        return None;
    }
    if text.bytes().all(|b| b == b'?') {
        return Some(None);
    }
    let formed = text.bytes().all(|b| b == b'?' || b.is_ascii_digit());
    let possible = text.parse().is_ok_and(|number| (1..=most).contains(&number)) || text.contains('?');
    (formed && possible).then(|| Some(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_is_known_or_unknown_on_its_own() {
        for (value, year, month, day) in [
            ("1992.11.??", Some("1992"), Some("11"), None),
            ("1993.?.?.", Some("1993"), None, None),
            ("1993.?.?", Some("1993"), None, None),
            ("????.??.??", None, None, None),
            ("????.08.31", None, Some("08"), Some("31")),
            ("199?.??.05", Some("199?"), None, Some("05")),
            ("1999", Some("1999"), None, None),
            ("", None, None, None),
        ] {
            let date = Date::parse(value).unwrap();
            let parts = (date.year.as_deref(), date.month.as_deref(), date.day.as_deref());
            assert_eq!(parts, (year, month, day), "{value}");
        }
    }

    #[test]
    fn what_is_no_date_is_none() {
        for value in ["1992-11-04", "1992.13.01", "1992.00.01", "x", "1992.1.2.3", "1992..", "19922.01.01"] {
            assert_eq!(Date::parse(value), None, "{value}");
        }
    }
}
