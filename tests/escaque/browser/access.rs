//! Pages for every reader: in small windows, light or dark, by ear, and by axe-core's judgement.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::chromium::Chromium;
use super::{CESCACS, CHESS, one_line, page_in, page_of, run, start};
use crate::page::write_games;
use crate::{project, say_skipped};

/// Returns a game with names and comments that are hard to fit, and variations within variations.
fn awkward_game() -> String {
    let name = "Wolfeschlegelsteinhausenbergerdorff".repeat(3);
    let mut game = format!("[White \"{name}\"]\n[Black \"{name} {name}\"]\n[Event \"{name}\"]\n\n1. e4 ");
    for _ in 0..40 {
        game.extend(["{A comment with ", &name, " and more.} "]);
    }
    let others = "d4 c4 Nf3 b3 g3 f4 Nc3 b4 a3 a4 h3 h4 c3 d3 e3 f3 g4 Na3 Nh3".split(' ');
    let depth = others.clone().count();
    others.for_each(|other| game.extend(["(1. ", other, " {in variations} "]));
    game + &")".repeat(depth) + " *\n"
}

/// Returns whether a page is wider than its window.
const IS_TOO_WIDE: &str = "document.documentElement.scrollWidth > innerWidth";

#[test]
fn pages_fit_a_phone_and_follow_the_system() {
    let Some((browser, folder)) = start("pages_fit_a_phone_and_follow_the_system") else { return };
    let awkward = folder.path().join("awkward.pgn");
    fs::write(&awkward, awkward_game()).unwrap();
    let page = page_of(&folder, &[CHESS, CESCACS, awkward.to_str().unwrap()]);
    for width in [320, 400, 800, 1280] {
        browser.resize(width, 800, width < 800);
        for fragment in ["#1.6", "#2.3", "#4.20"] {
            browser.open(&page, fragment);
            assert_eq!(browser.evaluate(IS_TOO_WIDE), false, "{width} {fragment}");
            let share = "player.board.getBoundingClientRect().width / innerWidth";
            let least = if width < 800 { 0.85 } else { 0.25 };
            assert!(browser.evaluate(share).as_f64().unwrap() > least, "{width} {fragment}");
            for key in ["?", "Escape", "o", "Escape", "r"] {
                browser.press(key);
                assert_eq!(browser.evaluate(IS_TOO_WIDE), false, "{width} {fragment} {key}");
            }
        }
    }
    let ground = "getComputedStyle(document.body).backgroundColor";
    browser.prefer("light", "screen");
    let light = browser.evaluate(ground);
    browser.prefer("dark", "screen");
    assert_ne!(browser.evaluate(ground), light);
    browser.assert_no_complaint();
}

