//! The pages that have been shown, so that a reader can go back to them.

use std::collections::VecDeque;

/// How many bytes of pages are kept: thousands of boards, and no more of a file than that.
const CAPACITY: usize = 16 << 20;

/// Pages from the oldest that is kept to the newest, one of them open.
#[derive(Debug, Default)]
pub(super) struct History {
    pages: VecDeque<Page>,
    bytes: usize,
    open: usize,
}

/// What is shown at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Page {
    pub(super) text: Vec<u8>,
    /// Whether a game begins with it.
    pub(super) begins_game: bool,
}

impl History {
    /// Adds a page and opens it, and forgets the oldest ones if they take too much.
    pub(super) fn add(&mut self, page: Page) {
        self.bytes += page.text.len();
        self.pages.push_back(page);
        while self.bytes > CAPACITY && self.pages.len() > 1 {
            let oldest = self.pages.pop_front();
            self.bytes -= oldest.map_or(0, |page| page.text.len());
        }
        self.open = self.pages.len() - 1;
    }

    /// Returns the open page.
    pub(super) fn page(&self) -> Option<&Page> {
        self.pages.get(self.open)
    }

    /// Tells whether a page before the open one is kept.
    pub(super) fn has_older(&self) -> bool {
        self.open > 0
    }

    /// Opens the page before, if it is kept.
    pub(super) fn back(&mut self) {
        self.open = self.open.saturating_sub(1);
    }

    /// Opens the page behind; tells whether there is one already.
    pub(super) fn forward(&mut self) -> bool {
        self.seek(|_| true)
    }

    /// Opens the page that the next game begins with; tells whether there is one already.
    pub(super) fn next_game(&mut self) -> bool {
        self.seek(|page| page.begins_game)
    }

    fn seek(&mut self, wanted: impl Fn(&Page) -> bool) -> bool {
        let behind = self.pages.iter().skip(self.open + 1).position(wanted);
        self.open += behind.map_or(0, |pages| pages + 1);
        behind.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str) -> Page {
        Page { text: text.into(), begins_game: text.starts_with('1') }
    }

    fn open(history: &History) -> &str {
        std::str::from_utf8(&history.page().unwrap().text).unwrap()
    }

    #[test]
    fn pages_are_gone_through_both_ways() {
        let mut history = History::default();
        assert!(!history.has_older() && !history.forward() && history.page().is_none());
        ["1a", "2a", "1b", "2b"].into_iter().for_each(|text| history.add(page(text)));
        assert!(!history.forward());
        for text in ["1b", "2a", "1a"] {
            assert!(history.has_older());
            history.back();
            assert_eq!(open(&history), text);
        }
        assert!(!history.has_older());
        for (goes, text) in [(history.forward(), "2a"), (history.next_game(), "1b")] {
            assert!(goes, "{text}");
        }
        assert_eq!(open(&history), "1b");
        assert!(!history.next_game() && history.forward());
        assert_eq!(open(&history), "2b");
    }

    #[test]
    fn the_oldest_pages_are_forgotten() {
        let mut history = History::default();
        let large = |bytes| Page { text: vec![b'x'; bytes], begins_game: false };
        ["first", "second"].into_iter().for_each(|text| history.add(page(text)));
        (0..2).for_each(|_| history.add(large(CAPACITY / 2)));
        history.back();
        assert!(!history.has_older());
        assert_eq!(history.page(), Some(&large(CAPACITY / 2)));
        history.add(large(2 * CAPACITY));
        assert!(!history.has_older(), "a page that is larger than all is alone");
        assert_eq!(history.page(), Some(&large(2 * CAPACITY)));
    }
}
