//! Moves in SAN, the Standard Algebraic Notation (PGN standard, section 8.2.3).

use std::fmt;

use logos::Lexer;
use shakmaty::{Bitboard, CastlingSide, Color, File, Rank, Role, Square};

use super::{PgnToken, signs};
use crate::text::is_hyphen;

/// A move and its check mark, as written.
///
/// It is packed into 32 bits, which tokens and the parser's stack copy at once. A struct of
/// single bytes would be stored byte by byte and then loaded as a whole, and such a load
/// stalls the processor.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct San(u32);

/// The content of a move in SAN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SanMove {
    /// `O-O` or `O-O-O`
    Castling(CastlingSide),
    /// `Nf3`, `exd8=Q`: a move of a piece or a pawn.
    Piece(PieceMove),
    /// `N@f3`: a piece dropped from the pocket (Crazyhouse). Without a letter it is a pawn.
    Drop {
        /// The piece dropped.
        role: Role,
        /// The square it is dropped on.
        to: Square,
    },
    /// `--`: a null move.
    Null,
}

impl SanMove {
    /// Returns the move of a piece or a pawn, or `None` for anything else.
    #[inline]
    #[must_use]
    pub const fn piece(&self) -> Option<&PieceMove> {
        match self {
            SanMove::Piece(piece) => Some(piece),
            SanMove::Castling(_) | SanMove::Drop { .. } | SanMove::Null => None,
        }
    }
}

/// The move of a piece or a pawn, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceMove {
    /// The letter of the piece, if written. Without one, the piece is a pawn or, if both
    /// `file` and `rank` are written as in `g1f3`, whatever is on that square.
    pub role: Option<Role>,
    /// The file of origin, if written.
    pub file: Option<File>,
    /// The rank of origin, if written.
    pub rank: Option<Rank>,
    /// The capture marks.
    pub capture: Capture,
    /// The destination.
    pub to: Square,
    /// The piece of a promotion, if written.
    pub promotion: Option<Role>,
}

impl PieceMove {
    /// Returns whether a square is on the file and the rank of origin, as far as they are written.
    pub(crate) fn may_come_from(&self, from: Square) -> bool {
        self.file.is_none_or(|file| file == from.file()) && self.rank.is_none_or(|rank| rank == from.rank())
    }
}

/// The capture marks of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capture {
    /// No mark.
    Unmarked,
    /// `x`
    Marked,
    /// `e.p.` after the move, but no `x`.
    UnmarkedEnPassant,
    /// `x`, and `e.p.` after the move.
    MarkedEnPassant,
}

impl Capture {
    const ALL: [Capture; 4] =
        [Capture::Unmarked, Capture::Marked, Capture::UnmarkedEnPassant, Capture::MarkedEnPassant];

    /// Returns whether `x` is written.
    #[inline]
    #[must_use]
    pub const fn is_marked(self) -> bool {
        matches!(self, Capture::Marked | Capture::MarkedEnPassant)
    }

    /// Returns whether `e.p.` is written.
    #[inline]
    #[must_use]
    pub const fn is_en_passant(self) -> bool {
        matches!(self, Capture::UnmarkedEnPassant | Capture::MarkedEnPassant)
    }

    /// Returns the same marks with `e.p.` added.
    pub(super) const fn en_passant(self) -> Capture {
        if self.is_marked() { Capture::MarkedEnPassant } else { Capture::UnmarkedEnPassant }
    }
}

/// The check mark of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckMark {
    /// `+`
    Check,
    /// `#`
    Mate,
}

// the number of the first bit of each field
const KIND: u32 = 0;
const MARK: u32 = 2;
const TO: u32 = 4;
const ROLE: u32 = 10;
const PROMOTION: u32 = 13;
const FILE: u32 = 16;
const RANK: u32 = 20;
const CAPTURE: u32 = 24;

// the values of the field `KIND`
const PIECE: u32 = 0;
const CASTLING: u32 = 1;
const DROP: u32 = 2;
const NULL: u32 = 3;

