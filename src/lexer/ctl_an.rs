//! From the characters of a move in CTL-AN to its parts.
//!
//! The regular expressions of [`Token::Move`] have said that the characters are
//! a move; these functions only take them apart, from left to right.

use std::str::Chars;

use logos::Lexer;

use super::LexFault;
use super::ctl::Token;
use crate::ast::{CtlAn, CtlMark, CtlMove, CtlPromotion, CtlStep, Sign};
use crate::hex::{Column, Hex};

/// Takes apart a move from a hex to a hex.
pub(super) fn step<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> Result<CtlAn, LexFault> {
    let mut chars = characters(lexer)?;
    let piece = optional_piece(&mut chars);
    let from = hex(&mut chars)?;
    let sign = match chars.next() {
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
            match chars.next() {
                Some('&') => Some(CtlPromotion::Waiting),
                piece => piece.map(CtlPromotion::Piece),
            }
        }
    };
    let action = CtlMove::Step(CtlStep { piece, from, sign, captured, to, promotion });
    ends_here(lexer)?;
    Ok(CtlAn { action, mark: mark(chars.as_str()) })
}

/// Takes apart a castling.
pub(super) fn castling<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> Result<CtlAn, LexFault> {
    let mut chars = characters(lexer)?;
    let mut piece = || chars.next().unwrap_or(' ');
    let pieces = [piece(), piece(), piece()];
    chars.next();
    let rest = chars.as_str();
    let length = rest.bytes().take_while(u8::is_ascii_uppercase).count().min(4);
    let mut destinations = [b' '; 4];
    destinations[..length].copy_from_slice(&rest.as_bytes()[..length]);
    let action = CtlMove::Castling { pieces, destinations };
    ends_here(lexer)?;
    Ok(CtlAn { action, mark: mark(&rest[length..]) })
}

/// Takes apart the promotion of a pawn that was awaiting it.
pub(super) fn promotion<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> Result<CtlAn, LexFault> {
    let mut chars = characters(lexer)?;
    let hex = hex(&mut chars)?;
    chars.next();
    let piece = chars.next().ok_or(LexFault::StrayCharacter)?;
    ends_here(lexer)?;
    Ok(CtlAn { action: CtlMove::Promotion { hex, piece }, mark: mark(chars.as_str()) })
}

/// Reads the number of a label such as `$[1]`.
pub(super) fn label<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> u32 {
    let digits = lexer.slice().iter().filter(|b| b.is_ascii_digit());
    super::shared::number(digits)
}

fn characters<'s>(lexer: &Lexer<'s, Token<'s>>) -> Result<Chars<'s>, LexFault> {
    std::str::from_utf8(lexer.slice()).map(str::chars).map_err(|_| LexFault::StrayCharacter)
}

/// Refuses a move to which letters or digits are joined: one of them may be wrong.
fn ends_here<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> Result<(), LexFault> {
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
    ahead.as_str().starts_with(|c: char| c.is_ascii_uppercase()).then(|| {
        *chars = ahead;
        piece
    })
}

fn hex(chars: &mut Chars<'_>) -> Result<Hex, LexFault> {
    let column = chars.next().and_then(Column::from_char).ok_or(LexFault::NoSuchHex)?;
    let rest = chars.as_str();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 1 && rest.starts_with('0') {
        return Err(LexFault::NoSuchHex);
    }
    let line = rest[..digits].parse().map_err(|_| LexFault::NoSuchHex)?;
    *chars = rest[digits..].chars();
    Hex::new(column, line).ok_or(LexFault::NoSuchHex)
}

fn mark(text: &str) -> Option<CtlMark> {
    match text {
        "+" => Some(CtlMark::Check),
        "+^" => Some(CtlMark::JumpCheck),
        "^+" => Some(CtlMark::CaretCheck),
        "++" => Some(CtlMark::DoubleCheck),
        "+∞" => Some(CtlMark::PerpetualCheck),
        "#" => Some(CtlMark::Mate),
        _ => None,
    }
}
