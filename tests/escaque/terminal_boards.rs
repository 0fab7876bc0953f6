//! Boards fit the window of the terminal, in the form that it has room for.

use std::fs;

use crate::emulator::{Terminal, row};
use crate::project;
use crate::terminal::{END, HINT, LEFT, rows_from};

/// Waits for a title, and asserts that the whole board below it and the hint are on the screen.
#[track_caller]
fn assert_whole(terminal: &mut Terminal, title: &str, rows_of_board: usize, edges: [&str; 2]) {
    terminal.wait(title, |screen| rows_from(screen, title).last().is_some_and(|row| row.contains(HINT)));
    let rows = rows_from(terminal.screen.screen(), title);
    let above = usize::from(rows[0] == title);
    let board = &rows[above..rows.len() - 1];
    // the comments are below a board of letters
    let board = board.split(String::is_empty).find(|part| !part.is_empty()).unwrap_or_default();
    let is_blank = |row: &String| row.is_empty();
    let end = board.iter().rposition(|row| !is_blank(row)).map_or(0, |last| last + 1);
    let board: Vec<_> = board[..end].iter().skip_while(|row| is_blank(row)).collect();
    assert_eq!(board.len(), rows_of_board, "{rows:#?}");
    for (row, edge) in [(board.first(), edges[0]), (board.last(), edges[1])] {
        assert!(row.is_some_and(|row| row.starts_with(edge)), "{edge:?}: {rows:#?}");
    }
}

const STYLES: [&[&str]; 3] = [&["--style", "plain"], &["--style", "figurines"], &["--style", "table"]];

/// Titles that do not name the move.
const SIDE: [&str; 2] = ["--captions", "side"];

#[test]
fn boards_of_squares_fit_into_24_rows() {
    for style in STYLES {
        let (rows, edges) =
            if style[1] == "table" { (21, ["┌", "└"]) } else { (10, ["  a b c", "  a b c"]) };
        let mut terminal = Terminal::start(24, &[&SIDE[..], style, &["examples/opera.pgn"]].concat());
        if style[1] == "table" {
            // the header and the board do not fit on one page
            terminal.wait_for(HINT);
            assert!(row(terminal.screen.screen(), 0).starts_with("The event was called"));
            terminal.press("\r");
        }
        for title in ["1. White", "1. Black", "2. White"] {
            assert_whole(&mut terminal, title, rows, edges);
            terminal.press("\r");
        }
    }
}

#[test]
fn the_board_of_hexes_is_compact_in_a_low_window() {
    let compact = ["28 ", "   P T A B"];
    for style in STYLES {
        let mut terminal = Terminal::start(
            24,
            &[&SIDE[..], style, &["--games", "2", "examples/promotions.ctl-pgn"]].concat(),
        );
        assert_whole(&mut terminal, "Initial position", 16, compact);
        assert!(row(terminal.screen.screen(), 0).starts_with("Id: "), "the header is on the same page");
        for title in ["41. White", "41. Black", "42. White"] {
            terminal.press("\r");
            assert_whole(&mut terminal, title, 16, compact);
        }
    }
}

#[test]
fn a_header_that_leaves_no_room_for_the_board_has_a_page_of_its_own() {
    let mut terminal = Terminal::start(24, &[&SIDE[..], STYLES[0], &["examples/analysis.ctl-pgn"]].concat());
    terminal.wait_for(HINT);
    let header = terminal.screen.screen().contents();
    assert!(header.contains("Round: -") && header.contains("Moves:") && !header.contains("1. White"));
    terminal.press("\r");
    assert_whole(&mut terminal, "1. White", 16, ["28 ", "   P T A B"]);
    terminal.press(LEFT);
    terminal.wait("the header again", |screen| rows_from(screen, "Moves:").len() == 2);
}

#[test]
fn the_form_of_the_board_follows_the_window() {
    let drawn = [&*format!("{:33}▄▄▄", ""), &*format!("{:34}F", "")];
    let letters = ["   P T A B"; 2];
    for (color, rows, full) in [("auto", 32, drawn), ("never", 31, letters)] {
        let arguments = ["--style", "plain", "--color", color, "--games", "2", "examples/promotions.ctl-pgn"];
        let mut terminal = Terminal::start(40, &[&SIDE[..], &arguments].concat());
        assert_whole(&mut terminal, "Initial position", rows, full);
        // with the title and the hint
        let least = u16::try_from(rows).unwrap() + 2;
        terminal.resize(least, 80);
        terminal.press("\r");
        assert_whole(&mut terminal, "41. White", rows, full);
        // with colours the board may be squeezed
        let lower = if color == "auto" { 27 } else { least - 1 };
        terminal.resize(lower, 80);
        terminal.press("\r");
        assert_whole(&mut terminal, "41. Black", 16, ["28 ", "   P T A B"]);
        terminal.resize(40, 80);
        terminal.press("\r");
        assert_whole(&mut terminal, "42. White", rows, full);
    }
}

