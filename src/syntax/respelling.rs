//! Guesses about the meaning of a word that is not a move.

use super::PieceLetters;
use crate::message::Fix;
use crate::text::{Edit, Source, Span};

/// The maximum number of languages for which a guess is offered, if a game may have the letters of
/// several.
const MOST_LANGUAGES: usize = 3;

/// Returns the guesses about a word that is not a move in short form: joined with the next words,
/// with other capitals, with a digit for a letter, divided in two, or in the letters of another language, which a new tag
/// of its game then names.
pub(super) fn fixes(source: &Source, span: Span) -> Vec<Fix> {
    let word = &source.bytes()[span.range()];
    let meant = [recased(word), with_digits(word), divided(word)].into_iter().flatten();
    joined(source, span)
        .into_iter()
        .chain(meant.map(|word| Fix::guess(Edit::replace(span, word))))
        .chain(in_other_letters(source, span))
        .collect()
}

/// Returns a word that is two moves without a space between them, such as `O-OO-O` and `e4e5`, with the space.
fn divided(word: &[u8]) -> Option<String> {
    let word = std::str::from_utf8(word).ok()?;
    // no move is shorter than two letters
    let halves = (2..word.len()).filter_map(|at| word.split_at_checked(at));
    let are_moves = |first: &str, second: &str| is_san(first.as_bytes()) && is_san(second.as_bytes());
    // `e4xd5` is one move in its long form
    let mut moves = halves.filter(|(first, second)| are_moves(first, second) && !second.starts_with('x'));
    moves.next().map(|(first, second)| format!("{first} {second}"))
}

/// Returns the guess about an illegal move that it is two moves without a space, or that the piece that its pawn becomes
/// stands apart, as in `a8 =Q`.
pub(crate) fn parted(source: &Source, span: Span) -> Option<Fix> {
    let (word, after) = (&source.bytes()[span.range()], &source.bytes()[span.end..]);
    let piece =
        after.trim_ascii_start().get(..2).filter(|piece| matches!(piece, [b'=', b'Q' | b'R' | b'B' | b'N']));
    let Some(piece) = piece.filter(|_| matches!(after, [b' ', ..])) else {
        return divided(word).map(|moves| Fix::guess(Edit::replace(span, moves)));
    };
    let end = span.end + after.len() - after.trim_ascii_start().len() + piece.len();
    let promotion = String::from_utf8([word, piece].concat()).ok().filter(|word| is_san(word.as_bytes()))?;
    Some(Fix::guess(Edit::replace(Span::new(span.start, end), promotion)))
}

/// Returns whether a word is a move with the letters of the pieces in a language.
pub(crate) fn is_move_in(language: &str, word: &str) -> bool {
    let letters: Option<PieceLetters> = language.parse().ok();
    let translation = letters.as_ref().and_then(|letters| letters.translate(word.as_bytes()));
    translation.is_some_and(|word| is_san(word.bytes()))
}

/// Returns the guess that the first of some words and those after it on its line are one move, such as `Nb d7`, `e x d5` and `0 - 0`.
pub(crate) fn joined(source: &Source, span: Span) -> Option<Fix> {
    /// How many parts a move may have: those of `O - O - O`.
    const MOST_PARTS: usize = 5;
    let text = source.bytes();
    let first = text[span.range()].iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
    let mut end = span.start + first;
    let mut word = text[span.start..end].to_vec();
    let mut meant = None;
    for _ in 1..MOST_PARTS {
        let blanks = text[end..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'=' | b'+' | b'#');
        let length = text[end + blanks..].iter().take_while(is_part).count();
        if blanks == 0
            || length == 0
            // only a castling may go on after it is a move already
            || meant.is_some() && !matches!(&word[..], b"O-O" | b"O-O-" | b"0-0" | b"0-0-")
        {
            break;
        }
        word.extend(&text[end + blanks..end + blanks + length]);
        end += blanks + length;
        if is_san(&word) {
            meant = Some(Edit::replace(Span::new(span.start, end), String::from_utf8(word.clone()).ok()?));
        }
    }
    meant.map(Fix::guess)
}

/// Returns a word with the digits that a scanner took for letters, if that makes it a move: `eS` as `e5`.
fn with_digits(word: &[u8]) -> Option<String> {
    let digit = match word.last()? {
        b'S' | b's' => b'5',
        b'l' | b'I' => b'1',
        b'Z' | b'z' => b'2',
        b'B' => b'8',
        _ => return None,
    };
    let word = [&word[..word.len() - 1], &[digit]].concat();
    String::from_utf8(word).ok().filter(|word| is_san(word.as_bytes()))
}

/// Returns whether one of some words looks like a move or a part of one: it contains a digit, or consists of a
/// piece letter, perhaps with a file, of two files, or of an x, as in `N f3`, `ed` and `e x d5`.
pub(super) fn looks_like_move(words: &[u8]) -> bool {
    let are_files = |letters: &[u8]| letters.iter().all(|letter| matches!(letter, b'a'..=b'h' | b'x'));
    words.split(u8::is_ascii_whitespace).any(|word| match word {
        word if word.iter().any(u8::is_ascii_digit) => true,
        [b'K' | b'Q' | b'R' | b'B' | b'N' | b'P', rest @ ..] => rest.len() <= 3 && are_files(rest),
        [b'x'] => true,
        [_, b'x', _] | [_, b'x' | b'a'..=b'h'] => are_files(word),
        _ => false,
    })
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
    let after = &text[tags_end..];
    let end = memchr::memmem::find(after, b"\n[").unwrap_or(after.len());
    let letters = piece_letters(&after[..end]);
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
    let mut words = Span::of_words(text).peekable();
    let mut previous: Option<Span> = None;
    while let Some(word) = words.next() {
        let written = &text[word.range()];
        let rest = written.trim_ascii_start();
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let after = &rest[digits..];
        let stops = after.iter().take_while(|byte| **byte == b'.').count();
        let is_number = digits > 0 && stops > 0;
        let next = words.peek().map_or(&b""[..], |next| &text[next.range()]);
        let is_followed = is_san(&after[stops..]) || after.len() == stops && is_san(next);
        if is_number && is_followed {
            let black = previous.filter(|word| stops == 1 && is_san(&text[word.range()]));
            return Some(black.unwrap_or(word).start);
        }
        previous = Some(word);
    }
    None
}

/// Returns whether a word looks like a move in SAN.
pub(super) fn is_san(word: &[u8]) -> bool {
    let bare = word.iter().rposition(|byte| !b"+#!?".contains(byte)).map_or(0, |last| last + 1);
    match &word[..bare] {
        b"O-O" | b"O-O-O" | b"0-0" | b"0-0-0" => true,
        [start @ .., b'=', b'Q' | b'R' | b'B' | b'N'] => is_san(start),
        [start @ .., b'a'..=b'h', b'1'..=b'8'] => {
            let piece = usize::from(start.first().is_some_and(|byte| b"KQRBN".contains(byte)));
            // no move has more before its square than `Nb1x`
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
    fn two_moves_are_divided() {
        for (word, meant) in [
            ("O-OO-O", Some("O-O O-O")),
            ("O-O-OO-O", Some("O-O-O O-O")),
            ("0-00-0-0", Some("0-0 0-0-0")),
            ("O-OO", None),
            ("e4e5", Some("e4 e5")),
            ("Nbd7Bxe5+", Some("Nbd7 Bxe5+")),
            ("Nbd7", None),
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
