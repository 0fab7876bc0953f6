//! The signs after a move: annotations and check marks, which share characters, and the words for
//! check in old notation. The text after them decides which they are, and the regular expressions
//! of logos cannot look ahead.

use logos::Lexer;

use super::{CheckMark, PgnToken};
use crate::syntax::{LexFault, Nag};
use crate::text::is_hyphen;

/// Returns whether a character occurs in evaluations.
fn is_of_evaluation(c: char) -> bool {
    matches!(c, '+' | '=' | '/' | '∞' | '~' | '>') || is_hyphen(c)
}

/// Reads an evaluation, such as `+=`.
pub(super) fn evaluation(lexer: &mut Lexer<'_, PgnToken>) -> Result<Nag, LexFault> {
    Nag::read(lexer.slice()).ok_or(LexFault::StrayCharacter)
}

/// Reads `D` (a diagram) or `N` (a novelty). After the full stop of a move number the letter
/// belongs to a broken move. Next to a word or a full stop it is a word.
pub(super) fn letter(lexer: &mut Lexer<'_, PgnToken>) -> PgnToken {
    let before = lexer.source()[..lexer.span().start].trim_ascii_end();
    let after = lexer.remainder();
    let next = after.trim_ascii_start();
    let is_word = before.ends_with(b".")
        || after.starts_with(b".")
        || (next.first().is_some_and(u8::is_ascii_lowercase) && begins_with_word(next));
    match Nag::read(lexer.slice()) {
        Some(nag) if !is_word => PgnToken::Nag(nag),
        _ => PgnToken::Word,
    }
}

/// Skips the check mark after a move, which spaces may separate from it.
///
/// A run of signs that is an evaluation is not a check mark: `Qd5+-` says that White is winning,
/// and `Qd5++-` that the move also gives check.
pub(super) fn pass_check_mark(lexer: &mut Lexer<'_, PgnToken>) {
    let rest = lexer.remainder();
    let blanks = blanks(rest);
    let width = match rest[blanks..] {
        [b'#', ..] | [b'+', b' ' | b'\n' | b'\r', ..] => Some(1),
        // `+:-` is the result of a game for which Black has not appeared
        [b'+', b':', b'-', ..] if blanks > 0 => None,
        [b'+', b'#', ..] => Some(2),
        [0xe2, 0x80, 0xa0 | 0xa1, ..] => Some("†".len()),
        [b'+', ..] => width_of_check(run(&rest[blanks..])),
        [b'c' | b'd' | b'm', b'a' | b'b' | b'h' | b'i' | b'o', ..] => width_of_words(&rest[blanks..]),
        _ => None,
    };
    if let Some(width) = width {
        lexer.bump(blanks + width);
    }
}

/// Skips `e.p.` after a move, which spaces may separate from it. Returns whether it is there.
pub(super) fn pass_en_passant(lexer: &mut Lexer<'_, PgnToken>) -> bool {
    let rest = lexer.remainder();
    let blanks = blanks(rest);
    let width = width_of_en_passant(&rest[blanks..]);
    lexer.bump(width.map_or(0, |width| blanks + width));
    width.is_some()
}

/// Returns the length of the words for en passant, if a text begins with them.
pub(crate) fn width_of_en_passant(text: &[u8]) -> Option<usize> {
    ["e.p", "ep"].into_iter().find_map(|words| word(text, words))
}

/// Returns whether the text after a move may belong to it. Nearly always it does not, because
/// another move, a number or a line end follows.
#[inline(always)]
pub(super) fn may_belong_to_move(rest: &[u8]) -> bool {
    match &rest[blanks(rest)..] {
        [b'+' | b'#' | 0xe2, ..] => true,
        // a letter before a rank or an `x` begins the next move
        [b'c' | b'd' | b'e' | b'm', next, ..] => !matches!(next, b'1'..=b'8' | b'x'),
        _ => false,
    }
}

