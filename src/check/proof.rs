//! What has been read of a game, to show that a changed text says the same.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem;

use crate::notation::ctl::PlaySign;
use crate::rules::{Illegal, Replay, Rules, Step};
use crate::syntax::{Element, Game, Node, Outcome};

/// What has been read of a game, apart from its tags. Two games with the same one say the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Proof {
    /// The hash of the positions of all lines.
    pub(super) positions: u64,
    /// The hash of these and the variations, comments, draw offers and annotations.
    content: u64,
    outcome: Outcome,
    /// The number of moves, those of variations included.
    pub(super) plies: usize,
}

impl Proof {
    /// Hashes what has been read of a game. The places of annotations do not count, since a fix may put one after the
    /// move that it is read with.
    pub(crate) fn of<R: Rules>(game: &Game<'_, R::Notation>, illegal: Illegal) -> Proof {
        let (mut positions, mut content) = (DefaultHasher::new(), DefaultHasher::new());
        let (mut annotations, mut plies) = (0_u64, 0);
        let mut between = |element: &Element<R::Notation>, content: &mut DefaultHasher| match element.node {
            Node::Comment(_) => {
                let comment = game.comment(element).map(|comment| comment.text.decode().into_owned());
                // only the words, since a fix may divide the lines of a comment otherwise
                comment.iter().flat_map(|text| text.split_whitespace()).for_each(|word| word.hash(content));
            }
            // a sum does not depend on the order, and its upper half counts the annotations
            Node::Nag(nag) => annotations = annotations.wrapping_add((1 << 32) + u64::from(nag.0)),
            Node::VariationStart(_) | Node::VariationEnd => mem::discriminant(&element.node).hash(content),
            _ if element.node == PlaySign::DrawOffer => mem::discriminant(&element.node).hash(content),
            _ => {}
        };
        match R::set_up(game) {
            Ok(start) => {
                start.position.fen().hash(&mut positions);
                let mut replay = Replay::every_line(game, start.position).with_illegal(illegal);
                while let Ok(Some(step)) = replay.step() {
                    match step {
                        Step::Ply(_) => {
                            plies += 1;
                            let played = (replay.depth(), replay.position().key());
                            played.hash(&mut positions);
                            played.hash(&mut content);
                        }
                        Step::Other(element) => between(element, &mut content),
                    }
                }
            }
            Err(_) => game.movetext.iter().for_each(|element| between(element, &mut content)),
        }
        annotations.hash(&mut content);
        let (positions, content) = (positions.finish(), content.finish());
        Proof { positions, content, outcome: game.outcome(), plies }
    }

    /// Returns what a certain fix may not change.
    pub(super) const fn content(self) -> (u64, Outcome) {
        (self.content, self.outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::CheckOptions;
    use crate::rules::with_rules;
    use crate::syntax::Portion;
    use crate::text::Source;

    fn proof(text: &str) -> Proof {
        let source = Source::new("t.pgn", text.into());
        let mut checker = CheckOptions::default().checker(&source);
        checker.read(Portion::Whole).expect("the text is a game");
        with_rules!(checker.game(), R, game => Proof::of::<R>(game, Illegal::Refused))
    }

    #[test]
    fn games_that_say_the_same_have_one_proof() {
        let game = "1. e4! {a  b} e5 (1... c5 2. Nf3) 2. Nf3 1-0";
        for same in [
            "1.e4 {a b} $1 e5 (1...c5 2.Nf3) 2.Nf3\n1-0",
            "[Result \"1-0\"]\n\n1. e4 {a} {b} $1 e5 (1... c5 2. Nf3) 2. Nf3",
        ] {
            assert_eq!(proof(same), proof(game), "{same}");
        }
        for other in [
            "1. e4! {a  b} e5 (1... c5) 2. Nf3 1-0",
            "1. e4! {a  b} e5 (1... c5 2. Nf3) 2. Nf3 0-1",
            "1. e4 {a  b} e5 (1... c5 2. Nf3) 2. Nf3 1-0",
            "1. e4! {a b c} e5 (1... c5 2. Nf3) 2. Nf3 1-0",
            "1. e4! {a  b} e5 1... c5 2. Nf3 2. Nf3 1-0",
            "1. e4! {a  b} e5 (1... c5 2. Nf3) 2. Nc3 1-0",
        ] {
            assert_ne!(proof(other), proof(game), "{other}");
        }
    }
}
