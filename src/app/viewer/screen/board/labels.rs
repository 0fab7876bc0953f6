//! Writes the numbers of the lines and the letters of the columns.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use super::layout::label;
use super::{BoardLayout, Diagram};
use crate::app::viewer::display_options::DisplayOptions;
use crate::app::viewer::screen::{put, small};
use crate::app::viewer::theme::TextStyles;
use crate::picture::mosaic::Mosaic;
use crate::rules::{Content, Slot};

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
    let columns = 0..layout.columns();
    let is_painted =
        |column: usize, row: usize| mosaic.tile(column, row).is_some_and(|tile| !tile.is_empty());
    let mut letters_at = Vec::new();
    let letters = diagram.rows.iter().find(|row| !row.iter().any(Slot::is_cell));
    for slot in letters.into_iter().flatten() {
        let mut in_column = diagram.lines().flatten().filter(|other| other.column == slot.column);
        let (Some(text), Some(cell)) = (label(slot), in_column.find_map(cell)) else { continue };
        let column = layout.middle(cell).0;
        // in the compact form there are numbers on both sides of the cells
        let lowest = (0..layout.rows()).rfind(|row| layout.is_compact || is_painted(column, *row));
        let row = lowest.map_or(0, |lowest| lowest + 1);
        write(text, (area.x + small(column), area.y + small(row)), style, buffer);
        letters_at.push((column, row));
    }
    for line in &layout.lines {
        let Some(row) = line.iter().find_map(cell).map(|cell| layout.middle(cell).1) else { continue };
        let left = columns.clone().find(|column| is_painted(*column, row)).unwrap_or(0);
        let right = columns.clone().rfind(|column| is_painted(*column, row)).unwrap_or(0);
        let y = area.y + small(row);
        if let Some(text) = line.first().and_then(label) {
            // the letter of a column that ends here is between the number and the cells
            let letter =
                letters_at.iter().find(|at| at.1 == row && at.0 < left && at.0 + text.len() + 2 >= left);
            let end = letter.map_or(left, |at| at.0);
            let x = (area.x + small(end)).saturating_sub(small(text.len() + 1));
            write(text, (x, y), style, buffer);
        }
        if let Some(text) = line.last().and_then(label).filter(|_| layout.is_compact) {
            write(text, (area.x + small(right + 2), y), style, buffer);
        }
    }
}

fn write(text: &str, position: (u16, u16), style: Style, buffer: &mut Buffer) {
    put(buffer, position, Line::styled(text, style), u16::MAX);
}

fn cell(slot: &Slot) -> Option<usize> {
    match slot.content {
        Content::Cell { index, .. } => Some(index),
        Content::Label(_) => None,
    }
}
