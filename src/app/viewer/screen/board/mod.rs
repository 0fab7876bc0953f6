//! Draws the board: cells, pieces, and the letters and numbers around them.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;

use super::canvas::Canvas;
use super::{put, sprites};
use crate::app::viewer::color::ColorDepth;
use crate::app::viewer::display_options::{DisplayOptions, PieceStyle};
use crate::app::viewer::positions::BoardView;
use crate::app::viewer::theme::{TextStyles, cell_color, has_piece_backgrounds, piece_color};
use crate::picture::Highlight;
use crate::rules::{Content, Diagram, PieceSymbol, Shade, Slot};

/// The size of a cell, in columns and rows of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellSize {
    width: usize,
    height: usize,
    /// Whether pieces are drawn as sprites that fill the cell, and not as characters.
    is_large: bool,
}

const fn size(width: usize, height: usize) -> CellSize {
    CellSize { width, height, is_large: false }
}

const LARGE: CellSize = CellSize { width: 8, height: 4, is_large: true };
const SQUARE_SIZES: [CellSize; 4] = [LARGE, size(6, 3), size(4, 2), size(2, 1)];
const HEX_SIZES: [CellSize; 3] = [LARGE, size(4, 2), size(3, 2)];
/// The sizes of hexes in the compact form of a board.
const COMPACT_SIZES: [CellSize; 2] = [size(3, 1), size(2, 1)];

/// The layout of a board: the size and the positions of its cells.
///
/// A line is a row of cells. On a board of hexes each line is half a cell above the next one, unless
/// it is in its compact form, so vertical positions are counted in half rows of the terminal.
#[derive(Clone, Debug)]
pub struct BoardLayout<'d> {
    diagram: &'d Diagram,
    size: CellSize,
    /// The columns of the diagram that have cells, in ascending order.
    columns: Vec<usize>,
    /// The lines from the top of the screen to the bottom.
    lines: Vec<Vec<Slot>>,
    /// Whether the board is in its compact form, where a line is a pair of lines of hexes.
    is_compact: bool,
    flipped: bool,
}

