//! A board in the characters of a terminal.
//!
//! The drawing of pictures is painted in pixels, 8 by 16 to a character, each in one of a few flat
//! colours (`canvas.rs`). Then each character becomes the block and the two colours that come nearest to
//! its pixels (`tile.rs`). So squares, slanted hexes, pieces, arrows and circles are the
//! same drawing as in pictures, in any size.

mod board;
mod canvas;
mod tile;

use tiny_skia::Pixmap;

pub use board::{BoardLayout, BoardStyle};
pub use canvas::Blocks;
pub use tile::{CellSize, Frame, Tile};

use super::Scene;
use canvas::FlatCanvas;
use tile::Layers;

/// A board in the characters of a terminal, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mosaic {
    columns: usize,
    tiles: Vec<Tile>,
}

impl Mosaic {
    /// Draws the board of a scene and what is on it, without labels, in a frame for this board. A scene without
    /// pieces leaves room for their letters.
    #[must_use]
    pub fn new(scene: &Scene, frame: &Frame, style: BoardStyle) -> Mosaic {
        let [width, height] = frame.pixels();
        let Some(mut pixels) = Pixmap::new(width, height) else {
            return Mosaic { columns: 0, tiles: Vec::new() };
        };
        let mut canvas = FlatCanvas::new(frame, &mut pixels, style);
        canvas.draw_cells(scene);
        scene.draw_on_board(&[], &mut canvas);
        let layers = Layers::of(scene.options.theme);
        let tiles = tile::tiles(&pixels, &layers, style.blocks);
        Mosaic { columns: frame.columns(), tiles }
    }

