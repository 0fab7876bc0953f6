//! The tokens that all notations share: tags, comments, numbers, annotations, words. Each public
//! function is a logos callback.

use logos::Lexer;

use super::tag_line::{begins_header, begins_whole_header, is_tag};
use super::{CommentForm, LexFault, Nag, Outcome, Token};
use crate::text::{Text, is_hyphen, work};

/// Returns the offset of a tag's name in its token, which begins with the bracket.
pub fn tag_name<T: Token>(lexer: &mut Lexer<'_, T>) -> u32 {
    let is_before = |byte: &&u8| !byte.is_ascii_alphanumeric() && **byte != b'_';
    lexer.slice().iter().take_while(is_before).count() as u32
}

/// Refuses a bracket without a name, or with one that begins with a letter that names do not have.
///
/// # Errors
///
/// Always returns [`LexFault::NamelessTag`] or [`LexFault::BadTagName`].
pub fn nameless_tag<T: Token>(lexer: &mut Lexer<'_, T>) -> Result<u32, LexFault> {
    // no character takes more bytes
    let after = lexer.remainder().trim_ascii_start();
    let first = Text(&after[..after.len().min(4)]).decode().chars().next();
    Err(if first.is_some_and(char::is_alphabetic) { LexFault::BadTagName } else { LexFault::NamelessTag })
}

/// Refuses a closing brace without an opening one.
///
/// # Errors
///
/// Always returns [`LexFault::StrayBrace`].
pub fn stray_brace<T: Token>(_lexer: &mut Lexer<'_, T>) -> Result<CommentForm, LexFault> {
    Err(LexFault::StrayBrace)
}

/// How far the end of a value is searched for, in bytes. This bounds the cost, and no real value is longer.
const LONGEST_SEARCH: usize = 1000;

/// Finds the end of a value. If the closing quote is followed neither by `]` nor by another tag, it is
/// an unescaped quote, and the value continues to the quote before the `]`.
///
/// # Errors
///
/// Returns [`LexFault::UnclosedValue`] if that quote is the opening one of a tag that is glued to the value.
pub fn end_value<T: Token>(lexer: &mut Lexer<'_, T>) -> Result<(), LexFault> {
    let rest = lexer.remainder();
    let rest = &rest[..rest.len().min(LONGEST_SEARCH)];
    let after = rest.trim_ascii_start();
    if after.starts_with(b"]") || is_tag(after) {
        return Ok(());
    }
    if glued_tag(lexer.slice()).is_some() {
        return Err(LexFault::UnclosedValue);
    }
    let line = &rest[..memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())];
    let bracket = memchr::memchr(b']', line).unwrap_or(0);
    let value = line[..bracket].trim_ascii_end();
    if value.ends_with(b"\"") {
        lexer.bump(value.len());
    }
    Ok(())
}

/// Finds a tag that is joined to a value that is never closed, as in `60+0[Event "`.
pub(super) fn glued_tag(value: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'[', value).find(|at| !value[..*at].ends_with(b" ") && is_tag(&value[*at..]))
}

/// Returns the quotes that are read as `"`: typographic ones in UTF-8 and, where that is the encoding, in
/// Windows-1252; fullwidth ones; and apostrophes and accents that are used as quotes.
// those in UTF-8 come first, because `«` ends there with the byte that is `«` in Windows-1252
fn other_quotes() -> impl Iterator<Item = &'static [u8]> + Clone {
    const IN_WINDOWS_1252: &[u8] = b"\x82\x84\x8b\x91\x92\x93\x94\x9b\xab\xbb";
    let in_utf8 = "“”„‟‘’‚‛«»‹›＂＇´`'".split_inclusive(|_: char| true).map(str::as_bytes);
    in_utf8.chain(IN_WINDOWS_1252.chunks(1))
}

/// Returns all quotes, the usual one first.
fn quotes() -> impl Iterator<Item = &'static [u8]> + Clone {
    std::iter::once(&b"\""[..]).chain(other_quotes())
}

