//! A drawn board as a template for the next one.
//!
//! A move changes two cells, and rarely more than four. The text of the last board is therefore
//! kept, and only the cells that have changed are redrawn.

use std::{mem, ptr};

use shakmaty::{ByColor, Color};

use super::boards::{Paint, Style};
#[cfg(feature = "raster")]
use super::drawn_board::{BoardCharacter, Drawing};
#[cfg(feature = "raster")]
use crate::picture::mosaic::{Blocks, BoardStyle};
use crate::picture::{Highlight, Scene};
use crate::rules::{AnyPosition, Content, Diagram, PieceKind, PieceSymbol, PlainMove, Shade, Slot};

/// The style of the cells of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellStyle {
    pub(super) style: Style,
    /// The colours of cells, if they have any.
    pub(super) paint: Option<Paint>,
}

impl CellStyle {
    /// Returns whether the cells of a board are separated by a grid of lines.
    pub(super) fn is_boxed(self, diagram: &Diagram) -> bool {
        self.style == Style::Table && diagram.is_grid()
    }

    /// Returns whether pieces may be drawn.
    pub(super) fn draws_pieces(self) -> bool {
        self.style == Style::Drawn && self.paint.is_some_and(Paint::draws_pieces)
    }

    /// Returns the text of a piece. A letter is that of the assignment, in which White's are small (section 3).
    pub(super) fn piece(self, piece: PieceSymbol, has_symbols: bool) -> String {
        match self.style {
            Style::Figurines => piece.figurine.to_owned(),
            Style::Drawn if has_symbols && self.draws_pieces() => piece.filled_figurine(),
            Style::Drawn | Style::Plain | Style::Table => char::from(piece.letter).to_string(),
        }
    }

    /// Returns the number of columns of a cell in a row of text, without its mark. Painted ones are two columns wide,
    /// so that they look square.
    fn columns(self) -> usize {
        if self.paint.is_some() { 2 } else { 1 }
    }

    /// Returns the sign after a cell, unless a colour marks it. It cannot be taken for a piece.
    fn mark(self, highlight: Highlight) -> &'static str {
        match highlight {
            Highlight::LastMove if self.paint.is_none() => "*",
            Highlight::Check if self.paint.is_none() => "+",
            _ => "",
        }
    }

    /// Returns the text of a cell: a piece or what stands for none, with what stands before and after it.
    fn cell(
        self,
        around: [&str; 3],
        ground: (Shade, Highlight),
        piece: Option<(PieceSymbol, bool)>,
    ) -> Vec<u8> {
        let [before, empty, after] = around;
        let text = piece.map_or(empty.to_owned(), |(piece, has_symbols)| self.piece(piece, has_symbols));
        // thin letters on dark hexes would be hard to read
        let is_letter = self.style == Style::Drawn && piece.is_some_and(|(_, has_symbols)| !has_symbols);
        let side = piece.map(|(piece, _)| piece.color);
        let paint = self.paint.map(|paint| paint.cell(ground, side, is_letter));
        let end = if paint.is_some() { Paint::END } else { self.mark(ground.1) };
        format!("{}{before}{text}{after}{end}", paint.unwrap_or_default()).into_bytes()
    }

    /// Lists the forms of a board on a page with a number of rows, with their columns and rows, the preferred one
    /// first. Squares are drawn only if their pieces need not be letters.
    #[cfg_attr(not(feature = "raster"), expect(unused_variables))]
    pub(super) fn forms(self, diagram: &Diagram, page_rows: usize) -> Vec<(BoardForm, [usize; 2])> {
        let text = |form, rows: &[Vec<Slot>]| {
            let is_boxed = self.is_boxed(diagram);
            (
                form,
                [text_columns(rows, self, is_boxed), if is_boxed { 2 * rows.len() + 1 } else { rows.len() }],
            )
        };
        let mut forms = vec![text(BoardForm::Full, &diagram.rows)];
        #[cfg(feature = "raster")]
        if let Some(Paint { theme, blocks, .. }) = self.paint
            && blocks != Blocks::None
            && (!diagram.is_grid() || self.draws_pieces())
        {
            let has_piece_grounds = theme.is_colorless();
            let style = BoardStyle { blocks, has_colors: true, has_piece_grounds, ..BoardStyle::default() };
            let drawings = Drawing::of_board(diagram, style);
            let drawings = drawings.map(|drawing| drawing.on_page(diagram, page_rows));
            let drawn = drawings.map(|(drawing, extent)| (BoardForm::Drawn(drawing), extent));
            // an upright board of hexes is always drawn
            forms = drawn.chain(forms.into_iter().filter(|_| diagram.is_grid())).collect();
        }
        forms.extend(diagram.compact_rows().map(|compact| text(BoardForm::Compact, &compact)));
        forms
    }
}

