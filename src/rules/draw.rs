//! The rules by which a game is drawn other than by stalemate: insufficient material, repetition, and too many moves
//! without a capture or a move of a pawn (FIDE, Laws of Chess, 5.2.2, 9.2, 9.3 and 9.6; `docs/cescacs.md`, "End").

use super::{AnyPosition, Rules, Status};
use crate::message::worded::worded;
use crate::message::{Language, fill_whole};
use crate::syntax::Outcome;

worded! {
    /// A rule by which a game is drawn, or a player may claim a draw.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Draw(language) {
        /// Neither side has the pieces to mate.
        InsufficientMaterial = language.insufficient_material;
        /// The position occurs for the fifth time.
        FivefoldRepetition = language.fivefold_repetition;
        /// 75 moves of each side without a capture or a move of a pawn.
        SeventyFiveMoves = language.seventy_five_moves;
        /// The position occurs for the third time: a claim.
        ThreefoldRepetition = language.threefold_repetition;
        /// 50 moves of each side without a capture or a move of a pawn: a claim.
        FiftyMoves = language.fifty_moves;
    }
    /// Names the rule.
    pub(crate) fn rule;
}

/// How many plies in a row without a capture or a move of a pawn end a game.
const MOST_HALFMOVES: u32 = 150;

impl Draw {
    /// Finds the rule by which a position that is neither mate nor stalemate ends the game without
    /// regard to the positions before it.
    pub(super) fn by_itself<P: AnyPosition + ?Sized>(position: &P) -> Option<Draw> {
        match position.halfmove_clock() {
            _ if position.has_insufficient_material() => Some(Draw::InsufficientMaterial),
            MOST_HALFMOVES.. => Some(Draw::SeventyFiveMoves),
            _ => None,
        }
    }

    /// Finds the rule for a position. `earlier` tells of each position before it, the latest first, whether it is the
    /// same. A draw that ends the game takes precedence over a claim, and mate and stalemate over both.
    #[must_use]
    pub fn of<P: AnyPosition + ?Sized>(position: &P, earlier: impl Iterator<Item = bool>) -> Option<Draw> {
        let clock = position.halfmove_clock();
        let found = Draw::by_itself(position).or_else(|| {
            // positions before the last capture or move of a pawn cannot occur again
            match 1 + earlier.take(clock as usize).filter(|is_same| *is_same).count() {
                5.. => Some(Draw::FivefoldRepetition),
                3.. => Some(Draw::ThreefoldRepetition),
                // the clock counts the moves of both sides
                _ => (clock >= 100).then_some(Draw::FiftyMoves),
            }
        })?;
        (!matches!(position.status(), Status::Checkmate | Status::Stalemate)).then_some(found)
    }

    /// Returns whether the rule ends the game without a claim.
    #[must_use]
    pub const fn ends_game(self) -> bool {
        !matches!(self, Draw::ThreefoldRepetition | Draw::FiftyMoves)
    }

    /// Returns a sentence that says that the game is drawn or that a draw may be claimed, and by which rule.
    #[must_use]
    pub fn describe(self, language: &Language) -> String {
        let text = if self.ends_game() { language.drawn_by } else { language.draw_may_be_claimed };
        fill_whole(text, &[("rule", &self.rule(language))])
    }
}

/// Watches the positions of a line, one after another, for draws.
#[derive(Clone, Debug)]
pub struct Draws<R> {
    /// The positions since the last capture or move of a pawn, as many as can matter. Keys take long to compute, and are
    /// needed only where the same cells are occupied.
    earlier: Vec<R>,
    /// The rule by which the last position is drawn, if any.
    pub last: Option<Draw>,
    is_idle: bool,
}

impl<R: Rules> Draws<R> {
    /// Creates a watcher that does nothing unless it is wanted.
    #[must_use]
    pub fn watching(is_wanted: bool) -> Draws<R> {
        Draws { earlier: Vec::new(), last: None, is_idle: !is_wanted }
    }

    /// Notes the next position, and finds the rule by which it is drawn, if any.
    pub fn note(&mut self, position: &R) {
        if self.is_idle {
            return;
        }
        // the game is drawn before a position occurs again after so many moves
        if matches!(position.halfmove_clock(), 0 | MOST_HALFMOVES..) {
            self.earlier.clear();
        }
        let occupied = position.occupied();
        let is_same = |earlier: &R| earlier.occupied() == occupied && earlier.key() == position.key();
        self.last = Draw::of(position, self.earlier.iter().rev().map(is_same));
        self.earlier.push(position.clone());
    }

    /// Returns the result that the last position gives, if the game is over there.
    pub(crate) fn outcome(&self, last: &R) -> Option<Outcome> {
        let is_drawn = last.draws_end_games() && self.last.is_some_and(Draw::ends_game);
        last.outcome().or(is_drawn.then_some(Outcome::Draw))
    }
}
