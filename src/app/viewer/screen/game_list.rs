//! Draws the list of games.

use std::fmt::Display;
use std::path::Path;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::text::{self, put, small, wrapped};
use super::{Place, Places, mark_hits};
use crate::app::viewer::listing::{Column, Listing, Sort, Widths};
use crate::app::viewer::loaded_game::{GameReader, ListedGame};
use crate::app::viewer::search::{Query, Search};
use crate::app::viewer::state::{Progress, State};
use crate::app::viewer::theme::TextStyles;
use crate::message::fill;

use crate::text::{Printable, clipped};

/// The number of lines above the rows: the title and the headings.
pub(super) const HEAD: u16 = 2;

/// Draws the part of the list around the selected row. `before` is the number of the first visible row of the last
/// drawing, if the list was on the screen. Returns that of this one, and what stands where.
pub(super) fn draw(
    state: &State,
    row: usize,
    before: Option<usize>,
    reader: &mut GameReader<'_>,
    listing: &Listing,
    area: Rect,
    buffer: &mut Buffer,
) -> (usize, Places) {
    let texts = state.display.texts();
    let height = area.height.saturating_sub(HEAD);
    let count = listing.len();
    // the rows do not fit, and the bar has room to show where they are
    let has_scrollbar = height > 1 && count > usize::from(height);
    let width = area.width - u16::from(has_scrollbar).min(area.width);
    let rows = Rect { y: area.y + HEAD.min(area.height), height, width, ..area };
    let lines = usize::from(height);
    let top = top(row, lines, before).min(count.saturating_sub(lines));
    let games = listing.games(top, lines);
    // reads the games of all rows first, so that the widths of their values are known
    games.iter().for_each(|ordinal| drop(reader.listed(*ordinal)));
    let columns = columns(usize::from(width), state, &reader.widths);
    put(buffer, (area.x, area.y), Line::styled(title(state, usize::from(width)), texts.strong()), width);
    let mut places = Places::new();
    if area.height > 1 {
        let place = |column| columns.iter().position(|(shown, _)| *shown == column).unwrap_or_default();
        let heading = |column: Column| match (column.heading(state.language), place(column) + 1) {
            _ if column == Column::Number => "#".to_owned(),
            (heading, digit @ ..10) => format!("{digit} {heading}"),
            (heading, _) => heading.to_owned(),
        };
        let style = |column| if column == state.sort.column { texts.strong() } else { texts.faint() };
        let line = row_line(&columns, heading, style);
        let (mut x, y) = (area.x, area.y + 1);
        put(buffer, (x, y), line, width);
        for (at, (column, width)) in columns.iter().enumerate() {
            let width = small(*width);
            // the digit stands out from the heading, and not the end of the heading before
            let heading = small(Span::raw(column.heading(state.language)).width() + 2).min(width);
            let digit = if column.is_number() { x + width - heading } else { x };
            if (1..9).contains(&at) {
                buffer.set_style(
                    Rect { x: digit, y, width: 1, height: 1 },
                    Style::reset().patch(texts.strong()),
                );
            }
            places.push((Rect { x, y, width, height: 1 }, Place::Heading(*column)));
            x += width + 1;
        }
    }
    if count == 0 {
        let words = state.language.viewer;
        let searching =
            state.progress.searching.map(|percent| fill(words.searching, &[("percent", &percent)]));
        let hint = || state.search.as_ref()?.query.hint(state.language);
        let nothing = || [Some(words.no_answer.to_owned()), hint()].into_iter().flatten().collect::<Vec<_>>();
        let nothing = searching.unwrap_or_else(|| nothing().join("; "));
        let lines = |width| wrapped(&nothing, width).into_iter().map(Line::from).collect();
        text::draw(lines, 0, rows, buffer);
    }
    for ((ordinal, line), y) in games.into_iter().zip(top..).zip(rows.y..rows.bottom()) {
        let Some(game) = reader.listed(ordinal) else { continue };
        let winner = game.tags.winner.map(|side| side.fold_wb(Column::White, Column::Black));
        let style = |column| if Some(column) == winner { texts.strong() } else { Style::new() };
        let mut text = row_line(&columns, |column| value(column, &game), style);
        if game.has_error {
            // after the number
            text.spans[1] = Span::styled("×", texts.error());
        }
        put(buffer, (area.x, y), if line == row { text.patch_style(texts.selected()) } else { text }, width);
        places.push((Rect { y, height: 1, ..rows }, Place::Row(line)));
    }
    mark_hits(state, rows, buffer);
    if has_scrollbar {
        draw_scrollbar(row, count, rows, texts, buffer);
        let of_line = |line: usize| Place::Scrollbar((count - 1) * line / (lines - 1));
        let bar = (0..lines).zip(rows.y..);
        let area = |y| Rect { x: rows.right(), y, width: 1, height: 1 };
        places.extend(bar.map(|(line, y)| (area(y), of_line(line))));
    }
    (top, places)
}

/// Returns the number of the first visible row. It stays as it was while the selected row is
/// visible, so that rows stay under the mouse, and changes as little as possible if that row is
/// near. After a jump the selected row is in the middle.
fn top(row: usize, lines: usize, before: Option<usize>) -> usize {
    match before {
        Some(top) if (top..top + lines).contains(&row) => top,
        Some(top) if row < top && top - row <= lines => row,
        Some(top) if row >= top && row - top < 2 * lines => row + 1 - lines,
        _ => row.saturating_sub(lines / 2),
    }
}

