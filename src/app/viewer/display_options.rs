//! How the viewer draws: the user's choices and what the terminal can show.

use super::theme::{ColorDepth, TextStyles};
use crate::app::cli::{Args, BoardSize, BottomSide};
use crate::app::config::ViewSettings;
use crate::app::environment::{shows_unicode, terminal_blocks, variable};
use crate::format::Style;
use crate::picture::mosaic::{Blocks, BoardStyle};
use crate::picture::{Ground, Theme};
use crate::rules::Diagram;

/// How a piece is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum PieceStyle {
    /// By its letter.
    Letters,
    /// By its chess symbol.
    Figurines,
    /// By a drawing in several characters where its cell has room for it, and otherwise by its symbol or its letter.
    Drawn,
}

impl PieceStyle {
    /// Returns the piece style of a board style: letters on a terminal without Unicode.
    pub fn of(style: Style, unicode: bool) -> PieceStyle {
        match style {
            Style::Figurines if unicode => PieceStyle::Figurines,
            Style::Drawn => PieceStyle::Drawn,
            Style::Plain | Style::Table | Style::Figurines => PieceStyle::Letters,
        }
    }

    /// Returns the only style that a terminal can show, given as the value of `TERM`, or `None` if
    /// the terminal is not limited. The fonts of the Linux console have no chess symbols.
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
    /// The background of the terminal, if it is known.
    pub ground: Option<Ground>,
    /// Whether the terminal shows more than ASCII.
    pub unicode: bool,
    /// The block characters that the terminal shows.
    pub blocks: Blocks,
    /// How pieces are written, if the user or the terminal has decided it.
    pub pieces: Option<PieceStyle>,
    /// Whether pieces may be drawn where their cells have room for it.
    pub is_large: bool,
    /// By how many sizes the board is smaller than the largest that the window has room for.
    pub smaller: usize,
    /// Whether Black is at the bottom.
    pub flipped: bool,
    /// Whether the side to move is at the bottom, until the user turns the board.
    pub follows_mover: bool,
}

impl DisplayOptions {
    /// Takes the options from the command line and from the environment.
    pub(super) fn new(args: &Args) -> DisplayOptions {
        let term = variable("TERM").unwrap_or_default();
        let unicode = shows_unicode();
        let depth = match args.drawing.color.is_enabled(true) {
            true => ColorDepth::of_terminal(&term, &variable("COLORTERM").unwrap_or_default()),
            false => ColorDepth::None,
        };
        DisplayOptions {
            theme: args.drawing.theme,
            depth,
            ground: args.config.view.background,
            unicode,
            pieces: match args.drawing.style {
                Some(style) => Some(PieceStyle::of(style, unicode)),
                None => PieceStyle::of_terminal(&term).or(args.config.view.pieces),
            },
            blocks: terminal_blocks(),
            is_large: args.drawing.size != BoardSize::Normal,
            smaller: args.config.view.smaller.unwrap_or(0),
            flipped: args.drawing.flip == Some(BottomSide::Black),
            follows_mover: args.drawing.flip == Some(BottomSide::Mover),
        }
    }

    /// Returns the options that are saved in the configuration file.
    pub(super) fn settings(&self) -> ViewSettings {
        ViewSettings {
            theme: Some(self.theme),
            pieces: self.pieces,
            smaller: Some(self.smaller),
            flip: Some(self.flipped).filter(|_| !self.follows_mover),
            ..ViewSettings::default()
        }
    }

    /// Returns the styles of texts.
    pub fn texts(&self) -> TextStyles {
        TextStyles::new(self.depth, self.ground)
    }

    /// Returns whether pieces can be drawn where there is room.
    pub fn can_draw_pieces(&self) -> bool {
        self.is_large && self.depth != ColorDepth::None
    }

    /// Returns whether pieces are drawn where there is room.
    pub fn draws_pieces(&self) -> bool {
        self.can_draw_pieces() && matches!(self.pieces, None | Some(PieceStyle::Drawn))
    }

    /// Returns how the terminal shows boards.
    pub fn board_style(&self) -> BoardStyle {
        BoardStyle {
            blocks: self.blocks,
            has_colors: self.depth != ColorDepth::None,
            is_large: self.is_large,
            draws_pieces: self.draws_pieces(),
            // the cells of other themes contrast with both sides
            has_piece_grounds: self.depth == ColorDepth::Sixteen || self.theme.is_colorless(),
        }
    }

    /// Returns whether pieces have a background of their own, so that they stand out from any cell.
    /// With the sixteen colours they need one, because users can redefine these.
    pub fn has_piece_grounds(&self) -> bool {
        match self.depth {
            ColorDepth::None => false,
            ColorDepth::Sixteen => true,
            ColorDepth::Palette256 | ColorDepth::TrueColor => self.theme.has_piece_grounds(),
        }
    }

    /// Returns how the pieces of a board are written where they are not drawn. By default they are
    /// figurines only on 8×8 boards with colours, on the ground of the squares. Few fonts have symbols
    /// for the pieces that only C'escacs has, and outlines of white pieces look black on a dark ground, as filled
    /// ones do on a white one.
    pub fn piece_style(&self, diagram: &Diagram) -> PieceStyle {
        let is_on_cells = self.depth != ColorDepth::None && !self.has_piece_grounds();
        let has_symbols = self.unicode && is_on_cells && diagram.is_grid();
        let usual = if has_symbols { PieceStyle::Figurines } else { PieceStyle::Letters };
        self.pieces.filter(|style| *style != PieceStyle::Drawn).unwrap_or(usual)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
