//! The texts beside the board or in its place: the comments of a move, the position in words, what is known about the
//! game, and its header.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use super::text::{fields, put, small, wrapped};
use crate::app::viewer::listing::Column;
use crate::app::viewer::loaded_game::message;
use crate::app::viewer::move_text::numbered;
use crate::app::viewer::state::{GameHeader, State};
use crate::app::viewer::tree::START;
use crate::message::fill;
use crate::rules::Opening;
use crate::text::{clipped, joined};

/// The minimum height for a header of several lines.
const TALL: u16 = 14;

/// Returns the lines of the move and of its comments, with an empty line before each comment.
pub fn comments(state: &State, width: u16) -> Vec<Line<'static>> {
    let texts = state.display.texts();
    let node = &state.game.tree.nodes[state.node];
    let mut lines = vec![Line::styled(last_move(state), texts.strong())];
    for comment in node.before.iter().chain(&node.comments) {
        lines.push(Line::default());
        lines.extend(wrapped(comment, width).into_iter().map(|line| Line::styled(line, texts.comment())));
    }
    if !node.has_comments() {
        let nothing = wrapped(state.language.viewer.no_comment, width);
        lines.extend(nothing.into_iter().map(|line| Line::styled(line, texts.faint())));
    }
    lines
}

/// Returns the last move with its number, or that there is none.
fn last_move(state: &State) -> String {
    let played = state.game.tree.played(state.node).map(numbered);
    played.unwrap_or_else(|| state.language.initial_position.to_owned())
}

/// Returns the lines of what was played in the position: the last move, the table, and how far it is or that there is
/// nothing in it.
pub(super) fn explorer(state: &State, width: u16) -> Vec<Line<'static>> {
    let words = state.language.viewer;
    let note = match state.progress.exploring {
        Some(percent) => fill(words.searching, &[("percent", &percent)]),
        None if state.game.tree.position(state.node).is_none() => words.no_position.to_owned(),
        None if state.explored.is_empty() => state.language.explorer.no_game.to_owned(),
        None => String::new(),
    };
    // the board shows the position, unless it is one of several variants
    let heading = usize::from(!state.explored.contains("\n\n"));
    let note = wrapped(&note, width).into_iter().filter(|line| !line.is_empty());
    let table = note.chain(state.explored.lines().skip(heading).map(str::to_owned)).map(Line::raw);
    let title = format!("{} · {}", last_move(state), words.explorer);
    let title = Line::styled(clipped(&title, width.into()), state.display.texts().strong());
    [title, Line::default()].into_iter().chain(table).collect()
}

/// Returns the lines of the move and the position in words, with the opening, a draw, the evaluation and the comments.
pub(super) fn words(state: &State, width: u16) -> Vec<Line<'static>> {
    let node = &state.game.tree.nodes[state.node];
    let mut text = state.game.tree.words(state.node, state.language).unwrap_or_default();
    if let Some(Opening { eco, name }) = node.opening {
        text += &fill(state.language.opening, &[("value", &format!("{eco} {name}"))]);
    }
    let draw = draw(state).map(|draw| draw + ".");
    let evaluation =
        evaluation(state).map(|value| fill(state.language.page.evaluation, &[("value", &value)]));
    let comments = node.before.iter().chain(&node.comments).map(String::as_str);
    text.lines()
        .chain(draw.as_deref())
        .chain(evaluation.as_deref())
        .chain(comments)
        .flat_map(|line| wrapped(line, width))
        .map(Line::raw)
        .collect()
}

/// Returns the evaluation of the position, if it has one.
pub(super) fn evaluation(state: &State) -> Option<String> {
    Some(state.game.tree.nodes[state.node].eval?.score.text(state.language))
}

/// Returns the rule by which the position is drawn, or a draw may be claimed.
pub(super) fn draw(state: &State) -> Option<String> {
    state.game.tree.draw(state.node, state.language)
}

