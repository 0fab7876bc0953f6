//! Draws the help: the keys of a screen, from the table of its bindings.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::text::{self, fields, small};
use crate::app::viewer::keys::{self, Group};
use crate::app::viewer::state::State;

/// The minimum width of a column at which all keys of a command are shown; a narrower one shows only the first.
const WIDE: u16 = 60;

/// The minimum width of a column.
const NARROW: u16 = 26;

/// Draws the keys of the game screen or of the list, from the line `top` on. Returns the last line that the
/// help can begin with.
pub(super) fn draw(state: &State, top: usize, is_list: bool, area: Rect, buffer: &mut Buffer) -> usize {
    let groups =
        if is_list { [keys::LIST, keys::SCROLLING, keys::PROGRAM].concat() } else { keys::GAME.to_vec() };
    let fits = |lines: &Vec<Line<'_>>| lines.len() <= usize::from(area.height);
    let lines = |width: u16| {
        let most = (width / NARROW).clamp(1, 3);
        let layouts = (most.min(2)..=most).map(|count| lines(state, &groups, count, [width, area.height]));
        layouts.reduce(|few, more| if fits(&few) { few } else { more }).unwrap_or_default()
    };
    text::draw(lines, top, area, buffer)
}

/// Returns the lines of groups in at most as many columns, as high as each other if the groups allow it. Groups that do
/// not fit go on in the next column.
fn lines(state: &State, groups: &[Group], count: u16, [width, height]: [u16; 2]) -> Vec<Line<'static>> {
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
    let whole = (tallest..=height.into()).map(columns_of).find(|columns| columns.len() <= count.into());
    let all = blocks.concat();
    let rows = all.len().div_ceil(count.into());
    let columns = whole.unwrap_or_else(|| all.chunks(rows).map(<[_]>::to_vec).collect());
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

/// Returns the lines of a group: its heading and its commands. In a narrow column a line may have two commands.
fn block(state: &State, group: &Group, width: u16) -> Vec<Line<'static>> {
    let texts = state.display.texts();
    let mut rows: Vec<(String, String)> = Vec::new();
    for binding in group.bindings {
        let mut names = binding.names(state.display.unicode);
        names.truncate(if width < WIDE { 1 } else { usize::MAX });
        let row = (names.join(" "), (binding.help)(state.language).to_owned());
        match rows.last_mut() {
            Some(before) if width < WIDE => match joined(before, &row) {
                Some(both) => *before = both,
                None => rows.push(row),
            },
            _ => rows.push(row),
        }
    }
    // the style of a span, since a line may get another column
    let heading = Line::from(Span::styled((group.heading)(state.language), texts.strong()));
    [vec![heading], fields(&rows, [1, usize::MAX], texts, width)].concat()
}

/// Returns the line of two commands, each with a key of one character, if their texts differ in a word.
fn joined((key, text): &(String, String), (other_key, other): &(String, String)) -> Option<(String, String)> {
    let [one, two] = [text, other].map(|text| text.split(' ').collect::<Vec<_>>());
    let mut differing = (0..one.len()).filter(|at| one.get(*at) != two.get(*at));
    let (Some(at), None) = (differing.next(), differing.next()) else { return None };
    if one.len() != two.len() || [key, other_key].iter().any(|key| key.chars().count() > 1) {
        return None;
    }
    let word = [one[at], two[at]].join("/");
    let text = [&one[..at], &[&word[..]], &one[at + 1..]].concat().join(" ");
    Some((format!("{key} {other_key}"), text))
}
