//! What stands between the moves of a main line.

use std::borrow::Cow;

use super::{CommentForm, Element, Game, Nag, Node, Notation};

impl<'s, N: Notation> Game<'s, N> {
    /// Returns the text of an element if it is a comment on a position. An escaped line is none, and neither is what
    /// follows the result.
    pub(crate) fn comment_on_position(&self, element: &Element<N>) -> Option<Cow<'s, str>> {
        let comment = self.comment(element).filter(|_| !self.follows_result(element.span))?;
        (comment.form != CommentForm::Escaped).then(|| comment.text.decode())
    }
}

/// The comments and annotations of a main line, position by position: those on the position, and those of the move
/// that led to it.
#[derive(Debug)]
pub(crate) struct Notes<'g, 's, N: Notation> {
    game: &'g Game<'s, N>,
    rest: &'g [Element<N>],
    pub(crate) comments: Vec<Cow<'s, str>>,
    pub(crate) nags: Vec<Nag>,
    /// The annotations of the next move, which stand between its number and it.
    ahead: Vec<Nag>,
}

impl<'g, 's, N: Notation> Notes<'g, 's, N> {
    pub(crate) fn of(game: &'g Game<'s, N>) -> Notes<'g, 's, N> {
        Notes { game, rest: &game.movetext, comments: Vec::new(), nags: Vec::new(), ahead: Vec::new() }
    }

    /// Moves on to the next position; the first call, to that before the first move. Returns whether a move follows.
    pub(crate) fn advance(&mut self) -> bool {
        self.comments.clear();
        self.nags.clear();
        self.nags.append(&mut self.ahead);
        let (mut depth, mut is_numbered) = (0, false);
        for (at, element) in self.rest.iter().enumerate() {
            match &element.node {
                Node::Move(_) if depth == 0 => {
                    self.rest = &self.rest[at + 1..];
                    return true;
                }
                Node::VariationStart(_) => depth += 1,
                Node::VariationEnd => depth -= 1,
                Node::Comment(_) if depth == 0 => {
                    self.comments.extend(self.game.comment_on_position(element));
                }
                Node::MoveNumber(_) if depth == 0 => is_numbered = true,
                Node::Nag(nag) if depth == 0 && is_numbered => self.ahead.push(*nag),
                Node::Nag(nag) if depth == 0 => self.nags.push(*nag),
                _ => {}
            }
        }
        self.nags.append(&mut self.ahead);
        self.rest = &[];
        false
    }
}
