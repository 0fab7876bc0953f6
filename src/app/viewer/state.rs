//! The state of the viewer: what is on the screen.
//!
//! The state does no input or output. Actions outside it are returned as an [`Effect`] or left in
//! [`State::pending`].

use std::time::Duration;

use shakmaty::Color;

use super::autoplay::Autoplay;
use super::display_options::DisplayOptions;
use super::game_index::Indexing;
use super::listing::{Column, Sort};
use super::loaded_game::LoadedGame;
use super::prompt::Prompt;
use super::search::{Direction, Search};
use super::tree::START;
use crate::message::Language;
use crate::picture::mosaic::CellSize;

/// What is on the screen.
#[derive(Debug)]
pub struct State {
    /// The language of all texts.
    pub language: &'static Language,
    /// How the state is drawn.
    pub display: DisplayOptions,
    /// The current game.
    pub game: LoadedGame,
    /// The ordinal of the current game in the index.
    pub ordinal: usize,
    /// The number of files in the index.
    pub files: usize,
    /// The current node of the game's tree.
    pub node: usize,
    /// The current screen.
    pub screen: Screen,
    /// What a page of step mode says above the moves.
    pub page: Option<GameHeader>,
    /// The prompt, while the user writes in it.
    pub prompt: Option<Prompt>,
    /// Whether the moves are shown without comments.
    pub hides_comments: bool,
    /// The last link that the user has followed in the current game.
    pub followed: Option<Followed>,
    /// A message that is shown until the next key.
    pub notice: Option<String>,
    /// The settings of autoplay.
    pub autoplay: Autoplay,
    /// The current search.
    pub search: Option<Search>,
    /// The order of the list.
    pub sort: Sort,
    /// Whether the list has to select the row of the current game when it is updated next.
    pub reveals_game: bool,
    /// The text of the last search, even if it was a question with an error.
    pub last_search: String,
    /// What was played in the current position, as far as it is known, if it is on the screen.
    pub explored: String,
    /// The jump to another game, which the index or the search may not have found yet.
    pub pending: Option<PendingJump>,
    /// The progress of the index, the search and the sorting.
    pub progress: Progress,
    /// What the window had room for when the state was last drawn.
    pub drawn: Drawn,
}

/// What a page of step mode says above the moves.
#[derive(Clone, Debug, Default)]
pub struct GameHeader {
    /// The title of the board; empty if it has none.
    pub title: String,
    /// The place of the game among those of its file; empty if it is the only one.
    pub place: String,
    /// The header of the game, as the assignment has it.
    pub header: String,
    /// How the game has ended; empty before its last position.
    pub ending: String,
}

/// A screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// The board and the moves of the game.
    Game,
    /// A text to read.
    Text {
        /// The subject of the text.
        text: TextScreen,
        /// The number of its first visible line.
        top: usize,
    },
    /// The list of games, with the number of its selected row.
    List(usize),
    /// The help.
    Help {
        /// The number of its first visible line.
        top: usize,
        /// The selected row of the list, if the help is about the list, and `None` if it is
        /// about the game.
        list: Option<usize>,
    },
}

/// A text that the user reads instead of the board or of the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextScreen {
    /// The position in words.
    Words,
    /// Everything known about the game.
    Info,
    /// The comments of the current move, beside the board.
    Comments,
    /// What was played in the current position, beside the board.
    Explorer,
}

/// What the window had room for when the state was last drawn. Some keys depend on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// The number of rows on a page of the list or of a text.
    pub page_rows: usize,
    /// The last line that a text can begin with, if one scrolls.
    pub last_top: usize,
    /// The sizes that the board can have, the largest first; none if there is no board.
    pub sizes: Vec<CellSize>,
    /// The columns of the list, if it is on the screen. Digits sort by the first nine.
    pub columns: Vec<Column>,
}

/// A link from a comment to a move that it names, which the user has followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Followed {
    /// The node of the comment.
    pub from: usize,
    /// Which of the links of that node it is.
    pub link: usize,
}

