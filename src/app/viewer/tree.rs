//! A replayed game as a tree of moves, each of which leads to a position.
//!
//! The nodes stand in the order of the file, so that whoever shows them needs no
//! recursion, however deep the variations are nested.

use std::borrow::Cow;
use std::sync::Arc;

use shakmaty::Color;

use super::evaluation::Quality;
use crate::library::{Game, Move, NodeId, Position};
use crate::message::Language;
use crate::message::PlyNumber;
use crate::picture::{PictureOptions, Scene};
use crate::rules::{GameVisitor, Geometry, Illegal, MoveEffect, Opening, Rules};
use crate::syntax::{self, CommandValues, Eval, Nag, NotationKind, without_commands};
use crate::text::{Printable, words};

/// The node of the position that a game starts from.
pub const START: usize = 0;

/// The moves of a game.
#[derive(Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    /// The game, unless there is no position to start from.
    game: Option<Game>,
}

/// A move with its comments and annotations.
#[derive(Debug)]
pub struct Node {
    /// The node of the move before it.
    pub parent: usize,
    /// The moves after it, the main one first.
    pub children: Vec<usize>,
    /// Its number and side.
    pub at: PlyNumber,
    /// How many variations it is in.
    pub depth: usize,
    /// Whether it begins a variation.
    pub opens: bool,
    /// The move as its notation writes it, with its annotations.
    pub text: String,
    /// The comments before it, in a variation that it begins.
    pub before: Vec<String>,
    /// The comments on it.
    pub comments: Vec<String>,
    /// What the clock of its side shows, in seconds.
    pub clock: Option<f64>,
    /// The label of the variation that it begins (CTL-PGN).
    pub label: Option<u32>,
    /// The moves that its comments name (CTL-PGN).
    pub links: Vec<usize>,
    /// The evaluation of its position.
    pub eval: Option<Eval>,
    /// What its annotation says of it.
    pub quality: Option<Quality>,
    /// The opening that its position belongs to: the last one named in its line.
    pub opening: Option<Opening>,
}

impl Node {
    fn start(next: PlyNumber) -> Node {
        Node {
            parent: START,
            children: Vec::new(),
            at: next.previous(),
            depth: 0,
            opens: false,
            text: String::new(),
            before: Vec::new(),
            comments: Vec::new(),
            clock: None,
            label: None,
            links: Vec::new(),
            eval: None,
            quality: None,
            opening: None,
        }
    }

    /// Tells whether it has comments.
    #[must_use]
    pub fn has_comments(&self) -> bool {
        !self.before.is_empty() || !self.comments.is_empty()
    }

    /// Writes the move with its number; the start of a game is empty.
    #[must_use]
    pub fn numbered(&self) -> String {
        match self.at.side {
            _ if self.text.is_empty() => String::new(),
            Color::White => format!("{}. {}", self.at.number, self.text),
            Color::Black => format!("{}… {}", self.at.number, self.text),
        }
    }

    fn of(played: Move<'_>, parent: usize) -> Node {
        let values = played.command_values();
        let mut text = Printable(&played.san()).to_string();
        played.nags().iter().for_each(|nag| text += &sign(*nag));
        if played.offers_draw() {
            text += "(=)";
        }
        Node {
            parent,
            children: Vec::new(),
            at: played.ply_number(),
            depth: played.depth(),
            opens: played.begins_variation(),
            text,
            before: shown(played.comments_before()),
            comments: shown(played.comments()),
            clock: values.clock.map(|time| time.as_secs_f64()),
            label: played.variation_label(),
            links: Vec::new(),
            eval: values.eval,
            quality: Quality::of(played.nags()),
            opening: None,
        }
    }
}

impl Tree {
    /// Returns a node by its number; every number in the tree is one of a node.
    #[must_use]
    pub fn node(&self, number: usize) -> &Node {
        &self.nodes[number]
    }

    /// Returns a node to be changed.
    pub fn node_mut(&mut self, number: usize) -> &mut Node {
        &mut self.nodes[number]
    }

