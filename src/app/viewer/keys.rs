//! The key bindings: one table for each screen. The help is generated from the same tables.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::search::Direction::{self, Back, Forward};
use crate::message::Language;

/// A command that a key can be bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Go as many plies forward, or back if the number is negative.
    Plies(isize),
    /// Go to the start of the game, or to the first game of the list.
    First,
    /// Go to the end of the line, or to the last game of the list.
    Last,
    /// Go to the nearest move with variations.
    Fork(Direction),
    /// Go to the nearest mistake.
    Mistake(Direction),
    /// Go to the nearest move with a comment.
    Comment(Direction),
    /// Go to the move that the comments of the current move name, or to the next one that they
    /// name.
    NextReference,
    /// Go back to the move with these comments.
    ReferenceBack,
    /// Enter a variation, or go on to the next one.
    EnterVariation,
    /// Go back to the move that the variation replaces.
    LeaveVariation,
    /// Open the game as many games further on.
    Games(isize),
    /// Show the list of games.
    List,
    /// Prompt for a search.
    Search,
    /// Search for games that reach the current position.
    SearchPosition,
    /// Switch between the moves and what was played in the current position.
    Explorer,
    /// Open the nearest match.
    Match(Direction),
    /// Prompt for a move or a game to go to.
    GoTo,
    /// Flip the board.
    Flip,
    /// Switch autoplay: at a pace, by the clocks, off.
    Autoplay,
    /// Double the speed of autoplay as many times.
    Speed(i32),
    /// Copy the position to the clipboard.
    Copy,
    /// Copy the moves up to the current position to the clipboard.
    CopyLine,
    /// Copy the game to the clipboard.
    CopyGame,
    /// Save the position as a picture.
    SavePicture,
    /// Switch how pieces are shown: drawn, as figurines, as letters.
    Pieces,
    /// Switch to the next smaller size of the board, or from the smallest to the largest.
    Size,
    /// Switch to the next theme.
    Theme,
    /// Switch between the board and the position in words.
    Words,
    /// Switch between all comments, those of the current move alone, and none.
    Comments,
    /// Switch between the board and everything known about the game.
    Info,
    /// Show the help.
    Help,
    /// Draw the whole screen again.
    Redraw,
    /// Stop the program until it is continued.
    Suspend,
    /// In the game stop autoplay, or else leave the variation; in the list end the search, or else go back to the
    /// game; leave a text.
    Close,
    /// End the program.
    Quit,
    /// Move as many rows down.
    Rows(isize),
    /// Move as many pages down.
    Pages(isize),
    /// Open the game in the selected row.
    Open,
    /// Sort the list by the next column.
    SortByNext,
    /// Sort the list by the column in a place, counted from 0, or reverse its order.
    SortBy(usize),
    /// Reverse the order of the list.
    ReverseSort,
}

/// A key, with or without Control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The key without its modifiers.
    pub code: KeyCode,
    /// Whether Control is held down.
    pub control: bool,
}

const fn key(code: KeyCode) -> Key {
    Key { code, control: false }
}

const fn char(c: char) -> Key {
    key(KeyCode::Char(c))
}

const fn control(c: char) -> Key {
    Key { code: KeyCode::Char(c), control: true }
}

impl Key {
    /// Ctrl-C.
    pub const INTERRUPT: Key = control('c');

    /// Returns the key of an event. A letter with Shift is another letter. Ctrl-J and Ctrl-M
    /// are Enter, which arrives as one of them if it is pressed before raw mode is on.
    pub fn of(event: &KeyEvent) -> Key {
        let control = event.modifiers.contains(KeyModifiers::CONTROL);
        match event.code {
            KeyCode::Char('j' | 'm') if control => key(KeyCode::Enter),
            code => Key { code, control },
        }
    }

    /// Returns whether the key is a digit.
    pub fn is_digit(self) -> bool {
        matches!(self.code, KeyCode::Char('0'..='9')) && !self.control
    }

    /// Returns the name of the key for the help; `unicode` allows arrows.
    pub fn name(self, unicode: bool) -> String {
        let name = match self.code {
            KeyCode::Left if unicode => "←",
            KeyCode::Right if unicode => "→",
            KeyCode::Up if unicode => "↑",
            KeyCode::Down if unicode => "↓",
            KeyCode::BackTab if unicode => "⇧Tab",
            KeyCode::BackTab => "Shift-Tab",
            KeyCode::PageUp => "PgUp",
            KeyCode::PageDown => "PgDn",
            KeyCode::Char(' ') => "Space",
            KeyCode::F(number) => return format!("F{number}"),
            KeyCode::Char(c) if self.control => return format!("Ctrl-{}", c.to_ascii_uppercase()),
            KeyCode::Char(c) => return c.to_string(),
            other => return format!("{other:?}"),
        };
        name.to_owned()
    }
}

/// A command with its keys and its line in the help.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// The keys.
    pub keys: &'static [Key],
    /// The command.
    pub command: Command,
    /// Returns its description in a language.
    pub help: fn(&Language) -> &'static str,
}

