//! The tokens of a game that its grammar refuses.

use crate::message::PlyNumber;
use crate::syntax::between_games::{begins_line, end_of, start_of};
use crate::syntax::boundary::GameTokens;
use crate::syntax::error::{Expected, SyntaxError, SyntaxFault};
use crate::syntax::plies::numbered_ply;
use crate::syntax::tags::{BrokenLines, OpenTag};
use crate::syntax::{CommentBounds, LexFault, Lexeme, Lexer, Token, TokenKind};
use crate::text::{Span, work};

/// A game that its grammar refuses: its tokens as they are written, and its variations.
#[derive(Debug)]
pub(in crate::syntax) struct BrokenGame<'s> {
    /// The text, which ends where the game ends.
    pub(super) text: &'s [u8],
    pub(super) bounds: CommentBounds,
    /// The offset at which the game begins.
    pub(super) start: usize,
    pub(super) parts: Vec<Part>,
    /// The first part of the movetext.
    pub(super) moves: usize,
    /// The ply with which the game begins.
    pub(super) first_ply: PlyNumber,
}

/// A token, or what forms none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
    /// Why it forms no token.
    pub(super) fault: Option<PartFault>,
}

/// Why a part of a game forms no token, as far as that matters for what is around it. A large game has many parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartFault {
    /// It is meant as a move.
    OfMove,
    /// It is a closing brace.
    StrayBrace,
    /// It is something else.
    Other,
}

impl From<LexFault> for PartFault {
    fn from(fault: LexFault) -> PartFault {
        match fault {
            LexFault::StrayBrace => PartFault::StrayBrace,
            _ if fault.is_of_move() => PartFault::OfMove,
            _ => PartFault::Other,
        }
    }
}

impl Part {
    fn of<T: Token>(lexeme: &Lexeme<T>) -> Part {
        let span = Span::new(start_of(lexeme), end_of(lexeme));
        match lexeme {
            Ok((_, token, _)) => Part { kind: token.kind(), span, fault: None },
            Err(error) => {
                let is_comment = error.fault == LexFault::UnclosedComment;
                let kind = if is_comment { TokenKind::Comment } else { TokenKind::Other };
                Part { kind, span, fault: Some(error.fault.into()) }
            }
        }
    }
}

impl<'s> BrokenGame<'s> {
    /// Takes down the tokens of a game, which nothing has been taken from yet.
    pub(in crate::syntax) fn of<T: Token>(
        text: &'s [u8],
        bounds: CommentBounds,
        mut tokens: GameTokens<'_, 's, T>,
        first_ply: PlyNumber,
    ) -> BrokenGame<'s> {
        let (start, mut parts, mut moves) = (tokens.start(), Vec::new(), None);
        while let Some(lexeme) = tokens.next() {
            if !tokens.is_in_tags() {
                moves.get_or_insert(parts.len());
            }
            parts.push(Part::of(&lexeme));
        }
        let moves = moves.unwrap_or(parts.len());
        BrokenGame { text, bounds, start, parts, moves, first_ply }
    }

    /// Returns the tokens that a part of the text has by itself.
    pub(super) fn read_again<T: Token>(&self, part: Span) -> Vec<Part> {
        let bounds = CommentBounds::open_to(part.end);
        Lexer::<T>::new(&self.text[..part.end], part.start, bounds).map(|lexeme| Part::of(&lexeme)).collect()
    }

    /// Returns the index of the first part from an offset on.
    pub(super) fn part_at(&self, offset: usize) -> usize {
        self.parts.partition_point(|part| part.span.start < offset)
    }

    /// Returns the parts that begin in a part of the text.
    pub(super) fn parts_in(&self, span: Span) -> &[Part] {
        &self.parts[self.part_at(span.start)..self.part_at(span.end).max(self.part_at(span.start))]
    }

    /// Returns what is written at a span.
    pub(super) fn written(&self, span: Span) -> &'s [u8] {
        &self.text[span.range()]
    }

    /// Returns the end of the line that an offset is in.
    pub(super) fn line_end(&self, at: usize) -> usize {
        memchr::memchr2(b'\n', b'\r', &self.text[at..]).map_or(self.text.len(), |length| at + length)
    }

    /// Returns the ply that a move number names.
    pub(super) fn numbered_ply(&self, number: Span) -> PlyNumber {
        numbered_ply(self.text, number)
    }
}

