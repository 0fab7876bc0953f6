//! Moves as they are shown, with their annotations and their numbers.

use std::borrow::Cow;

use crate::library::Move;
use crate::syntax::Nag;
use crate::text::Printable;

/// Returns a move as its notation writes it, without annotations.
#[must_use]
pub fn san(played: Move<'_>) -> String {
    Printable(&played.san()).to_string()
}

/// Returns a move with its annotations.
#[must_use]
pub fn move_text(played: Move<'_>) -> String {
    let mut text = san(played);
    played.nags().iter().for_each(|nag| text += &sign(*nag));
    if played.offers_draw() {
        text += "(=)";
    }
    text
}

/// Returns a move with its number and its annotations.
#[must_use]
pub fn numbered(played: Move<'_>) -> String {
    let mark = played.side().fold_wb('.', '…');
    format!("{}{mark} {}", played.number(), move_text(played))
}

/// Returns an annotation as books print it. `$0` says nothing.
fn sign(nag: Nag) -> Cow<'static, str> {
    match nag.printed_sign() {
        Some(letters) if letters.starts_with(char::is_alphabetic) => format!(" {letters}").into(),
        Some(sign) => sign.into(),
        None if nag.0 == 0 => "".into(),
        None => format!(" ${}", nag.0).into(),
    }
}
