//! The notation: PGN with moves such as `Nf2xe5+` or `b10-b11=Q`, and results in quarter points.

use std::convert::Infallible;

use escaque::lalrpop_util::lalrpop_mod;
use escaque::logos::{self, Lexer, Logos};
use escaque::notation::pgn::{PgnWriter, San};
use escaque::shakmaty::Role;
use escaque::syntax::{CommentBounds, CommentForm, Game, LexFault, MoveForm, Node, Notation, NumberMark};
use escaque::syntax::{Outcome, ParseResult, TokenKind, Tokens, lexemes::*};

use super::board::Hex;
use super::rules::Move;

lalrpop_mod!(
    #[allow(warnings, reason = "generated code")]
    grammar,
    "/glinski.rs"
);

/// A move as written: its role, its coordinates, and its sign, `-` or `x`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GlinskiMove {
    pub role: Role,
    pub coordinates: Move,
    pub is_capture: bool,
}

/// The tokens. The library has the callbacks for all but moves and results.
#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[logos(crate = logos, utf8 = false, error = LexFault, extras = CommentBounds, skip r"[ \t\r\n]+")]
#[logos(subpattern hex = "[al][1-6]|[bk][1-7]|[ci][1-8]|[dh][1-9]|[eg]([1-9]|10)|f([1-9]|1[01])")]
pub enum Token {
    #[regex(r"\[[ \t]*[A-Za-z0-9_]+", tag_name)]
    #[token("[", nameless_tag)]
    TagName(u32),
    #[regex(r#""(?-u:[^"\\\r\n]|\\[^\r\n])*""#, end_value)]
    #[token("\"", unclosed_value)]
    TagValue,
    #[token("]")]
    TagEnd,
    #[regex(r"[0-9]+\.*", |lexer| Node::number(move_number(lexer), NumberMark::Plain))]
    #[regex(r"\$[0-9]+", |lexer| nag(lexer).map(Node::Nag))]
    #[regex("[!?]+", |lexer| suffix(lexer).map(Node::Nag))]
    Mark(Node<GlinskiMove>),
    #[regex("[KQRBN]?(?&hex)[-x](?&hex)(=[QRBN])?[+#]?", read_move)]
    Move(GlinskiMove),
    #[token("{", braces)]
    #[token("}", stray_brace)]
    #[regex(r";(?-u:[^\r\n])*", |_| CommentForm::Line, allow_greedy = true)]
    #[token("%", escaped_line)]
    Comment(CommentForm),
    #[token("(")]
    VariationStart,
    #[token(")")]
    VariationEnd,
    #[regex(r"1-0|3/4-1/4|1/2-1/2|1/4-3/4|0-1|\*",
        |lexer| str::from_utf8(lexer.slice()).ok().and_then(GlinskiMove::result_from_text))]
    Result(Outcome),
    #[regex("[A-Za-z][A-Za-z0-9=+#-]*", priority = 1)]
    Unknown,
}

/// Parses a token that the regular expression has matched as a move.
fn read_move(lexer: &mut Lexer<'_, Token>) -> Option<GlinskiMove> {
    let text = str::from_utf8(lexer.slice()).ok()?.trim_end_matches(['+', '#']);
    let (path, promotion) = text.split_once('=').unwrap_or((text, ""));
    let (from, to) = path.split_once(['-', 'x'])?;
    let hexes = [from.trim_start_matches(char::is_uppercase), to].map(Hex::from_name);
    let role = |text: &str| text.chars().next().filter(char::is_ascii_uppercase).and_then(Role::from_char);
    let coordinates = Move { from: hexes[0]?, to: hexes[1]?, promotion: role(promotion) };
    Some(GlinskiMove { role: role(from).unwrap_or(Role::Pawn), coordinates, is_capture: path.contains('x') })
}

impl escaque::syntax::Token for Token {
    const TAG_END: Token = Token::TagEnd;
    const VARIATION_START: Token = Token::VariationStart;
    const VARIATION_END: Token = Token::VariationEnd;
    const COMMENT: Token = Token::Comment(CommentForm::Braces);

    fn kind(&self) -> TokenKind {
        match self {
            Token::TagName(_) => TokenKind::TagName,
            Token::TagValue => TokenKind::TagValue,
            Token::TagEnd => TokenKind::TagEnd,
            Token::Mark(Node::MoveNumber(_)) => TokenKind::MoveNumber,
            Token::Mark(_) => TokenKind::Other,
            Token::Move(_) => TokenKind::Move,
            Token::Comment(_) => TokenKind::Comment,
            Token::VariationStart => TokenKind::VariationStart,
            Token::VariationEnd => TokenKind::VariationEnd,
            Token::Result(outcome) => TokenKind::Result(*outcome),
            Token::Unknown => TokenKind::Unknown(MoveForm::Other),
        }
    }
}

impl Notation for GlinskiMove {
    type Token = Token;
    type Sign = Infallible;
    type Writer = PgnWriter;

    fn parse<'t>(game: &mut Game<'_, Self>, tokens: &'t Tokens<Token>) -> ParseResult<'t, Token> {
        grammar::GameParser::new().parse(game, tokens.iter())
    }

    /// Writes a result. Stalemating scores three quarters of a point.
    fn result_text(outcome: Outcome) -> &'static str {
        match outcome {
            Outcome::WhiteStalemates => "3/4-1/4",
            Outcome::BlackStalemates => "1/4-3/4",
            _ => San::result_text(outcome),
        }
    }

    fn writer(_game: &Game<'_, GlinskiMove>, tags: String) -> PgnWriter {
        PgnWriter::after_tags(tags)
    }
}
