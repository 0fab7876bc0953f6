//! The moves of a game as a tree.
//!
//! The nodes are in one list and refer to each other by index, so that nothing here is recursive,
//! however deeply variations are nested. Every eighth position of a line is stored; the others are
//! found by replaying at most seven moves.

use super::Position;
use super::board::PackedMove;
use crate::message::PlyNumber;
use crate::syntax::{Comment, CommentForm, Nag};
use crate::text::{Printable, Text, words};

/// The number of moves between two stored positions.
const INTERVAL: usize = 8;

/// The id of a move in its game, or of the start of the game.
///
/// Edits of the game do not change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) usize);

impl NodeId {
    /// The start of the game, before the first move.
    pub const START: NodeId = NodeId(0);

    /// Returns the index of the node. The start is 0; in a game that has not been edited since it
    /// was read, the moves count from 1 in the order of the text, variations included.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0
    }

    /// Creates the id of an index, whether or not there is such a move.
    #[must_use]
    pub const fn from_index(index: usize) -> NodeId {
        NodeId(index)
    }
}

/// A comment and its form.
#[derive(Clone, Debug)]
pub(super) struct OwnedComment {
    pub(super) form: CommentForm,
    pub(super) text: String,
}

impl OwnedComment {
    /// Creates a comment from a text. Control characters are replaced.
    pub(super) fn of(text: &str) -> OwnedComment {
        let text = words(text).collect::<Vec<_>>().join(" ");
        OwnedComment { form: CommentForm::Braces, text: Printable(&text).to_string() }
    }

    /// Returns the text, trimmed. Returns `None` for an escaped line, which is not part of the
    /// game.
    pub(super) fn text(&self) -> Option<&str> {
        (self.form != CommentForm::Escaped).then(|| self.text.trim())
    }

    /// Returns the comment as writers take it.
    pub(super) fn borrow(&self) -> Comment<'_> {
        Comment { form: self.form, text: Text(self.text.as_bytes()) }
    }
}

/// An element after a move, before the next move of its line.
#[derive(Clone, Debug)]
pub(super) enum After {
    Comment(OwnedComment),
    /// An annotation in a game without moves. Every other annotation belongs to a move.
    Nag(Nag),
    /// A variation, by its first move.
    Variation(usize),
}

/// A move with its annotations, comments and variations, or the start.
#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    /// The move; `None` for the start.
    pub(super) played: Option<PackedMove>,
    pub(crate) at: PlyNumber,
    /// The node of the previous move. The start is its own parent.
    pub(crate) parent: usize,
    /// The nodes of the next moves. The move of the same line, if there is one, is first.
    pub(crate) children: Vec<usize>,
    /// The nesting depth; 0 is the main line.
    pub(crate) depth: usize,
    /// The node after which the variation is written, if this move begins one. That is another
    /// child of its parent or, in CTL-PGN, perhaps a later move.
    pub(super) written_after: Option<usize>,
    /// The label of that variation (CTL-PGN).
    pub(crate) label: Option<u32>,
    /// The comments before this move, if it is the first of that variation.
    pub(super) before: Vec<OwnedComment>,
    pub(super) nags: Vec<Nag>,
    pub(super) draw_offer: bool,
    pub(super) end_of_play: bool,
    pub(super) after: Vec<After>,
    pub(super) is_removed: bool,
    /// The number of moves from the start.
    length: usize,
    /// The position after the move, if it is stored.
    position: Option<Position>,
}

impl Node {
    /// Removes and returns the annotations of a game that had no moves until now.
    fn take_nags(&mut self) -> Vec<Nag> {
        let is_nag = |after: &mut After| matches!(after, After::Nag(_));
        let nags = self.after.extract_if(.., is_nag).filter_map(|after| match after {
            After::Nag(nag) => Some(nag),
            After::Comment(_) | After::Variation(_) => None,
        });
        nags.collect()
    }

    pub(super) fn add_comment(&mut self, comment: OwnedComment) {
        self.after.push(After::Comment(comment));
    }

