//! Draws the state into a window of any size.

mod arrange;
mod board;
pub(super) mod evaluation;
mod game_list;
mod help;
mod hits;
mod move_list;
mod panels;
mod players;
mod status_line;
mod text;

use std::ops::RangeInclusive;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Cursor, Rect};
use ratatui::text::Line;
use shakmaty::Color;

use super::listing::{Column, Listing};
use super::loaded_game::GameReader;
use super::state::{Drawn, Screen, State, TextScreen};
use crate::library::Position;
use crate::message::fill;
use crate::picture::PictureOptions;
use crate::picture::mosaic::BoardLayout;
use arrange::{Arrangement, arrange};
use move_list::MoveList;

pub use panels::comments;
pub use text::small;
use text::wrapped;

/// What stands at a place on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A cell of the board, by its number in the diagram.
    Cell(usize),
    /// The move of a node.
    Move(usize),
    /// The heading of a column of the list.
    Heading(Column),
    /// A row of the list.
    Row(usize),
    /// A place on the scrollbar of the list, which leads to a row.
    Scrollbar(usize),
}

/// Areas of the screen with what stands there.
type Places = Vec<(Rect, Place)>;

/// Draws states. It caches the layout of the move list, which is slow for a long game.
#[derive(Debug, Default)]
pub struct Painter {
    /// The move list of a game, with the ordinal of that game, its width and whether it is without comments.
    move_list: Option<((usize, usize, bool), MoveList)>,
    /// What the window had room for when a state was last drawn.
    pub drawn: Drawn,
    /// The number of the first visible row of the list, if it is on the screen.
    top: Option<usize>,
    /// The layout of the board and its area, if it is on the screen.
    board: Option<(BoardLayout, Rect)>,
    /// What stands where, except for the cells of the board.
    places: Places,
}

impl Painter {
    /// Returns the object at a column and a row of the screen as it was last drawn, except for the moves of a game that
    /// is not there any more.
    pub fn place_at(&self, x: u16, y: u16) -> Option<Place> {
        let place = self.places.iter().find(|(area, _)| area.contains(Cursor { x, y }));
        let cell = || {
            let (layout, area) = self.board.as_ref()?;
            let left = area.x + small(layout.margins()[0]);
            let cell =
                layout.cell_at(usize::from(x.checked_sub(left)?), usize::from(y.checked_sub(area.y)?))?;
            Some(Place::Cell(cell))
        };
        place.map(|(_, place)| *place).or_else(cell)
    }

    /// Drops the layout of the moves and where they stand, because the current game is another one now or has more
    /// moves.
    pub fn forget_moves(&mut self) {
        self.move_list = None;
        self.places.clear();
    }

    /// Draws a state. Returns the position of the cursor, if it is visible.
    pub fn draw(
        &mut self,
        state: &State,
        reader: &mut GameReader<'_>,
        listing: &Listing,
        buffer: &mut Buffer,
    ) -> Option<Cursor> {
        let window = *buffer.area();
        let height = window.height.saturating_sub(status_line::HEIGHT);
        let area = Rect { height, ..window };
        self.drawn =
            Drawn { page_rows: usize::from(height.saturating_sub(game_list::HEAD)), ..Drawn::default() };
        let top = self.top.take();
        self.board = None;
        self.places.clear();
        // a screen reader starts reading at the cursor
        let mut beginning = None;
        match state.screen {
            Screen::Game => self.game(state, area, buffer),
            Screen::Text { text, top } => {
                let area = self.text_area(state, text, area, buffer);
                let lines = |width| match text {
                    TextScreen::Words => panels::words(state, width),
                    TextScreen::Info => panels::info(state, width),
                    TextScreen::Comments => comments(state, width),
                    TextScreen::Explorer => panels::explorer(state, width),
                };
                self.drawn.last_top = text::draw(lines, top, area, buffer);
                self.drawn.page_rows = usize::from(area.height);
                beginning = Some(area.as_position());
            }
            Screen::List(row) => {
                let (top, places) = game_list::draw(state, row, top, reader, listing, area, buffer);
                let of_heading =
                    |(_, place): &_| if let Place::Heading(column) = place { Some(*column) } else { None };
                self.drawn.columns = places.iter().filter_map(of_heading).collect();
                (self.top, self.places) = (Some(top), places);
            }
            Screen::Help { top, list } => {
                self.drawn.last_top = help::draw(state, top, list.is_some(), area, buffer);
            }
        }
        let cursor = status_line::draw(state, self.drawn.last_top > 0, window, buffer).or(beginning);
        adapt(buffer, state.display.unicode);
        cursor
    }

    /// Draws a state as a page of step mode, which has no status line.
    pub fn draw_page(&mut self, state: &State, buffer: &mut Buffer) {
        self.game(state, *buffer.area(), buffer);
        adapt(buffer, state.display.unicode);
    }

    fn game(&mut self, state: &State, area: Rect, buffer: &mut Buffer) {
        let Some(position) = state.game.tree.position(state.node) else {
            return self.panel_without_board(state, area, buffer);
        };
        let has_bar = state.game.tree.has_evaluations();
        match arrange(position.diagram(), &state.display, has_bar, area) {
            Ok(arrangement) => {
                self.board(state, &position, &arrangement, buffer);
                self.panel(state, arrangement.panel, buffer);
            }
            Err(needed) => self.game_in_words(state, needed, area, buffer),
        }
    }

