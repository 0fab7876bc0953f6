//! Where the parts of a page are, what may cover what, and what can be read.

use std::fs;

use serde_json::{Value, json};

use super::chromium::Chromium;
use super::{CESCACS, CHESS, page_of, start};
use crate::page::write_games;

/// Windows of a computer, of a telephone upright and on its side, and low ones.
const WINDOWS: [(u32, u32); 8] =
    [(1280, 720), (1920, 1080), (390, 844), (320, 640), (844, 390), (667, 375), (568, 320), (900, 600)];

/// Two frames: after them, the page has seen that its parts have changed their size.
const FRAMES: &str = "await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));";

fn resize(browser: &Chromium, (width, height): (u32, u32)) {
    browser.resize(width, height, width.min(height) < 500);
}

/// The rows of the table of moves, with what is seen in its three columns.
const TABLE: &str = "(() => {
    const outer = game.moves.getBoundingClientRect();
    const middle = outer.left + 48 + (outer.width - 48) / 2;
    const rows = new Map();
    const texts = document.createTreeWalker(game.moves, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        const box = (texts.currentNode.parentNode.closest('button') ?? range).getBoundingClientRect();
        if (!box.width || !texts.currentNode.data.trim()) continue;
        const row = Math.round((box.top + box.bottom) / 20);
        if (!rows.has(row)) rows.set(row, ['', '', '']);
        rows.get(row)[box.left < outer.left + 40 ? 0 : box.left < middle - 20 ? 1 : 2] += texts.currentNode.data;
    }
    return [...rows.values()].map(row => row.map(cell => cell.trim()).join('|'));
})()";

#[test]
fn a_row_has_the_number_and_the_moves_of_both_sides() {
    let test = "a_row_has_the_number_and_the_moves_of_both_sides";
    let Some((browser, folder)) = start(test) else { return };
    let black = "[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 7\"]\n\n7... ";
    browser.resize(1280, 720, false);
    for (game, rows) in [
        ("1. e4 e5 2. Nf3! Nc6 3. Bb5 a6? *", &["1.|e4|e5", "2.|Nf3!|Nc6", "3.|Bb5|a6?", "*||"][..]),
        ("1. e4 $146 e5 $14 2. Nf3 $1 $36 $250 Nc6 $0 1-0", &["1.|e4 N|e5⩲", "2.|Nf3!↑ $250|Nc6", "1–0||"]),
        ("1. e4 $220 e5 {[#]} 2. Nf3 {[%clk 0:01:00]} Nc6 *", &["1.|e4|e5", "2.|Nf3|Nc6", "*||"]),
        ("1. e4! {[%clk 0:01:00]} e5 2. Nf3 Nc6 *", &["1.|e4!|e5", "2.|Nf3|Nc6", "*||"]),
        ("1. e4 -- 2. d4! -- 3. -- $2 e5 *", &["1.|e4|--", "2.|d4!|--", "3.|--?|e5", "*||"]),
        (&format!("{black}e5! 8. Nf3 Nc6 *"), &["7.|..|e5!", "8.|Nf3|Nc6", "*||"]),
        (&format!("{black}{{[%clk 0:01:00]}} e5 *"), &["7.|..|e5", "*||"]),
    ] {
        let file = folder.path().join("game.pgn");
        fs::write(&file, game).unwrap();
        browser.open(&page_of(&folder, &["-q", file.to_str().unwrap()]), "");
        assert_eq!(browser.evaluate("getComputedStyle(game.moves).display"), "grid", "{game}");
        assert_eq!(browser.evaluate(TABLE), json!(rows), "{game}");
    }
    // in running text, a number is said again after a comment or a variation, and not after a sign
    for (game, text) in [
        ("1. e4! e5 {good} 2. Nf3 $14 Nc6 *", "1. e4! e5 good 2. Nf3⩲ Nc6 *"),
        ("1. e4! {good} e5 *", "1. e4! good 1... e5 *"),
        ("1. e4 (1. d4! d5) e5 *", "1. e4 (1. d4! d5) 1... e5 *"),
    ] {
        let file = folder.path().join("game.pgn");
        fs::write(&file, game).unwrap();
        browser.open(&page_of(&folder, &[file.to_str().unwrap()]), "");
        assert_eq!(browser.evaluate("game.moves.innerText.replace(/\\s+/g, ' ')"), text);
    }
    browser.open(&page_of(&folder, &[CESCACS]), "");
    assert_eq!(browser.evaluate("getComputedStyle(game.moves).display"), "block");
    browser.assert_no_complaint();
}

