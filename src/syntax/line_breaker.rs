//! Breaks text into lines of a limited width.

use super::Layout;
use super::tag_line::is_tag;
use crate::text::{words, work};

/// The longest command in a comment that is kept on one line, in columns: half a line of the export form and less, so
/// that the line before it is not left nearly empty. Clocks, evaluations and most drawings are shorter.
const MAX_COMMAND: usize = 38;

/// A text to which words are added. A word that does not fit goes on the next line.
#[derive(Debug)]
pub(crate) struct LineBreaker {
    /// The lines. The current word comes last, and the space before it becomes a line end if the word does not fit.
    text: String,
    /// Where the current word begins.
    word: usize,
    /// The offset up to which the columns of the last line have been counted. A line has no more columns than
    /// bytes, so most lines need not be counted.
    counted: usize,
    /// The number of columns of the last line up to that offset.
    width: usize,
    pub(crate) layout: Layout,
}

impl LineBreaker {
    /// Continues a text that ends with a line end.
    pub(crate) fn after(text: String) -> LineBreaker {
        let end = text.len();
        LineBreaker { text, word: end, counted: end, width: 0, layout: Layout::default() }
    }

    /// Returns the current word.
    fn word(&self) -> &str {
        &self.text[self.word..]
    }

    /// Returns whether the current word is just an opening bracket.
    pub(crate) fn is_after_bracket(&self) -> bool {
        self.word() == "("
    }

    /// Begins a word, unless the current word is just an opening bracket, which it joins.
    pub(crate) fn put(&mut self, word: &str) {
        if !self.is_after_bracket() {
            self.end_word(word);
        }
        self.join(word);
    }

    /// Joins a part to the current word.
    pub(crate) fn join(&mut self, part: &str) {
        self.text.push_str(part);
    }

    /// Joins a number to the current word.
    pub(crate) fn join_number(&mut self, number: u32) {
        self.join(itoa::Buffer::new().format(number));
    }

    /// Joins a text of the game to the current word, printable or verbatim as the layout says.
    fn join_text(&mut self, text: &str) {
        self.layout.push_text(text, &mut self.text);
    }

    /// Joins a closing bracket to the current word, unless the word already fills a line.
    pub(crate) fn close(&mut self) {
        if self.layout.width.has_room_for(self.word().len() + 1) { self.join(")") } else { self.put(")") }
    }

    /// Joins a comment in braces. LineBreaker may be broken at its white space, but not inside a command
    /// such as `[%clk 1:30:00]` that is not too long, since programs search for it.
    pub(crate) fn braces(&mut self, text: &str) {
        self.join("{");
        let mut in_command = false;
        for (at, word) in words(text).enumerate() {
            if in_command && self.word().chars().chain(word.chars()).count() <= MAX_COMMAND {
                self.join(" ");
            } else if at > 0 {
                self.end_word(word);
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
        self.end_word("");
        if self.is_within_line() {
            self.begin_line_at_word();
        }
    }

    /// Returns whether another word stands before the current one on its line.
    fn is_within_line(&self) -> bool {
        self.text[..self.word].ends_with(' ')
    }

    /// Makes the space before the current word a line end.
    fn begin_line_at_word(&mut self) {
        self.text.replace_range(self.word - 1..self.word, "\n");
        (self.counted, self.width) = (self.word, 0);
    }

    /// Ends the text.
    pub(crate) fn finish(mut self) -> String {
        self.end_line();
        self.text
    }

    /// Returns whether the current word may begin a line inside a comment. A line that begins with
    /// `%` is escaped, and a reader may take one that looks like a tag for the next game. A tag is a bracket with a
    /// name and a quote, which may come in the next word; `[%clk` and `[Black]` do not look like one.
    fn may_begin_line(&self, next: &str) -> bool {
        match self.word() {
            "[" => false,
            word if word.starts_with('[') => !is_tag(format!("{word} {next}").as_bytes()),
            word => !word.starts_with('%'),
        }
    }

    /// Ends the current word. `next` is the word that follows.
    fn end_word(&mut self, next: &str) {
        if self.word == self.text.len() {
            return;
        }
        work::count(self.text.len() - self.word);
        if self.is_within_line() && !self.fits() && self.may_begin_line(next) {
            self.begin_line_at_word();
        }
        self.text.push(' ');
        self.word = self.text.len();
    }

    /// Returns whether the last line is narrow enough with the current word.
    fn fits(&mut self) -> bool {
        let more = self.text.len() - self.counted;
        if self.layout.width.has_room_for(self.width + more) {
            return true;
        }
        work::count(more);
        self.width += self.text[self.counted..].chars().count();
        self.counted = self.text.len();
        self.layout.width.has_room_for(self.width)
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;
    use crate::syntax::LineWidth;

    const WORDS: [&str; 7] = ["a", "Nf3", "é", "être", "Łódź…Łódź", "♔♕♖", "12345678901"];

    #[test]
    fn a_line_has_the_words_that_fit_in_columns() {
        for limit in (1..40).filter_map(NonZeroUsize::new) {
            let (width, limit) = (LineWidth::AtMost(limit), limit.get());
            let mut lines = LineBreaker::after("[Event \"é\"]\n".to_owned());
            lines.layout = Layout { width, ..Layout::default() };
            let words: Vec<_> = (0..200).map(|at| WORDS[(at * at + at / 7) % WORDS.len()]).collect();
            words.iter().for_each(|word| lines.put(word));
            let text = lines.finish();
            let lines: Vec<_> = text.lines().skip(1).collect();
            assert_eq!(lines.join(" "), words.join(" "));
            let columns = |text: &str| text.chars().count();
            assert!(
                lines.iter().all(|line| columns(line) <= limit || !line.contains(' ')),
                "{limit}: {text}"
            );
            for pair in lines.windows(2) {
                let first = pair[1].split(' ').next().map_or(0, columns);
                assert!(columns(pair[0]) + 1 + first > limit, "{limit}: {pair:?}");
            }
        }
    }
}
