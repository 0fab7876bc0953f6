//! Plain games, whose tags and end can be found in their bytes, without tokens. Questions about tags and the search for
//! a game of a number need no more.
//!
//! Nearly all games of databases are written alike: tags with their values in quotes, movetext in
//! ASCII, a result, and after it the tags of the next game. The classes of its bytes show the end
//! of such a game seven times as fast as the lexer does (docs/performance.md, "Tags alone"). A game
//! that is not certain to be plain is left to the lexer, so the two must agree wherever a plain
//! game is found:
//!
//! - A plain tag is `[Name "value"]` on one line, without escapes in its value. The value ends at its first quote,
//!   which a closing bracket has to follow.
//! - A comment ends at the first closing brace, unless another opening brace or a line with a tag comes before it.
//! - A result contains `*`, `/`, a colon, or a hyphen before a digit, or before a space and after one or a digit, or is
//!   not ASCII. Only the result at the end may have any of these, except for the hyphens of castling (`0-0`).
//! - The result begins a token, because white space, a bracket or a comment precedes it: after a space,
//!   a move goes on only with letters, `+` or `#`. It ends its token, because white space follows it.
//! - No token of a plain game extends over a brace or a line end. Quotes, `;` and `%`, which can hide
//!   other tokens, do not occur in its movetext outside comments.
//! - Nothing else ends a game, except a number 1 at the beginning of a line, and a tag. Before a tag, a result
//!   ends the game even if a variation is open.

use memchr::{memchr2, memchr2_iter};

use crate::syntax::tag_line::begins_tag;
use crate::syntax::{Outcome, TagSpans, is_of_tag_name};
use crate::text::{Space, Span, work};

/// A game in the common form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::notation) struct PlainGame {
    /// The offset of its first tag.
    pub(in crate::notation) start: usize,
    /// The result, which ends the game.
    pub(in crate::notation) result: (Outcome, Span),
    /// The offset of the first tag of the next game.
    pub(in crate::notation) next: usize,
}

/// The class of a byte of movetext, by what it may belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ByteClass {
    /// A move, a number, an annotation, a bracket of a variation, or a space.
    Plain,
    LineEnd,
    Brace,
    Hyphen,
    /// Only a result.
    Result,
    /// Anything; only tokens can show what it is.
    Other,
}

const CLASSES: [ByteClass; 256] = {
    let mut classes = [ByteClass::Other; 256];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = match byte as u8 {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => ByteClass::Plain,
            b' ' | b'\t' | b'.' | b'+' | b'#' | b'=' | b'!' | b'?' | b'$' | b'(' | b')' => ByteClass::Plain,
            b'\n' | b'\r' => ByteClass::LineEnd,
            b'{' => ByteClass::Brace,
            b'-' => ByteClass::Hyphen,
            b'*' | b'/' => ByteClass::Result,
            _ => ByteClass::Other,
        };
        byte += 1;
    }
    classes
};

impl PlainGame {
    /// Finds the game that begins at an offset of a text, after any white space. `is_plain` is called
    /// with each tag, and returns whether the rest of the game is read as usual after it.
    ///
    /// Returns `None` if the game is not plain, or if no other follows it.
    pub(in crate::notation) fn at(
        text: &[u8],
        offset: usize,
        is_plain: impl FnMut(TagSpans) -> bool,
    ) -> Option<PlainGame> {
        let mut scanner = Scanner { text, at: offset };
        scanner.skip_space();
        let start = scanner.at;
        let read = || {
            scanner.pass_tags(is_plain)?;
            scanner.pass_beginning()?;
            let result = scanner.pass_movetext()?;
            Some(PlainGame { start, result, next: scanner.next_game()? })
        };
        let game = read();
        work::count(scanner.at - offset);
        game
    }
}

/// Scans the bytes of a game. Each step returns `None` if the game is not plain.
struct Scanner<'s> {
    text: &'s [u8],
    at: usize,
}

