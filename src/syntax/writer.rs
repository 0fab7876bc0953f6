//! The trait of movetext writers.
//!
//! A writer does not know the board. The caller replays the game and passes each move as text; the
//! writer places numbers, signs and line breaks.

use super::{Comment, CommentForm, Layout, Nag};
use crate::message::PlyNumber;

/// Writes the movetext of a game, one element after another.
pub trait MovetextWriter {
    /// Sets the layout, as far as the notation leaves the choice.
    fn set_layout(&mut self, layout: Layout);

    /// Writes a move. `text` is its canonical spelling.
    fn ply(&mut self, at: PlyNumber, text: &str);

    /// Writes an annotation of the last move.
    fn nag(&mut self, nag: Nag);

    /// Marks the last move with the offer of a draw.
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

    /// Writes a comment: in braces, unless it contains a closing brace.
    fn comment(&mut self, comment: &Comment<'_>) {
        let text = comment.text.decode();
        match comment.form {
            CommentForm::Escaped => self.escaped_line(&text),
            _ if text.contains('}') => self.line_comment(&text),
            _ => self.braces(&text),
        }
    }
}
