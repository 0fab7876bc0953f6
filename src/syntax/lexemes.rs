//! What the tokens of every notation have in common: tags, comments, numbers,
//! annotations, words. Each function is a callback of logos.

use logos::Lexer;

use super::{CommentForm, LexFault, Nag, Token};
use crate::text::Encoding;

/// Counts the bytes before the name of a tag, which is written with its bracket.
pub fn tag_name<T: Token>(lexer: &mut Lexer<'_, T>) -> u32 {
    let is_before = |byte: &&u8| !byte.is_ascii_alphanumeric() && **byte != b'_';
    lexer.slice().iter().take_while(is_before).count() as u32
}

/// Refuses a bracket without a name.
///
/// # Errors
///
/// Always [`LexFault::NamelessTag`].
pub fn nameless_tag<T: Token>(_lexer: &mut Lexer<'_, T>) -> Result<u32, LexFault> {
    Err(LexFault::NamelessTag)
}

/// Refuses a closing brace without an opening one.
///
/// # Errors
///
/// Always [`LexFault::StrayBrace`].
pub fn stray_brace<T: Token>(_lexer: &mut Lexer<'_, T>) -> Result<CommentForm, LexFault> {
    Err(LexFault::StrayBrace)
}

/// How far the end of a value is looked for: no value is so long that the search may cost more.
const LONGEST_SEARCH: usize = 1000;

/// Finds the end of a value. If what follows does not close the tag, a quote was
/// left unescaped, and the value goes on to the one before the `]`.
pub fn end_value<T: Token>(lexer: &mut Lexer<'_, T>) {
    let rest = lexer.remainder();
    let rest = &rest[..rest.len().min(LONGEST_SEARCH)];
    if !rest.trim_ascii_start().starts_with(b"]") {
        let line = &rest[..memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())];
        let bracket = memchr::memchr(b']', line).unwrap_or(0);
        let value = line[..bracket].trim_ascii_end();
        if value.ends_with(b"\"") {
            lexer.bump(value.len());
        }
    }
}

/// The quotes of books, in UTF-8 and, where that is the encoding, in Windows-1252.
const TYPOGRAPHIC_QUOTES: [&[u8]; 11] = [
    "“".as_bytes(),
    "”".as_bytes(),
    "„".as_bytes(),
    "‟".as_bytes(),
    "«".as_bytes(),
    "»".as_bytes(),
    b"\x84",
    b"\x93",
    b"\x94",
    b"\xab",
    b"\xbb",
];

/// Takes a value between the quotes of books, the first of which begins the token: up to the last
/// one before the `]`.
///
/// # Errors
///
/// [`LexFault::StrayCharacter`] when there is none, and the quote is not one of a tag.
pub fn typographic_value<T: Token>(lexer: &mut Lexer<'_, T>) -> Result<(), LexFault> {
    let rest = &lexer.source()[lexer.span().start..];
    let rest = &rest[..rest.len().min(LONGEST_SEARCH)];
    let line = &rest[..memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())];
    let mut values = memchr::memchr_iter(b']', line).map(|bracket| line[..bracket].trim_ascii_end());
    let is_closed = |value: &&[u8]| ends_with_quote(behind_quote(value));
    let value = values.find(is_closed).ok_or(LexFault::StrayCharacter)?;
    let length = value.len().checked_sub(lexer.slice().len()).ok_or(LexFault::StrayCharacter)?;
    lexer.bump(length);
    Ok(())
}

/// Takes the quotes off a value, the last of which may be missing.
pub(super) fn unquoted(value: &[u8]) -> &[u8] {
    if let [b'"', inside @ ..] = value {
        return inside.strip_suffix(b"\"").unwrap_or(inside);
    }
    let inside = behind_quote(value);
    TYPOGRAPHIC_QUOTES.iter().find_map(|quote| inside.strip_suffix(*quote)).unwrap_or(inside)
}

/// Returns what stands behind the quote of books that a text begins with.
fn behind_quote(text: &[u8]) -> &[u8] {
    TYPOGRAPHIC_QUOTES.iter().find_map(|quote| text.strip_prefix(*quote)).unwrap_or(text)
}

fn ends_with_quote(text: &[u8]) -> bool {
    TYPOGRAPHIC_QUOTES.iter().any(|quote| text.ends_with(quote))
}