/// In a window that is too low for a board of hexes two rows high and its letters, the board is squeezed, and the ends of
/// the highest and of the lowest hex are cut.
#[test]
fn hexes_of_two_rows_fit_in_a_low_window() {
    for (rows, first, last) in
        [(33, "  ▄▄▄", "F"), (31, "28 ", "E   F   G"), (30, "28 ", "E   F   G"), (28, "28 ", "E   F   G")]
    {
        let mut terminal = Terminal::start(40, &["--captions", "san", "examples/analysis.ctl-pgn"]);
        terminal.wait_for(HINT);
        terminal.resize(rows, 100);
        for title in ["1. White E7-E13", "1. Black E21-E15"] {
            terminal.press("\r");
            terminal.wait(title, |screen| {
                screen.contents().contains(&format!("  {title}")) && row(screen, rows - 1).contains(HINT)
            });
            let screen = terminal.screen.screen();
            let [top, bottom] = [0, rows - 2].map(|at| row(screen, at).trim_end().to_owned());
            assert!(top.contains(first) && bottom.contains(last), "{rows}: {}", screen.contents());
        }
    }
}

/// Waits for a title, and asserts that a board whose squares have a height is below it, with the hint in the last row.
#[track_caller]
fn assert_drawn(terminal: &mut Terminal, title: &str, height: u16) {
    terminal.wait(title, |screen| rows_from(screen, title).last().is_some_and(|row| row.contains(HINT)));
    let screen = terminal.screen.screen();
    let (count, _) = screen.size();
    assert!(row(screen, count - 1).contains(HINT), "{}", screen.contents());
    let rank = |at: u16| Some((row(screen, at).split_whitespace().next()?.parse::<u16>().ok()?, at));
    let ranks: Vec<_> = (0..count).filter_map(rank).collect();
    let first = ranks.first().map_or(0, |(_, at)| *at);
    let expected: Vec<_> = (1..=8).rev().map(|rank| (rank, first + height * (8 - rank))).collect();
    assert_eq!(ranks, expected, "{}", screen.contents());
    assert!((first..count).any(|at| row(screen, at).trim_start().starts_with("a ")), "{}", screen.contents());
}

/// Pieces are drawn as large as the window allows, each board in the place of the one before it, beside its move.
#[test]
fn pieces_are_drawn_where_the_window_has_room() {
    for (rows, columns, board) in [(24, 80, 16), (30, 100, 24), (60, 200, 56)] {
        let mut terminal = Terminal::start(rows, &["examples/opera.pgn"]);
        // the shell sets the size of the window first
        terminal.wait_for(HINT);
        terminal.resize(rows, columns);
        for title in ["1. White e4", "1. Black e5", "2. White Nf3"] {
            terminal.press("\r");
            assert_drawn(&mut terminal, title, board / 8);
        }
        let screen = terminal.screen.screen();
        let row_of = |rank: u16| {
            let label = rank.to_string();
            (0..rows).find(|at| row(screen, *at).split_whitespace().next() == Some(&*label)).unwrap()
        };
        let files =
            (0..rows).map(|at| row(screen, at)).find(|row| row.trim_start().starts_with("a ")).unwrap();
        for player in ["Morphy, Paul", "Duke of Brunswick"] {
            assert!(screen.contents().contains(player), "{}", screen.contents());
        }
        let is_drawn = screen.contents().contains(['▌', '▛']);
        assert_eq!(is_drawn, rows > 24, "{rows}: {}", screen.contents());
        assert_eq!(screen.contents().contains('♞'), rows == 24);
        // the last move, from g1 to f3, has a colour of its own
        let height = board / 8;
        let ground = |(file, rank): (char, u16)| {
            let column = u16::try_from(files.find(file).unwrap()).unwrap();
            screen.cell(row_of(rank), column).map(vt100::Cell::bgcolor)
        };
        let [c3, e3, g1] = [('c', 3), ('e', 3), ('g', 1)].map(ground);
        assert_eq!(c3, e3);
        assert_ne!(g1, e3);
        // all of the square of a mated king is red
        terminal.press(END);
        // the ranks may come after the move
        let has_rank =
            |screen: &vt100::Screen, rank: &str| (0..rows).any(|at| row(screen, at).starts_with(rank));
        terminal.wait("the mate", |screen| {
            screen.contents().contains("17. White Rd8#") && has_rank(screen, "8 ") && has_rank(screen, "1 ")
        });
        let screen = terminal.screen.screen();
        let row_of_king = (0..rows).find(|at| row(screen, *at).starts_with("8 ")).unwrap();
        let grounds = (0..columns).map(|column| screen.cell(row_of_king, column).map(vt100::Cell::bgcolor));
        let (grounds, width) = (grounds.collect::<Vec<_>>(), usize::from(2 * height));
        let [king, bishop] = [4, 5].map(|file| grounds[2 + width * file..][..width].to_vec());
        let is_filled = king.iter().all(|ground| *ground == king[0] && *ground != bishop[0]);
        assert!(is_filled || is_drawn, "{rows}: {king:?}");
    }
}

