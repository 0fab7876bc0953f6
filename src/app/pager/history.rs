//! The history of the pager: the pages that the user can go back to.

use std::collections::VecDeque;

/// The most bytes that the pages take: thousands of boards, however long the file is.
const CAPACITY: usize = 16 << 20;

/// The last pages, from the oldest to the newest, one of which is current.
#[derive(Debug, Default)]
pub(super) struct History {
    pages: VecDeque<Page>,
    /// The length of all pages.
    bytes: usize,
    /// The number of the current page.
    current: usize,
}

/// A page: what is shown between two stops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Page {
    pub(super) text: Vec<u8>,
    /// Whether a game begins here.
    pub(super) begins_game: bool,
}

impl History {
    /// Adds a page as the current one, and drops the oldest pages if they are too long together.
    pub(super) fn add(&mut self, page: Page) {
        self.bytes += page.text.len();
        self.pages.push_back(page);
        while self.bytes > CAPACITY && self.pages.len() > 1 {
            let oldest = self.pages.pop_front();
            self.bytes -= oldest.map_or(0, |page| page.text.len());
        }
        self.current = self.pages.len() - 1;
    }

    /// Returns the current page.
    pub(super) fn page(&self) -> Option<&Page> {
        self.pages.get(self.current)
    }

    /// Tells whether there is a page before the current one.
    pub(super) fn has_older(&self) -> bool {
        self.current > 0
    }

    /// Goes to the previous page, if there is one.
    pub(super) fn back(&mut self) {
        self.current = self.current.saturating_sub(1);
    }

    /// Goes to the next page. Returns whether there is one.
    pub(super) fn forward(&mut self) -> bool {
        self.seek(|_| true)
    }

    /// Goes to the first page of the next game. Returns whether there is one.
    pub(super) fn next_game(&mut self) -> bool {
        self.seek(|page| page.begins_game)
    }

    fn seek(&mut self, wanted: impl Fn(&Page) -> bool) -> bool {
        let distance = self.pages.iter().skip(self.current + 1).position(wanted);
        self.current += distance.map_or(0, |pages| pages + 1);
        distance.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str) -> Page {
        Page { text: text.into(), begins_game: text.starts_with('1') }
    }

    fn current(history: &History) -> &str {
        std::str::from_utf8(&history.page().unwrap().text).unwrap()
    }

    #[test]
    fn the_history_goes_both_ways() {
        let mut history = History::default();
        assert!(!history.has_older() && !history.forward() && history.page().is_none());
        ["1a", "2a", "1b", "2b"].into_iter().for_each(|text| history.add(page(text)));
        assert!(!history.forward());
        for text in ["1b", "2a", "1a"] {
            assert!(history.has_older());
            history.back();
            assert_eq!(current(&history), text);
        }
        assert!(!history.has_older());
        for (moved, text) in [(history.forward(), "2a"), (history.next_game(), "1b")] {
            assert!(moved, "{text}");
        }
        assert_eq!(current(&history), "1b");
        assert!(!history.next_game() && history.forward());
        assert_eq!(current(&history), "2b");
    }

    #[test]
    fn the_oldest_pages_are_dropped() {
        let mut history = History::default();
        let large = |bytes| Page { text: vec![b'x'; bytes], begins_game: false };
        ["first", "second"].into_iter().for_each(|text| history.add(page(text)));
        (0..2).for_each(|_| history.add(large(CAPACITY / 2)));
        history.back();
        assert!(!history.has_older());
        assert_eq!(history.page(), Some(&large(CAPACITY / 2)));
        history.add(large(2 * CAPACITY));
        assert!(!history.has_older(), "a page longer than the capacity is kept alone");
        assert_eq!(history.page(), Some(&large(2 * CAPACITY)));
    }
}
