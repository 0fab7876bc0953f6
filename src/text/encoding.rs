//! The encoding of a file, and text borrowed from it with its escapes.

use std::borrow::Cow;

use encoding_rs::WINDOWS_1252;

/// The encoding of a source.
///
/// A text that is valid UTF-8 is read as UTF-8. Any other is read as Windows-1252, which
/// extends the Latin-1 of old databases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8, which includes ASCII.
    #[default]
    Utf8,
    /// Windows-1252, which includes the printable characters of Latin-1.
    Windows1252,
}

impl Encoding {
    /// Detects the encoding of a whole text.
    #[must_use]
    pub fn detect(bytes: &[u8]) -> Encoding {
        match Encoding::end_of_utf8(bytes) {
            None => Encoding::Utf8,
            Some(_) => Encoding::Windows1252,
        }
    }

    /// Returns the offset of the first byte that is not valid UTF-8, or `None` if the
    /// bytes are UTF-8.
    #[must_use]
    pub fn end_of_utf8(bytes: &[u8]) -> Option<usize> {
        std::str::from_utf8(bytes).err().map(|error| error.valid_up_to())
    }

    /// Counts the characters in a slice that begins and ends at character boundaries.
    #[must_use]
    pub fn count_chars(self, bytes: &[u8]) -> usize {
        match self {
            Encoding::Utf8 => bytes.iter().filter(|byte| !matches!(byte, 0x80..=0xbf)).count(),
            Encoding::Windows1252 => bytes.len(),
        }
    }

    /// Decodes bytes. This never fails: a part of a UTF-8 character becomes U+FFFD.
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        match self {
            Encoding::Utf8 => String::from_utf8_lossy(bytes),
            Encoding::Windows1252 => WINDOWS_1252.decode_without_bom_handling(bytes).0,
        }
    }
}

/// Undecoded text borrowed from a source: the name or the value of a tag, or a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text<'s>(pub &'s [u8]);

impl<'s> Text<'s> {
    /// Decodes the text, with its escapes as written.
    #[must_use]
    pub fn decode(self, encoding: Encoding) -> Cow<'s, str> {
        encoding.decode(self.0)
    }

    /// Decodes the text, with `\"` and `\\` read as `"` and `\` (PGN standard, section 7).
    ///
    /// "PGN standard" is the "Portable Game Notation Specification and Implementation
    /// Guide" of 1994.
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

    /// Converts an offset in the unescaped, decoded text into an offset in the bytes as
    /// written.
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
    fn escapes_are_replaced_once() {
        for (raw, plain) in
            [(r#"a \"b\" c"#, r#"a "b" c"#), (r"C:\\x", r"C:\x"), (r"a\b", r"a\b"), (r"\\\\", r"\\")]
        {
            assert_eq!(Text(raw.as_bytes()).unescape(Encoding::Utf8), plain);
        }
    }

    #[test]
    fn offsets_count_the_written_bytes() {
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
    fn latin_1_is_detected_and_decoded() {
        assert_eq!(Encoding::detect("Ñ".as_bytes()), Encoding::Utf8);
        assert_eq!(Encoding::detect(b"Mu\xf1oz"), Encoding::Windows1252);
        assert_eq!(Encoding::Windows1252.decode(b"Mu\xf1oz"), "Muñoz");
    }
}
