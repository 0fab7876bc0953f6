//! The encoding of text: UTF-8 where the bytes are valid UTF-8, otherwise Windows-1252, which
//! extends the Latin-1 of old databases.
//!
//! A file has no encoding of its own, because databases are joined from files of any age. A tag
//! value or a comment is decoded as a whole ([`Text`]). A passage of a file that a message shows
//! may contain several of them, and is decoded character by character.
//!
//! Units of UTF-16 or UTF-32 that are not characters, mostly halves of surrogate pairs, become the three
//! bytes that UTF-8 would have for such a half ([`NO_CHARACTER`]). Some programs write these bytes
//! themselves. They are decoded as U+FFFD, which has three bytes, too.

use std::borrow::Cow;
use std::io;
use std::io::{Cursor, Read};
use std::ops::Range;

use encoding_rs::{Decoder, DecoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// The bytes of half a surrogate pair, U+D800.
pub(super) const NO_CHARACTER: [u8; 3] = *b"\xed\xa0\x80";

/// Returns whether a text begins with the bytes of half a surrogate pair.
pub(super) fn begins_with_half_pair(text: &[u8]) -> bool {
    matches!(text, [0xed, 0xa0..=0xbf, 0x80..=0xbf, ..])
}

/// The encoding of a [`Text`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextEncoding {
    /// UTF-8.
    Utf8,
    /// UTF-8 with half a surrogate pair in it, which is decoded as U+FFFD.
    HalfPairs,
    /// Windows-1252.
    Windows1252,
}

/// Undecoded text borrowed from a source: the name or the value of a tag, or a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text<'s>(pub &'s [u8]);

impl<'s> Text<'s> {
    /// Returns whether the text is valid UTF-8.
    #[must_use]
    pub fn is_utf8(self) -> bool {
        // most texts are ASCII, which is faster to check
        self.0.is_ascii() || std::str::from_utf8(self.0).is_ok()
    }

    /// Returns the encoding of the text.
    #[must_use]
    pub fn encoding(self) -> TextEncoding {
        match self.utf8_with_half_pairs() {
            Some(Cow::Borrowed(_)) => TextEncoding::Utf8,
            Some(Cow::Owned(_)) => TextEncoding::HalfPairs,
            None => TextEncoding::Windows1252,
        }
    }

    /// Decodes the text, with its escapes as written.
    #[must_use]
    pub fn decode(self) -> Cow<'s, str> {
        self.utf8_with_half_pairs().unwrap_or_else(|| windows_1252(self.0))
    }

    /// Decodes the text as UTF-8, with U+FFFD for halves of surrogate pairs. Returns `None` if
    /// it is not UTF-8. A text without such halves is borrowed.
    fn utf8_with_half_pairs(self) -> Option<Cow<'s, str>> {
        let mut before = String::new();
        let mut rest = self.0;
        loop {
            let error = match std::str::from_utf8(rest) {
                Ok(text) if before.is_empty() => return Some(Cow::Borrowed(text)),
                Ok(text) => return Some(Cow::Owned(before + text)),
                Err(error) => error,
            };
            let (valid, invalid) = rest.split_at(error.valid_up_to());
            if !begins_with_half_pair(invalid) {
                return None;
            }
            before.push_str(&String::from_utf8_lossy(valid));
            before.push(char::REPLACEMENT_CHARACTER);
            rest = &invalid[NO_CHARACTER.len()..];
        }
    }

    /// Decodes the text, with `\"` and `\\` read as `"` and `\` (PGN standard, section 7).
    ///
    /// "PGN standard" is the "Portable Game Notation Specification and Implementation
    /// Guide" of 1994.
    #[must_use]
    pub fn unescape(self) -> Cow<'s, str> {
        let text = self.decode();
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
    pub fn written_at(self, unescaped: usize) -> usize {
        let is_windows_1252 = self.encoding() == TextEncoding::Windows1252;
        let mut plain = 0;
        let mut at = 0;
        while plain < unescaped && at < self.0.len() {
            let length = match self.0[at..] {
                [b'\\', b'"' | b'\\', ..] => {
                    at += 2;
                    plain += 1;
                    continue;
                }
                [byte, ..] if is_windows_1252 => windows_1252(&[byte]).len(),
                _ => 1,
            };
            plain += length;
            at += 1;
        }
        at
    }
}

fn windows_1252(bytes: &[u8]) -> Cow<'_, str> {
    WINDOWS_1252.decode_without_bom_handling(bytes).0
}

