//! Where comments of C'escacs lead: to the moves that they name.

use gen_lsp_types::Location;

use super::document::Document;
use crate::message::PlyNumber;
use crate::notation::AnyGame;
use crate::notation::ctl::reference::references_in;
use crate::notation::ctl::reference_target::{MoveTree, target};
use crate::rules::{GameVisitor, Illegal, Replay, Rules, Step, with_rules};
use crate::syntax::{Game, Node, Notation, Replaced};
use crate::text::Span;

/// How many moves that comments name are looked for at once. Each is looked for in its line.
const MOST: usize = 1000;

/// A part of a comment that names a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// The part of the comment.
    pub(super) span: Span,
    /// The move.
    pub(super) target: Span,
}

/// Returns the move that the comment at an offset names there.
pub(super) fn definition(document: &Document, offset: usize) -> Option<Location> {
    let range = document.text.range(at(document, offset)?.target);
    Some(Location { uri: document.uri.clone(), range })
}

/// Returns the link that an offset is in.
pub(super) fn at(document: &Document, offset: usize) -> Option<Link> {
    let links = in_game(document, document.game_at(offset)?, Span::new(offset, offset));
    links.into_iter().find(|link| link.span.start <= offset && offset <= link.span.end)
}

/// Returns the links in the comments of a game that a span touches.
pub(super) fn in_game(document: &Document, index: usize, span: Span) -> Vec<Link> {
    let links = document.with_checked_game(index, |game, report, _, base| {
        let AnyGame::Ctl(written) = game else { return Vec::new() };
        let sound = report.sound_part(written, &mut Vec::<()>::new()).unwrap_or_else(|| written.clone());
        let tree: LineTree = with_rules(&AnyGame::Ctl(sound), tree_of(document.settings.syntax.illegal()));
        let comments = written.movetext.iter().filter(|element| matches!(element.node, Node::Comment(_)));
        let touched = comments
            .filter(|comment| base + comment.span.start <= span.end && span.start <= base + comment.span.end);
        let links = touched.flat_map(|comment| {
            let (start, node) = (base + comment.span.start, tree.node_before(comment.span.start));
            let text = document.text.part(Span::new(start, base + comment.span.end));
            let tree = &tree;
            references_in(text, 0).map(move |(reference, part)| {
                let target = tree.span(target(tree, node, &reference)?);
                let target = Span::new(base + target.start, base + target.end);
                Some(Link { span: Span::new(start + part.start, start + part.end), target })
            })
        });
        links.take(MOST).flatten().collect()
    });
    links.unwrap_or_default()
}

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
