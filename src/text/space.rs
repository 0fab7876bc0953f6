//! White space, and the blank lines in it.

use super::characters::WIDE_SPACES;

/// A part of a text in which nothing but white space stands: what lexers skip between tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Space {
    /// Its length in bytes.
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

    /// Measures the white space at one end of a text. `split` takes a byte off that end, and `strip` a space that is
    /// not in ASCII.
    #[inline(always)]
    fn measure<'t>(
        text: &'t [u8],
        split: impl Fn(&'t [u8]) -> Option<(&'t u8, &'t [u8])>,
        strip: impl Fn(&'t [u8], &[u8]) -> Option<&'t [u8]>,
    ) -> Space {
        let (mut rest, mut line_feeds, mut returns) = (text, 0, 0);
        while let Some((byte, behind)) = split(rest) {
            let behind = match byte {
                b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c => Some(behind),
                0x80.. => WIDE_SPACES.into_iter().find_map(|space| strip(rest, space)),
                _ => None,
            };
            let Some(behind) = behind else { break };
            line_feeds += usize::from(*byte == b'\n');
            returns += usize::from(*byte == b'\r');
            rest = behind;
        }
        Space { length: text.len() - rest.len(), line_feeds, returns }
    }

    /// Tells whether a line ends in it.
    pub(crate) fn has_line_end(self) -> bool {
        self.line_feeds + self.returns > 0
    }

    /// Tells whether two lines end in it, so that one of them has nothing else.
    pub(crate) fn has_blank_line(self) -> bool {
        self.line_feeds.max(self.returns) > 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::ctl::CtlToken;
    use crate::notation::pgn::PgnToken;
    use crate::syntax::{CommentBounds, Lexer};

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
            let bounds = CommentBounds::default();
            assert_eq!(Lexer::<PgnToken>::new(text, 0, bounds).next().is_none(), is_space, "{character:?}");
            assert_eq!(Lexer::<CtlToken>::new(text, 0, bounds).next().is_none(), is_space, "{character:?}");
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
