//! Computes where the parts of a scene lie.
//!
//! Points are those of the [`Geometry`]: the origin is the upper left corner
//! of the board.

use shakmaty::Color;

use super::{Player, Scene};
use crate::rules::{CellShape, Geometry, PieceKind, Point};

/// The width and the height of the box that a piece is drawn in.
pub(super) const PIECE: i32 = 100;

/// The distance from one kind of piece in hand to the next, with room for the number of pieces.
const HAND_STEP: i32 = 150;

/// The height of letters of the caption and of players.
const TEXT: i32 = 32;

/// The smallest height of letters that can be read, in pixels.
const LEGIBLE: i32 = 9;

/// The margin on the sides of a board of squares that have no labels.
const BARE_MARGIN: i32 = 12;

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rect {
    pub(super) corner: Point,
    pub(super) size: Point,
}

/// Pieces of one kind that a side has in hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct InHand {
    pub(super) kind: PieceKind,
    pub(super) color: Color,
    /// The upper left corner of the box of the piece.
    pub(super) corner: Point,
    pub(super) count: usize,
}

impl InHand {
    /// Returns the centre of the text with their number.
    pub(super) fn count_centre(&self) -> Point {
        Point { x: self.corner.x + PIECE + 14, y: self.corner.y + 68 }
    }
}

/// Returns the corners of a rectangle, given two opposite ones.
pub(super) const fn rectangle(one: Point, other: Point) -> [Point; 4] {
    [one, Point { x: other.x, y: one.y }, other, Point { x: one.x, y: other.y }]
}

impl Scene {
    /// Returns the rectangle of the whole picture.
    pub(super) fn bounds(&self) -> Rect {
        let [labels, bare] = self.margins();
        let strips = if self.has_hands() { PIECE } else { 0 } + self.player_height();
        let caption = if self.caption.is_empty() { 0 } else { self.text_height() * 16 / 9 };
        let board = self.geometry.size;
        Rect {
            corner: Point { x: -labels, y: -bare - strips },
            size: Point { x: board.x + labels + bare, y: board.y + labels + bare + 2 * strips + caption },
        }
    }

    /// Returns the widths of the margins: on the left and below, and on the right and above. Labels stand around
    /// hexes, and on two sides of squares.
    fn margins(&self) -> [i32; 2] {
        match self.geometry.shape {
            _ if !self.options.coordinates => [0, 0],
            CellShape::Square => [Geometry::MARGIN, BARE_MARGIN],
            CellShape::Hex => [Geometry::MARGIN; 2],
        }
    }

    /// Lists the labels around the board, each with its centre.
    pub(super) fn labels(&self) -> impl Iterator<Item = (Point, &str)> {
        let labels = self.geometry.labels.iter().map(|label| (self.turned(label.centre), &*label.text));
        let is_shown = |Point { x, y }| x < 0 || y > self.geometry.size.y;
        labels.filter(move |(centre, _)| self.geometry.shape == CellShape::Hex || is_shown(*centre))
    }

    /// Returns the smallest height of letters that can be read, if the picture has room for some words.
    pub(super) fn legible_height(&self) -> i32 {
        let width = self.geometry.size.x + self.margins().iter().sum::<i32>();
        (LEGIBLE * width / self.width().max(1) as i32).min(width / 6)
    }

    /// Returns the height of letters of the caption and of players.
    pub(super) fn text_height(&self) -> i32 {
        TEXT.max(self.legible_height())
    }

    /// Returns the height of the lines of the players, the outermost above and below the board.
    fn player_height(&self) -> i32 {
        if self.players.is_some() { self.text_height() * 14 / 9 } else { 0 }
    }

    /// Lists the lines of the players, the upper one first: the side, and the middle of the height.
    pub(super) fn player_lines(&self) -> impl Iterator<Item = (Color, i32, &Player)> {
        let [labels, bare] = self.margins();
        let above = self.bounds().corner.y + self.player_height() / 2;
        let below = self.geometry.size.y - above + labels - bare;
        let sides = [(self.upper_side(), above), (!self.upper_side(), below)];
        self.players.iter().flat_map(move |players| sides.map(|(side, y)| (side, y, players.get(side))))
    }

    /// Returns whether there are strips above and below the board, for pieces in hand or for the numbers of
    /// checks given.
    fn has_hands(&self) -> bool {
        self.in_hand.is_some() || self.checks_given.is_some()
    }

    /// Returns the upper edges of these strips, the upper side's first.
    fn hand_edges(&self) -> [(Color, i32); 2] {
        let Rect { corner, .. } = self.bounds();
        let [labels, bare] = self.margins();
        let upper = corner.y + self.player_height();
        let lower = self.geometry.size.y + labels - bare - upper - PIECE;
        [(self.upper_side(), upper), (!self.upper_side(), lower)]
    }

