//! The letters of the pieces in other languages (PGN standard, section 17).
//!
//! Only the user or a tag decides which language it is, because the moves of a game may fit
//! several. A symbol in such letters is translated into English ones in a small buffer, which is
//! then lexed. A text in English letters costs no extra time.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::message::{self, Language, fill_whole};

/// The letters that a text uses for the pieces, from king to pawn.
///
/// # Examples
///
/// ```
/// use escaque::PieceLetters;
///
/// let german: PieceLetters = "de".parse()?;
/// assert_eq!(german, "KDTLSB".parse()?);
/// assert_eq!("Кр,Ф,Л,С,К,п".parse::<PieceLetters>()?, "ru".parse()?);
/// # Ok::<(), escaque::PieceLettersError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceLetters {
    /// The letters of each piece, in the order of [`ENGLISH`]. Those of the pawn may be empty.
    letters: [Letters; ENGLISH.len()],
}

/// The error of a text that is neither the code of a language nor the letters of the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{}", self.message(&message::ENGLISH))]
pub struct PieceLettersError;

impl PieceLettersError {
    /// Describes in a language what is expected.
    #[must_use]
    pub fn message(self, language: &Language) -> String {
        let codes = PieceLetters::languages().collect::<Vec<_>>().join(", ");
        fill_whole(language.command_line.piece_letters_expected, &[("languages", &codes)])
    }
}

/// The letters of one piece; nearly always there is only one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Letters {
    bytes: [u8; Letters::MOST],
    length: u8,
}

/// The English letters, from king to pawn.
const ENGLISH: [u8; 6] = *b"KQRBNP";

/// The letters by language, from king to pawn, without a letter for the pawn where none is established.
/// They are those of the table in the standard, and for other languages those of their chess books and
/// federations. Serbian has the Latin letters, as in Scid.
const LANGUAGES: [(&str, &str); 35] = [
    ("af", "KDTLRP"),
    ("bg", "ЦДТОКП"),
    ("bs", "KDTLSP"),
    ("ca", "RDTACP"),
    ("cs", "KDVSJP"),
    ("da", "KDTLSB"),
    ("de", "KDTLSB"),
    ("el", "ΡΒΠΑΙ"),
    ("en", "KQRBNP"),
    ("eo", "RDTKĈP"),
    ("es", "RDTACP"),
    ("et", "KLVORP"),
    ("eu", "EDGAZP"),
    ("fi", "KDTLRP"),
    ("fr", "RDTFCP"),
    ("gl", "RDTBCP"),
    ("hr", "KDTLSP"),
    ("hu", "KVBFHG"),
    ("id", "RMBGKP"),
    ("is", "KDHBRP"),
    ("it", "RDTACP"),
    ("lt", "KVBRŽP"),
    ("lv", "KDTLZB"),
    ("nl", "KDTLPO"),
    ("no", "KDTLSB"),
    ("pl", "KHWGSP"),
    ("pt", "RDTBCP"),
    ("ro", "RDTNCP"),
    ("ru", "Кр,Ф,Л,С,К,п"),
    ("sk", "KDVSJP"),
    ("sl", "KDTLS"),
    ("sr", "KDTLSP"),
    ("sv", "KDTLSB"),
    ("tr", "ŞVKFAP"),
    ("uk", "Кр,Ф,Т,С,К,п"),
];

impl PieceLetters {
    /// Returns the codes of the languages whose letters are known.
    pub(crate) fn languages() -> impl Iterator<Item = &'static str> {
        LANGUAGES.into_iter().map(|(code, _)| code)
    }
}

impl FromStr for PieceLetters {
    type Err = PieceLettersError;

    /// Reads the code of a language (ISO 639-1), or the letters of king, queen, rook, bishop,
    /// knight and, if pawns have one, pawn: `KDTLS`. If the letters of a piece are several characters,
    /// commas separate the pieces.
    fn from_str(text: &str) -> Result<PieceLetters, PieceLettersError> {
        let language = LANGUAGES.iter().find(|(code, _)| code.eq_ignore_ascii_case(text));
        let text = language.map_or(text, |(_, letters)| letters);
        let parts: Vec<&str> = if text.contains(',') {
            text.split(',').collect()
        } else {
            text.split("").filter(|part| !part.is_empty()).collect()
        };
        let is_new = |(at, part): (usize, &&str)| !parts[..at].contains(part);
        if !matches!(parts.len(), 5 | 6) || !parts.iter().enumerate().all(is_new) {
            return Err(PieceLettersError);
        }
        let mut letters = [Letters::default(); ENGLISH.len()];
        for (letters, part) in letters.iter_mut().zip(parts) {
            *letters = Letters::new(part).ok_or(PieceLettersError)?;
        }
        Ok(PieceLetters { letters })
    }
}

