//! Characters that stand for others of ASCII, and those that nobody sees.
//!
//! Word processors, web pages and chat programs put them in the places of spaces and hyphens. Every reader asks this
//! file. The patterns of the lexers have to name them again, which a test holds to these lists.

/// The white space of Unicode that is not in ASCII (its property `White_Space`), in UTF-8.
pub(super) const WIDE_SPACES: [&[u8]; 19] = [
    "\u{85}".as_bytes(),
    "\u{a0}".as_bytes(),
    "\u{1680}".as_bytes(),
    "\u{2000}".as_bytes(),
    "\u{2001}".as_bytes(),
    "\u{2002}".as_bytes(),
    "\u{2003}".as_bytes(),
    "\u{2004}".as_bytes(),
    "\u{2005}".as_bytes(),
    "\u{2006}".as_bytes(),
    "\u{2007}".as_bytes(),
    "\u{2008}".as_bytes(),
    "\u{2009}".as_bytes(),
    "\u{200a}".as_bytes(),
    "\u{2028}".as_bytes(),
    "\u{2029}".as_bytes(),
    "\u{202f}".as_bytes(),
    "\u{205f}".as_bytes(),
    "\u{3000}".as_bytes(),
];

/// Tells whether a character is read as a hyphen: that of ASCII, the other hyphens, dashes and minus signs, and
/// their small and fullwidth forms.
pub(crate) const fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

/// Tells whether a character between two tokens is neither seen nor white space, so that it says nothing there:
/// joiners, marks of direction and of byte order, soft hyphens, fillers, variants of the form of another character.
/// Lexers pass over the most frequent ones, and read others as letters of words.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::ctl::CtlToken;
    use crate::notation::pgn::PgnToken;
    use crate::syntax::{CommentBounds, Lexer, Token, TokenKind};

    fn kinds<T: Token>(text: &str) -> Vec<Option<TokenKind>> {
        let lexer = Lexer::<T>::new(text.as_bytes(), 0, CommentBounds::default());
        lexer.map(|lexeme| lexeme.ok().map(|(_, token, _)| token.kind())).collect()
    }

    #[test]
    fn lexers_read_the_same_hyphens_and_pass_over_the_same_characters() {
        // a colon stands in results, too, and is no hyphen
        for c in ('\0'..='\u{ffff}').filter(|c| !c.is_alphanumeric() && *c != ':') {
            let result = Some(TokenKind::Result);
            assert_eq!(kinds::<PgnToken>(&format!("1{c}0 *")) == [result; 2], is_hyphen(c), "{c:?}");
            assert_eq!(kinds::<CtlToken>(&format!("3{c}0 *")) == [result; 2], is_hyphen(c), "{c:?}");
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
