//! Answers a question about a game.
//!
//! An answer that is not known yet is `None`. The whole question may still have one, because `and`
//! and `or` do not always need all their parts. The tags, or the first position that matches, often
//! answer it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

use shakmaty::ByColor;

use super::Query;
use super::board::Board;
use super::compare::{TagTest, value_of};
use super::expression::{Comparison, State};
use super::fact::{OpeningPart, has_fact, of_score};
use super::plan::{BoardTest, Ending, GameTest, NoteTest, Plan, PositionTest};
use crate::rules::{Illegal, MoveEffect, Opening, OpeningTracker, Replay, Rules, Status};
use crate::syntax::{CommandValues, Game, Nag, Notes, Outcome, TagPair};
use crate::text::contains_plain;

/// The facts that the caller knows about a game, and those that it wants to know.
#[derive(Clone, Copy, Debug, Default)]
pub struct Facts {
    /// Whether the game has an error.
    pub has_error: bool,
    /// What to do with illegal moves.
    pub illegal: Illegal,
    /// Whether all positions that match are wanted, and not only whether there is one.
    pub wants_positions: bool,
}

/// The result of a question in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The numbers of plies before the positions that match, in ascending order.
    pub plies: Vec<usize>,
}

/// A position, and what led to it.
struct Seen<'p, R: Rules> {
    position: &'p R,
    /// The number of plies before it.
    plies: usize,
    /// How often it has occurred, if that is needed.
    times: u32,
    board: Option<Board>,
    effect: Option<MoveEffect>,
    comments: &'p [Cow<'p, str>],
    nags: &'p [Nag],
    values: CommandValues,
    /// The last clock of each side, if it is known.
    clocks: ByColor<Option<Duration>>,
}

/// How far the searches of a question have come in a game.
#[derive(Debug)]
pub(super) struct Progress {
    /// For each search, the stage that it is in.
    stages: Vec<usize>,
    /// For each search, whether a position has passed its last stage; `None` as long as a later one may pass.
    answers: Vec<Option<bool>>,
    /// For each counter, in how many positions in a row its test has held.
    counters: Vec<u32>,
    plies: Vec<usize>,
    /// The number of plies before the position that has answered the question.
    answered_at: Option<usize>,
}

impl Progress {
    pub(super) fn of(query: &Query) -> Progress {
        let searches = query.searches.len();
        Progress {
            stages: vec![0; searches],
            answers: vec![None; searches],
            counters: vec![0; query.counters],
            plies: Vec::new(),
            answered_at: None,
        }
    }
}

