//! A movetext and its elements, and the result of a game.

use std::mem;
use std::ops::Deref;

use shakmaty::Color;

use super::{Nag, Notation};
use crate::text::{Span, Text, work};

/// The comment that marks a game or a variation as cut off at an error.
pub(crate) const INCOMPLETE: &str = "incomplete";

/// The moves, move numbers, annotations, variations and comments of a game, in the order of the file.
///
/// It is read as a slice. A variation is the part from a [`Node::VariationStart`] to its [`Node::VariationEnd`], so that
/// neither walking nor dropping a game needs recursion, however deep variations are nested. The brackets always match:
/// a closing bracket without an opening one is not added, and a variation is part of the slice once it is closed.
///
/// # Examples
///
/// ```
/// use escaque::notation::pgn::San;
/// use escaque::syntax::{Games, Movetext, Node};
/// use escaque::text::Source;
///
/// let source = Source::new("t.pgn", b"1. e4 (1. d4 $1) e5 *".to_vec());
/// let mut game = Games::<San>::new(&source).next().unwrap()?;
/// // of a variation that is not closed, what is left is closed
/// let part: Movetext<San> = game.movetext[..5].iter().copied().collect();
/// assert_eq!(part[5].node, Node::VariationEnd);
/// let without_nags = game.movetext.iter().filter(|element| !matches!(element.node, Node::Nag(_)));
/// game.movetext = without_nags.copied().collect();
/// assert_eq!(game.movetext.len(), 7);
/// # Ok::<(), escaque::syntax::SyntaxError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Movetext<N: Notation> {
    elements: Vec<Element<N>>,
    /// The brackets of the variations that are not closed yet, the outermost first.
    open: Vec<usize>,
}

impl<N: Notation> Default for Movetext<N> {
    fn default() -> Movetext<N> {
        Movetext { elements: Vec::new(), open: Vec::new() }
    }
}

impl<N: Notation> Movetext<N> {
    /// Adds an element, unless it is a closing bracket and no variation is open.
    pub fn push(&mut self, element: Element<N>) {
        match element.node {
            Node::VariationStart(_) => self.open.push(self.elements.len()),
            Node::VariationEnd if self.open.pop().is_none() => return,
            _ => {}
        }
        self.elements.push(element);
    }

    /// Removes what ends after an offset. Variations that are open there are closed, or dropped if they have no move.
    pub fn cut(&mut self, offset: usize) {
        self.open.clear();
        let elements = mem::take(&mut self.elements);
        work::count(elements.len());
        elements
            .into_iter()
            .take_while(|element| element.span.end <= offset)
            .for_each(|element| self.push(element));
        self.close(offset);
    }

    /// Closes the open variations, and drops those that have no move.
    fn close(&mut self, offset: usize) {
        while let Some(opening) = self.open.pop() {
            if self.elements[opening..].iter().any(|element| matches!(element.node, Node::Move(_))) {
                self.elements.push(Element { node: Node::VariationEnd, span: Span::new(offset, offset) });
            } else {
                self.elements.truncate(opening);
            }
        }
    }

    /// Removes all elements, and keeps the memory.
    pub fn clear(&mut self) {
        self.elements.clear();
        self.open.clear();
    }
}

impl<N: Notation> Deref for Movetext<N> {
    type Target = [Element<N>];

    fn deref(&self) -> &[Element<N>] {
        &self.elements[..self.open.first().copied().unwrap_or(self.elements.len())]
    }
}

/// Closes the variations that are open at the end, or drops them if they have no move.
impl<N: Notation> FromIterator<Element<N>> for Movetext<N> {
    fn from_iter<I: IntoIterator<Item = Element<N>>>(elements: I) -> Movetext<N> {
        let mut movetext = Movetext::default();
        elements.into_iter().for_each(|element| movetext.push(element));
        movetext.close(movetext.elements.last().map_or(0, |last| last.span.end));
        movetext
    }
}

/// One element of the movetext and its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Element<N: Notation> {
    /// The content of the element.
    pub node: Node<N>,
    /// The place of the element.
    pub span: Span,
}

impl<N: Notation> Element<N> {
    /// Creates an element.
    #[must_use]
    pub const fn new(node: Node<N>, span: Span) -> Element<N> {
        Element { node, span }
    }

    /// Creates the element of a token, which has a value and a place.
    pub fn of<V: Copy>((value, span): (&V, &Span), node: impl FnOnce(V) -> Node<N>) -> Element<N> {
        Element::new(node(*value), *span)
    }
}

/// The content of an element of the movetext.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Node<N: Notation> {
    /// A move number, such as `12.` or `12...`.
    MoveNumber(MoveNumber),
    /// A move.
    Move(N),
    /// An annotation of the move before it, or of the first move of its line if no move comes before.
    Nag(Nag),
    /// A comment, which [`Game::comment`](super::Game::comment) reads. An empty span marks a variation that was cut off
    /// there because of an error.
    Comment(CommentForm),
    /// A sign that only this notation has.
    Sign(N::Sign),
    /// The opening bracket of a variation, which is an alternative to an earlier move, with its label if it has
    /// one (CTL-PGN).
    VariationStart(Option<u32>),
    /// The closing bracket of a variation.
    VariationEnd,
}

impl<N: Notation> Node<N> {
    /// Creates a move number.
    #[must_use]
    pub const fn number(value: u32, mark: NumberMark) -> Node<N> {
        Node::MoveNumber(MoveNumber { value, mark })
    }
}

/// A move number as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumber {
    /// The number. One that is too large for the type is its maximum.
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
    /// A question mark: it is not known how many moves came before (CTL-PGN).
    Unknown,
}

/// A comment without its delimiters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment<'s> {
    /// How it was delimited.
    pub form: CommentForm,
    /// The text of the comment.
    pub text: Text<'s>,
}

impl<'s> Comment<'s> {
    /// Takes the delimiters off a comment. The closing brace may be missing.
    pub(super) fn of(form: CommentForm, written: &'s [u8]) -> Comment<'s> {
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

impl CommentForm {
    /// Returns what stands before and after the text.
    pub(crate) const fn delimiters(self) -> [&'static str; 2] {
        match self {
            CommentForm::Braces => ["{", "}"],
            CommentForm::Line => [";", ""],
            CommentForm::Sentence => ["", ""],
            CommentForm::Escaped => ["%", ""],
        }
    }

    /// Returns a text with what stands before and after it.
    pub(crate) fn around(self, text: &str) -> String {
        let [before, after] = self.delimiters();
        [before, text, after].concat()
    }
}

/// The result of a game. Each [`Notation`] writes it in its own way.
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
    /// Neither side has appeared, so both lose.
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

    /// Returns the side that wins, if one does.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::WhiteWins | Outcome::WhiteStalemates => Some(Color::White),
            Outcome::BlackWins | Outcome::BlackStalemates => Some(Color::Black),
            Outcome::Draw | Outcome::Unknown | Outcome::DoubleForfeit => None,
        }
    }
}
