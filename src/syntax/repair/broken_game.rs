//! The tokens of a game that its grammar refuses, and repairs of its tags.

use super::{Failure, Repair};
use crate::message::PlyNumber;
use crate::syntax::error::{Expected, SyntaxError, SyntaxFault};
use crate::syntax::plies::numbered_ply;
use crate::syntax::tag_line::TagLine;
use crate::syntax::{CommentBounds, LexFault, Lexeme, Lexer, Put, Token, TokenEdit, TokenKind, Tokens};
use crate::text::{Span, work};

/// A game that its grammar refuses, as a list of its tokens as written.
#[derive(Debug)]
pub(in crate::syntax) struct BrokenGame<'s> {
    /// The text, which ends where the game ends.
    pub(in crate::syntax) text: &'s [u8],
    /// The offset at which the game begins.
    pub(super) start: usize,
    pub(super) parts: Vec<BrokenPart>,
    /// The index of the first part of the movetext.
    pub(super) moves: usize,
    /// The ply with which the game begins.
    pub(super) first_ply: PlyNumber,
}

/// A token, or bytes that do not form one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BrokenPart {
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

impl BrokenPart {
    fn of<T: Token>(lexeme: &Lexeme<T>) -> BrokenPart {
        let span = lexeme.span;
        match lexeme.token {
            Ok(token) => BrokenPart { kind: token.kind(), span, fault: None },
            Err(fault) => {
                let kind = match fault {
                    LexFault::UnclosedComment => TokenKind::Comment,
                    LexFault::TooDeep => TokenKind::VariationStart,
                    _ => TokenKind::Other,
                };
                BrokenPart { kind, span, fault: Some(fault.into()) }
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
        let parts = tokens.iter().map(BrokenPart::of).collect();
        BrokenGame { text, start, parts, moves: tokens.movetext(), first_ply }
    }

    /// Returns the tokens of a part of the text, which is read separately.
    pub(super) fn read_again<T: Token>(&self, part: Span) -> Vec<BrokenPart> {
        let bounds = CommentBounds::open_to(part.end);
        let lexer = Lexer::<T>::with_bounds(&self.text[..part.end], part.start, bounds);
        lexer.map(|lexeme| BrokenPart::of(&lexeme)).collect()
    }

    /// Returns the index of the first part at or after an offset.
    pub(super) fn part_at(&self, offset: usize) -> usize {
        self.parts.partition_point(|part| part.span.start < offset)
    }

    /// Returns the parts that begin in a part of the text.
    pub(super) fn parts_in(&self, span: Span) -> &[BrokenPart] {
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
    use Expected::{TagEnd, TagValue};
    use SyntaxFault::{EndsEarly, Token, UnclosedTag, Unexpected};
    let (text, span) = (game.text, error.span);
    let line = TagLine::around(text, game.start, span.start);
    Some(match error.fault {
        Token(LexFault::UnclosedComment) => TokenEdit::new(span, Put::CommentEnd),
        Unexpected(TagEnd) if line.opens() && line.closes() => TokenEdit::skip(span.start, line.end() - 1),
        UnclosedTag | Unexpected(TagEnd) | EndsEarly(TagEnd) => TokenEdit::before(span.start, Put::TagEnd),
        // a part of the name
        Unexpected(TagValue) if line.is_divided_at(span.start) => TokenEdit::skip(span.start, span.end),
        Unexpected(TagValue) | EndsEarly(TagValue) => {
            // if the line ends after the name, the error is on the next one
            let tag = memchr::memrchr(b'[', &text[game.start..span.start]).map(|at| game.start + at)?;
            work::count(span.start - tag);
            let rest = TagLine::around(text, tag, tag).end().max(span.start);
            let goes_on = line.start == tag && !begins_moves::<T>(&text[..rest], span.start);
            TokenEdit::skip(tag, if goes_on { rest } else { span.start })
        }
        EndsEarly(_) => return None,
        Token(LexFault::NamelessTag | LexFault::BadTagName)
            if !line.closes() && begins_moves::<T>(text, span.end) =>
        {
            TokenEdit::skip(span.start, span.end)
        }
        // what stands after a value costs itself
        _ if line.value().is_some_and(|value| value < span.start) => TokenEdit::skip(span.start, line.end()),
        _ if line.is_meant() => TokenEdit::skip(line.start, line.end()),
        _ => TokenEdit::skip(span.start, broken_line(game, span.start)?),
    })
}

/// Returns the error to report in place of an error in a tag. If the tag is not closed, that is an
/// error of the tag and not of the token after it.
fn reported(game: &BrokenGame<'_>, error: SyntaxError, edit: &TokenEdit) -> SyntaxError {
    let written = game.text[..edit.span.start].trim_ascii_end().len();
    if edit.put == Put::TagEnd {
        let start = TagLine::around(game.text, game.start, written).start;
        return SyntaxError { fault: SyntaxFault::UnclosedTag, span: Span::new(start, written), ply: None };
    }
    let line = TagLine::around(game.text, game.start, error.span.start);
    let fault = match error.fault {
        SyntaxFault::Unexpected(Expected::TagValue) if line.is_divided_at(error.span.start) => {
            SyntaxFault::Token(LexFault::BadTagName)
        }
        fault => fault,
    };
    SyntaxError { fault, ..error }
}

/// Returns whether a move number and a move, or a result, stand at an offset.
fn begins_moves<T: Token>(text: &[u8], at: usize) -> bool {
    let mut tokens = Lexer::<T>::with_bounds(text, at, CommentBounds::open_to(text.len()));
    let mut next = || tokens.next().and_then(|lexeme| lexeme.kind());
    match next() {
        Some(TokenKind::MoveNumber) => next() == Some(TokenKind::Move),
        first => matches!(first, Some(TokenKind::Result(_))),
    }
}

/// Returns the end of the rest of a line among the tags that is not a tag, or of its part before the
/// next tag or the moves. Returns `None` if the moves begin there.
fn broken_line(game: &BrokenGame<'_>, at: usize) -> Option<usize> {
    let rest = game.parts[..game.moves].get(game.part_at(at)..).filter(|rest| !rest.is_empty())?;
    let next_tag = rest.iter().find(|part| part.kind == TokenKind::TagName);
    let next = next_tag.or(game.parts.get(game.moves)).map_or(game.text.len(), |next| next.span.start);
    Some(at + game.text[at..next.min(game.line_end(at))].trim_ascii_end().len())
}
