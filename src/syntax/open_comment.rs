//! Where a comment ends that has no closing brace, or another opening one before it.
//!
//! Such a comment may have swallowed moves of its game. The numbers show whether it has (`docs/guide/repair.md`, rule 4).

use super::plies::{Plies, numbered_ply};
use super::tag_line::begins_header;
use super::{CommentBounds, LexFault, Lexeme, Lexer, PieceLetters, Token, TokenKind};
use crate::message::PlyNumber;
use crate::text::Span;

/// How far after a brace other signs are looked for, in bytes, lest the time be quadratic: more than
/// comments have, which authors write by hand.
const NEAR: usize = 1000;

/// Finds the ends of such comments, one after the other.
#[derive(Debug)]
pub(super) struct OpenComments {
    /// The plies up to the last one.
    plies: Plies,
    /// The offset up to which they have been examined.
    examined_to: usize,
}

/// A comment that is never closed, or has another opening brace.
#[derive(Clone, Copy)]
struct OpenComment<'t> {
    text: &'t [u8],
    span: Span,
    /// Whether it is never closed.
    is_open: bool,
    /// The next ply of the line around it.
    next: PlyNumber,
    letters: Option<&'t PieceLetters>,
}

impl OpenComments {
    pub(super) fn new() -> OpenComments {
        OpenComments { plies: Plies::starting_with(PlyNumber::START), examined_to: 0 }
    }

    /// Returns a comment with its end, if the lexer has found another or none. `before` are the tokens of its game before
    /// it, and `bounds` those within which a brace may close it.
    pub(super) fn end<T: Token>(
        &mut self,
        text: &[u8],
        comment: Lexeme<T>,
        before: &[Lexeme<T>],
        letters: Option<&PieceLetters>,
        bounds: CommentBounds,
    ) -> Option<Lexeme<T>> {
        let (span, is_open) = (comment.span, comment.has_fault(LexFault::UnclosedComment));
        // if the text of a chunk ends here, a brace after it may close the comment
        let may_close = is_open
            && bounds.last_brace == Some(usize::MAX)
            && text[span.end..].trim_ascii_start().is_empty();
        // an object of JSON has no moves of its own
        let is_json = text[span.start + 1..span.end].trim_ascii_start().starts_with(b"\"");
        let mut whole = span;
        if !may_close && !is_json {
            self.plies.count(text, before);
            let comment = OpenComment { text, span, is_open, next: self.plies.next, letters };
            if let Some(end) = comment.end_of_pairs::<T>() {
                whole.end = end;
            } else if let Some(next) = self.cut::<T>(&comment) {
                let end = text[..next].trim_ascii_end().len();
                let token = Err(LexFault::UnclosedComment);
                return Some(Lexeme { token, span: Span::new(span.start, end) });
            }
        }
        (!is_open || whole != span).then_some(Lexeme { token: Ok(T::COMMENT), span: whole })
    }

    /// Returns where a comment ends because its closing brace is missing.
    fn cut<T: Token>(&mut self, comment: &OpenComment<'_>) -> Option<usize> {
        let mut end = None;
        // a comment that opens inside one that has been examined holds nothing new, and examining it would be quadratic
        if comment.span.start >= self.examined_to {
            end = comment.swallowed::<T>();
            self.examined_to = end.unwrap_or(comment.span.end);
        }
        end.into_iter().chain(comment.open_variation::<T>()).min()
    }
}

