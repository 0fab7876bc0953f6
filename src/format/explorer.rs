//! What was played in positions: each move with its games, their results, the ratings and the last year.
//!
//! A game is written as records, one for each of its chosen positions and one for the move played there. They are added
//! up where the games are known to belong to the output, so duplicates and wrong guesses count no more than elsewhere.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::io::Write;
use std::iter;

use super::fen::end_epd;
use super::position_choice::ChosenPositions;
use super::{Context, Format, FormatOptions, Frame, Needs, Pages, PositionChoice, Sum, WriteResult};
use crate::message::Language;
use crate::rules::Rules;
use crate::rules::cescacs::hex::Letters;
use crate::syntax::Outcome::{self, BlackStalemates, BlackWins, Draw, WhiteStalemates, WhiteWins};
use crate::text::JsonText;

/// Adds up the moves that were played in the chosen positions, or else in the starting position.
#[derive(Clone, Debug)]
pub struct Explorer {
    layout: ExplorerLayout,
    options: FormatOptions,
}

/// How an [`Explorer`] writes what it has added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExplorerLayout {
    /// A table for people below each position.
    #[default]
    Table,
    /// A row of CSV for each move.
    Csv,
    /// An object of JSON for each move, on a line of its own.
    Json,
}

impl Explorer {
    /// Creates the format.
    #[must_use]
    pub const fn new(layout: ExplorerLayout, options: FormatOptions) -> Explorer {
        Explorer { layout, options }
    }
}

impl Format for Explorer {
    fn needs(&self) -> Needs {
        Needs { moves: true, movetext: false, ..Needs::default() }
    }

    fn expansion(&self) -> usize {
        if self.options.positions == Some(PositionChoice::Each) { 24 } else { 2 }
    }

    fn frame(&self) -> Option<Frame> {
        let head = COLUMNS.to_owned() + "\n";
        (self.layout == ExplorerLayout::Csv).then(|| Frame { head, stands_alone: true, ..Frame::default() })
    }

    fn sum(&self) -> Option<Box<dyn Sum>> {
        let (layout, language) = (self.layout, self.options.language);
        Some(Box::new(PlayedMoves { layout, language, positions: HashMap::new() }))
    }

    fn write<R: Rules>(&mut self, context: &Context<'_, R>, pages: &mut impl Pages) -> WriteResult {
        let FormatOptions { positions, move_text, .. } = self.options;
        move_text.check::<R>()?;
        let (game, played) = (context.game, context.played);
        // in the letters of each game, one move would be several
        let mut position = R::set_up(game)?.position.with_letters(&Letters::STANDARD);
        let number = |tag: &str| {
            let value = game.known_value(tag).unwrap_or_default();
            let digits = value.split(|c: char| !c.is_ascii_digit()).next().filter(|digits| digits.len() <= 4);
            digits.and_then(|digits| digits.parse::<u64>().ok()).unwrap_or(0)
        };
        let (ratings, year) = (["WhiteElo", "BlackElo"].map(number), number("Date"));
        let results = RESULTS.map(|result| u64::from(result == game.outcome()));
        let last = if positions == Some(PositionChoice::Start) { 0 } else { played.len() };
        let chosen = ChosenPositions::new(positions, context);
        let (mut records, mut after) = (Vec::new(), None);
        for plies in 0..=last {
            let (next, at) = (played.get(plies), position.ply_number());
            if chosen.includes(plies, after, next.is_none(), plies == 0) {
                let mut epd = Vec::new();
                position.write_fen(&mut epd);
                end_epd(&position, 0, &mut epd);
                let (rules, epd) = (position.name(), String::from_utf8_lossy(&epd));
                let rating = at.side.fold_wb(ratings[0], ratings[1]);
                let known = [1, rating, u64::from(rating > 0), year];
                let numbers = results.iter().chain(&known).map(u64::to_string).collect::<Vec<_>>().join(" ");
                let moved = next.map(|next| move_text.to_text(&position, *next));
                for text in [Some(String::new()), moved].iter().flatten() {
                    records.push(format!("{numbers}\t{text}\t{rules}\t{epd}\n"));
                }
            }
            after = Some(at);
            next.into_iter().for_each(|next| position.play(*next));
        }
        // a game counts once, however often it has the position
        records.sort_unstable();
        records.dedup();
        Ok(pages.out().write_all(records.concat().as_bytes())?)
    }
}

/// The results that count, from White's best to Black's.
const RESULTS: [Outcome; 5] = [WhiteWins, WhiteStalemates, Draw, BlackStalemates, BlackWins];

/// What is known of the games with a move: how many have each of the [`RESULTS`], how many there are, the sum of the
/// known ratings of those who played it, the number of these, and the last year. What is not known is 0.
type Tally = [u64; 9];

/// Adds games to others.
fn add(tally: &mut Tally, more: Tally) {
    let year = tally[8].max(more[8]);
    tally.iter_mut().zip(more).for_each(|(number, more)| *number += more);
    tally[8] = year;
}

/// The names of the columns.
const COLUMNS: &str = "rules,position,move,games,white,narrow_white,draw,narrow_black,black,rating,year";

/// The values of the columns. One that is not known is empty.
type Row = [String; 11];

