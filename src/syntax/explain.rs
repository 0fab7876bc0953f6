//! Explains the errors of the parser.
//!
//! LALRPOP lists the terminals of the grammar that could have followed. This file reduces the
//! list to one short phrase, and recognises the errors for which there is a better message than
//! "expected".

use lalrpop_util::ParseError;

use super::headers::is_of_tag;
use super::plies::Plies;
use super::tag_line::TagLine;
use super::tokens::open_variation;
use super::{Expected, LexFault, Lexeme, MoveForm, SyntaxError, SyntaxFault, Token, TokenKind, Tokens};
use crate::message::PlyNumber;
use crate::text::{Span, is_invisible, latin_like};

/// The place of an error among the tokens of a game.
struct Place<'t, T> {
    text: &'t [u8],
    tokens: &'t [Lexeme<T>],
    /// The index of the token that is refused, or the number of tokens.
    at: usize,
}

impl SyntaxError {
    /// Converts LALRPOP's error about the tokens of a game. `written` are its tokens without edits, and `first` is the
    /// ply that it begins with.
    pub(super) fn explain<T: Token>(
        text: &[u8],
        written: &Tokens<T>,
        tokens: &[Lexeme<T>],
        error: ParseError<(), &Lexeme<T>, &str>,
        first: PlyNumber,
    ) -> SyntaxError {
        let (found, expected) = match error {
            ParseError::UnrecognizedToken { token: (_, found, _), expected } => (Some(found), expected),
            ParseError::UnrecognizedEof { expected, .. } => (None, expected),
            // tokens of a list are never invalid, and no grammar ends before them
            _ => (None, Vec::new()),
        };
        let at = found.and_then(|found| tokens.element_offset(found)).unwrap_or(tokens.len());
        let begin = written.first().map_or(0, |first| first.span.start);
        let end = at.checked_sub(1).map_or(begin, |last| tokens[last].span.end);
        let span = found.map_or(Span::new(end, end), |found| found.span);
        let place = Place { text, tokens, at };
        let (fault, span) = place.fault(span, &expected);
        let counted = tokens.partition_point(|lexeme| lexeme.span.start < span.start);
        SyntaxError { fault, span, ply: Plies::after(text, &tokens[..counted], first) }
    }
}

impl<T: Token> Place<'_, T> {
    /// Returns the fault, and its span, which may be before that of the token.
    fn fault(&self, span: Span, expected: &[String]) -> (SyntaxFault, Span) {
        let found = self.tokens.get(self.at);
        let fault = match found.map(|found| found.token) {
            Some(Err(fault)) => SyntaxFault::Token(fault),
            Some(Ok(token)) => unexpected(token.kind(), self.expected(expected)),
            None => SyntaxFault::EndsEarly(self.expected(expected)),
        };
        let opening = if found.is_none() { open_variation(self.tokens) } else { None };
        let (fault, span) = match (fault, opening) {
            (SyntaxFault::NotAMove(_), _) if self.begins_tag(span) => (SyntaxFault::UnopenedTag, span),
            (SyntaxFault::NotAMove(MoveForm::Short), _) => self.words(span),
            (_, Some(opening)) => (SyntaxFault::UnclosedVariation, opening),
            _ => (fault, span),
        };
        match fault {
            SyntaxFault::Token(LexFault::StrayCharacter) if is_comma_after_number(self.text, span) => {
                (SyntaxFault::Token(LexFault::CommaAfterNumber), span)
            }
            SyntaxFault::NotAMove(_) | SyntaxFault::Token(LexFault::StrayCharacter) => {
                let look_alike = || Some((look_alike_in(self.text, span)?, span));
                invisible_in(self.text, span).or_else(look_alike).unwrap_or((fault, span))
            }
            _ => (fault, span),
        }
    }

    /// Reduces the terminals that LALRPOP lists, in its spelling, to one phrase. Some of them can come only in another
    /// line, because lines share states of the parser.
    fn expected(&self, terminals: &[String]) -> Expected {
        let has = |terminal: &str| terminals.iter().any(|t| t.trim_matches('"') == terminal);
        let before = &self.tokens[..self.at];
        let follows_tags = || before.iter().filter_map(Lexeme::kind).all(is_of_tag);
        let is_in_variation = open_variation(before).is_some();
        if has("tag value") {
            Expected::TagValue
        } else if has("]") {
            Expected::TagEnd
        } else if has("tag name") && follows_tags() {
            Expected::TagOrMove
        } else if has(")") && is_in_variation {
            Expected::MoveOrVariationEnd
        } else if has("result") && !is_in_variation {
            Expected::MoveOrResult
        } else {
            Expected::Move
        }
    }

    /// Returns whether the token may be the name of a tag without its bracket: its line begins with it, and a value
    /// follows.
    fn begins_tag(&self, token: Span) -> bool {
        let line = TagLine::around(self.text, 0, token.start);
        line.start == token.start && line.is_named()
    }

    /// Returns the fault of the words in a row that begin with the token.
    fn words(&self, first: Span) -> (SyntaxFault, Span) {
        let words = self.tokens[self.at..].iter().take_while(|lexeme| lexeme.is(TokenKind::Word)).count();
        let last = self.tokens[self.at + words.saturating_sub(1)].span;
        let fault = if words > 1 { SyntaxFault::LooseWords } else { SyntaxFault::NotAMove(MoveForm::Short) };
        (fault, Span::new(first.start, last.end))
    }
}

