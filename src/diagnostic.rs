//! Messages to the user: what is wrong, where, and what to do.
//!
//! Whatever finds a fault makes a [`Diagnostic`]; the [`Reporter`] is the one
//! place that turns it into text, and that counts.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::Write;
use std::mem;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use shakmaty::Color;

use crate::ast::{Game, Notation, Place, is_unknown};
use crate::check::Finding;
use crate::codes::Code;
use crate::lang::{Explain, Language, fill};
use crate::parser::AnyGame;
use crate::source::{Source, Span};
use crate::text::Printable;

/// How many errors of one source are shown, and how many warnings; the others
/// are counted.
const MOST_SHOWN: usize = 20;

/// How many bytes of a line are kept on either side of the marked ones. The
/// renderer cuts a line to a readable width; this keeps it from copying a line
/// as long as a file.
const MOST_CONTEXT: usize = 1000;

/// How many bytes are marked at most.
const MOST_MARKED: usize = 200;

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

impl std::fmt::Debug for dyn Explain + '_ {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message(&crate::lang::ENGLISH))
    }
}

/// What tells a game from the others of its source.
#[derive(Clone, Debug)]
pub struct GameLabel<'a> {
    /// Its number, counted from 1.
    pub number: usize,
    /// Who plays White and who Black, unless both are unknown.
    pub players: Option<(Cow<'a, str>, Cow<'a, str>)>,
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

    /// Labels a game by its number and its tags.
    #[must_use]
    pub fn new<N: Notation>(number: usize, game: &Game<'a, N>) -> GameLabel<'a> {
        let player = |tag| game.tag_value(tag).filter(|name| !is_unknown(name));
        let players = match (player("White"), player("Black")) {
            (None, None) => None,
            (white, black) => Some((white.unwrap_or("?".into()), black.unwrap_or("?".into()))),
        };
        GameLabel { number, players }
    }
}

/// Writes diagnostics, and counts them.
///
/// If its output fails there is nowhere left to say so; what it returns and what
/// becomes of a file does not depend on it.
#[derive(Debug)]
pub struct Reporter<W> {
    out: W,
    language: &'static Language,
    renderer: Renderer,
    errors: usize,
    warnings: usize,
}

impl<W: Write> Reporter<W> {
    /// Makes a reporter that writes to `out`, in colours or not.
    pub fn new(out: W, language: &'static Language, painted: bool) -> Reporter<W> {
        let renderer = if painted { Renderer::styled() } else { Renderer::plain() };
        Reporter { out, language, renderer, errors: 0, warnings: 0 }
    }

