//! Characters that stand for ASCII characters, and invisible ones.
//!
//! Word processors, web pages and chat programs use them in place of spaces and hyphens. All
//! readers take them from this file. Only the patterns of the lexers have to repeat the lists, and
//! a test compares them.

use std::ops::Range;

/// The white space of Unicode that is not in ASCII (its property `White_Space`).
const WIDE_SPACES: &str = "\u{85}\u{a0}\u{1680}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\u{2007}\
                           \u{2008}\u{2009}\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}";

/// Returns whether a character is read as a hyphen: the hyphen of ASCII, other hyphens, dashes and minus signs, and
/// their small and fullwidth forms.
pub(crate) const fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

/// Returns the Latin letter that a letter of the Greek or the Cyrillic alphabet looks like.
pub(crate) fn latin_like(c: char) -> Option<char> {
    const GREEK: (&str, &str) = ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαο", "ABEZHIKMNOPTYXao");
    const CYRILLIC: (&str, &str) = ("АВЕКМНОРСТХІЈЅаеорсхіјѕһԁ", "ABEKMHOPCTXIJSaeopcxijshd");
    let like = |(letters, latin): (&str, &str)| {
        letters.chars().zip(latin.chars()).find(|(letter, _)| *letter == c).map(|(_, latin)| latin)
    };
    like(GREEK).or_else(|| like(CYRILLIC))
}

/// Returns a text with Latin letters in place of those that look like them.
pub(crate) fn with_latin_letters(text: &str) -> String {
    text.chars().map(|c| latin_like(c).unwrap_or(c)).collect()
}

/// Returns whether a character is invisible and not white space, so that it means nothing between two tokens: joiners,
/// marks of direction and of byte order, soft hyphens, fillers, variation selectors. Lexers skip the most frequent
/// ones, and read the others as letters of words.
pub(crate) const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// A run of white space, which lexers skip between tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Space {
    /// The length in bytes.
    pub(crate) length: usize,
    line_feeds: usize,
    returns: usize,
}

impl Space {
    /// Measures the white space with which a text begins.
    #[inline(always)]
    pub(crate) fn at_start(text: &[u8]) -> Space {
        Space::measure(text, |rest| rest.split_first(), |rest, space| rest.strip_prefix(space))
    }

    /// Measures the white space with which a text ends.
    #[inline(always)]
    pub(crate) fn at_end(text: &[u8]) -> Space {
        Space::measure(text, |rest| rest.split_last(), |rest, space| rest.strip_suffix(space))
    }

    /// Measures the white space at one end of a text. `split` splits a byte off that end, and
    /// `strip` strips a given space outside ASCII from it.
    #[inline(always)]
    fn measure<'t>(
        text: &'t [u8],
        split: impl Fn(&'t [u8]) -> Option<(&'t u8, &'t [u8])>,
        strip: impl Fn(&'t [u8], &[u8]) -> Option<&'t [u8]>,
    ) -> Space {
        let (mut rest, mut line_feeds, mut returns) = (text, 0, 0);
        while let Some((byte, after)) = split(rest) {
            let after = match byte {
                b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c => Some(after),
                0x80.. => WIDE_SPACES
                    .chars()
                    .find_map(|space| strip(rest, space.encode_utf8(&mut [0; 4]).as_bytes())),
                _ => None,
            };
            let Some(after) = after else { break };
            line_feeds += usize::from(*byte == b'\n');
            returns += usize::from(*byte == b'\r');
            rest = after;
        }
        Space { length: text.len() - rest.len(), line_feeds, returns }
    }

    /// Returns whether a line ends in the space.
    pub(crate) fn has_line_end(self) -> bool {
        self.line_feeds + self.returns > 0
    }

    /// Returns whether two lines end in the space, so that one of them is blank. `\r` and `\n` are
    /// counted separately, because `\r\n` is only one line end.
    pub(crate) fn has_blank_line(self) -> bool {
        self.line_feeds.max(self.returns) > 1
    }
}

/// The part of a text that has been searched for `}`, so that it is not searched again for each
/// game in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Braces {
    searched: Range<usize>,
    last: Option<usize>,
}

