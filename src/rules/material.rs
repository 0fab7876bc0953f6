//! The pieces that the sides have captured, and the balance of material.

use shakmaty::{ByColor, Color};

use super::{AnyPosition, PieceKind, PieceSymbol};

/// Returns the pieces that a side has captured since the start of the game, the strongest first.
///
/// A promoted piece counts as a pawn that has not been captured.
pub(crate) fn captured(start: &dyn AnyPosition, now: &dyn AnyPosition, by: Color) -> Vec<PieceSymbol> {
    let [before, after] = [start, now].map(|position| counts(position).get(!by).to_owned());
    let change = |kind: PieceKind| after[kind as usize] - before[kind as usize];
    let promoted: i32 = PieceKind::ALL.into_iter().map(change).filter(|change| *change > 0).sum();
    let symbols = now.diagram().pieces.iter().filter(|symbol| symbol.color != by);
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
}

/// Returns the value of White's pieces minus that of Black's, in pawns, if all pieces of the board have a value.
pub(crate) fn balance(position: &dyn AnyPosition) -> Option<i32> {
    let counts = counts(position);
    let worth = position.diagram().pieces.iter().map(|symbol| {
        let count = counts.get(symbol.color)[symbol.kind as usize];
        Some(symbol.color.fold_wb(count, -count) * symbol.kind.value()?)
    });
    worth.sum()
}

type Counts = ByColor<[i32; PieceKind::ALL.len()]>;

fn counts(position: &dyn AnyPosition) -> Counts {
    let mut counts = Counts::default();
    for piece in position.letters().into_iter().filter_map(|letter| position.diagram().symbol(letter)) {
        counts.get_mut(piece.color)[piece.kind as usize] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::rules::cescacs::Cescacs;
    use crate::rules::square::Chess;
    use crate::syntax::Games;
    use crate::text::Source;

    fn material(start: &str, now: &str) -> (String, String, Option<i32>) {
        let position = |fen| {
            let source = Source::new("t.pgn", format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*").into_bytes());
            let game = Games::new(&source).next().expect("a game").expect("without errors");
            Chess::set_up(&game).expect("a possible position").position
        };
        let (start, now) = (position(start), position(now));
        let letters =
            |side| captured(&start, &now, side).iter().map(|piece| char::from(piece.letter)).collect();
        (letters(Color::White), letters(Color::Black), balance(&now))
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
        let source = Source::new("t.ctl-pgn", b"1. E7-E13 *".to_vec());
        let game = Games::new(&source).next().expect("a game").expect("without errors");
        let start = Cescacs::set_up(&game).expect("the initial position").position;
        assert_eq!(Color::ALL.map(|side| captured(&start, &start, side)), [vec![], vec![]]);
        assert_eq!(balance(&start), None);
    }
}
