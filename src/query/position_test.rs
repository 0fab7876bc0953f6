//! Compiles the tests of positions.

use super::board::Board;
use super::compile::{Compiled, count};
use super::error::QueryFault;
use super::expression::{Comparison, Flip, Side, Test, WrittenText};
use super::material::{Count, Material};
use super::move_test::MoveTest;
use super::pattern::{Pattern, PatternFault};
use super::placement::Placement;
use super::plan::{BoardTest, PositionTest};
use super::target::Target;
use super::{QueryError, value};
use crate::text::Span;

/// Compiles a test of a position.
pub(super) fn position_test(test: &Test<'_>, flip: Flip, span: Span) -> Compiled<PositionTest> {
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
        return Err(QueryError::no_such_comparison(name));
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
        return Err(QueryError::no_such_comparison(pieces));
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
