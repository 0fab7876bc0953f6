//! Replays games: turns their moves as written into positions.

use std::slice;

use shakmaty::Color;

use super::guess::{Budget, Failed, MOST_EARLIER};
use super::variations::Lines;
use super::{MoveError, MoveFault, ReplayError, Rules};
use crate::message::PlyNumber;
use crate::notation::ctl::PlaySign;
use crate::syntax::{Element, Game, MoveNumber, Node, Notation, NumberMark, skip_variation};
use crate::text::{Span, work};

/// A replay of a game, move by move, with the position after each move.
///
/// # Examples
///
/// ```
/// use escaque::notation::pgn::San;
/// use escaque::syntax::Games;
/// use escaque::rules::{AnyPosition, Replay};
/// use escaque::text::Source;
/// use escaque::rules::square::Chess;
///
/// let source = Source::new("example", b"1. f3 e5 2. g4 (2. e4 Bc5) 2... Qh4#".to_vec());
/// let game = Games::<San>::new(&source).next().unwrap()?;
///
/// let mut replay = Replay::main_line(&game, Chess::default());
/// while let Some(ply) = replay.advance()? {
///     println!("{} {}", ply.at, source.text(ply.span));
/// }
/// assert_eq!(
///     replay.position().fen(),
///     "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Replay<'g, R: Rules> {
    movetext: &'g [Element<R::Notation>],
    rest: slice::Iter<'g, Element<R::Notation>>,
    position: R,
    /// The open lines, to return to from variations; `None` if variations are skipped.
    lines: Option<Lines<R>>,
    illegal: Illegal,
    /// The next moves of the main line, as far as an earlier replay has resolved them.
    known: &'g [R::Move],
    /// How much may still be tried to guess the moves that cannot be resolved; `None` if the replay
    /// does not guess.
    guesses: Option<Budget>,
    is_explained: bool,
}

/// What to do with illegal moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Illegal {
    /// The replay ends with an error.
    #[default]
    Refused,
    /// The move is played if [`Rules::resolve_forced`] finds one, unless its number says that the other side
    /// makes it.
    Played,
}

/// A step of a replay.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Step<'g, R: Rules> {
    /// A move, which has been played.
    Ply(Ply<'g, R>),
    /// Any other element: a move number, a comment, an annotation, a bracket.
    Other(&'g Element<R::Notation>),
}

/// A move that has been played.
#[derive(Clone, Debug)]
pub struct Ply<'g, R: Rules> {
    /// The number of the ply, as counted on the board.
    pub at: PlyNumber,
    /// The move as written.
    pub written: &'g R::Notation,
    /// The span of the move in the text.
    pub span: Span,
    /// The move as played.
    pub resolved: R::Move,
    /// The reason why the move is illegal; `None` for a legal move.
    pub illegal: Option<Box<MoveError>>,
}

