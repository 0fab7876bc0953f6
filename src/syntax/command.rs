//! Commands in comments that programs write for other programs, such as `[%clk 0:10:00]`.
//!
//! No standard defines them. The forms are those of lichess and chess.com, which most
//! programs read; the colours of arrows and circles are ChessBase's.

use std::ops::RangeInclusive;
use std::time::Duration;

use shakmaty::Color;

use super::engine_comment::EngineComment;
#[cfg(feature = "viewer")]
use crate::message::Language;

/// A command as written in a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandText<'t> {
    /// The name: the letters after `[%`.
    pub name: &'t str,
    /// The text from there to the `]`, trimmed.
    pub value: &'t str,
}

/// Finds the commands of a comment, from left to right. A `[%` without a `]` before the next
/// `[%` does not begin a command.
pub fn commands(comment: &str) -> impl Iterator<Item = CommandText<'_>> {
    comment.split("[%").skip(1).filter_map(|after| {
        let (command, _) = after.split_once(']')?;
        Some(CommandText::of(command))
    })
}

impl<'t> CommandText<'t> {
    /// Divides what stands between `[%` and `]`.
    fn of(command: &'t str) -> CommandText<'t> {
        let letters = command.find(|c: char| !c.is_ascii_alphabetic() && c != '_').unwrap_or(command.len());
        let (name, value) = command.split_at(letters);
        CommandText { name, value: value.trim() }
    }
}

/// The mark in a comment that asks for a diagram.
pub(crate) const DIAGRAM_MARK: &str = "[#]";

/// Returns a comment without its commands, one of which extends to the end if it is never closed, without the mark
/// `[#]` that asks for a diagram, and without the values that an engine's comment consists of ([`CommandValues`]).
#[must_use]
pub fn without_commands(comment: &str) -> String {
    let mut text = String::new();
    let mut rest = EngineComment::read(comment).map_or(comment, |read| read.rest);
    while let Some((before, after)) = rest.split_once("[%") {
        text += before;
        rest = after.split_once(']').map_or("", |(_, after)| after);
    }
    (text + rest).replace(DIAGRAM_MARK, "")
}

/// Returns a comment without its words, or without the commands whose names `drops` accepts. A command that is never
/// closed counts as words.
pub(crate) fn without_parts(comment: &str, drops_words: bool, drops: impl Fn(&str) -> bool) -> String {
    let mut text = String::with_capacity(comment.len());
    let mut push = |part: &str, is_dropped: bool| {
        let part = if is_dropped { " " } else { part };
        let follows_space = text.is_empty() || text.ends_with(char::is_whitespace);
        text += if follows_space { part.trim_start() } else { part };
    };
    let mut rest = comment;
    while let Some((before, after)) = rest.split_once("[%") {
        push(before, drops_words);
        match after.find(']').filter(|end| !after[..*end].contains("[%")) {
            Some(end) => {
                let written = &rest[before.len()..before.len() + "[%".len() + end + 1];
                push(written, drops(CommandText::of(&after[..end]).name));
                rest = &after[end + 1..];
            }
            None => {
                push("[%", drops_words);
                rest = after;
            }
        }
    }
    push(rest, drops_words);
    text
}

/// A command in a comment, as a value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Command {
    /// `[%clk 1:02:03.5]`: the clock of the side that has moved.
    Clock(Duration),
    /// `[%emt 0:00:05]`: the time that the move took.
    Elapsed(Duration),
    /// `[%eval 0.17]` or `[%eval #-3,20]`: the evaluation of the position by an engine.
    Eval(Eval),
    /// `[%cal Ga1b2,Rc3d4]`: arrows on the board.
    Arrows(Vec<Arrow>),
    /// `[%csl Ya1]`: circles on the board, or coloured cells.
    Circles(Vec<Circle>),
    /// Any other command, or a known one with a malformed value.
    Unknown {
        /// Its name, without `[%`.
        name: String,
        /// Its value, as written.
        value: String,
    },
}

