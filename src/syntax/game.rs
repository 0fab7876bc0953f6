//! A game: tag pairs, movetext, result.

use std::borrow::Cow;

use super::brackets::{Brackets, without_variations};
use super::lexemes::unquoted;
use super::{CommentBounds, Lexer, Nag, Notation, Token, Variant, is_unknown};
use crate::message::GameLabel;
use crate::text::{Span, Text};

/// The comment that marks a game or a variation as cut off at an error.
pub(crate) const INCOMPLETE: &str = "incomplete";

/// A game as it was written.
///
/// The movetext is a flat list in the order of the file. A variation is the part from a
/// [`Node::VariationStart`] to its [`Node::VariationEnd`], so that neither walking nor dropping
/// a game needs recursion, however deep variations are nested. The parser guarantees that the
/// brackets are balanced and that a variation follows a move of its line.
#[derive(Clone, Debug, PartialEq)]
pub struct Game<'s, N> {
    /// The text that the game was read from, to which every [`Span`] refers.
    pub text: Text<'s>,
    /// The variant that all games are read as, whatever their `Variant` tags say. It is set by the
    /// reader, so [`Game::clear`] keeps it.
    pub variant: Option<Variant>,
    /// The tag pairs in the order of the file.
    pub tags: Vec<TagPair<'s>>,
    /// The moves, move numbers, annotations, variations and comments.
    pub movetext: Vec<Element<N>>,
    /// The result at the end of the movetext, if there is one.
    pub result: Option<(Outcome, Span)>,
    /// The result by the last position of the main line, [`Outcome::Unknown`] if the game is not over there. It is set
    /// by who knows the rules, if the movetext has no known result; `None` if nobody has asked.
    pub by_board: Option<Outcome>,
    /// The offset at which the game was cut off because of an error, if it was. A game that was
    /// cut off has no result.
    pub cut_at: Option<usize>,
    /// The offset at which the game begins, even if it has neither tags nor movetext.
    pub begins_at: usize,
    /// The end of the movetext, with its result and all that could not be read in it.
    pub movetext_end: usize,
}

/// A tag pair, such as `[Event "F/S Return Match"]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagPair<'s> {
    /// The name, letters, digits and underscores.
    pub name: Text<'s>,
    /// The value between its quotes, escapes as written.
    pub value: Text<'s>,
    /// From bracket to bracket.
    pub span: Span,
    /// The name alone.
    pub name_span: Span,
    /// The value alone, with its quotes.
    pub value_span: Span,
}

impl TagPair<'_> {
    /// The names that decide what becomes of a game, by their length.
    pub(super) const NAMES: [&'static [&'static str]; 13] = [
        &[],
        &[],
        &[],
        &["FEN"],
        &["Site", "Date", "TLPD", "PDTL"],
        &["Event", "Round", "White", "Black", "SetUp"],
        &["Result"],
        &["Variant"],
        &["Redefine"],
        &[],
        &[],
        &[],
        &["PieceLetters"],
    ];

    /// Returns the right spelling of the name, which is in upper or lower case, if it is one of those that matter.
    #[must_use]
    pub fn known_name(&self) -> Option<&'static str> {
        let is_meant = |name: &&str| self.name.0.eq_ignore_ascii_case(name.as_bytes());
        TagPair::NAMES.get(self.name.0.len())?.iter().copied().find(is_meant)
    }

    /// Tells whether this is the tag with a name, in other letters only if the name matters.
    pub(crate) fn is(&self, name: &str) -> bool {
        self.name.0 == name.as_bytes()
            || self.name.0.eq_ignore_ascii_case(name.as_bytes()) && self.known_name() == Some(name)
    }
}

impl<'s> TagPair<'s> {
    /// Returns the name, in the right letters if it is one of those that matter.
    #[must_use]
    pub fn canonical_name(&self) -> Text<'s> {
        self.known_name().map_or(self.name, |name| Text(name.as_bytes()))
    }
}

/// One element of the movetext and its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Element<N> {
    /// What it is.
    pub node: Node<N>,
    /// Where it stands.
    pub span: Span,
}

/// What an element of the movetext can be.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Node<N> {
    /// A move number indication, such as `12.` or `12...`.
    MoveNumber(MoveNumber),
    /// A move.
    Move(N),
    /// An annotation of the move before, or of the first of its line if it stands before
    /// that.
    Nag(Nag),
    /// A comment, which [`Game::comment`] reads. An empty span marks a variation that was cut off
    /// there because of an error.
    Comment(CommentForm),
    /// `…`, which stands for White's move where a line begins with Black's (CTL-PGN).
    Omitted,
    /// The offer of a draw, `(=)` (CTL-PGN).
    DrawOffer,
    /// The mark of the last move, `:` (CTL-PGN).
    EndOfPlay,
    /// The opening bracket of a variation, with its label if it has one
    /// (CTL-PGN): alternatives to a move before.
    VariationStart(Option<u32>),
    /// The closing bracket of a variation.
    VariationEnd,
}

