//! The viewer without a terminal: its screens and its states.

use std::path::Path;
use std::sync::Arc;
use std::{fs, thread};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use snapbox::Data;

use super::display_options::DisplayOptions;
use super::game_index::{GameIndex, IndexedFile};
use super::keys::Key;
use super::loaded_game::GameReader;
use super::save_picture::save_picture;
use super::search::Direction;
use super::session::Session;
use super::state::{Effect, PendingJump, Screen, State, TextScreen};
use super::theme::ColorDepth;
use crate::check::CheckOptions;
use crate::message::ENGLISH;
use crate::picture::Theme;
use crate::picture::mosaic::Blocks;
use crate::text::{Input, is_unprintable};

/// Returns the project's folder.
fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Each row names files, a window size, the colours of a terminal and keys to press. The
/// screen after the keys is the golden file with the row's name.
#[test]
fn screens_after_keys() {
    let rows = fs::read_to_string(project().join("tests/inputs/view/screens.tsv")).unwrap();
    for row in rows.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<_> = row.split('\t').collect();
        let [name, file, window, colours, keys] = fields[..] else { panic!("not a row: {row}") };
        let (width, height) = window.split_once('x').unwrap();
        let window = (width.parse().unwrap(), height.parse().unwrap());
        let golden = Data::read_from(&project().join(format!("tests/golden/view/{name}.txt")), None);
        snapbox::assert_data_eq!(Data::from(screen(file, window, colours, keys)).raw(), golden.raw());
    }
}

fn depth(name: &str) -> ColorDepth {
    match name {
        "bare" | "ascii" => ColorDepth::None,
        "sixteen" => ColorDepth::Sixteen,
        "indexed" => ColorDepth::Palette256,
        "full" => ColorDepth::TrueColor,
        _ => panic!("no colours are {name}"),
    }
}

/// Returns the index of files, whose names are separated by spaces.
fn index(files: &str) -> Arc<GameIndex> {
    // the relative names, because the list of games shows them
    let file = |file: &str| {
        let name = file.to_owned();
        IndexedFile::new(None, move || {
            let reader = fs::File::open(project().join(&name)).expect("the test names a file");
            Input::from_reader(name.clone(), reader)
        })
    };
    let files = files.split(' ').map(file).collect();
    let index = Arc::new(GameIndex::new(files, CheckOptions::default(), None));
    index.fill(None);
    index
}

fn display_options(depth: ColorDepth) -> DisplayOptions {
    DisplayOptions {
        theme: Theme::Blue,
        depth,
        ground: None,
        unicode: true,
        blocks: Blocks::Quadrants,
        pieces: None,
        is_large: true,
        smaller: 0,
        flipped: false,
        follows_mover: false,
    }
}

/// Returns the screen after some keys: as text or, if the terminal has colours, with the
/// style of each part.
fn screen(file: &str, (width, height): (u16, u16), colours: &str, keys: &str) -> String {
    let index = index(file);
    let depth = depth(colours);
    let display = match colours {
        "ascii" => DisplayOptions { unicode: false, blocks: Blocks::None, ..display_options(depth) },
        _ => display_options(depth),
    };
    let mut session = Session::open(&index, display, &ENGLISH).unwrap();
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let mut draw = |session: &mut Session<'_>| {
        terminal.draw(|frame| _ = session.draw(frame.buffer_mut())).unwrap();
    };
    draw(&mut session);
    for event in events(keys) {
        session.handle(&event);
        while session.is_busy() {
            thread::yield_now();
            session.tick();
        }
        draw(&mut session);
    }
    let backend = terminal.backend();
    if depth == ColorDepth::None { backend.to_string() } else { format!("{:#?}\n", backend.buffer()) }
}

/// Returns the event of a click.
fn click(column: u16, row: u16) -> Event {
    let kind = MouseEventKind::Down(MouseButton::Left);
    Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
}

