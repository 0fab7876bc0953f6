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
    /// Whether an odd number of `not` is around what is compiled.
    is_negated: bool,
    /// How many times parts have been compiled in more than one way.
    copies: usize,
}

type Compiled<T> = Result<T, QueryError>;

/// The most plies that a game can be asked to have: more than any game will.
const MOST_PLIES: f64 = 1e6;

/// How many times parts of a question may be compiled in more than one way. Each `flip` within another
/// and each `or` beside a position doubles them.
const MOST_COPIES: usize = 1000;

impl Compiler {
    /// Compiles what is asked of a game.
    pub(super) fn plan(&mut self, asked: &Expression<'_>, flip: Flip) -> Compiled<Plan> {
        match &asked.kind {
            ExpressionKind::And(parts) => {
                let mut flat = Vec::new();
                flatten(parts, &mut flat);
                self.all(&flat, flip, asked.span)
            }
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
            ExpressionKind::Flip(..) => {
                let (ways, of) = flipped_ways(asked, flip);
                self.copy(ways.len(), asked.span)?;
                let plans = ways.into_iter().map(|way| self.plan(of, way));
                plans.collect::<Compiled<_>>().map(Plan::Any)
            }
            ExpressionKind::Test(test) if !is_positional(asked) => {
                let fault = || QueryError::at(asked.span, QueryFault::NotAboutPositions);
                (flip == Flip::default()).then_some(()).ok_or_else(fault)?;
                self.game_test(test, asked.span).map(Plan::Test)
            }
            ExpressionKind::For(..) | ExpressionKind::Test(_) => {
                let test = self.position(asked, flip)?;
                Ok(self.search(vec![test]))
            }
        }
    }

