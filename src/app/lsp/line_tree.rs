//! The moves of a game with their places, as a tree in which references are found.

use crate::message::PlyNumber;
use crate::notation::ctl::reference_target::MoveTree;
use crate::rules::{GameVisitor, Illegal, Replay, Rules, Step};
use crate::syntax::{Game, Node, Notation, Replaced};
use crate::text::Span;

/// The moves of a game, numbered in the order of the file. The start of the game is 0.
#[derive(Debug)]
pub(super) struct LineTree(Vec<Move>);

#[derive(Debug)]
struct Move {
    span: Span,
    at: PlyNumber,
    depth: usize,
    label: Option<u32>,
    parent: usize,
    main_child: Option<usize>,
}

impl LineTree {
    /// Returns the span of a move.
    pub(super) fn span(&self, node: usize) -> Span {
        self.0[node].span
    }

    /// Returns the last move before an offset.
    pub(super) fn node_before(&self, offset: usize) -> usize {
        self.0.partition_point(|node| node.span.end <= offset).saturating_sub(1)
    }

    fn push(&mut self, parent: usize, node: Move) -> usize {
        let number = self.0.len();
        self.0[parent].main_child.get_or_insert(number);
        self.0.push(Move { parent, ..node });
        number
    }
}

impl MoveTree for LineTree {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn ply(&self, node: usize) -> PlyNumber {
        self.0[node].at
    }

    fn depth(&self, node: usize) -> usize {
        self.0[node].depth
    }

    fn label(&self, node: usize) -> Option<u32> {
        self.0[node].label
    }

    fn parent(&self, node: usize) -> usize {
        self.0[node].parent
    }

    fn main_child(&self, node: usize) -> Option<usize> {
        self.0[node].main_child
    }
}

/// Returns what makes the tree of a game that has no errors.
pub(super) fn tree_of(illegal: Illegal) -> impl GameVisitor<Output = LineTree> {
    Grow { illegal }
}

struct Grow {
    illegal: Illegal,
}

impl GameVisitor for Grow {
    type Output = LineTree;

    fn run<R: Rules>(self, game: &Game<'_, R::Notation>) -> LineTree {
        let before = Move {
            span: Span::default(),
            at: PlyNumber::START.previous(),
            depth: 0,
            label: None,
            parent: 0,
            main_child: None,
        };
        let mut tree = LineTree(vec![before]);
        let Ok(start) = R::set_up(game) else { return tree };
        tree.0[0].at = start.position.ply_number().previous();
        let mut replay = Replay::every_line(game, start.position).with_illegal(self.illegal);
        let (mut last, mut outer, mut label) = (0, Vec::new(), None);
        for index in 0..game.movetext.len() {
            match replay.step() {
                Ok(Some(Step::Ply(ply))) => {
                    let depth = replay.depth();
                    let label = std::mem::take(&mut label);
                    let node = Move { span: ply.span, at: ply.at, depth, label, parent: 0, main_child: None };
                    last = tree.push(last, node);
                }
                Ok(Some(Step::Other(element))) => match element.node {
                    Node::VariationStart(written) => {
                        label = written;
                        outer.push(last);
                        let goes_back_two = match R::Notation::replaced_by(&game.movetext[index + 1..]) {
                            Replaced::LastMove => false,
                            Replaced::LastMoveOf(side) => tree.0[last].at.side != side,
                        };
                        last = tree.0[last].parent;
                        if goes_back_two {
                            last = tree.0[last].parent;
                        }
                    }
                    Node::VariationEnd => last = outer.pop().unwrap_or(last),
                    _ => {}
                },
                Ok(None) | Err(_) => break,
            }
        }
        tree
    }
}
