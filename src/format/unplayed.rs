//! Games that cannot be replayed, because their starting position cannot be set up.
//!
//! Formats that write movetext write that of such a game as it is in the file. If its variant is
//! unknown, its words may be moves that this library cannot read.

use super::Context;
use crate::rules::Rules;
use crate::syntax::{Game, Layout, Notation, RawMovetext};
use crate::text::Text;

/// The comment at the end of such a game.
const NOT_REPLAYED: &str = "not replayed";

/// Returns the movetext as it was written, or as a change has left it.
fn raw<'a, R: Rules>(context: &Context<'a, R>) -> RawMovetext<'a> {
    let of_change = |left: Text<'a>| RawMovetext { text: left.0, start: 0 };
    context.left.map_or_else(|| context.game.raw_movetext(), of_change)
}

/// Returns the game with its tags and its result alone.
pub(super) fn game_of<'a, R: Rules>(context: &Context<'a, R>) -> Game<'a, R::Notation> {
    context.game.without_movetext(raw(context))
}

/// Returns the text of the movetext without the result, after the comments among the tags.
pub(super) fn text_of<R: Rules>(context: &Context<'_, R>) -> String {
    // a change has put them into the movetext
    let is_changed = context.left.is_some();
    let comments = if is_changed { String::new() } else { context.game.comments_among_tags(|_| None) };
    comments + &raw(context).in_lines::<<R::Notation as Notation>::Token>(NOT_REPLAYED)
}

/// Appends the movetext to the tags as it was written, with a comment that says that it was not replayed.
pub(super) fn write_movetext<R: Rules>(
    context: &Context<'_, R>,
    game: &Game<'_, R::Notation>,
    layout: Layout,
    mut text: String,
) -> String {
    let movetext = text_of(context);
    let end = format!("{{{NOT_REPLAYED}}} {}", R::Notation::movetext_result(game.outcome()));
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
