//! Text as a file holds it: its encoding, its escapes, and how it may be shown.

use std::borrow::Cow;
use std::{fmt, io};

use encoding_rs::WINDOWS_1252;

/// The encoding of a source.
///
/// Old databases are in Latin-1, which Windows-1252 extends; everything that is
/// valid UTF-8 is UTF-8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, of which ASCII is a part.
    #[default]
    Utf8,
    /// Windows-1252, of which Latin-1 is a part.
    Windows1252,
}

impl Encoding {
    /// Decides for a whole text.
    #[must_use]
    pub fn detect(bytes: &[u8]) -> Encoding {
        match Encoding::end_of_utf8(bytes) {
            None => Encoding::Utf8,
            Some(_) => Encoding::Windows1252,
        }
    }

    /// Finds the first byte that cannot be of UTF-8, if there is one.
    #[must_use]
    pub fn end_of_utf8(bytes: &[u8]) -> Option<usize> {
        std::str::from_utf8(bytes).err().map(|error| error.valid_up_to())
    }

    /// Counts the characters of bytes that begin and end between characters.
    #[must_use]
    pub fn count_chars(self, bytes: &[u8]) -> usize {
        match self {
            Encoding::Utf8 => bytes.iter().filter(|byte| !matches!(byte, 0x80..=0xbf)).count(),
            Encoding::Windows1252 => bytes.len(),
        }
    }

    /// Decodes bytes. Every byte string has a reading: bytes that are cut from
    /// the middle of a UTF-8 character become U+FFFD.
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        match self {
            Encoding::Utf8 => String::from_utf8_lossy(bytes),
            Encoding::Windows1252 => WINDOWS_1252.decode_without_bom_handling(bytes).0,
        }
    }
}

/// A piece of text borrowed from a source: a tag's name or value, a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text<'s>(pub &'s [u8]);

impl<'s> Text<'s> {
    /// Returns the text as it was written.
    #[must_use]
    pub fn decode(self, encoding: Encoding) -> Cow<'s, str> {
        encoding.decode(self.0)
    }

    /// Returns the text with `\"` and `\\` read as `"` and `\`
    /// (PGN standard, section 7).
    #[must_use]
    pub fn unescape(self, encoding: Encoding) -> Cow<'s, str> {
        let text = self.decode(encoding);
        if !text.contains('\\') {
            return text;
        }
        let mut plain = String::with_capacity(text.len());
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match chars.peek() {
                Some(&next @ ('"' | '\\')) if c == '\\' => {
                    plain.push(next);
                    chars.next();
                }
                _ => plain.push(c),
            }
        }
        Cow::Owned(plain)
    }
}

impl Text<'_> {
    /// Finds where a part of the unescaped text was written: from its offset there
    /// to that in the bytes of the source.
    #[must_use]
    pub fn written_at(self, encoding: Encoding, unescaped: usize) -> usize {
        let mut plain = 0;
        let mut at = 0;
        while plain < unescaped && at < self.0.len() {
            let length = match self.0[at..] {
                [b'\\', b'"' | b'\\', ..] => {
                    at += 2;
                    plain += 1;
                    continue;
                }
                [byte, ..] if encoding == Encoding::Windows1252 => encoding.decode(&[byte]).len(),
                _ => 1,
            };
            plain += length;
            at += 1;
        }
        at
    }
}

/// Shows text from a file without the characters that a terminal obeys.
///
/// Control characters (C0, DEL, C1), the marks that turn the direction of
/// writing and characters that cannot be seen become U+FFFD; those that are white
/// space, as tabs and line ends are, become a space.
#[derive(Clone, Copy, Debug)]
pub struct Printable<'a>(pub &'a str);

impl fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        while let Some(at) = rest.find(is_unprintable) {
            f.write_str(&rest[..at])?;
            // unwrap(): `find` stopped at a character
            let c = rest[at..].chars().next().unwrap();
            f.write_str(if c.is_whitespace() { " " } else { "\u{fffd}" })?;
            rest = &rest[at + c.len_utf8()..];
        }
        f.write_str(rest)
    }
}

/// Shows text as the value of a tag, between its quotes: printable, with `\"` for
/// `"` and `\\` for `\` (PGN standard, section 7).
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        while let Some(at) = rest.find(['"', '\\']) {
            write!(f, "{}\\{}", Printable(&rest[..at]), &rest[at..=at])?;
            rest = &rest[at + 1..];
        }
        Printable(rest).fmt(f)
    }
}

