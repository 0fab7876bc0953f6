//! Diagrams, which need no script. The pieces and boards in them are drawn once in a page.
//!
//! The pieces of a kind are an invisible path through their centres, and the class of the path sets
//! a marker that is drawn at each of its corners. A piece therefore takes only a few bytes, and
//! fewer still because lengths are in the [`unit`](Board::unit) of the board. The cells of the last
//! move and the king in check are drawn in the same way.

use std::fmt::Write;

use shakmaty::Color;

use super::boards::{Board, EMPTY, code, is_awaiting, is_same_piece, piece};
use crate::format::speech;
use crate::message::{Language, fill};
use crate::picture::{Marks, PictureOptions, arrow};
use crate::rules::{Geometry, PieceKind, Point, Rules, Shade};
use crate::text::{XmlText, words};

/// The width and height of the box of a piece, in points.
pub(super) const PIECE: i32 = 100;

/// The distance between two kinds of pieces in hand, in points: room for a piece and its number.
const HAND_STEP: usize = 150;

/// How cells are highlighted: the class of the path through such cells, and the classes of their outlines, which are
/// those of the player. The last move has changed a light cell, or any other one; or the king there is in check.
pub(super) const HIGHLIGHTS: [(&str, &str); 3] =
    [(MOVED_LIGHT, "moved light"), (MOVED, "moved"), (CHECK, "check")];
const MOVED_LIGHT: &str = "ml";
const MOVED: &str = "md";
const CHECK: &str = "mx";

/// Writes diagrams of one game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Diagrams<'a> {
    pub(super) board: &'static Board,
    pub(super) options: &'a PictureOptions,
    pub(super) language: &'static Language,
}

