//! Moves in CTL-AN (notation, "Notación algebraica: CTL-AN").

use std::fmt;
use std::str::Chars;

use logos::Lexer;

use super::{Column, CtlToken, Hex, slip};
use crate::syntax::LexFault;

/// A move and its check mark, as written.
///
/// It is packed into 64 bits, as [`San`](crate::notation::pgn::San) is packed into 32. Pieces are
/// kept as characters, because a game may redefine the letters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CtlAn(u64);

/// The content of a move in CTL-AN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CtlMove {
    /// `GE5-F8`: a move from a hex to a hex.
    Step(CtlStep),
    /// `KRK-HIO`: castling with the king's rook (`KRK`), the queen's rook (`KRD`) or both
    /// (`KRR`).
    Castling {
        /// The three characters before the hyphen.
        pieces: [char; 3],
        /// The letters after the hyphen: the columns of destination, padded with spaces to
        /// four bytes.
        destinations: [u8; 4],
    },
    /// `F28=N`: the promotion of a pawn that was awaiting it.
    Promotion {
        /// The hex of the pawn.
        hex: Hex,
        /// What the pawn becomes. `F28=&` can be written, but is not legal, because waiting is not a move.
        promotion: CtlPromotion,
    },
}

/// A move from a hex to a hex, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CtlStep {
    /// The piece that moves; `None` is a pawn.
    pub piece: Option<char>,
    /// The origin.
    pub from: Hex,
    /// The sign between the hexes.
    pub sign: Sign,
    /// The captured piece, if `sign` is one of capture; `None` is a pawn.
    pub captured: Option<char>,
    /// The destination.
    pub to: Hex,
    /// The promotion of a pawn, if written.
    pub promotion: Option<CtlPromotion>,
}

/// The sign between two hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A hyphen: no capture.
    Hyphen,
    /// `×` or `*`: a capture.
    Times,
    /// `x`, which the notation forbids: a capture.
    LetterX,
    /// `@`: a pawn captured in passing on the hex behind it, or a scornful pawn.
    At,
    /// `@@`: a pawn captured in passing on the second hex behind it.
    DoubleAt,
}

impl Sign {
    const ALL: [Sign; 5] = [Sign::Hyphen, Sign::Times, Sign::LetterX, Sign::At, Sign::DoubleAt];

    /// Returns whether the sign is that of a capture.
    #[must_use]
    pub const fn is_capture(self) -> bool {
        !matches!(self, Sign::Hyphen)
    }

    /// Returns whether the sign is that of a special capture by a pawn: in passing, or of a
    /// scornful pawn.
    #[must_use]
    pub const fn is_in_passing(self) -> bool {
        matches!(self, Sign::At | Sign::DoubleAt)
    }
}

/// The promotion of a pawn at the end of its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CtlPromotion {
    /// `=N`: a regainable piece.
    Piece(char),
    /// `=&`: a pawn awaiting promotion.
    Waiting,
}

impl CtlPromotion {
    /// Returns what is written after the `=`.
    pub(super) const fn char(self) -> char {
        match self {
            CtlPromotion::Piece(piece) => piece,
            CtlPromotion::Waiting => '&',
        }
    }

    pub(super) const fn from_char(written: char) -> CtlPromotion {
        match written {
            '&' => CtlPromotion::Waiting,
            piece => CtlPromotion::Piece(piece),
        }
    }
}

/// The check mark of a move (notation, "Indicación de jaque").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CtlMark {
    /// `+`
    Check,
    /// `+^`: check by a knight's jump or, in the author's later pages, from an adjacent hex.
    CloseCheck,
    /// `++`: check by two pieces.
    DoubleCheck,
    /// `+∞`, of the author's later pages: check from a hex that is not adjacent.
    DistantCheck,
    /// `#`
    Mate,
}

impl CtlMark {
    const ALL: [CtlMark; 5] =
        [CtlMark::Check, CtlMark::CloseCheck, CtlMark::DoubleCheck, CtlMark::DistantCheck, CtlMark::Mate];

