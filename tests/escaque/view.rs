//! The screens of the viewer, drawn without a terminal.

use std::fs;
use std::sync::Arc;
use std::thread;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use escaque::check::Syntax;
use escaque::lang::ENGLISH;
use escaque::source::Source;
use escaque::view::library::Library;
use escaque::view::look::Look;
use escaque::view::session::Session;
use escaque::view::state::Effect;
use escaque::view::theme::{Depth, Theme};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use crate::{assert_golden, project};

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
        assert_golden(screen(file, window, colours, keys), &format!("view/{name}.txt"));
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
            _ => (KeyCode::Char(c), &rest[c.len_utf8()..]),
        };
        events.push(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        rest = behind;
    }
    events
}

#[test]
fn the_position_is_copied_and_q_quits() {
    let library = library("examples/opera.pgn");
    let mut session = Session::open(&library, look(Depth::Full), &ENGLISH).unwrap();
    let effects: Vec<_> = events("lcq").iter().map(|event| session.take(event)).collect();
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(effects, [Effect::Nothing, Effect::Copy(fen.to_owned()), Effect::Quit]);
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
            let is_control = |symbol: &str| symbol.chars().any(escaque::text::is_unprintable);
            let found = buffer
                .content()
                .iter()
                .find(|cell| is_control(cell.symbol()) && cell.symbol() != "♟\u{fe0e}");
            assert!(found.is_none(), "{found:?} of {file} at {width}×{height}");
        }
    }
}
