//! Draws the state into a window of any size.

mod arrange;
mod board;
mod game_list;
mod header;
mod help;
mod move_list;
mod players;
mod status_line;

use std::ops::RangeInclusive;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Cursor, Rect};
use ratatui::text::Line;
use shakmaty::Color;

use super::game_reader::GameReader;
use super::search_task::SearchTask;
use super::state::{Screen, State};
use super::theme::TextStyles;
use crate::message::fill;
use crate::picture::PictureOptions;
use crate::rules::Opening;
use arrange::{Arrangement, arrange};
use move_list::MoveList;

/// Draws states. It caches the layout of the move list, which is slow for a long game.
#[derive(Debug, Default)]
pub struct Painter {
    /// The move list of a game, with the ordinal of that game.
    move_list: Option<(usize, MoveList)>,
    /// The number of rows that the list of games had room for when a state was last drawn.
    page_rows: usize,
}

impl Painter {
    /// Returns the number of rows on a page of the list of games.
    #[must_use]
    pub fn page_rows(&self) -> usize {
        self.page_rows.max(1)
    }

    /// Draws a state. Returns the position of the cursor, if it is visible.
    pub fn draw(
        &mut self,
        state: &State,
        reader: &mut GameReader<'_>,
        search_task: Option<&SearchTask>,
        buffer: &mut Buffer,
    ) -> Option<Cursor> {
        let window = *buffer.area();
        let height = window.height.saturating_sub(1);
        let area = Rect { height, ..window };
        self.page_rows = usize::from(height.saturating_sub(1));
        match state.screen {
            Screen::Game => self.game(state, area, buffer),
            Screen::Words => words(state, area, buffer),
            Screen::List(row) => game_list::draw(state, row, reader, search_task, area, buffer),
            Screen::Help { top, list } => help::draw(state, top, list.is_some(), area, buffer),
        }
        let last = Rect { y: window.y + height, height: window.height - height, ..window };
        // a screen reader begins to read at the cursor
        let beginning = (state.screen == Screen::Words).then_some(window.as_position());
        let cursor = status_line::draw(state, last, buffer).or(beginning);
        drop_selectors(buffer);
        if !state.display.unicode {
            make_ascii(buffer);
        }
        cursor
    }

    fn game(&mut self, state: &State, area: Rect, buffer: &mut Buffer) {
        let Some(position) = state.game.tree.position(state.node) else {
            return self.panel_without_board(state, area, buffer);
        };
        let diagram = position.diagram();
        match arrange(diagram, &state.display, area) {
            Ok(Arrangement { layout, board, panel, players }) => {
                let options = PictureOptions { theme: state.display.theme, ..PictureOptions::default() };
                if let Some(scene) = state.game.tree.scene(state.node, layout.geometry(), options) {
                    board::draw(scene, diagram, &layout, &state.display, board, buffer);
                }
                let upper = if state.display.flipped { Color::White } else { Color::Black };
                for (side, line) in [upper, !upper].into_iter().zip(players) {
                    players::draw(state, Some(&position), side, line, buffer);
                }
                self.panel(state, panel, buffer);
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

    /// Draws the game without a position: the players and the panel.
    fn panel_without_board(&mut self, state: &State, area: Rect, buffer: &mut Buffer) {
        for (side, y) in [Color::Black, Color::White].into_iter().zip(area.y..area.bottom()) {
            players::draw(state, None, side, Rect { y, height: 1, ..area }, buffer);
        }
        let used = area.height.min(2);
        self.panel(state, Rect { y: area.y + used, height: area.height - used, ..area }, buffer);
    }

    /// Draws the panel: the header and the move list.
    fn panel(&mut self, state: &State, area: Rect, buffer: &mut Buffer) {
        let used = header::draw(state, area, buffer);
        let area = Rect { y: area.y + used, height: area.height - used, ..area };
        let width = usize::from(area.width);
        self.move_list.take_if(|(ordinal, list)| *ordinal != state.ordinal || !list.fits(width));
        let lay_out = || (state.ordinal, MoveList::of(&state.game, width));
        let (_, list) = self.move_list.get_or_insert_with(lay_out);
        list.draw(state.node, TextStyles::new(state.display.depth), area, buffer);
    }
}

/// Draws the position in words.
fn words(state: &State, area: Rect, buffer: &mut Buffer) {
    let mut text = state.game.tree.words(state.node, state.language).unwrap_or_default();
    if let Some(Opening { eco, name }) = state.game.tree.node(state.node).opening {
        text += &fill(state.language.opening, &[("value", &format!("{eco} {name}"))]);
    }
    let lines = text.lines().flat_map(|line| wrapped(line, area.width));
    for (line, y) in lines.zip(area.y..area.bottom()) {
        put(buffer, (area.x, y), Line::raw(line), area.width);
    }
}

/// Draws a text in the middle of an area.
fn message(text: &str, area: Rect, buffer: &mut Buffer) {
    let lines = wrapped(text, area.width);
    let count = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    let top = area.y + area.height.saturating_sub(count) / 2;
    for (line, y) in lines.into_iter().zip(top..area.bottom()) {
        let line = Line::raw(line);
        let indent = usize::from(area.width).saturating_sub(line.width()) / 2;
        let x = area.x + u16::try_from(indent).unwrap_or(0);
        put(buffer, (x, y), line, area.width);
    }
}

/// Wraps a text into lines of at most `width` columns; a longer word has a line of its own.
fn wrapped(text: &str, width: u16) -> Vec<String> {
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

/// Removes variation selectors, which ask for text or an emoji. Terminals do not agree on how many columns a
/// character with one takes, so that parts of it would remain when something else is drawn there.
fn drop_selectors(buffer: &mut Buffer) {
    const SELECTORS: RangeInclusive<char> = '\u{fe00}'..='\u{fe0f}';
    for cell in buffer.content.iter_mut().filter(|cell| cell.symbol().contains(|c| SELECTORS.contains(&c))) {
        let plain: String = cell.symbol().chars().filter(|c| !SELECTORS.contains(c)).collect();
        cell.set_symbol(&plain);
    }
}

/// Replaces the characters that a terminal without Unicode cannot show.
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

/// Returns a number of columns or rows of a window.
fn small(number: usize) -> u16 {
    // unwrap_or: what fits a window is far smaller
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// Writes a line at a position, clipped to the window.
fn put(buffer: &mut Buffer, (x, y): (u16, u16), line: Line<'_>, width: u16) {
    if buffer.area().contains(Cursor { x, y }) {
        buffer.set_line(x, y, &line, width);
    }
}

/// Returns a text, shortened with `…` if it is wider than `width` columns.
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
