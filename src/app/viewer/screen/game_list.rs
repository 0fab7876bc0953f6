//! Draws the list of games.

use std::path::Path;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::{clipped, put};
use crate::app::viewer::game_reader::{GameReader, ListedGame};
use crate::app::viewer::search_task::SearchTask;
use crate::app::viewer::state::State;
use crate::app::viewer::theme::TextStyles;
use crate::message::fill;
use crate::text::Printable;

/// Draws the part of the list around the selected row.
pub fn draw(
    state: &State,
    row: usize,
    reader: &mut GameReader<'_>,
    search_task: Option<&SearchTask>,
    area: Rect,
    buffer: &mut Buffer,
) {
    let texts = TextStyles::new(state.display.depth);
    let width = usize::from(area.width);
    let title = clipped(&title(state), width);
    put(buffer, (area.x, area.y), Line::styled(title, texts.strong()), area.width);
    let height = usize::from(area.height.saturating_sub(1));
    let top = row.saturating_sub(height / 2).min(state.rows().saturating_sub(height));
    let games: Vec<_> = match search_task {
        Some(task) => task.matches(top, height),
        None => (top..state.rows().min(top + height)).collect(),
    };
    for ((ordinal, line), y) in games.into_iter().zip(top..).zip(area.y + 1..area.bottom()) {
        let Some(game) = reader.listed(ordinal) else { continue };
        let text = columns(&game, state.files > 1, width);
        let style = if line == row { texts.cursor() } else { ratatui::style::Style::new() };
        put(buffer, (area.x, y), Line::styled(text, style), area.width);
    }
}

fn title(state: &State) -> String {
    let file = &state.game.file;
    match &state.search {
        None if state.files > 1 => fill(
            state.language.view_games_of_files,
            &[("files", &state.files), ("count", &state.progress.games)],
        ),
        None => fill(state.language.view_games, &[("file", file), ("count", &state.progress.games)]),
        Some(search) => fill(
            state.language.view_matches,
            &[("text", &search.text), ("matches", &state.progress.matches), ("count", &state.progress.games)],
        ),
    }
}

/// Returns a row of the list: number, the file if there are several, players, result and, in a
/// wide window, date and event.
fn columns(game: &ListedGame<'_>, has_file: bool, width: usize) -> String {
    let ListedGame { number, file, tags } = game;
    const NUMBER: usize = 7;
    const RESULT: usize = 7;
    const DATE: usize = 10;
    const WIDE: usize = 60;
    const FILE: usize = 12;
    let file_width = if has_file { FILE + 1 } else { 0 };
    let fixed = NUMBER + file_width + RESULT + if width >= WIDE { DATE + 5 } else { 3 };
    let room = width.saturating_sub(fixed);
    let name = if width >= WIDE { room * 7 / 20 } else { room / 2 };
    let put = |text: &str, width: usize| {
        let text = clipped(text, width);
        let gap = width - Span::raw(&text[..]).width().min(width);
        format!("{text}{}", " ".repeat(gap))
    };
    let player = |player: &str| put(if player.is_empty() { "?" } else { player }, name);
    let file = if has_file { format!("{} ", put(&stem(file), FILE)) } else { String::new() };
    let players = format!("{number:>NUMBER$} {file}{} {}", player(&tags.white), player(&tags.black));
    let result = put(tags.result, RESULT);
    if width < WIDE {
        return put(&format!("{players} {result}"), width);
    }
    let date = put(&tags.date, DATE);
    put(&format!("{players} {result} {date} {}", tags.event), width)
}

/// Returns the name of a file without its folders and its extension.
fn stem(path: &str) -> String {
    let stem = Path::new(path).file_stem().unwrap_or_default().to_string_lossy();
    Printable(&stem).to_string()
}
