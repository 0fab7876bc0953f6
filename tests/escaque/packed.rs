//! Compressed files and archives.

use std::fs;
use std::io::{self, Cursor, Read, Write};
use std::iter;
use std::path::Path;

use escaque::text::{Input, ReadError};

use crate::hostile::mutate;
use crate::{Numbers, assert_golden, escaque, files, project};

fn xz(text: &[u8]) -> Vec<u8> {
    let mut writer = lzma_rust2::XzWriter::new(Vec::new(), lzma_rust2::XzOptions::with_preset(1)).unwrap();
    writer.write_all(text).unwrap();
    writer.finish().unwrap()
}

fn lz4(text: &[u8]) -> Vec<u8> {
    let mut writer = lz4_flex::frame::FrameEncoder::new(Vec::new());
    writer.write_all(text).unwrap();
    writer.finish().unwrap()
}

#[test]
fn compressed_files_are_known_by_their_content() {
    let text = fs::read("examples/opera.pgn").unwrap();
    let expected = escaque().arg("examples/opera.pgn").output().unwrap().stdout;
    let (first, second) = text.split_at(text.len() / 2);
    let mut gz = flate2::read::GzEncoder::new(first, flate2::Compression::fast());
    let mut more_gz = flate2::read::GzEncoder::new(second, flate2::Compression::best());
    let mut bz2 = bzip2::read::BzEncoder::new(&text[..], bzip2::Compression::best());
    let zst = [zstd::encode_all(first, 3).unwrap(), zstd::encode_all(second, 9).unwrap()].concat();
    let read = |encoder: &mut dyn Read| {
        let mut bytes = Vec::new();
        encoder.read_to_end(&mut bytes).unwrap();
        bytes
    };
    let xz = [xz(first), xz(second)].concat();
    let lz4 = [lz4(first), lz4(second)].concat();
    let gz = [read(&mut gz), read(&mut more_gz)].concat();
    for compressed in [gz, read(&mut bz2), lz4, zst, xz] {
        let run = escaque().stdin(compressed.clone()).output().unwrap();
        assert_eq!(run.stdout, expected);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compressed.data");
        fs::write(&path, &compressed).unwrap();
        assert_eq!(escaque().arg(&path).output().unwrap().stdout, expected);
        let padded = [&compressed[..], &[0; 100_000]].concat();
        assert_eq!(escaque().stdin(padded).output().unwrap().stdout, expected);
        for more in [&b"\0\0more"[..], b"B", b"\x1fmore"] {
            let run = escaque().stdin([&compressed[..], more].concat()).output().unwrap();
            assert_eq!(run.status.code(), Some(0), "{more:?}");
            assert_eq!(run.stdout, expected, "{more:?}");
            let messages = String::from_utf8(run.stderr).unwrap();
            assert_eq!(messages.matches("W0114").count(), 1, "{messages}");
        }
        let cut = compressed[..compressed.len() - 20].to_vec();
        assert_eq!(escaque().stdin(cut).output().unwrap().status.code(), Some(2));
    }
    for short in ["", "1", "1.", "*", "BZh", "\u{1f}"] {
        assert!(escaque().stdin(short).output().unwrap().status.code().is_some_and(|code| code < 2));
    }
}

/// Packed by xz, lz4, Info-ZIP and Python: in one part and in several, with and without checksums,
/// and archives with other files, folders, the files that macOS adds, and lengths of 64 bits or
/// behind the file.
#[test]
fn files_that_other_programs_have_packed_are_read() {
    for path in files("tests/inputs/packed/read/*") {
        let name = path.file_name().unwrap().to_string_lossy();
        let run = |command: snapbox::cmd::Command| {
            let run = command.args(["--quiet", "--format", "pgn"]).output().unwrap();
            assert!(run.status.success() && run.stderr.is_empty(), "{name}");
            run.stdout
        };
        let games = run(escaque().arg(&path));
        assert_golden(&games, &format!("packed/{name}.pgn"));
        assert!(run(escaque().stdin(fs::read(&path).unwrap())) == games, "{name}");
    }
}

#[test]
fn what_follows_the_packed_games_draws_a_warning() {
    for path in files("tests/inputs/packed/warned/*") {
        let name = path.file_name().unwrap().to_string_lossy();
        let path = path.strip_prefix(project()).unwrap();
        for arguments in [&["--check"][..], &["-k"], &[]] {
            let run = escaque().args(["--lang", "en"]).args(arguments).arg(path).output().unwrap();
            assert_eq!(
                (run.status.code(), run.stdout.is_empty()),
                (Some(0), arguments == ["--check"]),
                "{name}"
            );
            let messages = String::from_utf8(run.stderr).unwrap();
            assert_eq!(messages.matches("W0114").count(), 1, "{name}");
            if arguments == ["--check"] {
                assert_golden(messages, &format!("packed/{name}.txt"));
            }
        }
    }
}

#[test]
fn files_that_cannot_be_unpacked_are_errors_with_their_reason() {
    for path in files("tests/inputs/packed/refused/*") {
        let name = path.file_name().unwrap().to_string_lossy();
        let path = path.strip_prefix(project()).unwrap();
        let run = escaque().args(["--lang", "en"]).arg(path).output().unwrap();
        assert_eq!((run.status.code(), run.stdout.len()), (Some(2), 0), "{name}");
        assert_golden(run.stderr, &format!("packed/{name}.txt"));
    }
}

