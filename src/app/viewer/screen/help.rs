//! Draws the help: the keys of a screen, from the table of its bindings.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::text::{self, fields, small};
use crate::app::viewer::keys::{self, Binding, Group};
use crate::app::viewer::state::State;

/// The minimum width of a column at which all keys of a command are shown; a narrower one shows only the first.
const WIDE: u16 = 60;

/// The minimum width of a column.
const NARROW: u16 = 36;

/// Draws the keys of the game screen or of the list, from the line `top` on. Returns the last line that the
/// help can begin with.
pub(super) fn draw(state: &State, top: usize, is_list: bool, area: Rect, buffer: &mut Buffer) -> usize {
    let groups =
        if is_list { [keys::LIST, keys::SCROLLING, keys::PROGRAM].concat() } else { keys::GAME.to_vec() };
    let fits = |lines: &Vec<Line<'_>>| lines.len() <= usize::from(area.height);
    let lines = |width: u16| {
        let most = (width / NARROW).clamp(1, 3);
        let layouts = (most.min(2)..=most).map(|count| lines(state, &groups, count, width));
        layouts.reduce(|few, more| if fits(&few) { few } else { more }).unwrap_or_default()
    };
    text::draw(lines, top, area, buffer)
}

/// Returns the lines of groups in at most as many columns, as high as each other if the groups allow it.
fn lines(state: &State, groups: &[Group], count: u16, width: u16) -> Vec<Line<'static>> {
    let width = usize::from(width / count);
    let blocks: Vec<_> = groups.iter().map(|group| block(state, group, small(width - 1))).collect();
    let columns_of = |height| {
        let mut columns = vec![Vec::new()];
        for block in &blocks {
            match columns.last_mut() {
                Some(last) if last.len() + block.len() <= height => last.extend(block.iter().cloned()),
                _ => columns.push(block.clone()),
            }
        }
        columns
    };
    let tallest = blocks.iter().map(Vec::len).max().unwrap_or(0);
    let columns =
        (tallest..).map(columns_of).find(|columns| columns.len() <= count.into()).unwrap_or_default();
    let row = |at: usize| {
        let mut line = Line::default();
        for (before, column) in columns.iter().enumerate() {
            let gap = (before * width).saturating_sub(line.width());
            line.push_span(" ".repeat(gap));
            line.extend(column.get(at).cloned().unwrap_or_default());
        }
        line
    };
    (0..columns.iter().map(Vec::len).max().unwrap_or(0)).map(row).collect()
}

/// Returns the lines of a group: its heading and its commands.
fn block(state: &State, group: &Group, width: u16) -> Vec<Line<'static>> {
    let texts = state.display.texts();
    let names = |binding: &Binding| {
        let names = binding.names(state.display.unicode).into_iter();
        names.take(if width < WIDE { 1 } else { usize::MAX }).collect::<Vec<_>>().join(" ")
    };
    // the style of a span, since a line may get another column
    let mut lines = vec![Line::from(Span::styled((group.heading)(state.language), texts.strong()))];
    let help = |binding: &Binding| (names(binding), (binding.help)(state.language).to_owned());
    let bindings: Vec<_> = group.bindings.iter().map(help).collect();
    lines.extend(fields(&bindings, [2, usize::MAX], texts, width));
    lines
}
