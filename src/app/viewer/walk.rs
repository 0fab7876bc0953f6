//! Ways through the tree of a game: where a key leads from a move.

use super::keys::Command;
use super::tree::{START, Tree};
use crate::message::PlyNumber;

/// Ten moves of each side.
const TEN_MOVES: usize = 20;

/// Finds the move that a key leads to, if there is one.
#[must_use]
pub fn target(tree: &Tree, from: usize, command: Command) -> Option<usize> {
    let is_fork = |&number: &usize| tree.siblings(number).len() > 1;
    match command {
        Command::Forward => tree.main_child(from),
        Command::Back => tree.line_back(from).nth(1),
        Command::First => Some(START),
        Command::Last => tree.line_on(from).last(),
        Command::TenOn => tree.line_on(from).take(TEN_MOVES).last(),
        Command::TenBack => tree.line_back(from).take(TEN_MOVES + 1).last(),
        Command::NextFork => tree.line_on(from).find(is_fork),
        Command::PreviousFork => tree.line_back(from).skip(1).find(is_fork),
        Command::Enter => alternative(tree, from).or_else(|| alternative(tree, tree.main_child(from)?)),
        Command::Leave => tree.line_back(from).find_map(|number| replaced(tree, number)),
        _ => None,
    }
}

/// Finds the next alternative to a move, round.
fn alternative(tree: &Tree, number: usize) -> Option<usize> {
    let siblings = tree.siblings(number);
    let place = siblings.iter().position(|&sibling| sibling == number)?;
    let next = siblings.get(place + 1).or_else(|| siblings.get(1))?;
    (*next != number).then_some(*next)
}

/// Finds the main move in the place of an alternative.
fn replaced(tree: &Tree, number: usize) -> Option<usize> {
    tree.siblings(number).first().copied().filter(|&first| first != number)
}

/// Finds a move by its number in the line of another one, or in the main line.
#[must_use]
pub fn find(tree: &Tree, from: usize, place: PlyNumber) -> Option<usize> {
    let line = tree.line_back(from).chain(tree.line_on(from)).chain(tree.line_on(START));
    line.into_iter().find(|&number| number != START && tree.node(number).at == place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::viewer::tree::tests::tree;

    /// Keys, and the move that they lead to from the start of a game.
    #[test]
    fn keys_lead_through_the_lines() {
        use Command::{Back, Enter, First, Forward, Last, Leave, NextFork, PreviousFork, TenBack, TenOn};
        let text = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6) 2. Nf3 (2. f4) 2... Nc6 3. Bb5 *";
        let tree = tree("t", text);
        for (commands, text) in [
            (&[Forward][..], "e4"),
            (&[Back], ""),
            (&[Forward, Forward, Back], "e4"),
            (&[Last], "Bb5"),
            (&[Last, Forward], "Bb5"),
            (&[Last, First], ""),
            (&[TenOn], "Bb5"),
            (&[Forward, TenBack], ""),
            (&[NextFork], "e5"),
            (&[NextFork, NextFork], "Nf3"),
            (&[NextFork, NextFork, PreviousFork], "e5"),
            (&[NextFork, Enter], "c5"),
            (&[Forward, Enter], "c5"),
            (&[NextFork, Enter, Enter], "e6"),
            (&[NextFork, Enter, Enter, Enter], "c5"),
            (&[NextFork, Enter, Last], "d6"),
            (&[NextFork, Enter, Last, Leave], "e5"),
            (&[NextFork, Enter, Forward, Enter, Last], "d5"),
            (&[NextFork, Enter, Forward, Enter, Last, Leave], "Nf3"),
            (&[NextFork, Enter, Forward, Enter, Last, Leave, Leave], "e5"),
            (&[Leave], ""),
            (&[Last, Enter], "Bb5"),
        ] {
            let number = commands.iter().fold(START, |at, &command| target(&tree, at, command).unwrap_or(at));
            assert_eq!(tree.node(number).text, text, "{commands:?}");
        }
        let c5 = tree.main_child(START).and_then(|e4| target(&tree, e4, Enter)).unwrap();
        for (number, side, text) in [(2, shakmaty::Color::Black, "d6"), (3, shakmaty::Color::White, "Bb5")] {
            let found = find(&tree, c5, PlyNumber { number, side }).unwrap();
            assert_eq!(tree.node(found).text, text);
        }
    }
}
