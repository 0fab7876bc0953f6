//! The board: painted cells of some size, pieces, letters and numbers around it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;

use super::canvas::Canvas;
use super::{figures, put};
use crate::app::viewer::look::{Look, Pieces};
use crate::app::viewer::positions::Picture;
use crate::app::viewer::theme::{self, Depth, Mark, Texts};
use crate::rules::{Content, Diagram, PieceSymbol, Shade, Slot};

/// The size of a cell in columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    width: usize,
    height: usize,
    /// Whether pieces are drawn as large as the cell.
    is_large: bool,
}

const fn size(width: usize, height: usize) -> Size {
    Size { width, height, is_large: false }
}

const LARGE: Size = Size { width: 8, height: 4, is_large: true };
const OF_SQUARES: [Size; 4] = [LARGE, size(6, 3), size(4, 2), size(2, 1)];
const OF_HEXES: [Size; 5] = [LARGE, size(4, 2), size(3, 2), size(3, 1), size(2, 1)];

/// Where the cells of a board stand.
#[derive(Clone, Debug)]
pub struct Plan<'d> {
    diagram: &'d Diagram,
    size: Size,
    /// The text columns of the diagram in which there are cells.
    columns: Vec<usize>,
    /// The lines of cells.
    lines: usize,
    flipped: bool,
}

impl<'d> Plan<'d> {
    /// Returns the plans of a board, the largest first.
    pub fn of(diagram: &'d Diagram, look: &Look) -> impl Iterator<Item = Plan<'d>> {
        let sizes = if diagram.is_grid() { &OF_SQUARES[..] } else { &OF_HEXES };
        let columns = diagram.rows.iter().flatten().filter_map(|slot| match slot.content {
            Content::Cell { .. } => Some(slot.column),
            Content::Label(_) => None,
        });
        let mut columns: Vec<usize> = columns.collect();
        columns.sort_unstable();
        columns.dedup();
        let lines = diagram.rows.iter().filter(|row| is_line(row)).count();
        let flipped = look.flipped;
        let takes_large = look.is_large && look.depth != Depth::Bare && look.unicode;
        sizes.iter().filter(move |size| takes_large || !size.is_large).map(move |&size| Plan {
            diagram,
            size,
            columns: columns.clone(),
            lines,
            flipped,
        })
    }

    /// Returns how many columns the board takes with its numbers.
    #[must_use]
    pub fn width(&self) -> usize {
        let right = if self.shares_rows() { self.margin() } else { 1 };
        self.margin() + self.columns.len() * self.size.width + right
    }

    /// Returns how many rows the board takes with its letters.
    #[must_use]
    pub fn height(&self) -> usize {
        self.rows() + 1
    }

    /// The columns on the left, for the numbers of the lines.
    fn margin(&self) -> usize {
        if self.lines < 10 { 2 } else { 3 }
    }

    /// How many lines overlap: hexes stand half a hex above those beside them.
    fn overlap(&self) -> usize {
        if self.diagram.is_grid() { 1 } else { 2 }
    }

    /// Whether two lines share a row of the screen.
    fn shares_rows(&self) -> bool {
        self.size.height < self.overlap()
    }

    /// Returns the half row in which the cells of a line begin. Where two lines
    /// share a row, or a text would stand between rows, they are put in place.
    fn top(&self, line: usize) -> i32 {
        let half_rows = 2 * self.size.height;
        let top = line * half_rows / self.overlap();
        let shift = match (self.overlap(), self.size.height) {
            (2, 1) => top % 2,
            (2, 2) => 1,
            _ => 0,
        };
        // unwrap_or: a board has less than that
        i32::try_from(top).unwrap_or(i32::MAX) - i32::try_from(shift).unwrap_or(0)
    }

    /// How many rows the cells take. Of hexes two rows high, half of the first and of
    /// the last one are cut.
    fn rows(&self) -> usize {
        let bottom =
            self.top(self.lines.saturating_sub(1)) + 2 * i32::try_from(self.size.height).unwrap_or(0);
        usize::try_from(bottom / 2).unwrap_or(0)
    }

    /// Returns the row in which the text of a line stands.
    fn text_row(&self, line: usize) -> usize {
        let middle = self.top(line) + i32::try_from(self.size.height).unwrap_or(0) - 1;
        usize::try_from(middle.max(0) / 2).unwrap_or(0)
    }

    /// Returns where a text column of the diagram begins on the screen.
    fn left(&self, column: usize) -> usize {
        let at = self.columns.binary_search(&column).unwrap_or(0);
        let at = if self.flipped { self.columns.len() - 1 - at } else { at };
        self.margin() + at * self.size.width
    }

    /// Returns the column within a cell in which its text stands.
    fn text_column(&self) -> usize {
        (self.size.width - 1) / 2
    }
}

fn is_line(row: &[Slot]) -> bool {
    row.iter().any(|slot| matches!(slot.content, Content::Cell { .. }))
}

/// A cell that is drawn.
struct Cell {
    left: usize,
    line: usize,
    shade: Shade,
    mark: Mark,
    man: Option<PieceSymbol>,
}

/// Draws a position at the upper left of an area that its plan fits in.
pub fn draw(plan: &Plan<'_>, picture: &Picture, look: &Look, area: Rect, buffer: &mut Buffer) {
    let cells = cells(plan, picture);
    // a board fits a terminal
    let small = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
    if look.depth != Depth::Bare {
        let mut canvas = Canvas::new(small(plan.width()), small(plan.rows()));
        for cell in &cells {
            paint(plan, cell, look, &mut canvas);
        }
        canvas.paint(area, look.unicode, buffer);
    }
    if !(plan.size.is_large) {
        for cell in &cells {
            let x = area.x + small(cell.left + plan.text_column());
            let y = area.y + small(plan.text_row(cell.line));
            write(plan, cell, look, (x, y), buffer);
        }
    }
    draw_labels(plan, look, area, buffer);
}

/// Finds the cells in the order in which they are seen.
fn cells(plan: &Plan<'_>, picture: &Picture) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (line, row) in lines(plan).enumerate() {
        for slot in row {
            if let Content::Cell { index, shade } = slot.content {
                let mark = if picture.check == Some(index) {
                    Mark::Check
                } else if picture.changed.binary_search(&index).is_ok() {
                    Mark::Moved
                } else {
                    Mark::None
                };
                let man = picture.pieces.get(index).copied().flatten();
                cells.push(Cell { left: plan.left(slot.column), line, shade, mark, man });
            }
        }
    }
    cells
}

