//! Where a header begins again, which ends a game without a result.
//!
//! One repeated tag proves nothing, since it may have been given twice by mistake. `docs/guide/repair.md`, rule 2, has
//! the conditions.

use super::broken_tags::BrokenLines;
use super::deciding_tags::DecidingTags;
use super::lexemes::is_of_symbol;
use super::token_stream::TokenStream;
use super::{Lexeme, SEVEN_TAGS, Token, TokenKind};
use crate::text::{Space, Span, work};

/// The tags outside the Seven Tag Roster that occur only once in a header.
const OTHER_TAGS: [&str; 5] = ["Variant", "Id", "SetUp", "FEN", "TLPD"];

/// The number of tags by which a header is recognised.
const KNOWN: usize = SEVEN_TAGS.len() + OTHER_TAGS.len();

// the indices of some of them in `SEVEN_TAGS` followed by `OTHER_TAGS`
const EVENT: usize = 0;
const SITE: usize = 1;
const WHITE: usize = 4;
const RESULT: usize = 6;
const POSITIONS: [usize; 2] = [10, 11];

/// Distinguishes the tags of a game from those of the next one, and from lines that are not tags.
#[derive(Default)]
pub(super) struct Headers {
    /// The offset of the first tag.
    first: Option<usize>,
    /// Whether text that is not a tag follows it.
    has_text: bool,
    /// The known tags that have been counted, once a header may have begun again.
    counted: Option<Counted>,
    /// What is known about the last text among the tags that is not a tag.
    broken_lines: BrokenLines,
    /// What is known about the last tags among the moves.
    stray: BrokenLines,
}

/// The known tags of a game before an offset, and those of the header after it.
struct Counted {
    at: usize,
    /// Which tags come before the offset.
    before: [bool; KNOWN],
    /// Which tags come after it, up to the first that is repeated there, or to the moves.
    behind: [bool; KNOWN],
    /// The end of the text that has been searched for them.
    end: usize,
}

impl Headers {
    /// Notes a tag whose bracket stands at an offset.
    pub(super) fn note(&mut self, bracket: usize) {
        self.first.get_or_insert(bracket);
    }

    /// Notes a word among the tags that does not belong to a broken line.
    pub(super) fn note_text(&mut self) {
        self.has_text |= self.first.is_some();
    }

    /// Returns the end of the text that had to be read for the answers of this type.
    pub(super) fn looked_at(&self) -> usize {
        let counted = self.counted.as_ref().map_or(0, |counted| counted.end);
        self.broken_lines.certain_at.max(self.stray.certain_at).max(counted)
    }

    /// Returns whether a tag among the moves does not begin the next game, because the moves of this game go on
    /// after it.
    pub(super) fn is_stray<T: Token>(
        &mut self,
        stream: &mut TokenStream<'_, T>,
        at: usize,
        has_move: bool,
    ) -> bool {
        if at >= self.stray.certain_at {
            self.stray = BrokenLines::default();
            if has_move && !self.begins_game(stream.text, at) {
                self.stray = BrokenLines::tags(stream, at, |text, at| self.begins_game(text, at));
            }
        }
        self.stray.end.is_some_and(|end| at < end)
    }

    /// Returns whether a game may begin at a tag: at `Event`, at the tag with which this game
    /// began, or at the tag of a position, since a game from a position may begin with any move
    /// number.
    fn begins_game(&self, text: &[u8], at: usize) -> bool {
        let name = tag_name(text, at);
        self.first.is_some_and(|first| tag_name(text, first) == name)
            || [&b"Event"[..], b"FEN", b"SetUp", b"TLPD", b"PDTL"].contains(&name)
    }

    /// Returns whether a tag begins another header. `before` are the tokens of the game before it.
    pub(super) fn begin_again<T: Token>(
        &mut self,
        stream: &mut TokenStream<'_, T>,
        before: &[Lexeme<T>],
        at: usize,
    ) -> bool {
        let (name, is_apart) = (known_tag(stream.text, at), is_apart(stream.text, at));
        let is_event = name == Some(EVENT);
        let Some(first) = self.first.filter(|_| is_apart || is_event) else { return false };
        let mut counted = self.pass(stream.text, before, first, at);
        let passed = counted.before;
        let has = |tag: usize| passed[tag];
        let is_repeated = name.is_some_and(has);
        let roster = (0..SEVEN_TAGS.len()).filter(|tag| has(*tag)).count();
        let is_told = is_apart && is_event && (has(EVENT) || has(RESULT) || roster >= 2 || self.has_text)
            || is_apart && is_repeated && name.is_some_and(|name| POSITIONS.contains(&name))
            || is_event && is_repeated && precedes_roster(stream, at);
        // reading ahead costs most, so it comes last
        let begins = is_told || {
            counted.extend(stream);
            let repeated = (0..KNOWN).filter(|tag| has(*tag) && counted.behind[*tag]).count();
            repeated >= 2 || is_apart && is_event && repeated == 1
        };
        self.counted = Some(counted);
        begins
    }

