//! The keys of a screen, from the table that gives them their meanings.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::put;
use crate::app::viewer::keys::{self, Binding};
use crate::app::viewer::state::State;
use crate::app::viewer::theme::Texts;

/// Draws the keys of a game or of the list, from a line of them on.
pub fn draw(state: &State, top: usize, of_list: bool, area: Rect, buffer: &mut Buffer) {
    /// From how many columns on there is room for all the keys of a command.
    const ROOMY: u16 = 60;
    let texts = Texts::new(state.look.depth);
    let table = if of_list { keys::LIST } else { keys::GAME };
    let title = Line::styled(state.language.view_keys, texts.strong());
    put(buffer, (area.x, area.y), title, area.width);
    let height = usize::from(area.height.saturating_sub(1));
    let top = top.min(table.len().saturating_sub(height));
    let names = |binding: &Binding| {
        let names = binding.keys.iter().map(|key| key.name(state.look.unicode));
        names.take(if area.width < ROOMY { 1 } else { usize::MAX }).collect::<Vec<_>>().join(" ")
    };
    let width = table.iter().map(|binding| Span::raw(names(binding)).width()).max().unwrap_or(0);
    for (binding, y) in table.iter().skip(top).zip(area.y + 1..area.bottom()) {
        let names = names(binding);
        let gap = " ".repeat(2 + width - Span::raw(&names[..]).width());
        let line = Line::from(vec![
            Span::raw("  "),
            Span::styled(names, texts.strong()),
            Span::raw(gap),
            Span::raw((binding.help)(state.language)),
        ]);
        put(buffer, (area.x, y), line, area.width);
    }
}
