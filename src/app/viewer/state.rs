//! What is on the screen, and what keys make of it. It reads nothing and writes
//! nothing; what has to be done outside it asks for.

use std::time::Duration;

use super::autoplay::Autoplay;
use super::find::{Direction, Query};
use super::keys::{self, Command, Key};
use super::look::{Look, Pieces};
use super::prompt::{Prompt, Purpose, Target, Typed};
use super::record::Record;
use super::tree::START;
use super::walk;
use crate::message::{Language, fill};

/// What is on the screen.
#[derive(Debug)]
pub struct State {
    /// The language of all texts.
    pub language: &'static Language,
    /// How things are shown.
    pub look: Look,
    /// The game that is looked at.
    pub record: Record,
    /// Its place among the games.
    pub at: usize,
    /// The move that it stands at.
    pub node: usize,
    /// Which screen it is.
    pub screen: Screen,
    /// What the user is writing.
    pub prompt: Option<Prompt>,
    /// What is said once, until the next key.
    pub notice: Option<String>,
    /// Whether moves follow by themselves.
    pub autoplay: Autoplay,
    /// What was looked for last.
    pub query: Option<Asked>,
    /// A game that is to be opened as soon as it is found.
    pub wanted: Option<Wanted>,
    /// How many games are known, and of those that were found.
    pub known: Known,
}

/// A screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// A game.
    Game,
    /// A game in words.
    Words,
    /// The list of games, and the line of it that is marked.
    List(usize),
    /// The keys of a screen, and how many lines are above the window.
    Help {
        /// The line at the top.
        top: usize,
        /// Whether they are those of the list, with the line of it that was marked.
        list: Option<usize>,
    },
}

/// What was looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// As the user wrote it.
    pub text: String,
    /// What it means.
    pub query: Query,
}

/// A game that is to be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// By its place among the games.
    At(usize),
    /// By its number in the file.
    Number(usize),
    /// By its line in the list.
    Row(usize),
    /// The last one.
    Last,
    /// One of those found.
    Match(Direction),
}

/// How much is known of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// How many games there are, so far.
    pub games: usize,
    /// How much of the files has been read, in hundredths, unless it is all.
    pub indexing: Option<usize>,
    /// How many games were found.
    pub found: usize,
    /// How much has been searched, in hundredths, unless it is all.
    pub searching: Option<usize>,
}

/// What is to be done outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    Nothing,
    /// Put a text into the clipboard.
    Copy(String),
    /// Look for games.
    Search(Query),
    /// Forget what was looked for.
    EndSearch,
    /// Draw all of the screen.
    Redraw,
    /// Stop until called back.
    Suspend,
    /// End.
    Quit,
}

impl State {
    /// Begins with a game.
    #[must_use]
    pub fn new(record: Record, at: usize, look: Look, language: &'static Language) -> State {
        State {
            language,
            look,
            record,
            at,
            node: START,
            screen: Screen::Game,
            prompt: None,
            notice: None,
            autoplay: Autoplay::default(),
            query: None,
            wanted: None,
            known: Known { games: 1, ..Known::default() },
        }
    }

    /// Shows another game: from its start, or at the position that was looked for.
    pub fn show(&mut self, record: Record, at: usize) {
        let was_found = matches!(self.wanted.take(), Some(Wanted::Match(_) | Wanted::Row(_)));
        let board = match self.query.as_ref().filter(|_| was_found).map(|asked| &asked.query) {
            Some(Query::Position(board)) => board.clone(),
            _ => String::new(),
        };
        (self.record, self.at) = (record, at);
        if self.screen != Screen::Words {
            self.screen = Screen::Game;
        }
        let tree = &self.record.tree;
        let comes_to =
            |number: &usize| tree.picture(*number).is_some_and(|picture| picture.fen.starts_with(&board));
        let mut line = std::iter::once(START).chain(tree.line_on(START));
        self.node = line.find(comes_to).unwrap_or(START);
    }