/// The first page has the starting position with the header beside it or, in letters, the first board below the header,
/// and the others have the comments.
#[test]
fn the_header_and_the_comments_stand_beside_boards() {
    for (color, board, moves) in [("auto", 25, [" e4", " e5", " f4"]), ("never", 10, [""; 3])] {
        let mut terminal = Terminal::start(30, &["--color", color, "examples/immortal.pgn"]);
        terminal.wait_for(HINT);
        terminal.resize(30, 100);
        let is_drawn = color == "auto";
        if is_drawn {
            assert_drawn(&mut terminal, "Initial position", board / 8);
        }
        let text = terminal.screen.screen().contents();
        assert!(text.contains("White: Anderssen") && text.contains("Moves:") != is_drawn, "{text}");
        for (title, written) in ["1. White", "1. Black", "2. White"].into_iter().zip(moves) {
            if is_drawn || title != "1. White" {
                terminal.press("\r");
            }
            match is_drawn {
                true => assert_drawn(&mut terminal, &format!("{title}{written}"), board / 8),
                false => assert_whole(&mut terminal, title, board.into(), ["", ""]),
            }
        }
        terminal.wait_for("The King's Gambit.");
    }
}

/// In CTL-PGN, the marker and the references of a comment are in words.
#[test]
fn comments_of_cescacs_are_written_out() {
    let mut terminal = Terminal::start(30, &["examples/analysis.ctl-pgn"]);
    terminal.wait_for(HINT);
    terminal.press("\r");
    terminal.wait_for("1. White E7-E13");
    terminal.press("\r");
    terminal.wait_for("1. Black E21-E15");
    terminal.wait_for("   White: White takes");
    terminal.wait_for("→1.\u{a0}NG3-H8!? is");
    // with the variations of the moves
    terminal.wait_for("([2] 1. NG3-H8!?)");
    // the ending stands beside the last board
    terminal.press(END);
    terminal.wait("the ending", |screen| screen.contents().contains("   Result: Draw."));
}

/// With the syntax of the assignment, boards are those of the assignment, in whatever window.
#[test]
fn the_reduced_syntax_has_the_boards_of_the_assignment() {
    let mut terminal = Terminal::start(40, &["--syntax", "reduced", "tests/inputs/reduced/kept.pgn"]);
    assert_whole(&mut terminal, "1. White", 10, ["  a b c", "  a b c"]);
}

