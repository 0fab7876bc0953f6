//! Patterns of whole positions, in which parts are open.

use std::iter;
use std::ops::Range;

use shakmaty::Color;

use super::board::Board;
use super::cells::PieceSet;
use super::error::QueryFault;
use super::expression::Flip;
use super::fields::{Fields, fields};
use crate::notation::ctl::{Hex, LAST_LINE, line_hexes, line_length};
use crate::rules::{CellSet, PieceKind, Rules};

/// A pattern on a board.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    pub(super) board: Board,
    /// Each of these must be there in one of its ways. All ranks without several `*` are the first of them.
    parts: Vec<Vec<Contents>>,
    fields: Fields,
}

/// The contents of some cells.
#[derive(Clone, Debug)]
struct Contents {
    /// For each piece, the cells where it must and must not be. Pawns come first, because they rule out most
    /// positions.
    pieces: Vec<PieceCells>,
    /// The cells that must have a piece, where several pieces are possible.
    occupied: CellSet,
}

/// The cells of a rank or a line, and the ways in which they may be filled.
type Line = (Range<usize>, Vec<Vec<PieceSet>>);

/// Where a piece must and must not be.
#[derive(Clone, Copy, Debug)]
struct PieceCells {
    kind: PieceKind,
    color: Color,
    /// The cells where the pattern decides whether the piece is there.
    told: CellSet,
    /// The cells among them where the piece must be.
    there: CellSet,
}

/// The part of a pattern that has a fault, and the fault.
pub(super) type PatternFault<'t> = (&'t str, QueryFault);

impl Pattern {
    /// Reads a pattern: the placement of a FEN with one part for each rank, or that of a TLPD,
    /// which begins with `/`. In a pattern, `?` or `.` is any one cell, `*` any number of cells, `!`
    /// any piece, `A` and `a` any piece of White or Black, `_` an empty cell, and letters in
    /// brackets one of these. The side to move, the rights to castle and the special capture may
    /// follow; `.` leaves one of them open.
    pub(super) fn parse(text: &str) -> Result<Pattern, PatternFault<'_>> {
        // an empty text has an empty placement at its start
        let placement = text.split_whitespace().next().unwrap_or(&text[..0]);
        let board = if placement.starts_with('/') { Board::Hex } else { Board::Square };
        let (lines, others) = match board {
            Board::Square => (square_lines(placement)?, PieceSet::ANYTHING),
            Board::Hex => hex_lines(placement)?,
        };
        Ok(Pattern { board, parts: parts(lines, others, board), fields: fields(text, board)? })
    }

    /// Returns whether a cell must be as `is_wrong` says of what may stand on it.
    pub(super) fn must_have(&self, is_wrong: impl Fn(PieceSet, usize) -> bool) -> bool {
        let cells = self.board.terms().names.len();
        let is_wrong = |way: &Contents| (0..cells).any(|cell| is_wrong(way.on_cell(cell, self.board), cell));
        self.parts.iter().any(|ways| ways.iter().all(is_wrong))
    }

    /// Returns the pattern after a flip, or `None` if one of its fields cannot be flipped.
    pub(super) fn flipped(&self, flip: Flip) -> Option<Pattern> {
        let board = self.board;
        let flipped = |ways: &Vec<Contents>| ways.iter().map(|way| way.flipped(flip, board)).collect();
        let parts = self.parts.iter().map(flipped).collect();
        Some(Pattern { board, parts, fields: self.fields.flipped(flip, board)? })
    }

    /// Returns whether a position matches. FEN is written only if the rights or the special capture are asked for.
    pub(super) fn fits<R: Rules>(&self, position: &R) -> bool {
        // what costs least and excludes most comes first
        self.fields.turn.is_none_or(|turn| turn == position.ply_number().side)
            && self.parts.iter().all(|ways| ways.iter().any(|way| way.fits(position)))
            && (self.fields.rights.is_none() && self.fields.special.is_none()
                || self.fields.are_in(&position.fen(), position.special_captures_are_legal(), self.board))
    }
}

/// Joins lines: those that can be filled in only one way, and the rest of the board, are the first part.
fn parts(lines: Vec<Line>, others: PieceSet, board: Board) -> Vec<Vec<Contents>> {
    let all = board.terms().names.len();
    let mut fixed = vec![others; all];
    let mut parts = Vec::new();
    for (cells, mut ways) in lines {
        if let [only] = &mut ways[..] {
            fixed.splice(cells, only.drain(..));
            continue;
        }
        fixed[cells.clone()].fill(PieceSet::ANYTHING);
        let contents = ways.into_iter().map(|way| {
            let mut board_cells = vec![PieceSet::ANYTHING; all];
            board_cells.splice(cells.clone(), way);
            Contents::of(board, &board_cells)
        });
        parts.push(contents.collect());
    }
    parts.insert(0, vec![Contents::of(board, &fixed)]);
    parts
}

impl Contents {
    /// Creates the contents from what may stand on each cell.
    fn of(board: Board, cells: &[PieceSet]) -> Contents {
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
        Contents { pieces, occupied }
    }

    /// Returns what may stand on a cell.
    fn on_cell(&self, cell: usize, board: Board) -> PieceSet {
        let is_free = |piece: &&PieceCells| piece.told.contains(cell) && !piece.there.contains(cell);
        let excluded = self.pieces.iter().filter(is_free);
        let set = excluded.fold(PieceSet::of_board(board.terms()), |set, piece| {
            set.without(PieceSet::of(piece.kind, piece.color))
        });
        let has_piece =
            self.occupied.contains(cell) || self.pieces.iter().any(|piece| piece.there.contains(cell));
        if has_piece { set.without(PieceSet::NOTHING) } else { set }
    }