/// The evaluation of a position by an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eval {
    /// The score, from White's point of view.
    pub score: Score,
    /// The depth of the search in plies, if given.
    pub depth: Option<u32>,
}

/// A score, which is positive if White is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Score {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// The number of moves to mate, negative if Black mates; 0 is mate on the board.
    Mate(i32),
}

impl Score {
    /// Returns the evaluation as text: `+0.35` in pawns, or `#-3`, a mate in three by Black.
    #[cfg(feature = "viewer")]
    pub(crate) fn text(self, language: &Language) -> String {
        match self {
            Score::Centipawns(score) => format!("{:+.2}", f64::from(score) / 100.0),
            Score::Mate(0) => language.viewer.mate.to_owned(),
            Score::Mate(moves) => format!("#{moves}"),
        }
    }
}

/// An arrow from one cell to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Its colour.
    pub color: MarkColor,
    /// The name of the cell at its start, as the notation writes it.
    pub from: String,
    /// The name of the cell at its end.
    pub to: String,
}

/// A circle around a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circle {
    /// Its colour.
    pub color: MarkColor,
    /// The name of the cell, as the notation writes it.
    pub cell: String,
}

/// The colour of an arrow or a circle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MarkColor {
    /// `G`
    Green,
    /// `R`
    Red,
    /// `Y`
    Yellow,
    /// `B`
    Blue,
}

impl Score {
    /// Returns the score from the other side's point of view.
    const fn reversed(self) -> Score {
        match self {
            Score::Centipawns(hundredths) => Score::Centipawns(-hundredths),
            Score::Mate(moves) => Score::Mate(-moves),
        }
    }
}

impl Command {
    /// Parses a command. Its name may be in upper or lower case. A command that cannot be parsed becomes
    /// [`Command::Unknown`].
    #[must_use]
    pub fn read(written: CommandText<'_>) -> Command {
        let CommandText { name, value } = written;
        let known = match name.to_ascii_lowercase().as_str() {
            "clk" => time(value, 1..=3).map(Command::Clock),
            "emt" => time(value, 1..=3).map(Command::Elapsed),
            "eval" => eval(value).map(Command::Eval),
            "cal" => marks(value, arrow).map(Command::Arrows),
            "csl" => marks(value, circle).map(Command::Circles),
            _ => None,
        };
        known.unwrap_or_else(|| Command::Unknown { name: name.to_owned(), value: value.to_owned() })
    }
}

/// Reads a time of so many parts, to the nanosecond: `1:02:03.5` has three, `3.5` has one, and the last are seconds.
pub(super) fn time(text: &str, parts: RangeInclusive<usize>) -> Option<Duration> {
    let (whole, fraction) = split_decimals(text);
    let fraction = fraction.unwrap_or("0");
    let (mut seconds, mut count) = (0_u64, 0);
    for part in whole.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(unsigned(part)?.into())?;
        count += 1;
    }
    if !is_number(fraction) || !parts.contains(&count) {
        return None;
    }
    // a `Duration` counts nanoseconds, so further digits say nothing
    let digits = fraction.bytes().chain(std::iter::repeat(b'0')).take(9);
    let nanoseconds = digits.fold(0, |sum, digit| 10 * sum + u32::from(digit - b'0'));
    Some(Duration::new(seconds, nanoseconds))
}

/// Reads a score and, after a comma, the depth.
fn eval(value: &str) -> Option<Eval> {
    let (score, depth) = match value.split_once(',') {
        Some((score, depth)) => (score, Some(unsigned(depth)?)),
        None => (value, None),
    };
    let score = match score.strip_prefix('#') {
        Some(moves) => Score::Mate(signed(moves, unsigned)?),
        None => Score::Centipawns(signed(score, centipawns)?),
    };
    Some(Eval { score, depth })
}

pub(super) fn signed(text: &str, read: impl Fn(&str) -> Option<u32>) -> Option<i32> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    i32::try_from(read(digits)?).ok().map(|number| sign * number)
}

