//! Draws the status line at the bottom: the prompt, a notice, or the number of the game.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use super::{clipped, put};
use crate::app::viewer::prompt::{Prompt, Purpose};
use crate::app::viewer::state::{Indexing, PendingJump, Screen, State};
use crate::app::viewer::theme::TextStyles;
use crate::message::fill;

/// Draws the line. Returns the position of the cursor if there is a prompt.
pub fn draw(state: &State, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    if area.is_empty() {
        return None;
    }
    let texts = TextStyles::new(state.display.depth);
    let width = usize::from(area.width);
    if let Some(prompt) = &state.prompt {
        return Some(draw_prompt(state, prompt, area, buffer));
    }
    let hint = hint(state);
    let (text, style) = match &state.notice {
        Some(notice) => (notice.clone(), texts.strong()),
        None => match error(state) {
            Some(error) => (format!("{} · {error}", game_number(state)), texts.error()),
            None => (game_number(state), ratatui::style::Style::new()),
        },
    };
    let room = width.saturating_sub(Span::raw(hint).width() + 2);
    let (text, hint) =
        if room < width / 3 { (clipped(&text, width), "") } else { (clipped(&text, room), hint) };
    let gap = " ".repeat(width.saturating_sub(Span::raw(&text[..]).width() + Span::raw(hint).width()));
    let line = Line::from(vec![Span::styled(text, style), Span::raw(gap), Span::styled(hint, texts.faint())]);
    put(buffer, (area.x, area.y), line, area.width);
    None
}

/// Draws the prompt, or the end of its text if it is too long. Returns the position of the
/// cursor.
fn draw_prompt(state: &State, prompt: &Prompt, area: Rect, buffer: &mut Buffer) -> Position {
    let (sign, hint) = match prompt.purpose {
        Purpose::Search => ('/', state.language.view_search_hint),
        Purpose::GoTo => (':', state.language.view_go_to_hint),
    };
    let text = format!("{sign}{}", prompt.text);
    let fits = |text: &&str| Span::raw(*text).width() < usize::from(area.width);
    let mut ends = text.char_indices().map(|(at, _)| &text[at..]);
    let text = ends.find(fits).unwrap_or_default();
    let written = u16::try_from(Span::raw(text).width()).unwrap_or(u16::MAX);
    put(buffer, (area.x, area.y), Line::raw(text), area.width);
    if prompt.text.is_empty() {
        const BEFORE: u16 = 3;
        let room = area.width.saturating_sub(BEFORE);
        let hint = clipped(hint, usize::from(room));
        let style = TextStyles::new(state.display.depth).faint();
        put(buffer, (area.x + BEFORE, area.y), Line::styled(hint, style), room);
    }
    Position { x: area.x + written, y: area.y }
}

fn hint(state: &State) -> &'static str {
    match state.screen {
        Screen::Game | Screen::Words => state.language.view_hint,
        Screen::List(_) => state.language.view_list_hint,
        Screen::Help { .. } => state.language.view_help_hint,
    }
}

/// Returns the error of the game, if the current node is the last one before it.
fn error(state: &State) -> Option<&str> {
    let is_at_end = state.game.tree.main_child(state.node).is_none();
    state.game.error.as_deref().filter(|_| is_at_end && state.screen == Screen::Game)
}

/// Returns the number of the current game and the progress of the index, or the progress of
/// a search that the user waits for.
fn game_number(state: &State) -> String {
    let language = state.language;
    let is_waiting =
        matches!((state.pending, state.screen), (Some(PendingJump::Match(_)), _) | (_, Screen::List(_)));
    if let Some(percent) = state.progress.searching.filter(|_| is_waiting) {
        return fill(language.view_searching, &[("percent", &percent)]);
    }
    if let Some(percent) = state.progress.sorting.filter(|_| matches!(state.screen, Screen::List(_))) {
        return fill(language.view_sorting, &[("percent", &percent)]);
    }
    let mark = if state.progress.indexing.is_some() { "+" } else { "" };
    let games = format!("{}{mark}", state.progress.games);
    let (number, count) = (state.game.number, state.ordinal + 1);
    // the two differ if games are selected
    let number =
        if number == count { format!("{number}/{games}") } else { format!("{number} ({count}/{games})") };
    let game = fill(language.in_game, &[("number", &number)]);
    let text = if state.files > 1 { format!("{}: {game}", state.game.file) } else { game };
    let found = state.progress.match_number.map(|number| {
        let mark = if state.progress.searching.is_some() { "+" } else { "" };
        let count = format!("{}{mark}", state.progress.matches);
        fill(language.view_match, &[("number", &number), ("count", &count)])
    });
    let text = text + &found.unwrap_or_default();
    match state.progress.indexing {
        Some(Indexing::Percent(percent)) => text + &fill(language.view_indexing, &[("percent", &percent)]),
        Some(Indexing::Reading) => text + language.view_reading,
        Some(Indexing::Waiting) => text + language.view_waiting,
        None => text,
    }
}
