//! How the viewer draws: the user's choices and what the terminal can show.

use super::color::ColorDepth;
use crate::app::cli::{Args, BoardSize};
use crate::app::environment::variable;
use crate::format::Style;
use crate::picture::Theme;
use crate::rules::Diagram;

/// How a piece is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceStyle {
    /// By its letter.
    Letters,
    /// By its chess symbol.
    Figurines,
}

impl PieceStyle {
    /// Returns the piece style of a board style: letters on a terminal without Unicode.
    #[must_use]
    pub fn of(style: Style, unicode: bool) -> PieceStyle {
        match style {
            Style::Figurines if unicode => PieceStyle::Figurines,
            Style::Plain | Style::Table | Style::Figurines => PieceStyle::Letters,
        }
    }

    /// Returns the only style that a terminal can show, given as the value of `TERM`, or
    /// `None` if it is not limited: the fonts of the Linux console have no chess symbols.
    #[must_use]
    pub fn of_terminal(term: &str) -> Option<PieceStyle> {
        term.starts_with("linux").then_some(PieceStyle::Letters)
    }
}

/// The choices that decide how a state is drawn. Keys change some of them.
#[derive(Clone, Copy, Debug)]
pub struct DisplayOptions {
    /// The colours of the board.
    pub theme: Theme,
    /// How many colours the terminal has.
    pub depth: ColorDepth,
    /// Whether the terminal shows more than ASCII.
    pub unicode: bool,
    /// How pieces are written, if the user or the terminal decides it.
    pub pieces: Option<PieceStyle>,
    /// Whether pieces are drawn large where they fit.
    pub is_large: bool,
    /// Whether Black is at the bottom.
    pub flipped: bool,
}

impl DisplayOptions {
    /// Takes the options from the command line and from the environment.
    pub(super) fn new(args: &Args) -> DisplayOptions {
        let term = variable("TERM").unwrap_or_default();
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable);
        let unicode = cfg!(windows) || shows_unicode(&locale.unwrap_or_default());
        let depth = match args.color.is_enabled(true) {
            true => ColorDepth::of_terminal(&term, &variable("COLORTERM").unwrap_or_default()),
            false => ColorDepth::None,
        };
        DisplayOptions {
            theme: args.theme,
            depth,
            unicode,
            pieces: match args.style {
                Some(style) => Some(PieceStyle::of(style, unicode)),
                None => PieceStyle::of_terminal(&term),
            },
            is_large: args.size == BoardSize::Large,
            flipped: args.flip,
        }
    }

    /// Returns how the pieces of a board are written. By default they are figurines on 8×8
    /// boards only: few fonts have symbols for the pieces that only C'escacs has.
    #[must_use]
    pub fn piece_style(&self, diagram: &Diagram) -> PieceStyle {
        let has_symbols = self.unicode && diagram.is_grid();
        self.pieces.unwrap_or(if has_symbols { PieceStyle::Figurines } else { PieceStyle::Letters })
    }
}

/// Tells whether a terminal with a locale shows more than ASCII.
fn shows_unicode(locale: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_names_the_encoding() {
        for (locale, unicode) in
            [("ca_ES.UTF-8", true), ("C.utf8", true), ("C", false), ("", false), ("es_ES@euro", false)]
        {
            assert_eq!(shows_unicode(locale), unicode, "{locale}");
        }
    }

    #[test]
    fn the_linux_console_has_letters_only() {
        for (term, pieces) in [
            ("linux", Some(PieceStyle::Letters)),
            ("linux-16color", Some(PieceStyle::Letters)),
            ("xterm", None),
        ] {
            assert_eq!(PieceStyle::of_terminal(term), pieces, "{term}");
        }
    }
}