    /// Says something until the next key.
    pub fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(text.into());
    }

    /// Returns after how long the next move follows by itself.
    #[must_use]
    pub fn delay(&self) -> Option<Duration> {
        if self.screen == Screen::Game { self.autoplay.delay(&self.record.tree, self.node) } else { None }
    }

    /// Goes on to the move that follows by itself.
    pub fn play_on(&mut self) {
        self.node = self.record.tree.main_child(self.node).unwrap_or(self.node);
    }

    /// Counts the lines of the list.
    #[must_use]
    pub fn rows(&self) -> usize {
        if self.query.is_some() { self.known.found } else { self.known.games }
    }

    /// Takes the mouse wheel.
    pub fn wheel(&mut self, down: bool) -> Effect {
        self.apply(match (self.screen, down) {
            (Screen::Game | Screen::Words, true) => Command::Forward,
            (Screen::Game | Screen::Words, false) => Command::Back,
            (_, true) => Command::Down,
            (_, false) => Command::Up,
        })
    }

    /// Takes a key; `page` is how many lines a page has.
    pub fn key(&mut self, key: Key, page: usize) -> Effect {
        self.notice = None;
        if self.prompt.is_some() {
            return self.write(key);
        }
        self.wanted = None;
        let table = match self.screen {
            Screen::Game | Screen::Words => keys::GAME,
            Screen::List(_) => keys::LIST,
            Screen::Help { .. } => keys::HELP,
        };
        match keys::command(table, key) {
            Some(Command::PageUp) => self.move_lines(page, false),
            Some(Command::PageDown) => self.move_lines(page, true),
            Some(command) => self.apply(command),
            // any other key ends the help
            None => self.close_help(),
        }
    }

    fn write(&mut self, key: Key) -> Effect {
        let Some(mut prompt) = self.prompt.take() else { return Effect::Nothing };
        match (prompt.take(key), prompt.purpose) {
            (Typed::On, _) => self.prompt = Some(prompt),
            (Typed::Dropped, _) => {}
            (Typed::Done, Purpose::Find) => return self.find(prompt.text),
            (Typed::Done, Purpose::GoTo) => return self.go_to(&prompt.text),
        }
        Effect::Nothing
    }

    /// Does what a key asks for.
    pub fn apply(&mut self, command: Command) -> Effect {
        match self.screen {
            Screen::Game | Screen::Words => self.in_game(command),
            Screen::List(row) => self.in_list(command, row),
            Screen::Help { .. } => self.in_help(command),
        }
    }

    fn in_game(&mut self, command: Command) -> Effect {
        match command {
            Command::Flip => self.look.flipped ^= true,
            Command::Pieces => self.change_pieces(),
            Command::Size => self.look.is_large ^= true,
            Command::Words if self.screen == Screen::Words => self.screen = Screen::Game,
            Command::Words => self.screen = Screen::Words,
            Command::Theme => self.look.theme = self.look.theme.next(),
            Command::Autoplay => self.turn_autoplay(),
            Command::Faster | Command::Slower => {
                self.autoplay.change(command == Command::Faster);
                self.say_pace();
            }
            Command::Copy => {
                if let Some(picture) = self.record.tree.picture(self.node) {
                    self.say(self.language.view_copied);
                    return Effect::Copy(picture.fen);
                }
            }
            Command::NextGame => self.wanted = Some(Wanted::At(self.at + 1)),
            Command::PreviousGame if self.at == 0 => self.say(self.language.view_first_already),
            Command::PreviousGame => self.wanted = Some(Wanted::At(self.at - 1)),
            Command::List => self.screen = Screen::List(if self.query.is_some() { 0 } else { self.at }),
            Command::FindPosition => return self.find_position(),
            Command::FindOn | Command::FindBack if self.query.is_none() => {
                self.say(self.language.view_nothing_asked);
            }
            Command::FindOn => self.wanted = Some(Wanted::Match(Direction::On)),
            Command::FindBack => self.wanted = Some(Wanted::Match(Direction::Back)),
            _ => return self.anywhere(command).unwrap_or_else(|| self.step(command)),
        }
        Effect::Nothing
    }

    /// Goes to another move.
    fn step(&mut self, command: Command) -> Effect {
        let is_about_variations =
            matches!(command, Command::NextFork | Command::PreviousFork | Command::Enter | Command::Leave);
        match walk::target(&self.record.tree, self.node, command) {
            Some(target) => self.node = target,
            None if is_about_variations => self.say(self.language.view_no_variation),
            None => {}
        }
        Effect::Nothing
    }

    fn change_pieces(&mut self) {
        if let Some(picture) = self.record.tree.picture(self.node) {
            self.look.pieces = Some(match self.look.pieces(picture.diagram) {
                Pieces::Letters if self.look.unicode => Pieces::Figurines,
                Pieces::Letters | Pieces::Figurines => Pieces::Letters,
            });
        }
    }

    fn turn_autoplay(&mut self) {
        let tree = &self.record.tree;
        self.autoplay.turn(tree.moves().any(|(_, node)| node.clock.is_some()));
        self.say_pace();
    }

    fn say_pace(&mut self) {
        use super::autoplay::Mode;
        let text = match self.autoplay.mode {
            Mode::Off => self.language.view_stopped.to_owned(),
            Mode::Pace => fill(self.language.view_pace, &[("seconds", &self.autoplay.pace())]),
            Mode::Clocks => fill(self.language.view_clocks, &[("factor", &self.autoplay.factor())]),
        };
        self.say(text);
    }

    fn in_list(&mut self, command: Command, row: usize) -> Effect {
        match command {
            Command::Up => return self.move_lines(1, false),
            Command::Down => return self.move_lines(1, true),
            Command::First => self.screen = Screen::List(0),
            Command::Last => self.screen = Screen::List(self.rows().saturating_sub(1)),
            Command::Open => self.wanted = Some(Wanted::Row(row)),
            Command::Close if self.query.take().is_some() => {
                self.screen = Screen::List(self.at);
                return Effect::EndSearch;
            }
            Command::Close => self.screen = Screen::Game,
            _ => return self.anywhere(command).unwrap_or(Effect::Nothing),
        }
        Effect::Nothing
    }

    fn in_help(&mut self, command: Command) -> Effect {
        match command {
            Command::Up => self.move_lines(1, false),
            Command::Down => self.move_lines(1, true),
            _ => self.anywhere(command).unwrap_or(Effect::Nothing),
        }
    }

    /// Does what means the same on every screen.
    fn anywhere(&mut self, command: Command) -> Option<Effect> {
        match command {
            Command::Find => self.prompt = Some(Prompt::new(Purpose::Find)),
            Command::GoTo => self.prompt = Some(Prompt::new(Purpose::GoTo)),
            Command::Help => {
                let list = if let Screen::List(row) = self.screen { Some(row) } else { None };
                self.screen = Screen::Help { top: 0, list };
            }
            Command::Redraw => return Some(Effect::Redraw),
            Command::Suspend => return Some(Effect::Suspend),
            Command::Quit => return Some(Effect::Quit),
            _ => return None,
        }
        Some(Effect::Nothing)
    }

    fn close_help(&mut self) -> Effect {
        if let Screen::Help { list, .. } = self.screen {
            self.screen = list.map_or(Screen::Game, Screen::List);
        }
        Effect::Nothing
    }

    fn move_lines(&mut self, count: usize, down: bool) -> Effect {
        let last = self.rows().saturating_sub(1);
        let moved = |at: usize| if down { at + count } else { at.saturating_sub(count) };
        match &mut self.screen {
            Screen::Game | Screen::Words => {}
            Screen::List(row) => *row = moved(*row).min(last),
            Screen::Help { top, .. } => *top = moved(*top).min(keys::GAME.len()),
        }
        Effect::Nothing
    }

    fn find(&mut self, text: String) -> Effect {
        let Some(query) = Query::parse(&text) else {
            self.query = None;
            return Effect::EndSearch;
        };
        self.query = Some(Asked { text, query: query.clone() });
        self.known = Known { found: 0, searching: Some(0), ..self.known };
        match self.screen {
            Screen::List(_) => self.screen = Screen::List(0),
            _ => self.wanted = Some(Wanted::Match(Direction::On)),
        }
        Effect::Search(query)
    }

    fn find_position(&mut self) -> Effect {
        match self.record.tree.picture(self.node) {
            Some(picture) => self.find(picture.fen.split(' ').take(2).collect::<Vec<_>>().join(" ")),
            None => Effect::Nothing,
        }
    }

    fn go_to(&mut self, text: &str) -> Effect {
        match Target::parse(text) {
            None if text.trim().is_empty() => {}
            None => self.say(self.language.view_bad_place),
            Some(Target::Game(number)) => self.wanted = Some(Wanted::Number(number)),
            Some(Target::LastGame) => self.wanted = Some(Wanted::Last),
            Some(Target::Move(place)) if matches!(self.screen, Screen::List(_)) => {
                // in a list of games a number is that of a game
                self.wanted = usize::try_from(place.number).ok().map(Wanted::Number);
            }
            Some(Target::Move(place)) => match walk::find(&self.record.tree, self.node, place) {
                Some(number) => self.node = number,
                None => self.say(fill(self.language.view_no_such_move, &[("place", &place)])),
            },
        }
        Effect::Nothing
    }
}
