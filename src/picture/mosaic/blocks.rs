//! The block characters of Unicode, as sets of pixels.

use std::sync::LazyLock;

/// The width of a character in pixels.
pub(super) const WIDTH: usize = 8;

/// The height of a character in pixels: in most fonts it is twice as high as wide.
pub(super) const HEIGHT: usize = 16;

/// A set of the pixels of a character, row by row; the lowest bit is on the upper left.
pub(super) type Pixels = u128;

/// The block characters that a terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// None: each character has one colour.
    None,
    /// The halves `▀▄▌▐`, which also the fonts of consoles have.
    Halves,
    /// Also the quadrants such as `▙`: Block Elements, U+2580–259F. Its eighths such as `▁` and `▏` are left
    /// out: in a drawing they look like hairs.
    Quadrants,
    /// Also the sextants such as `🬞`: Symbols for Legacy Computing, U+1FB00–1FB3B.
    Sextants,
}

/// A block character with its pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) character: char,
    pub(super) pixels: Pixels,
}

impl Blocks {
    /// Lists the blocks, the empty one first.
    pub(super) fn list(self) -> &'static [Block] {
        static LISTS: LazyLock<[Vec<Block>; 4]> = LazyLock::new(|| {
            [Blocks::None, Blocks::Halves, Blocks::Quadrants, Blocks::Sextants].map(Blocks::listed)
        });
        &LISTS[self as usize]
    }

    fn listed(self) -> Vec<Block> {
        let mut blocks = vec![Block { character: ' ', pixels: 0 }];
        match self {
            Blocks::None => {}
            Blocks::Halves => blocks.extend(halves()),
            Blocks::Quadrants => blocks.extend(quadrants()),
            Blocks::Sextants => blocks.extend(quadrants().chain(sextants())),
        }
        blocks
    }
}

fn halves() -> impl Iterator<Item = Block> {
    [('▀', [0, 0, 8, 8]), ('▄', [0, 8, 8, 16]), ('▌', [0, 0, 4, 16]), ('▐', [4, 0, 8, 16])]
        .into_iter()
        .map(|(character, sides)| Block { character, pixels: rectangle(sides) })
}

/// Lists the blocks of one to three quadrants, halves among them.
fn quadrants() -> impl Iterator<Item = Block> {
    // in the order of their numbers, whose lowest bit is the upper left quadrant
    (1..).zip("▘▝▀▖▌▞▛▗▚▐▜▄▙▟".chars()).map(|(number, character)| parted(character, number, [0, 8, 16]))
}

/// Lists the blocks of sextants that are no halves.
fn sextants() -> impl Iterator<Item = Block> {
    const LEFT_HALF: u32 = 0b01_01_01;
    const RIGHT_HALF: u32 = 0b10_10_10;
    let numbers = (1..0b11_11_11).filter(|number| ![LEFT_HALF, RIGHT_HALF].contains(number));
    ('\u{1fb00}'..).zip(numbers).map(|(character, number)| parted(character, number, [0, 5, 11, 16]))
}

/// Returns the block of some parts, which two columns and some rows make. The lowest bit of `number` is the
/// part on the upper left, the next one that to the right of it.
fn parted<const N: usize>(character: char, number: u32, rows: [usize; N]) -> Block {
    let mut pixels = 0;
    for (row, edges) in rows.windows(2).enumerate() {
        for (column, left) in [0, WIDTH / 2].into_iter().enumerate() {
            if number >> (2 * row + column) & 1 == 1 {
                pixels |= rectangle([left, edges[0], left + WIDTH / 2, edges[1]]);
            }
        }
    }
    Block { character, pixels }
}

/// Returns the pixels of a rectangle by its left, upper, right and lower edges.
fn rectangle([left, top, right, bottom]: [usize; 4]) -> Pixels {
    let row = (1 << right) - (1 << left);
    (top..bottom).fold(0, |pixels, y| pixels | row << (WIDTH * y))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixels_of(character: char) -> Pixels {
        let block = Blocks::Sextants.list().iter().find(|block| block.character == character);
        block.unwrap().pixels
    }

    #[test]
    fn blocks_have_their_pixels() {
        const UPPER: Pixels = Pixels::MAX >> 64;
        for (character, pixels) in [
            (' ', 0),
            ('▀', UPPER),
            ('▄', !UPPER),
            ('▘', UPPER & pixels_of('▌')),
            ('▟', !pixels_of('▘')),
            ('▞', pixels_of('▝') | pixels_of('▖')),
            ('🬀', rectangle([0, 0, 4, 5])),
            ('🬓', rectangle([0, 5, 4, 16])),
            ('🬞', rectangle([4, 11, 8, 16])),
            ('🬻', !rectangle([0, 0, 4, 5])),
        ] {
            assert_eq!(pixels_of(character), pixels, "{character}");
        }
    }

    #[test]
    fn no_block_is_listed_twice() {
        for (blocks, count) in
            [(Blocks::None, 1), (Blocks::Halves, 5), (Blocks::Quadrants, 15), (Blocks::Sextants, 75)]
        {
            let mut pixels: Vec<_> = blocks.list().iter().map(|block| block.pixels).collect();
            pixels.sort_unstable();
            pixels.dedup();
            assert_eq!((pixels.len(), blocks.list().len()), (count, count), "{blocks:?}");
        }
    }
}
