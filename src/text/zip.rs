//! Zip archives.
//!
//! An archive is read from front to back, by the header before each file, so that it may come from a pipe.
//! The directory at its end adds nothing and is skipped. The layout is that of PKWARE's
//! APPNOTE.TXT, sections 4.3 to 4.5.

use std::io::{self, BufRead, Read};
use std::mem;

use flate2::Crc;
use flate2::bufread::DeflateDecoder;

use super::UnpackError;
use super::archive::{Archive, Member};
use super::compression::{TrailingData, is_game_name};
use super::members::{InSteps, Peeking};
use super::positions::is_list_name;

const FILE: [u8; 4] = *b"PK\x03\x04";
const DESCRIPTOR: [u8; 4] = *b"PK\x07\x08";
const DIRECTORY_ENTRY: [u8; 4] = *b"PK\x01\x02";
const DIRECTORY_SIGNATURE: [u8; 4] = *b"PK\x05\x05";
const LONG_END: [u8; 4] = *b"PK\x06\x06";
const LONG_END_LOCATOR: [u8; 4] = *b"PK\x06\x07";
const END: [u8; 4] = *b"PK\x05\x06";

const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// The maximum length of a name in bytes, as file systems have it. Messages and JSON repeat it for each game. Of a longer
/// name, the end is kept, which has the extension.
const MAX_NAME: usize = 4 << 10;

/// The identifier of the extra field with lengths of 64 bits.
const LONG_LENGTHS: u16 = 1;

/// A zip archive.
pub(super) struct ZipArchive<R>(State<R>);

enum State<R> {
    /// Before a record.
    Between(Peeking<R>),
    Within(Box<PackedFile<Peeking<R>>>),
    /// After the last record, or after an error.
    Ended,
}

impl<R: BufRead> ZipArchive<R> {
    pub(super) fn new(packed: R) -> ZipArchive<R> {
        ZipArchive(State::Between(Peeking::new(packed)))
    }
}

impl<R: BufRead + Send> Archive for ZipArchive<R> {
    fn advance(&mut self, trailing: &TrailingData) -> io::Result<Option<Member>> {
        let mut rest = match mem::replace(&mut self.0, State::Ended) {
            State::Between(rest) => rest,
            State::Within(file) => file.skip()?,
            State::Ended => return Ok(None),
        };
        loop {
            let start = rest.position;
            match bytes(&mut rest)? {
                FILE => {
                    let file = PackedFile::begin(Header::read(&mut rest)?, rest)?;
                    if file.header.has_games() {
                        let name = file.header.name.clone();
                        self.0 = State::Within(Box::new(file));
                        return Ok(Some(Member { name, start }));
                    }
                    rest = file.skip()?;
                }
                DIRECTORY_ENTRY => {
                    let fields: [u8; 42] = bytes(&mut rest)?;
                    let lengths = [24, 26, 28].map(|at| u64::from(u16_at(&fields, at)));
                    skip(&mut rest, lengths.iter().sum())?;
                }
                DIRECTORY_SIGNATURE => {
                    let length = u16::from_le_bytes(bytes(&mut rest)?);
                    skip(&mut rest, length.into())?;
                }
                LONG_END => {
                    let length = u64::from_le_bytes(bytes(&mut rest)?);
                    skip(&mut rest, length)?;
                }
                LONG_END_LOCATOR => skip(&mut rest, 16)?,
                END => {
                    let fields: [u8; 18] = bytes(&mut rest)?;
                    skip(&mut rest, u16_at(&fields, 16).into())?;
                    let is_archive =
                        |beginning: &[u8]| [FILE, END].iter().any(|signature| beginning == signature);
                    if !rest.finds_part(is_archive, trailing)? {
                        return Ok(None);
                    }
                }
                _ => return Err(invalid("no record of a zip archive follows")),
            }
        }
    }
}

impl<R: BufRead> Read for ZipArchive<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let State::Within(mut file) = mem::replace(&mut self.0, State::Ended) else { return Ok(0) };
        let length = file.read(buffer)?;
        self.0 = if length == 0 { State::Between(file.finish()?) } else { State::Within(file) };
        Ok(length)
    }
}

/// The header before a file.
struct Header {
    name: String,
    flags: u16,
    method: u16,
    crc: u32,
    /// The length of the compressed file, if the header has it.
    length: Option<u64>,
    /// Whether the lengths in the descriptor after the file have 64 bits.
    has_long_lengths: bool,
}

