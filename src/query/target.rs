//! The position that a game must reach, by any order of moves.

use super::board::Board;
use crate::message::problem::problems;
use crate::message::{Code, Describe, PlyNumber};
use crate::rules::cescacs::Cescacs;
use crate::rules::square::Chess;
use crate::rules::{AnyPosition, CellSet, Irreversible, MoveError, Replay, Rules, SetupFault};
use crate::syntax::{Games, SyntaxFault};
use crate::text::Source;

/// A position to compare with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// The cells with a piece, which are compared first.
    occupied: CellSet,
    key: u64,
    irreversible: Option<Irreversible>,
}

problems! {
    /// The reason why a text does not lead to a position.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum NoTarget(language) {
        /// The text is not exactly one game.
        NotOneGame = Code::QueryPosition, language.query.not_one_game;
        /// The text of the game has an error.
        Syntax(fault: SyntaxFault) = Code::QueryPosition, fault.message(language);
        /// The position cannot be set up.
        Setup(fault: SetupFault) = Code::QueryPosition, fault.message(language);
        /// A move is illegal.
        Move(at: PlyNumber, error: MoveError)
            = Code::QueryPosition, format!("{at} {}", error.message(language));
    }
    describe;
}

impl Target {
    pub(super) fn of(position: &dyn AnyPosition) -> Target {
        let irreversible = position.irreversible();
        Target { occupied: position.occupied(), key: position.key(), irreversible }
    }

    /// Returns whether a position is this one, except for the counters of moves.
    pub(super) fn is<R: Rules>(&self, position: &R) -> bool {
        position.occupied() == self.occupied && position.key() == self.key
    }

    /// Returns whether captures and first moves of pawns show that no legal moves lead from a
    /// position to this one.
    pub(super) fn is_past<R: Rules>(&self, position: &R) -> bool {
        let now = position.irreversible().zip(self.irreversible);
        now.is_some_and(|(now, target)| !now.may_become(&target))
    }

    /// Returns whether [`Target::is_past`] can ever hold.
    pub(super) fn may_be_past(&self) -> bool {
        self.irreversible.is_some()
    }

    /// Sets up the position of a FEN or a TLPD, in which only the counters of moves may be missing.
    ///
    /// # Errors
    ///
    /// Returns the reason if the position cannot be set up.
    pub(super) fn from_fen(fen: &str, board: Board) -> Result<Target, NoTarget> {
        // EPD leaves them out, and they do not count here
        let counters = if fen.split_whitespace().count() > 4 { "" } else { " 0 1" };
        // the text becomes the value of a tag, which it must not close
        let fen = fen.replace(|c: char| matches!(c, '"' | '\\') || c.is_control(), " ");
        let text = |tag: &str| format!("[{tag} \"{fen}{counters}\"]\n\n*");
        match board {
            Board::Square => after::<Chess>(&text("FEN")),
            Board::Hex => after::<Cescacs>(&text("TLPD")),
        }
    }

    /// Plays moves from the initial position of chess or, if they are not moves of chess, of C'escacs.
    ///
    /// # Errors
    ///
    /// If they are moves of neither, returns the reason why they are not moves of chess.
    pub(super) fn after_moves(moves: &str) -> Result<(Board, Target), NoTarget> {
        let chess = after::<Chess>(moves).map(|target| (Board::Square, target));
        chess.or_else(|reason| match after::<Cescacs>(moves) {
            Ok(target) => Ok((Board::Hex, target)),
            Err(_) => Err(reason),
        })
    }
}

/// Returns the position after the main line of a text, which must be one game.
fn after<R: Rules>(text: &str) -> Result<Target, NoTarget> {
    let source = Source::new("", text.as_bytes().to_vec());
    let mut games = Games::<R::Notation>::new(&source);
    let game = games.next().ok_or(NoTarget::NotOneGame)?;
    let game = game.map_err(|error| NoTarget::Syntax(error.fault))?;
    let start = R::set_up(&game).map_err(|error| NoTarget::Setup(error.fault))?;
    let mut replay = Replay::main_line(&game, start.position);
    let fails = |error: Box<crate::rules::ReplayError>| NoTarget::Move(error.at, error.error);
    while replay.advance().map_err(fails)?.is_some() {}
    if games.next().is_some() { Err(NoTarget::NotOneGame) } else { Ok(Target::of(replay.position())) }
}