    /// Returns the mark with a spelling. `^+` is a slip of the author's for `+^`.
    pub(super) fn from_text(text: &str) -> Option<CtlMark> {
        let text = if text == "^+" { "+^" } else { text };
        CtlMark::ALL.into_iter().find(|mark| mark.text() == text)
    }

    /// Returns the mark as it is written.
    pub(crate) const fn text(self) -> &'static str {
        match self {
            CtlMark::Check => "+",
            CtlMark::CloseCheck => "+^",
            CtlMark::DoubleCheck => "++",
            CtlMark::DistantCheck => "+∞",
            CtlMark::Mate => "#",
        }
    }
}

// the number of the first bit of each field
const KIND: u32 = 0;
const MARK: u32 = 2;
const FROM: u32 = 5;
const TO: u32 = 13;
const SIGN: u32 = 21;
const PIECE: u32 = 24;
const CAPTURED: u32 = 30;
const PROMOTION: u32 = 36;
const DESTINATIONS: u32 = 42;
const SLIP: u32 = 62;

// the values of the field `KIND`
const STEP: u64 = 0;
const CASTLING: u64 = 1;
const PROMOTED: u64 = 2;

/// The characters that stand for pieces, by their number in a field of [`CtlAn`]. A space stands
/// for no piece, and `&` for a pawn awaiting promotion.
static PIECES: [char; 38] = [
    ' ', 'P', 'E', 'J', 'N', 'G', 'R', 'V', 'D', 'K', 'A', 'B', 'F', 'L', 'C', 'S', 'T', 'W', 'Q', '&', '♙',
    '♟', '☖', '☗', '♗', '♝', '♘', '♞', '🩐', '🩓', '♖', '♜', '🩏', '🩒', '♕', '♛', '♔', '♚',
];

impl CtlAn {
    /// Packs a move and its mark. Returns `None` if one of its characters does not stand for a
    /// piece, or one of its letters not for a column.
    #[inline]
    #[must_use]
    pub fn new(action: CtlMove, mark: Option<CtlMark>) -> Option<CtlAn> {
        let action = match action {
            CtlMove::Step(step) => return CtlAn::of_step(step, mark),
            CtlMove::Castling { pieces: [first, second, third], destinations } => {
                CASTLING << KIND
                    | packed_piece(Some(first))? << PIECE
                    | packed_piece(Some(second))? << CAPTURED
                    | packed_piece(Some(third))? << PROMOTION
                    | packed_columns(destinations)? << DESTINATIONS
            }
            CtlMove::Promotion { hex, promotion } => {
                let piece = packed_piece(Some(promotion.char()))?;
                PROMOTED << KIND | u64::from(hex.number()) << FROM | piece << PIECE
            }
        };
        Some(CtlAn(action | packed_mark(mark)))
    }

    /// Packs a move from a hex to a hex as [`CtlAn::new`] does.
    // nearly all moves have this form, and here they never become a `CtlMove` in memory
    #[inline(always)]
    pub(super) fn of_step(step: CtlStep, mark: Option<CtlMark>) -> Option<CtlAn> {
        let CtlStep { piece, from, sign, captured, to, promotion } = step;
        let action = STEP << KIND
            | u64::from(from.number()) << FROM
            | u64::from(to.number()) << TO
            | (sign as u64) << SIGN
            | packed_piece(piece)? << PIECE
            | packed_piece(captured)? << CAPTURED
            | packed_piece(promotion.map(CtlPromotion::char))? << PROMOTION;
        Some(CtlAn(action | packed_mark(mark)))
    }

    /// Returns the move without its mark if it is one from a hex to a hex.
    #[inline(always)]
    pub(crate) fn step(self) -> Option<CtlStep> {
        let sign = self.sign()?;
        Some(CtlStep {
            piece: self.piece(PIECE),
            from: self.hex(FROM),
            sign,
            captured: self.piece(CAPTURED),
            to: self.hex(TO),
            promotion: self.piece(PROMOTION).map(CtlPromotion::from_char),
        })
    }

