//! What an editor shows about what is wrong at a place: the beginning of the page that explains it.

use super::diagnostics::shown_span;
use super::document::Document;
use super::settings::Settings;
use crate::message::{Code, Severity, fill};
use crate::text::Span;

/// Explains the problems at an offset of a document, each once, with their spans.
pub(super) fn at(document: &Document, offset: usize) -> Vec<(String, Span)> {
    let Some(game) = document.game_at(offset).map(|index| &document.games[index]) else { return Vec::new() };
    let (mut codes, mut told) = (Vec::new(), Vec::new());
    for found in game.checked.iter().flat_map(|checked| &checked.diagnostics) {
        let span = shown_span(document, game.from, found.span);
        let code = found.problem.code();
        if span.start <= offset && offset <= span.end && !codes.contains(&code) {
            codes.push(code);
            told.push((explanation(code, found.severity, &document.settings), span));
        }
    }
    told
}

/// Returns the title and the first paragraph of the page that explains a problem, and how to read the rest.
fn explanation(code: Code, severity: Severity, settings: &Settings) -> String {
    let letters = severity.letter_and(code);
    let see_more = fill(settings.language.lsp.see_more, &[("code", &letters)]);
    if settings.has_markdown {
        let page = code.page(settings.language_code);
        let [title, first] = beginning(page);
        let title = title.trim_start_matches("# ").trim_start_matches(code.digits());
        return format!("**{letters}**{title}\n\n{first}\n\n{see_more}");
    }
    let page = code.explanation(settings.language_code);
    let [title, first] = beginning(&page);
    format!("{letters}{}\n{first}\n{}", title.trim_start_matches(code.digits()), see_more.replace('`', ""))
}

/// Returns the title of a page and its first paragraph.
fn beginning(page: &str) -> [&str; 2] {
    let mut parts = page.split("\n\n").map(str::trim);
    [(); 2].map(|()| parts.next().unwrap_or_default())
}
