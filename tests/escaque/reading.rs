//! What the tree keeps of a file: everything, with its place.

use std::fmt::Write;

use escaque::notation::{AnyGame, AnyGames};
use escaque::syntax::Recovery;
use escaque::syntax::{Game, Notation};
use escaque::text::Source;

use crate::{assert_golden, files, stem};

#[test]
fn everything_is_kept_with_its_place() {
    for path in files("tests/inputs/shown/*pgn") {
        let source = Source::open(&path).unwrap();
        let mut games = AnyGames::new(&source, None, Recovery::End);
        let mut game = games.blank();
        let mut trees = String::new();
        while let Some(read) = games.read(&mut game) {
            assert_eq!(read.error, None);
            trees += &match &game {
                AnyGame::Pgn(game) => tree(&source, game),
                AnyGame::Ctl(game) => tree(&source, game),
                _ => unreachable!("no input is in another notation"),
            };
        }
        assert_golden(trees, &format!("trees/{}.txt", stem(&path)));
    }
}

/// Writes a tree, one part a line: where it is, what was written, what was read.
fn tree<N: Notation>(source: &Source, game: &Game<'_, N>) -> String {
    let mut tree = String::from("game\n");
    let mut line = |span: escaque::text::Span, what: &dyn std::fmt::Debug| {
        let text = source.text(span);
        writeln!(tree, "{:4}..{:<4} {text:?}\n           {what:?}", span.start, span.end).unwrap();
    };
    for tag in &game.tags {
        let (name, value) = (tag.name.decode(game.encoding), tag.value.unescape(game.encoding));
        line(tag.span, &(name, value));
    }
    for element in &game.movetext {
        match game.comment(element) {
            Some(comment) => {
                let marker = escaque::notation::ctl::reference::marker(&comment, game.encoding);
                let references = escaque::notation::ctl::reference::references(&comment, game.encoding);
                line(element.span, &(comment.form, comment.text.decode(game.encoding), marker, references));
            }
            None => line(element.span, &element.node),
        }
    }
    if let Some((outcome, span)) = game.result {
        line(span, &outcome);
    }
    tree
}
