//! Moves as they are shown, with their annotations and their numbers.

use crate::format::MoveText;
use crate::library::Move;
use crate::text::Printable;

/// Returns a move as its notation writes it, without annotations.
pub fn san(played: Move<'_>) -> String {
    Printable(&played.text()).to_string()
}

/// Returns a move in a notation with its annotations.
pub fn move_text(played: Move<'_>, notation: MoveText) -> String {
    let mut text = Printable(&played.text_in(notation)).to_string();
    played.nags().iter().for_each(|nag| text += &nag.printed());
    if played.offers_draw() {
        text += "(=)";
    }
    text
}

/// Returns a move with its number and its annotations.
pub fn numbered(played: Move<'_>) -> String {
    let mark = played.side().fold_wb('.', '…');
    format!("{}{mark} {}", played.number(), move_text(played, MoveText::default()))
}