impl Scanner<'_> {
    /// Returns the next byte.
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Skips bytes for which a function returns `true`.
    #[inline(always)]
    fn pass_while(&mut self, is_kind: impl Fn(u8) -> bool) {
        self.at += length_of(&self.text[self.at..], is_kind);
    }

    fn skip_space(&mut self) -> Space {
        let space = Space::at_start(&self.text[self.at..]);
        self.at += space.length;
        space
    }

    /// Skips the tags, and the white space after them.
    fn pass_tags(&mut self, mut is_plain: impl FnMut(TagSpans) -> bool) -> Option<()> {
        loop {
            let tag = plain_tag(self.text, self.at)?;
            self.at = tag.whole.end;
            let space = self.skip_space();
            if !is_plain(tag) {
                return None;
            }
            match self.peek()? {
                // such a tag may begin the next game
                b'[' if space.has_blank_line() || self.text[self.at..].starts_with(b"[Event") => return None,
                b'[' => {}
                _ => return Some(()),
            }
        }
    }

    /// Skips the comments before the first move, and checks that the movetext then begins with the result or
    /// a number, which is skipped. Anything else may be a broken tag.
    fn pass_beginning(&mut self) -> Option<()> {
        while self.peek()? == b'{' {
            self.pass_comment()?;
            self.skip_space();
        }
        // a bracket that a comment leaves open on this line may be taken for the bracket of a tag
        let before = self.text[..self.at].iter().rev();
        if before.copied().find(|byte| matches!(byte, b'[' | b']' | b'\n' | b'\r')) == Some(b'[') {
            return None;
        }
        if self.result_at(self.at).is_some() {
            return Some(());
        }
        let digits = self.at;
        self.pass_while(|byte| byte.is_ascii_digit());
        let dots = self.at;
        self.pass_while(|byte| byte == b'.');
        let after = self.peek()?;
        (dots > digits && (self.at > dots || after.is_ascii_whitespace())).then_some(())
    }

    /// Skips a comment that has neither another opening brace in it nor a line that may be a tag.
    fn pass_comment(&mut self) -> Option<()> {
        let inside = &self.text[self.at + 1..];
        let length = memchr2(b'{', b'}', inside)?;
        let mut line_ends = memchr2_iter(b'\n', b'\r', &inside[..length]);
        let has_tag = line_ends.any(|at| inside[at + 1] == b'[' && begins_tag(inside, at + 1));
        self.at += length + 2;
        (inside[length] == b'}' && !has_tag).then_some(())
    }

    /// Skips the moves and the result, which is returned.
    fn pass_movetext(&mut self) -> Option<(Outcome, Span)> {
        loop {
            self.pass_while(|byte| CLASSES[usize::from(byte)] == ByteClass::Plain);
            let byte = self.peek()?;
            let start = match CLASSES[usize::from(byte)] {
                ByteClass::Brace => {
                    self.pass_comment()?;
                    continue;
                }
                ByteClass::LineEnd => {
                    self.skip_space();
                    if self.may_begin_numbering() {
                        return None;
                    }
                    continue;
                }
                ByteClass::Hyphen if self.is_within_move() => {
                    self.at += 1;
                    continue;
                }
                ByteClass::Result if byte == b'*' => self.at,
                // a hyphen or a slash is the second character of a result
                ByteClass::Hyphen | ByteClass::Result => self.at - 1,
                ByteClass::Plain | ByteClass::Other => return None,
            };
            let result = self.result_at(start)?;
            self.at = result.1.end;
            return Some(result);
        }
    }

    /// Returns whether a number 1 of White may come next, and not directly in a bracket. At the beginning of a line it may
    /// begin another game.
    fn may_begin_numbering(&self) -> bool {
        let is_one = match &self.text[self.at..] {
            [b'1', ..] if self.text[..self.at].trim_ascii_end().ends_with(b"(") => false,
            [b'1', b'0'..=b'9', ..] | [b'1', b'.', b'.', ..] => false,
            rest => rest.starts_with(b"1"),
        };
        is_one && self.result_at(self.at).is_none()
    }

    /// Returns whether the next byte, a hyphen, is certainly not part of a result.
    fn is_within_move(&self) -> bool {
        match &self.text[self.at - 1..] {
            // `0-0F`: neither came
            [b'0', _, b'0', b'F' | b'f', ..] => false,
            [b'O', _, b'O', ..] | [b'0', _, b'0', ..] => true,
            // a result may have spaces around its hyphen
            [b' ' | b'0'..=b'2', _, b' ', ..] | [_, _, b'0'..=b'9', ..] => false,
            _ => true,
        }
    }

    /// Returns the result at an offset, if no token can extend over its start. The text after the
    /// result is not examined.
    fn result_at(&self, start: usize) -> Option<(Outcome, Span)> {
        let (outcome, length) = match &self.text[start..] {
            [b'1', b'-', b'0', ..] => (Outcome::WhiteWins, 3),
            [b'0', b'-', b'1', ..] => (Outcome::BlackWins, 3),
            [b'*', ..] => (Outcome::Unknown, 1),
            rest if rest.starts_with(b"1/2-1/2") => (Outcome::Draw, 7),
            _ => return None,
        };
        let before = self.text[..start].last()?;
        let is_apart = before.is_ascii_whitespace() || matches!(before, b'}' | b')');
        is_apart.then(|| (outcome, Span::new(start, start + length)))
    }

    /// Returns the start of the next game, if its first tag begins a line after the result. Directly under it, tags other
    /// than `Event` may belong to no game.
    fn next_game(&mut self) -> Option<usize> {
        let space = self.skip_space();
        let next = self.at;
        let is_event = || space.has_line_end() && self.text[next..].starts_with(b"[Event ");
        tag_name(self.text, next).filter(|_| space.has_blank_line() || is_event()).map(|_| next)
    }
}

/// Returns the span of the name in the plain tag that begins at an offset. The tag may still end in another form.
#[inline(always)]
fn tag_name(text: &[u8], start: usize) -> Option<Span> {
    if text.get(start) != Some(&b'[') {
        return None;
    }
    let name = &text[start + 1..];
    let length = length_of(name, |byte| is_of_tag_name(&byte));
    let gap = length_of(&name[length..], |byte| byte == b' ');
    let is_name =
        name.first().is_some_and(u8::is_ascii_alphabetic) && gap > 0 && name.get(length + gap) == Some(&b'"');
    is_name.then(|| Span::new(start + 1, start + 1 + length))
}

/// Returns the places of the plain tag that begins at an offset.
#[inline(always)]
fn plain_tag(text: &[u8], start: usize) -> Option<TagSpans> {
    let name = tag_name(text, start)?;
    let quote = name.end + length_of(&text[name.end..], |byte| byte == b' ');
    let length = length_of(&text[quote + 1..], |byte| !matches!(byte, b'"' | b'\\' | b'\r' | b'\n'));
    let value = Span::new(quote, quote + 1 + length + 1);
    let is_plain = text.get(value.end - 1..=value.end) == Some(b"\"]");
    is_plain.then(|| TagSpans { name, value, whole: Span::new(start, value.end + 1) })
}

/// Returns the number of bytes at the start of a text that satisfy a function.
#[inline(always)]
fn length_of(text: &[u8], is_kind: impl Fn(u8) -> bool) -> usize {
    text.iter().position(|&byte| !is_kind(byte)).unwrap_or(text.len())
}
