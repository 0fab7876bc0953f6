//! Draws a scene on any canvas.

use std::borrow::Cow;
use std::sync::LazyLock;

use shakmaty::Color;

use super::layout::{InHand, Rect, arrow_with_shaft, hatching, rectangle};
use super::theme::{Highlight, PieceColors, Rgb, Theme, flat_mark, mark_color, mark_edge};
use super::{Player, Scene};
use crate::rules::{CellShape, PieceKind, Point, Shade};

/// The heights of letters.
const LABEL: i32 = 28;
const COUNT: i32 = 44;
const SMALLEST: i32 = 22;

/// The width of the outlines and lines of pieces.
const PIECE_STROKE: i32 = 4;

/// The line around which the ground of a piece is not hatched, seen from the centre of its cell, and its width.
const CLEAR: [Point; 2] = [Point { x: 0, y: -8 }, Point { x: 0, y: 8 }];
const CLEAR_WIDTH: i32 = 80;

/// The surface that a scene is drawn on. Lengths and points are those of the
/// [`Geometry`](crate::rules::Geometry).
pub(super) trait Canvas {
    /// Returns whether thin lines can be seen, and paint may be translucent. If not, marks have no edges and are below
    /// the pieces, which they would hide.
    fn is_fine(&self) -> bool {
        true
    }

    /// Returns whether cells are hatched in a theme, instead of grey.
    fn hatches(&self, theme: Theme) -> bool {
        theme.is_hatched()
    }

    /// Returns the colours of a side's pieces.
    fn piece_colors(&self, side: Color, theme: Theme) -> PieceColors {
        PieceColors::of(side, theme)
    }

    /// Returns whether cells are so small that arrows must be thin.
    fn is_coarse(&self) -> bool {
        false
    }

    /// Draws polygons, each given as an origin and its corners relative to it.
    fn polygons<'p>(&mut self, paint: Paint, polygons: impl Iterator<Item = (Point, &'p [Point])>);

    /// Draws the same lines at each origin. A line goes from one point to another, both relative to the origin.
    fn lines(&mut self, paint: Paint, origins: impl Iterator<Item = Point>, lines: &[[Point; 2]]);

    /// Draws path data, each at the upper left corner of its box.
    fn outlines(&mut self, paint: Paint, outlines: impl Iterator<Item = (Point, &'static str)>);

    /// Draws the bodies of pieces, each at the upper left corner of its box.
    fn bodies(&mut self, paint: Paint, pieces: impl Iterator<Item = (Point, PieceKind)>) {
        self.outlines(paint, pieces.map(|(corner, kind)| (corner, outline(kind).body)));
    }

    /// Draws a circle.
    fn circle(&mut self, paint: Paint, centre: Point, radius: i32);

    /// Writes texts of one height, each with the anchor at a point, in the middle of its height.
    fn texts<'t>(
        &mut self,
        height: i32,
        color: Rgb,
        anchor: Anchor,
        texts: impl Iterator<Item = (Point, &'t str)>,
    );
}

/// The part of a text whose place is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// The start of a text in bold letters.
    BoldStart,
    Middle,
}

/// How a shape is painted: its inside, and its border with its width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Paint {
    pub(super) fill: Option<Rgb>,
    pub(super) stroke: Option<(Rgb, i32)>,
    /// Whether the ends and corners of the border are round.
    pub(super) is_round: bool,
    /// Whether what is below shines through.
    pub(super) is_translucent: bool,
}

impl Paint {
    fn fill(color: Rgb) -> Paint {
        Paint { fill: Some(color), ..Paint::default() }
    }

    fn stroke(color: Rgb, width: i32) -> Paint {
        Paint { stroke: Some((color, width)), ..Paint::default() }
    }

    fn round(self) -> Paint {
        Paint { is_round: true, ..self }
    }

    fn translucent(self) -> Paint {
        Paint { is_translucent: true, ..self }
    }
}

