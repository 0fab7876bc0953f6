//! The contents of cells: sets of pieces, the places of the pieces of a set, their number, and material.

use shakmaty::Color;

use super::board::{Board, BoardTerms};
use super::expression::{Comparison, Flip};
use crate::rules::{CellSet, PieceKind, Rules, Shade};

/// A set of possible contents of a cell: pieces of both sides, and nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceSet(u32);

/// The bit of an empty cell, after those of the pieces.
const EMPTY: u32 = 1 << (2 * PieceKind::ALL.len());

const fn bit(kind: PieceKind, color: Color) -> u32 {
    1 << (2 * kind as u32 + color.is_white() as u32)
}

impl PieceSet {
    /// The empty set, which no cell matches.
    pub(super) const NONE: PieceSet = PieceSet(0);

    /// An empty cell.
    pub(super) const NOTHING: PieceSet = PieceSet(EMPTY);

    /// An empty cell or any piece.
    pub(super) const ANYTHING: PieceSet = PieceSet(2 * EMPTY - 1);

    /// Any piece.
    pub(super) const ANY_PIECE: PieceSet = PieceSet(EMPTY - 1);

    /// Returns the set of one piece.
    pub(super) const fn of(kind: PieceKind, color: Color) -> PieceSet {
        PieceSet(bit(kind, color))
    }

    /// Returns the set of all pieces of a side.
    pub(super) fn of_side(color: Color) -> PieceSet {
        PieceSet(PieceKind::ALL.into_iter().fold(0, |set, kind| set | bit(kind, color)))
    }

    /// Returns the set of an empty cell and all pieces of a board.
    pub(super) fn of_board(terms: &BoardTerms) -> PieceSet {
        let kinds = terms.letters.iter().map(|(_, kind)| *kind);
        let bits = kinds.flat_map(|kind| Color::ALL.map(|color| bit(kind, color)));
        PieceSet(bits.fold(EMPTY, |set, bit| set | bit))
    }

    /// Returns the set without the members of another.
    pub(super) const fn without(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 & !other.0)
    }

    /// Returns the set that a character names on a board. The letter of a piece names that piece;
    /// `A` and `a` name any piece of White and of Black; `_` names an empty cell; `.` and `?` name
    /// anything; `!` names any piece. Returns `None` for any other character.
    pub(super) fn of_letter(letter: char, terms: &BoardTerms) -> Option<PieceSet> {
        Some(match letter {
            'A' => PieceSet::of_side(Color::White),
            'a' => PieceSet::of_side(Color::Black),
            '_' => PieceSet::NOTHING,
            '.' | '?' => PieceSet::ANYTHING,
            '!' => PieceSet::ANY_PIECE,
            _ => {
                let (kind, color) = terms.piece(letter)?;
                PieceSet::of(kind, color)
            }
        })
    }

    /// Returns what is in both sets.
    const fn and(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 & other.0)
    }

    /// Returns the union of the sets that characters name.
    pub(super) fn of_letters(letters: &str, terms: &BoardTerms) -> Option<PieceSet> {
        let mut sets = letters.chars().map(|letter| PieceSet::of_letter(letter, terms));
        sets.try_fold(PieceSet::NONE, |all, set| Some(PieceSet(all.0 | set?.0)))
    }

    pub(super) const fn has(self, kind: PieceKind, color: Color) -> bool {
        self.0 & bit(kind, color) != 0
    }

    pub(super) const fn has_nothing(self) -> bool {
        self.0 & EMPTY != 0
    }

    /// Lists the pieces.
    pub(super) fn pieces(self) -> impl Iterator<Item = (PieceKind, Color)> {
        let sides = |kind| Color::ALL.map(|color| (kind, color));
        PieceKind::ALL.into_iter().flat_map(sides).filter(move |(kind, color)| self.has(*kind, *color))
    }

    /// Returns the set with the sides of all pieces exchanged.
    pub(super) fn of_other_sides(self) -> PieceSet {
        let nothing = self.0 & EMPTY;
        PieceSet(self.pieces().fold(nothing, |set, (kind, color)| set | bit(kind, !color)))
    }

    /// Returns the cells of a position that match.
    pub(super) fn cells<R: Rules>(self, position: &R, terms: &BoardTerms) -> CellSet {
        // one set instead of one for each piece of each side
        if self == PieceSet::ANY_PIECE {
            return position.occupied();
        }
        let of_pieces = self.pieces().map(|(kind, color)| position.pieces(kind, color));
        let fitting = of_pieces.fold(CellSet::EMPTY, |all, cells| all | cells);
        if self.has_nothing() { fitting | (terms.all() - position.occupied()) } else { fitting }
    }
}

/// Some pieces on some cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    pub(super) board: Board,
    pub(super) pieces: PieceSet,
    pub(super) cells: CellSet,
}