/// Where letters stand for pieces, the header and the boards are those of the assignment (sections 3 and 5), and signs
/// mark the last move unless colours do.
#[test]
fn plain_terminals_show_what_the_assignment_asks_for() {
    let expected =
        fs::read_to_string(project().join("tests/golden/assignment/es-plain.txt")).expect("a golden");
    let (header, boards) = expected.split_once("\n\nJugadas:\n\n").expect("a header and boards");
    for (environment, marks) in [("LC_ALL=C", 0), ("NO_COLOR=1", 2), ("TERM=vt100", 2)] {
        for columns in [80, 40, 30] {
            let script = format!("stty cols {columns}; export {environment}; exec \"$0\" \"$@\"");
            let arguments = ["--lang", "es", "--no-config", "tests/inputs/assignment/with-braces.pgn"];
            let mut terminal = Terminal::run(24, &script, &arguments, project());
            terminal.screen.screen_mut().set_size(24, columns);
            terminal.wait_for("[q] sale");
            let text = terminal.screen.screen().contents();
            let words = header.split_whitespace().chain(["Jugadas:"]);
            assert!(text.split_whitespace().take(words.clone().count()).eq(words), "{text}");
            if columns < 80 {
                assert!(!text.contains("1. Blancas"), "the header does not fit above a board: {text}");
                terminal.press("\r");
            }
            for board in boards.split("\n\n").take(8) {
                let board: Vec<_> = board.lines().collect();
                terminal.wait(board[0], |screen| {
                    rows_from(screen, board[0]).last().is_some_and(|row| row.contains("[q] sale"))
                });
                let shown = &rows_from(terminal.screen.screen(), board[0])[..board.len()];
                let shown: Vec<_> = shown.iter().map(|row| row.get(..19).unwrap_or(row)).collect();
                let unmarked: Vec<_> =
                    shown.iter().map(|row| row.replace('*', " ").trim_end().to_owned()).collect();
                assert_eq!(unmarked, board, "{environment}, {columns} columns");
                assert_eq!(shown.concat().matches('*').count(), marks, "{shown:#?}");
                terminal.press("\r");
            }
        }
    }
}

/// A header that is longer than the window has several screens.
#[test]
fn a_long_header_is_whole() {
    let mut terminal = Terminal::run(
        10,
        "stty cols 30; NO_COLOR=1 exec \"$0\" \"$@\"",
        &["--lang", "en", "--no-config", "tests/inputs/shown/long-header.pgn"],
        project(),
    );
    terminal.screen.screen_mut().set_size(10, 30);
    for (first, last) in [("The event was called", "Aires ARG."), ("Year: 1992", "Villalba")] {
        terminal.wait_for(first);
        terminal.wait(last, |screen| screen.contents().contains(last) && row(screen, 9).contains(HINT));
        terminal.press("\r");
    }
    terminal.wait_for("Result: White wins.");
}

/// Without colours, a sign marks the king in check, too.
#[test]
fn a_check_is_marked_without_colours() {
    let mut terminal = Terminal::start(24, &["--color", "never", "examples/opera.pgn"]);
    terminal.wait_for(HINT);
    terminal.press(END);
    terminal.wait("the mate", |screen| screen.contents().contains("8 . N . r*K+B . R 8"));
    let text = terminal.screen.screen().contents();
    assert!(text.contains("17. White") && text.contains("Checkmate. White wins."), "{text}");
}

/// What is wrong in a game stays on the screen above its header, also in a window that holds one large board.
#[test]
fn a_message_is_not_scrolled_away() {
    let files = ["examples/opera.pgn", "tests/inputs/broken/ambiguous-knight.pgn"];
    let mut terminal = Terminal::start(60, &[&["-k"][..], &files].concat());
    terminal.wait_for(HINT);
    terminal.press("n");
    terminal.wait("the next game", |screen| {
        let text = screen.contents();
        text.contains("error[E0301]: ambiguous move") && text.contains("Ferràs, Jaume") && text.contains(HINT)
    });
}

#[test]
fn black_is_at_the_bottom_if_boards_are_flipped() {
    for (game, title, edge) in
        [("examples/opera.pgn", "1. White e4", "h "), ("examples/analysis.ctl-pgn", "1. White E7-E13!", "F")]
    {
        let mut terminal = Terminal::start(60, &["--flip", game]);
        terminal.wait_for(HINT);
        terminal.press("\r");
        terminal.wait(title, |screen| rows_from(screen, title).last().is_some_and(|row| row.contains(HINT)));
        let rows: Vec<_> = (0..60).map(|at| row(terminal.screen.screen(), at)).collect();
        let numbers = rows.iter().filter_map(|row| row.split_whitespace().next()?.parse::<u8>().ok());
        let numbers: Vec<_> = numbers.collect();
        assert!(numbers.len() >= 8 && numbers.is_sorted(), "{game}: {rows:#?}");
        let is_numbered =
            |row: &String| row.split_whitespace().next().is_some_and(|first| first.parse::<u8>().is_ok());
        let last = rows.iter().rposition(is_numbered).expect("a numbered row");
        let below = &rows[last..];
        assert!(below.iter().any(|row| row.trim_start().starts_with(edge)), "{game}: {rows:#?}");
    }
}

