//! The movetext of a game as written, whatever its tokens are.
//!
//! It is used for games whose variant or position is unknown, because what is not a move in chess
//! may be a move in them.

use super::headers::BrokenLines;
use super::token_stream::TokenStream;
use super::{
    Comment, CommentBounds, CommentForm, Game, LexFault, Lexeme, Lexer, Movetext, Notation, Outcome, Token,
    TokenKind,
};
use crate::text::{Printable, Space, Span, Text, words};

/// The parts of a movetext that are recognised in any variant.
#[derive(Debug, Default)]
struct Parts {
    /// The result, if only comments follow it.
    result: Option<(Outcome, Span)>,
    /// The last comment, unless moves follow it.
    last_comment: Option<Span>,
}

impl<'s, N: Notation> Game<'s, N> {
    /// Returns the end of the last tag of the text.
    pub(crate) fn tags_end(&self) -> usize {
        let ends = self.tags.iter().rev().map(|tag| tag.span.end);
        // the places of tags that a change adds are after it
        ends.into_iter().find(|end| *end <= self.text.0.len()).unwrap_or(0)
    }

    /// Returns the game with its tags and its result, but without its movetext, which is shown as written.
    /// Errors in the movetext then cost nothing.
    pub(crate) fn without_movetext(&self, raw: RawMovetext<'_>) -> Game<'s, N> {
        let mut game = self.with_movetext(Movetext::default());
        // if the game ends where it was cut off, its end was not read
        game.cut_at = self.cut_at.filter(|at| *at >= self.movetext_end);
        let read = || Parts::of(&raw.tokens::<N::Token>().collect::<Vec<_>>()).result;
        game.result = self.result.or_else(read).filter(|_| game.cut_at.is_none());
        game
    }

    /// Returns where the movetext starts: after the tags, and after broken lines that no blank line
    /// separates from them.
    pub(crate) fn movetext_start(&self) -> usize {
        let text = &self.text.0[..self.movetext_end];
        let begin = self.begins_at.min(text.len());
        let mut start = self.tags_end().clamp(begin, text.len());
        let bounds = CommentBounds::of(text, start);
        let mut stream = TokenStream::<N::Token>::new(text, start, bounds, None);
        while let Some(lexeme) = stream.from(start) {
            let Span { start: at, end } = lexeme.span;
            let kind = match lexeme.token {
                Ok(token) => token.kind(),
                Err(LexFault::UnclosedComment) => TokenKind::Comment,
                Err(LexFault::NamelessTag) => TokenKind::TagName,
                Err(_) => TokenKind::Other,
            };
            let broken_to = match kind {
                TokenKind::TagName | TokenKind::TagValue | TokenKind::TagEnd | TokenKind::Control => {
                    Some(end)
                }
                TokenKind::Comment => None,
                _ if Space::at_end(&text[..at]).has_blank_line() => None,
                _ => BrokenLines::at(&mut stream, &lexeme, begin).end.map(|to| to.max(end)),
            };
            let Some(end) = broken_to else { break };
            if end > lexeme.span.end {
                stream.seek(end);
            }
            start = end;
        }
        start
    }

    /// Returns the comments before and among the tags, each on lines of its own. `left` returns what is left of one, or
    /// `None` if it stays as it is.
    pub(crate) fn comments_among_tags(&self, left: impl Fn(&Comment<'s>) -> Option<String>) -> String {
        let end = self.movetext_start();
        let tags = RawMovetext { text: &self.text.0[..end], start: self.begins_at.min(end) };
        let comments = tags.parts::<N::Token>().filter_map(|(_, comment, _)| comment);
        let written = comments
            .map(|comment| left(&comment).unwrap_or_else(|| comment.form.around(&comment.text.decode())));
        written.filter(|written| !written.is_empty()).flat_map(|written| [written, "\n".to_owned()]).collect()
    }

    /// Returns the movetext as written.
    pub(crate) fn raw_movetext(&self) -> RawMovetext<'s> {
        let start = self.movetext_start();
        RawMovetext { text: &self.text.0[..self.movetext_end.max(start)], start }
    }
}

/// A movetext as written: a text, and the offset from which on it is the movetext.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawMovetext<'s> {
    pub(crate) text: &'s [u8],
    pub(crate) start: usize,
}

