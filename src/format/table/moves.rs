//! The table of moves: a row for each ply of the main lines.

use std::borrow::Cow;
use std::io;
use std::time::Duration;

use super::games::GameValue;
use super::rows::{self, CsvTable, Rows, write_field};
use crate::format::fen::end_epd;
use crate::format::json::write_seconds;
use crate::format::main_line::{Played, Shown, for_each_position};
use crate::format::{Context, Format, Frame, MoveText, Needs, Pages, WriteResult};
use crate::rules::{FenWriter, Rules};
use crate::syntax::Score;
use crate::text::words;

/// A column of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    /// The number of the game in its file.
    Game,
    /// A value of the game that is known without its moves.
    Known(GameValue),
    /// The number of the ply, from 1.
    Ply,
    /// The number of the move, as counted on the board.
    Number,
    /// The side that moves.
    Side,
    /// The move in SAN, or in CTL-AN in the letters of the game.
    San,
    /// The move in UCI; for C'escacs, in CTL-AN with standard letters.
    Uci,
    /// The position after the move, without the counters of moves.
    Epd,
    /// The key of that position.
    Key,
    /// The time that the side that has moved has left, in seconds.
    Clock,
    /// The evaluation of the position in hundredths of a pawn.
    Eval,
    /// The evaluation in moves to mate.
    Mate,
    /// The time that the move took, in seconds.
    Elapsed,
    /// The same or, if it is not recorded, what the clock says that the move took.
    Spent,
    /// The position before the move.
    FenBefore,
    /// The comments on the move.
    Comment,
}

/// Writes a row of CSV for each ply of the main line.
pub type MovesTable = CsvTable<Column>;

impl rows::Column for Column {
    const TABLE: &'static str = "moves";
    const COMPUTED: &'static [(&'static str, Column)] = &[
        ("file", Column::Known(GameValue::File)),
        ("game", Column::Game),
        ("rules", Column::Known(GameValue::Rules)),
        ("ply", Column::Ply),
        ("number", Column::Number),
        ("side", Column::Side),
        ("san", Column::San),
        ("uci", Column::Uci),
        ("epd", Column::Epd),
        ("key", Column::Key),
        ("clock", Column::Clock),
        ("eval", Column::Eval),
        ("mate", Column::Mate),
        ("elapsed", Column::Elapsed),
        ("spent", Column::Spent),
        ("fen_before", Column::FenBefore),
        ("comment", Column::Comment),
        ("error", Column::Known(GameValue::Error)),
    ];
    const USUAL: &'static str = "file,game,ply,number,side,san,uci,epd,key,clock,eval,mate,comment";

    fn of_game(value: GameValue) -> Column {
        Column::Known(value)
    }
}

impl Format for MovesTable {
    /// Returns the needs of the columns. Only those taken from comments need the movetext.
    fn needs(&self) -> Needs {
        let columns = &self.columns;
        let is_tag = |column: &Column| matches!(column, Column::Known(GameValue::Tag(_)) | Column::Spent);
        let is_in_comments = |column: &Column| {
            use Column::{Clock, Comment, Elapsed, Eval, Mate, Spent};
            matches!(column, Clock | Comment | Elapsed | Eval | Mate | Spent)
        };
        // the increment of a clock is in a tag
        let (tags, movetext) = (columns.iter().any(is_tag), columns.iter().any(is_in_comments));
        Needs { tags, moves: true, movetext, ..Needs::default() }
    }

    fn expansion(&self) -> usize {
        24
    }

    fn frame(&self) -> Option<Frame> {
        Some(self.head())
    }

    fn write<R: Rules>(&mut self, context: &Context<'_, R>, pages: &mut impl Pages) -> WriteResult {
        self.move_text.check::<R>()?;
        let known = |column: &Column| {
            let mut field = Vec::new();
            if let Column::Known(value) = column {
                write_field(&value.text(context), &mut field);
            }
            field
        };
        let mut moves = MoveRows::<R, _> {
            columns: &self.columns,
            move_text: self.move_text,
            // once for each game, because they are the same in all its rows
            known: self.columns.iter().map(known).collect(),
            rows: Rows::default(),
            pages,
            text: String::new(),
            epd_writer: R::FenWriter::default(),
            fen_writer: R::FenWriter::default(),
            last: None,
            key: None,
        };
        for_each_position(context, |shown, _| Ok(moves.row(shown)?))?;
        Ok(moves.rows.hand_over(moves.pages)?)
    }
}