/// Reads a number of pawns with at most two decimals, after a point or a comma.
pub(super) fn centipawns(text: &str) -> Option<u32> {
    let (pawns, decimals) = split_decimals(text);
    let decimals = decimals.unwrap_or_default();
    let hundredths = match decimals.len() {
        0 => 0,
        1 => 10 * unsigned(decimals)?,
        2 => unsigned(decimals)?,
        _ => return None,
    };
    let pawns = if pawns.is_empty() && !decimals.is_empty() { 0 } else { unsigned(pawns)? };
    pawns.checked_mul(100)?.checked_add(hundredths)
}

/// Divides a number at its point or comma.
fn split_decimals(text: &str) -> (&str, Option<&str>) {
    let point = text.bytes().position(|byte| matches!(byte, b'.' | b','));
    point.map_or((text, None), |at| (&text[..at], Some(&text[at + 1..])))
}

pub(super) fn unsigned(text: &str) -> Option<u32> {
    if is_number(text) { text.parse().ok() } else { None }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads a list of marks without those that are malformed. Returns `None` if none is left.
fn marks<'t, T>(value: &'t str, read: impl Fn(MarkColor, &'t str) -> Option<T>) -> Option<Vec<T>> {
    let mark = |written: &'t str| {
        let written = written.trim();
        let color = MarkColor::from_char(written.chars().next()?)?;
        // the letter of a colour is ASCII, so one byte is one character
        read(color, &written[1..])
    };
    let marks: Vec<_> = value.split(',').filter_map(mark).collect();
    (!marks.is_empty()).then_some(marks)
}

fn arrow(color: MarkColor, cells: &str) -> Option<Arrow> {
    let (from, rest) = split_cell(cells)?;
    let (to, rest) = split_cell(rest)?;
    rest.is_empty().then(|| Arrow { color, from: from.to_owned(), to: to.to_owned() })
}

fn circle(color: MarkColor, cell: &str) -> Option<Circle> {
    let (cell, rest) = split_cell(cell)?;
    rest.is_empty().then(|| Circle { color, cell: cell.to_owned() })
}

/// Splits off the name of a cell of any board: a letter and a number of one or two digits.
fn split_cell(text: &str) -> Option<(&str, &str)> {
    let after_letter = text.strip_prefix(|c: char| c.is_ascii_alphabetic())?;
    let digits = after_letter.bytes().take_while(u8::is_ascii_digit).count();
    matches!(digits, 1 | 2).then(|| text.split_at(1 + digits))
}

impl MarkColor {
    /// All colours.
    pub const ALL: [MarkColor; 4] = [MarkColor::Green, MarkColor::Red, MarkColor::Yellow, MarkColor::Blue];

    /// Reads the letter of a colour.
    #[must_use]
    pub const fn from_char(letter: char) -> Option<MarkColor> {
        match letter {
            'G' => Some(MarkColor::Green),
            'R' => Some(MarkColor::Red),
            'Y' => Some(MarkColor::Yellow),
            'B' => Some(MarkColor::Blue),
            _ => None,
        }
    }

    /// Returns the English name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            MarkColor::Green => "green",
            MarkColor::Red => "red",
            MarkColor::Yellow => "yellow",
            MarkColor::Blue => "blue",
        }
    }
}

/// The values of the commands in some comments. If a value is given twice, the first counts; the
/// arrows and circles are those of all commands.
///
/// Programs that have engines play each other write some of the values in forms of their own: cutechess and fastchess
/// `+0.31/16 7.1s` or, with the plies to mate, `-M5/20 0.5s`, WinBoard `+0.31/16 7` and Arena `(e4 e5) +0.31/16 7`, from
/// the point of view of the side that has moved, and TCEC `d=16, sd=30, mt=7100, wv=0.31`. Servers write the clock as
/// `0:04:57`. Such a comment counts like commands, after those in it.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use escaque::shakmaty::Color;
/// use escaque::syntax::{CommandValues, Score};
///
/// let values = CommandValues::of(None, ["[%csl Gd4] good", "[%clk 0:01:02] [%csl Re5,Yf6]"]);
/// assert_eq!(values.clock, Some(Duration::from_secs(62)));
/// assert_eq!(values.circles.len(), 3);
///
/// let values = CommandValues::of(Some(Color::Black), ["-0.28/16 7.1s"]);
/// assert_eq!(values.eval.map(|eval| eval.score), Some(Score::Centipawns(28)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CommandValues {
    /// The time left on the clock of the side that has moved (`[%clk]`).
    pub clock: Option<Duration>,
    /// The time that the move took (`[%emt]`).
    pub elapsed: Option<Duration>,
    /// The evaluation of the position (`[%eval]`).
    pub eval: Option<Eval>,
    /// The arrows on the board (`[%cal]`).
    pub arrows: Vec<Arrow>,
    /// The circles on the board (`[%csl]`).
    pub circles: Vec<Circle>,
}

