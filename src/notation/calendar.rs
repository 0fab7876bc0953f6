//! The months and days that exist, for the dates in the tags of both notations.

use crate::message::{Certainty, Fix, Language, fill};
use crate::text::{Source, Span, is_hyphen};

/// A month or a day that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSuchDate {
    /// A year has twelve months.
    Month { month: u32 },
    /// A month has from 28 to 31 days.
    Day { day: u32 },
}

impl NoSuchDate {
    /// Finds the first part of a date that does not exist. The year, month and day are each `None` if
    /// unknown.
    pub(crate) fn find([year, month, day]: [Option<u32>; 3]) -> Option<NoSuchDate> {
        let most = match (month, year) {
            (Some(2), Some(year)) if year % 4 != 0 || (year % 100 == 0 && year % 400 != 0) => 28,
            // an unknown year may be a leap year
            (Some(2), _) => 29,
            (Some(4 | 6 | 9 | 11), _) => 30,
            _ => 31,
        };
        let month = month.filter(|month| !(1..=12).contains(month));
        let day = || day.filter(|day| !(1..=most).contains(day)).map(|day| NoSuchDate::Day { day });
        month.map(|month| NoSuchDate::Month { month }).or_else(day)
    }

    /// Returns the message that names the month or the day.
    pub(super) fn message(self, language: &Language) -> String {
        match self {
            NoSuchDate::Month { month } => fill(language.no_such_month, &[("month", &month)]),
            NoSuchDate::Day { day } => fill(language.no_such_day, &[("day", &day)]),
        }
    }
}

/// Returns the fixes for a date tag whose value is in another form. `separator` goes between the parts of the
/// date.
pub(super) fn date_fixes(source: &Source, value_span: Span, separator: char) -> Vec<Fix> {
    let written = source.text(value_span);
    let value = written.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
    let date = value.and_then(|value| mended(value, separator));
    let fix =
        date.map(|(date, certainty)| Fix::of(certainty, vec![source.value_replacement(value_span, &date)]));
    fix.into_iter().collect()
}

/// Returns the date that a value in another form means, and how certain that is.
fn mended(value: &str, separator: char) -> Option<(String, Certainty)> {
    let value = value.trim();
    let is_separator = |c: char| matches!(c, '.' | '/' | ' ') || is_hyphen(c);
    let mut parts: Vec<&str> = value.split(is_separator).filter(|part| !part.is_empty()).collect();
    if let [digits] = parts[..]
        && digits.len() == 8
        && digits.is_ascii()
    {
        parts = vec![&digits[..4], &digits[4..6], &digits[6..]];
    }
    let is_number = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    let number = |part: &str| Some(part).filter(is_number)?.parse::<u32>().ok();
    let mut separators =
        value.chars().filter(|c| is_separator(*c)).map(|c| if is_hyphen(c) { '-' } else { c });
    // `2001/02` may be a season, and `12-13.2000` more than one day
    let separator_of_all = separators.next().filter(|first| separators.all(|other| other == *first));
    let is_season = |year: &str, month: &str| {
        separator_of_all == Some('/') || number(month) == number(year).map(|year| (year + 1) % 100)
    };
    let are_mixed = !value.is_empty() && separator_of_all.is_none() && value.contains(is_separator);
    let ([year, month, day], certainty) = match parts[..] {
        [] if value.is_empty() => (["????", "??", "??"], Certainty::Certain),
        ["?"] => (["????", "??", "??"], Certainty::Certain),
        [year] if year.len() == 4 => ([year, "??", "??"], Certainty::Certain),
        [year, month] if year.len() == 4 && is_season(year, month) => ([year, month, "??"], Certainty::Guess),
        [year, month] if year.len() == 4 => ([year, month, "??"], Certainty::Certain),
        [year, month, day] if year.len() == 4 || year == "?" => {
            let is_turned = number(month)? > 12 && number(day)? <= 12;
            if is_turned {
                ([year, day, month], Certainty::Guess)
            } else {
                ([year, month, day], Certainty::Certain)
            }
        }
        // a number above twelve cannot be a month; otherwise the day comes first, as in most of the
        // world
        [one, other, year] if year.len() == 4 => match (number(one)?, number(other)?) {
            (one_is, other_is) if other_is > 12 && one_is <= 12 => ([year, one, other], Certainty::Certain),
            (one_is, other_is) if one_is > 12 || one_is == other_is => {
                ([year, other, one], Certainty::Certain)
            }
            _ => ([year, other, one], Certainty::Guess),
        },
        _ => return None,
    };
    let certainty = if are_mixed { Certainty::Guess } else { certainty };
    let is_part = |part: &str, width: usize| {
        part.len() <= width && part.bytes().all(|byte| byte == b'?' || byte.is_ascii_digit())
    };
    // some programs write 00 for an unknown part
    let padded = |part: &str| match number(part) {
        Some(0) => "??".to_owned(),
        Some(number) => format!("{number:02}"),
        None if part == "?" => "??".to_owned(),
        None => part.to_owned(),
    };
    let (year, month, day) = (if year == "?" { "????" } else { year }, padded(month), padded(day));
    let exists = NoSuchDate::find([number(year), number(&month), number(&day)]).is_none();
    let is_date = is_part(year, 4) && is_part(&month, 2) && is_part(&day, 2);
    (exists && is_date && number(year) != Some(0))
        .then(|| (format!("{year}{separator}{month}{separator}{day}"), certainty))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_in_other_forms_have_one_meaning_or_a_likely_one() {
        for (value, meant, certainty) in [
            ("1992-11-04", "1992.11.04", Certainty::Certain),
            ("1992.1.4", "1992.01.04", Certainty::Certain),
            ("19921104", "1992.11.04", Certainty::Certain),
            ("2004.00.00", "2004.??.??", Certainty::Certain),
            ("31/12/1999", "1999.12.31", Certainty::Certain),
            ("12/31/1999", "1999.12.31", Certainty::Certain),
            ("3.4.1999", "1999.04.03", Certainty::Guess),
            ("2021.13.05", "2021.05.13", Certainty::Guess),
            ("?", "????.??.??", Certainty::Certain),
        ] {
            assert_eq!(mended(value, '.'), Some((meant.to_owned(), certainty)), "{value}");
        }
        for value in ["1992.13.32", "yesterday", "0000.01.01", "1992.11.04.05"] {
            assert_eq!(mended(value, '.'), None, "{value}");
        }
    }

    #[test]
    fn months_and_days_are_those_of_the_calendar() {
        for (date, found) in [
            ([Some(1992), Some(13), Some(32)], Some(NoSuchDate::Month { month: 13 })),
            ([None, Some(0), None], Some(NoSuchDate::Month { month: 0 })),
            ([Some(1992), Some(2), Some(29)], None),
            ([Some(1900), Some(2), Some(29)], Some(NoSuchDate::Day { day: 29 })),
            ([None, Some(2), Some(29)], None),
            ([None, Some(4), Some(31)], Some(NoSuchDate::Day { day: 31 })),
            ([None, None, Some(31)], None),
            ([None, None, Some(0)], Some(NoSuchDate::Day { day: 0 })),
        ] {
            assert_eq!(NoSuchDate::find(date), found, "{date:?}");
        }
    }
}