impl<N> Node<N> {
    /// Makes a move number.
    #[must_use]
    pub const fn number(value: u32, mark: NumberMark) -> Node<N> {
        Node::MoveNumber(MoveNumber { value, mark })
    }
}

/// A move number as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumber {
    /// The number; one too large for the type is its maximum.
    pub value: u32,
    /// The mark that follows it.
    pub mark: NumberMark,
}

/// The mark that follows a move number without a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberMark {
    /// Nothing, or a full stop.
    Plain,
    /// Two dots or more, the mark of Black's move (PGN).
    Black,
    /// A question mark: how many moves came before is not known (CTL-PGN).
    Unknown,
}

/// A comment without its delimiters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment<'s> {
    /// How it was delimited.
    pub form: CommentForm,
    /// What it says.
    pub text: Text<'s>,
}

impl<'s> Comment<'s> {
    /// Takes the delimiters off a comment. The closing brace may be missing.
    fn of(form: CommentForm, written: &'s [u8]) -> Comment<'s> {
        let inside = match form {
            _ if written.is_empty() => INCOMPLETE.as_bytes(),
            CommentForm::Sentence => written,
            CommentForm::Line | CommentForm::Escaped => &written[1..],
            CommentForm::Braces => written[1..].strip_suffix(b"}").unwrap_or(&written[1..]),
        };
        Comment { form, text: Text(inside) }
    }
}

/// The ways to write a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CommentForm {
    /// `{…}`
    Braces,
    /// `;` to the end of the line
    Line,
    /// A whole sentence of plain words without any mark.
    Sentence,
    /// `%` in the first column to the end of the line: an escaped line (PGN
    /// standard, section 6), which no reader of games reads.
    Escaped,
}

/// The result of a game. How it is written is the [`Notation`]'s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// White wins.
    WhiteWins,
    /// Black wins.
    BlackWins,
    /// A draw.
    Draw,
    /// In progress, abandoned, or unknown.
    Unknown,
    /// White stalemates Black, which in C'escacs is a narrow win.
    WhiteStalemates,
    /// Black stalemates White.
    BlackStalemates,
    /// Neither side has come, and both lose.
    DoubleForfeit,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Outcome; 7] = [
        Outcome::WhiteWins,
        Outcome::BlackWins,
        Outcome::Draw,
        Outcome::Unknown,
        Outcome::WhiteStalemates,
        Outcome::BlackStalemates,
        Outcome::DoubleForfeit,
    ];
}

impl<'s, N: Notation> Game<'s, N> {
    /// Creates an empty game of a text.
    #[must_use]
    pub fn new(text: &'s [u8]) -> Game<'s, N> {
        let (text, tags, movetext) = (Text(text), Vec::new(), Vec::new());
        Game {
            text,
            variant: None,
            tags,
            movetext,
            result: None,
            by_board: None,
            cut_at: None,
            begins_at: 0,
            movetext_end: 0,
        }
    }

    /// Empties the game and keeps its memory for the next one.
    pub fn clear(&mut self) {
        self.tags.clear();
        self.movetext.clear();
        self.result = None;
        self.by_board = None;
        self.cut_at = None;
    }

    /// Cuts the moves off at an offset, and closes the variations that are open there.
    pub fn cut(&mut self, offset: usize) {
        self.movetext.truncate(self.movetext.partition_point(|element| element.span.end <= offset));
        self.result = None;
        self.cut_at = Some(offset);
        self.movetext_end = self.movetext_end.min(offset);
        for &opening in Brackets::of(&self.movetext).open().iter().rev() {
            if self.movetext[opening..].iter().any(|element| matches!(element.node, Node::Move(_))) {
                self.push(offset, Node::VariationEnd, offset);
            } else {
                self.movetext.truncate(opening);
            }
        }
    }

    /// Adds a tag pair. The value stands between quotes, the last of which may be missing.
    pub fn push_tag(&mut self, name_span: Span, value_span: Span, span: Span) {
        let text = |span: Span| &self.text.0[span.range()];
        let value = Text(unquoted(text(value_span)));
        self.tags.push(TagPair { name: Text(text(name_span)), value, span, name_span, value_span });
    }

    /// Adds an element of the movetext.
    pub fn push(&mut self, start: usize, node: Node<N>, end: usize) {
        self.movetext.push(Element { node, span: Span::new(start, end) });
    }

    /// Ends the game with its result.
    pub fn finish(&mut self, start: usize, outcome: Outcome, end: usize) {
        self.result = Some((outcome, Span::new(start, end)));
    }

    /// Tells whether the game has variations.
    #[must_use]
    pub fn has_variations(&self) -> bool {
        self.movetext.iter().any(|element| matches!(element.node, Node::VariationStart(_)))
    }

    /// Returns the comment that an element is, if it is one.
    #[must_use]
    pub fn comment(&self, element: &Element<N>) -> Option<Comment<'s>> {
        match element.node {
            Node::Comment(form) => Some(Comment::of(form, &self.text.0[element.span.range()])),
            _ => None,
        }
    }

