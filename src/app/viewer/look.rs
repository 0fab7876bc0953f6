//! How things are shown, as far as it is the user's or the terminal's to say.

use clap::ValueEnum;

use super::theme::{Depth, Theme};
use crate::format::Style;
use crate::rules::Diagram;

/// What stands for a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pieces {
    /// Its letter.
    Letters,
    /// Its symbol.
    Figurines,
}

impl Pieces {
    /// Returns those of a style, if the terminal shows them.
    #[must_use]
    pub fn of(style: Style, unicode: bool) -> Pieces {
        match style {
            Style::Figurines if unicode => Pieces::Figurines,
            Style::Plain | Style::Table | Style::Figurines => Pieces::Letters,
        }
    }

    /// Returns those that a terminal, given as the value of `TERM`, is limited to: the
    /// fonts of the Linux console have no chess symbols.
    #[must_use]
    pub fn of_terminal(term: &str) -> Option<Pieces> {
        term.starts_with("linux").then_some(Pieces::Letters)
    }
}

/// How large pieces may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum PieceSize {
    /// One character
    #[default]
    Normal,
    /// Drawn in several characters, where the window is large enough
    Large,
}

/// How things are shown.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The colours of the board.
    pub theme: Theme,
    /// The colours of the terminal.
    pub depth: Depth,
    /// Whether the terminal shows more than ASCII.
    pub unicode: bool,
    /// What stands for pieces, if the user has said so.
    pub pieces: Option<Pieces>,
    /// Whether they are drawn large.
    pub is_large: bool,
    /// Whether Black is at the bottom.
    pub flipped: bool,
}

impl Look {
    /// Returns what stands for the pieces of a board. The symbols of pieces that only
    /// C'escacs has are in few fonts.
    #[must_use]
    pub fn pieces(&self, diagram: &Diagram) -> Pieces {
        let has_symbols = self.unicode && diagram.is_grid();
        self.pieces.unwrap_or(if has_symbols { Pieces::Figurines } else { Pieces::Letters })
    }

    /// Tells by the locale whether a terminal shows more than ASCII, given as the
    /// value of an environment variable.
    #[must_use]
    pub fn shows_unicode(locale: &str) -> bool {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_tells_the_characters() {
        for (locale, unicode) in
            [("ca_ES.UTF-8", true), ("C.utf8", true), ("C", false), ("", false), ("es_ES@euro", false)]
        {
            assert_eq!(Look::shows_unicode(locale), unicode, "{locale}");
        }
    }

    #[test]
    fn the_linux_console_has_letters() {
        for (term, pieces) in
            [("linux", Some(Pieces::Letters)), ("linux-16color", Some(Pieces::Letters)), ("xterm", None)]
        {
            assert_eq!(Pieces::of_terminal(term), pieces, "{term}");
        }
    }
}
