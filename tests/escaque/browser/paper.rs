//! Pages on paper, and without scripts.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::chromium::Chromium;
use super::{CESCACS, CHESS, page_of, start};

/// Returns how many elements can be seen.
fn shown(browser: &Chromium, selector: &str) -> Value {
    browser.evaluate(&format!(
        "[...document.querySelectorAll('{selector}')].filter(one => one.getClientRects().length).length"
    ))
}

/// The parts of a page that are of no use on paper.
const INTERACTIVE: &str = ".player, .bar, .note, .details, dialog, .board, .graph, .buttons, input";

#[test]
fn printed_a_page_is_a_sheet_with_diagrams() {
    let Some((browser, folder)) = start("printed_a_page_is_a_sheet_with_diagrams") else { return };
    browser.open(&page_of(&folder, &[CHESS, CESCACS]), "#1.6");
    // what somebody has opened is not printed either
    browser.press("r");
    browser.press("?");
    assert_eq!(shown(&browser, ".d"), 0);
    browser.prefer("dark", "print");
    let printed = || [".d", "article", INTERACTIVE].map(|selector| shown(&browser, selector));
    assert_eq!(printed(), [3, 1, 0].map(Value::from));
    let fills_column = "document.querySelector('.open .m').getBoundingClientRect().width > innerWidth / 3";
    assert_eq!(browser.evaluate(fills_column), true);
    // all games are printed while their list is open
    for key in ["Escape", "o"] {
        browser.press(key);
    }
    assert_eq!(printed(), [5, 3, 0].map(Value::from));
    let style = "(style => [style.columnCount, style.backgroundColor])(getComputedStyle(document.body))";
    assert_eq!(browser.evaluate(style), json!(["2", "rgb(255, 255, 255)"]));
    let pdf = browser.call("Page.printToPDF", json!({ "preferCSSPageSize": true }));
    let pdf = STANDARD.decode(pdf["data"].as_str().unwrap()).unwrap();
    assert!(pdf.starts_with(b"%PDF-"));
    let pages = String::from_utf8_lossy(&pdf).matches("/Type /Page\n").count();
    assert!((1..=3).contains(&pages), "{pages} pages");
    browser.assert_no_complaint();
}

/// A column ends neither between a heading and its game nor between that and its diagram.
#[test]
fn printed_games_stay_with_their_diagrams() {
    let Some((browser, folder)) = start("printed_games_stay_with_their_diagrams") else { return };
    browser.call("Emulation.setScriptExecutionDisabled", json!({ "value": true }));
    browser.prefer("light", "print");
    // of an odd number of games alike, the middle one is where the columns are balanced
    browser.open(&page_of(&folder, &["--games", "1-5", "tests/inputs/tables/club.pgn"]), "");
    let columns = "[...document.querySelectorAll('article')].map(game => ['h2', '.m', '.d'].map(part => \
                   +(game.querySelector(part).getBoundingClientRect().left > innerWidth / 2)).join(''))";
    assert_eq!(browser.evaluate(columns), json!(["000", "000", "000", "111", "111"]));
}

#[test]
fn without_scripts_there_are_the_games_and_their_diagrams() {
    let Some((browser, folder)) = start("without_scripts_there_are_the_games_and_their_diagrams") else {
        return;
    };
    browser.call("Emulation.setScriptExecutionDisabled", json!({ "value": true }));
    browser.open(&page_of(&folder, &[CHESS, CESCACS]), "");
    assert_eq!(
        [".d", "article", "button"].map(|selector| shown(&browser, selector)),
        [5, 3, 0].map(Value::from)
    );
    // what is in a diagram has a size: the board, and a piece by its marker
    let is_seen = "[...document.querySelectorAll('.d')].every(one => one.getBoundingClientRect().height > 200 && \
                   one.querySelector('use').getBBox().width > 0 && \
                   getComputedStyle(one.querySelector('path.wk')).markerStart.includes('#wk'))";
    assert_eq!(browser.evaluate(is_seen), true);
    browser.assert_no_complaint();
}

/// In a browser that is too old for the script, a page is what it is without one.
#[test]
fn a_script_that_fails_leaves_the_games() {
    let Some((browser, folder)) = start("a_script_that_fails_leaves_the_games") else { return };
    browser.open(&page_of(&folder, &[CHESS]), "");
    browser.evaluate("dispatchEvent(new ErrorEvent('error'))");
    assert_eq!(shown(&browser, "article"), 1);
    assert_eq!(shown(&browser, ".d"), 3);
}
