//! Repair: reads a game that its grammar refuses.
//!
//! The grammars describe games without errors. A game that its grammar refuses is parsed again with
//! its tokens edited, so that it ends before an error or goes on after it. The grammars therefore
//! need no rules for errors, and a game without errors costs no extra time. `docs/guide/repair.md` has
//! the few rules: an error costs what it touches, and whatever may be meant as a move is never left
//! out of a line.
//!
//! First the brackets of the whole game are put in order (`pairs.rs`). Then each error that the
//! parser meets is repaired: among the tags (`broken_game.rs`), in a variation, whose rest is lost,
//! or in the main line (`movetext.rs`).

mod broken_game;
mod fixes;
mod movetext;
mod pairs;

pub(super) use broken_game::BrokenGame;
pub(super) use pairs::Pairs;

use super::error::SyntaxError;
use super::{Put, TokenEdit};
use crate::message::{Code, Describe, Fix, Language};
use crate::text::{Source, Span};

/// The maximum number of errors of one game that are repaired. Each repair costs another parse, and
/// a text with more errors is hardly a game.
pub(super) const MAX_REPAIRED: usize = 100;

/// The reaction to a syntax error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Recovery {
    /// End the line of play before the error, if that may be meant as a move.
    #[default]
    End,
    /// Skip the tokens in the way, and continue the game.
    Skip,
}

/// A failed parse.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failure {
    /// The error.
    pub(super) error: SyntaxError,
    /// Whether the error is among the tags.
    pub(super) is_in_tags: bool,
}

/// The edits that are made because of a fault, so that its game can be read. `--fix` writes them,
/// and an editor offers them as actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The evidence: the fault, which may be the cause of the one that was found, and its place. For a warning, the
    /// place is the text that is left out.
    pub error: SyntaxError,
    /// The edits of the tokens, in the order of the text. There is at least one.
    pub edits: Vec<TokenEdit>,
    /// Whether the game still counts as faulty.
    pub is_error: bool,
}

/// The part of a game that is not read because of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Nothing, because the repair only inserts something.
    Nothing,
    /// A part of the text.
    Text,
    /// The rest of a variation.
    RestOfVariation,
}

impl Repair {
    fn by(edit: TokenEdit, error: SyntaxError) -> Repair {
        Repair::by_edits(vec![edit], error)
    }

    /// Leaves out a part of the text.
    pub(super) fn leaving_out(span: Span, error: SyntaxError) -> Repair {
        Repair::by(TokenEdit::skip(span.start, span.end), error)
    }

    fn by_edits(edits: Vec<TokenEdit>, error: SyntaxError) -> Repair {
        Repair { edits, error, is_error: true }
    }

    /// Returns what is lost because of the fault.
    #[must_use]
    pub fn cost(&self) -> Cost {
        match self.edits.first().map(|edit| edit.put) {
            Some(Put::Nothing) => Cost::Text,
            Some(Put::Incomplete | Put::GameEnd) => Cost::RestOfVariation,
            Some(Put::CommentEnd | Put::TagEnd | Put::VariationStart | Put::VariationEnds) | None => {
                Cost::Nothing
            }
        }
    }

    /// Turns the repair into one that only draws a warning, at the text that is left out.
    pub(super) fn into_warning(mut self) -> Repair {
        if let [TokenEdit { span, put: Put::Nothing, .. }] = self.edits[..] {
            self.error.span = span;
        }
        Repair { is_error: false, ..self }
    }
}

impl Describe for Repair {
    fn code(&self) -> Code {
        self.error.fault.code()
    }

    fn message(&self, language: &Language) -> String {
        self.error.fault.message(language)
    }

    fn help(&self, language: &Language) -> Option<String> {
        if self.is_error {
            return self.error.fault.help(language);
        }
        let done = match self.edits.first()?.put {
            Put::TagEnd => language.tag_is_closed,
            Put::VariationEnds => language.variation_is_closed,
            Put::CommentEnd => language.comment_is_closed,
            Put::VariationStart | Put::Nothing | Put::Incomplete | Put::GameEnd => language.it_is_left_out,
        };
        Some(done.to_owned())
    }

    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        let fixes = fixes::fixes(source.bytes(), self);
        if fixes.is_empty() { self.error.fault.fixes(source, span) } else { fixes }
    }
}
