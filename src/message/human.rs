//! Messages for people: an excerpt of the file with a marker under the words concerned.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::Range;

use annotate_snippets::renderer::DEFAULT_TERM_WIDTH;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::reporter::{Count, ErrorCost, MessageWriter, ReporterOptions};
use super::{Describe, Diagnostic, GameLabel, Language, PlyNumber, Severity, Summary, fill};
use crate::text::{Printable, Source, Span, wrapped};

/// The most bytes of a line that an excerpt has on either side of the marked part.
///
/// The renderer itself cuts long lines to a readable width. The limit keeps a line as long as a
/// file away from it.
const MAX_CONTEXT: usize = 1000;

/// The most bytes of a line that are marked.
const MAX_MARKED: usize = 200;

/// The number of columns that a label may take, such as `advertencia[W0621]: ` or `   = help: ` below a line number.
const LABEL: usize = 20;

/// Writes messages for people.
#[derive(Debug)]
pub(super) struct Human {
    language: &'static Language,
    renderer: Renderer,
    /// The number of columns of the window, if there is one.
    width: Option<usize>,
}

impl Human {
    pub(super) fn new(options: &ReporterOptions) -> Human {
        let renderer = if options.color { Renderer::styled() } else { Renderer::plain() };
        let renderer = renderer.term_width(options.width.unwrap_or(DEFAULT_TERM_WIDTH));
        Human { language: options.language, renderer, width: options.width }
    }

    fn level(&self, severity: Severity) -> Level<'static> {
        match severity {
            Severity::Error => Level::ERROR.with_name(self.language.error),
            Severity::Warning => Level::WARNING.with_name(self.language.warning),
        }
    }

    fn title(&self, severity: Severity, problem: &dyn Describe) -> Group<'static> {
        let message = self.text(&problem.message(self.language));
        let code = severity.letter_and(problem.code());
        Group::with_title(self.level(severity).primary_title(message).id(code))
    }

    /// Adds the lines of the help of a problem, if it has any.
    fn with_help<'g>(&self, group: Group<'g>, problem: &dyn Describe) -> Group<'g> {
        let help = problem.help(self.language).unwrap_or_default();
        let label = Level::HELP.with_name(self.language.help);
        help.lines().fold(group, |group, line| group.element(label.clone().message(self.text(line))))
    }

    /// Returns a text as it stands after its label.
    fn text(&self, text: &str) -> String {
        self.broken(LABEL, text)
    }

    /// Returns a text whose lines, in a window, break at words. Some columns stand before each.
    fn broken(&self, before: usize, text: &str) -> String {
        let text = printable(text);
        self.width.map_or(text.clone(), |width| wrapped(&text, width.saturating_sub(before)).join("\n"))
    }

    fn render(&self, group: Group<'_>) -> String {
        self.renderer.render(&[group]) + "\n\n"
    }

    /// Returns the note that names the game, its players and the move.
    fn context(&self, game: &GameLabel<'_>, ply: Option<PlyNumber>) -> String {
        let mut text = fill(self.language.in_game, &[("number", &game.number)]);
        if game.white.is_some() || game.black.is_some() {
            // `?` is an unknown player in PGN, too (standard, section 8.1.1)
            let [white, black] = [&game.white, &game.black].map(|name| name.as_deref().unwrap_or("?"));
            let (white, black) = (Printable(white), Printable(black));
            text += &fill(self.language.between, &[("white", &white), ("black", &black)]);
        }
        if let Some(ply) = ply {
            text += &ply.at_move(self.language);
        }
        text
    }
}

/// Duplicates are not listed, because a database may have too many.
impl MessageWriter for Human {
    fn diagnostic(&mut self, source: &Source, game: Option<&GameLabel<'_>>, found: &Diagnostic) -> String {
        let name = printable(source.name());
        let mut group = self.title(found.severity, found.problem.as_ref());
        match found.span {
            None => group = group.element(Origin::path(name)),
            Some(span) => {
                let excerpt = Excerpt::cut(source, span);
                if excerpt.begins_line {
                    group = group.element(excerpt.into_snippet().path(name));
                } else {
                    // the renderer would count columns from the beginning of the excerpt
                    let origin = Origin::path(name).line(excerpt.line).char_column(excerpt.column);
                    group = group.element(origin).element(excerpt.into_snippet());
                }
            }
        }
        if let Some(game) = game {
            let note = self.context(game, found.ply);
            group = group.element(Level::NOTE.with_name(self.language.note).message(self.text(&note)));
        }
        self.render(self.with_help(group, found.problem.as_ref()))
    }

