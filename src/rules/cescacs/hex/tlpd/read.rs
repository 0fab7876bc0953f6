//! Reads TLPD. Every error has the range of the bytes at fault.
//!
//! The reader also accepts the deviations of the program by the author of C'escacs. It leaves out
//! the rights of a side whose king has moved, names the pawn that can capture a scornful one
//! (`G15@F14`), separates passed lines by a comma, and writes `-` for an unknown move number.

use std::ops::Range;

use shakmaty::{ByColor, Color};

use super::{TlpdError, TlpdFault, TlpdField};
use crate::notation::ctl::{Hex, LAST_LINE, line_hexes, line_length};
use crate::rules::cescacs::hex::board::Board;
use crate::rules::cescacs::hex::castling::{Rights, Wing, king_home};
use crate::rules::cescacs::hex::pawn::{LAST_HEXES, advances_three, en_passant};
use crate::rules::cescacs::hex::piece::{Letters, Role};
use crate::rules::cescacs::hex::position::{Position, Special};
use crate::rules::cescacs::hex::set::HexSet;
use crate::rules::cescacs::hex::steps::ahead;
use crate::text::is_hyphen;

/// A part of the text and its offset in bytes.
#[derive(Clone, Copy)]
struct Part<'t> {
    text: &'t str,
    start: usize,
}

impl<'t> Part<'t> {
    fn fault(self, fault: TlpdFault) -> TlpdError {
        TlpdError { fault, span: self.span() }
    }

    fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// Splits the part at a byte offset.
    fn split_at(self, at: usize) -> (Part<'t>, Part<'t>) {
        let (before, after) = self.text.split_at(at);
        (Part { text: before, start: self.start }, Part { text: after, start: self.start + at })
    }

    /// Splits the part at the first occurrence of a character, which belongs to neither half.
    fn split_once(self, separator: char) -> Option<(Part<'t>, Part<'t>)> {
        let is_separator = |(_, c): &(usize, char)| is_same(*c, separator);
        let (at, found) = self.text.char_indices().find(is_separator)?;
        let (before, rest) = self.split_at(at);
        Some((before, rest.split_at(found.len_utf8()).1))
    }

    /// Removes a character from the beginning, and returns whether it was there.
    fn eat(&mut self, expected: char) -> bool {
        let found = self.text.chars().next().filter(|c| is_same(*c, expected));
        if let Some(found) = found {
            *self = self.split_at(found.len_utf8()).1;
        }
        found.is_some()
    }

    /// Returns whether the part is a hyphen.
    fn is_hyphen(self) -> bool {
        let mut chars = self.text.chars();
        chars.next().is_some_and(is_hyphen) && chars.next().is_none()
    }

    /// Parses a number that consists of digits only: no sign before it.
    fn number<N: std::str::FromStr>(self) -> Option<N> {
        let digits = self.text.bytes().all(|b| b.is_ascii_digit());
        self.text.parse().ok().filter(|_| digits)
    }
}

/// Returns whether a character is the one that is expected. All hyphens are equal.
fn is_same(c: char, expected: char) -> bool {
    c == expected || is_hyphen(c) && is_hyphen(expected)
}

impl Position {
    /// Parses a TLPD in standard letters.
    ///
    /// # Errors
    ///
    /// Returns [`TlpdError`] if the text is malformed or describes an impossible position.
    pub fn from_tlpd(text: &str) -> Result<Position, TlpdError> {
        Position::from_tlpd_with(text, &Letters::STANDARD)
    }

    /// Parses a TLPD in the letters of a table.
    ///
    /// # Errors
    ///
    /// Returns [`TlpdError`] if the text is malformed or describes an impossible position.
    pub fn from_tlpd_with(text: &str, letters: &Letters) -> Result<Position, TlpdError> {
        let second = fields(text).nth(1);
        let mut fields = fields(text);
        let mut field = |field| {
            let end = Part { text: "", start: text.trim_end().len() };
            fields.next().ok_or_else(|| end.fault(TlpdFault::MissingField(field)))
        };
        let pieces = field(TlpdField::Pieces)?;
        // no other field has a slash
        if let Some(rest) = second.filter(|second| second.text.contains('/')) {
            return Err(TlpdError { fault: TlpdFault::SpaceInPieces, span: pieces.span().end..rest.start });
        }
        let board = read_board(pieces, letters)?;
        let side = field(TlpdField::Side)?;
        let mut position = Position {
            board,
            turn: read_side(side)?,
            rights: read_rights(field(TlpdField::Rights)?, letters, &board)?,
            special: Special::None,
            halfmoves: 0,
            number: None,
            checkers: HexSet::EMPTY,
            leaves_king_in_check: false,
        };
        position.checkers = position.threats_to_king(position.turn);
        if !position.threats_to_king(!position.turn).is_empty() {
            return Err(side.fault(TlpdFault::KingLeftInCheck(!position.turn)));
        }
        position.special = read_special(field(TlpdField::Special)?, &position)?;
        let counter = field(TlpdField::Counter)?;
        position.halfmoves = counter.number().ok_or_else(|| counter.fault(TlpdFault::Counter))?;
        if position.special != Special::None && position.halfmoves > 0 {
            return Err(counter.fault(TlpdFault::CounterAfterPawn));
        }
        position.number = read_number(field(TlpdField::Number)?)?;
        match fields.next() {
            Some(surplus) => Err(surplus.fault(TlpdFault::SurplusField)),
            None => Ok(position),
        }
    }
}