    /// Returns the nodes of the moves with their numbers, in the order of the file.
    pub fn moves(&self) -> impl Iterator<Item = (usize, &Node)> {
        self.nodes.iter().enumerate().skip(1)
    }

    /// Returns all nodes with their numbers, the start first.
    pub fn nodes(&self) -> impl Iterator<Item = (usize, &Node)> {
        self.nodes.iter().enumerate()
    }

    /// Tells whether the position of a node is evaluated.
    #[must_use]
    pub fn has_evaluations(&self) -> bool {
        self.nodes.iter().any(|node| node.eval.is_some())
    }

    /// Counts the nodes, the start included.
    #[must_use]
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the position after a move, unless there is none to start from.
    #[must_use]
    pub fn position(&self, number: usize) -> Option<Position> {
        self.game.as_ref()?.position(NodeId::from_index(number))
    }

    /// Returns the name of the rules for programs, unless there is no position to start from.
    #[must_use]
    pub fn rules(&self) -> Option<&'static str> {
        self.game.as_ref().map(Game::rules)
    }

    /// Returns the scene of the position after a move, unless there is none to start from.
    #[must_use]
    pub fn scene(&self, number: usize, geometry: Arc<Geometry>, options: PictureOptions) -> Option<Scene> {
        let game = self.game.as_ref()?;
        match game.get(NodeId::from_index(number)) {
            Some(played) => Some(played.scene(geometry, options)),
            None => Some(game.start_scene(geometry, options)),
        }
    }

    /// Returns the effect of a move on the board.
    #[must_use]
    pub fn effect(&self, number: usize) -> Option<MoveEffect> {
        Some(self.game.as_ref()?.get(NodeId::from_index(number))?.effect())
    }

    /// Returns a move as its notation writes it, without annotations.
    #[must_use]
    pub fn san(&self, number: usize) -> String {
        let played = self.game.as_ref().and_then(|game| game.get(NodeId::from_index(number)));
        played.map(|played| Printable(&played.san()).to_string()).unwrap_or_default()
    }

    /// Returns the moves from the start to one, with numbers and without annotations.
    #[must_use]
    pub fn line_text(&self, number: usize) -> String {
        let Some(game) = &self.game else { return String::new() };
        // in CTL-PGN a comma stands between the moves of White and of Black
        let comma = if game.notation() == NotationKind::CtlPgn { "," } else { "" };
        let mut line: Vec<_> = self.line_back(number).filter(|at| *at != START).collect();
        line.reverse();
        let moves = line.iter().enumerate().filter_map(|(at, number)| {
            let played = game.get(NodeId::from_index(*number))?;
            let san = Printable(&played.san()).to_string();
            let (number, is_last) = (played.number(), at + 1 == line.len());
            Some(match (played.side(), at, comma) {
                (Color::White, ..) => format!("{number}. {san}{}", if is_last { "" } else { comma }),
                (Color::Black, 0, "") => format!("{number}... {san}"),
                (Color::Black, 0, _) => format!("{number}. …, {san}"),
                (Color::Black, ..) => san,
            })
        });
        moves.collect::<Vec<_>>().join(" ")
    }

    /// Describes the position after a move in words, unless there is none to start from.
    #[must_use]
    pub fn words(&self, number: usize, language: &Language) -> Option<String> {
        let (game, id) = (self.game.as_ref()?, NodeId::from_index(number));
        let said = game.get(id).map(|played| played.describe(language) + "\n");
        Some(said.unwrap_or_default() + &game.position(id)?.describe(language))
    }

    /// Says by which rule the position after a move is drawn, or a draw may be claimed.
    #[must_use]
    pub fn draw(&self, number: usize, language: &Language) -> Option<String> {
        Some(self.game.as_ref()?.draw(NodeId::from_index(number))?.describe(language))
    }

    /// Lists the openings that the positions of the game have the names of, those of a line each once.
    pub fn openings(&self) -> impl Iterator<Item = Opening> {
        let named = self.nodes[1..].iter().map(|node| (node.opening, self.nodes[node.parent].opening));
        let changed = named.filter_map(|(opening, before)| opening.filter(|_| opening != before));
        self.nodes[START].opening.into_iter().chain(changed)
    }

    /// Returns the nodes from one back to the start, both included.
    pub fn line_back(&self, from: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(from), |&at| (at != START).then(|| self.nodes[at].parent))
    }

    /// Returns the nodes from one on to the end of its line, that one not included.
    pub fn line_on(&self, from: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.main_child(from), |&at| self.main_child(at))
    }

    /// Returns the move that follows in the line.
    #[must_use]
    pub fn main_child(&self, number: usize) -> Option<usize> {
        self.nodes[number].children.first().copied()
    }

    /// Returns the other moves in the place of one, the main move first.
    #[must_use]
    pub fn siblings(&self, number: usize) -> &[usize] {
        if number == START { &[] } else { &self.nodes[self.nodes[number].parent].children }
    }
}