/// Whatever is opened, the current move is seen, in the middle third of the moves unless these begin or end there, and
/// the buttons stay where they are. What is said for a moment covers neither the board nor that move.
#[test]
fn the_current_move_is_always_seen() {
    let Some((browser, folder)) = start("the_current_move_is_always_seen") else { return };
    browser.call(
        "Emulation.setEmulatedMedia",
        json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] }),
    );
    for (window, file) in
        WINDOWS.iter().flat_map(|window| [CHESS, &*write_games(1, &folder)].map(|f| (window, f.to_owned())))
    {
        resize(&browser, *window);
        browser.open(&page_of(&folder, &[&file]), "#1.20");
        for key in ["", "r", "i", "i", "r", "m", "m", "f", "f"] {
            browser.press(key);
            let problems = browser.evaluate(&format!(
                "(async () => {{
                    const box = part => part.getBoundingClientRect();
                    const meet = (one, other) => one.top < other.bottom && other.top < one.bottom && one.left < other.right && other.left < one.right;
                    const open = document.querySelector('dialog[open]');
                    {FRAMES}
                    const [move, note, bar] = [current.button, player.note, player.toolbar].map(box);
                    open?.close();
                    const covers = document.elementFromPoint((move.left + move.right) / 2, (move.top + move.bottom) / 2);
                    open?.showModal();
                    const problems = [];
                    if (!current.button.contains(covers)) problems.push('covered');
                    if (meet(note, box(player.board)) || meet(note, move)) problems.push('note');
                    if (note.height && Math.abs(note.bottom - bar.top) > 2) problems.push('note is away from the buttons');
                    window.first ??= bar.bottom;
                    if (bar.bottom !== first) problems.push('the buttons have moved');
                    return problems;
                }})()"
            ));
            assert_eq!(problems, json!([]), "{window:?} {file} {key}");
        }
        let middle = "(() => {
            const scrolls = game.moves;
            const { top, bottom } = scrolls.getBoundingClientRect();
            const { top: above, bottom: below } = current.button.getBoundingClientRect();
            const share = ((above + below) / 2 - top) / (bottom - top);
            const isAtEnd = scrolls.scrollTop < 2 || scrolls.scrollTop + scrolls.clientHeight > scrolls.scrollHeight - 2;
            return isAtEnd || share > 0.3 && share < 0.7;
        })()";
        assert_eq!(browser.evaluate(middle), true, "{window:?} {file}");
    }
    browser.assert_no_complaint();
}

/// In a low window all is seen without scrolling the page, and some lines of moves are left.
#[test]
fn low_windows_have_room() {
    let Some((browser, folder)) = start("low_windows_have_room") else { return };
    for window in WINDOWS.into_iter().filter(|(width, height)| width > height) {
        resize(&browser, window);
        for file in [CHESS, "examples/analysis.ctl-pgn"] {
            browser.open(&page_of(&folder, &[file]), "#1.6");
            let outside = browser.evaluate(
                "[player.stage, player.w.row, player.b.row, player.toolbar, player.buttons.help, player.graph, root].filter(one => \
                 (box => box.bottom > innerHeight + .5 || box.right > innerWidth + .5 || box.top < 0)(one.getBoundingClientRect())).length",
            );
            assert_eq!(outside, 0, "{window:?} {file}");
            let moves = browser.evaluate("game.moves.getBoundingClientRect().height / innerHeight");
            assert!(moves.as_f64().unwrap() > 0.3, "{window:?} {file}: {moves}");
        }
    }
    browser.assert_no_complaint();
}