impl San {
    /// Packs a move and its mark.
    #[inline(always)]
    #[must_use]
    pub fn new(action: SanMove, mark: Option<CheckMark>) -> San {
        let role = |role: Option<Role>| role.map_or(0, u32::from);
        let action = match action {
            SanMove::Piece(PieceMove { role: piece, file, rank, capture, to, promotion }) => {
                PIECE << KIND
                    | u32::from(to) << TO
                    | role(piece) << ROLE
                    | role(promotion) << PROMOTION
                    | file.map_or(0, |file| u32::from(file) + 1) << FILE
                    | rank.map_or(0, |rank| u32::from(rank) + 1) << RANK
                    | (capture as u32) << CAPTURE
            }
            SanMove::Castling(side) => CASTLING << KIND | u32::from(side.is_king_side()) << TO,
            SanMove::Drop { role: piece, to } => {
                DROP << KIND | u32::from(to) << TO | role(Some(piece)) << ROLE
            }
            SanMove::Null => NULL << KIND,
        };
        let mark = match mark {
            None => 0,
            Some(CheckMark::Check) => 1,
            Some(CheckMark::Mate) => 2,
        };
        San(action | mark << MARK)
    }

    /// Packs a move or a drop from the letters before its square, each of which occurs there
    /// at most once.
    #[inline(always)]
    pub(super) fn from_letters(origin: &[u8], to: Square) -> San {
        let letters = origin.strip_prefix(&FIGURINE).unwrap_or(origin);
        letters.iter().fold(San(u32::from(to) << TO), |san, &letter| san.with_letter(letter))
    }

    /// Adds a letter, such as that of a piece, that occurs before the square at most once.
    #[inline(always)]
    pub(super) fn with_letter(self, letter: u8) -> San {
        San(self.0 | LETTERS[usize::from(letter)])
    }

    /// Returns the piece that a capital letter, or the last byte of a figurine, stands for.
    pub(super) fn role_of_letter(letter: u8) -> Option<Role> {
        San(LETTERS[usize::from(letter)]).role()
    }

    /// Returns the move without its mark.
    #[inline(always)]
    #[must_use]
    pub fn action(self) -> SanMove {
        match self.field(KIND, 2) as u32 {
            PIECE => SanMove::Piece(PieceMove {
                role: self.role(),
                file: FILES[self.field(FILE, 4)],
                rank: RANKS[self.field(RANK, 4)],
                capture: Capture::ALL[self.field(CAPTURE, 2)],
                to: self.square(),
                promotion: self.promotion(),
            }),
            CASTLING => SanMove::Castling(CastlingSide::from_king_side(self.field(TO, 1) == 1)),
            DROP => SanMove::Drop { role: self.role().unwrap_or(Role::Pawn), to: self.square() },
            _ => SanMove::Null,
        }
    }

    /// Returns the check mark.
    #[inline(always)]
    #[must_use]
    pub fn mark(self) -> Option<CheckMark> {
        match self.field(MARK, 2) {
            1 => Some(CheckMark::Check),
            2 => Some(CheckMark::Mate),
            _ => None,
        }
    }

    /// Returns whether a side may make the move first in a game from the usual position, by its spelling: a pawn's move
    /// of one or two steps, or a knight's before the pawns.
    pub(super) fn may_begin(self, side: Color) -> bool {
        let Some(PieceMove { role, file, rank, capture: Capture::Unmarked, to, promotion: None }) =
            self.action().piece().copied()
        else {
            return false;
        };
        let from_home = rank.map(|rank| if side.is_white() { rank } else { rank.flip_vertical() });
        let steps = u32::from(if side.is_white() { to.rank() } else { to.rank().flip_vertical() });
        let is_pawns = matches!(steps, 2 | 3)
            && from_home.is_none_or(|rank| rank == Rank::Second)
            && file.is_none_or(|file| file == to.file());
        let is_knights = steps == 2
            && matches!(to.file(), File::A | File::C | File::F | File::H)
            && from_home.is_none_or(|rank| rank == Rank::First)
            && file.is_none_or(|file| matches!(file, File::B | File::G));
        match role {
            Some(Role::Knight) => is_knights,
            Some(Role::Pawn) => is_pawns,
            None => is_pawns || is_knights && file.is_some() && rank.is_some(),
            Some(_) => false,
        }
    }

