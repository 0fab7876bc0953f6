//! A part of a game: its moves from one to another, from the position before the first of them.

use std::ops::Range;
use std::str::FromStr;

use shakmaty::Color;

use super::tags::drop_ply_count;
use crate::message::parse_error::parse_error;
use crate::message::{FromEnd, PlyNumber, digits};
use crate::notation::ctl::PlaySign;
use crate::rules::Rules;
use crate::syntax::{ByBoard, Game, Movetext, Node, Notation, Outcome, Replaced};
use crate::text::Text;

/// The part of a main line from one move to another, both included. A side that is open is `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    from: Option<Bound>,
    to: Option<Bound>,
}

/// A move at which a part begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    /// By its number on the board.
    Move(PlyNumber),
    /// By the number of plies with it.
    Plies(usize),
    /// By the number of plies between it and the end: a part begins or ends at the position there.
    ToEnd(usize),
}

parse_error! {
    /// The error of a text that is not a part.
    NotAPart = part_expected
}

/// Reads `10w-30b`, `10w-`, `-30b`, or `ply 20-60`, each side of which may be open, too; or `end-10..end`.
impl FromStr for Part {
    type Err = NotAPart;

    fn from_str(text: &str) -> Result<Part, NotAPart> {
        let text = text.trim().to_ascii_lowercase();
        if let Ok(FromEnd { first, last }) = text.parse() {
            let part = Part { from: Some(Bound::ToEnd(first)), to: Some(Bound::ToEnd(last)) };
            return if first > last { Ok(part) } else { Err(NotAPart) };
        }
        let plies = text.strip_prefix("ply");
        let (from, to) = plies.unwrap_or(&text).split_once('-').ok_or(NotAPart)?;
        let bound = |text: &str| match (text.trim(), plies) {
            ("", _) => Ok(None),
            (text, None) => text.parse().map(|ply| Some(Bound::Move(ply))).map_err(|_| NotAPart),
            (text, Some(_)) => match digits(text) {
                Some(plies) if plies > 0 => Ok(Some(Bound::Plies(plies))),
                _ => Err(NotAPart),
            },
        };
        let part = Part { from: bound(from)?, to: bound(to)? };
        let is_empty = part == Part { from: None, to: None };
        let range = part.bounds(PlyNumber::START, usize::MAX);
        if is_empty || range.is_empty() { Err(NotAPart) } else { Ok(part) }
    }
}

/// Returns how many plies come before a move in a game that begins with the move `first`.
fn plies_before(first: PlyNumber, ply: PlyNumber) -> usize {
    usize::try_from(ply.ordinal().saturating_sub(first.ordinal())).unwrap_or(usize::MAX)
}

impl Part {
    /// Returns the move with whose number the part ends if it begins with the game, as `-10w` does.
    #[cfg(feature = "cli")]
    pub(crate) const fn only_end(self) -> Option<PlyNumber> {
        match (self.from, self.to) {
            (None, Some(Bound::Move(ply))) => Some(ply),
            _ => None,
        }
    }

    /// Returns the part of the moves of a game that begins with the move `first`.
    fn bounds(self, first: PlyNumber, moves: usize) -> Range<usize> {
        let place = |bound, is_last: bool| match bound {
            // the last move is included
            Bound::Move(ply) => plies_before(first, if is_last { ply.next() } else { ply }),
            Bound::Plies(plies) => plies - usize::from(!is_last),
            Bound::ToEnd(plies) => moves.saturating_sub(plies),
        };
        let from = self.from.map_or(0, |bound| place(bound, false));
        from..self.to.map_or(moves, |bound| place(bound, true)).min(moves)
    }

