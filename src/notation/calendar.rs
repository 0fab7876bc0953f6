//! The months and days that there are, for the dates in the tags of both notations.

use crate::message::{Language, fill};

/// A month or a day that there is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSuchDate {
    /// A year has twelve months.
    #[expect(missing_docs, reason = "a field is named after what it holds")]
    Month { month: u32 },
    /// A month has from 28 to 31 days.
    #[expect(missing_docs, reason = "a field is named after what it holds")]
    Day { day: u32 },
}

impl NoSuchDate {
    /// Finds the first part that does not exist in the year, month and day of a date, each `None` if
    /// it is unknown.
    pub(super) fn find([year, month, day]: [Option<u32>; 3]) -> Option<NoSuchDate> {
        let most = match (month, year) {
            (Some(2), Some(year)) if year % 4 != 0 || (year % 100 == 0 && year % 400 != 0) => 28,
            (Some(2), _) => 29,
            (Some(4 | 6 | 9 | 11), _) => 30,
            _ => 31,
        };
        let month = month.filter(|month| !(1..=12).contains(month));
        let day = || day.filter(|day| !(1..=most).contains(day)).map(|day| NoSuchDate::Day { day });
        month.map(|month| NoSuchDate::Month { month }).or_else(day)
    }

    /// Names the month or the day.
    pub(super) fn message(self, language: &Language) -> String {
        match self {
            NoSuchDate::Month { month } => fill(language.no_such_month, &[("month", &month)]),
            NoSuchDate::Day { day } => fill(language.no_such_day, &[("day", &day)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
