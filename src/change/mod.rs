//! Changes of games before they are written: a part of the moves, a game for each line, the tags of openings, what is
//! left out, and tags that are set or renamed.
//!
//! Each change makes a game of the one before, by a filter on its flat movetext or on its tags: [`Part`], then the lines
//! (`lines.rs`), then the opening of the whole line, then [`Dropped`], then [`TagChanges`]. The game that was read stays
//! as it is.

mod dropped;
mod lines;
mod part;
mod tags;

use std::ops::ControlFlow;

use crate::rules::{Illegal, Opening, Rules};
use crate::syntax::{Game, TagPair};
use crate::text::Text;

pub use dropped::{Dropped, NotADrop};
pub use part::{NotAPart, Part};
pub use tags::{NotATagChange, Renaming, Setting, TagChanges};

/// What is changed of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The part of the main line that is left.
    pub part: Option<Part>,
    /// Whether each variation becomes a game.
    pub divides_lines: bool,
    /// Whether games get the tags of their openings.
    pub adds_openings: bool,
    /// What is left out.
    pub dropped: Dropped,
    /// The tags that are set or renamed.
    pub tags: TagChanges,
}

/// The moves of a game's main line, and which positions match a question.
#[derive(Clone, Copy, Debug)]
pub struct MainLine<'a, M> {
    /// The moves.
    pub played: &'a [M],
    /// The numbers of plies before the positions, in ascending order.
    pub matches: &'a [usize],
    /// What to do with illegal moves, of variations too.
    pub illegal: Illegal,
    /// What a change has left of the movetext of a game that cannot be played, which is written as it is.
    pub left: Option<Text<'a>>,
}

/// What a change could not do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unchanged {
    /// The game has nothing of the part, so it is left out.
    OutsidePart,
    /// The game has the new name already, so it keeps both tags.
    NameTaken(Renaming),
    /// The notation of the game has no such result, so it keeps its own.
    NoSuchResult(String),
}

impl Changes {
    /// Calls `show` for each game that the changes make of one, and `tell` for what they could not do.
    ///
    /// # Errors
    ///
    /// Returns the first error of `show`.
    pub fn apply<R: Rules, B, E>(
        &self,
        game: &Game<'_, R::Notation>,
        line: MainLine<'_, R::Move>,
        mut show: impl FnMut(&Game<'_, R::Notation>, MainLine<'_, R::Move>) -> Result<ControlFlow<B>, E>,
        mut tell: impl FnMut(Unchanged),
    ) -> Result<ControlFlow<B>, E> {
        let (read, all_played) = (game, line.played);
        let taken = self.part.map(|part| part.of::<R>(game, line.played));
        if let Some(None) = taken {
            tell(Unchanged::OutsidePart);
            return Ok(ControlFlow::Continue(()));
        }
        let taken = taken.flatten();
        let shifted: Vec<usize>;
        let part;
        let (game, line) = match &taken {
            None => (game, line),
            Some(taken) => {
                shifted = taken.positions(line.matches);
                part = taken.game(game);
                (&part, MainLine { played: &line.played[taken.range.clone()], matches: &shifted, ..line })
            }
        };
        let mut finish = |game: &Game<'_, R::Notation>,
                          line: MainLine<'_, R::Move>,
                          [before, played]: [&[R::Move]; 2]| {
            // by the moves from the start of the game on, because a part may begin after its opening
            let opening = || Opening::of_line(R::set_up(read).ok()?.position, before.iter().chain(played));
            let named = self.adds_openings.then(|| tags::with_opening(game, opening)).flatten();
            let game = named.as_ref().unwrap_or(game);
            let (text, written);
            let (mut left, mut changed) = (None, None);
            if self.dropped.drops_moves() && R::set_up(game).is_ok() {
                let (movetext, place);
                (movetext, text, place) = self.dropped.movetext(game);
                let result = game.result.map(|(outcome, _)| (outcome, place));
                let movetext_end = game.movetext_end.saturating_sub(game.begins_at);
                changed =
                    Some(Game { text: Text(&text), result, movetext_end, ..game.with_movetext(movetext) });
            } else if self.dropped.drops_moves() {
                // without a starting position there are no moves, so what is left out is cut from the text
                written = self.dropped.written_movetext(game);
                left = Some(Text(&written));
            }
            let game = changed.as_ref().unwrap_or(game);
            let tagged = self.tags.game(game, &self.dropped, &mut tell);
            show(tagged.as_ref().unwrap_or(game), MainLine { left, ..line })
        };
        if !self.divides_lines {
            return finish(game, line, [all_played, &[]]);
        }
        let main_line = game.with_movetext(game.main_line().copied().collect());
        if let ControlFlow::Break(end) = finish(&main_line, line, [all_played, &[]])? {
            return Ok(ControlFlow::Break(end));
        }
        // what the game says of its opening is about its main line
        let is_of_opening = |tag: &TagPair<'_>| ["ECO", "Opening"].into_iter().any(|name| tag.has_name(name));
        let unnamed = self.adds_openings.then(|| {
            let mut unnamed = game.clone();
            unnamed.tags.retain(|tag| !is_of_opening(tag));
            unnamed
        });
        let before = taken.as_ref().map_or(0, |taken| taken.range.start);
        lines::each_variation::<R, B, E>(unnamed.as_ref().unwrap_or(game), line, |game, line| {
            finish(game, line, [&all_played[..before], line.played])
        })
    }
}
