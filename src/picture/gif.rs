//! Moving pictures as GIF.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::time::Duration;
use std::{fmt, io};

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::Scene;
use super::lzw::{Compressor, UNCHANGED};
use super::theme::{AWAITING, DARK, Highlight, PALE, Rgb, mark_color, mark_edge};
use crate::rules::Shade;
use crate::syntax::MarkColor;

/// The number of steps from one colour to another on the edge of a shape.
const STEPS: i32 = 5;

/// The difference up to which a colour on an edge may be shown by another one, which costs less space: in a picture, and
/// in a wide one, in which edges are thinner.
const CLOSE: [i32; 2] = [60, 150];

/// The width in pixels from which a picture is wide.
const WIDE: u32 = 600;

/// Builds a moving picture. Only the changed part of each frame is stored.
pub struct Gif {
    encoder: Encoder<Vec<u8>>,
    width: usize,
    palette: Palette,
    compressor: Compressor,
    /// The last frame, which is written when it is known for how long it is shown.
    frame: Option<Frame<'static>>,
    /// The pixels of the last frame, each as red, green, blue and 255.
    last: Vec<u8>,
    /// The index of the colour in which each of them is seen.
    seen: Vec<u8>,
}

impl fmt::Debug for Gif {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gif").field("width", &self.width).finish_non_exhaustive()
    }
}

impl Gif {
    /// Creates a moving picture without frames, which repeats for ever, for scenes that have the board, the options and
    /// the size of this one.
    ///
    /// # Errors
    ///
    /// Returns an error if it is larger than a GIF can be, which is 65,535 pixels each way.
    pub fn new(scene: &Scene) -> io::Result<Gif> {
        let (size, palette) = (scene.pixels(), Palette::of(scene));
        let [columns, rows] = size.map(|length| u16::try_from(length).map_err(io::Error::other));
        let colors: Vec<u8> = palette.colors.iter().flat_map(|color| color.0).collect();
        let mut encoder = Encoder::new(Vec::new(), columns?, rows?, &colors).map_err(io::Error::other)?;
        encoder.set_repeat(Repeat::Infinite).map_err(io::Error::other)?;
        let [width, height] = size.map(|length| length as usize);
        let seen = vec![UNCHANGED; width * height];
        let compressor = Compressor::default();
        Ok(Gif { encoder, width, palette, compressor, frame: None, last: Vec::new(), seen })
    }

    /// Adds a frame. `pixels` are those of the whole picture, row by row, each as red, green, blue and 255. The frame
    /// before it, if there is one, is shown for a time.
    ///
    /// # Errors
    ///
    /// Returns an error if that frame cannot be encoded.
    pub fn add(&mut self, pixels: Vec<u8>, time_before: Duration) -> io::Result<()> {
        self.write(time_before)?;
        let [columns, lines] = self.changed_area(&pixels);
        let [left, top] = [columns.start, lines.start].map(|length| length as u16);
        let [width, height] = [columns.len(), lines.len()].map(|length| length as u16);
        let starts = lines.map(|line| line * self.width);
        let rows: Vec<_> = starts.map(|start| start + columns.start..start + columns.end).collect();
        let (mut wanted, mut seen) = (Vec::new(), Vec::new());
        for row in &rows {
            let new = &pixels.as_chunks().0[row.clone()];
            let old = self.last.as_chunks().0.get(row.clone()).unwrap_or_default();
            wanted.extend(new.iter().enumerate().map(|(at, pixel)| match *pixel {
                _ if old.get(at) == Some(pixel) => UNCHANGED,
                [red, green, blue, _] => self.palette.index(Rgb([red, green, blue])),
            }));
            seen.extend_from_slice(&self.seen[row.clone()]);
        }
        let buffer = self.compressor.compress(&wanted, &mut seen, &self.palette.close).into();
        for (row, seen) in rows.into_iter().zip(seen.chunks(columns.len())) {
            self.seen[row].copy_from_slice(seen);
        }
        // what is seen stays below a frame
        let (dispose, transparent) = (DisposalMethod::Keep, Some(UNCHANGED));
        self.frame =
            Some(Frame { left, top, width, height, buffer, dispose, transparent, ..Frame::default() });
        self.last = pixels;
        Ok(())
    }

    /// Writes the last frame, if there is one, which is shown for a time.
    fn write(&mut self, time: Duration) -> io::Result<()> {
        let Some(mut frame) = self.frame.take() else { return Ok(()) };
        // in hundredths of a second; many programs show a frame longer if it has less than two
        frame.delay = u16::try_from(time.as_millis() / 10).unwrap_or(u16::MAX).max(2);
        self.encoder.write_lzw_pre_encoded_frame(&frame).map_err(io::Error::other)
    }

    /// Ends the picture, whose last frame is shown for a time, and returns the bytes of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if that frame cannot be encoded.
    pub fn finish(mut self, last: Duration) -> io::Result<Vec<u8>> {
        self.write(last)?;
        self.encoder.into_inner().map_err(io::Error::other)
    }

