//! The legal moves that may be meant by a move that cannot be resolved.
//!
//! They are the moves whose spelling is close to what is written. They are ordered by how far the
//! game goes on after each, because the moves that follow seldom all fit a wrong move. Messages,
//! fixes and the questions of `--fix-guesses` share the order.
//!
//! None of this runs for a game without errors.

use std::collections::VecDeque;

use super::Rules;
use crate::syntax::{Element, Node, Notation, skip_variation};
use crate::text::work;

/// The maximum number of moves suggested for an error: as many as a person compares at a glance.
const MOST_READINGS: usize = 4;

/// The maximum number of wrong letters in a move.
const MOST_WRONG_LETTERS: u32 = 2;

/// The maximum number of legal moves tried for one error. A king, two rooks and a queen may have
/// more that are close.
const MOST_CANDIDATES: usize = 48;

/// The number of errors in a game for which the moves that may be meant are tried. Later errors
/// usually follow from the first ones.
const MOST_ERRORS: usize = 8;

/// The number of further errors for which such moves are listed, ordered by their spelling alone. Nobody reads more.
const MOST_UNTRIED: usize = 100;

/// The number of moves before an error that are searched for a wrong letter: a mistake mostly shows within a few moves,
/// and each is tried with the whole game after it.
pub(super) const MOST_EARLIER: usize = 64;

/// The number of plies that may be played for all this: per element of the game, and in total at
/// most. A file full of errors is thus read in time proportional to its length.
const PLIES: [usize; 2] = [512, 60_000];

/// The letters and digits of a move as written, and its mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// The letters and digits, without signs and marks.
    pub letters: String,
    /// The mark of check or mate, as [`AnyPosition::check_mark`](super::AnyPosition::check_mark) returns it.
    pub mark: &'static str,
}

/// How much may still be tried in a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Budget {
    errors: usize,
    untried: usize,
    plies: usize,
}

impl Budget {
    /// Takes one of the errors for which moves are listed without being tried. Returns `false` if none is left.
    pub(super) fn take_untried(&mut self) -> bool {
        let left = self.untried.checked_sub(1);
        self.untried = left.unwrap_or_default();
        left.is_some()
    }

    /// Returns the budget of a game with a number of elements.
    pub(super) fn of_game(elements: usize) -> Budget {
        Budget {
            errors: MOST_ERRORS,
            untried: MOST_UNTRIED,
            plies: elements.saturating_mul(PLIES[0]).min(PLIES[1]),
        }
    }
}

/// The distance of a legal move from what is written. The likeliest move has the smallest value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Likeness {
    /// How many of the moves after it are not reached, or cannot be played.
    unplayed: usize,
    /// How many letters differ.
    letters: u32,
    /// How far the piece is another one.
    piece: OtherPiece,
    /// How much the mark differs.
    mark: u32,
    /// How far apart the differing letters are in all, such as 1 for two adjacent files.
    apart: u32,
}

/// How far the piece of a move is another one than what is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum OtherPiece {
    /// Only capitals and small letters differ, as in `bc4` for `Bc4`.
    Case,
    Same,
    Other,
}

impl OtherPiece {
    fn of(written: &str, meant: &str) -> OtherPiece {
        let piece = |word: &str| word.bytes().next().filter(u8::is_ascii_uppercase);
        if written.eq_ignore_ascii_case(meant) {
            OtherPiece::Case
        } else if piece(written) == piece(meant) {
            OtherPiece::Same
        } else {
            OtherPiece::Other
        }
    }
}

/// Returns the moves that may be meant, as the notation writes them, the likeliest first. They are judged by the
/// position alone.
pub(super) fn readings<R: Rules>(position: &R, written: &R::Notation) -> Vec<String> {
    to_san(position, &near(position, written))
}

/// A move that cannot be resolved, and the line in which it stands.
pub(super) struct Failed<'g, R: Rules> {
    /// The position before it.
    pub(super) position: &'g R,
    pub(super) written: &'g R::Notation,
    /// The elements of the game before it and after it.
    pub(super) before: &'g [Element<R::Notation>],
    pub(super) after: &'g [Element<R::Notation>],
}

