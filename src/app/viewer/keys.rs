//! What keys do: one table for each screen, of which the help is made as well.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::message::Language;

/// Something that a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// The next move.
    Forward,
    /// The previous move.
    Back,
    /// The start of the game.
    First,
    /// The end of the line.
    Last,
    /// Ten moves on.
    TenOn,
    /// Ten moves back.
    TenBack,
    /// The next move with variations.
    NextFork,
    /// The previous move with variations.
    PreviousFork,
    /// Into a variation, and on to the next.
    Enter,
    /// Out of the variation.
    Leave,
    /// The next game.
    NextGame,
    /// The previous game.
    PreviousGame,
    /// The list of the games.
    List,
    /// Asks what to find.
    Find,
    /// Finds games that come to the position.
    FindPosition,
    /// The next game that was found.
    FindOn,
    /// The previous game that was found.
    FindBack,
    /// Asks where to go.
    GoTo,
    /// Turns the board round.
    Flip,
    /// Plays by itself, at a pace, by the clocks, no more.
    Autoplay,
    /// Faster.
    Faster,
    /// Slower.
    Slower,
    /// Copies the position.
    Copy,
    /// Letters or figurines.
    Pieces,
    /// Large pieces or not.
    Size,
    /// The next theme.
    Theme,
    /// The position in words, and back.
    Words,
    /// The keys.
    Help,
    /// Draws the screen again.
    Redraw,
    /// Stops the program until it is called back.
    Suspend,
    /// Leaves the screen, or the program.
    Close,
    /// Leaves the program.
    Quit,
    /// A line up.
    Up,
    /// A line down.
    Down,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// The game of the line.
    Open,
}

/// A key that may be held down with Control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// What is on it.
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
    /// Returns the key of an event. What Shift makes of a letter is another letter, and
    /// Enter is a line end to a terminal that is not yet ready for keys.
    #[must_use]
    pub fn of(event: &KeyEvent) -> Key {
        let control = event.modifiers.contains(KeyModifiers::CONTROL);
        match event.code {
            KeyCode::Char('j' | 'm') if control => key(KeyCode::Enter),
            code => Key { code, control },
        }
    }

    /// Returns what is written on it; arrows need a terminal of Unicode.
    #[must_use]
    pub fn name(self, unicode: bool) -> String {
        let name = match self.code {
            KeyCode::Left if unicode => "←",
            KeyCode::Right if unicode => "→",
            KeyCode::Up if unicode => "↑",
            KeyCode::Down if unicode => "↓",
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

/// The keys of a command, and what the help says of it.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// The keys.
    pub keys: &'static [Key],
    /// What they ask for.
    pub command: Command,
    /// What that is, in a language.
    pub help: fn(&Language) -> &'static str,
}

macro_rules! table {
    ($($(#[$doc:meta])* $name:ident { $($command:ident: $text:ident = $($key:expr),+;)* })*) => {
        $($(#[$doc])* pub const $name: &[Binding] = &[
            $(Binding { keys: &[$($key),+], command: Command::$command, help: |language| language.$text },)*
        ];)*
    };
}

table! {
    /// The keys of the screen of a game.
    GAME {
        Forward: view_forward = key(KeyCode::Right), char('l'), key(KeyCode::Enter), char(' ');
        Back: view_back = key(KeyCode::Left), char('h'), key(KeyCode::Backspace);
        First: view_first = key(KeyCode::Home), char('g');
        Last: view_last = key(KeyCode::End), char('G');
        TenOn: view_ten_on = key(KeyCode::Down), char('j'), key(KeyCode::PageDown);
        TenBack: view_ten_back = key(KeyCode::Up), char('k'), key(KeyCode::PageUp);
        NextFork: view_next_fork = char(']');
        PreviousFork: view_previous_fork = char('[');
        Enter: view_enter = char('v');
        Leave: view_leave = char('b');
        NextGame: view_next_game = key(KeyCode::Tab);
        PreviousGame: view_previous_game = key(KeyCode::BackTab);
        List: view_list = char('o');
        Find: view_find = char('/');
        FindPosition: view_find_position = char('*');
        FindOn: view_find_on = char('n');
        FindBack: view_find_back = char('N');
        GoTo: view_go_to = char(':');
        Flip: view_flip = char('f');
        Autoplay: view_autoplay = char('a');
        Faster: view_faster = char('+'), char('=');
        Slower: view_slower = char('-');
        Copy: view_copy = char('c');
        Pieces: view_pieces = char('p');
        Size: view_size = char('s');
        Theme: view_theme = char('t');
        Words: view_words = char('r');
        Help: view_help = char('?'), key(KeyCode::F(1));
        Redraw: view_redraw = control('l');
        Suspend: view_suspend = control('z');
        Quit: view_quit = char('q'), control('c');
    }

    /// The keys of the list of games.
    LIST {
        Up: view_up = key(KeyCode::Up), char('k');
        Down: view_down = key(KeyCode::Down), char('j');
        PageUp: view_page_up = key(KeyCode::PageUp);
        PageDown: view_page_down = key(KeyCode::PageDown), char(' ');
        First: view_first_game = key(KeyCode::Home), char('g');
        Last: view_last_game = key(KeyCode::End), char('G');
        Open: view_open = key(KeyCode::Enter), key(KeyCode::Right), char('l');
        Find: view_filter = char('/');
        GoTo: view_go_to_game = char(':');
        Help: view_help = char('?'), key(KeyCode::F(1));
        Redraw: view_redraw = control('l');
        Suspend: view_suspend = control('z');
        Close: view_close = key(KeyCode::Esc), char('q'), char('o'), key(KeyCode::Left), char('h');
        Quit: view_quit = control('c');
    }

    /// The keys of the help.
    HELP {
        Up: view_up = key(KeyCode::Up), char('k');
        Down: view_down = key(KeyCode::Down), char('j'), char(' ');
        Redraw: view_redraw = control('l');
        Suspend: view_suspend = control('z');
        Quit: view_quit = control('c');
    }
}

/// Finds what a key asks for.
#[must_use]
pub fn command(table: &[Binding], key: Key) -> Option<Command> {
    table.iter().find(|binding| binding.keys.contains(&key)).map(|binding| binding.command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_one_meaning() {
        for table in [GAME, LIST, HELP] {
            let keys: Vec<_> = table.iter().flat_map(|binding| binding.keys).collect();
            for (at, key) in keys.iter().enumerate() {
                assert!(!keys[at + 1..].contains(key), "{}", key.name(true));
            }
        }
    }

    #[test]
    fn capitals_are_other_keys() {
        let event = KeyEvent::new(KeyCode::Char('G'), KeyModifiers::SHIFT);
        assert_eq!(command(GAME, Key::of(&event)), Some(Command::Last));
        let event = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(command(GAME, Key::of(&event)), Some(Command::Quit));
    }
}
