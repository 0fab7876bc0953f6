//! Parts of a compressed text that several threads unpack are what one thread makes of them.

use std::io::{Cursor, Read, Write};

use escaque::text::Input;
use flate2::{Compression, GzBuilder};

use crate::hostile::mutate;
use crate::{Numbers, escaque};

/// Returns the text of packed games or the reason why there is none, and whether data are ignored.
fn unpack(packed: &[u8], threads: usize) -> (Result<Vec<u8>, String>, bool) {
    let input =
        Input::from_reader("packed", Cursor::new(packed.to_vec())).map(|input| input.unpacked_by(threads));
    let trailing = input.as_ref().map(Input::trailing_data).ok();
    let text = input.and_then(Input::whole).map(|source| source.bytes().to_vec());
    (text.map_err(|error| error.to_string()), trailing.is_some_and(|trailing| trailing.is_ignored()))
}

/// Returns varied games of about a length.
fn games(numbers: &mut Numbers, length: usize) -> Vec<u8> {
    let mut text = Vec::new();
    while text.len() < length {
        let [event, round] = [(); 2].map(|()| numbers.below(1_000_000));
        writeln!(text, "[Event \"{event}\"]\n[Round \"{round}\"]\n\n1. e4 e5 {{{event}}} 2. Nf3 *\n")
            .unwrap();
    }
    text
}

fn zstandard(text: &[u8]) -> Vec<u8> {
    zstd::encode_all(text, 1).unwrap()
}

/// Packs a text as bgzip does: in members of 64 KB, each with its length in its header.
fn bgzip(text: &[u8]) -> Vec<u8> {
    let member = |text: &[u8]| {
        let builder = GzBuilder::new().extra(b"BC\x02\0\0\0".to_vec());
        let mut member = Vec::new();
        builder.read(text, Compression::fast()).read_to_end(&mut member).unwrap();
        let length = u16::try_from(member.len() - 1).unwrap();
        member[16..18].copy_from_slice(&length.to_le_bytes());
        member
    };
    text.chunks(60_000).chain([&b""[..]]).flat_map(member).collect()
}

/// Returns packed texts in several parts, with the name of each.
fn packed(numbers: &mut Numbers) -> Vec<(&'static str, Vec<u8>)> {
    let mut frames = |lengths: &[usize]| -> Vec<u8> {
        lengths.iter().flat_map(|length| zstandard(&games(numbers, *length))).collect()
    };
    let long = frames(&[2_000_000, 300_000, 2_500_000, 10, 900_000]);
    let short = frames(&[5_000; 200]);
    let endless = [frames(&[100, 100]), frames(&[12_000_000]), frames(&[400])].concat();
    let skipped = [&b"\x50\x2a\x4d\x18\x04\0\0\0more"[..], &frames(&[700_000])].concat().repeat(4);
    let padded = [frames(&[100_000; 3]), vec![0; 100_000]].concat();
    let followed = [frames(&[100_000; 3]), b"and more".to_vec()].concat();
    let cut = long[..long.len() - 1000].to_vec();
    let blocks = bgzip(&games(numbers, 3_000_000));
    let unlike = [&blocks[..], &blocks[..100_000]].concat();
    [
        ("long frames", long),
        ("short frames", short),
        ("a frame that is too long to wait for", endless),
        ("frames to be skipped", skipped),
        ("padded frames", padded),
        ("frames and other data", followed),
        ("a frame that is cut off", cut),
        ("blocks of gzip", blocks),
        ("a block that is cut off", unlike),
    ]
    .into()
}

/// Asserts that several threads unpack what one does.
#[track_caller]
fn assert_alike(name: &str, packed: &[u8], threads: usize) {
    let [alone, together] = [1, threads].map(|threads| unpack(packed, threads));
    let lengths = [&alone, &together].map(|(text, trailing)| (text.as_ref().map(Vec::len), trailing));
    assert!(alone == together, "{name}: {lengths:?}");
}

#[test]
fn parts_are_the_same_on_any_number_of_threads() {
    let mut numbers = Numbers::new(0x9e37_79b9_7f4a_7c15);
    for (name, packed) in packed(&mut numbers) {
        for threads in [2, 3, 20] {
            assert_alike(name, &packed, threads);
        }
    }
}

#[test]
fn damaged_parts_are_the_same_on_any_number_of_threads() {
    let mut numbers = Numbers::new(0x2545_f491_4f6c_dd1d);
    let frames: Vec<u8> = (0..40).flat_map(|_| zstandard(&games(&mut numbers, 2_000))).collect();
    let blocks = bgzip(&games(&mut numbers, 200_000));
    for packed in [frames, blocks] {
        for _ in 0..300 {
            let mut damaged = packed.clone();
            mutate(&mut damaged, &mut numbers);
            assert_alike("damaged", &damaged, 3);
        }
    }
}

#[test]
fn games_in_several_parts_are_shown_in_order() {
    let mut numbers = Numbers::new(0xda94_2042_e4dd_58b5);
    let text = games(&mut numbers, 3_000_000);
    let (first, second) = text.split_at(1_234_567);
    for packed in [[zstandard(first), zstandard(second)].concat(), bgzip(&text)] {
        let shown = |threads, input: &[u8]| {
            let arguments = ["--format", "pgn", "--threads", threads];
            escaque().args(arguments).stdin(input.to_vec()).output().unwrap().stdout
        };
        assert!(shown("3", &packed) == shown("1", &text));
    }
}