/// In a narrow window all is seen without scrolling the page, also beside scroll bars that take room, and the board leaves
/// some lines of moves.
#[test]
fn narrow_windows_have_room() {
    let Some((browser, folder)) = start("narrow_windows_have_room") else { return };
    browser.call("Emulation.setScrollbarsHidden", json!({ "hidden": false }));
    for (window, least_lines) in [
        ((390, 844), 5.0),
        ((768, 1024), 5.0),
        ((500, 757), 5.0),
        ((360, 640), 3.5),
        ((320, 640), 3.5),
        ((600, 600), 4.0),
    ] {
        browser.resize(window.0, window.1, false);
        for files in [&[CHESS][..], &[CHESS, CESCACS], &[CESCACS, CHESS]] {
            browser.open(&page_of(&folder, files), "#1.5");
            for key in ["", "r", "s"] {
                browser.press(key);
                let outside = browser.evaluate(
                    "[root.scrollWidth > innerWidth, root.scrollHeight > innerHeight, \
                     ...[player.board, player.w.row, player.b.row, player.toolbar, game.moves].map(one => \
                     (box => box.left < 0 || box.right > root.clientWidth || box.bottom > innerHeight + .5)(one.getBoundingClientRect())), \
                     game.moves.getBoundingClientRect().bottom > player.toolbar.getBoundingClientRect().top + .5].some(one => one)",
                );
                assert_eq!(outside, false, "{window:?} {files:?} {key}");
            }
            for key in ["r", "s", "s"] {
                browser.press(key);
            }
            let lines = "(style => (game.moves.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom)) / \
                         parseFloat(style.lineHeight))(getComputedStyle(game.moves))";
            let lines = browser.evaluate(lines).as_f64().expect("lines are counted");
            assert!(lines > least_lines - 0.01, "{window:?} {files:?}: {lines}");
        }
    }
    browser.assert_no_complaint();
}

/// The evaluation stays on one line, whatever stands beside it.
#[test]
fn an_evaluation_does_not_break() {
    let Some((browser, folder)) = start("an_evaluation_does_not_break") else { return };
    let file = folder.path().join("game.pgn");
    fs::write(
        &file,
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. d4 exd4 7. Re1 {[%eval -12.34]} *\n",
    )
    .expect("a file can be written");
    for window in WINDOWS {
        resize(&browser, window);
        browser.open(&page_of(&folder, &[file.to_str().expect("the path is text")]), "#1.13");
        let value = "(range => (range.selectNodeContents(player.value), [player.value.textContent, \
                     range.getClientRects().length, player.value.scrollWidth <= player.value.clientWidth]))(document.createRange())";
        assert_eq!(browser.evaluate(value), json!(["−12.34", 1, true]), "{window:?}");
    }
    browser.assert_no_complaint();
}

/// On a telephone the result and the event are one line below the players, a choice has room around its text, and the
/// clocks leave the board.
#[test]
fn a_telephone_shows_what_matters_first() {
    let Some((browser, folder)) = start("a_telephone_shows_what_matters_first") else { return };
    resize(&browser, (390, 844));
    browser.open(&page_of(&folder, &[CHESS]), "#1.5");
    let summary = "[player.summary.textContent, player.summary.offsetHeight < 30, player.summary.offsetTop < \
                   game.moves.offsetTop, getComputedStyle(document.querySelector('.open h2')).clipPath]";
    let expected = json!(["1–0 · Casual game · Paris · 1858", true, true, "inset(50%)"]);
    assert_eq!(browser.evaluate(summary), expected);
    let room = "(() => {
        const choice = player.choices.querySelector('button');
        const range = document.createRange();
        range.selectNodeContents(choice);
        const [inner, outer] = [range, choice].map(one => one.getBoundingClientRect());
        return [inner.left - outer.left > 8, outer.right - inner.right > 8, outer.height - inner.height > 2];
    })()";
    assert_eq!(browser.evaluate(room), json!([true, true, true]));
    let gap = "player.board.getBoundingClientRect().top - player.b.clock.getBoundingClientRect().bottom";
    assert!(browser.evaluate(gap).as_f64().unwrap() >= 2.0, "{}", browser.evaluate(gap));
    // a game in the list shows its players and its date whole
    let file = folder.path().join("long.pgn");
    let name = "Rotlewi, Georg Salwe Rubinstein";
    fs::write(&file, format!("[White \"{name}\"]\n[Black \"{name}\"]\n[Event \"{name}\"]\n[Site \"{name}\"]\n[Date \"1907.12.26\"]\n\n*\n"))
        .unwrap();
    browser.open(&page_of(&folder, &[file.to_str().unwrap(), CHESS]), "");
    browser.press("o");
    let row = "(() => {
        const [button, small, players] = ['button', 'small', '.players'].map(part => player.list.querySelector(part));
        const range = document.createRange();
        range.setStartAfter(small.firstChild);
        range.setEndAfter(small.lastChild);
        const [date, all] = [range, button].map(one => one.getBoundingClientRect());
        return [range.toString(), date.right <= all.right && date.height < 30, players.scrollWidth <= players.clientWidth && all.height < 110,
            button.firstChild.getBoundingClientRect().left - all.left < 12];
    })()";
    assert_eq!(browser.evaluate(row), json!([" · 1907.12.26", true, true, true]));
    browser.assert_no_complaint();
}

