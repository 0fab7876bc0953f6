//! The letters of the pieces on a board, one rank at a time.

use shakmaty::{Bitboard, Board, Color, Piece, Role};

/// For each set of files, one byte for each file from a to h: 1 if the file is in the set, else 0.
static SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut set = 0;
    while set < 256 {
        let mut file = 0;
        while file < 8 {
            spread[set] |= ((set >> file & 1) as u64) << (8 * file);
            file += 1;
        }
        set += 1;
    }
    spread
};

/// The difference between a letter in lower case and in upper case.
const TO_LOWER_CASE: u8 = b'a' - b'A';

/// Returns the letter of a piece, in lower case for the side `lower`.
pub(super) fn letter(piece: Piece, lower: Color) -> u8 {
    let capital = piece.role.upper_char() as u8;
    if piece.color == lower { capital + TO_LOWER_CASE } else { capital }
}

/// Returns the letters of the pieces on each rank. See [`letters_on`].
pub(super) fn letters(board: &Board, lower: Color) -> [u64; 8] {
    std::array::from_fn(|rank| letters_on(rank, board, lower))
}

/// Returns the letters of the pieces on a rank, which is counted from 0.
///
/// Each square has one byte, with the a-file in the lowest: 0 for an empty square, a letter in
/// lower case for a piece of the side `lower`, and one in upper case for the other side. Each set
/// of squares is spread over the rank at once, which is much faster than looking up every square.
pub(super) fn letters_on(rank: usize, board: &Board, lower: Color) -> u64 {
    let spread = |set: Bitboard| SPREAD[usize::from((u64::from(set) >> (8 * rank)) as u8)];
    let letters = |role: Role| spread(board.by_role(role)) * u64::from(role.upper_char());
    Role::ALL.into_iter().map(letters).sum::<u64>() + spread(board.by_color(lower)) * u64::from(TO_LOWER_CASE)
}
