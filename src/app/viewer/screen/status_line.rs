//! Draws the status line at the bottom: the prompt, a notice, or the number of the game.

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};

use super::panels::{draw as drawn, evaluation};
use super::text::{put, small, wrapped};
use crate::app::viewer::game_index::Indexing;
use crate::app::viewer::keys::Command;
use crate::app::viewer::navigate;
use crate::app::viewer::prompt::{Prompt, Purpose};
use crate::app::viewer::search::Query;
use crate::app::viewer::state::{PendingJump, Screen, State};
use crate::message::fill;
use crate::text::clipped;

/// The number of rows of the line. A notice may take more and covers what is drawn there, so that the board keeps its
/// size: the notice disappears with the next key.
pub(super) const HEIGHT: u16 = 1;

/// Draws the line at the bottom of a window; `scrolls` tells if a text in it does. Returns the position of the cursor if
/// there is a prompt.
pub(super) fn draw(state: &State, scrolls: bool, window: Rect, buffer: &mut Buffer) -> Option<Position> {
    if window.is_empty() {
        return None;
    }
    let last = Rect { y: window.bottom() - HEIGHT, height: HEIGHT, ..window };
    let prompt = state.prompt.as_ref().map(|prompt| draw_prompt(state, prompt, last, buffer));
    let width = usize::from(window.width);
    let texts = state.display.texts();
    let (rows, style) = match &state.notice {
        Some(notice) => (notice_rows(notice, window), texts.strong()),
        None if prompt.is_some() => return prompt,
        None => (vec![with_hint(&text(state), least_hint(state, scrolls), width)], Style::new()),
    };
    // the prompt is below its notice
    let bottom = window.bottom() - u16::from(prompt.is_some()).min(window.height - 1);
    let hint = if prompt.is_some() { String::new() } else { hint(state, scrolls) };
    for ((at, row), y) in rows.iter().enumerate().zip(bottom.saturating_sub(small(rows.len()))..) {
        let used = Span::raw(row).width().min(width);
        let is_last = at + 1 == rows.len();
        // what the board shows here, the tip of the lowest hex and the letters beside it, stays
        let is_free = |x: &u16| buffer[(*x, y)] == Cell::default();
        let free = (window.x..window.right()).rev().take_while(is_free).count();
        let hint = if is_last { end_of_hint(&hint, free.min(width - used).saturating_sub(GAP)) } else { "" };
        let hint_width = Span::raw(hint).width();
        // the tip of a board of hexes may be between the two
        let covered = if is_last { used + GAP } else { width };
        let covered = Rect { x: window.x, y, width: small(covered), height: 1 };
        Clear.render(covered.intersection(window), buffer);
        put(buffer, (window.x, y), Line::styled(row, style), window.width);
        let hint = Line::styled(hint, texts.faint());
        put(buffer, (window.x + small(width - hint_width), y), hint, window.width);
    }
    prompt
}

/// Returns the rows of a notice, which takes at most half of a window.
fn notice_rows(notice: &str, window: Rect) -> Vec<String> {
    let mut rows = wrapped(notice, window.width);
    let most = usize::from(window.height / 2).max(1);
    if rows.len() > most {
        let rest = rows.split_off(most - 1).join(" ");
        rows.push(clipped(&rest, window.width.into()));
    }
    rows
}

/// Returns the number of the current game and the progress, and the evaluation of the position and the draw that it is.
fn text(state: &State) -> String {
    let mut text = game_number(state);
    if state.screen == Screen::Game {
        let facts = evaluation(state).into_iter().chain(drawn(state));
        facts.for_each(|fact| text += &format!(" · {fact}"));
    }
    text
}

/// The minimum number of columns between the text and the hint.
const GAP: usize = 2;

/// Returns as many of the last keys of a hint as fit into a width. The most important ones are at its end.
fn end_of_hint(hint: &str, width: usize) -> &str {
    let ends = std::iter::successors(Some(hint), |hint| hint.split_once("   ").map(|(_, end)| end));
    ends.into_iter().find(|end| Span::raw(*end).width() <= width).unwrap_or_default()
}

/// Shortens a text to leave room for the hint, unless that would leave little of it.
fn with_hint(text: &str, hint: &str, width: usize) -> String {
    let room = width.saturating_sub(Span::raw(hint).width() + GAP);
    clipped(text, if room < width / 3 { width } else { room })
}