/// Returns the number of columns that rows take as text.
fn text_columns(rows: &[Vec<Slot>], style: CellStyle, is_boxed: bool) -> usize {
    let end = |row: &Vec<Slot>| match row.last() {
        _ if is_boxed => 4 * row.len() + 1,
        Some(slot) => slot.column + slot.label().map_or(style.columns(), str::len),
        None => 0,
    };
    rows.iter().map(end).max().unwrap_or(0)
}

/// How a board is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardForm {
    /// Each line of cells is a row.
    Full,
    /// Two lines of hexes share a row. For a board of squares, this is the same as the full form.
    Compact,
    /// Cells are drawn with block characters.
    #[cfg(feature = "raster")]
    Drawn(Drawing),
}

/// The text of a board, whose cells can be redrawn.
#[derive(Clone, Debug)]
pub(super) struct BoardTemplate {
    diagram: &'static Diagram,
    form: BoardForm,
    /// The cells that are marked as those of the last move.
    marked: Vec<usize>,
    /// The cell that is marked as that of a king in check.
    check: Option<usize>,
    text: Vec<u8>,
    /// The cells, by number.
    cells: Vec<Cell>,
    /// The letters of the pieces, by side and kind.
    letters: ByColor<[u8; PieceKind::ALL.len()]>,
    /// The texts of cells, by highlight, by shade and by the letter of the piece.
    cell_texts: [[Vec<Vec<u8>>; Shade::ALL.len()]; Highlight::ALL.len()],
    /// The letters of the pieces on the drawn board, by cell; the last block is padded.
    drawn: Vec<[u8; BLOCK]>,
    /// The letters of the pieces on the next board.
    next: Vec<[u8; BLOCK]>,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    shade: Shade,
    highlight: Highlight,
    /// The offset of the cell in the text.
    start: usize,
}

/// The number of possible letters.
const LETTERS: usize = 1 << u8::BITS;

/// The number of cells compared at once.
const BLOCK: usize = size_of::<u64>();

impl BoardTemplate {
    /// Draws the board of a scene with the cells of the last move marked, and without pieces unless the form draws
    /// them.
    /// `turned` is the diagram as it is shown.
    pub(super) fn new(
        diagram: &'static Diagram,
        turned: &Diagram,
        style: CellStyle,
        form: BoardForm,
        scene: Scene,
    ) -> BoardTemplate {
        // few fonts have symbols for the pieces that only C'escacs has
        let has_symbols = diagram.is_grid();
        let boxed = style.is_boxed(diagram);
        let around = match form {
            #[cfg(feature = "raster")]
            BoardForm::Drawn(_) => ["", " ", ""],
            _ if boxed => [" ", " ", " "],
            // painted cells are two columns wide, so that they look square
            _ => ["", ".", if style.paint.is_some() { " " } else { "" }],
        };
        let texts = |highlight, shade| {
            let mut texts = vec![Vec::new(); LETTERS];
            texts[0] = style.cell(around, (shade, highlight), None);
            for piece in &diagram.pieces {
                texts[usize::from(piece.letter)] =
                    style.cell(around, (shade, highlight), Some((*piece, has_symbols)));
            }
            texts
        };
        let cell_texts = Highlight::ALL.map(|highlight| Shade::ALL.map(|shade| texts(highlight, shade)));
        let letters = ByColor::new_with(|side| PieceKind::ALL.map(|kind| diagram.letter(kind, side)));
        let no_pieces = vec![[0; BLOCK]; diagram.cells().div_ceil(BLOCK)];
        let mut template = BoardTemplate {
            diagram,
            form,
            marked: scene.last_move.clone(),
            check: scene.check,
            text: Vec::new(),
            letters,
            cells: vec![Cell { shade: Shade::Light, highlight: Highlight::None, start: 0 }; diagram.cells()],
            cell_texts,
            drawn: no_pieces.clone(),
            next: no_pieces,
        };
        #[cfg(feature = "raster")]
        if let (BoardForm::Drawn(drawing), Some(paint)) = (form, style.paint) {
            template.draw_parts(&drawing.rows(turned, &scene), paint);
            return template;
        }
        let compact = if form == BoardForm::Compact { turned.compact_rows() } else { None };
        let rows = compact.as_ref().unwrap_or(&turned.rows);
        if boxed {
            template.draw_grid(rows);
        } else {
            template.draw_rows(rows, style);
        }
        template
    }

    /// Returns whether the template is for boards of a diagram in a form, with these cells marked.
    pub(super) fn is_of(
        &self,
        diagram: &'static Diagram,
        form: BoardForm,
        marked: &[usize],
        check: Option<usize>,
    ) -> bool {
        // `==` calls memcmp on the address of an empty vector, which some processors take 150 ns to reject
        ptr::eq(self.diagram, diagram)
            && (self.form, self.check) == (form, check)
            && self.marked.iter().eq(marked)
    }

