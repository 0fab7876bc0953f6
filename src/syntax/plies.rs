//! Counts the plies of a game by its tokens, and recognises how its moves are numbered.

use shakmaty::Color;

use super::lexemes::number;
use super::{CommentBounds, Game, Lexeme, Lexer, Notation, PieceLetters, Token, TokenKind};
use crate::message::PlyNumber;
use crate::text::Span;

/// How far behind a brace that may be a bracket its end is looked for, in bytes, lest the time be quadratic.
const NEAR: usize = 1000;

/// The round brackets of a part of a text.
#[derive(Clone, Copy)]
struct OpenBrackets<'t> {
    text: &'t [u8],
    /// The offset up to which they have been counted.
    at: usize,
    /// How many are open.
    open: usize,
    /// How many closing ones close none in the part.
    closed: usize,
}

impl OpenBrackets<'_> {
    /// Counts those up to an offset.
    fn at(&mut self, offset: usize) -> Self {
        for byte in &self.text[self.at..offset] {
            match byte {
                b'(' => self.open += 1,
                b')' if self.open > 0 => self.open -= 1,
                b')' => self.closed += 1,
                _ => {}
            }
        }
        self.at = offset;
        *self
    }
}

/// The plies of the lines of a game, counted by its move numbers and its moves.
///
/// They are needed at a comment that is never closed, because it may swallow the moves after it, and at
/// errors. A game without any of these costs no extra time, and its tokens are counted only once, however many
/// there are.
#[derive(Debug)]
pub(super) struct Plies {
    /// How many tokens of the game have been counted.
    counted: usize,
    /// The offset up to which comments have been examined.
    examined_to: usize,
    /// The next ply of the innermost line.
    next: PlyNumber,
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
        Plies { counted: 0, examined_to: 0, next: first, ply: None, first, outer: Vec::new() }
    }

    /// Returns the ply that comes next after the first tokens of a game, counted by the moves alone, if the game begins
    /// with the ply `first`. Returns `None` before the moves.
    pub(super) fn behind<T: Token>(text: &[u8], tokens: &[Lexeme<T>], first: PlyNumber) -> Option<PlyNumber> {
        let mut plies = Plies::starting_with(first);
        plies.count(text, tokens);
        plies.ply
    }

    /// Returns where a comment ends if it has swallowed the next move: before the number that is
    /// expected at the comment, if a move follows that number; or else before a line that is a result. `before` are the tokens of the game before it.
    /// Returns `None` for a comment that has been examined before.
    pub(super) fn end_of_comment<T: Token>(
        &mut self,
        text: &[u8],
        comment: Span,
        before: &[Lexeme<T>],
        letters: Option<&PieceLetters>,
        is_open: bool,
    ) -> Option<usize> {
        if comment.start < self.examined_to {
            return None;
        }
        self.count(text, before);
        // a number within brackets is that of another line
        let mut brackets = OpenBrackets { text, at: comment.start, open: 0, closed: 0 };
        let mut next =
            || moves_of::<T>(text, comment, self.next, letters).find(|at| brackets.at(*at).open == 0);
        let sign = comment.start + 1;
        let next = if self.is_variation::<T>(text, sign, letters) { Some(sign) } else { next() };
        let end = next.or_else(|| is_open.then(|| result_line::<T>(text, comment))?);
        self.examined_to = end.unwrap_or(comment.end);
        end
    }

    /// Returns whether the opening brace before an offset stands in place of a bracket: the number of the move before it
    /// follows, and a closing bracket that closes no other comes before the next number of the line.
    fn is_variation<T: Token>(&self, text: &[u8], sign: usize, letters: Option<&PieceLetters>) -> bool {
        let near = &text[sign..text.len().min(sign + NEAR)];
        let ends = |end: &usize| matches!(near.get(end + 1), Some(b'\n' | b'\r' | b'['));
        let end = sign + memchr::memchr_iter(b'\n', near).find(ends).unwrap_or(near.len());
        let mut brackets = OpenBrackets { text, at: sign, open: 0, closed: 0 };
        let blanks = near.len() - near.trim_ascii_start().len();
        let first = moves_of::<T>(text, Span::new(sign, end), self.next.previous(), letters).next();
        first == Some(sign + blanks)
            && moves_of::<T>(text, Span::new(sign, end), self.next, letters)
                .map(|at| brackets.at(at))
                .any(|brackets| (brackets.open, brackets.closed) == (0, 1))
    }

    /// Counts the tokens of the game that have not been counted yet.
    fn count<T: Token>(&mut self, text: &[u8], tokens: &[Lexeme<T>]) {
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
                let behind_white = |ply: PlyNumber| if ply.side == Color::White { ply.next() } else { ply };
                (self.next, self.ply) = (behind_white(self.next), Some(behind_white(here)));
            }
            TokenKind::Move => (self.next, self.ply) = (self.next.next(), Some(here.next())),
            TokenKind::VariationStart => {
                self.outer.push((self.next, Some(here)));
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

/// Finds the number of a ply, followed by a move, in a comment.
pub(crate) fn find_move_of<T: Token>(
    text: &[u8],
    comment: Span,
    ply: PlyNumber,
    letters: Option<&PieceLetters>,
) -> Option<usize> {
    moves_of::<T>(text, comment, ply, letters).next()
}

/// Lists the places in a comment of the number of a ply, followed by a move.
fn moves_of<'t, T: Token>(
    text: &'t [u8],
    comment: Span,
    ply: PlyNumber,
    letters: Option<&'t PieceLetters>,
) -> impl Iterator<Item = usize> + 't {
    let inside = &text[..comment.end];
    // the end of an inner comment is not searched for, so each place costs no more than a few tokens
    let bounds = CommentBounds::open_to(comment.end);
    let number = ply.number.to_string();
    let is_expected = move |at: &usize| {
        let mut tokens = Lexer::<T>::with_bounds(inside, *at, bounds);
        let mut next = || tokens.next_in(letters);
        let is_number =
            |lexeme: Lexeme<T>| lexeme.is(TokenKind::MoveNumber) && numbered_ply(inside, lexeme.span) == ply;
        begins_word(&inside[*at..])
            && next().is_some_and(is_number)
            && next().is_some_and(|lexeme| lexeme.is(TokenKind::Move))
    };
    let places = memchr::memmem::Finder::new(&number).into_owned();
    let mut from = comment.start;
    let places = std::iter::from_fn(move || {
        let at = from + places.find(&inside[from..])?;
        from = at + 1;
        Some(at)
    });
    places.filter(move |at| !inside[at - 1].is_ascii_alphanumeric() && is_expected(at))
}

