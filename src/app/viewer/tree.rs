//! A replayed game as the viewer shows it: its tree of moves, with the data shown for each.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use shakmaty::Color;

use super::move_text::{move_text, numbered, san};
use crate::format::{Context, MoveText};
use crate::library::{Game, Move, MoveTree, NodeId, Position};
use crate::message::Language;
use crate::notation::Variant;
use crate::notation::ctl::reference::{PlayedMoves, written_out};
use crate::picture::{PictureOptions, Scene};
use crate::rules::{Geometry, Opening, Rules};
use crate::syntax::{self, Clocks, CommandValues, Eval, Notation, NotationKind, without_commands};
use crate::text::{Printable, joined, words};

/// The node of the position that a game starts from.
pub const START: usize = 0;

/// The moves of a game, with the data shown for each. Nodes have the same numbers as in the tree of the library, in the
/// order of the file.
#[derive(Debug)]
pub struct Tree {
    /// The game. If it cannot be set up, one without moves is in its place.
    pub game: Game,
    /// Whether there is a position to start from.
    is_set_up: bool,
    /// The data of all nodes, the start first.
    pub nodes: Vec<Node>,
}

/// The lines of the tree.
impl Deref for Tree {
    type Target = MoveTree;

    fn deref(&self) -> &MoveTree {
        &self.game.tree
    }
}

/// The data shown for a node.
#[derive(Debug, Default)]
pub struct Node {
    /// The move with its annotations.
    pub text: String,
    /// The comments before it, in a variation that it begins.
    pub before: Vec<String>,
    /// The comments on it, those after the result last.
    pub comments: Vec<String>,
    /// How many of the comments stand after the result: only the last move of the main line can have any there.
    pub after_result: usize,
    /// The moves that its comments name (CTL-PGN).
    pub links: Vec<usize>,
    /// The clock of its side after it.
    pub clock: Option<Duration>,
    /// The time that it took.
    pub elapsed: Option<Duration>,
    /// The evaluation of its position.
    pub eval: Option<Eval>,
    /// The opening that its position belongs to: the last one named in its line.
    pub opening: Option<Opening>,
}

impl Node {
    /// Returns whether it has comments.
    pub fn has_comments(&self) -> bool {
        !self.before.is_empty() || !self.comments.is_empty()
    }

    /// Returns the comments directly after it, and those after the result.
    pub fn divided_comments(&self) -> (&[String], &[String]) {
        self.comments.split_at(self.comments.len() - self.after_result)
    }
}

impl Tree {
    /// Returns the tree of a game, with the references in its comments written out in a language: moves with an arrow
    /// before them, and with the moves in a notation. It has the start only if the game cannot be set up.
    pub fn of<R: Rules>(context: &Context<'_, R>, notation: MoveText, language: &Language) -> Tree {
        let Context { game: written, illegal, played, .. } = *context;
        match Game::read::<R>(written, illegal, played) {
            Some(game) => Tree { nodes: nodes_of(&game, written, notation, language), is_set_up: true, game },
            None => {
                let game = Game::new(Variant::Chess);
                Tree { nodes: vec![Node::default()], is_set_up: false, game }
            }
        }
    }

