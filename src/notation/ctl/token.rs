//! The tokens of CTL-PGN.

use logos::{Lexer, Logos};

use super::{CtlAn, PlaySign, ctl_an, slip};
use crate::message::problem::problems;
use crate::message::{Code, Diagnostic, Fix};
use crate::syntax::lexemes::{
    bad_result, braces, end_value, escaped_line, label, move_number, nag, nameless_tag, star, stray_brace,
    suffix, tag_name, typographic_value, unclosed_value, whole_result,
};
use crate::syntax::{
    CommentBounds, CommentForm, Game, LexFault, MoveForm, Nag, Node, Outcome, Token, TokenKind,
};
use crate::text::{Edit, Source, Span};

/// A token of CTL-PGN. Its tag is as wide as that of [`PgnToken`](crate::notation::pgn::PgnToken).
#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[repr(usize)]
#[logos(utf8 = false)]
#[logos(error = LexFault)]
#[logos(extras = CommentBounds)]
#[logos(skip r"([ \t\r\n\x0b\x0c]|[\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000])+")]
#[logos(subpattern invisible = r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]")]
#[logos(subpattern piece = r"[PEJNGRVDKABFLCSTWQ♙♟☖☗♗♝♘♞🩐🩓♖♜🩏🩒♕♛♔♚]\ufe0e?")]
#[logos(subpattern letter = r"(?&piece)|[A-Za-z]")]
#[logos(subpattern hex = r"[A-Za-z][0-9][0-9]?")]
#[logos(subpattern hyphen = r"[\-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]")]
#[logos(subpattern to = r" ?((?&hyphen)|:) ?")]
#[logos(subpattern sign = r"(?&hyphen)|[×*x]|@@?")]
#[logos(subpattern look = r"[A-Za-z\u0391-\u03c9\u0401-\u04c0]")]
#[logos(subpattern any = r"(?&piece)|(?&look)")]
#[logos(subpattern line = r"0[0-9OolI][0-9OolI]?|[0-9][0-9OolI]?|[OolI][0-9]")]
#[logos(subpattern dash = r"[ \t]*((?&hyphen)|>|→|[×✕✖xх])+[ \t]*|[_~:=.· ]")]
#[logos(subpattern mark = r"(\+|\+\^|\^\+|\+\+|\+∞|#)?")]
#[non_exhaustive]
pub enum CtlToken {
    /// A tag's opening bracket and name. The value is the offset of the name.
    #[regex(r"\[[ \t\r\n\x0b\x0c]*[0-9]*[A-Za-z_][A-Za-z0-9_+#=:\-]*", tag_name)]
    #[regex(r"\[[0-9]+\]", |_| { Err::<u32, _>(LexFault::LabelWithoutSign) })]
    #[token("[", nameless_tag)]
    TagName(u32),

    /// A quoted text, with its quotes and its escapes. The quotes may be typographic, also
    /// in Windows-1252.
    #[regex(r#""(?-u:[^"\\\r\n]|\\[^\r\n])*""#, end_value)]
    #[regex("[“”„‟‘’‚‛«»‹›＂＇´`']", typographic_value)]
    #[regex(r"(?-u:[\x82\x84\x8b\x91\x93\xab][A-Za-z0-9_=:\-\x80-\xff]*)", typographic_value, priority = 5)]
    #[token("\"", unclosed_value)]
    TagValue,

    /// A tag's closing bracket.
    #[token("]")]
    TagEnd,

    /// The number of a play.
    #[regex(r"[0-9]+\.?", move_number)]
    MoveNumber(u32),

    /// The first number of a game whose numbers are not known: `1?`.
    #[regex(r"[0-9]+\?", move_number)]
    UnknownNumber(u32),

