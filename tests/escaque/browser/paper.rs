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
    assert_eq!(printed(), [6, 3, 0].map(Value::from));
    let style = "(style => [style.columnCount, style.backgroundColor])(getComputedStyle(document.body))";
    assert_eq!(browser.evaluate(style), json!(["2", "rgb(255, 255, 255)"]));
    let pdf = browser.call("Page.printToPDF", json!({ "preferCSSPageSize": true }));
    let pdf = STANDARD.decode(pdf["data"].as_str().unwrap()).unwrap();
    assert!(pdf.starts_with(b"%PDF-"));
    let pages = String::from_utf8_lossy(&pdf).matches("/Type /Page\n").count();
    assert!((1..=3).contains(&pages), "{pages} pages");
    browser.assert_no_complaint();
}

/// The opening is said below the title, also of games that nobody has opened.
#[test]
fn printed_games_have_their_openings() {
    let Some((browser, folder)) = start("printed_games_have_their_openings") else { return };
    browser.open(&page_of(&folder, &["examples/miniatures.pgn"]), "");
    assert_eq!(shown(&browser, ".eco"), 0);
    browser.prefer("light", "print");
    let openings = "dispatchEvent(new Event('beforeprint')); \
                    [...document.querySelectorAll('p + .eco:has(+ pre)')].map(one => one.innerText)";
    assert_eq!(browser.evaluate(openings), json!(["A00 Barnes Opening: Fool's Mate"]));
    browser.press("o");
    assert_eq!(browser.evaluate(openings).as_array().map(Vec::len), Some(4));
    assert_eq!(shown(&browser, ".eco"), 4);
    // an exercise does not tell it
    browser.open(&page_of(&folder, &["--hide", "moves", "examples/miniatures.pgn"]), "");
    assert_eq!(shown(&browser, ".eco"), 0);
}

/// A column ends neither between a heading and its game nor between that and its diagram.
#[test]
fn printed_games_stay_with_their_diagrams() {
    let Some((browser, folder)) = start("printed_games_stay_with_their_diagrams") else { return };
    browser.call("Emulation.setScriptExecutionDisabled", json!({ "value": true }));
    browser.prefer("light", "print");
    // of an odd number of games alike, the middle one is where the columns are balanced
    browser.open(&page_of(&folder, &["--games", "1-5", "tests/inputs/tables/club.pgn"]), "");
    // of the heading, the first move, the result and the diagram
    let columns = "[...document.querySelectorAll('article')].map(game => ['h2', '.m', '.m > b', '.d'].map(part => \
                   +(game.querySelector(part).getClientRects()[0].left > innerWidth / 2)).join(''))";
    assert_eq!(browser.evaluate(columns), json!(["0000", "0000", "1111", "1111", "1111"]));
    // a game that is alone has its heading over both columns, and its diagram beside its moves
    browser.open(&page_of(&folder, &["examples/opera.pgn"]), "");
    assert_eq!(browser.evaluate(columns), json!(["0001"]));
    let heading = "document.querySelector('h2').getBoundingClientRect().width > innerWidth / 2";
    assert_eq!(browser.evaluate(heading), true);
}

/// However the columns are balanced, and also if a title takes three lines.
#[test]
fn printed_titles_never_break() {
    let Some((browser, folder)) = start("printed_titles_never_break") else { return };
    let name = "Alexandrovich of Saint Petersburg and Moscow".repeat(2);
    let game = format!("[White \"{name}\"]\n[Black \"{name}\"]\n[Event \"{name}{name}\"]\n\n1. e4 e5 *\n\n");
    let file = folder.path().join("long.pgn");
    browser.call("Emulation.setScriptExecutionDisabled", json!({ "value": true }));
    browser.prefer("light", "print");
    for count in 2..6 {
        std::fs::write(&file, game.repeat(count)).expect("a file can be written");
        browser.open(&page_of(&folder, &[file.to_str().expect("the path is text")]), "");
        let parts =
            "[...document.querySelectorAll('h2, article > p')].map(one => one.getClientRects().length)";
        assert_eq!(browser.evaluate(parts), json!(vec![1; 2 * count]), "{count} games");
    }
}

