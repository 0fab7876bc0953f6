//! A line that the user writes, and what it asks for.

use crate::message::PlyNumber;
use crossterm::event::KeyCode;

use super::keys::Key;

/// What a line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To find games.
    Find,
    /// To go to a move or a game.
    GoTo,
}

/// A line that is being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// What it is for.
    pub purpose: Purpose,
    /// What has been written.
    pub text: String,
}

/// What a key does to the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// It goes on.
    On,
    /// It is done.
    Done,
    /// It is given up.
    Dropped,
}

impl Prompt {
    /// Begins a line.
    #[must_use]
    pub fn new(purpose: Purpose) -> Prompt {
        Prompt { purpose, text: String::new() }
    }

    /// Takes a key.
    pub fn take(&mut self, Key { code, control }: Key) -> Typed {
        match code {
            KeyCode::Esc => return Typed::Dropped,
            KeyCode::Char('c' | 'g') if control => return Typed::Dropped,
            KeyCode::Enter => return Typed::Done,
            KeyCode::Backspace if self.text.is_empty() => return Typed::Dropped,
            KeyCode::Backspace => drop(self.text.pop()),
            KeyCode::Char('u') if control => self.text.clear(),
            KeyCode::Char(c) if !control && !crate::text::is_unprintable(c) => self.text.push(c),
            _ => {}
        }
        Typed::On
    }
}

/// A place to go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The position behind a move of the line.
    Move(PlyNumber),
    /// A game by its number in the file.
    Game(usize),
    /// The last game.
    LastGame,
}

impl Target {
    /// Reads `12` or `12.` (White's move), `12…` or `12b` (Black's), `g12` or `#12`
    /// (a game), `g$` or `$` (the last).
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
        Some(Target::Move(PlyNumber { number: text[..digits].parse().ok()?, side }))
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;

    #[test]
    fn places_are_moves_or_games() {
        let of = |number, side| Some(Target::Move(PlyNumber { number, side }));
        for (text, place) in [
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
            assert_eq!(Target::parse(text), place, "{text}");
        }
    }
}
