//! Pages in a real browser.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::chromium::Chromium;
use crate::page::hostile_game;
use crate::{escaque, files};

/// Writes a page of some files, and returns its path.
fn page_of(folder: &TempDir, arguments: &[&str]) -> PathBuf {
    let page = folder.path().join("page.html");
    let run = escaque().args(["--lang", "en", "--force", "-o"]).arg(&page).args(arguments).output().unwrap();
    assert!(run.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
    page
}

fn run(format: &str, file: &Path) -> String {
    let run = escaque().args(["--lang", "en", "--quiet", "--format", format]).arg(file).output().unwrap();
    String::from_utf8(run.stdout).unwrap()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

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
        for line in run("fen", &file).lines() {
            assert!(known.contains(line), "{}: {line} is not among {known:#?}", file.display());
        }
        let said = one_line(&run("speech", &file));
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
            one_line(&run("pgn", &copy)),
            one_line(&run("pgn", &file)),
            "{}: {copied}",
            file.display()
        );
    }
}

/// Returns the text of the move that is shown, and how much stands on the board.
fn current(browser: &Chromium) -> Value {
    browser.evaluate(
        "[current.button?.textContent ?? '', document.querySelectorAll('.board use').length > 1, \
         document.querySelector('[aria-current]')?.textContent ?? '']",
    )
}

#[test]
fn keys_clicks_and_touch_go_through_a_game() {
    let Some(browser) = Chromium::start("keys_clicks_and_touch_go_through_a_game") else { return };
    let folder = tempfile::tempdir().unwrap();
    browser.resize(1280, 900, false);
    browser.open(
        &page_of(&folder, &["tests/inputs/pages/annotated.pgn", "tests/inputs/pages/castlings.ctl-pgn"]),
        "",
    );
    for (keys, text) in [
        (&["ArrowRight"][..], "e4"),
        (&[" ", "Enter", "l"], "d6"),
        (&["]", "v"], "exd4"),
        (&["v"], "f5!?"),
        (&["b"], "Bg4?!"),
        (&["End"], "Rd8#"),
        (&["["], "Nc3!"),
        (&["ArrowUp"], "d4"),
        (&["Home"], ""),
        (&["ArrowDown"], "dxe5"),
        (&["g", "h"], ""),
        (&["n"], ""),
        (&["ArrowRight", "G"], "C23-D22"),
        (&["N"], ""),
    ] {
        keys.iter().for_each(|key| browser.press(key));
        assert_eq!(current(&browser), json!([text, true, text]), "{keys:?}");
    }
    let middle = browser.evaluate(
        "(box => [box.left, box.top + box.height / 2, box.width])(player.board.getBoundingClientRect())",
    );
    let [left, y, width] = [0, 1, 2].map(|at| middle[at].as_f64().unwrap());
    browser.click(left + 0.8 * width, y);
    browser.click(left + 0.8 * width, y);
    assert_eq!(current(&browser)[0], "e5");
    browser.click(left + 0.2 * width, y);
    assert_eq!(current(&browser)[0], "e4");
    browser.evaluate("game.nodes[9].button.click()");
    assert_eq!(current(&browser)[0], browser.evaluate("game.nodes[9].button.textContent"));
    // the live region says the move, and the board is the position in words
    assert_eq!(browser.evaluate("player.live.textContent.startsWith('Move ')"), true);
    assert_eq!(browser.evaluate("player.board.getAttribute('aria-label').startsWith('White: king ')"), true);
    let place = "player.board.querySelector('use[href=\"#k\"]').getAttribute('y')";
    let before = browser.evaluate(place);
    browser.press("f");
    assert_ne!(browser.evaluate(place), before);
    let theme = browser.evaluate("document.documentElement.dataset.theme");
    browser.press("t");
    assert_ne!(browser.evaluate("document.documentElement.dataset.theme"), theme);
    browser.press("?");
    assert_eq!(browser.evaluate("player.help.open"), true);
    browser.press("Escape");
    browser.press("o");
    assert_eq!(browser.evaluate("[player.listDialog.open, player.list.children.length]"), json!([true, 3]));
    browser.evaluate("player.filter.value = 'opera morphy'; fillList()");
    assert_eq!(browser.evaluate("player.list.querySelectorAll('button').length"), 0);
    browser.evaluate("player.filter.value = 'morphy paris'; fillList()");
    assert_eq!(browser.evaluate("player.list.querySelectorAll('button').length"), 1);
    browser.assert_no_complaint();
}