impl Query {
    /// Answers the question from the tags of a game and, if it is known, its result. Returns `None` if they do not
    /// decide it.
    #[must_use]
    pub fn by_tags(&self, tags: &[TagPair<'_>], outcome: Option<Outcome>) -> Option<bool> {
        self.doubts.iter().for_each(|doubt| doubt.see(tags));
        self.plan.decide(&|test| by_tags(test, tags, outcome), &|_| None)
    }

    /// Answers the question from a whole game, as far as it can be read and played. Returns `None` if the game
    /// does not match.
    #[must_use]
    pub fn find<R: Rules>(&self, game: &Game<'_, R::Notation>, facts: Facts) -> Option<Found> {
        let written = |test: &GameTest| by_text::<R>(test, game, facts);
        let wants_positions = facts.wants_positions && self.finds_positions();
        match self.plan.decide(&written, &|_| None) {
            Some(false) => return None,
            Some(true) if !wants_positions => return Some(Found::default()),
            _ => {}
        }
        let facts = Facts { wants_positions, ..facts };
        let mut progress = Progress::of(self);
        let last = self.search::<R>(game, facts, &mut progress, &|progress| {
            self.plan.decide(&written, &|search| progress.answers[search])
        });
        let decided = match last {
            ControlFlow::Break(decided) => decided,
            ControlFlow::Continue(last) => {
                let of_game = |test: &GameTest| {
                    written(test).or_else(|| Some(last.as_ref().is_some_and(|last| last.holds(test, self))))
                };
                let found = |search: usize| progress.answers[search].or(Some(false));
                self.plan.decide(&of_game, &found).unwrap_or(false)
            }
        };
        decided.then(|| {
            // several searches may find positions in another order, or the same one
            progress.plies.sort_unstable();
            progress.plies.dedup();
            // with several searches, only the positions from where the whole question holds are
            // shown; a question that is decided at the end of the game shows all positions that its
            // searches have found
            let answered_at = progress.answered_at.unwrap_or(0);
            progress.plies.retain(|plies| *plies >= answered_at);
            Found { plies: progress.plies }
        })
    }

    /// Plays the main line until `decide` returns an answer, which it returns, or as far as it can and need be played.
    /// Then it returns what is known at the last position, or `None` if the first one could not be set up. If all
    /// positions are wanted, a positive answer does not stop the search.
    pub(super) fn search<R: Rules>(
        &self,
        game: &Game<'_, R::Notation>,
        facts: Facts,
        progress: &mut Progress,
        decide: &impl Fn(&Progress) -> Option<bool>,
    ) -> ControlFlow<bool, Option<Last>> {
        let Ok(start) = R::set_up(game) else { return ControlFlow::Continue(None) };
        let mut replay = Replay::main_line(game, start.position).with_illegal(facts.illegal);
        let mut notes = Notes::of(game);
        let mut occurred = HashMap::new();
        let (mut times, mut clocks) = (0, ByColor::default());
        let (mut effect, mut plies, board) = (None, 0, Board::of(replay.position()));
        let needs = self.needs;
        let is_only_opening = self.searches.is_empty() && !needs.ending;
        let needs_opening = needs.opening && {
            let tags = game.shown_tags();
            self.plan.has(&|test| test.is_of_opening() && by_tags(test, &tags, None).is_none())
        };
        let mut opening = OpeningTracker::default();
        loop {
            let mut values = CommandValues::default();
            if needs.notes {
                notes.advance();
            }
            if needs.commands {
                // the comments are on the move that led to the position
                let mover = (plies > 0).then(|| replay.position().ply_number().side.other());
                values = CommandValues::of(mover, notes.comments.iter().map(AsRef::as_ref));
                if let Some(side) = mover {
                    *clocks.get_mut(side) = values.clock;
                }
            }
            if needs.repetitions {
                let before: &mut u32 = occurred.entry(replay.position().key()).or_default();
                *before += 1;
                times = *before;
            }
            if needs_opening {
                opening.see(replay.position());
            }
            let Notes { comments, nags, .. } = &notes;
            let position = replay.position();
            let seen = Seen { position, plies, times, board, effect, comments, nags, values, clocks };
            if self.advance(&seen, progress, facts)
                && let Some(decided) = decide(progress)
            {
                if !(decided && facts.wants_positions) {
                    return ControlFlow::Break(decided);
                }
                progress.answered_at.get_or_insert(plies);
            }
            // no opening is named by a later position
            if is_only_opening && replay.position().ply_number().number > Opening::LAST_MOVE {
                break;
            }
            match replay.advance() {
                Ok(Some(ply)) => {
                    plies += 1;
                    effect = needs.moves.then(|| replay.position().effect(ply.resolved));
                }
                Ok(None) | Err(_) => break,
            }
        }
        let last = replay.position();
        let status = if needs.ending { last.status() } else { Status::Free };
        let endings = [
            (Ending::Mate, status == Status::Checkmate),
            (Ending::Stalemate, status == Status::Stalemate),
            // for a claim (FIDE Laws, articles 9.2 and 9.3), whether anybody made it or not
            (Ending::Repetition, times >= 3),
            (Ending::Fifty, is_fifty(last.halfmove_clock(), || status)),
            (Ending::Insufficient, needs.ending && last.has_insufficient_material()),
        ];
        ControlFlow::Continue(Some(Last { endings, opening: opening.opening() }))
    }

    /// Takes a position into account. Returns `true` if a search has found its first position, or can no longer
    /// find one: only then can the answer have changed.
    fn advance<R: Rules>(&self, seen: &Seen<'_, R>, progress: &mut Progress, facts: Facts) -> bool {
        let mut is_new = false;
        for (at, search) in self.searches.iter().enumerate() {
            let answer = &mut progress.answers[at];
            if *answer == Some(false) || answer.is_some() && !facts.wants_positions {
                continue;
            }
            let stage = &search.stages[progress.stages[at]];
            if !stage.holds(seen, &mut progress.counters) {
                // an illegal move may undo what legal moves cannot
                if facts.illegal == Illegal::Refused && stage.is_past(seen) && answer.is_none() {
                    *answer = Some(false);
                    is_new = true;
                }
                continue;
            }
            if progress.stages[at] + 1 < search.stages.len() {
                progress.stages[at] += 1;
                continue;
            }
            is_new |= answer.replace(true).is_none();
            if search.is_wanted {
                progress.plies.push(seen.plies);
            }
        }
        is_new
    }

    /// Returns whether the first moves of a game may show that it does not match. A game never
    /// reaches a position if it has lost more pieces than that position, or has moved a pawn that
    /// is unmoved there.
    #[must_use]
    pub fn may_reject_beginnings(&self) -> bool {
        let may_be_past = |test: &PositionTest| match test {
            PositionTest::OnBoard(_, BoardTest::Same(target)) => target.may_be_past(),
            _ => false,
        };
        self.searches.iter().any(|search| search.stages.iter().any(|test| test.has(may_be_past)))
    }

    /// Returns whether a game cannot match, however it goes on. `game` has only the tags and the
    /// first moves.
    #[must_use]
    pub fn rejects_beginning<R: Rules>(&self, game: &Game<'_, R::Notation>, facts: Facts) -> bool {
        let facts = Facts { wants_positions: false, ..facts };
        let mut progress = Progress::of(self);
        let tags = game.shown_tags();
        let decide = |progress: &Progress| {
            self.plan.decide(&|test| by_tags(test, &tags, game.known_outcome()), &|search| {
                progress.answers[search]
            })
        };
        self.search::<R>(game, facts, &mut progress, &decide).break_value() == Some(false)
    }
}

/// What is known at the last position of a game.
pub(super) struct Last {
    /// Whether the game has each of the endings that positions tell.
    endings: [(Ending, bool); 5],
    opening: Option<Opening>,
}

impl Last {
    /// Answers a test that neither the tags nor the text of the game answer.
    fn holds(&self, test: &GameTest, query: &Query) -> bool {
        let value = |part: &OpeningPart| self.opening.map_or("", |opening| part.of(opening));
        match test {
            GameTest::Ends(ending) => self.endings.contains(&(*ending, true)),
            GameTest::Opening(part, condition) => condition.holds(value(part).into(), &[]),
            GameTest::Tags(TagTest { by_positions: Some(part), condition, .. }) => {
                query.doubts.iter().for_each(|doubt| doubt.see_positions(*part));
                condition.holds(value(part).into(), &[])
            }
            _ => false,
        }
    }
}

impl GameTest {
    /// Returns whether the opening may decide it.
    pub(super) const fn is_of_opening(&self) -> bool {
        matches!(self, GameTest::Opening(..) | GameTest::Tags(TagTest { by_positions: Some(_), .. }))
    }
}

impl Plan {
    /// Decides the plan from the answers of its tests and searches, of which some may not be known yet.
    pub(super) fn decide(
        &self,
        test: &dyn Fn(&GameTest) -> Option<bool>,
        found: &dyn Fn(usize) -> Option<bool>,
    ) -> Option<bool> {
        let decides = |parts: &[Plan], deciding: bool| {
            let mut answer = Some(!deciding);
            for part in parts {
                match part.decide(test, found) {
                    Some(decided) if decided == deciding => return Some(deciding),
                    Some(_) => {}
                    None => answer = None,
                }
            }
            answer
        };
        match self {
            Plan::All(parts) => decides(parts, false),
            Plan::Any(parts) => decides(parts, true),
            Plan::Not(of) => of.decide(test, found).map(|decided| !decided),
            Plan::Test(asked) => test(asked),
            Plan::Search(search) => found(*search),
        }
    }

