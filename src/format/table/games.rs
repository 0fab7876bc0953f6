//! The table of games: a row for each.

use std::ops::ControlFlow;

use super::game_value::GameValue;
use super::layout::{self, Layout};
use super::rows::Rows;
use super::{Columns, ForeignColumn, Table};
use crate::format::{Context, Format, FormatError, Frame, Leave, Needs, Pages};
use crate::rules::Rules;
use crate::syntax::Game;

/// A column of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Column {
    /// The number of the game in its file.
    Number,
    /// What is known without the moves.
    Known(GameValue),
    /// The number of plies of the main line.
    Plies,
    /// The position after the last of them.
    FinalFen,
}

/// The columns that are not tags.
pub(super) const COMPUTED: &[(&str, Column)] = &[
    ("file", Column::Known(GameValue::File)),
    ("line", Column::Known(GameValue::Line)),
    ("number", Column::Number),
    ("rules", Column::Known(GameValue::Rules)),
    ("plies", Column::Plies),
    ("final_fen", Column::FinalFen),
    ("error", Column::Known(GameValue::Error)),
];

/// The columns of the table if none are chosen.
pub(super) const USUAL: &[&str] = &[
    "file",
    "line",
    "number",
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "WhiteElo",
    "BlackElo",
    "ECO",
    "Opening",
    "Variant",
    "TimeControl",
    "Termination",
    "plies",
    "final_fen",
    "error",
];

/// Writes a row of CSV for each game.
#[derive(Clone, Debug, Default)]
pub struct GamesTable {
    layout: Layout<Column>,
}

impl GamesTable {
    /// Creates the format with the columns of these names.
    ///
    /// # Errors
    ///
    /// Returns [`ForeignColumn`] if one of them is computed for [`MovesTable`](super::MovesTable) only.
    pub fn new(columns: &Columns) -> Result<GamesTable, ForeignColumn> {
        Layout::new(columns).map(|layout| GamesTable { layout })
    }
}

impl layout::Column for Column {
    const TABLE: Table = Table::Games;
    const COMPUTED: &'static [(&'static str, Column)] = COMPUTED;

    fn of_game(value: GameValue) -> Column {
        Column::Known(value)
    }
}

impl Format for GamesTable {
    /// Tags alone need no moves.
    fn needs(&self) -> Needs {
        let moves =
            self.layout.columns.iter().any(|column| matches!(column, Column::Plies | Column::FinalFen));
        Needs { moves, movetext: false, ..Needs::default() }
    }

    fn expansion(&self) -> usize {
        2
    }

    fn frame(&self) -> Option<Frame> {
        Some(self.layout.frame())
    }

    fn write<R: Rules>(
        &mut self,
        game: &Game<'_, R::Notation>,
        context: &Context<'_, R::Move>,
        pages: &mut impl Pages,
    ) -> Result<ControlFlow<Leave>, FormatError> {
        let mut rows = Rows::new();
        for column in &self.layout.columns {
            match column {
                Column::Number => rows.number_of_game()?,
                Column::Known(value) => rows.field(&*value.text::<R>(game, context))?,
                Column::Plies => {
                    // of a game that cannot be set up nobody knows the moves
                    let is_played = R::set_up(game).is_ok();
                    rows.field(if is_played { context.played.len().to_string() } else { String::new() })?;
                }
                Column::FinalFen => rows.field(final_fen::<R>(game, context.played))?,
            }
        }
        rows.end_row(pages)?;
        rows.hand_over(pages)?;
        Ok(ControlFlow::Continue(()))
    }
}

/// Returns the FEN after the last move, or nothing if the game cannot be set up.
fn final_fen<R: Rules>(game: &Game<'_, R::Notation>, played: &[R::Move]) -> Vec<u8> {
    let mut fen = Vec::new();
    if let Ok(start) = R::set_up(game) {
        let mut position = start.position;
        played.iter().for_each(|played| position.play(*played));
        position.write_fen(&mut fen);
    }
    fen
}
