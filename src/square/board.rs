//! The pieces of a board as letters, a rank at a time.

use shakmaty::{Board, Color, Role};

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

/// Returns for each rank the letters of its pieces, one byte a square with the a-file
/// in the lowest: 0 where none stands, lower case for the side `lower`.
///
/// A set of squares is spread over a rank at once, so this takes as long for a full
/// board as for an empty one, and far less than to ask for each square.
pub(super) fn letters(board: &Board, lower: Color) -> [u64; 8] {
    const TO_LOWER_CASE: u64 = (b'a' - b'A') as u64;
    let spread = |set: u64| SPREAD[usize::from(set as u8)];
    let mut lower = u64::from(board.by_color(lower));
    let mut roles = Role::ALL.map(|role| u64::from(board.by_role(role)));
    std::array::from_fn(|_| {
        let mut letters = spread(lower) * TO_LOWER_CASE;
        lower >>= 8;
        for (squares, role) in roles.iter_mut().zip(Role::ALL) {
            letters += spread(*squares) * u64::from(role.upper_char());
            *squares >>= 8;
        }
        letters
    })
}
