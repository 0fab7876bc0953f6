//! Draws the help: the keys of a screen, from the table of its bindings.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::put;
use crate::app::viewer::keys::{self, Binding};
use crate::app::viewer::state::State;
use crate::app::viewer::theme::TextStyles;

/// Draws the keys of the game screen or of the list, from the line `top` on.
pub fn draw(state: &State, top: usize, is_list: bool, area: Rect, buffer: &mut Buffer) {
    /// The least width for all keys of a command; a narrower window shows only the first.
    const WIDE: u16 = 60;
    let texts = TextStyles::new(state.display.depth);
    let bindings = if is_list { keys::LIST } else { keys::GAME };
    let title = Line::styled(state.language.view_keys, texts.strong());
    put(buffer, (area.x, area.y), title, area.width);
    let height = usize::from(area.height.saturating_sub(1));
    let top = top.min(bindings.len().saturating_sub(height));
    let names = |binding: &Binding| {
        let names = binding.keys.iter().map(|key| key.name(state.display.unicode));
        names.take(if area.width < WIDE { 1 } else { usize::MAX }).collect::<Vec<_>>().join(" ")
    };
    let width = bindings.iter().map(|binding| Span::raw(names(binding)).width()).max().unwrap_or(0);
    for (binding, y) in bindings.iter().skip(top).zip(area.y + 1..area.bottom()) {
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
