//! Diagrams, which need no script. Their pieces and boards are drawn once a page.

use std::fmt::Write;

use shakmaty::Color;

use super::boards::{Board, EMPTY, code, is_awaiting, piece};
use crate::format::speech;
use crate::message::Language;
use crate::picture::{Marks, PictureOptions, arrow};
use crate::rules::{Geometry, PieceKind, Point, Rules};
use crate::text::{XmlText, words};

/// The size of the box of a piece.
pub(super) const PIECE: i32 = 100;

/// The distance between two pieces in hand.
const HAND_STEP: i32 = 110;

/// Writes the diagram of a position. Writing to a string cannot fail.
pub(super) fn write<R: Rules>(
    position: &R,
    board: &Board,
    marks: &Marks,
    options: &PictureOptions,
    language: &Language,
    out: &mut String,
) {
    let codes = board.codes(position);
    let in_hand = Color::ALL.map(|side| (side, position.in_hand(side)));
    let has_hands = in_hand.iter().any(|(_, pieces)| pieces.is_some());
    let description = speech::position(position, language);
    let description = words(&description).collect::<Vec<_>>().join(" ");
    let geometry = &board.geometry;
    let (corner, size) = bounds(geometry, options, has_hands);
    let _ = write!(
        out,
        r#"<svg class=d viewBox="{} {} {} {}" role=img aria-label="{}"><use href=#{} />"#,
        corner.x,
        corner.y,
        size.x,
        size.y,
        XmlText(&description),
        board.id
    );
    let turned = |point| if options.flipped { geometry.opposite(point) } else { point };
    for side in Color::ALL {
        let is_above = (side == Color::Black) != options.flipped;
        let y = if is_above { corner.y + PIECE / 2 } else { corner.y + size.y - PIECE / 2 };
        let in_hand = position.in_hand(side).unwrap_or_default();
        for kind in PieceKind::ALL {
            let is_such = |&cell: &usize| codes[cell] != EMPTY && piece(codes[cell]) == (kind, side);
            let on_board = (0..codes.len()).filter(is_such).map(|cell| turned(geometry.cells[cell].centre));
            let held = in_hand.iter().enumerate().filter(|(_, symbol)| symbol.kind == kind);
            let held = held.map(|(at, _)| Point { x: PIECE / 2 + HAND_STEP * at as i32, y });
            write_pieces(code(kind, side), on_board.chain(held), out);
        }
    }
    for (cell, _) in codes.iter().enumerate().filter(|(_, code)| is_awaiting(**code)) {
        let Point { x, y } = turned(geometry.cells[cell].centre);
        let _ = write!(out, "<use href=#a x={} y={} />", x - PIECE / 2, y - PIECE / 2);
    }
    for &(cell, color) in &marks.circles {
        let Point { x, y } = turned(geometry.cells[cell].centre);
        let _ = write!(out, r#"<circle class="circle {}" cx={x} cy={y} r=44 />"#, color.name());
    }
    for &(from, to, color) in &marks.arrows {
        let corners = arrow(turned(geometry.cells[from].centre), turned(geometry.cells[to].centre));
        let corners = corners.map(|Point { x, y }| format!("{x} {y}"));
        let _ = write!(out, r#"<path class="arrow {}" d="M{}z"/>"#, color.name(), corners.join("L"));
    }
    *out += "</svg>";
}

/// Returns the upper left corner and the size of a diagram.
fn bounds(geometry: &Geometry, options: &PictureOptions, has_hands: bool) -> (Point, Point) {
    let margin = if options.coordinates { Geometry::MARGIN } else { 0 };
    let hand = if has_hands { PIECE } else { 0 };
    let size = Point { x: geometry.size.x + 2 * margin, y: geometry.size.y + 2 * (margin + hand) };
    (Point { x: -margin, y: -margin - hand }, size)
}

/// Writes the pieces of a kind as a path through their centres, which nobody sees: what is seen are the
/// markers at its corners, which the style of its class sets. So a piece takes a few bytes.
fn write_pieces(code: u8, mut centres: impl Iterator<Item = Point>, out: &mut String) {
    let Some(first) = centres.next() else { return };
    let _ = write!(out, "<path class={} d=\"M{} {}", marker_class(code), first.x, first.y);
    let mut before = first;
    for centre in centres {
        let _ = match centre {
            Point { x, y } if y == before.y => write!(out, "h{}", x - before.x),
            Point { x, y } if x == before.x => write!(out, "v{}", y - before.y),
            Point { x, y } => write!(out, "L{x} {y}"),
        };
        before = centre;
    }
    // a path needs a length to be drawn, even if it is none
    *out += if before == first { "h0\"/>" } else { "\"/>" };
}

/// Returns the class and the id of the marker of a piece.
pub(super) fn marker_class(code: u8) -> String {
    format!("{}{}", if code.is_ascii_uppercase() { 'w' } else { 'b' }, char::from(code.to_ascii_lowercase()))
}
