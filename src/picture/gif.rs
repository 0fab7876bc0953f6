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
const MAX_COLORS: usize = 63;

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
    pub fn add(&mut self, pixels: &Pixels, time: Duration) -> io::Result<()> {
        let area = self.changed_area(pixels);
        let (buffer, palette) = self.indexed(pixels, area);
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
        self.shown.clear();
        self.shown.extend_from_slice(pixels);
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
        let changed = |at: &usize| pixels[at * row..][..row] != self.shown[at * row..][..row];
        let Some(top) = (0..rows).find(changed) else { return Area { left: 0, top: 0, right: 1, bottom: 1 } };
        let bottom = (top..rows).rfind(changed).map_or(rows, |last| last + 1);
        let (mut left, mut right) = (self.width, 0);
        for at in (top..bottom).filter(changed) {
            let (new, old) = (&pixels[at * row..][..row], &self.shown[at * row..][..row]);
            let differs = |column: &usize| new[4 * column..][..4] != old[4 * column..][..4];
            left = (0..left).find(differs).unwrap_or(left);
            right = (right..self.width).rfind(differs).map_or(right, |last| last + 1);
        }
        Area { left, top, right, bottom }
    }

    /// Returns the index of the colour of each pixel in an area, and the colours, three bytes each.
    fn indexed(&self, pixels: &Pixels, area: Area) -> (Vec<u8>, Vec<u8>) {
        let mut counts: HashMap<Rgb, usize> = HashMap::new();
        // neighbours often have the same colour, which is then looked up once
        let mut run = (Rgb::default(), 0);
        for row in self.rows(pixels, area).filter(|row| !row.stays()) {
            for color in row.changes().flatten() {
                if run.0 == color {
                    run.1 += 1;
                } else {
                    *counts.entry(run.0).or_default() += run.1;
                    run = (color, 1);
                }
            }
        }
        *counts.entry(run.0).or_default() += run.1;
        let palette = Palette::of(counts);
        let mut last = (Rgb::default(), palette.indices[&Rgb::default()]);
        let mut index = |color: Rgb| {
            if last.0 != color {
                last = (color, palette.indices[&color]);
            }
            last.1
        };
        let mut indices = Vec::with_capacity((area.right - area.left) * (area.bottom - area.top));
        for row in self.rows(pixels, area) {
            if row.stays() {
                indices.resize(indices.len() + row.new.len(), UNCHANGED);
            } else {
                indices.extend(row.changes().map(|color| color.map_or(UNCHANGED, &mut index)));
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

    /// Lists the colours of the pixels; `None` for those that stay as they are.
    fn changes(self) -> impl Iterator<Item = Option<Rgb>> + 'p {
        let old = self.old.unwrap_or_default().iter().map(Some).chain(repeat(None));
        self.new.iter().zip(old).map(|(new, old)| {
            let [red, green, blue, _] = *new;
            (Some(new) != old).then_some([red, green, blue])
        })
    }
}

/// The colours of a frame.
struct Palette {
    colors: Vec<Rgb>,
    /// For each colour in the frame, the index of the nearest one among `colors`.
    indices: HashMap<Rgb, u8>,
}

impl Palette {
    /// Chooses the colours that occur most often. The others, which lie on the edges of shapes, become the
    /// nearest of these.
    fn of(counts: HashMap<Rgb, usize>) -> Palette {
        let mut counted: Vec<_> = counts.into_iter().collect();
        counted.sort_unstable_by_key(|(color, count)| (usize::MAX - count, *color));
        let mut colors: Vec<_> = counted.iter().map(|(color, _)| *color).take(MAX_COLORS).collect();
        let nearest = |color: &Rgb| {
            let distance = |other: &Rgb| -> i32 {
                color.iter().zip(other).map(|(one, other)| (i32::from(*one) - i32::from(*other)).pow(2)).sum()
            };
            (0..colors.len()).min_by_key(|at| distance(&colors[*at])).unwrap_or_default() as u8
        };
        let indices = counted.iter().enumerate().map(|(at, (color, _))| {
            let index = if at < MAX_COLORS { at as u8 } else { nearest(color) };
            (*color, index)
        });
        let indices = indices.collect();
        colors.resize(MAX_COLORS + 1, [0; 3]);
        Palette { colors, indices }
    }
}
