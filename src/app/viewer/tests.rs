//! The screens of the viewer, drawn without a terminal.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use snapbox::Data;

use super::find::{Direction, Query};
use super::keys::Key;
use super::library::{Desk, Library};
use super::look::Look;
use super::session::Session;
use super::state::{Effect, Screen, State, Wanted};
use super::theme::{Depth, Theme};
use crate::check::Syntax;
use crate::message::ENGLISH;
use crate::text::{Source, is_unprintable};

/// Returns the project's folder.
fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every row gives a file, the size of a window, the colours of a terminal and keys;
/// what is on the screen then is the golden file of its name.
#[test]
fn screens() {
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

fn depth(name: &str) -> Depth {
    match name {
        "bare" | "ascii" => Depth::Bare,
        "sixteen" => Depth::Sixteen,
        "indexed" => Depth::Indexed,
        "full" => Depth::Full,
        _ => panic!("no colours are {name}"),
    }
}

fn library(file: &str) -> Arc<Library> {
    let source = Source::open(&project().join(file)).unwrap();
    // the name that is shown is that of every project folder
    let source = Source::new(file, source.bytes().to_vec());
    let library = Arc::new(Library::new(vec![source], None, Syntax::Standard));
    library.index(None);
    library
}

fn look(depth: Depth) -> Look {
    Look { theme: Theme::Blue, depth, unicode: true, pieces: None, is_large: false, flipped: false }
}

/// Returns what is on the screen behind some keys: as text, and with its colours if
/// there are any.
fn screen(file: &str, (width, height): (u16, u16), colours: &str, keys: &str) -> String {
    let library = library(file);
    let depth = depth(colours);
    let look = Look { unicode: colours != "ascii", ..look(depth) };
    let mut session = Session::open(&library, look, &ENGLISH).unwrap();
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let mut draw = |session: &mut Session<'_>| {
        terminal.draw(|frame| _ = session.draw(frame.buffer_mut())).unwrap();
    };
    draw(&mut session);
    for event in events(keys) {
        session.take(&event);
        while session.is_busy() {
            thread::yield_now();
            session.pass();
        }
    }
    draw(&mut session);
    let backend = terminal.backend();
    if depth == Depth::Bare { backend.to_string() } else { format!("{:#?}\n", backend.buffer()) }
}

