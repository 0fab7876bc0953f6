//! The pages of a game whose boards are drawn: a board with its players, and beside it or below what is known of the
//! position and the game. A page keeps what it shows and not its text, so that it is drawn for any window.

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;

use shakmaty::Color;
use textwrap::core::display_width;

use super::boards::{Boards, Paint};
use super::main_line::for_each_position;
use super::pictures::Scenes;
use super::players::{gains, player_line};
use super::position_choice::ChosenPositions;
use super::template::{BoardForm, CellStyle};
use super::{
    Captions, Context, FormatOptions, Item, Leave, PageSize, Pages, PositionFormat, WriteResult, header,
    write_above,
};
use crate::message::{Language, PlyNumber, fill};
use crate::picture::{Highlight, Scene, TerminalColor, TextColor};
use crate::rules::{Opening, OpeningTracker, PieceSymbol, Rules, Shade};
use crate::syntax::{Game, Nag, Notation};
use crate::text::{Printable, clipped, joined, wrapped};

/// A page that is drawn for the window that shows it.
pub trait DrawnPage: fmt::Debug + Send + Sync {
    /// Returns the page as text of as many rows as it has, each with a line end.
    fn draw(&self, page: PageSize) -> String;

    /// Returns the approximate number of bytes that the page takes in memory.
    fn bytes(&self) -> usize;
}

/// The number of columns between a board and what stands beside it.
const GAP: usize = 3;

/// The fewest columns that a text beside a board has, or the line of a player above or below it.
const MIN_COLUMNS: usize = 26;

/// The most columns that a text has, because longer lines are hard to read.
const MAX_COLUMNS: usize = 72;

/// The fewest rows below a board without a text beside it: the title and, after a blank line, some of what is known.
const MIN_BELOW: usize = 5;

/// The columns on the left of a drawn board.
const MARGIN: usize = 3;

/// What all pages of a game show.
#[derive(Debug)]
struct Record<R> {
    language: &'static Language,
    cells: CellStyle,
    flipped: bool,
    start: R,
    /// The moves of the main line.
    moves: Vec<MoveRecord>,
    /// The most columns that a move takes.
    columns: usize,
}

#[derive(Debug)]
struct MoveRecord {
    at: PlyNumber,
    text: String,
    signs: String,
    comments: Vec<String>,
}

/// A position of the main line with what is noted about it.
#[derive(Debug)]
struct PositionPage<R> {
    record: Arc<Record<R>>,
    position: R,
    /// The number of plies before the position.
    plies: usize,
    /// The marks on the board, and the players.
    scene: Scene,
    title: String,
    /// The other texts, some in a colour.
    texts: Vec<(Option<TextColor>, String)>,
}

/// Writes a game in pages on which boards are drawn.
pub(super) fn write<R: Rules>(
    boards: &mut Boards,
    context: &Context<'_, R>,
    pages: &mut impl Pages,
) -> WriteResult {
    let game = context.game;
    let options @ FormatOptions { language, positions, move_text, names_opening, .. } = *boards.options();
    move_text.check::<R>()?;
    let start = R::set_up(game)?.position;
    Leave::check(pages.begin_game()?)?;
    boards.open(game);
    let mut header = Vec::new();
    header::write(game, language, names_opening, &mut header)?;
    let header = String::from_utf8_lossy(&header).into_owned();
    // messages about the game stay in the window with its header
    if !context.diagnostics.is_empty() {
        write_above(&header, R::Notation::words(language).moves, pages)?;
    }
    let about = about(game, start.name(), language, pages.place());
    let record = Arc::new(Record::of(boards, context, start)?);
    let item = Item::of_game(game);
    let mut scenes = Scenes::new(FormatOptions { captions: Some(Captions::Players), ..options }, |_| true);
    scenes.start(&item);
    let chosen = ChosenPositions::new(positions, context);
    let mut header = Some(header);
    let mut openings = OpeningTracker::default();
    for_each_position(context, |shown, is_last| {
        openings.see(shown.position);
        let at = shown.played.as_ref().map(|played| played.at);
        if !chosen.includes(shown.plies, at, is_last, true) {
            return Ok(());
        }
        Leave::check(pages.turn()?)?;
        if let Some(played) = &shown.played {
            boards.before(&played.before, played.resolved);
        }
        let evaluation = shown.values.eval.map(|eval| eval.score.text(language));
        let comments = shown.comments.iter().map(|comment| (Some(TextColor::Comment), boards.said(comment)));
        let ending = match game.cut_at {
            _ if !is_last => None,
            Some(_) => Some(language.incomplete.to_owned()),
            None => boards.ending(game, shown.position).filter(|_| positions.is_none()),
        };
        let variations = Some(shown.variations).filter(|count| *count > 0);
        let opening = openings.opening().map(|Opening { eco, name }| format!("{eco} {name}"));
        // beside the first board there is room for all of the header
        let about = match header.take() {
            Some(header) => (None, header),
            None => (Some(TextColor::Faint), about.clone()),
        };
        let mut texts = Vec::new();
        texts.extend(evaluation.map(|value| (None, fill(language.page.evaluation, &[("value", &value)]))));
        texts.extend(comments);
        texts.extend(ending.map(|ending| (None, ending)));
        texts.extend(variations.map(|count| (None, fill(language.more_variations, &[("count", &count)]))));
        texts.extend(opening.map(|opening| (None, opening)));
        texts.push(about);
        texts.retain(|(_, text)| !text.is_empty());
        pages.show(Arc::new(PositionPage {
            record: Arc::clone(&record),
            position: shown.position.clone(),
            plies: shown.plies,
            scene: scenes.scene(shown, &item),
            title: boards.title_text(at),
            texts,
        }))?;
        Ok(())
    })
}

