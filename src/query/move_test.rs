//! Tests of moves: `e8=N`, `Rxe8`, `O-O-O`, and in CTL-AN `NE5-F9`.

use shakmaty::Color;

use super::board::{Board, BoardTerms};
use super::cells::area;
use super::expression::Flip;
use crate::notation::ctl::Hex;
use crate::rules::cescacs::hex::{Castling, Wing};
use crate::rules::{Captured, CellSet, MoveEffect, PieceKind, Promoted};
use crate::text::is_hyphen;

/// A test of a move. Parts that it leaves out match any move.
#[derive(Clone, Debug)]
pub(super) struct MoveTest {
    pub(super) board: Board,
    pub(super) form: MoveForm,
}

/// The forms of a move.
#[derive(Clone, Copy, Debug)]
pub(super) enum MoveForm {
    /// A move of a piece.
    Piece {
        /// `None` in coordinates, such as `g1f3`, which do not name the piece.
        piece: Option<PieceKind>,
        from: CellSet,
        to: CellSet,
        /// `None` if there is neither `x` nor `-` in the move, nor `@`.
        capture: Option<Capture>,
        promotion: Option<Promoted>,
    },
    /// A null move.
    Null,
    /// A drop of a piece in hand.
    Drop { piece: PieceKind, to: CellSet },
    /// A castling with the king's rook, the queen's, or both (C'escacs).
    Castling {
        /// Whether the king's rook moves, and the queen's.
        by: [bool; 2],
        king: CellSet,
        rooks: CellSet,
    },
}

/// What the sign in a move says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Capture {
    /// Nothing is captured.
    No,
    /// Something is captured.
    Any,
    /// A pawn is captured en passant or as a scornful pawn (`@` in C'escacs).
    Special,
    /// A pawn is captured on the second hex that it has passed (`@@` in C'escacs).
    OnSecondHex,
}

impl Capture {
    /// Returns whether only pawns capture so.
    pub(super) const fn is_special(self) -> bool {
        matches!(self, Capture::Special | Capture::OnSecondHex)
    }

    /// Returns whether a move of a piece from a cell to another captures so.
    fn fits(self, [from, to]: [usize; 2], captured: Option<Captured>, terms: &BoardTerms) -> bool {
        let lines_apart = |cell: usize| terms.place(cell).1.abs_diff(terms.place(to).1);
        match (self, captured) {
            (Capture::No, captured) => captured.is_none(),
            (_, None) => false,
            (Capture::Any, _) => true,
            // a pawn captures on the next line only a scornful pawn
            (Capture::Special, Some(captured)) => captured.on != to || lines_apart(from) == 1,
            // the hexes of a column are two lines apart
            (Capture::OnSecondHex, Some(captured)) => lines_apart(captured.on) == 4,
        }
    }
}

/// The signs of a capture, but for `@`.
const CAPTURE_SIGNS: [char; 4] = ['x', '×', '*', ':'];

impl MoveTest {
    /// Reads a move as a notation of the board writes it, without its number. Marks of check are ignored. `=N` is
    /// any promotion to a knight, and `KRK` any castling that is written so. Returns `None` if the text is not a move.
    pub(super) fn parse(text: &str, board: Board) -> Option<MoveTest> {
        // in CTL-PGN, a colon ends the last play of a game
        let text = text.trim().trim_end_matches(['+', '^', '∞', '#', ':']).replace(is_hyphen, "-");
        let terms = board.terms();
        let castles = |by| MoveForm::Castling { by, king: terms.all(), rooks: terms.all() };
        let form = match (board, text.as_str()) {
            (Board::Square, "O-O" | "0-0") => castles([true, false]),
            (Board::Square, "O-O-O" | "0-0-0") => castles([false, true]),
            (Board::Square, "--" | "Z0" | "<>" | "0000") => MoveForm::Null,
            (Board::Square, text) if text.contains('@') => drop_of(text, terms)?,
            (Board::Hex, text) if text.starts_with("KR") => castling(text, castles)?,
            (_, text) => piece_move(text, board)?,
        };
        Some(MoveTest { board, form })
    }

