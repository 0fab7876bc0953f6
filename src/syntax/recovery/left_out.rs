//! What is left out of a game because of an error: a token that cannot be a move, with what belongs to
//! it.

use std::cmp::Ordering;

use super::{Failure, Mend};
use crate::message::PlyNumber;
use crate::syntax::between_games::begins_line;
use crate::syntax::error::{SyntaxError, SyntaxFault};
use crate::syntax::game_text::{GameText, Part};
use crate::syntax::tag_lines::OpenTag;
use crate::syntax::token_edit::{EditKind, TokenEdit};
use crate::syntax::{LexFault, Lexer, Token, TokenKind};
use crate::text::{Span, Text};

impl Failure {
    /// Leaves out a token that cannot be a move, and what belongs to it.
    pub(super) fn leave_out<T: Token>(&self, game: GameText<'_>, edits: &[TokenEdit]) -> Option<Mend> {
        let span = self.error.span;
        if let Some(tail) = self.comment_tail::<T>(game) {
            return Some(tail);
        }
        let itself = TokenEdit::skip(span.start, span.end);
        if let Some(contents) = self.signs(game) {
            return self.leave_out_signs::<T>(game, contents);
        }
        let edit = match self.error.fault {
            SyntaxFault::Token(fault) if fault.is_of_move() => return None,
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
                    Some(variation) => return Some(self.without(&variation)),
                    None => match self.unclosed::<T>(game, edits) {
                        Some(unclosed) if unclosed.goes_on || !self.is_before_moves::<T>(game) => {
                            unclosed.edit(span.start)
                        }
                        _ => itself,
                    },
                },
                b")" => match self.closed.and_then(|opening| self.variation_from::<T>(game, opening.start)) {
                    Some(variation) => return Some(self.without(&variation)),
                    None => itself,
                },
                _ if has_move::<T>(game, span) => return None,
                _ => itself,
            },
            _ => return None,
        };
        Some(self.by(edit))
    }

    /// Leaves out a result in a variation that is never closed, if the game goes on behind it. The
    /// variation ends with it if a line around goes on there.
    pub(super) fn leave_out_result<T: Token>(&self, game: GameText<'_>, edits: &[TokenEdit]) -> Option<Mend> {
        let Span { start, end } = self.error.span;
        if self.error.fault != SyntaxFault::ResultInVariation || !game.goes_on_at(end) {
            return None;
        }
        let number = end + game.text[end..].len() - game.text[end..].trim_ascii_start().len();
        let unclosed = self.unclosed::<T>(game, edits)?;
        let closing = (unclosed.goes_on && unclosed.end == number).then(|| unclosed.close());
        Some(Mend { others: closing.into_iter().collect(), ..self.by(TokenEdit::skip(start, end)) })
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

    /// Leaves out the square brackets around the first moves of a game, which look like those of a
    /// tag without a value.
    pub(super) fn leave_out_bracket_of_moves<T: Token>(&self, game: GameText<'_>) -> Option<Mend> {
        let OpenTag { start, end, .. } = OpenTag::around(game.text, self.start, self.error.span.start)?;
        let text = Span::new(start, end?);
        let has_value = game.written(text).contains(&b'"');
        let is_first = start >= self.start && begins_line(game.text, start);
        (is_first && !has_value && has_move::<T>(game, Span::new(start + 1, text.end)))
            .then(|| self.leave_out_signs::<T>(game, text))?
    }

    /// Finds the tail of a comment with braces in it, which ends at the first of its closing braces:
    /// in `{a {b} c}` that is `c}`. A text with move numbers is none.
    pub(super) fn comment_tail<T: Token>(&self, game: GameText<'_>) -> Option<Mend> {
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
    /// square, or a sign that may be a piece.
    fn is_part_of_move(&self, game: GameText<'_>) -> bool {
        let (span, written) = (self.error.span, game.written(self.error.span));
        let is_joined = match game.text.get(span.end) {
            Some(b'0'..=b'9') => Text(written).decode().chars().any(char::is_alphabetic),
            next => next.is_some_and(u8::is_ascii_alphabetic),
        };
        !written.is_ascii() && is_joined && !Text(written).decode().chars().all(is_punctuation)
    }

    /// Tells whether the line of play lacks a move without the words that are the error: the next
    /// move number is higher than the moves before it make it.
    pub(super) fn lacks_move<T: Token>(&self, game: GameText<'_>) -> bool {
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
}

/// Tells whether a character is a quote, a dash, a bullet or the like, which is no piece. Fonts of
/// chess have pieces in the places of other signs.
fn is_punctuation(c: char) -> bool {
    matches!(c, '¡' | '«' | '·' | '»' | '¿' | '\u{2010}'..='\u{205e}' | '■'..='◿' | '\u{3001}'..='〟')
}

/// Returns the number of plies before a ply.
fn ply_index(ply: PlyNumber) -> u64 {
    2 * u64::from(ply.number) + u64::from(ply.side.is_black())
}

/// Tells whether words look like a move or a part of one: they have a digit, or are a piece letter,
/// perhaps with a file, or two files, as in `N f3` and `ed`.
pub(super) fn looks_like_move(words: &[u8]) -> bool {
    let are_files = |letters: &[u8]| letters.iter().all(|letter| matches!(letter, b'a'..=b'h' | b'x'));
    words.iter().any(u8::is_ascii_digit)
        || match words {
            [b'K' | b'Q' | b'R' | b'B' | b'N' | b'P', rest @ ..] => rest.len() <= 3 && are_files(rest),
            [_, b'x', _] | [_, b'x' | b'a'..=b'h'] => are_files(words),
            _ => false,
        }
}

/// Tells whether a text begins with the full stop of an initial or an abbreviation, not with one
/// between a piece and its square.
pub(super) fn is_abbreviated(behind: &[u8]) -> bool {
    behind.starts_with(b".") && !behind.get(1).is_some_and(|byte| matches!(byte, b'a'..=b'h' | b'x'))
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
        Err(error) => error.fault.is_of_move(),
    })
}

/// Returns the end of words and the signs directly behind them.
pub(super) fn end_with_signs<T: Token>(game: GameText<'_>, words: Span) -> usize {
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