    /// Moves on to a tag, and counts those before it. Neither this nor [`Counted::extend`] ever
    /// goes back, so the time is linear.
    fn pass<T: Token>(&mut self, text: &[u8], before: &[Lexeme<T>], first: usize, at: usize) -> Counted {
        let counted = self.counted.take();
        let mut counted = counted.unwrap_or(Counted {
            at: first,
            before: [false; KNOWN],
            behind: [false; KNOWN],
            end: first,
        });
        let passed = before.partition_point(|lexeme| lexeme.span.start < counted.at);
        for name in before[passed..].iter().filter(|lexeme| lexeme.is(TokenKind::TagName)) {
            if let Some(tag) = known_tag(text, name.span.start) {
                counted.before[tag] = true;
                counted.behind[tag] &= name.span.start >= counted.end;
            }
        }
        counted.at = at;
        counted.end = counted.end.max(at);
        counted
    }

    /// Returns whether a token among the tags belongs to a broken line. `start` is the offset at
    /// which the game begins.
    pub(super) fn is_in_broken_line<T: Token>(
        &mut self,
        stream: &mut TokenStream<'_, T>,
        lexeme: &Lexeme<T>,
        start: usize,
    ) -> bool {
        if lexeme.is(TokenKind::Comment) {
            return false;
        }
        let at = lexeme.span.start;
        if at >= self.broken_lines.certain_at {
            self.broken_lines = BrokenLines::at(stream, lexeme, start);
        }
        self.broken_lines.end.is_some_and(|end| at < end)
    }

    /// Returns whether a tag certainly belongs to the same game as the one before it.
    #[inline(never)]
    pub(super) fn has_further(&self, text: &[u8], at: usize) -> bool {
        self.first.is_some()
            && !text[at..].starts_with(b"[Event")
            && !is_apart(text, at)
            && !DecidingTags::may_begin(&text[at..])
    }
}

impl Counted {
    /// Counts the tags from where the last search ended: up to the moves, to a tag that is repeated
    /// since the offset, or to an `Event` after a blank line, which is examined separately when it
    /// comes.
    fn extend<T: Token>(&mut self, stream: &mut TokenStream<'_, T>) {
        let text = stream.text;
        let mut line_end = self.end;
        while let Some(lexeme) = stream.from(self.end) {
            let Span { start, end } = lexeme.span;
            match lexeme.kind() {
                Some(TokenKind::TagName) => {
                    let tag = known_tag(text, start);
                    if tag == Some(EVENT) && start > self.at && is_apart(text, start) {
                        return;
                    }
                    if let Some(tag) = tag
                        && std::mem::replace(&mut self.behind[tag], true)
                    {
                        return;
                    }
                    let line = &text[start..];
                    line_end = start + memchr::memchr2(b'\n', b'\r', line).unwrap_or(line.len());
                }
                // anything on the line of a tag that is not closed may be the rest of its value
                Some(TokenKind::TagEnd) => line_end = end,
                Some(kind) if start >= line_end && !is_of_tag(kind) => return,
                _ => {}
            }
            self.end = end;
        }
    }
}

/// Returns whether a tag follows a blank line.
fn is_apart(text: &[u8], at: usize) -> bool {
    Space::at_end(&text[..at]).has_blank_line()
}

/// Returns the index of the tag whose bracket stands at an offset among those that a header has only once.
/// `PDTL` is another name of `TLPD`.
fn known_tag(text: &[u8], bracket: usize) -> Option<usize> {
    let name = match tag_name(text, bracket) {
        b"PDTL" => b"TLPD",
        name => name,
    };
    SEVEN_TAGS.iter().chain(&OTHER_TAGS).position(|known| known.as_bytes() == name)
}

/// Returns the name of the tag whose bracket stands at an offset.
fn tag_name(text: &[u8], bracket: usize) -> &[u8] {
    let name = text[bracket + 1..].trim_ascii_start();
    let length = name.iter().take_while(|byte| is_of_symbol(byte)).count();
    work::count(length);
    &name[..length]
}

/// Returns whether the next tag after one, which begins at an offset, is `Site` or `White`.
fn precedes_roster<T: Token>(stream: &mut TokenStream<'_, T>, mut at: usize) -> bool {
    let mut names = 0;
    while let Some(lexeme) = stream.from(at) {
        names += usize::from(lexeme.is(TokenKind::TagName));
        if names == 2 {
            return matches!(known_tag(stream.text, lexeme.span.start), Some(SITE | WHITE));
        }
        if lexeme.kind().is_some_and(|kind| !is_of_tag(kind)) {
            return false;
        }
        at = lexeme.span.end;
    }
    false
}

/// Returns whether a token is part of a tag, or may stand among tags.
pub(super) fn is_of_tag(kind: TokenKind) -> bool {
    use TokenKind::{Comment, Control, Period, TagEnd, TagName, TagValue, Word};
    matches!(kind, TagName | TagValue | TagEnd | Comment | Control | Period | Word)
}
