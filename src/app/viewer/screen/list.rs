//! The list of the games.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::{clipped, put};
use crate::app::viewer::find::Search;
use crate::app::viewer::library::Desk;
use crate::app::viewer::record::Facts;
use crate::app::viewer::state::State;
use crate::app::viewer::theme::Texts;
use crate::message::fill;

/// Draws the part of the list in which a line is, that one marked.
pub fn draw(
    state: &State,
    row: usize,
    desk: &mut Desk<'_>,
    search: Option<&Search>,
    area: Rect,
    buffer: &mut Buffer,
) {
    let texts = Texts::new(state.look.depth);
    let width = usize::from(area.width);
    let title = clipped(&title(state), width);
    put(buffer, (area.x, area.y), Line::styled(title, texts.strong()), area.width);
    let height = usize::from(area.height.saturating_sub(1));
    let top = row.saturating_sub(height / 2).min(state.rows().saturating_sub(height));
    let games: Vec<_> = match search {
        Some(search) => search.page(top, height),
        None => (top..state.rows().min(top + height)).collect(),
    };
    for ((at, line), y) in games.into_iter().zip(top..).zip(area.y + 1..area.bottom()) {
        let Some((entry, facts)) = desk.facts(at) else { continue };
        let text = columns(entry.number, facts, width);
        let style = if line == row { texts.cursor() } else { ratatui::style::Style::new() };
        put(buffer, (area.x, y), Line::styled(text, style), area.width);
    }
}

fn title(state: &State) -> String {
    let file = &state.record.file;
    match &state.query {
        None => fill(state.language.view_games, &[("file", file), ("count", &state.known.games)]),
        Some(asked) => fill(
            state.language.view_found,
            &[("text", &asked.text), ("found", &state.known.found), ("count", &state.known.games)],
        ),
    }
}

/// Returns a line of the list: number, players, result and, if there is room, date
/// and event.
fn columns(number: usize, facts: &Facts, width: usize) -> String {
    const NUMBER: usize = 7;
    const RESULT: usize = 7;
    const DATE: usize = 10;
    const ROOMY: usize = 60;
    let fixed = NUMBER + RESULT + if width >= ROOMY { DATE + 5 } else { 3 };
    let room = width.saturating_sub(fixed);
    let name = if width >= ROOMY { room * 7 / 20 } else { room / 2 };
    let put = |text: &str, width: usize| {
        let text = clipped(text, width);
        let gap = width - Span::raw(&text[..]).width().min(width);
        format!("{text}{}", " ".repeat(gap))
    };
    let player = |player: &str| put(if player.is_empty() { "?" } else { player }, name);
    let players = format!("{number:>NUMBER$} {} {}", player(&facts.white), player(&facts.black));
    let result = put(facts.result, RESULT);
    if width < ROOMY {
        return put(&format!("{players} {result}"), width);
    }
    let date = put(&facts.date, DATE);
    put(&format!("{players} {result} {date} {}", facts.event), width)
}