    /// Draws a position and returns the text.
    pub(super) fn draw<P: AnyPosition + ?Sized>(&mut self, position: &P) -> &[u8] {
        position.write_pieces(self.next.as_flattened_mut());
        for block in 0..self.drawn.len() {
            let (old, new) = (self.drawn[block], self.next[block]);
            let mut changed = u64::from_le_bytes(old) ^ u64::from_le_bytes(new);
            while changed != 0 {
                let at = changed.trailing_zeros() as usize / 8;
                // the whole byte is done, however many of its bits differ
                changed &= !(0xff << (8 * at));
                self.redraw(BLOCK * block + at, old[at], new[at]);
            }
        }
        mem::swap(&mut self.drawn, &mut self.next);
        &self.text
    }

    /// Redraws the two cells that a plain move of `side` changes, and returns the text. The board must show the
    /// position before the move.
    pub(super) fn apply(&mut self, played: PlainMove, side: Color) -> &[u8] {
        let letter = self.letters.get(side)[played.piece as usize];
        for (cell, new) in [(played.from, 0), (played.to, letter)] {
            let old = mem::replace(&mut self.drawn.as_flattened_mut()[cell], new);
            self.redraw(cell, old, new);
        }
        &self.text
    }

    /// Redraws a cell on which the piece with the letter `new` replaces the one with `old`; 0
    /// stands for no piece.
    #[inline(always)]
    fn redraw(&mut self, cell: usize, old: u8, new: u8) {
        let Cell { shade, highlight, start } = self.cells[cell];
        let texts = &self.cell_texts[highlight as usize][shade as usize];
        match (&texts[usize::from(old)][..], &texts[usize::from(new)][..]) {
            // the usual case: in text without colours each cell is one byte
            (&[_], &[letter]) => self.text[start] = letter,
            (old, _) => self.replace(cell, old.len(), new),
        }
    }

    /// Redraws a cell whose new text may be longer or shorter than the old one, which has `old` bytes: a figurine
    /// takes three, a dot one.
    fn replace(&mut self, cell: usize, old: usize, new: u8) {
        let Cell { shade, highlight, start } = self.cells[cell];
        let new = &self.cell_texts[highlight as usize][shade as usize][usize::from(new)][..];
        if new.len() == old {
            self.text[start..start + old].copy_from_slice(new);
            return;
        }
        self.text.splice(start..start + old, new.iter().copied());
        for other in &mut self.cells {
            // the cells are numbered in the order of the rules and stand in another, so all of them are compared
            if other.start > start {
                other.start = other.start + new.len() - old;
            }
        }
    }

    fn draw_rows(&mut self, rows: &[Vec<Slot>], style: CellStyle) {
        for row in rows {
            let mut column = 0;
            for slot in row {
                let width = match &slot.content {
                    Content::Label(text) => text.len(),
                    Content::Cell { index, .. } => style.columns() + style.mark(self.highlight(*index)).len(),
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

    /// Draws the rows of a drawn board. Characters in a row with the same colours share their escape sequences.
    #[cfg(feature = "raster")]
    fn draw_parts(&mut self, rows: &[Vec<BoardCharacter>], paint: Paint) {
        for row in rows {
            let mut painted = String::new();
            for part in row {
                let (colors, character) = match part {
                    BoardCharacter::Tile(tile) => (paint.tile(*tile), tile.character),
                    BoardCharacter::Cell { index, shade } => {
                        painted.clear();
                        self.put_cell(*index, *shade);
                        continue;
                    }
                };
                if colors != painted {
                    self.put(if painted.is_empty() { "" } else { Paint::END });
                    self.put(&colors);
                    painted = colors;
                }
                self.put(character.encode_utf8(&mut [0; 4]));
            }
            self.put(if painted.is_empty() { "" } else { Paint::END });
            self.put("\n");
        }
    }

    fn draw_grid(&mut self, rows: &[Vec<Slot>]) {
        let width = rows.first().map_or(0, Vec::len);
        let mut edge = ["┌", "┬", "┐"];
        for row in rows {
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

    fn highlight(&self, index: usize) -> Highlight {
        match index {
            _ if self.check == Some(index) => Highlight::Check,
            _ if self.marked.contains(&index) => Highlight::LastMove,
            _ => Highlight::None,
        }
    }

    fn put_cell(&mut self, index: usize, shade: Shade) {
        let highlight = self.highlight(index);
        self.cells[index] = Cell { shade, highlight, start: self.text.len() };
        self.text.extend_from_slice(&self.cell_texts[highlight as usize][shade as usize][0]);
    }

    fn put(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
    }
}
