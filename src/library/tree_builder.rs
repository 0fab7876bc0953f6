//! Builds the tree of moves of a game from its AST.

use std::mem;

use super::Position;
use super::board::PackedMove;
use super::tree::{self, After, OwnedComment, Tree};
use crate::notation::ctl::PlaySign;
use crate::rules::{Illegal, Replay, Rules, Step};
use crate::syntax::{Element, Game, Nag, Node, Notation};

/// Builds the tree of a game up to its first illegal move, which the check has reported. `played` holds the
/// moves of the main line that are already resolved. Also returns the comments after the result.
pub(super) fn build_tree<R: Rules>(
    game: &Game<'_, R::Notation>,
    start: R,
    illegal: Illegal,
    played: &[R::Move],
) -> (Tree, Vec<OwnedComment>) {
    let mut builder = TreeBuilder::from(Tree::new(Position::of(&start)));
    let mut after = Vec::new();
    let mut replay = Replay::every_line(game, start).with_illegal(illegal).with_resolved(played);
    while let Ok(Some(step)) = replay.step() {
        match step {
            Step::Ply(ply) => builder.play(ply.resolved.into(), || Position::of(replay.position())),
            Step::Other(element) => match element.node {
                Node::Comment(_) if game.follows_result(element.span) => after.extend(comment(game, element)),
                Node::Comment(_) => {
                    if let Some(comment) = comment(game, element) {
                        builder.comment(comment);
                    }
                }
                Node::MoveNumber(_) => builder.line.is_numbered = true,
                Node::VariationStart(label) => builder.enter(label, replay.replaced()),
                Node::VariationEnd => builder.leave(),
                Node::Nag(nag) => builder.nag(nag),
                Node::Sign(_) if element.node == PlaySign::DrawOffer => {
                    builder.last().draw_offer |= builder.line.has_move;
                }
                Node::Sign(_) if element.node == PlaySign::EndOfPlay => {
                    builder.last().end_of_play |= builder.line.has_move;
                }
                // the writer puts numbers and `…` where the notation requires them
                Node::Move(_) | Node::Sign(_) => {}
            },
        }
    }
    (builder.tree, after)
}

fn comment<N: Notation>(game: &Game<'_, N>, element: &Element<N>) -> Option<OwnedComment> {
    let comment = game.comment(element)?;
    Some(OwnedComment { form: comment.form, text: comment.text.decode().into_owned() })
}

/// A tree under construction, at the end of a line.
struct TreeBuilder {
    tree: Tree,
    line: BuiltLine,
    /// The enclosing lines.
    outer: Vec<BuiltLine>,
}

#[derive(Default)]
struct BuiltLine {
    /// The last node of the line, or the node that it departs from if it has no move yet.
    last: usize,
    has_move: bool,
    /// The node after which the variation is written, if the line is one that has no move yet.
    written_after: Option<usize>,
    label: Option<u32>,
    /// The comments before the first move of a variation.
    comments: Vec<OwnedComment>,
    /// Whether the number of the next move has been seen.
    is_numbered: bool,
    /// The annotations of the next move: those after that number, and all before the first move of a variation.
    nags: Vec<Nag>,
}

impl TreeBuilder {
    fn from(tree: Tree) -> TreeBuilder {
        TreeBuilder { tree, line: BuiltLine::default(), outer: Vec::new() }
    }

    fn play(&mut self, played: PackedMove, after: impl FnOnce() -> Position) {
        let BuiltLine { last, written_after, label, comments, nags, .. } = mem::take(&mut self.line);
        let at = self.tree.add(last, written_after, played, after);
        self.line = BuiltLine { last: at, has_move: true, ..BuiltLine::default() };
        let node = self.last();
        (node.label, node.before) = (label, comments);
        node.nags.extend(nags);
    }

    /// Begins a variation that replaces a number of moves.
    fn enter(&mut self, label: Option<u32>, replaced: usize) {
        let written_after = self.line.last;
        let last = (0..replaced).fold(written_after, |last, _| self.tree.node(last).parent);
        let line = BuiltLine { last, written_after: Some(written_after), label, ..BuiltLine::default() };
        self.outer.push(mem::replace(&mut self.line, line));
    }

    fn leave(&mut self) {
        let variation = mem::replace(&mut self.line, self.outer.pop().unwrap_or_default());
        // the comments of a variation without moves are kept
        variation.comments.into_iter().for_each(|comment| self.comment(comment));
    }

    fn comment(&mut self, comment: OwnedComment) {
        match self.line.written_after {
            Some(_) => self.line.comments.push(comment),
            None => self.last().after.push(After::Comment(comment)),
        }
    }

    fn nag(&mut self, nag: Nag) {
        match (self.line.has_move, self.line.written_after) {
            (true, _) if !self.line.is_numbered => self.last().nags.push(nag),
            (true, _) | (false, Some(_)) => self.line.nags.push(nag),
            (false, None) => self.last().after.push(After::Nag(nag)),
        }
    }

    /// Returns the last node of the line, or the node that it departs from if it has no move yet.
    fn last(&mut self) -> &mut tree::Node {
        self.tree.node_mut(self.line.last)
    }
}