/// On a telephone every button is as large as a finger, with one game or with several.
#[test]
fn buttons_are_as_large_as_a_finger() {
    let Some((browser, folder)) = start("buttons_are_as_large_as_a_finger") else { return };
    for (size, files) in [((390, 844), &[CHESS][..]), ((360, 740), &[CHESS, CHESS])] {
        resize(&browser, size);
        browser.open(&page_of(&folder, files), "#1.5");
        let small = "Object.values(player.buttons).map(one => one.getBoundingClientRect()) \
                     .filter(({ width, height }) => width && (width < 44 || height < 44)).length";
        assert_eq!(browser.evaluate(small), 0, "{size:?}");
    }
    browser.assert_no_complaint();
}

/// Returns the contrasts of the coordinates on the squares that they stand on, for each theme: the least one on plain
/// squares and on marked ones.
const CONTRASTS: &str = "facts.themes.map(theme => {
    document.documentElement.dataset.theme = theme;
    show(current);
    const channels = colour => colour.match(/[\\d.]+/g).slice(0, 3).map(Number);
    const light = colour => channels(colour).map(one => one / 255)
        .map(one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
        .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
    const least = [99, 99];
    for (const text of player.board.querySelectorAll('text')) {
        const box = text.getBBox();
        const at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
        const style = getComputedStyle(text);
        // what is painted last at the place: a marked square, or a plain one
        const marked = [...player.board.querySelectorAll('.moved, .check')].filter(path => {
            const [, x, y] = /translate\\((\\S+) (\\S+)\\)/.exec(path.getAttribute('transform'));
            return Math.abs(at.x - x) < 50 && Math.abs(at.y - y) < 50;
        }).at(-1);
        const plain = document.querySelectorAll('#s-cells path');
        const isDark = (Math.floor(at.x / 100) + Math.floor(at.y / 100)) % 2;
        let under = getComputedStyle(marked ?? [...plain].find(path => path.matches(isDark ? '.dark' : '.light'))).fill;
        // a pattern or an outline: the letters have an edge of their own
        if (!under.startsWith('rgb')) under = style.stroke;
        const [low, high] = [style.fill, under].map(light).sort((one, other) => one - other);
        least[marked ? 1 : 0] = Math.min(least[marked ? 1 : 0], (high + 0.05) / (low + 0.05));
    }
    return least;
})";

#[test]
fn coordinates_are_read_on_all_squares() {
    let Some((browser, folder)) = start("coordinates_are_read_on_all_squares") else { return };
    browser.resize(1280, 720, false);
    browser.open(&page_of(&folder, &[CHESS]), "#1.0");
    // all squares at the edge as after a move, or one of them as a king in check
    browser.evaluate("current.position.king = current.position.cells.indexOf('K'); 0");
    for (position, least_marked) in [
        ("changed = []", 0.0),
        ("changed = [...Array(64).keys()]", 4.5),
        ("flag = '+'; current.position.side = 'w'", 4.5),
    ] {
        browser.evaluate(&format!("current.position.{position}; 0"));
        for contrasts in browser.evaluate(CONTRASTS).as_array().unwrap() {
            let [plain, marked] = [0, 1].map(|at| contrasts[at].as_f64().unwrap());
            assert!(plain >= 4.5 && marked >= least_marked, "{position}: {contrasts}");
        }
    }
    browser.assert_no_complaint();
}

