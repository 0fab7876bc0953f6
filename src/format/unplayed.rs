//! Games that cannot be replayed, because their starting position cannot be set up.
//!
//! Formats that write movetext write that of such a game as it is in the file. If its variant is
//! unknown, its words may be moves that this library cannot read.

use crate::syntax::{Game, Layout, Notation};

/// The comment at the end of such a game.
const NOT_REPLAYED: &str = "not replayed";

/// Returns the movetext as it was written, without the result.
pub(super) fn text_of<N: Notation>(game: &Game<'_, N>) -> String {
    game.written_movetext(NOT_REPLAYED)
}

/// Appends the movetext to the tags as it was written, with a comment that says that it was not replayed.
pub(super) fn write_movetext<N: Notation>(game: &Game<'_, N>, layout: Layout, mut text: String) -> String {
    let movetext = text_of(game);
    let end = format!("{{{NOT_REPLAYED}}} {}", N::movetext_result(game.outcome()));
    let last = movetext.lines().last().unwrap_or_default();
    // an open comment, quote or escape in the last line might swallow the text that follows it
    // there
    let is_open =
        last.contains([';', '"', '%']) || !layout.width.has_room_for(last.chars().count() + 1 + end.len());
    let gap = if movetext.is_empty() {
        ""
    } else if is_open {
        "\n"
    } else {
        " "
    };
    for part in [&movetext, gap, &end, "\n"] {
        text.push_str(part);
    }
    text
}
