//! The tokens of a game that its grammar refuses, and repairs of its tags.

use super::{Failure, Repair};
use crate::message::PlyNumber;
use crate::syntax::broken_tags::{BrokenLines, OpenTag};
use crate::syntax::error::{Expected, SyntaxError, SyntaxFault};
use crate::syntax::plies::numbered_ply;
use crate::syntax::token_stream::TokenStream;
use crate::syntax::{CommentBounds, LexFault, Lexeme, Lexer, Put, Token, TokenEdit, TokenKind, Tokens};
use crate::text::{Span, begins_line, work};

/// A game that its grammar refuses, as a list of its tokens as written.
#[derive(Debug)]
pub(in crate::syntax) struct BrokenGame<'s> {
    /// The text, which ends where the game ends.
    pub(in crate::syntax) text: &'s [u8],
    /// The offset at which the game begins.
    pub(super) start: usize,
    pub(super) parts: Vec<Part>,
    /// The index of the first part of the movetext.
    pub(super) moves: usize,
    /// The ply with which the game begins.
    pub(super) first_ply: PlyNumber,
}

/// A token, or bytes that do not form one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
    /// Why it does not form a token.
    pub(super) fault: Option<PartFault>,
}

/// Why a part of a game does not form a token, as far as that matters for the parts around it. It is smaller than
/// the whole fault, because a large game has many parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartFault {
    /// It is meant as a move.
    OfMove,
    /// It is a closing brace.
    StrayBrace,
    /// It opens a variation in as many others as may be open.
    TooDeep,
    /// It is something else.
    Other,
}

impl From<LexFault> for PartFault {
    fn from(fault: LexFault) -> PartFault {
        match fault {
            LexFault::StrayBrace => PartFault::StrayBrace,
            LexFault::TooDeep => PartFault::TooDeep,
            _ if fault.is_of_move() => PartFault::OfMove,
            _ => PartFault::Other,
        }
    }
}

impl Part {
    fn of<T: Token>(lexeme: &Lexeme<T>) -> Part {
        let span = lexeme.span;
        match lexeme.token {
            Ok(token) => Part { kind: token.kind(), span, fault: None },
            Err(fault) => {
                let kind = match fault {
                    LexFault::UnclosedComment => TokenKind::Comment,
                    LexFault::TooDeep => TokenKind::VariationStart,
                    _ => TokenKind::Other,
                };
                Part { kind, span, fault: Some(fault.into()) }
            }
        }
    }
}

impl<'s> BrokenGame<'s> {
    /// Lists the tokens of a game that begins at `start` and ends with a text.
    pub(in crate::syntax) fn of<T: Token>(
        text: &'s [u8],
        start: usize,
        tokens: &Tokens<T>,
        first_ply: PlyNumber,
    ) -> BrokenGame<'s> {
        let parts = tokens.iter().map(Part::of).collect();
        BrokenGame { text, start, parts, moves: tokens.movetext(), first_ply }
    }

    /// Returns the tokens of a part of the text, which is read separately.
    pub(super) fn read_again<T: Token>(&self, part: Span) -> Vec<Part> {
        let bounds = CommentBounds::open_to(part.end);
        let lexer = Lexer::<T>::with_bounds(&self.text[..part.end], part.start, bounds);
        lexer.map(|lexeme| Part::of(&lexeme)).collect()
    }

    /// Returns the index of the first part at or after an offset.
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

impl Failure {
    /// Closes or skips the tag with the error, or the rest of its line.
    pub(super) fn repair_tag<T: Token>(&self, game: &BrokenGame<'_>) -> Option<Repair> {
        let is_in_tag = match self.error.fault {
            SyntaxFault::UnclosedTag => true,
            SyntaxFault::Unexpected(expected) | SyntaxFault::EndsEarly(expected) => !expected.allows_move(),
            _ => false,
        };
        if !self.is_in_tags && !is_in_tag {
            return None;
        }
        let edit = mend::<T>(game, self.error)?;
        Some(Repair::by(edit, reported(game, self.error, &edit)))
    }
}

/// Finds the edit that repairs a tag with an error, or leaves it or its line out. A tag whose value
/// can be read is kept. Returns `None` if the moves begin with the error.
fn mend<T: Token>(game: &BrokenGame<'_>, error: SyntaxError) -> Option<TokenEdit> {
    let (text, span, start) = (game.text, error.span, game.start);
    let line = &text[span.start..game.line_end(span.start)];
    let open_tag = OpenTag::around(text, start, span.start);
    // if the value is missing at the end of a line, the error is on the next one, where no tag is open
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

/// Returns the error to report in place of an error in a tag. If the tag is not closed, that is an
/// error of the tag and not of the token after it.
fn reported(game: &BrokenGame<'_>, error: SyntaxError, edit: &TokenEdit) -> SyntaxError {
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

/// Returns whether a move and its number follow the bracket that a line begins with.
fn begins_moves<T: Token>(line: &[u8]) -> bool {
    let tokens = Lexer::<T>::with_bounds(line, 1, CommentBounds::open_to(line.len())).take(2);
    tokens.map_while(|lexeme| lexeme.kind()).eq([TokenKind::MoveNumber, TokenKind::Move])
}

/// Returns whether the rest of a line after the name of a tag consists of more of that name and a
/// value. One quotation mark alone is not a value.
fn precedes_value(line: &[u8]) -> bool {
    !line.starts_with(b"[") && memchr::memchr_iter(b'"', line).count() > 1
}

/// Returns whether a line begins with a name and a value.
fn is_unopened(line: &[u8]) -> bool {
    let name = line.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    name > 0 && line[name..].trim_ascii_start().starts_with(b"\"")
}

/// Returns the end of the rest of a line among the tags that is not a tag, or of its part before the
/// next tag. Returns `None` if the moves begin there.
fn broken_line<T: Token>(game: &BrokenGame<'_>, at: usize) -> Option<usize> {
    let mut stream = TokenStream::<T>::new(game.text, at, CommentBounds::of(game.text, at), None);
    let first = stream.from(at)?;
    let end = BrokenLines::at(&mut stream, &first, game.start).end?.min(game.line_end(at));
    Some(at + game.text[at..end].trim_ascii_end().len())
}