/// Returns the fields, which are separated by white space.
fn fields(text: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = Part { text, start: 0 };
    std::iter::from_fn(move || {
        let blank = rest.text.len() - rest.text.trim_start().len();
        let (_, found) = rest.split_at(blank);
        let (field, after) = found.split_at(found.text.find(char::is_whitespace).unwrap_or(found.text.len()));
        rest = after;
        Some(field).filter(|field| !field.text.is_empty())
    })
}

fn read_board(field: Part<'_>, letters: &Letters) -> Result<Board, TlpdError> {
    let mut rest = field;
    if !rest.eat('/') {
        return Err(field.split_at(0).0.fault(TlpdFault::MissingSlash));
    }
    let mut board = Board::EMPTY;
    let mut above = LAST_LINE + 1;
    while !rest.text.is_empty() {
        let end = field.split_at(field.text.len()).1;
        let (line, after) = rest.split_once('/').ok_or_else(|| end.fault(TlpdFault::MissingSlash))?;
        let (label, pieces) = line.split_once(':').ok_or_else(|| line.fault(TlpdFault::LineNumber))?;
        let is_plain = label.text == "0" || !label.text.starts_with('0');
        let number = label.number().filter(|&number| number <= LAST_LINE && is_plain);
        let number = number.ok_or_else(|| label.fault(TlpdFault::LineNumber))?;
        if number >= above {
            return Err(label.fault(TlpdFault::LineOrder));
        }
        // digits before a second colon are the number of the next line, so the slash is missing
        if pieces.text.split_once(':').is_some_and(|(line, _)| line.ends_with(|c: char| c.is_ascii_digit())) {
            return Err(line.fault(TlpdFault::MissingSlash));
        }
        read_line(pieces, number, letters, &mut board)?;
        (above, rest) = (number, after);
    }
    for color in [Color::White, Color::Black] {
        if board.king(color).is_none() {
            return Err(field.fault(TlpdFault::NoKing(color)));
        }
    }
    Ok(board)
}

/// Reads the pieces of a line. Empty hexes at its end may be left out.
fn read_line(mut pieces: Part<'_>, line: u8, letters: &Letters, board: &mut Board) -> Result<(), TlpdError> {
    let mut hexes = line_hexes(line);
    while let Some(letter) = pieces.text.chars().next() {
        let (symbol, rest) = pieces.split_at(letter.len_utf8());
        pieces = rest;
        let surplus = || symbol.fault(TlpdFault::TooManyHexes { line, length: line_length(line) });
        match letter.to_digit(10) {
            Some(empty @ 1..) => {
                let last = hexes.nth(empty as usize - 1);
                last.ok_or_else(surplus)?;
            }
            _ => {
                let piece = letters.piece(letter);
                let piece = piece.ok_or_else(|| symbol.fault(TlpdFault::UnknownPiece(letter)))?;
                if piece.role == Role::King && board.king(piece.color).is_some() {
                    return Err(symbol.fault(TlpdFault::TwoKings(piece.color)));
                }
                board.put(hexes.next().ok_or_else(surplus)?, piece);
            }
        }
    }
    Ok(())
}

fn read_side(field: Part<'_>) -> Result<Color, TlpdError> {
    match field.text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(field.fault(TlpdFault::Side)),
    }
}

fn read_rights(field: Part<'_>, letters: &Letters, board: &Board) -> Result<ByColor<Rights>, TlpdError> {
    let mut rights = ByColor { black: Rights::NONE, white: Rights::NONE };
    let mut rest = field;
    let chars = |role: Role| ByColor::new_with(|color| letters.char(role.of(color)));
    let malformed = || TlpdFault::Rights { kings: chars(Role::King), rooks: chars(Role::Rook) };
    for color in [Color::White, Color::Black] {
        let before = rest;
        let rook = letters.char(Role::Rook.of(color));
        let read = if rest.eat('-') {
            Rights::NONE
        } else {
            let queen_rook = rest.eat(rook);
            let king = rest.eat(letters.char(Role::King.of(color)));
            Rights { king, king_rook: king && rest.eat(rook), queen_rook }
        };
        let group = before.split_at(before.text.len() - rest.text.len()).0;
        if read.queen_rook && !read.king {
            return Err(group.fault(malformed()));
        }
        check_rights(read, color, board).map_err(|fault| group.fault(fault))?;
        *rights.get_mut(color) = read;
    }
    if rest.text.is_empty() { Ok(rights) } else { Err(rest.fault(malformed())) }
}

