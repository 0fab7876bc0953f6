//! Breaks text into lines of a limited width.

use std::fmt::Write;

use super::Layout;
use crate::text::{words, work};

/// The number of columns of a command in a comment that is kept on one line.
const MAX_COMMAND: usize = 38;

/// A text to which words are added. A word that does not fit goes on the next line.
#[derive(Debug)]
pub(crate) struct Lines {
    text: String,
    /// The number of columns of the last line.
    width: usize,
    /// The current word, which is not in the text yet.
    word: String,
    layout: Layout,
}

impl Lines {
    /// Continues a text that ends with a line end.
    pub(crate) fn after(text: String) -> Lines {
        Lines { text, width: 0, word: String::new(), layout: Layout::default() }
    }

    pub(crate) fn set_layout(&mut self, layout: Layout) {
        self.layout = layout;
    }

    /// Tells whether the current word is just an opening bracket.
    pub(crate) fn is_after_bracket(&self) -> bool {
        self.word == "("
    }

    /// Begins a word, unless the current word is just an opening bracket, which it joins.
    pub(crate) fn put(&mut self, word: &str) {
        if !self.is_after_bracket() {
            self.end_word();
        }
        self.join(word);
    }

    /// Joins a part to the current word.
    pub(crate) fn join(&mut self, part: &str) {
        self.word.push_str(part);
    }

    /// Joins a number to the current word.
    pub(crate) fn join_number(&mut self, number: u32) {
        self.join(itoa::Buffer::new().format(number));
    }

    /// Joins a text of the game to the current word, as the layout has its characters.
    fn join_text(&mut self, text: &str) {
        // writing to a string does not fail
        let _ = write!(self.word, "{}", self.layout.text(text));
    }

    /// Joins a closing bracket to the current word, unless that fills a line.
    pub(crate) fn close(&mut self) {
        if self.layout.width.has_room_for(self.word.len() + 1) { self.join(")") } else { self.put(")") }
    }

    /// Joins a comment in braces. Lines may be broken at its white space, except inside a command
    /// such as `[%clk 1:30:00]`, which programs search for.
    pub(crate) fn braces(&mut self, text: &str) {
        self.join("{");
        let mut in_command = false;
        for (at, word) in words(text).enumerate() {
            let fits = self.word.chars().chain(word.chars()).count() <= MAX_COMMAND;
            if in_command && fits {
                self.join(" ");
            } else if at > 0 {
                self.end_word();
            }
            self.join_text(word);
            in_command = (in_command || word.starts_with("[%")) && !word.contains(']');
        }
        self.join("}");
    }

    /// Joins a comment after a `;` and ends the line.
    pub(crate) fn line_comment(&mut self, text: &str) {
        self.join(";");
        for (at, word) in words(text).enumerate() {
            self.join(if at > 0 { " " } else { "" });
            self.join_text(word);
        }
        self.end_line();
    }

    /// Adds a line that begins with `%`.
    pub(crate) fn escaped_line(&mut self, text: &str) {
        self.end_line();
        self.join("%");
        self.join_text(text);
        self.end_line();
    }

    /// Ends the line, unless it is empty.
    pub(crate) fn end_line(&mut self) {
        self.end_word();
        if self.width > 0 {
            self.text.push('\n');
            self.width = 0;
        }
    }

    /// Ends the text.
    pub(crate) fn finish(mut self) -> String {
        self.end_line();
        self.text
    }

    /// Tells whether the current word may begin a line inside a comment. A line that begins with
    /// `%` is escaped, and a reader may take one that looks like a tag for the next game. A command
    /// such as `[%clk` does not look like a tag.
    fn may_begin_line(&self) -> bool {
        !self.word.starts_with(['%', '[']) || self.word.starts_with("[%")
    }

    fn end_word(&mut self) {
        if self.word.is_empty() {
            return;
        }
        work::count(self.word.len());
        let length = self.word.chars().count();
        if self.width > 0 {
            let fits = self.layout.width.has_room_for(self.width + 1 + length) || !self.may_begin_line();
            self.text.push(if fits { ' ' } else { '\n' });
            self.width = if fits { self.width + 1 } else { 0 };
        }
        self.text.push_str(&self.word);
        self.width += length;
        self.word.clear();
    }
}
