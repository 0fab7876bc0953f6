//! Executes the commands of keys on the state.

use super::autoplay::Mode;
use super::display_options::PieceStyle;
use super::keys::{self, Command, Key};
use super::listing::Sort;
use super::navigate;
use super::prompt::{Edit, Prompt, Purpose, Target};
use super::screen::Place;
use super::search::{Direction, Query, Search};
use super::state::{Effect, Followed, PendingJump, Progress, Screen, State, TextScreen};
use super::theme::ColorDepth;
use super::tree::START;
use crate::message::{Diagnostic, fill};
use crate::text::Printable;

impl State {
    /// Handles the mouse wheel.
    pub fn wheel(&mut self, down: bool) -> Effect {
        self.notice = None;
        let step = if down { 1 } else { -1 };
        self.apply(if self.screen == Screen::Game { Command::Plies(step) } else { Command::Rows(step) })
    }

    /// Handles a click on a place.
    pub fn click(&mut self, place: Place) -> Effect {
        (self.notice, self.pending) = (None, None);
        match place {
            Place::Move(node) => self.node = node,
            Place::Cell(cell) => self.go_to_next_on(cell),
            Place::Heading(column) => self.sort_by(self.sort.or_by(column)),
            Place::Row(row) if self.screen == Screen::List(row) => {
                self.pending = Some(PendingJump::Row(row));
            }
            Place::Row(row) | Place::Scrollbar(row) => self.screen = Screen::List(row),
        }
        Effect::Nothing
    }

    /// Goes to the next move of the line that comes to a cell, or says that none does.
    fn go_to_next_on(&mut self, cell: usize) {
        let tree = &self.game.tree;
        match navigate::next_on(tree, self.node, cell) {
            Some(node) => self.node = node,
            None => {
                let name = tree.position(self.node).map(|position| position.cell_name(cell));
                let name = name.unwrap_or_default();
                self.notify(fill(self.language.viewer.nothing_comes, &[("cell", &name)]));
            }
        }
    }

    /// Handles a key.
    pub fn key(&mut self, key: Key) -> Effect {
        self.notice = None;
        if self.prompt.is_some() {
            return self.edit_prompt(key);
        }
        self.pending = None;
        let tables: &[_] = match self.screen {
            Screen::Game => &[keys::GAME],
            Screen::Text { .. } => &[keys::TEXT, keys::SCROLLING, keys::GAME],
            Screen::List(_) => &[keys::LIST, keys::SCROLLING, keys::PROGRAM],
            Screen::Help { .. } => &[keys::SCROLLING, keys::PROGRAM],
        };
        match tables.iter().find_map(|groups| keys::command(groups, key)) {
            Some(command) => self.apply(command),
            // the number of a move or a game to go to
            None if key.is_digit() && matches!(self.screen, Screen::Game | Screen::Text { .. }) => {
                self.prompt = Some(Prompt::default());
                self.edit_prompt(key)
            }
            None => self.unknown_key(key),
        }
    }

    /// Closes the help. On other screens, says that the key does nothing.
    fn unknown_key(&mut self, key: Key) -> Effect {
        if let Screen::Help { list, .. } = self.screen {
            self.screen = list.map_or(Screen::Game, Screen::List);
        } else {
            let name = key.name(self.display.unicode);
            self.notify(fill(self.language.viewer.unknown_key, &[("key", &name)]));
        }
        Effect::Nothing
    }

    fn edit_prompt(&mut self, key: Key) -> Effect {
        let Some(mut prompt) = self.prompt.take() else { return Effect::Nothing };
        let before = prompt.text.clone();
        let filters = prompt.purpose == Purpose::Search && matches!(self.screen, Screen::List(_));
        match (prompt.edit(key), prompt.purpose) {
            (Edit::Continue, _) => {
                let text = prompt.text.clone();
                self.prompt = Some(prompt);
                // a question that is not complete yet changes nothing
                if filters
                    && text != before
                    && let Ok(query) = Query::parse(&text)
                {
                    return self.filter(query.map(|query| Search { text, query }));
                }
            }
            (Edit::Cancel, _) if filters => return self.filter(prompt.search),
            (Edit::Cancel, _) => {}
            (Edit::Submit, Purpose::Search) => return self.start_search(prompt),
            (Edit::Submit, Purpose::GoTo) => return self.go_to(&prompt.text),
        }
        Effect::Nothing
    }

    /// Begins a search, or ends the current one. The list has only the games that it finds.
    fn filter(&mut self, search: Option<Search>) -> Effect {
        (self.reveals_game, self.search) = (search.is_none(), search);
        self.progress = Progress { matches: 0, searching: Some(0), ..self.progress };
        if matches!(self.screen, Screen::List(_)) {
            self.screen = Screen::List(0);
        }
        Effect::Search
    }

