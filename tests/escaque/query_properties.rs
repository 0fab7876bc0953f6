//! Properties that hold for any question.
//!
//! A fuzz target includes this file, so it depends on the library only.

use escaque::LanguageCode;
use escaque::message::Diagnostic;
use escaque::query::{Facts, Query, QueryFault};
use escaque::rules::Rules;
use escaque::rules::cescacs::Cescacs;
use escaque::rules::square::Chess;
use escaque::syntax::Games;
use escaque::text::Source;

const CHESS: &str = r#"[White "Müller, H"]
[WhiteElo "2400"]
[Date "2020.06.??"]

1. e4 {[%clk 0:09:50] [%eval 0.3]} e5 (1... d5 2. exd5) 2. Bc4 {good} Bc5 3. Qh5 Nf6 4. Qxf7# 1-0

1. e4 d5 2. exd5 c6 3. dxc6 Qa5 4. cxb7 Qxa2 5. bxa8=N Nf6 6. Ke3 *

[FEN "8/8/8/4k3/8/8/4P3/4K3 b - - 0 1"]

1... Ke4 2. Kd2 1/2-1/2
"#;

const CESCACS: &str = r#"[Variant "C'escacs"]
[Id "1"]

1. I5-I7, C23-C19
2. E7-D8, GD26-B20
3. JF6-B18, GB20×F8
*
"#;

/// Checks all properties on a question.
///
/// # Panics
///
/// Panics at the first property that does not hold.
pub fn check(question: &str) {
    let query = match Query::parse(question) {
        Ok(query) => query,
        Err(error) => return assert_sound(&error.diagnostic(), question),
    };
    for warning in query.warnings() {
        assert_sound(&warning, question);
    }
    let mut queries = vec![query];
    for equal in [format!("({question})"), format!("({question}) or ({question})")] {
        match Query::parse(&equal) {
            Ok(query) => queries.push(query),
            Err(error) => assert!(matches!(error.fault, QueryFault::TooDeep), "{equal:?}: {error}"),
        }
    }
    assert_answers::<Chess>(&queries, CHESS, question);
    assert_answers::<Cescacs>(&queries, CESCACS, question);
}

/// Asserts that a message has a text in each language and points into the question.
fn assert_sound(diagnostic: &Diagnostic, question: &str) {
    for code in LanguageCode::ALL {
        assert!(!diagnostic.problem.message(code.language()).is_empty());
    }
    // unwrap(): what is wrong with a question is at a place in it
    let span = diagnostic.span.unwrap();
    assert!(question.get(span.range()).is_some(), "{span:?} of {question:?}");
}

/// Asserts that equal questions have equal answers, whether or not the tags are enough and positions are
/// wanted.
fn assert_answers<R: Rules>(queries: &[Query], text: &str, question: &str) {
    let source = Source::new("games", text.as_bytes().to_vec());
    for game in Games::<R::Notation>::new(&source) {
        // unwrap(): the games have no errors of syntax
        let game = game.unwrap();
        let mut answers = queries.iter().map(|query| {
            let with_positions = query.find::<R>(&game, Facts { wants_positions: true, ..Facts::default() });
            let found = query.find::<R>(&game, Facts::default());
            assert_eq!(found.is_some(), with_positions.is_some(), "{question:?}");
            if let Some(answer) = query.by_tags(&game.tags, game.known_outcome()) {
                assert_eq!(found.is_some(), answer, "{question:?}");
            }
            with_positions.map(|found| found.plies)
        });
        let answer = answers.next();
        assert!(answers.all(|other| Some(&other) == answer.as_ref()), "{question:?}");
        if let Some(Some(plies)) = answer {
            assert!(plies.is_sorted_by(|one, next| one < next) && plies.iter().all(|plies| *plies <= 11));
        }
    }
}
