//! Where one game ends and the next begins.

use escaque::notation::ctl::CtlAn;
use escaque::notation::pgn::San;
use escaque::syntax::{Game, GameCursor, Notation, Recovery, Tokens};
use escaque::text::Source;

/// Returns the texts of the games in a text.
fn games<N: Notation>(text: &str) -> Vec<String> {
    let source = Source::new("text", text.as_bytes().to_vec());
    let mut cursor = GameCursor::new(&source, Recovery::End);
    let mut game = Game::<N>::new(source.bytes());
    let mut games = Vec::new();
    loop {
        let start = cursor.next_start();
        if cursor.skip(&mut Tokens::default(), &mut game).is_none() {
            return games;
        }
        games.push(text[start..cursor.end()].to_owned());
    }
}

#[track_caller]
fn assert_games(cases: &[(&str, &[&str])]) {
    for (text, expected) in cases {
        assert_eq!(games::<San>(text), *expected, "{text}");
    }
}

#[test]
fn a_result_and_the_comments_after_it_end_a_game() {
    assert_games(&[
        ("", &[]),
        ("1. e4 * 1. d4 *", &["1. e4 *", "1. d4 *"]),
        ("1. e4 * {a} ;b\n{c} 1. d4 *", &["1. e4 * {a} ;b\n{c}", "1. d4 *"]),
        ("1. e4 *\n%a\n1. d4 *", &["1. e4 *\n%a", "1. d4 *"]),
        ("1. e4 * That was all. 1. d4 *", &["1. e4 * That was all.", "1. d4 *"]),
        ("1. e4 * [Event \"b\"] *", &["1. e4 *", "[Event \"b\"] *"]),
        ("1. e4 * {a} [Event \"b\"] *", &["1. e4 * {a}", "[Event \"b\"] *"]),
        ("1-0 1. e4 *", &["1-0", "1. e4 *"]),
        ("1. e4 1-0 1-0", &["1. e4 1-0", "1-0"]),
        ("1. e4 * )", &["1. e4 * )"]),
        ("1. e4 * -----\nTal, 2013 [1] \n[Event \"b\"]", &["1. e4 * -----\nTal, 2013 [1]", "[Event \"b\"]"]),
        ("1. e4 * eof 1. d4 *", &["1. e4 * eof", "1. d4 *"]),
        ("1. e4 * Round 1. Tal 1. d4 *", &["1. e4 * Round 1. Tal", "1. d4 *"]),
        ("Tal\n---\n[Event \"b\"]", &["Tal\n---\n[Event \"b\"]"]),
        // a result at the end of a variation is the variation's
        ("1. e4 (1. d4 *) 1... e5 * 1. c4", &["1. e4 (1. d4 *) 1... e5 *", "1. c4"]),
        ("1. e4 (1. d4 * 1... e5", &["1. e4 (1. d4 * 1... e5"]),
        ("1. e4 (1. d4 * 1. c4", &["1. e4 (1. d4 *", "1. c4"]),
    ]);
}

#[test]
fn a_tag_after_moves_begins_a_game() {
    assert_games(&[
        ("1. e4 [Event \"b\"] 1. d4", &["1. e4", "[Event \"b\"] 1. d4"]),
        ("[Event \"a\"] [Site \"a\"] 1. e4", &["[Event \"a\"] [Site \"a\"] 1. e4"]),
        ("{a} [Event \"a\"] {b} [Site \"a\"]", &["{a} [Event \"a\"] {b} [Site \"a\"]"]),
        ("1. e4 {\n[Event \"b\"]\n} e5", &["1. e4 {\n[Event \"b\"]\n} e5"]),
        ("1. [Event \"b\"]", &["1. [Event \"b\"]"]),
        ("1. e4 (1. d4 [Event \"b\"]", &["1. e4 (1. d4", "[Event \"b\"]"]),
    ]);
}

#[test]
fn a_header_that_begins_again_is_that_of_another_game() {
    let (one, two) = ("[Event \"a\"]\n[Site \"a\"]", "[Event \"b\"] *");
    let joined = |one: &str, gap: &str, two: &str| format!("{one}{gap}{two}");
    for gap in ["\n\n", "\r\n\r\n", "\r\r"] {
        assert_games(&[(&joined(one, gap, two), &[one, two])]);
    }
    let players = "[White \"A\"]\n[Black \"B\"]";
    let fen = "[FEN \"8/8/8/8/8/8/8/K1k5 w - - 0 1\"]";
    let event = "[Event \"b\"]\n[Site \"b\"] *";
    for (one, gap, two) in [
        // two tags repeat
        (players, "\n\n", "[Round \"2\"]\n[White \"C\"]\n[Black \"D\"] *"),
        (players, "\n", "[Event \"b\"]\n[White \"C\"]\n[Black \"D\"] *"),
        // `Event` behind a blank line
        (players, "\n\n", "[Event \"b\"] *"),
        ("[Result \"1-0\"]", "\n\n", "[Event \"b\"] *"),
        // `Event` again, and another tag
        ("[Event \"a\"]\n[Site \"a\"]", "\n", event),
        ("[Event \"a\"]\n[Site \"a\"]\n[Annotator \"60.5", "", event),
        ("[Event \"a\"]\n[Site \"a\"]\n[Annotator \"60.5+[", "\n", event),
        // a tag again behind a blank line
        (fen, "\n\n", fen),
        ("[Event \"a\"]\n[Site \"a\"]", "\n\n", "[Site \"b\"] *"),
        ("[White \"A\"]", "\n\n", "[White \"B\"] *"),
    ] {
        assert_games(&[(&joined(one, gap, two), &[one, two])]);
    }
    for text in [
        "[Event \"a\"]\n[Site \"a\"]\n[Event \"b\"] *",
        "[Event \"a\"]\n\n[Site \"a\"]\n\n[Date \"1\"]\n\n[Round \"1\"]\n\n[White \"A\"]\n\n*",
        "[White \"A\"]\n[White \"B\"] *",
        "[White \"A\"]\n[Black \"B\"]\n[White \"A\"]\n[Black \"B\"] *",
    ] {
        assert_games(&[(text, &[text])]);
    }
    assert_games(&[(
        "[Event \"a\"]\n[Site \"a\"]\n\n[ Event \"b\"]",
        &["[Event \"a\"]\n[Site \"a\"]", "[ Event \"b\"]"],
    )]);
}

