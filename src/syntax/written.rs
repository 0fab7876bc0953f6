//! The movetext of a game as it is written, whatever its tokens are.
//!
//! It is for games whose kind of chess or position is unknown, so that what is no move of chess may
//! be one of theirs.

use super::between_games::{end_of, start_of};
use super::{CommentBounds, Game, LexFault, Lexer, Notation, Outcome, Token, TokenKind};
use crate::text::{Printable, Span, Text, words};

/// The parts of a movetext that are told apart in any kind of chess.
#[derive(Debug, Default)]
struct Parts {
    /// The result, behind which only comments follow.
    result: Option<(Outcome, Span)>,
    /// The last comment, unless moves follow it.
    last_comment: Option<Span>,
    /// Whether the last comment is never closed.
    is_open: bool,
}

impl<'s, N: Notation> Game<'s, N> {
    /// Returns the end of the last tag.
    pub(crate) fn tags_end(&self) -> usize {
        self.tags.last().map_or(0, |tag| tag.span.end)
    }

    /// Returns the game without its movetext, which is a text, with its result and without what
    /// errors cost it.
    pub(crate) fn without_movetext(&self) -> Game<'s, N> {
        let mut game = Game { tags: self.tags.clone(), movetext: Vec::new(), ..Game::new(self.text.0) };
        (game.variant, game.begins_at, game.written) = (self.variant, self.begins_at, self.written);
        // a game that ends where it was cut off was not read to its end
        game.cut_at = self.cut_at.filter(|at| *at >= self.written.end);
        game.result = self.written_parts().result.filter(|_| game.cut_at.is_none());
        game
    }

    /// Returns the movetext as it is written, line by line, without its result and without a comment
    /// at its end that says what `mark` does. A comment that is never closed is closed at the end.
    pub(crate) fn written_movetext(&self, mark: &str) -> String {
        let parts = self.written_parts();
        let (start, end) = self.movetext_bounds();
        let comment = |span: &Span| Text(&self.text.0[span.start + 1..span.end - 1]);
        let mark = parts
            .last_comment
            .filter(|span| span.end > span.start + 1 && words(&comment(span).decode()).eq(words(mark)));
        let mut removed: Vec<Span> = parts.result.map(|(_, span)| span).into_iter().chain(mark).collect();
        removed.sort_unstable_by_key(|span| span.start);
        let (mut bytes, mut at) = (Vec::new(), start);
        for span in removed {
            bytes.extend_from_slice(&self.text.0[at..span.start]);
            if self.text.0.get(span.end).is_some_and(|byte| !byte.is_ascii_whitespace()) {
                bytes.push(b' ');
            }
            at = span.end;
        }
        bytes.extend_from_slice(&self.text.0[at..end]);
        let mut text = in_lines(&bytes);
        if parts.is_open {
            text.push('}');
        }
        text
    }

    fn movetext_bounds(&self) -> (usize, usize) {
        let start = self.written.start.max(self.tags_end());
        (start, self.written.end.max(start))
    }

    fn written_parts(&self) -> Parts {
        let (start, end) = self.movetext_bounds();
        let text = &self.text.0[..end];
        let mut parts = Parts::default();
        for lexeme in Lexer::<N::Token>::new(text, start, CommentBounds::of(text, start)) {
            let span = Span::new(start_of(&lexeme), end_of(&lexeme));
            parts.is_open = false;
            match lexeme.map_err(|error| error.fault) {
                Ok((_, token, _)) => match token.kind() {
                    TokenKind::Comment => parts.last_comment = Some(span),
                    TokenKind::Result => parts.result = token.outcome().map(|outcome| (outcome, span)),
                    // a sentence may be a comment
                    TokenKind::Word | TokenKind::Period => parts.last_comment = None,
                    _ => parts = Parts::default(),
                },
                Err(LexFault::UnclosedComment) => {
                    (parts.is_open, parts.last_comment) = (true, None);
                }
                Err(_) => parts = Parts::default(),
            }
        }
        parts
    }
}

/// Returns a text in lines without trailing spaces.
fn in_lines(bytes: &[u8]) -> String {
    let mut lines = Vec::new();
    for line in bytes.split(|byte| *byte == b'\n') {
        for line in line.strip_suffix(b"\r").unwrap_or(line).split(|byte| *byte == b'\r') {
            lines.push(Printable(&Text(line).decode()).to_string().trim_end().to_owned());
        }
    }
    let text = lines.join("\n");
    let text = text.trim_end().trim_start_matches('\n');
    // a line that begins with `%` is escaped
    let inside = text.trim_start();
    if inside.starts_with('%') { text.to_owned() } else { inside.to_owned() }
}
