//! The elements of a movetext, and the result of a game.

use shakmaty::Color;

use super::{Nag, Notation};
use crate::text::{Span, Text};

/// The comment that marks a game or a variation as cut off at an error.
pub(crate) const INCOMPLETE: &str = "incomplete";

/// One element of the movetext and its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Element<N: Notation> {
    /// The content of the element.
    pub node: Node<N>,
    /// The place of the element.
    pub span: Span,
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
}

/// The result of a game. Each [`Notation`](super::Notation) writes it in its own way.
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