    /// Returns the move without its mark.
    #[must_use]
    pub fn action(self) -> CtlMove {
        if let Some(step) = self.step() {
            return CtlMove::Step(step);
        }
        let piece = |first| PIECES[self.field(first, 6)];
        match self.field(KIND, 2) as u64 {
            CASTLING => CtlMove::Castling {
                pieces: [piece(PIECE), piece(CAPTURED), piece(PROMOTION)],
                destinations: [0, 5, 10, 15].map(|bits| match self.field(DESTINATIONS + bits, 5) {
                    0 => b' ',
                    column => b'A' - 1 + column as u8,
                }),
            },
            _ => {
                let promotion = CtlPromotion::from_char(piece(PIECE));
                CtlMove::Promotion { hex: self.hex(FROM), promotion }
            }
        }
    }

    /// Returns the sign between the hexes of a move from hex to hex.
    #[inline]
    #[must_use]
    pub fn sign(self) -> Option<Sign> {
        if self.field(KIND, 2) as u64 == STEP { Some(Sign::ALL[self.field(SIGN, 3)]) } else { None }
    }

    /// Returns the move as one that is written with a slip.
    pub(super) const fn with_slip(self) -> CtlAn {
        CtlAn(self.0 | 1 << SLIP)
    }

    /// Returns whether the move is written with a slip, such as `E7E13`.
    #[must_use]
    pub const fn has_slip(self) -> bool {
        self.field(SLIP, 1) == 1
    }

    /// Returns the check mark.
    #[inline]
    #[must_use]
    pub fn mark(self) -> Option<CtlMark> {
        self.field(MARK, 3).checked_sub(1).map(|mark| CtlMark::ALL[mark])
    }

    #[inline]
    const fn field(self, first: u32, bits: u32) -> usize {
        (self.0 >> first & ((1 << bits) - 1)) as usize
    }

    #[inline]
    fn hex(self, first: u32) -> Hex {
        Hex::ALL[self.field(first, 8)]
    }

    #[inline]
    fn piece(self, first: u32) -> Option<char> {
        Some(PIECES[self.field(first, 6)]).filter(|piece| *piece != ' ')
    }
}

/// Returns whether a character stands for a piece in some game, or for a pawn awaiting promotion (`&`).
pub(super) fn is_piece(written: char) -> bool {
    PIECES.contains(&written)
}

/// The numbers of ASCII characters in [`PIECES`], and 0 for those that do not stand for a piece.
static ASCII_PIECES: [u8; 128] = {
    let mut numbers = [0; 128];
    let mut number = 1;
    while number < PIECES.len() {
        if PIECES[number].is_ascii() {
            numbers[PIECES[number] as usize] = number as u8;
        }
        number += 1;
    }
    numbers
};

/// Returns the field of a check mark.
fn packed_mark(mark: Option<CtlMark>) -> u64 {
    mark.map_or(0, |mark| mark as u64 + 1) << MARK
}

/// Returns the number of a character in [`PIECES`], or 0 without a character. Returns `None` if the
/// character does not stand for a piece.
#[inline]
fn packed_piece(piece: Option<char>) -> Option<u64> {
    let Some(piece) = piece else {
        return Some(0);
    };
    match ASCII_PIECES.get(piece as usize) {
        Some(0) => None,
        Some(number) => Some(u64::from(*number)),
        None => PIECES.iter().position(|known| *known == piece).map(|number| number as u64),
    }
}

/// Packs the columns of castling, at most four, padded with spaces. Returns `None` if one is not a capital letter.
fn packed_columns(columns: [u8; 4]) -> Option<u64> {
    columns.iter().rev().try_fold(0, |packed, column| match column {
        b' ' => Some(packed << 5),
        b'A'..=b'Z' => Some(packed << 5 | u64::from(column - b'A' + 1)),
        _ => None,
    })
}

impl fmt::Debug for CtlAn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CtlAn").field("action", &self.action()).field("mark", &self.mark()).finish()
    }
}

/// Reads a move, and refuses whatever can be seen to be wrong without a board.
pub(super) fn read_move(lexer: &mut Lexer<'_, CtlToken>) -> Result<CtlAn, LexFault> {
    let written = ctl_an(lexer.slice()).or_else(|fault| slip::of_text(lexer.slice()).ok_or(fault))?;
    ends_here(lexer)?;
    Ok(written)
}

