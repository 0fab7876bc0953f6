//! The encoding and the line ends of a file, for a text that is to replace it.

use std::io::{self, BufReader, Read};
use std::{mem, str};

use encoding_rs::{Encoding, UTF_16BE, WINDOWS_1252};
use thiserror::Error;

use super::compression::{Compression, SIGNATURE};
use super::edits::first_line_end;
use super::encoding::{WideEncoding, as_utf8, begins_with_half_pair, mark_length};
use super::positions::begins_list;

/// How many bytes of a file are examined at once.
const BUFFER: usize = 64 << 10;

/// The reason why a file cannot be replaced by another text.
#[derive(Debug, Error)]
pub enum NoPlainText {
    /// It is compressed.
    #[error("it is packed")]
    Packed,
    /// It is a list of positions.
    #[error("it is a list of positions")]
    Positions,
    /// It is a table with games in its rows.
    #[error("it is a table")]
    Rows,
    /// Some words are UTF-8, and others are not.
    #[error("some of its texts are UTF-8 and others are not")]
    Mixed,
    /// It has halves of surrogate pairs.
    #[error("it has halves of characters")]
    HalfCharacters,
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
}

/// The encoding and the line ends of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileEncoding {
    characters: Characters,
    has_mark: bool,
    line_end: &'static str,
}

/// How the characters of a file are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Characters {
    Utf8,
    Windows1252,
    /// Units of two bytes.
    Utf16 {
        is_big_endian: bool,
    },
    /// Units of four bytes.
    Utf32 {
        is_big_endian: bool,
    },
}

impl FileEncoding {
    /// Finds the encoding of a file, which is read to its end. Without a wide encoding it is Windows-1252 if some
    /// words are not UTF-8, and otherwise UTF-8. The first line end counts for the whole file.
    ///
    /// # Errors
    ///
    /// Returns [`NoPlainText`] if no text in a single encoding can replace the file.
    pub fn of(file: impl Read + Send + 'static) -> Result<FileEncoding, NoPlainText> {
        match FileEncoding::with_words(file)? {
            (_, Words { has_utf8: true, has_other: true, .. }) => Err(NoPlainText::Mixed),
            (encoding, _) => Ok(encoding),
        }
    }

    /// Finds the encoding of a file as [`FileEncoding::of`] does, if its bytes stay as they are except for edits.
    /// Some words may then be UTF-8 and others not.
    ///
    /// # Errors
    ///
    /// Returns [`NoPlainText`] if the bytes cannot stay as they are.
    pub fn of_kept_bytes(file: impl Read + Send + 'static) -> Result<FileEncoding, NoPlainText> {
        FileEncoding::with_words(file).map(|(encoding, _)| encoding)
    }

    /// Finds the encoding of a file, and what its words show. It is UTF-8 if some words are.
    fn with_words(file: impl Read + Send + 'static) -> Result<(FileEncoding, Words), NoPlainText> {
        let mut file = BufReader::with_capacity(BUFFER, file);
        let mut beginning = Vec::new();
        file.by_ref().take(SIGNATURE as u64).read_to_end(&mut beginning)?;
        if Compression::of(&beginning).is_some() {
            return Err(NoPlainText::Packed);
        }
        let wide = WideEncoding::of(&beginning).map(|wide| match wide {
            WideEncoding::Utf16(encoding) => Characters::Utf16 { is_big_endian: encoding == UTF_16BE },
            WideEncoding::Utf32(unit) => Characters::Utf32 { is_big_endian: unit([0, 0, 0, 1]) == 1 },
        });
        let has_mark = match wide {
            Some(Characters::Utf32 { .. }) => {
                matches!(beginning[..], [0xff, 0xfe, 0, 0] | [0, 0, 0xfe, 0xff])
            }
            Some(_) => Encoding::for_bom(&beginning).is_some(),
            None => mark_length(&beginning) > 0,
        };
        let (mut text, _) = as_utf8(Box::new(io::Cursor::new(beginning).chain(file)))?;
        let mut words = Words::default();
        let mut buffer = Vec::with_capacity(BUFFER);
        let mut is_first = true;
        loop {
            buffer.clear();
            let length = text.by_ref().take(BUFFER as u64).read_to_end(&mut buffer)?;
            if mem::replace(&mut is_first, false) && begins_list("", &buffer[..length]) {
                return Err(NoPlainText::Positions);
            }
            words.read(&buffer[..length], length == 0);
            if length == 0 {
                break;
            }
        }
        if words.has_half_characters {
            return Err(NoPlainText::HalfCharacters);
        }
        let characters = match (wide, words.has_utf8, words.has_other) {
            (Some(wide), ..) => wide,
            (None, false, true) => Characters::Windows1252,
            (None, ..) => Characters::Utf8,
        };
        let line_end = words.line_end.unwrap_or("\n");
        Ok((FileEncoding { characters, has_mark, line_end }, words))
    }

