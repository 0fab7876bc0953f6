//! The results of games that are lost because a side has not come.
//!
//! Some have another meaning in a game: `0-0` is castling, and `+--` and `--+` are annotations. They are results at the
//! end of a game if it has nothing else, or if its `Result` tag says so, too.

use super::{Element, Game, Node, Notation};
use crate::text::Text;

/// Takes what stands at the end of a game without a result as one, if it is.
pub(super) fn take_result<N: Notation>(game: &mut Game<'_, N>) {
    if game.result.is_some() || game.cut_at.is_some() {
        return;
    }
    let is_comment = |element: &Element<N>| matches!(element.node, Node::Comment(_));
    let Some(at) = game.movetext.iter().rposition(|element| !is_comment(element)) else { return };
    let Element { node, span } = game.movetext[at];
    let is_move = matches!(node, Node::Move(_));
    if !is_move && !matches!(node, Node::Nag(_)) {
        return;
    }
    let Some(outcome) = N::forfeit(&Text(&game.text.0[span.range()]).decode()) else { return };
    let before = &game.movetext[..at];
    let follows_number = matches!(before, [.., Element { node: Node::MoveNumber(_), .. }]);
    let is_declared =
        || game.tag_value("Result").is_some_and(|value| N::forfeit(value.trim()) == Some(outcome));
    // castling may be the first move of a position
    let has_position = || is_move && N::POSITION_TAGS.iter().any(|name| game.tag(name).is_some());
    let is_alone = before.iter().all(is_comment) && !has_position();
    if is_alone || !follows_number && is_declared() {
        game.movetext.remove(at);
        game.result = Some((outcome, span));
    }
}