impl CommandValues {
    /// Reads the comments on the move of a side. Without a side, they are not on a move, and only commands count.
    #[must_use]
    pub fn of<'t>(mover: Option<Color>, comments: impl IntoIterator<Item = &'t str>) -> CommandValues {
        let mut values = CommandValues::default();
        for comment in comments {
            for command in commands(comment) {
                values.add(Command::read(command));
            }
            if let Some((mover, read)) = mover.zip(EngineComment::read(comment)) {
                values.add_engine_comment(&read, mover);
            }
        }
        values
    }

    fn add(&mut self, command: Command) {
        match command {
            Command::Clock(time) => self.clock = self.clock.or(Some(time)),
            Command::Elapsed(time) => self.elapsed = self.elapsed.or(Some(time)),
            Command::Eval(eval) => self.eval = self.eval.or(Some(eval)),
            Command::Arrows(mut arrows) => self.arrows.append(&mut arrows),
            Command::Circles(mut circles) => self.circles.append(&mut circles),
            Command::Unknown { .. } => {}
        }
    }

    fn add_engine_comment(&mut self, read: &EngineComment<'_>, mover: Color) {
        let EngineComment { score, is_of_mover, depth, clock, elapsed, .. } = *read;
        let score = score.map(|score| if is_of_mover && mover.is_black() { score.reversed() } else { score });
        self.clock = self.clock.or(clock);
        self.elapsed = self.elapsed.or(elapsed);
        self.eval = self.eval.or(score.map(|score| Eval { score, depth }));
    }
}

