//! Where the numbers of the lines and the letters of the columns stand around a mosaic.

use super::Mosaic;
use crate::rules::{Content, Diagram, Slot};

/// A label beside a mosaic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MosaicLabel<'d> {
    /// The column of its first character, counted from the left of the mosaic, before which it may be.
    pub column: isize,
    /// The row, which may be the one below the mosaic.
    pub row: usize,
    /// The text.
    pub text: &'d str,
}

impl Mosaic {
    /// Places the labels of a board's lines and columns, each just outside the cells of its line or column,
    /// wherever these end. `middle` returns the column and the row of the middle of a cell. In the compact
    /// form there are numbers on both sides.
    #[must_use]
    pub fn labels<'d>(
        &self,
        diagram: &'d Diagram,
        lines: &'d [Vec<Slot>],
        is_compact: bool,
        middle: impl Fn(usize) -> (usize, usize),
    ) -> Vec<MosaicLabel<'d>> {
        let is_painted =
            |column: usize, row: usize| self.tile(column, row).is_some_and(|tile| !tile.is_empty());
        let mut labels = Vec::new();
        let letters = diagram.rows.iter().find(|row| !row.iter().any(Slot::is_cell));
        for slot in letters.into_iter().flatten() {
            let mut in_column = diagram.lines().flatten().filter(|other| other.column == slot.column);
            let (Some(text), Some(cell)) = (slot.label(), in_column.find_map(cell)) else { continue };
            let column = middle(cell).0;
            let lowest = (0..self.rows().len()).rfind(|row| is_compact || is_painted(column, *row));
            labels.push(MosaicLabel { column: column as isize, row: lowest.map_or(0, |row| row + 1), text });
        }
        for line in lines {
            let Some(row) = line.iter().find_map(cell).map(|cell| middle(cell).1) else { continue };
            let left = (0..self.columns).find(|column| is_painted(*column, row)).unwrap_or(0) as isize;
            let right = (0..self.columns).rfind(|column| is_painted(*column, row)).unwrap_or(0) as isize;
            if let Some(text) = line.first().and_then(Slot::label) {
                let width = text.len() as isize;
                // the letter of a column that ends here is between the number and the cells
                let between = |label: &&MosaicLabel<'_>| {
                    label.row == row && label.column < left && label.column + width + 2 >= left
                };
                let end = labels.iter().find(between).map_or(left, |letter| letter.column);
                labels.push(MosaicLabel { column: end - width - 1, row, text });
            }
            if let Some(text) = line.last().and_then(Slot::label).filter(|_| is_compact) {
                labels.push(MosaicLabel { column: right + 2, row, text });
            }
        }
        labels
    }
}

fn cell(slot: &Slot) -> Option<usize> {
    match slot.content {
        Content::Cell { index, .. } => Some(index),
        Content::Label(_) => None,
    }
}
