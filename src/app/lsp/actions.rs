//! Code actions: the fixes of problems at a place, all certain fixes of a document, and explanations of problems.

use gen_lsp_types::{CodeAction, CodeActionContext, CodeActionKind};

use super::diagnostics;
use super::document::Document;
use super::edits::{between, workspace_edit};
use super::settings::Settings;
use crate::check::Mender;
use crate::message::{Certainty, Code, Fix, Severity, Subject, fill};
use crate::text::{Edit, Span};

/// Returns the fixes of the problems in a span, and an action that applies every certain fix in the document.
pub(super) fn in_span(document: &Document, span: Span, context: &CodeActionContext) -> Vec<CodeAction> {
    let wants = |kind: CodeActionKind| {
        // kinds are hierarchies in the protocol: `source` asks for `source.fixAll`, too
        let is_in = |only: &CodeActionKind| {
            let rest = kind.as_str().strip_prefix(only.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        context.only.as_ref().is_none_or(|only| only.iter().any(is_in))
    };
    let mut actions = Vec::new();
    if wants(CodeActionKind::QuickFix) {
        actions.extend(quick_fixes(document, span));
    }
    if wants(CodeActionKind::SourceFixAll) {
        actions.extend(action(document, context.only.is_some()));
    }
    actions
}

fn quick_fixes(document: &Document, span: Span) -> Vec<CodeAction> {
    let mut actions = Vec::new();
    for index in document.games_in(span) {
        // to check a game again takes time, and without a diagnostic there is nothing to fix
        if !document.games[index].has_diagnostics() {
            continue;
        }
        document.for_each_checked_game(index..index + 1, |checker, _, report, base| {
            let source = checker.context().source;
            for found in &report.diagnostics {
                let Some(at) = found.span else { continue };
                let at = at.moved_by(base);
                if at.end < span.start || span.end < at.start {
                    continue;
                }
                let told = diagnostics::convert(document, base, found);
                for fix in found.fixes(source) {
                    actions.push(CodeAction {
                        title: title(document, &fix, base),
                        kind: Some(CodeActionKind::QuickFix),
                        diagnostics: Some(vec![told.clone()]),
                        is_preferred: Some(fix.is_certain()),
                        edit: Some(workspace_edit(document, &in_document(&fix.edits, base))),
                        ..CodeAction::default()
                    });
                }
            }
        });
    }
    actions
}

/// Describes what a fix does.
fn title(document: &Document, fix: &Fix, base: usize) -> String {
    let words = document.settings.language.lsp;
    let action = match &fix.edits[..] {
        [Edit { span, text }] if text.is_empty() => {
            let deleted = document.text.part(span.moved_by(base));
            fill(words.delete, &[("text", &deleted.trim())])
        }
        [Edit { span, text }] if span.start == span.end => fill(words.insert, &[("text", &text.trim())]),
        [Edit { text, .. }] => fill(words.replace_with, &[("text", &text.trim())]),
        _ => words.change.to_owned(),
    };
    match fix.certainty {
        Certainty::Certain => action,
        Certainty::Guess | Certainty::Choice => fill(words.perhaps, &[("action", &action)]),
    }
}

/// Returns edits whose spans count from an offset as edits of the document.
fn in_document(edits: &[Edit], base: usize) -> Vec<Edit> {
    edits.iter().map(|edit| Edit { span: edit.span.moved_by(base), text: edit.text.clone() }).collect()
}

/// The maximum number of games with problems in which certain fixes are searched for, unless the
/// editor asks for them by their kind.
const MOST_GAMES: usize = 200;

/// Returns the action that applies every certain fix in the document, if there is one.
pub(super) fn action(document: &Document, is_asked: bool) -> Option<CodeAction> {
    let faulty = |index: &usize| document.games[*index].has_diagnostics();
    let games: Vec<_> = (0..document.games.len()).filter(faulty).collect();
    // editors ask for actions wherever the cursor goes, and this one reads all faulty games again
    if games.len() > MOST_GAMES && !is_asked {
        return None;
    }
    let edits: Vec<_> = games.into_iter().flat_map(|index| of_game(document, index)).collect();
    (!edits.is_empty()).then(|| CodeAction {
        title: document.settings.language.lsp.fix_all.to_owned(),
        kind: Some(CodeActionKind::SourceFixAll),
        edit: Some(workspace_edit(document, &edits)),
        ..CodeAction::default()
    })
}

/// Returns the edits that fix a game. Their spans count from the start of the document.
fn of_game(document: &Document, index: usize) -> Vec<Edit> {
    let game = &document.games[index];
    let before = index.checked_sub(1).map(|before| &document.games[before]);
    let before =
        // a fix may not change where the game before ends
        before.map_or("", |before| document.text.part(Span::new(before.from, before.end))).as_bytes();
    let old = document.text.part(Span::new(game.from, game.end));
    let mut edits = Vec::new();
    document.for_each_checked_game(index..index + 1, |checker, _, report, base| {
        let source = checker.context().source;
        let mut fixes = report.diagnostics.iter().flat_map(|found| found.fixes(source));
        if fixes.any(|fix| fix.is_certain()) {
            let part = Span::new(game.from - base, game.end - base);
            let new = Mender::new(document.settings.options).mend(source, part, before).text;
            edits = between(game.from, old, &String::from_utf8_lossy(&new));
        }
    });
    edits
}

/// Explains the problems at an offset of a document, each once, with their spans.
pub(super) fn at(document: &Document, offset: usize) -> Vec<(String, Span)> {
    let Some(game) = document.game_at(offset).map(|index| &document.games[index]) else { return Vec::new() };
    let (mut codes, mut told) = (Vec::new(), Vec::new());
    for found in game.checked.iter().flat_map(|checked| &checked.diagnostics) {
        let span = document.shown_span(game.from, found.span);
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
        let page = Subject::from(code).page(settings.language);
        let [title, first] = beginning(page);
        let title = title.trim_start_matches("# ").trim_start_matches(code.digits());
        return format!("**{letters}**{title}\n\n{first}\n\n{see_more}");
    }
    let page = Subject::from(code).explanation(settings.language, false);
    let [title, first] = beginning(&page);
    format!("{letters}{}\n{first}\n{}", title.trim_start_matches(code.digits()), see_more.replace('`', ""))
}

/// Returns the title of a page and its first paragraph.
fn beginning(page: &str) -> [&str; 2] {
    let mut parts = page.split("\n\n").map(str::trim);
    [(); 2].map(|()| parts.next().unwrap_or_default())
}
