//! Games that cannot be replayed, because their starting position cannot be set up.
//!
//! Formats that keep the text of a game keep it as it was written.

use crate::syntax::{Game, Layout, Notation};

/// The comment at the end of such a game.
const NOT_REPLAYED: &str = "not replayed";

/// Returns the movetext as it was written, without the result.
pub(super) fn text_of<N: Notation>(game: &Game<'_, N>) -> String {
    game.written_movetext(NOT_REPLAYED)
}

/// Appends the movetext to the tags as it was written, with a comment that says so.
pub(super) fn write_movetext<N: Notation>(game: &Game<'_, N>, layout: Layout, mut text: String) -> String {
    let movetext = text_of(game);
    let end = format!("{{{NOT_REPLAYED}}} {}", N::movetext_result(game.outcome()));
    let last = movetext.lines().last().unwrap_or_default();
    // what is left open may extend to the end of its line
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
