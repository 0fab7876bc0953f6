//! Games replayed by keys, mouse, touch, and by themselves.

use std::fs;

use serde_json::{Value, json};

use super::chromium::Chromium;
use super::{CESCACS, CHESS, page_in, page_of, start};
use crate::page::write_games;
use crate::project;

/// Returns the text of the move that is shown, and how much stands on the board.
fn current(browser: &Chromium) -> Value {
    browser.evaluate(
        "[current.button?.textContent ?? '', document.querySelectorAll('.board use').length > 1, \
         document.querySelector('[aria-current]')?.textContent ?? '']",
    )
}

#[test]
fn keys_clicks_and_touch_go_through_a_game() {
    let Some((browser, folder)) = start("keys_clicks_and_touch_go_through_a_game") else { return };
    browser.resize(1280, 900, false);
    browser.open(&page_of(&folder, &[CHESS, CESCACS]), "");
    for (keys, text) in [
        (&["ArrowRight"][..], "e4"),
        (&[" ", "Enter", "l"], "d6"),
        (&["]", "v"], "exd4"),
        (&["v"], "f5!?"),
        (&["b"], "Bg4?!"),
        (&["End"], "Rd8#"),
        (&["["], "Nc3!"),
        // a move of each side, and ten
        (&["ArrowUp"], "Qb3!"),
        (&["ArrowDown"], "Nc3!"),
        (&["PageUp"], ""),
        (&["PageDown"], "cxb5"),
        (&[":", "1", "2", "b", "Enter"], "Rd8"),
        (&[":", "3", "Enter"], "d4"),
        (&[":", "p", "l", "y", "5", "Enter"], "d4"),
        (&[":", "3", ".", ".", ".", "Enter", "v", "v", ":", "3", "b", "Enter"], "f5!?"),
        (&["Home", "g", "h"], ""),
        (&["n"], ""),
        (&["ArrowRight", "G"], "C23-D22"),
        (&["N"], ""),
        (&["n", ":", "$", "Enter", ":", "g", "1", "Enter"], ""),
    ] {
        keys.iter().for_each(|key| browser.press(key));
        assert_eq!(current(&browser), json!([text, true, text]), "{keys:?}");
    }
    let [left, y, width] = board(&browser);
    browser.click(left + 0.8 * width, y);
    browser.click(left + 0.8 * width, y);
    assert_eq!(current(&browser)[0], "e5");
    browser.click(left + 0.2 * width, y);
    assert_eq!(current(&browser)[0], "e4");
    for (turned, text) in [(120, "e5"), (30, "e5"), (30, "Nf3"), (-120, "e5"), (-120, "e4")] {
        let wheel =
            json!({ "type": "mouseWheel", "x": left + 0.5 * width, "y": y, "deltaX": 0, "deltaY": turned });
        browser.call("Input.dispatchMouseEvent", wheel);
        browser.wait_for("current.button.textContent", &json!(text));
    }
    browser.evaluate("game.nodes[9].button.click()");
    assert_eq!(current(&browser)[0], browser.evaluate("game.nodes[9].button.textContent"));
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
    browser.assert_no_complaint();
}

