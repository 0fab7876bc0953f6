//! Draws the board: cells, pieces, and the letters and numbers around them.

mod characters;
mod labels;
mod layout;

use std::mem;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::text::small;
use crate::app::viewer::display_options::DisplayOptions;
use crate::app::viewer::theme::{ColorDepth, terminal_color};
use crate::picture::Scene;
use crate::picture::mosaic::{Mosaic, MosaicStyle};
use crate::rules::Diagram;

pub use layout::{BoardForm, BoardLayout};

/// Draws a scene on the board of a diagram, at the upper left of an area in which the layout fits.
pub fn draw(
    scene: Scene,
    diagram: &Diagram,
    layout: &BoardLayout,
    display: &DisplayOptions,
    area: Rect,
    buffer: &mut Buffer,
) {
    let mut scene = layout.scene(scene);
    let written = if layout.has_drawn_pieces { Vec::new() } else { mem::take(&mut scene.pieces) };
    let style = MosaicStyle { blocks: display.blocks, has_piece_grounds: display.has_piece_grounds() };
    let mosaic = Mosaic::new(&scene, &layout.frame, style);
    let [margin, _] = layout.margins();
    let board = Rect { x: area.x + small(margin), ..area };
    if display.depth != ColorDepth::None {
        paint(&mosaic, display, board, buffer);
    }
    if !layout.has_drawn_pieces {
        scene.pieces = written;
        characters::draw(&scene, diagram, layout, display, board, buffer);
    }
    labels::draw(layout, diagram, &mosaic, display, board, buffer);
}

impl BoardLayout {
    /// Returns a scene as it is drawn in the layout.
    fn scene(&self, mut scene: Scene) -> Scene {
        scene.geometry = Arc::clone(&self.geometry);
        // the geometry is turned already
        scene.options.flipped = false;
        scene
    }
}

/// Paints a mosaic at the upper left of an area.
fn paint(mosaic: &Mosaic, display: &DisplayOptions, area: Rect, buffer: &mut Buffer) {
    let color = |rgb| terminal_color(rgb, display.theme, display.depth);
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
