//! The choices that a notation leaves when a game is written in it.

use std::borrow::Cow;
use std::fmt;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::str::FromStr;

use super::{Comment, CommentForm, Nag, NagStyle};
use crate::message::PlyNumber;
use crate::message::parse_error::parse_error;
use crate::text::{Printable, Span};

/// How games are laid out, and which tags they have. Moves, comments and annotations are the same in every layout: an
/// editor formats by it, too, and must not lose anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Layout {
    /// How annotations are written in PGN; CTL-PGN has signs of its own.
    pub nags: NagStyle,
    /// Which tags are written, and in which order.
    pub tags: TagOrder,
    /// How wide lines of movetext may be.
    pub width: LineWidth,
    /// Whether each move number, variation and result begins a line. CTL-PGN has no other layout.
    pub one_move_a_line: bool,
    /// Whether characters that [`Printable`] replaces stay as they are, because the text goes back into its file
    /// and not to a terminal.
    pub is_verbatim: bool,
}

impl Layout {
    /// Appends a text of a game to `out`, printable or verbatim as the layout says.
    pub(crate) fn push_text(self, text: &str, out: &mut String) {
        if self.is_verbatim { out.push_str(text) } else { Printable(text).push_to(out) }
    }
}

/// Which tags a writer writes, and in which order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum TagOrder {
    /// First those that the notation requires, and each tag once
    #[default]
    Standard,
    /// Those of the file, in its order
    Keep,
}

/// How wide lines of movetext may be, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineWidth {
    /// At most this many, unless a single word has more.
    AtMost(NonZeroUsize),
    /// Without limit: lines are broken only where the notation requires it.
    Unlimited,
}

impl LineWidth {
    /// The width of the export format, in which lines have fewer than 80 characters (PGN standard, section
    /// 8.2.1).
    const EXPORT: NonZeroUsize = NonZeroUsize::new(79).unwrap(); // 79 is not zero

    /// Returns whether a line of `length` characters is narrow enough.
    pub(crate) fn has_room_for(self, length: usize) -> bool {
        match self {
            LineWidth::AtMost(width) => length <= width.get(),
            LineWidth::Unlimited => true,
        }
    }
}

impl Default for LineWidth {
    fn default() -> LineWidth {
        LineWidth::AtMost(LineWidth::EXPORT)
    }
}

parse_error! {
    /// The error of a text that is not a width of lines.
    NotALineWidth = line_width_expected
}

impl FromStr for LineWidth {
    type Err = NotALineWidth;

    fn from_str(text: &str) -> Result<LineWidth, NotALineWidth> {
        if text == "none" {
            return Ok(LineWidth::Unlimited);
        }
        let width: usize = text.parse().map_err(|_| NotALineWidth)?;
        Ok(NonZeroUsize::new(width).map_or(LineWidth::Unlimited, LineWidth::AtMost))
    }
}

impl Display for LineWidth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineWidth::AtMost(width) => width.fmt(f),
            LineWidth::Unlimited => f.write_str("none"),
        }
    }
}

/// Writes the movetext of a game, one element after another.
pub trait MovetextWriter {
    /// Sets the layout, as far as the notation leaves a choice.
    fn set_layout(&mut self, layout: Layout);

    /// Writes a move. `text` is its canonical spelling.
    fn ply(&mut self, at: PlyNumber, text: &str);

    /// Writes an annotation of the last move.
    fn nag(&mut self, nag: Nag);

    /// Marks the last move with a draw offer.
    fn draw_offer(&mut self) {}

    /// Marks the last move as the end of play.
    fn end_of_play(&mut self) {}

    /// Marks the last move as the last one of the game.
    fn last_of_game(&mut self) {}

    /// Writes the sign of an omitted move of White, `…`.
    fn omitted(&mut self, _number: u32) {}

    /// Writes a comment in braces. It must not contain a closing brace.
    fn braces(&mut self, text: &str);

    /// Writes a comment after a `;`.
    fn line_comment(&mut self, text: &str);

    /// Writes a line that begins with `%`.
    fn escaped_line(&mut self, text: &str);

    /// Opens a variation.
    fn open(&mut self, label: Option<u32>);

    /// Closes the innermost variation.
    fn close(&mut self);

    /// Writes the result.
    fn result(&mut self, text: &str);

    /// Ends the game and returns its whole text.
    fn finish(self) -> String;

    /// Writes a comment: in braces, or after a `;` if it contains a closing brace, or is there and contains an opening
    /// one. An escaped line stays one.
    fn comment(&mut self, comment: &Comment<'_>) {
        let text = comment.text.decode();
        match comment.form {
            CommentForm::Escaped => self.escaped_line(&text),
            // in braces, moves before another opening brace look like those of a game after a comment without its end
            form if text.contains('}') || form == CommentForm::Line && text.contains('{') => {
                self.line_comment(&text);
            }
            _ => self.braces(&text),
        }
    }
}

/// The name and the value of a tag.
pub type TagText<'t> = (Cow<'t, str>, Cow<'t, str>);

/// What is known about a starting position when the tags of its game are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartText {
    /// It is the initial one.
    Initial,
    /// The tag value at the span gives it, and is to be written as the text.
    Given(Span, String),
    /// It cannot be set up. The game is then not replayed, and its moves stay as written.
    Unknown,
}

impl StartText {
    /// Creates the start of a game that is replayed from the position that a tag gives, or from the initial one.
    #[must_use]
    pub fn of(given: Option<(Span, String)>) -> StartText {
        given.map_or(StartText::Initial, |(span, position)| StartText::Given(span, position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_width_is_a_number_or_none() {
        for (text, width) in [("79", Ok(LineWidth::default())), ("0", Ok(LineWidth::Unlimited))] {
            assert_eq!(text.parse(), width);
        }
        assert_eq!("none".parse(), Ok(LineWidth::Unlimited));
        for text in ["", "-1", "1.5", "wide", "99999999999999999999999"] {
            assert_eq!(text.parse::<LineWidth>(), Err(NotALineWidth), "{text}");
        }
    }
}