/// Keys lead to mistakes, comments and the moves that comments name, as in the viewer.
#[test]
fn keys_seek_what_is_of_interest() {
    let Some((browser, folder)) = start("keys_seek_what_is_of_interest") else { return };
    browser.open(&page_of(&folder, &[CHESS, "examples/analysis.ctl-pgn"]), "");
    for (keys, text) in [
        (&["e"][..], "Bg4?!"),
        // by the evaluations, and by its sign
        (&["e"], "Nf6?"),
        (&["E"], "Bg4?!"),
        (&["Home", "}"], "d6"),
        (&["}", "}"], "Qb3!"),
        (&["{", "{"], "d6"),
        (&["n", "#"], ""),
        (&["ArrowRight", "ArrowRight", "#"], "NG3-H8!?"),
        (&["<"], "E21-E15"),
        (&["ArrowRight", "ArrowRight", "#"], "F8-F12"),
    ] {
        keys.iter().for_each(|key| browser.press(key));
        assert_eq!(browser.evaluate("current.button?.textContent ?? ''"), text, "{keys:?}");
    }
    // the link itself does the same, and the game is copied as it was written
    browser.evaluate("game.moves.querySelector('q button').click()");
    assert_eq!(browser.evaluate("current.button.textContent"), "NG3-H8!?");
    assert_eq!(browser.evaluate("game.moves.querySelector('q button').textContent"), "→1. NG3-H8!?");
    assert_eq!(browser.evaluate("pgnOf(game).includes('#1$[2] is the quiet way')"), true);
    browser.assert_no_complaint();
}

/// A move without a sign that costs its side chances of winning has the colour of a mistake.
#[test]
fn evaluations_show_mistakes() {
    let Some((browser, folder)) = start("evaluations_show_mistakes") else { return };
    browser.open(&page_of(&folder, &["tests/units/mistakes.pgn"]), "");
    // a comment says which moves are mistakes, in the viewer, too
    let others = "game.nodes.filter(node => isMistake(node) !== /mistake/.test(node.comments.join()))";
    assert_eq!(
        browser.evaluate(&format!("{others}.map(node => node.button?.textContent ?? 'start')")),
        json!([])
    );
    let coloured = "[...document.querySelectorAll('.m .mistake')].map(one => one.textContent)";
    assert_eq!(browser.evaluate(coloured), json!(["Qh5", "Nf6", "Qe2"]));
    let colour = "getComputedStyle(document.querySelector('.m .mistake')).color === \
                  getComputedStyle(document.querySelector('.m button')).color";
    assert_eq!(browser.evaluate(colour), false);
    browser.assert_no_complaint();
}

#[test]
fn keys_show_more_of_a_game() {
    let Some((browser, folder)) = start("keys_show_more_of_a_game") else { return };
    browser.open(&page_of(&folder, &[CHESS]), "#1.6");
    let seen = "[player.remarks.checkVisibility(), player.info.open, size]";
    assert_eq!(browser.evaluate(seen), json!([false, false, 1]));
    ["m", "s", "i"].iter().for_each(|key| browser.press(key));
    assert_eq!(browser.evaluate(seen), json!([true, true, 0.8]));
    let tags = browser.evaluate("player.info.innerText");
    assert!(tags.as_str().unwrap().contains("Duke Karl"), "{tags}");
    browser.press("i");
    let said = "player.remarks.textContent";
    assert_eq!(browser.evaluate(said), "3… Bg4?! A weak move already. Dubious move. Evaluation +1.10.");
    browser.press("ArrowRight");
    assert_eq!(browser.evaluate(said), "4. dxe5 Evaluation +1.00.");
    browser.press("ArrowRight");
    assert_eq!(browser.evaluate(said), " there is no comment on this move");
    ["m", "s", "s"].iter().for_each(|key| browser.press(key));
    assert_eq!(browser.evaluate(seen), json!([false, false, 1]));
    let help = "[...player.help.querySelectorAll('kbd')].map(one => one.textContent).join('')";
    let keys = browser.evaluate(help);
    assert!("eE{}#<mis".chars().all(|key| keys.as_str().unwrap().contains(key)), "{keys}");
    browser.assert_no_complaint();
}

