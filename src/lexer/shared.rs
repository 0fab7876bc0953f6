//! What the tokens of every notation have in common: tags, comments, numbers,
//! annotations, words.

use logos::Lexer;

use super::{LexFault, Terminal};
use crate::ast::{Comment, CommentForm, MoveNumber, Nag, NumberMark};
use crate::text::{Encoding, Text};

pub(super) fn tag_name<'s, T: Terminal<'s>>(lexer: &mut Lexer<'s, T>) -> Text<'s> {
    let slice = lexer.slice();
    let before = slice.iter().take_while(|byte| !byte.is_ascii_alphanumeric() && **byte != b'_').count();
    Text(&slice[before..])
}

/// Takes a value without its quotes. If what follows does not close the tag, a
/// quote was left unescaped, and the value goes on to the one before the `]`.
pub(super) fn tag_value<'s, T: Terminal<'s>>(lexer: &mut Lexer<'s, T>) -> Text<'s> {
    // no value is so long that the search for its end may cost more
    const MOST: usize = 1000;
    let rest = lexer.remainder();
    let rest = &rest[..rest.len().min(MOST)];
    if !rest.trim_ascii_start().starts_with(b"]") {
        let line = &rest[..memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())];
        let bracket = memchr::memchr(b']', line).unwrap_or(0);
        let value = line[..bracket].trim_ascii_end();
        if value.ends_with(b"\"") {
            lexer.bump(value.len());
        }
    }
    let quoted = lexer.slice();
    Text(&quoted[1..quoted.len() - 1])
}

/// Passes over the rest of the line, which was to be the value.
pub(super) fn unclosed_value<'s, T: Terminal<'s>>(lexer: &mut Lexer<'s, T>) -> Result<Text<'s>, LexFault> {
    let rest = lexer.remainder();
    lexer.bump(memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len()));
    Err(LexFault::UnclosedValue)
}

pub(super) fn move_number<'s, T: Terminal<'s>>(lexer: &mut Lexer<'s, T>) -> MoveNumber {
    let digits = lexer.slice().iter().take_while(|b| b.is_ascii_digit());
    let mark = match lexer.slice() {
        [.., b'?'] => NumberMark::Unknown,
        [.., b'.', b'.'] => NumberMark::Black,
        _ => NumberMark::Plain,
    };
    MoveNumber { value: number(digits), mark }
}

pub(super) fn number<'a>(digits: impl Iterator<Item = &'a u8>) -> u32 {
    digits.fold(0u32, |value, digit| value.saturating_mul(10).saturating_add(u32::from(digit - b'0')))
}

pub(super) fn nag<'s, T: Terminal<'s>>(lexer: &mut Lexer<'s, T>) -> Result<Nag, LexFault> {
    u8::try_from(number(lexer.slice()[1..].iter())).map(Nag).map_err(|_| LexFault::NagOutOfRange)
}

/// Reads the suffixes of the PGN standard, section 8.2.3.8. A longer run of one sign
/// means what two of it mean; of a mixed one nobody knows what it means.
pub(super) fn suffix<'s, T: Terminal<'s>>(lexer: &mut Lexer<'s, T>) -> Result<Nag, LexFault> {
    Ok(Nag(match lexer.slice() {
        b"!" => 1,
        b"?" => 2,
        b"!!" => 3,
        b"??" => 4,
        b"!?" => 5,
        b"?!" => 6,
        run if run.iter().all(|&sign| sign == b'!') => 3,
        run if run.iter().all(|&sign| sign == b'?') => 4,
        _ => return Err(LexFault::UnknownSuffix),
    }))
}

/// Takes a comment. One that is never closed is taken to go on to the next tags,
/// so that it costs no other game.
pub(super) fn braces<'s, T: Terminal<'s>>(lexer: &mut Lexer<'s, T>) -> Result<Comment<'s>, LexFault> {
    let rest = lexer.remainder();
    let bounds = lexer.extras;
    let has_end = bounds.last_brace.is_some_and(|last| last >= lexer.span().end);
    let end = if has_end && !bounds.before_tags {
        memchr::memchr(b'}', rest).ok_or(rest.len())
    } else {
        brace_before_tags(rest)
    };
    match end {
        Ok(length) => {
            lexer.bump(length + 1);
            Ok(Comment { form: CommentForm::Braces, text: Text(&rest[..length]) })
        }
        Err(tags) => {
            lexer.bump(rest[..tags].trim_ascii_end().len());
            Err(LexFault::UnclosedComment)
        }
    }
}

/// Finds the first closing brace that no tags come before; otherwise returns
/// where these begin, or the end of the text.
fn brace_before_tags(text: &[u8]) -> Result<usize, usize> {
    // one search for both, for neither may be anywhere near
    let found = memchr::memchr2_iter(b'}', b'[', text).find(|&at| text[at] == b'}' || begins_tag(text, at));
    match found {
        Some(at) if text[at] == b'}' => Ok(at),
        _ => Err(found.unwrap_or(text.len())),
    }
}

/// Finds the first line that begins like a tag: a bracket, a name, a quote.
pub(crate) fn tag_section(text: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'[', text).find(|&at| begins_tag(text, at))
}

fn begins_tag(text: &[u8], bracket: usize) -> bool {
    let begins_line = matches!(text[..bracket].last(), Some(b'\n' | b'\r'));
    let inside = text[bracket + 1..].trim_ascii_start();
    let name = inside.iter().take_while(|b| b.is_ascii_alphanumeric() || b"_+#=:-".contains(b)).count();
    begins_line && name > 0 && inside[name..].trim_ascii_start().starts_with(b"\"")
}

pub(super) fn line_comment<'s, T: Terminal<'s>>(lexer: &mut Lexer<'s, T>) -> Comment<'s> {
    Comment { form: CommentForm::Line, text: Text(&lexer.slice()[1..]) }
}

pub(super) fn word<'s, T: Terminal<'s>>(lexer: &mut Lexer<'s, T>) -> Result<(), LexFault> {
    let letters = lexer.slice();
    let decoded = Encoding::detect(letters).decode(letters);
    let is_letter = |c: char| c.is_alphabetic() || matches!(c, '\u{300}'..='\u{36f}');
    if letters.is_ascii() || decoded.chars().all(is_letter) { Ok(()) } else { Err(LexFault::StrayCharacter) }
}

pub(super) fn escaped_line<'s, T: Terminal<'s>>(lexer: &mut Lexer<'s, T>) -> Result<Comment<'s>, LexFault> {
    match lexer.span().start.checked_sub(1).map(|at| lexer.source()[at]) {
        None | Some(b'\n' | b'\r') => {
            let rest = lexer.remainder();
            lexer.bump(memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len()));
            Ok(Comment { form: CommentForm::Escaped, text: Text(&lexer.slice()[1..]) })
        }
        Some(_) => Err(LexFault::StrayCharacter),
    }
}