/// Reads keys: characters, and names between `<` and `>`.
fn events(keys: &str) -> Vec<Event> {
    let mut events = Vec::new();
    let mut rest = keys;
    while let Some(c) = rest.chars().next() {
        let name = rest.strip_prefix('<').and_then(|name| name.split_once('>'));
        let (code, behind) = match name {
            Some(("Enter", behind)) => (KeyCode::Enter, behind),
            Some(("Tab", behind)) => (KeyCode::Tab, behind),
            Some(("BackTab", behind)) => (KeyCode::BackTab, behind),
            Some(("Down", behind)) => (KeyCode::Down, behind),
            Some(("Esc", behind)) => (KeyCode::Esc, behind),
            Some(("Back", behind)) => (KeyCode::Backspace, behind),
            _ => (KeyCode::Char(c), &rest[c.len_utf8()..]),
        };
        events.push(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        rest = behind;
    }
    events
}

/// Every row gives keys, and what has become of the state: the move it stands at, its
/// screen, what is being written, what is wanted, and what the last key asks for.
#[test]
fn states() {
    const FEN: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let library = library("examples/evergreen.pgn");
    let mut desk = Desk::at(&library);
    let help = |list| Screen::Help { top: 0, list };
    let copy = || Effect::Copy(FEN.to_owned());
    let search = |word: &str| Effect::Search(Query::Words(vec![word.to_owned()]));
    for (keys, place, screen, prompt, wanted, effect) in [
        ("", "", Screen::Game, None, None, Effect::Nothing),
        ("lll", "Nf3", Screen::Game, None, None, Effect::Nothing),
        ("lllh", "e5", Screen::Game, None, None, Effect::Nothing),
        ("Gg", "", Screen::Game, None, None, Effect::Nothing),
        ("]v", "Qh3", Screen::Game, None, None, Effect::Nothing),
        ("lc", "e4", Screen::Game, None, None, copy()),
        ("lC", "e4", Screen::Game, None, None, Effect::Nothing),
        ("q", "", Screen::Game, None, None, Effect::Quit),
        ("?", "", help(None), None, None, Effect::Nothing),
        ("?q", "", Screen::Game, None, None, Effect::Nothing),
        ("?ll", "e4", Screen::Game, None, None, Effect::Nothing),
        ("rl", "e4", Screen::Words, None, None, Effect::Nothing),
        ("rlr", "e4", Screen::Game, None, None, Effect::Nothing),
        ("o", "", Screen::List(0), None, None, Effect::Nothing),
        ("oj", "", Screen::List(0), None, None, Effect::Nothing),
        ("o?", "", help(Some(0)), None, None, Effect::Nothing),
        ("o?x", "", Screen::List(0), None, None, Effect::Nothing),
        ("oq", "", Screen::Game, None, None, Effect::Nothing),
        ("o<Enter>", "", Screen::List(0), None, Some(Wanted::Row(0)), Effect::Nothing),
        ("<Tab>", "", Screen::Game, None, Some(Wanted::At(1)), Effect::Nothing),
        ("<Tab>l", "e4", Screen::Game, None, None, Effect::Nothing),
        ("<BackTab>", "", Screen::Game, None, None, Effect::Nothing),
        ("/q", "", Screen::Game, Some("q"), None, Effect::Nothing),
        ("/q<Esc>l", "e4", Screen::Game, None, None, Effect::Nothing),
        ("/q<Back><Back>l", "e4", Screen::Game, None, None, Effect::Nothing),
        ("/Q<Enter>", "", Screen::Game, None, Some(Wanted::Match(Direction::On)), search("q")),
        ("/<Enter>", "", Screen::Game, None, None, Effect::EndSearch),
        ("o/q<Enter>", "", Screen::List(0), None, None, search("q")),
        ("o/q<Enter>q", "", Screen::List(0), None, None, Effect::EndSearch),
        ("n", "", Screen::Game, None, None, Effect::Nothing),
        ("/q<Enter>N", "", Screen::Game, None, Some(Wanted::Match(Direction::Back)), Effect::Nothing),
        (":3<Enter>", "Bc4", Screen::Game, None, None, Effect::Nothing),
        (":3b<Enter>", "Bc5", Screen::Game, None, None, Effect::Nothing),
        (":20...<Enter>", "Nxe7", Screen::Game, None, None, Effect::Nothing),
        ("]v:20b<Enter>", "Qf5", Screen::Game, None, None, Effect::Nothing),
        (":g7<Enter>", "", Screen::Game, None, Some(Wanted::Number(7)), Effect::Nothing),
        ("o:7<Enter>", "", Screen::List(0), None, Some(Wanted::Number(7)), Effect::Nothing),
        (":$<Enter>", "", Screen::Game, None, Some(Wanted::Last), Effect::Nothing),
    ] {
        let record = desk.open(0, &ENGLISH).unwrap();
        let mut state = State::new(record, 0, look(Depth::Full), &ENGLISH);
        let press = |event| match event {
            Event::Key(key) => state.key(Key::of(&key), 10),
            _ => unreachable!("only keys are pressed"),
        };
        assert_eq!(events(keys).into_iter().map(press).last().unwrap_or(Effect::Nothing), effect, "{keys}");
        assert_eq!(state.record.tree.node(state.node).text.trim_end_matches(['!', '?']), place, "{keys}");
        assert_eq!((state.screen, state.wanted), (screen, wanted), "{keys}");
        assert_eq!(state.prompt.as_ref().map(|prompt| &prompt.text[..]), prompt, "{keys}");
    }
}

/// Whatever the window, whatever the keys: nothing panics, and nothing of a file gets
/// to the terminal that it would obey.
#[test]
fn any_window_can_be_drawn() {
    let keys = "lvG[f?jq/x<Enter>oGs<Esc>ptaa+:9<Enter>";
    for file in
        ["tests/inputs/view/hostile.pgn", "examples/analysis.ctl-pgn", "tests/inputs/view/no-position.pgn"]
    {
        let library = library(file);
        let mut session = Session::open(&library, look(Depth::Full), &ENGLISH).unwrap();
        let steps = events(keys);
        for (at, (width, height)) in
            (0..130).step_by(7).flat_map(|w| (0..66).step_by(5).map(move |h| (w, h))).enumerate()
        {
            let mut buffer = ratatui::buffer::Buffer::empty(ratatui::layout::Rect::new(0, 0, width, height));
            session.take(&steps[at % steps.len()]);
            session.draw(&mut buffer);
            let is_control = |symbol: &str| symbol.chars().any(is_unprintable);
            let found = buffer
                .content()
                .iter()
                .find(|cell| is_control(cell.symbol()) && cell.symbol() != "♟\u{fe0e}");
            assert!(found.is_none(), "{found:?} of {file} at {width}×{height}");
        }
    }
}