    /// Returns the name of the encoding.
    pub const fn name(self) -> &'static str {
        match self.characters {
            Characters::Utf8 => "UTF-8",
            Characters::Windows1252 => "Windows-1252",
            Characters::Utf16 { .. } => "UTF-16",
            Characters::Utf32 { .. } => "UTF-32",
        }
    }

    /// Returns whether the encoding is UTF-16 or UTF-32. Readers then get UTF-8 instead of the bytes of the
    /// file.
    pub const fn is_wide(self) -> bool {
        matches!(self.characters, Characters::Utf16 { .. } | Characters::Utf32 { .. })
    }

    /// Returns the line end.
    pub const fn line_end(self) -> &'static str {
        self.line_end
    }

    /// Returns the encoding in which a reader gets the text of the file: UTF-8 in place of UTF-16 or UTF-32.
    pub fn as_read(self) -> FileEncoding {
        match self.characters {
            Characters::Utf8 | Characters::Windows1252 => self,
            _ => FileEncoding { characters: Characters::Utf8, has_mark: false, ..self },
        }
    }

    /// Appends the byte order mark, if the file has one.
    pub fn write_mark(self, out: &mut Vec<u8>) {
        if self.has_mark && self.encode("\u{feff}", out).is_err() {
            // a text in Windows-1252 after the mark of UTF-8 keeps that mark
            out.extend_from_slice("\u{feff}".as_bytes());
        }
    }

    /// Encodes a text and appends it. Its line ends stay as they are.
    ///
    /// # Errors
    ///
    /// Returns the first character that the encoding does not have.
    pub fn encode(self, text: &str, out: &mut Vec<u8>) -> Result<(), char> {
        match self.characters {
            Characters::Utf8 => out.extend_from_slice(text.as_bytes()),
            Characters::Windows1252 => {
                let (bytes, _, has_others) = WINDOWS_1252.encode(text);
                if has_others {
                    let is_other = |c: &char| WINDOWS_1252.encode(c.encode_utf8(&mut [0; 4])).2;
                    return Err(text.chars().find(is_other).unwrap_or(char::REPLACEMENT_CHARACTER));
                }
                out.extend_from_slice(&bytes);
            }
            Characters::Utf16 { is_big_endian } => {
                let bytes = |unit: u16| if is_big_endian { unit.to_be_bytes() } else { unit.to_le_bytes() };
                out.extend(text.encode_utf16().flat_map(bytes));
            }
            Characters::Utf32 { is_big_endian } => {
                let bytes = |unit: u32| if is_big_endian { unit.to_be_bytes() } else { unit.to_le_bytes() };
                out.extend(text.chars().map(u32::from).flat_map(bytes));
            }
        }
        Ok(())
    }
}

/// What the words of a text show about its encoding. The text comes in pieces.
#[derive(Debug, Default)]
struct Words {
    /// The beginning of a word whose end has not come yet.
    rest: Vec<u8>,
    /// Whether a word has characters of UTF-8 above ASCII.
    has_utf8: bool,
    /// Whether a word is not UTF-8.
    has_other: bool,
    has_half_characters: bool,
    line_end: Option<&'static str>,
}

impl Words {
    fn read(&mut self, bytes: &[u8], is_last: bool) {
        self.rest.extend_from_slice(bytes);
        let end = if is_last { self.rest.len() } else { last_word(&self.rest) };
        let words = &self.rest[..end];
        self.line_end = self.line_end.or_else(|| first_line_end(words));
        for word in words.split(u8::is_ascii_whitespace).filter(|word| !word.is_ascii()) {
            self.has_half_characters |= (0..word.len()).any(|at| begins_with_half_pair(&word[at..]));
            match str::from_utf8(word) {
                Ok(_) => self.has_utf8 = true,
                Err(_) => self.has_other = true,
            }
        }
        self.rest.drain(..end);
    }
}

/// Returns where the last word of a text begins, after all its line ends.
fn last_word(text: &[u8]) -> usize {
    let space = text.iter().rposition(u8::is_ascii_whitespace);
    // a final CR may be the first half of a line end
    space.map_or(0, |at| if text[at] == b'\r' && at + 1 == text.len() { at } else { at + 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_comes_back_in_the_encoding_of_its_file() {
        let text = "[White \"Muñoz\"]\r\n";
        let utf_16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let utf_32: Vec<u8> = text.chars().map(u32::from).flat_map(u32::to_be_bytes).collect();
        for (file, name) in [
            (text.as_bytes().to_vec(), "UTF-8"),
            ([b"\xef\xbb\xbf", text.as_bytes()].concat(), "UTF-8"),
            (b"[White \"Mu\xf1oz\"]\r\n".to_vec(), "Windows-1252"),
            (utf_16.clone(), "UTF-16"),
            ([b"\xff\xfe", &utf_16[..]].concat(), "UTF-16"),
            (utf_32.clone(), "UTF-32"),
            ([b"\0\0\xfe\xff", &utf_32[..]].concat(), "UTF-32"),
        ] {
            let encoding = FileEncoding::of(io::Cursor::new(file.clone())).unwrap();
            assert_eq!((encoding.name(), encoding.line_end()), (name, "\r\n"));
            let mut written = Vec::new();
            encoding.write_mark(&mut written);
            encoding.encode(text, &mut written).unwrap();
            assert_eq!(written, file, "{name}");
        }
    }

    #[test]
    fn a_text_without_one_encoding_is_refused() {
        let of = |file: &'static [u8]| FileEncoding::of(io::Cursor::new(file)).unwrap_err().to_string();
        assert_eq!(of(b"{Mu\xf1oz Mu\xc3\xb1oz}"), NoPlainText::Mixed.to_string());
        assert_eq!(of(b"{\xed\xa0\x80}"), NoPlainText::HalfCharacters.to_string());
        assert_eq!(of(b"\x1f\x8b\x08\0"), NoPlainText::Packed.to_string());
        let latin = FileEncoding::of(io::Cursor::new(b"{Mu\xf1oz}")).unwrap();
        assert_eq!(latin.encode("Muñoz ♔", &mut Vec::new()), Err('♔'));
    }

    #[test]
    fn the_first_line_end_is_that_of_the_file() {
        for (file, line_end) in
            [("", "\n"), ("*", "\n"), ("*\n\r\n", "\n"), ("*\r\n\n", "\r\n"), ("*\r*", "\r"), ("*\r", "\r")]
        {
            let mut words = Words::default();
            file.bytes().for_each(|byte| words.read(&[byte], false));
            words.read(b"", true);
            assert_eq!(words.line_end.unwrap_or("\n"), line_end, "{file:?}");
        }
    }
}