/// Finds the edit that mends a tag with an error, or leaves it or its line out. A tag whose value
/// can be read is kept. Returns `None` if the moves begin with the error.
pub(super) fn mend<T: Token>(game: &BrokenGame<'_>, error: SyntaxError) -> Option<TokenEdit> {
    let (text, span, start) = (game.text, error.span, game.start);
    let line = &text[span.start..game.line_end(span.start)];
    let open_tag = OpenTag::around(text, start, span.start);
    // the value may be missing at the end of the line
    let valueless = || {
        let tag = memchr::memrchr(b'[', &text[start..span.start]).map(|at| start + at);
        work::count(tag.map_or(0, |tag| span.start - tag));
        tag
    };
    let rest_of_line = || broken_line::<T>(game, span.start).map(|end| TokenEdit::skip(span.start, end));
    match error.fault {
        SyntaxFault::Token(LexFault::UnclosedComment) => Some(TokenEdit::new(span, Put::CommentEnd)),
        SyntaxFault::Token(LexFault::NamelessTag | LexFault::BadTagName) if begins_line(text, span.start) => {
            let ends = |byte: &u8| matches!(byte, b'[' | b']');
            let end = line[1..].iter().position(ends).map(|at| (at + 1, line[at + 1]));
            Some(TokenEdit::skip(
                span.start,
                match end {
                    Some((at, b']')) => span.start + at + 1,
                    Some((at, _)) => span.start + at,
                    None if begins_moves::<T>(line) => span.end,
                    None => span.start + line.len(),
                },
            ))
        }
        SyntaxFault::UnclosedTag | SyntaxFault::EndsEarly(Expected::TagEnd) => {
            Some(TokenEdit::before(span.start, Put::TagEnd))
        }
        SyntaxFault::Unexpected(Expected::TagEnd) => Some(match open_tag.and_then(|tag| tag.end) {
            Some(end) => TokenEdit::skip(span.start, end - 1),
            None => TokenEdit::before(span.start, Put::TagEnd),
        }),
        SyntaxFault::Unexpected(Expected::TagValue) if precedes_value(line) => {
            Some(TokenEdit::skip(span.start, span.end))
        }
        SyntaxFault::Unexpected(Expected::TagValue) | SyntaxFault::EndsEarly(Expected::TagValue) => {
            let end = open_tag.and_then(|tag| tag.end).or_else(|| broken_line::<T>(game, span.start));
            let end = end.filter(|_| !line.starts_with(b"["));
            Some(TokenEdit::skip(valueless()?, end.unwrap_or(span.start)))
        }
        SyntaxFault::EndsEarly(_) => None,
        _ => match open_tag {
            Some(tag) if tag.lacks_value => {
                let end = tag.end.or_else(|| broken_line::<T>(game, span.start)).unwrap_or(span.end);
                Some(TokenEdit::skip(tag.start, end))
            }
            _ if line.starts_with(b"]") => Some(TokenEdit::skip(span.start, span.end)),
            _ if matches!(error.fault, SyntaxFault::UnopenedTag) && line.trim_ascii_end().ends_with(b"]") => {
                Some(TokenEdit::skip(span.start, span.start + line.len()))
            }
            _ => rest_of_line(),
        },
    }
}

/// Returns the error that is reported for one in a tag. A tag that is not closed has it, and not what follows it.
pub(super) fn reported(game: &BrokenGame<'_>, error: SyntaxError, edit: &TokenEdit) -> SyntaxError {
    let line = &game.text[error.span.start..game.line_end(error.span.start)];
    let written = game.text[..edit.span.start].trim_ascii_end().len();
    if edit.put == Put::TagEnd
        && let Some(OpenTag { start, .. }) = OpenTag::around(game.text, game.start, written)
    {
        let span = Span::new(start, written);
        return SyntaxError { fault: SyntaxFault::UnclosedTag, span, ply: None };
    }
    let fault = match error.fault {
        SyntaxFault::Unexpected(Expected::TagValue) if precedes_value(line) => {
            SyntaxFault::Token(LexFault::BadTagName)
        }
        SyntaxFault::NotAMove(_) if is_unopened(line) => SyntaxFault::UnopenedTag,
        fault => fault,
    };
    SyntaxError { fault, ..error }
}

/// Tells whether a move and its number follow the bracket that a line begins with.
fn begins_moves<T: Token>(line: &[u8]) -> bool {
    let tokens = Lexer::<T>::new(line, 1, CommentBounds::open_to(line.len())).take(2);
    tokens
        .map_while(Result::ok)
        .map(|(_, token, _)| token.kind())
        .eq([TokenKind::MoveNumber, TokenKind::Move])
}

