//! A game for a minimal reader of its notation.

use std::io::Write;
use std::ops::ControlFlow;

use super::{Leave, Pages, Show, ShowError, Shown};
use crate::ast::Game;
use crate::replay::Rules;

/// Writes the main lines of games in the least form of their notation.
#[derive(Clone, Copy, Debug)]
pub struct Minimal;

impl Show for Minimal {
    fn expansion(&self) -> usize {
        1
    }

    fn show<R: Rules>(
        &mut self,
        game: &Game<'_, R::Written>,
        shown: &Shown<'_, R::Move>,
        pages: &mut impl Pages,
    ) -> Result<ControlFlow<Leave>, ShowError> {
        let text = R::minimal(game, shown.illegal)?;
        pages.separate()?;
        pages.out().write_all(text.as_bytes())?;
        Ok(ControlFlow::Continue(()))
    }
}