/// Grows the tree of a game.
#[derive(Clone, Copy, Debug)]
pub struct Grow {
    /// What becomes of moves that are not legal.
    pub illegal: Illegal,
}

impl GameVisitor for Grow {
    type Output = Tree;

    /// Grows it up to the first error, of which others tell.
    fn run<R: Rules>(self, game: &syntax::Game<'_, R::Notation>) -> Tree {
        match R::set_up(game) {
            Ok(start) => Tree::of(Game::read::<R>(game, start.position, self.illegal, &[])),
            Err(_) => Tree { nodes: vec![Node::start(PlyNumber::START)], game: None },
        }
    }
}

impl Tree {
    fn of(game: Game) -> Tree {
        let mut start = Node::start(game.start().ply_number());
        start.comments = shown(game.comments());
        start.eval = CommandValues::of(game.comments()).eval;
        start.opening = game.start().opening();
        let mut nodes = vec![start];
        for played in game.moves() {
            let number = nodes.len();
            let parent = played.previous().map_or(START, |previous| previous.id().index());
            let mut node = Node::of(played, parent);
            // later positions have no names, and it takes moves to come to a position
            let may_be_named = node.at.number <= Opening::LAST_MOVE;
            let own = if may_be_named { played.position().opening() } else { None };
            node.opening = own.or(nodes[parent].opening);
            // the main move is first, wherever it stands
            let siblings = &mut nodes[parent].children;
            siblings.insert(if node.opens { siblings.len() } else { 0 }, number);
            nodes.push(node);
        }
        let last = game.last_move().map_or(START, |last| last.id().index());
        nodes[last].comments.extend(shown(game.comments_after()));
        Tree { nodes, game: Some(game) }
    }
}

/// Returns comments as they are shown: without commands, and those that say nothing more left
/// out.
fn shown<'g>(comments: impl Iterator<Item = &'g str>) -> Vec<String> {
    let said = comments.map(without_commands);
    let said = said.map(|said| Printable(&words(&said).collect::<Vec<_>>().join(" ")).to_string());
    said.filter(|said| !said.is_empty()).collect()
}

/// Writes an annotation as books do. The number 0 says nothing.
fn sign(nag: Nag) -> Cow<'static, str> {
    match nag.printed_sign() {
        Some(letters) if letters.starts_with(char::is_alphabetic) => format!(" {letters}").into(),
        Some(sign) => sign.into(),
        None if nag.0 == 0 => "".into(),
        None => format!(" ${}", nag.0).into(),
    }
}

#[cfg(test)]
pub(in crate::app::viewer) mod tests {
    use super::*;
    use crate::notation::AnyGames;
    use crate::rules::with_rules;
    use crate::syntax::Recovery;
    use crate::text::Source;

    /// Grows the tree of the game that a file holds.
    pub(in crate::app::viewer) fn tree(name: &str, text: &str) -> Tree {
        let source = Source::new(name, text.as_bytes().to_vec());
        let mut games = AnyGames::new(&source, None, Recovery::End);
        let mut game = games.blank();
        games.read(&mut game).unwrap();
        with_rules(&game, Grow { illegal: Illegal::Refused })
    }

