//! Draws the list of games.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::{clipped, put};
use crate::app::viewer::game_reader::GameReader;
use crate::app::viewer::search_task::SearchTask;
use crate::app::viewer::state::State;
use crate::app::viewer::tag_summary::TagSummary;
use crate::app::viewer::theme::TextStyles;
use crate::message::fill;

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
        let Some((location, tags)) = reader.summary(ordinal) else { continue };
        let text = columns(location.number, tags, width);
        let style = if line == row { texts.cursor() } else { ratatui::style::Style::new() };
        put(buffer, (area.x, y), Line::styled(text, style), area.width);
    }
}

fn title(state: &State) -> String {
    let file = &state.game.file;
    match &state.search {
        None => fill(state.language.view_games, &[("file", file), ("count", &state.progress.games)]),
        Some(search) => fill(
            state.language.view_matches,
            &[("text", &search.text), ("matches", &state.progress.matches), ("count", &state.progress.games)],
        ),
    }
}

/// Returns a row of the list: number, players, result and, in a wide window, date and event.
fn columns(number: usize, tags: &TagSummary, width: usize) -> String {
    const NUMBER: usize = 7;
    const RESULT: usize = 7;
    const DATE: usize = 10;
    const WIDE: usize = 60;
    let fixed = NUMBER + RESULT + if width >= WIDE { DATE + 5 } else { 3 };
    let room = width.saturating_sub(fixed);
    let name = if width >= WIDE { room * 7 / 20 } else { room / 2 };
    let put = |text: &str, width: usize| {
        let text = clipped(text, width);
        let gap = width - Span::raw(&text[..]).width().min(width);
        format!("{text}{}", " ".repeat(gap))
    };
    let player = |player: &str| put(if player.is_empty() { "?" } else { player }, name);
    let players = format!("{number:>NUMBER$} {} {}", player(&tags.white), player(&tags.black));
    let result = put(tags.result, RESULT);
    if width < WIDE {
        return put(&format!("{players} {result}"), width);
    }
    let date = put(&tags.date, DATE);
    put(&format!("{players} {result} {date} {}", tags.event), width)
}
