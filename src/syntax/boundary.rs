//! Where one game ends and the next begins.
//!
//! A game ends behind its result and the comments that follow it, or before a tag that
//! stands among moves. Where there is no result, a blank line with the first tag or the first
//! number behind it ends the game too. All of this is told from tokens, so a `[Event` inside
//! a comment ends nothing.

use super::game_letters::GameLetters;
use super::number_style::NumberStyle;
use super::token_edit::{EditKind, TokenEdit};
use super::word_runs::{Run, WordRuns};
use super::{CommentBounds, Lexeme, Lexer, PieceLetters, Token, TokenKind};
use crate::text::Span;

/// The kind of a game that the next token belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Section {
    Tags,
    Moves,
    /// Behind the result, where only comments follow.
    Ended,
}

/// The tokens of one game, and what an error message wants to know of them.
pub(super) struct GameTokens<'p, 's, T: Token> {
    text: &'s [u8],
    lexer: Lexer<'s, T>,
    /// A token that has been read and not yet handed out.
    held: Option<Lexeme<T>>,
    /// The edits that are still to be made, in the order of the text.
    edits: &'p [TokenEdit],
    start: usize,
    section: Section,
    has_moved: bool,
    first_tag: Option<usize>,
    /// The opening brackets of the variations that are not closed yet.
    open: Vec<Span>,
    /// The opening bracket of the variation that was closed last.
    last_opening: Option<Span>,
    words: WordRuns,
    numbers: NumberStyle,
    letters: GameLetters,
    /// The first control characters that were passed over.
    control: Option<Span>,
    end: usize,
    /// Where the next game begins, once that is known.
    next_game: Option<usize>,
    /// Whether anything follows the token that showed it. If nothing does, more text might make
    /// another token of it, which belongs to this game.
    is_bounded: bool,
    /// The section whose common tokens change nothing here but `end`, and so are handed out
    /// without a further look; `None` if the next token needs one.
    flow: Option<Section>,
}

impl<'p, 's, T: Token> GameTokens<'p, 's, T> {
    /// Starts a game at the first token behind an offset. Returns `None` if there is none but
    /// control characters, or if all that follows is escaped lines.
    pub(super) fn at(
        text: &'s [u8],
        offset: usize,
        bounds: CommentBounds,
        letters: Option<PieceLetters>,
        edits: &'p [TokenEdit],
    ) -> Option<GameTokens<'p, 's, T>> {
        let mut tokens = GameTokens {
            text,
            lexer: Lexer::<T>::new(text, offset, bounds),
            start: offset,
            held: None,
            edits,
            section: Section::Tags,
            has_moved: false,
            first_tag: None,
            open: Vec::new(),
            last_opening: None,
            words: WordRuns::default(),
            numbers: NumberStyle::default(),
            letters: GameLetters::new::<T>(letters),
            control: None,
            end: offset,
            next_game: None,
            is_bounded: false,
            flow: None,
        };
        let first = tokens.held_or_read()?;
        tokens.start = start(&first);
        let is_comment = matches!(&first, Ok((_, token, _)) if token.kind() == TokenKind::Comment);
        if is_comment && is_all_escaped(&text[tokens.start..]) {
            return None;
        }
        tokens.held = Some(first);
        Some(tokens)
    }

