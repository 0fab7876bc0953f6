//! The boards of the assignment: a title, a table of letters, a blank line.

use std::io::{self, Write};

use clap::ValueEnum;
use shakmaty::{ByColor, Color};

use super::page::{Page, Pen};
use super::{Ply, Renderer, header};
use crate::ast::{Game, Place};
use crate::diagram::Man;
use crate::lang::{Language, write_filled};
use crate::replay::{Rules, Start};

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
    pen: Pen,
    language: &'static Language,
    /// What stands before and behind the number in the line above a side's move.
    titles: ByColor<[String; 2]>,
    /// The board that was drawn last.
    page: Option<Page>,
    /// Whether the next move departs from the position on it.
    follows: bool,
}

impl Boards {
    /// Makes a renderer; `painted` is whether squares have colours.
    #[must_use]
    pub fn new(style: Style, painted: bool, language: &'static Language) -> Boards {
        let parts = |title: &str| {
            let (before, behind) = title.split_once("{number}").unwrap_or((title, ""));
            [before.to_owned(), format!("{behind}\n")]
        };
        Boards {
            pen: Pen { style, painted },
            language,
            titles: ByColor { white: parts(language.white_move), black: parts(language.black_move) },
            page: None,
            follows: false,
        }
    }

    fn title(&self, place: Place, out: &mut impl Write) -> io::Result<()> {
        let [before, behind] = self.titles.get(place.side);
        out.write_all(before.as_bytes())?;
        out.write_all(itoa::Buffer::new().format(place.number).as_bytes())?;
        out.write_all(behind.as_bytes())
    }

    /// Draws a position; `played` is the move that led to it, if one did.
    fn draw<R: Rules>(
        &mut self,
        position: &R,
        played: Option<R::Move>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let diagram = R::diagram();
        let page = match &mut self.page {
            Some(page) if page.is_of(diagram) => page,
            page => page.insert(Page::empty(diagram, self.pen)),
        };
        let change = played.filter(|_| self.follows).and_then(|played| position.change(played));
        self.follows = true;
        out.write_all(match change {
            Some(change) => page.go_on(change),
            None => page.show(position),
        })?;
        for (side, name) in [(Color::White, self.language.white), (Color::Black, self.language.black)] {
            if let Some(men) = position.in_hand(side) {
                self.draw_hand(name, &men, out)?;
            }
        }
        out.write_all(b"\n")
    }

    /// Writes what a side may bring back to the board, behind its name.
    fn draw_hand(&self, name: &str, men: &[Man], out: &mut impl Write) -> io::Result<()> {
        let men: Vec<_> = men.iter().map(|man| self.pen.man(*man)).collect();
        let men = if men.is_empty() { "-".to_owned() } else { men.join(" ") };
        write_filled(out, name, &[("value", &men)])?;
        out.write_all(b"\n")
    }
}

impl Renderer for Boards {
    const PAGED: bool = true;
    const SEPARATED: bool = false;
    const WRITES_TAGS: bool = true;

    fn expansion(&self) -> usize {
        match (self.pen.style, self.pen.painted) {
            (Style::Plain | Style::Figurines, false) => 32,
            (Style::Plain | Style::Figurines, true) => 240,
            (Style::Table, false) => 260,
            (Style::Table, true) => 480,
        }
    }

    fn open<R: Rules>(
        &mut self,
        game: &Game<'_, R::Written>,
        start: &Start<R>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        self.follows = false;
        header::write(game, self.language, out)?;
        if start.given.is_some() {
            writeln!(out, "{}", self.language.initial_position)?;
            self.draw(&start.position, None, out)?;
        }
        Ok(())
    }

    fn ply<R: Rules>(&mut self, ply: Ply<R>, position: &R, out: &mut impl Write) -> io::Result<()> {
        self.title(ply.place, out)?;
        self.draw(position, Some(ply.played), out)
    }

    fn mark_incomplete(&mut self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}\n", self.language.incomplete)
    }
}
