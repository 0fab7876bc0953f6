//! What is seen: the state drawn into a window of any size.

mod board;
mod canvas;
mod figures;
mod header;
mod help;
mod list;
mod moves;
mod status;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use super::find::Search;
use super::library::Desk;
use super::look::Look;
use super::positions::Picture;
use super::state::{Screen, State};
use super::theme::Texts;
use crate::message::fill;
use board::Plan;
use moves::MoveList;

/// Draws states, and remembers what is long to lay out.
#[derive(Debug, Default)]
pub struct Painter {
    /// The list of the moves of a game, by its place among the games.
    moves: Option<(usize, MoveList)>,
    /// How many lines the list of games had room for.
    page: usize,
}

impl Painter {
    /// Returns how many lines a page of the list has.
    #[must_use]
    pub fn page(&self) -> usize {
        self.page.max(1)
    }

    /// Draws a state and returns where the user is writing, if he is.
    pub fn draw(
        &mut self,
        state: &State,
        desk: &mut Desk<'_>,
        search: Option<&Search>,
        buffer: &mut Buffer,
    ) -> Option<Position> {
        let window = *buffer.area();
        let height = window.height.saturating_sub(1);
        let area = Rect { height, ..window };
        self.page = usize::from(height.saturating_sub(1));
        match state.screen {
            Screen::Game => self.game(state, area, buffer),
            Screen::Words => words(state, area, buffer),
            Screen::List(row) => list::draw(state, row, desk, search, area, buffer),
            Screen::Help { top, list } => help::draw(state, top, list.is_some(), area, buffer),
        }
        let last = Rect { y: window.y + height, height: window.height - height, ..window };
        // a screen reader begins where the cursor is
        let beginning = (state.screen == Screen::Words).then_some(window.as_position());
        let cursor = status::draw(state, last, buffer).or(beginning);
        if !state.look.unicode {
            make_ascii(buffer);
        }
        cursor
    }

    fn game(&mut self, state: &State, area: Rect, buffer: &mut Buffer) {
        let Some(picture) = state.record.tree.picture(state.node) else {
            return self.panel(state, None, area, buffer);
        };
        match layout(&picture, &state.look, area) {
            Ok((plan, [board, panel])) => {
                board::draw(&plan, &picture, &state.look, board, buffer);
                self.panel(state, Some(&picture), panel, buffer);
            }
            Err([width, height]) => {
                let (has_width, has_height) = (area.width, area.height + 1);
                let needs = [("width", width), ("height", height + 1)];
                let has = [("has_width", usize::from(has_width)), ("has_height", usize::from(has_height))];
                let values: Vec<_> =
                    needs.iter().chain(&has).map(|(name, value)| (*name, value as _)).collect();
                message(&fill(state.language.view_too_small, &values), area, buffer);
            }
        }
    }

    /// Draws what is beside the board: the header and the moves.
    fn panel(&mut self, state: &State, picture: Option<&Picture>, area: Rect, buffer: &mut Buffer) {
        let used = header::draw(state, picture, area, buffer);
        let area = Rect { y: area.y + used, height: area.height - used, ..area };
        let width = usize::from(area.width);
        self.moves.take_if(|(at, moves)| *at != state.at || !moves.fits(width));
        let lay_out = || (state.at, MoveList::of(&state.record, width));
        let (_, moves) = self.moves.get_or_insert_with(lay_out);
        moves.draw(state.node, Texts::new(state.look.depth), area, buffer);
    }
}

/// The least columns and rows for the header and the moves.
const LEAST_PANEL: [u16; 2] = [20, 5];

/// Finds the largest plan that leaves room for the moves beside the board, or else
/// below it; otherwise returns how many columns and rows it takes.
fn layout<'d>(picture: &Picture, look: &Look, area: Rect) -> Result<(Plan<'d>, [Rect; 2]), [usize; 2]> {
    let [least_width, least_height] = LEAST_PANEL;
    let mut least = [0, 0];
    let plans: Vec<_> = Plan::of(picture.diagram, look).collect();
    for plan in &plans {
        least = [plan.width() + 1 + usize::from(least_width), plan.height()];
        let [width, height] = least.map(|needed| u16::try_from(needed).unwrap_or(u16::MAX));
        if width <= area.width && height <= area.height {
            let x = width - least_width;
            let panel = Rect { x: area.x + x, width: area.width - x, ..area };
            return Ok((plan.clone(), [Rect { width: x, ..area }, panel]));
        }
    }
    for plan in plans {
        let [width, height] =
            [plan.width(), plan.height() + 1].map(|needed| u16::try_from(needed).unwrap_or(u16::MAX));
        if width <= area.width && height.saturating_add(least_height) <= area.height {
            let panel = Rect { y: area.y + height, height: area.height - height, ..area };
            return Ok((plan, [Rect { height, ..area }, panel]));
        }
    }
    Err(least)
}

/// Writes the position in words.
fn words(state: &State, area: Rect, buffer: &mut Buffer) {
    let text = state.record.tree.words(state.node, state.language).unwrap_or_default();
    let lines = text.lines().flat_map(|line| broken(line, area.width));
    for (line, y) in lines.zip(area.y..area.bottom()) {
        put(buffer, (area.x, y), Line::raw(line), area.width);
    }
}

/// Writes a text in the middle of an area, in as many lines as it takes.
fn message(text: &str, area: Rect, buffer: &mut Buffer) {
    let lines = broken(text, area.width);
    let count = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    let top = area.y + area.height.saturating_sub(count) / 2;
    for (line, y) in lines.into_iter().zip(top..area.bottom()) {
        let line = Line::raw(line);
        let indent = usize::from(area.width).saturating_sub(line.width()) / 2;
        let x = area.x + u16::try_from(indent).unwrap_or(0);
        put(buffer, (x, y), line, area.width);
    }
}

/// Breaks a text into lines of a width.
fn broken(text: &str, width: u16) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last =
            lines.last_mut().filter(|line| Line::raw(format!("{line} {word}")).width() <= usize::from(width));
        match last {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) => *line += &format!(" {word}"),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Puts what every terminal shows in place of what only those of Unicode show.
fn make_ascii(buffer: &mut Buffer) {
    for cell in buffer.content.iter_mut().filter(|cell| !cell.symbol().is_ascii()) {
        cell.set_symbol(match cell.symbol() {
            "←" => "<",
            "→" => ">",
            "↑" => "^",
            "↓" => "v",
            "·" | "–" | "−" => "-",
            "×" => "x",
            "…" => "~",
            "○" => "o",
            "●" => "*",
            "“" | "”" | "«" | "»" => "\"",
            _ => "?",
        });
    }
}

/// Writes a line at a place, as much of it as is inside the window.
fn put(buffer: &mut Buffer, (x, y): (u16, u16), line: Line<'_>, width: u16) {
    if buffer.area().contains(Position { x, y }) {
        buffer.set_line(x, y, &line, width);
    }
}

/// Returns the beginning of a text that is wider than it may be, so marked.
fn clipped(text: &str, width: usize) -> String {
    let columns = |text: &str| Line::raw(text.to_owned()).width();
    if columns(text) <= width {
        return text.to_owned();
    }
    let mut clipped = String::new();
    for c in text.chars() {
        clipped.push(c);
        if columns(&clipped) + 1 > width {
            clipped.pop();
            break;
        }
    }
    if width > 0 { clipped + "…" } else { clipped }
}