    /// A move with its check mark: from hex to hex, castling, or the promotion of a pawn that was
    /// awaiting it. The pattern also matches letters of no piece and columns in lower case, so that the
    /// error can name them.
    #[regex(
        r"((?&letter))?(?&hex)((?&sign))((?&letter))?(?&hex)(=((?&letter)|&))?(?&mark)",
        ctl_an::read_move
    )]
    #[regex(r"(?&piece)(?&piece)(?&piece)(?&hyphen)[A-Z][A-Z][A-Z]?[A-Z]?(?&mark)", ctl_an::read_move)]
    #[regex(r"(?&hex)=((?&piece)|&)(?&mark)", ctl_an::read_move)]
    #[regex(
        r"[0Oo](?&hyphen)[0Oo]((?&hyphen)[0Oo])?(?&mark)",
        |_| { Err::<CtlAn, _>(LexFault::CastlingOfChess) },
        priority = 4
    )]
    Move(CtlAn),

    /// White's half left out, with the comma that follows it, if there is one.
    #[regex(r"…[ \t\r\n\x0b\x0c]*,?", priority = 3)]
    #[regex(r"\.\.\.[ \t\r\n\x0b\x0c]*,", priority = 3)]
    Omitted,

    /// The comma between White's half and Black's. A semicolon that does not stand for one begins a comment.
    #[token(",")]
    #[token(";", slip::semicolon)]
    #[token("/", slip::is_comma)]
    Comma,

    /// Dots that show how deep a variation is nested, unless they leave out White's half.
    #[regex(r"\.+", dots, priority = 2)]
    Dots,

    /// An assessment of a move, as a number or as a sign.
    #[regex(r"\$[0-9]+", nag)]
    #[regex(r"[!?]+", suffix)]
    #[token("◇", suffix)]
    #[regex("[+#^‼⁇⁉⁈□☐⩲⩱±∓∞]+", no_assessment)]
    Nag(Nag),

    /// A draw is offered.
    #[token("(=)")]
    DrawOffer,

    /// The last move has been made.
    #[token(":")]
    EndOfPlay,

    /// A comment in braces or to the end of the line, or an escaped line.
    #[token("{", braces)]
    #[token("}", stray_brace)]
    #[token("%", escaped_line)]
    Comment(CommentForm),

    /// Characters that do not belong in a text: control and invisible ones, and signs of HTML,
    /// which are refused.
    #[regex(r"([\x00-\x08\x0e-\x1f\x7f]|(?&invisible))+")]
    #[regex(r"&#?[A-Za-z0-9]+;|<(/?[A-Za-z]|!--)(?-u:[^<>\r\n])*>", |_| { Err::<(), _>(LexFault::Html) })]
    Control,

    /// The start of a variation.
    #[token("(")]
    VariationStart,

    /// The label of a variation.
    #[regex(r"\$\[[0-9]+\]", label)]
    Label(u32),

    /// The end of a variation.
    #[token(")")]
    VariationEnd,

    /// The result that ends a game.
    #[regex(r"3(?&to)0", |lexer| whole_result(lexer, Outcome::WhiteWins))]
    #[regex(r"2(?&to)1", |lexer| whole_result(lexer, Outcome::WhiteStalemates))]
    #[regex(r"1(?&to)1", |lexer| whole_result(lexer, Outcome::Draw))]
    #[regex(r"1(?&to)2", |lexer| whole_result(lexer, Outcome::BlackStalemates))]
    #[regex(r"0(?&to)3", |lexer| whole_result(lexer, Outcome::BlackWins))]
    #[regex(r"[0-9](?&hyphen)[0-9]|1/2((?&hyphen)1/2)?|½((?&hyphen)½)?", bad_result, priority = 2)]
    #[regex(r"[0-9](?&hyphen)[Oo]|[Oo](?&hyphen)[0-9]", bad_result, priority = 3)]
    #[token("*", star)]
    Result(Outcome),

    /// A word that is not a move. It may have signs of capture inside, because otherwise `F8*XE11` would be a word
    /// up to the asterisk, and that a result.
    #[regex(r"[A-Za-z][A-Za-z0-9@&=^+\-]*", priority = 2)]
    #[regex(
        r"(?&any)?(?&look)(?&line)(?&dash)?((?&any)?(?&look)|[01368])(?&line)(=((?&any)|&))?(?&mark)",
        slip::read,
        priority = 3
    )]
    #[regex(
        r"[A-Za-z][A-Za-z0-9@&=^+\-]*([×*]+[A-Za-z][A-Za-z0-9@&=^+\-]*)+",
        ctl_an::refuse_capture,
        priority = 2
    )]
    Unknown,
}

impl Token for CtlToken {
    const TAG_END: CtlToken = CtlToken::TagEnd;
    const VARIATION_START: CtlToken = CtlToken::VariationStart;
    const VARIATION_END: CtlToken = CtlToken::VariationEnd;
    const COMMENT: CtlToken = CtlToken::Comment(CommentForm::Braces);
    const FIRST_TAGS: &[&[u8]] = &[b"Event", b"Variant"];
    const BAD_RESULT: LexFault = LexFault::BadCtlResult;

    fn kind(&self) -> TokenKind {
        match self {
            CtlToken::TagName(_) => TokenKind::TagName,
            CtlToken::TagValue => TokenKind::TagValue,
            CtlToken::TagEnd => TokenKind::TagEnd,
            CtlToken::MoveNumber(_) | CtlToken::UnknownNumber(_) => TokenKind::MoveNumber,
            CtlToken::Move(_) | CtlToken::Omitted => TokenKind::Move,
            CtlToken::Comment(_) => TokenKind::Comment,
            CtlToken::Dots => TokenKind::Period,
            CtlToken::Control => TokenKind::Control,
            CtlToken::VariationStart => TokenKind::VariationStart,
            CtlToken::VariationEnd => TokenKind::VariationEnd,
            CtlToken::Result(outcome) => TokenKind::Result(*outcome),
            CtlToken::Unknown => TokenKind::Unknown(MoveForm::Long),
            CtlToken::Nag(_) => TokenKind::Nag,
            CtlToken::Comma | CtlToken::DrawOffer | CtlToken::EndOfPlay | CtlToken::Label(_) => {
                TokenKind::Other
            }
        }
    }
}