    /// Returns whether a move with this effect passes.
    pub(super) fn fits(&self, effect: MoveEffect) -> bool {
        match (self.form, effect) {
            (
                MoveForm::Piece { piece, from, to, capture, promotion },
                MoveEffect::Normal {
                    piece: moved,
                    from: origin,
                    to: target,
                    captured,
                    promotion: promoted,
                    ..
                },
            ) => {
                let terms = self.board.terms();
                piece.is_none_or(|piece| moved == piece)
                    && from.contains(origin)
                    && to.contains(target)
                    && capture.is_none_or(|capture| capture.fits([origin, target], captured, terms))
                    && (promotion.is_none() || promoted == promotion)
            }
            // `e1g1`, as UCI writes it: the king of chess stands on the file e
            (
                MoveForm::Piece { piece: None, from, to, capture: None, promotion: None },
                MoveEffect::Castling { king, .. },
            ) if self.board == Board::Square => to.contains(king) && from.contains(king / 8 * 8 + 4),
            (MoveForm::Null, MoveEffect::Null) => true,
            (MoveForm::Drop { piece, to }, MoveEffect::Drop { piece: dropped, to: target }) => {
                piece == dropped && to.contains(target)
            }
            // C'escacs writes a promotion in place as its hex alone: `F28=D`
            (
                MoveForm::Piece { piece: Some(PieceKind::Pawn) | None, to, promotion: Some(wanted), .. },
                MoveEffect::Promotion { on, piece },
            ) => wanted == Promoted::Piece(piece) && to.contains(on),
            (
                MoveForm::Castling { by, king, rooks },
                MoveEffect::Castling { king: to, king_rook, queen_rook },
            ) => {
                let moved = [king_rook, queen_rook];
                by == moved.map(|rook| rook.is_some())
                    && king.contains(to)
                    && moved.into_iter().flatten().all(|rook| rooks.contains(rook))
            }
            _ => false,
        }
    }

    pub(super) fn flipped(&self, flip: Flip) -> MoveTest {
        let terms = self.board.terms();
        let form = match self.form {
            MoveForm::Piece { piece, from, to, capture, promotion } => {
                let [from, to] = [from, to].map(|cells| terms.flipped_set(cells, flip));
                MoveForm::Piece { piece, from, to, capture, promotion }
            }
            MoveForm::Null => MoveForm::Null,
            MoveForm::Drop { piece, to } => MoveForm::Drop { piece, to: terms.flipped_set(to, flip) },
            MoveForm::Castling { by: [kings, queens], king, rooks } => {
                let [king, rooks] = [king, rooks].map(|cells| terms.flipped_set(cells, flip));
                let by = if flip.sides { [queens, kings] } else { [kings, queens] };
                MoveForm::Castling { by, king, rooks }
            }
        };
        MoveTest { form, ..*self }
    }
}

/// Reads a drop: `N@f3`, or `@f3` for a pawn.
fn drop_of(text: &str, terms: &BoardTerms) -> Option<MoveForm> {
    let (letter, cell) = text.split_once('@')?;
    let mut letters = letter.chars();
    let piece = match (letters.next(), letters.next()) {
        (None, _) => PieceKind::Pawn,
        (Some(letter), None) if letter.is_ascii_uppercase() => terms.piece(letter)?.0,
        _ => return None,
    };
    Some(MoveForm::Drop { piece, to: [terms.cell(cell)?].into_iter().collect() })
}

/// Reads a castling of C'escacs by its name, `KRK-HIO`, or by the rooks alone: `KRK`. Its name is the same for both
/// sides.
fn castling(text: &str, any_by: impl Fn([bool; 2]) -> MoveForm) -> Option<MoveForm> {
    let is_meant = |castling: &Castling| [castling.name(), &castling.name()[..3]].contains(&text);
    let named = Castling::ALL.into_iter().find(is_meant)?;
    let rooks = [Wing::King, Wing::Queen].map(|wing| Color::ALL.map(|side| named.rook(side, wing)));
    let by = rooks.map(|[of_white, _]| of_white.is_some());
    if text != named.name() {
        return Some(any_by(by));
    }
    let king = Color::ALL.map(|side| named.king(side).index()).into_iter().collect();
    let rooks = rooks.into_iter().flatten().flatten().map(Hex::index).collect();
    Some(MoveForm::Castling { by, king, rooks })
}