/// Returns the rows of the diagram that have cells, as they are seen from the top.
fn lines<'d>(plan: &Plan<'d>) -> impl Iterator<Item = &'d Vec<Slot>> {
    let mut rows: Vec<_> = plan.diagram.rows.iter().filter(|row| is_line(row)).collect();
    if plan.flipped {
        rows.reverse();
    }
    rows.into_iter()
}

fn paint(plan: &Plan<'_>, cell: &Cell, look: &Look, canvas: &mut Canvas) {
    let Some(color) = look.theme.cell(cell.shade, cell.mark).color(look.depth) else { return };
    let top = plan.top(cell.line);
    canvas.fill(cell.left, top, plan.size.width, 2 * plan.size.height, color);
    if let Some(man) = cell.man
        && plan.size.is_large
    {
        let ink = theme::piece(man.color).color(look.depth).unwrap_or(Color::Reset);
        figures::draw(char::from(man.letter), ink, (cell.left, top), canvas);
    }
}

/// Writes a piece, or the dot of an empty cell that is not painted.
fn write(plan: &Plan<'_>, cell: &Cell, look: &Look, (x, y): (u16, u16), buffer: &mut Buffer) {
    let (text, style) = match cell.man {
        None if look.depth == Depth::Bare => (".".to_owned(), bare(cell.mark)),
        None => return,
        Some(man) if look.depth == Depth::Bare => (symbol(man, plan, look), bare(cell.mark)),
        Some(man) => (symbol(man, plan, look), colored(man, look)),
    };
    // a ground of its own takes the columns beside the piece as well, if there are any
    let is_wide = plan.size.width > 3 && look.theme.grounds_pieces(look.depth);
    let (x, text) = if is_wide { (x - 1, format!(" {text} ")) } else { (x, text) };
    put(buffer, (x, y), Line::styled(text, style), u16::MAX);
}

fn bare(mark: Mark) -> Style {
    match mark {
        Mark::None => Style::new(),
        Mark::Moved => Style::new().add_modifier(Modifier::REVERSED),
        Mark::Check => Style::new().add_modifier(Modifier::REVERSED | Modifier::UNDERLINED | Modifier::BOLD),
    }
}

fn colored(man: PieceSymbol, look: &Look) -> Style {
    let color = |side| theme::piece(side).color(look.depth).unwrap_or(Color::Reset);
    let style = Style::new().add_modifier(Modifier::BOLD);
    if look.theme.grounds_pieces(look.depth) {
        style.fg(color(!man.color)).bg(color(man.color))
    } else {
        style.fg(color(man.color))
    }
}

/// Returns what stands for a piece. On a painted cell its colour tells the side, so
/// that it may be a full figure, which is seen better than an index.
fn symbol(man: PieceSymbol, plan: &Plan<'_>, look: &Look) -> String {
    match look.pieces(plan.diagram) {
        Pieces::Letters => char::from(man.letter).to_string(),
        Pieces::Figurines if look.depth == Depth::Bare => man.figurine.to_owned(),
        Pieces::Figurines => filled(man.figurine),
    }
}

/// Returns the full figure of a figurine. In the blocks of Unicode the white pieces
/// come before the black ones.
fn filled(figurine: &str) -> String {
    let filled = |c: char| match c {
        '♔'..='♙' => char::from_u32(u32::from(c) + 6),
        '☖' => Some('☗'),
        '\u{1fa4e}'..='\u{1fa50}' => char::from_u32(u32::from(c) + 3),
        _ => Some(c),
    };
    let text: String = figurine.chars().filter_map(filled).collect();
    // many fonts draw this one as an emoji if nothing says that it is text
    if text == "♟" { "♟\u{fe0e}".to_owned() } else { text }
}

/// Writes the numbers of the lines and the letters of the columns.
fn draw_labels(plan: &Plan<'_>, look: &Look, area: Rect, buffer: &mut Buffer) {
    let style = Texts::new(look.depth).faint();
    // a board fits a terminal
    let small = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
    for (line, row) in lines(plan).enumerate() {
        let Some(number) = row.iter().find_map(label) else { continue };
        let is_second = plan.shares_rows() && line % 2 == 1;
        let x = if is_second { plan.width() - plan.margin() + 1 } else { plan.margin() - 1 - number.len() };
        let y = area.y + small(plan.text_row(line));
        put(buffer, (area.x + small(x), y), Line::styled(number, style), area.width);
    }
    let letters = plan.diagram.rows.iter().find(|row| !is_line(row)).into_iter().flatten();
    for slot in letters.filter(|slot| plan.columns.contains(&slot.column)) {
        if let Some(letter) = label(slot) {
            let x = area.x + small(plan.left(slot.column) + plan.text_column());
            let y = area.y + small(plan.rows());
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
