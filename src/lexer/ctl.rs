//! The tokens of CTL-PGN.

use logos::Logos;

use super::shared::{
    braces, escaped_line, line_comment, move_number, nag, suffix, tag_name, tag_value, unclosed_value,
};
use super::{CommentBounds, Form, LexFault, Part, Terminal, ctl_an};
use crate::ast::{Comment, CtlAn, MoveNumber, Nag, Outcome};
use crate::text::Text;

/// A token, with what it says.
#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[logos(utf8 = false)]
#[logos(error = LexFault)]
#[logos(extras = CommentBounds)]
#[logos(skip r"(?-u:[ \t\r\n\x0b\x0c]|\xef\xbb\xbf|\xc2\xa0|\xe2\x80\x8b)+")]
#[logos(subpattern piece = r"[PEJNGRVDKABFLCSTWQ♙♟☖☗♗♝♘♞🩐🩓♖♜🩏🩒♕♛♔♚]\ufe0e?")]
#[logos(subpattern hex = r"[A-Z][0-9][0-9]?")]
#[logos(subpattern hyphen = r"[\-\u2010-\u2015\u2212]")]
#[logos(subpattern sign = r"[\-\u2010-\u2015\u2212]|[×*x]|@@?")]
#[logos(subpattern mark = r"(\+|\+\^|\^\+|\+\+|\+∞|#)?")]
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

    /// The number of a play; `1?` begins a game whose numbers are not known.
    #[regex(r"[0-9]+[.?]?", move_number)]
    MoveNumber(MoveNumber),

    /// A move with its check mark: from hex to hex, a castling, or the promotion
    /// of a pawn that was awaiting it.
    #[regex(r"(?&piece)?(?&hex)((?&sign))(?&piece)?(?&hex)(=((?&piece)|&))?(?&mark)", ctl_an::step)]
    #[regex(r"(?&piece)(?&piece)(?&piece)(?&hyphen)[A-Z][A-Z][A-Z]?[A-Z]?(?&mark)", ctl_an::castling)]
    #[regex(r"(?&hex)=(?&piece)(?&mark)", ctl_an::promotion)]
    Move(CtlAn),

    /// White's move left out, with the comma that would follow it.
    #[regex(r"…[ \t\r\n\x0b\x0c]*,?|\.\.\.[ \t\r\n\x0b\x0c]*,", priority = 3)]
    Omitted,

    /// The comma between White's move and Black's.
    #[token(",")]
    Comma,

    /// Dots that show how deep a variation is nested.
    #[regex(r"\.+", priority = 2)]
    Dots,

    /// An assessment of a move, as a number or as a sign.
    #[regex(r"\$[0-9]+", nag)]
    #[regex(r"[!?]+", suffix)]
    #[token("◇", |_| Nag(7))]
    Nag(Nag),

    /// A draw is offered.
    #[token("(=)")]
    DrawOffer,

    /// The last move has been made.
    #[token(":")]
    EndOfPlay,

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

    /// The label of a variation.
    #[regex(r"\$\[[0-9]+\]", ctl_an::label)]
    Label(u32),

    /// The end of a variation.
    #[token(")")]
    VariationEnd,

    /// The result that ends a game.
    #[regex(r"3(?&hyphen)0", |_| Outcome::WhiteWins)]
    #[regex(r"2(?&hyphen)1", |_| Outcome::WhiteStalemates)]
    #[regex(r"1(?&hyphen)1", |_| Outcome::Draw)]
    #[regex(r"1(?&hyphen)2", |_| Outcome::BlackStalemates)]
    #[regex(r"0(?&hyphen)3", |_| Outcome::BlackWins)]
    #[token("*", |_| Outcome::Unknown)]
    #[regex(r"[0-9](?&hyphen)[0-9]|1/2(?&hyphen)1/2|½(?&hyphen)½", |_| Err(LexFault::BadCtlResult), priority = 2)]
    Result(Outcome),

    /// A word that is no move.
    #[regex(r"[A-Za-z][A-Za-z0-9@&=^+\-]*", priority = 2)]
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
            Token::Move(_) | Token::Omitted => Part::Move,
            Token::Comment(_) => Part::Comment,
            Token::Dots => Part::Period,
            Token::Control => Part::Control,
            Token::VariationStart => Part::VariationStart,
            Token::VariationEnd => Part::VariationEnd,
            Token::Result(_) => Part::Result,
            Token::Unknown => Part::Unknown(Form::Long),
            Token::Comma | Token::Nag(_) | Token::DrawOffer | Token::EndOfPlay | Token::Label(_) => {
                Part::Other
            }
        }
    }
}
