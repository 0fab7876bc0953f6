//! Moving pictures as GIF.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::time::Duration;
use std::{fmt, io};

use super::Scene;
use super::lzw::{BITS, Compressor, UNCHANGED};
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
    out: Vec<u8>,
    width: usize,
    palette: Palette,
    compressor: Compressor,
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

/// A part of a picture: columns and rows, the last ones excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Area {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
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
        let mut out = b"GIF89a".to_vec();
        for length in size {
            out.extend(u16::try_from(length).map_err(io::Error::other)?.to_le_bytes());
        }
        out.extend([0xf0 | (BITS - 1), 0, 0]);
        let colors = palette.colors.iter().map(|color| color.0).chain([[0; 3]; 1 << BITS]);
        out.extend(colors.take(1 << BITS).flatten());
        out.extend(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0");
        let [width, height] = size.map(|length| length as usize);
        let seen = vec![UNCHANGED; width * height];
        Ok(Gif { out, width, palette, compressor: Compressor::default(), last: Vec::new(), seen })
    }

    /// Adds a frame, which is shown for a time. `pixels` are those of the whole picture, row by row, each as red,
    /// green, blue and 255.
    pub fn add(&mut self, pixels: Vec<u8>, time: Duration) {
        let area = self.changed_area(&pixels);
        // in hundredths of a second; many programs show a frame longer if it has less than two
        let delay = u16::try_from(time.as_millis() / 10).unwrap_or(u16::MAX).max(2);
        // what is seen stays below the frame, in which one colour is transparent
        self.out.extend(b"\x21\xf9\x04\x05");
        self.out.extend(delay.to_le_bytes());
        self.out.extend([UNCHANGED, 0, b',']);
        for length in [area.left, area.top, area.right - area.left, area.bottom - area.top] {
            self.out.extend((length as u16).to_le_bytes());
        }
        self.out.extend([0, BITS]);
        let (mut wanted, mut seen) = (Vec::new(), Vec::new());
        for places in self.rows(area) {
            let new = &pixels.as_chunks().0[places.clone()];
            let old = self.last.as_chunks().0.get(places.clone()).unwrap_or_default();
            for (at, &[red, green, blue, _]) in new.iter().enumerate() {
                let stays = old.get(at) == Some(&new[at]);
                wanted.push(if stays { UNCHANGED } else { self.palette.index(Rgb([red, green, blue])) });
            }
            seen.extend(&self.seen[places]);
        }
        for block in self.compressor.compress(&wanted, &mut seen, &self.palette.close).chunks(255) {
            self.out.push(block.len() as u8);
            self.out.extend(block);
        }
        self.out.push(0);
        for (places, seen) in self.rows(area).zip(seen.chunks(area.right - area.left)) {
            self.seen[places].copy_from_slice(seen);
        }
        self.last = pixels;
    }

    /// Ends the picture, and returns the bytes of the file.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
        self.out.push(b';');
        self.out
    }

    /// Returns the smallest area that contains all changes since the last frame; a single pixel if nothing
    /// changes.
    fn changed_area(&self, pixels: &[u8]) -> Area {
        let row = 4 * self.width;
        let rows = pixels.len() / row;
        if self.last.is_empty() {
            return Area { left: 0, top: 0, right: self.width, bottom: rows };
        }
        let mut area = Area { left: self.width, top: rows, right: 0, bottom: 0 };
        let pairs = pixels.chunks(row).zip(self.last.chunks(row)).enumerate();
        for (at, (new, old)) in pairs.filter(|(_, (new, old))| new != old) {
            let differs = |column: &usize| new[4 * column..][..4] != old[4 * column..][..4];
            area.left = (0..area.left).find(differs).unwrap_or(area.left);
            area.right = (area.right..self.width).rfind(differs).map_or(area.right, |last| last + 1);
            (area.top, area.bottom) = (area.top.min(at), at + 1);
        }
        if area.bottom == 0 { Area { left: 0, top: 0, right: 1, bottom: 1 } } else { area }
    }

    /// Lists the places of the pixels of an area, row by row.
    fn rows(&self, area: Area) -> impl Iterator<Item = Range<usize>> + use<> {
        let width = self.width;
        (area.top..area.bottom).map(move |row| row * width + area.left..row * width + area.right)
    }
}

/// The colours of a file.
struct Palette {
    colors: Vec<Rgb>,
    /// For each of them, those that may be shown instead, the most alike first.
    close: Vec<Vec<u8>>,
    /// The index of the colour that is the most alike, for each that has been looked up.
    known: HashMap<Rgb, u8>,
}

impl Palette {
    /// Chooses the colours of a board, of the edges of shapes, and of marks on cells and pieces.
    fn of(Scene { geometry, options, .. }: &Scene) -> Palette {
        let theme = options.theme;
        let mut grounds = vec![Rgb::WHITE, theme.frame(), AWAITING.rgb];
        for highlight in [Highlight::None, Highlight::LastMove, Highlight::Check] {
            grounds.extend(geometry.cells.iter().map(|cell| theme.cell(cell.shade, highlight)));
        }
        grounds.sort_unstable();
        grounds.dedup();
        let steps = |ground: Rgb, other| (1..STEPS).map(move |step| mixed(ground, other, step));
        let both = |ground: &Rgb| [Rgb::BLACK, Rgb::WHITE].map(|other| steps(*ground, other));
        let mut edges: Vec<_> = grounds.iter().flat_map(both).flatten().collect();
        let mut colors = [grounds, vec![Rgb::BLACK, DARK.rgb, PALE.rgb, theme.label()]].concat();
        for mark in MarkColor::ALL {
            let [light, dark] = [Shade::Light, Shade::Dark].map(|shade| theme.cell(shade, Highlight::None));
            let color = mark_color(mark, theme);
            for below in [Rgb::WHITE, Rgb::BLACK, light, dark] {
                // a fifth of what is below shines through
                colors.extend([color, mixed(color, mark_edge(mark), 2)].map(|color| mixed(color, below, 1)));
            }
        }
        let mut known = HashSet::new();
        colors.retain(|color| known.insert(*color));
        let flat = colors.len();
        edges.retain(|color| known.insert(*color));
        colors.extend(edges);
        let limit = CLOSE[usize::from(options.width >= WIDE)];
        let close = |(at, color): (usize, &Rgb)| {
            let is_close = |other: &usize| difference(*color, colors[*other]) <= limit.pow(2);
            let mut close: Vec<_> = (0..colors.len()).filter(|other| at >= flat && is_close(other)).collect();
            close.sort_by_key(|other| difference(*color, colors[*other]));
            if at < flat { vec![at as u8] } else { close.into_iter().map(|other| other as u8).collect() }
        };
        let close = colors.iter().enumerate().map(close).collect();
        Palette { colors, close, known: HashMap::new() }
    }

    /// Returns the index of the colour that is the most like another.
    fn index(&mut self, color: Rgb) -> u8 {
        let nearest = || (0..).zip(&self.colors).min_by_key(|(_, other)| difference(color, **other));
        *self.known.entry(color).or_insert_with(|| nearest().map_or(0, |(at, _)| at))
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