    /// Returns the move that leads to a node; `None` for the start.
    pub fn played(&self, number: usize) -> Option<Move<'_>> {
        self.game.get(NodeId::from_index(number))
    }

    /// Returns the clocks before the first move.
    pub(crate) fn clocks(&self) -> Clocks {
        Clocks::of(self.game.tag("TimeControl").unwrap_or_default())
    }

    /// Returns whether the position of any node is evaluated.
    pub fn has_evaluations(&self) -> bool {
        self.nodes.iter().any(|node| node.eval.is_some())
    }

    /// Returns the position after a move, or `None` if there is no position to start from.
    pub fn position(&self, number: usize) -> Option<Position> {
        self.game.position(NodeId::from_index(number)).filter(|_| self.is_set_up)
    }

    /// Returns the name of the rules, such as `chess` or `cescacs`, or `None` if there is no
    /// position to start from.
    pub fn rules(&self) -> Option<&'static str> {
        self.is_set_up.then(|| self.game.rules())
    }

    /// Returns the scene of the position after a move.
    pub fn scene(&self, number: usize, geometry: Arc<Geometry>, options: PictureOptions) -> Scene {
        match self.played(number) {
            Some(played) => played.scene(geometry, options),
            None => self.game.start_scene(geometry, options),
        }
    }

    /// Returns the moves from the start to one, with numbers and without annotations.
    pub fn line_text(&self, number: usize) -> String {
        // in CTL-PGN a comma separates the moves of White and Black
        let comma = if self.game.notation() == NotationKind::CtlPgn { "," } else { "" };
        let mut line: Vec<_> = self.line_back(number).filter_map(|at| self.played(at)).collect();
        line.reverse();
        let moves = line.iter().enumerate().map(|(at, played)| {
            let san = san(*played);
            let (number, is_last) = (played.number(), at + 1 == line.len());
            match (played.side(), at, comma) {
                (Color::White, ..) => format!("{number}. {san}{}", if is_last { "" } else { comma }),
                (Color::Black, 0, "") => format!("{number}... {san}"),
                (Color::Black, 0, _) => format!("{number}. …, {san}"),
                (Color::Black, ..) => san,
            }
        });
        moves.collect::<Vec<_>>().join(" ")
    }

    /// Describes a move and the position after it in words. Returns `None` if there is no position
    /// to start from.
    pub fn words(&self, number: usize, language: &Language) -> Option<String> {
        let said = self.played(number).map(|played| played.describe(language) + "\n");
        Some(said.unwrap_or_default() + &self.position(number)?.describe(language))
    }

    /// Returns, in words, the rule by which the position after a move is drawn or a draw may be
    /// claimed.
    pub fn draw(&self, number: usize, language: &Language) -> Option<String> {
        Some(self.game.draw(NodeId::from_index(number))?.describe(language))
    }

    /// Returns the openings that are named in the game, one wherever the opening of a line changes.
    pub fn openings(&self) -> impl Iterator<Item = Opening> {
        let opening = |at: usize| self.nodes[at].opening;
        let changed = (1..self.nodes.len()).filter(move |&at| opening(at) != opening(self.node(at).parent));
        std::iter::once(START).chain(changed).filter_map(opening)
    }

    /// Returns the nodes of the line through one, from the start to its end.
    pub fn line_through(&self, node: usize) -> Vec<usize> {
        let mut line: Vec<_> = self.line_back(node).collect();
        line.reverse();
        line.extend(self.line_on(node));
        line
    }

    /// Returns all moves in the place of one, that one included, the main move first; none for the start.
    pub fn siblings(&self, number: usize) -> &[usize] {
        if number == START { &[] } else { &self.node(self.node(number).parent).children }
    }
}

/// Returns the data shown for the start of a game and for each of its moves.
fn nodes_of<N: Notation>(
    game: &Game,
    written: &syntax::Game<'_, N>,
    notation: MoveText,
    language: &Language,
) -> Vec<Node> {
    let mut nodes = vec![Node {
        comments: shown(game.comments()),
        eval: CommandValues::of(None, game.comments()).eval,
        opening: game.start().opening(),
        ..Node::default()
    }];
    for played in game.moves() {
        let values = played.command_values();
        // later positions have no names, and reaching a position takes replaying its moves
        let may_be_named = played.number() <= Opening::LAST_MOVE;
        let own = if may_be_named { played.position().opening() } else { None };
        nodes.push(Node {
            text: move_text(played, notation),
            before: shown(played.comments_before()),
            comments: shown(played.comments()),
            clock: values.clock,
            elapsed: values.elapsed,
            eval: values.eval,
            opening: own.or_else(|| nodes[game.tree.node(nodes.len()).parent].opening),
            ..Node::default()
        });
    }
    let last = game.last_move().map_or(START, |last| last.id().index());
    let after = shown(game.comments_after());
    nodes[last].after_result = after.len();
    nodes[last].comments.extend(after);
    if game.notation() == NotationKind::CtlPgn {
        let moves = PlayedMoves::of(written);
        for (number, Node { before, comments, links, .. }) in nodes.iter_mut().enumerate() {
            for comment in before.iter_mut().chain(comments) {
                *comment = written_out(comment, language, |reference| {
                    // the start is the first node
                    let node = moves.target(number, reference)? + 1;
                    let target = numbered(game.get(NodeId::from_index(node))?);
                    links.push(node);
                    Some(format!("→{}", target.replace(' ', "\u{a0}")))
                });
            }
        }
    }
    nodes
}

