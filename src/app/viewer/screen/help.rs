//! Draws the help: the keys of a screen, from the table of its bindings.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::text::{self, put, small, wrapped};
use crate::app::viewer::keys::{self, Binding};
use crate::app::viewer::state::State;
use crate::app::viewer::theme::TextStyles;

/// Draws the keys of the game screen or of the list, from the line `top` on. Returns the last line that the
/// help can begin with.
pub(super) fn draw(state: &State, top: usize, is_list: bool, area: Rect, buffer: &mut Buffer) -> usize {
    /// The minimum width at which all keys of a command are shown; a narrower window shows only the
    /// first.
    const WIDE: u16 = 60;
    let texts = TextStyles::new(state.display.depth);
    let bindings = if is_list { keys::LIST } else { keys::GAME };
    put(buffer, (area.x, area.y), Line::styled(state.language.viewer.keys, texts.strong()), area.width);
    let names = |binding: &Binding| {
        let names = binding.keys.iter().map(|key| key.name(state.display.unicode));
        names.take(if area.width < WIDE { 1 } else { usize::MAX }).collect::<Vec<_>>().join(" ")
    };
    let columns = bindings.iter().map(|binding| Span::raw(names(binding)).width()).max().unwrap_or(0);
    let indent = columns + 4;
    let lines = |width: u16| {
        let room = width.saturating_sub(small(indent)).max(1);
        let line = |(at, (binding, help)): (usize, (&Binding, String))| {
            // the keys are only before the first line of their help
            let names = if at == 0 { names(binding) } else { String::new() };
            let gap = " ".repeat(indent - 2 - Span::raw(&names[..]).width());
            Line::from(vec![
                Span::raw("  "),
                Span::styled(names, texts.strong()),
                Span::raw(gap),
                Span::raw(help),
            ])
        };
        let help = |binding: &Binding| wrapped((binding.help)(state.language), room);
        let rows = bindings
            .iter()
            .flat_map(|binding| help(binding).into_iter().map(move |help| (binding, help)).enumerate());
        rows.map(line).collect()
    };
    let used = area.height.min(1);
    text::draw(lines, top, Rect { y: area.y + used, height: area.height - used, ..area }, buffer)
}
