//! The tokens of a game that its grammar refuses.

use crate::message::PlyNumber;
use crate::syntax::between_games::{end_of, start_of};
use crate::syntax::boundary::GameTokens;
use crate::syntax::plies::numbered_ply;
use crate::syntax::{CommentBounds, LexFault, Lexeme, Lexer, Token, TokenKind};
use crate::text::Span;

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