/// Returns comments as they are shown, without commands and the values of engines. A comment that consists of them
/// is left out.
fn shown<'g>(comments: impl Iterator<Item = &'g str>) -> Vec<String> {
    let said = comments.map(without_commands);
    let said = said.map(|said| Printable(&joined(words(&said), " ")).to_string());
    said.filter(|said| !said.is_empty()).collect()
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::message::lang::{CATALAN, ENGLISH};
    use crate::notation::AnyGames;
    use crate::rules::with_rules;
    use crate::syntax::{Portion, Recovery};
    use crate::text::Source;

    /// Returns the tree of the game that a file holds.
    pub fn tree(name: &str, text: &str) -> Tree {
        tree_in(&ENGLISH, name, text)
    }

    pub fn tree_in(language: &Language, name: &str, text: &str) -> Tree {
        let source = Source::new(name, text.as_bytes().to_vec());
        let mut games = AnyGames::new(&source, None, Recovery::End);
        let mut game = games.blank();
        games.read(Portion::Whole, &mut game).unwrap();
        with_rules!(&game, R, game => Tree::of(&Context::<R>::of(game, &[]), MoveText::default(), language))
    }

    impl Tree {
        /// Returns a move as it is shown; the text of the start is empty.
        pub fn text(&self, number: usize) -> String {
            self.nodes[number].text.clone()
        }
    }

    fn line_to(tree: &Tree, number: usize) -> String {
        let mut texts: Vec<_> = tree.line_back(number).map(|at| tree.text(at)).collect();
        texts.pop();
        texts.reverse();
        texts.join(" ")
    }

    #[test]
    fn a_variation_departs_before_the_move_it_replaces() {
        let tree =
            tree("t", "1. e4 e5 $1 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6) 2. Nf3 (2. f4) 2... Nc6");
        let lines: Vec<_> = tree.game.moves().map(|played| line_to(&tree, played.id().index())).collect();
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
        let opening = tree.game.moves().filter(|played| played.begins_variation());
        let opening: Vec<_> = opening.map(Move::depth).collect();
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
        let lines: Vec<_> = tree.game.moves().map(|played| line_to(&tree, played.id().index())).collect();
        assert_eq!(lines[2..5], ["F8-F12", "F8-F12 F20-F16", "F8-F12 H22-H18"]);
        assert_eq!(lines[5], "E7-E13 E21-E15 NE3-D8");
    }

    #[test]
    fn comments_stand_with_their_moves_and_clocks_are_read() {
        let tree = tree("t", "{of all} 1. e4 {[%clk 0:01:05] best\nby test} (1. d4) {again} ({why} 1. c4) *");
        assert_eq!(tree.nodes[START].comments, ["of all"]);
        assert_eq!(tree.nodes[1].comments, ["best by test", "again"]);
        assert_eq!(tree.nodes[1].clock, Some(Duration::from_secs(65)));
        assert_eq!(tree.nodes[3].before, ["why"]);
    }

    #[test]
    fn annotations_are_shown_as_in_books() {
        let tree = tree("t", "1. e4 $36 e5 $0 $146 2. Nf3 $19 $8 Nc6 $37 $255 *");
        let texts: Vec<_> = tree.nodes[1..].iter().map(|node| &node.text[..]).collect();
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
        assert_eq!(tree("t", "1. e4 e5 2. Ke3 Nf6 *").nodes.len(), 3);
        let without = tree("t", "[FEN \"nonsense\"]\n1. e4 *");
        assert!(without.position(START).is_none() && without.nodes.len() == 1);
    }

    #[test]
    fn references_name_their_moves() {
        let text = "1. E7-E13, E21-E15
            {@W: @W takes space; #1$[2] is quiet, #1$[1]@B no more than #1@W and #9}
            ($[1] 1. F8-F12, F20-F16
            {better than #1@B, with $10; #.1@W was $999})
            ($[2] 1. NG3-H8)
            1-1";
        let game = tree("t.ctl-pgn", text);
        let comments: Vec<_> = game.nodes.iter().flat_map(|node| &node.comments).collect();
        assert_eq!(
            comments,
            [
                "White: White takes space; →1.\u{a0}NG3-H8 is quiet, →1…\u{a0}F20-F16 no more than \
                 →1.\u{a0}E7-E13 and #9",
                "better than →1…\u{a0}E21-E15, with =; →1.\u{a0}F8-F12 was $999",
            ]
        );
        let links: Vec<_> = game.nodes.iter().flat_map(|node| &node.links).collect();
        let texts: Vec<_> = links.into_iter().map(|link| game.text(*link)).collect();
        assert_eq!(texts, ["NG3-H8", "F20-F16", "E7-E13", "E21-E15", "F8-F12"]);

        let text = "1. E7-E13, E21-E15
            ($[1] 1. F8-F12, F20-F16
            ($[2] 1. …, G21-G15))
            {#1.1, #1[#1.1]@B, #1[#1.2#1.1] and #1[#1.3], with ~PE13}
            1-1";
        let game = tree("t.ctl-pgn", text);
        assert_eq!(
            game.nodes[2].comments,
            ["→1.\u{a0}F8-F12, →1…\u{a0}F20-F16, →1…\u{a0}G21-G15 and #1[#1.3], with PE13"]
        );

        let game = tree_in(&CATALAN, "t.ctl-pgn", "1. E7-E13, E21-E15 {@N bé} 1-1");
        assert_eq!(game.nodes[2].comments, ["Negres: bé"]);
    }
}