/// Decodes a passage of a text: every byte that is not part of a UTF-8 character, or of half a
/// surrogate pair, is a character of Windows-1252.
pub(super) fn decode_passage(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::new();
    let mut rest = bytes;
    while let Some(chunk) = rest.utf8_chunks().next() {
        text.push_str(chunk.valid());
        rest = &rest[chunk.valid().len()..];
        let length = if begins_with_half_pair(rest) {
            text.push(char::REPLACEMENT_CHARACTER);
            NO_CHARACTER.len()
        } else {
            text.push_str(&windows_1252(chunk.invalid()));
            chunk.invalid().len()
        };
        rest = &rest[length..];
    }
    Cow::Owned(text)
}

/// Counts the characters that begin in a range of a text, which is decoded as a passage.
pub(super) fn count_chars(text: &[u8], range: Range<usize>) -> usize {
    if text[range.clone()].is_ascii() {
        return range.len();
    }
    range.filter(|&at| is_char_boundary(text, at)).count()
}

/// Moves an offset back to the beginning of its character.
pub(super) fn character_start(text: &[u8], offset: usize) -> usize {
    (0..=offset).rev().find(|&at| is_char_boundary(text, at)).unwrap_or(offset)
}

/// Returns whether a character of a text begins or ends at an offset. Only the bytes nearby decide,
/// so the answer is the same in whatever chunk they come.
fn is_char_boundary(text: &[u8], at: usize) -> bool {
    let is_inside = |start: usize| {
        let length = match text[start] {
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => 1,
        };
        start + length > at
            && text
                .get(start..start + length)
                .is_some_and(|char| std::str::from_utf8(char).is_ok() || begins_with_half_pair(char))
    };
    !matches!(text.get(at), Some(0x80..=0xbf)) || !(at.saturating_sub(3)..at).any(is_inside)
}

/// The number of bytes from which an encoding is recognised.
const BEGINNING: usize = 4;

/// The number of bytes decoded at a time.
const BUFFER: usize = 8 << 10;

/// An encoding in which every character has several bytes.
#[derive(Clone, Copy, Debug)]
pub(super) enum WideEncoding {
    Utf16(&'static Encoding),
    /// UTF-32, with the function that puts a unit together.
    Utf32(fn([u8; 4]) -> u32),
}

impl WideEncoding {
    /// Recognises an encoding by its byte order mark. Without one, it is recognised by its first
    /// characters, since every game begins with some of ASCII.
    pub(super) fn of(beginning: &[u8]) -> Option<WideEncoding> {
        match *beginning {
            [0xff, 0xfe, 0, 0, ..] | [1..=0x7f, 0, 0, 0, ..] => Some(WideEncoding::Utf32(u32::from_le_bytes)),
            [0, 0, 0xfe, 0xff, ..] | [0, 0, 0, 1..=0x7f, ..] => Some(WideEncoding::Utf32(u32::from_be_bytes)),
            [0xff, 0xfe, ..] | [1..=0x7f, 0, 1..=0x7f, 0, ..] => Some(WideEncoding::Utf16(UTF_16LE)),
            [0xfe, 0xff, ..] | [0, 1..=0x7f, 0, 1..=0x7f, ..] => Some(WideEncoding::Utf16(UTF_16BE)),
            _ => None,
        }
    }

    /// Decodes a whole text, without its byte order mark.
    pub(super) fn decode(self, bytes: &[u8]) -> Vec<u8> {
        let mut text = Vec::new();
        self.decoder().decode(bytes, true, &mut text);
        text
    }

    fn decoder(self) -> ToUtf8 {
        match self {
            WideEncoding::Utf16(encoding) => ToUtf8::Standard(encoding.new_decoder_with_bom_removal()),
            WideEncoding::Utf32(unit) => ToUtf8::Utf32 { unit, rest: Vec::new(), is_first: true },
        }
    }
}

/// Returns the length of the byte order mark of UTF-8, or 0 if a text has none.
pub(super) fn mark_length(text: &[u8]) -> usize {
    Encoding::for_bom(text).filter(|(encoding, _)| *encoding == UTF_8).map_or(0, |(_, length)| length)
}

/// Returns a reader that drops a byte order mark and decodes UTF-16 and UTF-32, and whether there was one of these. It
/// passes anything else through.
///
/// # Errors
///
/// Returns any error of reading the first bytes.
pub(super) fn as_utf8<'r>(
    mut bytes: Box<dyn Read + Send + 'r>,
) -> io::Result<(Box<dyn Read + Send + 'r>, bool)> {
    let mut beginning = Vec::new();
    bytes.by_ref().take(BEGINNING as u64).read_to_end(&mut beginning)?;
    let encoding = WideEncoding::of(&beginning);
    let mark = mark_length(&beginning);
    beginning.drain(..mark);
    let whole = Cursor::new(beginning).chain(bytes);
    Ok(match encoding {
        Some(encoding) => (decoded(whole, encoding.decoder()), true),
        None => (Box::new(whole), mark > 0),
    })
}

