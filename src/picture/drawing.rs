//! Draws a scene on any canvas.

use std::sync::{Arc, LazyLock};

use shakmaty::Color;

use super::layout::{InHand, Rect, arrow_with_shaft, rectangle};
use super::theme::{Highlight, PieceColors, Rgb, Theme, flat_mark, mark_color, mark_edge};
use super::{PictureOptions, Player, Scene};
use crate::rules::{CellShape, Geometry, PieceKind, Point, Shade};

/// The heights of letters.
const LABEL: i32 = 28;
const COUNT: i32 = 44;
const SMALLEST: i32 = 22;

/// The width of the outlines and lines of pieces.
const PIECE_STROKE: i32 = 4;

/// The surface that a scene is drawn on. Lengths and points are those of the
/// [`Geometry`].
pub(super) trait Canvas {
    /// Returns whether thin lines can be seen, and paint may be translucent. If not, marks have no edges.
    fn is_fine(&self) -> bool {
        true
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

    /// Draws path data, each at the upper left corner of its box.
    fn outlines(&mut self, paint: Paint, outlines: impl Iterator<Item = (Point, &'static str)>);

    /// Draws the bodies of pieces, each at the upper left corner of its box.
    fn bodies(&mut self, paint: Paint, pieces: impl Iterator<Item = (Point, PieceKind)>) {
        self.outlines(paint, pieces.map(|(corner, kind)| (corner, outline(kind).body)));
    }

    /// Draws a circle.
    fn circle(&mut self, paint: Paint, centre: Point, radius: i32);

    /// Writes texts, each with the anchor at a point, in the middle of its height.
    fn texts<'t>(&mut self, letters: Letters, texts: impl Iterator<Item = (Point, &'t str)>);
}

/// The look of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Letters {
    pub(super) height: i32,
    pub(super) color: Rgb,
    pub(super) anchor: Anchor,
}

