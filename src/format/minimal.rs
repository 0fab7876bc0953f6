//! Games in the minimal form of their notation.

use std::io::Write;
use std::ops::ControlFlow;

use super::{Context, Format, FormatError, Leave, Pages};
use crate::rules::{Rules, write_minimal};
use crate::syntax::{Game, Notation};

/// Writes the main lines of games in the minimal form of their notation.
#[derive(Clone, Copy, Debug)]
pub struct Minimal;

impl Format for Minimal {
    fn expansion(&self) -> usize {
        1
    }

    fn write<R: Rules>(
        &mut self,
        game: &Game<'_, R::Notation>,
        context: &Context<'_, R::Move>,
        pages: &mut impl Pages,
    ) -> Result<ControlFlow<Leave>, FormatError> {
        let text = write_minimal::<R>(game, context.illegal)?;
        if R::Notation::MINIMAL_HAS_BLANK_LINES {
            pages.separate()?;
        }
        pages.out().write_all(text.as_bytes())?;
        Ok(ControlFlow::Continue(()))
    }
}
