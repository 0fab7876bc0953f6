//! What is done about an error in a movetext: the rest of a variation is left out, or a sign, a remark or words, but
//! never text that may be meant as a move of the main line.

use super::broken_game::{BrokenGame, BrokenPart, PartFault};
use super::pairs::{Pair, Pairs};
use super::{Failure, Recovery, Repair};
use crate::message::PlyNumber;
use crate::syntax::error::SyntaxFault;
use crate::syntax::respelling::looks_like_move;
use crate::syntax::{LexFault, Put, Token, TokenEdit, TokenKind};
use crate::text::{Span, Text};

impl Failure {
    /// Finds the repair of the error; `None` if the game ends there.
    pub(in crate::syntax) fn repair<T: Token>(
        &self,
        game: &BrokenGame<'_>,
        pairs: &Pairs,
        recovery: Recovery,
    ) -> Option<Repair> {
        if let Some(repair) = self.repair_tag::<T>(game) {
            return Some(repair);
        }
        let line = LineBehind { game, pairs, recovery, next: self.error.ply };
        let left_out = || self.leave_out::<T>(&line);
        let lenient = || left_out().filter(|_| recovery == Recovery::Skip);
        if let Some(repair) = self.skip_words(&line).or_else(|| self.skip_remark::<T>(&line)).or_else(lenient)
        {
            return Some(repair);
        }
        let is_open_comment = self.error.fault == SyntaxFault::Token(LexFault::UnclosedComment);
        match pairs.around(game, self.error.span.start).filter(|_| !is_open_comment) {
            Some(variation) => Some(self.cut(game, &variation)),
            None => left_out(),
        }
    }

    /// Ends a variation before the error in it, or leaves it out if it has no move before the error.
    fn cut(&self, game: &BrokenGame<'_>, variation: &Pair) -> Repair {
        let error = self.error.span.start;
        let is_before = |first_move: usize| game.start_of(first_move) < error;
        if variation.first_move.is_some_and(is_before) {
            let rest = Span::new(error, game.end_of(variation));
            return Repair::by(TokenEdit::new(rest, Put::Incomplete), self.error);
        }
        Repair::by_edits(game.without(variation), self.error)
    }

    /// Leaves out the erroneous text, unless it may be meant as a move. Ends a comment that is never closed.
    fn leave_out<T: Token>(&self, line: &LineBehind<'_>) -> Option<Repair> {
        let (span, written) = (self.error.span, line.game.written(self.error.span));
        if self.error.fault == SyntaxFault::Token(LexFault::UnclosedComment) {
            return Some(Repair::by(TokenEdit::new(span, Put::CommentEnd), self.error));
        }
        if self.remark::<T>(line).is_some() {
            return None;
        }
        if let (SyntaxFault::Unexpected(_), Some(variation)) =
            (self.error.fault, line.pairs.at(line.game, span.start))
        {
            return Some(Repair::leaving_out(line.game.span_of(&variation), self.error));
        }
        let may_be_move = match self.error.fault {
            SyntaxFault::Token(LexFault::StrayCharacter) => self.is_part_of_move(line.game),
            SyntaxFault::Token(LexFault::BadResult | LexFault::BadCtlResult) => {
                written.iter().any(|byte| byte.is_ascii_alphabetic() && *byte != b'O')
            }
            SyntaxFault::Token(fault) => fault.is_of_move(),
            // the bracket of a variation without moves belongs to it
            SyntaxFault::Unexpected(_) => written == b")" || has_move(line.game, span),
            SyntaxFault::StrayVariationEnd => false,
            SyntaxFault::InvisibleCharacter(unseen) => written.len() > unseen.len_utf8(),
            _ => true,
        };
        (!may_be_move).then(|| Repair::leaving_out(span, self.error))
    }

