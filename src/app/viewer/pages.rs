//! The pages of step mode where boards are drawn: the screen of the viewer for each position of the main line.

use std::sync::{Arc, Mutex, PoisonError};

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::prelude::IntoCrossterm;
use textwrap::core::display_width;

use super::display_options::DisplayOptions;
use super::loaded_game::LoadedGame;
use super::screen::{Painter, comments, small};
use super::state::{GameHeader, State};
use super::theme::ColorDepth;
use super::tree::START;
use crate::app::cli::Args;
use crate::app::environment::has_true_color;
use crate::format::{
    Boards, Captions, ChosenPositions, Context, DrawnPage, Format, FormatOptions, Leave, Needs, PageSize,
    Pages, WriteResult, header_text, speech, write_above,
};
use crate::library::Move;
use crate::message::{Language, PlyNumber, fill};
use crate::picture::Ground;
use crate::rules::Rules;
use crate::syntax::Notation;

/// The approximate number of bytes that a move of a game takes in memory.
const BYTES_PER_MOVE: usize = 400;

/// Writes games as pages that are drawn for the window; to an output without pages as boards.
#[derive(Clone, Debug)]
pub struct ScreenPages {
    boards: Boards,
    options: FormatOptions,
    display: DisplayOptions,
}

/// A position of a game that is shown.
#[derive(Debug)]
struct ScreenPage {
    /// The game at the position that was drawn last, and what draws it.
    screen: Arc<Mutex<(State, Painter)>>,
    node: usize,
    title: String,
    ending: String,
    /// The approximate number of bytes that the page takes in memory, and on the first page the game, too.
    bytes: usize,
}

impl ScreenPages {
    /// Returns the format that the arguments name. `boards` is what an output without pages gets.
    pub fn new(boards: Boards, options: FormatOptions, args: &Args) -> ScreenPages {
        let display = DisplayOptions::new(args);
        // as in all boards that go to a terminal; what keys of the viewer have set is for it alone
        let depth = if has_true_color() { ColorDepth::TrueColor } else { ColorDepth::Palette256 };
        let display = DisplayOptions { depth, pieces: None, smaller: 0, ..display };
        ScreenPages { boards, options, display }
    }

    /// Returns the title of the position that a move leads to, or of the start.
    fn title(&self, at: Option<PlyNumber>, text: &str) -> String {
        let Language { white_move, black_move, initial_position, .. } = self.options.language;
        let said = |at: PlyNumber| {
            let title = fill(at.side.fold_wb(white_move, black_move), &[("number", &at.number)]);
            if self.options.captions == Some(Captions::Side) { title } else { format!("{title} {text}") }
        };
        match self.options.captions {
            Some(Captions::None) => String::new(),
            _ => at.map_or_else(|| (*initial_position).to_owned(), said),
        }
    }
}

impl Format for ScreenPages {
    fn needs(&self) -> Needs {
        Needs { moves: true, diagnostics: true, ..Needs::default() }
    }

    fn expansion(&self) -> usize {
        Format::expansion(&self.boards)
    }