fn unpack(bytes: Vec<u8>) -> Result<Vec<u8>, ReadError> {
    Ok(Input::from_reader("packed", Cursor::new(bytes))?.whole()?.bytes().to_vec())
}

#[test]
fn what_is_cut_off_is_no_whole_text() {
    for path in files("tests/inputs/packed/read/*") {
        let name = path.file_name().unwrap().to_string_lossy();
        let whole = fs::read(&path).unwrap();
        let text = unpack(whole.clone()).unwrap();
        let has_parts = name.starts_with("frames") || name.starts_with("streams");
        // fewer bytes do not tell what the file is
        for end in 4..whole.len() {
            match unpack(whole[..end].to_vec()) {
                Ok(part) => assert!(has_parts && text.starts_with(&part), "{name}: {end}"),
                Err(error) => assert_eq!(error.cause.kind(), io::ErrorKind::UnexpectedEof, "{name}: {end}"),
            }
        }
    }
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

/// Packs a text by a format: in two parts, but for LZ4, whose decoder takes one.
fn packed_by(format: &str, text: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    let parts = if format == "lz4" { 1 } else { 2 };
    for part in text.chunks(text.len() / parts + 1) {
        match format {
            "gz" => flate2::read::GzEncoder::new(part, flate2::Compression::fast()).read_to_end(&mut packed),
            "bz2" => bzip2::read::BzEncoder::new(part, bzip2::Compression::fast()).read_to_end(&mut packed),
            "zst" => packed.write(&zstd::encode_all(part, 1).unwrap()),
            "lz4" => packed.write(&lz4(part)),
            _ => packed.write(&xz(part)),
        }
        .unwrap();
    }
    packed
}

/// Returns all that a decoder hands over before it fails, byte by byte.
fn unpacked_by(format: &str, packed: &[u8]) -> Vec<u8> {
    let mut decoder: Box<dyn Read + '_> = match format {
        "gz" => Box::new(flate2::bufread::MultiGzDecoder::new(packed)),
        "bz2" => Box::new(bzip2::bufread::MultiBzDecoder::new(packed)),
        "zst" => Box::new(zstd::Decoder::new(packed).unwrap()),
        "lz4" => Box::new(lz4_flex::frame::FrameDecoder::new(packed)),
        _ => Box::new(lzma_rust2::XzReader::new(packed, true)),
    };
    let mut byte = [0];
    iter::from_fn(|| decoder.read_exact(&mut byte).is_ok().then_some(byte[0])).collect()
}

/// Returns a packed text with a byte in its middle half changed.
fn damaged(packed: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut damaged = packed.to_vec();
    damaged[packed.len() / 4 + numbers.below(packed.len() / 2)] ^= 1 << numbers.below(8);
    damaged
}

const FORMATS: [&str; 5] = ["gz", "bz2", "zst", "lz4", "xz"];

#[test]
fn what_is_unpacked_before_a_fault_is_read() {
    let mut numbers = Numbers::new(0xda94_2042_e4dd_58b5);
    let text = games(&mut numbers, 200_000);
    for format in FORMATS {
        let packed = packed_by(format, &text);
        let mut faults = 0;
        for _ in 0..10 {
            let damaged = damaged(&packed, &mut numbers);
            let read = [1000, 70_000, usize::MAX].map(|max_chunk| {
                // nothing is read of a file whose first block is broken
                let input = Input::from_reader("packed", Cursor::new(damaged.clone())).into_iter();
                let chunks = input.flat_map(|input| input.chunks().at_most(max_chunk).map_while(Result::ok));
                chunks.flat_map(|chunk| chunk.source.bytes()[chunk.start..chunk.end].to_vec()).collect()
            });
            let [few, more, all]: [Vec<u8>; 3] = read;
            assert!(few == more && more == all, "{format}: {} {} {}", few.len(), more.len(), all.len());
            let unpacked = unpacked_by(format, &damaged);
            assert!(unpacked.starts_with(&all), "{format}");
            assert!(unpacked.len() - all.len() < 4096, "{format}: {} of {}", all.len(), unpacked.len());
            faults += usize::from(all != text);
        }
        assert!(faults > 5, "{format}: {faults}");
    }
}

#[test]
fn damaged_files_are_the_same_on_any_number_of_threads() {
    let mut numbers = Numbers::new(0x2545_f491_4f6c_dd1d);
    let text = games(&mut numbers, 700_000);
    for format in FORMATS {
        let damaged = damaged(&packed_by(format, &text), &mut numbers);
        let shown = |threads: &str| {
            let arguments = ["-k", "--lang", "en", "--format", "pgn", "--threads", threads];
            let run = escaque().args(arguments).stdin(damaged.clone()).output().unwrap();
            (run.status.code(), run.stdout, run.stderr)
        };
        let alone = shown("1");
        assert!(alone.1.len() > 100_000, "{format}: {}", alone.1.len());
        for threads in ["2", "3", "8"] {
            assert!(shown(threads) == alone, "{format}, {threads} threads");
        }
    }
}

#[test]
fn mutated_packed_files_cause_no_panic() {
    let mut numbers = Numbers::new(0x2545_f491_4f6c_dd1d);
    for path in files("tests/inputs/packed/*/*") {
        let packed = fs::read(&path).unwrap();
        let read = (0..200).filter(|_| {
            let mut bytes = packed.clone();
            mutate(&mut bytes, &mut numbers);
            unpack(bytes).is_ok()
        });
        assert!(read.count() < 200, "{}", path.display());
    }
}