/// The board takes the height of the window or its width, and neither it nor a button moves as a game is gone through,
/// not even where branches begin. The move that is shown is never covered.
#[test]
fn the_board_is_large_and_nothing_moves() {
    let Some((browser, folder)) = start("the_board_is_large_and_nothing_moves") else { return };
    for (width, height, shares) in [
        (1280, 800, [0.87, 0.93]),
        (800, 600, [0.76, 0.86]),
        (390, 844, [0.46, 0.52]),
        (320, 640, [0.5, 0.56]),
    ] {
        browser.resize(width, height, width < 600);
        for (file, share) in [CHESS, "examples/analysis.ctl-pgn"].into_iter().zip(shares) {
            browser.open(&page_of(&folder, &[file]), "");
            let part = browser.evaluate("player.board.getBoundingClientRect().height / innerHeight");
            assert!(part.as_f64().unwrap() >= share, "{width} {file}: {part}");
            // the coordinates of squares are on two sides
            let labels = "[8, 'a', 'h'].map(name => [...player.board.querySelectorAll('.inner text')]
                .filter(one => one.textContent == name).map(one => one.getAttribute('class')).join(' '))";
            let expected = if file == CHESS { ["light", "dark", "light"] } else { [""; 3] };
            assert_eq!(browser.evaluate(labels), json!(expected), "{width} {file}");
            if width < 600 {
                let edges =
                    "(box => [box.left, box.right - innerWidth])(player.board.getBoundingClientRect())";
                assert_eq!(browser.evaluate(edges), json!([0, 0]), "{width} {file}");
            }
            let moved = "(async () => {
                game.moves.style.scrollBehavior = 'auto';
                scrollTo(0, 1000);
                const places = () => [player.board, player.toolbar, ...player.toolbar.querySelectorAll('.steps button')].map(one =>
                    (box => [box.top, box.left, box.width].map(Math.round))(one.getBoundingClientRect())).join(' ');
                show(game.nodes.at(-1));
                const first = places();
                const problems = [];
                for (const node of game.nodes.slice(1)) {
                    show(node);
                    await new Promise(done => requestAnimationFrame(done));
                    const { left, right, top, bottom } = node.button.getBoundingClientRect();
                    const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
                    if (!node.button.contains(found)) problems.push(`${node.index} is covered`);
                    if (places() !== first) problems.push(`${node.index}: ${first} / ${places()}`);
                }
                const last = player.buttons.help.getBoundingClientRect();
                if (last.bottom > innerHeight) problems.push('a button is below the window');
                return problems;
            })()";
            assert_eq!(browser.evaluate(moved), json!([]), "{width} {file}");
        }
    }
    browser.assert_no_complaint();
}

/// In each language the live region says each move, and the position too once its words are wanted; the
/// board has the position as its name. The words are those of `--format speech`.
#[test]
fn every_position_is_said_in_every_language() {
    let Some((browser, folder)) = start("every_position_is_said_in_every_language") else { return };
    for language in ["en", "es", "ca"] {
        for file in [CHESS, "examples/both-castlings.ctl-pgn"] {
            let said = one_line(&run("speech", language, &project().join(file)));
            browser.open(&page_in(language, &folder, &[file]), "");
            let tag = browser.evaluate("document.documentElement.lang");
            assert_eq!(tag, language);
            browser.press("r");
            for ply in 1..=5 {
                browser.press("ArrowRight");
                let heard = browser.evaluate(
                    "[current.position.said, player.board.getAttribute('aria-label'), player.live.textContent]",
                );
                let [moved, position, live] = [0, 1, 2].map(|at| one_line(heard[at].as_str().unwrap()));
                assert!(
                    said.contains(&format!("{moved} {position}")),
                    "{language} {file} {ply}: {moved} {position}"
                );
                assert!(
                    live.starts_with(&moved) && live.ends_with(&position),
                    "{language} {file} {ply}: {live}"
                );
            }
        }
    }
    browser.assert_no_complaint();
}

/// What stands beside a move is heard with it: its annotation, evaluation and clock, that it begins a
/// variation, and what else could be played. Buttons that switch say what is on.
#[test]
fn what_is_seen_of_a_move_is_heard() {
    let Some((browser, folder)) = start("what_is_seen_of_a_move_is_heard") else { return };
    for (language, key, heard) in [
        ("en", "#1.1", &["Evaluation +0.30. Clock 0:10:00."][..]),
        ("en", "#1.5", &["Evaluation +0.70. Other moves here: exd4, f5."]),
        ("en", "#1.6", &["A weak move already. Dubious move. Evaluation +1.10."]),
        ("ca", "#1.6", &["Jugada dubtosa. Avaluació +1.10."]),
        ("es", "#1.6", &["Jugada dudosa. Evaluación +1.10."]),
    ] {
        browser.open(&page_in(language, &folder, &[CHESS]), key);
        let live = one_line(browser.evaluate("player.live.textContent").as_str().unwrap());
        heard.iter().for_each(|part| assert!(live.ends_with(part), "{language} {key}: {live}"));
    }
    browser.open(&page_of(&folder, &[CHESS]), "#1.6");
    let live = "player.live.textContent";
    browser.press("v");
    assert!(
        browser.evaluate(live).as_str().unwrap().starts_with("Variation. Move 3, Black: "),
        "{}",
        browser.evaluate(live)
    );
    browser.press("End");
    assert!(browser.evaluate(live).as_str().unwrap().ends_with("White is better."));
    browser.evaluate("show(game.nodes.find(node => node.button?.textContent === 'Qb8+!!'))");
    assert!(browser.evaluate(live).as_str().unwrap().ends_with("Brilliant move. White mates in 2."));
    let pressed = "['flip', 'play', 'words'].map(name => player.buttons[name].getAttribute('aria-pressed'))";
    assert_eq!(browser.evaluate(pressed), json!(["false", "false", "false"]));
    browser.press("f");
    assert_eq!(browser.evaluate("player.note.textContent"), "The board from Black's side.");
    browser.press("r");
    assert_eq!(browser.evaluate(pressed), json!(["true", "false", "true"]));
    browser.press("f");
    browser.press("a");
    assert_eq!(browser.evaluate(pressed), json!(["false", "true", "true"]));
    browser.assert_no_complaint();
}

