//! The sprites of large pieces: eight pixels square, a pixel being half a cell of the terminal.

use ratatui::style::Color;

use super::canvas::Canvas;

/// The rows from the top, a byte each; the highest bit is on the left.
type Sprite = [u8; 8];

const PAWN: Sprite =
    [0b00000000, 0b00000000, 0b00011000, 0b00111100, 0b00011000, 0b00111100, 0b01111110, 0b00000000];
const KNIGHT: Sprite =
    [0b00000000, 0b00101000, 0b00111100, 0b01101110, 0b01111110, 0b00011110, 0b00111110, 0b00000000];
const BISHOP: Sprite =
    [0b00011000, 0b00111100, 0b00110100, 0b00111100, 0b00011000, 0b00111100, 0b01111110, 0b00000000];
const ROOK: Sprite =
    [0b00000000, 0b01011010, 0b01111110, 0b00111100, 0b00111100, 0b00111100, 0b01111110, 0b00000000];
const QUEEN: Sprite =
    [0b00000000, 0b10011001, 0b11011011, 0b01111110, 0b00111100, 0b00111100, 0b01111110, 0b00000000];
const KING: Sprite =
    [0b00011000, 0b00111100, 0b00011000, 0b01100110, 0b11111111, 0b01111110, 0b01111110, 0b00000000];
const ELEPHANT: Sprite =
    [0b00000000, 0b01111000, 0b11111100, 0b11011110, 0b10111110, 0b10110110, 0b00110110, 0b00000000];
const PEGASUS: Sprite =
    [0b00101000, 0b00111101, 0b01101111, 0b01111111, 0b00011110, 0b00011110, 0b00111110, 0b00000000];
const WYVERN: Sprite =
    [0b10011001, 0b11011011, 0b11111111, 0b01111110, 0b00011000, 0b00110010, 0b00011110, 0b00000000];

/// Returns the sprite of a piece, given by its letter in chess or in C'escacs.
fn sprite(letter: char) -> &'static Sprite {
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

/// Draws the sprite of a piece on a canvas, with its upper left corner at (`left`, `top`).
pub fn draw(letter: char, color: Color, (left, top): (usize, i32), canvas: &mut Canvas) {
    for (row, y) in sprite(letter).iter().zip(top..) {
        for column in (0..8).filter(|column| row << column & 0x80 != 0) {
            canvas.set(left + column, y, color);
        }
    }
}
