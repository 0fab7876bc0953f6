//! From the letters of a move to its parts.
//!
//! The regular expressions of [`Token::Move`] have said that the letters are a
//! move; these functions only take them apart.

use logos::Lexer;
use shakmaty::{CastlingSide, File, Rank, Role, Square};

use super::pgn::Token;
use super::{LexFault, signs};
use crate::ast::{PieceMove, San, SanMove};

/// Takes apart a move of a piece or a pawn.
///
/// A file or a rank belongs to the destination until another one follows.
pub(super) fn piece<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> Result<San, LexFault> {
    let text = lexer.slice();
    let (text, passing) = split_passing(text);
    let (text, promotion) = split_promotion(text);
    let mut role = None;
    let (mut from_file, mut from_rank) = (None, None);
    let (mut file, mut rank) = (None, None);
    let mut capture = false;
    for &byte in text {
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
            b'x' | b':' => capture = true,
            b'A'..=b'Z' => role = Role::from_char(char::from(byte)),
            _ => role = of_figurine(byte).or(role),
        }
    }
    let (Some(file_to), Some(rank_to)) = (file, rank) else {
        return Err(LexFault::StrayCharacter);
    };
    let mark = signs::check_mark(lexer);
    Ok(San {
        action: SanMove::Piece(PieceMove {
            role,
            file: from_file,
            rank: from_rank,
            capture,
            to: Square::from_coords(file_to, rank_to),
            promotion,
            en_passant: passing || pass_behind_mark(lexer),
        }),
        mark,
    })
}

/// Splits `e.p.` off the end.
fn split_passing(text: &[u8]) -> (&[u8], bool) {
    let bare = text.strip_suffix(b"e.p.").or(text.strip_suffix(b"e.p")).or(text.strip_suffix(b"ep"));
    bare.map_or((text, false), |bare| (bare.trim_ascii_end(), true))
}

/// Splits the promotion off the end, where a move without one has its rank.
fn split_promotion(text: &[u8]) -> (&[u8], Option<Role>) {
    let figurine = text.strip_suffix("\u{fe0e}".as_bytes()).unwrap_or(text);
    match text.strip_suffix(b")").unwrap_or(figurine) {
        [bare @ .., letter] if letter.is_ascii_alphabetic() => (bare, Role::from_char(char::from(*letter))),
        [bare @ .., 0xe2, 0x99, last] => (bare, of_figurine(*last)),
        _ => (text, None),
    }
}

/// Returns what the last byte of a figurine says, U+2654 to U+265F.
fn of_figurine(byte: u8) -> Option<Role> {
    const ROLES: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let place = usize::from(byte.checked_sub(0x94)?);
    (place < 12).then(|| ROLES[place % 6])
}

/// Reads `e.p.` behind the check mark.
fn pass_behind_mark<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> bool {
    let rest = lexer.remainder();
    let blanks = rest.iter().take_while(|&&byte| byte == b' ').count();
    let stands = rest[blanks..].starts_with(b"e.p.");
    if stands {
        lexer.bump(blanks + b"e.p.".len());
    }
    stands
}

/// Takes apart a castling, in which only the number of letters matters.
pub(super) fn castling<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> San {
    let text = lexer.slice();
    let letters = text.iter().filter(|b| matches!(b, b'O' | b'o' | b'0')).count();
    let action = SanMove::Castling(CastlingSide::from_king_side(letters == 2));
    San { action, mark: signs::check_mark(lexer) }
}

/// Takes apart the drop of a piece: a letter or none, `@`, a square.
pub(super) fn drop<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> Result<San, LexFault> {
    let text = lexer.slice();
    let at = text.iter().take_while(|&&b| b != b'@').count();
    let letter = text[..at].first().map(|&b| char::from(b));
    let role = letter.and_then(Role::from_char).unwrap_or(Role::Pawn);
    let to = text.get(at + 1..at + 3).and_then(|square| Square::from_ascii(square).ok());
    let to = to.ok_or(LexFault::StrayCharacter)?;
    Ok(San { action: SanMove::Drop { role, to }, mark: signs::check_mark(lexer) })
}

/// Makes a null move, which has no parts but a mark.
pub(super) fn null<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> San {
    San { action: SanMove::Null, mark: signs::check_mark(lexer) }
}