#[test]
fn tab_and_enter_reach_every_button() {
    let Some(browser) = Chromium::start("tab_and_enter_reach_every_button") else { return };
    let folder = tempfile::tempdir().unwrap();
    browser.open(&page_of(&folder, &["tests/inputs/pages/annotated.pgn"]), "#1.3");
    let unnamed = "[...document.querySelectorAll('button, input, [role=img]')].filter(one => \
                   !(one.getAttribute('aria-label') ?? one.textContent).trim()).length";
    assert_eq!(browser.evaluate(unnamed), 0);
    assert_eq!(current(&browser)[0], "Nf3");
    browser.evaluate("player.buttons.forward.focus()");
    browser.press("Enter");
    assert_eq!(current(&browser)[0], "d6");
    // one move can be reached by Tab, and the arrows go on from there
    assert_eq!(browser.evaluate("game.moves.querySelectorAll('[tabindex=\"0\"]').length"), 1);
    browser.evaluate("current.button.focus()");
    browser.press("ArrowRight");
    assert_eq!(browser.evaluate("document.activeElement === current.button"), true);
    browser.assert_no_complaint();
}

#[test]
fn pages_fit_a_phone_and_follow_the_system() {
    let Some(browser) = Chromium::start("pages_fit_a_phone_and_follow_the_system") else { return };
    let folder = tempfile::tempdir().unwrap();
    let page =
        page_of(&folder, &["tests/inputs/pages/annotated.pgn", "tests/inputs/pages/castlings.ctl-pgn"]);
    browser.resize(400, 800, true);
    for fragment in ["#1.6", "#2.3"] {
        browser.open(&page, fragment);
        assert_eq!(browser.evaluate("document.documentElement.scrollWidth"), 400);
        assert_eq!(browser.evaluate("player.board.getBoundingClientRect().width > 340"), true);
    }
    let ground = "getComputedStyle(document.body).backgroundColor";
    browser.prefer("light", "screen");
    let light = browser.evaluate(ground);
    browser.prefer("dark", "screen");
    assert_ne!(browser.evaluate(ground), light);
    browser.assert_no_complaint();
}

#[test]
fn printed_and_without_scripts_there_are_diagrams() {
    let Some(browser) = Chromium::start("printed_and_without_scripts_there_are_diagrams") else { return };
    let folder = tempfile::tempdir().unwrap();
    let page =
        page_of(&folder, &["tests/inputs/pages/annotated.pgn", "tests/inputs/pages/castlings.ctl-pgn"]);
    let shown = |selector: &str| {
        browser.evaluate(&format!(
            "[...document.querySelectorAll('{selector}')].filter(one => one.getClientRects().length).length"
        ))
    };
    browser.open(&page, "");
    assert_eq!(shown(".d"), 0);
    browser.prefer("dark", "print");
    assert_eq!([shown(".d"), shown("article"), shown(".player")], [5, 3, 0].map(Value::from));
    assert_eq!(browser.evaluate("getComputedStyle(document.body).columnCount"), "2");
    assert_eq!(browser.evaluate("getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)");
    let pdf = browser.call("Page.printToPDF", json!({ "preferCSSPageSize": true }));
    assert!(pdf["data"].as_str().unwrap().starts_with("JVBERi"), "it is no PDF");
    browser.prefer("light", "screen");
    browser.call("Emulation.setScriptExecutionDisabled", json!({ "value": true }));
    browser.open(&page, "");
    assert_eq!([shown(".d"), shown("article")], [5, 3].map(Value::from));
    browser.assert_no_complaint();
}

/// Whatever is in a file is text.
#[test]
fn a_hostile_game_is_only_text() {
    let Some(browser) = Chromium::start("a_hostile_game_is_only_text") else { return };
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("hostile.pgn");
    fs::write(&game, hostile_game()).unwrap();
    browser.open(&page_of(&folder, &[game.to_str().unwrap()]), "");
    browser.press("End");
    browser.press("o");
    let found = browser.evaluate(
        "[window.hacked ?? false, document.querySelectorAll('script').length, document.querySelectorAll('img, \
         iframe, a, object, embed, link, base, form').length, [...document.querySelectorAll('*')].flatMap(one => \
         one.getAttributeNames()).filter(name => /^on|^style$|^src$/.test(name)).length]",
    );
    assert_eq!(found, json!([false, 3, 0, 0]));
    browser.assert_no_complaint();
}

#[test]
fn a_thousand_games_open_in_a_moment() {
    let Some(browser) = Chromium::start("a_thousand_games_open_in_a_moment") else { return };
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.pgn");
    fs::write(&games, crate::page::thousand_games()).unwrap();
    let page = page_of(&folder, &[games.to_str().unwrap()]);
    browser.open(&page, "#1000.80");
    let time = browser.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd");
    // a tenth of it on an idle computer; what would be wrong takes many times as long
    assert!(time.as_f64().unwrap() < 5000.0, "{time} ms");
    assert_eq!(browser.evaluate("[articles.length, current.index]"), json!([1000, 80]));
}