/// Checks rights against the board.
///
/// Some files keep the right of a rook that was captured on its home hex, because it never moved. A
/// rook with a right may therefore be missing from the board, but it must not be elsewhere.
fn check_rights(rights: Rights, color: Color, board: &Board) -> Result<(), TlpdFault> {
    if rights.king && board.king(color) != Some(king_home(color)) {
        return Err(TlpdFault::KingNotAtHome(color));
    }
    let rook = Role::Rook.of(color);
    let missing = |wing: &Wing| rights.rook(*wing) && board.piece_at(wing.rook_home(color)) != Some(rook);
    let missing = Wing::ALL.iter().filter(|wing| missing(wing)).count();
    if missing > 0 && missing + board.by_piece(rook).len() > Wing::ALL.len() {
        return Err(TlpdFault::RookNotAtHome(color));
    }
    Ok(())
}

fn read_special(field: Part<'_>, position: &Position) -> Result<Special, TlpdError> {
    let malformed = || field.fault(TlpdFault::SpecialForm);
    let hex = |part: Part<'_>| part.text.parse::<Hex>().map_err(|_| part.fault(TlpdFault::SpecialForm));
    let special = if field.is_hyphen() {
        return Ok(Special::None);
    } else if let Some((pawn, passed)) = field.split_once('@') {
        match passed.text.parse() {
            Ok(scornful) => scornful_on(scornful, position, Some(hex(pawn)?)),
            Err(_) => {
                let lines = read_lines(passed).ok_or_else(malformed)?;
                advanced_to(hex(pawn)?, position, lines)
            }
        }
    } else {
        scornful_on(hex(field)?, position, None)
    };
    special.ok_or_else(|| field.fault(TlpdFault::SpecialImpossible))
}

/// Reads one or two passed lines, in either order, and returns the lower one first.
fn read_lines(lines: Part<'_>) -> Option<(u8, Option<u8>)> {
    match lines.split_once('-').or_else(|| lines.split_once(',')) {
        None => Some((lines.number()?, None)),
        Some((one, other)) => {
            let (one, other) = (one.number::<u8>()?, other.number()?);
            Some((one.min(other), Some(one.max(other))))
        }
    }
}

/// Returns the capture en passant of a pawn that passed `lines` to reach a hex, or `None` if
/// no move can have done so.
fn advanced_to(hex: Hex, position: &Position, lines: (u8, Option<u8>)) -> Option<Special> {
    let color = !position.turn;
    let special = en_passant(color, hex, lines.1.is_some())?;
    let Special::EnPassant { pawn, near, far } = special else {
        return None;
    };
    let last = far.unwrap_or(near);
    let origin = ahead(!color, last)?;
    let passed = (near.min(last).line(), far.map(|far| near.max(far).line()));
    let empty = |hex: Hex| position.piece_at(hex).is_none();
    let possible = passed == lines
        && is_after_pawn_move(pawn, position)
        && [near, last, origin].into_iter().all(empty)
        && (far.is_none() || advances_three(color, origin));
    possible.then_some(special)
}

/// Returns the capture of a scornful pawn, or `None` if no move can have led to it. If
/// `faced` is not given, the board may tell which pawn was faced.
fn scornful_on(hex: Hex, position: &Position, faced: Option<Hex>) -> Option<Special> {
    let facing = position.facing(hex);
    let possible = match faced {
        Some(faced) => facing.contains(faced),
        None => !facing.is_empty(),
    };
    let faced = faced.or_else(|| facing.first().filter(|_| facing.len() == 1));
    (possible && is_after_pawn_move(hex, position)).then_some(Special::Scornful { pawn: hex, faced })
}

/// Returns whether a pawn of the side that has just moved can have moved to a hex: the hex has
/// that pawn or, at the end of its column, the piece it has been promoted to.
fn is_after_pawn_move(hex: Hex, position: &Position) -> bool {
    let color = !position.turn;
    position.piece_at(hex).is_some_and(|piece| {
        let promoted = LAST_HEXES.get(color).contains(hex) && Role::REGAINABLE.contains(&piece.role);
        piece.color == color && (piece.role == Role::Pawn || promoted)
    })
}

fn read_number(field: Part<'_>) -> Result<Option<u32>, TlpdError> {
    if field.text == "?" || field.is_hyphen() {
        return Ok(None);
    }
    let number = field.number().filter(|&number| number > 0);
    number.map(Some).ok_or_else(|| field.fault(TlpdFault::Number))
}
