//! UTF-16, which is recognised by the first bytes of a file and becomes UTF-8 as it is read.

use std::io::{self, Cursor, Read};

use encoding_rs::{Decoder, Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// The number of bytes by which UTF-16 is recognised.
pub(super) const BEGINNING: usize = 4;

/// The number of bytes decoded at a time.
const BUFFER: usize = 8 << 10;

/// Recognises UTF-16 by its byte order mark. Without one, it is recognised by two characters of
/// ASCII, since every game begins with some.
pub(super) fn utf_16(beginning: &[u8]) -> Option<&'static Encoding> {
    match *beginning {
        [0xff, 0xfe, ..] | [1..=0x7f, 0, 1..=0x7f, 0, ..] => Some(UTF_16LE),
        [0xfe, 0xff, ..] | [0, 1..=0x7f, 0, 1..=0x7f, ..] => Some(UTF_16BE),
        _ => None,
    }
}

/// Returns the length of the byte order mark of UTF-8, or 0 if a text has none.
pub(super) fn mark_length(text: &[u8]) -> usize {
    Encoding::for_bom(text).filter(|(encoding, _)| *encoding == UTF_8).map_or(0, |(_, length)| length)
}

/// Returns a reader that drops a byte order mark and decodes UTF-16. It passes anything else
/// through.
///
/// # Errors
///
/// Returns any error of reading the first bytes.
pub(super) fn without_utf_16(mut bytes: Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>> {
    let mut beginning = Vec::new();
    bytes.by_ref().take(BEGINNING as u64).read_to_end(&mut beginning)?;
    let encoding = utf_16(&beginning);
    beginning.drain(..mark_length(&beginning));
    let whole = Cursor::new(beginning).chain(bytes);
    Ok(match encoding {
        Some(encoding) => Box::new(Utf16Reader {
            bytes: whole,
            decoder: encoding.new_decoder_with_bom_removal(),
            text: Cursor::default(),
            is_done: false,
        }),
        None => Box::new(whole),
    })
}

/// A reader of UTF-16 that returns UTF-8.
struct Utf16Reader<R> {
    bytes: R,
    decoder: Decoder,
    /// The text decoded last.
    text: Cursor<String>,
    /// Whether that is the end of the text.
    is_done: bool,
}

impl<R: Read> Utf16Reader<R> {
    fn decode_on(&mut self) -> io::Result<()> {
        let mut buffer = [0; BUFFER];
        let length = self.bytes.read(&mut buffer)?;
        self.is_done = length == 0;
        // every byte fits: two of UTF-16 become at most three of UTF-8
        let mut text = String::with_capacity(2 * BUFFER);
        let _ = self.decoder.decode_to_string(&buffer[..length], &mut text, self.is_done);
        self.text = Cursor::new(text);
        Ok(())
    }
}

impl<R: Read> Read for Utf16Reader<R> {
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

    fn read(bytes: impl Read + Send + 'static) -> String {
        let mut text = String::new();
        without_utf_16(Box::new(bytes)).unwrap().read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn utf_16_is_decoded_however_it_comes() {
        let text = "[White \"Muñoz ♔ 😀\"] *\n".repeat(2000);
        let bytes = |to_bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(to_bytes).collect::<Vec<_>>();
        let (little, big) = (bytes(u16::to_le_bytes), bytes(u16::to_be_bytes));
        for (mark, bytes) in [(&b"\xff\xfe"[..], &little), (b"", &little), (b"\xfe\xff", &big), (b"", &big)] {
            let bytes = [mark, bytes].concat();
            assert!(read(Cursor::new(bytes.clone())) == text, "{mark:?}");
            assert!(read(Dripping(Cursor::new(bytes))) == text, "{mark:?}");
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
            assert_eq!(read(Cursor::new(bytes.as_bytes().to_vec())), text);
        }
        assert_eq!(read(Cursor::new(b"\xff\xfe*".to_vec())), "\u{fffd}");
    }
}
