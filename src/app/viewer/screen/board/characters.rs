//! Draws pieces as characters, each in the middle of its cell.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;

use crate::app::viewer::display_options::{DisplayOptions, PieceStyle};
use crate::app::viewer::screen::text::{put, small};
use crate::app::viewer::theme::{ColorDepth, piece_color};
use crate::picture::mosaic::{BoardLayout, CellSize};
use crate::picture::{Highlight, Scene};
use crate::rules::{Diagram, PieceSymbol, Shade};

/// Draws the pieces of a scene and, without colours, empty cells: a pattern on dark squares, and a dot on hexes.
/// The board without its labels is at the upper left of the area.
pub(super) fn draw(
    scene: &Scene,
    diagram: &Diagram,
    layout: &BoardLayout,
    display: &DisplayOptions,
    area: Rect,
    buffer: &mut Buffer,
) {
    let style = display.piece_style(diagram);
    let has_colors = display.depth != ColorDepth::None;
    let has_grounds = has_grounds(style, display);
    let CellSize { width, height } = layout.frame.cell_size();
    let write = |buffer: &mut Buffer, cell: usize, text: String, style: Style| {
        let [column, row] = layout.middle(cell);
        let (x, y) = (area.x + small(column), area.y + small(row));
        // a piece's own background is three columns wide if the cell has room for it
        let is_wide = width > 3 && has_grounds;
        let (x, text) = if is_wide { (x - 1, format!(" {text} ")) } else { (x, text) };
        put(buffer, (x, y), Line::styled(text, style), u16::MAX);
    };
    for (at, cell) in scene.geometry.cells.iter().enumerate().filter(|_| !has_colors) {
        let style = bare(highlight(scene, at));
        if !diagram.is_grid() {
            write(buffer, at, ".".to_owned(), style);
            continue;
        }
        let pattern = match (cell.shade, display.unicode) {
            // all of a highlighted square is reversed
            _ if style != Style::new() => " ",
            (Shade::Light, _) => " ",
            (_, true) => "░",
            (_, false) => ":",
        };
        let [column, row] = layout.middle(at);
        let (left, top) = (column - (width - 1) / 2, row - (height - 1) / 2);
        let square = Rect::new(area.x + small(left), area.y + small(top), small(width), small(height));
        for position in square.positions() {
            buffer[position].set_symbol(pattern).set_style(style);
        }
    }
    for placed in &scene.pieces {
        let is_it = |symbol: &&PieceSymbol| (symbol.kind, symbol.color) == (placed.kind, placed.color);
        let Some(&symbol) = diagram.pieces.iter().find(is_it) else { continue };
        let look = match has_colors {
            true => colored(symbol, style, None, display),
            false => bare(highlight(scene, placed.cell)),
        };
        write(buffer, placed.cell, character(symbol, style, display), look);
    }
}

fn highlight(scene: &Scene, cell: usize) -> Highlight {
    if scene.check == Some(cell) {
        Highlight::Check
    } else if scene.last_move.contains(&cell) {
        Highlight::LastMove
    } else {
        Highlight::None
    }
}

fn bare(highlight: Highlight) -> Style {
    match highlight {
        Highlight::None => Style::new(),
        Highlight::LastMove => Style::new().add_modifier(Modifier::REVERSED),
        Highlight::Check => {
            Style::new().add_modifier(Modifier::REVERSED | Modifier::UNDERLINED | Modifier::BOLD)
        }
    }
}

/// Returns whether pieces have a ground of their own. Letters do, because they are thinner than figurines.
fn has_grounds(style: PieceStyle, display: &DisplayOptions) -> bool {
    display.has_piece_grounds() || style == PieceStyle::Letters
}

/// Returns the colours of a piece on a cell, which keeps its colour if it has been painted already.
pub(in super::super) fn colored(
    piece: PieceSymbol,
    style: PieceStyle,
    cell: Option<Color>,
    display: &DisplayOptions,
) -> Style {
    let color = |side| display.depth.color(piece_color(side));
    let [text, ground] = match has_grounds(style, display) {
        true => [!piece.color, piece.color].map(color),
        false => [color(piece.color), cell],
    };
    Style { fg: text, bg: ground, ..Style::new().add_modifier(Modifier::BOLD) }
}

/// Returns the character of a piece. On a board with colours, which show the side, figurines of both sides are filled:
/// that is easier to see than an outline. On a ground of its own an outline leaves the most of the side's colour.
pub(in super::super) fn character(piece: PieceSymbol, style: PieceStyle, display: &DisplayOptions) -> String {
    match style {
        PieceStyle::Letters => char::from(piece.letter).to_string(),
        _ if display.depth == ColorDepth::None => piece.figurine.to_owned(),
        _ if has_grounds(style, display) => piece.outlined_figurine(),
        _ => piece.filled_figurine(),
    }
}
