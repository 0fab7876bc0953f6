//! Messages to the user: what is wrong, where, and what to do.
//!
//! Whatever finds a fault makes a [`Diagnostic`]; the [`Reporter`] is the one
//! place that counts them and decides which are shown. How they are written,
//! for people or for programs, has a file for each.

mod human;
mod json;

use std::borrow::Cow;
use std::fmt;
use std::io::Write;
use std::mem;

use serde::Serialize;

use crate::ast::{Game, Notation, Place, is_unknown};
use crate::check::{Finding, Verdict};
use crate::codes::Code;
use crate::lang::{Explain, Language};
use crate::parser::AnyGame;
use crate::source::{Source, Span};
use crate::text::brief;

use human::Human;
use json::Json;

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

/// A message about a source.
#[derive(Debug)]
pub struct Diagnostic<'a> {
    /// Its weight.
    pub severity: Severity,
    /// What is wrong.
    pub problem: &'a dyn Explain,
    /// Where; `None` when it concerns the source as a whole.
    pub span: Option<Span>,
    /// The game it is about.
    pub game: Option<GameLabel<'a>>,
    /// The move it is about.
    pub place: Option<Place>,
}

impl<'a> Diagnostic<'a> {
    /// Warns of something about a source as a whole.
    #[must_use]
    pub fn of_source(problem: &'a dyn Explain) -> Diagnostic<'a> {
        Diagnostic { severity: Severity::Warning, problem, span: None, game: None, place: None }
    }

    /// Reports a finding in a game.
    #[must_use]
    pub fn of_game(finding: &'a Finding, game: GameLabel<'a>) -> Diagnostic<'a> {
        Diagnostic {
            severity: finding.severity,
            problem: finding.problem.as_ref(),
            span: Some(finding.span),
            game: Some(game),
            place: finding.place,
        }
    }
}

impl fmt::Debug for dyn Explain + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(&crate::lang::ENGLISH))
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
    /// Labels a game in any notation.
    #[must_use]
    pub fn of(number: usize, game: &AnyGame<'a>) -> GameLabel<'a> {
        match game {
            AnyGame::Pgn(game) => GameLabel::new(number, game),
            AnyGame::Ctl(game) => GameLabel::new(number, game),
        }
    }

    /// Makes a label that outlives the text.
    #[must_use]
    pub fn into_owned(self) -> GameLabel<'static> {
        let owned = |name: Option<Cow<'_, str>>| name.map(|name| Cow::Owned(name.into_owned()));
        GameLabel { number: self.number, white: owned(self.white), black: owned(self.black) }
    }

    /// Labels a game by its number and its tags, of which long ones are cut.
    #[must_use]
    pub fn new<N: Notation>(number: usize, game: &Game<'a, N>) -> GameLabel<'a> {
        let player = |tag| game.tag_value(tag).filter(|name| !is_unknown(name)).map(brief);
        GameLabel { number, white: player("White"), black: player("Black") }
    }
}

/// Whom messages are written for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum MessageFormat {
    /// For people: an excerpt of the file, with a marker
    #[default]
    Human,
    /// For programs: a JSON object on each line
    Json,
}

/// How, and how much, is reported.
#[derive(Clone, Copy, Debug)]
pub struct ReporterOptions {
    /// For whom.
    pub format: MessageFormat,
    /// In which language.
    pub language: &'static Language,
    /// Whether in colours, for people.
    pub painted: bool,
    /// Whether warnings are left out.
    pub quiet: bool,
    /// How many errors of a source are shown, and how many warnings; `None` is all.
    pub most_shown: Option<usize>,
}

/// A way to write messages. Each text ends its last line, or is empty.
trait Form: fmt::Debug {
    /// Writes a diagnostic.
    fn diagnostic(&self, source: &Source, diagnostic: &Diagnostic<'_>) -> String;

    /// Writes an error that is not about the text of a source; `file` is the
    /// source's name if it is about one.
    fn failure(&self, file: Option<&str>, problem: &dyn Explain) -> String;

    /// Says how many messages of a weight a source had.
    fn count(&self, source: &Source, count: &Count) -> String;

    /// Says how much there was of everything.
    fn summary(&self, summary: &Summary) -> String;
}

/// How much there was in all sources together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// How many games were read.
    pub games: usize,
    /// How many moves their main lines have, up to an error.
    pub moves: usize,
    /// How many variations they have, up to an error.
    pub variations: usize,
    /// How many of them were shown; `None` if none was to be.
    pub shown: Option<usize>,
    /// How many of them have an error.
    pub faulty: usize,
    /// How many errors there were, shown or not.
    pub errors: usize,
    /// How many warnings there were.
    pub warnings: usize,
}