impl fmt::Display for PieceLetters {
    /// Writes the letters as they are read: with commas if a piece has several.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = self.letters.iter().filter(|letters| letters.length > 0);
        let texts: Vec<_> = known.map(|letters| String::from_utf8_lossy(letters.as_bytes())).collect();
        let has_many = texts.iter().any(|text| text.chars().count() > 1);
        f.write_str(&texts.join(if has_many { "," } else { "" }))
    }
}

impl Letters {
    /// The maximum number of bytes for a piece.
    const MOST: usize = 8;

    /// Returns `None` for anything but letters, and for small letters of ASCII, which name files.
    fn new(text: &str) -> Option<Letters> {
        let is_letter = |c: char| c.is_alphabetic() && !c.is_ascii_lowercase();
        if text.is_empty() || text.len() > Letters::MOST || !text.chars().all(is_letter) {
            return None;
        }
        let mut bytes = [0; Letters::MOST];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Some(Letters { bytes, length: text.len() as u8 })
    }

    fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }
}

/// The beginning of a text, with its first symbol in English letters.
#[derive(Debug)]
pub(super) struct Translation {
    bytes: [u8; Translation::ROOM],
    length: usize,
    /// The offset in the text of each byte, and of the end.
    origins: [u8; Translation::ROOM + 1],
}

impl Translation {
    /// The room for a symbol and the marks after it, in bytes. No move is longer.
    const ROOM: usize = 64;

    const fn new() -> Translation {
        Translation { bytes: [0; Translation::ROOM], length: 0, origins: [0; Translation::ROOM + 1] }
    }

    /// Adds a byte that stands for `width` bytes of the text.
    fn push(&mut self, byte: u8, width: usize) {
        self.bytes[self.length] = byte;
        self.origins[self.length + 1] = self.origins[self.length] + width as u8;
        self.length += 1;
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// Returns the offset in the text that a byte of the translation comes from.
    pub(super) fn origin(&self, at: usize) -> usize {
        usize::from(self.origins[at])
    }
}

impl PieceLetters {
    /// The name of the tag that gives the piece letters of a game. It is escaque's own, because no
    /// such tag is established.
    pub const TAG: &str = "PieceLetters";

    /// Lists the languages that have all of some letters, those with the most players first.
    pub(super) fn languages_with(letters: &[char]) -> impl Iterator<Item = &'static str> {
        const FIRST: [&str; 7] = ["es", "de", "ru", "fr", "it", "pt", "nl"];
        let has_all = |code: &&str| {
            let known = LANGUAGES.iter().find(|(known, _)| known == code).map_or("", |(_, known)| known);
            letters.iter().all(|letter| known.contains(*letter))
        };
        let others = LANGUAGES.iter().map(|(code, _)| *code).filter(|code| !FIRST.contains(code));
        FIRST.into_iter().chain(others).filter(has_all)
    }

    /// Writes a move in SAN with these letters.
    #[must_use]
    pub(crate) fn spell(&self, san: &str) -> String {
        let mut spelled = String::new();
        for letter in san.chars() {
            let own = ENGLISH.iter().zip(&self.letters).find(|(english, _)| char::from(**english) == letter);
            match own
                .filter(|(_, own)| own.length > 0)
                .and_then(|(_, own)| str::from_utf8(own.as_bytes()).ok())
            {
                Some(own) => spelled.push_str(own),
                None => spelled.push(letter),
            }
        }
        spelled
    }

    /// Translates the symbol that a text begins with. Returns `None` if it reads the same in English,
    /// or is too long to be a move.
    pub(super) fn translate(&self, text: &[u8]) -> Option<Translation> {
        let mut translation = Translation::new();
        let mut is_changed = false;
        let mut in_symbol = true;
        let mut at = 0;
        while at < text.len()
            // the offsets of a translation are bytes
            && at + Letters::MOST < usize::from(u8::MAX)
            && translation.length < Translation::ROOM
        {
            in_symbol = in_symbol && !text[at].is_ascii_whitespace();
            let found = if in_symbol { self.piece_at(text, at) } else { None };
            let (byte, width) = found.unwrap_or((text[at], 1));
            is_changed |= found.is_some_and(|(byte, width)| text[at..at + width] != [byte]);
            translation.push(byte, width);
            at += width;
        }
        let is_whole = !in_symbol || at == text.len();
        (is_changed && is_whole).then_some(translation)
    }