/// Returns the event, the result and the number of a game, and its variant. `place` is its number in the file and the
/// number of games there, as far as they are known.
fn about<N: Notation>(
    game: &Game<'_, N>,
    rules: &str,
    language: &Language,
    place: Option<(usize, Option<usize>)>,
) -> String {
    let [event, site, date] = ["Event", "Site", "Date"].map(|tag| game.known_value(tag).unwrap_or_default());
    let number = match place {
        None | Some((_, Some(1))) => String::new(),
        Some((number, None)) => fill(language.in_game, &[("number", &number)]),
        Some((number, Some(count))) => fill(language.in_game_of, &[("number", &number), ("count", &count)]),
    };
    // the rules of the boards themselves go without saying
    let rules = if ["chess", "cescacs"].contains(&rules) { "" } else { rules };
    let result = N::result_text(game.outcome());
    Printable(&joined([&*event, &site, &date, rules, result, &number], " · ")).to_string()
}

impl<R: Rules> Record<R> {
    fn of(boards: &Boards, context: &Context<'_, R>, start: R) -> Result<Record<R>, super::FormatError> {
        let FormatOptions { language, move_text, picture, .. } = *boards.options();
        let mut moves = Vec::new();
        for_each_position(context, |shown, _| {
            moves.extend(shown.played.as_ref().map(|played| MoveRecord {
                at: played.at,
                text: move_text.to_text(&played.before, played.resolved),
                signs: Nag::judging_signs(shown.nags).collect(),
                comments: shown.comments.iter().map(|comment| boards.said(comment)).collect(),
            }));
            Ok(())
        })?;
        let columns = moves.iter().map(MoveRecord::columns).max().unwrap_or(0);
        Ok(Record { language, cells: boards.cells, flipped: picture.flipped, start, moves, columns })
    }

    fn paint(&self) -> Paint {
        self.cells.paint.unwrap_or_default()
    }

    fn colored(&self, color: Option<TextColor>, text: &str) -> String {
        match color.filter(|_| !text.is_empty()) {
            Some(color) => self.paint().text(&[(3, color.on(None))], text),
            None => text.to_owned(),
        }
    }

    /// Returns signs in the colour of what they say of a move.
    fn signs(&self, signs: &str) -> String {
        self.colored(TextColor::of_judgement(signs), signs)
    }
}

impl MoveRecord {
    fn columns(&self) -> usize {
        display_width(&self.text) + self.signs.len()
    }
}

