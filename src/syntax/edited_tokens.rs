//! Edits of the tokens of a game, and the tokens of a text with edits applied.

use std::collections::VecDeque;

use super::token_stream::TokenStream;
use super::{CommentBounds, Lexeme, PieceLetters, Token, TokenKind, Tokens};
use crate::text::Span;

/// A change of the tokens of a game: what stands in a span is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenEdit {
    /// The span that is replaced; empty for an insertion. If a token begins in the span and ends after it, reading
    /// goes on at the end of the span.
    pub span: Span,
    /// The replacement for the span.
    pub put: Put,
    /// The edit closes only the variations that begin at or after this offset.
    closes_from: usize,
}

/// The replacement for a part of the tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Put {
    /// Nothing: the span is left out.
    Nothing,
    /// An empty comment, which marks that the rest of a variation is left out.
    Incomplete,
    /// The span as a comment that lacks its closing brace.
    CommentEnd,
    /// The `]` of a tag.
    TagEnd,
    /// The `(` of a variation.
    VariationStart,
    /// The `)` of open variations.
    VariationEnds,
    /// The end of the game and of its variations.
    GameEnd,
}

impl TokenEdit {
    /// Creates an edit. If it closes variations, it closes all that are open.
    pub(crate) const fn new(span: Span, put: Put) -> TokenEdit {
        TokenEdit { span, put, closes_from: 0 }
    }

    /// Creates an edit that leaves out a part of the text.
    pub(super) const fn skip(start: usize, end: usize) -> TokenEdit {
        TokenEdit::new(Span::new(start, end), Put::Nothing)
    }

    /// Creates the edit that inserts something at an offset.
    pub(super) const fn before(offset: usize, put: Put) -> TokenEdit {
        TokenEdit::new(Span::new(offset, offset), put)
    }

    /// Creates the edit that closes a variation and those in it at an offset.
    pub(super) const fn close_variations(opening: Span, offset: usize) -> TokenEdit {
        TokenEdit { closes_from: opening.start, ..TokenEdit::before(offset, Put::VariationEnds) }
    }

    /// Creates the edit that leaves out the rest of a variation from an offset on, and marks the place.
    pub(crate) const fn cut_variation(from: usize, closing: Span) -> TokenEdit {
        TokenEdit::new(Span::new(from, closing.start), Put::Incomplete)
    }

    /// Creates the edit that leaves out a variation. If its closing bracket is missing, some of the moves left out
    /// may belong to the line around it, so the place is marked.
    pub(crate) const fn leave_out_variation(opening: Span, closing: Span) -> TokenEdit {
        let is_closed = closing.start < closing.end;
        let put = if is_closed { Put::Nothing } else { Put::Incomplete };
        TokenEdit::new(Span::new(opening.start, closing.end), put)
    }

    /// Creates the edit that ends the game at an offset.
    pub(crate) const fn end_game(offset: usize) -> TokenEdit {
        TokenEdit::before(offset, Put::GameEnd)
    }

    /// Inserts the edit in the order of the text. Edits that begin inside its span are dropped, and insertions at
    /// its start come before it.
    pub(crate) fn insert_into(self, edits: &mut Vec<TokenEdit>) {
        let Span { start, end } = self.span;
        let is_put_in = |other: &TokenEdit| start < end && other.span == Span::new(start, start);
        let at = edits.partition_point(|other| other.span.start < start || is_put_in(other));
        let after = at + edits[at..].partition_point(|other| other.span.start < end);
        let kept = edits[at..after].iter().filter(|other| other.span.start == start);
        let kept: Vec<_> = std::iter::once(self).chain(kept.copied()).collect();
        edits.splice(at..after, kept);
    }

    /// Returns whether the edit closes the innermost open variation. `open` lists the offsets of the
    /// opening brackets of the open variations.
    fn closes_one_of(&self, open: &[usize]) -> bool {
        open.last().is_some_and(|opening| *opening >= self.closes_from)
    }
}

/// The tokens of a game while edits are applied to them.
struct Editing<'t, 's, T: Token> {
    text: &'s [u8],
    /// The tokens as written that have not been edited yet.
    rest: &'t [Lexeme<T>],
    /// Those that come before them, because an edit goes on within a token.
    read_again: VecDeque<Lexeme<T>>,
    letters: Option<PieceLetters>,
    edited: Tokens<T>,
    /// The offsets of the opening brackets of the open variations.
    open: Vec<usize>,
}

/// Returns the tokens of a game with edits applied, which are in the order of the text.
pub(super) fn edited<T: Token>(text: &[u8], tokens: &Tokens<T>, edits: &[TokenEdit]) -> Tokens<T> {
    let (letters, read_again) = (tokens.letters, VecDeque::new());
    let (edited, open) = (Tokens::default(), Vec::new());
    let mut editing = Editing { text, rest: tokens, read_again, letters, edited, open };
    for edit in edits {
        editing.keep_before(edit.span.start);
        if editing.apply(edit) {
            return editing.edited;
        }
    }
    editing.keep_before(usize::MAX);
    editing.edited
}

impl<T: Token> Editing<'_, '_, T> {
    fn next(&self) -> Option<Lexeme<T>> {
        self.read_again.front().or(self.rest.first()).copied()
    }

    fn pass(&mut self) {
        if self.read_again.pop_front().is_none() {
            self.rest = self.rest.split_first().map_or(&[], |(_, rest)| rest);
        }
    }