/// Reads a value between typographic quotes, the first of which begins the token, up to the last
/// one before the `]`.
///
/// # Errors
///
/// Returns [`LexFault::StrayCharacter`] if there is no such quote, so that the first one does not belong to a tag.
pub fn typographic_value<T: Token>(lexer: &mut Lexer<'_, T>) -> Result<(), LexFault> {
    let rest = &lexer.source()[lexer.span().start..];
    let rest = &rest[..rest.len().min(LONGEST_SEARCH)];
    let line = &rest[..memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())];
    let length = closed_value(line, quotes()).ok_or(LexFault::StrayCharacter)?;
    lexer.bump(length.checked_sub(lexer.slice().len()).ok_or(LexFault::StrayCharacter)?);
    Ok(())
}

/// Returns the length of the value that a line begins with, up to the first of the closing quotes before a `]`.
fn closed_value(line: &[u8], closing: impl Iterator<Item = &'static [u8]> + Clone) -> Option<usize> {
    let mut values = memchr::memchr_iter(b']', line).map(|bracket| line[..bracket].trim_ascii_end());
    let is_closed = |value: &&[u8]| closing.clone().any(|quote| after_quote(value).ends_with(quote));
    values.find(is_closed).map(<[u8]>::len)
}

/// Takes the quotes off a value. The closing one may be missing.
/// Quotes that are doubled on both sides come from a CSV file.
pub(super) fn unquoted(value: &[u8]) -> &[u8] {
    if let [b'"', b'"', inside @ .., b'"', b'"'] = value
        && !inside.is_empty()
        && !inside.contains(&b'"')
    {
        return inside;
    }
    if let [b'"', inside @ .., b'"'] = value {
        return inside;
    }
    let inside = after_quote(value);
    quotes().find_map(|quote| inside.strip_suffix(quote)).unwrap_or(inside)
}

/// Returns the text after the quote that it begins with.
fn after_quote(text: &[u8]) -> &[u8] {
    quotes().find_map(|quote| text.strip_prefix(quote)).unwrap_or(text)
}

/// Returns whether a text begins with a quote of any kind.
pub(super) fn begins_value(text: &[u8]) -> bool {
    text.starts_with(b"\"") || other_quotes().any(|quote| text.starts_with(quote))
}

/// Reads a value whose closing quote is of another kind than the opening one. Without a closing
/// quote, the token is the rest of the line; [`Lexer`](super::Lexer) ends it before a tag that is
/// joined to the value.
///
/// # Errors
///
/// Returns [`LexFault::UnclosedValue`] if no quote before a `]` closes the value.
pub fn unclosed_value<T: Token>(lexer: &mut Lexer<'_, T>) -> Result<(), LexFault> {
    let rest = lexer.remainder();
    let line = &rest[..memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())];
    if let Some(length) = closed_value(&line[..line.len().min(LONGEST_SEARCH)], other_quotes()) {
        lexer.bump(length);
        return Ok(());
    }
    // a backslash before the last quote is not meant to escape it
    if let Some(value) = line.trim_ascii_end().strip_suffix(b"]").filter(|value| value.ends_with(b"\\\"")) {
        lexer.bump(value.len());
        return Ok(());
    }
    lexer.bump(line.len());
    Err(LexFault::UnclosedValue)
}

/// Reads a move number, and ignores the dots and signs that follow its digits.
pub fn move_number<T: Token>(lexer: &mut Lexer<'_, T>) -> u32 {
    number(lexer.slice().iter().take_while(|byte| byte.is_ascii_digit()))
}

/// Reads digits. A number that is too large for the type becomes its maximum.
pub(super) fn number<'a>(digits: impl Iterator<Item = &'a u8>) -> u32 {
    digits.fold(0u32, |value, digit| value.saturating_mul(10).saturating_add(u32::from(digit - b'0')))
}

