//! A canvas whose pixels are half as high as the cells of the terminal.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;

/// The colours of the pixels, row by row; `None` is a pixel that is not painted.
#[derive(Debug)]
pub struct Canvas {
    width: usize,
    pixels: Vec<Option<Color>>,
}

impl Canvas {
    /// Returns an empty canvas of a size in columns and rows of the terminal.
    #[must_use]
    pub fn new(width: u16, height: u16) -> Canvas {
        let (width, height) = (usize::from(width), usize::from(height));
        Canvas { width, pixels: vec![None; width * height * 2] }
    }

    /// Colours a pixel, if it is on the canvas.
    pub fn set(&mut self, x: usize, y: i32, color: Color) {
        let Ok(y) = usize::try_from(y) else { return };
        if x < self.width
            && let Some(pixel) = self.pixels.get_mut(y * self.width + x)
        {
            *pixel = Some(color);
        }
    }

    /// Colours a rectangle of pixels.
    pub fn fill(&mut self, x: usize, y: i32, width: usize, height: usize, color: Color) {
        for row in y..y + i32::try_from(height).unwrap_or(i32::MAX) {
            for column in x..x + width {
                self.set(column, row, color);
            }
        }
    }

    /// Paints the canvas at the upper left of an area. Without half blocks a cell has one
    /// colour, that of its upper pixel.
    pub fn paint(&self, area: Rect, half_blocks: bool, buffer: &mut Buffer) {
        for (row, halves) in self.pixels.chunks(self.width.max(1) * 2).enumerate() {
            let (upper, lower) = halves.split_at(self.width);
            for (column, (upper, lower)) in upper.iter().zip(lower).enumerate() {
                // unwrap_or: the size of a canvas is two `u16`s
                let offset = |at: usize| u16::try_from(at).unwrap_or(u16::MAX);
                let (x, y) = (area.x.saturating_add(offset(column)), area.y.saturating_add(offset(row)));
                let Some(cell) = buffer.cell_mut((x, y)) else { continue };
                match (upper, lower) {
                    (None, None) => {}
                    (Some(upper), Some(lower)) if upper == lower => drop(cell.set_bg(*upper)),
                    (Some(upper), Some(lower)) if half_blocks => {
                        cell.set_symbol("▀").set_fg(*upper).set_bg(*lower);
                    }
                    (Some(upper), None) if half_blocks => drop(cell.set_symbol("▀").set_fg(*upper)),
                    (None, Some(lower)) if half_blocks => drop(cell.set_symbol("▄").set_fg(*lower)),
                    (Some(only), _) | (None, Some(only)) => drop(cell.set_bg(*only)),
                }
            }
        }
    }
}