    fn write<R: Rules>(&mut self, context: &Context<'_, R>, pages: &mut impl Pages) -> WriteResult {
        if pages.size().is_none() {
            return self.boards.write(context, pages);
        }
        let game = context.game;
        let FormatOptions { language, positions, move_text, names_opening, .. } = self.options;
        move_text.check::<R>()?;
        let mut last = R::set_up(game)?.position;
        context.played.iter().for_each(|played| last.play(*played));
        Leave::check(pages.begin_game()?)?;
        let header = header_text(game, language, names_opening);
        // messages about the game stay in the window with its header
        if !context.diagnostics.is_empty() {
            write_above(&header, R::Notation::words(language).moves, pages)?;
        }
        let loaded = LoadedGame::of(context, move_text, language);
        let tree = &loaded.tree;
        let title = |node: usize| {
            let at = tree.played(node).map(Move::ply_number);
            (node, at, self.title(at, &tree.nodes[node].text))
        };
        let shown: Vec<_> = tree.line_through(START).into_iter().map(title).collect();
        // the first page counts for what all pages share
        let mut bytes = tree.nodes.len() * BYTES_PER_MOVE + header.len();
        let place = pages.place().map_or(String::new(), |place| place_text(place, language));
        let result = header.lines().last().unwrap_or_default().to_owned();
        let game_header = GameHeader { place, header, ..GameHeader::default() };
        let state = State { page: Some(game_header), ..State::new(loaded, 0, self.display, language) };
        let screen = Arc::new(Mutex::new((state, Painter::default())));
        let chosen = ChosenPositions::new(positions, context);
        for (plies, (node, at, title)) in shown.into_iter().enumerate() {
            let is_last = plies == context.played.len();
            if !chosen.includes(plies, at, is_last, true) {
                continue;
            }
            Leave::check(pages.turn()?)?;
            let ending = match game.cut_at {
                _ if !is_last => String::new(),
                Some(_) => language.incomplete.to_owned(),
                None if positions.is_some() => String::new(),
                None => speech::ending(game, &last, language),
            };
            // a position by itself has its result in the header
            let ending = if plies == 0 && ending == result { String::new() } else { ending };
            let screen = Arc::clone(&screen);
            pages.show(Arc::new(ScreenPage { screen, node, title, ending, bytes }))?;
            bytes = size_of::<ScreenPage>();
        }
        Ok(())
    }
}

impl DrawnPage for ScreenPage {
    fn draw(&self, size: PageSize, ground: Option<Ground>) -> String {
        let mut screen = self.screen.lock().unwrap_or_else(PoisonError::into_inner);
        let (state, painter) = &mut *screen;
        state.node = self.node;
        state.turn_board();
        if state.display.ground.is_none() && ground.is_some() {
            state.display.ground = ground;
            painter.forget_moves();
        }
        if let Some(page) = &mut state.page {
            (page.title, page.ending) = (self.title.clone(), self.ending.clone());
        }
        let mut buffer = Buffer::empty(Rect::new(0, 0, small(size.columns), small(size.rows)));
        painter.draw_page(state, &mut buffer);
        buffer.content.chunks(size.columns.max(1)).map(row_text).collect()
    }

    fn comments(&self, size: PageSize) -> String {
        let mut screen = self.screen.lock().unwrap_or_else(PoisonError::into_inner);
        let (state, _) = &mut *screen;
        state.node = self.node;
        comments(state, small(size.columns)).iter().map(|line| format!("{line}\n")).collect()
    }

    fn bytes(&self) -> usize {
        self.bytes
    }
}

/// Returns the text of a row of cells with its line end, without spaces at its end, which would be copied with it.
fn row_text(row: &[Cell]) -> String {
    let end = row.iter().rposition(|cell| *cell != Cell::default()).map_or(0, |last| last + 1);
    let mut text = String::new();
    let mut covered = 0;
    for cells in row[..end].chunk_by(|one, other| one.style() == other.style()) {
        let mut run = String::new();
        for cell in cells {
            // a wide character covers the cell after it
            if covered == 0 {
                run += cell.symbol();
                covered = display_width(cell.symbol());
            }
            covered = covered.saturating_sub(1);
        }
        let style = cells[0].style();
        text += &if style == Cell::default().style() {
            run
        } else {
            style.into_crossterm().apply(run).to_string()
        };
    }
    text + "\n"
}

/// Returns the number of a game among those of its file, as far as they are known, unless it is the only one.
fn place_text(place: (usize, Option<usize>), language: &Language) -> String {
    match place {
        (_, Some(1)) => String::new(),
        (number, None) => fill(language.in_game, &[("number", &number)]),
        (number, Some(count)) => fill(language.in_game_of, &[("number", &number), ("count", &count)]),
    }
}
