//! Compiles the tree of a question into a plan.
//!
//! Tests of positions joined by `and` are about the same position, so they become one search.
//! `reaches` and `then` are about the whole game, so each is a search of its own. `not` before a
//! test of positions means that the game has no such position, unless a test without `not` stands
//! beside it: then both are about the same position.

use super::doubt::Doubt;
use super::error::{Hint, QueryFault};
use super::expression::{Asked, Comparison, Expression, ExpressionKind, Flip, GameAsked, Test, WrittenText};
use super::fact::{Fact, Feature};
use super::plan::{
    Ending, GameTest, Plan, PositionTest, Search, alternatives, flatten, flipped_ways, is_negation,
    is_of_one_position,
};
use super::position_test::position_test;
use super::possible::exclusive;
use super::{QueryError, compare, fact};
use crate::message::similar;
use crate::text::Span;

/// Compiles a question, and collects its searches and warnings.
#[derive(Debug, Default)]
pub(super) struct Compiler<'q> {
    /// The text of the question.
    text: &'q str,
    pub(super) searches: Vec<Search>,
    /// The names and values that may be wrong.
    pub(super) doubts: Vec<Doubt>,
    /// The number of counters for `for`, in all searches.
    pub(super) counters: usize,
    /// Whether the part being compiled is inside an odd number of `not`.
    is_negated: bool,
    /// The total number of ways in which parts have been compiled so far.
    copies: usize,
}

/// A compiled part, or the error in it.
pub(super) type Compiled<T> = Result<T, QueryError>;

/// The maximum number of plies that a question can name, which is more than any game has.
const MOST_PLIES: f64 = 1e6;

/// The limit of [`Compiler::copies`]. Each `flip` around a part and each `or` beside a position can
/// double the number.
const MOST_COPIES: usize = 1000;

