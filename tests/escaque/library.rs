//! The front door of the library. It reads the same games as the program, from files, streams and
//! strings, and edited games can be written and read again.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Cursor, Read};
use std::path::Path;

use escaque::check::Syntax;
use escaque::format::{Boards, FenLines, FormatOptions, Json, Positions, Style};
use escaque::library::Tag;
use escaque::message::{Code, ENGLISH, Severity};
use escaque::{Game, NodeId, Outcome, Position, Reader, Variant};

use crate::export::good_games;
use crate::{Numbers, escaque, project};

fn output(path: &Path, format: &str) -> String {
    let run = escaque().args(["--format", format]).arg(path).output().unwrap();
    String::from_utf8(run.stdout).unwrap()
}

fn fens(games: &[Game]) -> String {
    let of_game = |game: &Game| game.walk().map(|(_, position)| position.fen() + "\n").collect::<String>();
    games.iter().map(of_game).collect()
}

#[test]
fn the_library_reads_and_writes_what_the_program_does() {
    for path in good_games() {
        let name = path.to_string_lossy();
        let games: Vec<_> = escaque::open(&path).unwrap().map(Result::unwrap).collect();
        assert_eq!(fens(&games), output(&path, "fen"), "{name}");
        let written: String = games.iter().map(Game::to_string).collect();
        assert_eq!(written, output(&path, "pgn"), "{name}");
        let again: Vec<_> = escaque::parse(&written).map(Result::unwrap).collect();
        assert!(again == games, "{name}");
    }
}

/// A reader that returns a random number of bytes at a time, and an error at the end if it has one.
struct Dripping {
    text: Cursor<Vec<u8>>,
    numbers: Numbers,
    error: Option<io::Error>,
}

impl Read for Dripping {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(1 + self.numbers.below(5000));
        match self.text.read(&mut buffer[..length])? {
            0 => self.error.take().map_or(Ok(0), Err),
            read => Ok(read),
        }
    }
}

fn dripping(text: String, error: Option<io::Error>) -> Reader<'static> {
    let text = Cursor::new(text.into_bytes());
    Reader::new(Dripping { text, numbers: Numbers::new(7), error })
}

/// Returns games that are longer than a chunk, with apparent starts of games in comments.
fn awkward() -> String {
    let tags = "[Event \"x\"]\n[Site \"é\"]\n\n";
    let trap = format!("{{\n\n{tags}1. d4\n\n}}");
    let long = "Nf3 {c} Nf6 Ng1 Ng8 ".repeat(5_000);
    let game = |n: usize| match n % 50 {
        7 => format!("{tags}1. {long} *\n\n"),
        11 => "1. e4 e5 2. Ke3 *\n\n".to_owned(),
        13 => format!("1. e4 {}\n\n{tags}{trap} e5 1-0\n\n", trap.repeat(900)),
        _ => format!("{tags}1. e4 {{{n}}} {trap} e5 1/2-1/2 ;after\n\n"),
    };
    (0..150).map(game).collect()
}

#[test]
fn a_stream_has_the_same_games_as_a_string() {
    let text = awkward();
    let texts = |reader: Reader| -> Vec<String> {
        let texts = reader.map(|game| match game {
            Ok(game) => game.to_string(),
            Err(error) => format!("{error}\n{}", error.game().unwrap()).replacen("<input>", "<text>", 1),
        });
        texts.collect()
    };
    let whole = texts(escaque::parse(&text));
    assert!(whole.len() > 150);
    assert!(texts(dripping(text, None)) == whole);
}

#[test]
fn a_broken_stream_returns_its_games_and_an_error() {
    let error = io::Error::from(io::ErrorKind::ConnectionReset);
    let mut reader = dripping("1. e4 *\n\n1. d4 d5".to_owned(), Some(error));
    assert!(reader.next().unwrap().is_ok());
    let cut_off = reader.next().unwrap().unwrap_err();
    assert_eq!(cut_off.error().code(), Code::CutOff);
    assert_eq!(cut_off.game().unwrap().main_line().count(), 2);
    let error = reader.next().unwrap().unwrap_err();
    assert_eq!((error.error().code(), error.error().line()), (Code::CannotRead, None));
    assert!(std::error::Error::source(&error).is_some());
    assert!(error.game().is_none());
    assert!(reader.next().is_none());
    assert!(escaque::open("no such file").is_err());
}

