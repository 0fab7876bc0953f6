//! Writes the numbers of the lines and the letters of the columns.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::{BoardLayout, Diagram};
use crate::app::viewer::display_options::DisplayOptions;
use crate::app::viewer::screen::text::{put, small};
use crate::app::viewer::theme::TextStyles;
use crate::picture::mosaic::Mosaic;

/// Writes the labels of a board whose mosaic is at the upper left of an area: each just outside the cells
/// of its line or column, wherever these end.
pub(super) fn draw(
    layout: &BoardLayout,
    diagram: &Diagram,
    mosaic: &Mosaic,
    display: &DisplayOptions,
    area: Rect,
    buffer: &mut Buffer,
) {
    let style = TextStyles::new(display.depth).faint();
    let labels = mosaic.labels(diagram, &layout.lines, layout.is_compact, |cell| layout.middle(cell));
    for label in labels {
        let x = area.x as isize + label.column;
        let mut position = (small(usize::try_from(x).unwrap_or(0)), area.y + small(label.row));
        // the window may end above the letter of the lowest hex, which is then beside the highest one of its column
        if !layout.is_compact && position.1 >= buffer.area().bottom() {
            let tip = mosaic.rows().next().and_then(|row| row.iter().rposition(|tile| !tile.is_empty()));
            position = (area.x + small(tip.unwrap_or(0) + 2), area.y);
        }
        put(buffer, position, Line::styled(label.text, style), u16::MAX);
    }
}
