//! What the notation forbids and its reader accepts all the same.
//!
//! `--pedantic` tells it. Commas, dots and white space are not in the tree of a game;
//! [`layout`] finds them again between the spans of its elements, so that a game that is not
//! checked pedantically pays nothing.

mod codes;
mod comments;
mod fixes;
mod layout;
mod lint;
mod moves;
mod plays;
mod position;
mod tags;

use super::CtlAn;
use crate::message::Diagnostic;
use crate::syntax::Game;
use crate::text::Span;

pub use lint::PedanticLint;

/// The lints found, with their spans.
pub(super) type Found = Vec<(PedanticLint, Span)>;

/// Lists what the notation forbids in a game and its reader accepts all the same.
pub(super) fn lints(game: &Game<'_, CtlAn>) -> Vec<Diagnostic> {
    let found = find(game).into_iter();
    found.map(|(lint, span)| Diagnostic::warning(lint, span, None)).collect()
}

/// Finds what the notation forbids in a game and its reader accepts all the same.
pub(super) fn find(game: &Game<'_, CtlAn>) -> Found {
    let mut found = Found::new();
    let parts = layout::parts(game);
    tags::lints(game, &mut found);
    position::lints(game, &mut found);
    layout::lints(game, &parts, &mut found);
    plays::lints(game, &parts, &mut found);
    moves::lints(game, &mut found);
    comments::lints(game, &mut found);
    found
}