impl Braces {
    /// Returns the last `}` between two offsets of the text, in time linear in the length of what
    /// has not been searched yet if neither offset decreases.
    pub(super) fn last_in(&mut self, text: &[u8], start: usize, end: usize) -> Option<usize> {
        if !self.searched.contains(&start) || end < self.searched.end {
            *self = Braces { searched: start..start, last: None };
        }
        let from = self.searched.end;
        self.last = memchr::memrchr(b'}', &text[from..end]).map(|at| from + at).or(self.last);
        self.searched.end = end;
        self.last.filter(|last| *last >= start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::ctl::CtlToken;
    use crate::notation::pgn::PgnToken;
    use crate::syntax::{Lexer, Outcome, Token, TokenKind};

    fn kinds<T: Token>(text: &str) -> Vec<Option<TokenKind>> {
        Lexer::<T>::new(text.as_bytes(), 0).map(|lexeme| lexeme.kind()).collect()
    }

    #[test]
    fn lexers_read_the_same_hyphens_and_pass_over_the_same_characters() {
        // a colon also occurs in results, and is not a hyphen
        for c in ('\0'..='\u{ffff}').filter(|c| !c.is_alphanumeric() && *c != ':') {
            let results =
                [Outcome::WhiteWins, Outcome::Unknown].map(|outcome| Some(TokenKind::Result(outcome)));
            assert_eq!(kinds::<PgnToken>(&format!("1{c}0 *")) == results, is_hyphen(c), "{c:?}");
            assert_eq!(kinds::<CtlToken>(&format!("3{c}0 *")) == results, is_hyphen(c), "{c:?}");
            let text = c.to_string();
            let says_nothing = c.is_ascii_control() && !c.is_whitespace() || is_invisible(c);
            let in_words = ['\u{34f}', '\u{61c}', '\u{180e}'];
            let is_passed = says_nothing && !in_words.contains(&c);
            assert_eq!(kinds::<PgnToken>(&text) == [Some(TokenKind::Control)], is_passed, "{c:?}");
            assert_eq!(kinds::<CtlToken>(&text) == [Some(TokenKind::Control)], is_passed, "{c:?}");
        }
    }

    #[test]
    fn every_hyphen_is_one_in_moves() {
        for c in ('\0'..='\u{ffff}').filter(|c| is_hyphen(*c)) {
            for text in ["O-O", "O-O-O+", "e2-e4", "Nb8-c6+", "e7-e8=Q", "e7-e8q", "♘g1-f3"] {
                let text = text.replace('-', &c.to_string());
                assert_eq!(kinds::<PgnToken>(&text), [Some(TokenKind::Move)], "{text}");
            }
            for text in ["E3-E5", "RTA-GF"] {
                let text = text.replace('-', &c.to_string());
                assert_eq!(kinds::<CtlToken>(&text), [Some(TokenKind::Move)], "{text}");
            }
        }
    }
}

#[cfg(test)]
mod space_tests {
    use super::*;
    use crate::notation::ctl::CtlToken;
    use crate::notation::pgn::PgnToken;
    use crate::syntax::Lexer;

    #[test]
    fn it_is_what_lexers_skip() {
        for character in
            (0..=char::MAX as u32).filter_map(char::from_u32).filter(|&c| c < '\u{3100}' || c == '\u{feff}')
        {
            let text = character.to_string();
            let text = text.as_bytes();
            let is_space = Space::at_start(text).length == text.len();
            assert_eq!(is_space, character.is_whitespace(), "{character:?}");
            assert_eq!(Space::at_end(text), Space::at_start(text), "{character:?}");
            assert_eq!(Lexer::<PgnToken>::new(text, 0).next().is_none(), is_space, "{character:?}");
            assert_eq!(Lexer::<CtlToken>::new(text, 0).next().is_none(), is_space, "{character:?}");
        }
    }

    #[test]
    fn blank_lines_end_with_any_line_end() {
        for (text, length, has_blank_line) in [
            ("", 0, false),
            (" \n", 2, false),
            ("\r\n", 2, false),
            ("\r\n\r\n", 4, true),
            ("\n \u{a0}\t\n  ", 8, true),
            ("\r\r", 2, true),
        ] {
            for (space, text) in [
                (Space::at_start(format!("{text}x\n\n").as_bytes()), text),
                (Space::at_end(format!("\n\nx{text}").as_bytes()), text),
            ] {
                assert_eq!((space.length, space.has_blank_line()), (length, has_blank_line), "{text:?}");
            }
        }
    }
}

#[cfg(test)]
mod braces_tests {
    use super::*;

    #[test]
    fn the_last_brace_of_any_part_is_found() {
        let text = b"}a}bc}def}";
        let mut braces = Braces::default();
        for (start, end) in [(0, 4), (1, 6), (3, 6), (5, 9), (6, 9), (7, 10), (0, 2), (0, 10), (4, 5)] {
            let expected = text[start..end].iter().rposition(|byte| *byte == b'}').map(|at| start + at);
            assert_eq!(braces.last_in(text, start, end), expected, "{start}..{end}");
        }
    }
}
