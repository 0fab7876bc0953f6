//! The positions and texts that a page makes, beside those of the program.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use super::{one_line, page_of, run, start};
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
    let Some((browser, folder)) = start("every_position_is_that_of_the_program") else { return };
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

/// Asserts that a text is one game with nothing that ends it early: tags, a blank line, and a movetext
/// without blank lines, of lines below 80 columns except for comments to the end of the line and for words
/// that would be escaped or a tag in the next one.
fn assert_is_one_game(text: &str) {
    let (tags, movetext) = text.split_once("\n\n").unwrap_or(("", text));
    assert!(tags.lines().all(|line| line.starts_with('[')), "{text}");
    for line in movetext.lines() {
        assert!(!line.trim().is_empty() && line.trim() == line, "{text}");
        assert!(!line.starts_with('%') && (!line.starts_with('[') || line.starts_with("[%")), "{text}");
        let must_go_on = line.starts_with(';') || line.rsplit(' ').next().unwrap().starts_with(['%', '[']);
        assert!(must_go_on || line.chars().count() < 80, "{line}");
    }
}

/// A game with all that makes its movetext hard to break into lines.
const HARD_TO_WRAP: &str = "[White \"A\"]\n[Black \"B\"]\n\n{ Before the first move, in a comment of many words \
    that goes on for a while. } 1. e4 {[%clk 0:10:00] one} e5 ; to the end, with a } in it\n2. Nf3 {% at its \
    beginning, and a [Tag like] text %twelve %columns %further %along %the %line %it %goes %on %and %on} (2. Nc3 \
    (2. Bc4 {deep [%cal Ge2e4,Gd2d4]} Nc6 (2... Nf6 3. d3 ;ends } the line\n) 3. Qh5 $1) 2... Nf6 {closes}) \
    (2. f4 $14) 2... Nc6 {[#]} 3. Bb5 {[%eval 0.3]} a6 (3... Nf6) {after} 4. Ba4 * {After the result.}\n";

/// What is copied is the game with all that is in it.
#[test]
fn the_copied_game_is_the_game() {
    let Some((browser, folder)) = start("the_copied_game_is_the_game") else { return };
    let hard = folder.path().join("hard-to-wrap.pgn");
    fs::write(&hard, HARD_TO_WRAP).unwrap();
    for file in compared_files().into_iter().chain([hard]) {
        browser.open(&page_of(&folder, &[file.to_str().unwrap()]), "");
        let copied = browser.evaluate("articles.map(article => pgnOf(article.game ??= readGame(article)))");
        let copied: Vec<_> = copied.as_array().unwrap().iter().map(|game| game.as_str().unwrap()).collect();
        copied.iter().for_each(|game| assert_is_one_game(game));
        let copy = folder.path().join("copy").with_extension(file.extension().unwrap());
        fs::write(&copy, copied.join("\n")).unwrap();
        assert_eq!(run("pgn", "en", &copy), run("pgn", "en", &file), "{}: {copied:#?}", file.display());
    }
}