    /// Returns the text in square brackets or quotes that begins with the error, and whether it has a move. An open
    /// quotation ends before the next number of the line.
    fn remark<T: Token>(&self, line: &LineBehind<'_>) -> Option<(Span, bool)> {
        let span = match self.error.fault {
            SyntaxFault::StrayValue | SyntaxFault::Token(LexFault::UnclosedValue) => self.error.span,
            SyntaxFault::Token(_) | SyntaxFault::Unexpected(_) => {
                let pair = line.pairs.at(line.game, self.error.span.start)?;
                line.game.is_remark(&pair).then(|| line.game.span_of(&pair))?
            }
            _ => return None,
        };
        // a move after the bracket has been read as the name of a tag
        let mut inside = line.game.read_again::<T>(Span::new(span.start + 1, span.end));
        let is_open = self.error.fault == SyntaxFault::Token(LexFault::UnclosedValue);
        let is_next = |part: &BrokenPart| {
            part.kind == TokenKind::MoveNumber && Some(line.game.numbered_ply(part.span)) == line.next
        };
        let next = inside.iter().position(is_next).filter(|_| is_open);
        let end = next.map_or(span.end, |next| inside[next].span.start);
        inside.truncate(next.unwrap_or(inside.len()));
        Some((Span::new(span.start, end), inside.iter().any(|part| part.may_be_move(line.game))))
    }

    /// Leaves out a remark. One that has a move may be a part of the line.
    fn skip_remark<T: Token>(&self, line: &LineBehind<'_>) -> Option<Repair> {
        let (span, has_move) = self.remark::<T>(line)?;
        (!has_move || line.lacks_nothing(span.end)).then(|| Repair::leaving_out(span, self.error))
    }

    /// Leaves out words that do not look like a move.
    fn skip_words(&self, line: &LineBehind<'_>) -> Option<Repair> {
        let (game, span) = (line.game, self.error.span);
        if !matches!(
            self.error.fault,
            SyntaxFault::NotAMove(_) | SyntaxFault::LooseWords | SyntaxFault::UnopenedTag
        ) {
            return None;
        }
        let may_be_move = looks_like_move(game.written(span)) && !is_abbreviated(&game.text[span.end..]);
        // lenient reading leaves them out unless a number shows that a move is missing
        let is_lenient = line.recovery == Recovery::Skip;
        let is_left_out = || match line.number(span.end) {
            Some((number, reached)) => number == reached || is_lenient && !is_later(number, reached),
            None => is_lenient,
        };
        (!may_be_move && is_left_out())
            .then(|| Repair::leaving_out(Span::new(span.start, end_with_signs(game, span)), self.error))
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

/// The line after an error.
struct LineBehind<'g> {
    game: &'g BrokenGame<'g>,
    pairs: &'g Pairs,
    recovery: Recovery,
    /// The ply that comes next in the line.
    next: Option<PlyNumber>,
}

impl LineBehind<'_> {
    /// Returns the next number of the line from an offset on, and the ply that the line has reached by then.
    fn number(&self, offset: usize) -> Option<(PlyNumber, PlyNumber)> {
        self.pairs.number_after(self.game, offset, self.next?)
    }

    /// Returns whether the next number of the line shows that no move is missing before an offset.
    fn lacks_nothing(&self, offset: usize) -> bool {
        self.number(offset).is_some_and(|(number, reached)| number == reached)
    }
}

impl BrokenPart {
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
/// stands for a piece. Other signs may, because chess fonts have pieces in their places; squares and circles are the
/// bullets of lists, and have not been seen for pieces.
fn is_punctuation(c: char) -> bool {
    matches!(c, '¡' | '«' | '·' | '»' | '¿' | '\u{2010}'..='\u{205e}' | '■'..='◿' | '\u{3001}'..='〟')
}

/// Returns whether a text begins with the full stop of an initial or an abbreviation, not with one
/// between a piece and its square.
fn is_abbreviated(after: &[u8]) -> bool {
    after.starts_with(b".") && !after.get(1).is_some_and(|byte| matches!(byte, b'a'..=b'h' | b'x'))
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