    /// Returns the comments after the move.
    pub(super) fn comments(&self) -> impl Iterator<Item = &OwnedComment> {
        self.after.iter().filter_map(|after| match after {
            After::Comment(comment) => Some(comment),
            After::Nag(_) | After::Variation(_) => None,
        })
    }
}

/// A tree of moves.
#[derive(Clone, Debug)]
pub struct Tree {
    start: Position,
    nodes: Vec<Node>,
}

impl Tree {
    /// Creates a tree without moves.
    pub(super) fn new(start: Position) -> Tree {
        let node = Node { at: start.ply_number().previous(), ..Node::default() };
        Tree { start, nodes: vec![node] }
    }

    pub(super) fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the node at an index of this tree.
    pub(crate) fn node(&self, at: usize) -> &Node {
        &self.nodes[at]
    }

    pub(super) fn node_mut(&mut self, at: usize) -> &mut Node {
        &mut self.nodes[at]
    }

    /// Returns the number of nodes, the start included.
    pub(crate) fn count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the index of a node. Returns `None` if it is not in the tree or has been removed.
    pub(super) fn find(&self, NodeId(at): NodeId) -> Option<usize> {
        self.nodes.get(at).filter(|node| !node.is_removed).map(|_| at)
    }

    /// Returns the next move of the line.
    pub(crate) fn next(&self, at: usize) -> Option<usize> {
        let first = self.nodes[at].children.first().copied();
        first.filter(|&first| self.nodes[first].written_after.is_none())
    }

    /// Returns the last node of the line that a node is in.
    pub(super) fn end_of_line(&self, at: usize) -> usize {
        self.line_on(at).last().unwrap_or(at)
    }

    /// Returns the nodes after one, to the end of its line.
    pub(crate) fn line_on(&self, from: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.next(from), |&at| self.next(at))
    }

    /// Adds a move: to the end of a line, or as the first of a variation that is written after another node. `after`
    /// creates the position after it.
    pub(super) fn add(
        &mut self,
        parent: usize,
        written_after: Option<usize>,
        played: PackedMove,
        after: impl FnOnce() -> Position,
    ) -> usize {
        let added = self.count();
        let length = self.nodes[parent].length + 1;
        let position = length.is_multiple_of(INTERVAL).then(after);
        let depth = written_after.map_or(self.nodes[parent].depth, |after| self.nodes[after].depth + 1);
        // a game may begin with number 0, before which there is no number to continue from
        let at = if parent == 0 { self.start.ply_number() } else { self.nodes[parent].at.next() };
        let node = Node { played: Some(played), at, parent, depth, length, position, ..Node::default() };
        self.nodes.push(node);
        match written_after {
            Some(after) => {
                self.attach(added, after);
                self.nodes[parent].children.push(added);
            }
            None => {
                self.nodes[added].nags = self.nodes[parent].take_nags();
                self.nodes[parent].children.insert(0, added);
            }
        }
        added
    }

    /// Writes the variation that a node begins after another node.
    pub(super) fn attach(&mut self, first: usize, written_after: usize) {
        self.nodes[first].written_after = Some(written_after);
        self.nodes[written_after].after.push(After::Variation(first));
    }

    /// Detaches the variation that a node begins, if it begins one.
    pub(super) fn detach(&mut self, first: usize) {
        if let Some(written_after) = self.nodes[first].written_after.take() {
            let is_other = |after: &After| !matches!(after, After::Variation(at) if *at == first);
            self.nodes[written_after].after.retain(is_other);
        }
    }

    /// Recalculates the nesting depth of every node.
    pub(super) fn update_depths(&mut self) {
        let mut depth = 0;
        let mut depths = Vec::with_capacity(self.nodes.len());
        for part in self.parts() {
            match part {
                TextPart::Open(_) => depth += 1,
                TextPart::Close => depth -= 1,
                TextPart::Move(at) => depths.push((at, depth)),
                TextPart::Comment(_) | TextPart::Nag(_) => {}
            }
        }
        depths.into_iter().for_each(|(at, depth)| self.nodes[at].depth = depth);
    }

    /// Returns the nodes from one back to the start, both included.
    pub(crate) fn line_back(&self, from: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(from), |&at| (at != 0).then(|| self.nodes[at].parent))
    }

    /// Returns the position after a node, replaying from the last stored one.
    pub(super) fn position(&self, at: usize) -> Position {
        let mut moves = Vec::with_capacity(INTERVAL);
        let mut node = &self.nodes[at];
        let mut position = loop {
            match (&node.position, node.played) {
                (Some(position), _) => break position.clone(),
                (None, Some(played)) => moves.push(played),
                (None, None) => break self.start.clone(),
            }
            node = &self.nodes[node.parent];
        };
        moves.into_iter().rev().for_each(|played| position.board.play(played));
        position
    }

    /// Iterates over the parts of the tree, in the order of the text.
    pub(super) fn parts(&self) -> TextParts<'_> {
        TextParts { tree: self, rest: vec![Rest::After(0)] }
    }

    /// Creates a cursor at the start.
    pub(super) fn cursor(&self) -> Cursor<'_> {
        Cursor { tree: self, at: 0, position: self.start.clone() }
    }
}

