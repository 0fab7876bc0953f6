//! Counts the plies of a game by its tokens, and recognises how its moves are numbered.

use shakmaty::Color;

use super::lexemes::number;
use super::{Game, Lexeme, Notation, Token, TokenKind};
use crate::message::PlyNumber;
use crate::text::Span;

/// The plies of the lines of a game, counted by its move numbers and its moves.
///
/// They are needed at a comment that is never closed, because it may swallow the moves after it, and at
/// errors. A game without any of these costs no extra time, and its tokens are counted only once, however many
/// there are.
#[derive(Debug)]
pub(super) struct Plies {
    /// How many tokens of the game have been counted.
    counted: usize,
    /// The next ply of the innermost line.
    pub(super) next: PlyNumber,
    /// The same, counted by the moves alone; `None` before the movetext.
    ply: Option<PlyNumber>,
    /// The ply that the game begins with.
    first: PlyNumber,
    /// The next plies of the lines around the innermost one, counted both ways.
    outer: Vec<(PlyNumber, Option<PlyNumber>)>,
}

impl Plies {
    /// Starts before a game that begins with a ply.
    pub(super) fn starting_with(first: PlyNumber) -> Plies {
        Plies { counted: 0, next: first, ply: None, first, outer: Vec::new() }
    }

    /// Returns the ply that comes next after the first tokens of a game, counted by the moves alone, if the game begins
    /// with the ply `first`. Returns `None` before the moves.
    pub(super) fn after<T: Token>(text: &[u8], tokens: &[Lexeme<T>], first: PlyNumber) -> Option<PlyNumber> {
        let mut plies = Plies::starting_with(first);
        plies.count(text, tokens);
        plies.ply
    }

    /// Counts the tokens of the game that have not been counted yet.
    pub(super) fn count<T: Token>(&mut self, text: &[u8], tokens: &[Lexeme<T>]) {
        for lexeme in tokens.get(self.counted..).unwrap_or_default() {
            if let Some(kind) = lexeme.kind() {
                self.note(kind, lexeme.span, text);
            }
        }
        self.counted = tokens.len();
    }

    fn note(&mut self, kind: TokenKind, span: Span, text: &[u8]) {
        let here = self.ply.unwrap_or(self.first);
        match kind {
            TokenKind::MoveNumber => (self.next, self.ply) = (numbered_ply(text, span), Some(here)),
            // dots stand for White's move, which may have come before
            TokenKind::Move if text[span.start] == b'.' || text[span.range()].starts_with("…".as_bytes()) =>
            {
                let after_white = |ply: PlyNumber| if ply.side == Color::White { ply.next() } else { ply };
                (self.next, self.ply) = (after_white(self.next), Some(after_white(here)));
            }
            TokenKind::Move => (self.next, self.ply) = (self.next.next(), Some(here.next())),
            TokenKind::VariationStart => {
                self.outer.push((self.next, Some(here)));
                // a variation is an alternative to the move before it
                (self.next, self.ply) = (self.next.previous(), Some(here.previous()));
            }
            TokenKind::VariationEnd => {
                (self.next, self.ply) = self.outer.pop().unwrap_or((self.next, self.ply));
            }
            // another game may follow without tags
            TokenKind::Result(_) if self.outer.is_empty() => self.next = PlyNumber::START,
            _ => {}
        }
    }
}

/// The position tags of all notations, so that a game that is read in a notation other than its own
/// keeps its move numbers.
pub(super) const POSITION_TAGS: [&str; 3] = ["FEN", "TLPD", "PDTL"];

/// Returns the first ply of a game.
pub(super) fn first_ply<N: Notation>(game: &Game<'_, N>) -> PlyNumber {
    let description = N::POSITION_TAGS.iter().chain(&POSITION_TAGS).find_map(|name| game.tag_value(name));
    let description = description.unwrap_or_default();
    let mut fields = description.split_ascii_whitespace();
    let side = if fields.nth(1) == Some("b") { Color::Black } else { Color::White };
    // the sixth field, in FEN as in TLPD
    let number = fields.nth(3).and_then(|number| number.parse().ok());
    PlyNumber { number: number.unwrap_or(1), side }
}

/// Returns the ply that a move number of a text names.
pub(super) fn numbered_ply(text: &[u8], written: Span) -> PlyNumber {
    let text = &text[written.start..];
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let white = PlyNumber { number: number(text[..digits].iter()), ..PlyNumber::START };
    if is_blacks_number(&text[digits..]) { white.next() } else { white }
}

/// Returns whether a text begins with a move number that does not begin a game.
pub(super) fn continues_game(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_number = digits > 0 && text.get(digits).is_some_and(|byte| matches!(byte, b'.' | b' ' | b')'));
    is_number && (!is_first_number(text) || is_blacks_number(&text[1..]))
}

/// Returns whether a text begins with the number 1.
pub(super) fn is_first_number(text: &[u8]) -> bool {
    text[0] == b'1' && !text.get(1).is_some_and(u8::is_ascii_digit)
}

/// Returns whether the text after the digits of a move number makes it the number of Black's move.
pub(super) fn is_blacks_number(after: &[u8]) -> bool {
    let rest = after.strip_prefix(b".").unwrap_or(after).trim_ascii_start();
    rest.starts_with(b".") || rest.starts_with("…".as_bytes())
}

/// How the moves of a game are numbered.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum NumberStyle {
    /// No number has been seen.
    #[default]
    Unknown,
    /// With a full stop, or with nothing.
    Plain,
    /// With a closing bracket, with or without a full stop before it: `1)`, `1.)`.
    Bracketed,
}

impl NumberStyle {
    /// Notes a token of a text. The first number of a game decides.
    pub(super) fn note(&mut self, kind: TokenKind, span: Span, text: &[u8]) {
        if *self == NumberStyle::Unknown && kind == TokenKind::MoveNumber {
            let is_bracketed = text.get(span.end) == Some(&b')');
            *self = if is_bracketed { NumberStyle::Bracketed } else { NumberStyle::Plain };
        }
    }

    /// Returns whether a token of a text is the bracket of the number before it, and does not end a variation.
    pub(super) fn is_part_of_number(self, kind: TokenKind, span: Span, text: &[u8]) -> bool {
        let is_bracket = self == NumberStyle::Bracketed && kind == TokenKind::VariationEnd;
        is_bracket && span.start < span.end && ends_with_number(&text[..span.start])
    }
}

/// Returns whether a text ends with a number that is not part of a move, with or without a full
/// stop.
fn ends_with_number(text: &[u8]) -> bool {
    let digits = text.strip_suffix(b".").unwrap_or(text);
    let count = digits.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let before = digits[..digits.len() - count].last();
    count > 0 && before.is_none_or(|byte| byte.is_ascii_whitespace() || b"()}".contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::PgnToken;
    use crate::syntax::Lexer;

    #[test]
    fn moves_and_brackets_are_counted() {
        for (text, ply) in [
            ("[Event \"x\"]", None),
            ("1.", Some("1.")),
            ("1. e4", Some("1...")),
            ("1. e4 e5 2. Nf3 (2. d4 exd4", Some("3.")),
            ("1. e4 e5 2. Nf3 (2. d4 exd4) 2...", Some("2...")),
            ("12. e4 e5 13. Nf3 (", Some("2.")),
        ] {
            let tokens: Vec<_> = Lexer::<PgnToken>::new(text.as_bytes(), 0).collect();
            let found = Plies::after(text.as_bytes(), &tokens, PlyNumber::START).map(|ply| ply.to_string());
            assert_eq!(found.as_deref(), ply, "{text}");
        }
    }
}
