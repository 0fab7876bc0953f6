//! Merges games into one tree: equal moves become one, and other moves begin variations.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem;

use super::Game;
use super::tree::{After, Node, OwnedComment};
use crate::syntax::{CommentForm, Outcome, is_unknown};
use crate::text::words;

/// The number of bytes that a move takes in the text of a tree, with its number and the brackets of variations.
const BYTES_OF_MOVE: usize = 8;

/// A game to which others with the same start are added.
#[derive(Debug)]
pub(crate) struct MergedGame {
    pub(crate) game: Game,
    /// The hashes of its comments with their places. Where games have clocks, a move has as many comments as games, so
    /// they are not searched one by one.
    comments: HashSet<u64>,
    /// The approximate size of its text in bytes.
    pub(crate) size: usize,
    /// How deep its variations are nested.
    pub(crate) levels: usize,
}

/// The place of a comment in the tree.
#[derive(Clone, Copy, Debug, Hash)]
enum Place {
    After(usize),
    /// Before the first move of a variation.
    Before(usize),
}

impl MergedGame {
    pub(crate) fn new(game: Game) -> MergedGame {
        let mut merged = MergedGame { comments: HashSet::new(), size: 0, levels: 0, game };
        for at in 0..merged.game.tree.count() {
            let node = merged.game.tree.node(at);
            merged.levels = merged.levels.max(node.depth);
            merged.size += BYTES_OF_MOVE;
            let after = node.comments().map(|comment| (Place::After(at), comment));
            for (place, comment) in
                node.before.iter().map(|comment| (Place::Before(at), comment)).chain(after)
            {
                merged.size += comment.borrow().text.0.len();
                merged.comments.insert(hash(place, comment));
            }
        }
        merged
    }

    /// Adds the moves of another game with the same start, and what it says of them. Its players are named after its
    /// last move if they are others.
    pub(crate) fn add(&mut self, MergedGame { game: other, .. }: &MergedGame) {
        let end = self.game.tree.end_of_line(0);
        // the nodes here of the moves there
        let mut nodes = vec![0; other.tree.count()];
        // the comments before a variation whose first move comes next
        let mut ahead = Vec::new();
        let mut rest = vec![0];
        while let Some(at) = rest.pop() {
            let node = other.tree.node(at);
            // the move of the same line is the first of them
            rest.extend(node.children.iter().rev());
            let here = self.play(nodes[node.parent], node);
            nodes[at] = here;
            for comment in mem::take(&mut ahead).into_iter().chain(&node.before) {
                self.comment_before(here, comment);
            }
            let next = other.tree.next(at).and_then(|next| other.tree.node(next).played);
            let known = next.and_then(|next| self.game.tree.child(here, next));
            let is_ahead = |comment| known.is_some_and(|next| self.has(Place::Before(next), comment));
            let comments: Vec<_> = node.comments().filter(|comment| !is_ahead(comment)).collect();
            // what a game says where it leaves the others belongs to its own moves
            if next.is_some() && known.is_none() && self.game.tree.next(here).is_some() {
                ahead = comments;
            } else {
                comments.into_iter().for_each(|comment| self.comment(Place::After(here), comment));
            }
        }
        let last = Place::After(nodes[other.tree.end_of_line(0)]);
        let players = self.other_players(other);
        other.after.iter().chain(&players).for_each(|comment| self.comment(last, comment));
        if self.game.tree.end_of_line(0) != end {
            self.game.tags.0.retain(|tag| !tag.name.eq_ignore_ascii_case("PlyCount"));
        }
    }

    /// Plays a move of another game after a node, with its annotations, and returns its node. The start has no move.
    fn play(&mut self, parent: usize, node: &Node) -> usize {
        let Some(played) = node.played else { return 0 };
        let tree = &mut self.game.tree;
        let count = tree.count();
        let at = tree.play(parent, played);
        if tree.count() > count {
            tree.node_mut(parent).end_of_play = false;
            let new = tree.node_mut(at);
            // in a variation the sign of the end would be out of place
            (new.label, new.end_of_play) = (node.label, node.end_of_play && new.depth == 0);
            self.size += BYTES_OF_MOVE;
            self.levels = self.levels.max(new.depth);
        }
        let here = tree.node_mut(at);
        let nags: Vec<_> = node.nags.iter().filter(|nag| !here.nags.contains(nag)).collect();
        here.nags.extend(nags);
        here.draw_offer |= node.draw_offer;
        at
    }

    /// Adds a comment before a move, unless it stands there or after the move before it.
    fn comment_before(&mut self, at: usize, comment: &OwnedComment) {
        let node = self.game.tree.node(at);
        let after_last = Place::After(node.parent);
        let place = if node.written_after.is_some() { Place::Before(at) } else { after_last };
        if !self.has(after_last, comment) {
            self.comment(place, comment);
        }
    }

    fn has(&self, place: Place, comment: &OwnedComment) -> bool {
        self.comments.contains(&hash(place, comment))
    }

    /// Adds a comment, unless it stands there.
    fn comment(&mut self, place: Place, comment: &OwnedComment) {
        if !self.comments.insert(hash(place, comment)) {
            return;
        }
        self.size += comment.borrow().text.0.len();
        match place {
            Place::Before(at) => self.game.tree.node_mut(at).before.push(comment.clone()),
            Place::After(at) => {
                let after = &mut self.game.tree.node_mut(at).after;
                // before the variations
                let last = after.iter().rposition(|after| !matches!(after, After::Variation(_)));
                after.insert(last.map_or(0, |last| last + 1), After::Comment(comment.clone()));
            }
        }
    }

    /// Returns a comment that names the players of another game, and its result, unless they are those of the header or
    /// unknown.
    fn other_players(&self, other: &Game) -> Option<OwnedComment> {
        let players =
            |game: &Game| ["White", "Black"].map(|side| game.tag(side).unwrap_or("?").trim().to_owned());
        let [white, black] = players(other);
        if is_unknown(&white) && is_unknown(&black) || players(&self.game) == [&*white, &*black] {
            return None;
        }
        let result = Some(other.outcome).filter(|outcome| *outcome != Outcome::Unknown);
        let result = result.map_or("", |outcome| other.notation.result_text(outcome));
        Some(OwnedComment::of(&format!("{white} - {black} {result}")))
    }
}

/// Returns a hash of a comment in a place, however its lines are broken.
fn hash(place: Place, comment: &OwnedComment) -> u64 {
    let mut hasher = DefaultHasher::new();
    let comment = comment.borrow();
    (place, comment.form == CommentForm::Escaped).hash(&mut hasher);
    words(&comment.text.decode()).for_each(|word| word.hash(&mut hasher));
    hasher.finish()
}
