//! Where one game ends and the next begins.
//!
//! A game ends behind its result and the comments that follow it, or before a
//! tag pair that stands among moves. Since these are tokens, a `[Event` inside
//! a comment ends nothing.

use super::mend::{Mend, Patch};
use crate::lexer::{CommentBounds, Lexeme, Lexer, Part, Terminal};
use crate::source::Span;

/// The part of a game that the next token belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Section {
    Tags,
    Moves,
    /// Behind the result, where only comments follow.
    Ended,
}

/// The tokens of one game, and what an error message wants to know of them.
pub(super) struct GameTokens<'p, 's, T: Terminal> {
    text: &'s [u8],
    lexer: Lexer<'s, T>,
    /// A token that has been read and not been given out yet.
    held: Option<Lexeme<T>>,
    /// What is to be changed from here on, in the order of the text.
    patches: &'p [Patch],
    start: usize,
    section: Section,
    has_moved: bool,
    first_tag: Option<usize>,
    /// Where the variations that are not closed yet were opened.
    open: Vec<Span>,
    /// Where the variation was opened that was closed last.
    last_opening: Option<Span>,
    words: Words,
    /// Where control characters were passed over first.
    control: Option<Span>,
    end: usize,
    /// Where the next game begins, once that is known.
    next_game: Option<usize>,
    /// Whether there are others behind the token that showed it. Otherwise more text might make
    /// something else of it, which belongs to this game.
    is_bounded: bool,
    /// The section whose tokens, but for the few that may change something, change nothing
    /// of this but `end`.
    flow: Option<Section>,
}

impl<'p, 's, T: Terminal> GameTokens<'p, 's, T> {
    /// Starts a game at the first token behind an offset, if there is one. Lines that
    /// are escaped make no game.
    pub(super) fn at(
        text: &'s [u8],
        offset: usize,
        bounds: CommentBounds,
        patches: &'p [Patch],
    ) -> Option<GameTokens<'p, 's, T>> {
        let mut tokens = GameTokens {
            text,
            lexer: Lexer::<T>::new(text, offset, bounds),
            start: offset,
            held: None,
            patches,
            section: Section::Tags,
            has_moved: false,
            first_tag: None,
            open: Vec::new(),
            last_opening: None,
            words: Words::default(),
            control: None,
            end: offset,
            next_game: None,
            is_bounded: false,
            flow: None,
        };
        let first = tokens.held_or_read()?;
        tokens.start = start(&first);
        let is_comment = matches!(&first, Ok((_, token, _)) if token.part() == Part::Comment);
        if is_comment && is_all_escaped(&text[tokens.start..]) {
            return None;
        }
        tokens.held = Some(first);
        Some(tokens)
    }

    /// Reads the next token, past control characters.
    fn held_or_read(&mut self) -> Option<Lexeme<T>> {
        loop {
            match self.held.take().or_else(|| self.lexer.next())? {
                Ok((start, token, end)) if token.part() == Part::Control => {
                    self.control.get_or_insert(Span::new(start, end));
                    self.end = end;
                }
                lexeme => return Some(lexeme),
            }
        }
    }

    /// Returns where the game begins.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// Returns the end of the last token.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// Returns where the innermost open variation begins.
    pub(super) fn open_variation(&self) -> Option<Span> {
        self.open.last().copied()
    }

    /// Returns where control characters were passed over first.
    pub(super) fn control(&self) -> Option<Span> {
        self.control
    }

    /// Returns the words that came just before the last token.
    pub(super) fn words_before(&self) -> Option<Run> {
        self.words.before
    }

    /// Returns where the variation began that ended last.
    pub(super) fn last_opening(&self) -> Option<Span> {
        self.last_opening
    }

    /// Passes over what is left of the game and returns where the next one begins, where
    /// this one ended, and whether that is certain whatever follows the text.
    pub(super) fn skip_to_end(mut self) -> (usize, usize, bool) {
        self.by_ref().for_each(drop);
        (self.next_game.unwrap_or(self.end), self.end, self.is_bounded)
    }

