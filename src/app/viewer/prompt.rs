//! The prompt: a line that the user writes at the bottom of the screen.

use crossterm::event::KeyCode;

use super::keys::Key;
use super::search::Search;
use crate::message::PlyNumber;

/// The purpose of the line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// A search for games.
    Search,
    /// A move or a game to go to.
    #[default]
    GoTo,
}

/// A line that the user is writing.
#[derive(Clone, Debug, Default)]
pub struct Prompt {
    /// The purpose of the line.
    pub purpose: Purpose,
    /// The text that the user has written so far.
    pub text: String,
    /// The offset in the text at which the user writes.
    pub cursor: usize,
    /// The text that the user wrote the last time, which `↑` brings back.
    pub last: String,
    /// The search that the list had, which comes back if the user abandons another one.
    pub search: Option<Search>,
}

/// The effect of a key on the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// The user goes on writing.
    Continue,
    /// The line is finished.
    Submit,
    /// The user abandons the line.
    Cancel,
}

impl Prompt {
    /// Handles a key.
    pub fn edit(&mut self, Key { code, control }: Key) -> Edit {
        match code {
            KeyCode::Esc => return Edit::Cancel,
            KeyCode::Char('c' | 'g') if control => return Edit::Cancel,
            KeyCode::Enter => return Edit::Submit,
            KeyCode::Backspace if self.text.is_empty() => return Edit::Cancel,
            KeyCode::Backspace if self.cursor > 0 => {
                self.left();
                self.delete();
            }
            KeyCode::Delete => self.delete(),
            KeyCode::Left => self.left(),
            KeyCode::Right => self.cursor += self.next().map_or(0, char::len_utf8),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.text.len(),
            KeyCode::Up if !self.last.is_empty() => {
                self.text.clone_from(&self.last);
                self.cursor = self.text.len();
            }
            KeyCode::Char('u') if control => (self.text, self.cursor) = (String::new(), 0),
            KeyCode::Char(c) if !control && !crate::text::is_unprintable(c) => {
                self.text.insert(self.cursor, c);
                self.cursor += c.len_utf8();
            }
            _ => {}
        }
        Edit::Continue
    }

    /// Returns the character at the cursor.
    fn next(&self) -> Option<char> {
        self.text[self.cursor..].chars().next()
    }

    fn left(&mut self) {
        self.cursor -= self.text[..self.cursor].chars().next_back().map_or(0, char::len_utf8);
    }

    fn delete(&mut self) {
        if self.next().is_some() {
            self.text.remove(self.cursor);
        }
    }
}

/// The destination of a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The position after a move of the line.
    Ply(PlyNumber),
    /// The position of the line after as many plies.
    Plies(usize),
    /// The game with a number, counted through all files.
    Game(usize),
    /// The last game.
    LastGame,
}

impl Target {
    /// Reads `12`, `12.` or `12w` (White's move), `12...`, `12…` or `12b` (Black's), `ply 30`, `g12` or `#12` (a
    /// game), `g$`, `#$` or `$` (the last game).
    pub fn parse(text: &str) -> Option<Target> {
        let text = text.trim().to_lowercase();
        let game = text.strip_prefix(['g', '#']).map(str::trim);
        if game.unwrap_or(&text) == "$" {
            return Some(Target::LastGame);
        }
        if let Some(game) = game {
            return game.parse().ok().map(Target::Game);
        }
        if let Some(plies) = text.strip_prefix("ply") {
            return plies.trim().parse().ok().map(Target::Plies);
        }
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let side = match text[digits..].trim() {
            "" | "." | "w" => shakmaty::Color::White,
            "..." | "…" | ".." | "b" => shakmaty::Color::Black,
            _ => return None,
        };
        Some(Target::Ply(PlyNumber { number: text[..digits].parse().ok()?, side }))
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;

    #[test]
    fn a_target_is_a_move_or_a_game() {
        let of = |number, side| Some(Target::Ply(PlyNumber { number, side }));
        for (text, target) in [
            ("12", of(12, Color::White)),
            (" 12. ", of(12, Color::White)),
            ("12...", of(12, Color::Black)),
            ("12b", of(12, Color::Black)),
            ("ply 30", Some(Target::Plies(30))),
            ("ply", None),
            ("g5", Some(Target::Game(5))),
            ("# 84532", Some(Target::Game(84532))),
            ("g$", Some(Target::LastGame)),
            ("", None),
            ("x", None),
            ("g", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(Target::parse(text), target, "{text}");
        }
    }
}
