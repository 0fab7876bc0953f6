//! Edits of the tokens of a game, and the tokens of a text with edits applied.

use super::between_games::{end_of, start_of};
use super::plies::{Plies, continues_game};
use super::{CommentBounds, LexError, LexFault, Lexeme, Lexer, PieceLetters, Token, TokenKind};
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
        let behind = at + edits[at..].partition_point(|other| other.span.start < end);
        let kept = edits[at..behind].iter().filter(|other| other.span.start == start);
        let kept: Vec<_> = std::iter::once(self).chain(kept.copied()).collect();
        edits.splice(at..behind, kept);
    }

    /// Returns whether the edit closes the innermost open variation. `open` lists the opening
    /// brackets of the open variations.
    pub(super) fn closes_one_of(&self, open: &[Span]) -> bool {
        open.last().is_some_and(|opening| opening.start >= self.closes_from)
    }
}

/// The tokens of a text from an offset on, without control characters and with the edits applied.
pub(super) struct EditedTokens<'p, 's, T: Token> {
    text: &'s [u8],
    lexer: Lexer<'s, T>,
    /// A token that has been read and not yet returned.
    peeked: Option<Lexeme<T>>,
    /// The plies up to the last comment that was never closed.
    plies: Plies,
    /// The edits still to be applied, in the order of the text.
    edits: &'p [TokenEdit],
    /// The first control characters that were skipped.
    control: Option<Span>,
    /// The signs around games that were skipped.
    signs: Vec<Span>,
    /// The end of the last token that was skipped.
    skipped_to: usize,
}

impl<'p, 's, T: Token> EditedTokens<'p, 's, T> {
    /// Starts at an offset of a text.
    pub(super) fn new(text: &'s [u8], offset: usize, bounds: CommentBounds, edits: &'p [TokenEdit]) -> Self {
        let lexer = Lexer::<T>::new(text, offset, bounds);
        let plies = Plies::from(offset);
        EditedTokens {
            text,
            lexer,
            peeked: None,
            plies,
            edits,
            control: None,
            signs: Vec::new(),
            skipped_to: 0,
        }
    }

    /// Returns the next token of the lexer. The caller must have checked that no token is put back
    /// and that no edit is left ([`EditedTokens::are_plain`]).
    #[inline(always)]
    pub(super) fn next_plain(&mut self) -> Option<Lexeme<T>> {
        self.lexer.next()
    }

    /// Returns whether nothing is put back and no edit is left.
    pub(super) fn are_plain(&self) -> bool {
        self.peeked.is_none() && self.edits.is_empty()
    }

    /// Puts a token back, to be returned next.
    pub(super) fn put_back(&mut self, lexeme: Option<Lexeme<T>>) {
        self.peeked = lexeme;
    }

    /// Continues at an offset.
    pub(super) fn seek(&mut self, offset: usize) {
        self.lexer = Lexer::new(self.text, offset, self.lexer.bounds());
        self.peeked = None;
    }

    /// Returns the first control characters that were skipped.
    pub(super) fn control(&self) -> Option<Span> {
        self.control
    }

    /// Returns the signs around games that were skipped.
    pub(super) fn signs(&self) -> &[Span] {
        &self.signs
    }

    /// Returns the end of the last token that was skipped, or 0 if none was.
    pub(super) fn skipped_to(&self) -> usize {
        self.skipped_to
    }

    /// Returns the next token as written, without control characters and the signs around games.
    pub(super) fn next_unedited(&mut self, letters: Option<&PieceLetters>) -> Option<Lexeme<T>> {
        loop {
            let lexeme = self.peeked.take().or_else(|| self.lexer.next_in(letters))?;
            match lexeme {
                Ok((start, token, end)) if token.kind() == TokenKind::Control => {
                    self.control.get_or_insert(Span::new(start, end));
                    self.skipped_to = end;
                }
                Ok((start, token, _))
                    if token.kind() == TokenKind::TagName && self.skip_sign(start, b"[pgn]") => {}
                Err(LexError { fault: LexFault::NamelessTag, span })
                    if self.skip_sign(span.start, b"[/pgn]") => {}
                Ok((start, token, _)) if token.kind() == TokenKind::Result => {
                    return Some(self.stray_star(start, letters).map_or(lexeme, Err));
                }
                Err(LexError { fault: LexFault::BadResult | LexFault::BadCtlResult, span }) => {
                    return Some(self.stray_star(span.start, letters).map_or(lexeme, Err));
                }
                Err(LexError { fault: fault @ (LexFault::UnclosedComment | LexFault::InnerBrace), span }) => {
                    return Some(self.end_comment(fault, span, letters));
                }
                _ => return Some(lexeme),
            }
        }
    }

    /// Skips a sign that web pages put before or after a game, if there is one at an offset.
    fn skip_sign(&mut self, start: usize, sign: &[u8]) -> bool {
        let end = start + sign.len();
        let is_there = self.text.get(start..end).is_some_and(|written| written.eq_ignore_ascii_case(sign));
        if is_there {
            self.seek(end);
            self.signs.push(Span::new(start, end));
            self.skipped_to = end;
        }
        is_there
    }