/// Returns the lines of the game's file, number, variant and opening, of its tags and of its messages.
pub(super) fn info(state: &State, width: u16) -> Vec<Line<'static>> {
    let (language, texts) = (state.language, state.display.texts());
    let words = language.viewer;
    let game = &state.game;
    let line = fill(words.line, &[("line", &game.source.position(game.begins_at).line)]);
    let opening = game.tree.nodes[state.node].opening;
    let opening = opening.map_or(String::new(), |Opening { eco, name }| format!("{eco} {name}"));
    let facts = [
        (words.file, joined([&*game.file, &line], ", ")),
        (words.game, state.game.number.to_string()),
        (words.variant, state.game.tree.rules().unwrap_or_default().to_owned()),
        (words.opening, opening),
        // the terminal may not copy it, but lets the user select it
        (words.position, game.tree.position(state.node).map_or(String::new(), |position| position.fen())),
    ];
    let most = usize::from(width) / 2;
    let facts = facts.into_iter().filter(|(_, value)| !value.is_empty());
    let facts: Vec<_> = facts.map(|(name, value)| (name.to_owned(), value)).collect();
    let mut lines = fields(&facts, [0, most], texts, width);
    let heading = |text: &'static str| [Line::default(), Line::styled(text, texts.faint())];
    if !game.all_tags.is_empty() {
        lines.extend(heading(words.tags));
        lines.extend(fields(&game.all_tags, [0, most], texts, width));
    }
    if !game.diagnostics.is_empty() {
        lines.extend(heading(words.messages));
    }
    for diagnostic in &game.diagnostics {
        let text = message(diagnostic, &game.source, language);
        lines.extend(wrapped(&text, width).into_iter().map(Line::raw));
    }
    lines
}

/// Draws the header at the top of an area and returns its height in rows.
pub(super) fn draw_header(state: &State, area: Rect, buffer: &mut Buffer) -> u16 {
    let lines = match &state.page {
        Some(page) => page_header(state, page, area),
        None => header(state, area),
    };
    for (line, y) in lines.iter().zip(area.y..area.bottom()) {
        put(buffer, (area.x, y), line.clone(), area.width);
    }
    small(lines.len()).min(area.height)
}

/// Returns the lines above the moves on a page of step mode. The header is that of the assignment at the start of a
/// game.
fn page_header(state: &State, page: &GameHeader, area: Rect) -> Vec<Line<'static>> {
    let texts = state.display.texts();
    let facts = [Some(page.place.clone()), evaluation(state), draw(state)].map(Option::unwrap_or_default);
    let facts = joined(facts.iter().map(|fact| &**fact), " · ");
    let mut lines = Vec::new();
    for (text, style) in
        [(&page.title, texts.strong()), (&facts, texts.faint()), (&page.ending, Style::new())]
    {
        let text = wrapped(text, area.width).into_iter().filter(|line| !line.is_empty());
        lines.extend(text.map(|line| Line::styled(line, style)));
    }
    if area.height >= TALL {
        lines.push(Line::default());
    }
    if state.node == START {
        lines.extend(wrapped(page.header.trim_end(), area.width).into_iter().map(Line::raw));
        lines.extend(opening(state, area.width).into_iter().map(Line::raw));
        lines.push(Line::default());
    } else {
        let height = area.height.saturating_sub(small(lines.len()));
        lines.extend(header(state, Rect { height, ..area }));
    }
    lines
}

/// Returns the lines of the header for an area.
fn header(state: &State, area: Rect) -> Vec<Line<'static>> {
    let width = usize::from(area.width);
    let texts = state.display.texts();
    let mut lines = Vec::new();
    let tags = &state.game.tags;
    let joined = |parts: &[&str]| clipped(&joined(parts.iter().copied(), " · "), width);
    let [event, round, site, result, date] =
        [Column::Event, Column::Round, Column::Site, Column::Result, Column::Date]
            .map(|column| tags.get(column));
    let event = if event.is_empty() { &tags.title } else { event };
    // the rules of the boards themselves go without saying
    let variant = state.game.tree.rules().filter(|rules| !["chess", "cescacs"].contains(rules));
    let variant = variant.unwrap_or_default();
    let faint = |text| Line::styled(text, texts.faint());
    if area.height >= TALL {
        let round = if round.is_empty() { String::new() } else { format!(" ({round})") };
        let site = if event.contains(site) { "" } else { site };
        let event = format!("{event}{round}");
        let rows = [joined(&[event.trim_start()]), joined(&[site]), joined(&[result, date, variant])];
        lines.extend(rows.into_iter().filter(|row| !row.is_empty()).map(faint));
        lines.extend(opening(state, area.width).into_iter().map(Line::raw));
        lines.push(Line::default());
    } else {
        let event = clipped(event, width.saturating_sub(result.len() + 3));
        lines.push(faint(joined(&[&event, result, variant, date])));
    }
    lines
}

/// Returns the lines of the opening: before it is named, the last one of the line. Their number is the same in every
/// position of the game, so that the moves below stay where they are.
fn opening(state: &State, width: u16) -> Vec<String> {
    let tree = &state.game.tree;
    let lines = |Opening { eco, name }: Opening| wrapped(&format!("{eco} {name}"), width);
    let count = tree.openings().map(|opening| lines(opening).len()).max().unwrap_or(0);
    let following = || tree.line_on(state.node).filter_map(|node| tree.nodes[node].opening).last();
    let shown = tree.nodes[state.node].opening.or_else(following);
    let mut shown = shown.map(lines).unwrap_or_default();
    shown.resize(count, String::new());
    shown
}