/// Refuses a word that contains a sign of capture if it is a move to which something is joined.
/// Accepts any other such word as an unknown one.
pub(super) fn refuse_capture(lexer: &mut Lexer<'_, CtlToken>) -> Result<(), LexFault> {
    let written = std::str::from_utf8(lexer.slice()).map_err(|_| LexFault::StrayCharacter)?;
    let has_number = |part: &str| part.contains(|c: char| c.is_ascii_digit());
    match ctl_an(lexer.slice()) {
        Ok(_) | Err(LexFault::NoSuchLine { .. }) if written.split(['×', '*']).all(has_number) => {
            Err(LexFault::RunOn)
        }
        _ => Ok(()),
    }
}

/// Takes a move apart.
///
/// # Errors
///
/// Returns [`LexFault::NoSuchLine`] or [`LexFault::NoSuchColumn`] if one of its hexes is not on the board, and
/// [`LexFault::UnknownLetter`] if a letter does not stand for a piece.
pub(super) fn ctl_an(written: &[u8]) -> Result<CtlAn, LexFault> {
    let text = std::str::from_utf8(written).map_err(|_| LexFault::StrayCharacter)?;
    // only castling has no hex
    let (action, rest) =
        if text.contains(|c: char| c.is_ascii_digit()) { between_hexes(text)? } else { castling(text) };
    let written = CtlAn::new(action, CtlMark::from_text(rest)).ok_or_else(|| unknown_letter(action))?;
    Ok(if rest == "^+" { written.with_slip() } else { written })
}

/// Returns the fault of a move that cannot be packed because one of its letters does not stand for
/// a piece.
fn unknown_letter(action: CtlMove) -> LexFault {
    let letters = match action {
        CtlMove::Step(CtlStep { piece, captured, promotion, .. }) => {
            [piece, captured, promotion.map(CtlPromotion::char)]
        }
        CtlMove::Castling { pieces, .. } => pieces.map(Some),
        CtlMove::Promotion { promotion, .. } => [Some(promotion.char()), None, None],
    };
    let unknown = letters.into_iter().flatten().find(|letter| !is_piece(*letter));
    unknown.map_or(LexFault::StrayCharacter, |letter| LexFault::UnknownLetter { letter })
}

/// Parses a move from a hex to a hex, or the promotion of a waiting pawn, and returns the rest of
/// the text.
fn between_hexes(text: &str) -> Result<(CtlMove, &str), LexFault> {
    let mut chars = text.chars();
    let piece = optional_piece(&mut chars);
    let from = hex(&mut chars)?;
    let sign = match chars.next() {
        Some('=') => {
            let promotion = promotion(&mut chars).ok_or(LexFault::StrayCharacter)?;
            return Ok((CtlMove::Promotion { hex: from, promotion }, chars.as_str()));
        }
        Some('×' | '*') => Sign::Times,
        Some('x') => Sign::LetterX,
        Some('@') if chars.as_str().starts_with('@') => {
            chars.next();
            Sign::DoubleAt
        }
        Some('@') => Sign::At,
        _ => Sign::Hyphen,
    };
    let captured = optional_piece(&mut chars);
    let to = hex(&mut chars)?;
    let promotion = match chars.as_str().strip_prefix('=') {
        None => None,
        Some(rest) => {
            chars = rest.chars();
            promotion(&mut chars)
        }
    };
    let step = CtlStep { piece, from, sign, captured, to, promotion };
    Ok((CtlMove::Step(step), chars.as_str()))
}

/// Reads what follows the `=` of a promotion.
fn promotion(chars: &mut Chars<'_>) -> Option<CtlPromotion> {
    chars.next().map(CtlPromotion::from_char)
}

/// Parses a castling, and returns the rest of the text.
fn castling(text: &str) -> (CtlMove, &str) {
    let mut chars = text.chars();
    let mut piece = || chars.next().unwrap_or(' ');
    let pieces = [piece(), piece(), piece()];
    chars.next();
    let rest = chars.as_str();
    let length = rest.bytes().take_while(u8::is_ascii_uppercase).count().min(4);
    let mut destinations = [b' '; 4];
    destinations[..length].copy_from_slice(&rest.as_bytes()[..length]);
    (CtlMove::Castling { pieces, destinations }, &rest[length..])
}