impl Scene {
    /// Draws the part that all pictures of a board with the same options share: the empty board
    /// with its labels.
    pub(super) fn draw_board(&self, canvas: &mut impl Canvas) {
        let theme = self.options.theme;
        let is_hatched = canvas.hatches(theme);
        let (cells, shape) = (&self.geometry.cells, self.geometry.shape);
        // of these, those inside the board are bordered by their neighbours
        let enclosed = if shape == CellShape::Square { Shade::Dark } else { Shade::Light };
        if is_hatched {
            let paint = Paint::stroke(Rgb::hex(0x55_55_55), 3);
            if shape == CellShape::Square {
                // all of the board, since that is shorter: the light squares cover it
                let board = rectangle(Point::default(), self.geometry.size);
                canvas.lines(paint, [Point::default()].into_iter(), &hatching(&board));
            } else {
                let dark = cells.iter().filter(|cell| cell.shade == Shade::Dark);
                canvas.lines(paint, dark.map(|cell| self.turned(cell.centre)), &hatching(shape.corners()));
            }
        }
        for shade in Shade::ALL {
            let drawn = cells.iter().filter(|cell| cell.shade == shade);
            let drawn =
                drawn.filter(|cell| !is_hatched || shade != enclosed || self.geometry.is_at_border(cell));
            let centres: Vec<_> = drawn.map(|cell| self.turned(cell.centre)).collect();
            if centres.is_empty() {
                continue;
            }
            let color = theme.cell(shade, Highlight::None);
            let fill = (!is_hatched || shade != Shade::Dark).then_some(color);
            let stroke = is_hatched.then_some((Rgb::BLACK, 2));
            let polygons = centres.iter().map(|centre| (*centre, shape.corners()));
            canvas.polygons(Paint { fill, stroke, ..Paint::default() }, polygons);
        }
        if self.options.coordinates {
            let labels = self.geometry.labels.iter();
            let labels = labels.map(|label| (self.turned(label.centre), &*label.text));
            canvas.texts(LABEL, theme.label(), Anchor::Middle, labels);
        }
    }

    /// Draws the ground around the board.
    pub(super) fn draw_frame(&self, canvas: &mut impl Canvas) {
        let Rect { corner, size } = self.bounds();
        let corners = rectangle(Point::default(), size);
        canvas.polygons(Paint::fill(self.options.theme.frame()), [(corner, &corners[..])].into_iter());
    }

    /// Draws what is on the board and beside it.
    pub(super) fn draw_position(&self, canvas: &mut impl Canvas) {
        let hands = self.hands();
        self.draw_on_board(&hands, canvas);
        if let (Some(turn), Some(disc)) = (self.turn, self.turn_disc()) {
            self.draw_disc(turn, disc, canvas);
        }
        self.draw_texts(&hands, canvas);
    }

    /// Draws the highlighted cells, the pieces on the board and in hand, and the marks.
    pub(super) fn draw_on_board(&self, hands: &[InHand], canvas: &mut impl Canvas) {
        self.draw_highlights(canvas);
        if !canvas.is_fine() {
            self.draw_marks(canvas);
        }
        if canvas.hatches(self.options.theme) {
            let cells = self.pieces.iter().map(|piece| piece.cell);
            let dark = cells.filter(|&cell| self.geometry.cells[cell].shade == Shade::Dark);
            let paint = Paint::stroke(Rgb::WHITE, CLEAR_WIDTH).round();
            canvas.lines(paint, dark.map(|cell| self.centre(cell)), &[CLEAR]);
        }
        for color in Color::ALL {
            self.draw_pieces(color, hands, canvas);
        }
        if canvas.is_fine() {
            self.draw_marks(canvas);
        }
    }

    /// Highlights the cells of the last move and the king in check: by a colour, or by an outline if the cells
    /// are hatched.
    fn draw_highlights(&self, canvas: &mut impl Canvas) {
        if !self.options.marks {
            return;
        }
        let moved = self.last_move.iter().filter(|&&cell| Some(cell) != self.check);
        let moved = moved.map(|&cell| (cell, Highlight::LastMove));
        let check = self.check.map(|cell| (cell, Highlight::Check));
        let theme = self.options.theme;
        for (cell, highlight) in moved.chain(check) {
            let paint = match (canvas.hatches(theme), highlight) {
                (true, Highlight::Check) => Paint::stroke(Rgb::BLACK, 14),
                (true, _) => Paint::stroke(Rgb::BLACK, 7),
                (false, _) => Paint::fill(theme.cell(self.geometry.cells[cell].shade, highlight)),
            };
            let polygon = (self.centre(cell), self.geometry.shape.corners());
            canvas.polygons(paint, [polygon].into_iter());
        }
    }

