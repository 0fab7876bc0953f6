//! The main line of a game, position by position, with what is noted about each.

use std::borrow::Cow;
use std::time::Duration;

use super::{Context, WriteResult};
use crate::message::PlyNumber;
use crate::rules::Rules;
use crate::syntax::{Clocks, CommandValues, Nag, Notes};

/// A position of the main line, with the move that led to it and the comments on it.
#[derive(Debug)]
pub(super) struct Shown<'a, R: Rules> {
    /// The number of plies before it.
    pub(super) plies: usize,
    /// The move that led to it; `None` for the starting position.
    pub(super) played: Option<Played<R>>,
    pub(super) position: &'a R,
    /// The comments on it, without those in variations.
    #[cfg_attr(not(feature = "tables"), expect(dead_code))]
    pub(super) comments: &'a [Cow<'a, str>],
    /// The annotations of the move.
    pub(super) nags: &'a [Nag],
    /// The values of the commands in them.
    pub(super) values: CommandValues,
    pub(super) clocks: &'a Clocks,
    /// The time that the move took, if it is known.
    #[cfg_attr(not(any(feature = "tables", feature = "pictures")), expect(dead_code))]
    pub(super) spent: Option<Duration>,
}

/// A move, and the position before it.
#[derive(Clone, Debug)]
pub(super) struct Played<R: Rules> {
    pub(super) at: PlyNumber,
    pub(super) resolved: R::Move,
    pub(super) before: R,
}

/// Calls `show` for each position of the main line, which takes all its moves ([`Needs::moves`]), until the reader
/// leaves. The second argument is `true` for the last one. Without the movetext there are no comments.
///
/// [`Needs::moves`]: super::Needs::moves
pub(super) fn for_each_position<R: Rules>(
    context: &Context<'_, R>,
    mut show: impl FnMut(&Shown<'_, R>, bool) -> WriteResult,
) -> WriteResult {
    let game = context.game;
    let mut position = R::set_up(game)?.position;
    let mut clocks = Clocks::of(&game.tag_value("TimeControl").unwrap_or_default());
    let mut notes = Notes::of(game);
    let mut played = None::<Played<R>>;
    // one more than there are moves, because the starting position is shown, too
    for plies in 0..=context.played.len() {
        notes.advance();
        let mover = played.as_ref().map(|played| played.at.side);
        let values = CommandValues::of(mover, notes.comments.iter().map(AsRef::as_ref));
        let spent = mover.and_then(|side| clocks.spent(side, values.clock, values.elapsed));
        let (comments, nags, clocks, next) =
            (&notes.comments, &notes.nags, &clocks, context.played.get(plies));
        let shown = Shown { plies, played, position: &position, comments, nags, values, clocks, spent };
        show(&shown, next.is_none())?;
        played = next.map(|&resolved| {
            let before = position.clone();
            position.play(resolved);
            Played { at: before.ply_number(), resolved, before }
        });
    }
    Ok(())
}
