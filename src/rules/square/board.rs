//! The pieces of a board as letters, a rank at a time.

use shakmaty::{Bitboard, Board, Color, Piece, Role};

/// For each set of files, a byte for each file from a to h: 1 if the file is in the set.
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

/// What a capital becomes in lower case.
const TO_LOWER_CASE: u8 = b'a' - b'A';

/// Returns the letter of a piece, in lower case for the side `lower`.
pub(super) fn letter(piece: Piece, lower: Color) -> u8 {
    let capital = piece.role.upper_char() as u8;
    if piece.color == lower { capital + TO_LOWER_CASE } else { capital }
}

/// Returns for each rank what [`letters_on`] returns.
pub(super) fn letters(board: &Board, lower: Color) -> [u64; 8] {
    std::array::from_fn(|rank| letters_on(rank, board, lower))
}

/// Returns the letters of the pieces on a rank, counted from 0, one byte a square with the
/// a-file in the lowest: 0 where none stands, lower case for the side `lower`.
///
/// A set of squares is spread over a rank at once, so this takes as long for a full
/// rank as for an empty one, and far less than to ask for each square.
pub(super) fn letters_on(rank: usize, board: &Board, lower: Color) -> u64 {
    let spread = |set: Bitboard| SPREAD[usize::from((u64::from(set) >> (8 * rank)) as u8)];
    let letters = |role: Role| spread(board.by_role(role)) * u64::from(role.upper_char());
    Role::ALL.into_iter().map(letters).sum::<u64>() + spread(board.by_color(lower)) * u64::from(TO_LOWER_CASE)
}
