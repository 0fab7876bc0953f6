//! The signs behind a move: check marks and evaluations, which share letters.

use std::str;

use logos::Lexer;

use super::LexFault;
use super::pgn::Token;
use crate::ast::{CheckMark, Nag};

/// The letters that evaluations are made of.
const LETTERS: [char; 6] = ['+', '-', '−', '=', '/', '∞'];

/// Reads an evaluation, such as `+=`.
pub(super) fn evaluation<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> Result<Nag, LexFault> {
    str::from_utf8(lexer.slice()).ok().and_then(meaning).ok_or(LexFault::StrayCharacter)
}

/// Returns the annotation that an evaluation stands for (PGN standard, section 10;
/// the Informant's signs in ASCII).
fn meaning(sign: &str) -> Option<Nag> {
    Some(Nag(match sign {
        "=" => 10,
        "∞" => 13,
        "+=" | "+/=" => 14,
        "=+" | "=/+" => 15,
        "+/-" | "+/−" => 16,
        "-/+" | "−/+" => 17,
        "+-" | "+−" => 18,
        "-+" | "−+" => 19,
        "=/∞" => 44,
        _ => return None,
    }))
}

/// Reads the check mark behind a move, which may stand apart from it.
///
/// A run of signs that is an evaluation is none: `Qd5+-` says that White is winning,
/// `Qd5++-` that it is check as well.
pub(super) fn check_mark<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> Option<CheckMark> {
    let rest = lexer.remainder();
    let blanks = rest.iter().take_while(|&&byte| byte == b' ' || byte == b'\t').count();
    let (mark, width) = match rest[blanks..] {
        [b'#', ..] => (CheckMark::Mate, 1),
        [b'+', ..] => (CheckMark::Check, width_of_check(run(&rest[blanks..]))?),
        _ => return None,
    };
    lexer.bump(blanks + width);
    Some(mark)
}

/// Returns how many of some signs are a check mark, unless they are an
/// evaluation; `++` is a double check.
fn width_of_check(signs: &str) -> Option<usize> {
    match signs.as_bytes() {
        _ if meaning(signs).is_some() => None,
        [b'+', b'+', ..] if meaning(&signs[1..]).is_none() => Some(2),
        _ => Some(1),
    }
}

/// Returns the letters of evaluations that a text begins with.
fn run(text: &[u8]) -> &str {
    // no evaluation with a mark before it is longer
    const MOST: usize = 12;
    let head = text[..text.len().min(MOST)].utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let end = head.find(|letter| !LETTERS.contains(&letter)).unwrap_or(head.len());
    &head[..end]
}
