//! Games as moving pictures: their size, their frames and for how long each is shown.

use std::fs;
use std::io::Cursor;

use gif::{ColorOutput, DecodeOptions, Repeat};

use crate::{escaque, project};

const CLOCKS: &str = "tests/inputs/pictures/clocks.pgn";

/// A decoded moving picture.
struct Film {
    width: usize,
    height: usize,
    repeats: Repeat,
    /// What is seen after each frame, four bytes a pixel, with its time in hundredths of a second.
    frames: Vec<(Vec<u8>, u16)>,
    /// How many pixels are stored for each frame.
    stored: Vec<usize>,
    /// The size of the file.
    bytes: usize,
}

impl Film {
    fn of(arguments: &[&str]) -> Film {
        let run = escaque().args(["--format", "gif"]).args(arguments).output().unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        let bytes = run.stdout.len();
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(Cursor::new(run.stdout)).unwrap();
        let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
        let mut seen = vec![0; 4 * width * height];
        let (mut frames, mut stored) = (Vec::new(), Vec::new());
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            let (columns, left) = (usize::from(frame.width), usize::from(frame.left));
            for (row, pixels) in frame.buffer.chunks_exact(4 * columns).enumerate() {
                for (column, pixel) in pixels.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
                    let at = 4 * ((usize::from(frame.top) + row) * width + left + column);
                    seen[at..at + 4].copy_from_slice(pixel);
                }
            }
            frames.push((seen.clone(), frame.delay));
            stored.push(columns * usize::from(frame.height));
        }
        Film { width, height, repeats: decoder.repeat(), frames, stored, bytes }
    }

    fn times(&self) -> Vec<u16> {
        self.frames.iter().map(|(_, time)| *time).collect()
    }
}

#[test]
fn a_film_has_a_frame_for_each_position() {
    let film = Film::of(&[CLOCKS]);
    assert_eq!((film.width, film.frames.len(), film.repeats), (360, 9, Repeat::Infinite));
    assert_eq!(film.times(), [100, 100, 100, 100, 100, 100, 100, 100, 500]);
    assert!(film.stored[1..].iter().all(|pixels| *pixels < film.width * film.height), "{:?}", film.stored);
}

/// The names stand on every frame, and the result only on the last.
#[test]
fn the_result_is_on_the_last_frame() {
    let with_result = |result: &str| {
        Film::of(&["examples/opera.pgn", "--set", &format!("Result={result}"), "--lang", "en"])
    };
    let films = ["1-0", "0-1", "*"].map(with_result);
    let differing = |one: &Film, other: &Film| -> Vec<usize> {
        (0..one.frames.len()).filter(|at| one.frames[*at].0 != other.frames[*at].0).collect()
    };
    assert_eq!(differing(&films[0], &films[1]), [33]);
    assert_eq!(differing(&films[0], &films[2]), [33]);
    let renamed = Film::of(&["examples/opera.pgn", "--set", "White=Paul", "--lang", "en"]);
    assert_eq!(differing(&films[0], &renamed).len(), 34);
    let rated = Film::of(&["examples/opera.pgn", "--set", "WhiteElo=2690", "--lang", "en"]);
    assert_eq!(differing(&films[0], &rated).len(), 34);
    // there is room for the result although no move stands there
    assert_eq!(differing(&films[0], &Film::of(&["examples/opera.pgn", "--captions", "players"])).len(), 34);
}

/// A chip at the end of the caption shows the side to move, until the game is over.
#[test]
fn the_side_to_move_is_shown() {
    let film = Film::of(&[CLOCKS, "--lang", "en"]);
    let dark = |(frame, _): &(Vec<u8>, u16)| {
        let row = &frame[4 * film.width * (film.height - 13)..][..4 * film.width];
        let end = row[4 * (film.width * 3 / 4)..].chunks_exact(4);
        end.filter(|pixel| pixel[..3].iter().all(|part| *part < 0x30)).count()
    };
    let dark: Vec<_> = film.frames.iter().map(dark).collect();
    let (white, black) = (dark[0], dark[1]);
    assert!(white > 0 && black >= white + 4, "{dark:?}");
    assert_eq!(dark, [white, black, white, black, white, black, white, black, 0]);
}

/// A position is shown for as long as the side to move thought; the fifth move took too long for that.
#[test]
fn the_pace_is_fixed_or_that_of_the_clocks() {
    assert_eq!(Film::of(&[CLOCKS, "--pace", "0.5"]).times()[..8], [50; 8]);
    let clocks = [100, 100, 400, 30, 1000, 250, 100, 100, 500];
    assert_eq!(Film::of(&[CLOCKS, "--pace", "clock"]).times(), clocks);
    // the clock gains the increment: White's second move took as long as that
    let with_increment = Film::of(&[CLOCKS, "--pace", "clock", "--set", "TimeControl=60+1"]);
    assert_eq!(with_increment.times()[2..4], [500, 110]);
}

