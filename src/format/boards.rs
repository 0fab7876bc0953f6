//! The boards of the assignment (section 3): for each move a title, a board and a blank line.

use std::io::{self, Write};

use shakmaty::{ByColor, Color};

use super::style::Style;
use super::template::{BoardTemplate, CellStyle};
use super::{Ply, PositionChoice, PositionFormat, header};
use crate::message::{Language, PlyNumber, write_filled};
use crate::rules::{PieceSymbol, Rules};
use crate::syntax::{Game, Notation};

/// Writes a header for each game and a board for each move.
#[derive(Clone, Debug)]
pub struct Boards {
    cells: CellStyle,
    /// Whether boards that have a compact form are drawn in it.
    is_compact: bool,
    language: &'static Language,
    choice: Option<PositionChoice>,
    /// Whether the header has the opening.
    names_opening: bool,
    /// The parts of the title of a side's move, before and after the move number.
    titles: ByColor<[String; 2]>,
    /// The last board drawn.
    template: Option<BoardTemplate>,
    /// Whether the next move is played in the position on that board.
    follows: bool,
}

impl Boards {
    /// Creates the format. `color` tells whether cells have colours.
    #[must_use]
    pub fn new(style: Style, color: bool, language: &'static Language) -> Boards {
        let parts = |title: &str| {
            let (before, after) = title.split_once("{number}").unwrap_or((title, ""));
            [before.to_owned(), format!("{after}\n")]
        };
        Boards {
            cells: CellStyle { style, color },
            is_compact: false,
            language,
            choice: None,
            names_opening: false,
            titles: ByColor { white: parts(language.white_move), black: parts(language.black_move) },
            template: None,
            follows: false,
        }
    }

    /// Sets which positions are drawn.
    #[must_use]
    pub fn at(self, choice: Option<PositionChoice>) -> Boards {
        Boards { choice, ..self }
    }

    /// Sets whether the header has the tags `ECO` and `Opening` of a game.
    #[must_use]
    pub fn with_opening(self, names_opening: bool) -> Boards {
        Boards { names_opening, ..self }
    }

    fn write_title(&self, at: PlyNumber, out: &mut impl Write) -> io::Result<()> {
        let [before, after] = self.titles.get(at.side);
        out.write_all(before.as_bytes())?;
        out.write_all(itoa::Buffer::new().format(at.number).as_bytes())?;
        out.write_all(after.as_bytes())
    }

    /// Draws a position. `played` is the move that led to it, or `None` for the starting
    /// position.
    fn draw<R: Rules>(
        &mut self,
        position: &R,
        played: Option<R::Move>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let diagram = R::diagram();
        let template = match &mut self.template {
            Some(template) if template.is_of(diagram, self.is_compact) => template,
            template => {
                self.follows = false;
                template.insert(BoardTemplate::empty(diagram, self.cells, self.is_compact))
            }
        };
        let plain = played.filter(|_| self.follows).and_then(|played| position.effect(played).plain());
        self.follows = true;
        out.write_all(match plain {
            Some(plain) => template.apply(plain, !position.ply_number().side),
            None => template.draw(position),
        })?;
        for (side, name) in [(Color::White, self.language.white), (Color::Black, self.language.black)] {
            if let Some(pieces) = position.in_hand(side) {
                self.draw_hand(name, &pieces, out)?;
            }
        }
        out.write_all(b"\n")
    }

    /// Writes the name of a side and the pieces it has in hand.
    fn draw_hand(&self, name: &str, pieces: &[PieceSymbol], out: &mut impl Write) -> io::Result<()> {
        let pieces: Vec<_> = pieces.iter().map(|piece| self.cells.piece(*piece)).collect();
        let pieces = if pieces.is_empty() { "-".to_owned() } else { pieces.join(" ") };
        write_filled(out, name, &[("value", &pieces)])?;
        out.write_all(b"\n")
    }
}

/// Draws one position, with what the sides hold beside the board if they may hold something.
#[must_use]
pub fn board_text<R: Rules>(position: &R, style: Style, language: &'static Language) -> String {
    let mut text = Vec::new();
    // unwrap(): writing to a vector does not fail
    Boards::new(style, false, language).draw(position, None, &mut text).unwrap();
    String::from_utf8_lossy(&text).trim_end_matches('\n').to_owned() + "\n"
}

impl PositionFormat for Boards {
    fn expansion(&self) -> usize {
        match (self.cells.style, self.cells.color) {
            (Style::Plain | Style::Figurines, false) => 32,
            (Style::Plain | Style::Figurines, true) => 240,
            (Style::Table, false) => 260,
            (Style::Table, true) => 480,
        }
    }

    fn choice(&self) -> Option<PositionChoice> {
        self.choice
    }

    fn pass_over(&mut self) {
        self.follows = false;
    }

    /// Draws a board that is too high with its title in the compact form, if it has one.
    fn fit<R: Rules>(&mut self, position: &R, rows: usize) -> usize {
        let diagram = R::diagram();
        let hands = Color::ALL.into_iter().filter(|side| position.in_hand(*side).is_some()).count();
        let title = 1;
        let is_boxed = self.cells.is_boxed(diagram);
        let height = |rows: usize| title + if is_boxed { 2 * rows + 1 } else { rows } + hands;
        let full = height(diagram.rows.len());
        let compact = if full > rows { diagram.compact_rows() } else { None };
        self.is_compact = compact.is_some();
        compact.map_or(full, |compact| height(compact.len()))
    }

    fn open<N: Notation>(&mut self, game: &Game<'_, N>, out: &mut impl Write) -> io::Result<()> {
        self.follows = false;
        header::write(game, self.language, self.names_opening, out)
    }

    fn start<R: Rules>(&mut self, position: &R, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", self.language.initial_position)?;
        self.draw(position, None, out)
    }

    fn ply<R: Rules>(&mut self, ply: Ply<R>, position: &R, out: &mut impl Write) -> io::Result<()> {
        self.write_title(ply.at, out)?;
        self.draw(position, Some(ply.played), out)
    }

    fn mark_incomplete(&mut self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}\n", self.language.incomplete)
    }
}
