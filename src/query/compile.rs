//! From what a question says to what is asked.
//!
//! Tests of positions that `and` joins are about one position; so they become one search. `reaches` and
//! `then` tell of a game that it comes to positions, and each is a search of its own. `not` before a test
//! of positions says that the game has no such position, unless another test beside it tells the position.

use super::board::Board;
use super::error::{DoubtfulName, QueryFault};
use super::expression::{Comparison, Expression, ExpressionKind, Flip, Side, Test, WrittenText};
use super::material::{Count, Material};
use super::move_test::MoveTest;
use super::names::{FACTS, PARTS, similar};
use super::pattern::{Pattern, PatternFault};
use super::placement::Placement;
use super::plan::{BoardTest, Ending, GameTest, Plan, PositionTest, Search};
use super::target::Target;
use super::{QueryError, compare, value};
use crate::message::Diagnostic;
use crate::text::Span;

/// What a question becomes.
#[derive(Debug, Default)]
pub(super) struct Compiler {
    pub(super) searches: Vec<Search>,
    /// Warnings about names that are hardly meant.
    pub(super) warnings: Vec<Diagnostic>,
    /// How many counters of positions in a row the searches have.
    pub(super) counters: usize,
    /// Whether an even number of `not` is around what is compiled.
    is_negated: bool,
}

type Compiled<T> = Result<T, QueryError>;

/// The most plies that a game can be asked to have: more than any game will.
const MOST_PLIES: f64 = 1e6;

impl Compiler {
    /// Compiles what is asked of a game.
    pub(super) fn plan(&mut self, asked: &Expression<'_>, flip: Flip) -> Compiled<Plan> {
        match &asked.kind {
            ExpressionKind::And(parts) => self.all(parts, flip),
            ExpressionKind::Or(parts) => {
                let parts = parts.iter().map(|part| self.plan(part, flip));
                parts.collect::<Compiled<_>>().map(Plan::Any)
            }
            ExpressionKind::Not(of) => {
                self.is_negated = !self.is_negated;
                let of = self.plan(of, flip);
                self.is_negated = !self.is_negated;
                Ok(Plan::Not(Box::new(of?)))
            }
            ExpressionKind::Then(parts) => {
                let stages = parts.iter().map(|part| self.position(part, flip));
                let stages = stages.collect::<Compiled<_>>()?;
                Ok(self.search(stages))
            }
            ExpressionKind::Flip(by, of) if !is_positional(of) => {
                let both = [self.plan(of, flip)?, self.plan(of, flip.and(*by))?];
                Ok(Plan::Any(both.into()))
            }
            ExpressionKind::Test(test) if !is_positional(asked) => {
                self.game_test(test, asked.span).map(Plan::Test)
            }
            ExpressionKind::Flip(..) | ExpressionKind::For(..) | ExpressionKind::Test(_) => {
                let test = self.position(asked, flip)?;
                Ok(self.search(vec![test]))
            }
        }
    }

    /// Compiles what `and` joins: the tests of one position as one search, and the rest each on its own.
    fn all(&mut self, parts: &[Expression<'_>], flip: Flip) -> Compiled<Plan> {
        let is_of_one_position = |part: &&Expression<'_>| is_positional(part) && !names_its_positions(part);
        let (together, apart): (Vec<_>, Vec<_>) = parts.iter().partition(is_of_one_position);
        let is_negation = |part: &&Expression<'_>| matches!(part.kind, ExpressionKind::Not(_));
        let mut plans = Vec::with_capacity(parts.len());
        if together.iter().all(is_negation) {
            for part in together {
                plans.push(self.plan(part, flip)?);
            }
        } else {
            let tests = together.iter().map(|part| self.position(part, flip));
            let tests = tests.collect::<Compiled<_>>()?;
            plans.push(self.search(vec![PositionTest::All(tests)]));
        }
        for part in apart {
            plans.push(self.plan(part, flip)?);
        }
        Ok(Plan::All(plans))
    }

    fn search(&mut self, stages: Vec<PositionTest>) -> Plan {
        self.searches.push(Search { stages, is_wanted: !self.is_negated });
        Plan::Search(self.searches.len() - 1)
    }

    /// Compiles what is asked of a position.
    fn position(&mut self, asked: &Expression<'_>, flip: Flip) -> Compiled<PositionTest> {
        let mut each = |parts: &[Expression<'_>]| {
            parts.iter().map(|part| self.position(part, flip)).collect::<Compiled<Vec<_>>>()
        };
        match &asked.kind {
            ExpressionKind::And(parts) => each(parts).map(PositionTest::All),
            ExpressionKind::Or(parts) => each(parts).map(PositionTest::Any),
            ExpressionKind::Not(of) => Ok(PositionTest::Not(Box::new(self.position(of, flip)?))),
            ExpressionKind::Flip(by, of) => {
                let both = [self.position(of, flip)?, self.position(of, flip.and(*by))?];
                Ok(PositionTest::Any(both.into()))
            }
            ExpressionKind::For(of, plies) => {
                let test = Box::new(self.position(of, flip)?);
                let number = count(plies)?;
                self.counters += 1;
                Ok(PositionTest::Lasting { test, plies: number, counter: self.counters - 1 })
            }
            ExpressionKind::Test(test) if is_positional(asked) => position_test(test, flip, asked.span),
            ExpressionKind::Then(_) | ExpressionKind::Test(_) => {
                Err(QueryError::at(asked.span, QueryFault::NotAboutPositions))
            }
        }
    }

    /// Compiles a test of a game.
    fn game_test(&mut self, test: &Test<'_>, span: Span) -> Compiled<GameTest> {
        match test {
            Test::Compare(name, sign, value) => {
                self.doubt(name, &FACTS);
                compare::fact(name, *sign, value)
            }
            Test::Range(name, from, to) => {
                self.doubt(name, &FACTS);
                compare::range(name, from, to)
            }
            Test::Has(name) => {
                self.doubt(name, &PARTS);
                Ok(compare::has(name.value))
            }
            Test::Ends(word) => {
                let ending = Ending::from_word(word.value);
                ending.map(GameTest::Ends).ok_or(QueryError::at(word.span, QueryFault::UnknownEnding))
            }
            _ => Err(QueryError::at(span, QueryFault::NotAboutPositions)),
        }
    }

    /// Warns of a name that is hardly meant.
    fn doubt(&mut self, name: &WrittenText<'_>, others: &[&'static str]) {
        let similar = similar(name.value, others);
        self.warnings.extend(similar.map(|similar| DoubtfulName::at(similar, name.span)));
    }
}

