//! Guesses about the meaning of a word that is not a move.

use super::PieceLetters;
use crate::message::Fix;
use crate::text::{Edit, Source, Span};

/// The maximum number of languages for which a guess is offered, if a game may have the letters of
/// several.
const MOST_LANGUAGES: usize = 3;

/// Returns the guesses about a word that is not a move in short form: joined with the next word,
/// with other capitals, divided in two, or in the letters of another language, which a new tag of
/// its game then names.
pub(super) fn fixes(source: &Source, span: Span) -> Vec<Fix> {
    let recased = recased(&source.bytes()[span.range()]).map(|word| Fix::guess(Edit::replace(span, word)));
    let divided = divided(&source.bytes()[span.range()]).map(|words| Fix::guess(Edit::replace(span, words)));
    joined(source, span)
        .into_iter()
        .chain(recased)
        .chain(divided)
        .chain(in_other_letters(source, span))
        .collect()
}

/// Returns a word that is two castlings without a space between them, such as `O-OO-O`, with the space.
fn divided(word: &[u8]) -> Option<String> {
    let word = std::str::from_utf8(word).ok()?;
    let is_castling = |word: &str| ["O-O", "O-O-O", "0-0", "0-0-0", "o-o", "o-o-o"].contains(&word);
    let halves = [3, 5].into_iter().filter_map(|at| word.split_at_checked(at));
    let mut castlings = halves.filter(|(first, second)| is_castling(first) && is_castling(second));
    castlings.next().map(|(first, second)| format!("{first} {second}"))
}

/// Returns the guess that a word and the one after it on its line are one move, such as `Nb d7`.
fn joined(source: &Source, span: Span) -> Option<Fix> {
    let rest = &source.bytes()[span.end..];
    let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'=' | b'+' | b'#');
    let length = rest[blanks..].iter().take_while(is_part).count();
    let word = [&source.bytes()[span.range()], &rest[blanks..blanks + length]].concat();
    let is_move = blanks > 0 && length > 0 && is_san(&word);
    let word = String::from_utf8(word).ok().filter(|_| is_move)?;
    Some(Fix::guess(Edit::replace(Span::new(span.start, span.end + blanks + length), word)))
}

/// Returns a word as a move with the right capitals: `nf3` and `NF3` as `Nf3`, `E4` as `e4`. A small `b` stays small,
/// because it may be a pawn's file.
fn recased(word: &[u8]) -> Option<String> {
    let lower = std::str::from_utf8(word).ok()?.to_ascii_lowercase();
    let (first, rest) = lower.split_at_checked(1)?;
    let is_piece = matches!(first, "k" | "q" | "r" | "n") || word[0] == b'B';
    let word = if is_piece { first.to_ascii_uppercase() + rest } else { lower };
    let is_pawn = word.len() == 2 || word[1..].starts_with('x');
    ((is_piece || is_pawn) && is_san(word.as_bytes())).then_some(word)
}

/// Returns the guesses that the moves of the game have the letters of another language. There must be at least two
/// letters, and the language must have all of them. The tag that names it is put after the others.
fn in_other_letters(source: &Source, span: Span) -> Vec<Fix> {
    let text = source.bytes();
    let is_tag =
        |line: &&[u8]| line.trim_ascii_start().starts_with(b"[") && line.trim_ascii_end().ends_with(b"]");
    let mut tags_end = source.line_span(span.start).start;
    loop {
        let before = text[..tags_end].trim_ascii_end();
        let line = source.line_span(before.len());
        if is_tag(&&text[line.start..before.len()]) {
            tags_end = before.len();
            break;
        }
        if line.start == 0 {
            return Vec::new();
        }
        tags_end = line.start;
    }
    let behind = &text[tags_end..];
    let end = memchr::memmem::find(behind, b"\n[").unwrap_or(behind.len());
    let letters = piece_letters(&behind[..end]);
    if letters.len() < 2 {
        return Vec::new();
    }
    let tag = |code| format!("{}[{} \"{code}\"]", source.line_end_at(tags_end), PieceLetters::TAG);
    let guess = |code| Fix::guess(Edit::insert(tags_end, tag(code)));
    PieceLetters::languages_with(&letters).take(MOST_LANGUAGES).map(guess).collect()
}

