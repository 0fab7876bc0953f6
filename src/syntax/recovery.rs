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

use std::cmp::Ordering;

use super::between_games::begins_line;
use super::error::{SyntaxError, SyntaxFault};
use super::game_text::{GameText, Part};
use super::number_style::NumberStyle;
use super::tag_lines;
use super::token_edit::{EditKind, TokenEdit};
use super::unclosed::Unclosed;
use super::{LexFault, Lexer, PieceLetters, Token, TokenKind};
use crate::message::PlyNumber;
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
#[derive(Clone, Copy, Debug)]
pub(super) struct Mend {
    pub(super) edit: TokenEdit,
    /// Another edit that belongs to the first, such as that of the closing one of two signs.
    pub(super) closing: Option<TokenEdit>,
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
        if let Some(edit) = self.mend_tag::<T>(game) {
            return Some(self.by(edit));
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
            return Some(self.by(variation.cut(self.error.span.start)));
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
        if let Some(edit) = self.mend_tag::<T>(game) {
            return Some(self.by(edit));
        }
        match self.error.fault {
            SyntaxFault::NotAMove(_) | SyntaxFault::LooseWords | SyntaxFault::UnopenedTag => {
                if let Some(tail) = self.comment_tail::<T>(game) {
                    return Some(tail);
                }
                let is_skipped = !looks_like_move(game.written(span)) && !self.lacks_move::<T>(game);
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

    /// Leaves out a token that cannot be a move, and what belongs to it.
    fn leave_out<T: Token>(&self, game: GameText<'_>, edits: &[TokenEdit]) -> Option<Mend> {
        let span = self.error.span;
        if let Some(tail) = self.comment_tail::<T>(game) {
            return Some(tail);
        }
        let itself = TokenEdit::skip(span.start, span.end);
        if let Some(contents) = self.signs(game) {
            return self.leave_out_signs::<T>(game, contents);
        }
        let edit = match self.error.fault {
            SyntaxFault::Token(LexFault::NoSuchLine { .. } | LexFault::NoSuchColumn | LexFault::RunOn) => {
                return None;
            }
            SyntaxFault::Token(LexFault::StrayCharacter) if self.is_part_of_move(game) => return None,
            SyntaxFault::Token(LexFault::BadResult | LexFault::BadCtlResult)
                if game.written(span).iter().any(|byte| byte.is_ascii_alphabetic() && *byte != b'O') =>
            {
                return None;
            }
            SyntaxFault::Token(LexFault::UnclosedComment) => {
                let end = self.comment_end::<T>(game, edits);
                TokenEdit::new(Span::new(span.start, end), EditKind::CloseComment)
            }
            SyntaxFault::Token(LexFault::UnclosedValue) if has_move::<T>(game, span) => return None,
            SyntaxFault::Token(_) | SyntaxFault::StrayVariationEnd => itself,
            SyntaxFault::Unexpected(_) => match game.written(span) {
                // its moves are no alternative to any move
                b"(" => match self.variation_from::<T>(game, span.start) {
                    Some(variation) if self.holds_main_line::<T>(game, &variation) => {
                        return Some(self.by_pair(span.start, variation.closing));
                    }
                    Some(variation) => TokenEdit::skip(span.start, variation.end),
                    None => match self.unclosed::<T>(game, edits) {
                        Some(unclosed) if unclosed.goes_on || !self.is_before_moves::<T>(game) => {
                            unclosed.edit(span.start)
                        }
                        _ => itself,
                    },
                },
                b")" => TokenEdit::skip(self.closed.unwrap_or(span).start, span.end),
                _ if has_move::<T>(game, span) => return None,
                _ => itself,
            },
            _ => return None,
        };
        Some(self.by(edit))
    }

    /// Leaves out a result in a variation that is never closed, if the game goes on behind it. The
    /// variation ends with it if a line around goes on there.
    fn leave_out_result<T: Token>(&self, game: GameText<'_>, edits: &[TokenEdit]) -> Option<Mend> {
        let Span { start, end } = self.error.span;
        if self.error.fault != SyntaxFault::ResultInVariation || !game.goes_on_at(end) {
            return None;
        }
        let number = end + game.text[end..].len() - game.text[end..].trim_ascii_start().len();
        let unclosed = self.unclosed::<T>(game, edits)?;
        let closing = (unclosed.goes_on && unclosed.end == number).then(|| unclosed.close());
        Some(Mend { closing, ..self.by(TokenEdit::skip(start, end)) })
    }

    /// Returns the text in square brackets or quotes that begins with the error, without these signs,
    /// of which the closing one may be missing.
    fn signs(&self, game: GameText<'_>) -> Option<Span> {
        let span = self.error.span;
        let end = match self.error.fault {
            SyntaxFault::StrayValue => span.end,
            SyntaxFault::Token(_) | SyntaxFault::Unexpected(_) if game.written(span).starts_with(b"[") => {
                bracketed_end(game, span)
            }
            _ => return None,
        };
        Some(Span::new(span.start, end))
    }

    /// Leaves out a text in square brackets or quotes, or only these signs if the line of play lacks
    /// the moves in it. Returns `None` if nothing tells whether it does.
    fn leave_out_signs<T: Token>(&self, game: GameText<'_>, text: Span) -> Option<Mend> {
        let Span { start, end } = text;
        let closing = end - 1;
        let closing = (closing > start && b"]\"".contains(&game.text[closing])).then_some(closing);
        let inside = Span::new(start + 1, closing.unwrap_or(end));
        let has_words = || {
            let mut parts = game.parts::<T>(inside.start).take_while(|part| part.span.start < inside.end);
            parts.any(|part| matches!(part.kind, TokenKind::Word | TokenKind::Unknown(_)))
        };
        let is_play = may_have_move::<T>(game, inside)
            && match self.number_behind::<T>(game, text) {
                Some(Ordering::Greater) => true,
                Some(Ordering::Equal) => false,
                _ if has_words() => return None,
                _ => true,
            };
        Some(match closing {
            _ if !is_play => self.by(TokenEdit::skip(start, end)),
            Some(closing) => self.by_pair(start, closing),
            None => self.by(TokenEdit::skip(start, start + 1)),
        })
    }

    fn by(&self, edit: TokenEdit) -> Mend {
        Mend { edit, closing: None, error: self.error, is_error: true }
    }

    /// Leaves out two signs of one character, and reads what is between them.
    fn by_pair(&self, opening: usize, closing: usize) -> Mend {
        let edit = TokenEdit::skip(opening, opening + 1);
        Mend { closing: Some(TokenEdit::skip(closing, closing + 1)), ..self.by(edit) }
    }

    /// Ends variations that are never closed before the error in them, or, if there is no other,
    /// where a line around them goes on or the game ends.
    fn end_variations(&self, unclosed: &Unclosed) -> Mend {
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

    /// Finds the variations around the error that are never closed.
    fn unclosed<T: Token>(&self, game: GameText<'_>, edits: &[TokenEdit]) -> Option<Unclosed> {
        self.open?;
        let unclosed = Unclosed::first::<T>(game, self.start, edits)?;
        let is_cause = unclosed.contains(self.error.span.start) || unclosed.end < self.error.span.start;
        is_cause.then_some(unclosed)
    }

    /// Finds the innermost variation around the error that is closed. The last token before the
    /// error may have closed it.
    fn closed_variation<T: Token>(&self, game: GameText<'_>) -> Option<Variation> {
        let around = [self.open, self.closed].into_iter().flatten().filter_map(|opening| {
            let variation = self.variation_from::<T>(game, opening.start)?;
            (opening.start..variation.end).contains(&self.error.span.start).then_some(variation)
        });
        around.max_by_key(|variation| variation.start)
    }

    /// Finds the variation that begins at an offset, if it is closed.
    fn variation_from<T: Token>(&self, game: GameText<'_>, start: usize) -> Option<Variation> {
        let mut depth = 0;
        let mut first_move = None;
        for Part { kind, span } in game.parts::<T>(start) {
            match kind {
                TokenKind::Move => first_move = first_move.or(Some(span.start)),
                TokenKind::VariationStart => depth += 1,
                TokenKind::VariationEnd if depth == 1 => {
                    return Some(Variation { start, first_move, closing: span.start, end: span.end });
                }
                TokenKind::VariationEnd => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// Returns where a comment that is never closed ends: with its variation, before a line with
    /// which the game goes on, or with the game.
    fn comment_end<T: Token>(&self, game: GameText<'_>, edits: &[TokenEdit]) -> usize {
        let Span { start, end } = self.error.span;
        if self.follows_result {
            return end;
        }
        let closed = self.closed_variation::<T>(game).map(|variation| variation.closing);
        let unclosed = || self.unclosed::<T>(game, edits).filter(|unclosed| unclosed.goes_on);
        let continued = || self.continuation::<T>(game);
        let found = closed.or_else(|| unclosed().map(|unclosed| unclosed.end)).or_else(continued);
        let found = found.filter(|found| (start..end).contains(found)).unwrap_or(end);
        start + game.text[start..found].trim_ascii_end().len()
    }

    /// Finds the first line after the error that begins with the number of the next move.
    fn continuation<T: Token>(&self, game: GameText<'_>) -> Option<usize> {
        let next = self.error.ply?;
        let mut parts = game.parts::<T>(self.error.span.end.min(game.line_end(self.error.span.start)));
        let continues = |part: &Part| {
            part.kind == TokenKind::MoveNumber
                && game.numbered_ply(part.span) == next
                && begins_line(game.text, part.span.start)
        };
        parts.find(continues).map(|part| part.span.start)
    }

    /// Finds the tail of a comment with braces in it, which ends at the first of its closing braces:
    /// in `{a {b} c}` that is `c}`. A text with move numbers is none.
    fn comment_tail<T: Token>(&self, game: GameText<'_>) -> Option<Mend> {
        let error = self.error.span.start;
        let brace = error + memchr::memchr2(b'{', b'}', &game.text[error..])?;
        let start = self.start + memchr::memrchr(b'}', &game.text[self.start..error])? + 1;
        let mut depth = 0;
        let is_inside = game.text[self.start..start].iter().rev().any(|byte| {
            match byte {
                b'}' => depth += 1,
                b'{' if depth == 0 => return true,
                b'{' => depth -= 1,
                _ => {}
            }
            false
        });
        let mut parts = game.parts::<T>(start).take_while(|part| part.span.start < brace);
        let is_tail = game.text[brace] == b'}' && is_inside;
        if !is_tail || parts.any(|part| matches!(part.kind, TokenKind::MoveNumber | TokenKind::Result)) {
            return None;
        }
        let fault = SyntaxFault::Token(LexFault::StrayBrace);
        let error = SyntaxError { fault, span: Span::new(brace, brace + 1), ..self.error };
        Some(Mend { error, ..self.by(TokenEdit::skip(start, brace + 1)) })
    }

    /// Tells whether the error is a part of a move, such as a letter of another alphabet before a
    /// square.
    fn is_part_of_move(&self, game: GameText<'_>) -> bool {
        let span = self.error.span;
        !game.written(span).is_ascii() && game.text.get(span.end).is_some_and(u8::is_ascii_alphanumeric)
    }

    /// Tells whether the line of play lacks a move without the words that are the error: the next
    /// move number is higher than the moves before it make it.
    fn lacks_move<T: Token>(&self, game: GameText<'_>) -> bool {
        self.number_behind::<T>(game, self.error.span) == Some(Ordering::Greater)
    }

    /// Compares the next move number of a line of play behind a part of it with the number that the
    /// moves before that part make it. Returns `None` if there is none of the two.
    fn number_behind<T: Token>(&self, game: GameText<'_>, left_out: Span) -> Option<Ordering> {
        let (mut depth, mut next) = (0, None::<PlyNumber>);
        let mut outer = Vec::new();
        let parts = game.parts::<T>(self.start).filter(|part| !left_out.range().contains(&part.span.start));
        for Part { kind, span } in parts {
            let is_behind = span.start >= left_out.end;
            match kind {
                TokenKind::VariationStart => {
                    outer.push(next);
                    next = next.map(PlyNumber::previous);
                    depth += i32::from(is_behind);
                }
                TokenKind::VariationEnd | TokenKind::Result if is_behind && depth == 0 => return None,
                TokenKind::VariationEnd => {
                    next = outer.pop().unwrap_or(next);
                    depth -= i32::from(is_behind);
                }
                TokenKind::MoveNumber if is_behind && depth == 0 => {
                    return next.map(|next| ply_index(game.numbered_ply(span)).cmp(&ply_index(next)));
                }
                TokenKind::MoveNumber => next = Some(game.numbered_ply(span)),
                TokenKind::Move => next = Some(next.unwrap_or(PlyNumber::START).next()),
                _ => {}
            }
        }
        None
    }

    /// Tells whether neither a move nor a move number precedes the error.
    fn is_before_moves<T: Token>(&self, game: GameText<'_>) -> bool {
        let mut before =
            game.parts::<T>(self.start).take_while(|part| part.span.start < self.error.span.start);
        !before.any(|part| matches!(part.kind, TokenKind::MoveNumber | TokenKind::Move))
    }

    /// Tells whether a variation before the first move is the beginning of the main line: the main
    /// line does not begin behind it with the same number, nor before it with a number.
    fn holds_main_line<T: Token>(&self, game: GameText<'_>, variation: &Variation) -> bool {
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

    /// Finds the edit that closes or skips the tag with the error, or the rest of its line.
    fn mend_tag<T: Token>(&self, game: GameText<'_>) -> Option<TokenEdit> {
        let is_in_tag = match self.error.fault {
            SyntaxFault::UnclosedTag => true,
            SyntaxFault::Unexpected(expected) | SyntaxFault::EndsEarly(expected) => !expected.allows_move(),
            _ => false,
        };
        if self.is_in_tags || is_in_tag { tag_lines::mend::<T>(game, self.start, self.error) } else { None }
    }
}

/// The places in a variation, as offsets in the text.
struct Variation {
    start: usize,
    first_move: Option<usize>,
    /// The start of the closing bracket.
    closing: usize,
    end: usize,
}

impl Variation {
    /// Returns the edit that ends the variation before an error, or leaves it out if it has no move
    /// before that.
    fn cut(&self, error: usize) -> TokenEdit {
        let has_move = self.first_move.is_some_and(|first_move| first_move < error);
        if has_move && error < self.closing {
            TokenEdit::new(Span::new(error, self.closing), EditKind::CutVariation)
        } else {
            TokenEdit::skip(self.start, self.end)
        }
    }
}

/// Returns the number of plies before a ply.
fn ply_index(ply: PlyNumber) -> u64 {
    2 * u64::from(ply.number) + u64::from(ply.side.is_black())
}

/// Tells whether words look like a move or a part of one: they have a digit, or are a piece letter,
/// perhaps with a file, or two files, as in `N f3` and `ed`.
fn looks_like_move(words: &[u8]) -> bool {
    let are_files = |letters: &[u8]| letters.iter().all(|letter| matches!(letter, b'a'..=b'h' | b'x'));
    words.iter().any(u8::is_ascii_digit)
        || match words {
            [b'K' | b'Q' | b'R' | b'B' | b'N' | b'P', rest @ ..] => rest.len() <= 3 && are_files(rest),
            [_, b'x', _] | [_, b'x' | b'a'..=b'h'] => are_files(words),
            _ => false,
        }
}

/// Tells whether a part of a text has a move in it.
fn has_move<T: Token>(game: GameText<'_>, span: Span) -> bool {
    let mut parts = game.parts::<T>(span.start).take_while(|part| part.span.start < span.end);
    parts.any(|part| part.kind == TokenKind::Move)
}

/// Tells whether something in a part of a text is a move, or may be meant as one.
fn may_have_move<T: Token>(game: GameText<'_>, span: Span) -> bool {
    let mut lexer = Lexer::<T>::new(&game.text[..span.end], span.start, game.bounds);
    let mut lexemes = std::iter::from_fn(|| lexer.next_in(game.letters.as_ref()));
    lexemes.any(|lexeme| match lexeme {
        Ok((start, token, end)) => match token.kind() {
            TokenKind::Move => true,
            TokenKind::Unknown(_) => looks_like_move(&game.text[start..end]),
            _ => false,
        },
        Err(error) => {
            matches!(error.fault, LexFault::NoSuchLine { .. } | LexFault::NoSuchColumn | LexFault::RunOn)
        }
    })
}

/// Returns the end of words and the signs directly behind them.
fn end_with_signs<T: Token>(game: GameText<'_>, words: Span) -> usize {
    let mut end = words.end;
    for part in game.parts::<T>(end) {
        if part.span.start != end || !b"!?$.".contains(&game.text[end]) {
            break;
        }
        end = part.span.end;
    }
    end
}

/// Returns the end of a text in square brackets, or of its opening bracket and the name there if it
/// is not closed in its line.
fn bracketed_end(game: GameText<'_>, opening: Span) -> usize {
    let line = &game.text[opening.end..game.line_end(opening.end)];
    let end = memchr::memchr2(b'[', b']', line).filter(|&at| line[at] == b']');
    end.map_or(opening.end, |at| opening.end + at + 1)
}
