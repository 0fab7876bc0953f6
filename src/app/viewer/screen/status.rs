//! The last line: what the user is writing, what has happened, where he is.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use super::{clipped, put};
use crate::app::viewer::prompt::{Prompt, Purpose};
use crate::app::viewer::state::{Screen, State, Wanted};
use crate::app::viewer::theme::Texts;
use crate::message::fill;

/// Draws the line and returns where the user is writing, if he is.
pub fn draw(state: &State, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    if area.is_empty() {
        return None;
    }
    let texts = Texts::new(state.look.depth);
    let width = usize::from(area.width);
    if let Some(prompt) = &state.prompt {
        return Some(draw_prompt(state, prompt, area, buffer));
    }
    let hint = hint(state);
    let (text, style) = match &state.notice {
        Some(notice) => (notice.clone(), texts.strong()),
        None => match error(state) {
            Some(error) => (format!("{} · {error}", place(state)), texts.error()),
            None => (place(state), ratatui::style::Style::new()),
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

/// Draws what the user is writing, or, if that is too long, its end.
fn draw_prompt(state: &State, prompt: &Prompt, area: Rect, buffer: &mut Buffer) -> Position {
    let (sign, hint) = match prompt.purpose {
        Purpose::Find => ('/', state.language.view_find_hint),
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
        let style = Texts::new(state.look.depth).faint();
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

/// Returns what is wrong with the game where it is to be seen: at its end.
fn error(state: &State) -> Option<&str> {
    let is_at_end = state.record.tree.main_child(state.node).is_none();
    state.record.error.as_deref().filter(|_| is_at_end && state.screen == Screen::Game)
}

/// Says where the user is, and what is still going on.
fn place(state: &State) -> String {
    let language = state.language;
    let waits = matches!((state.wanted, state.screen), (Some(Wanted::Match(_)), _) | (_, Screen::List(_)));
    if let Some(percent) = state.known.searching.filter(|_| waits) {
        return fill(language.view_searching, &[("percent", &percent)]);
    }
    let mark = if state.known.indexing.is_some() { "+" } else { "" };
    let games = format!("{}{mark}", state.known.games);
    let (number, place) = (state.record.number, state.at + 1);
    // games that were selected, or are in another file, have other numbers
    let number =
        if number == place { format!("{number}/{games}") } else { format!("{number} ({place}/{games})") };
    let place = fill(language.in_game, &[("number", &number)]);
    match state.known.indexing {
        Some(percent) => place + &fill(language.view_indexing, &[("percent", &percent)]),
        None => place,
    }
}
