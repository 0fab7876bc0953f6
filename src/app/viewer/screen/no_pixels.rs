//! What stands for boards as pictures in a program built without them.

use std::convert::Infallible;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::viewer::state::State;

/// Draws boards as pictures; there is no such value.
#[derive(Debug)]
pub struct PixelBoard(Infallible);

impl PixelBoard {
    /// Returns `None`.
    #[must_use]
    pub fn of_terminal() -> Option<PixelBoard> {
        None
    }

    /// Is never called.
    pub fn draw(&mut self, _state: &State, _area: Rect, _buffer: &mut Buffer) -> bool {
        match self.0 {}
    }
}
