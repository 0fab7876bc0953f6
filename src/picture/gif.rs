//! Moving pictures as GIF.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::io;
use std::iter::repeat;
use std::time::Duration;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

/// The maximum number of colours in a frame, besides the one that stands for unchanged pixels. A
/// board has about ten; the others are on the edges of shapes, where more colours cost more space
/// than they are worth.
const MAX_COLORS: usize = 15;

/// The distance up to which a colour on the edge of a shape may be shown by that of the pixel before it or above it,
/// or stay as it is, which costs less space.
const CLOSE: i32 = 40;

/// That distance in a wide picture, from the second frame on: what is on the first one stays the longest.
const CLOSE_IN_WIDE: i32 = 130;

/// The width in pixels from which a picture is wide.
const WIDE: usize = 600;

/// The index of the colour that stands for unchanged pixels.
const UNCHANGED: u8 = MAX_COLORS as u8;

/// The pixels of a frame, row by row: red, green, blue and 255.
type Pixels = [u8];

type Rgb = [u8; 3];

/// Builds a moving picture. Only the changed part of each frame is stored.
pub struct Gif {
    encoder: Encoder<Vec<u8>>,
    width: usize,
    /// The last frame.
    shown: Vec<u8>,
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
    /// Creates a moving picture without frames, which repeats for ever, with a width and a height in pixels.
    ///
    /// # Errors
    ///
    /// Returns an error if it is larger than a GIF can be, which is 65,535 pixels each way.
    pub fn new([width, height]: [u32; 2]) -> io::Result<Gif> {
        let [columns, rows] = [width, height].map(|length| u16::try_from(length).map_err(io::Error::other));
        let mut encoder = Encoder::new(Vec::new(), columns?, rows?, &[]).map_err(io::Error::other)?;
        encoder.set_repeat(Repeat::Infinite).map_err(io::Error::other)?;
        Ok(Gif { encoder, width: width as usize, shown: Vec::new() })
    }

    /// Adds a frame, which is shown for a time. `pixels` are those of the whole picture, row by row, each as red,
    /// green, blue and 255.
    ///
    /// # Errors
    ///
    /// Returns an error if the frame cannot be encoded.
    pub fn add(&mut self, pixels: Vec<u8>, time: Duration) -> io::Result<()> {
        let area = self.changed_area(&pixels);
        let (buffer, palette) = self.indexed(&pixels, area);
        let [left, top] = [area.left, area.top].map(|at| at as u16);
        let frame = Frame {
            // in hundredths of a second; many programs show a frame longer if it has less than two
            delay: u16::try_from(time.as_millis() / 10).unwrap_or(u16::MAX).max(2),
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            left,
            top,
            width: (area.right - area.left) as u16,
            height: (area.bottom - area.top) as u16,
            palette: Some(palette),
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        };
        self.shown = pixels;
        self.encoder.write_frame(&frame).map_err(io::Error::other)
    }

    /// Ends the picture, and returns the bytes of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the end cannot be written.
    pub fn finish(self) -> io::Result<Vec<u8>> {
        self.encoder.into_inner().map_err(io::Error::other)
    }

    /// Returns the smallest area that contains all changes since the last frame; a single pixel if nothing
    /// changes.
    fn changed_area(&self, pixels: &Pixels) -> Area {
        let row = 4 * self.width;
        let rows = pixels.len() / row;
        if self.shown.is_empty() {
            return Area { left: 0, top: 0, right: self.width, bottom: rows };
        }
        let mut area = Area { left: self.width, top: rows, right: 0, bottom: 0 };
        let pairs = pixels.chunks(row).zip(self.shown.chunks(row)).enumerate();
        for (at, (new, old)) in pairs.filter(|(_, (new, old))| new != old) {
            let differs = |column: &usize| new[4 * column..][..4] != old[4 * column..][..4];
            area.left = (0..area.left).find(differs).unwrap_or(area.left);
            area.right = (area.right..self.width).rfind(differs).map_or(area.right, |last| last + 1);
            (area.top, area.bottom) = (area.top.min(at), at + 1);
        }
        if area.bottom == 0 { Area { left: 0, top: 0, right: 1, bottom: 1 } } else { area }
    }

