//! The pieces that the sides have captured, and the balance of material.

use shakmaty::{ByColor, Color};

use crate::library::Position;
use crate::rules::{Diagram, PieceKind, PieceSymbol};

/// The material of a position compared with that of the start of its game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Material {
    /// The pieces that each side has captured, the strongest first.
    pub captured: ByColor<Vec<PieceSymbol>>,
    /// The value of White's pieces minus that of Black's, in pawns, if the pieces of the board have
    /// values.
    pub balance: Option<i32>,
}

impl Material {
    /// Compares a position with the start of its game.
    ///
    /// A promoted piece counts as a pawn that has not been captured.
    #[must_use]
    pub fn of(start: &Position, now: &Position) -> Material {
        let [before, after] = [start, now].map(counts);
        let lost = |side: Color| {
            let change = |kind: PieceKind| after.get(side)[kind as usize] - before.get(side)[kind as usize];
            let promoted: i32 = PieceKind::ALL.into_iter().map(change).filter(|change| *change > 0).sum();
            let symbols = now.diagram().pieces.iter().filter(move |symbol| symbol.color == side);
            let mut lost: Vec<_> = symbols
                .flat_map(|symbol| {
                    let missing = -change(symbol.kind);
                    let is_pawn = symbol.kind == PieceKind::Pawn;
                    let captured = if is_pawn { missing - promoted } else { missing };
                    std::iter::repeat_n(*symbol, usize::try_from(captured).unwrap_or(0))
                })
                .collect();
            lost.sort_by_key(|symbol| symbol.kind as usize);
            lost
        };
        let captured = ByColor { white: lost(Color::Black), black: lost(Color::White) };
        Material { captured, balance: balance(&after, now.diagram()) }
    }
}

type Counts = ByColor<[i32; PieceKind::ALL.len()]>;

fn counts(position: &Position) -> Counts {
    let mut counts = Counts::default();
    for piece in position.cells().into_iter().flatten() {
        counts.get_mut(piece.color)[piece.kind as usize] += 1;
    }
    counts
}

/// Returns White's advantage in material, in pawns, if all pieces of the board have a value.
fn balance(counts: &Counts, diagram: &Diagram) -> Option<i32> {
    let values: Option<Vec<_>> =
        diagram.pieces.iter().map(|symbol| Some((*symbol, symbol.kind.value()?))).collect();
    let worth = values?.into_iter().map(|(symbol, value)| {
        let count = counts.get(symbol.color)[symbol.kind as usize];
        symbol.color.fold_wb(count, -count) * value
    });
    Some(worth.sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Variant;

    fn material(start: &str, now: &str) -> (String, String, Option<i32>) {
        let position = |fen| Position::from_fen(Variant::Chess, fen).unwrap();
        let Material { captured, balance } = Material::of(&position(start), &position(now));
        let letters = |pieces: &[PieceSymbol]| pieces.iter().map(|piece| char::from(piece.letter)).collect();
        (letters(&captured.white), letters(&captured.black), balance)
    }

    #[test]
    fn captures_and_promotions_are_told_apart() {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        // the letters of Black's pieces are capitals
        for (now, by_white, by_black, balance) in [
            (START, "", "", 0),
            ("rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3", "P", "p", 0),
            ("rnb1kbnr/ppp1pppp/8/3N4/8/8/PPPP1PPP/R1BQKBNR b KQkq - 0 4", "QP", "p", 9),
            // a pawn has become a queen after capturing a pawn and a rook
            ("Qnbqkbnr/1ppppppp/8/8/8/8/PPPPPP1P/RNBQKBNR b KQk - 0 5", "RP", "", 14),
        ] {
            assert_eq!(
                material(START, now),
                (by_white.to_owned(), by_black.to_owned(), Some(balance)),
                "{now}"
            );
        }
    }

    #[test]
    fn pieces_of_cescacs_have_no_value() {
        let start = Position::new(Variant::Cescacs);
        assert_eq!(Material::of(&start, &start), Material::default());
    }
}