    /// Takes the part of a game. Returns `None` if the game has no move of it; a part without a beginning has the
    /// start of a game without moves.
    pub(super) fn of<R: Rules>(self, game: &Game<'_, R::Notation>, played: &[R::Move]) -> Option<TakenPart> {
        let mut position = R::set_up(game).ok()?.position;
        let range = self.bounds(position.ply_number(), played.len());
        if range.is_empty() && !(self.from.is_none() && played.is_empty()) {
            return None;
        }
        played[..range.start].iter().for_each(|resolved| position.play(*resolved));
        let ply = position.ply_number();
        // in C'escacs the number may come from the first move, and not be in the position
        let numbered = |fen: String| {
            let counted = fen.rfind(' ').map_or(0, |at| at + 1);
            format!("{}{}", &fen[..counted], ply.number)
        };
        let start = (range.start > 0).then(|| numbered(position.fen_in_letters_of_game()));
        let is_ended = range.end == played.len();
        Some(TakenPart { range, start, side: ply.side, is_ended })
    }
}

/// A part that has been taken of a game.
pub(super) struct TakenPart {
    /// Its moves among those of the game.
    pub(super) range: Range<usize>,
    /// The position before it, unless the game begins there.
    start: Option<String>,
    /// The side to move in that position.
    side: Color,
    /// Whether the end of the game is in it.
    is_ended: bool,
}

impl TakenPart {
    /// Returns which of the positions of the game are in the part, by the plies before them in it.
    pub(super) fn positions(&self, plies: &[usize]) -> Vec<usize> {
        let Range { start, end } = self.range;
        plies.iter().filter(|plies| (start..=end).contains(*plies)).map(|plies| plies - start).collect()
    }

    /// Returns the part as a game. A game that ends in it keeps its result.
    pub(super) fn game<'t, N: Notation>(&'t self, game: &Game<'t, N>) -> Game<'t, N> {
        let mut part = game.with_movetext(self.movetext(game));
        drop_ply_count(&mut part);
        if let Some(start) = &self.start {
            let is_position = |name: &&str| part.tag(name).is_some();
            let name = N::POSITION_TAGS.iter().copied().find(is_position).unwrap_or(N::POSITION_TAGS[0]);
            part.set_tag(name, Text(start.as_bytes()));
            if name == "FEN" {
                // a game with a FEN has this tag as well (PGN standard, section 9.7)
                part.set_tag("SetUp", Text(b"1"));
            }
        }
        if !self.is_ended {
            (part.result, part.by_board, part.cut_at) = (None, Some(ByBoard::Open), None);
            if part.tag("Result").is_some() {
                part.set_tag("Result", Text(N::result_text(Outcome::Unknown).as_bytes()));
            }
        }
        part
    }

    /// Returns the elements that belong to the moves of the part: all after a move, up to the number of the next one;
    /// after that number, annotations; and all before the first move of the game.
    fn movetext<N: Notation>(&self, game: &Game<'_, N>) -> Movetext<N> {
        let mut part = Movetext::default();
        let mut before_move = Vec::new();
        let (mut moves, mut depth, mut is_dropped, mut precedes) = (0, 0, false, true);
        for (at, element) in game.movetext.iter().enumerate() {
            match element.node {
                Node::VariationStart(_) => {
                    if depth == 0 && moves == self.range.start + 1 && self.start.is_some() {
                        // a variation after the first move may replace the one before it
                        let replaced = N::replaced_by(&game.movetext[at + 1..]);
                        is_dropped = replaced == Replaced::LastMoveOf(!self.side);
                    }
                    depth += 1;
                    precedes &= moves == 0;
                }
                Node::VariationEnd => depth -= 1,
                Node::MoveNumber(_) if depth == 0 => precedes = true,
                Node::Sign(_) if depth == 0 => precedes |= element.node == PlaySign::Omitted,
                Node::Move(_) if depth == 0 => {
                    moves += 1;
                    precedes = false;
                    if self.range.contains(&(moves - 1)) {
                        before_move.drain(..).for_each(|element| part.push(element));
                    }
                    before_move.clear();
                }
                _ => {}
            }
            if precedes && (moves == 0 || !matches!(element.node, Node::Nag(_))) {
                before_move.push(*element);
            } else if self.range.contains(&(moves - 1)) && !is_dropped {
                part.push(*element);
            }
            is_dropped &= depth > 0;
        }
        if self.range.end >= moves {
            before_move.drain(..).for_each(|element| part.push(element));
        }
        part
    }
}