    /// Returns the index of the colour of each pixel in an area, and the colours, three bytes each.
    fn indexed(&self, pixels: &Pixels, area: Area) -> (Vec<u8>, Vec<u8>) {
        let changed = self.rows(pixels, area).filter(|row| !row.stays()).flat_map(Row::pixels);
        let changed = changed.filter(|(color, old)| Some(*color) != *old).map(|(color, _)| color);
        let is_rough = self.width >= WIDE && !self.shown.is_empty();
        let close = if is_rough { CLOSE_IN_WIDE } else { CLOSE }.pow(2);
        let palette = Palette::of(&changed.collect::<Vec<_>>(), close);
        let width = area.right - area.left;
        let mut indices = Vec::with_capacity(width * (area.bottom - area.top));
        for row in self.rows(pixels, area) {
            if row.stays() {
                indices.resize(indices.len() + width, UNCHANGED);
                continue;
            }
            // neighbours often have the same colour, which is then looked up once
            let mut last = (None, 0);
            for (color, old) in row.pixels() {
                if Some(color) == old {
                    indices.push(UNCHANGED);
                    continue;
                }
                if last.0 != Some(color) {
                    last = (Some(color), palette.indices[&color]);
                }
                let color_of = |index: u8| palette.colors[usize::from(index)];
                let shown = |index: u8| if index == UNCHANGED { old } else { Some(color_of(index)) };
                let is_close =
                    |&index: &u8| shown(index).is_some_and(|shown| distance(shown, color) <= close);
                let above = indices.len().checked_sub(width).map(|above| indices[above]);
                let index = match indices.last().copied().into_iter().chain(above).chain([UNCHANGED]) {
                    mut others if color_of(last.1) != color => others.find(is_close),
                    _ => None,
                };
                indices.push(index.unwrap_or(last.1));
            }
        }
        (indices, palette.colors.concat())
    }

    /// Lists the rows of an area.
    fn rows<'p>(&'p self, pixels: &'p Pixels, area: Area) -> impl Iterator<Item = Row<'p>> {
        (area.top..area.bottom).map(move |row| {
            let bytes = 4 * (row * self.width + area.left)..4 * (row * self.width + area.right);
            let old = self.shown.get(bytes.clone()).map(|old| old.as_chunks::<4>().0);
            Row { new: pixels[bytes].as_chunks::<4>().0, old }
        })
    }
}

/// A row of an area in a frame and, if there is one, in the frame before it.
#[derive(Clone, Copy, Debug)]
struct Row<'p> {
    new: &'p [[u8; 4]],
    old: Option<&'p [[u8; 4]]>,
}

impl<'p> Row<'p> {
    fn stays(&self) -> bool {
        self.old == Some(self.new)
    }

    /// Lists the colours of the pixels, each with the one before it.
    fn pixels(self) -> impl Iterator<Item = (Rgb, Option<Rgb>)> + 'p {
        let rgb = |[red, green, blue, _]: &[u8; 4]| [*red, *green, *blue];
        let old = self.old.unwrap_or_default().iter().map(move |old| Some(rgb(old))).chain(repeat(None));
        self.new.iter().map(rgb).zip(old)
    }
}

/// The colours of a frame.
struct Palette {
    colors: Vec<Rgb>,
    /// For each colour in the frame, the index of the nearest one among `colors`.
    indices: HashMap<Rgb, u8>,
}

impl Palette {
    /// Chooses the colours of areas, and of the others those that occur most often and are not close to each other: the
    /// squares of their distances are larger than `close`.
    fn of(pixels: &[Rgb], close: i32) -> Palette {
        let mut counts: HashMap<_, usize> = HashMap::new();
        pixels.chunk_by(Rgb::eq).for_each(|run| *counts.entry(run[0]).or_default() += run.len());
        let mut counted: Vec<_> = counts.into_iter().collect();
        counted.sort_by_key(|&(color, count)| (usize::MAX - count, color));
        let mut colors = Vec::new();
        // large areas keep their colours, and small things get one that is like theirs before small areas do
        for least in [pixels.len() / 30, pixels.len() / 300] {
            for (color, count) in &counted {
                let is_new = |other: &Rgb| distance(*other, *color) > close;
                let is_of_area = *count >= least && !colors.contains(color);
                if colors.len() < MAX_COLORS && (is_of_area || colors.iter().all(is_new)) {
                    colors.push(*color);
                }
            }
        }
        let nearest = |color: Rgb| {
            (0..colors.len()).min_by_key(|at| distance(colors[*at], color)).unwrap_or_default() as u8
        };
        let indices = counted.iter().map(|(color, _)| (*color, nearest(*color))).collect();
        colors.resize(MAX_COLORS + 1, Rgb::default());
        Palette { colors, indices }
    }
}

/// Returns the square of the distance between two colours.
fn distance(one: Rgb, other: Rgb) -> i32 {
    one.iter().zip(other).map(|(one, other)| (i32::from(*one) - i32::from(other)).pow(2)).sum()
}
