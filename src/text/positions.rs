//! Lists of positions: which texts are such lists, and where they may be cut.

use std::ops::Range;

use super::Space;
use super::compression::plain_name;

/// How much of a text is searched for its first position, in bytes.
const BEGINNING: usize = 16 << 10;

/// Returns whether a text is a list of positions: its first line that is neither blank nor a comment is FEN, EPD or
/// TLPD, or the name of the file says so and it does not begin like PGN.
pub(super) fn begins_list(name: &str, text: &[u8]) -> bool {
    let text = &text[..text.len().min(BEGINNING)];
    let Some(line) = next_line(text, 0).map(|line| &text[line]) else { return false };
    if matches!(line, [b'[' | b'{', ..]) {
        return false;
    }
    is_position(line) || is_list_name(plain_name(name)) && !begins_with_number(line)
}

/// Returns whether the name of a file, in lower case, says that it is a list of positions.
pub fn is_list_name(name: &str) -> bool {
    [".fen", ".epd"].iter().any(|extension| name.ends_with(extension))
}

/// Returns the range of the first line from an offset on that is neither blank nor a comment, without the white space
/// around it.
pub(crate) fn next_line(text: &[u8], mut from: usize) -> Option<Range<usize>> {
    loop {
        let start = text.len() - text[from..].trim_ascii_start().len();
        let length = memchr::memchr2(b'\n', b'\r', &text[start..]).unwrap_or(text.len() - start);
        match &text[start..start + length] {
            [] => return None,
            line if is_remark(line) => from = start + length,
            line => return Some(start..start + line.trim_ascii_end().len()),
        }
    }
}

/// Returns whether a line begins with the pieces of a position and a side.
fn is_position(line: &[u8]) -> bool {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let (Some(pieces), Some(side)) = (words.next(), words.next()) else { return false };
    let is_fen = || pieces.iter().filter(|byte| **byte == b'/').count() >= 7 && !pieces.starts_with(b"/");
    let is_tlpd = || matches!(pieces, [b'/', .., b'/']) && pieces.contains(&b':');
    matches!(side, b"w" | b"b") && (is_fen() || is_tlpd())
}

/// Returns whether a line begins with a move number, as in `1. e4`.
fn begins_with_number(line: &[u8]) -> bool {
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && line.get(digits) == Some(&b'.')
}

/// Returns whether a list may be cut before a line, which follows `gap`: the line before the gap is a position, so that
/// whoever reads it stops there, too.
pub(super) fn may_be_cut(text: &[u8], line: usize, gap: &Space) -> bool {
    let before = &text[..line - gap.length];
    let start = memchr::memrchr2(b'\n', b'\r', before).map_or(0, |end| end + 1);
    let is_filled = text.get(line).is_some_and(|byte| !byte.is_ascii_whitespace());
    let before = before[start..].trim_ascii();
    is_filled && !before.is_empty() && !is_remark(before)
}

/// Returns whether a line of a list is a remark.
fn is_remark(line: &[u8]) -> bool {
    matches!(line, [b'#' | b';' | b'%', ..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_never_a_list() {
        for (name, text, is_list) in [
            ("a.pgn", "8/8/8/8/8/8/8/K1k5 w - - 0 1\n", true),
            ("<stdin>", "# mates\r\n\r\n  8/8/8/8/8/8/8/K1k5 b - - bm Kb1;", true),
            ("<stdin>", "/27:1k/1:1K/ w - - 0 1", true),
            ("a.epd", "8/8/8/8/8/8/8 w - -", true),
            ("a.fen.gz", "nonsense", true),
            ("a.fen", "[Event \"a\"]\n\n*", false),
            ("a.epd", "1. e4 e5 *", false),
            ("a.epd", "", false),
            ("a.pgn", "nonsense", false),
            ("a.pgn", "1. e4 e5 1/2-1/2", false),
            ("a.pgn", "[FEN \"8/8/8/8/8/8/8/K1k5 w - - 0 1\"]\n*", false),
            ("a.pgn", "{\n8/8/8/8/8/8/8/K1k5 w - - 0 1\n} 1. e4 *", false),
            ("a.pgn", "%\n; mates\n8/8/8/8/8/8/8/K1k5 w - - 0 1\n", true),
            ("a.pgn", "; mates\n1. e4 *\n", false),
        ] {
            assert_eq!(begins_list(name, text.as_bytes()), is_list, "{name}: {text}");
        }
    }
}