impl Binding {
    /// Lists the names of the keys for the help; `unicode` allows arrows.
    pub fn names(&self, unicode: bool) -> Vec<String> {
        match self.command {
            Command::SortBy(_) => vec!["1-9".to_owned()],
            _ => self.keys.iter().map(|key| key.name(unicode)).collect(),
        }
    }
}

/// Commands that the help lists together.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Returns its heading in a language.
    pub heading: fn(&Language) -> &'static str,
    /// The commands.
    pub bindings: &'static [Binding],
}

macro_rules! table {
    ($($(#[$doc:meta])* $name:ident { $($heading:ident { $($command:ident $(($count:expr))?: $($text:ident).+ = $($key:expr),+;)* })* })*) => {
        $($(#[$doc])* pub const $name: &[Group] = &[
            $(Group {
                heading: |language| language.viewer.$heading,
                bindings: &[$(Binding {
                    keys: &[$($key),+],
                    command: Command::$command $(($count))?,
                    help: |language| language.$($text).+,
                },)*],
            },)*
        ];)*
    };
}

table! {
    /// The bindings of the game screen.
    GAME {
        keys_moves {
            Plies(1): viewer.forward = key(KeyCode::Right), char('l'), key(KeyCode::Enter), char(' ');
            Plies(-1): viewer.back = key(KeyCode::Left), char('h'), key(KeyCode::Backspace);
            First: viewer.first = key(KeyCode::Home), char('g');
            Last: viewer.last = key(KeyCode::End), char('G');
            Plies(2): viewer.row_forward = key(KeyCode::Down), char('j');
            Plies(-2): viewer.row_back = key(KeyCode::Up), char('k');
            Plies(20): viewer.ten_forward = key(KeyCode::PageDown);
            Plies(-20): viewer.ten_back = key(KeyCode::PageUp);
            GoTo: viewer.go_to = char(':');
            Autoplay: viewer.autoplay = char('a');
            Speed(1): viewer.faster = char('+'), char('=');
            Speed(-1): viewer.slower = char('-');
        }
        keys_notes {
            EnterVariation: viewer.enter_variation = char('v');
            LeaveVariation: viewer.leave_variation = char('b');
            Close: viewer.step_out = key(KeyCode::Esc);
            Fork(Forward): viewer.next_fork = char(']');
            Fork(Back): viewer.previous_fork = char('[');
            Comment(Forward): viewer.next_comment = char('}');
            Comment(Back): viewer.previous_comment = char('{');
            Mistake(Forward): viewer.next_mistake = char('e');
            Mistake(Back): viewer.previous_mistake = char('E');
            NextReference: viewer.next_reference = char('#');
            ReferenceBack: viewer.reference_back = char('<');
            Comments: viewer.comments_help = char('m');
        }
        keys_games {
            Games(1): viewer.next_game = key(KeyCode::Tab);
            Games(-1): viewer.previous_game = key(KeyCode::BackTab);
            List: viewer.list = char('o');
            Search: viewer.search = char('/');
            SearchPosition: viewer.search_position = char('*');
            Explorer: viewer.explorer = char('w');
            Match(Forward): viewer.next_match = char('n');
            Match(Back): viewer.previous_match = char('N');
            Info: viewer.info_help = char('i');
        }
        keys_board {
            Flip: viewer.flip = char('f');
            Pieces: viewer.pieces = char('p');
            Size: viewer.size = char('s');
            Theme: viewer.theme = char('t');
            Words: viewer.words = char('r');
            Copy: viewer.copy = char('c');
            CopyLine: viewer.copy_line = char('C');
            CopyGame: viewer.copy_game = char('x');
            SavePicture: viewer.save_picture = char('S');
        }
        keys_program {
            Quit: viewer.quit = char('q'), control('c');
            Help: viewer.help = char('?'), key(KeyCode::F(1));
            Redraw: viewer.redraw = control('l');
            Suspend: viewer.suspend = control('z');
        }
    }

    /// The bindings of everything that scrolls: texts, the list and the help.
    SCROLLING {
        keys {
            Rows(-1): viewer.up = key(KeyCode::Up), char('k');
            Rows(1): viewer.down = key(KeyCode::Down), char('j');
            Pages(-1): viewer.page_up = key(KeyCode::PageUp);
            Pages(1): viewer.page_down = key(KeyCode::PageDown), char(' ');
        }
    }

    /// The bindings of a text, which take precedence over those of the game screen.
    TEXT {
        keys {
            Close: viewer.leave = key(KeyCode::Esc), char('q');
        }
    }

    /// The bindings of the list of games.
    LIST {
        keys_games {
            Open: viewer.open = key(KeyCode::Enter), key(KeyCode::Right), char('l');
            Close: viewer.close = key(KeyCode::Esc), char('q'), char('o'), key(KeyCode::Left), char('h');
            Search: viewer.filter = char('/');
            SortBy(0): viewer.sort_by_number = char('1'), char('2'), char('3'), char('4'), char('5'), char('6'), char('7'), char('8'), char('9');
            SortByNext: viewer.sort_by_next = char('s');
            ReverseSort: viewer.reverse_sort = char('r');
            GoTo: viewer.go_to_game = char(':');
            First: viewer.first_game = key(KeyCode::Home), char('g');
            Last: viewer.last_game = key(KeyCode::End), char('G');
            Help: viewer.help = char('?'), key(KeyCode::F(1));
        }
    }

    /// The bindings of the list and of the help for the program.
    PROGRAM {
        keys_program {
            Redraw: viewer.redraw = control('l');
            Suspend: viewer.suspend = control('z');
            Quit: viewer.quit = control('c');
        }
    }
}

/// Returns the command that a key is bound to.
pub fn command(groups: &[Group], key: Key) -> Option<Command> {
    let mut bindings = groups.iter().flat_map(|group| group.bindings);
    let Binding { keys, command, .. } = bindings.find(|binding| binding.keys.contains(&key))?;
    Some(match command {
        // the place of the digit is that of the column
        Command::SortBy(_) => Command::SortBy(keys.iter().position(|known| *known == key)?),
        _ => *command,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bindings(table: &[Group]) -> impl Iterator<Item = &'static Binding> {
        table.iter().flat_map(|group| group.bindings)
    }

    /// Returns the bindings of each screen: the game, a text, the list and the help.
    fn screens() -> [Vec<Group>; 4] {
        [
            GAME.to_vec(),
            [SCROLLING, TEXT].concat(),
            [LIST, SCROLLING, PROGRAM].concat(),
            [SCROLLING, PROGRAM].concat(),
        ]
    }

    #[test]
    fn a_key_is_bound_once_on_each_screen() {
        for table in screens() {
            let keys: Vec<_> = bindings(&table).flat_map(|binding| binding.keys).collect();
            for (at, key) in keys.iter().enumerate() {
                assert!(!keys[at + 1..].contains(key), "{}", key.name(true));
            }
        }
    }

    /// A key of a page does the same as here, and a command that both have has the same keys.
    #[test]
    #[cfg(feature = "pages")]
    fn pages_have_the_same_keys() {
        use crate::format::page_keys;
        use crate::message::ENGLISH;

        // commands for a terminal, for searches over files, and for Tab and Esc, which a browser needs; a page has
        // room for the comments, so `m` does not hide them
        let not_there = [
            Command::Comments,
            Command::Games(1),
            Command::Games(-1),
            Command::Search,
            Command::SearchPosition,
            Command::Explorer,
            Command::Match(Forward),
            Command::Match(Back),
            Command::CopyLine,
            Command::CopyGame,
            Command::SavePicture,
            Command::Pieces,
            Command::Close,
            Command::Redraw,
            Command::Suspend,
            Command::Quit,
        ];
        for binding in bindings(GAME).filter(|binding| !not_there.contains(&binding.command)) {
            let Binding { command, help, .. } = binding;
            let text = help(&ENGLISH);
            let there = page_keys::KEYS.iter().find(|binding| (binding.help)(&ENGLISH) == text);
            let there = there.unwrap_or_else(|| panic!("{command:?}: {text}"));
            let there: Vec<_> = there.keys.iter().map(|key| page_keys::name(key)).collect();
            assert_eq!(there, binding.names(true), "{command:?}");
        }
    }

    /// The page of the topic `keys` lists the keys of each screen, and those of pages that are other ones.
    #[test]
    #[cfg(feature = "pages")]
    fn the_page_of_the_keys_lists_them() {
        use crate::format::page_keys;
        use crate::message::LanguageCode;

        let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let row = |names: Vec<_>, help: &str| format!("{} {help}", names.join(" "));
        for language in LanguageCode::ALL.map(LanguageCode::language) {
            let folder = if language.tag == "en" { "" } else { &format!("{}/", language.tag) };
            let page = format!("{}/docs/explain/{folder}keys.md", env!("CARGO_MANIFEST_DIR"));
            let page = squeezed(&std::fs::read_to_string(page).unwrap());
            let of_screens = screens().map(|table| {
                bindings(&table)
                    .map(|binding| row(binding.names(true), (binding.help)(language)))
                    .collect::<Vec<_>>()
            });
            let of_pages = page_keys::KEYS.iter().map(|binding| {
                let names = binding.keys.iter().map(|key| page_keys::name(key).to_owned()).collect();
                row(names, (binding.help)(language))
            });
            let of_pages = of_pages.filter(|row| !of_screens[0].contains(row)).collect();
            for rows in of_screens.into_iter().chain([of_pages]) {
                let table = squeezed(&format!("```keys {} ```", rows.join(" ")));
                assert!(page.contains(&table), "{}: {table}", language.tag);
            }
        }
    }

    #[test]
    fn shift_and_control_make_other_keys() {
        let event = KeyEvent::new(KeyCode::Char('G'), KeyModifiers::SHIFT);
        assert_eq!(command(GAME, Key::of(&event)), Some(Command::Last));
        let event = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(command(GAME, Key::of(&event)), Some(Command::Quit));
    }
}
