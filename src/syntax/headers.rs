//! Where a header begins again, which ends a game without a result.
//!
//! One repeated tag proves nothing, since it may have been given twice by mistake. `docs/guide/repair.md`, rule 2, has
//! the conditions.

use super::between_games::{end_of, start_of};
use super::broken_tags::BrokenLines;
use super::deciding_tags::DecidingTags;
use super::{CommentBounds, Lexer, SEVEN_TAGS, Token, TokenKind};
use crate::text::{Space, work};

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
pub(super) struct Headers<'s> {
    text: &'s [u8],
    bounds: CommentBounds,
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

impl<'s> Headers<'s> {
    /// Starts a game before its first tag.
    pub(super) fn new(text: &'s [u8], bounds: CommentBounds) -> Headers<'s> {
        let unknown = BrokenLines::default();
        Headers {
            text,
            bounds,
            first: None,
            has_text: false,
            counted: None,
            broken_lines: unknown,
            stray: unknown,
        }
    }

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
    pub(super) fn is_stray<T: Token>(&mut self, at: usize, has_move: bool) -> bool {
        if at >= self.stray.certain_at {
            self.stray = BrokenLines::default();
            if has_move && !self.begins_game(at) {
                self.stray = BrokenLines::tags::<T>(self.text, at, self.bounds, |at| self.begins_game(at));
            }
        }
        self.stray.end.is_some_and(|end| at < end)
    }

    /// Returns whether a game may begin at a tag: at `Event`, at the tag with which this game
    /// began, or at the tag of a position, since a game from a position may begin with any move
    /// number.
    fn begins_game(&self, at: usize) -> bool {
        let name = tag_name(self.text, at);
        self.first.is_some_and(|first| tag_name(self.text, first) == name)
            || [&b"Event"[..], b"FEN", b"SetUp", b"TLPD", b"PDTL"].contains(&name)
    }

    /// Returns whether a tag begins another header.
    pub(super) fn begin_again<T: Token>(&mut self, at: usize) -> bool {
        let (name, is_apart) = (known_tag(self.text, at), is_apart(self.text, at));
        let is_event = name == Some(EVENT);
        let Some(first) = self.first.filter(|_| is_apart || is_event) else { return false };
        let mut counted = self.pass::<T>(first, at);
        let before = counted.before;
        let has = |tag: usize| before[tag];
        let is_repeated = name.is_some_and(has);
        let roster = (0..SEVEN_TAGS.len()).filter(|tag| has(*tag)).count();
        let is_told = is_apart && is_event && (has(EVENT) || has(RESULT) || roster >= 2 || self.has_text)
            || is_apart && is_repeated && name.is_some_and(|name| POSITIONS.contains(&name))
            || is_event && is_repeated && self.precedes_roster::<T>(at);
        // reading ahead costs most, so it comes last
        let begins = is_told || {
            counted.extend::<T>(self.text, self.bounds);
            let repeated = (0..KNOWN).filter(|tag| has(*tag) && counted.behind[*tag]).count();
            repeated >= 2 || is_apart && is_event && repeated == 1
        };
        self.counted = Some(counted);
        begins
    }

    /// Moves on to a tag, and counts those before it. Neither this nor [`Counted::extend`] ever
    /// goes back, so the time is linear.
    fn pass<T: Token>(&mut self, first: usize, at: usize) -> Counted {
        let counted = self.counted.take();
        let mut counted = counted.unwrap_or(Counted {
            at: first,
            before: [false; KNOWN],
            behind: [false; KNOWN],
            end: first,
        });
        let passed = Lexer::<T>::new(self.text, counted.at, self.bounds).filter_map(Result::ok);
        for (start, ..) in passed.take_while(|(start, ..)| *start < at).filter(is_name) {
            if let Some(tag) = known_tag(self.text, start) {
                counted.before[tag] = true;
                counted.behind[tag] &= start >= counted.end;
            }
        }
        counted.at = at;
        counted.end = counted.end.max(at);
        counted
    }

    /// Returns whether the next tag after one is `Site` or `White`.
    fn precedes_roster<T: Token>(&self, at: usize) -> bool {
        let tokens = Lexer::<T>::new(self.text, at, self.bounds).filter_map(Result::ok);
        let mut names = tokens.take_while(|(_, token, _)| is_of_tag(token.kind())).filter(is_name);
        let next = names.nth(1).and_then(|(start, ..)| known_tag(self.text, start));
        matches!(next, Some(SITE | WHITE))
    }

    /// Returns whether a token among the tags belongs to a broken line. `start` is the offset at
    /// which the game begins.
    pub(super) fn is_in_broken_line<T: Token>(&mut self, kind: TokenKind, at: usize, start: usize) -> bool {
        if kind == TokenKind::Comment {
            return false;
        }
        if at >= self.broken_lines.certain_at {
            self.broken_lines = BrokenLines::at::<T>(self.text, kind, at, start, self.bounds);
        }
        self.broken_lines.end.is_some_and(|end| at < end)
    }

    /// Returns whether a tag certainly belongs to the same game as the one before it.
    #[inline(never)]
    pub(super) fn has_further(&self, at: usize) -> bool {
        self.first.is_some()
            && !self.text[at..].starts_with(b"[Event")
            && !is_apart(self.text, at)
            && !DecidingTags::may_begin(&self.text[at..])
    }
}

impl Counted {
    /// Counts the tags from where the last search ended: up to the moves, to a tag that is repeated
    /// since the offset, or to an `Event` after a blank line, which is examined separately when it
    /// comes.
    fn extend<T: Token>(&mut self, text: &[u8], bounds: CommentBounds) {
        let mut line_end = self.end;
        for lexeme in Lexer::<T>::new(text, self.end, bounds) {
            let start = start_of(&lexeme);
            let end = end_of(&lexeme);
            match lexeme.map(|(_, token, _)| token.kind()) {
                Ok(TokenKind::TagName) => {
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
                Ok(TokenKind::TagEnd) => line_end = end,
                Ok(kind) if start >= line_end && !is_of_tag(kind) => return,
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
    let length = name.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    work::count(length);
    &name[..length]
}

fn is_name<T: Token>(lexeme: &(usize, T, usize)) -> bool {
    lexeme.1.kind() == TokenKind::TagName
}

/// Returns whether a token is part of a tag, or may stand among tags.
fn is_of_tag(kind: TokenKind) -> bool {
    use TokenKind::{Comment, Control, Period, TagEnd, TagName, TagValue, Word};
    matches!(kind, TagName | TagValue | TagEnd | Comment | Control | Period | Word)
}
