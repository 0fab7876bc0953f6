//! Compiles the tests of positions.

use super::board::Board;
use super::cells::{Count, Material, Placement};
use super::compare::{bad_range, unescaped};
use super::compile::{Compiled, count, is_in_reach};
use super::error::{Hint, QueryFault};
use super::expression::{Asked, Comparison, Flip, Named, OfSide, PositionAsked, WrittenText};
use super::fact::PositionFact;
use super::fields::fields;
use super::move_test::MoveTest;
use super::pattern::{Pattern, PatternFault};
use super::plan::{BoardTest, NoteTest, PositionTest};
use super::target::Target;
use super::{QueryError, fact};
use crate::syntax::Nag;
use crate::text::{Span, plain_letters};

/// Compiles a test of a position.
pub(super) fn position_test(asked: &PositionAsked<'_>, flip: Flip, span: Span) -> Compiled<PositionTest> {
    match asked {
        PositionAsked::Fact(fact, Asked::Value(sign, given)) => comparison(fact, *sign, given, flip),
        PositionAsked::Fact(fact, Asked::Range(from, to)) => between(fact, from, to, flip),
        PositionAsked::Fact(fact, Asked::Sum(..)) => Err(QueryError::not_so(&fact.name)),
        PositionAsked::Position(text) => pattern(text, flip),
        PositionAsked::Reaches(text) => reaches(text, flip),
        PositionAsked::ReachesAfter(moves) => {
            let after = Target::after_moves(moves.value);
            let (board, target) =
                after.map_err(|reason| QueryError::at(moves.span, QueryFault::BadMoves(Box::new(reason))))?;
            if flip != Flip::default() {
                return Err(QueryError::at(span, QueryFault::BadField));
            }
            Ok(PositionTest::OnBoard(board, BoardTest::Same(target)))
        }
        PositionAsked::Material(text) => on_boards(text.span, QueryFault::BadMaterial, |board| {
            Material::parse(text.value, board).map(BoardTest::Material)
        }),
        PositionAsked::Count(pieces, sign, number) => counted(pieces, *sign, number, flip),
        PositionAsked::Sides(one, sign, other) => compared([one, other], *sign, flip),
        PositionAsked::Piece(text) => on_boards(text.span, QueryFault::BadPlacement, |board| {
            let placement = Placement::parse(text.value, board)?;
            Some(BoardTest::Placement(placement.flipped(flip)))
        }),
        PositionAsked::Attacks(by, of) => attack(by, of, flip),
        PositionAsked::Move(text) => move_test(text, flip),
        PositionAsked::State(state) => Ok(PositionTest::State(*state)),
    }
}

/// Compiles a test for each board on which `on` finds a meaning.
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

/// Compiles the comparison of a fact of a position with a value.
fn comparison(
    fact: &Named<'_, PositionFact>,
    sign: Comparison,
    given: &WrittenText<'_>,
    flip: Flip,
) -> Compiled<PositionTest> {
    let test = match (fact.meaning, sign) {
        (PositionFact::Ply, _) if sign != Comparison::Contains => {
            return Ok(PositionTest::Ply(sign, count(given, sign)?));
        }
        (PositionFact::Comment, Comparison::Contains) => {
            Ok(NoteTest::Comment(plain_letters(&unescaped(given.value))))
        }
        (PositionFact::Nag, Comparison::Equal) => annotation(given.value, given.span).map(NoteTest::Nag),
        (PositionFact::Comment, Comparison::Equal) => {
            let name = fact.name.value.to_owned();
            let contains = Hint::Similar(format!("{name} ~ {:?}", unescaped(given.value)));
            Err(QueryError::at(fact.name.span, QueryFault::NotSo(name, Some(contains))))
        }
        (PositionFact::Comment | PositionFact::Nag | PositionFact::Ply, _) | (_, Comparison::Contains) => {
            Err(QueryError::not_so(&fact.name))
        }
        (PositionFact::Clock, _) => {
            let seconds = clock(given)?;
            let is_possible = is_in_reach(sign, seconds, f64::INFINITY);
            let test = is_possible.then_some(NoteTest::Clock(sign, seconds));
            test.ok_or(QueryError::at(given.span, QueryFault::OutOfReach))
        }
        // an evaluation is from White's side
        (PositionFact::Eval, _) if flip.colours => Ok(NoteTest::Eval(sign.reversed(), -evaluation(given)?)),
        (PositionFact::Eval, _) => Ok(NoteTest::Eval(sign, evaluation(given)?)),
    };
    test.map(PositionTest::Noted)
}