/// Refuses a sign in the place of an assessment: one of PGN, or a check mark that is not joined to its
/// move.
fn no_assessment(_lexer: &mut Lexer<'_, CtlToken>) -> Result<Nag, LexFault> {
    Err(LexFault::UnknownSuffix)
}

problems! {
    /// A comma between the moves of a play that is missing or another sign.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum CommaLint(language) {
        /// Three dots stand for White's half, and the comma after them is missing.
        Missing = Code::OmissionWithoutComma, language.omission_without_comma;
        /// A semicolon or a slash stands for the comma.
        OtherSign = Code::MoveSlip, language.other_comma;
    }
    describe with fixes;
}

impl CommaLint {
    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        let is_apart = source.bytes().get(span.end).is_none_or(u8::is_ascii_whitespace);
        let comma = if is_apart { "," } else { ", " };
        vec![Fix::certain(match self {
            // of `1...` the first dot is that of the number
            CommaLint::Missing if span.end - span.start < 3 => Edit::replace(span, format!(" ...{comma}")),
            CommaLint::Missing => Edit::insert(span.end, comma),
            CommaLint::OtherSign => {
                let start = source.bytes()[..span.start].trim_ascii_end().len();
                Edit::replace(Span::new(start, span.end), comma)
            }
        })]
    }
}

/// Lists the warnings about commas that are missing or other signs.
pub(super) fn lints(game: &Game<'_, CtlAn>) -> Vec<Diagnostic> {
    let missing = without_comma(game).map(|span| (CommaLint::Missing, span));
    let others = other_commas(game).map(|span| (CommaLint::OtherSign, span));
    missing.chain(others).map(|(lint, span)| Diagnostic::warning(lint, span, None)).collect()
}

/// Finds the semicolons and slashes that stand for a comma: each is alone between two moves.
fn other_commas(game: &Game<'_, CtlAn>) -> impl Iterator<Item = Span> {
    // few games have any of these signs
    let place = game.movetext.first().zip(game.movetext.last());
    let text = place.and_then(|(first, last)| game.text.0.get(first.span.start..last.span.end));
    let text = text.unwrap_or_default();
    let has_any = memchr::memchr2(b';', b'/', text).is_some();
    let spans = game.movetext.iter().map(|element| element.span).take_while(move |_| has_any);
    spans.clone().zip(spans.skip(1)).filter_map(|(before, after)| {
        let gap = &game.text.0[before.end..after.start.max(before.end)];
        let at = before.end + gap.len() - gap.trim_ascii_start().len();
        matches!(gap.trim_ascii(), b";" | b"/").then(|| Span::new(at, at + 1))
    })
}

/// Finds the dots without a comma with which a line begins, in the order of the file. Within a line the
/// position says whose move follows.
pub(super) fn without_comma(game: &Game<'_, CtlAn>) -> impl Iterator<Item = Span> {
    let mut is_line_start = true;
    game.movetext.iter().filter_map(move |element| match element.node {
        Node::VariationStart(_) => {
            is_line_start = true;
            None
        }
        Node::Sign(PlaySign::Omitted) => {
            let is_bare = game.text.0[element.span.range()].iter().all(|byte| *byte == b'.');
            (std::mem::take(&mut is_line_start) && is_bare).then_some(element.span)
        }
        Node::Move(_) | Node::VariationEnd => {
            is_line_start = false;
            None
        }
        _ => None,
    })
}

/// Reads dots. They leave out White's half if there are at least three of them, including that of the number
/// before them, between a number or an opening bracket and a move. Dots that show depth never stand there.
pub(super) fn dots(lexer: &mut Lexer<'_, CtlToken>) -> CtlToken {
    let before = lexer.source()[..lexer.span().start].trim_ascii_end();
    let after = lexer.remainder().trim_ascii_start();
    let bare = before.strip_suffix(b".").unwrap_or(before);
    let count = lexer.slice().len() + before.len() - bare.len();
    if count >= 3 && begins_move(after) && (ends_with_number(bare) || ends_with_opening(before)) {
        CtlToken::Omitted
    } else {
        CtlToken::Dots
    }
}

/// Returns whether a text begins like a move, with a capital letter or a figurine.
fn begins_move(text: &[u8]) -> bool {
    text.first().is_some_and(|byte| byte.is_ascii_uppercase() || !byte.is_ascii())
}

/// Returns whether a text ends with the number of a play.
fn ends_with_number(text: &[u8]) -> bool {
    let before = without_digits(text);
    let is_apart = |byte: &u8| byte.is_ascii_whitespace() || b"().,:]}".contains(byte);
    before.len() < text.len() && before.last().is_none_or(is_apart)
}

/// Returns whether a text ends with an opening bracket, with or without a label.
fn ends_with_opening(text: &[u8]) -> bool {
    let label = text.strip_suffix(b"]").and_then(|label| without_digits(label).strip_suffix(b"$["));
    label.map_or(text, <[u8]>::trim_ascii_end).ends_with(b"(")
}

fn without_digits(text: &[u8]) -> &[u8] {
    let digits = text.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    &text[..text.len() - digits]
}