/// Names stand as they are written, with their ratings; the number is that of the position that is shown.
#[test]
fn players_and_evaluations_stand_beside_the_board() {
    let Some((browser, folder)) = start("players_and_evaluations_stand_beside_the_board") else { return };
    let file = folder.path().join("game.pgn");
    let tags =
        "[White \"penguingm1\"][WhiteTitle \"GM\"][WhiteElo \"3021\"][BlackTitle \"IM\"][BlackElo \"?\"]";
    fs::write(&file, format!("{tags}\n\n1. e4 {{[%eval 0.3]}} e5 2. f4?? {{[%eval #-3]}} *\n")).unwrap();
    browser.open(&page_in("es", &folder, &[file.to_str().unwrap()]), "");
    assert_eq!(
        browser
            .evaluate("['w', 'b'].map(side => [player[side].name.innerText, player[side].rating.innerText])"),
        json!([["GM penguingm1", "3021"], ["Negras", ""]])
    );
    // the bar beside the board keeps what is known, in per cent for White
    let share = "Math.round(100 * (1 - /V([\\d.]+)/.exec(player.gauge.innerHTML)[1]))";
    for (value, white) in [("", 50), ("+0.30", 53), ("", 53), ("#−3", 0)] {
        assert_eq!(browser.evaluate("player.value.textContent"), value);
        assert_eq!(browser.evaluate(share), white);
        browser.press("ArrowRight");
    }
    browser.assert_no_complaint();
}

/// Captured pieces and the time that the last moves took stand beside the players, and the bar beside the board.
#[test]
fn captures_and_times_stand_beside_the_board() {
    let Some((browser, folder)) = start("captures_and_times_stand_beside_the_board") else { return };
    browser.resize(1280, 720, false);
    browser.open(&page_of(&folder, &["--set", "TimeControl=600+5", CHESS]), "#1.4");
    let beside = "['b', 'w'].map(side => [...[...player[side].hand.querySelectorAll('use')].map(one => \
                  one.getAttribute('href')), player[side].hand.textContent, player[side].spent.textContent].join(' '))";
    assert_eq!(browser.evaluate(beside), json!([" 22.0 s", " 15.0 s"]));
    browser.press("End");
    // a queen and a knight more, and for White two pawns
    assert_eq!(browser.evaluate(beside), json!(["#q #n +10 ", "#p 2 "]));
    let gap = "(box => [box.left - player.board.getBoundingClientRect().right, player.moves?.left ?? game.moves.getBoundingClientRect().left - box.right])\
               (player.gauge.getBoundingClientRect()).every(gap => gap > 3)";
    assert_eq!(browser.evaluate(gap), true);
    browser.open(&page_of(&folder, &[CESCACS]), "");
    assert_eq!(browser.evaluate("player.gauge.getClientRects().length"), 0);
    browser.assert_no_complaint();
}

/// Returns the left edge of the board, the middle of its height, and its width.
fn board(browser: &Chromium) -> [f64; 3] {
    let board = browser.evaluate(
        "(box => [box.left, box.top + box.height / 2, box.width])(player.board.getBoundingClientRect())",
    );
    [0, 1, 2].map(|at| board[at].as_f64().unwrap())
}

#[test]
fn what_cannot_be_done_is_said() {
    let Some((browser, folder)) = start("what_cannot_be_done_is_said") else { return };
    browser.open(&page_of(&folder, &[CHESS, CESCACS]), "");
    for (keys, note) in [
        (&["N"][..], "this is the first game"),
        (&["b"], "there is no variation here"),
        (&["["], "there is no variation here"),
        (&[":", "9", "9", "Enter"], "there is no move 99. in this line"),
        (&[":", "9", "9", "b", "Enter"], "there is no move 99… in this line"),
        (&[":", "g", "4", "Enter"], "there is no game 4: the files have 3"),
        (&[":", "e", "4", "Enter"], "type 12 (a move), 12… (Black's move), g5 (a game) or $ (the last game)"),
        (&[":", "$", "Enter", "n"], "this is the last game"),
    ] {
        keys.iter().for_each(|key| browser.press(key));
        assert_eq!(browser.evaluate("player.note.textContent"), note, "{keys:?}");
    }
    browser.assert_no_complaint();
}

