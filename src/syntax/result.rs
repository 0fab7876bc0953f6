//! The result of a game.
//!
//! Some results of forfeited games have another meaning in a game: `0-0` is castling, and `+--` and
//! `--+` are annotations. At the end of a game they are results if the game has nothing else, or if
//! its `Result` tag agrees.

use super::{Element, Game, Lexer, Node, Notation, NotationKind, Outcome, TokenKind};
use crate::text::{Span, Text};

/// What the last position of a game says of its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByBoard {
    /// Nothing: the game goes on.
    Open,
    /// A rule that needs no claim has drawn the game, although the notation lets games go on then: neither side can
    /// mate, 75 moves without a capture or a move of a pawn, or the fifth repetition.
    Drawn,
    /// The game is over, with this result.
    Over(Outcome),
}

impl ByBoard {
    /// Returns what a position says in which the game has a result.
    #[must_use]
    pub const fn of(outcome: Outcome) -> ByBoard {
        if let Outcome::Unknown = outcome { ByBoard::Open } else { ByBoard::Over(outcome) }
    }

    /// Returns the result if the game is over.
    #[must_use]
    pub const fn outcome(self) -> Option<Outcome> {
        if let ByBoard::Over(outcome) = self { Some(outcome) } else { None }
    }
}

impl<N: Notation> Game<'_, N> {
    /// Returns the result: that of the movetext or, if that is missing or unknown, that of the last position or
    /// else of the `Result` tag. The last position of a game that was cut off is unknown.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.decided_outcome().unwrap_or_else(|| self.declared_outcome())
    }

    /// Returns the result as headers show it and questions ask for it: where none is known, a draw by a rule that needs
    /// no claim.
    #[must_use]
    pub fn shown_outcome(&self) -> Outcome {
        self.known_outcome().unwrap_or_else(|| self.declared_outcome())
    }

    /// Returns the result, as [`Game::shown_outcome`] does, or `None` if it needs the last position, which has not been
    /// examined.
    #[must_use]
    pub fn known_outcome(&self) -> Option<Outcome> {
        let decided = self.decided_outcome()?;
        let is_drawn = decided == Outcome::Unknown && self.by_board == Some(ByBoard::Drawn);
        Some(if is_drawn { Outcome::Draw } else { decided })
    }

    fn decided_outcome(&self) -> Option<Outcome> {
        let by_board = if self.cut_at.is_some() { Some(ByBoard::Open) } else { self.by_board };
        match self.result.map(|(outcome, _)| outcome).or(self.cut_result) {
            Some(outcome) if outcome != Outcome::Unknown => Some(outcome),
            _ => Some(by_board?.outcome().unwrap_or_else(|| self.declared_outcome())),
        }
    }

    /// Returns the result that is written into a file: an unknown one that both the tag and the movetext of PGN give
    /// stays, whatever the last position shows.
    pub(crate) fn written_outcome(&self) -> Outcome {
        let is_unknown = N::KIND == Some(NotationKind::Pgn)
            && matches!(self.result, Some((Outcome::Unknown, _)))
            && self.tag_value("Result").is_some_and(|value| value.trim() == N::result_text(Outcome::Unknown));
        if is_unknown { Outcome::Unknown } else { self.outcome() }
    }

    /// Returns the result that the `Result` tag gives.
    fn declared_outcome(&self) -> Outcome {
        let read = || result_in_any_form::<N>(&self.tag_value("Result")?);
        read().unwrap_or(Outcome::Unknown)
    }
}

/// Reads a result in any form that the notation accepts in a tag or in the movetext: `1/2` as well as `1/2-1/2`.
#[must_use]
pub fn result_in_any_form<N: Notation>(text: &str) -> Option<Outcome> {
    let read = || {
        let bytes = text.trim().as_bytes();
        let lexeme = Lexer::<N::Token>::new(bytes, 0).next()?;
        match lexeme.kind()? {
            TokenKind::Result(outcome) if lexeme.span == Span::new(0, bytes.len()) => Some(outcome),
            _ => None,
        }
    };
    N::result_from_text(text).or_else(|| N::forfeit(text.trim())).or_else(read)
}

/// Turns the last element of a game without a result into its result, if it is meant as one.
pub(super) fn take_result<N: Notation>(game: &mut Game<'_, N>) {
    if game.result.is_some() || game.cut_at.is_some() {
        return;
    }
    let is_comment = |element: &Element<N>| matches!(element.node, Node::Comment(_));
    let Some(at) = game.movetext.iter().rposition(|element| !is_comment(element)) else { return };
    let Element { node, span } = game.movetext[at];
    let is_move = matches!(node, Node::Move(_));
    if !is_move && !matches!(node, Node::Nag(_)) {
        return;
    }
    let Some(outcome) = N::forfeit(&Text(&game.text.0[span.range()]).decode()) else { return };
    let before = &game.movetext[..at];
    let follows_number = matches!(before, [.., Element { node: Node::MoveNumber(_), .. }]);
    let is_declared =
        || game.tag_value("Result").is_some_and(|value| N::forfeit(value.trim()) == Some(outcome));
    // castling may be the only move from a position
    let has_position = || is_move && N::POSITION_TAGS.iter().any(|name| game.tag(name).is_some());
    let is_alone = before.iter().all(is_comment) && !has_position();
    if is_alone || !follows_number && is_declared() {
        game.movetext = game.movetext.iter().filter(|element| element.span != span).copied().collect();
        game.result = Some((outcome, span));
    }
}