/// What is seen after each frame is the picture of the position: only on the edges of shapes the colours are a little
/// lighter or darker, and none is of another hue.
#[test]
fn frames_look_like_pictures() {
    let hexes = "examples/both-castlings.ctl-pgn";
    for (file, size, flip, bounds) in [
        (CLOCKS, "300", &["--flip"][..], (65, 50)),
        (CLOCKS, "720", &["--flip"], (120, 60)),
        (hexes, "300", &["--set", "White=A"], (65, 50)),
        (hexes, "720", &["--set", "White=A"], (120, 60)),
    ] {
        let film = Film::of(&[&[file, "--games", "1", "--size", size], flip].concat());
        let last = film.frames.last().unwrap();
        let before_last = &film.frames[film.frames.len() - 2];
        let picture = |at: &str| {
            let arguments = [
                &[
                    "--format",
                    "png",
                    "--size",
                    size,
                    "--captions",
                    "players",
                    "--games",
                    "1",
                    "--at",
                    at,
                    file,
                ],
                flip,
            ]
            .concat();
            let run = escaque().args(arguments).output().unwrap();
            let mut reader = png::Decoder::new(Cursor::new(run.stdout)).read_info().unwrap();
            let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut pixels).unwrap();
            pixels
        };
        let last_ply = film.frames.len() - 1;
        for (frame, at) in [(last, "end".to_owned()), (before_last, format!("ply {}", last_ply - 1))] {
            // without the lines of the players, where the disc of the side to move is, and the caption
            let (start, board) =
                (3 * film.width * (film.width / 15), 3 * film.width * (film.height - film.width / 5));
            let picture = picture(&at);
            let frame = frame.0.chunks_exact(4).zip(picture.chunks_exact(3)).take(board / 3).skip(start / 3);
            let differences = frame.map(|(seen, wanted)| {
                let [red, green, blue] = [0, 1, 2].map(|at| i32::from(seen[at]) - i32::from(wanted[at]));
                (red.abs().max(green.abs()).max(blue.abs()), (red - green).abs().max((green - blue).abs()))
            });
            let worst =
                differences.fold((0, 0), |(light, hue), other| (light.max(other.0), hue.max(other.1)));
            assert!(worst.0 <= bounds.0 && worst.1 <= bounds.1, "{file} {at}: {worst:?}");
        }
        let (one, other) = (&last.0, &before_last.0);
        assert_ne!(one, other, "{file}");
    }
}

/// A game is small enough to be shared: 80 plies take less than 300 KB. The first frame is the largest.
#[test]
fn eighty_plies_take_less_than_three_hundred_kilobytes() {
    // in the theme for paper, the borders around the cells of each move take more
    for (theme, ply) in [("blue", 3_370), ("contrast", 3_370), ("print", 4_600)] {
        let film = Film::of(&["examples/opera.pgn", "--size", "720", "--theme", theme]);
        assert_eq!(film.frames.len(), 34);
        assert!(film.bytes < 30_000 + 33 * ply, "{theme}: {}", film.bytes);
    }
    let game = fs::read_to_string(project().join("examples/opera.pgn")).unwrap();
    let (tags, moves) = game.rsplit_once("]\n").unwrap();
    let with_clocks: String =
        (0..).zip(moves.split_whitespace()).fold(format!("{tags}]\n\n"), |game, (at, word)| {
            let is_move = word.starts_with(char::is_alphabetic);
            let clock = format!(" {{[%clk 1:{:02}:{:02}]}}", 59 - at % 60, 7 * at % 60);
            game + word + if is_move { &clock } else { "" } + "\n"
        });
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("clocks.pgn");
    fs::write(&path, with_clocks).unwrap();
    let film = Film::of(&[path.to_str().unwrap(), "--size", "720"]);
    assert!(film.frames.len() == 34 && film.bytes < 30_000 + 33 * 3_370, "with clocks: {}", film.bytes);
}

/// Without names there are no lines of the players.
#[test]
fn players_without_names_have_no_lines() {
    let height = |arguments: &[&str]| {
        Film::of(&[&["examples/both-castlings.ctl-pgn", "--games", "1", "--size", "300"], arguments].concat())
            .height
    };
    assert!(height(&[]) < height(&["--set", "White=A"]));
}

/// Arrows have the colours and edges that they have in pictures.
#[test]
fn arrows_have_edges() {
    let film = Film::of(&["tests/inputs/pictures/marks.pgn", "--size", "720"]);
    let has_dark_green = |(pixels, _): &(Vec<u8>, u16)| {
        let greens = pixels
            .chunks_exact(4)
            .filter(|pixel| pixel[1].saturating_sub(pixel[0].max(pixel[2])) > 40 && pixel[0] < 0x60);
        greens.count() > 300
    };
    assert!(film.frames.iter().any(has_dark_green));
    // a circle on a square of nearly its colour
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("circle.pgn");
    fs::write(&path, "1. e4 {[%csl Bf6]} *").unwrap();
    for theme in ["blue", "green", "brown"] {
        let film = Film::of(&[path.to_str().unwrap(), "--size", "720", "--theme", theme]);
        let pixels = film.frames.last().unwrap().0.chunks_exact(4);
        let blues = pixels.filter(|pixel| i32::from(pixel[2]) - i32::from(pixel[0]) > 100);
        assert!(blues.count() > 1000, "{theme}");
    }
}

#[test]
fn each_game_is_a_film_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let run = escaque()
        .args(["examples/miniatures.pgn", "--games", "1-2", "--size", "100", "-o"])
        .arg(folder.path().join("{game}.gif"))
        .current_dir(project())
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let films = fs::read_dir(folder.path()).unwrap().map(|file| fs::read(file.unwrap().path()).unwrap());
    assert_eq!(films.filter(|film| film.starts_with(b"GIF89a")).count(), 2);
}