/// Returns the script of axe-core, which `.ci/run` has npm fetch.
fn axe() -> Option<String> {
    let fetched = project().join("target/npm/node_modules/axe-core/axe.min.js");
    fs::read_to_string(std::env::var_os("AXE_CORE").map_or(fetched, PathBuf::from)).ok()
}

#[test]
fn axe_finds_nothing() {
    let test = "axe_finds_nothing";
    let Some(browser) = Chromium::start(test) else { return };
    let Some(axe) = axe() else {
        say_skipped(test, "there is no axe-core here (npm install --prefix target/npm axe-core)");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let many = write_games(20, &folder);
    let crazyhouse = "tests/inputs/variants/crazyhouse.pgn";
    let cases = [
        // the player, the words, the list of games, the keys, the way to a move
        // with what is said of a move, all tags, and a smaller board
        (CHESS, "#1.6", &["", "r", "o", "?", ":", "m", "i", "s"][..]),
        ("examples/analysis.ctl-pgn", "#1.2", &["", "m"]),
        (CESCACS, "#1.3", &[""]),
        (crazyhouse, "#1.40", &[""]),
        (&*many, "#10.40", &[""]),
    ];
    for (file, fragment, keys) in cases {
        browser.open(&page_of(&folder, &[file]), fragment);
        browser.evaluate(&format!("{axe}; 0"));
        for (key, scheme) in keys.iter().flat_map(|key| [(key, "light"), (key, "dark")]) {
            browser.prefer(scheme, "screen");
            browser.press(key);
            let judged = browser.evaluate(
                "axe.run(document).then(({ violations, passes }) => [passes.length > 10, \
                 violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html.slice(0, 200))])])",
            );
            assert_eq!(judged, json!([true, []]), "{scheme} {file} {key}");
            browser.press("Escape");
        }
    }
    // nor in exercises, before and after the solution is shown
    let task = "document.querySelector('.open .solve')";
    browser.open(&page_of(&folder, &["--hide", "moves", CHESS]), "");
    browser.evaluate(&format!("{axe}; 0"));
    for step in ["0", "document.querySelector('.open .hints button').click()", &format!("{task}.click()")] {
        browser.evaluate(step);
        let judged =
            browser.evaluate("axe.run(document).then(({ violations }) => violations.map(({ id }) => id))");
        assert_eq!(judged, Value::Array(Vec::new()), "{step}");
    }
    // nor in what is read without the script of the page
    browser.open(&page_of(&folder, &[CHESS, CESCACS]), "");
    browser.evaluate(
        "player.root.remove(); player.bar.remove(); document.documentElement.classList.remove('js')",
    );
    browser.evaluate(&format!("{axe}; 0"));
    let judged =
        browser.evaluate("axe.run(document).then(({ violations }) => violations.map(({ id }) => id))");
    assert_eq!(judged, Value::Array(Vec::new()));
}
