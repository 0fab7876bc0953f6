//! What is done about an error in a movetext: the rest of a variation is left out, or a sign, a remark or words, but
//! never text that may be meant as a move of the main line.

use super::brackets::{Brackets, Variation};
use super::broken_game::{BrokenGame, Part, PartFault};
use super::{Failure, Recovery, Repair};
use crate::message::PlyNumber;
use crate::syntax::error::SyntaxFault;
use crate::syntax::respelling::looks_like_move;
use crate::syntax::{LexFault, Put, Token, TokenEdit, TokenKind};
use crate::text::{Span, Text, begins_line};

impl Failure {
    /// Finds the repair of the error; `None` if the game ends there.
    pub(in crate::syntax) fn repair<T: Token>(
        &self,
        game: &BrokenGame<'_>,
        brackets: &Brackets,
        recovery: Recovery,
    ) -> Option<Repair> {
        if let Some(repair) = self.repair_tag::<T>(game) {
            return Some(repair);
        }
        let left_out = || self.leave_out::<T>(game, brackets);
        let lenient = || left_out().filter(|_| recovery == Recovery::Skip);
        if let Some(repair) = self.skip_words(game, recovery).or_else(lenient) {
            return Some(repair);
        }
        let is_open_comment = self.error.fault == SyntaxFault::Token(LexFault::UnclosedComment);
        match brackets.around(game, self.error.span.start).filter(|_| !is_open_comment) {
            Some(variation) => Some(self.cut(game, &variation)),
            None => left_out(),
        }
    }

    /// Ends a variation before the error in it, or leaves it out if it has no move before the error.
    fn cut(&self, game: &BrokenGame<'_>, variation: &Variation) -> Repair {
        let error = self.error.span.start;
        let is_before = |first_move: usize| game.start_of(first_move) < error;
        if variation.first_move.is_some_and(is_before) {
            let rest = Span::new(error, game.start_of(variation.end));
            return Repair::by(TokenEdit::new(rest, Put::Incomplete), self.error);
        }
        Repair::by_edits(game.without(variation), self.error)
    }

    /// Leaves out the erroneous text, unless it may be meant as a move. Ends a comment that is never closed.
    fn leave_out<T: Token>(&self, game: &BrokenGame<'_>, brackets: &Brackets) -> Option<Repair> {
        let (span, written) = (self.error.span, game.written(self.error.span));
        match self.error.fault {
            SyntaxFault::Token(LexFault::UnclosedComment) => {
                return Some(Repair::by(TokenEdit::new(span, Put::CommentEnd), self.error));
            }
            SyntaxFault::Token(_) | SyntaxFault::Unexpected(_) if written.starts_with(b"[") => {
                return self.leave_out_remark::<T>(game, bracketed(game, span, self.error.ply));
            }
            SyntaxFault::StrayValue | SyntaxFault::Token(LexFault::UnclosedValue) => {
                return self.leave_out_remark::<T>(game, span);
            }
            SyntaxFault::Unexpected(_) => {
                if let Some(variation) = brackets.at(game, span.start) {
                    return Some(Repair::leaving_out(game.span_of(&variation), self.error));
                }
            }
            _ => {}
        }
        let may_be_move = match self.error.fault {
            SyntaxFault::Token(LexFault::StrayCharacter) => self.is_part_of_move(game),
            SyntaxFault::Token(LexFault::BadResult | LexFault::BadCtlResult) => {
                written.iter().any(|byte| byte.is_ascii_alphabetic() && *byte != b'O')
            }
            SyntaxFault::Token(fault) => fault.is_of_move(),
            // the bracket of a variation without moves belongs to it
            SyntaxFault::Unexpected(_) => written == b")" || has_move(game, span),
            SyntaxFault::StrayVariationEnd => false,
            SyntaxFault::InvisibleCharacter(unseen) => written.len() > unseen.len_utf8(),
            _ => true,
        };
        (!may_be_move).then(|| Repair::leaving_out(span, self.error))
    }

    /// Leaves out a text in square brackets or quotes. If the first move number in it is the next
    /// one of the line, only the sign before it is left out. A text without a number is left out
    /// only if it has no move.
    fn leave_out_remark<T: Token>(&self, game: &BrokenGame<'_>, remark: Span) -> Option<Repair> {
        // a number after the bracket has been read as the name of a tag
        let inside = game.read_again::<T>(Span::new(remark.start + 1, remark.end));
        let number = inside.iter().find(|part| part.kind == TokenKind::MoveNumber);
        match number.map(|part| game.numbered_ply(part.span)) {
            Some(number) if self.error.ply == Some(number) => {
                Some(Repair::leaving_out(Span::new(remark.start, remark.start + 1), self.error))
            }
            None if inside.iter().any(|part| part.may_be_move(game)) => None,
            _ => Some(Repair::leaving_out(remark, self.error)),
        }
    }

