//! Edits of a tree: playing, promoting and removing moves.

use super::board::PackedMove;
use super::tree::Tree;

impl Tree {
    /// Plays a legal move after a node, and returns its node. A move that is there already is not
    /// added again; any other ends the line or begins a variation.
    pub(super) fn play(&mut self, at: usize, played: PackedMove) -> usize {
        let known = self.node(at).children.iter().copied();
        if let Some(known) = known.clone().find(|&child| self.node(child).played == Some(played)) {
            return known;
        }
        let mut after = self.position(at);
        after.play_packed(played);
        match self.next(at) {
            Some(next) => self.open(at, next, played, || after),
            None => self.push(at, played, || after),
        }
    }

    /// Exchanges the variation that a node is in with the line that it departs from.
    pub(super) fn promote(&mut self, at: usize) {
        let mut first = at;
        while self.node(first).written_after.is_none() {
            first = self.node(first).parent;
            if first == 0 {
                return;
            }
        }
        let parent = self.node(first).parent;
        let siblings = std::mem::take(&mut self.node_mut(parent).children);
        siblings.iter().for_each(|&sibling| self.detach(sibling));
        for comment in std::mem::take(&mut self.node_mut(first).before) {
            self.node_mut(parent).add_comment(comment);
        }
        self.node_mut(first).label = None;
        self.node_mut(parent).children.push(first);
        for sibling in siblings.into_iter().filter(|&sibling| sibling != first) {
            self.attach(sibling, first);
            self.node_mut(parent).children.push(sibling);
        }
        self.update_depths();
    }

    /// Removes a move and everything after it.
    pub(super) fn remove(&mut self, at: usize) {
        let parent = self.node(at).parent;
        if let (Some(next), Some(&heir)) = (self.next(parent), self.node(parent).children.get(1))
            && next == at
        {
            self.promote(heir);
        }
        self.detach(at);
        self.node_mut(parent).children.retain(|&child| child != at);
        let mut rest = vec![at];
        while let Some(removed) = rest.pop() {
            self.node_mut(removed).is_removed = true;
            rest.extend(&self.node(removed).children);
        }
        // an alternative may be written after a move that has been removed
        let Some(line) = self.next(parent) else { return };
        for sibling in self.node(parent).children.clone() {
            if self.node(sibling).written_after.is_some_and(|after| self.node(after).is_removed) {
                self.attach(sibling, line);
            }
        }
        self.update_depths();
    }
}

#[cfg(test)]
mod tests {
    use crate::library::{EditError, Game, Move, NodeId};

    fn game(text: &str) -> Game {
        crate::parse(text).next().unwrap().unwrap()
    }

    fn movetext(game: &Game) -> String {
        let text = game.to_string();
        text.split_once("\n\n").unwrap().1.trim_end().replace('\n', " ")
    }

    fn id(game: &Game, san: &str) -> NodeId {
        game.moves().find(|played| played.san() == san).unwrap().id()
    }

    #[test]
    fn promoting_exchanges_a_variation_with_its_line() {
        let text = "{0} 1. e4 {1} (1. d4 {2} (1. c4 e5) 1... d5) (1. Nf3) 1... e5 (1... c5) *";
        for (promoted, expected) in [
            ("e5", text),
            ("d5", "{0} 1. d4 {2} (1. e4 {1} 1... e5 (1... c5)) (1. c4 e5) (1. Nf3) 1... d5 *"),
            ("c5", "{0} 1. e4 {1} (1. d4 {2} (1. c4 e5) 1... d5) (1. Nf3) 1... c5 (1... e5) *"),
        ] {
            let mut game = game(text);
            let first = game.main_line().find(|played| played.san() == promoted).map(Move::id);
            game.promote(first.unwrap_or_else(|| id(&game, promoted))).unwrap();
            assert_eq!(movetext(&game), expected, "{promoted}");
        }
        let mut of_all = game("1. e4 ({why} 1. d4) *");
        of_all.promote(id(&of_all, "d4")).unwrap();
        assert_eq!(movetext(&of_all), "{why} 1. d4 (1. e4) *");
    }

    #[test]
    fn removing_a_move_removes_everything_after_it_and_no_more() {
        let text = "1. e4 {1} (1. d4 (1. c4 e6) 1... d5) 1... e5 2. Nf3 *";
        for (removed, expected) in [
            ("d4", "1. e4 {1} (1. c4 e6) 1... e5 2. Nf3 *"),
            ("c4", "1. e4 {1} (1. d4 d5) 1... e5 2. Nf3 *"),
            ("e5", "1. e4 {1} (1. d4 (1. c4 e6) 1... d5) *"),
            ("e4", "1. d4 (1. c4 e6) 1... d5 *"),
        ] {
            let mut game = game(text);
            let removed = id(&game, removed);
            game.remove(removed).unwrap();
            assert_eq!(movetext(&game), expected);
            assert!(game.get(removed).is_none() && game.position(removed).is_none());
            assert!(matches!(game.add_comment(removed, ""), Err(EditError::NoSuchMove)));
            assert!(matches!(game.play_after(removed, "a6"), Err(EditError::NoSuchMove)));
        }
    }

    #[test]
    fn an_alternative_written_after_the_reply_moves_with_its_move() {
        let text = "[Variant \"C'escacs\"] 1. H6-H10, D22-D18 (1. H6-H8, D22-D20) 2. I5-I9 *";
        let mut promoted = game(text);
        promoted.promote(id(&promoted, "H6-H8")).unwrap();
        assert_eq!(movetext(&promoted), "1. H6-H8 (1. H6-H10, D22-D18 .2. I5-I9) 1. …, D22-D20: *");
        let mut removed = game(text);
        removed.remove(id(&removed, "H6-H10")).unwrap();
        assert_eq!(movetext(&removed), "1. H6-H8, D22-D20: *");
    }
}
