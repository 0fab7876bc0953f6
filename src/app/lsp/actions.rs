//! Offers to mend what is wrong.

use gen_lsp_types::{CodeAction, CodeActionContext, CodeActionKind};

use super::document::Document;
use super::edits::workspace_edit;
use super::{diagnostics, fix_all};
use crate::message::{Certainty, Fix, fill};
use crate::text::{Edit, Span};

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
        actions.extend(fix_all::action(document, context.only.is_some()));
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
                        edit: Some(workspace_edit(document, &in_document(&fix.edits, base))),
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
        Certainty::Guess | Certainty::Choice => fill(words.perhaps, &[("action", &action)]),
    }
}

/// Returns edits whose spans count from an offset as edits of the document.
fn in_document(edits: &[Edit], base: usize) -> Vec<Edit> {
    let moved = |span: Span| Span::new(base + span.start, base + span.end);
    edits.iter().map(|edit| Edit { span: moved(edit.span), text: edit.text.clone() }).collect()
}