/// Finds an invisible character in words or directly after them.
fn invisible_in(text: &[u8], words: Span) -> Option<(SyntaxFault, Span)> {
    // no character of UTF-8 has more bytes
    const LONGEST: usize = 4;
    let near = text[words.start..].get(..words.range().len() + LONGEST).unwrap_or(&text[words.start..]);
    let near = near.utf8_chunks().next()?.valid();
    let (at, unseen) = near.char_indices().find(|(_, character)| is_invisible(*character))?;
    let end = words.end.max(words.start + at + unseen.len_utf8());
    let fault = SyntaxFault::InvisibleCharacter(unseen);
    (words.start + at <= words.end).then(|| (fault, Span::new(words.start, end)))
}

/// Finds a letter of another alphabet in a word that is a move, or a part of one, with a Latin letter in its place.
fn look_alike_in(text: &[u8], word: Span) -> Option<SyntaxFault> {
    let word = std::str::from_utf8(&text[word.range()]).ok()?;
    let has_square = word.bytes().any(|byte| byte.is_ascii_digit());
    let mut letters = word.chars().filter_map(|letter| Some((letter, latin_like(letter)?)));
    let (letter, latin) = letters.next().filter(|_| has_square)?;
    Some(SyntaxFault::LookAlike { letter, latin })
}

fn unexpected(found: TokenKind, expected: Expected) -> SyntaxFault {
    match found {
        TokenKind::VariationEnd if expected != Expected::Move => SyntaxFault::StrayVariationEnd,
        TokenKind::Result(_) if expected == Expected::MoveOrVariationEnd => SyntaxFault::ResultInVariation,
        TokenKind::TagValue if expected.allows_move() => SyntaxFault::StrayValue,
        TokenKind::TagName if expected == Expected::TagEnd => SyntaxFault::UnclosedTag,
        TokenKind::Unknown(form) if expected.allows_move() => SyntaxFault::NotAMove(form),
        TokenKind::Word if expected.allows_move() => SyntaxFault::NotAMove(MoveForm::Short),
        _ => SyntaxFault::Unexpected(expected),
    }
}

/// Returns whether a character is a comma that stands where a move number has its full stop.
fn is_comma_after_number(text: &[u8], span: Span) -> bool {
    let before = &text[..span.start];
    let digits = before.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let begins_word = || {
        let before = before[..before.len() - digits].last();
        before.is_none_or(|byte| byte.is_ascii_whitespace() || *byte == b'(')
    };
    text[span.range()] == *b","
        && digits > 0
        && begins_word()
        && !text.get(span.end).is_some_and(u8::is_ascii_digit)
}
