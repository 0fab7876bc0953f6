//! A drawn board, kept to be drawn again with other men on it.
//!
//! A move changes two cells, seldom more than four. So the page stays as it is, and
//! only those are replaced.

use std::{mem, ptr};

use super::boards::Style;
use super::paint;
use crate::diagram::{Content, Diagram, Man, Shade};
use crate::replay::{Change, Rules};

/// How cells are drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pen {
    pub(super) style: Style,
    /// Whether cells have colours.
    pub(super) painted: bool,
}

impl Pen {
    /// Returns what is written for a man.
    pub(super) fn man(self, man: Man) -> String {
        match self.style {
            Style::Figurines => man.figurine.to_owned(),
            Style::Plain | Style::Table => char::from(man.letter).to_string(),
        }
    }

    /// Returns what is written for a cell; paint makes it as wide as it is high.
    fn cell(self, shade: Shade, man: Option<Man>) -> Vec<u8> {
        let text = man.map_or(".".to_owned(), |man| self.man(man));
        if self.painted {
            let style = paint::cell(shade, man);
            return format!("{style}{text} {style:#}").into_bytes();
        }
        text.into_bytes()
    }

    /// Returns what is written for a cell between lines.
    fn boxed(self, shade: Shade, man: Option<Man>) -> Vec<u8> {
        let text = man.map_or(" ".to_owned(), |man| self.man(man));
        let style = if self.painted { paint::cell(shade, man) } else { anstyle::Style::new() };
        format!("{style} {text} {style:#}").into_bytes()
    }
}

/// A board as text.
#[derive(Clone, Debug)]
pub(super) struct Page {
    diagram: &'static Diagram,
    text: Vec<u8>,
    /// The cells, by number.
    cells: Vec<Cell>,
    /// What is written for a cell, by its shade and the letter of the man on it.
    looks: [Vec<Vec<u8>>; Shade::ALL.len()],
    /// The letters of the men on the page, by cell, with some cells to spare.
    shown: Vec<[u8; BLOCK]>,
    /// The same for the position to be shown.
    wanted: Vec<[u8; BLOCK]>,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    shade: Shade,
    /// Where it begins in the text.
    start: usize,
}

/// How many letters there could be.
const LETTERS: usize = 1 << u8::BITS;

/// How many cells are compared at once.
const BLOCK: usize = size_of::<u64>();

impl Page {
    /// Draws an empty board.
    pub(super) fn empty(diagram: &'static Diagram, pen: Pen) -> Page {
        let boxed = pen.style == Style::Table && diagram.is_grid();
        let look = |shade, man| if boxed { pen.boxed(shade, man) } else { pen.cell(shade, man) };
        let looks = Shade::ALL.map(|shade| {
            let mut looks = vec![Vec::new(); LETTERS];
            looks[0] = look(shade, None);
            for man in &diagram.men {
                looks[usize::from(man.letter)] = look(shade, Some(*man));
            }
            looks
        });
        let no_men = vec![[0; BLOCK]; diagram.cells().div_ceil(BLOCK)];
        let mut page = Page {
            diagram,
            text: Vec::new(),
            cells: vec![Cell { shade: Shade::Light, start: 0 }; diagram.cells()],
            looks,
            shown: no_men.clone(),
            wanted: no_men,
        };
        if boxed {
            page.draw_grid();
        } else {
            page.draw_rows(if pen.painted { 2 } else { 1 });
        }
        page
    }

    /// Tells whether it is a page of such boards.
    pub(super) fn is_of(&self, diagram: &'static Diagram) -> bool {
        ptr::eq(self.diagram, diagram)
    }

    /// Draws a position and returns the text.
    pub(super) fn show<R: Rules>(&mut self, position: &R) -> &[u8] {
        position.write_men(self.wanted.as_flattened_mut());
        for block in 0..self.shown.len() {
            let (old, new) = (self.shown[block], self.wanted[block]);
            let mut changed = u64::from_le_bytes(old) ^ u64::from_le_bytes(new);
            while changed != 0 {
                let at = changed.trailing_zeros() as usize / 8;
                changed &= !(0xff << (8 * at));
                self.redraw(BLOCK * block + at, old[at], new[at]);
            }
        }
        mem::swap(&mut self.shown, &mut self.wanted);
        &self.text
    }

    /// Draws what a move has changed of the position on the page, and returns the text.
    pub(super) fn go_on(&mut self, change: Change) -> &[u8] {
        for (cell, new) in [(change.from, 0), (change.to, change.letter)] {
            let old = mem::replace(&mut self.shown.as_flattened_mut()[cell], new);
            self.redraw(cell, old, new);
        }
        &self.text
    }

    /// Draws a cell on which the man of one letter takes the place of another's.
    #[inline(always)]
    fn redraw(&mut self, cell: usize, old: u8, new: u8) {
        let Cell { shade, start } = self.cells[cell];
        let looks = &self.looks[shade as usize];
        match (&looks[usize::from(old)][..], &looks[usize::from(new)][..]) {
            (&[_], &[letter]) => self.text[start] = letter,
            (old, _) => self.replace(start, old.len(), shade, new),
        }
    }

    /// Draws a man whose look may be longer or shorter than what it takes the place of.
    fn replace(&mut self, start: usize, old: usize, shade: Shade, new: u8) {
        let new = &self.looks[shade as usize][usize::from(new)][..];
        if new.len() == old {
            self.text[start..start + old].copy_from_slice(new);
            return;
        }
        self.text.splice(start..start + old, new.iter().copied());
        for other in &mut self.cells {
            if other.start > start {
                other.start = other.start + new.len() - old;
            }
        }
    }

    fn draw_rows(&mut self, cell_width: usize) {
        for row in &self.diagram.rows {
            let mut column = 0;
            for slot in row {
                let width = match &slot.content {
                    Content::Label(text) => text.len(),
                    Content::Cell { .. } => cell_width,
                };
                if width > 0 {
                    self.text.resize(self.text.len() + slot.column - column, b' ');
                    column = slot.column + width;
                }
                match &slot.content {
                    Content::Label(text) => self.put(text),
                    Content::Cell { index, shade } => self.put_cell(*index, *shade),
                }
            }
            self.put("\n");
        }
    }

    fn draw_grid(&mut self) {
        let width = self.diagram.rows.first().map_or(0, Vec::len);
        let mut edge = ["┌", "┬", "┐"];
        for row in &self.diagram.rows {
            self.draw_line(edge, width);
            edge = ["├", "┼", "┤"];
            for slot in row {
                self.put("│");
                match &slot.content {
                    Content::Label(text) => self.put(&format!(" {text:1} ")),
                    Content::Cell { index, shade } => self.put_cell(*index, *shade),
                }
            }
            self.put("│\n");
        }
        self.draw_line(["└", "┴", "┘"], width);
    }

    fn draw_line(&mut self, [left, between, right]: [&str; 3], width: usize) {
        self.put(left);
        for n in 0..width {
            self.put("───");
            self.put(if n + 1 < width { between } else { right });
        }
        self.put("\n");
    }

    fn put_cell(&mut self, index: usize, shade: Shade) {
        self.cells[index] = Cell { shade, start: self.text.len() };
        self.text.extend_from_slice(&self.looks[shade as usize][0]);
    }

    fn put(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
    }
}
