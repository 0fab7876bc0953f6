//! Draws evaluations: a bar beside the board, and a graph below the moves.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::text::Line;

use super::text::{put, small};
use crate::app::viewer::evaluation::{last_chances, score_text, white_chances};
use crate::app::viewer::state::State;
use crate::app::viewer::theme::{ColorDepth, TextStyles, ThemeColor};

/// The height of the graph in rows, without the mark below it.
const GRAPH: u16 = 3;

/// The minimum height of the moves above a graph, in rows.
const MIN_MOVES: u16 = 10;

/// Blocks that fill a character from below, by eighths.
const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The colours of White's and of Black's part.
const COLORS: [([u8; 3], Color); 2] =
    [([0xf0, 0xf0, 0xf0], Color::White), ([0x48, 0x48, 0x48], Color::Black)];

/// Draws White's chances as a bar beside the board, filled from White's end of it.
pub(super) fn draw_bar(state: &State, area: Rect, buffer: &mut Buffer) {
    let chances = last_chances(&state.game.tree, state.node).unwrap_or(0.5);
    let flipped = state.display.flipped;
    let share = if flipped { 1.0 - chances } else { chances };
    column(share, flipped, '│', state.display.depth, area, buffer);
}

/// Fills a column from below to a share of its height with White's colour or with Black's. Without
/// colours, White's part is filled, and Black's part shows `empty`.
fn column(share: f64, is_black: bool, empty: char, depth: ColorDepth, area: Rect, buffer: &mut Buffer) {
    let colors = COLORS.map(|(rgb, ansi)| ThemeColor::nearest(rgb, ansi).color(depth));
    let [below, above] = if is_black { [colors[1], colors[0]] } else { colors };
    let style = match below.zip(above) {
        Some((below, above)) => Style::new().fg(below).bg(above),
        None => Style::new(),
    };
    let is_inverted = is_black && below.is_none();
    let filled = (share * f64::from(area.height) * 8.0).round() as usize;
    for (above_it, y) in (area.y..area.bottom()).rev().enumerate() {
        let eighths = filled.saturating_sub(8 * above_it).min(8);
        let eighths = if is_inverted { if eighths >= 4 { 0 } else { 8 } } else { eighths };
        let block = if below.is_none() && eighths == 0 { empty } else { EIGHTHS[eighths] };
        put(buffer, (area.x, y), Line::styled(block.to_string(), style), 1);
    }
}

/// Draws the graph of the current line at the bottom of an area, with a mark below the current move. Returns
/// the area above it, which is the whole area if there is no room for a graph.
pub(super) fn draw_graph(state: &State, area: Rect, buffer: &mut Buffer) -> Rect {
    let needed = GRAPH + 2;
    let Some(rest) = area.height.checked_sub(needed).filter(|rest| *rest >= MIN_MOVES) else { return area };
    let tree = &state.game.tree;
    let mut line: Vec<_> = tree.line_back(state.node).collect();
    line.reverse();
    let at = line.len() - 1;
    line.extend(tree.line_on(state.node));
    let width = usize::from(area.width);
    // each move takes up to three columns, or several moves share a column
    let columns = (line.len() * (width / line.len()).min(3)).max(line.len().min(width));
    let column_of = |ply: usize| ply * columns / line.len();
    let graph = Rect { y: area.y + rest + 1, height: GRAPH, ..area };
    let mut chances = 0.5;
    for x in 0..columns {
        let first = x * line.len() / columns;
        let plies = &line[first..((x + 1) * line.len() / columns).max(first + 1)];
        // if a column has several moves, the last evaluated one counts; if none is evaluated, the
        // chances stay the same
        let last = plies.iter().rev().find_map(|node| white_chances(tree, *node));
        chances = last.unwrap_or(chances);
        let slot = Rect { x: graph.x + small(x), width: 1, ..graph };
        column(chances, false, ' ', state.display.depth, slot, buffer);
    }
    let text = tree.node(state.node).eval.map(score_text).unwrap_or_default();
    let at = column_of(at);
    // the number is after the mark, or before it at the right end
    let is_behind = at + text.len() + 2 <= width;
    let (mark, x) = match is_behind {
        true => (format!("▲ {text}"), at),
        false => (format!("{text} ▲"), at.saturating_sub(text.len() + 1)),
    };
    let style = TextStyles::new(state.display.depth).strong();
    put(buffer, (area.x + small(x), graph.bottom()), Line::styled(mark, style), area.width - small(x));
    Rect { height: rest, ..area }
}
