//! The viewer: shows a game on the whole screen, and goes forward and back through it.
//!
//! [`state`] holds what the viewer shows, and keys change it; [`screen`] draws it; [`session`]
//! supplies the games that it asks for. None of them knows the terminal, so tests drive them
//! directly. This file is the shell around them: it names the files, opens the terminal and waits for
//! keys.

pub mod autoplay;
mod commands;
#[cfg(test)]
#[path = "../../../tests/units/viewer_contrast.rs"]
mod contrast;
pub mod display_options;
pub mod evaluation;
mod explorer_task;
pub mod game_index;
pub mod index_task;
pub mod keys;
pub mod listing;
pub mod loaded_game;
pub mod move_text;
pub mod navigate;
pub mod pages;
pub mod prompt;
mod save_picture;
pub mod screen;
pub mod search;
pub mod search_task;
pub mod session;
pub mod sort_task;
pub mod state;
mod terminal;
#[cfg(test)]
#[path = "../../../tests/units/viewer.rs"]
mod tests;
pub mod theme;
pub mod tree;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{fs, thread};

use crossterm::cursor::MoveToColumn;
use crossterm::event::{self, Event};
use crossterm::execute;
use crossterm::terminal::{Clear, ClearType};
use encoding_rs::Encoding;

use super::ExitStatus;
use super::background::BackgroundQuestion;
use super::cli::{Args, MouseChoice};
use super::file_problems::{FileProblem, OutputFault};
use super::query::WrittenQuery;
use crate::check::CheckOptions;
use crate::message::{Describe, Language, Reporter};
use crate::text::{Input, stdin_name};
use display_options::DisplayOptions;
use game_index::{Found, GameIndex, IndexedFile};
use keys::Key;
use session::Session;
use state::Effect;
use terminal::Window;
use theme::ColorDepth;

/// Shows the games of a command line's files until the user quits. A file that cannot be
/// read is reported and left out.
///
/// # Errors
///
/// Returns the exit status if the question about the games has an error, which has been reported.
pub(super) fn run(args: &Args) -> Result<ExitStatus, ExitStatus> {
    let stderr = io::stderr();
    let options = args.reporter_options(args.language(), args.drawing.color.is_enabled(stderr.is_terminal()));
    let query = WrittenQuery::of_args(args, options)?.map(|written| written.query);
    let mut reporter = Reporter::new(stderr, options);
    let mut status = ExitStatus::Success;
    let files =
        args.input_paths().into_iter().map(|path| indexed_file(path, args.reading.encoding)).collect();
    // pedantic warnings are of no use to users who view games
    let options = CheckOptions { pedantic: false, ..args.check_options() };
    let index = Arc::new(GameIndex::new(files, options, query));
    let viewed = view(&index, args);
    let mut fail = |file: Option<&str>, problem: &dyn Describe| {
        status = ExitStatus::Failure;
        reporter.fail(file, problem);
    };
    match viewed {
        Ok(has_games) => {
            let found = index.found();
            found.errors.iter().for_each(|error| fail(Some(&error.name), error));
            if !has_games && found.examined > 0 {
                fail(None, &FileProblem::NoneFound { count: found.examined });
            } else if !has_games && found.errors.is_empty() {
                fail(None, &FileProblem::NoGames);
            }
        }
        Err(error) => fail(None, &OutputFault::CannotWrite(error)),
    }
    Ok(status)
}

/// Returns a file that is opened when its turn comes. The length of standard input and of a named pipe is not known.
fn indexed_file(path: PathBuf, encoding: Option<&'static Encoding>) -> IndexedFile {
    let is_stdin = stdin_name(&path).is_some();
    let length = match fs::metadata(&path) {
        _ if is_stdin => None,
        Ok(file) => (file.is_file() || file.is_dir()).then_some(file.len()),
        // opening it reports why it cannot be read
        Err(_) => Some(0),
    };
    IndexedFile::new(length, move || Input::open(&path).map(|input| input.decoded_from(encoding)))
}

/// Shows the games of an index, or those that are selected, until the user quits. Returns whether there are games.
///
/// # Errors
///
/// Returns any error of the terminal.
fn view(index: &Arc<GameIndex>, args: &Args) -> io::Result<bool> {
    index.fill_in_background(args.choosing.games.clone());
    wait_for_game(index, args.language())?;
    let display = DisplayOptions::new(args);
    let Some(mut session) = Session::open(index, display, args.language()) else {
        return Ok(false);
    };
    let mut window = Window::open(args.drawing.mouse == MouseChoice::On)?;
    let mut question = BackgroundQuestion::default();
    if display.ground.is_none() && display.depth != ColorDepth::None {
        question.ask()?;
    }
    run_event_loop(&mut session, &mut window, &mut question)?;
    question.settle();
    if let Err(fault) = args.config.save(&display.settings(), &session.display().settings()) {
        eprintln!("{}: {}", args.language().warning, fault.message(args.language()));
    }
    Ok(true)
}

/// Waits until the first game has been found, or it is clear that there is none. If that takes long, says that no
/// game has come yet.
fn wait_for_game(index: &GameIndex, language: &Language) -> io::Result<()> {
    const LONG: Duration = Duration::from_millis(500);
    let start = Instant::now();
    let mut stderr = io::stderr();
    let mut has_told = false;
    let is_undecided = |found: &Found| found.games.is_empty() && !found.is_complete;
    while is_undecided(&index.found()) {
        if !has_told && start.elapsed() > LONG && stderr.is_terminal() {
            has_told = true;
            write!(stderr, "{}", language.viewer.no_game_yet)?;
        }
        thread::sleep(Duration::from_millis(1));
    }
    if has_told {
        execute!(stderr, MoveToColumn(0), Clear(ClearType::CurrentLine))?;
    }
    Ok(())
}

/// The time to wait for events that have come already. It is not 0, because crossterm ignores
/// events that it has read if it may not wait at all.
const NO_TIME: Duration = Duration::from_millis(1);

/// The maximum number of events that are handled before the screen is drawn again.
const MOST_EVENTS: usize = 1000;

fn run_event_loop(
    session: &mut Session<'_>,
    window: &mut Window,
    question: &mut BackgroundQuestion,
) -> io::Result<()> {
    loop {
        session.tick();
        window.draw(|frame| {
            if let Some(cursor) = session.draw(frame.buffer_mut()) {
                frame.set_cursor_position(cursor);
            }
        })?;
        // events that have piled up, such as a paste, are handled before the screen is drawn once more
        let mut events = Vec::new();
        let mut timeout = session.poll_timeout();
        while events.len() < MOST_EVENTS && event::poll(timeout)? {
            timeout = NO_TIME;
            let event = event::read()?;
            let (is_answer, ground) = question.takes(&event);
            events.extend(Some(event).filter(|_| !is_answer));
            ground.into_iter().for_each(|ground| session.set_ground(ground));
        }
        // keys typed before Ctrl-C are dropped, so that the user does not have to wait for them
        let is_interrupt = |event: &Event| matches!(event, Event::Key(key) if Key::of(key) == Key::INTERRUPT);
        let first = events.iter().rposition(is_interrupt).unwrap_or(0);
        for event in &events[first..] {
            match session.handle(event) {
                Effect::Redraw => window.resize()?,
                Effect::Copy(text) => window.copy(&text)?,
                Effect::Suspend => window.suspend()?,
                Effect::Quit => return Ok(()),
                // the session has carried out the others
                _ => {}
            }
        }
    }
}
