//! Pictures in pixels: their size, and that they look like the position.

use png::{ColorType, Decoder};

use crate::escaque;

/// The cells of a board of chess in a picture 856 pixels wide: one unit of its geometry is a pixel.
const WIDTH: usize = 856;
const LEFT: usize = 44;
const TOP: usize = 12;
const CELL: usize = 100;

/// Red, green and blue of a pixel.
type Rgb = [u8; 3];

struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Picture {
    fn of(arguments: &[&str]) -> Picture {
        let run = escaque().args(["--format", "png"]).args(arguments).output().unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        let mut reader = Decoder::new(std::io::Cursor::new(run.stdout)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!(info.color_type, ColorType::Rgb);
        Picture { width: info.width as usize, height: info.height as usize, pixels }
    }

    fn pixel(&self, x: usize, y: usize) -> Rgb {
        let at = 3 * (y * self.width + x);
        [self.pixels[at], self.pixels[at + 1], self.pixels[at + 2]]
    }

    /// Returns the colour of a cell near its corner, and which parts of it are nearly white and nearly
    /// black. Columns and rows count from the upper left cell.
    fn cell(&self, column: usize, row: usize) -> (Rgb, f64, f64) {
        let (left, top) = (LEFT + CELL * column, TOP + CELL * row);
        let part = |is: fn(u8) -> bool| {
            let pixels = (0..CELL * CELL).map(|at| self.pixel(left + at % CELL, top + at / CELL));
            pixels.filter(|pixel| pixel.iter().all(|part| is(*part))).count() as f64 / (CELL * CELL) as f64
        };
        (self.pixel(left + 3, top + 3), part(|part| part > 0xf0), part(|part| part < 0x30))
    }
}

/// Squares have the colours of the theme, and white and black pieces are where they belong.
#[test]
fn pixels_show_the_position() {
    let picture = Picture::of(&["examples/opera.pgn", "--at", "start", "--size", "856"]);
    assert_eq!((picture.width, picture.height > WIDTH), (WIDTH, true));
    for row in 0..8 {
        for column in 0..8 {
            let (ground, white, black) = picture.cell(column, row);
            let shade = if (row + column) % 2 == 0 { [0xcd, 0xda, 0xe7] } else { [0x86, 0xa3, 0xbf] };
            assert_eq!(ground, shade, "{column} {row}");
            let is_shown = match row {
                0 | 1 => black > 0.1 && white < 0.05,
                6 | 7 => white > 0.05 && black > 0.04,
                _ => white == 0.0 && black == 0.0,
            };
            assert!(is_shown, "{column} {row}: {white} {black}");
        }
    }
}

#[test]
fn the_last_move_and_check_are_marked() {
    let picture = Picture::of(&["examples/opera.pgn", "--size", "856"]);
    // 17. Rd8#: from d1 to d8, and the black king on e8
    for (column, row, color) in
        [(3, 7, [0xa9, 0x6c, 0x22]), (3, 0, [0xa9, 0x6c, 0x22]), (4, 0, [0xd8, 0x48, 0x3c])]
    {
        assert_eq!(picture.cell(column, row).0, color, "{column} {row}");
    }
}

/// Flipping turns the picture of a board round, and letters stay upright.
#[test]
fn a_flipped_board_is_turned_round() {
    let arguments = ["examples/opera.pgn", "--at", "ply 9", "--size", "856"];
    let picture = Picture::of(&arguments);
    let flipped = Picture::of(&[&arguments[..], &["--flip"]].concat());
    for row in 0..8 {
        for column in 0..8 {
            assert_eq!(picture.cell(column, row), flipped.cell(7 - column, 7 - row), "{column} {row}");
        }
    }
}

/// A name of which the built-in font lacks a letter is not drawn at all; letters with rare accents lose these.
#[test]
fn names_without_letters_are_left_out() {
    let named = |name: &str| {
        let name = format!("White={name}");
        Picture::of(&["examples/opera.pgn", "--captions", "players", "--set", &name, "--lang", "en"]).pixels
    };
    assert!(named("柯洁") == named("White"));
    assert!(named("Nguyễn") == named("Nguyen"));
}

#[test]
fn every_size_and_board_has_a_picture() {
    for size in [16, 17, 360, 1001] {
        for file in ["examples/opera.pgn", "examples/promotions.ctl-pgn", "tests/inputs/pictures/marks.pgn"] {
            let picture = Picture::of(&[file, "--games", "1", "--size", &size.to_string()]);
            assert_eq!(picture.width, size, "{file}");
            assert!(picture.height > size && picture.height < 2 * size, "{file}: {}", picture.height);
        }
    }
}
