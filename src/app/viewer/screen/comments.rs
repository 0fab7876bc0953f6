//! Writes the comments of the current move, whole.

use ratatui::text::Line;

use super::text::wrapped;
use crate::app::viewer::state::State;
use crate::app::viewer::theme::TextStyles;

/// Returns the move and its comments, with an empty line before each.
pub(super) fn lines(state: &State, width: u16) -> Vec<Line<'static>> {
    let texts = TextStyles::new(state.display.depth);
    let node = state.game.tree.node(state.node);
    let heading = Some(node.numbered()).filter(|heading| !heading.is_empty());
    let heading = heading.unwrap_or_else(|| state.language.initial_position.to_owned());
    let mut lines = vec![Line::styled(heading, texts.strong())];
    for comment in node.before.iter().chain(&node.comments) {
        lines.push(Line::default());
        lines.extend(wrapped(comment, width).into_iter().map(|line| Line::styled(line, texts.comment())));
    }
    if !node.has_comments() {
        let nothing = wrapped(state.language.viewer.no_comment, width);
        lines.extend(nothing.into_iter().map(|line| Line::styled(line, texts.faint())));
    }
    lines
}
