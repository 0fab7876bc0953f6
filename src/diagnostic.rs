//! Messages to the user: what is wrong, where, and what to do.
//!
//! Whatever finds a fault makes a [`Diagnostic`]; the [`Reporter`] is the one
//! place that turns it into text, and that counts.

use std::borrow::Cow;
use std::io::{self, Write};

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use shakmaty::Color;

use crate::ast::{Game, Place, is_unknown};
use crate::lang::{Explain, Language, fill};
use crate::source::{Source, Span};
use crate::text::Printable;

/// How many errors of one source are shown; the others are counted.
const MOST_ERRORS: usize = 20;

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
    /// Labels a game by its number and its tags.
    #[must_use]
    pub fn new<M>(number: usize, game: &Game<'a, M>) -> GameLabel<'a> {
        let player = |tag| game.tag_value(tag).filter(|name| !is_unknown(name));
        let players = match (player("White"), player("Black")) {
            (None, None) => None,
            (white, black) => Some((white.unwrap_or("?".into()), black.unwrap_or("?".into()))),
        };
        GameLabel { number, players }
    }
}

/// Writes diagnostics, and remembers how many there were.
#[derive(Debug)]
pub struct Reporter<W> {
    out: W,
    language: &'static Language,
    renderer: Renderer,
    errors: usize,
}

impl<W: Write> Reporter<W> {
    /// Makes a reporter that writes to `out`, in colours or not.
    pub fn new(out: W, language: &'static Language, painted: bool) -> Reporter<W> {
        let renderer = if painted { Renderer::styled() } else { Renderer::plain() };
        Reporter { out, language, renderer, errors: 0 }
    }

    /// Writes a diagnostic, unless there have been too many errors already.
    ///
    /// # Errors
    ///
    /// Any error of the output.
    pub fn report(&mut self, source: &Source, diagnostic: &Diagnostic<'_>) -> io::Result<()> {
        if diagnostic.severity == Severity::Error {
            self.errors += 1;
        }
        if self.errors > MOST_ERRORS {
            return Ok(());
        }
        let text = self.draw(source, diagnostic);
        writeln!(self.out, "{text}\n")
    }

    /// Says how many errors a source had, and returns their number.
    ///
    /// # Errors
    ///
    /// Any error of the output.
    pub fn conclude(&mut self, source: &Source) -> io::Result<usize> {
        let errors = std::mem::take(&mut self.errors);
        let text = match errors {
            0 => return Ok(0),
            1 => self.language.one_error,
            _ => self.language.several_errors,
        };
        let name = Printable(source.name());
        let mut message = fill(text, &[("file", &name), ("count", &errors)]);
        if errors > MOST_ERRORS {
            message += &fill(self.language.only_first_shown, &[("count", &MOST_ERRORS)]);
        }
        let level = Level::ERROR.with_name(self.language.error);
        let text = self.renderer.render(&[Group::with_title(level.primary_title(message))]);
        writeln!(self.out, "{text}\n")?;
        Ok(errors)
    }

    fn draw(&self, source: &Source, diagnostic: &Diagnostic<'_>) -> String {
        let language = self.language;
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR.with_name(language.error),
            Severity::Warning => Level::WARNING.with_name(language.warning),
        };
        let message = diagnostic.problem.message(language);
        let name = Printable(source.name()).to_string();
        let mut group = Group::with_title(level.primary_title(printable(&message)));
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
        self.renderer.render(&[group])
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
