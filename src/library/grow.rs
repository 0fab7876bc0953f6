//! From a game as it was written to a tree of moves.

use super::Position;
use super::board::PackedMove;
use super::tree::{Behind, OwnedComment, Tree};
use crate::message::PlyNumber;
use crate::rules::{Illegal, Replay, Rules, Step};
use crate::syntax::{Element, Game, Nag, Node, Notation};

/// Replays a game up to its first error, which the check has reported. `played` holds the resolved
/// moves of the main line, as far as they are known. Also returns the comments after the result.
pub(super) fn grow<R: Rules>(
    game: &Game<'_, R::Notation>,
    start: R,
    illegal: Illegal,
    played: &[R::Move],
) -> (Tree, Vec<OwnedComment>) {
    let mut growth = Growth::from(Tree::new(Position::of(&start)));
    let mut after = Vec::new();
    let result = game.result.map_or(usize::MAX, |(_, span)| span.start);
    let mut replay = Replay::every_line(game, start).with_illegal(illegal).with_resolved(played);
    while let Ok(Some(step)) = replay.step() {
        match step {
            Step::Ply(ply) => growth.play(ply.resolved.into(), || Position::of(replay.position())),
            Step::Other(element) => match element.node {
                Node::Comment(_) if element.span.start > result => after.extend(comment(game, element)),
                Node::Comment(_) => comment(game, element).into_iter().for_each(|said| growth.comment(said)),
                Node::VariationStart(label) => growth.enter(label, replay.position().ply_number()),
                Node::VariationEnd => growth.leave(),
                Node::Nag(nag) => growth.nag(nag),
                Node::DrawOffer => growth.draw_offer(),
                Node::EndOfPlay => growth.end_of_play(),
                // a writer puts numbers, and `…`, where they belong
                Node::Move(_) | Node::MoveNumber(_) | Node::Omitted => {}
            },
        }
    }
    (growth.tree, after)
}

fn comment<N: Notation>(game: &Game<'_, N>, element: &Element<N>) -> Option<OwnedComment> {
    let comment = game.comment(element)?;
    Some(OwnedComment::new(comment.form, comment.text.decode(game.encoding).into_owned()))
}

/// A tree that is growing, at the end of a line.
struct Growth {
    tree: Tree,
    line: Line,
    /// The lines around it.
    outer: Vec<Line>,
}

#[derive(Default)]
struct Line {
    /// The last node of the line, or the one that it departs from while it has none.
    last: usize,
    has_move: bool,
    /// The node after which the variation is written, if the line is one.
    stands_behind: Option<usize>,
    label: Option<u32>,
    /// The comments and annotations before the first move of a variation.
    comments: Vec<OwnedComment>,
    nags: Vec<Nag>,
}

impl Growth {
    fn from(tree: Tree) -> Growth {
        Growth { tree, line: Line::default(), outer: Vec::new() }
    }

    fn play(&mut self, played: PackedMove, after: impl FnOnce() -> Position) {
        let line = &mut self.line;
        let Some(stands_behind) = line.stands_behind.filter(|_| !line.has_move) else {
            line.last = self.tree.push(line.last, played, after);
            line.has_move = true;
            return;
        };
        line.last = self.tree.open(line.last, stands_behind, played, after);
        line.has_move = true;
        let node = self.tree.node_mut(line.last);
        node.label = line.label;
        node.before = std::mem::take(&mut line.comments);
        node.nags = std::mem::take(&mut line.nags);
    }

    /// Begins a variation; `next` is the move that its first one replaces.
    fn enter(&mut self, label: Option<u32>, next: PlyNumber) {
        let stands_behind = self.line.last;
        let mut last = stands_behind;
        while last != 0 && self.tree.node(last).at.next() != next {
            last = self.tree.node(last).parent;
        }
        let line = Line { last, stands_behind: Some(stands_behind), label, ..Line::default() };
        self.outer.push(std::mem::replace(&mut self.line, line));
    }

    fn leave(&mut self) {
        let variation = std::mem::replace(&mut self.line, self.outer.pop().unwrap_or_default());
        // one that has no move leaves what is said in it
        variation.comments.into_iter().for_each(|said| self.comment(said));
    }

    fn comment(&mut self, comment: OwnedComment) {
        if self.line.has_move || self.line.stands_behind.is_none() {
            self.tree.node_mut(self.line.last).behind.push(Behind::Comment(comment));
        } else {
            self.line.comments.push(comment);
        }
    }

    fn nag(&mut self, nag: Nag) {
        match (self.line.has_move, self.line.stands_behind) {
            (true, _) => self.tree.node_mut(self.line.last).nags.push(nag),
            (false, Some(_)) => self.line.nags.push(nag),
            (false, None) => self.tree.node_mut(0).behind.push(Behind::Nag(nag)),
        }
    }

    fn draw_offer(&mut self) {
        self.tree.node_mut(self.line.last).draw_offer |= self.line.has_move;
    }

    fn end_of_play(&mut self) {
        self.tree.node_mut(self.line.last).end_of_play |= self.line.has_move;
    }
}