#[test]
fn an_error_has_a_position_and_the_game_before_it() {
    let text = "1. e4 *\n[White \"A\"]\n[White \"B\"]\n1. d4+ d5 (1... Nf6 2. Ke3) 2. c4 *\n1. c4 *";
    let mut games = escaque::parse(text);
    games.next().unwrap().unwrap();
    let error = games.next().unwrap().unwrap_err();
    let codes: Vec<_> = error.problems().iter().map(|problem| (problem.severity(), problem.code())).collect();
    let (warning, e304) = (Severity::Warning, (Severity::Error, Code::CannotReach));
    assert_eq!(codes, [(warning, Code::RepeatedTag), (warning, Code::NoCheck), e304]);
    assert_eq!(error.to_string(), "<text>:4:24: E0304: 2. illegal move: no king move goes to e3");
    assert_eq!((error.error().game_number(), error.error().end()), (Some(2), Some((4, 27))));
    assert_eq!(error.tags()[0].value(), "A");
    let game = error.into_game().unwrap();
    assert!(!game.is_incomplete());
    assert!(game.to_string().ends_with("\n1. d4 d5 (1... Nf6 {incomplete}) 2. c4 *\n\n"), "{game}");
    assert_eq!(games.next().unwrap().unwrap().main_line().count(), 1);

    let error = escaque::parse("[White \"A\"] [FEN \"x\"] *").next().unwrap().unwrap_err();
    assert!(error.game().is_none());
    assert_eq!(error.tags().len(), 2);
}

#[test]
fn the_reader_has_options() {
    let atomic = escaque::parse("1. Nf3 e6 2. Ng5 *").variant(Variant::Atomic).next().unwrap().unwrap();
    assert_eq!((atomic.rules(), atomic.tag("variant")), ("atomic", Some("Atomic")));
    let text = "[Variant \"C'escacs\"] 1. H6-H14, D22-D18 *";
    assert!(escaque::parse(text).next().unwrap().is_err());
    let forced = escaque::parse(text).syntax(Syntax::Lenient).next().unwrap().unwrap();
    assert_eq!(forced.main_line().count(), 2);
    let cescacs = Reader::with_name("a.ctl-pgn", Cursor::new(b"1. H6-H10 *")).next().unwrap().unwrap();
    assert_eq!(cescacs.rules(), "cescacs");
}

#[test]
fn a_game_warns_of_its_texts_that_are_not_utf_8() {
    let bytes = b"[White \"Mu\xc3\xb1oz\"]\n[Black \"Garc\xeda\"]\n\n1. e4 {caf\xe9} e5+ *\n1. d4 *";
    let games: Vec<_> = Reader::new(Cursor::new(bytes)).map(Result::unwrap).collect();
    assert_eq!((games[0].tag("White"), games[0].tag("Black")), (Some("Muñoz"), Some("García")));
    let warnings: Vec<_> = games[0].warnings().iter().map(ToString::to_string).collect();
    assert!(warnings[0].starts_with("<input>:2:13: W0103: 2 tags and comments"), "{warnings:?}");
    assert!(warnings[1].starts_with("<input>:4:14: W0601"), "{warnings:?}");
    assert!(games[1].warnings().iter().all(|warning| warning.code() != Code::NotUtf8));
}

#[test]
fn the_deepest_nesting_is_edited() {
    let depth = 500;
    let text = format!("1. e4 {}{} *", "(1. d4 ".repeat(depth), ")".repeat(depth));
    let mut game = escaque::parse(&text).next().unwrap().unwrap();
    assert_eq!(game.moves().last().unwrap().depth(), depth);
    assert_eq!(game.walk_all().count(), depth + 1);
    assert!(escaque::parse(&game.to_string()).next().unwrap().unwrap() == game.clone());
    let first = game.first_move().unwrap().id();
    game.promote(game.moves().last().unwrap().id()).unwrap();
    game.remove(first).unwrap();
    assert_eq!(game.moves().count(), depth);
}