impl Summary {
    /// Counts one game.
    #[must_use]
    pub fn of(verdict: &Verdict) -> Summary {
        let faulty = usize::from(verdict.error().is_some());
        let Verdict { moves, variations, .. } = *verdict;
        Summary { games: 1, moves, variations, faulty, ..Summary::default() }
    }

    /// Adds what was counted elsewhere. If nothing was to be shown here, nothing was there.
    pub fn add(&mut self, other: &Summary) {
        self.games += other.games;
        self.moves += other.moves;
        self.variations += other.variations;
        self.faulty += other.faulty;
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.shown = self.shown.map(|shown| shown + other.shown.unwrap_or(0));
    }

    /// Counts a game that was shown.
    pub fn count_shown(&mut self) {
        self.shown = self.shown.map(|shown| shown + 1);
    }
}

/// How many messages of a weight a source had.
struct Count {
    severity: Severity,
    total: usize,
    shown: usize,
    /// Whether one error keeps all of the source from being shown.
    all_or_nothing: bool,
}

/// Writes diagnostics, and counts them.
///
/// If its output fails there is nowhere left to say so; what it returns and what
/// becomes of a file does not depend on it.
#[derive(Debug)]
pub struct Reporter<W> {
    out: W,
    form: Box<dyn Form>,
    most_errors: usize,
    most_warnings: usize,
    errors: usize,
    warnings: usize,
    quiet: bool,
    summary: Summary,
}

impl<W: Write> Reporter<W> {
    /// Makes a reporter that writes to `out`.
    pub fn new(out: W, options: ReporterOptions) -> Reporter<W> {
        let form: Box<dyn Form> = match options.format {
            MessageFormat::Human => Box::new(Human::new(options.language, options.painted)),
            MessageFormat::Json => Box::new(Json::new(options.language)),
        };
        let most_errors = options.most_shown.unwrap_or(usize::MAX);
        let most_warnings = if options.quiet { 0 } else { most_errors };
        Reporter {
            out,
            form,
            most_errors,
            most_warnings,
            errors: 0,
            warnings: 0,
            quiet: options.quiet,
            summary: Summary::default(),
        }
    }

    /// Writes a diagnostic, unless there have been too many of its weight.
    pub fn report(&mut self, source: &Source, diagnostic: &Diagnostic<'_>) {
        let (count, most) = match diagnostic.severity {
            Severity::Error => (&mut self.errors, self.most_errors),
            Severity::Warning => (&mut self.warnings, self.most_warnings),
        };
        *count += 1;
        if *count <= most {
            let text = self.form.diagnostic(source, diagnostic);
            self.write(&text);
        }
    }

    /// Says how many errors and warnings a source had, where that is not plain
    /// to see, and whether nothing of it is shown because of them.
    pub fn conclude(&mut self, source: &Source, all_or_nothing: bool) {
        let (errors, warnings) = (mem::take(&mut self.errors), mem::take(&mut self.warnings));
        let count = |severity, total, most: usize| {
            let shown = most.min(total);
            self.form.count(source, &Count { severity, total, shown, all_or_nothing })
        };
        self.summary.errors += errors;
        self.summary.warnings += warnings;
        let mut text = String::new();
        if warnings > self.most_warnings && self.most_warnings > 0 {
            text += &count(Severity::Warning, warnings, self.most_warnings);
        }
        if errors > self.most_errors || (errors > 0 && all_or_nothing) {
            text += &count(Severity::Error, errors, self.most_errors);
        }
        self.write(&text);
    }

    /// Returns what is counted of all sources, but for the errors and warnings,
    /// which are counted here.
    pub fn summary(&mut self) -> &mut Summary {
        &mut self.summary
    }

    /// Says how much there was, unless all is to be quiet.
    pub fn summarize(&mut self) {
        if !self.quiet {
            let text = self.form.summary(&self.summary);
            self.write(&text);
        }
    }

    /// Writes an error that is not about the text of a source; `file` is the
    /// source's name if it is about one.
    pub fn fail(&mut self, file: Option<&str>, problem: &dyn Explain) {
        let text = self.form.failure(file, problem);
        self.write(&text);
    }

    fn write(&mut self, text: &str) {
        let _ = self.out.write_all(text.as_bytes());
    }
}