/// A jump to another game, which waits until the index or the search has found the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PendingJump {
    /// To the game that is as many games further on, in the order of the list.
    Games(isize),
    /// To the game with a number, counted through all files.
    Number(usize),
    /// To the game in a row of the list.
    Row(usize),
    /// To the last game.
    Last,
    /// To the nearest match in a direction.
    Match(Direction),
}

/// The progress of the index, the search and the sorting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The number of games found so far.
    pub games: usize,
    /// How far the files have been read, or `None` if all games have been found.
    pub indexing: Option<Indexing>,
    /// The number of matches found so far.
    pub matches: usize,
    /// Which of the matches the current game is, counted from 1.
    pub match_number: Option<usize>,
    /// How many of the games have been searched, in per cent, or `None` if all have or there is no search.
    pub searching: Option<usize>,
    /// How many of the games have been read to sort the list, in per cent, or `None` if nothing is left to sort.
    pub sorting: Option<usize>,
    /// How many of the games have been read to say what was played in the position, in per cent, or `None` if all have
    /// or that is not on the screen.
    pub exploring: Option<usize>,
    /// The number of rows of the list.
    pub rows: usize,
}

/// An action outside the state that a key asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    Nothing,
    /// To copy a text to the clipboard.
    Copy(String),
    /// To copy the current game to the clipboard.
    CopyGame,
    /// To save the current position as a picture.
    SavePicture,
    /// To start the search of the state or, if it has none, to end the last one.
    Search,
    /// To draw the whole screen again.
    Redraw,
    /// To stop the program until it is continued.
    Suspend,
    /// To end the program.
    Quit,
}

impl State {
    /// Returns the state that shows the start of a game.
    pub fn new(
        game: LoadedGame,
        ordinal: usize,
        display: DisplayOptions,
        language: &'static Language,
    ) -> State {
        State {
            language,
            display,
            game,
            ordinal,
            files: 1,
            node: START,
            screen: Screen::Game,
            page: None,
            prompt: None,
            hides_comments: false,
            followed: None,
            notice: None,
            autoplay: Autoplay::default(),
            search: None,
            sort: Sort::default(),
            reveals_game: false,
            last_search: String::new(),
            explored: String::new(),
            pending: None,
            progress: Progress { games: 1, ..Progress::default() },
            drawn: Drawn::default(),
        }
    }

    /// Shows another game at a node, and ends the pending jump.
    pub fn show(&mut self, game: LoadedGame, ordinal: usize, node: usize) {
        self.pending = None;
        (self.game, self.ordinal, self.node, self.followed) = (game, ordinal, node, None);
        self.screen = match self.screen {
            Screen::Text { text, .. } => Screen::Text { text, top: 0 },
            _ => Screen::Game,
        };
    }

    /// Shows the current game after it has been read again, with more of its moves.
    pub fn refresh(&mut self, game: LoadedGame) {
        self.node = self.node.min(game.tree.nodes.len() - 1);
        self.game = game;
    }

    /// Records what the window had room for. A text that was scrolled too far is scrolled back.
    pub fn was_drawn(&mut self, drawn: Drawn) {
        if let Screen::Text { top, .. } | Screen::Help { top, .. } = &mut self.screen {
            *top = drawn.last_top.min(*top);
        }
        self.drawn = drawn;
    }

    /// Turns the board to the side to move, if it follows that.
    pub fn turn_board(&mut self) {
        if self.display.follows_mover {
            let position = self.game.tree.position(self.node);
            self.display.flipped = position.is_some_and(|position| position.turn() == Color::Black);
        }
    }

    /// Shows a message until the next key.
    pub fn notify(&mut self, text: impl Into<String>) {
        self.notice = Some(text.into());
    }

    /// Returns how long the current position stays before the next move follows by itself,
    /// or `None` if none does.
    pub fn delay(&self) -> Option<Duration> {
        (self.screen == Screen::Game).then(|| self.autoplay.delay(&self.game.tree, self.node)).flatten()
    }

    /// Moves on to the next move of the line, if there is one.
    pub fn advance(&mut self) {
        self.node = self.game.tree.next(self.node).unwrap_or(self.node);
    }
}