    /// Takes the next token, with the patches applied.
    fn patched(&mut self) -> Option<Lexeme<T>> {
        loop {
            let lexeme = self.held_or_read();
            let at = lexeme.as_ref().map_or(usize::MAX, start);
            let Some((patch, later)) = self.patches.split_first().filter(|(patch, _)| patch.span.start <= at)
            else {
                return lexeme;
            };
            let inserted = |token| Some(Ok((patch.span.start, token, patch.span.start)));
            match patch.mend {
                Mend::LeaveOut if at < patch.span.end => {
                    self.end = lexeme.as_ref().map_or(self.end, end);
                    continue;
                }
                Mend::LeaveOut => {}
                Mend::TakeAsComment => {
                    self.patches = later;
                    return Some(Ok((patch.span.start, T::BRACES, patch.span.end)));
                }
                Mend::CloseTag => {
                    self.patches = later;
                    self.held = lexeme;
                    return inserted(T::TAG_END);
                }
                Mend::CloseVariations | Mend::End if !self.open.is_empty() => {
                    self.held = lexeme;
                    return inserted(T::VARIATION_END);
                }
                Mend::CloseVariations => {}
                Mend::End => return None,
            }
            self.patches = later;
            self.held = lexeme;
        }
    }

    fn ends_before(&self, lexeme: &Lexeme<T>) -> bool {
        let part = lexeme.as_ref().map(|(_, token, _)| token.part());
        match self.section {
            Section::Tags => part == Ok(Part::TagName) && self.begins_again(start(lexeme)),
            Section::Moves if part == Ok(Part::MoveNumber) => self.begins_anew(start(lexeme)),
            Section::Moves => part == Ok(Part::TagName),
            // a result at the end of a variation is one of the variation
            Section::Ended if part == Ok(Part::VariationEnd) => self.open.is_empty(),
            Section::Ended => !part.is_ok_and(is_comment),
        }
    }

    /// Tells whether a number is a first one behind the blank line that ends a game
    /// without tags and result.
    fn begins_anew(&self, at: usize) -> bool {
        let rest = &self.text[at..];
        is_first_number(rest) && self.has_moved && self.open.is_empty() && {
            let rest = rest[1..].strip_prefix(b".").unwrap_or(&rest[1..]).trim_ascii_start();
            let is_whites = !rest.starts_with(b".") && !rest.starts_with("…".as_bytes());
            is_whites && is_behind_blank_line(&self.text[..at])
        }
    }

    /// Tells whether a tag is the first one of a game over again, behind a blank
    /// line: then there were no moves in the game before.
    fn begins_again(&self, at: usize) -> bool {
        let name = |at: usize| {
            let text = self.text[at + 1..].trim_ascii_start();
            &text[..text.iter().take_while(|b| b.is_ascii_alphanumeric()).count()]
        };
        is_behind_blank_line(&self.text[..at]) && self.first_tag.is_some_and(|first| name(first) == name(at))
    }

    fn note(&mut self, part: Part, span: Span) {
        match part {
            Part::TagName => {
                self.first_tag.get_or_insert(span.start);
            }
            Part::TagValue | Part::TagEnd => {}
            Part::Result => self.section = Section::Ended,
            Part::VariationEnd => self.section = Section::Moves,
            _ if self.section == Section::Tags && !is_comment(part) => self.section = Section::Moves,
            _ => {}
        }
        match part {
            Part::Move => self.has_moved = true,
            Part::VariationStart => self.open.push(span),
            Part::VariationEnd => self.last_opening = self.open.pop(),
            _ => {}
        }
        self.words.note(part, span);
        self.end = span.end;
    }
}

impl<T: Terminal> GameTokens<'_, '_, T> {
    /// Tells whether a token says nothing about where the game ends.
    #[inline(always)]
    fn is_common(&self, section: Section, part: Part, start: usize) -> bool {
        match part {
            Part::Move | Part::Comment | Part::Other => section == Section::Moves,
            Part::MoveNumber => section == Section::Moves && !is_first_number(&self.text[start..]),
            Part::TagValue | Part::TagEnd => section == Section::Tags,
            Part::TagName => section == Section::Tags && self.is_further_tag(start),
            _ => false,
        }
    }

