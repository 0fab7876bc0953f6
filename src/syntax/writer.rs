//! The movetext of a game while it is written.
//!
//! Nothing here knows a board. Whoever replays a game gives the moves as strict notation;
//! where numbers, signs and lines go is the notation's.

use super::{Comment, CommentForm, Nag, NagStyle};
use crate::message::PlyNumber;
use crate::text::Encoding;

/// The movetext of a game while it is written, one part after the other.
pub trait MovetextWriter {
    /// Sets how annotations are written, if the notation leaves the choice.
    fn set_nag_style(&mut self, _style: NagStyle) {}

    /// Writes a move, of which `text` is strict notation.
    fn ply(&mut self, at: PlyNumber, text: &str);

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
