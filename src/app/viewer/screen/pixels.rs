//! The board as a picture, in terminals that show pictures: by the protocols of kitty and iTerm2, or as
//! sixels.

use std::io::{self, IsTerminal};

use image::{DynamicImage, RgbaImage};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::widgets::Widget;
use ratatui_image::picker::{Picker, ProtocolType};
use ratatui_image::protocol::Protocol;
use ratatui_image::{Image, Resize};

use crate::app::viewer::state::State;
use crate::picture::{Painter, PictureOptions, Scene, Theme};

/// Draws boards as pictures. It keeps the last one, which stays until the position or the size changes.
pub struct PixelBoard {
    picker: Picker,
    painter: Painter,
    drawn: Option<(Shown, Protocol)>,
}

/// What a picture depends on.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shown {
    ordinal: usize,
    node: usize,
    theme: Theme,
    flipped: bool,
    size: Size,
}

impl std::fmt::Debug for PixelBoard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PixelBoard").finish_non_exhaustive()
    }
}

impl PixelBoard {
    /// Asks the terminal whether it shows pictures, and how large its characters are.
    #[must_use]
    pub fn of_terminal() -> Option<PixelBoard> {
        // what is asked is answered on standard input
        let picker = io::stdin().is_terminal().then(Picker::from_query_stdio)?.ok()?;
        (picker.protocol_type() != ProtocolType::Halfblocks).then(|| PixelBoard::new(picker))
    }

    fn new(picker: Picker) -> PixelBoard {
        PixelBoard { picker, painter: Painter::default(), drawn: None }
    }

    /// Draws the position of a state in the middle of an area. Returns `false` if there is none, or no
    /// picture of it.
    pub fn draw(&mut self, state: &State, area: Rect, buffer: &mut Buffer) -> bool {
        let shown = Shown {
            ordinal: state.ordinal,
            node: state.node,
            theme: state.display.theme,
            flipped: state.display.flipped,
            size: area.into(),
        };
        self.drawn.take_if(|(drawn, _)| *drawn != shown);
        if self.drawn.is_none() {
            self.drawn = self.picture(state, shown).map(|picture| (shown, picture));
        }
        let Some((_, picture)) = &self.drawn else { return false };
        let Size { width, height } = picture.size();
        let middle = |has: u16, takes: u16| has.saturating_sub(takes) / 2;
        let (x, y) = (area.x + middle(area.width, width), area.y + middle(area.height, height));
        Image::new(picture).render(Rect { x, y, width, height }.intersection(area), buffer);
        true
    }

    fn picture(&mut self, state: &State, shown: Shown) -> Option<Protocol> {
        let diagram = state.game.tree.position(state.node)?.diagram();
        let options =
            PictureOptions { theme: shown.theme, flipped: shown.flipped, ..PictureOptions::default() };
        let scene = state.game.tree.scene(state.node, diagram.geometry().into(), options)?;
        let font = self.picker.font_size();
        let pixels = [shown.size.width * font.width, shown.size.height * font.height];
        let ([width, height], pixels) = self.painter.paint(&Scene::fitted(scene, pixels.map(u32::from)));
        let image = DynamicImage::from(RgbaImage::from_raw(width, height, pixels)?);
        self.picker.new_protocol(image, shown.size, Resize::Fit(None)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::viewer::tests::state_of;

    #[test]
    fn the_board_is_written_by_each_protocol() {
        let area = Rect::new(0, 0, 40, 20);
        for (protocol, beginning) in [
            (ProtocolType::Kitty, "\u{1b}_G"),
            (ProtocolType::Sixel, "\u{1b}P"),
            (ProtocolType::Iterm2, "\u{1b}]1337;"),
        ] {
            let mut picker = Picker::halfblocks();
            picker.set_protocol_type(protocol);
            let mut pixels = PixelBoard::new(picker);
            let mut written = |node| {
                let mut buffer = Buffer::empty(area);
                let mut state = state_of("examples/evergreen.pgn");
                state.node = node;
                assert!(pixels.draw(&state, area, &mut buffer));
                buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect::<String>()
            };
            let start = written(0);
            assert!(start.contains(beginning), "{protocol:?}");
            assert_ne!(written(1), start);
        }
    }

    #[test]
    fn a_game_without_a_position_has_no_picture() {
        let state = state_of("tests/inputs/view/no-position.pgn");
        let area = Rect::new(0, 0, 40, 20);
        assert!(!PixelBoard::new(Picker::halfblocks()).draw(&state, area, &mut Buffer::empty(area)));
    }
}