    fn flipped(&self, flip: Flip, board: Board) -> Contents {
        let cells = |set| board.terms().flipped_set(set, flip);
        let side = |color: Color| if flip.colours { !color } else { color };
        let piece = |piece: &PieceCells| PieceCells {
            kind: piece.kind,
            color: side(piece.color),
            told: cells(piece.told),
            there: cells(piece.there),
        };
        Contents { pieces: self.pieces.iter().map(piece).collect(), occupied: cells(self.occupied) }
    }

    fn fits<R: Rules>(&self, position: &R) -> bool {
        self.pieces.iter().all(|piece| position.pieces(piece.kind, piece.color) & piece.told == piece.there)
            && position.occupied() & self.occupied == self.occupied
    }
}

/// Reads the placement of a FEN.
fn square_lines(placement: &str) -> Result<Vec<Line>, PatternFault<'_>> {
    let ranks: Vec<_> = placement.split('/').collect();
    if ranks.len() != 8 {
        return Err((placement, QueryFault::Ranks));
    }
    // FEN begins with the eighth rank, and the numbers of the squares with the first
    let lines = ranks
        .into_iter()
        .rev()
        .zip((0..64).step_by(8))
        .map(|(rank, first)| Ok((first..first + 8, line_ways(rank, 8, Board::Square)?)));
    lines.collect()
}

/// Reads the placement of a TLPD: lines with their numbers. The second value is what is on lines that are not given:
/// nothing, or anything if the placement ends with `/*`.
fn hex_lines(placement: &str) -> Result<(Vec<Line>, PieceSet), PatternFault<'_>> {
    let (lines, others) = match placement.strip_suffix("/*") {
        Some(lines) => (lines, PieceSet::ANYTHING),
        None => (placement.trim_end_matches('/'), PieceSet::NOTHING),
    };
    let read = lines.split('/').skip(1).map(|part| {
        let (number, line) = part.split_once(':').ok_or((part, QueryFault::UnknownSign))?;
        let number = number.parse().ok().filter(|number| *number <= LAST_LINE);
        let number = number.ok_or((part, QueryFault::Ranks))?;
        let first = line_hexes(number).next().map_or(0, Hex::index);
        let length = line_length(number);
        Ok((first..first + length, line_ways(line, length, Board::Hex)?))
    });
    Ok((read.collect::<Result<_, _>>()?, others))
}

/// Reads a rank or a line of `length` cells, from left to right. Returns the ways in which its cells may be filled:
/// several if it has several `*`. In TLPD, empty hexes at the end may be left out.
fn line_ways(text: &str, length: usize, board: Board) -> Result<Vec<Vec<PieceSet>>, PatternFault<'_>> {
    let terms = board.terms();
    // what stands before, between and after the `*`
    let mut pieces = vec![Vec::new()];
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let after = &rest[sign.len_utf8()..];
        let here = &rest[..sign.len_utf8()];
        rest = after;
        // two in a row are one
        let follows_star = pieces.len() > 1 && pieces.last().is_some_and(Vec::is_empty);
        if sign == '*' {
            pieces.extend((!follows_star).then(Vec::new));
            continue;
        }
        let Some(cells) = pieces.last_mut() else { break };
        match sign {
            '0'..='9' => {
                let empty = sign.to_digit(10).unwrap_or_default() as usize;
                cells.extend(iter::repeat_n(PieceSet::NOTHING, empty));
            }
            '[' => {
                let (letters, after) = after.split_once(']').ok_or((here, QueryFault::UnknownSign))?;
                let set = PieceSet::of_letters(letters, terms).filter(|_| !letters.is_empty());
                cells.push(set.ok_or((letters, QueryFault::UnknownSign))?);
                rest = after;
            }
            _ => cells.push(PieceSet::of_letter(sign, terms).ok_or((here, QueryFault::UnknownSign))?),
        }
    }
    let given: usize = pieces.iter().map(Vec::len).sum();
    let missing = length.checked_sub(given).ok_or((text, QueryFault::RankLength))?;
    match &mut pieces[..] {
        [_] if missing > 0 && board == Board::Square => Err((text, QueryFault::RankLength)),
        [cells] => {
            cells.extend(iter::repeat_n(PieceSet::NOTHING, missing));
            Ok(pieces)
        }
        _ => Ok(spread(&pieces, missing)),
    }
}

/// Returns the ways to lay pieces of a line with `free` cells of any content between them.
fn spread(pieces: &[Vec<PieceSet>], free: usize) -> Vec<Vec<PieceSet>> {
    match pieces {
        [first, rest @ ..] if !rest.is_empty() => {
            // after the last `*` nothing is free
            let least = if rest.len() == 1 { free } else { 0 };
            let lay = |any: usize| {
                let open = vec![PieceSet::ANYTHING; any];
                let ways = spread(rest, free - any).into_iter();
                ways.map(move |way| [&first[..], &open, &way].concat())
            };
            (least..=free).flat_map(lay).collect()
        }
        _ => pieces.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_with_several_stars_are_filled_in_several_ways() {
        for (rank, ways) in [
            ("8", 1),
            ("*", 1),
            ("P*", 1),
            ("**", 1),
            ("*P**", 8),
            ("*P*p", 7),
            ("*P*p*", 28),
            ("*?*?*?*?*", 70),
            ("*PPPPPPPP*", 1),
        ] {
            let found = line_ways(rank, 8, Board::Square).expect("a rank");
            assert_eq!(found.len(), ways, "{rank}");
            assert!(found.iter().all(|way| way.len() == 8), "{rank}");
        }
        assert!(line_ways("*PPPP*PPPPP*", 8, Board::Square).is_err());
    }
}