    /// Keeps the tokens that begin before an offset.
    fn keep_before(&mut self, offset: usize) {
        while let Some(lexeme) = self.next().filter(|lexeme| lexeme.span.start < offset) {
            self.put(lexeme);
            self.pass();
        }
    }

    fn put(&mut self, lexeme: Lexeme<T>) {
        match lexeme.kind() {
            Some(TokenKind::VariationStart) => self.open.push(lexeme.span.start),
            Some(TokenKind::VariationEnd) => drop(self.open.pop()),
            _ => {}
        }
        self.edited.push(lexeme);
    }

    /// Applies an edit at which the next token begins. Returns whether it ends the game.
    fn apply(&mut self, edit: &TokenEdit) -> bool {
        let Span { start, end } = edit.span;
        let insertion = |token| Lexeme { token: Ok(token), span: Span::new(start, start) };
        match edit.put {
            Put::Nothing => self.leave_out_to(end),
            Put::Incomplete => {
                self.leave_out_to(end);
                self.put(insertion(T::COMMENT));
            }
            Put::CommentEnd => {
                self.leave_out_one(end);
                self.put(Lexeme { token: Ok(T::COMMENT), span: edit.span });
            }
            Put::TagEnd => self.put(insertion(T::TAG_END)),
            Put::VariationStart => self.put(insertion(T::VARIATION_START)),
            Put::VariationEnds | Put::GameEnd => {
                while edit.closes_one_of(&self.open) {
                    self.put(insertion(T::VARIATION_END));
                }
            }
        }
        edit.put == Put::GameEnd
    }

    /// Leaves out the tokens that begin before an offset.
    fn leave_out_to(&mut self, offset: usize) {
        while self.next().is_some_and(|lexeme| lexeme.span.start < offset) {
            self.leave_out_one(offset);
        }
    }

    /// Leaves out a token, up to an offset. What comes after that is read again.
    fn leave_out_one(&mut self, offset: usize) {
        let Some(left_out) = self.next() else { return };
        self.pass();
        if offset >= left_out.span.end {
            return;
        }
        let last = self.read_again.drain(..).last().unwrap_or(left_out);
        let (mut at, mut to) = (offset, last.span.end);
        let bounds = CommentBounds::of(self.text, at);
        let mut stream = TokenStream::<T>::new(self.text, at, bounds, self.letters);
        while at < to
            && let Some(lexeme) = stream.peek(&self.edited)
        {
            stream.take();
            at = lexeme.span.end;
            self.read_again.push_back(lexeme);
            // it may end within a token after the one that is left out
            while let Some((covered, rest)) = self.rest.split_first().filter(|(next, _)| next.span.start < at)
            {
                (self.rest, to) = (rest, to.max(covered.span.end));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::PgnToken;
    use crate::syntax::Lexer;

    /// Returns the tokens of an edited text; an inserted one has a plus.
    fn shown(text: &str, edits: &[(&str, Put)]) -> String {
        let edit = |(part, put): &(&str, Put)| {
            let start = text.find(part).expect("a part of the text");
            TokenEdit::new(Span::new(start, start + part.len()), *put)
        };
        let edits: Vec<_> = edits.iter().map(edit).collect();
        let mut tokens = Tokens::default();
        tokens.extend(Lexer::<PgnToken>::new(text.as_bytes(), 0));
        let edited = edited(text.as_bytes(), &tokens, &edits);
        let shown = edited.iter().map(|lexeme| match lexeme {
            Lexeme { token: Ok(token), span } if span.start == span.end => match token {
                PgnToken::TagEnd => "+]",
                PgnToken::VariationEnd => "+)",
                other => panic!("{other:?} is never inserted"),
            },
            Lexeme { span, .. } => &text[span.range()],
        });
        shown.collect::<Vec<_>>().join("  ")
    }

    #[test]
    fn edits_change_the_tokens_at_their_places() {
        use Put::{CommentEnd, GameEnd, Nothing, TagEnd, VariationEnds};
        for (text, edits, expected) in [
            ("1. e4 e5", &[][..], "1.  e4  e5"),
            ("1. e4 x y e5", &[("x y", Nothing)], "1.  e4  e5"),
            ("1. e4 {a e5", &[("{a e5", CommentEnd)], "1.  e4  {a e5"),
            ("1. e4 {a e5", &[("{a", CommentEnd)], "1.  e4  {a  e5"),
            ("1. e4 \"a e5", &[("\"a", Nothing)], "1.  e4  e5"),
            ("[Event \"a\" 1. e4", &[("1.", TagEnd)], "[Event  \"a\"  +]  1.  e4"),
            (
                "1. e4 (1. d4 (1. c4 1-0",
                &[("1-0", VariationEnds)],
                "1.  e4  (  1.  d4  (  1.  c4  +)  +)  1-0",
            ),
            ("1. e4 e5 1-0", &[("1-0", VariationEnds)], "1.  e4  e5  1-0"),
            ("1. e4 (1. d4 what) e5", &[("what", GameEnd)], "1.  e4  (  1.  d4  +)"),
            ("x 1. e4 y e5 *", &[("x", Nothing), ("y", Nothing)], "1.  e4  e5  *"),
        ] {
            assert_eq!(shown(text, edits), expected, "{text}");
        }
    }
}