    /// Returns the first tag pair with a name, in upper or lower case as in `[fen "…"]`.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&TagPair<'s>> {
        self.tags.iter().find(|tag| tag.name.0.eq_ignore_ascii_case(name.as_bytes()))
    }

    /// Returns the value of a tag, without its escapes.
    #[must_use]
    pub fn tag_value(&self, name: &str) -> Option<Cow<'s, str>> {
        self.tag(name).map(|tag| tag.value.unescape())
    }

    /// Labels the game for messages, by its number and its players.
    #[must_use]
    pub fn label(&self, number: usize) -> GameLabel<'s> {
        let player = |tag| self.tag_value(tag).filter(|name| !is_unknown(name));
        GameLabel::new(number, player("White"), player("Black"))
    }

    /// Returns the name of the variant: that of [`Game::variant`], or else the value of the `Variant` tag.
    #[must_use]
    pub fn variant_name(&self) -> Option<Cow<'s, str>> {
        self.variant.and_then(Variant::tag_value).map(Cow::from).or_else(|| self.tag_value("Variant"))
    }

    /// Returns the elements of the main line, without variations.
    pub fn main_line(&self) -> impl Iterator<Item = &Element<N>> {
        without_variations(&self.movetext)
    }

    /// Returns the elements of a line from an index on to its end, without its variations.
    pub(crate) fn rest_of_line(&self, from: usize) -> impl Iterator<Item = &Element<N>> {
        without_variations(&self.movetext[from..])
            .take_while(|element| !matches!(element.node, Node::VariationEnd))
    }

    /// Returns the start of the first tag, element or result.
    #[must_use]
    pub fn start(&self) -> usize {
        let tag = self.tags.first().map(|tag| tag.span.start);
        let element = self.movetext.first().map(|element| element.span.start);
        let result = self.result.map(|(_, span)| span.start);
        [tag, element, result, self.cut_at].into_iter().flatten().min().unwrap_or(self.begins_at)
    }

    /// Returns the end of the last tag, element or result.
    #[must_use]
    pub fn end(&self) -> usize {
        let tag = self.tags.last().map(|tag| tag.span.end);
        let element = self.movetext.last().map(|element| element.span.end);
        let result = self.result.map(|(_, span)| span.end);
        tag.max(element).max(result).unwrap_or(self.begins_at)
    }

    /// Returns the result: that of the movetext or, if that is missing or unknown, of the last position or
    /// else of the `Result` tag. That of a game that was cut off is unknown.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.known_outcome().unwrap_or_else(|| self.declared_outcome())
    }

    /// Returns the result, as [`Game::outcome`] does, or `None` if only the last position tells it, and that has not
    /// been looked at.
    #[must_use]
    pub fn known_outcome(&self) -> Option<Outcome> {
        match (self.cut_at, self.result, self.by_board) {
            (Some(_), ..) => Some(Outcome::Unknown),
            (None, Some((outcome, _)), _) if outcome != Outcome::Unknown => Some(outcome),
            (.., Some(Outcome::Unknown)) => Some(self.declared_outcome()),
            (.., by_board) => by_board,
        }
    }

    /// Returns the result that the `Result` tag says.
    fn declared_outcome(&self) -> Outcome {
        let read = || result_in_any_form::<N>(&self.tag_value("Result")?);
        read().unwrap_or(Outcome::Unknown)
    }
}

/// Reads a result as the notation or its movetext writes it: `1/2` as well as `1/2-1/2`.
#[must_use]
pub fn result_in_any_form<N: Notation>(text: &str) -> Option<Outcome> {
    let read = || {
        let bytes = text.trim().as_bytes();
        let (start, token, end) =
            Lexer::<N::Token>::new(bytes, 0, CommentBounds::of(bytes, 0)).next()?.ok()?;
        token.outcome().filter(|_| (start, end) == (0, bytes.len()))
    };
    N::result_from_text(text).or_else(|| N::forfeit(text.trim())).or_else(read)
}