/// The part of a text whose place is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
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
        let (theme, corners) = (self.options.theme, self.geometry.shape.corners());
        let polygons = |of: Option<Shade>| {
            let is_of = move |shade| of.is_none_or(|of| of == shade);
            let cells = self.geometry.cells.iter().filter(move |cell| is_of(cell.shade));
            cells.map(|cell| (self.turned(cell.centre), corners))
        };
        if theme.is_colorless() {
            // what the cells leave of it is the border of the board
            let (border, square) =
                (Paint::stroke(Rgb::BLACK, 4), rectangle(Point::default(), self.geometry.size));
            match self.geometry.shape {
                CellShape::Square => canvas.polygons(border, [(Point::default(), &square[..])].into_iter()),
                CellShape::Hex => canvas.polygons(border, polygons(None)),
            }
        }
        for shade in Shade::ALL.into_iter().filter(|shade| polygons(Some(*shade)).next().is_some()) {
            canvas.polygons(Paint::fill(theme.cell(shade, Highlight::None)), polygons(Some(shade)));
        }
        if self.options.coordinates {
            canvas.texts(self.centred(LABEL), self.labels());
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
        // pieces stay whole
        self.draw_marks(canvas);
        // the pieces of a side are painted alike, and are one path in an SVG
        for color in Color::ALL {
            self.draw_pieces(color, hands, canvas);
        }
    }

    /// Highlights the cells of the last move and the king in check: by a colour, at the sides of a piece if all
    /// cells must contrast with it, or by an outline in a theme without colours, a wide one for the king.
    fn draw_highlights(&self, canvas: &mut impl Canvas) {
        if !self.options.marks {
            return;
        }
        let moved = self.last_move.iter().filter(|&&cell| Some(cell) != self.check);
        let moved = moved.map(|&cell| (cell, Highlight::LastMove));
        let check = self.check.map(|cell| (cell, Highlight::Check));
        let theme = self.options.theme;
        for (cell, highlight) in moved.chain(check) {
            let paint = match theme.is_colorless() && canvas.is_fine() {
                true => Paint::stroke(Rgb::BLACK, if highlight == Highlight::Check { 12 } else { 6 }),
                false => Paint::fill(theme.cell(self.geometry.cells[cell].shade, highlight)),
            };
            let (centre, corners) = (self.centre(cell), self.geometry.shape.corners());
            canvas.polygons(paint, [(centre, corners)].into_iter());
            // a piece without borders keeps the ground that it stands out from
            if theme == Theme::Contrast
                && !canvas.is_fine()
                && self.pieces.iter().any(|piece| piece.cell == cell)
            {
                let inner: Vec<_> =
                    corners.iter().map(|corner| Point { x: corner.x * 3 / 4, y: corner.y * 5 / 6 }).collect();
                let paint = Paint::fill(theme.cell(self.geometry.cells[cell].shade, Highlight::None));
                canvas.polygons(paint, [(centre, &inner[..])].into_iter());
            }
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

    /// Draws the chip of a side with the words for it at the end of the caption. It has no blurred edge, so that it takes
    /// little of an animation. Returns the width that this takes.
    fn draw_turn(&self, side: Color, canvas: &mut impl Canvas) -> i32 {
        let (height, size) = (self.text_height() * 4 / 5, self.text_height() / 4);
        let end = self.geometry.size.x - width(self.to_move) * height / 100;
        let words = Point { x: end, ..self.caption_centre() };
        let chip = Point { x: end - 2 * size, ..words };
        let PieceColors { fill, .. } = PieceColors::of(side, self.options.theme);
        for (color, half) in [(Rgb::BLACK, size), (fill, size - 3)] {
            let corners = rectangle(Point { x: -half, y: -half }, Point { x: half, y: half });
            canvas.polygons(Paint::fill(color), [(chip, &corners[..])].into_iter());
        }
        let letters = Letters { anchor: Anchor::Start, ..self.centred(height) };
        canvas.texts(letters, [(words, self.to_move)].into_iter());
        self.bounds().corner.x + self.bounds().size.x - chip.x + 2 * size
    }

    /// Writes how many pieces of a kind a side has in hand, the checks it has given, the players and the caption.
    fn draw_texts(&self, hands: &[InHand], canvas: &mut impl Canvas) {
        let counts = hands.iter().filter(|hand| hand.count > 1);
        let counts = counts.map(|hand| (hand.count_centre(), hand.count.to_string()));
        let counts: Vec<_> = counts.chain(self.checks()).collect();
        if !counts.is_empty() {
            let counts = counts.iter().map(|(centre, text)| (*centre, &**text));
            canvas.texts(self.centred(COUNT), counts);
        }
        for line in self.player_lines() {
            self.draw_player(line, canvas);
        }
        if !self.caption.is_empty() {
            let heights = [SMALLEST.max(self.legible_height()), self.text_height()];
            let aside = self.turn.filter(|_| self.has_turn_at_caption());
            let aside = aside.map_or(0, |side| self.draw_turn(side, canvas));
            let (height, caption) = fit(&captions(&self.caption), heights, self.bounds().size.x - 2 * aside);
            canvas.texts(self.centred(height), [(self.caption_centre(), &*caption)].into_iter());
        }
    }

    /// Returns the look of most texts.
    fn centred(&self, height: i32) -> Letters {
        Letters { height, color: self.options.theme.label(), anchor: Anchor::Middle }
    }

    /// Draws the line of a player: the disc of the side, the name and the clock. A ring around the disc and a ground of
    /// the clock show the side to move.
    fn draw_player(&self, (side, y, player): (Color, i32, &Player), canvas: &mut impl Canvas) {
        let Player { name, rating, clock } = player;
        let (height, theme) = (self.text_height(), self.options.theme);
        let at = |x| Point { x, y };
        let (radius, letter, color) = (height * 5 / 12, height * 6 / 10, theme.label());
        let (disc, start, mut end) = (at(radius + 8), at(2 * radius + 28), self.geometry.size.x);
        let is_to_move = self.turn == Some(side) && !self.has_turn_at_caption();
        self.draw_disc(side, (disc, radius), canvas);
        if is_to_move {
            canvas.circle(Paint::stroke(color, 4), disc, radius + 7);
        }
        if !clock.is_empty() {
            // the same room for nearly all clocks, so that no game is read beforehand to find the longest one
            let half = (clock.len().max("0:00:00".len()) as i32 + 1) * letter / 2;
            let centre = at(end - half);
            end -= 2 * half + letter;
            if is_to_move {
                let ground = rectangle(Point { x: -half, y: -letter }, Point { x: half, y: letter });
                canvas.polygons(Paint::fill(color), [(centre, &ground[..])].into_iter());
            }
            let color = if is_to_move { theme.frame() } else { color };
            canvas.texts(Letters { color, ..self.centred(height) }, [(centre, &**clock)].into_iter());
        }
        let room = end - start.x - width(rating) * height / 100;
        let names = [0, 1, 2].map(|level| shortened(name, level));
        let name = fit(&names, [height; 2], room).1 + rating;
        canvas
            .texts(Letters { anchor: Anchor::Start, ..self.centred(height) }, [(start, &*name)].into_iter());
    }
}

/// The drawing of an empty board, and what it depends on.
#[derive(Clone, Debug)]
pub(super) struct EmptyBoard<T> {
    geometry: Arc<Geometry>,
    options: PictureOptions,
    bounds: Rect,
    drawing: T,
}

impl<T> EmptyBoard<T> {
    /// Returns the drawing of the board of a scene: the one that is kept, if it shows the same board, or else a new
    /// one, which is kept instead.
    pub(super) fn of<'k>(
        scene: &Scene,
        kept: &'k mut Option<EmptyBoard<T>>,
        draw: impl FnOnce() -> T,
    ) -> &'k T {
        let (options, bounds) = (scene.options, scene.bounds());
        // the pictures of a board share one geometry, so it need not be compared point by point
        let known = kept.take().filter(|board| {
            Arc::ptr_eq(&board.geometry, &scene.geometry)
                && (board.options, board.bounds) == (options, bounds)
        });
        let new = || EmptyBoard { geometry: scene.geometry.clone(), options, bounds, drawing: draw() };
        &kept.insert(known.unwrap_or_else(new)).drawing
    }
}