    /// Reads the next token and passes over control characters.
    fn held_or_read(&mut self) -> Option<Lexeme<T>> {
        loop {
            match self.held.take().or_else(|| self.lexer.next_in(self.letters.get()))? {
                Ok((start, token, end)) if token.kind() == TokenKind::Control => {
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

    /// Returns the letters of the pieces, if they are not the English ones.
    pub(super) fn letters(&self) -> Option<&PieceLetters> {
        self.letters.get()
    }

    /// Returns the opening bracket of the innermost open variation.
    pub(super) fn open_variation(&self) -> Option<Span> {
        self.open.last().copied()
    }

    /// Returns the first control characters that were passed over.
    pub(super) fn control(&self) -> Option<Span> {
        self.control
    }

    /// Returns the words that came just before the last token.
    pub(super) fn words_before(&self) -> Option<Run> {
        self.words.last()
    }

    /// Returns the opening bracket of the variation that was closed last.
    pub(super) fn last_opening(&self) -> Option<Span> {
        self.last_opening
    }

    /// Passes over what is left of the game and returns where the next one begins, where
    /// this one ended, and whether that is certain whatever follows the text.
    pub(super) fn skip_to_end(mut self) -> (usize, usize, bool) {
        self.by_ref().for_each(drop);
        (self.next_game.unwrap_or(self.end), self.end, self.is_bounded)
    }

    /// Takes the next token, with the edits applied.
    fn edited(&mut self) -> Option<Lexeme<T>> {
        loop {
            let lexeme = self.held_or_read();
            let at = lexeme.as_ref().map_or(usize::MAX, start);
            let Some((edit, later)) = self.edits.split_first().filter(|(edit, _)| edit.span.start <= at)
            else {
                return lexeme;
            };
            let inserted = |token| Some(Ok((edit.span.start, token, edit.span.start)));
            match edit.kind {
                EditKind::LeaveOut if at < edit.span.end => {
                    self.end = lexeme.as_ref().map_or(self.end, end);
                    continue;
                }
                EditKind::LeaveOut => {}
                EditKind::TakeAsComment => {
                    self.edits = later;
                    return Some(Ok((edit.span.start, T::COMMENT, edit.span.end)));
                }
                EditKind::CloseTag => {
                    self.edits = later;
                    self.held = lexeme;
                    return inserted(T::TAG_END);
                }
                EditKind::CloseVariations | EditKind::End if !self.open.is_empty() => {
                    self.held = lexeme;
                    return inserted(T::VARIATION_END);
                }
                EditKind::CloseVariations => {}
                EditKind::End => return None,
            }
            self.edits = later;
            self.held = lexeme;
        }
    }

    fn ends_before(&self, lexeme: &Lexeme<T>) -> bool {
        let kind = lexeme.as_ref().map(|(_, token, _)| token.kind());
        match self.section {
            Section::Tags => kind == Ok(TokenKind::TagName) && self.begins_again(start(lexeme)),
            Section::Moves if kind == Ok(TokenKind::MoveNumber) => self.begins_anew(start(lexeme)),
            Section::Moves => kind == Ok(TokenKind::TagName),
            // a result at the end of a variation is one of the variation
            Section::Ended if kind == Ok(TokenKind::VariationEnd) => self.open.is_empty(),
            Section::Ended => !kind.is_ok_and(is_comment),
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

    fn note(&mut self, kind: TokenKind, span: Span) {
        match kind {
            TokenKind::TagName => {
                self.first_tag.get_or_insert(span.start);
            }
            TokenKind::TagValue | TokenKind::TagEnd => {}
            TokenKind::Result => self.section = Section::Ended,
            TokenKind::VariationEnd => self.section = Section::Moves,
            _ if self.section == Section::Tags && !is_comment(kind) => self.section = Section::Moves,
            _ => {}
        }
        match kind {
            TokenKind::Move => self.has_moved = true,
            TokenKind::VariationStart => self.open.push(span),
            TokenKind::VariationEnd => self.last_opening = self.open.pop(),
            _ => {}
        }
        self.words.note(kind, span);
        self.numbers.note(kind, span, self.text);
        self.letters.note(kind, span, self.text);
        self.end = span.end;
    }
}

impl<T: Token> GameTokens<'_, '_, T> {
    /// Tells whether a token says nothing about where the game ends.
    #[inline(always)]
    fn is_common(&self, section: Section, kind: TokenKind, start: usize) -> bool {
        match kind {
            TokenKind::Move | TokenKind::Comment | TokenKind::Other => section == Section::Moves,
            TokenKind::MoveNumber => section == Section::Moves && !is_first_number(&self.text[start..]),
            TokenKind::TagValue | TokenKind::TagEnd => section == Section::Tags,
            TokenKind::TagName => section == Section::Tags && self.is_further_tag(start),
            _ => false,
        }
    }

    /// Tells whether a tag follows another of the same game for certain.
    #[inline(never)]
    fn is_further_tag(&self, at: usize) -> bool {
        self.first_tag.is_some()
            && !is_behind_blank_line(&self.text[..at])
            && !GameLetters::may_be_tag(&self.text[at..])
    }

    /// Takes the next token, whatever it is.
    fn take(&mut self) -> Option<Lexeme<T>> {
        self.flow = None;
        if self.next_game.is_some() {
            return None;
        }
        let mut lexeme = self.edited();
        while let Some(Ok((start, token, end))) = lexeme
            && self.numbers.is_part_of_number(token.kind(), Span::new(start, end), self.text)
        {
            self.end = end;
            lexeme = self.edited();
        }
        match &lexeme {
            Some(lexeme) if self.ends_before(lexeme) => {
                self.next_game = Some(start(lexeme));
                self.is_bounded = !self.text[end(lexeme)..].trim_ascii_start().is_empty();
                self.words.end();
                return None;
            }
            Some(Ok((start, token, end))) => self.note(token.kind(), Span::new(*start, *end)),
            Some(Err(error)) => {
                self.words.end();
                self.end = error.span.end;
            }
            None => self.words.end(),
        }
        let is_plain = self.held.is_none()
            && self.edits.is_empty()
            && self.words.are_none()
            && self.letters.are_english();
        let has_begun = self.section != Section::Moves || self.has_moved;
        self.flow = (is_plain && has_begun).then_some(self.section);
        lexeme
    }
}

impl<T: Token> Iterator for GameTokens<'_, '_, T> {
    type Item = Lexeme<T>;

    #[inline(always)]
    fn next(&mut self) -> Option<Lexeme<T>> {
        if let Some(section) = self.flow {
            match self.lexer.next() {
                Some(Ok((start, token, end))) if self.is_common(section, token.kind(), start) => {
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
fn is_comment(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Comment | TokenKind::Word | TokenKind::Period)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::PgnToken;

    /// Returns the tokens that are left of a text; one that was put in has a plus.
    fn edited(text: &str, edits: &[(&str, EditKind)]) -> String {
        let edit = |(part, kind): &(&str, EditKind)| {
            let start = text.find(part).expect("a part of the text");
            TokenEdit { span: Span::new(start, start + part.len()), kind: *kind }
        };
        let edits: Vec<_> = edits.iter().map(edit).collect();
        let bounds = CommentBounds::of(text.as_bytes(), 0);
        let tokens = GameTokens::<PgnToken>::at(text.as_bytes(), 0, bounds, None, &edits);
        let shown = tokens.into_iter().flatten().map(|lexeme| match lexeme {
            Ok((start, token, end)) if start == end => match token {
                PgnToken::TagEnd => "+]",
                PgnToken::VariationEnd => "+)",
                other => panic!("{other:?} is never put in"),
            },
            Ok((start, _, end)) => &text[start..end],
            Err(error) => &text[error.span.range()],
        });
        shown.collect::<Vec<_>>().join("  ")
    }

    #[test]
    fn edits_change_the_tokens_at_their_places() {
        use EditKind::{CloseTag, CloseVariations, End, LeaveOut, TakeAsComment};
        for (text, edits, expected) in [
            ("1. e4 e5", &[][..], "1.  e4  e5"),
            ("1. e4 x y e5", &[("x y", LeaveOut)], "1.  e4  e5"),
            ("1. e4 {a e5", &[("{a e5", TakeAsComment)], "1.  e4  {a e5"),
            ("[Event \"a\" 1. e4", &[("1.", CloseTag)], "[Event  \"a\"  +]  1.  e4"),
            (
                "1. e4 (1. d4 (1. c4 1-0",
                &[("1-0", CloseVariations)],
                "1.  e4  (  1.  d4  (  1.  c4  +)  +)  1-0",
            ),
            ("1. e4 e5 1-0", &[("1-0", CloseVariations)], "1.  e4  e5  1-0"),
            ("1. e4 (1. d4 what) e5", &[("what", End)], "1.  e4  (  1.  d4  +)"),
            ("x 1. e4 y e5 *", &[("x", LeaveOut), ("y", LeaveOut)], "1.  e4  e5  *"),
        ] {
            assert_eq!(edited(text, edits), expected, "{text}");
        }
    }
}
