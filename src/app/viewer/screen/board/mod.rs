//! Draws the board: cells, pieces, and the letters and numbers around them.

mod characters;

pub(super) use characters::{character, colored};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use super::text::{put, small};
use crate::app::viewer::display_options::DisplayOptions;
use crate::app::viewer::theme::ColorDepth;
use crate::picture::Scene;
use crate::picture::mosaic::{BoardLayout, Mosaic};
use crate::rules::Diagram;

/// Draws a scene on the board of a diagram, at the upper left of an area in which the layout fits.
pub fn draw(
    scene: &Scene,
    diagram: &Diagram,
    layout: &BoardLayout,
    display: &DisplayOptions,
    area: Rect,
    buffer: &mut Buffer,
) {
    let mosaic = layout.draw(scene);
    let [margin, _] = layout.margins();
    let board = Rect { x: area.x + small(margin), ..area };
    if display.depth != ColorDepth::None {
        paint(&mosaic, display, board, buffer);
    }
    if !layout.has_drawn_pieces {
        characters::draw(scene, diagram, layout, display, board, buffer);
    }
    let faint = display.texts().faint();
    for label in layout.labels(&mosaic) {
        let x = usize::try_from(board.x as isize + label.column).unwrap_or(0);
        let y = board.y + small(label.row);
        // the letters are not mistaken for a part of the numbers beside them
        let style = if label.is_letter { Style::reset() } else { Style::reset().patch(faint) };
        put(buffer, (small(x), y), Line::styled(label.text, style), u16::MAX);
    }
}

/// Paints a mosaic at the upper left of an area.
fn paint(mosaic: &Mosaic, display: &DisplayOptions, area: Rect, buffer: &mut Buffer) {
    let color = |rgb| display.depth.of_board(rgb, display.theme);
    for (row, y) in mosaic.rows().zip(area.y..) {
        for (tile, x) in row.iter().zip(area.x..) {
            let Some(cell) = buffer.cell_mut((x, y)) else { continue };
            if let Some(background) = tile.background.and_then(color) {
                cell.set_bg(background);
            }
            if let Some(foreground) = tile.foreground.and_then(color) {
                cell.set_char(tile.character).set_fg(foreground);
            }
        }
    }
}