impl<'s> RawMovetext<'s> {
    /// Returns the movetext as written, line by line, without its result and without a comment at
    /// its end that has the same words as `mark`. A comment that is never closed is closed at the
    /// end. Tags that ended such a comment when it was read no longer begin a line.
    ///
    /// Text in Windows-1252 is decoded only in comments: elsewhere it might be read back as a result or
    /// as white space.
    pub(crate) fn in_lines<T: Token>(self, mark: &str) -> String {
        let RawMovetext { text, start } = self;
        let tokens: Vec<_> = self.tokens::<T>().collect();
        let parts = Parts::of(&tokens);
        let comment = |span: &Span| Text(&text[span.start + 1..span.end - 1]);
        let mark = parts
            .last_comment
            .filter(|span| span.end > span.start + 1 && words(&comment(span).decode()).eq(words(mark)));
        let removed = [parts.result.map(|(_, span)| span), mark];
        let (mut written, mut at) = (String::new(), start);
        // where the first comment without a closing brace begins
        let mut open_from = None;
        for Lexeme { token, span } in tokens {
            written.extend(gap(&text[at..span.start]));
            // a tag that ended the comment would end it again when the text is read back
            if open_from.is_some() && text[span.start] == b'[' {
                written.push(' ');
            }
            if matches!(token, Err(LexFault::UnclosedComment)) {
                open_from.get_or_insert(written.len());
            }
            let bytes = &text[span.range()];
            match token.map(|token| token.kind()) {
                _ if removed.contains(&Some(span)) => {
                    let next = text.get(span.end);
                    written.extend(next.filter(|byte| !byte.is_ascii_whitespace()).map(|_| ' '));
                }
                Ok(TokenKind::Control) => written.extend(gap(bytes)),
                Ok(TokenKind::Comment | TokenKind::TagValue) | Err(LexFault::UnclosedComment) => {
                    written.push_str(&Text(bytes).decode());
                }
                _ => written.push_str(&String::from_utf8_lossy(bytes)),
            }
            at = span.end;
        }
        let is_open = open_from.is_some_and(|begin| !written[begin..].contains('}'));
        let mut written = in_lines(&written);
        if is_open {
            written.push('}');
        }
        written
    }

    /// Returns the tokens of the movetext as written, each as a comment if it is one. They end before a comment that is
    /// never closed.
    pub(crate) fn parts<T: Token>(self) -> impl Iterator<Item = (TokenKind, Option<Comment<'s>>, Span)> {
        let tokens = self.tokens::<T>();
        tokens.take_while(|lexeme| !lexeme.has_fault(LexFault::UnclosedComment)).map(
            move |Lexeme { token, span }| {
                let kind = match token {
                    Ok(token) => token.kind(),
                    Err(LexFault::InnerBrace) => TokenKind::Comment,
                    Err(_) => TokenKind::Other,
                };
                let written = &self.text[span.range()];
                let form = match written.first() {
                    Some(b';') => CommentForm::Line,
                    Some(b'%') => CommentForm::Escaped,
                    _ => CommentForm::Braces,
                };
                (kind, (kind == TokenKind::Comment).then(|| Comment::of(form, written)), span)
            },
        )
    }

    fn tokens<T: Token>(self) -> Lexer<'s, T> {
        Lexer::new(self.text, self.start)
    }
}

impl Parts {
    fn of<T: Token>(tokens: &[Lexeme<T>]) -> Parts {
        let mut parts = Parts::default();
        for &Lexeme { token, span } in tokens {
            match token {
                Ok(token) => match token.kind() {
                    TokenKind::Comment => parts.last_comment = Some(span),
                    TokenKind::Result(outcome) => parts.result = Some((outcome, span)),
                    // a sentence may be a comment
                    TokenKind::Word | TokenKind::Period => parts.last_comment = None,
                    TokenKind::Control => {}
                    _ => parts = Parts::default(),
                },
                Err(LexFault::UnclosedComment) => parts.last_comment = None,
                Err(_) => parts = Parts::default(),
            }
        }
        parts
    }
}

/// Returns the white space and control characters between two tokens, as line ends and spaces.
fn gap(bytes: &[u8]) -> impl Iterator<Item = char> {
    bytes.iter().map(|&byte| if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' })
}

/// Returns a text in lines without trailing spaces.
fn in_lines(text: &str) -> String {
    let lines: Vec<_> = text
        .split('\n')
        .flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
        .map(|line| Printable(line).to_string().trim_end().to_owned())
        .collect();
    let text = lines.join("\n");
    let text = text.trim_end().trim_start_matches('\n');
    // without its leading spaces, a line that begins with `%` would be an escaped one
    let inside = text.trim_start();
    if inside.starts_with('%') { text.to_owned() } else { inside.to_owned() }
}