/// Returns a reader that decodes what is in an encoding of the Encoding Standard.
#[cfg(feature = "cli")]
pub(super) fn decoded_from<'r>(
    bytes: impl Read + Send + 'r,
    from: &'static Encoding,
) -> Box<dyn Read + Send + 'r> {
    decoded(bytes, ToUtf8::Standard(from.new_decoder_without_bom_handling()))
}

fn decoded<'r>(bytes: impl Read + Send + 'r, decoder: ToUtf8) -> Box<dyn Read + Send + 'r> {
    Box::new(DecodingReader { bytes, decoder, text: Cursor::default(), is_done: false })
}

/// A decoder to UTF-8. Units that are not characters become [`NO_CHARACTER`].
enum ToUtf8 {
    /// That of an encoding of the Encoding Standard.
    Standard(Decoder),
    Utf32 {
        unit: fn([u8; 4]) -> u32,
        /// The bytes of a unit that has only begun.
        rest: Vec<u8>,
        is_first: bool,
    },
}

impl ToUtf8 {
    /// Appends the UTF-8 of the next bytes to `text`.
    fn decode(&mut self, bytes: &[u8], is_last: bool, text: &mut Vec<u8>) {
        match self {
            ToUtf8::Standard(decoder) => decode_standard(decoder, bytes, is_last, text),
            ToUtf8::Utf32 { unit, rest, is_first } => {
                rest.extend_from_slice(bytes);
                let (units, left) = rest.as_chunks();
                for &bytes in units {
                    match char::from_u32(unit(bytes)) {
                        Some('\u{feff}') if *is_first => {}
                        Some(character) => {
                            text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                        }
                        None => text.extend_from_slice(&NO_CHARACTER),
                    }
                    *is_first = false;
                }
                if is_last && !left.is_empty() {
                    text.extend_from_slice(&NO_CHARACTER);
                }
                *rest = left.to_vec();
            }
        }
    }
}

fn decode_standard(decoder: &mut Decoder, mut bytes: &[u8], is_last: bool, text: &mut Vec<u8>) {
    loop {
        let start = text.len();
        // two bytes of UTF-16 become at most three, and the decoder may hold some from before
        text.resize(start + 2 * bytes.len() + BUFFER, 0);
        let (result, read, written) =
            decoder.decode_to_utf8_without_replacement(bytes, &mut text[start..], is_last);
        text.truncate(start + written);
        bytes = &bytes[read..];
        match result {
            DecoderResult::InputEmpty => return,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => text.extend_from_slice(&NO_CHARACTER),
        }
    }
}

/// A reader of another encoding that returns UTF-8.
struct DecodingReader<R> {
    bytes: R,
    decoder: ToUtf8,
    /// The text decoded last.
    text: Cursor<Vec<u8>>,
    /// Whether it is the end of the text.
    is_done: bool,
}

impl<R: Read> DecodingReader<R> {
    fn decode_on(&mut self) -> io::Result<()> {
        let mut buffer = [0; BUFFER];
        let length = self.bytes.read(&mut buffer)?;
        self.is_done = length == 0;
        let mut text = Vec::new();
        self.decoder.decode(&buffer[..length], self.is_done, &mut text);
        self.text = Cursor::new(text);
        Ok(())
    }
}

