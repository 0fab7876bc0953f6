//! Problems and how they are described, diagnostics, and fixes.

use std::borrow::Cow;
use std::fmt;

use super::io_cause::io_cause;
use super::{Code, Language, PlyNumber, fill, fill_whole};
use crate::text::{Edit, Position, ReadError, Source, Span, UnpackError, brief};

/// How sure it is that a fix is what the author of the text meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// The fix changes no move and no position, and nothing else can be meant.
    Certain,
    /// The fix is the likeliest of several, or may change what is played.
    Guess,
    /// The fix is one of several, among which somebody has to choose.
    Choice,
}

/// A way to fix a problem: changes of the text that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// How sure the fix is.
    pub certainty: Certainty,
    /// The changes, in the order of their spans, which do not overlap. There is at least one.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// Creates a fix of one change that is [certain](Certainty::Certain).
    #[must_use]
    pub fn certain(edit: Edit) -> Fix {
        Fix { certainty: Certainty::Certain, edits: vec![edit] }
    }

    /// Creates a fix of one change that is a [guess](Certainty::Guess).
    #[must_use]
    pub fn guess(edit: Edit) -> Fix {
        Fix { certainty: Certainty::Guess, edits: vec![edit] }
    }

    /// Creates a fix of several changes, which are sorted by their spans. If two of them overlap, the second
    /// replaces only what the first does not.
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

    /// Returns whether the fix is [certain](Certainty::Certain).
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.certainty == Certainty::Certain
    }

    /// Returns whether the fix would change the text. An edit may replace something by the same.
    #[must_use]
    pub fn changes(&self, source: &Source) -> bool {
        self.edits.iter().any(|edit| source.bytes()[edit.span.range()] != *edit.text.as_bytes())
    }

    /// Returns the text that each change puts in.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.edits.iter().map(|edit| edit.text.as_str())
    }

    /// Returns the fix as a guess if it is certain, and otherwise as it is.
    #[must_use]
    pub fn guessed(self) -> Fix {
        let certainty = if self.is_certain() { Certainty::Guess } else { self.certainty };
        Fix { certainty, ..self }
    }

    /// Returns the fix as it is if a condition holds, and otherwise as [`Fix::guessed`] does.
    #[must_use]
    pub fn certain_if(self, is_certain: bool) -> Fix {
        if is_certain { self } else { self.guessed() }
    }
}

/// Returns the help in a language.
type Help = Box<dyn Fn(&Language) -> Option<String> + Send + Sync>;

/// A problem that is not described as it describes itself, but as the place where it is found requires.
pub(crate) struct Amended {
    problem: Box<dyn Describe>,
    /// Returns the words for it in a language.
    words: fn(&Language) -> &Language,
    /// The section that has the rule, in the document of the reduced form: its number, such as `2.1.5`, or its title.
    section: Option<&'static str>,
    /// The fixes in place of the problem's own; `None` to keep these.
    fixes: Option<Vec<Fix>>,
    /// The help in place of the problem's own, which stays if this is `None` or returns that.
    help: Option<Help>,
}

impl Amended {
    pub(crate) fn new(problem: impl Describe + 'static) -> Amended {
        Amended::of(Box::new(problem))
    }

    fn of(problem: Box<dyn Describe>) -> Amended {
        Amended { problem, words: |language| language, section: None, fixes: None, help: None }
    }

    /// Describes the problem in the words that a function returns for a language.
    pub(crate) fn in_words(self, words: fn(&Language) -> &Language) -> Amended {
        Amended { words, ..self }
    }

    /// Names the section that has the rule: one of the assignment for PGN, one of the notation for CTL-PGN.
    pub(crate) fn of_section(self, section: &'static str) -> Amended {
        Amended { section: Some(section), ..self }
    }

    /// Replaces the fixes of the problem, even by an empty list.
    pub(crate) fn with_fixes(self, fixes: Vec<Fix>) -> Amended {
        Amended { fixes: Some(fixes), ..self }
    }

    /// Replaces the help of the problem by what a function returns for a language, unless that is nothing.
    pub(crate) fn with_help(
        self,
        help: impl Fn(&Language) -> Option<String> + Send + Sync + 'static,
    ) -> Amended {
        Amended { help: Some(Box::new(help)), ..self }
    }
}

impl Describe for Amended {
    fn code(&self) -> Code {
        self.problem.code()
    }

