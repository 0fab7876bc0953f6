//! The boards of the assignment: a title, a table of letters, a blank line.

use std::io::{self, Write};

use clap::ValueEnum;
use shakmaty::Color;

use super::{Renderer, header, paint};
use crate::ast::Game;
use crate::diagram::{Content, Diagram, Man, Shade};
use crate::lang::{Language, write_filled};
use crate::replay::{Ply, Rules, Start};

/// How a board is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Style {
    /// Letters and dots
    #[default]
    Plain,
    /// Letters in a grid of lines
    Table,
    /// Chess symbols and dots
    Figurines,
}

/// Writes a header for each game and a board for each move.
#[derive(Clone, Debug)]
pub struct Boards {
    style: Style,
    painted: bool,
    language: &'static Language,
    /// The board being drawn, kept to be used again.
    board: Vec<u8>,
}

impl Boards {
    /// Makes a renderer; `painted` is whether squares have colours.
    #[must_use]
    pub fn new(style: Style, painted: bool, language: &'static Language) -> Boards {
        Boards { style, painted, language, board: Vec::new() }
    }

    fn draw<R: Rules>(&mut self, position: &R, out: &mut impl Write) -> io::Result<()> {
        self.board.clear();
        match self.style {
            Style::Table if R::diagram().is_grid() => self.draw_grid(R::diagram(), position)?,
            _ => self.draw_rows(R::diagram(), position)?,
        }
        for (side, name) in [(Color::White, self.language.white), (Color::Black, self.language.black)] {
            if let Some(men) = position.in_hand(side) {
                self.draw_hand(name, &men)?;
            }
        }
        self.board.push(b'\n');
        out.write_all(&self.board)
    }

    /// Writes what a side may bring back to the board, behind its name.
    fn draw_hand(&mut self, name: &str, men: &[Man]) -> io::Result<()> {
        let none = if men.is_empty() { "-" } else { "" };
        write_filled(&mut self.board, name, &[("value", &none)])?;
        for (n, man) in men.iter().enumerate() {
            self.pad(usize::from(n > 0));
            self.draw_man(Some(*man), ' ')?;
        }
        self.put("\n");
        Ok(())
    }

    fn draw_rows<R: Rules>(&mut self, diagram: &Diagram, position: &R) -> io::Result<()> {
        for row in &diagram.rows {
            let mut column = 0;
            for slot in row {
                match &slot.content {
                    Content::Label(text) if text.is_empty() => {}
                    Content::Label(text) => {
                        self.pad(slot.column - column);
                        self.put(text);
                        column = slot.column + text.len();
                    }
                    Content::Cell { index, shade } => {
                        self.pad(slot.column - column);
                        column = slot.column + self.draw_cell(*shade, position.man_on(*index))?;
                    }
                }
            }
            self.board.push(b'\n');
        }
        Ok(())
    }

    /// Draws a cell and returns its width; paint makes it as wide as it is high.
    fn draw_cell(&mut self, shade: Shade, man: Option<Man>) -> io::Result<usize> {
        if self.painted {
            let style = paint::cell(shade, man);
            write!(self.board, "{style}")?;
            self.draw_man(man, '.')?;
            write!(self.board, " {style:#}")?;
            return Ok(2);
        }
        self.draw_man(man, '.')?;
        Ok(1)
    }

    fn draw_man(&mut self, man: Option<Man>, empty: char) -> io::Result<()> {
        match man {
            Some(man) if self.style == Style::Figurines => write!(self.board, "{}", man.figurine),
            Some(man) => write!(self.board, "{}", man.letter),
            None => write!(self.board, "{empty}"),
        }
    }

    fn draw_grid<R: Rules>(&mut self, diagram: &Diagram, position: &R) -> io::Result<()> {
        let width = diagram.rows.first().map_or(0, Vec::len);
        let mut edge = ["┌", "┬", "┐"];
        for row in &diagram.rows {
            self.draw_line(edge, width);
            edge = ["├", "┼", "┤"];
            for slot in row {
                self.put("│");
                match &slot.content {
                    Content::Label(text) => write!(self.board, " {text:1} ")?,
                    Content::Cell { index, shade } => self.draw_box(*shade, position.man_on(*index))?,
                }
            }
            self.put("│\n");
        }
        self.draw_line(["└", "┴", "┘"], width);
        Ok(())
    }

    fn draw_line(&mut self, [left, between, right]: [&str; 3], width: usize) {
        self.put(left);
        for n in 0..width {
            self.put("───");
            self.put(if n + 1 < width { between } else { right });
        }
        self.put("\n");
    }

    fn draw_box(&mut self, shade: Shade, man: Option<Man>) -> io::Result<()> {
        let style = if self.painted { paint::cell(shade, man) } else { anstyle::Style::new() };
        write!(self.board, "{style} ")?;
        self.draw_man(man, ' ')?;
        write!(self.board, " {style:#}")
    }

    fn put(&mut self, text: &str) {
        self.board.extend_from_slice(text.as_bytes());
    }

    fn pad(&mut self, width: usize) {
        self.board.resize(self.board.len() + width, b' ');
    }
}

impl Renderer for Boards {
    const PAGED: bool = true;
    const SEPARATED: bool = false;

    fn open<R: Rules>(
        &mut self,
        game: &Game<'_, R::Written>,
        start: &Start<R>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        header::write(game, self.language, out)?;
        if start.given.is_some() {
            writeln!(out, "{}", self.language.initial_position)?;
            self.draw(&start.position, out)?;
        }
        Ok(())
    }

    fn ply<R: Rules>(&mut self, ply: &Ply<'_, R>, position: &R, out: &mut impl Write) -> io::Result<()> {
        let title = match ply.place.side {
            Color::White => self.language.white_move,
            Color::Black => self.language.black_move,
        };
        write_filled(out, title, &[("number", &ply.place.number)])?;
        out.write_all(b"\n")?;
        self.draw(position, out)
    }

    fn mark_incomplete(&mut self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}\n", self.language.incomplete)
    }
}
