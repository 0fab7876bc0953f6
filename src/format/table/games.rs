//! The table of games: a row for each.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::rows::{Layout, Rows};
use super::{Columns, ForeignColumn, Table, rows};
use crate::format::{Context, Format, FormatError, Frame, Leave, MoveText, Needs, Pages};
use crate::message::Severity;
use crate::rules::Rules;
use crate::syntax::{Game, Notation};
use crate::text::{Printable, is_unprintable};

/// A column of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Column {
    /// The number of the game in its file.
    Number,
    /// A value that is known without the moves.
    Known(GameValue),
    /// The number of plies of the main line.
    Plies,
    /// The moves of the main line.
    Moves,
    /// The position after the last ply.
    FinalFen,
}

/// The columns that are not tags.
pub(super) const COMPUTED: &[(&str, Column)] = &[
    ("file", Column::Known(GameValue::File)),
    ("line", Column::Known(GameValue::Line)),
    ("number", Column::Number),
    ("rules", Column::Known(GameValue::Rules)),
    ("plies", Column::Plies),
    ("moves", Column::Moves),
    ("final_fen", Column::FinalFen),
    ("error", Column::Known(GameValue::Error)),
];

/// The columns of the table if none are chosen, as the command line would name them.
pub(super) const USUAL: &str = "file,line,number,Event,Site,Date,Round,White,Black,Result,WhiteElo,BlackElo,ECO,Opening,\
    Variant,TimeControl,Termination,plies,final_fen,error";

/// Writes a row of CSV for each game.
#[derive(Clone, Debug, Default)]
pub struct GamesTable {
    layout: Layout<Column>,
    move_text: MoveText,
}

impl GamesTable {
    /// Creates the format with the columns of these names.
    ///
    /// # Errors
    ///
    /// Returns [`ForeignColumn`] if one of them is computed for [`MovesTable`](super::MovesTable) only.
    pub fn new(columns: &Columns) -> Result<GamesTable, ForeignColumn> {
        Layout::new(columns).map(|layout| GamesTable { layout, move_text: MoveText::default() })
    }

    /// Sets how moves are written.
    #[must_use]
    pub fn with_move_text(self, move_text: MoveText) -> GamesTable {
        GamesTable { move_text, ..self }
    }
}

impl rows::Column for Column {
    const TABLE: Table = Table::Games;
    const COMPUTED: &'static [(&'static str, Column)] = COMPUTED;

    fn of_game(value: GameValue) -> Column {
        Column::Known(value)
    }
}

impl Format for GamesTable {
    /// Returns the needs of the columns. A table of tags alone needs no moves.
    fn needs(&self) -> Needs {
        let moves = self.layout.columns.iter().any(|column| match column {
            Column::Plies | Column::Moves | Column::FinalFen => true,
            Column::Number | Column::Known(_) => false,
        });
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
        self.move_text.check::<R>()?;
        let mut rows = Rows::default();
        for column in &self.layout.columns {
            match column {
                Column::Number => rows.number_of_game(),
                Column::Known(value) => rows.field(&value.text::<R>(game, context)),
                Column::Plies => {
                    // if the start cannot be set up, the moves are not played, and 0 would be wrong
                    let is_played = R::set_up(game).is_ok();
                    rows.plain(if is_played { context.played.len().to_string() } else { String::new() });
                }
                Column::Moves => rows.field(&printable(self.moves::<R>(game, context.played).into())),
                Column::FinalFen => rows.plain(final_fen::<R>(game, context.played)),
            }
        }
        rows.end_row(pages)?;
        rows.hand_over(pages)?;
        Ok(ControlFlow::Continue(()))
    }
}

impl GamesTable {
    /// Returns the moves, separated by spaces.
    fn moves<R: Rules>(&self, game: &Game<'_, R::Notation>, played: &[R::Move]) -> String {
        let mut text = String::new();
        let Ok(start) = R::set_up(game) else { return text };
        let mut position = start.position;
        for &played in played {
            let before = position.clone();
            position.play(played);
            if !text.is_empty() {
                text.push(' ');
            }
            self.move_text.write(&before, played, &position, &mut text);
        }
        text
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

/// A value of a game that does not depend on its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GameValue {
    /// The name of the file.
    File,
    /// The line of the file on which the game begins.
    Line,
    /// The variant, by the name that `--variant` takes.
    Rules,
    /// The code of the last error. If an error cuts the game off, it is the last one.
    Error,
    /// The value of the first tag with a name.
    Tag(String),
}

impl GameValue {
    /// Returns the value as text, which is empty if the game has none.
    pub(super) fn text<'g, R: Rules>(
        &self,
        game: &'g Game<'_, R::Notation>,
        context: &'g Context<'_, R::Move>,
    ) -> Cow<'g, str> {
        let text = match self {
            GameValue::File => context.source.map(|source| source.name().into()),
            GameValue::Line => {
                context.source.map(|source| source.position(game.begins_at).line.to_string().into())
            }
            GameValue::Rules => R::set_up(game).ok().map(|start| start.position.name().into()),
            GameValue::Error => {
                let mut found = context.diagnostics.iter().rev();
                let error = found.find(|found| found.severity == Severity::Error);
                error.map(|error| error.severity.letter_and(error.problem.code()).to_string().into())
            }
            GameValue::Tag(name) => tag(game, name),
        };
        printable(text.unwrap_or_default())
    }
}

/// Returns the value of a tag. The result and the variant are those with which the game is read.
fn tag<'g, N: Notation>(game: &'g Game<'_, N>, name: &str) -> Option<Cow<'g, str>> {
    if name.eq_ignore_ascii_case("Result") {
        return Some(N::result_text(game.outcome()).into());
    }
    if name.eq_ignore_ascii_case("Variant") {
        return game.variant_name();
    }
    game.tag_value(name)
}

/// Returns a text in which characters that control a terminal are replaced.
pub(super) fn printable(text: Cow<'_, str>) -> Cow<'_, str> {
    let is_plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~')) || !text.contains(is_unprintable);
    if is_plain { text } else { Printable(&text).to_string().into() }
}
