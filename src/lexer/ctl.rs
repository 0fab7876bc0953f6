//! The tokens of CTL-PGN.

use logos::Logos;

use super::shared::{
    braces, end_value, escaped_line, nag, nameless_tag, stray_brace, suffix, unclosed_value,
};
use super::{CommentBounds, Form, LexFault, Part, Terminal, ctl_an};

/// A token. What it says is in its text; it is as wide as those of [`pgn`](super::pgn).
#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[repr(usize)]
#[logos(utf8 = false)]
#[logos(error = LexFault)]
#[logos(extras = CommentBounds)]
#[logos(skip r"(?-u:[ \t\r\n\x0b\x0c]|\xef\xbb\xbf|\xc2\xa0|\xe2\x80\x8b)+")]
#[logos(subpattern piece = r"[PEJNGRVDKABFLCSTWQ♙♟☖☗♗♝♘♞🩐🩓♖♜🩏🩒♕♛♔♚]\ufe0e?")]
#[logos(subpattern hex = r"[A-Z][0-9][0-9]?")]
#[logos(subpattern hyphen = r"[\-\u2010-\u2015\u2212]")]
#[logos(subpattern sign = r"[\-\u2010-\u2015\u2212]|[×*x]|@@?")]
#[logos(subpattern mark = r"(\+|\+\^|\^\+|\+\+|\+∞|#)?")]
pub enum Token {
    /// A tag's opening bracket and name.
    #[regex(r"\[[ \t\r\n\x0b\x0c]*[A-Za-z0-9_][A-Za-z0-9_+#=:\-]*")]
    #[token("[", nameless_tag)]
    TagName,

    /// A quoted text, without its quotes and with its escapes.
    #[regex(r#""(?-u:[^"\\\r\n]|\\[^\r\n])*""#, end_value)]
    #[token("\"", unclosed_value)]
    TagValue,

    /// A tag's closing bracket.
    #[token("]")]
    TagEnd,

    /// The number of a play; `1?` begins a game whose numbers are not known.
    #[regex(r"[0-9]+[.?]?")]
    MoveNumber,

    /// A move with its check mark: from hex to hex, a castling, or the promotion
    /// of a pawn that was awaiting it.
    #[regex(r"(?&piece)?(?&hex)((?&sign))(?&piece)?(?&hex)(=((?&piece)|&))?(?&mark)", ctl_an::end_move)]
    #[regex(r"(?&piece)(?&piece)(?&piece)(?&hyphen)[A-Z][A-Z][A-Z]?[A-Z]?(?&mark)", ctl_an::end_move)]
    #[regex(r"(?&hex)=(?&piece)(?&mark)", ctl_an::end_move)]
    Move,

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
    #[token("◇")]
    Nag,

    /// A draw is offered.
    #[token("(=)")]
    DrawOffer,

    /// The last move has been made.
    #[token(":")]
    EndOfPlay,

    /// A comment in braces or to the end of the line, or an escaped line.
    #[token("{", braces)]
    #[token("}", stray_brace)]
    #[regex(r";(?-u:[^\r\n])*", allow_greedy = true)]
    #[token("%", escaped_line)]
    Comment,

    /// What no text has, and some files have all the same.
    #[regex(r"[\x00-\x08\x0e-\x1f\x7f]+")]
    Control,

    /// The start of a variation.
    #[token("(")]
    VariationStart,

    /// The label of a variation.
    #[regex(r"\$\[[0-9]+\]")]
    Label,

    /// The end of a variation.
    #[token(")")]
    VariationEnd,

    /// The result that ends a game: White has won.
    #[regex(r"3(?&hyphen)0")]
    WhiteWins,

    /// The result that ends a game: White has stalemated Black.
    #[regex(r"2(?&hyphen)1")]
    WhiteStalemates,

    /// The result that ends a game: a draw.
    #[regex(r"1(?&hyphen)1")]
    #[regex(r"[0-9](?&hyphen)[0-9]|1/2(?&hyphen)1/2|½(?&hyphen)½", bad_result, priority = 2)]
    Draw,

    /// The result that ends a game: Black has stalemated White.
    #[regex(r"1(?&hyphen)2")]
    BlackStalemates,

    /// The result that ends a game: Black has won.
    #[regex(r"0(?&hyphen)3")]
    BlackWins,

    /// The end of a game whose result is not known.
    #[token("*")]
    Unfinished,

    /// A word that is no move.
    #[regex(r"[A-Za-z][A-Za-z0-9@&=^+\-]*", priority = 2)]
    Unknown,
}

impl Terminal for Token {
    const TAG_END: Token = Token::TagEnd;
    const VARIATION_END: Token = Token::VariationEnd;
    const BRACES: Token = Token::Comment;

    fn part(&self) -> Part {
        match self {
            Token::TagName => Part::TagName,
            Token::TagValue => Part::TagValue,
            Token::TagEnd => Part::TagEnd,
            Token::MoveNumber => Part::MoveNumber,
            Token::Move | Token::Omitted => Part::Move,
            Token::Comment => Part::Comment,
            Token::Dots => Part::Period,
            Token::Control => Part::Control,
            Token::VariationStart => Part::VariationStart,
            Token::VariationEnd => Part::VariationEnd,
            Token::WhiteWins
            | Token::WhiteStalemates
            | Token::Draw
            | Token::BlackStalemates
            | Token::BlackWins
            | Token::Unfinished => Part::Result,
            Token::Unknown => Part::Unknown(Form::Long),
            Token::Comma | Token::Nag | Token::DrawOffer | Token::EndOfPlay | Token::Label => Part::Other,
        }
    }
}

fn bad_result(_lexer: &mut logos::Lexer<'_, Token>) -> Result<(), LexFault> {
    Err(LexFault::BadCtlResult)
}
