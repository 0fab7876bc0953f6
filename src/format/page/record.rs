//! What the script is told of each move: which cells change, and what it cannot know without the
//! rules.
//!
//! A record is, in this order,
//!
//! - where a piece goes from and to, two cells; or `[`, each cell that changes with the code that is
//!   then on it, `|`, the move in words, `]`; in place of the words of a castling, `=`, `k` or `q` for
//!   the wing, and the cells that the king and the rook go to;
//! - `*` if it begins a variation that replaces the move before the last one;
//! - `!` if the counter of moves without progress begins again;
//! - `+`, `#` or `$` for check, checkmate and stalemate;
//! - between `~`, what the description of the position has between the side to move and the counters,
//!   if that changes; or the whole description between `%`, if it cannot be made from the rest;
//! - between `^`, whose turn it is in words, if the game is over;
//! - between `@`, the codes of the pieces in hand, if they change;
//! - between `{` and `}`, the opening, if the position has the name of one and that before another: the ECO
//!   code, a space and the name. The code is missing if the position before has the same, and of a name that
//!   goes on from that of the position before only the rest is written.
//!
//! `script/positions.js` reads it.

use super::boards::{Board, EMPTY, Known};
use crate::format::speech;
use crate::message::{Language, PlyNumber};
use crate::rules::{MoveEffect, Opening, Rules, Status};
use crate::syntax::Notation;

/// A move and the positions around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Played<'a, R: Rules> {
    pub(super) at: PlyNumber,
    pub(super) resolved: R::Move,
    pub(super) before: &'a Known,
    pub(super) position: &'a R,
    /// The opening of the position before the move, if that has the name of one.
    pub(super) opening_before: Option<Opening>,
    pub(super) after: &'a Known,
    /// Whether it begins a variation that replaces the move before the last one.
    pub(super) is_farther_back: bool,
}

impl<R: Rules> Played<'_, R> {
    /// Appends the record of the move.
    pub(super) fn write(&self, board: &Board, language: &Language, out: &mut String) {
        self.write_changes(board, language, out);
        if self.is_farther_back {
            out.push('*');
        }
        let status = self.position.status();
        let description = self.description(board);
        if matches!(description, Description::Known { restarts: true, .. }) {
            out.push('!');
        }
        out.push_str(match status {
            Status::Check => "+",
            Status::Checkmate => "#",
            Status::Stalemate => "$",
            Status::Free | Status::Over => "",
        });
        match description {
            Description::Known { middle: Some(middle), .. } => out.extend(["~", middle, "~"]),
            Description::Known { middle: None, .. } => {}
            Description::Other => out.extend(["%", &self.after.fen, "%"]),
        }
        if !matches!(status, Status::Free | Status::Check) {
            out.extend(["^", &speech::turn(self.position, R::Notation::words(language)), "^"]);
        }
        if self.before.hands != self.after.hands {
            out.extend(["@", self.after.hands.as_deref().unwrap_or_default(), "@"]);
        }
        self.write_opening(out);
    }

    fn write_changes(&self, board: &Board, language: &Language, out: &mut String) {
        let (before, after) = (&self.before.codes, &self.after.codes);
        let effect = self.position.effect(self.resolved);
        let changed = (0..after.len()).filter(|&cell| before[cell] != after[cell]);
        if let MoveEffect::Normal { from, to, promotion: None, .. } = effect
            && after[from] == EMPTY
            && after[to] == before[from]
            && changed.clone().all(|cell| cell == from || cell == to)
        {
            board.push_cell(from, out);
            board.push_cell(to, out);
            return;
        }
        out.push('[');
        for cell in changed {
            board.push_cell(cell, out);
            out.push(char::from(after[cell]));
        }
        out.push('|');
        match effect {
            MoveEffect::Castling { king, king_rook: Some(rook), queen_rook: None } => {
                write_castling('k', [king, rook], board, out);
            }
            MoveEffect::Castling { king, king_rook: None, queen_rook: Some(rook) } => {
                write_castling('q', [king, rook], board, out);
            }
            _ => out.push_str(&speech::effect::<R>(&effect, R::Notation::words(language))),
        }
        out.push(']');
    }

    fn write_opening(&self, out: &mut String) {
        let Some(Opening { eco, name }) = Opening::of(self.position) else { return };
        let before = self.opening_before;
        if before == Some(Opening { eco, name }) {
            return;
        }
        let eco = if before.is_some_and(|before| before.eco == eco) { "" } else { eco };
        let rest = before.and_then(|before| name.strip_prefix(before.name)).filter(|rest| goes_on(rest));
        match rest {
            Some(rest) => out.extend(["{", eco, rest, "}"]),
            None => out.extend(["{", eco, " ", name, "}"]),
        }
    }

    /// Tells how the script comes to the description of the position.
    fn description(&self, board: &Board) -> Description<'_> {
        let (Some(before), Some(after)) = (Fields::of(&self.before.fen), Fields::of(&self.after.fen)) else {
            return Description::Other;
        };
        let next = self.at.next();
        let is_known = after.placement == board.placement(&self.after.codes)
            && after.number == next.number.to_string()
            && after.side == next.side.fold_wb("w", "b");
        let goes_on =
            before.counter.parse::<u32>().is_ok_and(|count| after.counter == (count + 1).to_string());
        if !is_known || !goes_on && after.counter != "0" {
            return Description::Other;
        }
        let middle = (before.middle != after.middle).then_some(after.middle);
        Description::Known { middle, restarts: !goes_on }
    }
}

/// Tells whether the rest of a name goes on in it after a whole name.
fn goes_on(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with([':', ','])
}

/// Writes a castling, which is frequent, in place of its words: the wing, and where the king and the rook
/// go.
fn write_castling(wing: char, cells: [usize; 2], board: &Board, out: &mut String) {
    out.push('=');
    out.push(wing);
    cells.into_iter().for_each(|cell| board.push_cell(cell, out));
}

/// How the script comes to the description of a position.
enum Description<'a> {
    /// From the pieces and the description before.
    Known { middle: Option<&'a str>, restarts: bool },
    /// Not by itself.
    Other,
}

/// The parts of a description (FEN, TLPD).
struct Fields<'a> {
    placement: &'a str,
    side: &'a str,
    middle: &'a str,
    counter: &'a str,
    number: &'a str,
}

impl Fields<'_> {
    fn of(text: &str) -> Option<Fields<'_>> {
        let (placement, rest) = text.split_once(' ')?;
        let (side, rest) = rest.split_once(' ')?;
        let (rest, number) = rest.rsplit_once(' ')?;
        let (middle, counter) = rest.rsplit_once(' ')?;
        Some(Fields { placement, side, middle, counter, number })
    }
}
