//! The signs behind a move: check marks and evaluations, which share letters, and the
//! words that old notation has for check.

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
        [b'+', b'#', ..] => (CheckMark::Mate, 2),
        [0xe2, 0x80, 0xa0 | 0xa1, ..] => (CheckMark::Check, "†".len()),
        [b'+', ..] => (CheckMark::Check, width_of_check(run(&rest[blanks..]))?),
        [b'c' | b'd' | b'm', b'a' | b'b' | b'h' | b'i', ..] => word_of_check(&rest[blanks..])?,
        _ => return None,
    };
    lexer.bump(blanks + width);
    Some(mark)
}

/// Reads a word for check and returns its length: `ch`, `dbl. ch.`, `mate`. In front of
/// another word it is part of a sentence.
fn word_of_check(text: &[u8]) -> Option<(CheckMark, usize)> {
    let kind = ["dbl", "dis", "double", "disc"].into_iter().find_map(|kind| word(text, kind)).unwrap_or(0);
    let gap = text[kind..].iter().take_while(|&&byte| byte == b' ').count();
    let at = kind + gap;
    let check = || ["ch", "check", "disch", "dblch"].into_iter().find_map(|name| word(&text[at..], name));
    let mate = || ["mate", "checkmate"].into_iter().find_map(|name| word(&text[at..], name));
    let (mark, length) = match check() {
        Some(length) => (CheckMark::Check, length),
        None => (CheckMark::Mate, mate().filter(|_| kind == 0)?),
    };
    let end = at + length;
    let behind = text[end..].trim_ascii_start();
    let letters = behind.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let is_word =
        letters > 1 && !behind.get(letters).is_some_and(|byte| byte.is_ascii_digit() || *byte == b'-');
    (!is_word).then_some((mark, end))
}

/// Returns the length of a word, its full stop included, if a text begins with it.
fn word(text: &[u8], word: &str) -> Option<usize> {
    let behind = text.strip_prefix(word.as_bytes())?;
    match behind {
        [b'.', ..] => Some(word.len() + 1),
        [next, ..] if next.is_ascii_alphanumeric() => None,
        _ => Some(word.len()),
    }
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
