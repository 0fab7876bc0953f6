//! Dates and unknown values in the seven mandatory tags (PGN standard, section 8.1.1).

use thiserror::Error;

use crate::message::ENGLISH;
use crate::text::is_hyphen;

/// Returns whether a value is unknown: empty, or only question marks.
#[must_use]
pub fn is_unknown(value: &str) -> bool {
    value.trim().chars().all(|c| c == '?')
}

/// A date, each part of which may be unknown.
///
/// The parts are kept as written, so that `199?` keeps its decade.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Date<'t> {
    /// The year, four digits or question marks.
    pub year: Option<&'t str>,
    /// The month.
    pub month: Option<&'t str>,
    /// The day.
    pub day: Option<&'t str>,
}

/// The error of a value that is not a date, with the parts of it that can be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", ENGLISH.bad_date)]
pub struct DateError<'t> {
    /// The parts that can be read.
    pub readable: Date<'t>,
}

impl<'t> Date<'t> {
    /// Reads a date such as `1992.11.??`. A trailing separator is accepted, because the assignment gives
    /// `1993.?.?.` as an example (section 2.1.3).
    ///
    /// # Errors
    ///
    /// Returns [`DateError`] if the value has another form.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::syntax::Date;
    ///
    /// let date = Date::parse("1992.11.??")?;
    /// assert_eq!(date.year, Some("1992"));
    /// assert_eq!(date.day, None);
    ///
    /// let readable = Date::parse("2004.00.00").unwrap_err().readable;
    /// assert_eq!(readable.year, Some("2004"));
    /// # Ok::<(), escaque::syntax::DateError>(())
    /// ```
    pub fn parse(value: &'t str) -> Result<Date<'t>, DateError<'t>> {
        Date::parse_with(value, '.')
    }

    /// Reads a date with a separator other than a full stop, as in `2021-06-04`.
    ///
    /// # Errors
    ///
    /// Returns [`DateError`] if the value has another form.
    pub fn parse_with(value: &'t str, separator: char) -> Result<Date<'t>, DateError<'t>> {
        if is_unknown(value) {
            return Ok(Date::default());
        }
        let value = value.trim();
        let is_separator = |c| c == separator || separator == '-' && is_hyphen(c);
        let mut parts = value.strip_suffix(is_separator).unwrap_or(value).split(is_separator);
        let mut well_formed = true;
        let mut read = |width, max: u16| {
            let text = parts.next().unwrap_or("?");
            let in_range = || text.parse().is_ok_and(|number| (1..=max).contains(&number));
            let is_part = has_form(text, width) && (in_range() || text.contains('?'));
            well_formed &= is_part;
            Some(text).filter(|text| is_part && text.bytes().any(|b| b != b'?'))
        };
        let date = Date { year: read(4, 9999), month: read(2, 12), day: read(2, 31) };
        if well_formed && parts.next().is_none() { Ok(date) } else { Err(DateError { readable: date }) }
    }
}

/// The days that a date may be, for comparing dates. More forms are read than for [`Date`], because
/// a question about the games of a file must not depend on how its dates are separated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DateSpan {
    /// The first day, as the number `yyyymmdd`.
    pub first: u32,
    /// The last day.
    pub last: u32,
}

impl DateSpan {
    /// Reads `2020`, `2020.06`, `2020.06.15` or the same with `-` or `/`. Unknown digits, as in
    /// `199?.??.??`, stand for any digit. Returns `None` if the text is not a date, or if the first
    /// digit of its year is unknown.
    #[must_use]
    pub fn parse(text: &str) -> Option<DateSpan> {
        let separator = |c| matches!(c, '.' | '-' | '/');
        let text = text.trim();
        let mut parts = text.split(separator);
        let mut part = |width: usize, most: u32, first: u32| -> Option<(u32, u32)> {
            let Some(text) = parts.next() else { return Some((first, most)) };
            if !has_form(text, width) {
                return None;
            }
            let ends = [("?", "0"), ("?", "9")].map(|(unknown, digit)| text.replace(unknown, digit));
            let [low, high] = ends.map(|digits| digits.parse::<u32>().ok());
            Some((low?.max(first), high?.min(most))).filter(|(low, high)| low <= high)
        };
        let is_year = |text: &str| text.len() == 4 && text.starts_with(|c: char| c.is_ascii_digit());
        if !is_year(text.split(separator).next()?) {
            return None;
        }
        // for a comparison it does not matter if the month has no 31st day
        let (year, month, day) = (part(4, 9999, 0)?, part(2, 12, 1)?, part(2, 31, 1)?);
        let number = |year, month, day| 10_000 * year + 100 * month + day;
        let span = DateSpan { first: number(year.0, month.0, day.0), last: number(year.1, month.1, day.1) };
        parts.next().is_none().then_some(span)
    }
}

/// Returns whether a part of a date has digits and question marks, at most as many as its width.
fn has_form(part: &str, width: usize) -> bool {
    !part.is_empty() && part.len() <= width && part.bytes().all(|b| b == b'?' || b.is_ascii_digit())
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
            assert_eq!(date, Date { year, month, day }, "{value}");
        }
    }

    #[test]
    fn malformed_dates_are_errors() {
        for value in ["1992-11-04", "1992.13.01", "1992.00.01", "x", "1992.1.2.3", "1992..", "19922.01.01"] {
            assert!(Date::parse(value).is_err(), "{value}");
        }
    }

    #[test]
    fn a_date_is_the_span_of_days_that_it_may_be() {
        for (text, span) in [
            ("2020", Some((20_200_101, 20_201_231))),
            ("2020.06", Some((20_200_601, 20_200_631))),
            ("2020.06.15", Some((20_200_615, 20_200_615))),
            ("2020-6-5", Some((20_200_605, 20_200_605))),
            ("2020.??.??", Some((20_200_101, 20_201_231))),
            ("199?.12.??", Some((19_901_201, 19_991_231))),
            ("????.06.15", None),
            ("2020.13", None),
            ("2020.06.15.1", None),
            ("20200", None),
            ("x", None),
            ("", None),
        ] {
            let expected = span.map(|(first, last)| DateSpan { first, last });
            assert_eq!(DateSpan::parse(text), expected, "{text}");
        }
    }
}
