//! Text in lines of less than 80 columns (PGN standard, section 8.2.1).

use std::fmt::{Display, Write};

use crate::text::{Printable, words, work};

/// How many columns a line is to stay below.
const WIDTH: usize = 80;

/// A text to which words are added, which go on the next line if they do not fit.
#[derive(Debug)]
pub(crate) struct Lines {
    text: String,
    /// The columns of the last line.
    width: usize,
    /// The word under way, which does not stand in the text yet.
    word: String,
}

impl Lines {
    /// Goes on behind a text that ends with a line end.
    pub(crate) fn behind(text: String) -> Lines {
        Lines { text, width: 0, word: String::new() }
    }

    /// Begins a word. An opening bracket does not stand alone.
    pub(crate) fn put(&mut self, word: impl Display) {
        if self.word != "(" {
            self.end_word();
        }
        self.join(word);
    }

    /// Joins something to the word under way.
    pub(crate) fn join(&mut self, part: impl Display) {
        // writing to a string does not fail
        let _ = write!(self.word, "{part}");
    }

    /// Joins a closing bracket to the word under way, unless that fills a line.
    pub(crate) fn close(&mut self) {
        if self.word.len() + 1 < WIDTH { self.join(')') } else { self.put(')') }
    }

    /// Joins a comment in braces, of which white space may become a line end, but
    /// not that of a command such as `[%clk 1:30:00]`, which programs look for.
    pub(crate) fn braces(&mut self, text: &str) {
        self.join('{');
        let mut in_command = false;
        for (at, word) in words(text).enumerate() {
            let fits = self.word.len() + 1 + word.len() < WIDTH / 2;
            if in_command && fits {
                self.join(' ');
            } else if at > 0 {
                self.end_word();
            }
            self.join(Printable(word));
            in_command = (in_command || word.starts_with("[%")) && !word.contains(']');
        }
        self.join('}');
    }

    /// Joins a comment behind a `;` and ends the line.
    pub(crate) fn line_comment(&mut self, text: &str) {
        self.join(';');
        for (at, word) in words(text).enumerate() {
            self.join(if at > 0 { " " } else { "" });
            self.join(Printable(word));
        }
        self.end_line();
    }

    /// Puts a line that begins with `%`.
    pub(crate) fn escaped_line(&mut self, text: &str) {
        self.end_line();
        self.join('%');
        self.join(Printable(text));
        self.end_line();
    }

    /// Ends the line, if something is on it.
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

    /// Tells whether a line that begins with the word is safe inside a comment. One
    /// that begins with `%` is no part of a game, and one that looks like a tag may
    /// be taken for the next game; a command such as `[%clk` does not.
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
            let fits = self.width + 1 + length < WIDTH || !self.may_begin_line();
            self.text.push(if fits { ' ' } else { '\n' });
            self.width = if fits { self.width + 1 } else { 0 };
        }
        self.text.push_str(&self.word);
        self.width += length;
        self.word.clear();
    }
}
