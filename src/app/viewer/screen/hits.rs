//! Marks the texts that a search has found.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::text::plain_letters;

/// Sets the style of the texts in an area that equal one of `texts`, ignoring case and accents.
pub(super) fn mark(texts: &[String], style: Style, area: Rect, buffer: &mut Buffer) {
    let area = area.intersection(*buffer.area());
    for y in area.top()..area.bottom() {
        let mut row = String::new();
        // the column of each byte of the row
        let mut columns = Vec::new();
        for x in area.left()..area.right() {
            row += &plain_letters(buffer[(x, y)].symbol());
            columns.resize(row.len(), x);
        }
        for text in texts.iter().filter(|text| !text.is_empty()) {
            for (at, found) in row.match_indices(&text[..]) {
                let [first, last] = [at, at + found.len() - 1].map(|at| columns[at]);
                buffer.set_style(Rect { x: first, y, width: last - first + 1, height: 1 }, style);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::style::Modifier;

    use super::*;

    #[test]
    fn texts_are_marked_whatever_their_case_and_accents() {
        let mut buffer = Buffer::with_lines(["Réti, 象 Richard reti"]);
        let style = Style::new().add_modifier(Modifier::UNDERLINED);
        mark(&["reti".to_owned(), "rich".to_owned()], style, *buffer.area(), &mut buffer);
        let marked = buffer.content().iter().filter(|cell| cell.modifier.contains(Modifier::UNDERLINED));
        assert_eq!(marked.map(ratatui::buffer::Cell::symbol).collect::<String>(), "RétiRichreti");
    }
}