/// Writes the rows of a game.
struct MoveRows<'a, R: Rules, P> {
    columns: &'a [Column],
    move_text: MoveText,
    /// The field of each column that is the same in all rows of the game; empty for other columns.
    known: Vec<Vec<u8>>,
    rows: Rows,
    pages: &'a mut P,
    /// The move in the notation of a column. The memory is reused for the next one.
    text: String,
    /// Writes the positions after the moves.
    epd_writer: R::FenWriter,
    /// Writes the positions before the moves.
    fen_writer: R::FenWriter,
    /// The move of the row before.
    last: Option<R::Move>,
    /// The key of the position after it, if a column has it.
    key: Option<u64>,
}

impl<R: Rules, P: Pages> MoveRows<'_, R, P> {
    /// Writes the row of the move that led to a position, if one did.
    fn row(&mut self, shown: &Shown<'_, R>) -> io::Result<()> {
        let Shown { plies, position: after, comments, values, spent, .. } = shown;
        let Some(Played { at, resolved, before }) = &shown.played else { return Ok(()) };
        let rows = &mut self.rows;
        for (column, known) in self.columns.iter().zip(&self.known) {
            match column {
                Column::Game => rows.number_of_game(),
                Column::Known(_) => rows.plain(known),
                Column::Ply => rows.plain(itoa::Buffer::new().format(*plies)),
                Column::Number => rows.plain(itoa::Buffer::new().format(at.number)),
                Column::Side => rows.plain(at.side.fold_wb("white", "black")),
                Column::San => {
                    self.text.clear();
                    self.move_text.write(before, *resolved, after, &mut self.text);
                    rows.field(&self.text);
                }
                Column::Uci => {
                    self.text.clear();
                    before.write_uci(*resolved, &mut self.text);
                    rows.field(&self.text);
                }
                Column::Epd => {
                    let out = rows.begin_plain();
                    let start = out.len();
                    // in the first row the writer has no position yet that it could change
                    self.epd_writer.write(after, self.last.and(Some(resolved)), out);
                    end_epd(*after, start, out);
                }
                Column::FenBefore => {
                    self.fen_writer.write(before, self.last.as_ref(), rows.begin_plain());
                }
                Column::Key => {
                    // to change the key by the move is faster than to compute it from all cells
                    let key = self.key.map(|key| before.key_after(key, *resolved, after));
                    rows.plain(hexadecimal(*self.key.insert(key.unwrap_or_else(|| after.key()))));
                }
                Column::Clock => write_time(values.clock, rows.begin_plain())?,
                Column::Elapsed => write_time(values.elapsed, rows.begin_plain())?,
                Column::Spent => write_time(*spent, rows.begin_plain())?,
                Column::Eval | Column::Mate => match (column, values.eval.map(|eval| eval.score)) {
                    (Column::Eval, Some(Score::Centipawns(number)))
                    | (Column::Mate, Some(Score::Mate(number))) => {
                        rows.plain(itoa::Buffer::new().format(number));
                    }
                    _ => rows.plain(""),
                },
                Column::Comment => rows.field(&on_one_line(comments)),
            }
        }
        self.last = Some(*resolved);
        self.rows.end_row(self.pages)
    }
}

/// Writes a time in seconds, or nothing if it is not known.
fn write_time(time: Option<Duration>, out: &mut Vec<u8>) -> io::Result<()> {
    time.map_or(Ok(()), |time| write_seconds(time, out))
}

/// Joins comments, with a single space for each run of white space.
fn on_one_line(comments: &[Cow<'_, str>]) -> String {
    comments.iter().flat_map(|text| words(text)).collect::<Vec<_>>().join(" ")
}

/// Returns a key in 16 hexadecimal digits.
fn hexadecimal(key: u64) -> [u8; 16] {
    std::array::from_fn(|at| b"0123456789abcdef"[(key >> (60 - 4 * at) & 15) as usize])
}