/// Compiles a range of the values of a fact.
fn between(
    fact: &Named<'_, PositionFact>,
    from: &WrittenText<'_>,
    to: &WrittenText<'_>,
    flip: Flip,
) -> Compiled<PositionTest> {
    let value = match fact.meaning {
        PositionFact::Ply => |end: &WrittenText<'_>| count(end, Comparison::AtLeast).map(f64::from),
        PositionFact::Clock => clock,
        PositionFact::Eval => evaluation,
        PositionFact::Comment | PositionFact::Nag => return Err(QueryError::not_so(&fact.name)),
    };
    if value(from)? > value(to)? {
        return Err(bad_range(from, to));
    }
    let ends = [(Comparison::AtLeast, from), (Comparison::AtMost, to)];
    let tests = ends.into_iter().map(|(sign, end)| comparison(fact, sign, end, flip));
    tests.collect::<Compiled<_>>().map(PositionTest::All)
}

/// Reads a time in seconds.
fn clock(given: &WrittenText<'_>) -> Compiled<f64> {
    let seconds = fact::seconds(given.value).or_else(|| fact::number(given.value));
    seconds.ok_or(QueryError::at(given.span, QueryFault::NotATime))
}

/// Reads an evaluation as [`fact::evaluation`] returns it.
fn evaluation(given: &WrittenText<'_>) -> Compiled<f64> {
    fact::evaluation(given.value).ok_or(QueryError::at(given.span, QueryFault::NotAnEvaluation))
}

/// Reads an annotation: a sign, or a number with or without `$`.
fn annotation(text: &str, span: Span) -> Compiled<Nag> {
    let nag = text.parse().ok().map(Nag).or_else(|| Nag::read(text.trim().as_bytes()));
    nag.ok_or(QueryError::at(span, QueryFault::NotAnAnnotation))
}

/// Compiles the test of a move, with the annotation that may stand after it.
fn move_test(text: &WrittenText<'_>, flip: Flip) -> Compiled<PositionTest> {
    let is_sign = |c: char| matches!(c, '!' | '?' | '$' | '‼' | '⁇' | '⁉' | '⁈' | '□' | '±' | '∓');
    let (moved, sign) = text.value.split_at(text.value.find(is_sign).unwrap_or(text.value.len()));
    let of_move = on_boards(text.span, QueryFault::BadMove, |board| {
        MoveTest::parse(moved, board).map(|test| BoardTest::Move(test.flipped(flip)))
    })?;
    if sign.is_empty() {
        return Ok(of_move);
    }
    Ok(PositionTest::All(vec![of_move, PositionTest::Noted(NoteTest::Nag(annotation(sign, text.span)?))]))
}

fn pattern(text: &WrittenText<'_>, flip: Flip) -> Compiled<PositionTest> {
    let pattern =
        Pattern::parse(without_operations(text.value)).map_err(|fault| pattern_error(fault, text))?;
    let flipped = if flip == Flip::default() { Some(pattern) } else { pattern.flipped(flip) };
    let flipped = flipped.ok_or(QueryError::at(text.span, QueryFault::BadField))?;
    Ok(PositionTest::OnBoard(flipped.board, BoardTest::Pattern(Box::new(flipped))))
}

/// Returns the error for a fault of a pattern, at the place of the part that is wrong.
fn pattern_error((part, fault): PatternFault<'_>, text: &WrittenText<'_>) -> QueryError {
    // the span includes the quotes around the text
    let quote = (text.span.end - text.span.start).saturating_sub(text.value.len()) / 2;
    let start = text.span.start + quote + (part.as_ptr() as usize - text.value.as_ptr() as usize);
    QueryError::at(Span::new(start, start + part.len()), fault)
}