    /// Returns the columns and the rows of the smallest area that contains all changes since the last frame; a single
    /// pixel if nothing changes.
    fn changed_area(&self, pixels: &[u8]) -> [Range<usize>; 2] {
        let row = 4 * self.width;
        let rows = pixels.len() / row;
        if self.last.is_empty() {
            return [0..self.width, 0..rows];
        }
        let (mut columns, mut lines) = (self.width..0, rows..0);
        let pairs = pixels.chunks(row).zip(self.last.chunks(row)).enumerate();
        for (at, (new, old)) in pairs.filter(|(_, (new, old))| new != old) {
            let differs = |column: &usize| new[4 * column..][..4] != old[4 * column..][..4];
            columns.start = (0..columns.start).find(differs).unwrap_or(columns.start);
            columns.end = (columns.end..self.width).rfind(differs).map_or(columns.end, |last| last + 1);
            lines = lines.start.min(at)..at + 1;
        }
        if lines.is_empty() { [0..1, 0..1] } else { [columns, lines] }
    }
}

/// The colours of a file.
struct Palette {
    /// The colours; the first one stands for unchanged pixels.
    colors: Vec<Rgb>,
    /// For each of them, those that may be seen instead, the most alike first: itself and, if it is only seen on the
    /// edges of shapes, others like it.
    close: Vec<Vec<u8>>,
    /// The index of the colour that is the most alike, for each that has been looked up.
    known: HashMap<Rgb, u8>,
}

impl Palette {
    /// Chooses the colours of a board, of the edges of shapes, and of marks on cells and pieces.
    fn of(scene: &Scene) -> Palette {
        let Scene { geometry, options, .. } = scene;
        let theme = options.theme;
        let mut grounds = vec![Rgb::WHITE, theme.frame(), AWAITING.rgb];
        for highlight in Highlight::ALL {
            grounds.extend(geometry.cells.iter().map(|cell| theme.cell(cell.shade, highlight)));
        }
        grounds.sort_unstable();
        grounds.dedup();
        let steps = |ground: Rgb, other| (1..STEPS).map(move |step| mixed(ground, other, step));
        let both = |ground: &Rgb| [Rgb::BLACK, Rgb::WHITE].map(|other| steps(*ground, other));
        let mut edges: Vec<_> = grounds.iter().flat_map(both).flatten().collect();
        let mut colors = [grounds, vec![Rgb::BLACK, DARK.rgb, PALE.rgb, theme.label()]].concat();
        for mark in MarkColor::ALL {
            let color = mark_color(mark, theme);
            for highlight in [Highlight::None, Highlight::LastMove] {
                for below in [Shade::Light, Shade::Dark].map(|shade| theme.cell(shade, highlight)) {
                    // a fifth of what is below shines through
                    colors.extend(
                        [color, mixed(color, mark_edge(mark), 2)].map(|color| mixed(color, below, 1)),
                    );
                }
            }
        }
        let mut known = HashSet::new();
        // before those of edges: a colour that areas have counts as theirs, and is never shown by another one
        colors.retain(|color| known.insert(*color));
        edges.retain(|color| known.insert(*color));
        let first_edge = colors.len() + 1;
        let colors = [vec![Rgb::BLACK], colors, edges].concat();
        let limit = CLOSE[usize::from(scene.width() >= WIDE)].pow(2);
        let close = |(at, color): (usize, &Rgb)| {
            let others = match at as u8 {
                UNCHANGED => 0..0,
                _ if at < first_edge => at..at + 1,
                _ => 1..colors.len(),
            };
            let mut close: Vec<_> = others
                .filter(|other| difference(*color, colors[*other]) <= limit)
                .map(|at| at as u8)
                .collect();
            close.sort_by_key(|other| difference(*color, colors[usize::from(*other)]));
            close
        };
        let close = colors.iter().enumerate().map(close).collect();
        Palette { colors, close, known: HashMap::new() }
    }

    /// Returns the index of the colour that is the most like another.
    fn index(&mut self, color: Rgb) -> u8 {
        let nearest = || (0..).zip(&self.colors).skip(1).min_by_key(|(_, other)| difference(color, **other));
        *self.known.entry(color).or_insert_with(|| nearest().map_or(UNCHANGED, |(at, _)| at))
    }
}

/// Returns the colour that is some steps away from one towards another.
fn mixed(Rgb(one): Rgb, Rgb(other): Rgb, step: i32) -> Rgb {
    let part = |at: usize| (i32::from(one[at]) * (STEPS - step) + i32::from(other[at]) * step) / STEPS;
    Rgb([0, 1, 2].map(|at| part(at) as u8))
}

/// Returns how much two colours differ. That of hues is seen more easily than that of brightness.
fn difference(Rgb(one): Rgb, Rgb(other): Rgb) -> i32 {
    let [red, green, blue] = [0, 1, 2].map(|at| i32::from(one[at]) - i32::from(other[at]));
    red.pow(2) + green.pow(2) + blue.pow(2) + 6 * ((red - green).pow(2) + (green - blue).pow(2))
}
