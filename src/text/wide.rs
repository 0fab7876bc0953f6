//! UTF-16 and UTF-32, which are recognised by the first bytes of a file and become UTF-8 as they are
//! read.

use std::io::{self, Cursor, Read};

use encoding_rs::{Decoder, DecoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::encoding::NO_CHARACTER;

/// The number of bytes by which an encoding is recognised.
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
    /// characters, which are of ASCII, since every game begins with some.
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

    fn decoder(self) -> WideDecoder {
        match self {
            WideEncoding::Utf16(encoding) => WideDecoder::Utf16(encoding.new_decoder_with_bom_removal()),
            WideEncoding::Utf32(unit) => WideDecoder::Utf32 { unit, rest: Vec::new(), is_first: true },
        }
    }
}

/// Returns the length of the byte order mark of UTF-8, or 0 if a text has none.
pub(super) fn mark_length(text: &[u8]) -> usize {
    Encoding::for_bom(text).filter(|(encoding, _)| *encoding == UTF_8).map_or(0, |(_, length)| length)
}

/// Returns a reader that drops a byte order mark and decodes UTF-16 and UTF-32. It passes anything
/// else through.
///
/// # Errors
///
/// Returns any error of reading the first bytes.
pub(super) fn as_utf8(mut bytes: Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>> {
    let mut beginning = Vec::new();
    bytes.by_ref().take(BEGINNING as u64).read_to_end(&mut beginning)?;
    let encoding = WideEncoding::of(&beginning);
    beginning.drain(..mark_length(&beginning));
    let whole = Cursor::new(beginning).chain(bytes);
    Ok(match encoding {
        Some(encoding) => Box::new(WideReader {
            bytes: whole,
            decoder: encoding.decoder(),
            text: Cursor::default(),
            is_done: false,
        }),
        None => Box::new(whole),
    })
}

/// A decoder to UTF-8. What is no character becomes [`NO_CHARACTER`].
enum WideDecoder {
    Utf16(Decoder),
    Utf32 {
        unit: fn([u8; 4]) -> u32,
        /// The bytes of a unit that has only begun.
        rest: Vec<u8>,
        is_first: bool,
    },
}

impl WideDecoder {
    /// Appends the UTF-8 of the next bytes to `text`.
    fn decode(&mut self, bytes: &[u8], is_last: bool, text: &mut Vec<u8>) {
        match self {
            WideDecoder::Utf16(decoder) => decode_utf_16(decoder, bytes, is_last, text),
            WideDecoder::Utf32 { unit, rest, is_first } => {
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

fn decode_utf_16(decoder: &mut Decoder, mut bytes: &[u8], is_last: bool, text: &mut Vec<u8>) {
    loop {
        let start = text.len();
        // two bytes become at most three, and the decoder may keep some from before
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

/// A reader of UTF-16 or UTF-32 that returns UTF-8.
struct WideReader<R> {
    bytes: R,
    decoder: WideDecoder,
    /// The text decoded last.
    text: Cursor<Vec<u8>>,
    /// Whether that is the end of the text.
    is_done: bool,
}

impl<R: Read> WideReader<R> {
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

impl<R: Read> Read for WideReader<R> {
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
        as_utf8(Box::new(bytes)).unwrap().read_to_end(&mut text).unwrap();
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
