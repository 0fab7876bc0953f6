//! Draws the status line at the bottom: the prompt, a notice, an error, or the number of the game.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::text::{clipped, put, small, wrapped};
use crate::app::viewer::game_index::Indexing;
use crate::app::viewer::keys::Command;
use crate::app::viewer::navigate;
use crate::app::viewer::prompt::{Prompt, Purpose};
use crate::app::viewer::state::{PendingJump, Screen, State};
use crate::app::viewer::theme::TextStyles;
use crate::message::fill;

/// The text at the bottom of the window: one row, or as many as a message takes.
#[derive(Debug)]
pub(super) struct StatusLine {
    rows: Vec<String>,
    style: Style,
    hint: String,
    /// Whether the rows above the last one cover what is drawn there. Those of a notice do, so that
    /// the board keeps its size: the notice disappears with the next key.
    covers: bool,
}

impl StatusLine {
    /// Lays out the message of a state in a window.
    pub(super) fn of(state: &State, window: Rect) -> StatusLine {
        let texts = TextStyles::new(state.display.depth);
        let hint = hint(state);
        let is_shown = state.screen == Screen::Game;
        let draw = if is_shown { state.game.tree.draw(state.node, state.language) } else { None };
        let number = game_number(state) + &draw.map_or(String::new(), |draw| format!(" · {draw}"));
        let (text, style) = match (&state.notice, error(state)) {
            _ if state.prompt.is_some() => (String::new(), Style::new()),
            (Some(notice), _) => (notice.clone(), texts.strong()),
            (None, Some(error)) => (format!("{number} · {error}"), texts.error()),
            (None, None) => (with_hint(&number, least_hint(state), usize::from(window.width)), Style::new()),
        };
        let covers = state.notice.is_some();
        let mut rows = wrapped(&text, window.width);
        let most = usize::from(if covers { window.height / 2 } else { window.height / 6 }).max(1);
        if let Some(last) = rows.get(most - 1).filter(|_| rows.len() > most) {
            let more = state.language.viewer.more_on_game;
            let room = usize::from(window.width).saturating_sub(Span::raw(more).width());
            let last = clipped(&format!("{last} {}", rows[most]), room) + more;
            rows.splice(most - 1.., [last]);
        }
        StatusLine { rows, style, hint, covers }
    }

    /// Returns the number of rows in which nothing else is drawn.
    pub(super) fn height(&self) -> u16 {
        if self.covers { 1 } else { small(self.rows.len()) }
    }

    /// Draws the line at the bottom of a window. Returns the position of the cursor if there is a prompt.
    pub(super) fn draw(&self, state: &State, window: Rect, buffer: &mut Buffer) -> Option<Position> {
        let height = small(self.rows.len()).min(window.height);
        let area = Rect { y: window.bottom() - height, height, ..window };
        if area.is_empty() {
            return None;
        }
        if let Some(prompt) = &state.prompt {
            return Some(draw_prompt(state, prompt, area, buffer));
        }
        let width = usize::from(area.width);
        let texts = TextStyles::new(state.display.depth);
        for ((at, row), y) in self.rows.iter().enumerate().zip(area.y..) {
            let room = width - Span::raw(row).width().min(width);
            let is_last = at + 1 == self.rows.len();
            let hint = if is_last { end_of_hint(&self.hint, room.saturating_sub(GAP)) } else { "" };
            let gap = " ".repeat(room - Span::raw(hint).width());
            let spans = [Span::styled(row, self.style), Span::raw(gap), Span::styled(hint, texts.faint())];
            put(buffer, (area.x, y), Line::from(spans.to_vec()), area.width);
        }
        None
    }
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

/// Draws the prompt, or the end of its text if it is too long. Returns the position of the
/// cursor.
fn draw_prompt(state: &State, prompt: &Prompt, area: Rect, buffer: &mut Buffer) -> Position {
    let (sign, hint) = match prompt.purpose {
        Purpose::Search => ('/', state.language.viewer.search_hint),
        Purpose::GoTo => (':', state.language.viewer.go_to_hint),
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

/// Returns the keys that do something here, the most important ones last.
fn hint(state: &State) -> String {
    let least = least_hint(state);
    if state.screen != Screen::Game {
        return least.to_owned();
    }
    let (words, tree) = (state.language.viewer, &state.game.tree);
    let leads = |command| navigate::target(tree, state.node, command).is_some();
    let hints = [
        (state.progress.games > 1, words.hint_games),
        (state.search.is_some(), words.hint_matches),
        (leads(Command::LeaveVariation), words.hint_leave),
        (leads(Command::EnterVariation), words.hint_variation),
        (true, least),
    ];
    let hints: Vec<_> = hints.iter().filter(|(means, _)| *means).map(|(_, hint)| *hint).collect();
    hints.join("   ")
}

/// Returns the keys that are always named if there is room.
fn least_hint(state: &State) -> &'static str {
    match state.screen {
        Screen::Game => state.language.viewer.hint,
        Screen::Text { .. } => state.language.viewer.text_hint,
        Screen::List(_) => state.language.viewer.list_hint,
        Screen::Help { .. } => state.language.viewer.help_hint,
    }
}

/// Returns the error of the game, if the current move is the last one of its line.
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
        return fill(language.viewer.searching, &[("percent", &percent)]);
    }
    if let Some(percent) = state.progress.sorting.filter(|_| matches!(state.screen, Screen::List(_))) {
        return fill(language.viewer.sorting, &[("percent", &percent)]);
    }
    let mark = if state.progress.indexing.is_some() { "+" } else { "" };
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