impl<'d> BoardLayout<'d> {
    /// Returns the layouts of a board, the largest first.
    pub fn of(diagram: &'d Diagram, display: &DisplayOptions) -> impl Iterator<Item = BoardLayout<'d>> {
        let cells = diagram.rows.iter().flatten().filter(|slot| slot.is_cell());
        let mut columns: Vec<usize> = cells.map(|slot| slot.column).collect();
        columns.sort_unstable();
        columns.dedup();
        let flipped = display.flipped;
        let takes_large = display.is_large && display.depth != ColorDepth::None && display.unicode;
        let sizes = if diagram.is_grid() { &SQUARE_SIZES[..] } else { &HEX_SIZES };
        let sizes = sizes.iter().filter(move |size| takes_large || !size.is_large);
        let mut lines: Vec<_> = diagram.lines().map(<[Slot]>::to_vec).collect();
        if flipped {
            lines.reverse();
        }
        let full = sizes.map(move |size| (size, lines.clone(), false));
        let compact = diagram.compact_lines(flipped).into_iter();
        let compact =
            compact.flat_map(|lines| COMPACT_SIZES.iter().map(move |size| (size, lines.clone(), true)));
        full.chain(compact).map(move |(&size, lines, is_compact)| {
            let columns = columns.clone();
            BoardLayout { diagram, size, columns, lines, is_compact, flipped }
        })
    }

    /// Returns the width of the board in columns, with the numbers of its lines.
    #[must_use]
    pub fn width(&self) -> usize {
        let right = if self.is_compact { self.margin() } else { 1 };
        self.margin() + self.columns.len() * self.size.width + right
    }

    /// Returns the height of the board in rows, with the letters of its columns.
    #[must_use]
    pub fn height(&self) -> usize {
        self.rows() + 1
    }

    /// Returns the width of the left margin, where the numbers of the lines are.
    fn margin(&self) -> usize {
        if self.lines.len() < 10 { 2 } else { 3 }
    }

    /// Returns how many lines overlap at each height: two on a board of hexes, unless they are pairs.
    fn overlap(&self) -> usize {
        if self.diagram.is_grid() || self.is_compact { 1 } else { 2 }
    }

    /// Returns the half row where the cells of a line begin. Lines of low hexes are shifted
    /// by half a row, or their text would be between two rows.
    fn top(&self, line: usize) -> i32 {
        let half_rows = 2 * self.size.height;
        let top = line * half_rows / self.overlap();
        let shift = if (self.overlap(), self.size.height) == (2, 2) { 1 } else { 0 };
        // unwrap_or: a board is far smaller
        i32::try_from(top).unwrap_or(i32::MAX) - shift
    }

    /// Returns the height of the cells in rows. The first and the last line of hexes two rows
    /// high are cut in half.
    fn rows(&self) -> usize {
        let bottom =
            self.top(self.lines.len().saturating_sub(1)) + 2 * i32::try_from(self.size.height).unwrap_or(0);
        usize::try_from(bottom / 2).unwrap_or(0)
    }

    /// Returns the row of a line's text.
    fn text_row(&self, line: usize) -> usize {
        let middle = self.top(line) + i32::try_from(self.size.height).unwrap_or(0) - 1;
        usize::try_from(middle.max(0) / 2).unwrap_or(0)
    }

    /// Returns the terminal column where a column of the diagram begins.
    fn left(&self, column: usize) -> usize {
        let at = self.columns.binary_search(&column).unwrap_or(0);
        let at = if self.flipped { self.columns.len() - 1 - at } else { at };
        self.margin() + at * self.size.width
    }

    /// Returns the column of the text within a cell.
    fn text_column(&self) -> usize {
        (self.size.width - 1) / 2
    }
}

/// A cell to draw.
struct Cell {
    left: usize,
    line: usize,
    shade: Shade,
    highlight: Highlight,
    piece: Option<PieceSymbol>,
}

/// Draws a position at the upper left of an area. The layout fits the area.
pub fn draw(
    layout: &BoardLayout<'_>,
    view: &BoardView,
    display: &DisplayOptions,
    area: Rect,
    buffer: &mut Buffer,
) {
    let cells = cells(layout, view);
    // unwrap_or: a board that fits a terminal is far smaller
    let small = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
    if display.depth != ColorDepth::None {
        let mut canvas = Canvas::new(small(layout.width()), small(layout.rows()));
        for cell in &cells {
            paint(layout, cell, display, &mut canvas);
        }
        canvas.paint(area, display.unicode, buffer);
    }
    if !layout.size.is_large {
        for cell in &cells {
            let x = area.x + small(cell.left + layout.text_column());
            let y = area.y + small(layout.text_row(cell.line));
            write(layout, cell, display, (x, y), buffer);
        }
    }
    draw_labels(layout, display, area, buffer);
}

/// Returns the cells from the top.
fn cells(layout: &BoardLayout<'_>, view: &BoardView) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (line, row) in layout.lines.iter().enumerate() {
        for slot in row {
            if let Content::Cell { index, shade } = slot.content {
                let highlight = if view.check == Some(index) {
                    Highlight::Check
                } else if view.changed.binary_search(&index).is_ok() {
                    Highlight::LastMove
                } else {
                    Highlight::None
                };
                let piece = view.pieces.get(index).copied().flatten();
                cells.push(Cell { left: layout.left(slot.column), line, shade, highlight, piece });
            }
        }
    }
    cells
}

fn paint(layout: &BoardLayout<'_>, cell: &Cell, display: &DisplayOptions, canvas: &mut Canvas) {
    let Some(color) = cell_color(display.theme, cell.shade, cell.highlight).color(display.depth) else {
        return;
    };
    let top = layout.top(cell.line);
    canvas.fill(cell.left, top, layout.size.width, 2 * layout.size.height, color);
    if let Some(piece) = cell.piece
        && layout.size.is_large
    {
        let color = piece_color(piece.color).color(display.depth).unwrap_or(Color::Reset);
        sprites::draw(char::from(piece.letter), color, (cell.left, top), canvas);
    }
}

