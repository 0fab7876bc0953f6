//! Mends whatever is certain in a document, game by game.

use gen_lsp_types::{CodeAction, CodeActionKind};

use super::document::Document;
use super::edits::{between, workspace_edit};
use crate::text::{Edit, Span};

/// In how many games with problems everything certain is looked for without being asked.
const MOST_GAMES: usize = 200;

/// Returns the cure of whatever is certain.
pub(super) fn action(document: &Document, is_asked: bool) -> Option<CodeAction> {
    let faulty = |index: &usize| document.games[*index].has_diagnostics();
    let games: Vec<_> = (0..document.games.len()).filter(faulty).collect();
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

/// Returns the edits that mend a game. Their spans count from the start of the document.
fn of_game(document: &Document, index: usize) -> Vec<Edit> {
    let game = &document.games[index];
    let before = index.checked_sub(1).map(|before| &document.games[before]);
    let before =
        before.map_or("", |before| document.text.part(Span::new(before.from, before.end))).as_bytes();
    let mended = document.with_checked_game(index, |_, report, source, base| {
        let mut fixes = report.diagnostics.iter().flat_map(|found| found.fixes(source));
        let part = Span::new(game.from - base, game.end - base);
        fixes.any(|fix| fix.is_certain()).then(|| document.mender().mend(source, part, before).text)
    });
    let Some(Some(new)) = mended else { return Vec::new() };
    let old = document.text.part(Span::new(game.from, game.end));
    between(game.from, old, &String::from_utf8_lossy(&new))
}
