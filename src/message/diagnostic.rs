//! Diagnostics: the one type of every problem found in a text.

use std::borrow::Cow;
use std::fmt;

use super::{Code, Describe, Fix, PlyNumber};
use crate::text::{Source, Span, brief};

/// How serious a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The text cannot be used as it is.
    Error,
    /// The text can be used, but something in it is odd.
    Warning,
}

impl Severity {
    /// Returns a code with the letter of the severity before it: `E0203`, `W0621`.
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
///
/// # Examples
///
/// ```
/// use escaque::message::{Code, Describe, Diagnostic, ENGLISH, Language, PlyNumber};
/// use escaque::text::Span;
///
/// struct NoResult;
///
/// impl Describe for NoResult {
///     fn code(&self) -> Code {
///         Code::ResultMissing
///     }
///
///     fn message(&self, _language: &Language) -> String {
///         "the game has no result".to_owned()
///     }
/// }
///
/// let diagnostic = Diagnostic::warning(NoResult, Span::new(5, 5), Some(PlyNumber::START));
/// assert_eq!(diagnostic.severity.letter_and(diagnostic.problem.code()), "W0621");
/// assert_eq!(diagnostic.problem.message(&ENGLISH), "the game has no result");
/// ```
#[derive(Debug)]
pub struct Diagnostic {
    /// How serious the problem is.
    pub severity: Severity,
    /// The problem itself.
    pub problem: Box<dyn Describe>,
    /// The span of the text that has the problem; `None` for a problem of the whole text.
    pub span: Option<Span>,
    /// The number of the move concerned, if the problem concerns one.
    pub ply: Option<PlyNumber>,
}

impl Diagnostic {
    /// Creates an error.
    #[must_use]
    pub fn error(problem: impl Describe + 'static, span: Span, ply: Option<PlyNumber>) -> Diagnostic {
        Diagnostic { severity: Severity::Error, problem: Box::new(problem), span: Some(span), ply }
    }

    /// Creates a warning.
    #[must_use]
    pub fn warning(problem: impl Describe + 'static, span: Span, ply: Option<PlyNumber>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(problem, span, ply) }
    }

    /// Creates a warning about a text as a whole.
    #[must_use]
    pub fn of_text(problem: impl Describe + 'static) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, problem: Box::new(problem), span: None, ply: None }
    }
}

impl Diagnostic {
    /// Returns the changes of the text that mend the problem, the best first.
    #[must_use]
    pub fn fixes(&self, source: &Source) -> Vec<Fix> {
        self.span.map_or_else(Vec::new, |span| self.problem.fixes(source, span))
    }
}

impl fmt::Debug for dyn Describe + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(&super::ENGLISH))
    }
}

/// The number and the players of a game, by which messages identify it.
#[derive(Clone, Debug)]
pub struct GameLabel<'a> {
    /// The number of the game in its source, counted from 1.
    pub number: usize,
    /// The name of the player of White, if it is known.
    pub white: Option<Cow<'a, str>>,
    /// The name of the player of Black, if it is known.
    pub black: Option<Cow<'a, str>>,
}

impl<'a> GameLabel<'a> {
    /// Copies the borrowed names, so that the label outlives the source.
    #[must_use]
    pub fn into_owned(self) -> GameLabel<'static> {
        let owned = |name: Option<Cow<'_, str>>| name.map(|name| Cow::Owned(name.into_owned()));
        GameLabel { number: self.number, white: owned(self.white), black: owned(self.black) }
    }

    /// Creates a label. Long names are shortened.
    #[must_use]
    pub fn new(number: usize, white: Option<Cow<'a, str>>, black: Option<Cow<'a, str>>) -> GameLabel<'a> {
        GameLabel { number, white: white.map(brief), black: black.map(brief) }
    }
}