    /// Lists the numbers of checks given, each with the centre of its text.
    pub(super) fn checks(&self) -> Vec<(Point, String)> {
        let Some(checks) = self.checks_given else { return Vec::new() };
        let text = |(color, y): (Color, i32)| (Point { x: 40, y: y + 66 }, format!("+{}", checks.get(color)));
        self.hand_edges().map(text).into()
    }

    /// Returns the centre of the caption.
    pub(super) fn caption_centre(&self) -> Point {
        let Rect { corner, size } = self.bounds();
        Point { x: corner.x + size.x / 2, y: corner.y + size.y - self.text_height() * 8 / 9 }
    }

    /// Returns the width of the picture in pixels.
    pub(super) fn width(&self) -> u32 {
        // eight squares are 800 wide
        self.options.width.unwrap_or(self.geometry.size.x.unsigned_abs() * 360 / 800)
    }

    /// Returns the size of the picture in pixels.
    pub(super) fn pixels(&self) -> [u32; 2] {
        let Rect { size, .. } = self.bounds();
        // their product may need more than 32 bits
        let [width, height] = [self.width(), size.y.unsigned_abs()].map(u64::from);
        let scaled = (width * height).div_ceil(u64::from(size.x.unsigned_abs().max(1)));
        [self.width(), u32::try_from(scaled).unwrap_or(u32::MAX)]
    }

    /// Returns whether the side to move is shown at the end of the caption.
    pub(super) const fn has_turn_at_caption(&self) -> bool {
        self.turn.is_some() && !self.to_move.is_empty() && !self.caption.is_empty()
    }

    /// Returns the centre and the radius of the disc that shows the side to move, if neither the lines of the players nor
    /// the caption show it and there is room: in the margin at its corner of a board of squares, or in the corner that
    /// hexes leave.
    pub(super) fn turn_disc(&self) -> Option<(Point, i32)> {
        let is_upper = self.turn? == self.upper_side();
        let radius = self.text_height() * 5 / 12;
        let Point { x, y } = self.geometry.size;
        let at_corner = |x, aside| Point { x, y: if is_upper { aside } else { y - aside } };
        let is_free = self.players.is_none() && !self.has_turn_at_caption();
        (self.options.coordinates && is_free).then(|| match self.geometry.shape {
            // between the corner and the nearest label
            CellShape::Square if is_upper => (at_corner(-Geometry::MARGIN / 2, 10), radius.min(18)),
            CellShape::Square => (at_corner(-Geometry::MARGIN / 2, -Geometry::MARGIN / 2), radius.min(18)),
            CellShape::Hex => (at_corner(x - 40, 40), 2 * radius.min(20)),
        })
    }

    /// Lists the pieces in hand, those of the upper side first.
    pub(super) fn hands(&self) -> Vec<InHand> {
        let Some(in_hand) = &self.in_hand else { return Vec::new() };
        let mut hands = Vec::new();
        for (color, y) in self.hand_edges() {
            let kinds = in_hand.get(color).chunk_by(PartialEq::eq);
            hands.extend(kinds.enumerate().map(|(at, same)| InHand {
                kind: same[0],
                color,
                corner: Point { x: HAND_STEP * at as i32, y },
                count: same.len(),
            }));
        }
        hands
    }
}

/// Returns the corners of an arrow between the centres of two cells, clockwise from the left of its
/// tail.
#[must_use]
pub fn arrow(start: Point, end: Point) -> [Point; 7] {
    arrow_with_shaft(start, end, 10.0)
}

/// Returns the corners of an arrow with a shaft of half a width.
pub(super) fn arrow_with_shaft(start: Point, end: Point, half_shaft: f64) -> [Point; 7] {
    const TAIL_GAP: f64 = 30.0;
    // pieces stand above arrows, so most of a head lies outside of the piece that it points to
    const TIP_GAP: f64 = 24.0;
    const HEAD: f64 = 44.0;
    const HALF_HEAD: f64 = 28.0;
    let (dx, dy) = (f64::from(end.x - start.x), f64::from(end.y - start.y));
    let length = dx.hypot(dy).max(1.0);
    let (dx, dy) = (dx / length, dy / length);
    let at = |along: f64, aside: f64| Point {
        x: start.x + (along * dx + aside * dy).round() as i32,
        y: start.y + (along * dy - aside * dx).round() as i32,
    };
    let (tip, neck) = (length - TIP_GAP, length - TIP_GAP - HEAD);
    [
        at(TAIL_GAP, half_shaft),
        at(neck, half_shaft),
        at(neck, HALF_HEAD),
        at(tip, 0.0),
        at(neck, -HALF_HEAD),
        at(neck, -half_shaft),
        at(TAIL_GAP, -half_shaft),
    ]
}

impl Point {
    /// Returns the upper left corner of the box of a piece around its centre.
    pub(super) const fn piece_corner(self) -> Point {
        Point { x: self.x - PIECE / 2, y: self.y - PIECE / 2 }
    }
}