#[test]
fn the_list_is_filtered_and_gone_through_by_keys() {
    let Some((browser, folder)) = start("the_list_is_filtered_and_gone_through_by_keys") else { return };
    browser.open(&page_of(&folder, &[CHESS, CESCACS, "examples/miniatures.pgn"]), "");
    let rows = "[...player.list.querySelectorAll('button .number')].map(one => Number(one.textContent))";
    browser.press("o");
    assert_eq!(browser.evaluate(rows), json!([1, 2, 3, 4, 5, 6, 7]));
    let shown = "['b', '.result'].map(part => player.list.querySelector(part).textContent)";
    assert_eq!(browser.evaluate(shown), json!(["Morphy, Paul", "1–0"]));
    for key in ["ArrowDown", "j", "k", "G", "k", "Enter"] {
        browser.press(key);
    }
    assert_eq!(
        browser.evaluate("[player.listDialog.open, articles.indexOf(game.article)]"),
        json!([false, 5])
    );
    browser.press_until("/", "document.activeElement === player.filter");
    "paris".chars().for_each(|letter| browser.press(&letter.to_string()));
    browser.wait_for(rows, &json!([1, 5]));
    let found = "player.found.textContent";
    assert_eq!(browser.evaluate(found), "2 of 7 games");
    browser.press("Enter");
    assert_eq!(browser.evaluate("articles.indexOf(game.article)"), 0);
    // the filter ends with the list
    browser.press("n");
    assert_eq!(browser.evaluate("articles.indexOf(game.article)"), 1);
    browser.press("/");
    assert_eq!(browser.evaluate(rows), json!([1, 2, 3, 4, 5, 6, 7]));
    assert_eq!(browser.evaluate(found), "");
    // results may be written as in PGN
    for (filter, found) in [("opera nowhere", json!([])), ("1/2-1/2", json!([6])), ("½–½", json!([6]))] {
        browser.evaluate(&format!("player.filter.value = '{filter}'; fillList()"));
        assert_eq!(browser.evaluate(rows), found, "{filter}");
    }
    browser.assert_no_complaint();
}

/// However many games there are, the search field and the button that closes the list stay in the window.
#[test]
fn only_the_list_of_games_scrolls() {
    let Some((browser, folder)) = start("only_the_list_of_games_scrolls") else { return };
    for (width, height) in [(1280, 800), (400, 700)] {
        browser.resize(width, height, false);
        browser.open(&page_of(&folder, &[&write_games(300, &folder)]), "");
        for key in ["o", "End"] {
            browser.press(key);
        }
        let seen = "[player.filter, player.listDialog.querySelector('h2 button'), document.activeElement].map(one => \
                    (box => box.top >= 0 && box.bottom <= innerHeight)(one.getBoundingClientRect()))";
        assert_eq!(browser.evaluate(seen), json!([true, true, true]), "{width}");
        let scrolled = "[player.list.scrollTop > 0, player.listDialog.scrollTop, \
                        document.activeElement.querySelector('.number').textContent]";
        assert_eq!(browser.evaluate(scrolled), json!([true, 0, "300"]), "{width}");
    }
    browser.assert_no_complaint();
}

#[test]
fn fingers_tap_and_swipe() {
    let Some((browser, folder)) = start("fingers_tap_and_swipe") else { return };
    browser.resize(400, 800, true);
    browser.open(&page_of(&folder, &[CHESS]), "");
    let buttons = "[...player.toolbar.querySelectorAll('button')].filter(one => one.offsetWidth).length";
    assert_eq!(browser.evaluate(buttons), 12);
    browser.open(&page_of(&folder, &[CHESS, CESCACS]), "");
    // with several games, what opens their list stays in view above the board
    assert_eq!(browser.evaluate(buttons), 12);
    assert_eq!(browser.evaluate("player.bar.offsetTop === 0 && player.bar.offsetHeight < 48"), true);
    let [left, y, width] = board(&browser);
    let at = |share: f64| [left + share * width, y];
    for (place, by, text) in [
        (0.8, [0.0, 0.0], "e4"),
        (0.8, [-120.0, 0.0], "e5"),
        (0.2, [-60.0, 5.0], "Nf3"),
        (0.2, [0.0, 0.0], "e5"),
        (0.3, [100.0, 0.0], "e4"),
        // this is not for the board
        (0.8, [0.0, -200.0], "e4"),
    ] {
        browser.swipe(at(place), by);
        assert_eq!(current(&browser)[0], text, "{place} {by:?}");
    }
    browser.assert_no_complaint();
}

