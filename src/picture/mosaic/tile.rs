//! Finds the block character and the two colours that come nearest to the pixels of a character.

use tiny_skia::Pixmap;

use super::blocks::{Block, Blocks, HEIGHT, Pixels, WIDTH};
use crate::picture::{Highlight, Rgb, Theme, flat_mark_color};
use crate::rules::Shade;
use crate::syntax::MarkColor;

/// A character of a mosaic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The block character, a space if the background is all that is seen.
    pub character: char,
    /// The colour of the block.
    pub foreground: Option<Rgb>,
    /// The colour around the block; `None` is that of the terminal.
    pub background: Option<Rgb>,
}

impl Tile {
    /// Tells whether nothing is painted.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.foreground.is_none() && self.background.is_none()
    }
}

/// The colours of a drawing, by what they are of.
pub(super) struct Layers {
    /// Those of the cells of a board, before which pieces and marks stand.
    cells: Vec<Rgb>,
    marks: Vec<Rgb>,
}

impl Layers {
    pub(super) fn of(theme: Theme) -> Layers {
        let highlights = [Highlight::None, Highlight::LastMove, Highlight::Check];
        let cells =
            Shade::ALL.iter().flat_map(|shade| highlights.map(|highlight| theme.cell(*shade, highlight)));
        Layers {
            cells: cells.collect(),
            marks: MarkColor::ALL.map(|mark| flat_mark_color(mark, theme)).into(),
        }
    }

    /// Returns how much a pixel of a colour counts. What stands before the ground counts more, so that
    /// of two blocks that are as near as each other, symmetrical pieces have the same on both sides; the inside
    /// of white pieces even more, since edges would fill small ones, and marks most, since they are thin.
    fn weight(&self, color: Option<Rgb>) -> u32 {
        match color {
            Some(color) if self.cells.contains(&color) => 8,
            Some(color) if self.marks.contains(&color) => 28,
            Some(Rgb::WHITE) => 11,
            Some(_) => 10,
            None => 8,
        }
    }
}

/// A colour of a character, with its pixels.
#[derive(Clone, Copy)]
struct Ink {
    color: Option<Rgb>,
    pixels: Pixels,
    weight: u32,
}

impl Ink {
    /// Returns the weight of its pixels among some.
    fn within(&self, pixels: Pixels) -> u32 {
        self.weight * (self.pixels & pixels).count_ones()
    }
}

/// Returns the tiles of a drawing, row by row.
pub(super) fn tiles(pixels: &Pixmap, layers: &Layers, blocks: Blocks) -> Vec<Tile> {
    let width = pixels.width() as usize;
    let colors = pixels.data().as_chunks::<4>().0;
    let mut tiles = Vec::with_capacity(colors.len() / (WIDTH * HEIGHT));
    let mut inks = Vec::new();
    for row in colors.chunks_exact((width * HEIGHT).max(1)) {
        for column in (0..width).step_by(WIDTH) {
            let lines = row.chunks_exact(width).map(|line| &line[column..column + WIDTH]);
            find_inks(lines.flatten(), layers, &mut inks);
            tiles.push(nearest(&inks, blocks.list()));
        }
    }
    tiles
}

/// Finds the colours of a character and their pixels.
fn find_inks<'p>(pixels: impl Iterator<Item = &'p [u8; 4]>, layers: &Layers, inks: &mut Vec<Ink>) {
    inks.clear();
    for (at, &[red, green, blue, alpha]) in pixels.enumerate() {
        let color = (alpha > 0).then_some(Rgb([red, green, blue]));
        let pixel = 1 << at;
        match inks.iter_mut().find(|ink| ink.color == color) {
            Some(ink) => ink.pixels |= pixel,
            None => inks.push(Ink { color, pixels: pixel, weight: layers.weight(color) }),
        }
    }
    // of a block and its opposite, that one is chosen whose background is the ground
    inks.sort_by_key(|ink| ink.weight);
}

/// Returns the tile that shows most of the pixels in their colours; of two that show as much, the one that has
/// more of what counts more, which is the same one on both sides of a symmetrical piece.
fn nearest(inks: &[Ink], blocks: &[Block]) -> Tile {
    let mut best = Tile { character: ' ', foreground: None, background: None };
    let mut most = (0, 0);
    for back in inks {
        // the empty block is the first
        for (at, block) in blocks.iter().enumerate() {
            for fore in inks.iter().filter(|fore| fore.color.is_some() || at == 0) {
                let shown = fore.within(block.pixels) + back.within(!block.pixels);
                let weight =
                    fore.weight * block.pixels.count_ones() + back.weight * block.pixels.count_zeros();
                if (shown, weight) > most {
                    most = (shown, weight);
                    let foreground = if at == 0 { None } else { fore.color };
                    best = Tile { character: block.character, foreground, background: back.color };
                }
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    const GROUND: Rgb = Rgb([1, 1, 1]);
    const PIECE: Rgb = Rgb([2, 2, 2]);

    /// Returns the tile of a character whose pixels are piece where a function says so.
    fn tile_of(is_piece: impl Fn(usize, usize) -> bool, blocks: Blocks) -> Tile {
        let mut pixels = Pixmap::new(WIDTH as u32, HEIGHT as u32).unwrap();
        for (at, pixel) in pixels.data_mut().as_chunks_mut::<4>().0.iter_mut().enumerate() {
            let Rgb([red, green, blue]) = if is_piece(at % WIDTH, at / WIDTH) { PIECE } else { GROUND };
            *pixel = [red, green, blue, 255];
        }
        tiles(&pixels, &Layers { cells: vec![GROUND], marks: Vec::new() }, blocks)[0]
    }

    #[test]
    fn the_nearest_block_is_found() {
        let both = |character| Tile { character, foreground: Some(PIECE), background: Some(GROUND) };
        let one = |color| Tile { character: ' ', foreground: None, background: Some(color) };
        assert_eq!(tile_of(|_, _| false, Blocks::Sextants), one(GROUND));
        assert_eq!(tile_of(|_, y| y < 9, Blocks::None), one(PIECE));
        assert_eq!(tile_of(|_, y| y < 7, Blocks::None), one(GROUND));
        assert_eq!(tile_of(|x, y| x < 5 && y < 9, Blocks::Quadrants), both('▘'));
        assert_eq!(tile_of(|x, y| x < 5 && y < 9, Blocks::Halves), both('▀'));
        assert_eq!(tile_of(|x, y| x < 5 && y < 6, Blocks::Sextants), both('🬀'));
        // as near to two blocks: the piece has more
        assert_eq!(tile_of(|x, _| x < 2, Blocks::Halves), both('▌'));
        assert_eq!(tile_of(|x, _| x >= 6, Blocks::Halves), both('▐'));
    }

    #[test]
    fn what_is_not_painted_stays_in_the_background() {
        let mut pixels = Pixmap::new(8, 16).unwrap();
        for pixel in pixels.data_mut().as_chunks_mut::<4>().0.iter_mut().take(64) {
            *pixel = [1, 1, 1, 255];
        }
        let tile = tiles(&pixels, &Layers { cells: vec![GROUND], marks: Vec::new() }, Blocks::Quadrants)[0];
        assert_eq!(tile, Tile { character: '▀', foreground: Some(GROUND), background: None });
    }
}