impl<'g, R: Rules> Replay<'g, R> {
    /// Creates a replay of the main line from a starting position.
    #[must_use]
    pub fn main_line(game: &'g Game<'_, R::Notation>, start: R) -> Replay<'g, R> {
        Replay::main_line_of(&game.movetext, start)
    }

    fn main_line_of(movetext: &'g [Element<R::Notation>], start: R) -> Replay<'g, R> {
        let rest = movetext.iter();
        let (lines, illegal, known, guesses) = (None, Illegal::Refused, &[], None);
        Replay { movetext, rest, position: start, lines, illegal, known, guesses, is_explained: false }
    }

    /// Sets the moves of the main line that an earlier replay has resolved, from the first
    /// on. They are played without being resolved again; there may be fewer than the game
    /// has.
    #[must_use]
    pub fn with_resolved(self, known: &'g [R::Move]) -> Replay<'g, R> {
        Replay { known, ..self }
    }

    /// Sets what to do with illegal moves.
    #[must_use]
    pub fn with_illegal(self, illegal: Illegal) -> Replay<'g, R> {
        Replay { illegal, ..self }
    }

    /// Makes the replay find the legal moves that may be meant by a move that cannot be resolved.
    /// Only a replay of [every line](Replay::every_line) does so.
    #[must_use]
    pub fn with_guesses(self) -> Replay<'g, R> {
        Replay { guesses: Some(Budget::of_game(self.movetext.len())), ..self }
    }

    /// Creates a replay of the main line and of every variation, in the order of the file.
    #[must_use]
    pub fn every_line(game: &'g Game<'_, R::Notation>, start: R) -> Replay<'g, R> {
        Replay::every_line_of(&game.movetext, start)
    }

    /// Creates a replay of all lines of a part of a movetext, at whose end variations may be open.
    pub(crate) fn every_line_of(movetext: &'g [Element<R::Notation>], start: R) -> Replay<'g, R> {
        let lines = Some(Lines::from(start.clone(), movetext.len()));
        Replay { lines, ..Replay::main_line_of(movetext, start) }
    }

    /// Returns the position after the last move.
    #[must_use]
    pub fn position(&self) -> &R {
        &self.position
    }

    /// Returns the nesting depth of the current line; 0 is the main line.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.lines.as_ref().map_or(0, Lines::depth)
    }

    /// Returns how many moves of the line around it the current variation replaces: two in C'escacs if it is written
    /// after a later move, and none if that line does not reach back so far.
    pub(crate) fn replaced(&self) -> usize {
        self.lines.as_ref().map_or(0, Lines::replaced)
    }

    /// Moves on to the next element, and plays it if it is a move. Returns `None` at the end of the
    /// game.
    ///
    /// # Errors
    ///
    /// Returns [`ReplayError`] as [`Replay::advance`] does.
    #[inline(always)]
    pub fn step(&mut self) -> Result<Option<Step<'g, R>>, Box<ReplayError>> {
        while let Some(element) = self.rest.next() {
            match &element.node {
                Node::Move(written) => return self.play(written, element.span).map(Step::Ply).map(Some),
                Node::VariationStart(_) => match &mut self.lines {
                    Some(lines) => {
                        let replaces = R::Notation::replaced_by(self.rest.as_slice());
                        self.position = lines.enter(replaces, self.position.ply_number().side);
                    }
                    None => {
                        skip_variation(&mut self.rest);
                        continue;
                    }
                },
                Node::VariationEnd => {
                    if let Some(position) = self.lines.as_mut().and_then(Lines::leave) {
                        self.position = position;
                    }
                }
                Node::Sign(_) if element.node == PlaySign::Omitted => self.skip_white(element.span)?,
                Node::MoveNumber(_) | Node::Nag(_) | Node::Comment(_) | Node::Sign(_) => {}
            }
            return Ok(Some(Step::Other(element)));
        }
        Ok(None)
    }

    /// Plays the next move, or returns `None` at the end of the game.
    ///
    /// # Errors
    ///
    /// Returns [`ReplayError`] if the move is illegal or ambiguous. In the main line, the position
    /// then is the one before the move, and the replay is over. In a variation, the replay has left
    /// it and continues after it.
    pub fn advance(&mut self) -> Result<Option<Ply<'g, R>>, Box<ReplayError>> {
        while let Some(step) = self.step()? {
            if let Step::Ply(ply) = step {
                return Ok(Some(ply));
            }
        }
        Ok(None)
    }

    /// Plays the rest of the game, up to an error, and returns its moves.
    #[must_use]
    pub fn resolve_all(mut self) -> Vec<R::Move> {
        let mut resolved = Vec::with_capacity(self.rest.len());
        while let Ok(Some(ply)) = self.advance() {
            resolved.push(ply.resolved);
        }
        resolved
    }

    #[inline(always)]
    fn play(&mut self, written: &'g R::Notation, span: Span) -> Result<Ply<'g, R>, Box<ReplayError>> {
        let at = self.position.ply_number();
        if let Some((resolved, rest)) = self.known.split_first()
            && self.depth() == 0
        {
            self.known = rest;
            self.play_resolved(*resolved);
            return Ok(Ply { at, written, span, resolved: *resolved, illegal: None });
        }
        let (resolved, illegal) = match self.position.resolve(written) {
            Ok(resolved) => (resolved, None),
            Err(error) => {
                // also of a move that is played all the same, since its error is reported too
                let error = self.guess(written, error);
                let forced = self.resolve_forced(written);
                let error = self.explain(written, error, forced.is_none());
                match forced {
                    Some(resolved) => (resolved, Some(Box::new(error))),
                    None => return Err(self.leave_line(error, span)),
                }
            }
        };
        self.play_resolved(resolved);
        Ok(Ply { at, written, span, resolved, illegal })
    }

    fn play_resolved(&mut self, resolved: R::Move) {
        work::count(1);
        match &mut self.lines {
            None => self.position.play(resolved),
            Some(lines) => lines.play(&mut self.position, resolved),
        }
    }

    fn resolve_forced(&self, written: &R::Notation) -> Option<R::Move> {
        match self.illegal {
            Illegal::Played if !self.is_numbered_for_the_other_side() => {
                self.position.resolve_forced(written)
            }
            Illegal::Refused | Illegal::Played => None,
        }
    }

    /// Returns whether the number before the last element says that the move is the other side's: a number of Black's
    /// at White's turn, or the number of White's next move at Black's turn.
    fn is_numbered_for_the_other_side(&self) -> bool {
        let before = &self.movetext[..self.movetext.len() - self.rest.len() - 1];
        let mut before = before.iter().rev().filter(|element| !matches!(element.node, Node::Comment(_)));
        let next = self.position.ply_number();
        match before.next().map(|element| &element.node) {
            Some(Node::MoveNumber(MoveNumber { mark: NumberMark::Black, .. })) => next.side == Color::White,
            Some(Node::MoveNumber(MoveNumber { mark: NumberMark::Plain, value })) => {
                next.side == Color::Black && *value > next.number
            }
            _ => false,
        }
    }

    /// Adds to an error the legal moves that may be meant. If the number of the move says that the other side makes
    /// it, that is the error instead.
    #[cold]
    fn guess(&mut self, written: &R::Notation, error: MoveError) -> MoveError {
        if self.is_numbered_for_the_other_side() {
            let turn = self.position.ply_number().side;
            return MoveError::new(MoveFault::OtherSidesNumber { turn });
        }
        let (Some(budget), Some(lines)) = (&mut self.guesses, &self.lines) else { return error };
        let (position, after) = (&self.position, self.rest.as_slice());
        let before = &self.movetext[..self.movetext.len() - after.len() - 1];
        let failed = Failed { position, written, before, after };
        match failed.readings(|| lines.last_positions(MOST_EARLIER), budget) {
            Some((readings, is_clear)) if !readings.is_empty() => MoveError { readings, is_clear, ..error },
            Some(_) => error,
            None if budget.take_untried() => error.guessed(position, written),
            None => error,
        }
    }

    /// Explains an error of the main line from the moves before it, if it is the first or the last
    /// one. Explaining all errors of a game would take quadratic time.
    #[cold]
    fn explain(&mut self, written: &R::Notation, error: MoveError, is_last: bool) -> MoveError {
        let is_asked = is_last || !self.is_explained;
        match self.lines.as_ref().filter(|lines| lines.depth() == 0 && is_asked) {
            Some(lines) => {
                self.is_explained = true;
                self.position.explain(written, error, lines.history())
            }
            None => error,
        }
    }

    /// Skips the rest of the current line after an error, because its moves belong to a position
    /// that is not reached. Playing on without the move would build a game that was never played
    /// (python-chess#365).
    fn leave_line(&mut self, error: MoveError, span: Span) -> Box<ReplayError> {
        let (at, depth) = (self.position.ply_number(), self.depth());
        let closing = self.skip_line();
        Box::new(ReplayError { error, span, at, depth, closing })
    }

    /// Skips the rest of the current line. Returns the closing bracket of a variation.
    pub(crate) fn skip_line(&mut self) -> Option<Span> {
        let Some(lines) = self.lines.as_mut().filter(|lines| lines.depth() > 0) else {
            self.rest = [].iter();
            return None;
        };
        skip_variation(&mut self.rest);
        if let Some(position) = lines.leave() {
            self.position = position;
        }
        self.movetext[..self.movetext.len() - self.rest.len()].last().map(|last| last.span)
    }

    /// Skips `…`, which stands for a move of White's that has been played already.
    fn skip_white(&mut self, span: Span) -> Result<(), Box<ReplayError>> {
        if self.position.ply_number().side == Color::Black {
            return Ok(());
        }
        let error = MoveError::new(MoveFault::WhiteLeftOut);
        Err(self.leave_line(error, span))
    }
}