#[test]
fn moves_follow_at_a_pace_or_by_the_clocks() {
    let Some((browser, folder)) = start("moves_follow_at_a_pace_or_by_the_clocks") else { return };
    browser.open(&page_of(&folder, &[CHESS, CESCACS]), "");
    let state =
        "[autoplay.mode, player.note.textContent, game.nodes.slice(1, 5).map(secondsBefore).join(' ')]";
    let press = |key: &str| {
        browser.press(key);
        browser.evaluate(state)
    };
    let pace = "a move every 2 s; + and - change the pace";
    assert_eq!(press("a"), json!(["pace", pace, "2 2 2 2"]));
    let clocks = "by the clocks, at their pace; + and - change it";
    assert_eq!(press("a"), json!(["clocks", clocks, "2 2 10 17"]));
    let faster = "by the clocks, 2 times as fast; + and - change it";
    assert_eq!(press("+"), json!(["clocks", faster, "1 1 5 8.5"]));
    assert_eq!(press("a"), json!(["off", "autoplay stopped", "1 1 1 1"]));
    // as fast as it goes, the game comes to its end, and that is the end of autoplay
    (0..8).for_each(|_| browser.press("+"));
    browser.press("a");
    let end = browser.evaluate(
        "new Promise(done => { const look = () => autoplay.mode === 'off' ? done(current.button.textContent) : \
         setTimeout(look, 20); look(); })",
    );
    assert_eq!(end, "Rd8#");
    // a game without clocks has no such pace, and another game begins at rest
    browser.press("n");
    assert_eq!(press("a")[0], "pace");
    assert_eq!(press("a")[0], "off");
    browser.press("a");
    assert_eq!(press("n")[0], "off");
    browser.assert_no_complaint();
}

/// What Crazyhouse holds in hand and Three-check counts stands beside the players and in the diagrams.
#[test]
fn hands_and_checks_are_shown() {
    let Some((browser, folder)) = start("hands_and_checks_are_shown") else { return };
    let hands = "['b', 'w'].map(side => [...player[side].hand.childNodes].map(one => one.textContent || \
                 one.firstChild.getAttribute('href')).join(' '))";
    let counts = "[...document.querySelectorAll('article.open .d text')].map(one => one.textContent)";
    browser.open(&page_of(&folder, &["tests/inputs/variants/crazyhouse.pgn"]), "#2");
    browser.press("End");
    assert_eq!(browser.evaluate(hands), json!(["#r #b 3 #p 6", "#p"]));
    assert_eq!(browser.evaluate(counts), json!(["White to move.", "3", "6"]));
    browser.open(&page_of(&folder, &["tests/inputs/variants/3check.pgn"]), "#1");
    browser.press("End");
    assert_eq!(browser.evaluate(hands), json!(["gave 1 of 3 checks", "gave 3 of 3 checks"]));
    let given = [0, 0, 3, 1].map(|count| format!("gave {count} of 3 checks"));
    assert_eq!(browser.evaluate(counts), json!([&["White to move.".to_owned()][..], &given].concat()));
    browser.assert_no_complaint();
}