/// Lists the first letters of the words that look like moves of pieces, if one of them is not English.
fn piece_letters(text: &[u8]) -> Vec<char> {
    let mut letters = Vec::new();
    for word in text.split(|byte| byte.is_ascii_whitespace() || b".{}()".contains(byte)) {
        let Some(first) = std::str::from_utf8(word).ok().and_then(|word| word.chars().next()) else {
            continue;
        };
        // the word looks like a move if it is one with the letter of a knight in place of its own
        let is_move = || is_san(&[b"N", &word[first.len_utf8()..]].concat());
        if first.is_uppercase() && first != 'O' && !letters.contains(&first) && is_move() {
            letters.push(first);
        }
    }
    if letters.iter().all(|letter| "KQRBN".contains(*letter)) { Vec::new() } else { letters }
}

/// Returns the edit that closes a comment before the first numbered move in it or, if there is none, where its text
/// ends.
pub(crate) fn closed_before_moves(text: &[u8], comment: Span) -> Edit {
    let written = &text[comment.range()];
    let end = |at: usize| comment.start + written[..at].trim_ascii_end().len();
    match first_numbered_move(written) {
        Some(at) => Edit::replace(Span::new(end(at), comment.start + at), "} "),
        None => Edit::insert(end(written.len()), "}"),
    }
}

/// Returns the offset of the first move number in a text that a move follows, or of a move without a number right
/// before it, which is Black's.
fn first_numbered_move(text: &[u8]) -> Option<usize> {
    let mut words = words(text).peekable();
    let mut previous: Option<Span> = None;
    while let Some(word) = words.next() {
        let written = &text[word.range()];
        let rest = written.trim_ascii_start();
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let behind = &rest[digits..];
        let stops = behind.iter().take_while(|byte| **byte == b'.').count();
        let is_number = digits > 0 && stops > 0;
        let next = words.peek().map_or(&b""[..], |next| &text[next.range()]);
        let is_followed = is_san(&behind[stops..]) || behind.len() == stops && is_san(next);
        if is_number && is_followed {
            let black = previous.filter(|word| stops == 1 && is_san(&text[word.range()]));
            return Some(black.unwrap_or(word).start);
        }
        previous = Some(word);
    }
    None
}

/// Returns the places of the words of a text.
fn words(text: &[u8]) -> impl Iterator<Item = Span> {
    let mut end = 0;
    std::iter::from_fn(move || {
        let start = end + text[end..].iter().position(|byte| !byte.is_ascii_whitespace())?;
        let length = text[start..].iter().position(u8::is_ascii_whitespace);
        end = length.map_or(text.len(), |length| start + length);
        Some(Span::new(start, end))
    })
}

/// Returns whether a word looks like a move in SAN.
pub(super) fn is_san(word: &[u8]) -> bool {
    let bare = word.iter().rposition(|byte| !b"+#!?".contains(byte)).map_or(0, |last| last + 1);
    match &word[..bare] {
        b"O-O" | b"O-O-O" => true,
        [start @ .., b'=', b'Q' | b'R' | b'B' | b'N'] => is_san(start),
        [start @ .., b'a'..=b'h', b'1'..=b'8'] => {
            let piece = usize::from(start.first().is_some_and(|byte| b"KQRBN".contains(byte)));
            start.len() <= 4 && start[piece..].iter().all(|byte| b"abcdefgh12345678x".contains(byte))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_get_their_capitals() {
        for (word, meant) in [
            ("nf3", Some("Nf3")),
            ("NXF3+", Some("Nxf3+")),
            ("E4", Some("e4")),
            ("BB5", Some("Bb5")),
            ("Cf3", None),
            ("fine", None),
        ] {
            assert_eq!(recased(word.as_bytes()).as_deref(), meant, "{word}");
        }
    }

    #[test]
    fn castlings_are_divided() {
        for (word, meant) in [
            ("O-OO-O", Some("O-O O-O")),
            ("O-O-OO-O", Some("O-O-O O-O")),
            ("0-00-0-0", Some("0-0 0-0-0")),
            ("O-OO", None),
        ] {
            assert_eq!(divided(word.as_bytes()).as_deref(), meant, "{word}");
        }
    }

    #[test]
    fn letters_tell_languages() {
        let text = "[Event \"a\"]\n\n1.e4 e5 2.Cf3 {Qe2 b} Cc6 3.Ab5 a6 4.Axc6 dxc6 5.O-O *";
        let source = Source::new("t", text.as_bytes().to_vec());
        let at = text.find("Cf3").unwrap();
        let guesses = in_other_letters(&source, Span::new(at, at + 3));
        assert!(guesses.is_empty(), "{guesses:?}");
        let source = Source::new("t", text.replace("Qe2 b", "b").into_bytes());
        let guesses = in_other_letters(&source, Span::new(at, at + 3));
        assert_eq!(guesses[0].edits, [Edit::insert(11, "\n[PieceLetters \"es\"]")]);
    }
}