impl<R: Rules> PositionPage<R> {
    /// Returns the rows of the board in the form that fits a page best, with their columns, and whether the text stands
    /// beside it; nothing if no form fits.
    fn board(&self, page: PageSize) -> (Vec<String>, usize, bool) {
        let Record { cells, flipped, .. } = *self.record;
        let forms = cells.forms(self.position.diagram(), page.rows, true);
        let fitting = |columns: usize, rows: usize| {
            let fits =
                |[width, height]: [usize; 2]| width + columns <= page.columns && height + rows <= page.rows;
            forms.iter().copied().find(|(_, extent)| fits(*extent))
        };
        let candidates = [(fitting(GAP + MIN_COLUMNS, 0), true), (fitting(0, MIN_BELOW), false)];
        // a text beside the board is worth a smaller board, but not one of letters in place of a drawn one
        let found = candidates.into_iter().filter_map(|(form, is_beside)| Some((form?, is_beside)));
        let chosen = found.min_by_key(|((form, _), _)| (*form == BoardForm::Compact, !form.is_drawn()));
        let Some(((form, [columns, _]), is_beside)) = chosen else { return Default::default() };
        let Scene { last_move, marks, .. } = self.scene.clone();
        let mark = |scene| Scene { last_move, marks, ..scene };
        let mut template = cells.template(&self.position, form, flipped, mark);
        let text = if form.draws_pieces() { template.text() } else { template.draw(&self.position) };
        (String::from_utf8_lossy(text).lines().map(str::to_owned).collect(), columns, is_beside)
    }

    /// Returns the lines of the players from the top of the board. The side to move stands out.
    fn players(&self, columns: usize) -> [String; 2] {
        let record = &self.record;
        let is_grid = self.position.diagram().is_grid();
        let ground = record.paint().theme.cell_color(Shade::Dark, Highlight::None);
        let on_ground = |side: Color, text: &str| {
            let color = side.fold_wb(TerminalColor::WHITE, TerminalColor::BLACK);
            record.paint().text(&[(3, color), (4, ground)], text)
        };
        let shown = Cell::new(None);
        let piece = |piece: &PieceSymbol| {
            shown.set(Some(piece.color));
            if is_grid { piece.filled_figurine() } else { char::from(piece.letter).to_string() }
        };
        let line = |side: Color| {
            let player =
                self.scene.players.as_ref().map(|players| players.get(side).clone()).unwrap_or_default();
            let [name, rating] = [&player.name, &player.rating].map(|text| Printable(text).to_string());
            let [pieces, balance] = gains([&record.start, &self.position], side, record.language, piece);
            let disc = on_ground(side, " ● ");
            // after the disc and a space
            let room = columns.saturating_sub(4);
            let [name, pieces, balance] =
                player_line([&name, &rating], [&pieces, &balance], &player.clock, room);
            let name = if self.position.ply_number().side == side { bold(&name) } else { name };
            // as on the board, so that they look the same on light terminals and on dark ones
            let pieces = match shown.take() {
                Some(side) if !pieces.is_empty() => on_ground(side, &pieces),
                _ => pieces,
            };
            let parts = [&*name, &pieces, &balance, &player.clock];
            format!("{disc} {}", joined(parts, " ")).trim_end().to_owned()
        };
        if record.flipped { [Color::White, Color::Black] } else { [Color::Black, Color::White] }.map(line)
    }

    /// Returns what is known of the position and the game, in lines of at most so many columns.
    fn panel(&self, page: PageSize, has_players: bool) -> Vec<String> {
        let record = &self.record;
        let columns = page.columns.min(MAX_COLUMNS);
        let played = self.plies.checked_sub(1).map(|last| &record.moves[last]);
        let signs = played.map_or(String::new(), |played| record.signs(&played.signs));
        let mut lines = vec![bold(&clipped(self.title.trim_end(), columns)) + &signs];
        if !has_players {
            lines.extend(self.players(columns));
        }
        for (color, text) in &self.texts {
            lines.push(String::new());
            lines.extend(wrapped(text.trim_end(), columns).iter().map(|line| record.colored(*color, line)));
        }
        if lines.len() > page.rows {
            lines.truncate(page.rows);
            lines.last_mut().into_iter().for_each(|last| *last = "…".to_owned());
        }
        lines.push(String::new());
        let rest = page.rows.saturating_sub(lines.len());
        lines.extend(self.moves(columns, rest));
        lines
    }

