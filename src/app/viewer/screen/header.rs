//! Draws the header above the moves: the players, their clocks, the event and the result.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use shakmaty::Color;

use super::{clipped, put, wrapped};
use crate::app::viewer::positions::BoardView;
use crate::app::viewer::state::State;
use crate::app::viewer::theme::TextStyles;
use crate::rules::Opening;

/// Draws the header at the top of an area and returns its height in rows.
pub fn draw(state: &State, view: Option<&BoardView>, area: Rect, buffer: &mut Buffer) -> u16 {
    let width = usize::from(area.width);
    let texts = TextStyles::new(state.display.depth);
    let top = if state.display.flipped { Color::White } else { Color::Black };
    let mut lines = vec![player(state, view, top, width), player(state, view, !top, width)];
    let tags = &state.game.tags;
    let joined = |parts: &[&str]| {
        let parts: Vec<_> = parts.iter().filter(|part| !part.is_empty()).copied().collect();
        clipped(&parts.join(" · "), width)
    };
    /// The least height for a header of several lines.
    const TALL: u16 = 16;
    let faint = |text| Line::styled(text, texts.faint());
    if area.height >= TALL {
        let round = if tags.round.is_empty() { String::new() } else { format!(" ({})", tags.round) };
        let event = format!("{}{round}", tags.event);
        let rows = [joined(&[tags.result, &tags.date]), joined(&[event.trim_start()]), joined(&[&tags.site])];
        lines.extend(rows.into_iter().filter(|row| !row.is_empty()).map(faint));
        lines.extend(opening(state, area.width).into_iter().map(Line::raw));
        lines.push(Line::default());
    } else {
        lines.push(faint(joined(&[tags.result, &tags.event, &tags.date])));
    }
    for (line, y) in lines.iter().zip(area.y..area.bottom()) {
        put(buffer, (area.x, y), line.clone(), area.width);
    }
    u16::try_from(lines.len()).unwrap_or(u16::MAX).min(area.height)
}

/// Returns the lines of the opening. There are as many in every position of the game, so that the moves
/// below stay where they are.
fn opening(state: &State, width: u16) -> Vec<String> {
    let tree = &state.game.tree;
    let lines = |Opening { eco, name }: Opening| wrapped(&format!("{eco} {name}"), width);
    let count = tree.openings().map(|opening| lines(opening).len()).max().unwrap_or(0);
    let mut shown = tree.node(state.node).opening.map(lines).unwrap_or_default();
    shown.resize(count, String::new());
    shown
}

/// Returns the line of a player: name, pieces in hand, clock. The side to move stands out.
fn player<'t>(state: &State, view: Option<&BoardView>, side: Color, width: usize) -> Line<'t> {
    let texts = TextStyles::new(state.display.depth);
    let (name, word) = side.fold_wb(
        (&state.game.tags.white, state.language.white_side),
        (&state.game.tags.black, state.language.black_side),
    );
    let name = if name.is_empty() { word } else { name };
    let mark = side.fold_wb('○', '●');
    let clock = clock(state, side).unwrap_or_default();
    let hand = view.and_then(|view| view.hands.as_ref()).map_or(String::new(), |hands| {
        hands[side.fold_wb(0, 1)].iter().map(|piece| char::from(piece.letter)).collect()
    });
    let right = [hand, clock].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let room = width.saturating_sub(2 + right.len() + usize::from(!right.is_empty()));
    let name = clipped(name, room);
    let gap = room.saturating_sub(Span::raw(&name[..]).width()) + usize::from(!right.is_empty());
    let turn = view.is_some_and(|view| view.turn == side);
    let style = if turn { texts.strong() } else { texts.faint() };
    Line::from(vec![
        Span::raw(format!("{mark} ")),
        Span::styled(name, style),
        Span::raw(format!("{}{right}", " ".repeat(gap))),
    ])
}

/// Returns the time that was last recorded for a side's clock.
fn clock(state: &State, side: Color) -> Option<String> {
    let tree = &state.game.tree;
    let moves = tree.line_back(state.node).map(|number| tree.node(number));
    let seconds = moves.filter(|node| node.at.side == side).find_map(|node| node.clock)?;
    // the clock shows whole seconds
    let seconds = seconds as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    Some(format!("{hours}:{minutes:02}:{seconds:02}"))
}
