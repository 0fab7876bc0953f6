//! What would be lost when a text is written again.

use crate::check::Report;
use crate::message::{Code, Severity};
use crate::syntax::{Cost, Game, Notation, Outcome, Reading, SyntaxFault, TagOrder, result_in_any_form};

/// Turns the warnings about text that the reader has left out into errors.
pub(super) fn refuse_left_out(reading: &mut Reading) {
    for repair in &mut reading.repairs {
        // control characters between tokens carry no information, so leaving them out loses nothing
        repair.is_error |=
            repair.cost() != Cost::Nothing && repair.error.fault != SyntaxFault::ControlCharacter;
    }
}

/// Turns the warnings that [`is_lost`] names into errors.
pub(super) fn refuse_replaced<N: Notation>(game: &Game<'_, N>, tags: TagOrder, report: &mut Report) {
    let is_lost = is_lost(game, tags);
    for diagnostic in report.diagnostics.iter_mut().filter(|found| is_lost(found.problem.code())) {
        diagnostic.severity = Severity::Error;
    }
}

/// Returns a predicate on warnings: whether a warning is about a tag whose value a writer drops or
/// replaces, or about moves or a number whose meaning would be lost.
pub(super) fn is_lost<N: Notation>(game: &Game<'_, N>, tags: TagOrder) -> impl Fn(Code) -> bool {
    let loses_result = replaces_result(game);
    move |code| match code {
        Code::RepeatedTag => tags == TagOrder::Standard,
        Code::ResultsDiffer | Code::BadResultTag => loses_result,
        // the number may be the rest of a move, a clock or an evaluation, and is not written
        Code::WrongNumber => true,
        _ => false,
    }
}

/// Returns whether a writer replaces the value of the `Result` tag by another result.
fn replaces_result<N: Notation>(game: &Game<'_, N>) -> bool {
    let Some(value) = game.known_value("Result") else { return false };
    match result_in_any_form::<N>(&value) {
        Some(Outcome::Unknown) => false,
        Some(result) => result != game.outcome(),
        None => true,
    }
}
