//! The shape of an expression: which parts are about a position, and how they are joined.

use super::expression::{Expression, ExpressionKind, Flip, PositionAsked, Test};

/// Takes apart what `and` joins in brackets, too.
pub(super) fn flatten<'e, 'q>(parts: &'e [Expression<'q>], flat: &mut Vec<&'e Expression<'q>>) {
    for part in parts {
        match &part.kind {
            ExpressionKind::And(inner) => flatten(inner, flat),
            _ => flat.push(part),
        }
    }
}

/// Returns the parts of what `or` joins.
pub(super) fn alternatives<'e, 'q>(asked: &'e Expression<'q>) -> Option<&'e [Expression<'q>]> {
    match &asked.kind {
        ExpressionKind::Or(parts) => Some(parts),
        _ => None,
    }
}

/// Returns the flips that an expression behind one or more `flip` is compiled with, each once, and the
/// expression.
pub(super) fn flipped_ways<'e, 'q>(asked: &'e Expression<'q>, flip: Flip) -> (Vec<Flip>, &'e Expression<'q>) {
    let (mut ways, mut of) = (vec![flip], asked);
    while let ExpressionKind::Flip(by, inner) = &of.kind {
        let others: Vec<_> = ways.iter().map(|way| way.and(*by)).filter(|way| !ways.contains(way)).collect();
        ways.extend(others);
        of = inner;
    }
    (ways, of)
}

/// Tells whether an expression is about the same position as those beside it.
pub(super) fn is_of_one_position(asked: &Expression<'_>) -> bool {
    is_positional(asked) && !names_its_positions(asked)
}

/// Tells whether an expression says what is not.
pub(super) fn is_negation(asked: &Expression<'_>) -> bool {
    match &asked.kind {
        ExpressionKind::Not(_) => true,
        ExpressionKind::Flip(_, of) => is_negation(of),
        _ => false,
    }
}

/// Tells whether an expression is about a position, and not about a game as a whole.
pub(super) fn is_positional(asked: &Expression<'_>) -> bool {
    match &asked.kind {
        ExpressionKind::And(parts) | ExpressionKind::Or(parts) => parts.iter().all(is_positional),
        ExpressionKind::Then(_) => false,
        ExpressionKind::Not(of) | ExpressionKind::Flip(_, of) => is_positional(of),
        // the tests of a game that `for` is put behind are told from there
        ExpressionKind::For(..) => true,
        ExpressionKind::Test(test) => matches!(test, Test::OfPosition(_)),
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
        ExpressionKind::Test(Test::OfPosition(test)) => {
            matches!(test, PositionAsked::Reaches(_) | PositionAsked::ReachesAfter(_))
        }
        ExpressionKind::Test(Test::OfGame(_)) => false,
    }
}
