//! The diagnostics of a document, as the editor gets them.

use gen_lsp_types::{Diagnostic as LspDiagnostic, DiagnosticSeverity, PublishDiagnosticsParams};

use super::document::Document;
use super::typing::Typing;
use crate::message::{Describe, Diagnostic, Severity, fill};
use crate::text::Printable;

/// The maximum number of diagnostics that are published for a document. More of them make editors
/// slow.
const MOST: usize = 500;

/// Returns the first diagnostics of the games that have been checked, followed by the number of the
/// remaining ones.
pub(super) fn of_document(document: &Document) -> PublishDiagnosticsParams {
    let typing = &Typing::of(document);
    let found = document.games.iter().enumerate().flat_map(|(index, game)| {
        let diagnostics = game.checked.iter().flat_map(|checked| &checked.diagnostics);
        diagnostics.filter_map(move |found| {
            let hint = typing.as_ref().map_or(Some(false), |typing| typing.is_hint(document, index, found));
            Some((game.from, found, hint?))
        })
    });
    let total = found.clone().count();
    let convert = |(from, diagnostic, is_hint)| {
        let told = convert(document, from, diagnostic);
        if is_hint { LspDiagnostic { severity: Some(DiagnosticSeverity::Hint), ..told } } else { told }
    };
    let mut diagnostics: Vec<_> = found.take(MOST).map(convert).collect();
    if total > MOST
        && let Some(last) = diagnostics.last()
    {
        let message = fill(document.settings.language.lsp.more_problems, &[("count", &(total - MOST))]);
        diagnostics.push(LspDiagnostic {
            range: last.range,
            severity: Some(DiagnosticSeverity::Information),
            source: Some(SOURCE.to_owned()),
            message: message.into(),
            ..LspDiagnostic::default()
        });
    }
    PublishDiagnosticsParams { uri: document.uri.clone(), version: Some(document.version), diagnostics }
}

/// The name of the program, which editors show beside its diagnostics.
const SOURCE: &str = "escaque";

/// Converts a diagnostic whose span counts from the offset `base`.
pub(super) fn convert(document: &Document, base: usize, diagnostic: &Diagnostic) -> LspDiagnostic {
    let language = document.settings.language;
    let problem: &dyn Describe = &*diagnostic.problem;
    let help = problem.help(language).map_or(String::new(), |help| format!("\n{}: {help}", language.help));
    let message = Printable(&problem.message(language)).to_string();
    // line by line, because `Printable` would replace the line ends
    let help: String = help.lines().skip(1).map(|line| format!("\n{}", Printable(line))).collect();
    LspDiagnostic {
        range: document.text.range(document.shown_span(base, diagnostic.span)),
        severity: Some(match diagnostic.severity {
            Severity::Error => DiagnosticSeverity::Error,
            Severity::Warning => DiagnosticSeverity::Warning,
        }),
        code: Some(diagnostic.severity.letter_and(problem.code()).into()),
        source: Some(SOURCE.to_owned()),
        message: (message + &help).into(),
        ..LspDiagnostic::default()
    }
}