    /// Draws the pieces of a side, on the board and in hand.
    fn draw_pieces(&self, color: Color, hands: &[InHand], canvas: &mut impl Canvas) {
        let of_side = || self.pieces.iter().filter(move |piece| piece.color == color);
        let pieces = || {
            let on_board = of_side().map(|piece| (self.centre(piece.cell).piece_corner(), piece.kind));
            let in_hand = hands.iter().filter(move |hand| hand.color == color);
            on_board.chain(in_hand.map(|hand| (hand.corner, hand.kind)))
        };
        if pieces().next().is_none() {
            return;
        }
        let lines = pieces().map(|(corner, kind)| (corner, outline(kind).line));
        let PieceColors { fill, border, line } = canvas.piece_colors(color, self.options.theme);
        let body = Paint { stroke: Some((border, PIECE_STROKE)), ..Paint::fill(fill) };
        canvas.bodies(body.round(), pieces());
        canvas.outlines(Paint::stroke(line, PIECE_STROKE).round(), lines);
        let mut awaiting = of_side().filter(|piece| piece.awaits_promotion).peekable();
        if awaiting.peek().is_some() {
            let marks = awaiting.map(|piece| (self.centre(piece.cell).piece_corner(), awaiting_mark().body));
            let stroke = Some((Rgb::hex(0x1a_1a_1a), 3));
            canvas.outlines(Paint { stroke, ..Paint::fill(Rgb::hex(0xff_c9_28)) }, marks);
        }
    }

    /// Draws the arrows and circles, with edges if these can be seen.
    fn draw_marks(&self, canvas: &mut impl Canvas) {
        if !self.options.marks {
            return;
        }
        let (is_coarse, theme, has_edges) = (canvas.is_coarse(), self.options.theme, canvas.is_fine());
        let paint =
            |color| if has_edges { mark_color(color, theme) } else { flat_mark(color, theme).picture };
        for &(cell, color) in &self.marks.circles {
            let edge = has_edges.then_some((mark_edge(color), 14));
            for (color, width) in edge.into_iter().chain([(paint(color), 8)]) {
                canvas.circle(Paint::stroke(color, width).translucent(), self.centre(cell), 42);
            }
        }
        for &(from, to, color) in &self.marks.arrows {
            let (start, end) = (self.centre(from), self.centre(to));
            let arrow = arrow_with_shaft(start, end, if is_coarse { 5.0 } else { 10.0 });
            let polygon = (Point::default(), &arrow[..]);
            let stroke = has_edges.then_some((mark_edge(color), 4));
            let paint = Paint { stroke, ..Paint::fill(paint(color)) };
            canvas.polygons(paint.round().translucent(), [polygon].into_iter());
        }
    }

    /// Draws the disc of a side.
    fn draw_disc(&self, side: Color, (centre, radius): (Point, i32), canvas: &mut impl Canvas) {
        let PieceColors { fill, .. } = PieceColors::of(side, self.options.theme);
        canvas.circle(Paint { stroke: Some((Rgb::hex(0x1a_1a_1a), 4)), ..Paint::fill(fill) }, centre, radius);
    }

    /// Writes how many pieces of a kind a side has in hand, the checks it has given, the players and the caption.
    fn draw_texts(&self, hands: &[InHand], canvas: &mut impl Canvas) {
        let color = self.options.theme.label();
        let counts = hands.iter().filter(|hand| hand.count > 1);
        let counts = counts.map(|hand| (hand.count_centre(), hand.count.to_string()));
        let counts: Vec<_> = counts.chain(self.checks()).collect();
        if !counts.is_empty() {
            let counts = counts.iter().map(|(centre, text)| (*centre, &**text));
            canvas.texts(COUNT, color, Anchor::Middle, counts);
        }
        for line in self.player_lines() {
            self.draw_player(line, canvas);
        }
        if !self.caption.is_empty() {
            let (height, caption) = fit(&self.caption, self.text_heights(), self.bounds().size.x);
            canvas.texts(height, color, Anchor::Middle, [(self.caption_centre(), &*caption)].into_iter());
        }
    }

