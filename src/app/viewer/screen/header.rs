//! Draws the header above the moves: the event, the result and the opening.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::{clipped, put, small, wrapped};
use crate::app::viewer::state::State;
use crate::app::viewer::theme::TextStyles;
use crate::rules::Opening;

/// Draws the header at the top of an area and returns its height in rows.
pub(super) fn draw(state: &State, area: Rect, buffer: &mut Buffer) -> u16 {
    let width = usize::from(area.width);
    let texts = TextStyles::new(state.display.depth);
    let mut lines = Vec::new();
    let tags = &state.game.tags;
    let joined = |parts: &[&str]| {
        let parts: Vec<_> = parts.iter().filter(|part| !part.is_empty()).copied().collect();
        clipped(&parts.join(" · "), width)
    };
    /// The least height for a header of several lines.
    const TALL: u16 = 14;
    let faint = |text| Line::styled(text, texts.faint());
    if area.height >= TALL {
        let round = if tags.round.is_empty() { String::new() } else { format!(" ({})", tags.round) };
        let event = format!("{}{round}", tags.event);
        let rows = [joined(&[tags.result, &tags.date]), joined(&[event.trim_start()]), joined(&[&tags.site])];
        lines.extend(rows.into_iter().filter(|row| !row.is_empty()).map(faint));
        lines.extend(opening(state, area.width).into_iter().map(Line::raw));
        lines.push(Line::default());
    } else {
        lines.push(faint(joined(&[tags.result, &tags.event, &tags.date])));
    }
    for (line, y) in lines.iter().zip(area.y..area.bottom()) {
        put(buffer, (area.x, y), line.clone(), area.width);
    }
    small(lines.len()).min(area.height)
}

/// Returns the lines of the opening. There are as many in every position of the game, so that the moves
/// below stay where they are.
fn opening(state: &State, width: u16) -> Vec<String> {
    let tree = &state.game.tree;
    let lines = |Opening { eco, name }: Opening| wrapped(&format!("{eco} {name}"), width);
    let count = tree.openings().map(|opening| lines(opening).len()).max().unwrap_or(0);
    let mut shown = tree.node(state.node).opening.map(lines).unwrap_or_default();
    shown.resize(count, String::new());
    shown
}
