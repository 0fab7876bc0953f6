//! The table of moves: a row for each ply of the main lines.

use std::borrow::Cow;
use std::io;
use std::ops::ControlFlow;
use std::time::Duration;

use super::games::{GameValue, printable};
use super::rows::{self, Layout, Rows, write_field};
use super::{Columns, ForeignColumn, Table};
use crate::format::fen::end_epd;
use crate::format::json::write_seconds;
use crate::format::{Context, Format, FormatError, Frame, Leave, MoveText, Needs, Pages};
use crate::message::PlyNumber;
use crate::rules::{FenWriter, Replay, Rules, Step};
use crate::syntax::{Clocks, CommandValues, CommentForm, Element, Eval, Game, Notation, Score};
use crate::text::words;

/// A column of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Column {
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

/// The columns that are not tags.
pub(super) const COMPUTED: &[(&str, Column)] = &[
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

/// The columns of the table if none are chosen, as the command line would name them.
pub(super) const USUAL: &str = "file,game,ply,number,side,san,uci,epd,key,clock,eval,mate,comment";

/// Writes a row of CSV for each ply of the main line.
#[derive(Clone, Debug, Default)]
pub struct MovesTable {
    layout: Layout<Column>,
    move_text: MoveText,
}

impl MovesTable {
    /// Creates the format with the columns of these names.
    ///
    /// # Errors
    ///
    /// Returns [`ForeignColumn`] if one of them is computed for [`GamesTable`](super::GamesTable) only.
    pub fn new(columns: &Columns) -> Result<MovesTable, ForeignColumn> {
        Layout::new(columns).map(|layout| MovesTable { layout, move_text: MoveText::default() })
    }

    /// Sets how moves are written.
    #[must_use]
    pub fn with_move_text(self, move_text: MoveText) -> MovesTable {
        MovesTable { move_text, ..self }
    }
}

impl rows::Column for Column {
    const TABLE: Table = Table::Moves;
    const COMPUTED: &'static [(&'static str, Column)] = COMPUTED;

    fn of_game(value: GameValue) -> Column {
        Column::Known(value)
    }
}

impl Format for MovesTable {
    /// Returns the needs of the columns. Only those taken from comments need the movetext.
    fn needs(&self) -> Needs {
        let columns = &self.layout.columns;
        let is_tag = |column: &Column| matches!(column, Column::Known(GameValue::Tag(_)) | Column::Spent);
        let is_in_comments = |column: &Column| *column == Column::Comment || column.is_value_of_a_command();
        // the increment of a clock is in a tag
        let (tags, movetext) = (columns.iter().any(is_tag), columns.iter().any(is_in_comments));
        Needs { tags, movetext, ..Needs::default() }
    }

    fn expansion(&self) -> usize {
        24
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
        let start = R::set_up(game)?.position;
        let needs_movetext = self.needs().movetext;
        let known = |column: &Column| {
            let mut field = Vec::new();
            if let Column::Known(value) = column {
                write_field(&value.text::<R>(game, context), &mut field);
            }
            field
        };
        let mut moves = MoveRows {
            columns: &self.layout.columns,
            move_text: self.move_text,
            known: self.layout.columns.iter().map(known).collect(),
            has_values: self.layout.columns.iter().any(Column::is_value_of_a_command),
            rows: Rows::default(),
            pages,
            plies: 0,
            clocks: Clocks::of(game),
            san: String::new(),
            uci: String::new(),
            epd_writer: R::FenWriter::default(),
            fen_writer: R::FenWriter::default(),
            last: None,
        };
        if needs_movetext {
            moves.with_comments(game, start, context)?;
        } else {
            moves.of(start, context.played)?;
        }
        moves.rows.hand_over(moves.pages)?;
        Ok(ControlFlow::Continue(()))
    }
}

impl Column {
    fn is_value_of_a_command(&self) -> bool {
        matches!(self, Column::Clock | Column::Eval | Column::Mate | Column::Elapsed | Column::Spent)
    }
}

/// Writes the rows of a game.
struct MoveRows<'a, R: Rules, P> {
    columns: &'a [Column],
    move_text: MoveText,
    /// The field of each column that is the same in all rows of the game; empty for other columns.
    known: Vec<Vec<u8>>,
    /// Whether a column has values of commands. If so, comments are searched for them.
    has_values: bool,
    rows: Rows,
    pages: &'a mut P,
    /// The number of plies written.
    plies: usize,
    clocks: Clocks,
    /// The move written last. The memory is reused for the next one.
    san: String,
    /// The same move as the column `uci` has it. The memory is reused, too.
    uci: String,
    /// Writes the positions after the moves.
    epd_writer: R::FenWriter,
    /// Writes the positions before the moves.
    fen_writer: R::FenWriter,
    /// The move of the row before.
    last: Option<R::Move>,
}

/// A move, and the position before it.
struct Played<R: Rules> {
    before: R,
    resolved: R::Move,
}

