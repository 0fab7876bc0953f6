//! A problem in a text, wherever it was found.

use std::borrow::Cow;
use std::fmt;

use super::{Code, Describe, PlyNumber};
use crate::text::{Span, brief};

/// Whether a message stops a file from being shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// It does.
    Error,
    /// It does not.
    Warning,
}

impl Severity {
    /// Writes a code with the letter of the severity, as in `E0203`.
    #[must_use]
    pub fn letter_and(self, code: Code) -> String {
        let letter = match self {
            Severity::Error => 'E',
            Severity::Warning => 'W',
        };
        format!("{letter}{code}")
    }
}

/// An error or a warning: what is wrong, where, and at which move.
#[derive(Debug)]
pub struct Diagnostic {
    /// Its weight.
    pub severity: Severity,
    /// What is wrong.
    pub problem: Box<dyn Describe>,
    /// Where it is written; `None` if it is about the text as a whole.
    pub span: Option<Span>,
    /// The move it is about, if it is about one.
    pub ply: Option<PlyNumber>,
}

impl Diagnostic {
    /// Makes an error.
    #[must_use]
    pub fn error(problem: impl Describe + 'static, span: Span, ply: Option<PlyNumber>) -> Diagnostic {
        Diagnostic { severity: Severity::Error, problem: Box::new(problem), span: Some(span), ply }
    }

    /// Makes a warning.
    #[must_use]
    pub fn warning(problem: impl Describe + 'static, span: Span, ply: Option<PlyNumber>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(problem, span, ply) }
    }

    /// Makes a warning about a text as a whole.
    #[must_use]
    pub fn of_text(problem: impl Describe + 'static) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, problem: Box::new(problem), span: None, ply: None }
    }
}

impl fmt::Debug for dyn Describe + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(&super::ENGLISH))
    }
}

/// What tells a game from the others of its source.
#[derive(Clone, Debug)]
pub struct GameLabel<'a> {
    /// Its number, counted from 1.
    pub number: usize,
    /// Who plays White, if it is known.
    pub white: Option<Cow<'a, str>>,
    /// Who plays Black.
    pub black: Option<Cow<'a, str>>,
}

impl<'a> GameLabel<'a> {
    /// Makes a label that outlives the text.
    #[must_use]
    pub fn into_owned(self) -> GameLabel<'static> {
        let owned = |name: Option<Cow<'_, str>>| name.map(|name| Cow::Owned(name.into_owned()));
        GameLabel { number: self.number, white: owned(self.white), black: owned(self.black) }
    }

    /// Labels a game by its number and its players, of whom long names are cut.
    #[must_use]
    pub fn new(number: usize, white: Option<Cow<'a, str>>, black: Option<Cow<'a, str>>) -> GameLabel<'a> {
        GameLabel { number, white: white.map(brief), black: black.map(brief) }
    }
}