/// Only on paper, and not where letters were chosen.
#[test]
fn printed_pieces_are_figurines() {
    let Some((browser, folder)) = start("printed_pieces_are_figurines") else { return };
    let moves = |event: &str| {
        browser.evaluate(&format!(
            "dispatchEvent(new Event('{event}')); game.nodes.slice(3, 7).map(one => one.button.textContent).join(' ')"
        ))
    };
    browser.open(&page_of(&folder, &[CHESS]), "");
    assert_eq!(moves("beforeprint"), "♘f3 d6 d4 ♗g4?!");
    assert_eq!(moves("afterprint"), "Nf3 d6 d4 Bg4?!");
    browser.open(&page_of(&folder, &["--letters", "es", CHESS]), "");
    assert_eq!(moves("beforeprint"), "Cf3 d6 d4 Ag4?!");
    let written = "['exd8=Q+', 'N@f3', 'O-O', 'after 7.Qb3!', 'Black to move.'].map(text => { \
                   const made = game.nodes[1].button; made.written = text; dispatchEvent(new Event('beforeprint')); \
                   return made.firstChild.data; }).join(' ')";
    browser.open(&page_of(&folder, &[CHESS]), "");
    assert_eq!(browser.evaluate(written), "exd8=♕+ N@f3 O-O after 7.♕b3! Black to move.");
    // solutions are printed whole, also those that nobody has opened
    browser.open(&page_of(&folder, &["--hide", "moves", "tests/inputs/exercises/tactics.pgn"]), "");
    let solution = "dispatchEvent(new Event('beforeprint')); articles[1].game.nodes[1].button.textContent";
    assert_eq!(browser.evaluate(solution), "♕h4#");
    browser.assert_no_complaint();
}

/// Who prints one game of several reads where all are printed.
#[test]
fn a_note_says_how_to_print_all_games() {
    let Some((browser, folder)) = start("a_note_says_how_to_print_all_games") else { return };
    for (files, note) in [
        (&[CHESS][..], ""),
        (&[CHESS, CESCACS], "What is printed is the open game. All games are printed from their list."),
    ] {
        browser.open(&page_of(&folder, files), "");
        assert_eq!(browser.evaluate("dispatchEvent(new Event('afterprint')); player.note.textContent"), note);
    }
    browser.press("o");
    let note = "note(''); dispatchEvent(new Event('afterprint')); player.note.textContent";
    assert_eq!(browser.evaluate(note), "");
    browser.assert_no_complaint();
}

#[test]
fn all_games_are_printed_from_their_list() {
    let Some((browser, folder)) = start("all_games_are_printed_from_their_list") else { return };
    browser.open(&page_of(&folder, &[CHESS, CESCACS]), "");
    browser.press("o");
    browser.prefer("light", "print");
    let printed = "window.printed = null; \
                   window.print = () => { printed = [...document.querySelectorAll('article')].filter(one => one.getClientRects().length).length; }; \
                   document.querySelector('.games > button').click(); printed";
    assert_eq!(browser.evaluate(printed), 3);
    browser.assert_no_complaint();
}

/// A line ends in no move, nor after its number, nor before the result, however narrow the column is.
#[test]
fn moves_stay_with_their_numbers() {
    let Some((browser, folder)) = start("moves_stay_with_their_numbers") else { return };
    // words are parted by the spaces at which a line may end; these are as high as a line
    let torn = "(() => {
        const places = [];
        for (const moves of document.querySelectorAll('article.open .m, html:not(.js) .m')) {
            const walker = document.createTreeWalker(moves, NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) {
                const node = walker.currentNode;
                if (node.parentNode.closest('svg, q')) continue;
                places.push(...[...node.data].map((sign, at) => [sign, node, at]));
            }
        }
        const text = places.map(([sign]) => sign).join('');
        const tops = word => {
            const range = document.createRange();
            range.setStart(places[word.index][1], places[word.index][2]);
            const [, node, at] = places[word.index + word[0].length - 1];
            range.setEnd(node, at + 1);
            return [...range.getClientRects()].filter(rect => rect.width > 0).map(rect => rect.top);
        };
        const words = [...text.matchAll(/[^ \\n]+/g)];
        return [words.length > 8, words.filter(word => Math.max(...tops(word)) - Math.min(...tops(word)) > 8).map(word => word[0])];
    })()";
    for (has_script, file) in [(true, CHESS), (true, CESCACS), (false, CHESS), (false, CESCACS)] {
        browser.call("Emulation.setScriptExecutionDisabled", json!({ "value": !has_script }));
        browser.prefer("light", "print");
        browser.open(&page_of(&folder, &[file]), "");
        for width in (100..200).step_by(15) {
            browser.evaluate(&format!("document.body.style.cssText = 'columns: 1; width: {width}px'"));
            assert_eq!(browser.evaluate(torn), json!([true, []]), "{file}, {width} pixels, {has_script}");
        }
    }
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
        [6, 3, 0].map(Value::from)
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
