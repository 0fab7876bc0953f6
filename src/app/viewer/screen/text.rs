//! Draws texts, clipped to the window, shortened, wrapped or to be scrolled.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Cursor, Rect};
use ratatui::text::{Line, Span};

use crate::app::viewer::theme::TextStyles;

/// Draws a text from the line `top` on. `lines` returns its lines for a width. Arrows on the right
/// show that there are more lines. Returns the last line that the text can begin with.
pub(super) fn draw(
    lines: impl FnOnce(u16) -> Vec<Line<'static>>,
    top: usize,
    area: Rect,
    buffer: &mut Buffer,
) -> usize {
    /// The columns of the arrows and of the space before them.
    const MARGIN: u16 = 2;
    let width = area.width.saturating_sub(MARGIN).max(1);
    let lines = lines(width);
    let height = usize::from(area.height);
    let last_top = lines.len().saturating_sub(height);
    let top = top.min(last_top);
    for (line, y) in lines.into_iter().skip(top).zip(area.y..area.bottom()) {
        put(buffer, (area.x, y), line, width);
    }
    let right = area.right().saturating_sub(1);
    if top > 0 {
        put(buffer, (right, area.y), Line::raw("↑"), 1);
    }
    if top < last_top {
        put(buffer, (right, area.bottom().saturating_sub(1)), Line::raw("↓"), 1);
    }
    last_top
}

/// Returns lines of names with their values, which all begin in the same column and are wrapped there. `left` columns
/// are empty before the names, and the values begin before the column `most`.
pub(super) fn fields(
    fields: &[(String, String)],
    [left, most]: [usize; 2],
    texts: TextStyles,
    width: u16,
) -> Vec<Line<'static>> {
    let columns = |name: &str| Span::raw(name).width();
    let widest = fields.iter().map(|(name, _)| columns(name)).max().unwrap_or(0);
    let indent = (left + widest + 2).min(most);
    let room = width.saturating_sub(small(indent)).max(1);
    let mut lines = Vec::new();
    for (name, value) in fields {
        let names = wrapped(name, small(indent.saturating_sub(left + 1)));
        let values = wrapped(value, room);
        for at in 0..names.len().max(values.len()) {
            let [name, value] = [&names, &values].map(|lines| lines.get(at).cloned().unwrap_or_default());
            let gap = " ".repeat(indent.saturating_sub(left + columns(&name)));
            let name = Span::styled(name, texts.strong());
            lines.push(Line::from(vec![Span::raw(" ".repeat(left)), name, Span::raw(gap), Span::raw(value)]));
        }
    }
    lines
}

/// Wraps a text into lines of at most `width` columns. A word that is wider is broken.
pub(super) fn wrapped(text: &str, width: u16) -> Vec<String> {
    crate::text::wrapped(text, width.into())
}

/// Returns a number of columns or rows of a window.
pub fn small(number: usize) -> u16 {
    // unwrap_or: what fits into a window is far smaller
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// Writes a line at a position, clipped to the window.
pub(super) fn put(buffer: &mut Buffer, (x, y): (u16, u16), line: Line<'_>, width: u16) {
    if buffer.area().contains(Cursor { x, y }) {
        buffer.set_line(x, y, &line, width);
    }
}
