//! Patterns of positions: a FEN or a TLPD in which parts may be open.

use shakmaty::Color;

use super::board::{Board, BoardTerms};
use super::expression::Flip;
use super::fields::{Fields, fields};
use super::pieces::PieceSet;
use crate::notation::ctl::{LAST_LINE, line_hexes, line_length};
use crate::rules::{CellSet, PieceKind, Rules};

/// A pattern on a board.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    pub(super) board: Board,
    /// Where each kind of piece is told to be or not to be, the pawns first, which differ soonest.
    pieces: Vec<PieceCells>,
    /// The cells that have a piece, of several that may stand there.
    occupied: CellSet,
    fields: Fields,
}

/// Where a kind of piece is told to be or not to be.
#[derive(Clone, Copy, Debug)]
struct PieceCells {
    kind: PieceKind,
    color: Color,
    /// The cells of which it is told.
    told: CellSet,
    /// The ones of them that have the piece.
    there: CellSet,
}

/// What is wrong with a pattern, and the part that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PatternFault<'t> {
    /// Not so many ranks as the board has.
    Ranks(&'t str),
    /// A rank or line has more cells or fewer than the board.
    Length(&'t str),
    /// A sign is neither a piece nor a wildcard.
    Sign(&'t str),
    /// The side to move is none, or there are too many fields.
    Field(&'t str),
    /// The rights to castle are none.
    Rights(&'t str),
    /// The special capture is none.
    Special(&'t str),
}

impl Pattern {
    /// Reads a pattern: a placement of FEN with one part for each rank, or one of TLPD, which begins
    /// with `/`. In it `?` or `.` is any one cell, `*` all cells of a rank that are left, `!` a piece,
    /// `A` and `a` a piece of White or Black, and a set of letters in brackets one of them. Of the
    /// fields behind it, the side to move, the rights and the special captures may be given; `.` leaves
    /// one open.
    pub(super) fn parse(text: &str) -> Result<Pattern, PatternFault<'_>> {
        // an empty text has an empty placement at its beginning
        let placement = text.split_whitespace().next().unwrap_or(&text[..0]);
        let board = if placement.starts_with('/') { Board::Hex } else { Board::Square };
        let cells = match board {
            Board::Square => square_cells(placement)?,
            Board::Hex => hex_cells(placement)?,
        };
        Ok(Pattern { fields: fields(text, board)?, ..Pattern::of(board, &cells) })
    }

    /// Creates a pattern from what may stand on each cell.
    fn of(board: Board, cells: &[PieceSet]) -> Pattern {
        let is_single = |set: PieceSet| set.pieces().count() == 1 && !set.has_nothing();
        let chosen = |fits: &dyn Fn(PieceSet) -> bool| -> CellSet {
            (0..cells.len()).filter(|cell| fits(cells[*cell])).collect()
        };
        let mut pieces: Vec<_> = board
            .terms()
            .letters
            .iter()
            .flat_map(|(_, kind)| Color::ALL.map(|color| (*kind, color)))
            .map(|(kind, color)| PieceCells {
                kind,
                color,
                told: chosen(&|set| !set.has(kind, color) || is_single(set)),
                there: chosen(&|set| set.has(kind, color) && is_single(set)),
            })
            .collect();
        pieces.retain(|piece| !piece.told.is_empty());
        let occupied = chosen(&|set| !set.has_nothing() && !is_single(set));
        Pattern { board, pieces, occupied, fields: Fields::default() }
    }

    /// Returns what may stand on a cell.
    pub(super) fn on_cell(&self, cell: usize) -> PieceSet {
        let is_free = |piece: &&PieceCells| piece.told.contains(cell) && !piece.there.contains(cell);
        let excluded = self.pieces.iter().filter(is_free);
        let set = excluded.fold(PieceSet::of_board(self.board.terms()), |set, piece| {
            set.without(PieceSet::of(piece.kind, piece.color))
        });
        let has_piece =
            self.occupied.contains(cell) || self.pieces.iter().any(|piece| piece.there.contains(cell));
        if has_piece { set.without(PieceSet::NOTHING) } else { set }
    }

    /// Returns what the pattern is after a flip. Returns `None` if a field of it cannot be flipped.
    pub(super) fn flipped(&self, flip: Flip) -> Option<Pattern> {
        let terms = self.board.terms();
        let cells = |set| terms.flipped_set(set, flip);
        let side = |color: Color| if flip.colours { !color } else { color };
        let piece = |piece: &PieceCells| PieceCells {
            kind: piece.kind,
            color: side(piece.color),
            told: cells(piece.told),
            there: cells(piece.there),
        };
        Some(Pattern {
            pieces: self.pieces.iter().map(piece).collect(),
            occupied: cells(self.occupied),
            fields: self.fields.flipped(flip, self.board)?,
            board: self.board,
        })
    }

    /// Tells whether a position fits.
    pub(super) fn fits<R: Rules>(&self, position: &R) -> bool {
        self.fields.turn.is_none_or(|turn| turn == position.ply_number().side)
            && self
                .pieces
                .iter()
                .all(|piece| position.pieces(piece.kind, piece.color) & piece.told == piece.there)
            && (position.occupied() & self.occupied == self.occupied)
            && (self.fields.rights.is_none() && self.fields.special.is_none()
                || self.fields.are_in(&position.fen(), position.special_captures_are_legal(), self.board))
    }
}

/// Reads the placement of a FEN: what may stand on each square.
fn square_cells(placement: &str) -> Result<Vec<PieceSet>, PatternFault<'_>> {
    let ranks: Vec<_> = placement.split('/').collect();
    if ranks.len() != 8 {
        return Err(PatternFault::Ranks(placement));
    }
    let mut cells = Vec::with_capacity(64);
    for rank in ranks.into_iter().rev() {
        cells.extend(line_cells(rank, 8, Board::Square.terms())?);
    }
    Ok(cells)
}

/// Reads the placement of a TLPD: lines with their numbers, of which those that are not given are
/// empty, unless the placement ends with `*`.
fn hex_cells(placement: &str) -> Result<Vec<PieceSet>, PatternFault<'_>> {
    let terms = Board::Hex.terms();
    let (lines, others) = match placement.strip_suffix("/*") {
        Some(lines) => (lines, PieceSet::ANYTHING),
        None => (placement.trim_end_matches('/'), PieceSet::NOTHING),
    };
    let mut cells = vec![others; terms.names.len()];
    for part in lines.split('/').skip(1) {
        let (number, line) = part.split_once(':').ok_or(PatternFault::Sign(part))?;
        let number = number.parse().ok().filter(|number| *number <= LAST_LINE);
        let number = number.ok_or(PatternFault::Ranks(part))?;
        let found = line_cells(line, line_length(number), terms)?;
        for (hex, set) in line_hexes(number).zip(found) {
            cells[hex.index()] = set;
        }
    }
    Ok(cells)
}

/// Reads a rank or a line of some length, from left to right. In TLPD the last empty hexes may be left
/// out.
fn line_cells<'t>(
    text: &'t str,
    length: usize,
    terms: &BoardTerms,
) -> Result<Vec<PieceSet>, PatternFault<'t>> {
    let mut cells = Vec::with_capacity(length);
    let mut rest = text;
    // how many cells precede the `*`, if there is one
    let mut star = None;
    while let Some(sign) = rest.chars().next() {
        let after = &rest[sign.len_utf8()..];
        let here = &rest[..sign.len_utf8()];
        rest = after;
        match sign {
            '*' if star.is_none() => star = Some(cells.len()),
            '0'..='9' => {
                let empty = sign.to_digit(10).unwrap_or_default() as usize;
                cells.extend(std::iter::repeat_n(PieceSet::NOTHING, empty));
            }
            '[' => {
                let (letters, after) = after.split_once(']').ok_or(PatternFault::Sign(here))?;
                let set = PieceSet::of_letters(letters, terms).filter(|_| !letters.is_empty());
                cells.push(set.ok_or(PatternFault::Sign(letters))?);
                rest = after;
            }
            _ => cells.push(PieceSet::of_letter(sign, terms).ok_or(PatternFault::Sign(here))?),
        }
    }
    let missing = length.checked_sub(cells.len()).ok_or(PatternFault::Length(text))?;
    match star {
        Some(at) => {
            let any = std::iter::repeat_n(PieceSet::ANYTHING, missing);
            cells.splice(at..at, any);
        }
        None if missing > 0 && terms.names.len() == 64 => return Err(PatternFault::Length(text)),
        None => cells.extend(std::iter::repeat_n(PieceSet::NOTHING, missing)),
    }
    Ok(cells)
}
