//! Offers to mend what is wrong.

use std::collections::HashMap;

use gen_lsp_types::{CodeAction, CodeActionContext, CodeActionKind, TextEdit, WorkspaceEdit};

use super::diagnostics;
use super::document::Document;
use crate::message::{Certainty, Fix, fill};
use crate::text::{Edit, Span};

/// In how many games with problems everything certain is looked for without being asked.
const MOST_GAMES: usize = 200;

/// Returns the cures of what is wrong in a span, and that of whatever is certain in the document.
pub(super) fn in_span(document: &Document, span: Span, context: &CodeActionContext) -> Vec<CodeAction> {
    let wants = |kind: &CodeActionKind| {
        let kind = String::from(kind.clone());
        context.only.as_ref().is_none_or(|only| {
            let mut only = only.iter().map(|only| String::from(only.clone()));
            only.any(|only| {
                kind == only || kind.strip_prefix(&only).is_some_and(|rest| rest.starts_with('.'))
            })
        })
    };
    let mut actions = Vec::new();
    if wants(&CodeActionKind::QuickFix) {
        actions.extend(quick_fixes(document, span));
    }
    if wants(&CodeActionKind::SourceFixAll) {
        actions.extend(fix_all(document, context.only.is_some()));
    }
    actions
}

fn quick_fixes(document: &Document, span: Span) -> Vec<CodeAction> {
    let mut actions = Vec::new();
    for index in document.games_in(span) {
        if !document.games[index].has_diagnostics() {
            continue;
        }
        document.with_checked_game(index, |_, report, source, base| {
            for found in &report.diagnostics {
                let Some(at) = found.span else { continue };
                if base + at.end < span.start || span.end < base + at.start {
                    continue;
                }
                let told = diagnostics::convert(document, base, found);
                for fix in found.fixes(source) {
                    actions.push(CodeAction {
                        title: title(document, &fix, base),
                        kind: Some(CodeActionKind::QuickFix),
                        diagnostics: Some(vec![told.clone()]),
                        is_preferred: Some(fix.is_certain()),
                        edit: Some(workspace_edit(document, edits(document, &fix.edits, base))),
                        ..CodeAction::default()
                    });
                }
            }
        });
    }
    actions
}

/// Says what a fix does.
fn title(document: &Document, fix: &Fix, base: usize) -> String {
    let words = document.settings.language.lsp;
    let action = match &fix.edits[..] {
        [Edit { span, text }] if text.is_empty() => {
            let deleted = document.text.part(Span::new(base + span.start, base + span.end));
            fill(words.delete, &[("text", &deleted.trim())])
        }
        [Edit { span, text }] if span.start == span.end => fill(words.insert, &[("text", &text.trim())]),
        [Edit { text, .. }] => fill(words.replace_with, &[("text", &text.trim())]),
        _ => words.change.to_owned(),
    };
    match fix.certainty {
        Certainty::Certain => action,
        Certainty::Guess => fill(words.perhaps, &[("action", &action)]),
    }
}

/// Returns the cure of whatever is certain. Of fixes that overlap the first is taken.
fn fix_all(document: &Document, is_asked: bool) -> Option<CodeAction> {
    let faulty = |index: &usize| document.games[*index].has_diagnostics();
    let games: Vec<_> = (0..document.games.len()).filter(faulty).collect();
    if games.len() > MOST_GAMES && !is_asked {
        return None;
    }
    let mut all = Vec::new();
    for index in games {
        document.with_checked_game(index, |_, report, source, base| {
            let fixes = report.diagnostics.iter().filter_map(|found| found.fixes(source).into_iter().next());
            let mut sure: Vec<_> = fixes.filter(Fix::is_certain).collect();
            sure.sort_by_key(|fix| fix.edits.first().map(|edit| edit.span.start));
            let mut done = 0;
            for fix in sure {
                if fix.edits.iter().all(|edit| edit.span.start >= done) {
                    done = fix.edits.last().map_or(done, |edit| edit.span.end.max(edit.span.start + 1));
                    all.extend(edits(document, &fix.edits, base));
                }
            }
        });
    }
    (!all.is_empty()).then(|| CodeAction {
        title: document.settings.language.lsp.fix_all.to_owned(),
        kind: Some(CodeActionKind::SourceFixAll),
        edit: Some(workspace_edit(document, all)),
        ..CodeAction::default()
    })
}

/// Converts edits of a game, whose spans count from an offset.
fn edits(document: &Document, edits: &[Edit], base: usize) -> Vec<TextEdit> {
    let convert = |edit: &Edit| TextEdit {
        range: document.text.range(Span::new(base + edit.span.start, base + edit.span.end)),
        new_text: edit.text.clone(),
    };
    edits.iter().map(convert).collect()
}

/// Returns edits of a document as the protocol wants them.
pub(super) fn workspace_edit(document: &Document, edits: Vec<TextEdit>) -> WorkspaceEdit {
    let changes = Some(HashMap::from([(document.uri.clone(), edits)]));
    WorkspaceEdit { changes, ..WorkspaceEdit::default() }
}