    /// Draws the game where there is no room for its board: the players and the moves, and below them the size of
    /// window that the board needs and the position in words.
    fn game_in_words(&mut self, state: &State, needed: [usize; 2], area: Rect, buffer: &mut Buffer) {
        let [width, height] = needed;
        let needed = fill(state.language.viewer.no_room, &[("width", &width), ("height", &(height + 1))]);
        let texts = state.display.texts();
        let lines = |width| {
            let needed = wrapped(&needed, width).into_iter().map(|line| Line::styled(line, texts.faint()));
            needed.chain(panels::words(state, width)).collect()
        };
        let lower = area.height / 2;
        let upper = area.height - lower;
        self.panel_without_board(state, Rect { height: upper, ..area }, buffer);
        text::draw(lines, 0, Rect { y: area.y + upper, height: lower, ..area }, buffer);
    }

    /// Draws the board and the players.
    fn board(&mut self, state: &State, position: &Position, at: &Arrangement, buffer: &mut Buffer) {
        let Arrangement { layout, board, players, bar, sizes, .. } = at;
        self.drawn.sizes.clone_from(sizes);
        let options = PictureOptions { theme: state.display.theme, ..PictureOptions::default() };
        let scene = state.game.tree.scene(state.node, Arc::clone(&layout.geometry), options);
        board::draw(&scene, position.diagram(), layout, &state.display, *board, buffer);
        self.board = Some((layout.clone(), *board));
        if let Some(bar) = bar {
            evaluation::draw_bar(state, *bar, buffer);
        }
        let upper = if state.display.flipped { Color::White } else { Color::Black };
        for (side, line) in [upper, !upper].into_iter().zip(players) {
            players::draw(state, Some(position), side, *line, buffer);
            mark_hits(state, *line, buffer);
        }
    }

    /// Returns the area of a text. Comments are in the panel beside the board, which is then drawn,
    /// if the panel has room for reading. Otherwise a text takes the whole area.
    fn text_area(&mut self, state: &State, text: TextScreen, area: Rect, buffer: &mut Buffer) -> Rect {
        // the minimum width and height for reading; tables are not wrapped
        let min = match text {
            TextScreen::Comments => [30, 8],
            TextScreen::Explorer => [46, 8],
            _ => return area,
        };
        let Some(position) = state.game.tree.position(state.node) else { return area };
        let has_bar = state.game.tree.has_evaluations();
        match arrange(position.diagram(), &state.display, has_bar, area) {
            Ok(at) if at.panel.width >= min[0] && at.panel.height >= min[1] => {
                self.board(state, &position, &at, buffer);
                at.panel
            }
            _ => area,
        }
    }

    /// Draws the game without a position: the players and the panel.
    fn panel_without_board(&mut self, state: &State, area: Rect, buffer: &mut Buffer) {
        for (side, y) in [Color::Black, Color::White].into_iter().zip(area.y..area.bottom()) {
            let line = Rect { y, height: 1, ..area };
            players::draw(state, None, side, line, buffer);
            mark_hits(state, line, buffer);
        }
        let used = area.height.min(2);
        self.panel(state, Rect { y: area.y + used, height: area.height - used, ..area }, buffer);
    }

    /// Draws the panel: the header, the move list and, if there are evaluations, their graph.
    fn panel(&mut self, state: &State, whole: Rect, buffer: &mut Buffer) {
        // a comment in the last column would touch the edge of the window
        let width = usize::from(whole.width).saturating_sub(1);
        let texts = state.display.texts();
        let key = (state.ordinal, width, state.hides_comments);
        self.move_list.take_if(|(of, _)| *of != key);
        let lay_out = || (key, MoveList::of(&state.game, width, state.hides_comments, texts));
        let (_, list) = self.move_list.get_or_insert_with(lay_out);
        let used = panels::draw_header(state, whole, buffer);
        let mut area = Rect { y: whole.y + used, height: whole.height - used, ..whole };
        let mut on_graph = Places::new();
        if state.game.tree.has_evaluations() {
            (area, on_graph) = evaluation::draw_graph(state, area, buffer);
        }
        self.places = list.draw(state.node, state.language, texts, area, buffer);
        self.places.append(&mut on_graph);
        mark_hits(state, whole, buffer);
    }
}

/// Marks the texts in an area that the search has found.
fn mark_hits(state: &State, area: Rect, buffer: &mut Buffer) {
    if let Some(search) = &state.search {
        hits::mark(&search.query.texts(), state.display.texts().hit(), area, buffer);
    }
}

/// Leaves only what a terminal can show.
fn adapt(buffer: &mut Buffer, unicode: bool) {
    drop_selectors(buffer);
    if !unicode {
        make_ascii(buffer);
    }
}

/// Removes variation selectors, which ask for a character as text or as an emoji. Terminals
/// disagree on the width of a character with a selector, so parts of it would remain when something
/// else is drawn there.
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
            "·" | "–" | "−" | "─" => "-",
            "×" => "x",
            "…" => "~",
            "○" => "o",
            "●" | "•" => "*",
            "\u{a0}" => " ",
            "▲" => "^",
            "│" => "|",
            "▁" | "▂" | "▃" => "_",
            "▒" | "▄" | "▅" | "▆" | "▇" | "█" => "#",
            "“" | "”" | "«" | "»" => "\"",
            _ => "?",
        });
    }
}
