//! The content of a picture.

use std::sync::Arc;

use shakmaty::{ByColor, Color};

use super::PictureOptions;
use crate::rules::{AnyPosition, Geometry, PieceKind, Point};
use crate::syntax::{CommandValues, MarkColor};

/// The content of a picture: a position on its board, and the marks in it.
///
/// Cells have the numbers of the [`Diagram`](crate::rules::Diagram).
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Where the cells are.
    pub geometry: Arc<Geometry>,
    /// The side to move, if it is to be shown: by a ring and the clock of a player, a disc at its corner, or at the end
    /// of the caption by a chip before these words.
    pub turn: Option<Color>,
    /// The words for that, as animations have them: their captions change anyway, and a ring in the line of a player
    /// would take a fifth of the file.
    pub to_move: &'static str,
    /// The pieces on the board, in the order of their cells.
    pub pieces: Vec<PlacedPiece>,
    /// The pieces that the sides hold in hand, the strongest first, if they can hold any.
    pub in_hand: Option<ByColor<Vec<PieceKind>>>,
    /// The number of checks that the sides have given, if it is counted.
    pub checks_given: Option<ByColor<u32>>,
    /// The cells that the last move changed.
    pub last_move: Vec<usize>,
    /// The cell of the king in check.
    pub check: Option<usize>,
    /// The arrows and circles.
    pub marks: Marks,
    /// The players, whose names stand above and below the board, if they are wanted.
    pub players: Option<ByColor<Player>>,
    /// The text below the board; none is shown if it is empty.
    pub caption: String,
    /// The name of the picture, for people who cannot see it.
    pub title: String,
    /// The picture in words, for people who cannot see it.
    pub description: String,
    /// The options that users choose.
    pub options: PictureOptions,
}

/// A player, as a picture names one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The rating as it follows the name: ` (2690)`; empty if it is not known.
    pub rating: String,
    /// The time left on the player's clock; empty if it is not known.
    pub clock: String,
}

/// A piece on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedPiece {
    /// The number of the cell.
    pub cell: usize,
    /// The kind of the piece.
    pub kind: PieceKind,
    /// The side of the piece.
    pub color: Color,
    /// Whether the piece is a pawn that awaits promotion (C'escacs).
    pub awaits_promotion: bool,
}

/// The arrows and circles of a picture, between and around cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The arrows: the cells that they come from and go to.
    pub arrows: Vec<(usize, usize, MarkColor)>,
    /// The circles.
    pub circles: Vec<(usize, MarkColor)>,
}

impl Marks {
    /// Returns the arrows and circles that the commands of comments ask for. Those whose cells are not on the
    /// board are left out, and so are arrows from a cell to itself.
    #[must_use]
    pub fn of(position: &dyn AnyPosition, values: &CommandValues) -> Marks {
        if values.arrows.is_empty() && values.circles.is_empty() {
            return Marks::default();
        }
        let cells = 0..position.diagram().cells();
        let names: Vec<_> = cells.map(|cell| position.cell_name(cell)).collect();
        let cell = |name: &str| names.iter().position(|known| known.eq_ignore_ascii_case(name));
        let arrows = values
            .arrows
            .iter()
            .filter_map(|arrow| Some((cell(&arrow.from)?, cell(&arrow.to)?, arrow.color)));
        let circles = values.circles.iter().filter_map(|circle| Some((cell(&circle.cell)?, circle.color)));
        Marks { arrows: arrows.filter(|(from, to, _)| from != to).collect(), circles: circles.collect() }
    }
}

impl Scene {
    /// Creates the scene of an empty board.
    #[must_use]
    pub fn empty(geometry: Arc<Geometry>, options: PictureOptions) -> Scene {
        Scene { geometry, options, ..Scene::default() }
    }

    /// Creates the scene of a position without marks and texts. `before` is the position before the
    /// last move; without it no move is highlighted.
    #[must_use]
    pub fn new<P: AnyPosition + ?Sized>(
        geometry: Arc<Geometry>,
        position: &P,
        before: Option<&P>,
        options: PictureOptions,
    ) -> Scene {
        let letters = position.letters();
        let before = before.map_or_else(|| letters.clone(), P::letters);
        let in_hand = |side| Some(position.in_hand(side)?.iter().map(|piece| piece.kind).collect());
        let hands = in_hand(Color::White).zip(in_hand(Color::Black));
        let checks = position.checks_given(Color::White).zip(position.checks_given(Color::Black));
        let turn = position.ply_number().side;
        Scene {
            turn: Some(turn),
            in_hand: hands.map(|(white, black)| ByColor { white, black }),
            checks_given: checks.map(|(white, black)| ByColor { white, black }),
            last_move: changed(&before, &letters),
            pieces: pieces(position, letters),
            check: position.king_in_check(),
            ..Scene::empty(geometry, options.seen_by(turn))
        }
    }

    /// Returns the centre of a cell, with the board turned as the options say.
    #[must_use]
    pub fn centre(&self, cell: usize) -> Point {
        self.turned(self.geometry.cells[cell].centre)
    }

    /// Returns where a point of the board is, with the board turned as the options say.
    #[must_use]
    pub fn turned(&self, point: Point) -> Point {
        if self.options.flipped { self.geometry.opposite(point) } else { point }
    }

    /// Returns the side whose pieces in hand stand above the board; the other's stand below.
    #[must_use]
    pub fn upper_side(&self) -> Color {
        if self.options.flipped { Color::White } else { Color::Black }
    }
}

/// Returns the cells on which the pieces of two positions differ.
pub(crate) fn changed(before: &[u8], after: &[u8]) -> Vec<usize> {
    (0..after.len()).filter(|&cell| after[cell] != before[cell]).collect()
}

fn pieces(position: &(impl AnyPosition + ?Sized), letters: Vec<u8>) -> Vec<PlacedPiece> {
    let awaiting = position.awaiting_promotion();
    let placed = |(cell, letter): (usize, u8)| {
        let symbol = position.diagram().symbol(letter)?;
        let awaits_promotion = awaiting.contains(&cell);
        Some(PlacedPiece { cell, kind: symbol.kind, color: symbol.color, awaits_promotion })
    };
    letters.into_iter().enumerate().filter_map(placed).collect()
}
