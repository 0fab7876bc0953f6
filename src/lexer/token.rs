//! The tokens of PGN.

use logos::Logos;

use super::{LexFault, Matcher, san};
use crate::ast::{Comment, CommentForm, MoveNumber, Nag, Outcome, San};
use crate::text::{Encoding, Text};

/// A token, with what it says.
#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[logos(utf8 = false)]
#[logos(error = LexFault)]
#[logos(skip r"[ \t\r\n\x0b\x0c]+")]
#[logos(subpattern square = r"[a-h][1-8]")]
#[logos(subpattern promotion = r"=?[NBRQK]|=?\([NBRQK]\)|/[NBRQK]")]
#[logos(subpattern mark = r"(\+\+?|#)?")]
#[logos(subpattern score = r"1/2|½|1|0|O")]
#[logos(subpattern letter = r"(?-u:[A-Za-z\x80-\xff])")]
pub enum Token<'s> {
    /// A tag's opening bracket and name.
    #[regex(r"\[[ \t\r\n\x0b\x0c]*[A-Za-z0-9_]+", tag_name)]
    #[token("[", |_| Err(LexFault::NamelessTag))]
    TagName(Text<'s>),

    /// A quoted text, without its quotes and with its escapes.
    #[regex(r#""(?-u:[^"\\\r\n]|\\[^\r\n])*""#, tag_value)]
    #[token("\"", unclosed_value)]
    TagValue(Text<'s>),

    /// A tag's closing bracket.
    #[token("]")]
    TagEnd,

    /// A move number indication and the dots that touch it.
    #[regex(r"[0-9]+\.*", move_number)]
    MoveNumber(MoveNumber),

    /// A move with its check mark. The origin may be given in full, as in long
    /// notation; `=e8Q` is the form of the assignment (section 2.2).
    #[regex(r"[NBRQK][a-h]?[1-8]?[x\-]?(?&square)(?&mark)", san::piece)]
    #[regex(r"P?([a-h][1-8]?[x\-]?)?(?&square)(?&promotion)?(?&mark)", san::piece)]
    #[regex(r"P?([a-h][1-8]?x)?=(?&square)[NBRQK](?&mark)", san::piece)]
    #[regex(r"(O-O(-O)?|o-o(-o)?|0-0(-0)?)(?&mark)", san::castling)]
    Move(San),

    /// An annotation, as a number or as a suffix of the move.
    #[regex(r"\$[0-9]+", nag)]
    #[regex(r"[!?]+", suffix)]
    Nag(Nag),

    /// A comment in braces or to the end of the line, or an escaped line.
    #[token("{", braces)]
    #[token("}", |_| Err(LexFault::StrayBrace))]
    #[regex(r";(?-u:[^\r\n])*", line_comment, allow_greedy = true)]
    #[regex(r"%(?-u:[^\r\n])*", escaped_line, allow_greedy = true)]
    Comment(Comment<'s>),

    /// The start of a variation.
    #[token("(")]
    VariationStart,

    /// The end of a variation.
    #[token(")")]
    VariationEnd,

    /// The result that ends a game.
    #[token("1-0", |_| Outcome::WhiteWins)]
    #[token("0-1", |_| Outcome::BlackWins)]
    #[token("1/2-1/2", |_| Outcome::Draw)]
    #[token("*", |_| Outcome::Unknown)]
    #[regex(r"(?&score)(-|–|—)(?&score)|1/2|½", |_| Err(LexFault::BadResult), priority = 1)]
    Result(Outcome),

    /// A run of letters that is no move.
    #[regex(r"(?&letter)+", word, priority = 3)]
    Word,

    /// A full stop.
    #[token(".")]
    Period,

    /// Two dots or more that touch no number.
    #[regex(r"\.\.+")]
    Ellipsis,

    /// A symbol (PGN standard, section 7) that is neither a move nor a word.
    #[regex(r"(?&letter)(?-u:[A-Za-z0-9\x80-\xff_+#=:/\-])*", priority = 2)]
    Unknown,
}

fn tag_name<'s>(lexer: &mut Matcher<'s>) -> Text<'s> {
    Text(lexer.slice()[1..].trim_ascii_start())
}

fn tag_value<'s>(lexer: &mut Matcher<'s>) -> Text<'s> {
    let quoted = lexer.slice();
    Text(&quoted[1..quoted.len() - 1])
}

/// Passes over the rest of the line, which was to be the value.
fn unclosed_value<'s>(lexer: &mut Matcher<'s>) -> Result<Text<'s>, LexFault> {
    let rest = lexer.remainder();
    lexer.bump(memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len()));
    Err(LexFault::UnclosedValue)
}

fn move_number(lexer: &mut Matcher<'_>) -> MoveNumber {
    let digits = lexer.slice().iter().take_while(|b| b.is_ascii_digit());
    MoveNumber { value: number(digits), black: lexer.slice().ends_with(b"..") }
}

fn number<'a>(digits: impl Iterator<Item = &'a u8>) -> u32 {
    digits.fold(0u32, |value, digit| value.saturating_mul(10).saturating_add(u32::from(digit - b'0')))
}

fn nag(lexer: &mut Matcher<'_>) -> Result<Nag, LexFault> {
    u8::try_from(number(lexer.slice()[1..].iter())).map(Nag).map_err(|_| LexFault::NagOutOfRange)
}

/// Reads the suffixes of the PGN standard, section 8.2.3.8.
fn suffix(lexer: &mut Matcher<'_>) -> Result<Nag, LexFault> {
    Ok(Nag(match lexer.slice() {
        b"!" => 1,
        b"?" => 2,
        b"!!" => 3,
        b"??" => 4,
        b"!?" => 5,
        b"?!" => 6,
        _ => return Err(LexFault::UnknownSuffix),
    }))
}

fn braces<'s>(lexer: &mut Matcher<'s>) -> Result<Comment<'s>, LexFault> {
    let rest = lexer.remainder();
    let Some(length) = memchr::memchr(b'}', rest) else {
        lexer.bump(rest.len());
        return Err(LexFault::UnclosedComment);
    };
    lexer.bump(length + 1);
    Ok(Comment { form: CommentForm::Braces, text: Text(&rest[..length]) })
}

fn line_comment<'s>(lexer: &mut Matcher<'s>) -> Comment<'s> {
    Comment { form: CommentForm::Line, text: Text(&lexer.slice()[1..]) }
}

fn word(lexer: &mut Matcher<'_>) -> Result<(), LexFault> {
    let letters = lexer.slice();
    let decoded = Encoding::detect(letters).decode(letters);
    let is_letter = |c: char| c.is_alphabetic() || matches!(c, '\u{300}'..='\u{36f}');
    if letters.is_ascii() || decoded.chars().all(is_letter) { Ok(()) } else { Err(LexFault::StrayCharacter) }
}

fn escaped_line<'s>(lexer: &mut Matcher<'s>) -> Result<Comment<'s>, LexFault> {
    match lexer.span().start.checked_sub(1).map(|at| lexer.source()[at]) {
        None | Some(b'\n' | b'\r') => {
            Ok(Comment { form: CommentForm::Escaped, text: Text(&lexer.slice()[1..]) })
        }
        Some(_) => Err(LexFault::StrayCharacter),
    }
}
