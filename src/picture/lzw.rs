//! The compression of GIF, LZW, which may choose among colours that are alike.

use std::mem;

/// The number of bits of a colour.
const BITS: u8 = 7;

/// The index of the colour that stands for unchanged pixels.
pub(super) const UNCHANGED: u8 = 0;

/// The code that makes a reader forget the sequences, and the one that ends the data.
const CLEAR: u16 = 1 << BITS;
const END: u16 = CLEAR + 1;

/// The most codes that there can be.
const CODES: usize = 1 << 12;

/// A sequence of colours, which has a code.
#[derive(Clone, Copy, Debug)]
struct Sequence {
    first: u8,
    last: u8,
    /// The code of the sequence without the last colour.
    before: u16,
    /// For each colour, the code of the sequence with one more, or 0.
    next: [u16; 1 << BITS],
}

/// Compresses frame after frame.
#[derive(Debug, Default)]
pub(super) struct Compressor {
    sequences: Vec<Sequence>,
    /// The codes that fit the pixels so far, and those that fit one more.
    codes: [Vec<u16>; 2],
    /// The number of bits of codes.
    width: u32,
    data: Vec<u8>,
    /// The bits after the last whole byte, and their number.
    bits: (u32, u32),
}

impl Compressor {
    /// Compresses the colours of the pixels that are `wanted`, and returns the number of bits of a colour and the data.
    /// `seen` are the colours before it, and becomes those after it. `close` lists for each colour those that may be
    /// seen instead.
    pub(super) fn compress(&mut self, wanted: &[u8], seen: &mut [u8], close: &[Vec<u8>]) -> Vec<u8> {
        self.data.push(BITS);
        self.width = u32::from(BITS) + 1;
        self.clear();
        let mut added = None;
        let mut at = 0;
        while at < wanted.len() {
            let (code, length) = self.longest(&wanted[at..], &seen[at..], close);
            if let Some((new, instead)) = added {
                self.correct(new, instead, self.sequences[usize::from(code)].first);
            }
            self.put(code);
            let mut sequence = code;
            for seen in seen[at..at + length].iter_mut().rev() {
                let Sequence { last, before, .. } = self.sequences[usize::from(sequence)];
                *seen = if last == UNCHANGED { *seen } else { last };
                sequence = before;
            }
            added = self.add(code);
            at += length;
        }
        self.put(END);
        let (rest, count) = mem::take(&mut self.bits);
        self.data.extend((count > 0).then_some(rest as u8));
        mem::take(&mut self.data)
    }

    fn clear(&mut self) {
        self.put(CLEAR);
        self.width = u32::from(BITS) + 1;
        let sequence =
            |code| Sequence { first: code as u8, last: code as u8, before: CLEAR, next: [0; 1 << BITS] };
        self.sequences.clear();
        self.sequences.extend((0..=END).map(sequence));
    }

    /// Returns the code of the longest sequence that may begin the pixels, and its length.
    fn longest(&mut self, wanted: &[u8], seen: &[u8], close: &[Vec<u8>]) -> (u16, usize) {
        let Compressor { sequences, codes: [codes, longer], .. } = self;
        longer.clear();
        for (length, (&wanted, &seen)) in wanted.iter().zip(seen).enumerate() {
            let mut add = |color: u8| match length {
                0 => longer.push(u16::from(color)),
                _ => {
                    let next = |code: &u16| sequences[usize::from(*code)].next[usize::from(color)];
                    longer.extend(codes.iter().map(next).filter(|code| *code > 0));
                }
            };
            let close = &close[usize::from(wanted)];
            if wanted == UNCHANGED || close.contains(&seen) {
                add(UNCHANGED);
            }
            close.iter().for_each(|color| add(*color));
            let Some(_) = longer.first() else { return (codes[0], length) };
            mem::swap(codes, longer);
            longer.clear();
        }
        (codes[0], wanted.len())
    }

    /// Gives a code to a sequence with one more colour, which is the first one of the next sequence: it may begin with
    /// the new one only if it begins as this one. Returns the new code, and the one instead of which it has been found.
    fn add(&mut self, before: u16) -> Option<(u16, u16)> {
        // codes of GIF have twelve bits at most
        if self.sequences.len() == CODES {
            self.clear();
            return None;
        }
        let new = self.sequences.len() as u16;
        // a code that needs one more bit makes all codes after it longer
        self.width += u32::from(new >> self.width);
        let Sequence { first, ref mut next, .. } = self.sequences[usize::from(before)];
        let instead = mem::replace(&mut next[usize::from(first)], new);
        self.sequences.push(Sequence { first, last: first, before, next: [0; 1 << BITS] });
        Some((new, instead))
    }

    /// Gives the last colour to a new sequence.
    fn correct(&mut self, new: u16, instead: u16, color: u8) {
        let Sequence { first, before, .. } = self.sequences[usize::from(new)];
        let next = &mut self.sequences[usize::from(before)].next;
        next[usize::from(first)] = instead;
        next[usize::from(color)] = new;
        self.sequences[usize::from(new)].last = color;
    }

    fn put(&mut self, code: u16) {
        let (bits, count) = &mut self.bits;
        *bits |= u32::from(code) << *count;
        *count += self.width;
        while *count >= 8 {
            self.data.push(*bits as u8);
            *bits >>= 8;
            *count -= 8;
        }
    }
}