    /// Draws the line of a player: the disc of the side, the name and, in a box, the clock. A bar stands before that of
    /// the side to move.
    fn draw_player(&self, (side, y, player): (Color, i32, &Player), canvas: &mut impl Canvas) {
        let (height, color) = (self.text_height(), self.options.theme.label());
        let Player { name, rating, clock } = player;
        let at = |x| Point { x, y };
        let (radius, letter, start) = (height * 5 / 12, height * 6 / 10, height * 15 / 8);
        if self.turn == Some(side) {
            let bar = rectangle(Point { x: 0, y: -letter }, Point { x: height / 3, y: letter });
            canvas.polygons(Paint::fill(color), [(at(0), &bar[..])].into_iter());
        }
        self.draw_disc(side, (at(height * 5 / 8 + radius), radius), canvas);
        let half = if clock.is_empty() { 0 } else { (clock.len() as i32 + 1) * letter / 2 };
        let centre = at(self.geometry.size.x - half);
        if half > 0 {
            let border = rectangle(Point { x: -half, y: -letter }, Point { x: half, y: letter });
            canvas.polygons(Paint::stroke(color, 3), [(centre, &border[..])].into_iter());
            canvas.texts(height, color, Anchor::Middle, [(centre, &**clock)].into_iter());
        }
        let room = centre.x - half - start - (rating.len() + 1) as i32 * letter;
        let (height, name) = fit(name, self.text_heights(), room);
        let name = format!("{name}{rating}");
        canvas.texts(height, color, Anchor::BoldStart, [(at(start), &*name)].into_iter());
    }

    /// Returns the heights of names and captions: the smallest, and the one that they have if there is room.
    fn text_heights(&self) -> [i32; 2] {
        [SMALLEST.max(self.legible_height()), self.text_height()]
    }
}

/// Returns the height of a text, of those between two, with which it fits a width, and the text, shortened if it is too
/// long even so: to the last of its parts, the move, and then after a word.
fn fit(text: &str, [smallest, largest]: [i32; 2], width: i32) -> (i32, Cow<'_, str>) {
    // in the usual fonts letters are rarely wider than 0.6 of their height on average
    let room = width * 10 / 6;
    let letters = text.chars().map(letters_wide).sum::<i32>();
    let height = (room / letters.max(1)).clamp(smallest, largest);
    let room = room / height;
    let mut letters = 0;
    let end = text.char_indices().find(|&(_, c)| {
        letters += letters_wide(c);
        letters > room
    });
    match (end, text.rsplit_once(" · ")) {
        (Some(_), Some((_, last))) => fit(last, [smallest, largest], width),
        (Some((end, _)), None) => {
            let words = text[..end].trim_end_matches(|c| c != ' ').trim_end_matches([' ', ',']);
            (height, format!("{}…", if words.is_empty() { &text[..end] } else { words }).into())
        }
        (None, _) => (height, text.into()),
    }
}

/// Returns the width of a character, counted in letters. Characters of East Asia, and the sign for
/// those that the font lacks, are two letters wide.
fn letters_wide(c: char) -> i32 {
    // Latin, Greek and Cyrillic end here, Hebrew begins
    if c < '\u{590}' || matches!(c, '\u{1e00}'..='\u{206f}') { 1 } else { 2 }
}

/// The outline of a piece, as SVG path data in a box of 100 units each way.
///
/// All commands are relative, so that the data may follow a move to the upper left corner of the
/// box, regardless of what was drawn before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceOutline {
    /// The filled shapes.
    pub body: &'static str,
    /// The lines on the filled shapes.
    pub line: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/outlines.rs"));

/// The outlines of the pieces, in the order of [`PieceKind::ALL`].
static PIECES: LazyLock<[PieceOutline; PieceKind::ALL.len()]> =
    LazyLock::new(|| PieceKind::ALL.map(|kind| named(kind.name())));

static AWAITING: LazyLock<PieceOutline> = LazyLock::new(|| named("awaiting"));

/// Returns the outline of a kind of piece.
#[must_use]
pub fn outline(kind: PieceKind) -> PieceOutline {
    PIECES[kind as usize]
}

/// Returns the mark of a pawn that awaits promotion, to be drawn on top of it.
#[must_use]
pub fn awaiting_mark() -> PieceOutline {
    *AWAITING
}

fn named(wanted: &str) -> PieceOutline {
    let found = OUTLINES.iter().find(|(name, _)| *name == wanted);
    found.map_or(PieceOutline { body: "", line: "" }, |(_, outline)| *outline)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The data may be written after any point: it is relative, of whole numbers, and begins with a
    /// move.
    #[test]
    fn every_outline_can_be_drawn_anywhere() {
        let outlines = PieceKind::ALL.map(outline).into_iter().chain([awaiting_mark()]);
        for outline in outlines {
            assert!(outline.body.starts_with('m'), "{outline:?}");
            for data in [outline.body, outline.line] {
                let is_relative = |c: char| "mlhvcsqtaz".contains(c);
                let is_number = |c: char| c.is_ascii_digit() || c == '-' || c == ' ';
                assert!(data.chars().all(|c| is_relative(c) || is_number(c)), "{data}");
            }
        }
    }
}
