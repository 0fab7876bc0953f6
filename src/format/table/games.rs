//! The table of games: a row for each.

use std::borrow::Cow;

use super::rows::{self, CsvTable, Rows};
use crate::format::{Context, Format, Frame, Needs, Pages, WriteResult};
use crate::message::Severity;
use crate::rules::Rules;
use crate::syntax::{Game, Notation};

/// A column of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
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

/// Writes a row of CSV for each game.
pub type GamesTable = CsvTable<Column>;

impl rows::Column for Column {
    const TABLE: &'static str = "games";
    const COMPUTED: &'static [(&'static str, Column)] = &[
        ("file", Column::Known(GameValue::File)),
        ("line", Column::Known(GameValue::Line)),
        ("number", Column::Number),
        ("rules", Column::Known(GameValue::Rules)),
        ("plies", Column::Plies),
        ("moves", Column::Moves),
        ("final_fen", Column::FinalFen),
        ("error", Column::Known(GameValue::Error)),
    ];
    const USUAL: &'static str = "file,line,number,Event,Site,Date,Round,White,Black,Result,WhiteElo,BlackElo,ECO,Opening,\
        Variant,TimeControl,Termination,plies,final_fen,error";

    fn of_game(value: GameValue) -> Column {
        Column::Known(value)
    }
}

impl Format for GamesTable {
    /// Returns the needs of the columns. A table of tags alone needs no moves.
    fn needs(&self) -> Needs {
        let is_of_moves =
            |column: &Column| matches!(column, Column::Plies | Column::Moves | Column::FinalFen);
        let moves = self.columns.iter().any(is_of_moves);
        Needs { moves, movetext: false, ..Needs::default() }
    }

    fn frame(&self) -> Option<Frame> {
        Some(self.head())
    }

    fn write<R: Rules>(&mut self, context: &Context<'_, R>, pages: &mut impl Pages) -> WriteResult {
        let game = context.game;
        self.move_text.check::<R>()?;
        let line = self.line::<R>(game, context.played);
        let mut rows = Rows::default();
        for column in &self.columns {
            match column {
                Column::Number => rows.number_of_game(),
                Column::Known(value) => rows.field(&value.text(context)),
                // if the start cannot be set up, the moves are not played, and 0 would be wrong
                Column::Plies if line.is_none() => rows.plain(""),
                Column::Plies => rows.plain(context.played.len().to_string()),
                Column::Moves => rows.field(line.as_ref().map_or("", |(moves, _)| moves)),
                Column::FinalFen => rows.plain(line.as_ref().map_or(&[][..], |(_, final_fen)| final_fen)),
            }
        }
        rows.end_row(pages)?;
        Ok(rows.hand_over(pages)?)
    }
}

impl GamesTable {
    /// Plays the main line as far as the columns need it. Returns its moves, separated by spaces, and the last position,
    /// or `None` if the game cannot be set up, or if no column needs the main line.
    fn line<R: Rules>(&self, game: &Game<'_, R::Notation>, played: &[R::Move]) -> Option<(String, Vec<u8>)> {
        let mut position = self.needs().moves.then(|| R::set_up(game).ok())??.position;
        let (mut moves, mut final_fen) = (String::new(), Vec::new());
        let [has_moves, has_fen] =
            [Column::Moves, Column::FinalFen].map(|column| self.columns.contains(&column));
        for &played in played.iter().filter(|_| has_moves || has_fen) {
            let before = has_moves.then(|| position.clone());
            position.play(played);
            if let Some(before) = before {
                if !moves.is_empty() {
                    moves.push(' ');
                }
                self.move_text.write(&before, played, &position, &mut moves);
            }
        }
        if has_fen {
            position.write_fen(&mut final_fen);
        }
        Some((moves, final_fen))
    }
}

/// A value of a game that does not depend on its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameValue {
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
    pub(super) fn text<'g, R: Rules>(&self, context: &'g Context<'_, R>) -> Cow<'g, str> {
        let game = context.game;
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
        text.unwrap_or_default()
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