    /// Returns the English letter of the piece at an offset of a symbol, and how many bytes the
    /// piece takes there, if the symbol can be a move. An English letter without a piece in the
    /// other letters becomes one without a piece in English.
    fn piece_at(&self, symbol: &[u8], at: usize) -> Option<(u8, usize)> {
        /// A letter of no piece.
        const NO_PIECE: u8 = b'X';
        let before = at.checked_sub(1).map(|before| symbol[before]);
        // a piece begins a move, or a pawn becomes it: after a sign, or directly after the last rank (`e8D`)
        if !matches!(before, None | Some(b'=' | b'(' | b'/' | b'1' | b'8')) {
            return None;
        }
        let rest = &symbol[at..];
        let pieces = self.letters.iter().zip(ENGLISH).filter(|(letters, _)| letters.length > 0);
        let fitting = pieces.filter(|(letters, _)| rest.starts_with(letters.as_bytes()));
        // in Russian the letter of the knight, К, begins that of the king, Кр
        let longest = fitting.max_by_key(|(letters, _)| letters.length);
        let found = longest.map(|(letters, english)| (english, letters.as_bytes().len()));
        // without a letter of their own, pawns keep the English one
        let is_foreign =
            |letter: u8| ENGLISH.contains(&letter) && (letter != b'P' || self.letters[5].length > 0);
        let (letter, width) = found.or_else(|| is_foreign(rest[0]).then_some((NO_PIECE, 1)))?;
        let after = &rest[width..];
        let is_piece = match before {
            None => begins_destination(after),
            Some(b'=' | b'(' | b'/') => true,
            Some(_) => !after.first().is_some_and(u8::is_ascii_alphanumeric),
        };
        is_piece.then_some((letter, width))
    }
}

/// Returns whether a text may follow the letter of a piece in a move.
fn begins_destination(text: &[u8]) -> bool {
    matches!(
        text,
        [b'a'..=b'h' | b'1'..=b'8' | b'@', ..]
            | [b'x' | b':' | b'-', b'a'..=b'h', ..]
            | [0xc3, 0x97, b'a'..=b'h', ..]
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(letters: &str, text: &str) -> Option<String> {
        let letters: PieceLetters = letters.parse().unwrap();
        let translation = letters.translate(text.as_bytes())?;
        assert_eq!(translation.origin(translation.length), text.len(), "{text}");
        Some(String::from_utf8_lossy(translation.bytes()).into_owned())
    }

    #[test]
    fn the_letters_of_moves_become_english() {
        for (letters, text, expected) in [
            ("fr", "Rd1", Some("Kd1")),
            ("fr", "Dxa8+ Rf7", Some("Qxa8+ Rf7")),
            ("fr", "e8=D", Some("e8=Q")),
            ("fr", "bxc8D#", Some("bxc8Q#")),
            ("fr", "e8(D) e.p.", Some("e8(Q) e.p.")),
            ("fr", "C@f3", Some("N@f3")),
            ("fr", "Tg1-g3", Some("Rg1-g3")),
            ("fr", "T×g3", Some("R×g3")),
            ("fr", "e4", None),
            ("fr", "Pe4", None),
            ("fr", "O-O", None),
            ("fr", "Dans", Some("Qans")),
            ("fr", "N", None),
            ("fr", "RR", None),
            ("fr", "Nf3", Some("Xf3")),
            ("fr", "e8=Q", Some("e8=X")),
            ("de", "Be4", Some("Pe4")),
            ("de", "Pe4", Some("Xe4")),
            ("KDTLS", "Pe4", None),
            ("nl", "O-O", None),
            ("nl", "Oe4", Some("Pe4")),
            ("ru", "Крd1", Some("Kd1")),
            ("ru", "Кf3+", Some("Nf3+")),
            ("ru", "пe8=Ф Кf6", Some("Pe8=Q Кf6")),
            ("en", "Nf3", None),
            ("el", "Ιf3 Αb5", Some("Nf3 Αb5")),
            ("tr", "Şd1", Some("Kd1")),
            ("lt", "e8=Ž", Some("e8=N")),
            ("bg", "Цe2 Кe7", Some("Ke2 Кe7")),
            ("uk", "Тxd8+", Some("Rxd8+")),
            ("sl", "Pe4", None),
        ] {
            assert_eq!(translated(letters, text).as_deref(), expected, "{letters} {text}");
        }
    }

    #[test]
    fn every_language_has_letters() {
        assert!(LANGUAGES.is_sorted());
        for (code, letters) in LANGUAGES {
            assert_eq!(code.to_uppercase().parse::<PieceLetters>(), letters.parse(), "{code}");
            assert!(letters.parse::<PieceLetters>().is_ok(), "{code}");
        }
    }

    #[test]
    fn what_is_neither_a_language_nor_letters_is_refused() {
        for text in
            ["", "d", "xx", "KDTL", "KDTLSBX", "KDTLL", "kdtls", "K,,T,L,S", "KD TL", "K1234", "Кр,Ф,Л,С"]
        {
            assert_eq!(text.parse::<PieceLetters>(), Err(PieceLettersError), "{text}");
        }
    }
}