impl Placement {
    /// Reads a placement on a board. Returns `None` if it has no meaning there.
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
            None => named_cells(cells, terms)?,
        };
        Some(Placement { board, pieces, cells })
    }

    /// Returns the cells where one of the pieces stands.
    pub(super) fn found<R: Rules>(&self, position: &R) -> CellSet {
        self.pieces.cells(position, self.board.terms()) & self.cells
    }

    /// Reads pieces of a side, whose letters may be in any case. Several letters need no brackets if no cells follow.
    /// Returns `None` if the placement has no meaning on the board.
    pub(super) fn of_side(side: Color, pieces: &str, board: Board) -> Option<Placement> {
        let (letters, cells) = match pieces.find(']').filter(|_| pieces.starts_with('[')) {
            Some(end) => pieces.split_at(end),
            None => pieces.split_at(pieces.chars().next()?.len_utf8()),
        };
        let of_side =
            |letters: &str| side.fold_wb(letters.to_ascii_uppercase(), letters.to_ascii_lowercase());
        let cells_alone = Placement::parse(pieces, board).filter(|found| found.pieces == PieceSet::ANY_PIECE);
        let letters_alone = || {
            let pieces = PieceSet::of_letters(&of_side(pieces), board.terms())?;
            Some(Placement { board, pieces, cells: board.terms().all() })
        };
        let placement = cells_alone
            .or_else(|| Placement::parse(&(of_side(letters) + cells), board))
            .or_else(letters_alone)
            .filter(|_| !pieces.starts_with(['_', '.']) && !pieces.contains(['?', '!', '*']))?;
        Some(Placement { pieces: placement.pieces.and(PieceSet::of_side(side)), ..placement })
    }

    /// Returns how many of the pieces stand on the cells.
    pub(super) fn count<R: Rules>(&self, position: &R) -> u32 {
        self.pieces.pieces().map(|(kind, color)| (position.pieces(kind, color) & self.cells).len()).sum()
    }

    pub(super) fn flipped(self, flip: Flip) -> Placement {
        let pieces = if flip.colours { self.pieces.of_other_sides() } else { self.pieces };
        Placement { pieces, cells: self.board.terms().flipped_set(self.cells, flip), ..self }
    }
}

/// Reads cells without a piece: `e4`, `d-e4-5`, `7` or `[g1,h1]`. Outside brackets they must end with a line,
/// because a letter alone is a piece.
fn single_cells(text: &str, terms: &BoardTerms) -> Option<CellSet> {
    if let Some(list) = text.strip_prefix('[').and_then(|list| list.strip_suffix(']')) {
        return list_of_cells(list, terms);
    }
    area(text, terms).filter(|_| text.ends_with(|c: char| c.is_ascii_digit()))
}

fn list_of_cells(list: &str, terms: &BoardTerms) -> Option<CellSet> {
    list.split(',')
        .map(|cells| named_cells(cells, terms))
        .try_fold(CellSet::EMPTY, |all, cells| Some(all | cells?))
}

/// Reads a colour, or an area. Only hexes are `coloured`.
fn named_cells(text: &str, terms: &BoardTerms) -> Option<CellSet> {
    match text {
        "light" => Some(terms.of_shade(Shade::Light)),
        "dark" => Some(terms.of_shade(Shade::Dark)),
        "coloured" => Some(terms.of_shade(Shade::Coloured)).filter(|cells| !cells.is_empty()),
        _ => area(text, terms),
    }
}

/// Reads one column or a span of columns, one line or a span of lines, or both: `d`, `7`, `a-c2`, `d5-6`.
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

/// Reads the ends of a span, `a-c` or `a`. Returns `Some(None)` if the text is empty, and `None` if it is not a
/// span.
fn span(text: &str, read: impl Fn(&str) -> Option<usize>) -> Option<Option<(usize, usize)>> {
    if text.is_empty() {
        return Some(None);
    }
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (read(first)?, read(last)?);
    (first <= last).then_some(Some((first, last)))
}

/// The pieces of two sides, either of which may be White: `KRP v KR`.
#[derive(Clone, Debug)]
pub(super) struct Material {
    /// The number of pieces of each kind for each of the two sides, in the order of the letters of the board: pawns
    /// first. Kings count only if they are named.
    kinds: Vec<(PieceKind, [u32; 2])>,
}

impl Material {
    /// Reads the letters of two sides with `v` or `vs` between them. Returns `None` if the text has another form or
    /// a letter is not one of the board.
    pub(super) fn parse(text: &str, board: Board) -> Option<Material> {
        let words: Vec<_> = text.split_whitespace().collect();
        let [first, "v" | "vs", second] = words[..] else { return None };
        let sides = [first, second];
        let terms = board.terms();
        let is_known = |letter: char| terms.piece(letter).is_some_and(|(_, color)| color.is_white());
        if !sides.iter().all(|side| side.chars().all(is_known)) {
            return None;
        }
        let count = |letter: char| sides.map(|side| side.matches(letter).count() as u32);
        let names_kings = text.contains('K');
        let kinds = terms.letters.iter().filter(|(letter, _)| *letter != 'K' || names_kings);
        Some(Material { kinds: kinds.map(|(letter, kind)| (*kind, count(*letter))).collect() })
    }

    /// Returns how many pieces there are on both sides.
    pub(super) fn total(&self) -> u32 {
        self.kinds.iter().flat_map(|(_, numbers)| numbers).sum()
    }

    /// Returns whether no position has the pieces of both.
    pub(super) fn excludes(&self, other: &Material) -> bool {
        let agree = |first: usize, second: usize| {
            self.kinds.iter().all(|(kind, numbers)| {
                let others = other.kinds.iter().find(|(other, _)| other == kind);
                others.is_none_or(|(_, others)| *numbers == [others[first], others[second]])
            })
        };
        !agree(0, 1) && !agree(1, 0)
    }

    /// Returns whether a position has exactly these pieces.
    pub(super) fn fits<R: Rules>(&self, position: &R) -> bool {
        let has = |first: Color| {
            self.kinds.iter().all(|(kind, numbers)| {
                position.pieces(*kind, first).len() == numbers[0]
                    && position.pieces(*kind, !first).len() == numbers[1]
            })
        };
        has(Color::White) || has(Color::Black)
    }
}

/// A test of the number of some pieces of a side: `white [QR] >= 2`, `white R7 = 2`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    pub(super) placement: Placement,
    pub(super) sign: Comparison,
    pub(super) number: i32,
}

impl Count {
    /// Returns whether a number of pieces passes.
    pub(super) fn is_met_by(&self, number: u32) -> bool {
        self.sign.holds(number as i32, self.number)
    }
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
