//! The table of moves: a row for each ply of the main lines.

use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::ControlFlow;

use super::games::{GameValue, printable};
use super::rows::Rows;
use super::rows::{self, Layout};
use super::{Columns, ForeignColumn, Table};
use crate::format::fen::end_epd;
use crate::format::json::write_seconds;
use crate::format::{Context, Format, FormatError, Frame, Leave, Needs, Pages};
use crate::message::PlyNumber;
use crate::rules::{FenWriter, Replay, Rules, Step};
use crate::syntax::{CommandValues, CommentForm, Element, Game, Notation, Score};
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
    ("comment", Column::Comment),
    ("error", Column::Known(GameValue::Error)),
];

/// The columns of the table if none are chosen, as the command line would name them.
pub(super) const USUAL: &str = "file,game,ply,number,side,san,uci,epd,key,clock,eval,mate,comment";

/// Writes a row of CSV for each ply of the main line.
#[derive(Clone, Debug, Default)]
pub struct MovesTable {
    layout: Layout<Column>,
}

impl MovesTable {
    /// Creates the format with the columns of these names.
    ///
    /// # Errors
    ///
    /// Returns [`ForeignColumn`] if one of them is computed for [`GamesTable`](super::GamesTable) only.
    pub fn new(columns: &Columns) -> Result<MovesTable, ForeignColumn> {
        Layout::new(columns).map(|layout| MovesTable { layout })
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
        let is_tag = |column: &Column| matches!(column, Column::Known(GameValue::Tag(_)));
        let in_comments =
            |column: &Column| matches!(column, Column::Comment) || column.is_value_of_a_command();
        let (tags, movetext) =
            (self.layout.columns.iter().any(is_tag), self.layout.columns.iter().any(in_comments));
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
        let start = R::set_up(game)?.position;
        let needs_movetext = self.needs().movetext;
        let known = |column: &Column| match column {
            Column::Known(value) => value.text::<R>(game, context),
            _ => Cow::Borrowed(""),
        };
        let mut moves = MoveRows {
            columns: &self.layout.columns,
            known: self.layout.columns.iter().map(known).collect(),
            has_values: self.layout.columns.iter().any(Column::is_value_of_a_command),
            rows: Rows::new(),
            pages,
            plies: 0,
            san: String::new(),
            uci: String::new(),
            fen_writer: R::FenWriter::default(),
            fen: Vec::new(),
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
        matches!(self, Column::Clock | Column::Eval | Column::Mate)
    }
}

/// Writes the rows of a game.
struct MoveRows<'a, R: Rules, P> {
    columns: &'a [Column],
    /// The value of each column that is the same in all rows of the game; empty for other columns.
    known: Vec<Cow<'a, str>>,
    /// Whether a column has values of commands. If so, comments are searched for them.
    has_values: bool,
    rows: Rows,
    pages: &'a mut P,
    /// The number of plies written.
    plies: usize,
    /// The move written last. The memory is reused for the next one.
    san: String,
    /// The same move as the column `uci` has it. The memory is reused, too.
    uci: String,
    fen_writer: R::FenWriter,
    /// The EPD written last. The memory is reused, too.
    fen: Vec<u8>,
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
        let has_commands = self.has_values && comments.iter().any(|text| text.contains("[%"));
        let values = has_commands.then(|| CommandValues::of(comments.iter().map(Cow::as_ref)));
        let score = values.as_ref().and_then(|values| values.eval).map(|eval| eval.score);
        let PlyNumber { number, side } = played.before.ply_number();
        for (column, known) in self.columns.iter().zip(&self.known) {
            let rows = &mut self.rows;
            match column {
                Column::Game => rows.number_of_game()?,
                Column::Known(_) => rows.field(&**known)?,
                Column::Ply => rows.field(itoa::Buffer::new().format(self.plies))?,
                Column::Number => rows.field(itoa::Buffer::new().format(number))?,
                Column::Side => rows.field(side.fold_wb("white", "black"))?,
                Column::San => {
                    self.san.clear();
                    played.before.write_san(played.resolved, after, &mut self.san);
                    rows.field(&*printable(Cow::Borrowed(&self.san)))?;
                }
                Column::Uci => {
                    self.uci.clear();
                    played.before.write_uci(played.resolved, &mut self.uci);
                    rows.field(&self.uci)?;
                }
                Column::Epd => {
                    self.fen.clear();
                    let is_next = self.plies > 1;
                    self.fen_writer.write(after, is_next.then_some(&played.resolved), &mut self.fen);
                    end_epd(after, 0, &mut self.fen);
                    rows.field(&self.fen)?;
                }
                Column::Key => rows.field(hexadecimal(after.key()))?,
                Column::Clock => {
                    let mut seconds = Vec::new();
                    if let Some(time) = values.as_ref().and_then(|values| values.clock) {
                        write_seconds(time, &mut seconds)?;
                    }
                    rows.field(seconds)?;
                }
                Column::Eval => match score {
                    Some(Score::Centipawns(score)) => rows.field(itoa::Buffer::new().format(score))?,
                    _ => rows.field("")?,
                },
                Column::Mate => match score {
                    Some(Score::Mate(moves)) => rows.field(itoa::Buffer::new().format(moves))?,
                    _ => rows.field("")?,
                },
                Column::Comment => rows.field(&*on_one_line(comments))?,
            }
        }
        self.rows.end_row(self.pages)
    }
}

/// Returns the text of an element of the main line if it is a comment on the move before it. A
/// comment after the result is not.
fn comment_on_move<'s, N: Notation>(game: &Game<'s, N>, element: &Element<N>) -> Option<Cow<'s, str>> {
    let follows_result = game.result.is_some_and(|(_, result)| element.span.start > result.start);
    let comment = game.comment(element).filter(|_| !follows_result)?;
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

/// Writes a key in 16 hexadecimal digits.
fn hexadecimal(key: u64) -> [u8; 16] {
    let mut digits = [0; 16];
    // unwrap(): 64 bits are 16 digits
    write!(&mut digits[..], "{key:016x}").unwrap();
    digits
}