/// A cursor on a node, with the position after it. Moving along a line plays one move; only moving
/// to another line replays moves.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'t> {
    tree: &'t Tree,
    at: usize,
    position: Position,
}

impl Cursor<'_> {
    /// Moves to the parent of a node, and returns the position before the node.
    pub(super) fn before(&mut self, at: usize) -> &Position {
        let parent = self.tree.nodes[at].parent;
        if self.at != parent {
            (self.at, self.position) = (parent, self.tree.position(parent));
        }
        &self.position
    }

    /// Moves to a node, and returns the position after it.
    pub(super) fn after(&mut self, at: usize) -> &Position {
        if self.at != at {
            self.before(at);
            self.at = at;
            let played = self.tree.nodes[at].played;
            played.into_iter().for_each(|played| self.position.board.play(played));
        }
        &self.position
    }
}

/// A part of the text of a game.
#[derive(Clone, Copy, Debug)]
pub(super) enum TextPart<'t> {
    Move(usize),
    Comment(&'t OwnedComment),
    Nag(Nag),
    /// The opening bracket of a variation, with its first move.
    Open(usize),
    Close,
}

/// An iterator over the parts of a tree, with an explicit stack.
#[derive(Clone, Debug)]
pub(super) struct TextParts<'t> {
    tree: &'t Tree,
    rest: Vec<Rest<'t>>,
}

#[derive(Clone, Copy, Debug)]
enum Rest<'t> {
    Part(TextPart<'t>),
    /// The variation that a node begins.
    Variation(usize),
    /// The elements after a node, and the rest of its line.
    After(usize),
}

impl<'t> Iterator for TextParts<'t> {
    type Item = TextPart<'t>;

    fn next(&mut self) -> Option<TextPart<'t>> {
        // what comes first is pushed last
        loop {
            match self.rest.pop()? {
                Rest::Part(part) => return Some(part),
                Rest::Variation(first) => {
                    self.rest.push(Rest::Part(TextPart::Close));
                    self.rest.extend([Rest::After(first), Rest::Part(TextPart::Move(first))]);
                    let before = self.tree.nodes[first].before.iter().rev();
                    self.rest.extend(before.map(|comment| Rest::Part(TextPart::Comment(comment))));
                    return Some(TextPart::Open(first));
                }
                Rest::After(at) => {
                    if let Some(next) = self.tree.next(at) {
                        self.rest.extend([Rest::After(next), Rest::Part(TextPart::Move(next))]);
                    }
                    self.rest.extend(self.tree.nodes[at].after.iter().rev().map(|after| match after {
                        After::Comment(comment) => Rest::Part(TextPart::Comment(comment)),
                        After::Nag(nag) => Rest::Part(TextPart::Nag(*nag)),
                        After::Variation(first) => Rest::Variation(*first),
                    }));
                }
            }
        }
    }
}
