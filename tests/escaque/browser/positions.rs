//! The positions and texts that a page makes, beside those of the program.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use super::chromium::Chromium;
use super::{one_line, page_of, run};
use crate::files;

/// The games whose positions and texts are compared with what the program writes.
fn compared_files() -> Vec<PathBuf> {
    let pages = files("tests/inputs/pages/*pgn");
    let examples = files("examples/*pgn");
    let speech = files("tests/inputs/speech/*pgn");
    let variants = files("tests/inputs/variants/*.pgn");
    [pages, examples, speech, variants].concat()
}

/// The script knows no rules, and yet each position has the description and the words that the program
/// has for it.
#[test]
fn every_position_is_that_of_the_program() {
    let Some(browser) = Chromium::start("every_position_is_that_of_the_program") else { return };
    let folder = tempfile::tempdir().unwrap();
    for file in compared_files() {
        browser.open(&page_of(&folder, &[file.to_str().unwrap()]), "");
        let shown = browser.evaluate(
            "articles.map(article => article.game ??= readGame(article)).filter(game => game.board).map(game => \
             lineThrough(game.nodes[0]).map(node => [fenOf(game.board, node.position), \
             node.position.said + ' ' + describe(game.board, node.position)]))",
        );
        let positions: Vec<_> =
            shown.as_array().unwrap().iter().flat_map(|game| game.as_array().unwrap()).collect();
        let text = |position: &Value, at: usize| position[at].as_str().unwrap().to_owned();
        let known: BTreeSet<_> = positions.iter().map(|position| text(position, 0)).collect();
        for line in run("fen", "en", &file).lines() {
            assert!(known.contains(line), "{}: {line} is not among {known:#?}", file.display());
        }
        let said = one_line(&run("speech", "en", &file));
        for position in positions {
            let words = one_line(&text(position, 1));
            // the words of a usual start are not said by the program
            let is_start = words.starts_with("Initial position.");
            assert!(is_start || said.contains(&words), "{}: {words}", file.display());
        }
        browser.assert_no_complaint();
    }
}

/// What is copied is the game with all that is in it.
#[test]
fn the_copied_game_is_the_game() {
    let Some(browser) = Chromium::start("the_copied_game_is_the_game") else { return };
    let folder = tempfile::tempdir().unwrap();
    for file in compared_files() {
        browser.open(&page_of(&folder, &[file.to_str().unwrap()]), "");
        let copied = browser
            .evaluate("articles.map(article => pgnOf(article.game ??= readGame(article))).join('\\n')");
        let copy = folder.path().join(file.file_name().unwrap());
        fs::write(&copy, copied.as_str().unwrap()).unwrap();
        assert_eq!(
            one_line(&run("pgn", "en", &copy)),
            one_line(&run("pgn", "en", &file)),
            "{}: {copied}",
            file.display()
        );
    }
}