/// Reads the move of a piece: its letter, its origin or a part of it, its destination, and its promotion. A promotion
/// or a special capture may stand alone.
fn piece_move(text: &str, board: Board) -> Option<MoveForm> {
    let (terms, is_promotion) = (board.terms(), text.starts_with('='));
    let (text, promotion) = promotion(text, board)?;
    let capture = match () {
        () if text.contains("@@") => Some(Capture::OnSecondHex),
        () if text.contains('@') => Some(Capture::Special),
        () if text.contains(CAPTURE_SIGNS) => Some(Capture::Any),
        () => text.contains('-').then_some(Capture::No),
    };
    let cells = text.replace(['-', '@'], "").replace(CAPTURE_SIGNS, "");
    if cells.is_empty() && (is_promotion || capture.is_some_and(Capture::is_special)) {
        let (piece, from, to) = (Some(PieceKind::Pawn), terms.all(), terms.all());
        return Some(MoveForm::Piece { piece, from, to, capture, promotion });
    }
    let (origin, target) = last_cell(&cells, terms)?;
    let origin = without_captured(origin, terms);
    let (piece, origin) = match origin.chars().next() {
        Some(letter) if letter.is_ascii_uppercase() && terms.cell(origin).is_none() => {
            (Some(terms.piece(letter)?.0), &origin[1..])
        }
        _ if terms.cell(origin).is_some() && !capture.is_some_and(Capture::is_special) => (None, origin),
        _ => (Some(PieceKind::Pawn), origin),
    };
    let from = if origin.is_empty() { terms.all() } else { area(origin, terms)? };
    Some(MoveForm::Piece { piece, from, to: [target].into_iter().collect(), capture, promotion })
}

/// Splits the promotion off a move: `e8=N`, `e8N`, `e7e8n`, `F28=D`, `F28=&`.
fn promotion(text: &str, board: Board) -> Option<(&str, Option<Promoted>)> {
    let Some(letter) = text.chars().next_back().filter(char::is_ascii_alphabetic) else {
        let awaits = text.strip_suffix("=&").filter(|_| board == Board::Hex);
        return Some(awaits.map_or((text, None), |before| (before, Some(Promoted::Awaiting))));
    };
    let (kind, _) = board.terms().piece(letter.to_ascii_uppercase())?;
    let before = text[..text.len() - 1].trim_end_matches('=');
    (kind != PieceKind::Pawn).then_some((before, Some(Promoted::Piece(kind))))
}

/// Removes the letter of the captured piece, which CTL-AN may write before the destination, as in `VD4×JC3`.
fn without_captured<'t>(origin: &'t str, terms: &BoardTerms) -> &'t str {
    match origin.as_bytes() {
        [.., digit, letter]
            if digit.is_ascii_digit()
                && letter.is_ascii_uppercase()
                && terms.piece(char::from(*letter)).is_some() =>
        {
            &origin[..origin.len() - 1]
        }
        _ => origin,
    }
}

/// Splits the last cell off a text.
fn last_cell<'t>(text: &'t str, terms: &BoardTerms) -> Option<(&'t str, usize)> {
    let digits = text.len() - text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let at = text.len().checked_sub(digits + 1).filter(|at| text.is_char_boundary(*at))?;
    Some((&text[..at], terms.cell(&text[at..])?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_in_both_notations() {
        for (text, board, is_move) in [
            ("e4", Board::Square, true),
            ("e8=N", Board::Square, true),
            ("dxe8=Q+", Board::Square, true),
            ("Nbd7", Board::Square, true),
            ("R1e2", Board::Square, true),
            ("Qh4xe1#", Board::Square, true),
            ("O-O-O", Board::Square, true),
            ("e7e8n", Board::Square, true),
            ("Xe4", Board::Square, false),
            ("e9", Board::Square, false),
            ("--", Board::Square, true),
            ("Z0", Board::Square, true),
            ("--", Board::Hex, false),
            ("", Board::Square, false),
            ("hello", Board::Square, false),
            ("H6-H12", Board::Hex, true),
            ("PH6-H12", Board::Hex, true),
            ("VF0xF28", Board::Hex, true),
            ("VD4×JC3", Board::Hex, true),
            ("GI21-K18:", Board::Hex, true),
            ("N@f3", Board::Square, true),
            ("e4z", Board::Square, false),
            ("e8=P", Board::Square, false),
            ("=N", Board::Square, true),
            ("=", Board::Square, false),
            ("Q", Board::Square, false),
            ("=D", Board::Hex, true),
            ("F28", Board::Hex, true),
            ("e4", Board::Hex, false),
            ("KRK-HIO", Board::Hex, true),
            ("KRR‐FEE", Board::Hex, true),
            ("KRD", Board::Hex, true),
            ("KRK-XX", Board::Hex, false),
            ("KRK-", Board::Hex, false),
            ("KRK", Board::Square, false),
            ("O-O", Board::Hex, false),
            ("=&", Board::Hex, true),
            ("E27-F28=&", Board::Hex, true),
            ("=&", Board::Square, false),
            ("C11@D14", Board::Hex, true),
            ("C11@@D14", Board::Hex, true),
            ("@D14", Board::Hex, true),
            ("@@", Board::Hex, true),
            ("@", Board::Square, false),
            ("VF0*F28", Board::Hex, true),
        ] {
            assert_eq!(MoveTest::parse(text, board).is_some(), is_move, "{text}");
        }
    }
}
