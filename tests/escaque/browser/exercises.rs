//! Exercises: pages that hide the moves.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::chromium::Chromium;
use super::{CESCACS, page_of, start};

/// Two exercises, the first with an arrow that tells the answer.
const TASKS: &str = "tests/inputs/exercises/tactics.pgn";

/// Returns the texts of what can be seen of the elements that a selector finds.
fn seen(browser: &Chromium, selector: &str) -> Value {
    browser.evaluate(&format!(
        "[...document.querySelectorAll('{selector}')].filter(one => one.getClientRects().length)\
         .map(one => one.textContent.trim())"
    ))
}

#[test]
fn an_exercise_shows_a_move_at_a_time_and_then_all() {
    let Some((browser, folder)) = start("an_exercise_shows_a_move_at_a_time_and_then_all") else { return };
    browser.open(&page_of(&folder, &["--hide", "moves", TASKS, CESCACS]), "");
    let state = || {
        let shown = |selector: &str| !seen(&browser, selector).as_array().unwrap().is_empty();
        let next = "document.querySelector('.open .hints button').disabled";
        let played = browser.evaluate("document.querySelector('.open .hints span').textContent");
        json!([played, browser.evaluate(next), shown(".m"), shown(".choices button"), shown(".graph")])
    };
    assert_eq!(seen(&browser, ".task"), json!(["White to move."]));
    // neither the answer nor the result is told, nor by ear
    assert_eq!(seen(&browser, "h2"), json!(["Paul Morphy – Allies"]));
    assert_eq!(state(), json!(["", false, false, false, false]));
    let hint = "document.querySelector('.open .hints button').click(); player.live.textContent";
    let heard = browser.evaluate(hint);
    assert_eq!(heard, "Move 16, White: queen from b3 to b8, check.");
    assert_eq!(state(), json!(["16. Qb8+", false, false, false, false]));
    browser.evaluate(hint);
    browser.evaluate(hint);
    assert_eq!(state(), json!(["16. Qb8+ Nxb8 17. Rd8#", true, false, false, false]));
    browser.press("Home");
    browser.evaluate("document.querySelector('.open .solve input').click()");
    assert_eq!(state(), json!(["", false, true, true, true]));
    // each game has its own, and those that cannot be replayed have a switch
    browser.press("n");
    assert_eq!(state(), json!(["", false, false, false, false]));
    assert_eq!(seen(&browser, ".task"), json!(["Black to move."]));
    browser.press("ArrowRight");
    assert_eq!(state()[0], "2… Qh4#");
    browser.assert_no_complaint();
}

#[test]
fn solutions_are_printed_after_all_exercises() {
    let Some((browser, folder)) = start("solutions_are_printed_after_all_exercises") else { return };
    for has_script in [true, false] {
        browser.call("Emulation.setScriptExecutionDisabled", json!({ "value": !has_script }));
        browser.open(&page_of(&folder, &["--hide", "moves", TASKS]), "");
        let moves = ["16.Qb8+!", "2...Qh4#"];
        let shown = seen(&browser, ".m");
        assert_eq!(shown, json!([]), "{has_script}");
        browser.prefer("light", "print");
        assert_eq!(seen(&browser, ".solve, .hints, .player, .bar"), json!([]));
        // the order on paper is by place
        let tops = browser.evaluate(
            "['.exercise', '.solutions', '.m'].map(kind => [...document.querySelectorAll(kind)]\
             .map(one => one.getBoundingClientRect().top))",
        );
        let tops: Vec<Vec<f64>> = serde_json::from_value(tops).unwrap();
        assert_eq!(tops.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1, 2]);
        assert!(tops[0].iter().all(|top| *top < tops[1][0]), "{tops:?}");
        assert!(tops[2].iter().all(|top| *top > tops[1][0]), "{tops:?}");
        let printed = seen(&browser, ".m");
        for (at, text) in moves.into_iter().enumerate() {
            let solution = printed[at].as_str().unwrap().replace('\u{202f}', "");
            assert!(solution.contains(text), "{printed}");
        }
        let pdf = browser.call("Page.printToPDF", json!({ "preferCSSPageSize": true }));
        let pdf = STANDARD.decode(pdf["data"].as_str().unwrap()).unwrap();
        assert_eq!(String::from_utf8_lossy(&pdf).matches("/Type /Page\n").count(), 2, "{has_script}");
        browser.prefer("light", "screen");
        browser.evaluate("document.querySelector('.solve input').click()");
        assert_eq!(seen(&browser, ".m").as_array().unwrap().len(), 1);
        browser.assert_no_complaint();
    }
    browser.call("Emulation.setScriptExecutionDisabled", json!({ "value": false }));
}

/// Neither on the screen nor on paper: the arrow of the first exercise is the answer.
#[test]
fn no_answer_is_drawn_before_it_is_asked_for() {
    let Some((browser, folder)) = start("no_answer_is_drawn_before_it_is_asked_for") else { return };
    browser.open(&page_of(&folder, &["--hide", "moves", TASKS]), "");
    let marks = "document.querySelectorAll('.arrow, .circle').length";
    assert_eq!(browser.evaluate(marks), 0);
    browser.evaluate("document.querySelector('.open .solve input').click()");
    assert_eq!(browser.evaluate(marks), 1);
    browser.assert_no_complaint();
}

#[test]
fn without_marks_no_answer_is_drawn() {
    let Some((browser, folder)) = start("without_marks_no_answer_is_drawn") else { return };
    let marks = |options: &[&str]| {
        browser.open(&page_of(&folder, &[options, &[TASKS]].concat()), "#1.1");
        browser.evaluate("document.querySelectorAll('.arrow, .circle, .player .moved, .player .check, path.md').length > 0")
    };
    assert_eq!(marks(&["--hide", "moves"]), true);
    assert_eq!(marks(&["--hide", "moves", "--no-marks"]), false);
    browser.assert_no_complaint();
}