/// The moves that were played in positions, added up.
#[derive(Debug)]
struct PlayedMoves {
    layout: ExplorerLayout,
    language: &'static Language,
    /// The moves in each position, by the name of its rules, a tab and its description. The first, without a name,
    /// counts the games that have the position.
    positions: HashMap<String, Vec<(String, Tally)>>,
}

impl Sum for PlayedMoves {
    fn add(&mut self, written: &[u8]) {
        for record in String::from_utf8_lossy(written).lines() {
            let mut fields = record.splitn(3, '\t');
            let [numbers, text, position] = [(); 3].map(|()| fields.next().unwrap_or_default());
            let mut numbers = numbers.split(' ').map_while(|number| number.parse().ok());
            let more = Tally::default().map(|_| numbers.next().unwrap_or(0));
            let add =
                |moves: &mut Vec<(String, Tally)>| match moves.iter_mut().find(|(known, _)| known == text) {
                    Some((_, tally)) => add(tally, more),
                    None => moves.push((text.to_owned(), more)),
                };
            match self.positions.get_mut(position) {
                Some(moves) => add(moves),
                // nearly all positions have one move, besides the row of all games
                None => {
                    add(self.positions.entry(position.to_owned()).or_insert_with(|| Vec::with_capacity(2)));
                }
            }
        }
    }

    /// Returns the positions that most games have first, and of each the moves that most games have. Equal ones are in
    /// alphabetical order.
    fn text(&self) -> String {
        let mut positions: Vec<_> = self.positions.iter().collect();
        positions.sort_unstable_by_key(|(position, moves)| (Reverse(moves[0].1[5]), *position));
        let mut text = String::new();
        for (position, moves) in positions {
            let mut moves: Vec<_> = moves.iter().collect();
            moves[1..].sort_unstable_by_key(|(name, tally)| (Reverse(tally[5]), name));
            moves.rotate_left(1);
            let mut rows: Vec<_> = moves.iter().map(|(name, tally)| row(position, name, tally)).collect();
            if self.layout == ExplorerLayout::Table {
                self.write_table(rows, &mut text);
                continue;
            }
            rows.pop();
            for row in rows {
                text += &if self.layout == ExplorerLayout::Csv { row.join(",") } else { object(&row) };
                text.push('\n');
            }
        }
        text
    }
}

impl PlayedMoves {
    /// Writes the table of a position, without columns of which nothing is known. The last row is that of all games.
    fn write_table(&self, mut rows: Vec<Row>, out: &mut String) {
        let words = self.language.explorer;
        let [rules, epd, ..] = &rows[0];
        let results = match &**rules {
            "cescacs" => "3-0 %,2-1 %,1-1 %,1-2 %,0-3 %",
            _ => "1-0 %,,1/2 %,,0-1 %",
        };
        let gap = if out.is_empty() { "" } else { "\n" };
        *out += &format!("{gap}{rules}: {epd}\n");
        let last = rows.len() - 1;
        words.all.clone_into(&mut rows[last][2]);
        let head = format!("{},{},{results},Elo,{}", words.played, words.games, words.year);
        let mut lines = vec![String::new(); rows.len() + 1];
        for (at, head) in (2..).zip(head.split(',')) {
            if rows.iter().all(|row| row[at].is_empty()) {
                continue;
            }
            let column = || iter::once(head).chain(rows.iter().map(|row| &*row[at]));
            let width = column().map(|text| text.chars().count()).max().unwrap_or(0);
            for (line, text) in lines.iter_mut().zip(column()) {
                *line += &if at == 2 { format!("{text:width$}") } else { format!("  {text:>width$}") };
            }
        }
        lines.extend((last == 0).then(|| words.no_move.to_owned()));
        lines.iter().for_each(|line| *out += &format!("{}\n", line.trim_end()));
    }
}

/// Returns a row as an object of JSON, without what is not known.
fn object(row: &Row) -> String {
    let known = COLUMNS.split(',').zip(row).filter(|(_, value)| !value.is_empty());
    let fields = known.enumerate().map(|(at, (name, value))| match at {
        0..3 => format!(r#""{name}":"{}""#, JsonText(value)),
        _ => format!(r#""{name}":{value}"#),
    });
    format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
}

/// Returns the row of a move in a position. Only C'escacs has narrow wins.
fn row(position: &str, name: &str, tally: &Tally) -> Row {
    let (rules, epd) = position.split_once('\t').unwrap_or_default();
    let [.., games, ratings, rated, year] = *tally;
    let known = tally[..5].iter().sum();
    let share = |at: usize| {
        let tenths = rounded(1000 * tally[at], known);
        tenths.map_or(String::new(), |tenths| format!("{}.{}", tenths / 10, tenths % 10))
    };
    let narrow = |at| if rules == "cescacs" { share(at) } else { String::new() };
    let text = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
    let [games, rating, year] =
        [Some(games), rounded(ratings, rated), Some(year).filter(|year| *year >= 1000)].map(text);
    let [rules, epd, name] = [rules, epd, name].map(str::to_owned);
    [rules, epd, name, games, share(0), narrow(1), share(2), narrow(3), share(4), rating, year]
}

/// Returns a quotient, rounded, or `None` if it is one by zero.
fn rounded(sum: u64, count: u64) -> Option<u64> {
    (2 * sum + count).checked_div(2 * count)
}