    /// Executes a command on the current screen.
    pub fn apply(&mut self, command: Command) -> Effect {
        if self.scroll(command) {
            return Effect::Nothing;
        }
        match self.screen {
            Screen::Game => self.apply_to_game(command),
            Screen::Text { .. } => self.apply_to_text(command),
            Screen::List(row) => self.apply_to_list(command, row),
            Screen::Help { .. } => self.apply_anywhere(command).unwrap_or(Effect::Nothing),
        }
    }

    /// Leaves a text, or executes a command on the game. If the command leads to
    /// another move, the text is shown from its top.
    fn apply_to_text(&mut self, command: Command) -> Effect {
        let node = self.node;
        if command == Command::Close {
            self.screen = Screen::Game;
            return Effect::Nothing;
        }
        let effect = self.apply_to_game(command);
        if let Screen::Text { top, .. } = &mut self.screen
            && self.node != node
        {
            *top = 0;
        }
        effect
    }

    /// Shows a text, or the board again if that text is on the screen.
    fn toggle(&mut self, text: TextScreen) {
        self.screen = match self.screen {
            Screen::Text { text: shown, .. } if shown == text => Screen::Game,
            _ => Screen::Text { text, top: 0 },
        };
    }

    /// Shows the comments of the current move alone, if it has some; again, hides all comments; again, shows them.
    fn switch_comments(&mut self) {
        let is_alone = matches!(self.screen, Screen::Text { text: TextScreen::Comments, .. });
        if !is_alone && !self.hides_comments && self.game.tree.nodes[self.node].has_comments() {
            self.notify(self.language.viewer.comment_alone);
            return self.toggle(TextScreen::Comments);
        }
        (self.screen, self.hides_comments) = (Screen::Game, !self.hides_comments);
        let words = self.language.viewer;
        self.notify(if self.hides_comments { words.comments_hidden } else { words.comments_shown });
    }

    fn apply_to_game(&mut self, command: Command) -> Effect {
        match command {
            Command::Flip => {
                self.display.flipped ^= true;
                self.display.follows_mover = false;
            }
            Command::Pieces => self.cycle_piece_style(),
            Command::Size => self.change_size(),
            Command::Words => self.toggle(TextScreen::Words),
            Command::Info => self.toggle(TextScreen::Info),
            Command::Explorer => self.toggle(TextScreen::Explorer),
            Command::Comments => self.switch_comments(),
            Command::Theme => self.change_theme(),
            Command::Autoplay => self.cycle_autoplay(),
            Command::Close => return self.step_out(),
            Command::Speed(change) => {
                self.autoplay.change_speed(change);
                self.notify_of_autoplay();
            }
            Command::Copy => match self.game.tree.position(self.node) {
                Some(position) => {
                    let fen = position.fen();
                    self.notify(fill(self.language.viewer.copied, &[("position", &fen)]));
                    return Effect::Copy(fen);
                }
                None => self.notify(self.language.viewer.no_position),
            },
            Command::CopyLine if self.node == START => self.notify(self.language.viewer.no_moves_yet),
            Command::CopyLine => {
                self.notify(self.language.viewer.line_copied);
                return Effect::Copy(self.game.tree.line_text(self.node));
            }
            Command::CopyGame => return Effect::CopyGame,
            Command::SavePicture => return Effect::SavePicture,
            Command::Games(step) => self.pending = Some(PendingJump::Games(step)),
            Command::List => (self.screen, self.reveals_game) = (Screen::List(0), true),
            Command::SearchPosition => return self.search_position(),
            Command::NextReference => self.follow_link(),
            Command::ReferenceBack => match self.followed.take() {
                Some(Followed { from, .. }) => self.node = from,
                None => self.notify(self.language.viewer.no_way_back),
            },
            Command::Match(_) if self.search.is_none() => self.notify(self.language.viewer.no_search),
            Command::Match(direction) => self.pending = Some(PendingJump::Match(direction)),
            _ => return self.apply_anywhere(command).unwrap_or_else(|| self.navigate(command)),
        }
        Effect::Nothing
    }

    fn navigate(&mut self, command: Command) -> Effect {
        match navigate::target(&self.game.tree, self.node, command) {
            Some(target) if target != self.node => self.node = target,
            _ => self.notice = self.no_target(command).map(str::to_owned),
        }
        Effect::Nothing
    }

    /// Goes to the first move that the comments here name. If the user has come here by a link, goes to the next
    /// move that the comments with that link name, and after the last one to the first again.
    fn follow_link(&mut self) {
        let tree = &self.game.tree;
        let links = |from: usize| &tree.nodes[from].links;
        let arrived = self.followed.filter(|followed| links(followed.from)[followed.link] == self.node);
        let next = match arrived {
            Some(Followed { from, link }) => Followed { from, link: (link + 1) % links(from).len() },
            None => Followed { from: self.node, link: 0 },
        };
        match links(next.from).get(next.link) {
            Some(&target) => (self.node, self.followed) = (target, Some(next)),
            None => self.notify(self.language.viewer.no_reference),
        }
    }