impl<R: Rules, P: Pages> MoveRows<'_, R, P> {
    /// Writes the rows of resolved moves.
    fn of(&mut self, start: R, moves: &[R::Move]) -> io::Result<()> {
        let mut position = start;
        for &resolved in moves {
            let played = Played { before: position.clone(), resolved };
            position.play(resolved);
            self.row(&played, &position, &[])?;
        }
        Ok(())
    }

    /// Writes the rows of the main line with the comments. A row is written when the next move is reached, because
    /// the comments on a move follow it.
    fn with_comments<'s>(
        &mut self,
        game: &Game<'s, R::Notation>,
        start: R,
        context: &Context<'_, R::Move>,
    ) -> Result<(), FormatError> {
        let replay = Replay::main_line(game, start).with_illegal(context.illegal);
        let mut replay = replay.with_resolved(context.played);
        let mut last: Option<Played<R>> = None;
        let mut comments = Vec::new();
        loop {
            let position = replay.position().clone();
            match replay.step()? {
                Some(Step::Other(element)) => comments.extend(comment_on_move(game, element)),
                step => {
                    if let Some(played) = last.take() {
                        self.row(&played, &position, &comments)?;
                    }
                    comments.clear();
                    let Some(Step::Ply(ply)) = step else { return Ok(()) };
                    last = Some(Played { before: position, resolved: ply.resolved });
                }
            }
        }
    }

    /// Writes the row of a move, with the position after it and the comments on it.
    fn row(&mut self, played: &Played<R>, after: &R, comments: &[Cow<'_, str>]) -> io::Result<()> {
        self.plies += 1;
        let PlyNumber { number, side } = played.before.ply_number();
        let comments_read = if self.has_values { comments } else { &[] };
        let values = CommandValues::of(Some(side), comments_read.iter().map(Cow::as_ref));
        let spent = self.clocks.spent(side, &values);
        let rows = &mut self.rows;
        for (column, known) in self.columns.iter().zip(&self.known) {
            match column {
                Column::Game => rows.number_of_game(),
                Column::Known(_) => rows.plain(known),
                Column::Ply => rows.plain(itoa::Buffer::new().format(self.plies)),
                Column::Number => rows.plain(itoa::Buffer::new().format(number)),
                Column::Side => rows.plain(side.fold_wb("white", "black")),
                Column::San => {
                    self.san.clear();
                    self.move_text.write(&played.before, played.resolved, after, &mut self.san);
                    rows.field(&printable(Cow::Borrowed(&self.san)));
                }
                Column::Uci => {
                    self.uci.clear();
                    played.before.write_uci(played.resolved, &mut self.uci);
                    rows.field(&self.uci);
                }
                Column::Epd => {
                    let is_next = self.plies > 1;
                    let out = rows.begin_plain();
                    let start = out.len();
                    self.epd_writer.write(after, is_next.then_some(&played.resolved), out);
                    end_epd(after, start, out);
                }
                Column::FenBefore => {
                    self.fen_writer.write(&played.before, self.last.as_ref(), rows.begin_plain());
                }
                Column::Key => rows.plain(hexadecimal(after.key())),
                Column::Clock => write_time(values.clock, rows.begin_plain())?,
                Column::Elapsed => write_time(values.elapsed, rows.begin_plain())?,
                Column::Spent => write_time(spent, rows.begin_plain())?,
                Column::Eval => match values.eval {
                    Some(Eval { score: Score::Centipawns(score), .. }) => {
                        rows.plain(itoa::Buffer::new().format(score));
                    }
                    _ => rows.plain(""),
                },
                Column::Mate => match values.eval {
                    Some(Eval { score: Score::Mate(moves), .. }) => {
                        rows.plain(itoa::Buffer::new().format(moves));
                    }
                    _ => rows.plain(""),
                },
                Column::Comment => rows.field(&on_one_line(comments)),
            }
        }
        self.last = Some(played.resolved);
        self.rows.end_row(self.pages)
    }
}

/// Writes a time in seconds, or nothing if it is not known.
fn write_time(time: Option<Duration>, out: &mut Vec<u8>) -> io::Result<()> {
    time.map_or(Ok(()), |time| write_seconds(time, out))
}

/// Returns the text of an element of the main line if it is a comment on the move before it. A
/// comment after the result is not.
fn comment_on_move<'s, N: Notation>(game: &Game<'s, N>, element: &Element<N>) -> Option<Cow<'s, str>> {
    let comment = game.comment(element).filter(|_| !game.follows_result(element))?;
    (comment.form != CommentForm::Escaped).then(|| comment.text.decode())
}

/// Joins comments, with a single space for each run of white space.
fn on_one_line<'t>(comments: &'t [Cow<'_, str>]) -> Cow<'t, str> {
    let text = match comments {
        [] => return Cow::Borrowed(""),
        comments => comments.iter().flat_map(|text| words(text)).collect::<Vec<_>>().join(" "),
    };
    printable(text.into())
}

/// Returns a key in 16 hexadecimal digits.
fn hexadecimal(key: u64) -> [u8; 16] {
    std::array::from_fn(|at| b"0123456789abcdef"[(key >> (60 - 4 * at) & 15) as usize])
}