    /// Writes a diagnostic, unless there have been too many of its weight.
    pub fn report(&mut self, source: &Source, diagnostic: &Diagnostic<'_>) {
        let count = match diagnostic.severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        };
        *count += 1;
        if *count <= MOST_SHOWN {
            let group = self.draw(source, diagnostic);
            self.write(group);
        }
    }

    /// Says how many errors and warnings a source had, where that is not plain
    /// to see, and whether nothing of it is shown because of them.
    pub fn conclude(&mut self, source: &Source, all_or_nothing: bool) {
        let (errors, warnings) = (mem::take(&mut self.errors), mem::take(&mut self.warnings));
        let language = self.language;
        let name = printable(source.name());
        if warnings > MOST_SHOWN {
            let values: [(&str, &dyn Display); 2] = [("file", &name), ("count", &warnings)];
            let message = fill(language.many_warnings, &values) + &self.only_first_shown();
            self.write(Group::with_title(self.level(Severity::Warning).primary_title(message)));
        }
        if errors > MOST_SHOWN || (errors > 0 && all_or_nothing) {
            let text = match errors {
                _ if !all_or_nothing => language.errors_of,
                1 => language.one_error,
                _ => language.several_errors,
            };
            let mut message = fill(text, &[("file", &name), ("count", &errors)]);
            if errors > MOST_SHOWN {
                message += &self.only_first_shown();
            }
            self.write(Group::with_title(self.level(Severity::Error).primary_title(message)));
        }
    }

    /// Writes a sentence that is no complaint.
    pub fn say(&mut self, text: &str) {
        let _ = writeln!(self.out, "{text}");
    }

    /// Writes an error that is not about the text of a source.
    pub fn fail(&mut self, problem: &dyn Explain) {
        let title = self.title(Severity::Error, problem);
        self.write(title);
    }

    fn write(&mut self, group: Group<'_>) {
        let text = self.renderer.render(&[group]);
        let _ = writeln!(self.out, "{text}\n");
    }

    fn level(&self, severity: Severity) -> Level<'static> {
        match severity {
            Severity::Error => Level::ERROR.with_name(self.language.error),
            Severity::Warning => Level::WARNING.with_name(self.language.warning),
        }
    }

    fn title(&self, severity: Severity, problem: &dyn Explain) -> Group<'static> {
        let message = printable(&problem.message(self.language));
        let code = severity.letter_and(problem.code());
        Group::with_title(self.level(severity).primary_title(message).id(code))
    }

    fn only_first_shown(&self) -> String {
        fill(self.language.only_first_shown, &[("count", &MOST_SHOWN)])
    }

    fn draw(&self, source: &Source, diagnostic: &Diagnostic<'_>) -> Group<'static> {
        let language = self.language;
        let name = printable(source.name());
        let mut group = self.title(diagnostic.severity, diagnostic.problem);
        match diagnostic.span {
            None => group = group.element(Origin::path(name)),
            Some(span) => {
                let excerpt = Excerpt::cut(source, span);
                if excerpt.whole {
                    group = group.element(excerpt.into_snippet().path(name));
                } else {
                    // the renderer would count the column from where the text is cut
                    let column = source.column_at(span.start);
                    let origin = Origin::path(name).line(excerpt.line).char_column(column);
                    group = group.element(origin).element(excerpt.into_snippet());
                }
            }
        }
        if let Some(note) = self.context(diagnostic) {
            group = group.element(Level::NOTE.with_name(language.note).message(note));
        }
        if let Some(help) = diagnostic.problem.help(language) {
            group = group.element(Level::HELP.with_name(language.help).message(printable(&help)));
        }
        group
    }

    /// Names the game, its players and the move.
    fn context(&self, diagnostic: &Diagnostic<'_>) -> Option<String> {
        let game = diagnostic.game.as_ref()?;
        let mut text = fill(self.language.in_game, &[("number", &game.number)]);
        if let Some((white, black)) = &game.players {
            let (white, black) = (Printable(white), Printable(black));
            text += &fill(self.language.between, &[("white", &white), ("black", &black)]);
        }
        if let Some(place) = diagnostic.place {
            let side = match place.side {
                Color::White => self.language.white_side,
                Color::Black => self.language.black_side,
            };
            text += &fill(self.language.at_move, &[("number", &place.number), ("side", &side)]);
        }
        Some(text)
    }
}

fn printable(text: &str) -> String {
    Printable(text).to_string()
}

/// A line of a source, as much of it as a message shows.
struct Excerpt {
    line: usize,
    text: String,
    marked: std::ops::Range<usize>,
    /// Whether the text begins where the line does.
    whole: bool,
}

impl Excerpt {
    /// Cuts out the line in which a span begins. A span of several lines is
    /// marked as far as its first line goes.
    fn cut(source: &Source, span: Span) -> Excerpt {
        let line = source.line_at(span.start);
        let end = span.end.min(line.span.end).max(span.start);
        let shown_end = end.min(span.start + MOST_MARKED);
        let from = line.span.start.max(span.start.saturating_sub(MOST_CONTEXT));
        let to = line.span.end.min(shown_end + MOST_CONTEXT);
        let piece = |start, end| printable(&source.text(Span::new(start, end)));
        let mut text = piece(from, span.start);
        let start = text.len();
        text += &piece(span.start, shown_end);
        let marked = start..text.len();
        text += &piece(shown_end, to);
        Excerpt { line: line.number, text, marked, whole: from == line.span.start }
    }

    fn into_snippet(self) -> Snippet<'static, annotate_snippets::Annotation<'static>> {
        Snippet::source(self.text).line_start(self.line).annotation(AnnotationKind::Primary.span(self.marked))
    }
}
