//! Draws the help: the keys of a screen, from the table of its bindings.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::text::{self, small, wrapped};
use crate::app::viewer::keys::{self, Binding, Group};
use crate::app::viewer::state::State;
use crate::app::viewer::theme::TextStyles;

/// The minimum width of a column at which all keys of a command are shown; a narrower one shows only the first.
const WIDE: u16 = 60;

/// The minimum width of a column.
const NARROW: u16 = 36;

/// Draws the keys of the game screen or of the list, from the line `top` on. Returns the last line that the
/// help can begin with.
pub(super) fn draw(state: &State, top: usize, is_list: bool, area: Rect, buffer: &mut Buffer) -> usize {
    let groups = if is_list { keys::LIST } else { keys::GAME };
    text::draw(|width| lines(state, groups, width), top, area, buffer)
}

/// Returns the lines of groups: in two columns, if there are several and the width has room for them.
fn lines(state: &State, groups: &[Group], width: u16) -> Vec<Line<'static>> {
    const GAP: u16 = 2;
    let half = width.saturating_sub(GAP) / 2;
    if half < NARROW {
        return column(state, groups, width);
    }
    let halves = |at| [&groups[..at], &groups[at..]].map(|groups| column(state, groups, half));
    let height = |columns: &[Vec<Line<'_>>; 2]| columns[0].len().max(columns[1].len());
    let Some([left, right]) = (1..groups.len()).map(halves).min_by_key(height) else {
        return column(state, groups, width);
    };
    let row = |at: usize| {
        let mut line = left.get(at).cloned().unwrap_or_default();
        if let Some(other) = right.get(at) {
            line.push_span(" ".repeat(usize::from(half + GAP).saturating_sub(line.width())));
            line.extend(other.iter().cloned());
        }
        line
    };
    (0..left.len().max(right.len())).map(row).collect()
}

/// Returns the lines of a column: the groups, each with its heading and its commands.
fn column(state: &State, groups: &[Group], width: u16) -> Vec<Line<'static>> {
    let texts = TextStyles::new(state.display.depth);
    let names = |binding: &Binding| {
        let names = binding.names(state.display.unicode).into_iter();
        names.take(if width < WIDE { 1 } else { usize::MAX }).collect::<Vec<_>>().join(" ")
    };
    let columns = |binding| Span::raw(names(binding)).width();
    let indent = groups.iter().flat_map(|group| group.bindings).map(columns).max().unwrap_or(0) + 4;
    let mut lines = Vec::new();
    for Group { heading, bindings } in groups {
        // the style of a span, since a line may get another column
        lines.push(Line::from(Span::styled(heading(state.language), texts.strong())));
        for binding in *bindings {
            let help = wrapped((binding.help)(state.language), width.saturating_sub(small(indent)).max(1));
            for (at, help) in help.into_iter().enumerate() {
                // the keys are only before the first line of their help
                let names = if at == 0 { names(binding) } else { String::new() };
                let gap = " ".repeat(indent - 2 - Span::raw(&names[..]).width());
                let names = Span::styled(names, texts.strong());
                lines.push(Line::from(vec![Span::raw("  "), names, Span::raw(gap), Span::raw(help)]));
            }
        }
    }
    lines
}
