//! From the letters of a move to its parts.
//!
//! The regular expressions of [`PgnToken::Move`] have said that the letters are a
//! move; these functions only find its end and take it apart.

use logos::Lexer;
use shakmaty::{CastlingSide, Role, Square};

use super::{PgnToken, PieceMove, San, SanMove, signs};
use crate::syntax::LexFault;
use crate::text::is_hyphen;

/// Reads a move of a piece or a pawn, which a check mark and `e.p.` may follow.
pub(super) fn piece_move(lexer: &mut Lexer<'_, PgnToken>) -> Result<San, LexFault> {
    pass_marks(lexer);
    san(lexer.slice())
}

/// Skips what may follow the move of a piece or a pawn: a check mark and `e.p.`, in any order.
#[inline(always)]
fn pass_marks(lexer: &mut Lexer<'_, PgnToken>) {
    if signs::may_belong_to_move(lexer.remainder()) {
        // of all that may stand there only `e.p.` has a p
        let is_passing = lexer.slice().contains(&b'p') || signs::pass_en_passant(lexer);
        signs::pass_check_mark(lexer);
        if !is_passing {
            signs::pass_en_passant(lexer);
        }
    }
}

/// Reads a move with a sign between its squares that is not in ASCII: a capture with that of books, `×`, or a dash.
pub(super) fn crossed_move(lexer: &mut Lexer<'_, PgnToken>) -> Result<San, LexFault> {
    pass_marks(lexer);
    let written = lexer.slice();
    let is_sign = |(at, c): &(usize, char)| *at > 0 && (*c == '×' || is_hyphen(*c));
    // a byte that is no part of a character may stand only among the marks behind it
    let text = written.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    // unwrap(): the regular expressions have the sign
    let (at, sign) = text.char_indices().find(is_sign).unwrap();
    let plain = if sign == '×' { b"x" } else { b"-" };
    san(&[&written[..at], plain, &written[at + sign.len_utf8()..]].concat())
}

/// Reads a promotion that stands behind the mark of check, as in `gxh1+=Q`.
pub(super) fn promotion_after_mark(lexer: &mut Lexer<'_, PgnToken>) -> Result<San, LexFault> {
    let [letters @ .., mark, sign, piece] = lexer.slice() else { return Err(LexFault::StrayCharacter) };
    san(&[letters, &[*sign, *piece, *mark]].concat())
}

/// Reads a move to which the `N` of a novelty is joined. It is no promotion, for it is no move of a pawn to its last
/// rank, or that is complete without it.
pub(super) fn novelty(lexer: &mut Lexer<'_, PgnToken>) -> Result<San, LexFault> {
    let [written @ .., b'N'] = lexer.slice() else { return Err(LexFault::StrayCharacter) };
    san(written).map(San::with_novelty)
}

/// Reads any other move, which a check mark may follow.
pub(super) fn other_move(lexer: &mut Lexer<'_, PgnToken>) -> Result<San, LexFault> {
    signs::pass_check_mark(lexer);
    san(lexer.slice())
}

/// Reads a null move, which is a token of its own: the dashes of `--option` are none.
pub(super) fn null_move(lexer: &mut Lexer<'_, PgnToken>) -> Result<San, LexFault> {
    let before = lexer.source()[..lexer.span().start].last();
    let is_joined = |byte: &&u8| byte.is_ascii_alphanumeric() || b"<>-=~".contains(byte);
    let joined = lexer.remainder().iter().take_while(is_joined).count();
    if joined > 0 || before.is_some_and(u8::is_ascii_alphabetic) {
        lexer.bump(joined);
        return Err(LexFault::StrayCharacter);
    }
    other_move(lexer)
}

/// Takes a move apart.
#[inline(always)]
fn san(written: &[u8]) -> Result<San, LexFault> {
    match written {
        // nearly every move ends in a square
        [.., b'1'..=b'8'] => letters_to_square(written),
        _ => with_signs(written),
    }
}

/// Parses a move that has letters or signs after its square, or no square.
#[inline(never)]
fn with_signs(written: &[u8]) -> Result<San, LexFault> {
    let Some(last_digit) = written.iter().rposition(|byte| matches!(byte, b'1'..=b'8')) else {
        return Ok(without_square(written));
    };
    let (letters, after) = written.split_at(last_digit + 1);
    let (promotion, signs) = split_promotion(after);
    let action = match letters_to_square(letters)?.action() {
        // of all that may stand there only `e.p.` has a p
        SanMove::Piece(piece) => {
            let capture = if signs.contains(&b'p') { piece.capture.en_passant() } else { piece.capture };
            SanMove::Piece(PieceMove { capture, promotion, ..piece })
        }
        other => other,
    };
    Ok(San::new(action, signs::check_mark(signs)))
}

/// Takes apart a castling, in which only the number of letters matters, or a null move.
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

/// Takes apart a move or a drop whose letters end in a square.
#[inline(always)]
fn letters_to_square(letters: &[u8]) -> Result<San, LexFault> {
    let [origin @ .., file @ b'a'..=b'h', rank @ b'1'..=b'8'] = letters else {
        return Err(LexFault::StrayCharacter);
    };
    let to = Square::ALL[usize::from(rank - b'1') << 3 | usize::from(file - b'a')];
    Ok(San::from_letters(origin, to))
}

/// Splits the promotion from the text after it.
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