/// Refuses a move to which letters or digits are joined: one of its characters may be wrong.
fn ends_here(lexer: &mut Lexer<'_, CtlToken>) -> Result<(), LexFault> {
    let joined = lexer.remainder().iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    lexer.bump(joined);
    if joined == 0 { Ok(()) } else { Err(LexFault::RunOn) }
}

/// Reads the piece: the character before the letter of a column, if there is one. The selector of
/// text presentation (U+FE0E) may follow a figurine.
fn optional_piece(chars: &mut Chars<'_>) -> Option<char> {
    let mut ahead = chars.clone();
    let piece = ahead.next()?;
    if let Some(rest) = ahead.as_str().strip_prefix('\u{fe0e}') {
        ahead = rest.chars();
    }
    ahead.as_str().starts_with(|c: char| c.is_ascii_alphabetic()).then(|| {
        *chars = ahead;
        piece
    })
}

fn hex(chars: &mut Chars<'_>) -> Result<Hex, LexFault> {
    let letter = chars.next().ok_or(LexFault::NoSuchColumn)?;
    let column = Column::from_char(letter).ok_or(LexFault::NoSuchColumn)?;
    let no_such_line = || {
        let lines = column.lines();
        LexFault::NoSuchLine { column: column.char(), first: *lines.start(), last: *lines.end() }
    };
    let rest = chars.as_str();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 1 && rest.starts_with('0') {
        return Err(no_such_line());
    }
    let line =
        rest[..digits].bytes().fold(0_u8, |line, digit| line.saturating_mul(10).saturating_add(digit - b'0'));
    *chars = rest[digits..].chars();
    Hex::new(column, line).ok_or_else(no_such_line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn survives(action: CtlMove) {
        for mark in [None].into_iter().chain(CtlMark::ALL.map(Some)) {
            let packed = CtlAn::new(action, mark);
            assert_eq!(packed.map(|packed| (packed.action(), packed.mark())), Some((action, mark)));
        }
    }

    #[test]
    fn every_move_survives_packing() {
        let pieces = || PIECES.into_iter().filter(|piece| !" &".contains(*piece));
        let optional = || [None].into_iter().chain(pieces().map(Some));
        let [first, .., last] = Hex::ALL;
        for (from, sign) in Hex::ALL.into_iter().flat_map(|from| Sign::ALL.map(|sign| (from, sign))) {
            let to = from.mirror();
            for piece in optional() {
                let promotion = Some(CtlPromotion::Waiting);
                survives(CtlMove::Step(CtlStep { piece, from, sign, captured: piece, to, promotion }));
            }
        }
        for (piece, captured) in optional().flat_map(|piece| optional().map(move |other| (piece, other))) {
            for promotion in optional().map(|piece| piece.map(CtlPromotion::Piece)) {
                let (from, sign, to) = (last, Sign::DoubleAt, first);
                survives(CtlMove::Step(CtlStep { piece, from, sign, captured, to, promotion }));
            }
        }
        let promoted = |hex, promotion| CtlMove::Promotion { hex, promotion };
        Hex::ALL.into_iter().for_each(|hex| survives(promoted(hex, CtlPromotion::Waiting)));
        for piece in pieces() {
            Hex::ALL.into_iter().for_each(|hex| survives(promoted(hex, CtlPromotion::Piece(piece))));
            for destinations in [*b"AZ  ", *b"HIO ", *b"ZYXW"] {
                survives(CtlMove::Castling { pieces: ['K', piece, 'R'], destinations });
            }
        }
    }

    #[test]
    fn what_stands_for_nothing_is_refused() {
        let [hex, ..] = Hex::ALL;
        assert_eq!(CtlAn::new(CtlMove::Promotion { hex, promotion: CtlPromotion::Piece('Z') }, None), None);
        let (pieces, destinations) = (['K', 'R', 'K'], *b"h1  ");
        assert_eq!(CtlAn::new(CtlMove::Castling { pieces, destinations }, None), None);
    }
}