impl<R: Read> Read for DecodingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let length = self.text.read(buffer)?;
            if length > 0 || self.is_done || buffer.is_empty() {
                return Ok(length);
            }
            self.decode_on()?;
        }
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
            assert_eq!(Text(raw.as_bytes()).unescape(), plain);
        }
    }

    #[test]
    fn offsets_count_the_written_bytes() {
        for (raw, unescaped, written) in [
            (&b"ab"[..], 1, 1),
            (br#"a\"b"#, 2, 3),
            (br"\\\\c", 2, 4),
            ("àb".as_bytes(), 2, 2),
            (b"\xe0b", 2, 1),
            (b"ab", 9, 2),
            (b"\xed\xa0\x80\\\"b", 4, 5),
        ] {
            assert_eq!(Text(raw).written_at(unescaped), written, "{raw:?}");
        }
    }

    #[test]
    fn a_text_is_utf_8_as_a_whole_or_windows_1252() {
        for (bytes, text) in [
            ("Muñoz".as_bytes(), "Muñoz"),
            (b"Mu\xf1oz", "Muñoz"),
            (b"Mu\xc3\xb1oz, Jos\xe9", "MuÃ±oz, José"),
            (b"\x80 \x96", "€ –"),
            (b"\xed\xa0\x80 \xc3\xb1 \xed\xbf\xbf", "\u{fffd} ñ \u{fffd}"),
            (b"\xed\xa0\x80 \xe9", "í\u{a0}€ é"),
        ] {
            assert_eq!(Text(bytes).decode(), text);
        }
    }

    #[test]
    fn the_characters_of_a_passage_are_decoded_one_by_one() {
        for (bytes, text) in [
            ("Muñoz ♔ 😀".as_bytes(), "Muñoz ♔ 😀"),
            (b"Mu\xc3\xb1oz, Jos\xe9", "Muñoz, José"),
            (b"\xe2\x99 \xf1\xb1\xc3", "â™ ñ±Ã"),
            (b"\xc0\x80\xed\xa0", "À€í\u{a0}"),
            (b"\xed\xa0\x80 \xe9\xed\xbf\xbf", "\u{fffd} é\u{fffd}"),
        ] {
            assert_eq!(decode_passage(bytes), text);
            assert_eq!(count_chars(bytes, 0..bytes.len()), text.chars().count(), "{text}");
            for cut in (0..bytes.len()).filter(|&at| is_char_boundary(bytes, at)) {
                let (before, after) = bytes.split_at(cut);
                assert_eq!(decode_passage(before) + decode_passage(after), text);
            }
        }
    }
}

#[cfg(test)]
mod wide_tests {
    use super::*;

    /// Returns one byte at a time.
    struct Dripping(Cursor<Vec<u8>>);

    impl Read for Dripping {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(1);
            self.0.read(&mut buffer[..length])
        }
    }

    fn read(bytes: impl Read + Send + 'static) -> Vec<u8> {
        let mut text = Vec::new();
        let (mut reader, _) = as_utf8(Box::new(bytes)).expect("memory can be read");
        reader.read_to_end(&mut text).expect("memory can be read");
        text
    }

    #[test]
    fn wide_text_is_decoded_however_it_comes() {
        let text = "[White \"Muñoz ♔ 😀\"] *\n".repeat(200);
        let utf_16 = |to_bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(to_bytes).collect();
        let utf_32 = |to_bytes: fn(u32) -> [u8; 4]| text.chars().map(u32::from).flat_map(to_bytes).collect();
        let encoded: [(&[u8], Vec<u8>); 4] = [
            (b"\xff\xfe", utf_16(u16::to_le_bytes)),
            (b"\xfe\xff", utf_16(u16::to_be_bytes)),
            (b"\xff\xfe\0\0", utf_32(u32::to_le_bytes)),
            (b"\0\0\xfe\xff", utf_32(u32::to_be_bytes)),
        ];
        for (mark, bytes) in encoded {
            for bytes in [[mark, &bytes].concat(), bytes] {
                assert!(read(Cursor::new(bytes.clone())) == text.as_bytes(), "{mark:?}");
                assert!(WideEncoding::of(&bytes).unwrap().decode(&bytes) == text.as_bytes(), "{mark:?}");
                assert!(read(Dripping(Cursor::new(bytes))) == text.as_bytes(), "{mark:?}");
            }
        }
    }

    #[test]
    fn what_is_no_character_is_marked() {
        let half = "\u{fffd}".len();
        for (bytes, before, after) in [
            (&b"\xff\xfe*\0\0\xd8*\0"[..], "*", "*"),
            (b"\xff\xfe*\0\0\xdc*\0", "*", "*"),
            (b"\xff\xfe*\0*", "*", ""),
            (b"\xff\xfe\0\0*\0\0\0\0\xd8\0\0*\0\0\0", "*", "*"),
            (b"\xff\xfe\0\0*\0\0\0\0\0\x11\0", "*", ""),
            (b"\xff\xfe\0\0*\0\0\0*", "*", ""),
        ] {
            for text in [read(Cursor::new(bytes.to_vec())), read(Dripping(Cursor::new(bytes.to_vec())))] {
                assert_eq!(text, [before.as_bytes(), &NO_CHARACTER, after.as_bytes()].concat(), "{bytes:?}");
                assert_eq!(text.len(), before.len() + half + after.len());
            }
        }
    }

    #[test]
    fn other_text_only_loses_its_mark() {
        for (bytes, text) in [
            ("\u{feff}\u{feff}1. e4 *", "\u{feff}1. e4 *"),
            ("1. e4 *", "1. e4 *"),
            ("*", "*"),
            ("", ""),
            ("1\0. e4", "1\0. e4"),
        ] {
            assert_eq!(read(Cursor::new(bytes.as_bytes().to_vec())), text.as_bytes());
        }
    }
}