    /// Returns the moves of the game around the current one with the comments on others, those of both sides in a line,
    /// and in several columns if they need more rows than there are.
    fn moves(&self, columns: usize, rows: usize) -> Vec<String> {
        let record = &self.record;
        let faint = |text: &str| record.colored(Some(TextColor::Faint), text);
        let last = record.moves.last().map_or(0, |last| last.at.number);
        let (digits, width) = (last.to_string().len(), record.columns + 1);
        let (mut lines, mut current, mut has_comments) = (Vec::<String>::new(), 0, false);
        let mut is_open = false;
        for (plies, played) in (1..).zip(&record.moves) {
            if played.at.side.is_white() || !is_open {
                let gap = if played.at.side.is_white() { String::new() } else { format!("{:width$}", "…") };
                lines.push(faint(&format!("{:>digits$}. {gap}", played.at.number)));
            }
            let text = match plies {
                _ if plies == self.plies => bold(&played.text),
                _ if plies > self.plies => faint(&played.text),
                _ => played.text.clone(),
            };
            let gap = width - played.columns();
            let line = lines.last_mut().into_iter();
            line.for_each(|line| *line += &format!("{text}{}{:gap$}", record.signs(&played.signs), ""));
            is_open = true;
            if plies == self.plies {
                current = lines.len() - 1;
                continue;
            }
            for comment in played.comments.iter().filter(|comment| !comment.is_empty()) {
                let wrapped = wrapped(comment, columns.saturating_sub(digits + 2));
                let colored = |line: &String| record.colored(Some(TextColor::Comment), line);
                lines.extend(wrapped.iter().map(|line| format!("{:digits$}  {}", "", colored(line))));
                (is_open, has_comments) = (false, true);
            }
        }
        let stacks = if has_comments { 1 } else { columns / (digits + 2 + 2 * width) };
        let capacity = rows * stacks.clamp(1, lines.len().div_ceil(rows.max(1)).max(1));
        let top = current.saturating_sub(capacity / 2).min(lines.len().saturating_sub(capacity));
        let shown = &lines[top..lines.len().min(top + capacity)];
        let row = |row: usize| shown.iter().skip(row).step_by(rows).map(|line| &**line).collect::<String>();
        (0..rows.min(shown.len())).map(|at| row(at).trim_end().to_owned()).collect()
    }
}

impl<R: Rules> DrawnPage for PositionPage<R> {
    fn draw(&self, page: PageSize) -> String {
        let (mut left, width, is_beside) = self.board(page);
        let least = if is_beside { 0 } else { MIN_BELOW };
        let has_players = width >= MARGIN + MIN_COLUMNS && left.len() + 2 + least <= page.rows;
        if has_players {
            let [upper, lower] = self.players(width - MARGIN).map(|line| format!("{:MARGIN$}{line}", ""));
            left.insert(0, upper);
            left.push(lower);
        }
        // a board with a text beside it is in the middle, and the text begins at its upper row
        let above = if is_beside { (page.rows - left.len()) / 2 } else { 0 };
        let [column, top] = match is_beside {
            true => [width + GAP, above + usize::from(has_players)],
            false => [0, left.len() + usize::from(!left.is_empty())],
        };
        let room = PageSize { columns: page.columns - column, rows: page.rows.saturating_sub(top) };
        let panel = self.panel(room, has_players);
        let row = |row: usize| {
            let [board, text] = [(&left, above), (&panel, top)].map(|(rows, first)| {
                row.checked_sub(first).and_then(|row| rows.get(row)).map_or("", |row| row)
            });
            // no spaces at the end of a line, which would be copied with it
            let gap = if text.is_empty() { 0 } else { column.saturating_sub(display_width(board)) };
            format!("{board}{:gap$}{text}\n", "")
        };
        (0..page.rows).map(row).collect()
    }

    fn bytes(&self) -> usize {
        let texts = self.texts.iter().map(|(_, text)| text.len()).sum::<usize>();
        // the first page counts for what all pages share
        let moves = self.record.moves.iter().filter(|_| self.plies == 0);
        let of_move = |played: &MoveRecord| {
            size_of_val(played) + played.comments.iter().map(String::len).sum::<usize>()
        };
        size_of_val(self) + texts + moves.map(of_move).sum::<usize>()
    }
}

fn bold(text: &str) -> String {
    format!("\x1b[1m{text}{}", Paint::END)
}
