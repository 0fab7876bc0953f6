//! The prompt: a line that the user writes at the bottom of the screen.

use crossterm::event::KeyCode;

use super::keys::Key;
use crate::message::PlyNumber;

/// The purpose of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A search for games.
    Search,
    /// A move or a game to go to.
    GoTo,
}

/// A line that the user is writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// The purpose of the line.
    pub purpose: Purpose,
    /// The text that the user has written so far.
    pub text: String,
    /// The text that the user wrote the last time, which `↑` brings back.
    pub last: String,
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
    /// Returns an empty line. `last` is the text that the user wrote for the same purpose the last
    /// time.
    #[must_use]
    pub fn new(purpose: Purpose, last: String) -> Prompt {
        Prompt { purpose, text: String::new(), last }
    }

    /// Handles a key.
    pub fn edit(&mut self, Key { code, control }: Key) -> Edit {
        match code {
            KeyCode::Esc => return Edit::Cancel,
            KeyCode::Char('c' | 'g') if control => return Edit::Cancel,
            KeyCode::Enter => return Edit::Submit,
            KeyCode::Backspace if self.text.is_empty() => return Edit::Cancel,
            KeyCode::Backspace => drop(self.text.pop()),
            KeyCode::Up if !self.last.is_empty() => self.text.clone_from(&self.last),
            KeyCode::Char('u') if control => self.text.clear(),
            KeyCode::Char(c) if !control && !crate::text::is_unprintable(c) => self.text.push(c),
            _ => {}
        }
        Edit::Continue
    }
}

/// The destination of a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The position after a move of the line.
    Ply(PlyNumber),
    /// The game with a number, counted through all files.
    Game(usize),
    /// The last game.
    LastGame,
}

impl Target {
    /// Reads `12`, `12.` or `12w` (White's move), `12...`, `12…` or `12b` (Black's), `g12` or `#12` (a
    /// game), `g$`, `#$` or `$` (the last game).
    #[must_use]
    pub fn parse(text: &str) -> Option<Target> {
        let text = text.trim().to_lowercase();
        if let Some(game) = text.strip_prefix(['g', '#']) {
            let game = game.trim();
            return if game == "$" { Some(Target::LastGame) } else { game.parse().ok().map(Target::Game) };
        }
        if text == "$" {
            return Some(Target::LastGame);
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
