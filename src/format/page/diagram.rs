//! Diagrams, which need no script. Their pieces and boards are drawn once a page.

use std::fmt::Write;

use shakmaty::Color;

use super::boards::{Board, EMPTY, is_awaiting, letter, piece};
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
        let _ = write!(out, "<g class={}>", side.fold_wb('w', 'b'));
        for (cell, code) in codes.iter().enumerate().filter(|(_, code)| **code != EMPTY) {
            let (kind, color) = piece(*code);
            if color == side {
                write_piece(kind, turned(geometry.cells[cell].centre), out);
                if is_awaiting(*code) {
                    write_use('a', turned(geometry.cells[cell].centre), out);
                }
            }
        }
        for (at, symbol) in position.in_hand(side).into_iter().flatten().enumerate() {
            let is_above = (side == Color::Black) != options.flipped;
            let y = if is_above { corner.y + PIECE / 2 } else { corner.y + size.y - PIECE / 2 };
            write_piece(symbol.kind, Point { x: PIECE / 2 + HAND_STEP * at as i32, y }, out);
        }
        *out += "</g>";
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

fn write_piece(kind: PieceKind, centre: Point, out: &mut String) {
    write_use(char::from(letter(kind)), centre, out);
}

fn write_use(id: char, Point { x, y }: Point, out: &mut String) {
    let _ = write!(out, "<use href=#{id} x={} y={} />", x - PIECE / 2, y - PIECE / 2);
}
