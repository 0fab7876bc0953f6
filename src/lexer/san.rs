//! From the letters of a move to its parts.
//!
//! The regular expressions of [`Token::Move`] have said that the letters are a
//! move; these functions only take them apart.

use logos::Lexer;
use shakmaty::{CastlingSide, File, Rank, Role, Square};

use super::LexFault;
use super::pgn::Token;
use crate::ast::{CheckMark, PieceMove, San, SanMove};

/// Takes apart a move of a piece or a pawn.
///
/// A file or a rank belongs to the destination until another one follows.
pub(super) fn piece<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> Result<San, LexFault> {
    let text = lexer.slice();
    let (mut role, mut promotion) = (None, None);
    let (mut from_file, mut from_rank) = (None, None);
    let (mut file, mut rank) = (None, None);
    let mut capture = false;
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'a'..=b'h' => {
                if let Some(earlier) = file.replace(File::new(u32::from(byte - b'a'))) {
                    (from_file, from_rank) = (Some(earlier), rank.take());
                }
            }
            b'1'..=b'8' => {
                let digit = Some(Rank::new(u32::from(byte - b'1')));
                *(if file.is_some() { &mut rank } else { &mut from_rank }) = digit;
            }
            b'x' => capture = true,
            b'A'..=b'Z' if at == 0 => role = Role::from_char(char::from(byte)),
            b'A'..=b'Z' => promotion = Role::from_char(char::from(byte)),
            _ => {}
        }
    }
    let (Some(file_to), Some(rank_to)) = (file, rank) else {
        return Err(LexFault::StrayCharacter);
    };
    Ok(San {
        action: SanMove::Piece(PieceMove {
            role,
            file: from_file,
            rank: from_rank,
            capture,
            to: Square::from_coords(file_to, rank_to),
            promotion,
            en_passant: false,
        }),
        mark: mark(text),
    })
}

/// Takes apart a castling, in which only the number of letters matters.
pub(super) fn castling<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> San {
    let text = lexer.slice();
    let hyphens = text.iter().filter(|&&b| b == b'-').count();
    San { action: SanMove::Castling(CastlingSide::from_king_side(hyphens == 1)), mark: mark(text) }
}

/// Takes apart the drop of a piece: a letter or none, `@`, a square.
pub(super) fn drop<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> Result<San, LexFault> {
    let text = lexer.slice();
    let at = text.iter().take_while(|&&b| b != b'@').count();
    let letter = text[..at].first().map(|&b| char::from(b));
    let role = letter.and_then(Role::from_char).unwrap_or(Role::Pawn);
    let to = text.get(at + 1..at + 3).and_then(|square| Square::from_ascii(square).ok());
    let to = to.ok_or(LexFault::StrayCharacter)?;
    Ok(San { action: SanMove::Drop { role, to }, mark: mark(text) })
}

/// Makes a null move, which has no parts.
pub(super) const fn null() -> San {
    San { action: SanMove::Null, mark: None }
}

fn mark(text: &[u8]) -> Option<CheckMark> {
    match text.last() {
        Some(b'+') => Some(CheckMark::Check),
        Some(b'#') => Some(CheckMark::Mate),
        _ => None,
    }
}