impl<'g, R: Rules> Failed<'g, R> {
    /// Returns the moves that may be meant, as [`readings`] does, ordered by how far the line goes on with each, and
    /// whether the first of them is clearly meant. Returns `None` if the budget allows no more errors to be tried.
    /// `history` lists the positions before the last moves that led there.
    pub(super) fn readings(
        &self,
        history: impl FnOnce() -> Vec<R>,
        budget: &mut Budget,
    ) -> Option<(Vec<String>, bool)> {
        budget.errors = budget.errors.checked_sub(1)?;
        let mut near = near(self.position, self.written);
        near.truncate(MOST_CANDIDATES);
        // all candidates are played equally far, so the budget is divided among them
        let line = moves_of_line(self.after, budget.plies / near.len().max(1));
        for (likeness, resolved) in &mut near {
            let played = plies_played(self.position, *resolved, &line, budget);
            likeness.unplayed = line.len() - played;
        }
        near.sort_by_key(|(likeness, _)| *likeness);
        let is_clear = is_clear(&near) && !self.may_be_earlier(history, line, budget);
        Some((to_san(self.position, &near), is_clear))
    }

    /// Returns whether the line can also be played to its end if this move is right and an earlier
    /// one has a wrong letter. In that case no move is clearly meant. An exhausted budget counts as
    /// such a case.
    fn may_be_earlier(
        &self,
        history: impl FnOnce() -> Vec<R>,
        line: Vec<&'g R::Notation>,
        budget: &mut Budget,
    ) -> bool {
        let mut between = VecDeque::from(line);
        between.push_front(self.written);
        for (written, position) in earlier_in_line(self.before).zip(history().into_iter().rev()) {
            let near = near(&position, written).into_iter().filter(|(likeness, _)| likeness.letters == 1);
            for (_, resolved) in near {
                let played = plies_played(&position, resolved, between.make_contiguous(), budget);
                if played == between.len() || budget.plies == 0 {
                    return true;
                }
            }
            between.push_front(written);
        }
        false
    }
}

/// Returns whether the line can be played to its end after the first move, and no other move is as
/// likely. `+` in place of `#` does not count as a difference, because many people write that.
fn is_clear<M>(near: &[(Likeness, M)]) -> bool {
    let likeness = |at: usize| near.get(at).map(|(found, _)| (found.unplayed, found.letters, found.mark > 1));
    let first = likeness(0);
    let goes_on = |(unplayed, letters, _)| unplayed == 0 && letters <= MOST_WRONG_LETTERS;
    first.is_some_and(goes_on) && first != likeness(1)
}

/// Lists the legal moves whose spelling is close to what is written, the closest first.
fn near<R: Rules>(position: &R, written: &R::Notation) -> Vec<(Likeness, R::Move)> {
    let Some(Spelling { letters: written, mark }) = position.spelling(written) else { return Vec::new() };
    let mut legal: Vec<_> =
        position.legal_moves().into_iter().map(|legal| (position.to_uci(legal), legal)).collect();
    // by origin; promotions stay in the order of the rules, the queen first
    legal.sort_by(|(one, _), (other, _)| one.as_bytes().iter().take(4).cmp(other.as_bytes().iter().take(4)));
    // at least one letter has to be right, unless there are few enough legal moves to suggest all
    // of them
    let most = match legal.len() {
        0..=MOST_READINGS => u32::MAX,
        _ => MOST_WRONG_LETTERS.min(written.len().saturating_sub(1) as u32),
    };
    let likeness = |(_, resolved): (String, R::Move)| {
        let spellings = position.spellings(resolved);
        let closeness = |spelling: &String| {
            let (letters, apart) = difference(&written, spelling);
            (letters, OtherPiece::of(&written, spelling), apart)
        };
        let (letters, piece, apart) = spellings.iter().map(closeness).min()?;
        (letters <= most).then(|| {
            let mut after = position.clone();
            after.play(resolved);
            let mark = mark_difference(mark, after.check_mark());
            (Likeness { unplayed: 0, letters, piece, mark, apart }, resolved)
        })
    };
    let mut near: Vec<_> = legal.into_iter().filter_map(likeness).collect();
    near.sort_by_key(|(likeness, _)| *likeness);
    near
}

