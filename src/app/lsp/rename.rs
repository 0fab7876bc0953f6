//! Renames a player in all games.

use gen_lsp_types::{PrepareRenamePlaceholder, PrepareRenameResult, WorkspaceEdit};

use super::document::Document;
use super::edits::workspace_edit;
use super::occurrences::{Wanted, inside, player};
use super::place::{Part, part_at};
use crate::text::{Edit, Printable, Quoted};

/// Returns the name of a player at an offset, which can be changed.
pub(super) fn prepare(document: &Document, offset: usize) -> Option<PrepareRenameResult> {
    let (span, placeholder) = document.with_game_at(offset, |game, base| {
        let (Part::TagName(at) | Part::TagValue(at)) = part_at(game, offset.checked_sub(base)?) else {
            return None;
        };
        let tag = &game.tags()[at];
        Some((inside(document, tag, base), Printable(&player(tag)?).to_string()))
    })??;
    let range = document.text.range(span);
    Some(PrepareRenameResult::PrepareRenamePlaceholder(PrepareRenamePlaceholder { range, placeholder }))
}

/// Returns the edits that give the player at an offset another name.
///
/// # Errors
///
/// Says what is wrong if there is no player, or the name is empty.
pub(super) fn edits(document: &Document, offset: usize, name: &str) -> Result<WorkspaceEdit, &'static str> {
    let words = document.settings.language.lsp;
    let Some(old @ Wanted::Player(_)) = Wanted::at(document, offset) else { return Err(words.no_player) };
    let name = name.trim();
    if name.is_empty() {
        return Err(words.name_is_empty);
    }
    let spans = old.find(document, 0..document.games.len(), |_| true);
    let edits: Vec<_> = spans.into_iter().map(|span| Edit::replace(span, Quoted(name).to_string())).collect();
    Ok(workspace_edit(document, &edits))
}
