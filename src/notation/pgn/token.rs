//! The tokens of PGN.

use logos::Logos;
use shakmaty::Color;

use super::{San, san, signs};
use crate::syntax::lexemes::{
    bad_result, braces, end_value, escaped_line, move_number, nag, nameless_tag, star, stray_brace, suffix,
    tag_name, typographic_value, unclosed_value, whole_result, word,
};
use crate::syntax::{CommentBounds, CommentForm, LexFault, MoveForm, Nag, Outcome, Token, TokenKind};

/// A token of PGN.
///
/// Its tag is as wide as the offsets that accompany it. A token with narrower parts is stored in pieces and
/// loaded as a whole, and the processor waits for that: `--check` took 17 % longer.
#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[repr(usize)]
#[logos(utf8 = false)]
#[logos(error = LexFault)]
#[logos(extras = CommentBounds)]
#[logos(skip r"([ \t\r\n\x0b\x0c]|[\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000])+")]
#[logos(subpattern invisible = r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]")]
// Letters outside ASCII are matched by bytes, also in Windows-1252. Left out are C2, E2 and EF, with which signs,
// white space and invisible characters begin in UTF-8, and E1 9A 80 and E3 80 80, which are white space.
#[logos(subpattern other_than_9a = r"(?-u:[A-Za-z\x80-\x99\x9b-\xc1\xc3-\xe1\xe3-\xee\xf0-\xff])")]
#[logos(subpattern other_than_80 = r"(?-u:[A-Za-z\x81-\xc1\xc3-\xe1\xe3-\xee\xf0-\xff])")]
#[logos(subpattern square = r"[a-h][1-8]")]
#[logos(subpattern figurine = r"[♔-♟]\ufe0e?")]
#[logos(subpattern promotion = r"=?[NBRQK]|=?\([NBRQKnbrqk]\)|/[NBRQK]|=?(?&figurine)")]
#[logos(subpattern passing = r"e\.p\.?|ep")]
#[logos(subpattern check = r"((dbl|double|dis|disc)\.? ?)?(ch|check)\.?|(mate|checkmate)\.?")]
#[logos(subpattern mark = r"(?&check)|(?&passing)")]
#[logos(subpattern score = r"1/2|½|1|0|O")]
#[logos(subpattern letter = r"(?-u:[A-Za-z\x80-\xc1\xc3-\xe0\xe4-\xee\xf0-\xff]|\xe1(?&other_than_9a)|\xe3(?&other_than_80)|(\xe1\x9a|\xe3\x80)(?&other_than_80))")]
#[logos(subpattern letters = r"(?&letter)+(?-u:[\xe1\xe3])?|(?-u:[\xe1\xe3])")]
#[logos(subpattern wide_dash = r"[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]")]
#[logos(subpattern dash = r"-|(?&wide_dash)")]
#[logos(subpattern to = r" ?((?&dash)|:) ?")]
#[logos(subpattern cross = r"×|(?&wide_dash)")]
#[non_exhaustive]
pub enum PgnToken {
    /// A tag's opening bracket and name. The value is the offset of the name.
    #[regex(r"\[[ \t\r\n\x0b\x0c]*[0-9]*[A-Za-z_][A-Za-z0-9_+#=:\-]*", tag_name)]
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

    /// A move number indication, with one full stop after it or none.
    #[regex(r"[0-9]+\.?", move_number)]
    MoveNumber(u32),

    /// A move number indication with the dots of Black's move.
    #[regex(r"[0-9]+\.\.+", move_number)]
    BlackNumber(u32),

    /// A move to which the `N` of a novelty is joined. The `N` is not a promotion to a knight: a pawn is on its last
    /// rank here only if its promotion is written before the `N`.
    #[regex(r"[NBRQK][a-h]?[1-8]?[xX:\-]?(?&square)N", san::novelty, priority = 30)]
    #[regex(r"P?([a-h][1-8]?[xX:\-]?)?([a-h][2-7]|[a-h][18]=[NBRQK])N", san::novelty, priority = 30)]
    #[regex(r"[Oo0](?&dash)[Oo0]((?&dash)[Oo0])?N", san::novelty, priority = 30)]
    Novelty(San),

    /// A move with its check mark and `e.p.`. Words for these that are joined to the move (`Bb5ch`)
    /// are in its pattern; all other marks are read by a function that examines the text after the
    /// move. The origin may be given in full, as in long notation and in coordinates (`e7e8q`).
    /// `=e8Q` is the form of the assignment (section 2.2). Figurines of either side stand for the
    /// same pieces. The patterns of longer moves come first, for editors: they take the first
    /// pattern that matches, not the longest match.
    #[regex(r"([NBRQK]|(?&figurine))[a-h]?[1-8]?(?&cross)(?&square)(?&check)?", san::crossed_move)]
    #[regex(r"P?[a-h][1-8]?(?&cross)(?&square)(?&promotion)?(?&mark)?", san::crossed_move)]
    #[regex(r"[a-h][1-8]?(?&cross)[a-h][18]=?[nbrqk]", san::crossed_move)]
    #[regex(r"P?([a-h][1-8]?[xX:\-]?)?[a-h][18][+#]=[NBRQK]", san::promotion_after_mark)]
    #[regex(r"[NBRQK][a-h]?[1-8]?[xX:\-]?(?&square)(?&check)?", san::piece_move)]
    #[regex(r"(?&figurine)([a-h]?[1-8]?[xX:\-]?)(?&square)(?&check)?", san::piece_move)]
    #[regex(r"P?([a-h][1-8]?[xX:\-]?)?(?&square)(?&promotion)?(?&mark)?", san::piece_move)]
    #[regex(r"([a-h][1-8]?[xX:\-]?)?[a-h][18]=?[nbrqk]", san::piece_move)]
    #[regex(r"P?([a-h][1-8]?x)?=(?&square)[NBRQK]", san::piece_move)]
    #[regex(r"[PNBRQ]?@(?&square)", san::other_move)]
    #[regex(r"[Oo0](?&dash)?[Oo0]((?&dash)?[Oo0])?(?&check)?", san::other_move, priority = 8)]
    #[token("--", san::null_move)]
    #[token("Z0", san::null_move)]
    #[token("<>", san::null_move)]
    #[token("0000", san::null_move, priority = 9)]
    Move(San),

