//! Words that are no moves, and what may be meant.

use crate::message::{Code, Describe, Diagnostic, Fix, Language, did_you_mean};
use crate::text::{Edit, Source, Span};

/// A word that is no move, with the moves that may be meant.
pub(super) struct MeantMove {
    problem: Box<dyn Describe>,
    moves: Vec<String>,
}

impl MeantMove {
    /// Adds the moves to a problem, if it is such a word and its fixes are moves.
    pub(super) fn suggest(found: Diagnostic, source: &Source) -> Diagnostic {
        if found.problem.code() != Code::NotAMove {
            return found;
        }
        let meant = |fix: &Fix| match &fix.edits[..] {
            [Edit { span, text }] if !span.range().is_empty() => Some(text.clone()),
            _ => None,
        };
        let moves: Vec<_> = found.fixes(source).iter().filter_map(meant).collect();
        if moves.is_empty() {
            return found;
        }
        Diagnostic { problem: Box::new(MeantMove { problem: found.problem, moves }), ..found }
    }
}

impl Describe for MeantMove {
    fn code(&self) -> Code {
        self.problem.code()
    }

    fn message(&self, language: &Language) -> String {
        self.problem.message(language)
    }

    fn help(&self, language: &Language) -> Option<String> {
        did_you_mean(&self.moves, language)
    }

    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        self.problem.fixes(source, span)
    }
}
