//! What is kept of games that have been checked, so that they need not be read again to
//! be shown.
//!
//! A format that goes position by position needs the header of a game, its result, and
//! what its moves mean. The last is little, and to find it out is most of the work.

use std::any::Any;
use std::collections::HashMap;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::games::{Outlet, Reached, Treatment, show};
use super::record::Record;
use crate::ast::{Game, Node, Outcome};
use crate::dispatch::{Task, by_its_rules};
use crate::parser::AnyGames;
use crate::render::{Show, Shown};
use crate::replay::{Illegal, Rules};
use crate::source::{Piece, Source, Span};

/// How many bytes are kept of a file. The games that they do not suffice for are read again.
const MOST: usize = 40 << 20;

/// How many moves there is room made for at a time.
const STEP: usize = 1024;

/// The games of a piece, all of them played by the same rules.
pub(super) struct Kept {
    /// Whether the format they are kept for needs their tags.
    needs_tags: bool,
    games: Vec<KeptGame>,
    /// What the moves of their main lines mean, one game behind the other: moves of the
    /// rules, in a vector.
    moves: Option<Box<dyn Any + Send>>,
    /// How many bytes the moves take.
    size: usize,
}

struct KeptGame {
    /// What stands before its first move: tags, and in CTL-PGN the number that it begins with.
    /// Nothing of it if nobody needs it.
    header: Range<usize>,
    result: Option<(Outcome, Span)>,
    /// Which of the moves are its own.
    moves: Range<usize>,
}

impl Kept {
    pub(super) fn of_format<F: Show>(_format: &F) -> Kept {
        Kept { needs_tags: F::NEEDS_TAGS, games: Vec::new(), moves: None, size: 0 }
    }

    /// Adds a game, unless it has other rules than the games before.
    pub(super) fn add<R: Rules>(&mut self, game: &Game<'_, R::Written>, played: &[R::Move]) -> Option<()> {
        let moves = self.moves.get_or_insert_with(|| Box::new(Vec::<R::Move>::new()));
        let moves = moves.downcast_mut::<Vec<R::Move>>()?;
        if moves.capacity() - moves.len() < played.len() {
            moves.reserve_exact(played.len().max(STEP));
        }
        let start = moves.len();
        moves.extend_from_slice(played);
        let moves_of_game = start..moves.len();
        let header = if self.needs_tags || !R::starts_as_without_tags(game) {
            let first_move = game.movetext.iter().find(|element| matches!(element.node, Node::Move(_)));
            game.start()..first_move.map_or(game.end(), |element| element.span.start)
        } else {
            game.start()..game.start()
        };
        self.games.push(KeptGame { header, result: game.result, moves: moves_of_game });
        self.size = moves.capacity() * size_of::<R::Move>();
        Some(())
    }

    /// Returns how many bytes all that takes.
    fn size(&self) -> usize {
        self.size + self.games.capacity() * size_of::<KeptGame>()
    }

    fn moves<R: Rules>(&self, game: &KeptGame) -> Option<&[R::Move]> {
        self.moves.as_ref()?.downcast_ref::<Vec<R::Move>>()?.get(game.moves.clone())
    }

    /// Shows the games, which were found in a piece.
    ///
    /// # Errors
    ///
    /// That of the record, when it has no room.
    pub(super) fn show(
        &self,
        treatment: &Treatment,
        piece: &Piece,
        format: &mut impl Show,
        record: &mut Record,
    ) -> io::Result<()> {
        let source = &*piece.source;
        let mut headers = AnyGames::new(source, treatment.variant, treatment.syntax.recovery());
        let mut header = headers.blank();
        for game in &self.games {
            headers.read_header(game.header.clone(), &mut header);
            header.set_result(game.result);
            by_its_rules(&header, ShowKept { kept: self, game, source, format, record })?;
        }
        Ok(())
    }
}

/// Shows one game, of which the header has been read.
struct ShowKept<'a, F> {
    kept: &'a Kept,
    game: &'a KeptGame,
    source: &'a Source,
    format: &'a mut F,
    record: &'a mut Record,
}

impl<F: Show> Task for ShowKept<'_, F> {
    type Output = io::Result<()>;

    fn run<R: Rules>(self, header: &Game<'_, R::Written>) -> Self::Output {
        self.record.pass();
        let played = self.kept.moves::<R>(self.game).unwrap_or_default();
        let shown = Shown { findings: &[], illegal: Illegal::Refused, played };
        // nobody turns the pages of a record, or leaves
        show::<R>(self.source, header, &shown, self.format, self.record).map(drop)
    }
}

/// The games of a file, by the offsets where their pieces begin.
pub(super) struct Keeper {
    pieces: Mutex<HashMap<usize, (Kept, Reached)>>,
    /// How many bytes may still be kept.
    room: AtomicUsize,
}

impl Default for Keeper {
    fn default() -> Keeper {
        Keeper { pieces: Mutex::default(), room: AtomicUsize::new(MOST) }
    }
}

impl Keeper {
    /// Tells whether more may be kept.
    pub(super) fn has_room(&self) -> bool {
        self.room.load(Ordering::Relaxed) > 0
    }

    /// Keeps the games of a piece, and how far they go, unless there is no room for them.
    pub(super) fn put(&self, piece: &Piece, kept: Kept, reached: Reached) {
        let left = |room: usize| room.checked_sub(kept.size());
        if self.room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, left).is_ok() {
            self.pieces().insert(piece.file_start(), (kept, reached));
        } else {
            self.room.store(0, Ordering::Relaxed);
        }
    }

    /// Gives the games of a piece back, if they were kept.
    pub(super) fn fetch(&self, piece: &Piece) -> Option<(Kept, Reached)> {
        self.pieces().remove(&piece.file_start())
    }

    fn pieces(&self) -> MutexGuard<'_, HashMap<usize, (Kept, Reached)>> {
        self.pieces.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