    /// An annotation: a number, a suffix of the move, or a sign. The letters `D` and `N` are listed
    /// with the words, because the text around them decides what they are.
    #[regex(r"\$[0-9]+", nag)]
    #[regex(r"[!?]+", suffix)]
    #[regex(r"([+=/]|(?&dash))([+=/∞]|(?&dash))*|∞(/?=)?", signs::evaluation, priority = 1)]
    #[regex("~|inf|RR|TN", signs::evaluation, priority = 4)]
    #[regex(r"~=|=~|->|<[\-=~]+>?|>=|/\\|\|[\^|]", signs::evaluation)]
    #[regex("[‼⁇⁉⁈□◇☒↹⩲⩱±∓⨀⊙◯○↻↺⟳↑↓⇑⇓→←⯹⊞⟩⟫⟨⟪↗↖⇈⇊⇄⇆⊖⊕⨁∆△∇⌓≥≤✕✗⊥⇔⟺↔⇗◫◨⊶∥⋙⋘☐⡁⚯⚮⚨⌊⌋]", signs::evaluation)]
    #[regex("[×Δǁ]", signs::evaluation, priority = 4)]
    #[token(b"\xb1", signs::evaluation, priority = 4)]
    Nag(Nag),

    /// A comment in braces or to the end of the line, or an escaped line.
    #[token("{", braces)]
    #[token("}", stray_brace)]
    #[regex(r";(?-u:[^\r\n])*", |_| CommentForm::Line, allow_greedy = true)]
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

    /// The end of a variation.
    #[token(")")]
    VariationEnd,

    /// The result that ends a game. `0-0`, for a game for which neither side has appeared, is castling here.
    #[regex(r"1(?&to)0F?|\+:(?&dash)", |lexer| whole_result(lexer, Outcome::WhiteWins), priority = 5)]
    #[regex(r"0(?&to)1F?|(?&dash):\+", |lexer| whole_result(lexer, Outcome::BlackWins), priority = 5)]
    #[regex(r"1/2(?&to)1/2|½(?&to)½|1/2|½", |lexer| whole_result(lexer, Outcome::Draw), priority = 5)]
    #[regex(r"0[.,]5(?&to)0[.,]5", |lexer| whole_result(lexer, Outcome::Draw), priority = 5)]
    #[regex(r"(?&score)(?&dash)(?&score)", bad_result, priority = 4)]
    #[regex(r"0(?&to)0F|(?&dash):(?&dash)", |lexer| whole_result(lexer, Outcome::DoubleForfeit), priority = 5)]
    #[token("*", star)]
    Result(Outcome),

    /// A run of letters that is not a move.
    #[regex(r"(?&letters)", word, priority = 3)]
    #[regex("[DN]", signs::letter, priority = 4)]
    Word,

    /// A full stop.
    #[token(".")]
    Period,

    /// Two or more dots that do not touch a number.
    #[regex(r"\.\.+|…")]
    Ellipsis,

    /// A symbol (PGN standard, section 7) that is neither a move nor a word. Signs after it are
    /// not part of it, because they may be the signs of a misspelt move.
    #[regex(r"(?&letters)([A-Za-z0-9_]|[=:\-][A-Za-z0-9])*", priority = 2)]
    Unknown,
}

impl Token for PgnToken {
    const TAG_END: PgnToken = PgnToken::TagEnd;
    const VARIATION_START: PgnToken = PgnToken::VariationStart;
    const VARIATION_END: PgnToken = PgnToken::VariationEnd;
    const COMMENT: PgnToken = PgnToken::Comment(CommentForm::Braces);
    const SENTENCE: Option<PgnToken> = Some(PgnToken::Comment(CommentForm::Sentence));
    const HAS_PIECE_LETTERS: bool = true;

    fn kind(&self) -> TokenKind {
        match self {
            PgnToken::TagName(_) => TokenKind::TagName,
            PgnToken::TagValue => TokenKind::TagValue,
            PgnToken::TagEnd => TokenKind::TagEnd,
            PgnToken::MoveNumber(_) | PgnToken::BlackNumber(_) => TokenKind::MoveNumber,
            PgnToken::Move(_) | PgnToken::Novelty(_) => TokenKind::Move,
            PgnToken::Comment(_) => TokenKind::Comment,
            PgnToken::Word => TokenKind::Word,
            PgnToken::Period => TokenKind::Period,
            PgnToken::Control => TokenKind::Control,
            PgnToken::VariationStart => TokenKind::VariationStart,
            PgnToken::VariationEnd => TokenKind::VariationEnd,
            PgnToken::Result(outcome) => TokenKind::Result(*outcome),
            PgnToken::Unknown => TokenKind::Unknown(MoveForm::Short),
            PgnToken::Nag(_) => TokenKind::Nag,
            PgnToken::Ellipsis => TokenKind::Other,
        }
    }

    fn is_idea(&self) -> bool {
        *self == PgnToken::Nag(Nag::IDEA)
    }

    fn may_begin(&self, side: Color) -> bool {
        matches!(self, PgnToken::Move(san) | PgnToken::Novelty(san) if san.may_begin(side))
    }
}
