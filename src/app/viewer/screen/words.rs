//! Writes the position in words, with what is said about the move.

use ratatui::text::Line;

use super::text::wrapped;
use crate::app::viewer::evaluation::score_text;
use crate::app::viewer::state::State;
use crate::message::fill;
use crate::rules::Opening;

/// Returns the lines of the position, of its opening and of the comments of the move.
pub(super) fn lines(state: &State, width: u16) -> Vec<Line<'static>> {
    let node = state.game.tree.node(state.node);
    let mut text = state.game.tree.words(state.node, state.language).unwrap_or_default();
    if let Some(Opening { eco, name }) = node.opening {
        text += &fill(state.language.opening, &[("value", &format!("{eco} {name}"))]);
    }
    let draw = state.game.tree.draw(state.node, state.language).map(|draw| draw + ".");
    let evaluation =
        node.eval.map(|eval| fill(state.language.page.evaluation, &[("value", &score_text(eval))]));
    let comments = node.before.iter().chain(&node.comments).map(String::as_str);
    text.lines()
        .chain(draw.as_deref())
        .chain(evaluation.as_deref())
        .chain(comments)
        .flat_map(|line| wrapped(line, width))
        .map(Line::raw)
        .collect()
}