    /// Leaves out words that do not look like a move if the next number shows that the line lacks no move there. Lenient
    /// reading leaves them out unless a number shows that it does.
    fn skip_words(&self, game: &BrokenGame<'_>, recovery: Recovery) -> Option<Repair> {
        let span = self.error.span;
        if !matches!(
            self.error.fault,
            SyntaxFault::NotAMove(_) | SyntaxFault::LooseWords | SyntaxFault::UnopenedTag
        ) {
            return None;
        }
        let may_be_move = looks_like_move(game.written(span)) && !is_abbreviated(&game.text[span.end..]);
        let is_left_out = || match (self.number_behind(game), recovery) {
            (Some((number, next)), Recovery::End) => number == next,
            (Some((number, next)), Recovery::Skip) => !is_later(number, next),
            (None, recovery) => recovery == Recovery::Skip,
        };
        (!may_be_move && is_left_out())
            .then(|| Repair::leaving_out(Span::new(span.start, end_with_signs(game, span)), self.error))
    }

    /// Returns the next move number of the line after the error, and the ply that the line has reached by then.
    fn number_behind(&self, game: &BrokenGame<'_>) -> Option<(PlyNumber, PlyNumber)> {
        let mut depth = 0;
        let mut next = self.error.ply?;
        for part in &game.parts[game.part_at(self.error.span.end)..] {
            match part.kind {
                TokenKind::VariationStart => depth += 1,
                TokenKind::VariationEnd | TokenKind::Result(_) if depth == 0 => return None,
                TokenKind::VariationEnd => depth -= 1,
                TokenKind::MoveNumber if depth == 0 => return Some((game.numbered_ply(part.span), next)),
                TokenKind::Move if depth == 0 => next = next.next(),
                _ => {}
            }
        }
        None
    }

    /// Returns whether the error is a part of a move, such as a letter of another alphabet before a
    /// square, or a sign that may be a piece.
    fn is_part_of_move(&self, game: &BrokenGame<'_>) -> bool {
        let (span, written) = (self.error.span, game.written(self.error.span));
        let is_joined = match game.text.get(span.end) {
            Some(b'0'..=b'9') => Text(written).decode().chars().any(char::is_alphabetic),
            next => next.is_some_and(u8::is_ascii_alphabetic),
        };
        !written.is_ascii() && is_joined && !Text(written).decode().chars().all(is_punctuation)
    }
}

impl Part {
    /// Returns whether the error is a move, or may be meant as one.
    fn may_be_move(&self, game: &BrokenGame<'_>) -> bool {
        match (self.kind, self.fault) {
            (TokenKind::Move, _) => true,
            (TokenKind::Unknown(_), _) => looks_like_move(game.written(self.span)),
            (_, fault) => fault == Some(PartFault::OfMove),
        }
    }
}

/// Returns whether a ply comes after another.
fn is_later(ply: PlyNumber, other: PlyNumber) -> bool {
    (ply.number, ply.side.is_black()) > (other.number, other.side.is_black())
}

/// Returns whether a character is a quote, a dash, a bullet or a similar character, which never
/// stands for a piece. Other signs may, because chess fonts have pieces in their places.
fn is_punctuation(c: char) -> bool {
    matches!(c, '¡' | '«' | '·' | '»' | '¿' | '\u{2010}'..='\u{205e}' | '■'..='◿' | '\u{3001}'..='〟')
}

/// Returns whether a text begins with the full stop of an initial or an abbreviation, not with one
/// between a piece and its square.
fn is_abbreviated(behind: &[u8]) -> bool {
    behind.starts_with(b".") && !behind.get(1).is_some_and(|byte| matches!(byte, b'a'..=b'h' | b'x'))
}

/// Returns whether a part of a text has a move in it.
fn has_move(game: &BrokenGame<'_>, span: Span) -> bool {
    game.parts_in(span).iter().any(|part| part.kind == TokenKind::Move)
}

/// Returns the end of words and of the signs directly after them.
fn end_with_signs(game: &BrokenGame<'_>, words: Span) -> usize {
    let mut end = words.end;
    for part in &game.parts[game.part_at(end)..] {
        if part.span.start != end || !b"!?$.".contains(&game.text[end]) {
            break;
        }
        end = part.span.end;
    }
    end
}

impl BrokenGame<'_> {
    /// Returns whether a part opens a text in square brackets, and no line of a tag.
    fn opens_remark(&self, part: &Part) -> bool {
        self.text[part.span.start] == b'[' && !begins_line(self.text, part.span.start)
    }
}

/// Returns the span of a text in square brackets. It ends with a closing bracket of any kind, or before the next move
/// number of the line; if neither comes, it is only the bracket and the name after it.
fn bracketed(game: &BrokenGame<'_>, opening: Span, next: Option<PlyNumber>) -> Span {
    let (mut depth, mut expected) = (0, None);
    for part in &game.parts[game.part_at(opening.end)..] {
        match (part.kind, part.fault) {
            (TokenKind::TagEnd, _) | (_, Some(PartFault::StrayBrace)) | (TokenKind::VariationEnd, _)
                if depth == 0 =>
            {
                return Span::new(opening.start, part.span.end);
            }
            (TokenKind::VariationStart, _) => depth += 1,
            _ if game.opens_remark(part) => depth += 1,
            (TokenKind::VariationEnd | TokenKind::TagEnd, _) => depth -= 1,
            (TokenKind::MoveNumber, _) if next == Some(game.numbered_ply(part.span)) => {
                expected = expected.or(Some(part.span.start));
            }
            (TokenKind::TagName | TokenKind::Result(_), _) => break,
            _ => {}
        }
    }
    let end = expected
        .map_or(opening.end, |at| opening.start + game.text[opening.start..at].trim_ascii_end().len());
    Span::new(opening.start, end)
}