    /// Returns the squares on the file and rank of origin as far as they are written, if this is the move of a
    /// piece or a pawn.
    #[inline(always)]
    pub(crate) fn origins(self) -> Option<Bitboard> {
        let is_piece = self.field(KIND, 2) == PIECE as usize;
        is_piece.then(|| FILE_SQUARES[self.field(FILE, 4)] & RANK_SQUARES[self.field(RANK, 4)])
    }

    /// Returns whether `x` is written.
    #[inline(always)]
    pub(crate) fn is_capture(self) -> bool {
        Capture::ALL[self.field(CAPTURE, 2)].is_marked()
    }

    /// Returns whether a file of origin is written.
    #[inline(always)]
    pub(crate) fn has_file(self) -> bool {
        self.field(FILE, 4) != 0
    }

    /// Returns the piece of a promotion, if written.
    #[inline(always)]
    pub(crate) fn promotion(self) -> Option<Role> {
        ROLES[self.field(PROMOTION, 3)]
    }

    #[inline(always)]
    const fn field(self, first: u32, bits: u32) -> usize {
        (self.0 >> first & ((1 << bits) - 1)) as usize
    }

    /// Returns the destination.
    #[inline(always)]
    pub(crate) fn square(self) -> Square {
        Square::ALL[self.field(TO, 6)]
    }

    /// Returns the piece, if its letter is written.
    #[inline(always)]
    pub(crate) fn role(self) -> Option<Role> {
        ROLES[self.field(ROLE, 3)]
    }
}

impl fmt::Debug for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("San").field("action", &self.action()).field("mark", &self.mark()).finish()
    }
}

/// The first two bytes of a figurine, U+2654 to U+265F.
const FIGURINE: [u8; 2] = [0xe2, 0x99];

/// What a letter before the square adds to a move; the letter of a figurine is its last byte.
static LETTERS: [u32; 256] = {
    let pieces = [
        (b'K', 0x94, Role::King),
        (b'Q', 0x95, Role::Queen),
        (b'R', 0x96, Role::Rook),
        (b'B', 0x97, Role::Bishop),
        (b'N', 0x98, Role::Knight),
        (b'P', 0x99, Role::Pawn),
    ];
    let mut letters = [0; 256];
    let mut at = 0;
    while at < pieces.len() {
        let (capital, white, role) = pieces[at];
        // Unicode has Black's figurines directly after White's six
        let black = white + 6;
        letters[capital as usize] = (role as u32) << ROLE;
        letters[white] = (role as u32) << ROLE;
        letters[black] = (role as u32) << ROLE;
        at += 1;
    }
    let mut at = 0;
    while at < 8 {
        letters[b'a' as usize + at] = (at as u32 + 1) << FILE;
        letters[b'1' as usize + at] = (at as u32 + 1) << RANK;
        at += 1;
    }
    letters[b'x' as usize] = (Capture::Marked as u32) << CAPTURE;
    letters[b'X' as usize] = (Capture::Marked as u32) << CAPTURE;
    letters[b':' as usize] = (Capture::Marked as u32) << CAPTURE;
    letters[b'@' as usize] = DROP << KIND;
    letters
};

/// The roles by number; 0 stands for none.
static ROLES: [Option<Role>; 8] = counted_from_1(&Role::ALL);

/// The files by number, counted from 1; 0 stands for none.
// as many as a field of four bits has values, so that no index needs to be checked
static FILES: [Option<File>; 16] = counted_from_1(&File::ALL);

/// The ranks by number, counted from 1; 0 stands for none.
static RANKS: [Option<Rank>; 16] = counted_from_1(&Rank::ALL);

const fn counted_from_1<T: Copy, const N: usize>(values: &[T]) -> [Option<T>; N] {
    let mut counted = [None; N];
    let mut at = 0;
    while at < values.len() {
        counted[at + 1] = Some(values[at]);
        at += 1;
    }
    counted
}

