//! Pieces drawn in half cells, eight by eight.

use ratatui::style::Color;

use super::canvas::Canvas;

/// A row for each byte, from the top; the highest bit is on the left.
type Figure = [u8; 8];

const PAWN: Figure =
    [0b00000000, 0b00000000, 0b00011000, 0b00111100, 0b00011000, 0b00111100, 0b01111110, 0b00000000];
const KNIGHT: Figure =
    [0b00000000, 0b00101000, 0b00111100, 0b01101110, 0b01111110, 0b00011110, 0b00111110, 0b00000000];
const BISHOP: Figure =
    [0b00011000, 0b00111100, 0b00110100, 0b00111100, 0b00011000, 0b00111100, 0b01111110, 0b00000000];
const ROOK: Figure =
    [0b00000000, 0b01011010, 0b01111110, 0b00111100, 0b00111100, 0b00111100, 0b01111110, 0b00000000];
const QUEEN: Figure =
    [0b00000000, 0b10011001, 0b11011011, 0b01111110, 0b00111100, 0b00111100, 0b01111110, 0b00000000];
const KING: Figure =
    [0b00011000, 0b00111100, 0b00011000, 0b01100110, 0b11111111, 0b01111110, 0b01111110, 0b00000000];
const ELEPHANT: Figure =
    [0b00000000, 0b01111000, 0b11111100, 0b11011110, 0b10111110, 0b10110110, 0b00110110, 0b00000000];
const PEGASUS: Figure =
    [0b00101000, 0b00111101, 0b01101111, 0b01111111, 0b00011110, 0b00011110, 0b00111110, 0b00000000];
const WYVERN: Figure =
    [0b10011001, 0b11011011, 0b11111111, 0b01111110, 0b00011000, 0b00110010, 0b00011110, 0b00000000];

/// Returns the figure of a piece by its letter in either board.
fn figure(letter: char) -> &'static Figure {
    match letter.to_ascii_uppercase() {
        'K' => &KING,
        'Q' | 'D' => &QUEEN,
        'R' => &ROOK,
        'B' | 'J' => &BISHOP,
        'N' => &KNIGHT,
        'E' => &ELEPHANT,
        'G' => &PEGASUS,
        'V' => &WYVERN,
        _ => &PAWN,
    }
}

/// Draws the figure of a piece with its upper left corner at a place of a canvas.
pub fn draw(letter: char, ink: Color, (left, top): (usize, i32), canvas: &mut Canvas) {
    for (row, y) in figure(letter).iter().zip(top..) {
        for column in (0..8).filter(|column| row << column & 0x80 != 0) {
            canvas.set(left + column, y, ink);
        }
    }
}