    fn failure(&mut self, _file: Option<&str>, problem: &dyn Describe) -> String {
        self.render(self.with_help(self.title(Severity::Error, problem), problem))
    }

    fn count(&mut self, source: &Source, count: &Count) -> String {
        let language = self.language;
        let text = match count.severity {
            Severity::Warning => language.warnings_of,
            Severity::Error => match count.cost {
                ErrorCost::Game => language.errors_of,
                ErrorCost::File => language.errors_of_unshown,
                ErrorCost::Change => language.errors_of_unchanged,
            },
        };
        let name = printable(source.name());
        let values: [(&str, &dyn Display); 2] = [("file", &name), ("count", &count.total)];
        let mut message = fill(text, &values);
        if count.total > count.shown {
            message += &fill(language.only_first_shown, &[("count", &count.shown)]);
        }
        self.render(Group::with_title(self.level(count.severity).primary_title(self.text(&message))))
    }

    fn duplicates(&mut self, count: usize) -> String {
        self.broken(0, &fill(self.language.duplicates, &[("count", &count)])) + "\n"
    }

    fn mended(&mut self, source: &Source, cured: &BTreeMap<String, usize>, is_written: bool) -> String {
        // how often each, unless the sentence says so
        let times = |count: &usize| {
            if cured.len() > 1 && *count > 1 { format!(" × {count}") } else { String::new() }
        };
        let codes: Vec<_> = cured.iter().map(|(code, count)| code.clone() + &times(count)).collect();
        let (name, count) = (printable(source.name()), cured.values().sum::<usize>());
        let values: [(&str, &dyn Display); 3] =
            [("file", &name), ("count", &count), ("codes", &codes.join(", "))];
        let text = if is_written { self.language.mended } else { self.language.would_be_mended };
        self.broken(0, &fill(text, &values)) + "\n"
    }

    fn summary(&mut self, summary: &Summary) -> String {
        let Summary { games, matching, moves, variations, shown, duplicates, faulty, .. } = summary;
        let text = match (matching, shown) {
            (None, Some(_)) => self.language.shown_summary,
            (None, None) => self.language.checked_summary,
            (Some(_), Some(_)) => self.language.asked_shown_summary,
            (Some(_), None) => self.language.asked_checked_summary,
        };
        let (matching, shown) = (matching.unwrap_or_default(), shown.unwrap_or_default());
        let values: [(&str, &dyn Display); 6] = [
            ("games", games),
            ("matching", &matching),
            ("moves", moves),
            ("variations", variations),
            ("shown", &shown),
            ("faulty", faulty),
        ];
        let mut totals = fill(text, &values);
        if let Some(count) = duplicates {
            totals += &format!("; {}", fill(self.language.duplicates, &[("count", count)]));
        }
        self.broken(0, &totals) + "\n"
    }
}

fn printable(text: &str) -> String {
    Printable(text).to_string()
}

/// The part of a line that a message shows.
struct Excerpt {
    line: usize,
    column: usize,
    text: String,
    /// The byte range of `text` that is marked.
    marked: Range<usize>,
    /// Whether the excerpt begins where the line begins.
    begins_line: bool,
}

impl Excerpt {
    /// Cuts out the line in which a span begins. Of a span of several lines, only the
    /// first line is marked.
    fn cut(source: &Source, span: Span) -> Excerpt {
        let position = source.position(span.start);
        let rest = &source.bytes()[span.start..];
        // the line may be as long as the file, so its end is looked for only as far as it is shown
        let rest = &rest[..rest.len().min(MAX_MARKED + MAX_CONTEXT)];
        let line_end = span.start + memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let shown_end = span.end.min(span.start + MAX_MARKED).clamp(span.start, line_end);
        let from = position.line_start.max(span.start.saturating_sub(MAX_CONTEXT));
        let to = line_end.min(shown_end + MAX_CONTEXT);
        // a limit may fall inside a character
        let parts = [from, span.start, shown_end, to];
        let [from, start, shown_end, to] = parts.map(|at| source.floor_char_boundary(at));
        let part = |start, end| printable(&source.text(Span::new(start, end)));
        let mut text = part(from, start);
        // what is not printable is written with other bytes, so the places of the mark are those in the written text
        let before = text.len();
        text += &part(start, shown_end);
        let marked = before..text.len();
        text += &part(shown_end, to);
        let begins_line = from == position.line_start;
        Excerpt { line: position.line, column: position.column, text, marked, begins_line }
    }

    fn into_snippet(self) -> Snippet<'static, Annotation<'static>> {
        Snippet::source(self.text).line_start(self.line).annotation(AnnotationKind::Primary.span(self.marked))
    }
}
