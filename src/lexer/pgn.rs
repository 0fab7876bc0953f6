//! The tokens of PGN.

use logos::Logos;

use super::shared::{
    braces, escaped_line, line_comment, move_number, nag, suffix, tag_name, tag_value, unclosed_value, word,
};
use super::{CommentBounds, Form, LexFault, Part, Terminal, san, signs};
use crate::ast::{Comment, MoveNumber, Nag, Outcome, San};
use crate::text::Text;

/// A token, with what it says.
#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[logos(utf8 = false)]
#[logos(error = LexFault)]
#[logos(extras = CommentBounds)]
#[logos(skip r"(?-u:[ \t\r\n\x0b\x0c]|\xef\xbb\xbf|\xc2\xa0|\xe2\x80\x8b)+")]
#[logos(subpattern square = r"[a-h][1-8]")]
#[logos(subpattern figurine = r"[♔-♟]\ufe0e?")]
#[logos(subpattern promotion = r"=?[NBRQK]|=?\([NBRQK]\)|/[NBRQK]|=?(?&figurine)")]
#[logos(subpattern passing = r"[ \t]*(e\.p\.?|ep)")]
#[logos(subpattern score = r"1/2|½|1|0|O")]
#[logos(subpattern letter = r"(?-u:[A-Za-z\x80-\xc1\xc3-\xe1\xe3-\xee\xf0-\xff])")]
#[logos(subpattern dash = r"[\-–—]")]
pub enum Token<'s> {
    /// A tag's opening bracket and name.
    #[regex(r"\[[ \t\r\n\x0b\x0c]*[A-Za-z0-9_][A-Za-z0-9_+#=:\-]*", tag_name)]
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

    /// A move; its check mark is read with it by what follows. The origin may be
    /// given in full, as in long notation and in coordinates (`e7e8q`); `=e8Q` is
    /// the form of the assignment (section 2.2). Figurines are letters of either side.
    #[regex(r"[NBRQK][a-h]?[1-8]?[x:\-]?(?&square)", san::piece)]
    #[regex(r"(?&figurine)([a-h]?[1-8]?[x:\-]?)(?&square)", san::piece)]
    #[regex(r"P?([a-h][1-8]?[x:\-]?)?(?&square)((?&promotion)|(?&passing))?", san::piece)]
    #[regex(r"([a-h][1-8]?[x:\-]?)?[a-h][18]=?[nbrqk]", san::piece)]
    #[regex(r"P?([a-h][1-8]?x)?=(?&square)[NBRQK]", san::piece)]
    #[regex(r"[PNBRQ]?@(?&square)", san::drop)]
    #[regex(r"[Oo0](?&dash)?[Oo0]((?&dash)?[Oo0])?", san::castling, priority = 8)]
    #[token("--", san::null)]
    #[token("Z0", san::null)]
    #[token("<>", san::null)]
    #[token("0000", san::null, priority = 9)]
    Move(San),

    /// An annotation, as a number, as a suffix of the move, or as a sign.
    #[regex(r"\$[0-9]+", nag)]
    #[regex(r"[!?]+", suffix)]
    #[regex(r"[+=/\-−][+=/\-−∞]*", signs::evaluation, priority = 1)]
    #[token("∞", signs::evaluation)]
    #[token("RR", |_| Nag(145), priority = 4)]
    #[token("TN", |_| Nag(146), priority = 4)]
    #[token("‼", |_| Nag(3))]
    #[token("⁇", |_| Nag(4))]
    #[token("⁉", |_| Nag(5))]
    #[token("⁈", |_| Nag(6))]
    #[token("□", |_| Nag(7))]
    #[token("⩲", |_| Nag(14))]
    #[token("⩱", |_| Nag(15))]
    #[token("±", |_| Nag(16))]
    #[token(b"\xb1", |_| Nag(16), priority = 4)]
    #[token("∓", |_| Nag(17))]
    #[token("⨀", |_| Nag(22))]
    #[token("○", |_| Nag(26))]
    #[token("⟳", |_| Nag(32))]
    #[token("↑", |_| Nag(36))]
    #[token("→", |_| Nag(40))]
    #[token("⯹", |_| Nag(44))]
    #[token("⇆", |_| Nag(132))]
    #[token("⊕", |_| Nag(138))]
    #[token("△", |_| Nag(140))]
    #[token("∆", |_| Nag(140))]
    #[token("⌓", |_| Nag(142))]
    Nag(Nag),

    /// A comment in braces or to the end of the line, or an escaped line.
    #[token("{", braces)]
    #[token("}", |_| Err(LexFault::StrayBrace))]
    #[regex(r";(?-u:[^\r\n])*", line_comment, allow_greedy = true)]
    #[token("%", escaped_line)]
    Comment(Comment<'s>),

    /// What no text has, and some files have all the same.
    #[regex(r"[\x00-\x08\x0e-\x1f\x7f]+")]
    Control,

    /// The start of a variation.
    #[token("(")]
    VariationStart,

    /// The end of a variation.
    #[token(")")]
    VariationEnd,

    /// The result that ends a game.
    #[regex(r"1((?&dash)|:| - )0", |_| Outcome::WhiteWins, priority = 5)]
    #[regex(r"0((?&dash)|:| - )1", |_| Outcome::BlackWins, priority = 5)]
    #[regex(r"1/2((?&dash)|:| - )1/2|½((?&dash)|:| - )½|0[.,]5((?&dash)|:| - )0[.,]5|1/2|½", |_| Outcome::Draw, priority = 5)]
    #[token("*", |_| Outcome::Unknown)]
    #[regex(r"(?&score)(?&dash)(?&score)", |_| Err(LexFault::BadResult), priority = 4)]
    Result(Outcome),

    /// A run of letters that is no move.
    #[regex(r"(?&letter)+", word, priority = 3)]
    Word,

    /// A full stop.
    #[token(".")]
    Period,

    /// Two dots or more that touch no number.
    #[regex(r"\.\.+|…")]
    Ellipsis,

    /// A symbol (PGN standard, section 7) that is neither a move nor a word. Signs
    /// behind it are not its own: they may be those of a move.
    #[regex(r"(?&letter)+([A-Za-z0-9_]|[=:\-][A-Za-z0-9])*", priority = 2)]
    Unknown,
}

impl<'s> Terminal<'s> for Token<'s> {
    const TAG_END: Token<'s> = Token::TagEnd;
    const VARIATION_END: Token<'s> = Token::VariationEnd;

    fn comment(comment: Comment<'s>) -> Token<'s> {
        Token::Comment(comment)
    }

    fn part(&self) -> Part {
        match self {
            Token::TagName(_) => Part::TagName,
            Token::TagValue(_) => Part::TagValue,
            Token::TagEnd => Part::TagEnd,
            Token::MoveNumber(_) => Part::MoveNumber,
            Token::Move(_) => Part::Move,
            Token::Comment(_) => Part::Comment,
            Token::Word => Part::Word,
            Token::Period => Part::Period,
            Token::Control => Part::Control,
            Token::VariationStart => Part::VariationStart,
            Token::VariationEnd => Part::VariationEnd,
            Token::Result(_) => Part::Result,
            Token::Unknown => Part::Unknown(Form::Short),
            Token::Nag(_) | Token::Ellipsis => Part::Other,
        }
    }
}
