//! The last line: what the user is writing, what has happened, where he is.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use super::{clipped, put};
use crate::lang::fill;
use crate::view::prompt::Purpose;
use crate::view::state::{Screen, State, Wanted};
use crate::view::theme::Texts;

/// Draws the line and returns where the user is writing, if he is.
pub fn draw(state: &State, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    if area.is_empty() {
        return None;
    }
    let texts = Texts::new(state.look.depth);
    let width = usize::from(area.width);
    if let Some(prompt) = &state.prompt {
        let sign = match prompt.purpose {
            Purpose::Find => '/',
            Purpose::GoTo => ':',
        };
        // of a line that is too long its end is seen
        let mut text = format!("{sign}{}", prompt.text);
        while Span::raw(&text[..]).width() >= width && text.pop().is_some() {}
        let written = Span::raw(&text[..]).width();
        put(buffer, (area.x, area.y), Line::raw(text), area.width);
        let hint = match prompt.purpose {
            Purpose::Find => state.language.view_find_hint,
            Purpose::GoTo => state.language.view_go_to_hint,
        };
        let x = area.x + u16::try_from(written).unwrap_or(u16::MAX);
        if prompt.text.is_empty() {
            let hint = clipped(hint, width.saturating_sub(4));
            put(buffer, (x + 2, area.y), Line::styled(hint, texts.faint()), area.width.saturating_sub(4));
        }
        return Some(Position { x, y: area.y });
    }
    let hint = hint(state);
    let (text, style) = match &state.notice {
        Some(notice) => (notice.clone(), texts.strong()),
        None => match error(state) {
            Some(error) => (error.to_owned(), texts.error()),
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

fn hint(state: &State) -> &'static str {
    match state.screen {
        Screen::Game => state.language.view_hint,
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
    let known = state.known;
    let language = state.language;
    if let Some(percent) = known.searching.filter(|_| matches!(state.wanted, Some(Wanted::Match(_)))) {
        return fill(language.view_searching, &[("percent", &percent)]);
    }
    let mark = if known.indexing.is_some() { "+" } else { "" };
    let (number, place) = (state.record.number, state.at + 1);
    let number = match (number == place, known.games) {
        (true, games) => format!("{number}/{games}{mark}"),
        (false, games) => format!("{number} ({place}/{games}{mark})"),
    };
    let mut place = fill(language.in_game, &[("number", &number)]);
    if let Some(percent) = known.indexing {
        place += &fill(language.view_indexing, &[("percent", &percent)]);
    }
    if let (Screen::List(_), Some(percent)) =
        (state.screen, known.searching.filter(|_| state.query.is_some()))
    {
        place = fill(language.view_searching, &[("percent", &percent)]);
    }
    place
}