/// Shows text as a string of JSON, between its quotes. What [`Printable`] replaces
/// is escaped, and so kept.
#[derive(Clone, Copy, Debug)]
pub struct JsonText<'a>(pub &'a str);

impl JsonText<'_> {
    /// Writes the text, and at once if it is plain.
    ///
    /// # Errors
    ///
    /// Any error of `out`.
    pub fn write_to(self, out: &mut impl io::Write) -> io::Result<()> {
        let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
        if self.0.bytes().all(is_plain) { out.write_all(self.0.as_bytes()) } else { write!(out, "{self}") }
    }
}

impl fmt::Display for JsonText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        while let Some(at) = rest.find(|c| matches!(c, '"' | '\\') || is_unprintable(c)) {
            f.write_str(&rest[..at])?;
            // unwrap(): `find` stopped at a character
            let c = rest[at..].chars().next().unwrap();
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                _ => write_json_escape(c, f)?,
            }
            rest = &rest[at + c.len_utf8()..];
        }
        f.write_str(rest)
    }
}

/// Returns the beginning of a text that is too long for a message, or all of one
/// that is not.
#[must_use]
pub fn brief(text: Cow<'_, str>) -> Cow<'_, str> {
    const MOST_CHARS: usize = 200;
    match text.char_indices().nth(MOST_CHARS) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => text,
    }
}

/// Writes a character as `\u` and its units of UTF-16, as strings of JSON may have it.
///
/// # Errors
///
/// Any error of `out`.
pub fn write_json_escape(c: char, out: &mut impl fmt::Write) -> fmt::Result {
    c.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(out, "\\u{unit:04x}"))
}

/// Splits a text at what [`Printable`] shows as a space.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_space = |c: char| c == ' ' || c.is_whitespace() && is_unprintable(c);
    text.split(is_space).filter(|word| !word.is_empty())
}

/// Tells whether a terminal must not get a character.
#[must_use]
pub fn is_unprintable(c: char) -> bool {
    let invisible =
        matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}');
    let turns =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{206f}');
    c.is_control() || invisible || turns || matches!(c, '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_undone_once() {
        for (raw, plain) in
            [(r#"a \"b\" c"#, r#"a "b" c"#), (r"C:\\x", r"C:\x"), (r"a\b", r"a\b"), (r"\\\\", r"\\")]
        {
            assert_eq!(Text(raw.as_bytes()).unescape(Encoding::Utf8), plain);
        }
    }

    #[test]
    fn places_are_those_of_the_bytes() {
        for (raw, encoding, unescaped, written) in [
            (&b"ab"[..], Encoding::Utf8, 1, 1),
            (br#"a\"b"#, Encoding::Utf8, 2, 3),
            (br"\\\\c", Encoding::Utf8, 2, 4),
            ("àb".as_bytes(), Encoding::Utf8, 2, 2),
            (b"\xe0b", Encoding::Windows1252, 2, 1),
            (b"ab", Encoding::Utf8, 9, 2),
        ] {
            assert_eq!(Text(raw).written_at(encoding, unescaped), written, "{raw:?}");
        }
    }

    #[test]
    fn latin_1_is_found_and_decoded() {
        assert_eq!(Encoding::detect("Ñ".as_bytes()), Encoding::Utf8);
        assert_eq!(Encoding::detect(b"Mu\xf1oz"), Encoding::Windows1252);
        assert_eq!(Encoding::Windows1252.decode(b"Mu\xf1oz"), "Muñoz");
    }

    #[test]
    fn every_character_comes_back_from_json() {
        let text: String = ('\0'..='\u{e0100}').filter(|c| u32::from(*c) % 7 < 3).collect();
        let json = JsonText(&text).to_string();
        assert!(!json.contains(is_unprintable));
        assert_eq!(serde_json::from_str::<String>(&format!("\"{json}\"")).unwrap(), text);
    }

    #[test]
    fn no_control_character_is_shown() {
        let shown = Printable("a\x1b[31mb\tc\u{9b}d\u{202e}e\u{200f}f\u{2028}g\u{200b}").to_string();
        assert_eq!(shown, "a\u{fffd}[31mb c\u{fffd}d\u{fffd}e\u{fffd}f g\u{fffd}");
    }
}
