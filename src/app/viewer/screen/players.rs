//! Draws the players: a line for each, with the pieces that it has captured or has in hand, and its
//! clock.

use std::cell::Cell;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;
use shakmaty::Color;
use textwrap::core::display_width;

use super::board::{character, colored};
use super::text::put;
use crate::app::viewer::display_options::PieceStyle;
use crate::app::viewer::listing::Column;
use crate::app::viewer::state::State;
use crate::app::viewer::theme::{ColorDepth, piece_color};
use crate::app::viewer::tree::START;
use crate::library::Position;
use crate::message::{Language, fill};
use crate::picture::Highlight;
use crate::rules::{AnyPosition, PieceSymbol, Shade, balance, captured};
use crate::syntax::clock_text;
use crate::text::clipped;

/// Draws the line of a player at the top of an area. The side to move stands out.
pub(super) fn draw(state: &State, position: Option<&Position>, side: Color, area: Rect, buffer: &mut Buffer) {
    let texts = state.display.texts();
    let width = usize::from(area.width);
    let [name, rating] = side.fold_wb([Column::White, Column::WhiteElo], [Column::Black, Column::BlackElo]);
    let (word, tags) = (name.heading(state.language), &state.game.tags);
    let (name, rating) = match (tags.get(name), tags.get(rating)) {
        ("", _) => (word, String::new()),
        (name, "") => (name, String::new()),
        (name, rating) => (name, format!(" ({rating})")),
    };
    let chip = chip(state, side, word);
    let is_to_move = position.is_some_and(|position| position.turn() == side);
    let style = if is_to_move { texts.strong() } else { Style::new() };
    let clock = clock(state, side).unwrap_or_default();
    let ([pieces, balance], look) =
        position.map(|position| material(state, position, side)).unwrap_or_default();
    let room = width.saturating_sub(chip.width() + 1);
    let [name, pieces, balance] = player_line([name, &rating], [&pieces, &balance], &clock, room);
    let name = Span::styled(name, if is_to_move { texts.strong() } else { texts.faint() });
    let mut line = vec![chip, Span::raw(" "), name];
    for (text, style) in [(pieces, look), (balance, Style::new()), (clock, style)] {
        if !text.is_empty() {
            line.extend([Span::raw(" "), Span::styled(text, style)]);
        }
    }
    put(buffer, (area.x, area.y), line.into(), area.width);
}

/// Returns the mark of a side: a disc of its colour on the colour of a dark cell, or without colours the first
/// letter of its name.
fn chip(state: &State, side: Color, word: &str) -> Span<'static> {
    let display = &state.display;
    let ground = display.theme.cell_color(Shade::Dark, Highlight::None);
    match (display.depth.color(piece_color(side)), display.depth.color(ground)) {
        (Some(color), Some(ground)) => Span::styled(" ● ", Style::new().fg(color).bg(ground)),
        _ => Span::raw(word.chars().take(1).flat_map(char::to_uppercase).collect::<String>()),
    }
}

/// Returns what a side has gained and its advantage in pawns, and the style of its pieces.
fn material(state: &State, position: &Position, side: Color) -> ([String; 2], Style) {
    let Some(start) = state.game.tree.position(START) else { return Default::default() };
    let display = &state.display;
    let style = match display.depth {
        ColorDepth::None => PieceStyle::Letters,
        _ => display.piece_style(position.diagram()),
    };
    let boards = [start.on_any_board(), position.on_any_board()];
    let look = Cell::new(Style::new());
    let cell = display.depth.color(display.theme.cell_color(Shade::Dark, Highlight::None));
    // as on a dark cell, so that they look the same on light terminals and on dark ones
    let gained = gains(boards, side, state.language, |piece: &PieceSymbol| {
        look.set(cell.map_or(Style::new(), |cell| colored(*piece, style, Some(cell), display)));
        character(*piece, style, display)
    });
    (gained, look.get())
}

/// Returns the time that was last recorded for a side's clock, or that its last move took.
fn clock(state: &State, side: Color) -> Option<String> {
    let tree = &state.game.tree;
    let moves = || tree.line_back(state.node).filter(|&node| tree.node(node).at.side == side);
    let left = moves().find_map(|node| tree.nodes[node].clock).map(clock_text);
    let took = || moves().next().and_then(|node| tree.nodes[node].elapsed);
    left.or_else(|| took().map(|took| format!("{:.1} s", took.as_secs_f64())))
}

/// The width of a name, in columns, that captured pieces must leave.
const MIN_NAME: usize = 12;

/// Returns the name of a player with the rating, and what the side has won, as far as a clock leaves room in a number
/// of columns. The name is followed by spaces, so that the rest, each after a space, ends at the right.
fn player_line(
    [name, rating]: [&str; 2],
    [pieces, balance]: [&str; 2],
    clock: &str,
    columns: usize,
) -> [String; 3] {
    let with_gap = |text: &str| if text.is_empty() { 0 } else { display_width(text) + 1 };
    let room = columns.saturating_sub(with_gap(clock));
    // the name comes first; captured pieces are shown only if there is room for all of them
    let free = room.saturating_sub(display_width(name).min(MIN_NAME));
    let pieces = if with_gap(pieces) + with_gap(balance) > free { "" } else { pieces };
    let room_of_name = room.saturating_sub(with_gap(pieces) + with_gap(balance));
    // a rating is whole or left out
    let rest = room_of_name.saturating_sub(rating.len());
    let name = match rest >= display_width(name).min(MIN_NAME) {
        true => clipped(name, rest) + rating,
        false => clipped(name, room_of_name),
    };
    let gap = room_of_name.saturating_sub(display_width(&name));
    [format!("{name}{:gap$}", ""), pieces.to_owned(), balance.to_owned()]
}

/// Returns the pieces that a side has in hand or has captured since the start of the game, or the checks it has given
/// if these win, and its advantage in pawns. Either is empty if there is none.
fn gains(
    [start, now]: [&dyn AnyPosition; 2],
    side: Color,
    language: &Language,
    text: impl Fn(&PieceSymbol) -> String,
) -> [String; 2] {
    if let Some(held) = now.in_hand(side) {
        // the balance of the board tells little where captured pieces come back
        let pieces: String = held.iter().map(text).collect();
        let pocket = fill(language.viewer.pocket, &[("pieces", &pieces)]);
        return [if held.is_empty() { pieces } else { pocket }, String::new()];
    }
    let ahead = side.fold_wb(1, -1) * balance(now).unwrap_or(0);
    let balance = if ahead > 0 { format!("+{ahead}") } else { String::new() };
    let checks = now.checks_given(side).map(|checks| fill(language.page.checks_given, &[("count", &checks)]));
    [checks.unwrap_or_else(|| captured(start, now, side).iter().map(text).collect()), balance]
}