    /// Returns the error of a `*` at an offset if it is not a result. Such a star touches a move or
    /// another star, and a move or a number that goes on follows. It is emphasis, as in `2. **Nf3** Nc6`.
    fn stray_star(&mut self, start: usize, letters: Option<&PieceLetters>) -> Option<LexError> {
        // how many stars and spaces may come in a row
        const MOST: usize = 16;
        let is_glued_to = |byte: Option<&u8>| {
            byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || b"*+#".contains(byte))
        };
        let is_glued = is_glued_to(self.text[..start].last()) || is_glued_to(self.text.get(start + 1));
        let is_between = |byte: &&u8| **byte == b'*' || byte.is_ascii_whitespace();
        let stars = self.text[start..].iter().take(MOST).take_while(is_between).count();
        let goes_on = || {
            let bounds = CommentBounds::open_to(self.text.len());
            let next = Lexer::<T>::new(self.text, start + stars, bounds).next_in(letters)?.ok();
            next.map(|(at, token, _)| match token.kind() {
                TokenKind::MoveNumber => continues_game(&self.text[at..]),
                kind => kind == TokenKind::Move,
            })
        };
        if self.text[start] != b'*' || !is_glued || goes_on() != Some(true) {
            return None;
        }
        self.plies.pass_star::<T>(self.text, start, letters);
        // the lexer has read the text joined to the star as part of the token
        self.seek(start + 1);
        Some(LexError { fault: LexFault::StrayCharacter, span: Span::new(start, start + 1) })
    }

    /// Ends a comment before the next move of its game, if that move is inside it and the comment
    /// has another opening brace or is never closed.
    fn end_comment(&mut self, fault: LexFault, span: Span, letters: Option<&PieceLetters>) -> Lexeme<T> {
        // the text of a chunk ends here, and a brace after it may close the comment
        let may_close =
            fault == LexFault::UnclosedComment && self.lexer.bounds().last_brace == Some(usize::MAX);
        let next = (!may_close).then(|| self.plies.end_of_comment::<T>(self.text, span, letters)).flatten();
        let Some(next) = next else {
            return match fault {
                LexFault::InnerBrace => Ok((span.start, T::COMMENT, span.end)),
                _ => Err(LexError { fault, span }),
            };
        };
        self.seek(next);
        let end = self.text[..next].trim_ascii_end().len();
        Err(LexError { fault: LexFault::UnclosedComment, span: Span::new(span.start, end) })
    }

    /// Returns the next token, with the edits applied. `open` holds the opening brackets of the open
    /// variations.
    pub(super) fn next(&mut self, letters: Option<&PieceLetters>, open: &[Span]) -> Option<Lexeme<T>> {
        loop {
            let lexeme = self.next_unedited(letters);
            let at = lexeme.as_ref().map_or(usize::MAX, start_of);
            let Some((edit, later)) = self.edits.split_first().filter(|(edit, _)| edit.span.start <= at)
            else {
                return lexeme;
            };
            let inserted = |token| Some(Ok((edit.span.start, token, edit.span.start)));
            match edit.put {
                Put::Nothing | Put::Incomplete if at < edit.span.end => {
                    self.skip(lexeme.as_ref(), edit.span.end);
                    continue;
                }
                Put::Nothing => {}
                Put::Incomplete => {
                    self.edits = later;
                    self.peeked = lexeme;
                    return inserted(T::COMMENT);
                }
                Put::CommentEnd => {
                    self.edits = later;
                    self.skip(lexeme.as_ref(), edit.span.end);
                    return Some(Ok((edit.span.start, T::COMMENT, edit.span.end)));
                }
                Put::TagEnd => {
                    self.edits = later;
                    self.peeked = lexeme;
                    return inserted(T::TAG_END);
                }
                Put::VariationEnds | Put::GameEnd if edit.closes_one_of(open) => {
                    self.peeked = lexeme;
                    return inserted(T::VARIATION_END);
                }
                Put::VariationEnds => {}
                Put::GameEnd => return None,
            }
            self.edits = later;
            self.peeked = lexeme;
        }
    }

    /// Skips a token up to an offset. Any rest of it is read again.
    fn skip(&mut self, lexeme: Option<&Lexeme<T>>, to: usize) {
        let end = lexeme.map_or(self.skipped_to, end_of);
        self.skipped_to = end.min(to);
        if end > to {
            self.seek(to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::{PgnToken, San};
    use crate::syntax::boundary::GameTokens;
    use crate::syntax::deciding_tags::DecidingTags;

    /// Returns the tokens of an edited text; an inserted one has a plus.
    fn edited(text: &str, edits: &[(&str, Put)]) -> String {
        let edit = |(part, put): &(&str, Put)| {
            let start = text.find(part).expect("a part of the text");
            TokenEdit::new(Span::new(start, start + part.len()), *put)
        };
        let edits: Vec<_> = edits.iter().map(edit).collect();
        let bounds = CommentBounds::of(text.as_bytes(), 0);
        let tags = DecidingTags::new::<San>(None, None);
        let tokens = GameTokens::<PgnToken>::at(text.as_bytes(), 0, bounds, tags, &edits);
        let shown = tokens.into_iter().flatten().map(|lexeme| match lexeme {
            Ok((start, token, end)) if start == end => match token {
                PgnToken::TagEnd => "+]",
                PgnToken::VariationEnd => "+)",
                other => panic!("{other:?} is never inserted"),
            },
            Ok((start, _, end)) => &text[start..end],
            Err(error) => &text[error.span.range()],
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
            assert_eq!(edited(text, edits), expected, "{text}");
        }
    }
}