impl Diagrams<'_> {
    /// Writes the diagram of a position with its caption. `before` are the codes of the pieces before the last move, if
    /// there was one. Writing to a string cannot fail.
    pub(super) fn write<R: Rules>(
        &self,
        position: &R,
        before: Option<&[u8]>,
        caption: &str,
        marks: &Marks,
        out: &mut String,
    ) {
        let codes = self.board.codes(position);
        // a variant has them for both sides
        let side = Color::White;
        let has_hands = position.in_hand(side).is_some() || position.checks_given(side).is_some();
        let description = words(&speech::position(position, self.language)).collect::<Vec<_>>().join(" ");
        let (corner, mut size) = self.bounds(has_hands);
        // the parts that are in points rather than units
        let mut rest = String::new();
        if !caption.is_empty() {
            let (x, y) = (corner.x + size.x / 2, corner.y + size.y + size.x / 20);
            let _ = write!(rest, "<text class=caption x={x} y={y}>{}</text>", XmlText(caption));
            size.y += size.x / 14;
        }
        let [x, y, width, height] =
            [corner.x, corner.y, size.x, size.y].map(|length| f64::from(length) / f64::from(self.board.unit));
        let _ = write!(
            out,
            r#"<svg class=d viewBox="{x} {y} {width} {height}" role=img aria-label="{}">"#,
            XmlText(&description)
        );
        let _ = write!(out, "<use href=#{} />", self.board.id);
        if self.options.marks {
            self.write_highlights(&codes, before.unwrap_or(&codes), position.king_in_check(), out);
            self.write_marks(marks, out);
        }
        for side in Color::ALL {
            let is_above = (side == Color::Black) != self.options.flipped;
            let away = self.hand_centre();
            let y = if is_above { -away } else { self.board.geometry.size.y + away };
            self.write_pieces(position, side, &codes, y, out);
            self.write_counts(position, side, y, &mut rest);
        }
        for (cell, _) in codes.iter().enumerate().filter(|(_, code)| is_awaiting(**code)) {
            let Point { x, y } = self.centre(cell);
            let _ = write!(rest, "<use href=#a x={} y={} />", x - PIECE / 2, y - PIECE / 2);
        }
        if !rest.is_empty() {
            let _ = write!(out, "<g transform=scale({})>{rest}</g>", self.board.scale());
        }
        *out += "</svg>";
    }

    /// Returns the space that the labels take around the board, in points.
    fn margin(&self) -> i32 {
        if self.options.coordinates { Geometry::MARGIN } else { 0 }
    }

    /// Returns the distance of the centres of the pieces in hand from the board, in points. It is a
    /// whole number of units.
    fn hand_centre(&self) -> i32 {
        let unit = self.board.unit;
        // rounded up, because nearer to the board the pieces would cover its labels
        (self.margin() + PIECE / 2 + unit - 1) / unit * unit
    }

    /// Returns the upper left corner and the size of a diagram.
    fn bounds(&self, has_hands: bool) -> (Point, Point) {
        let margin = self.margin();
        let above = if has_hands { self.hand_centre() + PIECE / 2 } else { margin };
        let Point { x, y } = self.board.geometry.size;
        (Point { x: -margin, y: -above }, Point { x: x + 2 * margin, y: y + 2 * above })
    }

    /// Returns the centre of a cell, with the board turned if the options say so.
    fn centre(&self, cell: usize) -> Point {
        let geometry = &self.board.geometry;
        let centre = geometry.cells[cell].centre;
        if self.options.flipped { geometry.opposite(centre) } else { centre }
    }

    /// Highlights the cells that the last move has changed and the king in check.
    fn write_highlights(&self, codes: &[u8], before: &[u8], check: Option<usize>, out: &mut String) {
        let highlighted = |cell: usize| {
            let is_light = self.board.geometry.cells[cell].shade == Shade::Light;
            match is_same_piece(codes[cell], before[cell]) {
                _ if check == Some(cell) => Some(CHECK),
                true => None,
                false if is_light => Some(MOVED_LIGHT),
                false => Some(MOVED),
            }
        };
        for (class, _) in HIGHLIGHTS {
            let cells = (0..codes.len()).filter(|&cell| highlighted(cell) == Some(class));
            self.write_markers(class, cells.map(|cell| self.centre(cell)), out);
        }
    }

    /// Writes an invisible path through some points, at which the markers of its class are drawn.
    fn write_markers(&self, class: &str, points: impl Iterator<Item = Point>, out: &mut String) {
        let unit = self.board.unit;
        // a page has a diagram for many moves, so points are written as whole numbers of one or two digits
        let mut points = points.map(|Point { x, y }| Point { x: x / unit, y: y / unit });
        let Some(first) = points.next() else { return };
        let _ = write!(out, "<path class={class} d=M{},{}", first.x, first.y);
        let mut before = first;
        for point in points {
            let _ = match point {
                Point { x, y } if y == before.y => write!(out, "h{}", x - before.x),
                Point { x, y } if x == before.x => write!(out, "v{}", y - before.y),
                Point { x, y } => write!(out, "L{x},{y}"),
            };
            before = point;
        }
        // a path is drawn only if it has a line, even one of length 0
        *out += if before == first { "h0 />" } else { " />" };
    }

    /// Writes the pieces of a side: on the board, and in hand with their centres at the height `y`.
    fn write_pieces<R: Rules>(&self, position: &R, side: Color, codes: &[u8], y: i32, out: &mut String) {
        let hand = hand(position, side);
        for kind in PieceKind::ALL {
            let is_such = |&cell: &usize| codes[cell] != EMPTY && piece(codes[cell]) == (kind, side);
            let on_board = (0..codes.len()).filter(is_such).map(|cell| self.centre(cell));
            let held = hand.iter().filter(|(_, held, _)| *held == kind).map(|(x, ..)| Point { x: *x, y });
            self.write_markers(&marker_class(code(kind, side)), on_board.chain(held), out);
        }
    }

    /// Writes how many pieces of each kind a side has in hand, or how many checks it has given, at the height `y`.
    fn write_counts<R: Rules>(&self, position: &R, side: Color, y: i32, out: &mut String) {
        for (x, _, count) in hand(position, side).into_iter().filter(|(.., count)| *count > 1) {
            let _ = write!(out, "<text class=count x={} y={}>{count}</text>", x + 64, y + 18);
        }
        if let Some(checks) = position.checks_given(side) {
            let text = fill(self.language.page.checks_given, &[("count", &checks)]);
            let _ = write!(out, "<text class=\"count checks\" x=8 y={}>{text}</text>", y + 16);
        }
    }

    /// Writes the arrows and circles, which the pieces then cover.
    fn write_marks(&self, marks: &Marks, out: &mut String) {
        if *marks == Marks::default() {
            return;
        }
        let _ = write!(out, "<g transform=scale({})>", self.board.scale());
        for &(cell, color) in &marks.circles {
            let Point { x, y } = self.centre(cell);
            // the edge is drawn first, below the circle, so that this is seen on every ground
            for class in ["edge", "circle"] {
                let _ = write!(out, r#"<circle class="{class} {}" cx={x} cy={y} r=42 />"#, color.name());
            }
        }
        for &(from, to, color) in &marks.arrows {
            let corners = arrow(self.centre(from), self.centre(to));
            let corners = corners.map(|Point { x, y }| format!("{x} {y}"));
            let _ = write!(out, r#"<path class="arrow {}" d="M{}z"/>"#, color.name(), corners.join("L"));
        }
        *out += "</g>";
    }
}

/// Lists the pieces in hand: for each kind its place, and how many there are.
fn hand<R: Rules>(position: &R, side: Color) -> Vec<(i32, PieceKind, usize)> {
    let pieces = position.in_hand(side).unwrap_or_default();
    let kinds = pieces.chunk_by(|one, other| one.kind == other.kind);
    let places = (PIECE / 2..).step_by(HAND_STEP).zip(kinds);
    places.map(|(x, same)| (x, same[0].kind, same.len())).collect()
}

/// Returns the class and the id of the marker of a piece.
pub(super) fn marker_class(code: u8) -> String {
    format!("{}{}", if code.is_ascii_uppercase() { 'w' } else { 'b' }, char::from(code.to_ascii_lowercase()))
}