impl OpenComment<'_> {
    /// Returns where the braces in the comment and after it are all closed, if the next move of the line with its number
    /// follows, and no header comes before that.
    fn end_of_pairs<T: Token>(&self) -> Option<usize> {
        let near = &self.text[self.span.start..self.text.len().min(self.span.start + NEAR)];
        let mut depth = 0;
        let closes = |at: &usize| {
            depth = if near[*at] == b'{' { depth + 1 } else { depth - 1 };
            depth == 0
        };
        let end = self.span.start + memchr::memchr2_iter(b'{', b'}', near).find(closes)? + 1;
        let added = self.text.get(self.span.end..end).filter(|added| !added.is_empty())?;
        let mut brackets = memchr::memchr_iter(b'[', added).map(|at| self.span.end + at);
        let after = &self.text[end..];
        let number = end + after.len() - after.trim_ascii_start().len();
        let bounds = CommentBounds::open_to(self.text.len());
        let is_whole = !brackets.any(|at| begins_header(self.text, at))
            && self.is_next_at::<T>(self.text, number, self.next, bounds);
        is_whole.then_some(end)
    }

    /// Returns where the comment has swallowed the next move of the line: before the number that is expected, if a move
    /// follows that number; or else before a line that is a result.
    fn swallowed<T: Token>(&self) -> Option<usize> {
        let sign = self.span.start + 1;
        if self.is_variation::<T>(sign) {
            return Some(sign);
        }
        // a number within brackets is that of another line
        let mut brackets = OpenBrackets::from(self.text, self.span.start);
        let next = self.moves::<T>(self.next, self.span).find(|at| brackets.to(*at).open.is_empty());
        next.or_else(|| self.is_open.then(|| self.result_line::<T>())?)
    }

    /// Returns whether the opening brace before an offset stands in place of a bracket: the number of the move before it
    /// follows, and a closing bracket that closes no other comes before the next number of the line.
    fn is_variation<T: Token>(&self, sign: usize) -> bool {
        let near = &self.text[sign..self.text.len().min(sign + NEAR)];
        let ends = |end: &usize| matches!(near.get(end + 1), Some(b'\n' | b'\r' | b'['));
        let end = sign + memchr::memchr_iter(b'\n', near).find(ends).unwrap_or(near.len());
        let blanks = near.len() - near.trim_ascii_start().len();
        let first = self.moves::<T>(self.next.previous(), Span::new(sign, end)).next();
        let mut brackets = OpenBrackets::from(self.text, sign);
        first == Some(sign + blanks)
            && self.moves::<T>(self.next, Span::new(sign, end)).any(|at| {
                let brackets = brackets.to(at);
                brackets.open.is_empty() && brackets.closed == 1
            })
    }

    /// Finds a bracket with a number after it before another opening brace, and not closed before that: the variation
    /// that follows a comment without its closing brace.
    fn open_variation<T: Token>(&self) -> Option<usize> {
        let begin = self.span.start + 1;
        let inner = begin + memchr::memchr(b'{', &self.text[begin..self.span.end])?;
        let mut brackets = OpenBrackets::from(self.text, begin);
        let is_numbered = |at: &usize| {
            let bounds = CommentBounds::open_to(self.span.end);
            let mut inside = Lexer::<T>::with_bounds(self.text, at + 1, bounds);
            inside.next().is_some_and(|next| next.is(TokenKind::MoveNumber))
        };
        brackets.to(inner).open.iter().copied().find(is_numbered)
    }

    /// Finds a line that consists of a result.
    fn result_line<T: Token>(&self) -> Option<usize> {
        let Span { start, end: comment_end } = self.span;
        let begins = |at: usize| {
            let line = &self.text[at..comment_end];
            let end = at + memchr::memchr2(b'\n', b'\r', line).unwrap_or(line.len());
            let bounds = CommentBounds::open_to(end);
            let mut tokens = Lexer::<T>::with_bounds(&self.text[..end], at, bounds);
            let first = tokens.next()?;
            let is_result = matches!(first.kind(), Some(TokenKind::Result(_))) && tokens.next().is_none();
            is_result.then_some(first.span.start)
        };
        let lines = memchr::memchr2_iter(b'\n', b'\r', &self.text[start..comment_end]);
        lines.filter_map(|line_end| begins(start + line_end + 1)).next()
    }

    /// Lists the places in a part of the text of the number of a ply, followed by a move.
    fn moves<T: Token>(&self, ply: PlyNumber, part: Span) -> impl Iterator<Item = usize> {
        let inside = &self.text[..part.end];
        // the end of an inner comment is not searched for, so each place costs no more than a few tokens
        let bounds = CommentBounds::open_to(part.end);
        let places = memchr::memmem::Finder::new(&ply.number.to_string()).into_owned();
        let mut from = part.start;
        let places = std::iter::from_fn(move || {
            let at = from + places.find(&inside[from..])?;
            from = at + 1;
            Some(at)
        });
        places.filter(move |at| {
            // a number in a comment never stands at the very beginning of a text
            !inside[at - 1].is_ascii_alphanumeric() && self.is_next_at::<T>(inside, *at, ply, bounds)
        })
    }

    /// Returns whether the number of a ply, and a move, stand at an offset.
    fn is_next_at<T: Token>(&self, text: &[u8], at: usize, ply: PlyNumber, bounds: CommentBounds) -> bool {
        let mut tokens = Lexer::<T>::with_bounds(text, at, bounds);
        let mut next = || tokens.next_in(self.letters);
        let is_number =
            |lexeme: Lexeme<T>| lexeme.is(TokenKind::MoveNumber) && numbered_ply(text, lexeme.span) == ply;
        begins_word(&text[at..])
            && next().is_some_and(is_number)
            && next().is_some_and(|lexeme| lexeme.is(TokenKind::Move))
    }
}