/// Returns the events of keys, written as characters or as names between `<` and `>`, and of clicks, written
/// as `<column,row>`.
fn events(keys: &str) -> Vec<Event> {
    let mut events = Vec::new();
    let mut rest = keys;
    while let Some(c) = rest.chars().next() {
        let name = rest.strip_prefix('<').and_then(|name| name.split_once('>'));
        if let Some((place, after)) = name
            && let Some((column, row)) = place.split_once(',')
        {
            events.push(click(column.parse().unwrap(), row.parse().unwrap()));
            rest = after;
            continue;
        }
        let (code, after) = match name {
            Some(("Enter", after)) => (KeyCode::Enter, after),
            Some(("Tab", after)) => (KeyCode::Tab, after),
            Some(("BackTab", after)) => (KeyCode::BackTab, after),
            Some(("Down", after)) => (KeyCode::Down, after),
            Some(("Up", after)) => (KeyCode::Up, after),
            Some(("PgDn", after)) => (KeyCode::PageDown, after),
            Some(("Esc", after)) => (KeyCode::Esc, after),
            Some(("Left", after)) => (KeyCode::Left, after),
            Some(("Right", after)) => (KeyCode::Right, after),
            Some(("Home", after)) => (KeyCode::Home, after),
            Some(("End", after)) => (KeyCode::End, after),
            Some(("Del", after)) => (KeyCode::Delete, after),
            Some(("Back", after)) => (KeyCode::Backspace, after),
            _ => (KeyCode::Char(c), &rest[c.len_utf8()..]),
        };
        events.push(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        rest = after;
    }
    events
}

/// Each case gives keys and the state after them: the current move, the screen, the text of
/// the prompt and the pending jump, and the effect of the last key.
#[test]
fn states_after_keys() {
    const FEN: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let index = index("examples/evergreen.pgn");
    let mut reader = GameReader::new(&index);
    let words = Screen::Text { text: TextScreen::Words, top: 0 };
    let help = |list| Screen::Help { top: 0, list };
    let copy = || Effect::Copy(FEN.to_owned());
    for (keys, san, screen, prompt, pending, effect) in [
        ("", "", Screen::Game, None, None, Effect::Nothing),
        ("lll", "Nf3", Screen::Game, None, None, Effect::Nothing),
        ("lllh", "e5", Screen::Game, None, None, Effect::Nothing),
        ("Gg", "", Screen::Game, None, None, Effect::Nothing),
        ("]v", "Qh3", Screen::Game, None, None, Effect::Nothing),
        ("lc", "e4", Screen::Game, None, None, copy()),
        ("llC", "e5", Screen::Game, None, None, Effect::Copy("1. e4 e5".to_owned())),
        ("C", "", Screen::Game, None, None, Effect::Nothing),
        ("x", "", Screen::Game, None, None, Effect::CopyGame),
        ("S", "", Screen::Game, None, None, Effect::SavePicture),
        ("q", "", Screen::Game, None, None, Effect::Quit),
        ("?", "", help(None), None, None, Effect::Nothing),
        ("?q", "", Screen::Game, None, None, Effect::Nothing),
        ("?ll", "e4", Screen::Game, None, None, Effect::Nothing),
        ("rl", "e4", words, None, None, Effect::Nothing),
        ("rlr", "e4", Screen::Game, None, None, Effect::Nothing),
        ("o", "", Screen::List(0), None, None, Effect::Nothing),
        ("oj", "", Screen::List(0), None, None, Effect::Nothing),
        ("o?", "", help(Some(0)), None, None, Effect::Nothing),
        ("o?x", "", Screen::List(0), None, None, Effect::Nothing),
        ("oq", "", Screen::Game, None, None, Effect::Nothing),
        ("o<Enter>", "", Screen::List(0), None, Some(PendingJump::Row(0)), Effect::Nothing),
        ("<Tab>", "", Screen::Game, None, Some(PendingJump::Games(1)), Effect::Nothing),
        ("<Tab>l", "e4", Screen::Game, None, None, Effect::Nothing),
        ("<BackTab>", "", Screen::Game, None, Some(PendingJump::Games(-1)), Effect::Nothing),
        ("/q", "", Screen::Game, Some("q"), None, Effect::Nothing),
        ("/q<Esc>l", "e4", Screen::Game, None, None, Effect::Nothing),
        ("/q<Back><Back>l", "e4", Screen::Game, None, None, Effect::Nothing),
        ("/Q<Enter>", "", Screen::Game, None, Some(PendingJump::Match(Direction::Forward)), Effect::Search),
        ("/<Enter>", "", Screen::Game, None, None, Effect::Search),
        ("o/q<Enter>", "", Screen::List(0), None, None, Effect::Search),
        ("o/q", "", Screen::List(0), Some("q"), None, Effect::Search),
        ("o/q<Left>", "", Screen::List(0), Some("q"), None, Effect::Nothing),
        ("/plies ><Enter>", "", Screen::Game, Some("plies >"), None, Effect::Nothing),
        ("o/q<Enter>q", "", Screen::List(0), None, None, Effect::Search),
        ("n", "", Screen::Game, None, None, Effect::Nothing),
        ("/q<Enter>N", "", Screen::Game, None, Some(PendingJump::Match(Direction::Back)), Effect::Nothing),
        (":3<Enter>", "Bc4", Screen::Game, None, None, Effect::Nothing),
        (":3b<Enter>", "Bc5", Screen::Game, None, None, Effect::Nothing),
        (":20...<Enter>", "Nxe7", Screen::Game, None, None, Effect::Nothing),
        ("]v:20b<Enter>", "Qf5", Screen::Game, None, None, Effect::Nothing),
        (":g7<Enter>", "", Screen::Game, None, Some(PendingJump::Number(7)), Effect::Nothing),
        ("o:7<Enter>", "", Screen::List(0), None, Some(PendingJump::Number(7)), Effect::Nothing),
        (":$<Enter>", "", Screen::Game, None, Some(PendingJump::Last), Effect::Nothing),
    ] {
        let game = reader.load(0, &ENGLISH).unwrap();
        let mut state = State::new(game, 0, display_options(ColorDepth::TrueColor), &ENGLISH);
        let press = |event| match event {
            Event::Key(key) => state.key(Key::of(&key)),
            _ => unreachable!("only keys are pressed"),
        };
        assert_eq!(events(keys).into_iter().map(press).last().unwrap_or(Effect::Nothing), effect, "{keys}");
        assert_eq!(state.game.tree.text(state.node).trim_end_matches(['!', '?']), san, "{keys}");
        assert_eq!((state.screen, state.pending), (screen, pending), "{keys}");
        assert_eq!(state.prompt.as_ref().map(|prompt| &prompt.text[..]), prompt, "{keys}");
    }
}

/// Windows of all sizes are drawn without a panic, and without a character of the file that
/// could control the terminal.
#[test]
fn any_window_can_be_drawn() {
    let keys = "lvG[f?jq/x<Enter>oGs<Esc>ptaa+:9<Enter>";
    for file in
        ["tests/inputs/view/hostile.pgn", "examples/analysis.ctl-pgn", "tests/inputs/view/no-position.pgn"]
    {
        let index = index(file);
        let mut session = Session::open(&index, display_options(ColorDepth::TrueColor), &ENGLISH).unwrap();
        let steps = events(keys);
        for (at, (width, height)) in
            (0..130).step_by(7).flat_map(|w| (0..66).step_by(5).map(move |h| (w, h))).enumerate()
        {
            let mut buffer = ratatui::buffer::Buffer::empty(ratatui::layout::Rect::new(0, 0, width, height));
            session.handle(&steps[at % steps.len()]);
            session.draw(&mut buffer);
            let is_control = |symbol: &str| {
                symbol.chars().any(|c| is_unprintable(c) || ('\u{fe00}'..='\u{fe0f}').contains(&c))
            };
            let found = buffer.content().iter().find(|cell| is_control(cell.symbol()));
            assert!(found.is_none(), "{found:?} of {file} at {width}×{height}");
        }
    }
}

/// A click that comes together with a key, before the screen is drawn again, leads to no move of the game before.
#[test]
fn a_click_leads_to_no_move_of_another_game() {
    let index = index("examples/evergreen.pgn tests/inputs/view/no-position.pgn");
    let mut session = Session::open(&index, display_options(ColorDepth::None), &ENGLISH).expect("a game");
    let mut buffer = ratatui::buffer::Buffer::empty(ratatui::layout::Rect::new(0, 0, 80, 24));
    events("G").iter().for_each(|event| _ = session.handle(event));
    session.draw(&mut buffer);
    events("<Tab>").iter().for_each(|event| _ = session.handle(event));
    for (x, y) in (0..80).flat_map(|x| (0..24).map(move |y| (x, y))) {
        session.handle(&click(x, y));
    }
    session.draw(&mut buffer);
}

/// A picture is named after its game and its move, and replaces no other.
#[test]
fn pictures_are_saved_under_new_names() {
    let index = index("examples/evergreen.pgn");
    let game = GameReader::new(&index).load(0, &ENGLISH).unwrap();
    let state = State { node: 2, ..State::new(game, 0, display_options(ColorDepth::None), &ENGLISH) };
    let folder = tempfile::tempdir().unwrap();
    let saved = [(); 2].map(|()| save_picture(&state, folder.path()).unwrap().unwrap());
    assert_eq!(
        saved,
        ["Anderssen,_Adolf-Dufresne,_Jean-1b-e5.png", "Anderssen,_Adolf-Dufresne,_Jean-1b-e5-2.png"]
    );
    let pictures = saved.map(|name| fs::read(folder.path().join(name)).unwrap());
    assert!(pictures[0].starts_with(b"\x89PNG") && pictures[0] == pictures[1]);
}