/// The squares of each file, counted from 1; 0 stands for all.
static FILE_SQUARES: [Bitboard; 16] = lines(Bitboard::from_file(File::A), 1);

/// The squares of each rank, counted from 1; 0 stands for all.
static RANK_SQUARES: [Bitboard; 16] = lines(Bitboard::from_rank(Rank::First), 8);

/// Returns the squares of the eight files or ranks, each by `step` squares after the one before.
const fn lines(first: Bitboard, step: usize) -> [Bitboard; 16] {
    let mut lines = [Bitboard::FULL; 16];
    let mut at = 0;
    while at < 8 {
        lines[at + 1] = Bitboard(first.0 << (step * at));
        at += 1;
    }
    lines
}

/// Reads a move of a piece or a pawn, which a check mark and `e.p.` may follow.
pub(super) fn piece_move(lexer: &mut Lexer<'_, PgnToken>) -> Option<San> {
    pass_marks(lexer);
    san(lexer.slice())
}

/// Skips what may follow the move of a piece or a pawn: a check mark and `e.p.`, in any order.
#[inline(always)]
fn pass_marks(lexer: &mut Lexer<'_, PgnToken>) {
    if signs::may_belong_to_move(lexer.remainder()) {
        pass_likely_marks(lexer);
    }
}

// few moves have such marks, so their code is kept out of that for all moves
#[inline(never)]
fn pass_likely_marks(lexer: &mut Lexer<'_, PgnToken>) {
    // of all that may follow the move, only `e.p.` has a p; the letter of a pawn is a capital
    let is_passing = lexer.slice().contains(&b'p') || signs::pass_en_passant(lexer);
    signs::pass_check_mark(lexer);
    if !is_passing {
        signs::pass_en_passant(lexer);
    }
}

/// Reads a move with a sign outside ASCII between its squares: the `×` that books print for a capture, or a dash.
pub(super) fn crossed_move(lexer: &mut Lexer<'_, PgnToken>) -> Option<San> {
    pass_marks(lexer);
    let written = lexer.slice();
    let is_sign = |(at, c): &(usize, char)| *at > 0 && (*c == '×' || is_hyphen(*c));
    // a byte that is not part of a character can only be among the marks after the sign
    let text = written.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    // unwrap(): the regular expressions require the sign
    let (at, sign) = text.char_indices().find(is_sign).unwrap();
    let plain = if sign == '×' { b"x" } else { b"-" };
    san(&[&written[..at], plain, &written[at + sign.len_utf8()..]].concat())
}

/// Reads a promotion that comes after the check mark, as in `gxh1+=Q`.
pub(super) fn promotion_after_mark(lexer: &mut Lexer<'_, PgnToken>) -> Option<San> {
    let [letters @ .., mark, sign, piece] = lexer.slice() else { return None };
    san(&[letters, &[*sign, *piece, *mark]].concat())
}

/// Reads a move to which the `N` of a novelty is joined.
pub(super) fn novelty(lexer: &mut Lexer<'_, PgnToken>) -> Option<San> {
    let [written @ .., b'N'] = lexer.slice() else { return None };
    san(written)
}

/// Reads any other move, which a check mark may follow.
pub(super) fn other_move(lexer: &mut Lexer<'_, PgnToken>) -> Option<San> {
    signs::pass_check_mark(lexer);
    san(lexer.slice())
}

/// Reads a null move, to which nothing may be joined: the dashes of `--option` are not one.
pub(super) fn null_move(lexer: &mut Lexer<'_, PgnToken>) -> Option<San> {
    let before = lexer.source()[..lexer.span().start].last();
    let is_joined = |byte: &&u8| byte.is_ascii_alphanumeric() || b"<>-=~".contains(byte);
    let joined = lexer.remainder().iter().take_while(is_joined).count();
    if joined > 0 || before.is_some_and(u8::is_ascii_alphabetic) {
        lexer.bump(joined);
        return None;
    }
    other_move(lexer)
}

