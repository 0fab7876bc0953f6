//! Tests of moves: `e8=N`, `Rxe8`, `O-O-O`, and in CTL-AN `NE5-F9`.

use super::board::{Board, BoardTerms};
use super::cells::area;
use super::expression::Flip;
use crate::rules::{CellSet, MoveEffect, PieceKind, Promoted};

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
        /// `None` if there is neither `x` nor `-` in the move.
        is_capture: Option<bool>,
        promotion: Option<PieceKind>,
    },
    /// A drop of a piece in hand.
    Drop { piece: PieceKind, to: CellSet },
    /// A castling on the king's side or on the queen's.
    Castling { on_kings_side: bool },
}

impl MoveTest {
    /// Reads a move as a notation of the board writes it, without its number. Marks of check are ignored. `=N` is
    /// any promotion to a knight. Returns `None` if the text is not a move.
    pub(super) fn parse(text: &str, board: Board) -> Option<MoveTest> {
        // in CTL-PGN, a colon ends the last play of a game
        let text = text.trim().trim_end_matches(['+', '^', '∞', '#', ':']);
        let form = match text {
            "O-O" | "0-0" if board == Board::Square => MoveForm::Castling { on_kings_side: true },
            "O-O-O" | "0-0-0" if board == Board::Square => MoveForm::Castling { on_kings_side: false },
            _ if text.starts_with('=') => MoveForm::Piece {
                piece: Some(PieceKind::Pawn),
                from: board.terms().all(),
                to: board.terms().all(),
                is_capture: None,
                promotion: promotion(text, board.terms()).filter(|(before, _)| before.is_empty())?.1,
            },
            _ if text.contains('@') => drop_of(text, board.terms())?,
            _ => piece_move(text, board.terms())?,
        };
        Some(MoveTest { board, form })
    }

    /// Returns whether a move with this effect passes.
    pub(super) fn fits(&self, effect: MoveEffect) -> bool {
        match (self.form, effect) {
            (
                MoveForm::Piece { piece, from, to, is_capture, promotion },
                MoveEffect::Normal {
                    piece: moved,
                    from: origin,
                    to: target,
                    captured,
                    promotion: promoted,
                    ..
                },
            ) => {
                let promoted = promoted.and_then(|promoted| match promoted {
                    Promoted::Piece(piece) => Some(piece),
                    Promoted::Awaiting => None,
                });
                piece.is_none_or(|piece| moved == piece)
                    && from.contains(origin)
                    && to.contains(target)
                    && is_capture.is_none_or(|is_capture| captured.is_some() == is_capture)
                    && (promotion.is_none() || promoted == promotion)
            }
            (MoveForm::Drop { piece, to }, MoveEffect::Drop { piece: dropped, to: target }) => {
                piece == dropped && to.contains(target)
            }
            // C'escacs writes a promotion in place as its hex alone: `F28=D`
            (
                MoveForm::Piece { piece: Some(PieceKind::Pawn) | None, to, promotion: Some(wanted), .. },
                MoveEffect::Promotion { on, piece },
            ) => wanted == piece && to.contains(on),
            (MoveForm::Castling { on_kings_side }, MoveEffect::Castling { king_rook, queen_rook, .. }) => {
                if on_kings_side {
                    king_rook.is_some()
                } else {
                    queen_rook.is_some()
                }
            }
            _ => false,
        }
    }

    pub(super) fn flipped(&self, flip: Flip) -> MoveTest {
        let terms = self.board.terms();
        let form = match self.form {
            MoveForm::Piece { piece, from, to, is_capture, promotion } => {
                let [from, to] = [from, to].map(|cells| terms.flipped_set(cells, flip));
                MoveForm::Piece { piece, from, to, is_capture, promotion }
            }
            MoveForm::Drop { piece, to } => MoveForm::Drop { piece, to: terms.flipped_set(to, flip) },
            MoveForm::Castling { on_kings_side } => {
                MoveForm::Castling { on_kings_side: on_kings_side != flip.sides }
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

/// Reads the move of a piece: its letter, its origin or a part of it, its destination, and its promotion.
fn piece_move(text: &str, terms: &BoardTerms) -> Option<MoveForm> {
    let (text, promotion) = promotion(text, terms)?;
    let is_capture = match () {
        () if text.contains(['x', '×', ':']) => Some(true),
        () => text.contains('-').then_some(false),
    };
    let cells: String = text.chars().filter(|c| !matches!(c, 'x' | '×' | ':' | '-')).collect();
    let (origin, target) = last_cell(&cells, terms)?;
    let origin = without_captured(origin, terms);
    let (piece, origin) = match origin.chars().next() {
        Some(letter) if letter.is_ascii_uppercase() && terms.cell(origin).is_none() => {
            (Some(terms.piece(letter)?.0), &origin[1..])
        }
        _ if terms.cell(origin).is_some() => (None, origin),
        _ => (Some(PieceKind::Pawn), origin),
    };
    let from = if origin.is_empty() { terms.all() } else { area(origin, terms)? };
    Some(MoveForm::Piece { piece, from, to: [target].into_iter().collect(), is_capture, promotion })
}

/// Splits the promotion off a move: `e8=N`, `e8N`, `e7e8n`, `F28=D`.
fn promotion<'t>(text: &'t str, terms: &BoardTerms) -> Option<(&'t str, Option<PieceKind>)> {
    let Some(letter) = text.chars().next_back().filter(char::is_ascii_alphabetic) else {
        return Some((text, None));
    };
    let (kind, _) = terms.piece(letter.to_ascii_uppercase())?;
    let before = text[..text.len() - 1].trim_end_matches('=');
    (kind != PieceKind::Pawn).then_some((before, Some(kind)))
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
            ("=D", Board::Hex, true),
            ("F28", Board::Hex, true),
            ("e4", Board::Hex, false),
        ] {
            assert_eq!(MoveTest::parse(text, board).is_some(), is_move, "{text}");
        }
    }
}
