//! Writes the same FEN as shakmaty, but faster.
//!
//! With shakmaty's writer, writing the FEN of every position of a database took most of the time.

use shakmaty::fen::Fen;
use shakmaty::{Board, Castles, CastlingMode, CastlingSide, Color, EnPassantMode, Piece, Square};

use super::board::{letter, letters};
use super::{Action, SquarePosition};
use crate::rules::FenWriter;

/// The piece placement of the last position written, rank by rank. Most moves change only
/// one or two ranks.
#[derive(Clone, Debug, Default)]
pub struct SquareFen {
    /// The letters on each rank, from the first rank, in the layout of [`letters`].
    letters: [u64; 8],
    /// The text of each rank, from the first rank.
    ranks: [Rank; 8],
}

/// The text of a rank, with the first character in the lowest byte, followed by the slash if
/// there is room for it.
#[derive(Clone, Copy, Debug, Default)]
struct Rank {
    text: u64,
    /// The length in bytes, including the slash.
    length: usize,
}

impl SquareFen {
    /// Changes the text to that of any board.
    fn set(&mut self, board: &Board) {
        self.letters = letters(board, Color::Black);
        (0..8).for_each(|rank| self.lay_out(rank, board));
    }

    /// Changes the text to that of a board that differs by the move of one piece.
    #[inline(always)]
    fn update(&mut self, from: Square, to: Square, piece: Piece, board: &Board) {
        self.put(from, 0);
        self.put(to, letter(piece, Color::Black));
        self.lay_out(from.rank().to_usize(), board);
        if to.rank() != from.rank() {
            self.lay_out(to.rank().to_usize(), board);
        }
    }

    fn put(&mut self, square: Square, letter: u8) {
        let shift = 8 * square.file().to_usize();
        let letters = &mut self.letters[square.rank().to_usize()];
        *letters = *letters & !(0xff << shift) | u64::from(letter) << shift;
    }

    #[inline(always)]
    fn lay_out(&mut self, rank: usize, board: &Board) {
        let occupied = u64::from(board.occupied()).to_le_bytes()[rank];
        let layout = &LAYOUTS[usize::from(occupied)];
        self.ranks[rank] = Rank { text: layout.fill(self.letters[rank]), length: layout.length };
    }
}

impl<P: SquarePosition> FenWriter<P> for SquareFen {
    fn write(&mut self, position: &P, played: Option<&Action>, out: &mut Vec<u8>) {
        write(position, played.copied(), self, out);
    }
}

/// Appends the FEN of a position to `out`. It has an en passant square only if a pawn can
/// legally capture there.
pub(super) fn write<P: SquarePosition>(
    position: &P,
    played: Option<Action>,
    placement: &mut SquareFen,
    out: &mut Vec<u8>,
) {
    let is_plain = position.castles().mode() == CastlingMode::Standard
        && position.pockets().is_none()
        && position.remaining_checks().is_none()
        && position.promoted().is_empty();
    if !is_plain {
        return Fen::from_position(position, EnPassantMode::Legal).append_ascii_to(out);
    }
    match played.and_then(|played| position.plain_move(played)) {
        Some((from, to, role)) => placement.update(from, to, role.of(!position.turn()), position.board()),
        None => placement.set(position.board()),
    }
    // written in place, because the processor stalls when it copies bytes that it has just stored
    let start = out.len();
    out.resize(start + LONGEST, 0);
    let mut line = FenText { bytes: &mut out[start..], length: 0 };
    line.board(placement);
    line.put(&[b' ', position.turn().char() as u8, b' ']);
    line.castling(position.castles());
    match position.legal_ep_square() {
        None => line.put(b" - "),
        Some(square) => line.put(&[b' ', square.file().char() as u8, square.rank().char() as u8, b' ']),
    }
    line.number(position.halfmoves());
    line.put(b" ");
    line.number(position.fullmoves().get());
    let end = start + line.length;
    out.truncate(end);
}

/// The length of the longest FEN, in bytes: a full board, and the longest other fields.
const LONGEST: usize = 8 * 9 + " w KQkq e3 4294967295 4294967295".len();

/// The FEN written so far.
///
/// Its methods are inlined, so that the length stays in a register. In memory, each field would
/// have to wait for the one before.
struct FenText<'a> {
    bytes: &'a mut [u8],
    length: usize,
}