    /// Tells whether a tag follows another of the same game for certain.
    #[inline(never)]
    fn is_further_tag(&self, at: usize) -> bool {
        self.first_tag.is_some() && !is_behind_blank_line(&self.text[..at])
    }

    /// Takes the next token, whatever it is.
    fn take(&mut self) -> Option<Lexeme<T>> {
        self.flow = None;
        if self.next_game.is_some() {
            return None;
        }
        let lexeme = self.patched();
        match &lexeme {
            Some(lexeme) if self.ends_before(lexeme) => {
                self.next_game = Some(start(lexeme));
                self.is_bounded = !self.text[end(lexeme)..].trim_ascii_start().is_empty();
                self.words.end();
                return None;
            }
            Some(Ok((start, token, end))) => self.note(token.part(), Span::new(*start, *end)),
            Some(Err(error)) => {
                self.words.end();
                self.end = error.span.end;
            }
            None => self.words.end(),
        }
        let is_plain = self.held.is_none() && self.patches.is_empty() && self.words.are_none();
        let has_begun = self.section != Section::Moves || self.has_moved;
        self.flow = (is_plain && has_begun).then_some(self.section);
        lexeme
    }
}

impl<T: Terminal> Iterator for GameTokens<'_, '_, T> {
    type Item = Lexeme<T>;

    #[inline(always)]
    fn next(&mut self) -> Option<Lexeme<T>> {
        if let Some(section) = self.flow {
            match self.lexer.next() {
                Some(Ok((start, token, end))) if self.is_common(section, token.part(), start) => {
                    self.end = end;
                    return Some(Ok((start, token, end)));
                }
                other => self.held = other,
            }
        }
        self.take()
    }
}

/// Tells whether a text begins with the number 1.
fn is_first_number(text: &[u8]) -> bool {
    text[0] == b'1' && !text.get(1).is_some_and(u8::is_ascii_digit)
}

/// Tells whether a text has nothing but escaped lines and blank ones.
fn is_all_escaped(text: &[u8]) -> bool {
    let mut lines = text.split(|byte| matches!(byte, b'\n' | b'\r'));
    lines.all(|line| line.starts_with(b"%") || line.trim_ascii().is_empty())
}

/// Tells whether a text ends with a blank line.
fn is_behind_blank_line(text: &[u8]) -> bool {
    let gap = &text[text.trim_ascii_end().len()..];
    let breaks = gap.iter().filter(|&&b| b == b'\n').count();
    breaks.max(gap.iter().filter(|&&b| b == b'\r').count()) > 1
}

fn start<T>(lexeme: &Lexeme<T>) -> usize {
    match lexeme {
        Ok((start, _, _)) => *start,
        Err(error) => error.span.start,
    }
}

fn end<T>(lexeme: &Lexeme<T>) -> usize {
    match lexeme {
        Ok((_, _, end)) => *end,
        Err(error) => error.span.end,
    }
}

/// Tells whether a token is a comment or, being of a sentence, may become one.
fn is_comment(part: Part) -> bool {
    matches!(part, Part::Comment | Part::Word | Part::Period)
}

/// Follows runs of words.
#[derive(Debug, Default)]
struct Words {
    /// The run that the last token belongs to.
    run: Option<Run>,
    /// The run that ended just before the last token, if it did.
    before: Option<Run>,
}

/// Some words in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) span: Span,
    pub(super) count: usize,
}

impl Words {
    fn note(&mut self, part: Part, span: Span) {
        if part != Part::Word {
            return self.end();
        }
        let (start, count) = self.run.map_or((span.start, 0), |run| (run.span.start, run.count));
        self.run = Some(Run { span: Span::new(start, span.end), count: count + 1 });
    }

    fn end(&mut self) {
        self.before = self.run.take();
    }

    fn are_none(&self) -> bool {
        self.run.is_none() && self.before.is_none()
    }
}