    /// Returns the rows from the top.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[Tile]> {
        self.tiles.chunks(self.columns.max(1))
    }

    /// Returns the tile in a column and a row, if it is on the board's rectangle.
    #[must_use]
    pub fn tile(&self, column: usize, row: usize) -> Option<&Tile> {
        (column < self.columns).then(|| self.tiles.get(row * self.columns + column))?
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::canvas::{HEIGHT, WIDTH};
    use super::*;
    use crate::picture::{PictureOptions, Rgb};
    use crate::rules::cescacs::Cescacs;
    use crate::rules::square::Chess;
    use crate::rules::{AnyPosition, CellShape, PieceKind, Rules};
    use crate::syntax::Games;
    use crate::text::Source;

    const SIZES: [CellSize; 5] = [
        CellSize { width: 5, height: 3 },
        CellSize { width: 6, height: 3 },
        CellSize { width: 8, height: 4 },
        CellSize { width: 12, height: 6 },
        CellSize { width: 20, height: 10 },
    ];

    fn style(blocks: Blocks) -> BoardStyle {
        BoardStyle { blocks, ..BoardStyle::default() }
    }

    fn scene<R: Rules>(position: &R) -> Scene {
        let options = PictureOptions { coordinates: false, ..PictureOptions::default() };
        Scene::new(Arc::new(position.diagram().geometry()), position, None, options)
    }

    /// Returns the tiles of the cell in a corner of the board, on which the only piece stands.
    fn drawn(kind: PieceKind, size: CellSize, blocks: Blocks) -> Vec<Tile> {
        let mut scene = scene(&Chess::default());
        scene.pieces.retain(|piece| piece.cell == 56);
        scene.pieces[0].kind = kind;
        let mosaic = Mosaic::new(&scene, &Frame::new(&scene.geometry, size, false), style(blocks));
        mosaic.rows().take(size.height).flat_map(|row| row[..size.width].to_vec()).collect()
    }

    #[test]
    fn no_two_pieces_look_alike() {
        let small = CellSize { width: 5, height: 2 };
        for size in SIZES.into_iter().chain([small]) {
            for blocks in [Blocks::Quadrants, Blocks::Sextants] {
                assert!(size.has_room_for_pieces(CellShape::Hex, blocks));
                let drawings = PieceKind::ALL.map(|kind| drawn(kind, size, blocks));
                for (at, one) in drawings.iter().enumerate() {
                    for (kind, other) in PieceKind::ALL.iter().zip(&drawings[..at]) {
                        let different = one.iter().zip(other).filter(|(one, other)| one != other).count();
                        let name = format!("{:?} and {kind:?}, {size:?}, {blocks:?}", PieceKind::ALL[at]);
                        assert!(different >= 2, "{name}: {different}");
                    }
                }
            }
        }
    }

    /// Returns the colour of each pixel of a row of tiles.
    fn pixels(tiles: &[Tile], line: usize) -> Vec<Option<Rgb>> {
        let pixel = |tile: &Tile, column: usize| {
            let block =
                Blocks::Sextants.list().iter().find(|block| block.character == tile.character).unwrap();
            let is_block = block.pixels >> (WIDTH * line + column) & 1 == 1;
            if is_block { tile.foreground } else { tile.background }
        };
        tiles.iter().flat_map(|tile| (0..WIDTH).map(move |column| pixel(tile, column))).collect()
    }

    #[test]
    fn symmetrical_pieces_look_the_same_on_both_sides() {
        for size in [(10, 5), (12, 6), (14, 7), (16, 8), (18, 9), (20, 10)] {
            let size = CellSize { width: size.0, height: size.1 };
            for (kind, blocks) in [PieceKind::Pawn, PieceKind::Rook, PieceKind::King, PieceKind::Queen]
                .into_iter()
                .flat_map(|kind| [Blocks::Quadrants, Blocks::Sextants].map(|blocks| (kind, blocks)))
            {
                for (row, tiles) in drawn(kind, size, blocks).chunks(size.width).enumerate() {
                    for line in 0..HEIGHT {
                        let (left, mut right) = (pixels(tiles, line), pixels(tiles, line));
                        right.reverse();
                        assert!(left == right, "{kind:?}, {size:?}, {blocks:?}, row {row}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_middle_of_each_hex_is_in_the_middle_of_a_character() {
        let source = Source::new("t.ctl-pgn", b"1. E7-E13 *".to_vec());
        let game = Games::new(&source).next().unwrap().unwrap();
        let start = Cescacs::set_up(&game).unwrap().position;
        for size in
            [(3, 2), (4, 2), (6, 4), (7, 4), (11, 6)].map(|(width, height)| CellSize { width, height })
        {
            let scene = Scene { pieces: Vec::new(), ..scene(&start) };
            let frame = Frame::new(&scene.geometry, size, true);
            let mosaic = Mosaic::new(&scene, &frame, style(Blocks::Quadrants));
            for cell in &scene.geometry.cells {
                let [column, row] = frame.character(cell.centre);
                let tile = mosaic.tile(column as usize, row as usize).unwrap();
                let ground = scene.options.theme.cell(cell.shade, crate::picture::Highlight::None);
                assert_eq!(*tile, Tile { character: ' ', foreground: None, background: Some(ground) });
            }
        }
    }

    /// Each case gives the rows that a window has for a board, and those that the largest board then takes.
    #[test]
    fn boards_take_the_rows_that_they_have() {
        let source = Source::new("t.ctl-pgn", b"1. E7-E13 *".to_vec());
        let game = Games::new(&source).next().expect("the source has a game").expect("it can be read");
        let hexes = Cescacs::set_up(&game).expect("it has a position").position.diagram();
        let squares = Chess::default().diagram();
        let colored =
            BoardStyle { has_colors: true, is_large: true, draws_pieces: true, ..style(Blocks::Quadrants) };
        let letters = BoardStyle { has_piece_grounds: true, ..colored };
        for (diagram, style, rows, taken) in [
            (hexes, colored, 29, 28),
            (hexes, colored, 31, 29),
            (hexes, colored, 32, 31),
            (hexes, colored, 39, 38),
            (hexes, colored, 45, 44),
            (hexes, colored, 47, 46),
            (hexes, colored, 59, 56),
            (hexes, colored, 64, 60),
            (squares, colored, 39, 32),
            (squares, letters, 39, 33),
        ] {
            let layout = BoardLayout::all(diagram, style, rows).find(|layout| layout.height() <= rows);
            assert_eq!(layout.expect("a board fits").frame.rows(), taken, "{rows}");
        }
    }

    #[test]
    fn labels_stand_beside_hexes() {
        let source = Source::new("t.ctl-pgn", b"1. E7-E13 *".to_vec());
        let game = Games::new(&source).next().expect("the source has a game").expect("it can be read");
        let start = Cescacs::set_up(&game).expect("it has a position").position;
        let style =
            BoardStyle { has_colors: true, is_large: true, draws_pieces: true, ..style(Blocks::Quadrants) };
        for rows in [17, 23, 26, 28, 29, 30, 31, 34, 39, 41, 47, 49, 54, 59] {
            let layout =
                BoardLayout::all(start.diagram(), style, rows).find(|layout| layout.height() <= rows);
            let layout = layout.expect("a board fits");
            let mosaic = layout.draw(&scene(&start));
            let labels = layout.labels(&mosaic);
            assert_eq!(labels.len(), 15 + 29, "{rows}");
            let [left, right] = layout.margins().map(|margin| margin as isize);
            let board = -left..layout.frame.columns() as isize + right;
            for label in labels {
                let mut columns = label.column..label.column + label.text.len() as isize;
                assert!(board.contains(&columns.start) && columns.end <= board.end, "{rows}: {label:?}");
                let tile = |column| mosaic.tile(usize::try_from(column).ok()?, label.row);
                assert!(columns.all(|column| tile(column).is_none_or(Tile::is_empty)), "{rows}: {label:?}");
            }
        }
    }

    #[test]
    fn lowered_squares_have_a_row_in_the_middle() {
        let scene = Scene { pieces: Vec::new(), ..scene(&Chess::default()) };
        let frame = Frame::new(&scene.geometry, CellSize { width: 4, height: 2 }, true);
        assert_eq!([frame.columns(), frame.rows()], [32, 17]);
        let mosaic = Mosaic::new(&scene, &frame, style(Blocks::Halves));
        for (row, tiles) in mosaic.rows().enumerate() {
            let expected = if row % 2 == 0 { "▀▄" } else { " " };
            assert!(tiles.iter().all(|tile| expected.contains(tile.character)), "{row}: {tiles:?}");
        }
    }

    #[test]
    fn pieces_on_hexes_have_air_above() {
        let source = Source::new("t.ctl-pgn", b"1. E7-E13 *".to_vec());
        let game = Games::new(&source).next().expect("a game").expect("without errors");
        let start = Cescacs::set_up(&game).expect("the initial position").position;
        let scene = scene(&start);
        for width in [5, 6] {
            let frame = Frame::new(&scene.geometry, CellSize { width, height: 3 }, false);
            let with = Mosaic::new(&scene, &frame, style(Blocks::Quadrants));
            let without = Scene { pieces: Vec::new(), ..scene.clone() };
            let without = Mosaic::new(&without, &frame, style(Blocks::Quadrants));
            for piece in &scene.pieces {
                let [x, y] =
                    frame.pixel(scene.geometry.cells[piece.cell].centre).map(|at| at.round() as usize);
                // the upper edge of the hex, one row and a half above its middle
                let top = y - 3 * HEIGHT / 2;
                let dots = |mosaic: &Mosaic| {
                    let tile = mosaic.tile(x / WIDTH, top / HEIGHT).expect("it is on the board");
                    pixels(&[*tile], top % HEIGHT)
                };
                assert_eq!(dots(&with), dots(&without), "{:?} in {width} columns", piece.kind);
            }
        }
    }

    #[test]
    fn squares_fill_whole_characters() {
        let scene = Scene { pieces: Vec::new(), ..scene(&Chess::default()) };
        for size in SIZES {
            let frame = Frame::new(&scene.geometry, size, false);
            assert_eq!([frame.columns(), frame.rows()], [8 * size.width, 8 * size.height]);
            let mosaic = Mosaic::new(&scene, &frame, style(Blocks::Sextants));
            assert!(mosaic.rows().flatten().all(|tile| tile.character == ' ' && tile.background.is_some()));
        }
    }
}
