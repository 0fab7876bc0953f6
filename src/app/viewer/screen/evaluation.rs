//! Draws evaluations: a bar beside the board, and a graph below the moves.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use shakmaty::Color as Side;

use super::move_list::of_judgement;
use super::text::{put, small};
use super::{Place, Places};
use crate::app::viewer::evaluation::{judgement, white_chances};
use crate::app::viewer::state::State;
use crate::app::viewer::theme::ColorDepth;
use crate::picture::TerminalColor;
use crate::syntax::Nag;

/// The height of the graph in rows, without the mark below it.
const GRAPH: u16 = 3;

/// The height with the blank row above it and the marks below it.
const HEIGHT: u16 = GRAPH + 2;

/// The minimum height of the moves above a graph, in rows.
const MIN_MOVES: u16 = 10;

/// Blocks that fill a character from below, by eighths.
const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The colours of White's and of Black's part, which stand out from light terminals and from dark ones.
pub const WHITE: TerminalColor = TerminalColor::of_palette(250, 7);
pub const BLACK: TerminalColor = TerminalColor::of_palette(238, 8);

/// Draws White's chances as a bar beside the board, filled from White's end of it.
pub(super) fn draw_bar(state: &State, area: Rect, buffer: &mut Buffer) {
    let tree = &state.game.tree;
    // those of the last position of the line that is evaluated
    let chances = tree.line_back(state.node).find_map(|node| white_chances(tree, node)).unwrap_or(0.5);
    let (share, below) =
        if state.display.flipped { (1.0 - chances, Side::Black) } else { (chances, Side::White) };
    column(share, below, None, state.display.depth, area, buffer);
}

/// Fills a column from below to a share of its height with the colour of the side `below`, and the rest with that of
/// the other side. The row `line`, counted from below, has a line if it is all of one side. With few colours, none of
/// which is sure to stand out, Black's part has a pattern, whether the terminal is light or dark.
fn column(share: f64, below: Side, line: Option<usize>, depth: ColorDepth, area: Rect, buffer: &mut Buffer) {
    let color = |side: Side| depth.color(side.fold_wb(WHITE, BLACK)).unwrap_or_default();
    let has_few_colors = matches!(depth, ColorDepth::None | ColorDepth::Sixteen);
    let filled = (share * f64::from(area.height) * 8.0).round() as usize;
    for (row, y) in (area.y..area.bottom()).rev().enumerate() {
        let eighths = filled.saturating_sub(8 * row).min(8);
        let mostly = if eighths >= 4 { below } else { !below };
        let blank = line.map_or('│', |line| if line == row { '─' } else { ' ' });
        let (sign, ground) = match eighths {
            _ if has_few_colors => (if mostly == Side::Black { '▒' } else { blank }, None),
            0 | 8 if line == Some(row) => (blank, Some(mostly)),
            _ => (EIGHTHS[eighths], Some(!below)),
        };
        let style = ground.map_or(Style::new(), |ground| Style::new().fg(color(!ground)).bg(color(ground)));
        put(buffer, (area.x, y), Line::styled(sign.to_string(), style), 1);
    }
}

/// Draws the graph of the current line at the bottom of an area, with marks below its mistakes and below the
/// current move. Returns the area above it, which is the whole area if there is no room for a graph, and the moves of
/// its columns.
pub(super) fn draw_graph(state: &State, area: Rect, buffer: &mut Buffer) -> (Rect, Places) {
    let mut places = Places::new();
    let Some(rest) = area.height.checked_sub(HEIGHT).filter(|rest| *rest >= MIN_MOVES) else {
        return (area, places);
    };
    let tree = &state.game.tree;
    let line = tree.line_through(state.node);
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
        column(chances, Side::White, Some(usize::from(GRAPH / 2)), state.display.depth, slot, buffer);
        // a click on the mark below the column counts, too
        let to_mark = Rect { height: GRAPH + 1, ..slot };
        places.extend(plies.last().map(|node| (to_mark, Place::Move(*node))));
    }
    let texts = state.display.texts();
    for (ply, node) in line.iter().enumerate() {
        let mistake = judgement(tree, *node).filter(|nag| matches!(nag, Nag(2 | 4)));
        let is_current = *node == state.node && tree.nodes[*node].eval.is_some();
        if mistake.is_some() || is_current {
            let mark = Line::styled(if is_current { "▲" } else { "•" }, of_judgement(mistake, texts));
            put(buffer, (area.x + small(column_of(ply)), graph.bottom()), mark, 1);
        }
    }
    (Rect { height: rest, ..area }, places)
}