/// Arrows and circles have the edges that they have in pictures, in the player and in diagrams.
#[test]
fn marks_have_edges() {
    let Some((browser, folder)) = start("marks_have_edges") else { return };
    browser.open(&page_of(&folder, &[CHESS]), "#1.6");
    let edges = |place: &str| {
        browser.evaluate(&format!(
            "[...document.querySelectorAll('{place} :is(.arrow, .edge)')].map(one => [one.getAttribute('class'), \
             getComputedStyle(one).stroke])"
        ))
    };
    let [white, dark] = ["rgb(255, 255, 255)", "rgb(51, 41, 0)"];
    let expected = [["arrow red", white], ["arrow green", white], ["edge yellow", dark]];
    let sorted = |edges: Value| {
        let mut edges: Vec<_> = edges.as_array().unwrap().iter().map(Value::to_string).collect();
        edges.sort();
        edges
    };
    assert_eq!(sorted(edges(".board")), sorted(json!(expected)));
    // pieces stand on them, and stay whole
    let below = "[...document.querySelectorAll('svg:has(circle.edge)')].every(board => \
                 board.querySelector('circle.edge').compareDocumentPosition(board.querySelector('g.w, path.wk')) & 4)";
    assert_eq!(browser.evaluate(below), true);
    browser.assert_no_complaint();
}

/// The graph is that of the main line everywhere, with a dot for each mistake and the place where a variation leaves
/// it, and the name of the opening does not move when there is no evaluation.
#[test]
fn the_graph_stays_in_variations() {
    let Some((browser, folder)) = start("the_graph_stays_in_variations") else { return };
    browser.resize(1280, 720, false);
    browser.open(&page_of(&folder, &[CHESS]), "#1.5");
    let state = || {
        browser.evaluate(
            "[player.graph.querySelector('.white').getAttribute('d'), player.graph.querySelector('.now').getAttribute('d'), \
             player.opening.getBoundingClientRect().left, [...player.graph.querySelectorAll('.dot:not(.edge)')].map(dot => \
             getComputedStyle(dot).stroke)]",
        )
    };
    let before = state();
    assert_eq!(before[3], json!(["rgb(130, 96, 0)", "rgb(163, 80, 0)"]));
    browser.press("]");
    browser.press("v");
    assert_eq!(browser.evaluate("current.parent.children.indexOf(current)"), 1);
    assert_eq!(state(), before);
    browser.evaluate("(box => player.graph.dispatchEvent(new MouseEvent('click', { clientX: box.right - 1 })))(player.graph.getBoundingClientRect())");
    assert_eq!(browser.evaluate("current.button.textContent"), "Rd8#");
    browser.assert_no_complaint();
}

/// Signs that many fonts lack are drawn, on the screen and on paper.
#[test]
fn signs_that_fonts_lack_are_drawn() {
    let Some((browser, folder)) = start("signs_that_fonts_lack_are_drawn") else { return };
    let file = folder.path().join("game.pgn");
    fs::write(&file, "1. e4 (1. d4 $14) (1. c4 $15) e5 *").unwrap();
    for medium in ["screen", "print"] {
        browser.open(&page_of(&folder, &[file.to_str().unwrap()]), "#1.1");
        browser.prefer("light", medium);
        let drawn = "[14, 15].map(number => (one => [getComputedStyle(one).fontSize, one.offsetWidth > 5, \
                     ...['before', 'after'].map(part => getComputedStyle(one, '::' + part).content)])\
                     (document.querySelector(`.m [data-p=\" $${number}\"]`)))";
        let expected = json!([["0px", true, "\"+\"", "\"=\""], ["0px", true, "\"=\"", "\"+\""]]);
        assert_eq!(browser.evaluate(drawn), expected, "{medium}");
    }
    // the line that takes the place of the heading in small windows is not printed
    assert_eq!(browser.evaluate("player.summary.checkVisibility()"), false);
    browser.prefer("light", "screen");
    // also among the choices
    browser.press("Home");
    assert_eq!(browser.evaluate("player.choices.querySelectorAll('i').length"), 2);
    browser.assert_no_complaint();
}
