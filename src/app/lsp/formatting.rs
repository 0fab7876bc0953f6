//! Formatting: games in the export form of their notation.

use gen_lsp_types::TextEdit;

use super::document::Document;
use super::edits::{between, text_edits};
use super::settings::Settings;
use crate::app::losses::is_lost;
use crate::check::Report;
use crate::format::{Context, Format, MoveText, Pgn, PlainPages};
use crate::message::{Code, Severity};
use crate::notation::{AnyGame, with_game};
use crate::rules::{Rules, with_rules};
use crate::syntax::{ByBoard, Game};
use crate::text::Span;

/// Returns the edits that lay out the games that a span touches. As with `--in-place`, a game that
/// has an error or would lose something stays as it is.
pub(super) fn edits(document: &Document, span: Span) -> Vec<TextEdit> {
    let text = document.text.as_str();
    let mut edits = Vec::new();
    document.for_each_checked_game(document.games_in(span), |checker, index, report, base| {
        if is_sound(report)
            && let Some((old, new)) = laid_out(document, index, checker.game(), report, base)
        {
            // word by word, so that an editor gets no more than what differs
            edits.extend(between(old.start, document.text.part(old), &with_line_ends_of(text, &new)));
        }
    });
    text_edits(document, &edits)
}

/// Returns the span of a game with the gap before it, and the text that is to replace it.
fn laid_out(
    document: &Document,
    index: usize,
    game: &AnyGame<'_>,
    report: &Report,
    base: usize,
) -> Option<(Span, String)> {
    let (text, entry) = (document.text.as_str(), &document.games[index]);
    let (start, end) = with_game!(game, game => (game.start(), game.end()));
    let (result, by_board) = with_game!(game, game => (game.result, game.by_board));
    let written = with_rules!(game, R, game => lay_out::<R>(game, &document.settings, report))?;
    let mut new = written.trim_end().to_owned();
    let has_result = result.is_some() || by_board.and_then(ByBoard::outcome).is_some();
    if !has_result && index + 1 == document.games.len() {
        // the last game may not be finished, and editors lay out whatever they save: so no result is appended
        new.truncate(new.rfind(char::is_whitespace).map_or(0, |at| new[..at].trim_end().len()));
    }
    let mut old = Span::new(text.floor_char_boundary(base + start), text.ceil_char_boundary(base + end));
    // a blank line stands between games, and only white space before the first one
    if text[entry.from..old.start].trim().is_empty() {
        let gap = if index == 0 { "" } else { "\n\n" };
        (old.start, new) = (entry.from, format!("{gap}{new}"));
    }
    if index + 1 == document.games.len() && text[old.end..].trim().is_empty() {
        // as --in-place ends a file
        (old.end, new) = (text.len(), new + "\n");
    }
    Some((old, new))
}

/// Returns whether a game has been read without an error and without leaving anything out.
fn is_sound(report: &Report) -> bool {
    report.diagnostics.iter().all(|found| {
        let code = found.problem.code();
        // these are the only problems of syntax that leave nothing out
        let is_kept = !code.digits().starts_with("02") || code == Code::TextBetweenGames;
        found.severity == Severity::Warning && is_kept
    })
}

/// Writes a game, unless it has a warning about what would be lost ([`is_lost`]).
fn lay_out<R: Rules>(game: &Game<'_, R::Notation>, settings: &Settings, report: &Report) -> Option<String> {
    let is_lost = is_lost(game, settings.layout.tags);
    if report.diagnostics.iter().any(|found| is_lost(found.problem.code())) {
        return None;
    }
    let illegal = settings.options.syntax.illegal();
    let context = Context::<R> { illegal, ..Context::of(game, &[]) };
    let mut pages = PlainPages::new(Vec::new());
    let written = Pgn::new(settings.layout, MoveText::default()).write(&context, &mut pages);
    written.is_ok().then(|| String::from_utf8_lossy(&pages.into_inner()).into_owned())
}

/// Returns a text with the line ends of another.
fn with_line_ends_of(model: &str, text: &str) -> String {
    let has_returns = model.find('\n').is_some_and(|at| model[..at].ends_with('\r'));
    if has_returns { text.replace('\n', "\r\n") } else { text.to_owned() }
}
