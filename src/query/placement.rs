//! Placements of pieces in the manner of CQL: `Kg1`, `[NB]d5-6`, `ra-h7`, `R`, `[kq][e8,d8]`.

use super::board::{Board, BoardTerms};
use super::expression::Flip;
use super::pieces::PieceSet;
use crate::rules::{CellSet, Rules};

/// Some pieces on some cells of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    pub(super) board: Board,
    pub(super) pieces: PieceSet,
    pub(super) cells: CellSet,
}

impl Placement {
    /// Reads a placement on a board. Returns `None` if it is none there.
    pub(super) fn parse(text: &str, board: Board) -> Option<Placement> {
        let terms = board.terms();
        if let Some(cells) = single_cells(text, terms) {
            return Some(Placement { board, pieces: PieceSet::ANY_PIECE, cells });
        }
        let (letters, cells) = match text.strip_prefix('[') {
            Some(inside) => inside.split_once(']')?,
            None => text.split_at(text.chars().next()?.len_utf8()),
        };
        let pieces = PieceSet::of_letters(letters, terms).filter(|_| !letters.is_empty())?;
        let cells = match cells.strip_prefix('[') {
            _ if cells.is_empty() => terms.all(),
            Some(list) => list_of_cells(list.strip_suffix(']')?, terms)?,
            None => area(cells, terms)?,
        };
        Some(Placement { board, pieces, cells })
    }

    /// Returns the cells where one of the pieces stands.
    pub(super) fn found<R: Rules>(&self, position: &R) -> CellSet {
        self.pieces.cells(position, self.board.terms()) & self.cells
    }

    pub(super) fn flipped(self, flip: Flip) -> Placement {
        let pieces = if flip.colours { self.pieces.of_other_sides() } else { self.pieces };
        Placement { pieces, cells: self.board.terms().flipped_set(self.cells, flip), ..self }
    }
}

/// Reads cells alone, `e4`, `d-e4-5`, `7` or `[g1,h1]`. They must have a line, for a letter alone is a
/// piece.
fn single_cells(text: &str, terms: &BoardTerms) -> Option<CellSet> {
    if let Some(list) = text.strip_prefix('[').and_then(|list| list.strip_suffix(']')) {
        return list_of_cells(list, terms);
    }
    area(text, terms).filter(|_| text.ends_with(|c: char| c.is_ascii_digit()))
}

fn list_of_cells(list: &str, terms: &BoardTerms) -> Option<CellSet> {
    list.split(',').map(|cells| area(cells, terms)).try_fold(CellSet::EMPTY, |all, cells| Some(all | cells?))
}

/// Reads columns, lines or both, each one or several in a row: `d`, `7`, `a-c2`, `d5-6`.
pub(super) fn area(text: &str, terms: &BoardTerms) -> Option<CellSet> {
    let split = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
    let (columns, lines) = text.split_at(split);
    let columns = span(columns, |name| terms.column(name.chars().next().filter(|_| name.len() == 1)?))?;
    let lines = span(lines, |digits| digits.parse().ok())?;
    let fits = |cell: &usize| {
        let (column, line) = terms.place(*cell);
        columns.is_none_or(|(first, last)| (first..=last).contains(&column))
            && lines.is_none_or(|(first, last)| (first..=last).contains(&line))
    };
    let cells: CellSet = (0..terms.names.len()).filter(fits).collect();
    (!cells.is_empty() && !text.is_empty()).then_some(cells)
}

/// Reads the ends of a span, `a-c` or `a`; `Some(None)` if the text is empty.
fn span(text: &str, read: impl Fn(&str) -> Option<usize>) -> Option<Option<(usize, usize)>> {
    if text.is_empty() {
        return Some(None);
    }
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (read(first)?, read(last)?);
    (first <= last).then_some(Some((first, last)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str, board: Board) -> Option<String> {
        let placement = Placement::parse(text, board)?;
        let names = placement.cells.cells().map(|cell| board.terms().names[cell].as_str());
        Some(names.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn cells_are_named_one_by_one_or_in_spans() {
        for (text, board, expected) in [
            ("Kg1", Board::Square, Some("g1")),
            ("[NB]d5-6", Board::Square, Some("d5 d6")),
            ("Ra-h1", Board::Square, Some("a1 b1 c1 d1 e1 f1 g1 h1")),
            ("Rd7-8", Board::Square, Some("d7 d8")),
            ("b4", Board::Square, Some("b4")),
            ("bb4", Board::Square, Some("b4")),
            ("[g1,h1]", Board::Square, Some("g1 h1")),
            ("8", Board::Square, Some("a8 b8 c8 d8 e8 f8 g8 h8")),
            ("P7", Board::Square, Some("a7 b7 c7 d7 e7 f7 g7 h7")),
            ("K[g1,h1]", Board::Square, Some("g1 h1")),
            ("KG1", Board::Hex, Some("G1")),
            ("KG1", Board::Square, None),
            ("Kz9", Board::Square, None),
            ("K9", Board::Square, None),
            ("[]e4", Board::Square, None),
            ("Vg1", Board::Square, None),
            ("", Board::Square, None),
        ] {
            assert_eq!(cells(text, board).as_deref(), expected, "{text}");
        }
        assert_eq!(cells("Q", Board::Square).map(|all| all.len()), Some(64 * 3 - 1));
    }
}