/// Takes a move apart.
#[inline(always)]
fn san(written: &[u8]) -> Option<San> {
    match written {
        // nearly every move ends with a square
        [.., b'1'..=b'8'] => letters_to_square(written),
        _ => with_signs(written),
    }
}

/// Takes apart a move that has letters or signs after its square, or no square.
// few moves end so, and the code for the others stays short without them
#[inline(never)]
fn with_signs(written: &[u8]) -> Option<San> {
    let Some(last_digit) = written.iter().rposition(|byte| matches!(byte, b'1'..=b'8')) else {
        return Some(without_square(written));
    };
    let (letters, after) = written.split_at(last_digit + 1);
    let (promotion, signs) = split_promotion(after);
    let action = match letters_to_square(letters)?.action() {
        // of all that may follow the square, only `e.p.` has a p
        SanMove::Piece(piece) => {
            let capture = if signs.contains(&b'p') { piece.capture.en_passant() } else { piece.capture };
            SanMove::Piece(PieceMove { capture, promotion, ..piece })
        }
        other => other,
    };
    Some(San::new(action, signs::check_mark(signs)))
}

/// Takes apart castling, in which only the number of letters matters, or a null move.
fn without_square(written: &[u8]) -> San {
    let text = std::str::from_utf8(written).unwrap_or_default();
    let is_letter = |c: char| matches!(c, 'O' | 'o' | '0');
    let end = text.find(|c| !is_letter(c) && !is_hyphen(c)).unwrap_or(text.len());
    let (letters, signs) = written.split_at(end);
    let action = match letters.iter().filter(|byte| is_letter(char::from(**byte))).count() {
        2 => SanMove::Castling(CastlingSide::KingSide),
        3 => SanMove::Castling(CastlingSide::QueenSide),
        _ => SanMove::Null,
    };
    San::new(action, signs::check_mark(signs))
}

/// Takes apart a move or a drop that ends with its square.
#[inline(always)]
fn letters_to_square(letters: &[u8]) -> Option<San> {
    let [origin @ .., file @ b'a'..=b'h', rank @ b'1'..=b'8'] = letters else {
        return None;
    };
    let to = Square::ALL[usize::from(rank - b'1') << 3 | usize::from(file - b'a')];
    Some(San::from_letters(origin, to))
}

/// Splits the text after the square into the promotion and the rest.
fn split_promotion(after: &[u8]) -> (Option<Role>, &[u8]) {
    let is_sign = |byte: &&u8| matches!(byte, b'=' | b'/' | b'(');
    let letters = &after[after.iter().take_while(is_sign).count()..];
    match letters {
        [0xe2, 0x99, last, rest @ ..] => (San::role_of_letter(*last), rest),
        [letter, rest @ ..] => match Role::from_char(char::from(*letter)) {
            None => (None, after),
            promotion => (promotion, rest),
        },
        [] => (None, after),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_survives_packing() {
        let roles = || [None].into_iter().chain(Role::ALL.map(Some));
        let files = || [None].into_iter().chain(File::ALL.map(Some));
        let ranks = || [None].into_iter().chain(Rank::ALL.map(Some));
        let mut actions = vec![
            SanMove::Castling(CastlingSide::KingSide),
            SanMove::Castling(CastlingSide::QueenSide),
            SanMove::Null,
        ];
        for to in Square::ALL {
            actions.extend(Role::ALL.map(|role| SanMove::Drop { role, to }));
            for (role, file) in roles().flat_map(|role| files().map(move |file| (role, file))) {
                for (rank, promotion) in ranks().flat_map(|rank| roles().map(move |role| (rank, role))) {
                    actions.extend(Capture::ALL.map(|capture| {
                        SanMove::Piece(PieceMove { role, file, rank, capture, to, promotion })
                    }));
                }
            }
        }
        for action in actions {
            for mark in [None, Some(CheckMark::Check), Some(CheckMark::Mate)] {
                let san = San::new(action, mark);
                assert_eq!((san.action(), san.mark()), (action, mark));
            }
        }
    }
}