/// Writes the first moves as the notation does, without those that have more wrong letters than the first: if what is
/// written fits some moves, as an ambiguous one does, it is one of them.
fn to_san<R: Rules>(position: &R, near: &[(Likeness, R::Move)]) -> Vec<String> {
    let most = near.first().map_or(0, |(first, _)| first.letters);
    let shown = near.iter().filter(|(found, _)| found.letters <= most);
    shown.take(MOST_READINGS).map(|(_, resolved)| position.to_san(*resolved)).collect()
}

/// Lists up to `most` moves that follow in the line, without those of variations.
fn moves_of_line<N: Notation>(rest: &[Element<N>], most: usize) -> Vec<&N> {
    let (mut rest, mut moves) = (rest.iter(), Vec::new());
    while let Some(element) = rest.next()
        && moves.len() < most
    {
        match &element.node {
            Node::Move(written) => moves.push(written),
            Node::VariationStart(_) => skip_variation(&mut rest),
            Node::VariationEnd => break,
            _ => {}
        }
    }
    moves
}

/// Lists the last moves of a line, without those of variations, the last one first.
fn earlier_in_line<N: Notation>(before: &[Element<N>]) -> impl Iterator<Item = &N> {
    let mut depth = 0_usize;
    let moves = before.iter().rev().map_while(move |element| {
        match &element.node {
            Node::Move(written) if depth == 0 => return Some(Some(written)),
            Node::VariationEnd => depth += 1,
            Node::VariationStart(_) => depth = depth.checked_sub(1)?,
            _ => {}
        }
        Some(None)
    });
    moves.flatten().take(MOST_EARLIER)
}

/// Counts how many moves of a line can be played after a move.
fn plies_played<R: Rules>(
    position: &R,
    resolved: R::Move,
    line: &[&R::Notation],
    budget: &mut Budget,
) -> usize {
    let mut position = position.clone();
    position.play(resolved);
    let mut played = 0;
    while let Some(written) = line.get(played)
        && budget.plies > 0
    {
        work::count(1);
        budget.plies -= 1;
        let Ok(resolved) = position.resolve(written) else { break };
        position.play(resolved);
        played += 1;
    }
    played
}

/// Returns how much two marks differ: 0 if they are equal, 1 for check and mate, 2 if only one of
/// them is there.
fn mark_difference(written: &str, right: &str) -> u32 {
    if written == right {
        0
    } else if written.is_empty() || right.is_empty() {
        2
    } else {
        1
    }
}

/// Returns how many letters have to be changed, inserted or deleted to turn one word into the other, and how far
/// apart the changed letters are in all.
fn difference(written: &str, meant: &str) -> (u32, u32) {
    /// The cost of a letter, which is above any distance of two letters.
    const LETTER: u32 = 1 << 10;
    let (written, meant) = (written.as_bytes(), meant.as_bytes());
    let mut costs: Vec<u32> = (0..).map(|letters| letters * LETTER).take(meant.len() + 1).collect();
    for letter in written {
        let mut diagonal = costs[0];
        costs[0] += LETTER;
        for (at, other) in meant.iter().enumerate() {
            let changed = match (letter, other) {
                _ if letter == other => 0,
                // the letters of pieces have no order
                (b'A'..=b'Z', _) | (_, b'A'..=b'Z') => LETTER,
                _ => LETTER + u32::from(letter.abs_diff(*other)),
            };
            let cost = (diagonal + changed).min(costs[at] + LETTER).min(costs[at + 1] + LETTER);
            diagonal = std::mem::replace(&mut costs[at + 1], cost);
        }
    }
    let cost = costs[meant.len()];
    (cost / LETTER, cost % LETTER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_differ_in_number_and_distance() {
        assert_eq!(difference("Nf3", "Nf3"), (0, 0));
        assert_eq!(difference("Nf3", "Nf5"), (1, 2));
        assert_eq!(difference("Nd2", "Nbd2"), (1, 0));
        assert_eq!(difference("exd5", "d5"), (2, 0));
        assert_eq!(difference("OO", "OOO"), (1, 0));
    }
}
