//! Recovery from syntax errors.
//!
//! The grammars describe games without errors. A game with an error is parsed again with its
//! tokens edited, so that it ends before the error or continues after it. So the grammars need no
//! error rules, and a game without errors costs nothing.
//!
//! An error costs what it touches. Among the tags that is the rest of its line or its tag, in a
//! variation the rest of the variation, and in the main line the token, unless that may be meant as a
//! move: without it, the moves after it would make a game that was never played, so the game ends
//! there. In lenient reading an error in a variation costs its token, too, and a word that stands for
//! no move is left out everywhere.

mod fixes;
mod left_out;
mod unclosed;
mod variations;

pub(super) use fixes::fixes;
use left_out::{end_with_signs, is_abbreviated, looks_like_move};

use super::error::{SyntaxError, SyntaxFault};
use super::game_text::GameText;
use super::number_style::NumberStyle;
use super::tag_lines;
use super::token_edit::TokenEdit;
use super::{LexFault, PieceLetters, Token};
use crate::text::Span;

/// The maximum number of errors from which one game is recovered. Each costs another parse, and a
/// text with more errors is hardly a game.
pub(super) const MAX_RECOVERED: usize = 100;

/// The reaction to a syntax error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Recovery {
    /// End the line of play before the error, if that may be meant as a move.
    #[default]
    End,
    /// Skip the tokens in the way, and continue the game.
    Skip,
}

/// A failed parse.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failure {
    /// The start of the game.
    pub(super) start: usize,
    /// The error.
    pub(super) error: SyntaxError,
    /// The opening bracket of the variation that is open there; it may be the error itself.
    pub(super) open: Option<Span>,
    /// The opening bracket of the variation that was closed last.
    pub(super) closed: Option<Span>,
    /// How the moves are numbered.
    pub(super) numbers: NumberStyle,
    /// The letters of the pieces, if they are not the English ones.
    pub(super) letters: Option<PieceLetters>,
    /// Whether the error is among the tags.
    pub(super) is_in_tags: bool,
    /// Whether the error follows the result.
    pub(super) follows_result: bool,
}

/// What is done about an error.
#[derive(Clone, Debug)]
pub(super) struct Mend {
    pub(super) edit: TokenEdit,
    /// Other edits that belong to the first, such as that of the closing one of two signs.
    pub(super) others: Vec<TokenEdit>,
    /// The error that is reported, which may be the cause of the one that was found.
    pub(super) error: SyntaxError,
    /// Whether the game is faulty all the same.
    pub(super) is_error: bool,
}

impl Failure {
    /// Finds what is to be done about the error; `None` if the game ends there. `edits` are those
    /// that have been made already.
    pub(super) fn mend<T: Token>(
        &self,
        game: GameText<'_>,
        recovery: Recovery,
        edits: &[TokenEdit],
    ) -> Option<Mend> {
        let skipped = match recovery {
            Recovery::Skip => self.skip::<T>(game, edits).map(|mend| Mend { is_error: false, ..mend }),
            Recovery::End => None,
        };
        skipped.or_else(|| self.contain::<T>(game, edits))
    }

    /// Does what costs no more than the error touches.
    fn contain<T: Token>(&self, game: GameText<'_>, edits: &[TokenEdit]) -> Option<Mend> {
        if let Some(mend) = self.mend_tag::<T>(game) {
            return Some(mend);
        }
        if self.is_before_moves::<T>(game) && game.written(self.error.span) == b"(" {
            return self.leave_out::<T>(game, edits);
        }
        if self.error.fault == SyntaxFault::ResultInVariation
            && let Some(mend) = self.leave_out_result::<T>(game, edits)
        {
            return Some(mend);
        }
        let is_open_comment = self.error.fault == SyntaxFault::Token(LexFault::UnclosedComment);
        if !is_open_comment && let Some(variation) = self.closed_variation::<T>(game) {
            return Some(self.cut(&variation));
        }
        if !is_open_comment && let Some(unclosed) = self.unclosed::<T>(game, edits) {
            return Some(self.end_variations(&unclosed));
        }
        self.leave_out::<T>(game, edits)
    }

    /// Skips or mends what is in the way, so that nothing else is lost. Returns `None` for a token
    /// that may be meant as a move.
    fn skip<T: Token>(&self, game: GameText<'_>, edits: &[TokenEdit]) -> Option<Mend> {
        let span = self.error.span;
        if let Some(mend) = self.mend_tag::<T>(game) {
            return Some(mend);
        }
        match self.error.fault {
            SyntaxFault::NotAMove(_) | SyntaxFault::LooseWords | SyntaxFault::UnopenedTag => {
                if let Some(tail) = self.comment_tail::<T>(game) {
                    return Some(tail);
                }
                let may_be_move =
                    looks_like_move(game.written(span)) && !is_abbreviated(&game.text[span.end..]);
                let is_skipped = !may_be_move && !self.lacks_move::<T>(game);
                is_skipped.then(|| self.by(TokenEdit::skip(span.start, end_with_signs::<T>(game, span))))
            }
            // a result at the end of a variation belongs to the variation
            SyntaxFault::ResultInVariation if game.closes_at(span.end) => {
                Some(self.by(TokenEdit::skip(span.start, span.end)))
            }
            SyntaxFault::ResultInVariation | SyntaxFault::UnclosedVariation => {
                if let Some(mend) = self.leave_out_result::<T>(game, edits) {
                    return Some(mend);
                }
                Some(self.end_variations(&self.unclosed::<T>(game, edits)?))
            }
            _ => self.leave_out::<T>(game, edits),
        }
    }

    fn by(&self, edit: TokenEdit) -> Mend {
        Mend { edit, others: Vec::new(), error: self.error, is_error: true }
    }

    /// Leaves out two signs of one character, and reads what is between them.
    fn by_pair(&self, opening: usize, closing: usize) -> Mend {
        let edit = TokenEdit::skip(opening, opening + 1);
        Mend { others: vec![TokenEdit::skip(closing, closing + 1)], ..self.by(edit) }
    }

    /// Closes or skips the tag with the error, or the rest of its line.
    fn mend_tag<T: Token>(&self, game: GameText<'_>) -> Option<Mend> {
        let is_in_tag = match self.error.fault {
            SyntaxFault::UnclosedTag => true,
            SyntaxFault::Unexpected(expected) | SyntaxFault::EndsEarly(expected) => !expected.allows_move(),
            _ => false,
        };
        if !self.is_in_tags && !is_in_tag {
            return None;
        }
        if let Some(mend) = self.leave_out_bracket_of_moves::<T>(game) {
            return Some(mend);
        }
        let edit = tag_lines::mend::<T>(game, self.start, self.error)?;
        let error = SyntaxError { fault: tag_lines::reported(game, self.error), ..self.error };
        Some(Mend { error, ..self.by(edit) })
    }
}