/// Returns a caption, and then shorter ones: with initials, without first names, and only its last part, the move.
fn captions(caption: &str) -> Vec<String> {
    let Some((names, played)) = caption.rsplit_once(" · ") else { return vec![caption.to_owned()] };
    let names = |level| names.split(" – ").map(|name| shortened(name, level)).collect::<Vec<_>>().join(" – ");
    let captions = [0, 1, 2].map(|level| format!("{} · {played}", names(level)));
    captions.into_iter().chain([played.to_owned()]).collect()
}

/// Returns a name as it is at level 0, with initials at level 1, and without first names at level 2.
fn shortened(name: &str, level: usize) -> String {
    let Some((surname, others)) = name.split_once(", ").filter(|_| level > 0) else { return name.to_owned() };
    let initials = others.split_whitespace().filter_map(|other| other.chars().next());
    let initials = initials.filter(|_| level == 1).map(|initial| format!(" {initial}."));
    let initials: String = initials.collect();
    format!("{surname}{}{initials}", if initials.is_empty() { "" } else { "," })
}

/// Returns the first of the forms of a text that fits a width, and its height, between two. If none fits, the last one
/// is cut after a word.
fn fit(forms: &[String], [smallest, largest]: [i32; 2], room: i32) -> (i32, String) {
    let height = |form: &String| (100 * room / width(form).max(1)).min(largest);
    if let Some(form) = forms.iter().find(|form| height(form) >= smallest) {
        return (height(form), form.clone());
    }
    let text = forms.last().map_or("", String::as_str);
    let is_too_long = |end: &usize| (width(&text[..*end]) + 100) * smallest > 100 * room;
    let ends = text.char_indices().map(|(at, _)| at);
    let end = ends.take_while(|end| !is_too_long(end)).last().unwrap_or(0);
    let words = text[..end].trim_end_matches(|c| c != ' ').trim_end_matches([' ', ',']);
    (smallest, format!("{}…", if words.is_empty() { &text[..end] } else { words }))
}

/// Returns how wide a text is in the usual fonts, in hundredths of the height of letters.
fn width(text: &str) -> i32 {
    let letter = |c: char| match c {
        'm' | 'w' | 'M' | 'W' | '…' => 95,
        'f' | 'i' | 'j' | 'l' | 'r' | 't' | 'I' | 'J' | ' ' | '\'' | '(' | ')' | ','..='.' | ':' => 40,
        'A'..='Z' => 72,
        // Latin, Greek and Cyrillic end here, Hebrew begins
        '\0'..'\u{590}' | '\u{1e00}'..='\u{206f}' => 63,
        // characters of East Asia
        _ => 120,
    };
    text.chars().map(letter).sum()
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