/// A comment that is never closed ends before the next header or the next move of its game.
#[test]
fn an_unclosed_comment_swallows_no_game() {
    assert_games(&[
        ("1. e4 {a\n[Event \"b\"]\n*", &["1. e4 {a", "[Event \"b\"]\n*"]),
        ("1. e4 {a half com[Event \"b\"]\n*", &["1. e4 {a half com", "[Event \"b\"]\n*"]),
        ("1. e4 {a half com[%clk \"b\"]\n*", &["1. e4 {a half com[%clk \"b\"]\n*"]),
        ("1. e4 {a 1... e5 * 1. d4 {b} *", &["1. e4 {a 1... e5 *", "1. d4 {b} *"]),
        ("1. e4 * {a 1. d4 {b} d5 *", &["1. e4 * {a", "1. d4 {b} d5 *"]),
        ("1. e4 {a {b} 1... e5 * 1. d4 *", &["1. e4 {a {b} 1... e5 *", "1. d4 *"]),
    ]);
}

#[test]
fn the_first_number_again_at_the_beginning_of_a_line_begins_a_game() {
    let one = "1. e4 e5";
    for two in ["1. d4", "1.d4", "1 d4"] {
        for space in ["\n", "\n\n"] {
            assert_games(&[(&format!("{one}{space}{two}"), &[one, two])]);
        }
    }
    for more in
        ["1... e5", "1. ... e5", "1. \u{2026} e5", "2. d4", "10. d4", "{1.} d4", "1", "1. Qh5", "1. e5"]
    {
        let text = format!("{one}\n\n{more}");
        assert_games(&[(&text, &[&text])]);
    }
    for text in ["0. e4 e5\n1. d4", "1. e4 e5 1. d4", "1.\n\n1. e4", "1. e4 (1. d4\n\n1. c4)", "{a}\n\n1. e4"]
    {
        assert_games(&[(text, &[text])]);
    }
}

#[test]
fn what_is_no_token_ends_no_game() {
    assert_games(&[
        ("1. e4 \0\0 e5 * 1. d4 *", &["1. e4 \0\0 e5 *", "1. d4 *"]),
        ("1. e4 \u{a7} e5 * 1. d4 *", &["1. e4 \u{a7} e5 *", "1. d4 *"]),
        ("1. e4 * \0 1. d4 *", &["1. e4 * \0", "1. d4 *"]),
        ("\0", &[]),
    ]);
}

#[test]
fn escaped_lines_alone_are_no_game() {
    assert_games(&[
        ("%a\n\n%b\n", &[]),
        ("%a\n*", &["%a\n*"]),
        ("%a\n{b}", &["%a\n{b}"]),
        ("1. e4 *\n%a\n", &["1. e4 *\n%a"]),
    ]);
}

/// A game is bounded if more text would not change where it ends.
#[test]
fn a_game_is_bounded_by_a_token_that_is_not_the_last() {
    for (text, expected) in [
        ("1. e4", false),
        ("1. e4 *", false),
        ("1. e4 * {a}", false),
        ("1. e4 * 1", false),
        ("1. e4 * 1. d4", false),
        ("1. e4 * 1. d4 d5", true),
        ("1. e4 * Tal", false),
        ("1. e4 [Event", false),
        ("1. e4 [Event \"b\"", false),
        ("1. e4 [Event \"b\"]", true),
    ] {
        let source = Source::new("text", text.as_bytes().to_vec());
        let mut cursor = GameCursor::new(&source, Recovery::End);
        let mut game = Game::<San>::new(source.bytes());
        cursor.skip(&mut Tokens::default(), &mut game).expect("the text is not empty");
        assert_eq!(cursor.is_bounded(), expected, "{text}");
    }
}

/// What tells the ends of games is the same in CTL-PGN, but for the numbers.
#[test]
fn games_of_ctl_pgn_end_in_the_same_places() {
    for (text, expected) in [
        ("1. E7-E13: * {a} 1. F8-F12", &["1. E7-E13: * {a}", "1. F8-F12"][..]),
        ("1. E7-E13 [Id \"b\"] *", &["1. E7-E13", "[Id \"b\"] *"]),
        ("[TLPD \"a\"]\n\n[PDTL \"b\"] *", &["[TLPD \"a\"]", "[PDTL \"b\"] *"]),
        ("[Id \"a\"]\n\n[Id \"b\"] *", &["[Id \"a\"]", "[Id \"b\"] *"]),
        ("1. E7-E13\n\n1. F8-F12", &["1. E7-E13", "1. F8-F12"]),
        ("1. E7-E13\n\n1. \u{2026}, E21-E15", &["1. E7-E13\n\n1. \u{2026}, E21-E15"]),
        ("1. E7-E13\n\n1. ..., E21-E15", &["1. E7-E13\n\n1. ..., E21-E15"]),
        (". [Id \"a\"] ..{b} *", &[". [Id \"a\"] ..{b} *"]),
        ("1. E7-E13: * ..{a} 1. F8-F12", &["1. E7-E13: * ..{a}", "1. F8-F12"]),
    ] {
        assert_eq!(games::<CtlAn>(text), expected, "{text}");
    }
}
