//! Questions about games: the language of `--where`.
//!
//! `grammar/query.lalrpop` reads a question from the tokens of `token.rs` into an expression (`expression.rs`).
//! `compile.rs` makes a plan of it (`plan.rs`): tests of games, and searches for positions. `find.rs` answers it
//! from as little as is enough: the tags, then the movetext, then the positions up to the first one that decides.
//! `docs/explain/where.md` describes the language.
//!
//! # Examples
//!
//! ```
//! use escaque::notation::pgn::San;
//! use escaque::query::{Facts, Query};
//! use escaque::rules::square::Chess;
//! use escaque::syntax::Games;
//! use escaque::text::Source;
//!
//! let source = Source::new("example", b"[White \"Tal\"] 1. f3 e5 2. g4 Qh4# 0-1".to_vec());
//! let game = Games::<San>::new(&source).next().ok_or("no game")??;
//! let query = Query::parse("White = \"Tal\" and ends mate and move \"Qh4\"")?;
//! let facts = Facts { wants_positions: true, ..Facts::default() };
//! let found = query.find::<Chess>(&game, facts).ok_or("the game does not match")?;
//! assert_eq!(found.plies, [4]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod cells;
mod compare;
mod compile;
mod doubt;
mod error;
mod expression;
mod fact;
mod fields;
mod find;
mod move_test;
mod next_words;
mod pattern;
mod plan;
mod position_test;
mod possible;
mod target;
mod token;

use lalrpop_util::lalrpop_mod;

use crate::message::Diagnostic;
#[cfg(feature = "viewer")]
use crate::rules::AnyPosition;
use crate::text::{Span, plain_letters};
#[cfg(feature = "viewer")]
use board::Board;
use compare::{Condition, TagTest};
use compile::Compiler;
use doubt::Doubt;
use expression::Flip;
use expression::State::{Capture, Repetition};
use plan::{BoardTest, Ending, GameTest, NoteTest, Plan, PositionTest, Search};
#[cfg(feature = "viewer")]
use target::Target;
use token::QueryToken;

#[cfg(feature = "cli")]
pub(crate) use doubt::DoubtfulPart;
pub use doubt::{begins_question, similar_test};
pub use error::{Expected, Hint, QueryError, QueryFault};
pub use find::{Facts, Found};
pub use next_words::next_words;
pub use target::NoTarget;

lalrpop_mod!(
    #[allow(warnings, reason = "generated code")]
    grammar,
    "/query.rs"
);

/// A question about games and the positions in them.
///
/// # Examples
///
/// ```
/// use escaque::notation::pgn::San;
/// use escaque::query::{Facts, Query};
/// use escaque::rules::square::Chess;
/// use escaque::syntax::Games;
/// use escaque::text::Source;
///
/// let query = Query::parse(r#"White ~ "müller" and white Q = 0 for 2 plies"#)?;
/// let source = Source::new("t.pgn", br#"[White "Muller, H"]
///
/// 1. e4 d5 2. exd5 Qxd5 3. Qg4 Bxg4 4. Nc3 *"#.to_vec());
/// let game = Games::<San>::new(&source).next().unwrap()?;
/// assert_eq!(query.by_tags(&game.tags, game.known_outcome()), None);
/// let found = query.find::<Chess>(&game, Facts::default()).unwrap();
/// assert_eq!(found.plies, [7]);
/// assert!(Query::parse("White >").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Query {
    plan: Plan,
    searches: Vec<Search>,
    counters: usize,
    /// The names and values that may be wrong, and what the games asked so far say about them.
    doubts: Vec<Doubt>,
    needs: Needs,
}

/// The facts about positions that the tests need besides the board. Each costs time, so it is
/// determined only if it is needed.
#[derive(Clone, Copy, Debug, Default)]
struct Needs {
    /// The comments and annotations.
    notes: bool,
    /// The commands in the comments.
    commands: bool,
    /// The moves that led to them.
    moves: bool,
    /// The opening.
    opening: bool,
    /// The status of the last one.
    ending: bool,
    /// How often it has occurred.
    repetitions: bool,
}

/// How many brackets, and words such as `not` before them, may be nested.
const MOST_NESTED: usize = 100;

impl Query {
    /// Reads a question.
    ///
    /// # Errors
    ///
    /// Returns [`QueryError`] if the text is not a question, or if no game can match it.
    pub fn parse(text: &str) -> Result<Query, QueryError> {
        check_nesting(text)?;
        let parsed = grammar::QuestionParser::new().parse(token::tokens(text));
        let asked = parsed.map_err(|error| QueryError::explain(error, text))?;
        let mut compiler = Compiler::of(text);
        let plan = compiler.plan(&asked, Flip::default())?;
        let Compiler { searches, doubts, counters, .. } = compiler;
        let some = |is_of_kind: fn(&PositionTest) -> bool| {
            searches.iter().flat_map(|search| &search.stages).any(|test| test.has(is_of_kind))
        };
        let needs = Needs {
            notes: some(|test| matches!(test, PositionTest::Noted(_))),
            commands: some(|test| {
                use NoteTest::{Clock, Clocks, Eval};
                matches!(test, PositionTest::Noted(Clock(..) | Clocks(..) | Eval(..)))
            }),
            moves: some(|test| {
                use PositionTest::{OnBoard, State};
                matches!(test, OnBoard(_, BoardTest::Move(_)) | State(Capture))
            }),
            opening: plan.has(&GameTest::is_of_opening),
            ending: plan.has(&|test| matches!(test, GameTest::Ends(_))),
            repetitions: plan.has(&|test| matches!(test, GameTest::Ends(Ending::Repetition)))
                || some(|test| matches!(test, PositionTest::State(Repetition))),
        };
        Ok(Query { plan, searches, counters, doubts, needs })
    }

