//! Where the parts of a compressed text end, as far as they tell that without being unpacked.

/// About how many compressed bytes of short parts are unpacked together.
const ENOUGH: usize = 256 << 10;

/// The length of the header of a gzip member that tells its length, as bgzip writes it.
const BLOCKED_HEADER: usize = 18;

/// What the beginning of a compressed text tells of its parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Parts {
    /// The length in bytes of the parts that are known to be whole, if all of it is there.
    pub(super) whole: usize,
    /// The number of bytes with which more may be known; `None` if that is all.
    pub(super) needed: Option<usize>,
}

/// Finds whole parts at the beginning of a text. `length` returns the length of the part that begins with
/// some bytes, or how many bytes of it are needed to tell, or `None` if it does not tell.
fn whole_parts(text: &[u8], length: impl Fn(&[u8]) -> Option<Result<usize, usize>>) -> Parts {
    let mut whole = 0;
    while whole < ENOUGH {
        match text.get(whole..).map_or(Some(Err(0)), &length) {
            Some(Ok(length)) => whole += length,
            Some(Err(needed)) => return Parts { whole, needed: Some(whole + needed.max(1)) },
            None => break,
        }
    }
    Parts { whole, needed: None }
}

/// Finds frames of Zstandard at the beginning of a text (RFC 8878, section 3.1).
pub(super) fn zstandard_frames(text: &[u8]) -> Parts {
    whole_parts(text, |frame| {
        let Some(magic) = frame.first_chunk::<4>() else { return Some(Err(4)) };
        match magic {
            [0x28, 0xb5, 0x2f, 0xfd] => Some(zstandard_frame(frame)),
            [0x50..=0x5f, 0x2a, 0x4d, 0x18] => Some(match frame[4..].first_chunk() {
                Some(length) => Ok(8 + u32::from_le_bytes(*length) as usize),
                None => Err(8),
            }),
            _ => None,
        }
    })
}

/// Returns the length of a frame, from its header and those of its blocks, or how many bytes are needed
/// for the next of these.
fn zstandard_frame(frame: &[u8]) -> Result<usize, usize> {
    let &descriptor = frame.get(4).ok_or(5_usize)?;
    let is_single_segment = descriptor & 0x20 != 0;
    let window = usize::from(!is_single_segment);
    let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
    let content = match descriptor >> 6 {
        0 => usize::from(is_single_segment),
        size => 1 << size,
    };
    let checksum = if descriptor & 4 != 0 { 4 } else { 0 };
    let mut at = 5 + window + dictionary + content;
    loop {
        let Some(&[low, middle, high]) = frame.get(at..).and_then(<[u8]>::first_chunk) else {
            return Err(at + 3);
        };
        let header = u32::from_le_bytes([low, middle, high, 0]);
        let is_repeated_byte = header >> 1 & 3 == 1;
        at += 3 + if is_repeated_byte { 1 } else { (header >> 3) as usize };
        if header & 1 == 1 {
            return Ok(at + checksum);
        }
    }
}

/// Finds members of gzip that tell their lengths at the beginning of a text: those of bgzip, which have
/// them in a field of their own (SAM specification, section 4.1).
pub(super) fn gzip_members(text: &[u8]) -> Parts {
    whole_parts(text, |member| match member.first_chunk::<BLOCKED_HEADER>() {
        None => Some(Err(BLOCKED_HEADER)),
        Some(&[0x1f, 0x8b, 8, 4, _, _, _, _, _, _, 6, 0, b'B', b'C', 2, 0, low, high]) => {
            Some(Ok(usize::from(u16::from_le_bytes([low, high])) + 1))
        }
        Some(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns some text that is neither short nor easily compressed.
    fn text() -> Vec<u8> {
        (0..400_000_u32).flat_map(|number| (number.wrapping_mul(2_654_435_761) >> 13).to_le_bytes()).collect()
    }

    #[test]
    fn frames_are_as_long_as_the_library_says() {
        let text = text();
        for length in [0, 1, 200, 300, 70_000, 200_000] {
            for level in [1, 19] {
                let frame = zstd::encode_all(&text[..length], level).unwrap();
                let zeros = zstd::encode_all(&vec![0; length][..], level).unwrap();
                for frame in [frame, zeros] {
                    assert_eq!(zstandard_frame(&frame), Ok(frame.len()), "{length}");
                    let more = [&frame[..], b"more"].concat();
                    assert_eq!(zstandard_frames(&more), Parts { whole: frame.len(), needed: None });
                }
            }
        }
    }

    #[test]
    fn of_the_beginning_of_a_frame_more_is_needed() {
        let frame = zstd::encode_all(&text()[..500_000], 1).unwrap();
        assert!(frame.len() > ENOUGH, "{}", frame.len());
        let mut length = 0;
        while let Some(needed) = zstandard_frames(&frame[..length]).needed {
            assert!(length < needed && needed <= frame.len(), "{length} {needed}");
            length = needed;
        }
        assert_eq!(zstandard_frames(&frame).whole, frame.len());
    }

    #[test]
    fn short_parts_are_taken_together() {
        let frame = zstd::encode_all(&text()[..10_000], 1).unwrap();
        let skipped = b"\x50\x2a\x4d\x18\x04\0\0\0more";
        let frames = [&frame[..], skipped].concat().repeat(100);
        let Parts { whole, needed } = zstandard_frames(&frames);
        assert!(needed.is_none() && (ENOUGH..ENOUGH + frame.len()).contains(&whole), "{whole}");
        assert_eq!(zstandard_frames(&frames[..frame.len() + 2]).whole, frame.len());
    }

    #[test]
    fn members_of_bgzip_tell_their_lengths() {
        let member = b"\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0BC\x02\0\x1b\0\x03\0\0\0\0\0\0\0\0\0";
        assert_eq!(gzip_members(member), Parts { whole: 28, needed: Some(28 + BLOCKED_HEADER) });
        assert_eq!(gzip_members(&[&member[..], &[0; 50]].concat()), Parts { whole: 28, needed: None });
        assert_eq!(gzip_members(b"\x1f\x8b\x08\0\0\0\0\0\0\xff and what is compressed"), Parts::default());
    }
}
