//! Text as a file holds it: its encoding and its escapes.

use std::borrow::Cow;

use encoding_rs::WINDOWS_1252;

/// The encoding of a source.
///
/// Old databases are in Latin-1, which Windows-1252 extends; everything that is
/// valid UTF-8 is UTF-8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
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
}