/// Tells whether an expression is about a position, and not about a game as a whole.
fn is_positional(asked: &Expression<'_>) -> bool {
    match &asked.kind {
        ExpressionKind::And(parts) | ExpressionKind::Or(parts) => parts.iter().all(is_positional),
        ExpressionKind::Then(_) => false,
        ExpressionKind::Not(of) | ExpressionKind::Flip(_, of) => is_positional(of),
        // the tests of a game that `for` is put behind are told from there
        ExpressionKind::For(..) => true,
        ExpressionKind::Test(Test::Compare(name, ..)) => ["clock", "eval"].contains(&name.value),
        ExpressionKind::Test(Test::Range(..) | Test::Has(_) | Test::Ends(_)) => false,
        ExpressionKind::Test(_) => true,
    }
}

/// Tells whether an expression says of a game that it comes to some positions, whatever else is asked.
fn names_its_positions(asked: &Expression<'_>) -> bool {
    match &asked.kind {
        ExpressionKind::And(parts) | ExpressionKind::Or(parts) | ExpressionKind::Then(parts) => {
            parts.iter().any(names_its_positions)
        }
        ExpressionKind::Not(of) | ExpressionKind::Flip(_, of) | ExpressionKind::For(of, _) => {
            names_its_positions(of)
        }
        ExpressionKind::Test(test) => matches!(test, Test::Reaches(_) | Test::ReachesAfter(_)),
    }
}

/// Compiles a test of a position.
fn position_test(test: &Test<'_>, flip: Flip, span: Span) -> Compiled<PositionTest> {
    match test {
        Test::Compare(name, sign, given) => command(name, *sign, given),
        Test::Position(text) => pattern(text, flip),
        Test::Reaches(text) => reaches(text, flip),
        Test::ReachesAfter(moves) => {
            let after = Target::after_moves(moves.value);
            let (board, target) =
                after.map_err(|reason| QueryError::at(moves.span, QueryFault::BadMoves(reason)))?;
            unflipped(flip, span)?;
            Ok(PositionTest::OnBoard(board, BoardTest::Same(target)))
        }
        Test::Material(text) => on_boards(text.span, QueryFault::BadMaterial, |board| {
            Material::parse(text.value, board).map(BoardTest::Material)
        }),
        Test::Count(side, pieces, sign, number) => counted(*side, pieces, *sign, number, flip),
        Test::Piece(text) => on_boards(text.span, QueryFault::BadPlacement, |board| {
            let placement = Placement::parse(text.value, board)?;
            Some(BoardTest::Placement(placement.flipped(flip)))
        }),
        Test::Attacks(by, of) => attack(by, of, flip),
        Test::Move(text) => on_boards(text.span, QueryFault::BadMove, |board| {
            MoveTest::parse(text.value, board).map(|test| BoardTest::Move(test.flipped(flip)))
        }),
        Test::Range(..) | Test::Has(_) | Test::Ends(_) => {
            Err(QueryError::at(span, QueryFault::NotAboutPositions))
        }
    }
}

