//! Kings that are put into the centre at the end of a game.
//!
//! Players do so on the boards of DGT to tell the result, and the boards write it down as moves.

use crate::message::{Certainty, Code, Describe, Fix, Language};
use crate::rules::{MoveError, ReplayError, Rules};
use crate::syntax::{Element, Game, Node, Put, TokenEdit};
use crate::text::{Source, Span};

/// The squares that the kings are put on.
const CENTRE: [&str; 4] = ["Kd4", "Ke4", "Kd5", "Ke5"];

/// How many moves before those of the kings an illegal move may be one of the same kind: what the board notes while
/// pieces are cleared away.
const MOST_BEFORE: usize = 2;

/// An illegal move at the end of a game that ends with the kings in the centre.
#[derive(Debug)]
pub(super) struct KingsInCentre {
    error: MoveError,
    /// The moves from the illegal one on.
    rest: Span,
    /// What has to be deleted, if only moves of the kings are illegal.
    dropped: Option<Span>,
    /// Whether both kings are put there.
    are_both: bool,
}

impl KingsInCentre {
    /// Returns `None` unless the main line of a game ends with moves of kings to the centre, and the move in error is
    /// one of them or nearly.
    pub(super) fn of<R: Rules>(
        game: &Game<'_, R::Notation>,
        start: &R,
        error: &ReplayError,
    ) -> Option<KingsInCentre> {
        let is_king_move = |element: &&&Element<R::Notation>| match &element.node {
            Node::Move(written) => {
                let spelling = start.spelling(written).map(|spelling| spelling.letters);
                spelling.is_some_and(|letters| CENTRE.contains(&letters.as_str()))
            }
            _ => false,
        };
        let elements: Vec<_> = game.main_line().collect();
        let moves: Vec<_> = elements.iter().filter(|element| matches!(element.node, Node::Move(_))).collect();
        let kings = moves.iter().rev().take(2).take_while(|element| is_king_move(element)).count();
        let (first, last) = (moves.len() - kings, moves.last()?.span);
        let at = moves.partition_point(|element| element.span.start < error.span.start);
        let is_near = if at >= first { kings > 0 } else { kings == 2 && at + MOST_BEFORE >= first };
        let number = elements.iter().take_while(|element| element.span.start < error.span.start).last();
        let number = number.filter(|element| matches!(element.node, Node::MoveNumber(_)));
        let from = number.map_or(error.span.start, |number| number.span.start);
        let dropped = (at >= first).then(|| Span::new(from, last.end));
        let rest = Span::new(error.span.start, last.end);
        is_near.then(|| KingsInCentre { error: error.error.clone(), rest, dropped, are_both: kings == 2 })
    }

    /// Returns the edit that leaves out the moves of the kings, but not the result. That moves are left out as well is
    /// marked.
    pub(super) fn edit(&self) -> TokenEdit {
        TokenEdit::new(self.rest, if self.dropped.is_some() { Put::Nothing } else { Put::Incomplete })
    }
}

impl Describe for KingsInCentre {
    fn code(&self) -> Code {
        self.error.code()
    }

    fn message(&self, language: &Language) -> String {
        self.error.message(language)
    }

    fn help(&self, language: &Language) -> Option<String> {
        Some(language.kings_in_centre.to_owned())
    }

    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        let certainty = if self.are_both { Certainty::Guess } else { Certainty::Choice };
        let drop = self.dropped.map(|dropped| Fix::of(certainty, vec![source.deletion(dropped)]));
        let others = self.error.fixes(source, span).into_iter().map(|fix| match fix.certainty {
            Certainty::Guess if drop.is_some() => Fix { certainty: Certainty::Choice, ..fix },
            _ => fix,
        });
        let others: Vec<_> = others.collect();
        // one king alone may be misplaced as any piece
        if self.are_both {
            drop.into_iter().chain(others).collect()
        } else {
            others.into_iter().chain(drop).collect()
        }
    }
}
