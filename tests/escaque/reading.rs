//! The AST keeps everything that is in a file, with its span.

use std::fmt::Write;

use escaque::notation::{AnyGame, AnyGames};
use escaque::syntax::Recovery;
use escaque::syntax::{Game, Notation};
use escaque::text::Source;

use crate::{assert_golden, files, stem};

#[test]
fn the_ast_keeps_everything_with_its_span() {
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

/// Writes the AST of a game: for each part its span, its text and its value.
fn tree<N: Notation>(source: &Source, game: &Game<'_, N>) -> String {
    let mut tree = String::from("game\n");
    let mut line = |span: escaque::text::Span, value: &dyn std::fmt::Debug| {
        let text = source.text(span);
        writeln!(tree, "{:4}..{:<4} {text:?}\n           {value:?}", span.start, span.end).unwrap();
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
