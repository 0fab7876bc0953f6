//! What the tree keeps of a file: everything, with its place.

use std::fmt::Write;

use escaque::ast::{Game, Notation};
use escaque::parser::{AnyGame, AnyGames, Recovery};
use escaque::source::Source;

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
            };
        }
        assert_golden(trees, &format!("trees/{}.txt", stem(&path)));
    }
}

/// Writes a tree, one part a line: where it is, what was written, what was read.
fn tree<N: Notation>(source: &Source, game: &Game<'_, N>) -> String {
    let mut tree = String::from("game\n");
    let mut line = |span: escaque::source::Span, what: &dyn std::fmt::Debug| {
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
                let marker = comment.marker(game.encoding);
                let references = comment.references(game.encoding);
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