/// Hexes are drawn without holes between them, and narrower in a narrow window.
#[test]
fn hexes_are_drawn_in_a_terminal_with_colours() {
    for (columns, width) in [(100, 61), (60, 31)] {
        let mut terminal = Terminal::start(40, &["--captions", "san", "examples/analysis.ctl-pgn"]);
        terminal.wait_for(HINT);
        terminal.resize(40, columns);
        terminal.press("\r");
        let title = "1. White E7-E13!";
        terminal.wait(title, |screen| rows_from(screen, title).last().is_some_and(|row| row.contains(HINT)));
        let screen = terminal.screen.screen();
        let is_painted = |row: u16, column: u16| {
            screen.cell(row, column).is_some_and(|cell| {
                let is_block = ('▀'..='▟').contains(&cell.contents().chars().next().unwrap_or(' '));
                cell.bgcolor() != vt100::Color::Default || is_block
            })
        };
        let mut widest = 0;
        // the text stands beside the board or, in a narrow window, below it
        let end = (1..40).find(|at| row(screen, *at).starts_with(title)).unwrap_or(40);
        for row in 0..end {
            let painted: Vec<u16> = (0..columns.min(66)).filter(|column| is_painted(row, *column)).collect();
            if let [first, .., last] = painted[..] {
                assert_eq!(painted.len(), usize::from(last - first) + 1, "row {row} of {columns} columns");
                widest = widest.max(painted.len());
            }
        }
        // letters have a ground of their side
        let cells = (0..40).flat_map(|row| (0..columns).filter_map(move |column| screen.cell(row, column)));
        let grounds: Vec<_> = cells.filter(|cell| cell.contents() == "J").map(vt100::Cell::bgcolor).collect();
        assert!(grounds.contains(&vt100::Color::Idx(231)), "{grounds:?}");
        assert_eq!(widest, width, "{columns} columns");
    }
}

/// Beside a drawn board stands what is known: the number of the game, the opening, clocks, ratings and evaluations.
#[test]
fn what_is_known_stands_beside_a_drawn_board() {
    for (arguments, keys, expected) in [
        (&["examples/miniatures.pgn"][..], "n\r\r", &["C20 King's Pawn Game", "game 2 of 4"][..]),
        (&["-k", "examples/miniatures.pgn"], "n\r\r", &["1.   e4            e5", "game 2"]),
        (&["tests/inputs/view/annotated.pgn"], "\r\r\r", &["2. White Nf3", "+0.25"]),
        (
            &["examples/immortal.pgn"],
            "\r\r\r\r",
            &["Kieseritzky, Lionel", "♟ +1", "f4", "The King's Gambit."],
        ),
        (&["tests/inputs/pictures/clocks.pgn"], "\r\r", &["0:10:00", "Babbage"]),
    ] {
        let mut terminal =
            Terminal::start(30, &["--theme", "green"].iter().chain(arguments).copied().collect::<Vec<_>>());
        terminal.wait_for(HINT);
        terminal.resize(30, 100);
        terminal.press(keys);
        for text in expected {
            terminal.wait_for(text);
        }
        assert_eq!(terminal.screen.screen().contents().contains(" of 4"), expected.contains(&"game 2 of 4"));
    }
}

/// Step mode draws again when the window changes.
#[test]
fn a_page_follows_the_window() {
    let mut terminal = Terminal::start(24, &["examples/opera.pgn"]);
    terminal.wait_for(HINT);
    terminal.press("\r");
    assert_drawn(&mut terminal, "1. White e4", 2);
    for (rows, columns, height) in [(30, 100, 3), (60, 200, 7), (24, 80, 2)] {
        terminal.resize(rows, columns);
        terminal.wait("drawn again", |screen| row(screen, rows - 1).contains(HINT));
        assert_drawn(&mut terminal, "1. White e4", height);
    }
    // the smallest window has the texts alone
    terminal.resize(8, 20);
    terminal.wait("the keys", |screen| row(screen, 7).starts_with("[Enter] [q]"));
    assert_eq!(row(terminal.screen.screen(), 2), "1. White e4");
    terminal.resize(30, 100);
    terminal.press(LEFT);
    assert_drawn(&mut terminal, "Initial position", 3);
}