    fn line_to(tree: &Tree, number: usize) -> String {
        let mut texts: Vec<_> = tree.line_back(number).map(|at| &tree.node(at).text[..]).collect();
        texts.pop();
        texts.reverse();
        texts.join(" ")
    }

    #[test]
    fn a_variation_departs_before_the_move_it_replaces() {
        let tree =
            tree("t", "1. e4 e5 $1 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6) 2. Nf3 (2. f4) 2... Nc6");
        let lines: Vec<_> = tree.moves().map(|(number, _)| line_to(&tree, number)).collect();
        assert_eq!(
            lines,
            [
                "e4",
                "e4 e5!",
                "e4 c5",
                "e4 c5 Nf3",
                "e4 c5 c3",
                "e4 c5 c3 d5",
                "e4 c5 Nf3 d6",
                "e4 e6",
                "e4 e5! Nf3",
                "e4 e5! f4",
                "e4 e5! Nf3 Nc6",
            ]
        );
        let opening: Vec<_> =
            tree.moves().filter(|(_, node)| node.opens).map(|(_, node)| node.depth).collect();
        assert_eq!(opening, [1, 2, 1, 1]);
        let fen = tree.position(6).unwrap().fen();
        assert_eq!(fen, "rnbqkbnr/pp2pppp/8/2pp4/4P3/2P5/PP1P1PPP/RNBQKBNR w KQkq - 0 3");
    }

    #[test]
    fn an_alternative_of_cescacs_may_be_written_after_the_reply() {
        let tree = tree(
            "t.ctl-pgn",
            "1. E7-E13, E21-E15 ($[1] 1. F8-F12, F20-F16 (1. …, H22-H18)) 2. NE3-D8, NE25-D20 1-1",
        );
        let lines: Vec<_> = tree.moves().map(|(number, _)| line_to(&tree, number)).collect();
        assert_eq!(lines[2..5], ["F8-F12", "F8-F12 F20-F16", "F8-F12 H22-H18"]);
        assert_eq!(lines[5], "E7-E13 E21-E15 NE3-D8");
    }

    #[test]
    fn comments_stand_with_their_moves_and_clocks_are_read() {
        let tree = tree("t", "{of all} 1. e4 {[%clk 0:01:05] best\nby test} (1. d4) {again} ({why} 1. c4) *");
        assert_eq!(tree.node(START).comments, ["of all"]);
        assert_eq!(tree.node(1).comments, ["best by test", "again"]);
        assert_eq!(tree.node(1).clock, Some(65.0));
        assert_eq!(tree.node(3).before, ["why"]);
    }

    #[test]
    fn annotations_are_shown_as_in_books() {
        let tree = tree("t", "1. e4 $36 e5 $0 $146 2. Nf3 $19 $8 Nc6 $37 $255 *");
        let texts: Vec<_> = tree.moves().map(|(_, node)| &node.text[..]).collect();
        assert_eq!(texts, ["e4↑", "e5 N", "Nf3−+□", "Nc6↓ $255"]);
    }

    #[test]
    fn a_line_is_written_from_the_start() {
        let of = |name: &str, text: &str, node| tree(name, text).line_text(node);
        assert_eq!(of("t", "1. e4! e5 (1... c5 $2 2. Nf3) 2. Nf3", 4), "1. e4 c5 2. Nf3");
        let start = "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 7\"]";
        assert_eq!(of("t", &format!("{start} 7... Ke7 8. Ke2 *"), 2), "7... Ke7 8. Ke2");
        let line = "1. E7-E13, E21-E15 2. NE3-D8";
        assert_eq!(of("t.ctl-pgn", &format!("{line} 1-1"), 3), line);
    }

    #[test]
    fn a_tree_ends_before_an_error_and_may_have_no_position() {
        assert_eq!(tree("t", "1. e4 e5 2. Ke3 Nf6 *").count(), 3);
        let without = tree("t", "[FEN \"nonsense\"]\n1. e4 *");
        assert!(without.position(START).is_none() && without.count() == 1);
    }
}
