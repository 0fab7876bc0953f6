//! Draws the players: a line for each, with the pieces that it has captured or has in hand, and its
//! clock.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;
use shakmaty::Color;

use super::board::{character, colored};
use super::text::{clipped, put};
use crate::app::viewer::display_options::PieceStyle;
use crate::app::viewer::listing::Column;
use crate::app::viewer::material::{balance, captured};
use crate::app::viewer::state::State;
use crate::app::viewer::theme::{ColorDepth, piece_color};
use crate::app::viewer::tree::START;
use crate::library::Position;
use crate::message::fill;
use crate::picture::Highlight;
use crate::rules::{PieceSymbol, Shade};
use crate::syntax::clock_text;

/// The width of a name, in columns, that captured pieces must leave.
const MIN_NAME: usize = 12;

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
    let clock = Span::styled(clock(state, side).unwrap_or_default(), style);
    // each part is after a space
    let with_gap = |text: &Span<'_>| if text.content.is_empty() { 0 } else { text.width() + 1 };
    let room = width.saturating_sub(chip.width() + 1 + with_gap(&clock));
    let [mut pieces, balance] = position.map(|position| material(state, position, side)).unwrap_or_default();
    // the name comes first; captured pieces are shown only if there is room for all of them
    let free = room.saturating_sub(Span::raw(name).width().min(MIN_NAME));
    if with_gap(&pieces) + with_gap(&balance) > free {
        pieces = Span::default();
    }
    let room_of_name = room.saturating_sub(with_gap(&pieces) + with_gap(&balance));
    // a rating is whole or left out
    let rest = room_of_name.saturating_sub(rating.len());
    let name = match rest >= Span::raw(name).width().min(MIN_NAME) {
        true => clipped(name, rest) + &rating,
        false => clipped(name, room_of_name),
    };
    let gap = " ".repeat(room_of_name.saturating_sub(Span::raw(&name[..]).width()));
    let name = Span::styled(name, if is_to_move { texts.strong() } else { texts.faint() });
    let mut line = vec![chip, Span::raw(" "), name, Span::raw(gap)];
    for part in [pieces, balance, clock].into_iter().filter(|part| !part.content.is_empty()) {
        line.extend([Span::raw(" "), part]);
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

/// Returns the pieces that a side has in hand or has captured, or the checks it has given if these win, and its
/// advantage in pawns, if it has one.
fn material(state: &State, position: &Position, side: Color) -> [Span<'static>; 2] {
    let Some(start) = state.game.tree.position(START) else { return <[Span<'_>; 2]>::default() };
    let display = &state.display;
    let style = match display.depth {
        ColorDepth::None => PieceStyle::Letters,
        _ => display.piece_style(position.diagram()),
    };
    // as on a dark cell, so that they look the same on light terminals and on dark ones
    let pieces = |pieces: &[PieceSymbol]| {
        let text: String = pieces.iter().map(|piece| character(*piece, style, display)).collect();
        let cell = display.depth.color(display.theme.cell_color(Shade::Dark, Highlight::None));
        let look = pieces.first().zip(cell).map(|(piece, cell)| colored(*piece, style, Some(cell), display));
        Span::styled(text, look.unwrap_or_default())
    };
    if let Some(held) = position.in_hand(side) {
        // the balance of the board tells little where captured pieces come back
        let held = pieces(&held);
        let pocket = fill(state.language.viewer.pocket, &[("pieces", &held.content)]);
        return [
            if held.content.is_empty() { held } else { Span::styled(pocket, held.style) },
            Span::default(),
        ];
    }
    let ahead = side.fold_wb(1, -1) * balance(position).unwrap_or(0);
    let balance = Span::raw(if ahead > 0 { format!("+{ahead}") } else { String::new() });
    let checks = position.checks_given(side);
    let checks = checks.map(|checks| fill(state.language.page.checks_given, &[("count", &checks)]));
    [checks.map_or_else(|| pieces(&captured(&start, position, side)), Span::raw), balance]
}

/// Returns the time that was last recorded for a side's clock, or that its last move took.
fn clock(state: &State, side: Color) -> Option<String> {
    let tree = &state.game.tree;
    let moves = || tree.line_back(state.node).filter(|&node| tree.node(node).at.side == side);
    let left = moves().find_map(|node| tree.nodes[node].clock).map(clock_text);
    let took = || moves().next().and_then(|node| tree.nodes[node].elapsed);
    left.or_else(|| took().map(|took| format!("{:.1} s", took.as_secs_f64())))
}