#[test]
fn a_game_is_written_in_other_formats() {
    let path = project().join("examples/opera.pgn");
    let game = escaque::open(&path).unwrap().next().unwrap().unwrap();
    let mut boards = Vec::new();
    game.write_as(&mut Boards::new(Style::Plain, false, FormatOptions::default()), &mut boards).unwrap();
    let shown = escaque().args(["--lang", "en", "--no-pause"]).arg(&path).output().unwrap().stdout;
    assert_eq!(String::from_utf8(boards), String::from_utf8(shown));
    assert_eq!(written(&game, &mut FenLines::default()), output(&path, "fen"));
    // a game of the library is in no file
    let place = format!(r#""file":"{}","line":1,"#, path.display());
    assert_eq!(
        written(&game, &mut Json::new(Positions::Fen, &ENGLISH)),
        output(&path, "json").replace(&place, "")
    );
}

fn written(game: &Game, format: &mut impl escaque::format::Format) -> String {
    let mut text = Vec::new();
    game.write_as(format, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// A game of each variant, edited at random, equals the game that is read from its text.
#[test]
fn edited_games_are_read_again() {
    let path = project().join("examples/analysis.ctl-pgn");
    let analysis = escaque::open(path).unwrap().next().unwrap().unwrap();
    let variants = [
        Variant::Chess,
        Variant::Chess960,
        Variant::Crazyhouse,
        Variant::Atomic,
        Variant::Antichess,
        Variant::KingOfTheHill,
        Variant::ThreeCheck,
        Variant::RacingKings,
        Variant::Horde,
        Variant::Cescacs,
    ];
    let mut numbers = Numbers::new(1);
    for mut game in variants.map(Game::new).into_iter().chain([analysis]) {
        for _ in 0..60 {
            change(&mut game, &mut numbers);
            let again = escaque::parse(&game.to_string()).next().unwrap();
            let again = again.unwrap_or_else(|error| panic!("{error}: {game}"));
            assert!(again == game, "{again}\n{game}");
            let lines = |game: &Game| -> Vec<_> {
                let of_move = |played: escaque::Move<'_>| {
                    let annotations = (played.nags().to_vec(), words(played));
                    (played.ply_number(), played.san(), played.depth(), played.position().fen(), annotations)
                };
                game.moves().map(of_move).collect()
            };
            assert_eq!(lines(&again), lines(&game), "{game}");
        }
    }
}

/// Returns the words of the comments on a move. Writing may break lines between them.
fn words(played: escaque::Move<'_>) -> Vec<String> {
    played.comments().flat_map(str::split_whitespace).map(str::to_owned).collect()
}

fn change(game: &mut Game, numbers: &mut Numbers) {
    let ids: Vec<_> = [NodeId::START].into_iter().chain(game.moves().map(escaque::Move::id)).collect();
    let id = ids[numbers.below(ids.len())];
    let is_start = id == NodeId::START;
    match numbers.below(12) {
        0 if !is_start => game.promote(id).unwrap(),
        1 if !is_start => game.remove(id).unwrap(),
        2 if !is_start => game.add_nag(id, escaque::Nag(numbers.below(256).try_into().unwrap())).unwrap(),
        3 => game
            .add_comment(id, ["a } b", " [%clk 0:00:01]\n{", "", "\u{1b}[2J; %"][numbers.below(4)])
            .unwrap(),
        4 => game.set_tag("Annotator", "\"\\").unwrap(),
        5 => game.set_result([Outcome::Draw, Outcome::WhiteWins, Outcome::Unknown][numbers.below(3)]),
        6 => game.add_comment_after("after"),
        _ => {
            let moves: Vec<_> = game.position(id).unwrap().moves().collect();
            if let Some(written) = moves.get(numbers.below(moves.len().max(1))) {
                game.play_after(id, written).unwrap();
            }
        }
    }
}

#[test]
fn every_move_that_is_read_is_listed_as_legal() {
    for path in good_games() {
        for game in escaque::open(&path).unwrap().map(Result::unwrap) {
            let mut position = game.start().clone();
            for played in game.main_line().take(12) {
                let (san, uci) = (played.san(), played.uci());
                assert!(san == "--" || position.moves().any(|legal| legal == san), "{san} in {position}");
                let mut by_uci = position.clone();
                if position.as_chess().is_some() && uci != "0000" {
                    by_uci.play(&uci).unwrap();
                    assert_eq!(by_uci, played.position());
                }
                position.play(&san).unwrap();
                assert_eq!(position, played.position());
            }
        }
    }
}

#[test]
fn a_position_knows_its_board() {
    let position = Position::new(Variant::Cescacs);
    assert_eq!(position.pieces().count(), 54);
    let (cell, piece) = position.pieces().next().unwrap();
    assert_eq!(position.piece_at(&cell), Some(piece));
    assert_eq!((position.piece_at("a1"), position.as_chess().is_some()), (None, false));
    let drawn = Position::new(Variant::Chess).board_text(Style::Plain);
    assert_eq!(drawn.lines().nth(1), Some("8 R N B Q K B N R 8"));
}

#[test]
fn positions_are_equal_by_what_epd_says() {
    let position = |fen: &str| Position::from_fen(Variant::Chess, fen).expect("a position");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let [early, late] = ["0 1", "7 99"].map(|counters| position(&format!("{start} {counters}")));
    assert_eq!((early.epd(), early.key()), (start.to_owned(), late.key()));
    let other = position(&format!("{} 0 1", start.replace(" w ", " b ")));
    assert_eq!(HashSet::from([early, late, other]).len(), 2);
    let [chess, atomic] = [Variant::Chess, Variant::Atomic].map(Position::new);
    assert!(chess.epd() == atomic.epd() && chess != atomic);
    // the positions of Polyglot's documentation
    for (moves, key) in [
        ("", 0x463b_9618_1691_fc9c),
        ("e4", 0x823c_9b50_fd11_4196),
        ("e4 d5", 0x0756_b944_61c5_0fb0),
        ("e4 d5 e5", 0x662f_afb9_65db_29d4),
        ("e4 d5 e5 f5", 0x22a4_8b5a_8e47_ff78),
        ("e4 d5 e5 f5 Ke2", 0x652a_607c_a3f2_42c1),
        ("e4 d5 e5 f5 Ke2 Kf7", 0x00fd_d303_c946_bdd9),
        ("a4 b5 h4 b4 c4", 0x3c81_23ea_7b06_7637),
        ("a4 b5 h4 b4 c4 bxc3 Ra3", 0x5c3f_9b82_9b27_9560),
    ] {
        let mut played = Position::new(Variant::Chess);
        moves.split_whitespace().for_each(|written| played.play(written).expect("a legal move"));
        assert_eq!(played.key(), key, "{moves}");
    }
}

#[test]
fn every_move_is_played_in_uci_too() {
    let mut positions: Vec<_> = Variant::ALL.into_iter().map(Position::new).collect();
    for (variant, fen) in [
        (Variant::Chess, "r3k2r/1P4p1/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1"),
        (Variant::Chess960, "1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb - 0 1"),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[QRBNPqp] w - - 0 1"),
        (Variant::Cescacs, "/27:1k/25:r2r/3:R2R/1:1K/ w RKRrkr - 0 1"),
    ] {
        positions.push(Position::from_fen(variant, fen).expect("a position"));
    }
    for position in positions {
        let moves: Vec<_> = position.moves().zip(position.uci_moves()).collect();
        assert_eq!(moves.len(), position.moves().count());
        for (san, uci) in moves {
            let [by_san, by_uci] = [&san, &uci].map(|written| {
                let mut after = position.clone();
                after.play(written).unwrap_or_else(|error| panic!("{position} {written}: {error}"));
                after.fen()
            });
            assert_eq!(by_san, by_uci, "{position} {san} {uci}");
        }
    }
}

#[test]
fn zeros_are_castling_where_a_move_is_played() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (written, san) in [("0-0", "O-O"), ("0-0-0", "O-O-O"), ("1. 0-0", "O-O"), ("O-O", "O-O")] {
        let mut game = Game::from_fen(Variant::Chess, fen).expect("a position");
        let castling = game.play(written).expect("castling is legal");
        assert_eq!(game.get(castling).expect("it was played").san(), san);
        assert!(game.start().clone().play(written).is_ok());
    }
    assert!(Position::new(Variant::Chess).play("0-0").is_err());
}

#[test]
fn an_error_of_a_fen_has_its_place_in_the_fen() {
    for (variant, fen, expected) in [
        (Variant::Chess, "4k3/8/8/8/8/8/8/8 w - - 0 1", "<fen>:1:1: E0402"),
        (Variant::Chess, "", "<fen>:1:1: E0411"),
        (Variant::Chess, "?", "<fen>:1:1: E0411"),
        (Variant::Crazyhouse, "x", "<fen>:1:1: E0412"),
        (Variant::Cescacs, "/27:1k/25:r2x/3:R2R/1:1K/ w RKRrkr - 0 1", "<fen>:1:13: E0437"),
        (Variant::Cescacs, "", "<fen>:1:1: E0"),
    ] {
        let error = Position::from_fen(variant, fen).expect_err("it is no position");
        assert!(error.to_string().starts_with(expected), "{fen}: {error}");
        let variant_tag = error.tags().iter().find(|tag| tag.name() == "Variant");
        assert_eq!(variant_tag.map(Tag::value), Game::new(variant).tag("Variant"));
    }
    for variant in Variant::ALL {
        let start = Position::new(variant);
        let again = Game::from_fen(variant, &start.fen()).expect("the FEN of a position");
        assert!(*again.start() == start && again.warnings().is_empty());
        assert_eq!(escaque::parse(&again.to_string()).next().expect("a game").expect("a good one"), again);
    }
}

#[test]
fn tags_are_read_without_the_moves() {
    let text = awkward();
    let numbers = |seed| Numbers::new(seed);
    let whole: Vec<_> = escaque::parse(&text).collect();
    for mut choice in [1, 2].map(numbers) {
        let mut reader = Reader::new(text.as_bytes());
        for (at, expected) in whole.iter().enumerate() {
            let tags = reader.next_tags().expect("a game").expect("a sound text");
            let (read, is_sound) = match expected {
                Ok(game) => (game.tags(), true),
                Err(error) => (error.tags(), false),
            };
            assert_eq!(*tags, *read);
            assert_eq!(tags.tag("site"), read.get(1).map(Tag::value));
            if choice.below(2) == 0 {
                match reader.whole_game().expect("the same game") {
                    Ok(game) => assert!(Some(&game) == expected.as_ref().ok()),
                    Err(error) => {
                        assert_eq!((error.error().game_number(), is_sound), (Some(at + 1), false));
                    }
                }
                let again = reader.whole_game();
                assert!(again.is_some_and(|again| again.is_ok() == expected.is_ok()));
            }
        }
        assert!(reader.next_tags().is_none() && reader.whole_game().is_none() && reader.next().is_none());
    }
    let error = io::Error::from(io::ErrorKind::ConnectionReset);
    let mut broken = dripping("[White \"A\"] 1. e4 *\n\n".to_owned(), Some(error));
    assert_eq!(broken.next_tags().expect("a game").expect("a good one").tag("White"), Some("A"));
    assert!(broken.next_tags().is_some_and(|tags| tags.is_err()));
    assert!(broken.whole_game().is_none() && broken.next_tags().is_none());
}

#[test]
fn a_reader_borrows_its_bytes() {
    let bytes = fs::read(project().join("examples/opera.pgn")).expect("the example");
    let game = Reader::new(&bytes[..]).next().expect("a game").expect("a good one");
    assert_eq!(game.main_line().count(), 33);
    let mut wide: Vec<u8> = b"\xff\xfe".to_vec();
    wide.extend("[White \"Ñ\"] *".encode_utf16().flat_map(u16::to_le_bytes));
    let reader = |bytes| Reader::with_name("wide.pgn", bytes).next().expect("a game").expect("a good one");
    assert_eq!(reader(&wide[..]).tag("White"), Some("Ñ"));
}
