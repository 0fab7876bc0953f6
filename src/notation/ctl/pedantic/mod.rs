//! Forms that the notation forbids but its reader accepts. `--pedantic` warns about them.
//!
//! Commas, dots and white space are not in the tree of a game. [`layout`] finds them again in
//! the text between its elements, so that a game that is not checked pedantically pays nothing
//! for them.

mod comments;
mod layout;
mod lint;
mod moves;
mod plays;
mod position;
mod tags;

use super::CtlAn;
use crate::message::{Amended, Diagnostic};
use crate::syntax::Game;
use crate::text::{Source, Span};

use moves::PlayNumbers;

pub use lint::PedanticLint;

/// The lints found, with their spans.
pub(super) type Found = Vec<(PedanticLint, Span)>;

/// Lists the forms in a game that the notation forbids but its reader accepts. If some text cannot
/// be read, the signs around it may belong to it, so no fixes are offered.
pub(super) fn lints(source: &Source, game: &Game<'_, CtlAn>, is_readable: bool) -> Vec<Diagnostic> {
    let mut found = find(game);
    tags::extension(source, game, &mut found);
    let lacks_numbers = found.iter().any(|(lint, _)| *lint == PedanticLint::NumberMissing);
    let numbers = lacks_numbers.then(|| PlayNumbers::of(game));
    let diagnostic = |(lint, span)| {
        let number = numbers.as_ref().filter(|_| lint == PedanticLint::NumberMissing);
        let fix = number.and_then(|numbers| numbers.fix(span)).filter(|_| is_readable);
        match fix {
            None if is_readable => Diagnostic::warning(lint, span, None),
            fix => Diagnostic::warning(Amended::new(lint).with_fixes(Vec::from_iter(fix)), span, None),
        }
    };
    found.into_iter().map(diagnostic).collect()
}

/// Finds the forms in a game that the notation forbids but its reader accepts.
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