/// Compiles a test on each board where it has a meaning.
fn on_boards(
    span: Span,
    fault: QueryFault,
    on: impl Fn(Board) -> Option<BoardTest>,
) -> Compiled<PositionTest> {
    let tests = Board::ALL.into_iter().filter_map(|board| Some(PositionTest::OnBoard(board, on(board)?)));
    let mut tests: Vec<_> = tests.collect();
    match tests.len() {
        0 => Err(QueryError::at(span, fault)),
        1 => Ok(tests.swap_remove(0)),
        _ => Ok(PositionTest::Any(tests)),
    }
}

/// Compiles a comparison with a command in the comments.
fn command(name: &WrittenText<'_>, sign: Comparison, given: &WrittenText<'_>) -> Compiled<PositionTest> {
    if sign == Comparison::Contains {
        return Err(QueryError::at(name.span, QueryFault::NoSuchComparison { name: name.value.to_owned() }));
    }
    if name.value == "clock" {
        let seconds = value::seconds(given.value).or_else(|| value::number(given.value));
        let seconds = seconds.ok_or(QueryError::at(given.span, QueryFault::NotATime))?;
        return Ok(PositionTest::Clock(sign, seconds));
    }
    let value = value::evaluation(given.value);
    Ok(PositionTest::Eval(sign, value.ok_or(QueryError::at(given.span, QueryFault::NotAnEvaluation))?))
}

fn pattern(text: &WrittenText<'_>, flip: Flip) -> Compiled<PositionTest> {
    let pattern = Pattern::parse(text.value).map_err(|fault| pattern_error(fault, text))?;
    let flipped = pattern.flipped(flip).ok_or(QueryError::at(text.span, QueryFault::BadField))?;
    Ok(PositionTest::OnBoard(flipped.board, BoardTest::Pattern(Box::new(flipped))))
}

/// Returns the error of the part of a pattern that is wrong.
fn pattern_error(fault: PatternFault<'_>, text: &WrittenText<'_>) -> QueryError {
    let (part, fault) = match fault {
        PatternFault::Ranks(part) => (part, QueryFault::Ranks),
        PatternFault::Length(part) => (part, QueryFault::RankLength),
        PatternFault::Sign(part) => (part, QueryFault::UnknownSign),
        PatternFault::Field(part) => (part, QueryFault::BadField),
    };
    // the text stands between quotes, which are in its span
    let quote = (text.span.end - text.span.start).saturating_sub(text.value.len()) / 2;
    let start = text.span.start + quote + (part.as_ptr() as usize - text.value.as_ptr() as usize);
    QueryError::at(Span::new(start, start + part.len()), fault)
}

/// Compiles a position that is to be reached. A FEN with four fields or more is set up; one with fewer
/// is a pattern, which leaves the rest open.
fn reaches(text: &WrittenText<'_>, flip: Flip) -> Compiled<PositionTest> {
    let is_whole = text.value.split_whitespace().nth(3).is_some() && !text.value.contains(['*', '?']);
    if !is_whole || flip != Flip::default() {
        return pattern(text, flip);
    }
    let board = if text.value.trim_start().starts_with('/') { Board::Hex } else { Board::Square };
    let target = Target::from_fen(text.value, board)
        .map_err(|reason| QueryError::at(text.span, QueryFault::BadPosition(reason)))?;
    Ok(PositionTest::OnBoard(board, BoardTest::Same(target)))
}

fn unflipped(flip: Flip, span: Span) -> Compiled<()> {
    if flip == Flip::default() { Ok(()) } else { Err(QueryError::at(span, QueryFault::BadField)) }
}

fn counted(
    side: Side,
    pieces: &WrittenText<'_>,
    sign: Comparison,
    number: &WrittenText<'_>,
    flip: Flip,
) -> Compiled<PositionTest> {
    let given = count(number)?;
    on_boards(pieces.span, QueryFault::BadPiece, |board| {
        let count = Count::new(side, pieces.value, sign, given, board)?;
        Some(BoardTest::Count(count.flipped(flip)))
    })
}

fn attack(by: &WrittenText<'_>, of: &WrittenText<'_>, flip: Flip) -> Compiled<PositionTest> {
    let span = Span::new(by.span.start, of.span.end);
    for part in [by, of] {
        if Board::ALL.into_iter().all(|board| Placement::parse(part.value, board).is_none()) {
            return Err(QueryError::at(part.span, QueryFault::BadPlacement));
        }
    }
    on_boards(span, QueryFault::TwoBoards, |board| {
        let [by, of] = [by, of].map(|part| Placement::parse(part.value, board));
        Some(BoardTest::Attack(by?.flipped(flip), of?.flipped(flip)))
    })
}

/// Reads a number of pieces or plies.
pub(super) fn count(number: &WrittenText<'_>) -> Compiled<u32> {
    let value = value::number(number.value).filter(|value| value.fract() == 0.0);
    let value = value.ok_or(QueryError::at(number.span, QueryFault::NotANumber))?;
    if (0.0..=MOST_PLIES).contains(&value) {
        Ok(value as u32)
    } else {
        Err(QueryError::at(number.span, QueryFault::OutOfReach))
    }
}