    fn message(&self, language: &Language) -> String {
        let language = (self.words)(language);
        let departure = self.problem.message(language);
        match self.section {
            Some(section) => {
                // not `fill`, which would shorten the message that is put in
                fill_whole(language.reduced, &[("section", &section), ("departure", &departure)])
            }
            None => departure,
        }
    }

    fn help(&self, language: &Language) -> Option<String> {
        let language = (self.words)(language);
        self.help.as_ref().and_then(|help| help(language)).or_else(|| self.problem.help(language))
    }

    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        self.fixes.clone().unwrap_or_else(|| self.problem.fixes(source, span))
    }
}

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

    /// Returns the level of a message for programs.
    #[cfg(feature = "cli")]
    pub(super) const fn level(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
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
    /// The number of the ply that the problem is about, if it is about one.
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

    /// Returns the move, the code, the problem and the help in one line. [`located`] adds the place.
    #[must_use]
    pub fn in_a_line(&self, language: &Language) -> String {
        let Diagnostic { severity, problem, ply, .. } = self;
        let at_move = ply.map_or(String::new(), |ply| ply.at_move(language));
        let code = severity.letter_and(problem.code());
        let help =
            problem.help(language).map_or(String::new(), |help| format!("; {}: {help}", language.help));
        format!("{at_move}: {code}: {}{help}", problem.message(language))
    }

    /// Returns the diagnostic with its problem amended.
    pub(crate) fn amended(self, amend: impl FnOnce(Amended) -> Amended) -> Diagnostic {
        Diagnostic { problem: Box::new(amend(Amended::of(self.problem))), ..self }
    }

    /// Creates a warning about a text as a whole.
    #[must_use]
    pub fn of_text(problem: impl Describe + 'static) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, problem: Box::new(problem), span: None, ply: None }
    }

    /// Returns the fixes of the problem, the best first. A problem of the whole text has none.
    #[must_use]
    pub fn fixes(&self, source: &Source) -> Vec<Fix> {
        self.span.map_or_else(Vec::new, |span| self.problem.fixes(source, span))
    }
}

/// Returns a line of [`Diagnostic::in_a_line`] with its place in the file, if it has one.
#[must_use]
pub fn located(line: &str, position: Option<Position>, language: &Language) -> String {
    match position {
        Some(Position { line: at, column, .. }) => {
            fill(language.viewer.at_line, &[("line", &at), ("column", &column)]) + line
        }
        // the line goes on after a place, with the move or with a colon
        None => line.trim_start_matches([',', ':', ' ']).to_owned(),
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

/// An error or a warning that can be described in every language.
///
/// It is `Send` and `Sync` because one thread may find a problem and another report it.
pub trait Describe: Send + Sync {
    /// Returns the code of the problem, which is the same in every language.
    fn code(&self) -> Code;

    /// Describes the problem in one line.
    fn message(&self, language: &Language) -> String;

    /// Suggests what to do about the problem. Returns `None` if there is nothing to suggest.
    fn help(&self, _language: &Language) -> Option<String> {
        None
    }

    /// Returns the fixes of the problem, the best first. `span` is that of the diagnostic. They are
    /// made on request, because most problems are only reported.
    fn fixes(&self, _source: &Source, _span: Span) -> Vec<Fix> {
        Vec::new()
    }
}

impl Describe for ReadError {
    fn code(&self) -> Code {
        if self.unpack_error().is_some() { Code::CannotUnpack } else { Code::CannotRead }
    }

    fn message(&self, language: &Language) -> String {
        let cause = match self.unpack_error() {
            Some(error) => why_packed(error, language),
            None => io_cause(&self.cause, language),
        };
        fill(language.cannot_read, &[("file", &self.name), ("cause", &cause)])
    }

    fn help(&self, language: &Language) -> Option<String> {
        self.unpack_error().map(|_| language.unpack_it.to_owned())
    }
}

fn why_packed(error: &UnpackError, language: &Language) -> String {
    match error {
        UnpackError::Format(format) => fill(language.packed_as, &[("format", format)]),
        UnpackError::Memory => language.packed_too_large.to_owned(),
        UnpackError::NoGames => language.archive_without_games.to_owned(),
        UnpackError::Several => language.archive_of_several.to_owned(),
        UnpackError::Encrypted(name) => fill(language.archive_encrypted, &[("name", name)]),
        UnpackError::Method { name, method } => {
            fill(language.archive_by_method, &[("name", name), ("number", method)])
        }
        UnpackError::LengthUnknown(name) => fill(language.archive_without_length, &[("name", name)]),
    }
}
