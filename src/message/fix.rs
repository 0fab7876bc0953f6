//! Cures of problems.

use super::{Code, Describe, Language};
use crate::text::{Edit, Source, Span};

/// How sure it is that a fix is what the author of the text wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// The fix changes no move and no position, and nothing else can be meant.
    Certain,
    /// The fix is the likeliest of several, or may change what is played.
    Guess,
    /// The fix is one of several, of which somebody has to choose.
    Choice,
}

/// A cure of a problem: changes of the text that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// How sure the fix is.
    pub certainty: Certainty,
    /// The changes, in the order of their spans, which do not overlap. There is at least one.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// Creates a fix that changes nothing of what is played.
    #[must_use]
    pub fn certain(edit: Edit) -> Fix {
        Fix { certainty: Certainty::Certain, edits: vec![edit] }
    }

    /// Creates a fix that may not be what is wanted.
    #[must_use]
    pub fn guess(edit: Edit) -> Fix {
        Fix { certainty: Certainty::Guess, edits: vec![edit] }
    }

    /// Creates a fix of several changes, which are sorted by their places. What two of them replace only the
    /// first one does.
    #[must_use]
    pub fn of(certainty: Certainty, mut edits: Vec<Edit>) -> Fix {
        edits.sort_by_key(|edit| edit.span.start);
        let mut done = 0;
        for Edit { span, .. } in &mut edits {
            *span = Span::new(span.start.max(done), span.end.max(done));
            done = span.end;
        }
        Fix { certainty, edits }
    }

    /// Tells whether the fix changes nothing of what is played.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.certainty == Certainty::Certain
    }

    /// Tells whether the fix changes a text at all.
    #[must_use]
    pub fn changes(&self, source: &Source) -> bool {
        self.edits.iter().any(|edit| source.bytes()[edit.span.range()] != *edit.text.as_bytes())
    }

    /// Returns what the changes put into the text.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.edits.iter().map(|edit| edit.text.as_str())
    }

    /// Returns the fix as one that may not be what is wanted.
    #[must_use]
    pub fn guessed(self) -> Fix {
        let certainty = if self.is_certain() { Certainty::Guess } else { self.certainty };
        Fix { certainty, ..self }
    }

    /// Returns the fix as it is if a condition holds, and otherwise as one that may not be what is wanted.
    #[must_use]
    pub fn certain_if(self, is_certain: bool) -> Fix {
        if is_certain { self } else { self.guessed() }
    }
}

/// A problem whose fixes are known where it is found.
#[derive(Debug)]
pub struct WithFixes {
    problem: Box<dyn Describe>,
    /// The fixes, unless they are the problem's own.
    fixes: Option<Vec<Fix>>,
}

impl WithFixes {
    /// Adds fixes to a problem. If there are none, it keeps its own.
    #[must_use]
    pub fn new(problem: impl Describe + 'static, fixes: Vec<Fix>) -> WithFixes {
        WithFixes { problem: Box::new(problem), fixes: (!fixes.is_empty()).then_some(fixes) }
    }

    /// Replaces the fixes of a problem, be there others or none.
    #[must_use]
    pub fn instead(problem: Box<dyn Describe>, fixes: Vec<Fix>) -> WithFixes {
        WithFixes { problem, fixes: Some(fixes) }
    }
}

impl Describe for WithFixes {
    fn code(&self) -> Code {
        self.problem.code()
    }

    fn message(&self, language: &Language) -> String {
        self.problem.message(language)
    }

    fn help(&self, language: &Language) -> Option<String> {
        self.problem.help(language)
    }

    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        self.fixes.clone().unwrap_or_else(|| self.problem.fixes(source, span))
    }
}
