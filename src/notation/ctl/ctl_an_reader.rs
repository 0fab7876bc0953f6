//! From the characters of a move in CTL-AN to its parts.
//!
//! The regular expressions of [`CtlToken::Move`] have said that the characters are
//! a move; these functions only take them apart, from left to right.

use std::str::Chars;

use logos::Lexer;

use super::ctl_an::is_piece;
use super::{Column, CtlAn, CtlMark, CtlMove, CtlPromotion, CtlStep, CtlToken, Hex, Sign};
use crate::syntax::LexFault;

/// Reads a move, of which everything must be right that needs no board.
pub(super) fn read_move(lexer: &mut Lexer<'_, CtlToken>) -> Result<CtlAn, LexFault> {
    let written = ctl_an(lexer.slice())?;
    ends_here(lexer)?;
    Ok(written)
}

/// Refuses a word with a sign of capture inside that is longer than a move: a move to which something
/// is joined, or no move at all.
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
/// [`LexFault::NoSuchLine`], [`LexFault::NoSuchColumn`] or [`LexFault::LowerCaseColumn`] when a hex of
/// it is not on the board, [`LexFault::UnknownLetter`] when a letter is that of no piece.
fn ctl_an(written: &[u8]) -> Result<CtlAn, LexFault> {
    let text = std::str::from_utf8(written).map_err(|_| LexFault::StrayCharacter)?;
    // only a castling has no hex
    let (action, rest) =
        if text.contains(|c: char| c.is_ascii_digit()) { between_hexes(text)? } else { castling(text) };
    CtlAn::new(action, CtlMark::from_text(rest)).ok_or_else(|| unknown_letter(action))
}

/// Returns the fault of a move that cannot be packed, since one of its letters stands for no piece.
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

/// Takes what follows the `=` of a promotion.
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

/// Refuses a move to which letters or digits are joined: one of them may be wrong.
fn ends_here(lexer: &mut Lexer<'_, CtlToken>) -> Result<(), LexFault> {
    let joined = lexer.remainder().iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    lexer.bump(joined);
    if joined == 0 { Ok(()) } else { Err(LexFault::RunOn) }
}

/// Takes a piece, which is what stands before the letter of a column. A figurine
/// may carry the selector of text presentation.
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
    let column = Column::from_char(letter).ok_or_else(|| no_such_column(letter))?;
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

fn no_such_column(letter: char) -> LexFault {
    match Column::from_char(letter.to_ascii_uppercase()) {
        Some(_) => LexFault::LowerCaseColumn { letter },
        None => LexFault::NoSuchColumn,
    }
}