    /// Compiles what `and` joins: the tests of one position as one search, and the rest each on its own.
    fn all(&mut self, parts: &[&Expression<'_>], flip: Flip, span: Span) -> Compiled<Plan> {
        let (together, apart): (Vec<_>, Vec<_>) =
            parts.iter().copied().partition(|part| is_of_one_position(part));
        let has_position = !together.iter().copied().all(is_negation);
        let is_mixed = |part: &&&Expression<'_>| {
            alternatives(part).is_some_and(|ways| ways.iter().any(is_of_one_position))
        };
        if has_position && let Some(mixed) = apart.iter().find(is_mixed) {
            return self.each_alternative(parts, mixed, flip, span);
        }
        let mut plans = Vec::with_capacity(parts.len());
        if !has_position {
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

    /// Compiles `a and (b or c)`, of which only `b` is about a position, as that of `a`: it is
    /// `a and b or a and c`.
    fn each_alternative(
        &mut self,
        parts: &[&Expression<'_>],
        mixed: &Expression<'_>,
        flip: Flip,
        span: Span,
    ) -> Compiled<Plan> {
        let ways = alternatives(mixed).unwrap_or_default();
        self.copy(ways.len(), span)?;
        let mut plans = Vec::with_capacity(ways.len());
        for way in ways {
            let mut flat = Vec::new();
            let chosen = |part: &&&Expression<'_>| !std::ptr::eq::<Expression<'_>>(**part, mixed);
            flat.extend(parts.iter().filter(chosen).copied());
            match &way.kind {
                ExpressionKind::And(parts) => flatten(parts, &mut flat),
                _ => flat.push(way),
            }
            plans.push(self.all(&flat, flip, span)?);
        }
        Ok(Plan::Any(plans))
    }

    /// Takes note that a part is compiled in so many ways.
    fn copy(&mut self, ways: usize, span: Span) -> Compiled<()> {
        self.copies += ways;
        if self.copies > MOST_COPIES { Err(QueryError::at(span, QueryFault::TooDeep)) } else { Ok(()) }
    }

    fn search(&mut self, stages: Vec<PositionTest>) -> Plan {
        self.searches.push(Search { stages, is_wanted: !self.is_negated });
        Plan::Search(self.searches.len() - 1)
    }

    /// Compiles what is asked of a position.
    fn position(&mut self, asked: &Expression<'_>, flip: Flip) -> Compiled<PositionTest> {
        match &asked.kind {
            ExpressionKind::And(parts) => self.positions(parts, flip).map(PositionTest::All),
            ExpressionKind::Or(parts) => self.positions(parts, flip).map(PositionTest::Any),
            ExpressionKind::Not(of) => Ok(PositionTest::Not(Box::new(self.position(of, flip)?))),
            ExpressionKind::Flip(..) => {
                let (ways, of) = flipped_ways(asked, flip);
                self.copy(ways.len(), asked.span)?;
                let tests = ways.into_iter().map(|way| self.position(of, way));
                tests.collect::<Compiled<_>>().map(PositionTest::Any)
            }
            ExpressionKind::For(of, plies) => {
                let test = Box::new(self.position(of, flip)?);
                let number = count(plies, Comparison::AtLeast)?;
                if number < 1 {
                    return Err(QueryError::at(plies.span, QueryFault::OutOfReach));
                }
                self.counters += 1;
                Ok(PositionTest::Lasting { test, plies: number as u32, counter: self.counters - 1 })
            }
            ExpressionKind::Test(test) if is_positional(asked) => position_test(test, flip, asked.span),
            ExpressionKind::Then(_) | ExpressionKind::Test(_) => {
                Err(QueryError::at(asked.span, QueryFault::NotAboutPositions))
            }
        }
    }

    fn positions(&mut self, parts: &[Expression<'_>], flip: Flip) -> Compiled<Vec<PositionTest>> {
        parts.iter().map(|part| self.position(part, flip)).collect()
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

/// Takes apart what `and` joins in brackets, too.
fn flatten<'e, 'q>(parts: &'e [Expression<'q>], flat: &mut Vec<&'e Expression<'q>>) {
    for part in parts {
        match &part.kind {
            ExpressionKind::And(inner) => flatten(inner, flat),
            _ => flat.push(part),
        }
    }
}

/// Returns the parts of what `or` joins.
fn alternatives<'e, 'q>(asked: &'e Expression<'q>) -> Option<&'e [Expression<'q>]> {
    match &asked.kind {
        ExpressionKind::Or(parts) => Some(parts),
        _ => None,
    }
}

/// Returns the flips that an expression behind one or more `flip` is compiled with, each once, and the
/// expression.
fn flipped_ways<'e, 'q>(asked: &'e Expression<'q>, flip: Flip) -> (Vec<Flip>, &'e Expression<'q>) {
    let (mut ways, mut of) = (vec![flip], asked);
    while let ExpressionKind::Flip(by, inner) = &of.kind {
        let others: Vec<_> = ways.iter().map(|way| way.and(*by)).filter(|way| !ways.contains(way)).collect();
        ways.extend(others);
        of = inner;
    }
    (ways, of)
}

/// Tells whether an expression is about the same position as those beside it.
fn is_of_one_position(asked: &Expression<'_>) -> bool {
    is_positional(asked) && !names_its_positions(asked)
}

/// Tells whether an expression says what is not.
fn is_negation(asked: &Expression<'_>) -> bool {
    match &asked.kind {
        ExpressionKind::Not(_) => true,
        ExpressionKind::Flip(_, of) => is_negation(of),
        _ => false,
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
        Test::Compare(name, sign, given) => command(name, *sign, given, flip),
        Test::Position(text) => pattern(text, flip),
        Test::Reaches(text) => reaches(text, flip),
        Test::ReachesAfter(moves) => {
            let after = Target::after_moves(moves.value);
            let (board, target) =
                after.map_err(|reason| QueryError::at(moves.span, QueryFault::BadMoves(Box::new(reason))))?;
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
fn command(
    name: &WrittenText<'_>,
    sign: Comparison,
    given: &WrittenText<'_>,
    flip: Flip,
) -> Compiled<PositionTest> {
    if sign == Comparison::Contains {
        return Err(QueryError::at(name.span, QueryFault::NoSuchComparison { name: name.value.to_owned() }));
    }
    if name.value == "clock" {
        let seconds = value::seconds(given.value).or_else(|| value::number(given.value));
        let seconds = seconds.ok_or(QueryError::at(given.span, QueryFault::NotATime))?;
        return Ok(PositionTest::Clock(sign, seconds));
    }
    let value = value::evaluation(given.value);
    let value = value.ok_or(QueryError::at(given.span, QueryFault::NotAnEvaluation))?;
    // an evaluation is from White's side
    Ok(if flip.colours {
        PositionTest::Eval(sign.reversed(), -value)
    } else {
        PositionTest::Eval(sign, value)
    })
}

fn pattern(text: &WrittenText<'_>, flip: Flip) -> Compiled<PositionTest> {
    let pattern = Pattern::parse(text.value).map_err(|fault| pattern_error(fault, text))?;
    let flipped = if flip == Flip::default() { Some(pattern) } else { pattern.flipped(flip) };
    let flipped = flipped.ok_or(QueryError::at(text.span, QueryFault::BadField))?;
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
        .map_err(|reason| QueryError::at(text.span, QueryFault::BadPosition(Box::new(reason))))?;
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
    if sign == Comparison::Contains {
        return Err(QueryError::at(
            pieces.span,
            QueryFault::NoSuchComparison { name: pieces.value.to_owned() },
        ));
    }
    let given = count(number, sign)?;
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

/// Reads a number of pieces or plies, with which something that is no less than 0 compares.
pub(super) fn count(number: &WrittenText<'_>, sign: Comparison) -> Compiled<i32> {
    let value = value::number(number.value).filter(|value| value.fract() == 0.0);
    let value = value.ok_or(QueryError::at(number.span, QueryFault::NotANumber))?;
    let can_match = match sign {
        Comparison::Equal | Comparison::Contains => (0.0..=MOST_PLIES).contains(&value),
        Comparison::Different => true,
        Comparison::Less => value > 0.0,
        Comparison::AtMost => value >= 0.0,
        Comparison::Greater | Comparison::AtLeast => value <= MOST_PLIES,
    };
    let out_of_reach = QueryError::at(number.span, QueryFault::OutOfReach);
    if can_match { Ok(value.clamp(-1.0, MOST_PLIES + 1.0) as i32) } else { Err(out_of_reach) }
}