/// Tells whether the rest of a line behind the name of a tag is more of that name, and a value. A
/// single quote is no value.
fn precedes_value(line: &[u8]) -> bool {
    !line.starts_with(b"[") && memchr::memchr_iter(b'"', line).count() > 1
}

/// Tells whether a line begins with a name and a value.
fn is_unopened(line: &[u8]) -> bool {
    let name = line.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    name > 0 && line[name..].trim_ascii_start().starts_with(b"\"")
}

/// Returns the end of the rest of a line among the tags that is no tag, or of what of it precedes the
/// next tag. Returns `None` if the moves begin there.
fn broken_line<T: Token>(game: &BrokenGame<'_>, at: usize) -> Option<usize> {
    let first = Lexer::<T>::new(game.text, at, game.bounds).next()?;
    let kind = first.map_or(TokenKind::Other, |(_, token, _)| token.kind());
    let end = BrokenLines::at::<T>(game.text, kind, at, game.start, game.bounds).end?.min(game.line_end(at));
    Some(at + game.text[at..end].trim_ascii_end().len())
}

/// A change of the tokens of a game: what stands in a span is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenEdit {
    /// The span that is replaced; an empty one if something is only put in. A token that begins in it and ends
    /// after it is read again from its end.
    pub span: Span,
    /// What is read there.
    pub put: Put,
    /// The offset from which on variations begin that the edit closes.
    closes_from: usize,
}

/// What is read in place of what is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Put {
    /// Nothing: the span is left out.
    Nothing,
    /// A comment without a text, which marks that the rest of a variation is left out.
    Incomplete,
    /// The span as a comment, which lacks its closing brace.
    CommentEnd,
    /// The `]` of a tag.
    TagEnd,
    /// The `)` of open variations.
    VariationEnds,
    /// The end of the game and of its variations.
    GameEnd,
}

impl TokenEdit {
    /// Creates an edit, which closes every variation if it closes any.
    pub(crate) const fn new(span: Span, put: Put) -> TokenEdit {
        TokenEdit { span, put, closes_from: 0 }
    }

    /// Creates the edit that leaves out a part of the text.
    pub(in crate::syntax) const fn skip(start: usize, end: usize) -> TokenEdit {
        TokenEdit::new(Span::new(start, end), Put::Nothing)
    }

    /// Creates the edit that puts something in at an offset.
    pub(super) const fn before(offset: usize, put: Put) -> TokenEdit {
        TokenEdit::new(Span::new(offset, offset), put)
    }

    /// Creates the edit that closes a variation and those in it at an offset.
    pub(super) const fn close_variations(opening: Span, offset: usize) -> TokenEdit {
        TokenEdit { closes_from: opening.start, ..TokenEdit::before(offset, Put::VariationEnds) }
    }

    /// Creates the edit that leaves out a variation from an offset on, and marks that.
    pub(crate) const fn cut_variation(from: usize, closing: Span) -> TokenEdit {
        TokenEdit::new(Span::new(from, closing.start), Put::Incomplete)
    }

    /// Creates the edit that leaves out a variation. A bracket that the text lacks may be a missing one, before which
    /// the line around it goes on: that is marked.
    pub(crate) const fn leave_out_variation(opening: Span, closing: Span) -> TokenEdit {
        let is_closed = closing.start < closing.end;
        let put = if is_closed { Put::Nothing } else { Put::Incomplete };
        TokenEdit::new(Span::new(opening.start, closing.end), put)
    }

    /// Creates the edit that ends the game at an offset.
    pub(crate) const fn end_game(offset: usize) -> TokenEdit {
        TokenEdit::before(offset, Put::GameEnd)
    }

    /// Inserts the edit in the order of the text. Those that begin within its span are made no more. What is put in
    /// before it comes first.
    pub(crate) fn insert_into(self, edits: &mut Vec<TokenEdit>) {
        let Span { start, end } = self.span;
        let is_put_in = |other: &TokenEdit| start < end && other.span == Span::new(start, start);
        let at = edits.partition_point(|other| other.span.start < start || is_put_in(other));
        let behind = at + edits[at..].partition_point(|other| other.span.start < end);
        let kept = edits[at..behind].iter().filter(|other| other.span.start == start);
        let kept: Vec<_> = std::iter::once(self).chain(kept.copied()).collect();
        edits.splice(at..behind, kept);
    }

    /// Tells whether the innermost of the open variations, whose opening brackets are given, is to
    /// be closed.
    pub(in crate::syntax) fn closes_one_of(&self, open: &[Span]) -> bool {
        open.last().is_some_and(|opening| opening.start >= self.closes_from)
    }
}
