//! Runs of words that form no sentence.
//!
//! The grammar recognises only complete sentences. At other words the parser stops at the token
//! after them, and a message about that token would mislead. So runs of words are tracked outside
//! the grammar.

use super::TokenKind;
use crate::text::Span;

/// Tracks the runs of words among the tokens of a game.
#[derive(Debug, Default)]
pub(super) struct WordRuns {
    /// The run that the last token belongs to.
    current: Option<Run>,
    /// The run that ended just before the last token, if one did.
    last: Option<Run>,
}

/// A run of words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) span: Span,
    pub(super) count: usize,
}

impl WordRuns {
    /// Records a token.
    pub(super) fn record(&mut self, kind: TokenKind, span: Span) {
        if kind != TokenKind::Word {
            return self.end();
        }
        let (start, count) = self.current.map_or((span.start, 0), |run| (run.span.start, run.count));
        self.current = Some(Run { span: Span::new(start, span.end), count: count + 1 });
    }

    /// Ends the run that the last token belongs to, if there is one.
    pub(super) fn end(&mut self) {
        self.last = self.current.take();
    }

    /// Returns the run that ended just before the last token.
    pub(super) fn last(&self) -> Option<Run> {
        self.last
    }

    /// Tells whether neither the last token nor the one before it is a word.
    pub(super) fn are_none(&self) -> bool {
        self.current.is_none() && self.last.is_none()
    }
}