impl Header {
    fn read(rest: &mut impl Read) -> io::Result<Header> {
        let fields: [u8; 26] = bytes(rest)?;
        let mut name = vec![0; u16_at(&fields, 22).into()];
        rest.read_exact(&mut name)?;
        let mut extra = vec![0; u16_at(&fields, 24).into()];
        rest.read_exact(&mut extra)?;
        let long_lengths = extra_field(&extra, LONG_LENGTHS);
        let flags = u16_at(&fields, 2);
        let length = match u32_at(&fields, 14) {
            u32::MAX => long_lengths.and_then(|field| field.get(8..16)?.try_into().ok()),
            length => Some(u64::from(length).to_le_bytes()),
        };
        let length = length.map(u64::from_le_bytes);
        Ok(Header {
            name: String::from_utf8_lossy(&name[name.len().saturating_sub(MAX_NAME)..]).into_owned(),
            flags,
            method: u16_at(&fields, 4),
            crc: u32_at(&fields, 10),
            length: length.filter(|length| *length > 0 || flags & 8 == 0),
            has_long_lengths: long_lengths.is_some(),
        })
    }

    fn is_encrypted(&self) -> bool {
        self.flags & 1 != 0
    }

    /// Returns whether the checksum and the lengths follow the file.
    fn has_descriptor(&self) -> bool {
        self.flags & 8 != 0
    }

    /// Returns whether the file has games or positions, by its name. macOS adds files of its own whose names begin with
    /// `._`.
    fn has_games(&self) -> bool {
        let name = self.name.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
        (is_list_name(&name) || is_game_name(&name)) && !name.starts_with("._")
    }
}

/// Returns the data of an extra field.
fn extra_field(mut fields: &[u8], identifier: u16) -> Option<&[u8]> {
    loop {
        let (head, rest) = fields.split_at_checked(4)?;
        let (data, rest) = rest.split_at_checked(u16_at(head, 2).into())?;
        if u16_at(head, 0) == identifier {
            return Some(data);
        }
        fields = rest;
    }
}

/// A file in an archive.
struct PackedFile<R> {
    header: Header,
    content: Content<R>,
    crc: Crc,
}

enum Content<R> {
    Stored(io::Take<R>),
    Deflated(InSteps<DeflateDecoder<R>>),
    /// The content of a file without games, which is not decompressed.
    Skipped(io::Take<R>),
}

impl<R: BufRead> PackedFile<R> {
    fn begin(header: Header, rest: R) -> io::Result<PackedFile<R>> {
        let content = match header.length {
            Some(length) if !header.has_games() => Content::Skipped(rest.take(length)),
            _ if header.is_encrypted() => return Err(UnpackError::Encrypted(header.name).into()),
            _ if header.method == DEFLATED => Content::Deflated(InSteps::new(DeflateDecoder::new(rest))),
            _ if header.method != STORED => {
                return Err(UnpackError::Method { name: header.name, method: header.method }.into());
            }
            Some(length) => Content::Stored(rest.take(length)),
            None => return Err(UnpackError::LengthUnknown(header.name).into()),
        };
        Ok(PackedFile { header, content, crc: Crc::new() })
    }

    /// Reads the file to its end, and returns the rest of the archive.
    fn skip(mut self) -> io::Result<R> {
        io::copy(&mut self, &mut io::sink())?;
        self.finish()
    }

    /// Verifies the checksum, and returns the rest of the archive.
    fn finish(self) -> io::Result<R> {
        let PackedFile { header, content, crc } = self;
        let is_read = !matches!(content, Content::Skipped(_));
        let mut rest = match content {
            Content::Stored(content) | Content::Skipped(content) => {
                if content.limit() > 0 {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                content.into_inner()
            }
            Content::Deflated(content) => content.text.into_inner(),
        };
        let expected = if header.has_descriptor() { descriptor(&mut rest, &header)? } else { header.crc };
        if is_read && crc.sum() != expected {
            // the decoder does not report a file that ends too early
            let is_cut_off = rest.fill_buf()?.is_empty();
            let corrupt = invalid("a file in the archive is corrupt");
            return Err(if is_cut_off { io::ErrorKind::UnexpectedEof.into() } else { corrupt });
        }
        Ok(rest)
    }
}

impl<R: BufRead> Read for PackedFile<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = match &mut self.content {
            Content::Stored(content) | Content::Skipped(content) => content.read(buffer)?,
            Content::Deflated(content) => content.read(buffer)?,
        };
        self.crc.update(&buffer[..length]);
        Ok(length)
    }
}

/// Reads the descriptor after a file, whose signature may be missing, and returns the checksum.
fn descriptor(rest: &mut impl Read, header: &Header) -> io::Result<u32> {
    let mut crc = bytes(rest)?;
    if crc == DESCRIPTOR {
        crc = bytes(rest)?;
    }
    skip(rest, if header.has_long_lengths { 16 } else { 8 })?;
    Ok(u32::from_le_bytes(crc))
}

fn bytes<const N: usize>(rest: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    rest.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn skip(rest: &mut impl Read, length: u64) -> io::Result<()> {
    let skipped = io::copy(&mut rest.take(length), &mut io::sink())?;
    if skipped < length { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
}

fn u16_at(fields: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([fields[at], fields[at + 1]])
}

fn u32_at(fields: &[u8], at: usize) -> u32 {
    u32::from(u16_at(fields, at)) | u32::from(u16_at(fields, at + 2)) << 16
}

fn invalid(message: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}
