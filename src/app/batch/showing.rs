//! Shows games in a format: after the changes, what of them can be shown.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::output::{ChunkOutput, EventKind, MergedTree};
use super::tag_names::TagNames;
use crate::app::cli::Args;
use crate::app::file_problems::GameFault;
use crate::change::{Changes, MainLine};
use crate::check::{CheckOptions, Proof};
use crate::format::{Context, Format, FormatError, Item, Leave, Needs, Pages, PlainPages, PositionChoice};
use crate::message::{Diagnostic, Severity};
use crate::rules::{Rules, Unwritable, with_rules};
use crate::syntax::{Game, Portion};

/// What is shown of games.
#[derive(Clone, Debug)]
pub(super) struct Showing {
    /// The position that each game shown must have, named by a move or by a number of plies.
    position: Option<PositionChoice>,
    /// Whether each part shown must have a position that answers the question.
    pub(super) asks_of_part: bool,
    /// Whether the games are merged, and shown as trees later.
    pub(super) merges: bool,
    /// What is changed of the games.
    pub(super) changes: Arc<Changes>,
    /// How the games are read again, if they are written in place of themselves.
    again: Option<CheckOptions>,
    /// The tags that stand in the names of files.
    tags_in_names: Vec<String>,
    /// The names of tags that may not be there.
    pub(super) tag_names: TagNames,
}

impl Showing {
    /// Prepares what the arguments ask for, in a format with some needs.
    pub(super) fn of_args(args: &Args, needs: Needs) -> Showing {
        let tags_in_names = args.output_file().map_or_else(Vec::new, |name| name.tags().to_vec());
        let mut changes = args.changes();
        // to find the opening takes time, and without tags nobody would see it
        changes.adds_openings &= needs.tags || !tags_in_names.is_empty();
        let at = args.drawing.at;
        Showing {
            position: at.filter(|at| at.names_one()),
            merges: args.changing.merge,
            asks_of_part: at.is_some_and(PositionChoice::asks) && changes.part.is_some(),
            changes: changes.into(),
            // moves are written with the usual letters
            again: args.rewrites().then(|| CheckOptions { letters: None, ..args.check_options() }),
            tags_in_names,
            tag_names: TagNames::default(),
        }
    }

    /// Shows a game whose resolved moves are all in the context, or the part of it before the page break at
    /// which the reader leaves.
    pub(super) fn show<R: Rules, F: Format>(
        &self,
        context: &Context<'_, R>,
        format: &mut F,
        output: &mut ChunkOutput<'_>,
    ) -> io::Result<ControlFlow<()>> {
        let Context { game, played, matches, illegal, .. } = *context;
        self.tag_names.see(game);
        let line = MainLine { played, matches, illegal, left: None };
        let mut untold = Vec::new();
        let mut lacks_match = None;
        let shown = self.changes.apply::<R, _, _>(
            game,
            line,
            |game, MainLine { played, matches, left, .. }| {
                let context = Context { game, played, matches, left, ..*context };
                let lacks = self.asks_of_part && matches.is_empty();
                lacks_match = Some(lacks_match.unwrap_or(true) && lacks);
                if lacks {
                    return Ok(ControlFlow::Continue(()));
                }
                self.show_changed(&context, format, output)
            },
            |unchanged| untold.push(GameFault::Unchanged(unchanged)),
        )?;
        if lacks_match == Some(true) {
            untold.push(GameFault::NoMatchLeft);
        }
        untold.into_iter().for_each(|fault| output.tell(fault));
        Ok(shown)
    }

    /// Returns why nothing of a changed game can be shown, if this is so.
    fn reason_to_leave_out<R: Rules>(&self, game: &Game<'_, R::Notation>, plies: usize) -> Option<GameFault> {
        if self.changes.part.is_none() && self.position.is_none() {
            return None;
        }
        let first = match R::set_up(game) {
            Ok(start) => start.position.ply_number(),
            // after illegal moves, the position before a part may be impossible
            Err(error) => {
                return self.changes.part.map(|_| GameFault::Unwritable(Unwritable::Setup(error)));
            }
        };
        let is_beyond = self.position.is_some_and(|position| position.is_beyond(first, plies));
        let last = || (1..plies).fold(first, |at, _| at.next());
        is_beyond.then(|| GameFault::NoSuchPosition((plies > 0).then(last)))
    }

    /// Shows a game after the changes.
    fn show_changed<R: Rules, F: Format>(
        &self,
        context: &Context<'_, R>,
        format: &mut F,
        output: &mut ChunkOutput<'_>,
    ) -> io::Result<ControlFlow<()>> {
        let game = context.game;
        if self.merges {
            if let Some(game) = MergedTree::of(context) {
                output.merge(game);
                return Ok(ControlFlow::Continue(()));
            }
            output.tell(GameFault::NotMerged);
        }
        if let Some(fault) = self.reason_to_leave_out::<R>(game, context.played.len()) {
            output.tell(fault);
            return Ok(ControlFlow::Continue(()));
        }
        if !self.tags_in_names.is_empty() {
            let value = |name: &String| game.tag_value(name).unwrap_or_default().into_owned();
            output.tags = self.tags_in_names.iter().map(value).collect();
        }
        if !format.divides_games() {
            output.begin_item(Item::default)?;
        }
        let before = output.written();
        let is_warning = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Warning;
        match format.write(context, output) {
            Ok(()) if !self.keeps_game(context, format, output.written_since(before)) => {
                output.tell(GameFault::NotKept);
            }
            Ok(()) | Err(FormatError::Left(Leave::Game)) => {
                if format.lacks_a_name() {
                    output.tell(GameFault::NameNotDrawn);
                }
                output.push(EventKind::Shown);
            }
            Err(FormatError::Left(Leave::Everything)) => {
                output.push(EventKind::Shown);
                return Ok(ControlFlow::Break(()));
            }
            Err(FormatError::Output(error)) => return Err(error),
            Err(FormatError::Unwritable(error)) => output.tell(GameFault::Unwritable(error)),
            Err(FormatError::Replay(error)) if context.diagnostics.iter().all(is_warning) => {
                output.tell(GameFault::Unwritable(Unwritable::Replay(error)));
            }
            // the check has reported this, and there is nothing to show
            Err(FormatError::Setup(_) | FormatError::Replay(_)) => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Returns whether a game that is written in place of itself says the same in its new text, which is read again, and
    /// is written once more the same. Only a game with messages is doubtful.
    fn keeps_game<R: Rules, F: Format>(
        &self,
        context: &Context<'_, R>,
        format: &mut F,
        written: Option<&[u8]>,
    ) -> bool {
        let (Some(options), Some(source), Some(written)) = (self.again, context.source, written) else {
            return true;
        };
        if context.diagnostics.is_empty() {
            return true;
        }
        let source = source.changed_part(0, written.to_vec());
        let mut checker = options.checker(&source);
        let illegal = context.illegal;
        let mut again = PlainPages::new(Vec::new());
        let is_same = checker.read(Portion::Whole).is_some()
            && with_rules!(checker.game(), N, game => {
                let context_again = Context::<N> { illegal, ..Context::of(game, &[]) };
                Proof::of::<N>(game, illegal) == Proof::of::<R>(context.game, illegal)
                    && format.write(&context_again, &mut again).is_ok()
            });
        is_same && again.into_inner() == written && checker.read(Portion::Nothing).is_none()
    }
}
