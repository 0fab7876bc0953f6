//! The commands in the comments of a game.

use super::fact::CommandFact;
use crate::syntax::{CommandValues, Element, Game, Node, Notation};

/// Tells whether a comment of a game, be it in a variation, has a command.
pub(super) fn has_command<N: Notation>(game: &Game<'_, N>, wanted: CommandFact) -> bool {
    let comments = game.movetext.iter().filter(|element| matches!(element.node, Node::Comment(_)));
    comments.filter_map(|element| game.comment(element)).any(|comment| {
        let found = CommandValues::of([&*comment.text.decode()]);
        match wanted {
            CommandFact::Clock => found.clock.is_some(),
            CommandFact::Eval => found.eval.is_some(),
        }
    })
}

/// The comments of a main line, position by position.
pub(super) struct Comments<'g, N> {
    rest: &'g [Element<N>],
}

impl<'g, N: Notation> Comments<'g, N> {
    pub(super) fn of(game: &'g Game<'_, N>) -> Comments<'g, N> {
        Comments { rest: &game.movetext }
    }

    /// Reads the commands in the comments on the next position: those up to the next move.
    pub(super) fn of_next_position(&mut self, game: &Game<'_, N>) -> CommandValues {
        let mut texts = Vec::new();
        let mut depth = 0;
        let is_next_move =
            |element: &Element<N>, depth: usize| depth == 0 && matches!(element.node, Node::Move(_));
        let mut passed = 0;
        for element in self.rest {
            if is_next_move(element, depth) {
                break;
            }
            passed += 1;
            match element.node {
                Node::VariationStart(_) => depth += 1,
                Node::VariationEnd => depth -= 1,
                Node::Comment(_) if depth == 0 => texts.extend(game.comment(element)),
                _ => {}
            }
        }
        // the next move is the one that leads to the position after
        self.rest = self.rest.get(passed + 1..).unwrap_or_default();
        let texts: Vec<_> = texts.iter().map(|comment| comment.text.decode()).collect();
        CommandValues::of(texts.iter().map(AsRef::as_ref))
    }
}