impl Compiler<'_> {
    /// Creates the compiler of a question.
    pub(super) fn of(text: &str) -> Compiler<'_> {
        Compiler { text, ..Compiler::default() }
    }

    /// Compiles an expression about a game.
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
            ExpressionKind::Ever(of) if matches!(of.kind, ExpressionKind::Then(_)) => self.plan(of, flip),
            ExpressionKind::Ever(of) if matches!(of.kind, ExpressionKind::Test(Test::OfGame(_))) => {
                let is_never = self.text[asked.span.range()].starts_with("never");
                let form = if is_never { "not " } else { "" }.to_owned() + &self.text[of.span.range()];
                Err(QueryError::at(of.span, QueryFault::EverOfGame { form }))
            }
            ExpressionKind::Ever(of) => {
                let test = self.position(of, flip)?;
                Ok(self.search(vec![test]))
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
            ExpressionKind::Test(Test::OfGame(_)) if flip != Flip::default() => {
                Err(QueryError::at(asked.span, QueryFault::NotAboutPositions))
            }
            ExpressionKind::Test(Test::OfGame(of_game)) => self.of_game(of_game),
            ExpressionKind::For(..) | ExpressionKind::Test(Test::OfPosition(_)) => {
                let test = self.position(asked, flip)?;
                Ok(self.search(vec![test]))
            }
        }
    }

    /// Compiles parts joined by `and`: the tests of one position as one search, and every other part on its own.
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
        if has_position {
            let tests = together.iter().map(|part| self.position(part, flip));
            let tests = tests.collect::<Compiled<Vec<_>>>()?;
            if let Some((one, other)) = exclusive(&tests) {
                return Err(self.never_together(together[one], together[other]));
            }
            plans.push(self.search(vec![PositionTest::All(tests)]));
        } else {
            for part in together {
                plans.push(self.plan(part, flip)?);
            }
        }
        for part in apart {
            plans.push(self.plan(part, flip)?);
        }
        Ok(Plan::All(plans))
    }

    /// Returns the error of two parts that cannot hold of one position.
    fn never_together(&self, one: &Expression<'_>, other: &Expression<'_>) -> QueryError {
        let [first, second] = [one, other].map(|part| match &self.text[part.span.range()] {
            joined if alternatives(part).is_some() => format!("ever ({joined})"),
            text => format!("ever {text}"),
        });
        let form = format!("{first} and {second}");
        QueryError::at(Span::new(one.span.start, other.span.end), QueryFault::NeverTogether { form })
    }

    /// Compiles `a and (b or c)` as `a and b or a and c`, where `a` and `b` are about the same position and `c` is
    /// about the game.
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
            // another part may be written alike, so the place decides and not the content
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

    /// Counts the ways in which a part is compiled. Returns an error if there have been too many.
    fn copy(&mut self, ways: usize, span: Span) -> Compiled<()> {
        self.copies += ways;
        if self.copies > MOST_COPIES { Err(QueryError::at(span, QueryFault::TooDeep)) } else { Ok(()) }
    }

    fn search(&mut self, stages: Vec<PositionTest>) -> Plan {
        self.searches.push(Search { stages, is_wanted: !self.is_negated });
        Plan::Search(self.searches.len() - 1)
    }

    /// Compiles an expression about a position.
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
            ExpressionKind::Test(Test::OfPosition(of_position)) => {
                let test = position_test(of_position, flip, asked.span)?;
                if test.is_impossible() {
                    return Err(QueryError::at(asked.span, QueryFault::Impossible));
                }
                Ok(test)
            }
            ExpressionKind::Then(_) | ExpressionKind::Ever(_) | ExpressionKind::Test(Test::OfGame(_)) => {
                Err(QueryError::at(asked.span, QueryFault::NotAboutPositions))
            }
        }
    }

    fn positions(&mut self, parts: &[Expression<'_>], flip: Flip) -> Compiled<Vec<PositionTest>> {
        parts.iter().map(|part| self.position(part, flip)).collect()
    }

    /// Compiles a test of a game as a whole.
    fn of_game(&mut self, asked: &GameAsked<'_>) -> Compiled<Plan> {
        match asked {
            GameAsked::Fact(fact, asked) => {
                let test = compare::fact(fact, asked)?;
                let (Asked::Value(_, value) | Asked::Sum(_, value, _) | Asked::Range(value, _)) = asked;
                Doubt::of_test(&test, &fact.name, value.span).into_iter().for_each(|doubt| self.add(doubt));
                self.doubt(&fact.name, Fact::names());
                Ok(Plan::Test(test))
            }
            GameAsked::Has(parts) => {
                parts.iter().for_each(|part| self.doubt(&part.name, Feature::names()));
                one_of(parts, compare::has)
            }
            GameAsked::Ends(endings) => one_of(endings, |word| {
                let meant = similar(word.value, Ending::WORDS.iter().map(|(name, _)| *name));
                let hint = meant.map(|word| Hint::Similar(word.to_owned()));
                let unknown = || QueryError::at(word.span, QueryFault::UnknownEnding(hint));
                Ending::from_word(word.value).map(GameTest::Ends).ok_or_else(unknown)
            }),
        }
    }

    /// Notes that a name may be wrong, unless it is known. `known` are the names besides those of tags.
    fn doubt(&mut self, name: &WrittenText<'_>, known: impl Iterator<Item = &'static str> + Clone) {
        self.add(Doubt::of_name(name.value, name.span, known));
    }

    fn add(&mut self, doubt: Option<Doubt>) {
        // a part may be compiled more than once, see `copy`
        let is_new = |new: &Doubt| self.doubts.iter().all(|before| before.span() != new.span());
        self.doubts.extend(doubt.filter(is_new));
    }
}

/// Compiles the alternatives between `|`, each of which is one test.
fn one_of<T>(alternatives: &[T], test: impl Fn(&T) -> Compiled<GameTest>) -> Compiled<Plan> {
    let tests = alternatives.iter().map(|alternative| test(alternative).map(Plan::Test));
    tests.collect::<Compiled<_>>().map(Plan::Any)
}

/// Reads a number of pieces or plies. It is an error if the comparison with it holds for no number
/// from 0 up.
pub(super) fn count(number: &WrittenText<'_>, sign: Comparison) -> Compiled<i32> {
    let value = fact::number(number.value).filter(|value| value.fract() == 0.0);
    let value = value.ok_or(QueryError::at(number.span, QueryFault::NotANumber))?;
    if !is_in_reach(sign, value, MOST_PLIES) {
        return Err(QueryError::at(number.span, QueryFault::OutOfReach));
    }
    // what is beyond all numbers compares like the next one to them
    Ok(value.clamp(-1.0, MOST_PLIES + 1.0) as i32)
}

/// Returns whether the comparison with a value holds for any number from 0 to `most`: the value itself or one of these.
pub(super) fn is_in_reach(sign: Comparison, value: f64, most: f64) -> bool {
    [value.clamp(0.0, most), 0.0, most].into_iter().any(|number| sign.holds(number, value))
}