/// Tells whether a text begins with a quote of any kind.
fn begins_value(text: &[u8]) -> bool {
    text.starts_with(b"\"") || TYPOGRAPHIC_QUOTES.iter().any(|quote| text.starts_with(quote))
}

/// Passes over the rest of the line, which was to be the value.
///
/// # Errors
///
/// Always [`LexFault::UnclosedValue`].
pub fn unclosed_value<T: Token>(lexer: &mut Lexer<'_, T>) -> Result<(), LexFault> {
    let rest = lexer.remainder();
    lexer.bump(memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len()));
    Err(LexFault::UnclosedValue)
}

/// Reads a move number and passes over what touches it.
pub fn move_number<T: Token>(lexer: &mut Lexer<'_, T>) -> u32 {
    number(lexer.slice().iter().take_while(|byte| byte.is_ascii_digit()))
}

/// Reads digits; a number that is too large for the type becomes the largest.
fn number<'a>(digits: impl Iterator<Item = &'a u8>) -> u32 {
    digits.fold(0u32, |value, digit| value.saturating_mul(10).saturating_add(u32::from(digit - b'0')))
}

/// Reads the number of a label such as `$[1]`.
pub fn label<T: Token>(lexer: &mut Lexer<'_, T>) -> u32 {
    number(lexer.slice().iter().filter(|byte| byte.is_ascii_digit()))
}

/// Reads an annotation that is a number behind `$`.
///
/// # Errors
///
/// [`LexFault::NagOutOfRange`] when the number is above 255.
pub fn nag<T: Token>(lexer: &mut Lexer<'_, T>) -> Result<Nag, LexFault> {
    Nag::read(lexer.slice()).ok_or(LexFault::NagOutOfRange)
}

/// Reads an annotation that is a run of `!` and `?`.
///
/// # Errors
///
/// [`LexFault::UnknownSuffix`] when the run stands for no annotation.
pub fn suffix<T: Token>(lexer: &mut Lexer<'_, T>) -> Result<Nag, LexFault> {
    Nag::read(lexer.slice()).ok_or(LexFault::UnknownSuffix)
}

/// Takes a comment that goes to the end of its line.
pub fn line_comment<T: Token>(_lexer: &mut Lexer<'_, T>) -> CommentForm {
    CommentForm::Line
}

/// Finds the end of a comment. One that is never closed is taken to go on to the next tags,
/// so that it costs no other game.
///
/// # Errors
///
/// [`LexFault::UnclosedComment`] when no brace closes the comment.
pub fn braces<T: Token>(lexer: &mut Lexer<'_, T>) -> Result<CommentForm, LexFault> {
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
            Ok(CommentForm::Braces)
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

/// Finds the first line that begins like a tag: a bracket, a name, a quote of any kind.
pub fn tag_section(text: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'[', text).find(|&at| begins_tag(text, at))
}

fn begins_tag(text: &[u8], bracket: usize) -> bool {
    let begins_line = matches!(text[..bracket].last(), Some(b'\n' | b'\r'));
    let inside = text[bracket + 1..].trim_ascii_start();
    let name = inside.iter().take_while(|b| b.is_ascii_alphanumeric() || b"_+#=:-".contains(b)).count();
    begins_line && name > 0 && begins_value(inside[name..].trim_ascii_start())
}

/// Refuses a run of letters with bytes that are none.
///
/// # Errors
///
/// [`LexFault::StrayCharacter`] when there is such a byte.
pub fn word<T: Token>(lexer: &mut Lexer<'_, T>) -> Result<(), LexFault> {
    let letters = lexer.slice();
    let decoded = Encoding::detect(letters).decode(letters);
    let is_letter = |c: char| c.is_alphabetic() || matches!(c, '\u{300}'..='\u{36f}');
    if letters.is_ascii() || decoded.chars().all(is_letter) { Ok(()) } else { Err(LexFault::StrayCharacter) }
}

/// Takes the rest of a line that begins with `%`.
///
/// # Errors
///
/// [`LexFault::StrayCharacter`] when the `%` does not begin its line.
pub fn escaped_line<T: Token>(lexer: &mut Lexer<'_, T>) -> Result<CommentForm, LexFault> {
    match lexer.span().start.checked_sub(1).map(|at| lexer.source()[at]) {
        None | Some(b'\n' | b'\r') => {
            let rest = lexer.remainder();
            lexer.bump(memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len()));
            Ok(CommentForm::Escaped)
        }
        Some(_) => Err(LexFault::StrayCharacter),
    }
}