/// Finds the position right after the move with which a piece reached its place in the last
/// position of a game. Returns `None` if the piece has been there from the start.
pub(super) fn arrival<R: Rules>(history: &[R], stands: impl Fn(&R) -> bool) -> Option<&R> {
    let before = history.iter().rposition(|position| !stands(position))?;
    history.get(before + 1)
}

#[cfg(test)]
mod tests {
    use shakmaty::Chess;

    use super::*;
    use crate::notation::pgn::San;
    use crate::rules::AnyPosition;
    use crate::syntax::Games;
    use crate::text::Source;

    fn fens(text: &str) -> Vec<String> {
        let source = Source::new("t", text.as_bytes().to_vec());
        let game = Games::<San>::new(&source).next().unwrap().unwrap();
        let mut replay = Replay::every_line(&game, Chess::default());
        let mut fens = Vec::new();
        while replay.advance().unwrap().is_some() {
            fens.push(replay.position().fen());
        }
        fens
    }

    #[test]
    fn a_variation_starts_before_the_move_it_replaces() {
        let found = fens("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 (2. f4) 2... Nc6");
        let sicilian = fens("1. e4 c5 2. Nf3 d6");
        let alapin = fens("1. e4 c5 2. c3 d5");
        let main = fens("1. e4 e5 2. Nf3 Nc6");
        let gambit = fens("1. e4 e5 2. f4");
        let expected = [
            &main[..2],
            &sicilian[1..3],
            &alapin[2..],
            &sicilian[3..],
            &main[2..3],
            &gambit[2..],
            &main[3..],
        ]
        .concat();
        assert_eq!(found, expected);
    }

    #[test]
    fn every_line_continues_after_its_variations() {
        let moves = |depth: usize| {
            let knight = ["Nf3", "Nf6", "Ng1", "Ng8"][depth % 4];
            if depth.is_multiple_of(2) { (knight, "a6", "h3 h6") } else { (knight, "a3", "h6 h3") }
        };
        let depth = 50;
        let opened: Vec<_> =
            (0..depth).map(moves).map(|(knight, pawn, _)| format!("{knight} {pawn}")).collect();
        let closed: Vec<_> = (0..depth).rev().map(|at| moves(at).2).collect();
        let mut found = fens(&format!("{} {}", opened.join(" ("), closed.join(") ")));
        let mut before = String::new();
        for at in 0..depth {
            let (knight, pawn, after) = moves(at);
            assert_eq!(found.pop(), fens(&format!("{before} {knight} {pawn} {after}")).pop(), "{at}");
            found.pop();
            before += &format!(" {knight}");
        }
    }
}