/// Writes a piece, or the dot of an empty cell on a board without colours.
fn write(
    layout: &BoardLayout<'_>,
    cell: &Cell,
    display: &DisplayOptions,
    (x, y): (u16, u16),
    buffer: &mut Buffer,
) {
    let (text, style) = match cell.piece {
        None if display.depth == ColorDepth::None => (".".to_owned(), bare(cell.highlight)),
        None => return,
        Some(piece) if display.depth == ColorDepth::None => {
            (symbol(piece, layout, display), bare(cell.highlight))
        }
        Some(piece) => (symbol(piece, layout, display), colored(piece, display)),
    };
    // a piece's own background is three columns wide if the cell has room for it
    let is_wide = layout.size.width > 3 && has_piece_backgrounds(display.theme, display.depth);
    let (x, text) = if is_wide { (x - 1, format!(" {text} ")) } else { (x, text) };
    put(buffer, (x, y), Line::styled(text, style), u16::MAX);
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

fn colored(piece: PieceSymbol, display: &DisplayOptions) -> Style {
    let color = |side| piece_color(side).color(display.depth).unwrap_or(Color::Reset);
    let style = Style::new().add_modifier(Modifier::BOLD);
    if has_piece_backgrounds(display.theme, display.depth) {
        style.fg(color(!piece.color)).bg(color(piece.color))
    } else {
        style.fg(color(piece.color))
    }
}

/// Returns the character of a piece. With colours it is a filled figurine for both sides,
/// which is easier to see than an outline; the colour tells the side.
fn symbol(piece: PieceSymbol, layout: &BoardLayout<'_>, display: &DisplayOptions) -> String {
    match display.piece_style(layout.diagram) {
        PieceStyle::Letters => char::from(piece.letter).to_string(),
        PieceStyle::Figurines if display.depth == ColorDepth::None => piece.figurine.to_owned(),
        PieceStyle::Figurines => filled(piece.figurine),
    }
}

/// Returns the filled form of a figurine: the black one. In the blocks of Unicode it has a
/// fixed distance from the white one.
fn filled(figurine: &str) -> String {
    let filled = |c: char| match c {
        '♔'..='♙' => char::from_u32(u32::from(c) + 6),
        '☖' => Some('☗'),
        '\u{1fa4e}'..='\u{1fa50}' => char::from_u32(u32::from(c) + 3),
        _ => Some(c),
    };
    let text: String = figurine.chars().filter_map(filled).collect();
    // without the selector many fonts draw this one as an emoji
    if text == "♟" { "♟\u{fe0e}".to_owned() } else { text }
}

/// Draws the numbers of the lines and the letters of the columns.
fn draw_labels(layout: &BoardLayout<'_>, display: &DisplayOptions, area: Rect, buffer: &mut Buffer) {
    let style = TextStyles::new(display.depth).faint();
    // unwrap_or: a board that fits a terminal is far smaller
    let small = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
    for (line, row) in layout.lines.iter().enumerate() {
        let y = area.y + small(layout.text_row(line));
        let mut numbers = row.iter().filter_map(label);
        if let Some(number) = numbers.next() {
            let x = layout.margin() - 1 - number.len();
            put(buffer, (area.x + small(x), y), Line::styled(number, style), area.width);
        }
        // in the full form it is the same number
        if let Some(number) = numbers.next().filter(|_| layout.is_compact) {
            let x = layout.width() - layout.margin() + 1;
            put(buffer, (area.x + small(x), y), Line::styled(number, style), area.width);
        }
    }
    let letters = layout.diagram.rows.iter().find(|row| !row.iter().any(Slot::is_cell));
    for slot in letters.into_iter().flatten().filter(|slot| layout.columns.contains(&slot.column)) {
        if let Some(letter) = label(slot) {
            let x = area.x + small(layout.left(slot.column) + layout.text_column());
            let y = area.y + small(layout.rows());
            put(buffer, (x, y), Line::styled(letter, style), area.width);
        }
    }
}

fn label(slot: &Slot) -> Option<&str> {
    match &slot.content {
        Content::Label(text) if !text.is_empty() => Some(text),
        _ => None,
    }
}
