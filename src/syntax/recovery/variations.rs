//! The variations around an error, and where they end because of it.

use super::unclosed::Unclosed;
use super::{Failure, Mend};
use crate::message::PlyNumber;
use crate::syntax::error::{SyntaxError, SyntaxFault};
use crate::syntax::game_text::{GameText, Part};
use crate::syntax::token_edit::{EditKind, TokenEdit};
use crate::syntax::{Token, TokenKind};
use crate::text::Span;

impl Failure {
    /// Ends variations that are never closed before the error in them, or, if there is no other,
    /// where a line around them goes on or the game ends.
    pub(super) fn end_variations(&self, unclosed: &Unclosed) -> Mend {
        let is_other =
            !matches!(self.error.fault, SyntaxFault::UnclosedVariation | SyntaxFault::ResultInVariation);
        if is_other && self.error.span.start < unclosed.end {
            return self.by(unclosed.edit(self.error.span.start));
        }
        let error = if is_other || unclosed.goes_on {
            let (fault, span) = (SyntaxFault::UnclosedVariation, unclosed.opening());
            SyntaxError { fault, span, ply: None }
        } else {
            self.error
        };
        Mend { error, ..self.by(unclosed.edit(unclosed.end)) }
    }

    /// Ends a variation before the error in it, or leaves it out if it has no move before that.
    pub(super) fn cut(&self, variation: &Variation) -> Mend {
        let error = self.error.span.start;
        if !variation.has_move_before(error) {
            return self.without(variation);
        }
        self.by(TokenEdit::new(Span::new(error, variation.closing), EditKind::CutVariation))
    }

    /// Leaves out a variation. If it has no moves, its comments are those of the line around it.
    pub(super) fn without(&self, variation: &Variation) -> Mend {
        let Variation { start, first_move, comments, end, .. } = variation;
        let mut edits = Vec::new();
        let mut at = *start;
        for comment in comments.iter().filter(|_| first_move.is_none()) {
            edits.push(TokenEdit::skip(at, comment.start));
            at = comment.end;
        }
        edits.push(TokenEdit::skip(at, *end));
        let first = edits.remove(0);
        Mend { others: edits, ..self.by(first) }
    }

    /// Finds the variations around the error that are never closed.
    pub(super) fn unclosed<T: Token>(&self, game: GameText<'_>, edits: &[TokenEdit]) -> Option<Unclosed> {
        self.open?;
        let unclosed = Unclosed::first::<T>(game, self.start, edits)?;
        let is_cause = unclosed.contains(self.error.span.start) || unclosed.end < self.error.span.start;
        is_cause.then_some(unclosed)
    }

    /// Finds the innermost variation around the error that is closed. The last token before the
    /// error may have closed it.
    pub(super) fn closed_variation<T: Token>(&self, game: GameText<'_>) -> Option<Variation> {
        let around = [self.open, self.closed].into_iter().flatten().filter_map(|opening| {
            let variation = self.variation_from::<T>(game, opening.start)?;
            (opening.start..variation.end).contains(&self.error.span.start).then_some(variation)
        });
        around.max_by_key(|variation| variation.start)
    }

    /// Finds the variation that begins at an offset, if it is closed.
    pub(super) fn variation_from<T: Token>(&self, game: GameText<'_>, start: usize) -> Option<Variation> {
        let mut depth = 0;
        let (mut first_move, mut comments) = (None, Vec::new());
        for Part { kind, span } in game.parts::<T>(start) {
            match kind {
                TokenKind::Move => first_move = first_move.or(Some(span.start)),
                TokenKind::Comment if first_move.is_none() => comments.push(span),
                TokenKind::VariationStart => depth += 1,
                TokenKind::VariationEnd if depth == 1 => {
                    return Some(Variation {
                        start,
                        first_move,
                        comments,
                        closing: span.start,
                        end: span.end,
                    });
                }
                TokenKind::VariationEnd => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// Tells whether neither a move nor a move number precedes the error.
    pub(super) fn is_before_moves<T: Token>(&self, game: GameText<'_>) -> bool {
        let mut before =
            game.parts::<T>(self.start).take_while(|part| part.span.start < self.error.span.start);
        !before.any(|part| matches!(part.kind, TokenKind::MoveNumber | TokenKind::Move))
    }

    /// Tells whether a variation before the first move is the beginning of the main line: the main
    /// line does not begin behind it with the same number, nor before it with a number.
    pub(super) fn holds_main_line<T: Token>(&self, game: GameText<'_>, variation: &Variation) -> bool {
        let is_number = |part: &Part| part.kind == TokenKind::MoveNumber;
        if variation.first_move.is_none() || !self.is_before_moves::<T>(game) {
            return false;
        }
        let first = game.parts::<T>(variation.start).find(is_number);
        let first = first.filter(|part| part.span.start < variation.closing);
        let mut depth = 0;
        let next = game.parts::<T>(variation.end).find(|part| {
            match part.kind {
                TokenKind::VariationStart => depth += 1,
                TokenKind::VariationEnd => depth -= 1,
                _ => {}
            }
            depth == 0 && is_number(part)
        });
        let number = |part: Part| game.numbered_ply(part.span);
        next.map(number) != Some(first.map_or(PlyNumber::START, number))
    }
}

/// The places in a variation, as offsets in the text.
pub(super) struct Variation {
    pub(super) start: usize,
    pub(super) first_move: Option<usize>,
    /// The comments before the first move.
    comments: Vec<Span>,
    /// The start of the closing bracket.
    pub(super) closing: usize,
    pub(super) end: usize,
}

impl Variation {
    /// Tells whether the variation has a move before an error in it.
    fn has_move_before(&self, error: usize) -> bool {
        error < self.closing && self.first_move.is_some_and(|first_move| first_move < error)
    }
}