/// Draws the prompt, or the part before the cursor if it is too long. Returns the position of the
/// cursor.
fn draw_prompt(state: &State, prompt: &Prompt, area: Rect, buffer: &mut Buffer) -> Position {
    let meant = || Query::parse(&prompt.text).ok().flatten()?.hint(state.language);
    let (sign, hint) = match (prompt.purpose, prompt.text.is_empty()) {
        (Purpose::Search, true) => ('/', state.language.viewer.search_hint.to_owned()),
        (Purpose::Search, false) => ('/', meant().unwrap_or_default()),
        (Purpose::GoTo, true) => (':', state.language.viewer.go_to_hint.to_owned()),
        (Purpose::GoTo, false) => (':', String::new()),
    };
    let text = format!("{sign}{}", prompt.text);
    let (before, after) = text.split_at(sign.len_utf8() + prompt.cursor);
    let fits = |text: &&str| Span::raw(*text).width() < usize::from(area.width);
    let before = before.char_indices().map(|(at, _)| &before[at..]).find(fits).unwrap_or_default();
    let written = small(Span::raw(before).width());
    Clear.render(area, buffer);
    put(buffer, (area.x, area.y), Line::from(vec![Span::raw(before), Span::raw(after)]), area.width);
    let used = small(Span::raw(&text[..]).width() + GAP).min(area.width);
    let room = area.width - used;
    let hint = Line::styled(clipped(&hint, room.into()), state.display.texts().faint());
    put(buffer, (area.x + used, area.y), hint, room);
    Position { x: area.x + written, y: area.y }
}

/// Returns the keys that do something here, the most important ones last.
fn hint(state: &State, scrolls: bool) -> String {
    let least = least_hint(state, scrolls);
    if state.screen != Screen::Game {
        return least.to_owned();
    }
    let (words, tree) = (state.language.viewer, &state.game.tree);
    let leads = |command| navigate::target(tree, state.node, command).is_some();
    let hints = [
        (state.progress.games > 1, words.hint_games),
        (state.progress.matches > 0, words.hint_matches),
        (leads(Command::LeaveVariation), words.hint_leave),
        (leads(Command::EnterVariation), words.hint_variation),
        (true, least),
    ];
    let hints: Vec<_> = hints.iter().filter(|(means, _)| *means).map(|(_, hint)| *hint).collect();
    hints.join("   ")
}

/// Returns the keys that are always named if there is room.
fn least_hint(state: &State, scrolls: bool) -> &'static str {
    let hint = match state.screen {
        Screen::Game => state.language.viewer.hint,
        Screen::Text { .. } => state.language.viewer.text_hint,
        Screen::List(_) if state.search.is_some() => state.language.viewer.filtered_hint,
        Screen::List(_) => state.language.viewer.list_hint,
        Screen::Help { .. } => state.language.viewer.help_hint,
    };
    match (state.screen, hint.split_once("   ")) {
        // without the keys that scroll
        (Screen::Text { .. } | Screen::Help { .. }, Some((_, rest))) if !scrolls => rest,
        _ => hint,
    }
}

/// Returns the number of the current game and the progress of the index, or the progress of
/// a search that the user waits for.
fn game_number(state: &State) -> String {
    let language = state.language;
    let is_waiting =
        matches!((state.pending, state.screen), (Some(PendingJump::Match(_)), _) | (_, Screen::List(_)));
    if let Some(percent) = state.progress.searching.filter(|_| is_waiting) {
        return fill(language.viewer.searching, &[("percent", &percent)]);
    }
    if let Some(percent) = state.progress.sorting.filter(|_| matches!(state.screen, Screen::List(_))) {
        return fill(language.viewer.sorting, &[("percent", &percent)]);
    }
    let mark = if state.progress.indexing.is_some() { "+" } else { "" };
    if let Screen::List(row) = state.screen {
        let rows = state.progress.rows;
        return format!("{}/{rows}{mark}", rows.min(row + 1));
    }
    let games = format!("{}{mark}", state.progress.games);
    let (number, count) = (state.game.number, state.ordinal + 1);
    // the two differ if only some games of the files are selected
    let number =
        if number == count { format!("{number}/{games}") } else { format!("{number} ({count}/{games})") };
    let game = fill(language.in_game, &[("number", &number)]);
    let text = if state.files > 1 { format!("{}: {game}", state.game.file) } else { game };
    let found = state.progress.match_number.map(|number| {
        let mark = if state.progress.searching.is_some() { "+" } else { "" };
        let count = format!("{}{mark}", state.progress.matches);
        fill(language.viewer.match_of, &[("number", &number), ("count", &count)])
    });
    let text = text + &found.unwrap_or_default();
    match state.progress.indexing {
        Some(Indexing::Percent(percent)) => text + &fill(language.viewer.indexing, &[("percent", &percent)]),
        Some(Indexing::Reading) => text + language.viewer.reading,
        Some(Indexing::Waiting) => text + language.viewer.waiting,
        None => text,
    }
}
