//! What becomes of a game with a syntax error.

use escaque::notation::ctl::CtlAn;
use escaque::notation::pgn::San;
use escaque::syntax::{Game, GameCursor, Node, Notation, Put, Reading, Recovery, Tokens};
use escaque::text::{Source, Span};

/// Reads the first game of a text and hands over what was found.
fn read<N: Notation, T>(
    text: &str,
    recovery: Recovery,
    look: impl Fn(&Source, Game<'_, N>, Reading) -> T,
) -> T {
    let source = Source::new("text", text.as_bytes().to_vec());
    let mut game = Game::new(source.bytes());
    let reading = GameCursor::new(&source, recovery)
        .read(&mut Tokens::default(), &mut game)
        .expect("the text is not empty");
    look(&source, game, reading)
}

/// Returns the parts of a game as they are written. A bracket or a comment that was put in has no
/// place in the text.
fn parts<N: Notation>(source: &Source, game: &Game<'_, N>) -> String {
    let written = |span: Span| source.text(span).into_owned();
    let tags = game.tags.iter().map(|tag| written(tag.span));
    let movetext = game.movetext.iter().map(|element| match element.node {
        Node::VariationStart(_) => "(".to_owned(),
        Node::VariationEnd => ")".to_owned(),
        Node::Comment(_) if element.span == Span::new(element.span.start, element.span.start) => {
            "{}".to_owned()
        }
        _ => written(element.span),
    });
    let result = game.result.iter().map(|(_, span)| written(*span));
    tags.chain(movetext).chain(result).collect::<Vec<_>>().join(" ")
}

/// Says what was done about the errors of a game.
fn edits(source: &Source, reading: &Reading) -> String {
    let told = reading.repairs.iter().map(|repair| {
        let text = source.text(repair.error.span);
        match repair.edits[0].put {
            Put::Incomplete => format!("cut at <{text}>"),
            _ if repair.is_error => format!("lost at <{text}>"),
            Put::Nothing => format!("without <{text}>"),
            Put::CommentEnd => format!("comment <{text}>"),
            Put::TagEnd => format!("] before <{text}>"),
            Put::VariationEnds => format!(") because of <{text}>"),
            Put::GameEnd => format!("end before <{text}>"),
            other => panic!("{other:?} has no words here"),
        }
    });
    let end = reading.error.map(|error| format!("end before <{}>", source.text(error.span)));
    told.chain(end).collect::<Vec<_>>().join(", ")
}

/// Checks rows of a text, what is done about its errors, and what the game then holds.
#[track_caller]
fn assert_recovered<N: Notation>(recovery: Recovery, rows: &[(&str, &str, &str)]) {
    for (text, done, held) in rows {
        let found = read::<N, _>(text, recovery, |source, game, reading| {
            (edits(source, &reading), parts(source, &game))
        });
        assert_eq!(found, ((*done).to_owned(), (*held).to_owned()), "{text:?}");
    }
}

/// Checks rows of a text and what the game holds.
#[track_caller]
fn assert_held<N: Notation>(recovery: Recovery, rows: &[(&str, &str)]) {
    for (text, held) in rows {
        let found = read::<N, _>(text, recovery, |source, game, _| parts(source, &game));
        assert_eq!(found, *held, "{text}, {recovery:?}");
    }
}

#[test]
fn what_means_nothing_is_left_out() {
    assert_recovered::<San>(
        Recovery::Skip,
        &[
            ("1. e4 \u{a7} e5 *", "without <\u{a7}>", "1. e4 e5 *"),
            ("1. e4 } e5 *", "without <}>", "1. e4 e5 *"),
            ("1. e4 ] e5 *", "without <]>", "1. e4 e5 *"),
            ("1. e4 . e5 *", "without <.>", "1. e4 e5 *"),
            ("1. e4 % e5 *", "without <%>", "1. e4 e5 *"),
            ("1. e4 !?! e5 *", "without <!?!>", "1. e4 e5 *"),
            ("1. e4 $300 e5 *", "without <$300>", "1. e4 e5 *"),
            ("1. e4 1-1 *", "without <1-1>", "1. e4 *"),
            ("1. e4 \"a\" e5 *", "without <\"a\">", "1. e4 e5 *"),
            ("1. e4 what e5 *", "without <what>", "1. e4 e5 *"),
            ("1. e4 no good e5 *", "", "1. e4 no good e5 *"),
            ("1. e4 \0 e5 *", "without <\0>", "1. e4 e5 *"),
            ("1. e4 e5 2. what Nf3 Nc6 3. Bb5 *", "without <what>", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *"),
            ("1. e4 (1. d4) (1... what d5) e5 *", "without <what>", "1. e4 ( 1. d4 ) ( 1... d5 ) e5 *"),
            ("1. e4 e5 2. what! *", "without <what!>", "1. e4 e5 2. *"),
            ("1. e4 {a {b} c} e5 *", "without <c>, without <}>", "1. e4 {a {b} e5 *"),
            ("1. e4 e5 [what is it] 2. Nf3 *", "without <[what is it]>", "1. e4 e5 2. Nf3 *"),
            ("1. e4 e5\n[A \"b\"]\n2. Nf3 *", "without <[A \"b\"]>", "1. e4 e5 2. Nf3 *"),
            ("1. e4 what } e5 *", "without <what>, without <}>", "1. e4 e5 *"),
        ],
    );
}

#[test]
fn what_may_be_a_move_ends_the_game() {
    let rows = [
        ("1. e4 e9 Nf3 *", "end before <e9>", "1. e4"),
        ("1. e4 e5 2. xx Nc6 3. Bb5 *", "end before <xx>", "1. e4 e5 2."),
        ("1. e4 e5 2. Nf3 xx 3. Bb5 *", "end before <xx>", "1. e4 e5 2. Nf3"),
        ("1. e4 \"xx e5\n *", "end before <\"xx e5>", "1. e4"),
        ("1. e4 \u{a7}e5 *", "end before <\u{a7}>", "1. e4"),
        ("1. e4 ☺f6 *", "end before <☺>", "1. e4"),
        ("1. e4 (1. d4 d9) e5 *", "cut at <d9>", "1. e4 ( 1. d4 {} ) e5 *"),
        ("1. e4 what e9 *", "without <what>, end before <e9>", "1. e4"),
    ];
    assert_recovered::<San>(Recovery::Skip, &rows);
    let rows = [
        ("1. E7-E13, E21-E99: *", "end before <E21-E99>", "1. E7-E13"),
        ("1. E7-E13a *", "end before <E7-E13a>", "1."),
    ];
    assert_recovered::<CtlAn>(Recovery::Skip, &rows);
}

#[test]
fn comments_and_tags_are_closed_or_left_out() {
    assert_recovered::<San>(
        Recovery::Skip,
        &[
            ("1. e4 {a e5 *", "comment <{a e5 *>", "1. e4 {a e5 *"),
            ("1. e4 {a\n[Event \"b\"] {c} *", "comment <{a>", "1. e4 {a"),
            ("[Event \"a\n[Site \"b\"] *", "without <[Event \"a>", "[Site \"b\"] *"),
            ("[Event \"a\"", "] before <[Event \"a\">", "[Event \"a\""),
            ("[Event \"a\"\n[Site \"b\"] *", "] before <[Event \"a\">", "[Event \"a\"\n [Site \"b\"] *"),
            ("[Event \"a\"] [Site", "without <[Site>", "[Event \"a\"]"),
            ("[Event] 1. e4 *", "without <[Event]>", "1. e4 *"),
            ("[Event [Site \"b\"] *", "without <[Event >", "[Site \"b\"] *"),
            ("[Event so \"a\"] *", "without <so>", "[Event so \"a\"] *"),
            ("[] 1. e4 *", "without <[]>", "1. e4 *"),
            ("[Event \"a\" 1. e4 *", "] before <[Event \"a\">", "[Event \"a\"  1. e4 *"),
            ("[Event 1. e4 *", "without <[Event >", "1. e4 *"),
        ],
    );
}

#[test]
fn a_quote_leaves_out_nothing_from_a_tag_of_an_earlier_game() {
    let source = Source::new("text", b"[Event \"a\"] 1. d4 *\n1. e4 \"b\n*".to_vec());
    let mut game = Game::<San>::new(source.bytes());
    let mut cursor = GameCursor::new(&source, Recovery::Skip);
    cursor.read(&mut Tokens::default(), &mut game).expect("a first game");
    let reading = cursor.read(&mut Tokens::default(), &mut game).expect("a second game");
    assert_eq!(edits(&source, &reading), "without <\"b>");
    assert_eq!(parts(&source, &game), "1. e4 *");
}

#[test]
fn variations_are_closed_or_left_out() {
    assert_recovered::<San>(
        Recovery::Skip,
        &[
            ("1. e4 (1. d4", ") because of <(>", "1. e4 ( 1. d4 )"),
            ("1. e4 (1. d4 (1. c4 *", ") because of <(>, ) because of <(>", "1. e4 ( 1. d4 ( 1. c4 ) ) *"),
            ("1. e4 (1. d4 1-0) e5 *", "without <1-0>", "1. e4 ( 1. d4 ) e5 *"),
            ("1. e4 ) e5 *", "without <)>", "1. e4 e5 *"),
            ("1. e4 (1.) e5 *", "without <(1.)>", "1. e4 e5 *"),
            ("1. e4 (1. d4 ()) e5 *", "without <()>", "1. e4 ( 1. d4 ) e5 *"),
            ("(1. d4 (1. c4) d5) 1. e4 *", "without <(1. d4 (1. c4) d5)>", "1. e4 *"),
            ("(1. d4 e5 *", "without <(>", "1. d4 e5 *"),
            ("((( 1. c4 *", "without <(>, without <(>, without <(>", "1. c4 *"),
            ("1. e4 (", "without <(>", "1. e4"),
        ],
    );
}

#[test]
fn what_belongs_to_no_play_is_left_out() {
    assert_recovered::<CtlAn>(
        Recovery::Skip,
        &[
            ("1. , E7-E13: *", "without <,>", "1. E7-E13 : *"),
            ("1. : E7-E13 *", "without <:>", "1. E7-E13 *"),
            ("1. E7-E13 (, F8-F12) *", "without <,>", "1. E7-E13 ( F8-F12 ) *"),
            ("1. E7-E13 (1. $[1] F8-F12) *", "without <$[1]>", "1. E7-E13 ( 1. F8-F12 ) *"),
            ("1. E7-E13 what, E21-E15: *", "without <what>", "1. E7-E13 E21-E15 : *"),
            ("1. E7-E13: 1-0", "without <1-0>", "1. E7-E13 :"),
        ],
    );
}

#[test]
fn a_game_ends_before_its_error_if_nothing_is_left_out() {
    assert_recovered::<San>(
        Recovery::End,
        &[
            ("1. e4 what e5 *", "end before <what>", "1. e4"),
            ("1. e4 (1. d4 (1. c4 } c5) d5) e5 *", "cut at <}>", "1. e4 ( 1. d4 ( 1. c4 {} ) d5 ) e5 *"),
            ("1. e4 (1. d4 (1. } c4) d5) e5 *", "lost at <}>", "1. e4 ( 1. d4 d5 ) e5 *"),
            (
                "1. e4 (1. d4 x (1. h4) h6) (1. y c4) e5 *",
                "cut at <x>, lost at <y>",
                "1. e4 ( 1. d4 {} ) e5 *",
            ),
            ("1. e4 (1.) e5 *", "lost at <)>", "1. e4 e5 *"),
            ("1. e4 (a word) e5 *", "without <(a word)>", "1. e4 a word e5 *"),
            ("1) e4 (1) d4 d5 2) x) e5 *", "cut at <x>", "1 e4 ( 1 d4 d5 2 {} ) e5 *"),
            ("1. e4 (1. d4 } c5 *", "lost at <(>, cut at <}>", "1. e4 ( 1. d4 {} ) *"),
            ("1. e4 1-0 {a", "lost at <{a>", "1. e4 {a 1-0"),
            ("[\"a\"]\n[Site \"b\"]\n1. e4 *", "lost at <[>", "[Site \"b\"] 1. e4 *"),
            ("[Event \"a \\\"]\n[Site \"b\"]\n*", "", "[Event \"a \\\"] [Site \"b\"] *"),
            ("[Event \"a\" 1. e4 *", "lost at <[Event \"a\">", "[Event \"a\"  1. e4 *"),
            ("1. e4 } e5 1-0", "lost at <}>", "1. e4 e5 1-0"),
            ("1. e4 (1. d4", "lost at <(>", "1. e4 ( 1. d4 )"),
            ("1. e4 (1. d4 *", "lost at <(>", "1. e4 ( 1. d4 ) *"),
            ("1. e4 (1. d4 d5 1... e5 *", "lost at <(>", "1. e4 ( 1. d4 d5 ) 1... e5 *"),
            (
                "1. e4 (1. d4 d5 (1... f5 2. c4 1... e5 *",
                "lost at <(>, lost at <(>",
                "1. e4 ( 1. d4 d5 ( 1... f5 2. c4 ) ) 1... e5 *",
            ),
            ("1. e4 (1. d4 {a) 1... e5 *", "lost at <(>, lost at <{a)>", "1. e4 ( 1. d4 {a) 1... e5 ) *"),
            ("1. e4 {a\n1... e5 *", "lost at <{a>", "1. e4 {a 1... e5 *"),
            ("1. e4 e5 {a 2. Nf3 {b} *", "lost at <{a>", "1. e4 e5 {a 2. Nf3 {b} *"),
            ("[Event \"a\"] [Site *", "lost at <*>", "[Event \"a\"] *"),
            ("1. e4 * eof", "without <eof>", "1. e4 *"),
            // control characters stop no reading
            ("1. e4 \0 e5 *", "without <\0>", "1. e4 e5 *"),
        ],
    );
}

/// A variation that is never closed ends before the number that is the next one of a line around it and not its own. Square
/// brackets and quotes cost what stands in them, unless that may be a move.
#[test]
fn bracketed_moves_enter_no_line() {
    for recovery in [Recovery::End, Recovery::Skip] {
        assert_held::<San>(
            recovery,
            &[
                ("1. e4 ( e5 2. Nf3 Nc6 1-0", "1. e4 ( e5 2. Nf3 Nc6 ) 1-0"),
                ("1. e4 e5 ( 2. Nf3 Nc6 3. Bb5 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *"),
                ("1. e4 e5 (1... c5 2. Nf3 Nc6 *", "1. e4 e5 ( 1... c5 2. Nf3 Nc6 ) *"),
                ("1. e4 e5 (1... c5 2. Nf3 d6 2. Nc3 Nf6 *", "1. e4 e5 ( 1... c5 2. Nf3 d6 ) 2. Nc3 Nf6 *"),
                ("1. e4 e5 (1... c5 2. Nf3 (2. d4) d6 *", "1. e4 e5 ( 1... c5 2. Nf3 ( 2. d4 ) d6 ) *"),
                (
                    "1. e4 e5 2. Nf3 Nc6 (2... d6 1-0 3. Bb5 a6 1-0",
                    "1. e4 e5 2. Nf3 Nc6 ( 2... d6 ) 3. Bb5 a6 1-0",
                ),
                ("1. e4 (1. d4 d5 1-0 2. c4 *", "1. e4 ( 1. d4 d5 2. c4 ) *"),
                ("1. e4 (d4 d5 2. c4 *", "1. e4 ( d4 d5 2. c4 ) *"),
                ("1. e4 ((1. d4 d5) 1... e5 *", "1. e4 ( 1. d4 d5 ) 1... e5 *"),
                ("1. e4 ((1. d4 d5)) e5 *", "1. e4 ( 1. d4 d5 ) e5 *"),
                ("1. e4 ({a}) e5 *", "1. e4 {a} e5 *"),
                ("(1. c4 e5) 2. d4 *", ""),
                ("(1. e4 e5 2. d4) *", "*"),
                ("(1. d4 d5) 1. e4 *", "1. e4 *"),
                ("(1. d4 1. Nf3 Nf6 *", "1. Nf3 Nf6 *"),
                (
                    "1. e4 (1. d4 d5 (1... Nf6 2. c4) 1... e5 *",
                    "1. e4 ( 1. d4 d5 ( 1... Nf6 2. c4 ) ) 1... e5 *",
                ),
                ("1. e4 (1. d4 d5 (1... Nf6 *", "1. e4 ( 1. d4 d5 ( 1... Nf6 ) ) *"),
                ("((1. d4 *", "1. d4 *"),
                ("1. e4 e5 [2. Nf3 Nc6] 3. Bb5 *", "1. e4 e5"),
                ("1. e4 e5 [2. Nf3 Nc6 3. Bb5 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *"),
                ("1. e4 e5 2. Nf3 2. Nc3 Nf6 ) 2... Nc6 *", "1. e4 e5 2. Nf3 ( 2. Nc3 Nf6 ) 2... Nc6 *"),
                ("1. e4 e5 2. Nf3 2. Nc3 Nf6 ) 3... Nc6 *", "1. e4 e5 2. Nf3 2. Nc3 Nf6 3... Nc6 *"),
                ("1. e4 (1. d4 d5 ] 1... e5 2. c4 *", "1. e4 ( 1. d4 d5 ) 1... e5 2. c4 *"),
                ("1. e4 e5 (not so good } 2. Nf3 *", "1. e4 e5 2. Nf3 *"),
                ("1. e4 e5 [1... c5 2. Nf3} 2. Nc3 *", "1. e4 e5 2. Nc3 *"),
                ("1. e4 e5 2. [Nf3] Nc6 3. Bb5 *", "1. e4 e5 2."),
                ("1. e4 e5 \"Nf3 Nc6\" 3. Bb5 *", "1. e4 e5"),
                ("1. e4 e5 [see it] 2. Nf3 *", "1. e4 e5 2. Nf3 *"),
                ("1. e4 e5 \"good\" [a remark] Nf3 *", "1. e4 e5 Nf3 *"),
            ],
        );
        assert_held::<CtlAn>(recovery, &[("1. E7-E13 [E21-E15] 2. F8-F12 *", "1. E7-E13")]);
    }
}

/// Every error costs a reading, so their number is bounded.
#[test]
fn no_more_than_a_hundred_errors_are_recovered() {
    for (errors, recovered, goes_on) in [(99, 99, true), (100, 100, true), (101, 100, false)] {
        let text = format!("1. e4 {} e5 *", "} ".repeat(errors));
        let found = read::<San, _>(&text, Recovery::Skip, |source, game, reading| {
            (reading.repairs.len(), reading.error.is_none(), parts(source, &game))
        });
        let held = if goes_on { "1. e4 e5 *" } else { "1. e4" };
        assert_eq!(found, (recovered, goes_on, held.to_owned()), "{errors}");
    }
}

#[test]
fn a_result_ends_where_its_token_ends() {
    assert_recovered::<San>(
        Recovery::End,
        &[
            ("1. e4 e5 0:15 2. Nf3 1-0", "lost at <0:15>", "1. e4 e5 2. Nf3 1-0"),
            ("1. e4 (1:00) e5 1-0", "lost at <1:00>", "1. e4 e5 1-0"),
            ("1. e4 1:05 e5 *", "lost at <1:05>", "1. e4 e5 *"),
            ("1. e4 0-15 e5 *", "lost at <0-15>", "1. e4 e5 *"),
            ("1. e4 1-05 e5 *", "lost at <1-05>", "1. e4 e5 *"),
            ("1. e4 0-1-0 e5 *", "lost at <0-1-0>", "1. e4 e5 *"),
            ("1. e4 1/22 e5 *", "lost at <1/22>", "1. e4 e5 *"),
            ("1. e4 1-0.5 e5 *", "lost at <1-0.5>", "1. e4 e5 *"),
            ("1. e4 1-0? e5 *", "lost at <1-0?>", "1. e4 e5 *"),
            ("1. e4 0-1: e5 *", "lost at <0-1:>", "1. e4 e5 *"),
            ("1. e4 ½p e5 *", "end before <½p>", "1. e4"),
            ("1. e4 1-0Nf3 e5 *", "end before <1-0Nf3>", "1. e4"),
            ("1. e4 *Nf3 e5 *", "lost at <*>", "1. e4 Nf3 e5 *"),
            ("1. e4 (1. d4 1-0Nf3) e5 *", "cut at <1-0Nf3>", "1. e4 ( 1. d4 {} ) e5 *"),
            ("1. e4 1-0. ", "without <.>", "1. e4 1-0"),
            ("1. e4 1-0\u{a0}{x}", "", "1. e4 {x} 1-0"),
            ("1. e4 1/2-1/2;x", "", "1. e4 ;x 1/2-1/2"),
        ],
    );
    assert_recovered::<CtlAn>(
        Recovery::End,
        &[("1. E9-E13, E17-E15 1-10 3-0", "lost at <1-10>", "1. E9-E13 E17-E15 3-0")],
    );
}