/// Finds a line in a comment that consists of a result.
fn result_line<T: Token>(text: &[u8], comment: Span) -> Option<usize> {
    let begins = |at: usize| {
        let line = &text[at..comment.end];
        let end = at + memchr::memchr2(b'\n', b'\r', line).unwrap_or(line.len());
        let mut tokens = Lexer::<T>::with_bounds(&text[..end], at, CommentBounds::open_to(end));
        let first = tokens.next()?;
        let is_result = matches!(first.kind(), Some(TokenKind::Result(_))) && tokens.next().is_none();
        is_result.then_some(first.span.start)
    };
    let lines = memchr::memchr2_iter(b'\n', b'\r', &text[comment.range()]);
    lines.filter_map(|line_end| begins(comment.start + line_end + 1)).next()
}

/// The position tags of all notations, so that a game that is read in a notation other than its own
/// keeps its move numbers.
const POSITION_TAGS: [&str; 3] = ["FEN", "TLPD", "PDTL"];

/// Returns the first ply of a game.
pub(super) fn first_ply<N: Notation>(game: &Game<'_, N>) -> PlyNumber {
    let description = N::POSITION_TAGS.iter().chain(&POSITION_TAGS).find_map(|name| game.tag_value(name));
    let description = description.unwrap_or_default();
    let mut fields = description.split_ascii_whitespace();
    let side = if fields.nth(1) == Some("b") { Color::Black } else { Color::White };
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
pub(super) fn is_blacks_number(behind: &[u8]) -> bool {
    let rest = behind.strip_prefix(b".").unwrap_or(behind).trim_ascii_start();
    rest.starts_with(b".") || rest.starts_with("…".as_bytes())
}

/// Returns whether a word follows the move number, with or without dots, that a text begins with.
fn begins_word(text: &[u8]) -> bool {
    let is_word = |byte: &&u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
    let number = text.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
    text[number..]
        .trim_ascii_start()
        .iter()
        .find(|byte| **byte != b'.')
        .is_some_and(|byte| is_word(&byte) || matches!(byte, b'0' | b'-' | b'@'))
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

    #[test]
    fn a_comment_ends_before_the_number_that_is_expected() {
        for (text, rest) in [
            ("1. e4 {good 1... e5", Some("1... e5")),
            ("1. e4 e5 {good 2. Nf3 Nc6", Some("2. Nf3 Nc6")),
            ("1. e4 e5 {12. Nf3 2.Nf3", Some("2.Nf3")),
            ("1. e4 e5 {in 2. Bundesliga, 3. Nf3", None),
            ("1. e4 e5 (1... c5 {2 . Nf3 2 Nf3", Some("2 Nf3")),
            ("1. e4 e5 (1... c5) {2... Nf3", None),
            ("{an introduction 1. e4 e5", Some("1. e4 e5")),
            ("1. e4 {open * here\n * \n1. d4", Some("* \n1. d4")),
            ("1. e4 e5 {open (1... c5 2. Nf3) 2. Nc3", Some("2. Nc3")),
            ("1. e4 e5 {1... c5 2. Nf3 {so} ) 2. Nc3", Some("1... c5 2. Nf3 {so} ) 2. Nc3")),
            ("1. e4 e5 {1... c5 2. Nf3 {so} 2. Nc3 )", Some("2. Nf3 {so} 2. Nc3 )")),
            ("1. e4 1-0 {a remark 1. d4 d5", Some("1. d4 d5")),
        ] {
            let start = text.find('{').expect("a comment");
            let comment = Span::new(start, text.len());
            let before: Vec<_> = Lexer::<PgnToken>::new(&text.as_bytes()[..start], 0).collect();
            let mut plies = Plies::starting_with(PlyNumber::START);
            let end = plies.end_of_comment(text.as_bytes(), comment, &before, None, true);
            assert_eq!(end.map(|end| &text[end..]), rest, "{text}");
        }
    }

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
            let found = Plies::behind(text.as_bytes(), &tokens, PlyNumber::START).map(|ply| ply.to_string());
            assert_eq!(found.as_deref(), ply, "{text}");
        }
    }
}
