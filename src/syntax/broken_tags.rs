//! Broken lines among the tags, and broken tags among the moves.

use super::plies::{is_blacks_number, is_first_number};
use super::token_stream::TokenStream;
use super::{LexFault, Lexeme, Token, TokenKind};
use crate::text::{Space, begins_line, work};

/// What is known about text among the tags that does not begin with a token of a tag.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BrokenLines {
    /// The offset up to which it is not movetext; `None` if it begins the moves or is the result.
    pub(super) end: Option<usize>,
    /// The end of the text that decides this.
    pub(super) certain_at: usize,
}

impl BrokenLines {
    /// Examines the text that begins with a token. `stream` goes on after it or before it, and `start` is the offset
    /// at which the game begins.
    pub(super) fn at<T: Token>(
        stream: &mut TokenStream<'_, T>,
        first: &Lexeme<T>,
        start: usize,
    ) -> BrokenLines {
        let (text, at) = (stream.text, first.span.start);
        let open_tag = OpenTag::around(text, start, at);
        let begins_moves =
            matches!(first.kind(), Some(TokenKind::Move | TokenKind::MoveNumber | TokenKind::Result(_)));
        match open_tag {
            Some(OpenTag { end: Some(end), .. }) => return BrokenLines { end: Some(end), certain_at: end },
            // lines of tags may be numbered
            None if first.is(TokenKind::MoveNumber) && !Space::at_end(&text[start..at]).has_blank_line() => {
                if let Some(next) = stream.from(first.span.end).filter(|next| next.is(TokenKind::TagName)) {
                    return BrokenLines { end: Some(next.span.start), certain_at: next.span.end };
                }
                return BrokenLines { end: None, certain_at: at };
            }
            None if begins_moves => return BrokenLines { end: None, certain_at: at },
            _ => {}
        }
        // after a blank line come the moves, or the next game
        let mut may_precede_tags = !Space::at_end(&text[start..at]).has_blank_line();
        let (mut words, mut end) = (0, at);
        let mut next = Some(*first);
        while let Some(lexeme) = next {
            let start = lexeme.span.start;
            let kind = match lexeme.token {
                Ok(token) => token.kind(),
                Err(LexFault::UnclosedComment) => TokenKind::Move,
                Err(_) => TokenKind::Other,
            };
            may_precede_tags &= end == start || !Space::at_end(&text[end..start]).has_blank_line();
            end = lexeme.span.end;
            let begins_line = start > at && begins_line(text, start);
            match kind {
                TokenKind::TagName if may_precede_tags || open_tag.is_some() && !begins_moves => {
                    return BrokenLines { end: Some(start), certain_at: end };
                }
                TokenKind::MoveNumber if begins_line => {
                    return BrokenLines { end: Some(start), certain_at: end };
                }
                TokenKind::Result(_) if begins_line => return BrokenLines { end: None, certain_at: end },
                TokenKind::TagName | TokenKind::Move => return BrokenLines { end: None, certain_at: end },
                // a sentence, which is a comment
                TokenKind::Period if words >= 3 => return BrokenLines { end: None, certain_at: end },
                TokenKind::Word => words += 1,
                _ => words = 0,
            }
            next = stream.from(end);
        }
        let end = open_tag.filter(|_| !begins_moves).map(|_| text.len());
        BrokenLines { end, certain_at: text.len() }
    }

    /// Examines the tags among the moves that begin at an offset. They are broken lines if a move
    /// number that does not begin a game follows them, so that the game goes on.
    pub(super) fn tags<T: Token>(
        stream: &mut TokenStream<'_, T>,
        mut at: usize,
        begins_game: impl Fn(&[u8], usize) -> bool,
    ) -> BrokenLines {
        let text = stream.text;
        while let Some(Lexeme { token: Ok(token), span }) = stream.from(at) {
            let is_tag = match token.kind() {
                TokenKind::TagName => !begins_game(text, span.start),
                TokenKind::TagValue | TokenKind::TagEnd | TokenKind::Comment => true,
                _ => false,
            };
            if !is_tag {
                let number = &text[span.start..];
                let is_later = token.kind() == TokenKind::MoveNumber
                    && (!is_first_number(number) || is_blacks_number(&number[1..]));
                return BrokenLines { end: is_later.then_some(span.start), certain_at: span.end };
            }
            at = span.end;
        }
        BrokenLines { end: None, certain_at: text.len() }
    }
}

/// A tag that is still open at an offset on its line.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenTag {
    /// The offset of its bracket.
    pub(super) start: usize,
    /// The end of its closing bracket, if there is one on the line.
    pub(super) end: Option<usize>,
    /// Whether only its name stands before the offset.
    pub(super) lacks_value: bool,
}

impl OpenTag {
    /// Finds the tag around an offset in a game that begins at `start`.
    pub(super) fn around(text: &[u8], start: usize, at: usize) -> Option<OpenTag> {
        let ends = |byte: &u8| matches!(byte, b'[' | b']' | b'\n' | b'\r');
        let length = text[start..at].iter().rev().position(ends);
        work::count(length.unwrap_or(at - start));
        let start = at - length? - 1;
        let inside = text[start + 1..at].trim_ascii();
        if text[start] != b'[' {
            return None;
        }
        let line = &text[at..];
        let end = line.iter().position(ends).filter(|&length| line[length] == b']');
        work::count(end.unwrap_or(0));
        let lacks_value = !inside.is_empty() && !inside.iter().any(u8::is_ascii_whitespace);
        Some(OpenTag { start, end: end.map(|length| at + length + 1), lacks_value })
    }
}
