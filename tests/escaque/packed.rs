//! Compressed files and archives.

use std::fs;
use std::io::{self, Cursor, Read, Write};
use std::iter;
use std::path::Path;

use escaque::text::{Input, ReadError, Source, UnpackError};

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
        // of a damaged archive, the files before the fault are shown
        let has_sound_files = ["corrupt.zip", "cut-off-directory.zip"].contains(&&*name);
        assert_eq!((run.status.code(), run.stdout.is_empty()), (Some(2), !has_sound_files), "{name}");
        if has_sound_files {
            assert_golden(run.stdout, &format!("packed/{name}.shown.txt"));
        }
        assert_golden(run.stderr, &format!("packed/{name}.txt"));
    }
}

fn unpack(bytes: Vec<u8>) -> Result<Vec<u8>, ReadError> {
    let first = Input::from_reader("packed", Cursor::new(bytes))?;
    let following = first.following();
    let texts = iter::once(Ok(first)).chain(following);
    let texts = texts.map(|input| Ok(input?.whole()?.bytes().to_vec())).collect::<Result<Vec<_>, _>>()?;
    Ok(texts.concat())
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
            "zip" => packed.write(&zip(&[("games.pgn", part.to_vec())])),
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
    for format in FORMATS.into_iter().chain(["zip"]) {
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

/// Packs files into a zip archive.
fn zip(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    let number = |value: usize| u32::try_from(value).expect("the files are short").to_le_bytes();
    for (name, text) in files {
        let mut crc = flate2::Crc::new();
        crc.update(text);
        let mut packed = Vec::new();
        let mut encoder = flate2::read::DeflateEncoder::new(&text[..], flate2::Compression::fast());
        encoder.read_to_end(&mut packed).expect("it is in memory");
        let (crc, sizes) = (crc.sum().to_le_bytes(), [number(packed.len()), number(text.len())].concat());
        let [low, high, ..] = number(name.len());
        let fields = [&[20, 0, 0, 0, 8, 0, 0, 0, 0, 0], &crc[..], &sizes, &[low, high, 0, 0]].concat();
        let start = number(archive.len());
        archive.extend([&b"PK\x03\x04"[..], &fields, name.as_bytes(), &packed].concat());
        directory.extend([b"PK\x01\x02\x14\0", &fields[..], &[0; 10], &start, name.as_bytes()].concat());
    }
    let [low, high, ..] = number(files.len());
    let (length, start) = (number(directory.len()), number(archive.len()));
    let end = [&b"PK\x05\x06\0\0\0\0"[..], &[low, high, low, high], &length, &start, &[0, 0]].concat();
    [archive, directory, end].concat()
}

/// Asserts that an archive is read as a folder with the same files, from a file and from standard input, on any number
/// of threads, and returns what is written of it and the messages.
fn read_as_folder(arguments: &str, files: &[(&str, Vec<u8>)]) -> [String; 2] {
    let folder = tempfile::tempdir().expect("there is room for files");
    for (name, text) in files {
        let path = folder.path().join("games").join(name);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("there is room");
        fs::write(path, text).expect("there is room");
    }
    let archive = zip(files);
    fs::write(folder.path().join("games.zip"), &archive).expect("there is room");
    let run = |threads: &str, path: Option<&str>| {
        let command = escaque().current_dir(folder.path()).args(["--lang", "en", "--threads", threads]);
        let command = command.args(arguments.split(' '));
        let run = match path {
            Some(path) => command.arg(path),
            None => command.stdin(archive.clone()),
        };
        let run = run.output().expect("the program is there");
        let texts = [run.stdout, run.stderr].map(|text| {
            let text = String::from_utf8(text).expect("it writes UTF-8");
            text.replace("games.zip:", "games/").replace("<stdin>:", "games/")
        });
        (run.status.code(), texts)
    };
    let expected = run("1", Some("games"));
    for threads in ["1", "2", "5"] {
        for path in [Some("games.zip"), None] {
            let read = run(threads, path);
            let first = read.1.iter().zip(&expected.1);
            let first = first.flat_map(|(read, expected)| read.lines().zip(expected.lines()));
            let differs = first.filter(|(read, expected)| read != expected).take(1).collect::<Vec<_>>();
            assert!(read == expected, "{arguments} {path:?} on {threads} threads: {differs:?}");
        }
    }
    expected.1
}

#[test]
fn an_archive_is_read_as_a_folder() {
    let mut numbers = Numbers::new(0x9e37_79b9_7f4a_7c15);
    let game =
        |number: usize| format!("[White \"{number}\"]\n\n1. e4 e5 {}*\n", "2. Ke3 ".repeat(number % 7 / 6));
    let names: Vec<_> = (100..260).map(|number| format!("{number}.pgn")).collect();
    let mut files: Vec<_> = names.iter().map(|name| (&name[..], game(name.len()).into_bytes())).collect();
    for (number, (_, text)) in files.iter_mut().enumerate() {
        *text = match number {
            40 | 41 | 90 => games(&mut numbers, 400_000),
            50 => Vec::new(),
            _ => game(number).into_bytes(),
        };
    }
    for arguments in [
        "--check",
        "--count",
        "--format pgn",
        "-k --format json",
        "-k --unique --format fen",
        "--games 2 --format games",
        "-k --limit 30 --format games",
        "--check --message-format json",
    ] {
        read_as_folder(arguments, &files);
    }
}

#[test]
fn a_file_in_an_archive_ends_before_the_next() {
    let header = b"[Event \"a header without moves\"]\n[White \"A\"]\n".to_vec();
    let files = [("a.pgn", header), ("in/b.pgn", b"[White \"B\"]\n\n1. e4 *\n1. d4 Ke3 *\n".to_vec())];
    let [games, messages] = read_as_folder("-k --format games --columns White,number,file", &files);
    assert_eq!(games, "White,number,file\nA,1,games/a.pgn\nB,1,games/in/b.pgn\n,2,games/in/b.pgn\n");
    assert!(messages.contains("--> games/in/b.pgn:4:7"), "{messages}");
}

#[test]
fn each_file_in_an_archive_has_an_encoding_of_its_own() {
    let text = |name: &str| format!("[White \"{name}\"]\n\n1. e4 *\n");
    let utf_16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    let windows = text("Moi?").into_bytes().into_iter().map(|byte| if byte == b'?' { 0xe0 } else { byte });
    let files = [
        ("a.pgn", text("Réti").into_bytes()),
        ("b.pgn", utf_16(&text("Réti, R"))),
        ("c.pgn", windows.collect()),
        ("d.pgn", [b"\xef\xbb\xbf", text("Łasker").as_bytes()].concat()),
    ];
    let [games, messages] = read_as_folder("--format games --columns White", &files);
    assert_eq!(games, "White\nRéti\n\"Réti, R\"\nMoià\nŁasker\n");
    assert!(messages.contains("W0103") && messages.contains("games/c.pgn"), "{messages}");
}

#[test]
fn each_file_in_an_archive_has_the_notation_of_its_name() {
    let files = [
        ("a.ctl-pgn", b"1. E7-E13, I23-I19: *\n".to_vec()),
        ("b.pgn", b"1. e4 e5 *\n".to_vec()),
        ("c.fen", b"4k3/8/4K3/4Q3/8/8/8/8 w - - 0 1\n".to_vec()),
    ];
    let [games, messages] = read_as_folder("--format games --columns rules,plies", &files);
    assert_eq!((&games[..], &messages[..]), ("rules,plies\ncescacs,2\nchess,2\nchess,0\n", ""));
    let mut archive = zip(&files);
    let whole = escaque::Reader::with_name("games.zip", Cursor::new(archive.clone()));
    let moves = whole.map(|game| game.expect("the games are sound").moves().count());
    assert_eq!(moves.collect::<Vec<_>>(), [2, 2, 0]);
    let several = Source::open(&project().join("tests/inputs/packed/read/stored.zip"));
    assert_eq!(several.err().and_then(|error| error.unpack_error().cloned()), Some(UnpackError::Several));
    // a file that is damaged ends the archive
    let name = archive.windows(5).position(|bytes| bytes == b"b.pgn").expect("it is there");
    let checksum = name - 16;
    archive[checksum] ^= 1;
    let run = escaque().args(["-k", "--lang", "en", "--format", "games"]).stdin(archive).output();
    let run = run.expect("the program is there");
    let messages = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(2));
    assert!(messages.contains("cannot read <stdin>:b.pgn: its data are damaged"), "{messages}");
}
