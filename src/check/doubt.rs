//! Fixes that are guesses whatever they do, because the text around them is not understood (`docs/guide/repair.md`,
//! "How it works").

use super::Report;
use crate::message::{Code, Diagnostic, Fix};
use crate::syntax::{Cost, Game, Node, Notation, Reading};
use crate::text::{Source, Span};

/// The tags that decide the position in which a game starts.
pub(super) const OF_START: [&str; 5] = ["FEN", "SetUp", "Variant", "TLPD", "PDTL"];

/// The messages that conclude something from the tags that a game lacks, or from their order.
const FROM_ABSENCE: [Code; 10] = [
    Code::RosterIncomplete,
    Code::MisspeltTagName,
    Code::VariantNotFirst,
    Code::CtlTagExpected,
    Code::AnnotatorsApart,
    Code::RedefineMisplaced,
    Code::PositionNotLast,
    Code::IdNotSecond,
    Code::NoTags,
    Code::RosterBesideId,
];

/// What raises doubts about the fixes of a game.
pub(super) struct Doubts {
    /// Whether nothing in the game had to be repaired.
    pub(super) is_readable: bool,
    /// Whether letters or digits of it are left out.
    has_unread_text: bool,
    /// Whether some of these are in the header.
    has_unread_header: bool,
}

impl Doubts {
    /// Collects what is known when a game has been read, before it is checked.
    pub(super) fn of<N: Notation>(game: &Game<'_, N>, reading: &Reading) -> Doubts {
        let repairs = reading.repairs.iter().filter(|repair| !repair.error.fault.is_between_games());
        let is_readable = reading.error.is_none() && repairs.clone().next().is_none();
        let says_something = |span: Span| game.text.0[span.range()].iter().any(u8::is_ascii_alphanumeric);
        let left_out = repairs.filter(|repair| repair.cost() == Cost::Text).flat_map(|repair| &repair.edits);
        let unread: Vec<_> = left_out.map(|edit| edit.span).filter(|span| says_something(*span)).collect();
        let movetext = game.movetext.first().map(|first| first.span).or(game.result.map(|(_, span)| span));
        let has_unread_header =
            unread.iter().any(|span| movetext.is_none_or(|first| span.start < first.start));
        Doubts { is_readable, has_unread_text: !unread.is_empty(), has_unread_header }
    }

    /// Turns the certain fixes of a finished report on a game into guesses where there is a doubt, and drops what may be
    /// said only of a header that has been read.
    pub(super) fn raise<N: Notation>(&self, source: &Source, game: &Game<'_, N>, report: &mut Report) {
        if report.diagnostics.is_empty() {
            return;
        }
        if self.has_unread_header {
            report.diagnostics.retain(|found| !FROM_ABSENCE.contains(&found.problem.code()));
        }
        let is_faulty = report.error().is_some();
        let is_unsure = self.has_unread_text || report.numbers_step;
        let of_start = game.tags.iter().filter(|tag| OF_START.iter().any(|name| tag.has_name(name)));
        let of_start: Vec<_> = of_start.map(|tag| tag.value_span).collect();
        let ends_with_number =
            game.movetext.last().is_some_and(|last| matches!(last.node, Node::MoveNumber(_)));
        let is_doubtful = |code: Code| match code {
            // the rest of the game may stand elsewhere; a number without its move shows that it has been cut off
            Code::ResultMissing => ends_with_number || !game.has_move() || is_faulty,
            // a stray brace shows that they are a part of a comment
            Code::BareSentence => is_unsure || is_faulty,
            // with something left out, a move may belong to another line
            Code::ReducedSpelling => !self.is_readable,
            // the move may be another one
            Code::UnmarkedCapture | Code::MoveSlip => is_faulty || report.numbers_step,
            // a sign may be half of what is missing elsewhere
            Code::NeedlessBrackets => is_unsure || is_faulty,
            _ if code.digits().starts_with("02") => is_unsure,
            // the layout of CTL-PGN
            _ => is_faulty && code.digits().starts_with("08"),
        };
        let doubted = |found: Diagnostic| {
            let is_doubtful = is_doubtful(found.problem.code());
            if !is_doubtful && of_start.is_empty() {
                return found;
            }
            let fixes = found.fixes(source).into_iter();
            let fixes = fixes.map(|fix| {
                let is_certain = !is_doubtful && !of_start.iter().any(|value| changes(&fix, source, *value));
                fix.certain_if(is_certain)
            });
            let fixes = fixes.collect();
            found.amended(|problem| problem.with_fixes(fixes))
        };
        let diagnostics = std::mem::take(&mut report.diagnostics);
        report.diagnostics = diagnostics.into_iter().map(doubted).collect();
    }
}

/// Returns whether a fix changes the value of a tag. It may move the tag.
fn changes(fix: &Fix, source: &Source, value: Span) -> bool {
    let touches = fix.edits.iter().any(|edit| edit.span.start < value.end && edit.span.end > value.start);
    touches && !fix.edits.iter().any(|edit| edit.text.contains(&*source.text(value)))
}