/// Draws the scrollbar on the right of the rows, with a thumb where the selected row is in the whole list.
fn draw_scrollbar(row: usize, count: usize, rows: Rect, texts: TextStyles, buffer: &mut Buffer) {
    let height = usize::from(rows.height);
    let length = (height * height / count).max(1);
    let first = (height - length) * row / (count - 1).max(1);
    for (line, y) in (rows.y..rows.bottom()).enumerate() {
        let is_thumb = (first..first + length).contains(&line);
        let (sign, style) = if is_thumb { ("█", texts.strong()) } else { ("│", texts.faint()) };
        put(buffer, (rows.right(), y), Line::styled(sign, style), 1);
    }
}

fn title(state: &State, width: usize) -> String {
    let (language, words) = (state.language, state.language.viewer);
    let Progress { games, matches, .. } = state.progress;
    let count: (_, &dyn Display) = ("count", &games);
    let title = match &state.search {
        Some(Search { query: Query::Position(_), .. }) => {
            fill(words.with_position, &[("matches", &matches), count])
        }
        Some(Search { text, .. }) => fill(words.matches, &[("text", text), ("matches", &matches), count]),
        None if state.files > 1 => fill(words.games_of_files, &[("files", &state.files), count]),
        None => fill(words.games, &[("file", &state.game.file), count]),
    };
    if state.sort == Sort::default() {
        return clipped(&title, width);
    }
    let heading = match state.sort.column {
        Column::WhiteElo => format!("Elo ({})", language.white_side),
        Column::BlackElo => format!("Elo ({})", language.black_side),
        column => column.heading(language).to_owned(),
    };
    let arrow = if state.sort.is_descending { " ↓" } else { " ↑" };
    let order = fill(words.sorted, &[("title", &""), ("column", &heading), ("arrow", &arrow)]);
    let room = width.saturating_sub(Span::raw(&order[..]).width());
    clipped(&(clipped(&title, room) + &order), width)
}

/// Returns the columns that a list has room for, with their widths. The names of the players come
/// first. The others are added by their importance as long as the names keep enough room. They are as wide as their
/// headings and values, and those without a value are left out.
fn columns(width: usize, state: &State, seen: &Widths) -> Vec<(Column, usize)> {
    const NARROW: usize = 60;
    const ENOUGH_VALUE: usize = 12;
    use Column::{BlackElo, Date, Eco, Event, File, Moves, Number, Result, Round, Site, WhiteElo};
    const BY_WORTH: [Column; 11] =
        [Number, File, Result, Date, Moves, Event, WhiteElo, BlackElo, Eco, Site, Round];
    let least_name = if width < NARROW { 16 } else { 22 };
    let mut room = width.saturating_sub(2 * least_name + 1);
    let mut taken = Vec::new();
    for column in BY_WORTH {
        let least = match (column, seen.of(column)) {
            (Number, _) => state.progress.games.max(1).ilog10() as usize + 1,
            (File, _) if state.files > 1 => ENOUGH_VALUE,
            (_, 0) => continue,
            // with the digit that sorts by the column
            (_, value) => value.min(ENOUGH_VALUE).max(Span::raw(column.heading(state.language)).width() + 2),
        };
        let Some(rest) = room.checked_sub(least + 1) else { break };
        room = rest;
        taken.push((column, least));
    }
    let name = least_name.min(width.saturating_sub(1) / 2);
    taken.extend([(Column::White, name), (Column::Black, name)]);
    taken.sort_by_key(|(column, _)| *column as usize);
    // the remaining room is for long values
    for (column, width) in &mut taken {
        let lacking = seen.of(*column).saturating_sub(*width).min(room);
        *width += lacking;
        room -= lacking;
    }
    taken
}

/// Returns a row: the values of the columns in their styles, with numbers aligned to the right.
fn row_line(
    columns: &[(Column, usize)],
    value: impl Fn(Column) -> String,
    style: impl Fn(Column) -> Style,
) -> Line<'static> {
    let cell = |(column, width): &(Column, usize)| {
        let text = clipped(&value(*column), *width);
        let gap = " ".repeat(width.saturating_sub(Span::raw(&text[..]).width()));
        let text = if column.is_number() { gap + &text } else { text + &gap };
        [Span::styled(text, style(*column)), Span::raw(" ")]
    };
    columns.iter().flat_map(cell).collect()
}

/// Returns the value of a game in a column.
fn value(column: Column, game: &ListedGame<'_>) -> String {
    match column {
        Column::Number => game.number.to_string(),
        Column::File => stem(&game.file),
        Column::White | Column::Black if game.tags.title.is_empty() && column.value(game.tags).is_empty() => {
            "?".to_owned()
        }
        _ => column.value(game.tags).to_owned(),
    }
}

/// Returns the name of a file without its folders and its extension.
fn stem(path: &str) -> String {
    let stem = Path::new(path).file_stem().unwrap_or_default().to_string_lossy();
    Printable(&stem).to_string()
}
