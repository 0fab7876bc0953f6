//! Divides the window between the board and the panel.

use ratatui::layout::Rect;

use super::text::small;
use crate::app::viewer::display_options::DisplayOptions;
use crate::picture::mosaic::{BoardLayout, CellSize};
use crate::rules::Diagram;

/// A layout of the board with the areas of the board, of the panel and of the players.
#[derive(Clone, Debug)]
pub(super) struct Arrangement {
    pub(super) layout: BoardLayout,
    pub(super) board: Rect,
    pub(super) panel: Rect,
    /// The lines of the upper and of the lower player: above and below the board if there is room, or else
    /// at the top of the panel.
    pub(super) players: [Rect; 2],
    /// The column of the bar of evaluations on the right of the board, if there is one.
    pub(super) bar: Option<Rect>,
    /// The sizes of the available layouts, the largest first.
    pub(super) sizes: Vec<CellSize>,
}

/// The minimum width and height of the panel.
const MIN_PANEL: [u16; 2] = [20, 5];

/// The height of a panel below the board for which the board may become smaller.
const COMFORTABLE_PANEL: u16 = 10;

/// The minimum width of a board, in columns, with the players above and below it.
const MIN_PLAYER: usize = 24;

/// The factor by which the height of the board has to grow for the panel to go below it, or the players into the panel,
/// if pieces are drawn on both boards or on neither.
const MUCH_HIGHER: f32 = 1.4;

/// Chooses the largest board that leaves room for the panel beside it or, if that makes the board
/// much better, below it. The user may have chosen a smaller size.
///
/// # Errors
///
/// Returns the width and the height that the smallest board needs with the panel beside it or below it, whichever
/// the area comes closer to.
pub(super) fn arrange(
    diagram: &Diagram,
    display: &DisplayOptions,
    has_bar: bool,
    area: Rect,
) -> Result<Arrangement, [usize; 2]> {
    let (turned, style) = (diagram.turned(display.flipped), display.board_style());
    let layouts: Vec<_> = BoardLayout::all(&turned, style, area.height.into()).collect();
    let mut beside: Vec<_> =
        layouts.iter().filter_map(|layout| panel_beside(layout, has_bar, area)).collect();
    let mut below: Vec<_> = layouts.iter().filter_map(|layout| panel_below(layout, has_bar, area)).collect();
    if below.iter().any(|found| found.panel.height >= COMFORTABLE_PANEL) {
        below.retain(|found| found.panel.height >= COMFORTABLE_PANEL);
    }
    let is_much_better = |one: Option<&Arrangement>, other: Option<&Arrangement>| {
        let draws = |at: Option<&Arrangement>| at.is_some_and(|at| at.layout.has_drawn_pieces);
        let [rows, others] = [one, other].map(|at| at.map_or(0, |at| at.layout.frame.rows()) as f32);
        rows > MUCH_HIGHER * others || draws(one) && !draws(other)
    };
    let with_players = beside.iter().position(|at| at.players[0].y < at.board.y).unwrap_or(0);
    if !is_much_better(beside.first(), beside.get(with_players)) {
        beside.drain(..with_players);
    }
    if is_much_better(below.first(), beside.first()) {
        beside = below;
    }
    if !beside.is_empty() {
        // the largest size follows the smallest
        let sizes = beside.iter().map(|found| found.layout.frame.cell_size()).collect();
        let chosen = beside.swap_remove(display.smaller % beside.len());
        return Ok(Arrangement { sizes, ..chosen });
    }
    // the board is worth more than the bar
    if has_bar {
        return arrange(diagram, display, false, area);
    }
    let Some(smallest) = layouts.last() else { return Err([0, 0]) };
    let beside = [width_beside(smallest) + usize::from(MIN_PANEL[0]), smallest.height()];
    let below = [smallest.width(), smallest.height() + 1 + usize::from(MIN_PANEL[1])];
    let lacking = |[width, height]: [usize; 2]| {
        width.saturating_sub(area.width.into()) + height.saturating_sub(area.height.into())
    };
    Err(if lacking(below) < lacking(beside) { below } else { beside })
}

/// Returns the width of a board and of the gap between it and the panel: numbers on the right of the board would be taken
/// for those of moves.
fn width_beside(layout: &BoardLayout) -> usize {
    layout.width() + if layout.margins()[1] > 1 { 3 } else { 1 }
}

/// Places the panel on the right of a board, if there is room.
fn panel_beside(layout: &BoardLayout, has_bar: bool, area: Rect) -> Option<Arrangement> {
    let [width, height] = [width_beside(layout) + usize::from(has_bar), layout.height()].map(small);
    let fits = width.saturating_add(MIN_PANEL[0]) <= area.width && height <= area.height;
    fits.then(|| {
        let panel = Rect { x: area.x + width, width: area.width - width, ..area };
        with_players(layout, has_bar, Rect { width: small(layout.width()), ..area }, panel)
    })
}

/// Places the panel below a board, if there is room.
fn panel_below(layout: &BoardLayout, has_bar: bool, area: Rect) -> Option<Arrangement> {
    let [width, height] = [layout.width() + usize::from(has_bar), layout.height() + 1].map(small);
    let fits = width <= area.width && height.saturating_add(MIN_PANEL[1]) <= area.height;
    fits.then(|| {
        let players = if height + 2 + MIN_PANEL[1] <= area.height { 2 } else { 0 };
        let top = height + players;
        let panel = Rect { y: area.y + top, height: area.height - top, ..area };
        with_players(layout, has_bar, Rect { height: top, ..area }, panel)
    })
}

/// Places the players and the board at the top of an area, where the panel begins, or the players in the panel with an
/// empty line after them.
fn with_players(layout: &BoardLayout, has_bar: bool, area: Rect, panel: Rect) -> Arrangement {
    let [width, height] = [layout.width(), layout.height()].map(small);
    let x = area.x + (area.width - width) / 2;
    let has_room = height + 2 <= area.height && layout.frame.columns() >= MIN_PLAYER;
    let players_height = if has_room { 2 } else { 0 };
    let y = area.y + players_height / 2;
    let board = Rect { x, y, width, height };
    let [left, _] = layout.margins().map(small);
    let line = |y| Rect { x: x + left, y, width: small(layout.frame.columns()), height: 1 };
    /// The minimum height of a panel with an empty line in it.
    const TALL: u16 = 16;
    let used = 2 + u16::from(panel.height >= TALL);
    let (players, panel) = match has_room {
        true => ([line(y - 1), line(y + height)], panel),
        false => (
            [0, 1].map(|at| Rect { y: panel.y + at, height: 1, ..panel }),
            Rect { y: panel.y + used, height: panel.height.saturating_sub(used), ..panel },
        ),
    };
    // on the right of the board and its margin, as high as the cells
    let bar = Rect { x: board.right(), width: 1, height: small(layout.frame.rows()).min(height), ..board };
    let bar = has_bar.then_some(bar);
    Arrangement { layout: layout.clone(), board, panel, players, bar, sizes: Vec::new() }
}