    /// Returns whether the plan has a test of a game for which `is_of_kind` holds.
    pub(super) fn has(&self, is_of_kind: &dyn Fn(&GameTest) -> bool) -> bool {
        let mut has = false;
        self.each_test(false, &mut |test, _| has = has || is_of_kind(test));
        has
    }

    /// Calls `see` for each test of a game, and tells it whether the test is inside a `not`.
    pub(super) fn each_test(&self, is_negated: bool, see: &mut dyn FnMut(&GameTest, bool)) {
        match self {
            Plan::All(parts) | Plan::Any(parts) => {
                parts.iter().for_each(|part| part.each_test(is_negated, see));
            }
            Plan::Not(of) => of.each_test(true, see),
            Plan::Test(test) => see(test, is_negated),
            Plan::Search(_) => {}
        }
    }
}

/// Answers a test from the tags of a game and its result. Returns `None` if they do not decide it.
pub(super) fn by_tags(test: &GameTest, tags: &[TagPair<'_>], outcome: Option<Outcome>) -> Option<bool> {
    match test {
        GameTest::Tags(test) => test.answer(tags),
        GameTest::Result(wanted, is_equal) => Some((outcome? == *wanted) == *is_equal),
        GameTest::Player { won, condition } => {
            let Some(winner) = outcome?.winner() else { return Some(false) };
            let player = if winner.is_white() == *won { "White" } else { "Black" };
            Some(condition.holds(value_of(tags, player), tags))
        }
        _ => None,
    }
}

/// Answers a test from the text of a game. Returns `None` if only its positions decide it.
fn by_text<R: Rules>(test: &GameTest, game: &Game<'_, R::Notation>, facts: Facts) -> Option<bool> {
    let moves = || game.plies() as i32;
    Some(match test {
        GameTest::Tags(_) | GameTest::Result(..) | GameTest::Player { .. } => {
            return by_tags(test, &game.shown_tags(), Some(game.shown_outcome()));
        }
        GameTest::Plies(sign, number) => sign.holds(moves(), *number),
        GameTest::PlyRange(first, last) => (*first..=*last).contains(&moves()),
        GameTest::HasFact(fact) => has_fact(game, *fact),
        GameTest::HasVariation => game.has_variations(),
        GameTest::HasError => facts.has_error,
        GameTest::Ends(Ending::Draw) => game.shown_outcome() == Outcome::Draw,
        GameTest::Variant(variant, is_equal) => {
            R::set_up(game).is_ok_and(|start| (start.position.name() == variant.name()) == *is_equal)
        }
        GameTest::Ends(_) | GameTest::Opening(..) => return None,
    })
}

impl PositionTest {
    /// Returns whether `is_of_kind` holds for the test or one of its parts.
    pub(super) fn has(&self, is_of_kind: fn(&PositionTest) -> bool) -> bool {
        is_of_kind(self)
            || match self {
                PositionTest::All(tests) | PositionTest::Any(tests) => {
                    tests.iter().any(|test| test.has(is_of_kind))
                }
                PositionTest::Not(test) | PositionTest::Lasting { test, .. } => test.has(is_of_kind),
                _ => false,
            }
    }

    /// Returns whether a position passes. A test with `for` sees every position, even where its
    /// answer does not matter: otherwise it could not count positions in a row.
    fn holds<R: Rules>(&self, seen: &Seen<'_, R>, counters: &mut [u32]) -> bool {
        match self {
            PositionTest::All(tests) | PositionTest::Any(tests) => {
                let deciding = matches!(self, PositionTest::Any(_));
                let mut is_decided = false;
                for test in tests {
                    is_decided |= (!is_decided || test.counts()) && test.holds(seen, counters) == deciding;
                }
                is_decided == deciding
            }
            PositionTest::Not(test) => !test.holds(seen, counters),
            PositionTest::Lasting { test, plies, counter } => {
                let holds = test.holds(seen, counters);
                counters[*counter] = if holds { counters[*counter].saturating_add(1) } else { 0 };
                counters[*counter] >= *plies
            }
            PositionTest::Ply(sign, number) => sign.holds(seen.plies as i32, *number),
            PositionTest::State(state) => state.holds(seen),
            PositionTest::Noted(test) => test.holds(seen),
            PositionTest::OnBoard(board, test) => seen.board == Some(*board) && test.holds(seen),
        }
    }

    /// Returns whether the test has a part that counts positions.
    fn counts(&self) -> bool {
        self.has(|test| matches!(test, PositionTest::Lasting { .. }))
    }

    /// Returns whether the number of plies, captures or moves of pawns show that no later position can pass. The answer
    /// is valid only if all moves are legal.
    fn is_past<R: Rules>(&self, seen: &Seen<'_, R>) -> bool {
        match self {
            PositionTest::All(tests) => tests.iter().any(|test| test.is_past(seen)),
            PositionTest::Any(tests) => tests.iter().all(|test| test.is_past(seen)),
            PositionTest::Lasting { test, .. } => test.is_past(seen),
            PositionTest::Ply(Comparison::Equal | Comparison::Less | Comparison::AtMost, number) => {
                seen.plies as i32 >= *number
            }
            PositionTest::OnBoard(asked, _) if seen.board != Some(*asked) => true,
            PositionTest::OnBoard(_, BoardTest::Same(target)) => target.is_past(seen.position),
            _ => false,
        }
    }
}

impl State {
    fn holds<R: Rules>(self, seen: &Seen<'_, R>) -> bool {
        let position = seen.position;
        match self {
            State::Capture => matches!(seen.effect, Some(MoveEffect::Normal { captured: Some(_), .. })),
            State::Check => position.king_in_check().is_some(),
            State::Repetition => seen.times >= 3,
            State::Fifty => is_fifty(position.halfmove_clock(), || position.status()),
        }
    }
}

/// Returns whether a draw may be claimed after fifty moves. A mate or a stalemate has ended the game before.
fn is_fifty(clock: u32, status: impl FnOnce() -> Status) -> bool {
    clock >= 100 && !matches!(status(), Status::Checkmate | Status::Stalemate)
}

impl NoteTest {
    fn holds<R: Rules>(&self, seen: &Seen<'_, R>) -> bool {
        let Seen { comments, nags, values, clocks, .. } = seen;
        match self {
            NoteTest::Clock(sign, seconds) => {
                values.clock.is_some_and(|clock| sign.holds(clock.as_secs_f64(), *seconds))
            }
            NoteTest::Clocks([one, other], sign) => {
                let both = clocks.get(*one).zip(*clocks.get(*other));
                both.is_some_and(|(one, other)| sign.holds(one, other))
            }
            NoteTest::Eval(sign, value) => {
                values.eval.is_some_and(|eval| sign.holds(of_score(eval.score), *value))
            }
            NoteTest::Comment(part) => comments.iter().any(|comment| contains_plain(comment, part)),
            NoteTest::Nag(nag) => nags.contains(nag),
        }
    }
}

impl BoardTest {
    fn holds<R: Rules>(&self, seen: &Seen<'_, R>) -> bool {
        let position = seen.position;
        match self {
            BoardTest::Pattern(pattern) => pattern.fits(position),
            BoardTest::Same(target) => target.is(position),
            BoardTest::Material(material) => material.fits(position),
            BoardTest::Count(count) => count.is_met_by(count.placement.count(position)),
            BoardTest::Counts([one, other], sign) => sign.holds(one.count(position), other.count(position)),
            BoardTest::Placement(placement) => !placement.found(position).is_empty(),
            BoardTest::Attack(by, of) => {
                let (attackers, attacked) = (by.found(position), of.found(position));
                attacked.cells().any(|cell| {
                    let by_side = |side| position.attackers(cell, side);
                    let all = by_side(shakmaty::Color::White) | by_side(shakmaty::Color::Black);
                    !(all & attackers).is_empty()
                })
            }
            BoardTest::Move(test) => seen.effect.is_some_and(|effect| test.fits(effect)),
        }
    }
}