impl FenText<'_> {
    #[inline(always)]
    fn put(&mut self, bytes: &[u8]) {
        self.bytes[self.length..self.length + bytes.len()].copy_from_slice(bytes);
        self.length += bytes.len();
    }

    #[inline(always)]
    fn number(&mut self, number: u32) {
        let digit = |number| b'0' + (number % 10) as u8;
        match number {
            // nearly all counters have one digit or two
            0..10 => self.put(&[digit(number)]),
            10..100 => self.put(&[digit(number / 10), digit(number)]),
            _ => self.put(itoa::Buffer::new().format(number).as_bytes()),
        }
    }

    #[inline(always)]
    fn board(&mut self, placement: &SquareFen) {
        let mut length = 0;
        for rank in placement.ranks.iter().rev() {
            // the bytes after the end of the rank are overwritten by the next one
            let target = &mut self.bytes[length..length + 9];
            target[..8].copy_from_slice(&rank.text.to_le_bytes());
            target[8] = b'/';
            length += rank.length;
        }
        self.length = length - 1;
    }

    #[inline(always)]
    fn castling(&mut self, castles: &Castles) {
        if castles.is_empty() {
            return self.put(b"-");
        }
        for (color, side, letter) in [
            (Color::White, CastlingSide::KingSide, b'K'),
            (Color::White, CastlingSide::QueenSide, b'Q'),
            (Color::Black, CastlingSide::KingSide, b'k'),
            (Color::Black, CastlingSide::QueenSide, b'q'),
        ] {
            if castles.has(color, side) {
                self.put(&[letter]);
            }
        }
    }
}

/// The layout of the text of a rank, which depends only on its occupied squares.
#[derive(Clone, Copy)]
struct Layout {
    /// The digits of the empty squares, at their positions in the text, and the slash.
    digits: u64,
    /// Masks of the letters to move down by 1, 2 and 4 bytes, in this order.
    moves: [u64; 3],
    /// The length of the text in bytes, including the slash.
    length: usize,
}

impl Layout {
    /// Returns the text of a rank: moves the letters to their positions and adds the digits.
    const fn fill(&self, letters: u64) -> u64 {
        let mut text = letters;
        let mut step = 0;
        while step < 3 {
            let moved = text & self.moves[step];
            text = text ^ moved | moved >> (8 << step);
            step += 1;
        }
        text | self.digits
    }

    const fn of(occupied: usize) -> Layout {
        let mut layout = Layout { digits: 0, moves: [0; 3], length: 0 };
        let (mut file, mut empty) = (0, 0);
        while file < 8 {
            if occupied >> file & 1 == 0 {
                // the digit of the run so far is replaced by the next higher one
                layout.length += (empty == 0) as usize;
                empty += 1;
                let at = 8 * (layout.length - 1);
                layout.digits = layout.digits & !(0xff << at) | (b'0' as u64 + empty) << at;
            } else {
                empty = 0;
                layout.move_down(file, file - layout.length);
                layout.length += 1;
            }
            file += 1;
        }
        if layout.length < 8 {
            layout.digits |= (b'/' as u64) << (8 * layout.length);
        }
        layout.length += 1;
        layout
    }

    /// Marks the letter of a file to be moved down by a number of bytes.
    const fn move_down(&mut self, mut from: usize, by: usize) {
        let mut step = 0;
        while step < 3 {
            if by >> step & 1 != 0 {
                self.moves[step] |= 0xff << (8 * from);
                from -= 1 << step;
            }
            step += 1;
        }
    }
}

/// The layouts for every set of occupied squares of a rank.
static LAYOUTS: [Layout; 256] = {
    let mut layouts = [Layout::of(0); 256];
    let mut occupied = 1;
    while occupied < 256 {
        layouts[occupied] = Layout::of(occupied);
        occupied += 1;
    }
    layouts
};

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, FromSetup};

    use super::*;

    #[test]
    fn every_rank_is_laid_out() {
        for occupied in 0..=u8::MAX {
            let mut board = Board::empty();
            for square in shakmaty::Bitboard(u64::from_le_bytes([occupied; 8])) {
                let color = Color::from_white(square.is_light());
                board.set_piece_at(square, shakmaty::Role::ALL[usize::from(square) % 6].of(color));
            }
            let mut line = FenText { bytes: &mut [0; LONGEST], length: 0 };
            let mut placement = SquareFen::default();
            placement.set(&board);
            line.board(&placement);
            assert_eq!(&line.bytes[..line.length], board.board_fen().to_string().as_bytes());
        }
    }

    #[test]
    fn rare_fields_are_written_as_by_shakmaty() {
        for fen in [
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4294967295 4294967295",
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
            "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1",
            "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w GBgb - 0 1",
            "1rk1r1r1/8/8/8/8/8/8/1RK1R1R1 w EBeb - 0 1",
        ] {
            let setup = fen.parse::<Fen>().unwrap().into_setup();
            let mode = CastlingMode::detect(&setup);
            let position = Chess::from_setup(setup, mode).unwrap();
            let mut written = Vec::new();
            write(&position, None, &mut SquareFen::default(), &mut written);
            assert_eq!(
                String::from_utf8(written).unwrap(),
                Fen::from_position(&position, EnPassantMode::Legal).to_string()
            );
        }
    }
}