/// Reads the number of a label such as `$[1]`.
pub fn label<T: Token>(lexer: &mut Lexer<'_, T>) -> u32 {
    number(lexer.slice().iter().filter(|byte| byte.is_ascii_digit()))
}

/// Reads an annotation that is a number after `$`.
///
/// # Errors
///
/// Returns [`LexFault::NagOutOfRange`] if the number is above 255.
pub fn nag<T: Token>(lexer: &mut Lexer<'_, T>) -> Result<Nag, LexFault> {
    Nag::read(lexer.slice()).ok_or(LexFault::NagOutOfRange)
}

/// Reads an annotation that is a run of `!` and `?`.
///
/// # Errors
///
/// Returns [`LexFault::UnknownSuffix`] if the run is not an annotation.
pub fn suffix<T: Token>(lexer: &mut Lexer<'_, T>) -> Result<Nag, LexFault> {
    Nag::read(lexer.slice()).ok_or(LexFault::UnknownSuffix)
}

/// Finds the end of a comment, which is its first closing brace. If another opening brace, a whole header or the end of
/// the text comes first, the comment may lack its brace. It then ends before whatever may begin a header, so that it
/// affects no other game.
///
/// # Errors
///
/// Returns [`LexFault::InnerBrace`] if the comment has another opening brace, and [`LexFault::UnclosedComment`] if
/// no brace closes it.
pub fn braces<T: Token>(lexer: &mut Lexer<'_, T>) -> Result<CommentForm, LexFault> {
    let rest = lexer.remainder();
    let bounds = lexer.extras;
    let begin = lexer.span().end;
    let has_end = bounds.last_brace.is_some_and(|last| last >= begin);
    let [unclosed_from, unclosed_to] = bounds.unclosed;
    let end = if begin <= bounds.open_to {
        // who reads only a few tokens must not search the rest of the text for the end of a comment
        CommentEnd::BeforeHeader(0)
    } else if !has_end && (unclosed_from..unclosed_to).contains(&begin) {
        CommentEnd::BeforeHeader(unclosed_to - begin)
    } else {
        let end = comment_end(rest, bounds.last_brace == Some(usize::MAX));
        let (CommentEnd::Brace { at, .. } | CommentEnd::BeforeHeader(at)) = end;
        work::count(at);
        end
    };
    match end {
        CommentEnd::Brace { at, is_inside } => {
            lexer.bump(at + 1);
            if is_inside { Err(LexFault::InnerBrace) } else { Ok(CommentForm::Braces) }
        }
        CommentEnd::BeforeHeader(at) => {
            if !has_end {
                lexer.extras.unclosed = [begin, begin + at];
            }
            lexer.bump(rest[..at].trim_ascii_end().len());
            Err(LexFault::UnclosedComment)
        }
    }
}

/// Where a comment ends.
enum CommentEnd {
    /// With a closing brace. `is_inside` tells whether another opening brace comes before it.
    Brace { at: usize, is_inside: bool },
    /// Before a header, or at the end of the text.
    BeforeHeader(usize),
}

/// Finds the end of a comment in the text after its brace. It ends before a whole header and, after another opening brace
/// or if it is not closed before that, before anything that may begin one. If the text `is_cut` off, a brace may follow.
fn comment_end(text: &[u8], is_cut: bool) -> CommentEnd {
    let (mut searched, mut is_inside) = (0, false);
    let brackets =
        |from: usize, to: usize| memchr::memchr_iter(b'[', &text[from..to]).map(move |at| from + at);
    let header_in = |from: usize, to: usize| brackets(from, to).find(|at| begins_header(text, *at));
    let whole_header_in =
        |from: usize, to: usize| brackets(from, to).find(|at| begins_whole_header(&text[..to], *at));
    let before_header = |end: usize| CommentEnd::BeforeHeader(header_in(0, end).unwrap_or(end));
    for at in memchr::memchr2_iter(b'{', b'}', text) {
        is_inside |= text[at] == b'{';
        let header = if is_inside { header_in(searched, at) } else { whole_header_in(searched, at) };
        if let Some(header) = header {
            return before_header(header);
        }
        if text[at] == b'}' {
            return CommentEnd::Brace { at, is_inside };
        }
        searched = at;
    }
    match whole_header_in(searched, text.len()) {
        // a header in the comment is not looked for, since the next chunk may close the comment
        None if is_cut && !is_inside => CommentEnd::BeforeHeader(text.len()),
        header => before_header(header.unwrap_or(text.len())),
    }
}