/// Returns the number of spaces and tabs at the start of a text.
#[inline(always)]
fn blanks(text: &[u8]) -> usize {
    text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// Returns the check mark after the letters of a move. Of the words, only those
/// for mate have an `m`, and all those for check have a `c`.
pub(super) fn check_mark(signs: &[u8]) -> Option<CheckMark> {
    if signs.iter().any(|byte| matches!(byte, b'#' | b'm')) {
        return Some(CheckMark::Mate);
    }
    // the last two bytes are those of † and ‡
    let is_check = signs.iter().any(|byte| matches!(byte, b'+' | b'c' | 0xa0 | 0xa1));
    is_check.then_some(CheckMark::Check)
}

/// Returns the length of the words for check that a text begins with: `ch`, `dbl. ch.`,
/// `mate`. If another word follows, they are part of a sentence.
fn width_of_words(text: &[u8]) -> Option<usize> {
    let kind = ["dbl", "dis", "double", "disc"].into_iter().find_map(|kind| word(text, kind)).unwrap_or(0);
    let gap = text[kind..].iter().take_while(|&&byte| byte == b' ').count();
    let at = kind + gap;
    let check = || ["ch", "check", "disch", "dblch"].into_iter().find_map(|name| word(&text[at..], name));
    let mate = || ["mate", "checkmate"].into_iter().find_map(|name| word(&text[at..], name));
    let length = check().or_else(|| mate().filter(|_| kind == 0))?;
    let end = at + length;
    (!begins_with_word(text[end..].trim_ascii_start())).then_some(end)
}

/// Returns whether a text begins with a word of several letters, not with a move.
fn begins_with_word(text: &[u8]) -> bool {
    let letters = text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    letters > 1 && !text.get(letters).is_some_and(|byte| byte.is_ascii_digit() || *byte == b'-')
}

/// Returns the length of a word, including its full stop, if a text begins with it.
fn word(text: &[u8], word: &str) -> Option<usize> {
    let after = text.strip_prefix(word.as_bytes())?;
    match after {
        [b'.', ..] => Some(word.len() + 1),
        [next, ..] if next.is_ascii_alphanumeric() => None,
        _ => Some(word.len()),
    }
}

/// Returns how many of the signs after a move are its check mark, or `None` if all of them are an
/// evaluation. `++` is a double check.
fn width_of_check(signs: &str) -> Option<usize> {
    match signs.as_bytes() {
        _ if Nag::of_sign(signs).is_some() => None,
        [b'+', b'+', ..] if Nag::of_sign(&signs[1..]).is_none() => Some(2),
        _ => Some(1),
    }
}

/// Returns the characters of evaluations that a text begins with.
fn run(text: &[u8]) -> &str {
    // in bytes: no evaluation, even with a check mark before it, is longer
    const MAX_LENGTH: usize = 12;
    let head = text[..text.len().min(MAX_LENGTH)].utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let end = head.find(|character| !is_of_evaluation(character)).unwrap_or(head.len());
    &head[..end]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::Lexer;

    fn tokens(text: &str) -> Vec<PgnToken> {
        Lexer::<PgnToken>::new(text.as_bytes(), 0).map(|lexeme| lexeme.token.unwrap()).collect()
    }

    #[test]
    fn every_sign_is_read_as_its_annotation() {
        for (sign, nag) in Nag::all_signs() {
            assert_eq!(tokens(sign), [PgnToken::Nag(nag)], "{sign}");
            let after_moves = format!("Nf3 {sign} e8=Q {sign} O-O {sign} Nf6+ {sign}");
            let found: Vec<_> = tokens(&after_moves).into_iter().skip(1).step_by(2).collect();
            assert_eq!(found, [PgnToken::Nag(nag); 4], "{after_moves}");
        }
    }

    #[test]
    fn signs_are_told_from_check_marks_and_captures() {
        for (text, numbers) in [
            ("e4~= e5=~", &[44, 44][..]),
            ("Qd5+-> Qd5+ ->", &[40, 40]),
            ("Qd5+<=> Qd5=", &[149, 10]),
            ("Qd5+~=", &[44]),
            ("N×e5+ e×d6 ♘×e5 Qa1×a8 e×d8=Q#", &[]),
            ("a×b6 e.p. × e4", &[147]),
            ("Ne5 × Nf3", &[147]),
            ("-- -> <> <= >=", &[40, 143, 142]),
        ] {
            let found = tokens(text).into_iter().filter_map(|token| match token {
                PgnToken::Nag(Nag(number)) => Some(number),
                PgnToken::Move(_) => None,
                other => panic!("{other:?} in {text}"),
            });
            assert_eq!(found.collect::<Vec<_>>(), numbers, "{text}");
        }
    }

    #[test]
    fn the_token_has_no_sign_without_an_annotation() {
        let definition = include_str!("token.rs");
        let (_, class) = definition.split_once("#[regex(\"[‼").unwrap();
        let (class, _) = class.split_once(']').unwrap();
        for sign in class.chars() {
            assert!(Nag::of_sign(&sign.to_string()).is_some(), "{sign}");
        }
    }

    #[test]
    fn letters_of_annotations_are_no_part_of_moves_and_sentences() {
        let is_annotation = |token: &PgnToken| matches!(token, PgnToken::Nag(_));
        for (text, count) in [
            ("1. e4 N e5 D", 2),
            ("Nf3!N", 2),
            ("Nf3N", 0),
            ("e4 N dxe5", 1),
            ("e4 N RR", 2),
            ("1. N f3", 0),
            ("1... D xd4", 0),
            ("the move N wins", 0),
            ("best regards N.", 0),
            ("e8N", 0),
        ] {
            assert_eq!(tokens(text).iter().filter(|token| is_annotation(token)).count(), count, "{text}");
        }
    }
}
