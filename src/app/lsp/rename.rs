//! Renames a player in all games.

use std::borrow::Cow;
use std::ops::ControlFlow;

use gen_lsp_types::{PrepareRenamePlaceholder, PrepareRenameResult, TextEdit, WorkspaceEdit};

use super::actions::workspace_edit;
use super::document::Document;
use super::place::{Part, part_at};
use crate::syntax::{TagPair, is_unknown};
use crate::text::{Printable, Quoted, Span};

/// Returns the span of the name at an offset and the name, if it is that of a player.
fn player_at(document: &Document, offset: usize) -> Option<(Span, String)> {
    document.with_game_at(offset, |game, base| {
        let (Part::TagName(at) | Part::TagValue(at)) = part_at(game, offset.checked_sub(base)?) else {
            return None;
        };
        let tag = &game.tags()[at];
        let name = player(tag)?;
        Some((inside(document, tag, base), name.into_owned()))
    })?
}

/// Returns the player that a tag names.
fn player<'s>(tag: &TagPair<'s>) -> Option<Cow<'s, str>> {
    let is_player = [&b"White"[..], b"Black"].contains(&tag.canonical_name().0);
    Some(tag.value.unescape()).filter(|name| is_player && !name.is_empty() && !is_unknown(name))
}

/// Returns the span of the value of a tag between its quotes.
fn inside(document: &Document, tag: &TagPair<'_>, base: usize) -> Span {
    let (start, end) = (base + tag.value_span.start + 1, base + tag.value_span.end);
    let is_closed = end > start && document.text.part(Span::new(end - 1, end)) == "\"";
    Span::new(start, if is_closed { end - 1 } else { end.max(start) })
}

/// Returns the name of a player at an offset, which can be changed.
pub(super) fn prepare(document: &Document, offset: usize) -> Option<PrepareRenameResult> {
    let (span, placeholder) = player_at(document, offset)?;
    let range = document.text.range(span);
    let placeholder = Printable(&placeholder).to_string();
    Some(PrepareRenameResult::PrepareRenamePlaceholder(PrepareRenamePlaceholder { range, placeholder }))
}

/// Returns the edits that give the player at an offset another name.
///
/// # Errors
///
/// Says what is wrong if there is no player, or the name is empty.
pub(super) fn edits(document: &Document, offset: usize, name: &str) -> Result<WorkspaceEdit, &'static str> {
    let words = document.settings.language.lsp;
    let (_, old) = player_at(document, offset).ok_or(words.no_player)?;
    let name = name.trim();
    if name.is_empty() {
        return Err(words.name_is_empty);
    }
    let mut edits = Vec::new();
    document.for_each_game(0..document.games.len(), false, |game, base| {
        for tag in game.tags().iter().filter(|tag| player(tag).is_some_and(|name| name == old)) {
            let range = document.text.range(inside(document, tag, base));
            edits.push(TextEdit { range, new_text: Quoted(name).to_string() });
        }
        ControlFlow::Continue(())
    });
    Ok(workspace_edit(document, edits))
}