/// Refuses a word that contains characters other than letters and their combining accents.
///
/// # Errors
///
/// Returns [`LexFault::StrayCharacter`] if there is such a character.
pub fn word<T: Token>(lexer: &mut Lexer<'_, T>) -> Result<(), LexFault> {
    let letters = lexer.slice();
    let decoded = Text(letters).decode();
    let is_letter = |c: char| c.is_alphabetic() || matches!(c, '\u{300}'..='\u{36f}');
    if letters.is_ascii() || decoded.chars().all(is_letter) { Ok(()) } else { Err(LexFault::StrayCharacter) }
}

/// Reads the rest of a line that begins with `%`.
///
/// # Errors
///
/// Returns [`LexFault::StrayCharacter`] if the `%` does not begin its line.
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

/// Accepts a result, of which its pattern tells the outcome, if it ends where its token ends.
///
/// # Errors
///
/// Returns [`Token::BAD_RESULT`] if the result is only the start of a longer token, such as a clock (`0:15`), a
/// score (`1-10`) or a move that is joined to it (`1-0Nf3`). The whole longer token is then
/// refused.
pub fn whole_result<T: Token>(lexer: &mut Lexer<'_, T>, outcome: Outcome) -> Result<Outcome, LexFault> {
    let length = joined_length(lexer.remainder());
    lexer.bump(length);
    if length == 0 { Ok(outcome) } else { Err(T::BAD_RESULT) }
}

/// Accepts a `*` as a result. A number may follow without a space: that of the first move of the next game.
///
/// # Errors
///
/// Returns [`Token::BAD_RESULT`] if anything else is joined to it, as [`whole_result`] does.
pub fn star<T: Token>(lexer: &mut Lexer<'_, T>) -> Result<Outcome, LexFault> {
    let precedes_number = lexer.remainder().first().is_some_and(u8::is_ascii_digit);
    if precedes_number { Ok(Outcome::Unknown) } else { whole_result(lexer, Outcome::Unknown) }
}

/// Refuses a token that has the form of a result, with everything that is joined to it.
///
/// # Errors
///
/// Always returns [`Token::BAD_RESULT`].
pub fn bad_result<T: Token>(lexer: &mut Lexer<'_, T>) -> Result<Outcome, LexFault> {
    let length = joined_length(lexer.remainder());
    lexer.bump(length);
    Err(T::BAD_RESULT)
}

/// Returns the length of what is joined to a result. It ends before white space and before signs that
/// may follow a result.
fn joined_length(rest: &[u8]) -> usize {
    let may_be_joined =
        |byte: &u8| byte.is_ascii_alphanumeric() || b"_-:/?.,".contains(byte) || !byte.is_ascii();
    if !rest.first().is_some_and(may_be_joined) {
        return 0;
    }
    let rest = &rest[..rest.len().min(LONGEST_SEARCH)];
    let text = rest.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let mut length = 0;
    for c in text.chars() {
        let after = text[length + c.len_utf8()..].chars().next();
        let is_joined = match c {
            '.' | ',' => after.is_some_and(char::is_numeric),
            // directly after a result these are signs, but `1-0Nf3+` is one word
            '+' | '#' | '=' | '!' => length > 0,
            _ => c.is_alphanumeric() || is_hyphen(c) || "_:/?".contains(c),
        };
        if !is_joined {
            break;
        }
        length += c.len_utf8();
    }
    length
}
