//! Games written again in their own notation: what its export form prescribes of
//! tags and movetext.
//!
//! Nothing here knows a board. Who replays a game gives a [`Movetext`] the moves
//! as strict notation; the order of tags, numbers, signs and lines is the
//! notation's.

mod ctl_pgn;
mod lines;
mod pgn;
mod tags;

use crate::ast::{Comment, CommentForm, Game, Nag, Place};
use crate::text::Encoding;
use crate::validate::FormRules;

pub use tags::{Pair, write_tag, write_tags};

/// A notation that games can be written in.
pub trait ExportForm: FormRules {
    /// How it lays out movetext.
    type Movetext: Movetext;

    /// Begins the movetext of a game behind the text of its tags.
    fn movetext(game: &Game<'_, Self>, tags: String) -> Self::Movetext;

    /// Lists the names of the tags that come first, whether a game has them or not.
    fn first_tags(game: &Game<'_, Self>) -> Vec<&'static str>;

    /// Returns the value of one of these tags in a game that does not have it.
    fn unknown_value(name: &str) -> &'static str;

    /// Puts the other tags in order, and adds what has to accompany a starting
    /// position.
    fn arrange(others: &mut Vec<Pair<'_>>, from_position: bool);
}

/// The movetext of a game while it is written, one part after the other.
pub trait Movetext {
    /// Writes a move, of which `text` is strict notation.
    fn ply(&mut self, place: Place, text: &str);

    /// Writes an annotation of the last move.
    fn nag(&mut self, nag: Nag);

    /// Says that a draw was offered with the last move.
    fn draw_offer(&mut self) {}

    /// Says that the last move ended the play.
    fn end_of_play(&mut self) {}

    /// Says that the last move was the last of the game.
    fn last_of_game(&mut self) {}

    /// Writes what stands for a move of White's that is left out.
    fn omitted(&mut self, _number: u32) {}

    /// Writes a comment in braces, which is not to have a closing one in it.
    fn braces(&mut self, text: &str);

    /// Writes a comment behind a `;`.
    fn line_comment(&mut self, text: &str);

    /// Writes a line that begins with `%`.
    fn escaped_line(&mut self, text: &str);

    /// Opens a variation.
    fn open(&mut self, label: Option<u32>);

    /// Closes the innermost variation.
    fn close(&mut self);

    /// Writes the result.
    fn result(&mut self, text: &str);

    /// Ends the game and returns all of its text.
    fn finish(self) -> String;

    /// Writes a comment in the form that can hold it: braces, unless there is a
    /// closing one in it.
    fn comment(&mut self, comment: &Comment<'_>, encoding: Encoding) {
        let text = comment.text.decode(encoding);
        match comment.form {
            CommentForm::Escaped => self.escaped_line(&text),
            _ if text.contains('}') => self.line_comment(&text),
            _ => self.braces(&text),
        }
    }
}