/// Finds the number of a ply, followed by a move, in a comment.
pub(crate) fn find_move_of<T: Token>(
    text: &[u8],
    comment: Span,
    ply: PlyNumber,
    letters: Option<&PieceLetters>,
) -> Option<usize> {
    let open = OpenComment { text, span: comment, is_open: false, next: ply, letters };
    open.moves::<T>(ply, comment).next()
}

/// The round brackets of a part of a text.
struct OpenBrackets<'t> {
    text: &'t [u8],
    /// The offset up to which they have been matched.
    at: usize,
    /// The offsets of those that are open.
    open: Vec<usize>,
    /// How many closing ones close none in the part.
    closed: usize,
}

impl OpenBrackets<'_> {
    fn from(text: &[u8], start: usize) -> OpenBrackets<'_> {
        OpenBrackets { text, at: start, open: Vec::new(), closed: 0 }
    }

    /// Matches those up to an offset.
    fn to(&mut self, offset: usize) -> &Self {
        for at in memchr::memchr2_iter(b'(', b')', &self.text[self.at..offset]).map(|at| self.at + at) {
            if self.text[at] == b'(' {
                self.open.push(at);
            } else if self.open.pop().is_none() {
                self.closed += 1;
            }
        }
        self.at = offset;
        self
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::PgnToken;

    #[test]
    fn a_comment_ends_before_the_number_that_is_expected() {
        for (text, rest) in [
            ("1. e4 {good 1... e5", "1... e5"),
            ("1. e4 e5 {good 2. Nf3 Nc6", "2. Nf3 Nc6"),
            ("1. e4 e5 {12. Nf3 2.Nf3", "2.Nf3"),
            ("1. e4 e5 {in 2. Bundesliga, 3. Nf3", ""),
            ("1. e4 e5 (1... c5 {2 . Nf3 2 Nf3", "2 Nf3"),
            ("1. e4 e5 (1... c5) {2... Nf3", ""),
            ("{an introduction 1. e4 e5", "1. e4 e5"),
            ("1. e4 {open * here\n * \n1. d4", "* \n1. d4"),
            ("1. e4 e5 {open (1... c5 2. Nf3) 2. Nc3", "2. Nc3"),
            ("1. e4 e5 {1... c5 2. Nf3 {so} ) 2. Nc3", "1... c5 2. Nf3 {so} ) 2. Nc3"),
            ("1. e4 e5 {1... c5 2. Nf3 {so} 2. Nc3 )", "2. Nf3 {so} 2. Nc3 )"),
            ("1. e4 e5 {1... c5 2. Nf3 {so} d6} 2. Nc3", "2. Nc3"),
            ("1. e4 e5 {1... c5 {so} 2. Nf3 } 3. Nc3", "2. Nf3 } 3. Nc3"),
            ("1. e4 e5 {see (1... c5 {so} 2. Nf3", "(1... c5 {so} 2. Nf3"),
            ("1. e4 e5 {a {b} c\n[Event \"x\"]\n1. d4 } 2. Nf3", "c\n[Event \"x\"]\n1. d4 } 2. Nf3"),
            ("1. e4 1-0 {a remark 1. d4 d5", "1. d4 d5"),
        ] {
            let mut tokens = Lexer::<PgnToken>::new(text.as_bytes(), 0);
            let before: Vec<_> = tokens.by_ref().take_while(|lexeme| lexeme.token.is_ok()).collect();
            let start = before.last().map_or(0, |last| last.span.end);
            let comment = Lexer::<PgnToken>::new(text.as_bytes(), start).next().expect("a comment");
            let bounds = CommentBounds::of(text.as_bytes(), start);
            let found = OpenComments::new().end(text.as_bytes(), comment, &before, None, bounds);
            let end = found.unwrap_or(comment).span.end;
            assert_eq!(text[end..].trim_start(), rest, "{text}");
        }
    }
}