/// Compiles a position to be reached. A FEN or TLPD with at least four fields and no wildcards is
/// set up. Any other text is a pattern, which leaves the rest open, and so is a flipped position.
fn reaches(text: &WrittenText<'_>, flip: Flip) -> Compiled<PositionTest> {
    let fen = without_operations(text.value);
    let is_whole = fen.split_whitespace().nth(3).is_some() && !fen.contains(['*', '?']);
    if !is_whole || flip != Flip::default() {
        return pattern(text, flip);
    }
    let board = if fen.trim_start().starts_with('/') { Board::Hex } else { Board::Square };
    let target = Target::from_fen(fen, board)
        .map_err(|reason| QueryError::at(text.span, QueryFault::BadPosition(Box::new(reason))))?;
    // setting up a position, as from a file, drops impossible rights and captures; in a question
    // they are errors
    fields(fen, board).map_err(|fault| pattern_error(fault, text))?;
    Ok(PositionTest::OnBoard(board, BoardTest::Same(target)))
}

/// Returns an EPD without its operations, `bm Nf3; id "x";`, which say nothing about the position.
/// They end with a semicolon, and begin with a letter in the place of the counters of a FEN, or
/// after these.
fn without_operations(text: &str) -> &str {
    let is_name = |word: &&str| word.starts_with(|c: char| c.is_ascii_alphabetic());
    match text.split_whitespace().skip(4).find(is_name) {
        Some(name) if text.trim_end().ends_with(';') => {
            &text[..name.as_ptr() as usize - text.as_ptr() as usize]
        }
        _ => text,
    }
}

fn counted(
    pieces: &OfSide<'_>,
    sign: Comparison,
    number: &WrittenText<'_>,
    flip: Flip,
) -> Compiled<PositionTest> {
    if sign == Comparison::Contains {
        return Err(QueryError::not_so(&pieces.what));
    }
    let number = count(number, sign)?;
    on_boards(pieces.what.span, QueryFault::BadPiece, |board| {
        let placement = Placement::of_side(pieces.side, pieces.what.value, board)?.flipped(flip);
        Some(BoardTest::Count(Count { placement, sign, number }))
    })
}

/// Compiles the comparison of the pieces or the clocks of two sides.
fn compared(sides: [&OfSide<'_>; 2], sign: Comparison, flip: Flip) -> Compiled<PositionTest> {
    match sides.map(|of| of.what.value) {
        _ if sign == Comparison::Contains => return Err(QueryError::not_so(&sides[0].what)),
        ["clock", "clock"] => {
            let sides = sides.map(|of| if flip.colours { !of.side } else { of.side });
            return Ok(PositionTest::Noted(NoteTest::Clocks(sides, sign)));
        }
        ["clock" | "elo", _] | [_, "clock" | "elo"] => {
            return Err(QueryError::at(sides[1].what.span, QueryFault::NotAlike));
        }
        _ => {}
    }
    let read = |at: usize, board| Placement::of_side(sides[at].side, sides[at].what.value, board);
    of_two(sides.map(|of| of.what), QueryFault::BadPiece, flip, read, |both| BoardTest::Counts(both, sign))
}

fn attack(by: &WrittenText<'_>, of: &WrittenText<'_>, flip: Flip) -> Compiled<PositionTest> {
    let parts = [*by, *of];
    let read = |at: usize, board| Placement::parse(parts[at].value, board);
    of_two(parts, QueryFault::BadPlacement, flip, read, |[by, of]| BoardTest::Attack(by, of))
}

/// Compiles a test of two placements for each board on which both have a meaning. `read` reads one of them.
fn of_two(
    parts: [WrittenText<'_>; 2],
    fault: QueryFault,
    flip: Flip,
    read: impl Fn(usize, Board) -> Option<Placement>,
    test: impl Fn([Placement; 2]) -> BoardTest,
) -> Compiled<PositionTest> {
    let is_nowhere = |at: &usize| Board::ALL.into_iter().all(|board| read(*at, board).is_none());
    if let Some(wrong) = (0..2).find(is_nowhere) {
        return Err(QueryError::at(parts[wrong].span, fault));
    }
    let span = Span::new(parts[0].span.start, parts[1].span.end);
    on_boards(span, QueryFault::TwoBoards, |board| {
        Some(test([read(0, board)?.flipped(flip), read(1, board)?.flipped(flip)]))
    })
}