    /// Returns the reason why a command leads to no other move, or `None` if the error at which the
    /// game ends shows it.
    fn no_target(&self, command: Command) -> Option<&'static str> {
        let words = self.language.viewer;
        Some(match command {
            Command::Fork(_) | Command::EnterVariation | Command::LeaveVariation => words.no_variation,
            Command::Close => words.nothing_to_leave,
            Command::Mistake(Direction::Forward) => words.no_mistake_on,
            Command::Mistake(Direction::Back) => words.no_mistake_back,
            Command::Comment(Direction::Forward) => words.no_comment_on,
            Command::Comment(Direction::Back) => words.no_comment_back,
            Command::Plies(..0) | Command::First => words.start_of_game,
            _ if self.game.error.is_some() => return None,
            _ => words.end_of_line,
        })
    }

    /// Switches to the next smaller size of the board, or from the smallest to the largest.
    fn change_size(&mut self) {
        let words = self.language.viewer;
        let sizes = &self.drawn.sizes;
        let Some(at) = (self.display.smaller + 1).checked_rem(sizes.len()) else {
            return self.notify(words.no_board);
        };
        let text = match at {
            _ if sizes.len() == 1 => words.only_size,
            0 => words.largest_size_is,
            _ => words.size_is,
        };
        let text = fill(text, &[("width", &sizes[at].width), ("height", &sizes[at].height)]);
        self.display.smaller = at;
        self.notify(text);
    }

    fn change_theme(&mut self) {
        if self.display.depth == ColorDepth::None {
            return self.notify(self.language.viewer.no_colours);
        }
        self.display.theme = self.display.theme.next();
        let name = self.display.theme.name();
        self.notify(fill(self.language.viewer.colours_are, &[("name", &name)]));
    }

    fn cycle_piece_style(&mut self) {
        let words = self.language.viewer;
        let Some(position) = self.game.tree.position(self.node) else {
            return self.notify(words.no_position);
        };
        let current = match self.display.draws_pieces() {
            true => PieceStyle::Drawn,
            false => self.display.piece_style(position.diagram()),
        };
        let style = match current {
            PieceStyle::Drawn => PieceStyle::Figurines,
            PieceStyle::Letters if self.display.can_draw_pieces() => PieceStyle::Drawn,
            PieceStyle::Letters if self.display.unicode => PieceStyle::Figurines,
            PieceStyle::Letters | PieceStyle::Figurines => PieceStyle::Letters,
        };
        self.display.pieces = Some(style);
        self.notify(match style {
            PieceStyle::Drawn => words.pieces_drawn,
            PieceStyle::Figurines => words.pieces_figurines,
            PieceStyle::Letters => words.pieces_letters,
        });
    }

    fn cycle_autoplay(&mut self) {
        let mut nodes = self.game.tree.nodes.iter();
        self.autoplay.cycle(nodes.any(|node| node.clock.or(node.elapsed).is_some()));
        self.notify_of_autoplay();
    }

    /// Stops autoplay, or else leaves the variation.
    fn step_out(&mut self) -> Effect {
        if self.autoplay.mode == Mode::Off {
            return self.navigate(Command::Close);
        }
        self.autoplay.mode = Mode::Off;
        self.notify_of_autoplay();
        Effect::Nothing
    }

    fn notify_of_autoplay(&mut self) {
        let text = match self.autoplay.mode {
            Mode::Off => self.language.viewer.stopped.to_owned(),
            Mode::Pace => fill(self.language.viewer.pace, &[("seconds", &self.autoplay.pace())]),
            Mode::Clocks => fill(self.language.viewer.clocks, &[("factor", &self.autoplay.factor())]),
        };
        self.notify(text);
    }

    fn apply_to_list(&mut self, command: Command, row: usize) -> Effect {
        match command {
            Command::First => self.screen = Screen::List(0),
            Command::Last => self.screen = Screen::List(self.progress.rows.saturating_sub(1)),
            Command::Open => self.pending = Some(PendingJump::Row(row)),
            Command::Close if self.search.is_some() => return self.filter(None),
            Command::Close => self.screen = Screen::Game,
            Command::SortBy(place) => match self.drawn.columns.get(place) {
                Some(column) => self.sort_by(self.sort.or_by(*column)),
                None => self.notify(fill(self.language.viewer.unknown_key, &[("key", &(place + 1))])),
            },
            Command::SortByNext => self.sort_by(self.sort.next(self.files > 1)),
            Command::ReverseSort => self.sort_by(self.sort.reversed()),
            _ => return self.apply_anywhere(command).unwrap_or(Effect::Nothing),
        }
        Effect::Nothing
    }

    /// Sorts the list, and shows it from its top.
    fn sort_by(&mut self, sort: Sort) {
        (self.sort, self.screen) = (sort, Screen::List(0));
    }

    /// Executes a command that means the same on every screen. Returns `None` for any other command.
    fn apply_anywhere(&mut self, command: Command) -> Option<Effect> {
        match command {
            Command::Search => {
                let (last, search) = (self.last_search.clone(), self.search.clone());
                self.prompt = Some(Prompt { purpose: Purpose::Search, last, search, ..Prompt::default() });
            }
            Command::GoTo => self.prompt = Some(Prompt::default()),
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

    /// Selects another row of the list, or scrolls a text, if a command asks for it. A text that is
    /// scrolled too far is scrolled back when it is drawn. Returns whether the command scrolls.
    fn scroll(&mut self, command: Command) -> bool {
        let page = isize::try_from(self.drawn.page_rows.max(1)).unwrap_or(isize::MAX);
        let count = match command {
            Command::Rows(rows) => rows,
            Command::Pages(pages) => pages * page,
            _ => return false,
        };
        let last = self.progress.rows.saturating_sub(1);
        match &mut self.screen {
            Screen::Game => {}
            Screen::List(row) => *row = row.saturating_add_signed(count).min(last),
            Screen::Text { top, .. } | Screen::Help { top, .. } => *top = top.saturating_add_signed(count),
        }
        true
    }

    /// Starts the search for a text, or ends the current search if the text is blank. A question
    /// with an error starts no search: its message is shown, and the user corrects it.
    fn start_search(&mut self, prompt: Prompt) -> Effect {
        if !prompt.text.trim().is_empty() {
            self.last_search.clone_from(&prompt.text);
        }
        let query = match Query::parse(&prompt.text) {
            Ok(Some(query)) => query,
            Ok(None) => return self.filter(None),
            Err(error) => {
                let diagnostic = error.diagnostic();
                self.notify(self.worded(&diagnostic));
                let at = diagnostic.span.map(|span| span.start);
                let cursor = at.filter(|at| prompt.text.is_char_boundary(*at)).unwrap_or(prompt.text.len());
                self.prompt = Some(Prompt { cursor, ..prompt });
                return Effect::Nothing;
            }
        };
        // no game has been asked yet, so only what is probably meant differently counts
        self.notice = query.hint(self.language);
        if !matches!(self.screen, Screen::List(_)) {
            self.pending = Some(PendingJump::Match(Direction::Forward));
        }
        self.filter(Some(Search { text: prompt.text, query }))
    }

    /// Returns the text of a message about a question, with the part of the question concerned.
    fn worded(&self, diagnostic: &Diagnostic) -> String {
        let Diagnostic { severity, problem, span, .. } = diagnostic;
        let code = severity.letter_and(problem.code());
        let help = problem.help(self.language).map_or(String::new(), |help| format!("; {help}"));
        let part = span.and_then(|span| self.last_search.get(span.range())).filter(|part| !part.is_empty());
        let part = part.map_or(String::new(), |part| format!(" “{part}”"));
        Printable(&format!("{code}:{part} {}{help}", problem.message(self.language))).to_string()
    }

    fn search_position(&mut self) -> Effect {
        match self.game.tree.position(self.node) {
            Some(position) => {
                let text = position.fen().split(' ').take(2).collect::<Vec<_>>().join(" ");
                self.start_search(Prompt { text, purpose: Purpose::Search, ..Prompt::default() })
            }
            None => {
                self.notify(self.language.viewer.no_position);
                Effect::Nothing
            }
        }
    }

    fn go_to(&mut self, text: &str) -> Effect {
        match Target::parse(text) {
            None if text.trim().is_empty() => {}
            None => self.notify(self.language.viewer.bad_target),
            Some(Target::Game(number)) => self.pending = Some(PendingJump::Number(number)),
            Some(Target::LastGame) => self.pending = Some(PendingJump::Last),
            Some(Target::Plies(plies)) => match self.game.tree.line_through(self.node).get(plies) {
                Some(node) if self.screen == Screen::Game => self.node = *node,
                _ => self.notify(self.language.viewer.bad_target),
            },
            Some(Target::Ply(at)) if matches!(self.screen, Screen::List(_)) => {
                // in the list of games a bare number is the number of a game
                self.pending = usize::try_from(at.number).ok().map(PendingJump::Number);
            }
            Some(Target::Ply(at)) => match navigate::find_ply(&self.game.tree, self.node, at) {
                Some(node) => self.node = node,
                None => self.notify(fill(self.language.viewer.no_such_move, &[("move", &at)])),
            },
        }
        Effect::Nothing
    }
}