/// Returns a time as clocks show it: `1:02:03`.
pub(crate) fn clock_text(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(comment: &str) -> Vec<Command> {
        commands(comment).map(Command::read).collect()
    }

    #[test]
    fn a_clock_shows_hours_minutes_and_seconds() {
        for (comment, milliseconds) in [
            ("[%clk 1:05:09]", Some(3_909_000)),
            ("good [%emt 0:00:01] [%clk 0:00:59.90]", Some(59_900)),
            ("[%clk 0:00:02.0019999999]", Some(2_001)),
            ("[%clk  0:10:00 ]", Some(600_000)),
            ("[%clk0:10:00]", Some(600_000)),
            ("[%CLK 0:10:00]", Some(600_000)),
            ("[%Clk 0:10:00]", Some(600_000)),
            ("[%clk 1:59]", Some(119_000)),
            ("[%clk 59]", Some(59_000)),
            ("[%clk 59,5]", Some(59_500)),
            ("[%clk ]", None),
            ("[%clk -1:59]", None),
            ("[%clk 1:2:3:4]", None),
            ("[%clk 1:+2:3]", None),
            ("[%clk 0:00:1.]", None),
            ("[%clk 99999999999999999999:00:00]", None),
            ("[%clk 9999999999999999999:00:00]", None),
            ("[%clk 0:10:00", None),
            ("[%x [%clk 0:00:07]", Some(7_000)),
            ("0:10:00", None),
        ] {
            let clock = read(comment).into_iter().find_map(|command| match command {
                Command::Clock(time) => Some(time.as_millis()),
                _ => None,
            });
            assert_eq!(clock, milliseconds, "{comment}");
        }
    }

    #[test]
    fn commands_come_in_the_order_of_the_text() {
        let found = read("a [%emt 0:00:05] b [%foo  x y ][%clk 1:00:00]");
        let unknown = Command::Unknown { name: "foo".to_owned(), value: "x y".to_owned() };
        let [five, hour] = [5, 3600].map(Duration::from_secs);
        assert_eq!(found, [Command::Elapsed(five), unknown, Command::Clock(hour)]);
        assert_eq!(without_commands("a [%emt 0:00:05] b [%foo"), "a  b ");
    }

    #[test]
    fn parts_of_comments_are_left_out() {
        for (comment, without_words, without_clocks) in [
            ("a [%emt 0:00:05] b [%eval 1] c", "[%emt 0:00:05] [%eval 1] ", "a b [%eval 1] c"),
            ("[%emt 0:00:05][%eval 1]", "[%emt 0:00:05] [%eval 1] ", " [%eval 1]"),
            ("[%emt 1 [%emt 0:00:05] x", "[%emt 0:00:05] ", "[%emt 1 x"),
            ("a  b", "", "a  b"),
        ] {
            assert_eq!(without_parts(comment, true, |_| false).trim(), without_words.trim(), "{comment}");
            let left = without_parts(comment, false, |name| name == "emt");
            assert_eq!(left.trim(), without_clocks.trim(), "{comment}");
        }
    }

    #[test]
    fn names_may_be_in_any_case() {
        let found = read("[%CLK 0:01:00] [%Emt 0:00:05] [%Eval 0.3] [%CSL Ya1] [%Cal Ga1b2] [%FOO x]");
        let same = read("[%clk 0:01:00] [%emt 0:00:05] [%eval 0.3] [%csl Ya1] [%cal Ga1b2] [%FOO x]");
        assert_eq!(found, same);
        assert!(matches!(found[2], Command::Eval(Eval { score: Score::Centipawns(30), depth: None })));
    }

    #[test]
    fn evaluations_are_pawns_or_moves_to_mate() {
        for (value, score, depth) in [
            ("0.17", Score::Centipawns(17), None),
            ("-12.5", Score::Centipawns(-1250), None),
            ("+3", Score::Centipawns(300), None),
            ("-.05,22", Score::Centipawns(-5), Some(22)),
            ("#3", Score::Mate(3), None),
            ("#-3,20", Score::Mate(-3), Some(20)),
        ] {
            let expected = Command::Eval(Eval { score, depth });
            assert_eq!(read(&format!("[%eval {value}]")), [expected], "{value}");
        }
    }

    #[test]
    fn arrows_and_circles_name_cells_of_any_board() {
        let arrow = |color, from: &str, to: &str| Arrow { color, from: from.into(), to: to.into() };
        // a mark that is malformed costs itself
        let found = read("[%cal Ga1b2,Xc3d4,RE10F12,] [%csl Ya1,é, BK3]");
        let arrows = vec![arrow(MarkColor::Green, "a1", "b2"), arrow(MarkColor::Red, "E10", "F12")];
        let circles = [(MarkColor::Yellow, "a1"), (MarkColor::Blue, "K3")];
        let circles = circles.map(|(color, cell)| Circle { color, cell: cell.into() });
        assert_eq!(found, [Command::Arrows(arrows), Command::Circles(circles.into())]);
    }

    #[test]
    fn malformed_commands_are_kept_as_written() {
        for text in [
            "clk 10:",
            "emt 5s",
            "eval x",
            "eval 0.123",
            "eval 1,",
            "eval #",
            "eval 99999999999",
            "eval .",
            "cal Ga1",
            "cal Xa1b2",
            "cal Ga1b,",
            "cal é",
            "csl Ga123",
            "csl G",
            "csl",
            " 1 2",
        ] {
            let (name, value) = text.split_once(' ').unwrap_or((text, ""));
            let expected = Command::Unknown { name: name.into(), value: value.into() };
            assert_eq!(read(&format!("[%{text}]")), [expected], "{text}");
        }
    }
}