#[test]
fn the_opening_is_shown_as_one_steps() {
    let Some((browser, folder)) = start("the_opening_is_shown_as_one_steps") else { return };
    let page = page_in("es", &folder, &["tests/inputs/openings/by-position.pgn"]);
    for (place, opening) in [
        ("#1.0", "Posición inicial"),
        ("#1.1", "Apertura: A04 Zukertort Opening"),
        ("#1.10", "Apertura: B90 Sicilian Defense: Najdorf Variation"),
        // in a variation, and where it has no name of its own any more
        ("#1.11", "Apertura: B70 Sicilian Defense: Dragon Variation"),
        ("#5.0", "Apertura: C40 King's Knight Opening"),
        ("#6.2", ""),
    ] {
        browser.open(&page, place);
        assert_eq!(browser.evaluate("player.opening.textContent"), opening, "{place}");
        assert_eq!(browser.evaluate("player.live.textContent.includes('Apertura')"), false, "{place}");
    }
    browser.assert_no_complaint();
}

/// What the records leave out is found again, in every third line of the table.
#[test]
fn each_opening_is_told_in_full() {
    let Some((browser, folder)) = start("each_opening_is_told_in_full") else { return };
    let table = fs::read_to_string(project().join("src/rules/openings/openings.tsv")).unwrap();
    let rows: Vec<[&str; 3]> = table
        .lines()
        .skip(1)
        .step_by(3)
        .map(|row| row.split('\t').collect::<Vec<_>>().try_into().unwrap())
        .collect();
    let file = folder.path().join("openings.pgn");
    fs::write(&file, rows.iter().map(|[_, _, moves]| format!("{moves} *\n\n")).collect::<String>()).unwrap();
    browser.open(&page_of(&folder, &["-q", file.to_str().unwrap()]), "");
    let told =
        browser.evaluate("articles.map(one => (one.game ?? readGame(one)).nodes.at(-1).position.opening)");
    for (at, [eco, name, moves]) in rows.iter().enumerate() {
        assert_eq!(told[at], format!("{eco} {name}"), "{moves}");
    }
}

/// The address of the page is that of the game that is open, also of one that cannot be played.
#[test]
fn the_address_follows_the_games() {
    let Some((browser, folder)) = start("the_address_follows_the_games") else { return };
    let broken = folder.path().join("broken.pgn");
    fs::write(&broken, "[FEN \"8/8 w - - 0 1\"]\n\n1. e4 *\n").unwrap();
    browser.open(&page_of(&folder, &["-k", "-q", CHESS, broken.to_str().unwrap(), CHESS]), "#1.3");
    for (key, address) in [("ArrowRight", "#1.4"), ("n", "#2.0"), ("n", "#3.0"), ("N", "#2.0")] {
        browser.press(key);
        assert_eq!(browser.evaluate("location.hash"), address, "{key}");
    }
    browser.assert_no_complaint();
}

/// Where there is room, each button has a word below its icon, which its title contains in every language.
#[test]
fn buttons_have_words() {
    let Some((browser, folder)) = start("buttons_have_words") else { return };
    browser.resize(1100, 720, false);
    for (language, last) in [("en", "Help"), ("es", "Ayuda"), ("ca", "Ajuda")] {
        browser.open(&page_in(language, &folder, &[CHESS]), "");
        let words = browser.evaluate(
            "[...player.toolbar.querySelectorAll('button')].filter(one => one.innerText).map(one => \
             one.title.includes(one.lastChild.textContent) && one.scrollWidth <= one.offsetWidth && \
             getComputedStyle(one).fontFamily === getComputedStyle(document.body).fontFamily)",
        );
        assert_eq!(words, json!([true; 8].to_vec()), "{language}");
        assert_eq!(browser.evaluate("player.buttons.help.innerText"), last);
    }
    browser.assert_no_complaint();
}

#[test]
fn tab_and_enter_reach_every_button() {
    let Some((browser, folder)) = start("tab_and_enter_reach_every_button") else { return };
    browser.open(&page_of(&folder, &[CHESS]), "#1.3");
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