    /// Creates the question which games reach a position, if it is on a board that questions are about.
    #[cfg(feature = "viewer")]
    pub(crate) fn reaching(position: &dyn AnyPosition) -> Option<Query> {
        let test = PositionTest::OnBoard(Board::of(position)?, BoardTest::Same(Target::of(position)));
        let searches = vec![Search { stages: vec![test], is_wanted: true }];
        let (doubts, needs) = (Vec::new(), Needs::default());
        Some(Query { plan: Plan::Search(0), searches, counters: 0, doubts, needs })
    }

    /// Returns whether a text that may also be plain words to search for is meant as a question: it has a comparison,
    /// or a word of the language before a text in quotes.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::query::Query;
    ///
    /// assert!(Query::is_meant("WhiteElo > high"));
    /// assert!(Query::is_meant("material \"KRP v\""));
    /// assert!(!Query::is_meant("white wins in 1972"));
    /// ```
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        let tokens: Vec<_> = token::tokens(text).filter_map(|lexeme| Some(lexeme.ok()?.1)).collect();
        let is_keyword = |token: &QueryToken<'_>| {
            !matches!(token, QueryToken::Word(_) | QueryToken::Text(_) | QueryToken::To)
        };
        let asks_of_text =
            |pair: &[QueryToken<'_>]| is_keyword(&pair[0]) && matches!(pair[1], QueryToken::Text(_));
        tokens.iter().any(|token| matches!(token, QueryToken::Comparison(_)))
            || tokens.windows(2).any(asks_of_text)
    }

    /// Lists the texts that a tag or the name of the opening must contain or equal, in plain
    /// letters, so that they can be highlighted.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        let mut texts = Vec::new();
        self.plan.each_test(false, &mut |test, is_negated| match test {
            _ if is_negated => {}
            GameTest::Tags(TagTest { condition, .. })
            | GameTest::Player { condition, .. }
            | GameTest::Opening(_, condition) => match condition {
                Condition::Contains(text) | Condition::Is(text, true) => texts.push(plain_letters(text)),
                _ => {}
            },
            _ => {}
        });
        texts
    }

    /// Lists warnings about names that neither the language nor any game asked so far has, about values that these
    /// games have only as a part of theirs, and about tags in whose place positions were asked. Only [`Query::by_tags`]
    /// notes which tags a game has. Their spans are in the text of the question.
    pub fn warnings(&self) -> impl Iterator<Item = Diagnostic> {
        self.doubts.iter().filter_map(Doubt::warning)
    }

    /// Returns whether the question asks for positions, so that a game that matches has some to show.
    #[must_use]
    pub fn finds_positions(&self) -> bool {
        self.searches.iter().any(|search| search.is_wanted)
    }

    /// Returns whether the question asks for tags or for the result.
    #[must_use]
    pub fn asks_for_tags(&self) -> bool {
        self.plan
            .has(&|test| matches!(test, GameTest::Tags(_) | GameTest::Result(..) | GameTest::Player { .. }))
    }

    /// Returns whether the question asks how games end.
    #[must_use]
    pub fn asks_for_ending(&self) -> bool {
        self.needs.ending
    }

    /// Returns whether the question asks which games have errors, so that games must be checked before it is
    /// answered.
    #[must_use]
    pub fn asks_for_errors(&self) -> bool {
        self.plan.has(&|test| matches!(test, GameTest::HasError))
    }
}

/// Refuses a question that is nested more deeply than anybody writes. Compiling and answering are
/// recursive, so such a question could overflow the stack.
fn check_nesting(text: &str) -> Result<(), QueryError> {
    // for the question and each open bracket, how many words stand before the current part
    let mut signs = vec![0];
    for lexeme in token::tokens(text) {
        let (start, token, end) = lexeme?;
        match (token, signs.last_mut()) {
            (QueryToken::Keyword("not" | "ever" | "never" | "flip"), Some(before)) => *before += 1,
            (QueryToken::Keyword("and" | "or" | "then"), Some(before)) => *before = 0,
            (QueryToken::Open, _) => signs.push(0),
            (QueryToken::Close, _) => drop(signs.pop()),
            _ => continue,
        }
        if signs.is_empty() {
            signs.push(0);
        }
        if signs.len() + signs.iter().sum::<usize>() > MOST_NESTED {
            return Err(QueryError::at(Span::new(start, end), QueryFault::TooDeep));
        }
    }
    Ok(())
}
