//! The boards of the assignment (section 3): for each move a title, a board and a blank line.

use std::borrow::Cow;
use std::io;
use std::io::Write;
use std::ptr;
use std::sync::Arc;

use shakmaty::{ByColor, Color};

use super::template::{BoardForm, BoardTemplate, CellStyle};
use super::{Captions, FormatOptions, PageSize, Ply, PositionFormat, speech};
use crate::message::{Language, PlyNumber, write_filled};
use crate::notation::ctl::reference::{PlayedMoves, written_out};
#[cfg(feature = "raster")]
use crate::picture::mosaic::{Blocks, Tile};
use crate::picture::{Highlight, PictureOptions, Rgb, Scene, TerminalColor, Theme, changed};
use crate::rules::{AnyPosition, Diagram, PieceSymbol, PlainMove, Rules, Shade};
use crate::syntax::{Game, Notation, NotationKind, without_commands};
use crate::text::{Printable, joined};

/// Writes a header for each game and a board for each move.
#[derive(Clone, Debug)]
pub struct Boards {
    cells: CellStyle,
    /// The form of the boards of a diagram, once it is decided.
    form: Option<(&'static Diagram, BoardForm)>,
    /// The moves that comments of CTL-PGN may name.
    moves: Option<PlayedMoves>,
    options: FormatOptions,
    /// What the titles of boards say.
    captions: Captions,
    /// For each side, the parts of the title of its moves before and after the move number.
    titles: ByColor<[String; 2]>,
    /// The next move in SAN or CTL-AN, if titles have it.
    san: Option<String>,
    /// The letters of the pieces before the next move, if the cells of a move are marked.
    before: Option<Vec<u8>>,
    /// The last board drawn.
    template: Option<BoardTemplate>,
    /// Whether that board shows the position in which the next move is played.
    follows: bool,
}

impl Boards {
    /// Creates the format. `color` tells whether cells have colours. The players never stand above a board: they are
    /// in the header of the game.
    #[must_use]
    pub fn new(style: Style, color: bool, options: FormatOptions) -> Boards {
        let (language, captions) = (options.language, options.captions.unwrap_or(Captions::Side));
        let parts = |title: &str| {
            let (before, after) = title.split_once("{number}").unwrap_or((title, ""));
            [before.to_owned(), format!("{after}\n")]
        };
        Boards {
            cells: CellStyle { style, paint: color.then(Paint::default) },
            form: None,
            moves: None,
            options,
            captions,
            titles: ByColor { white: parts(language.white_move), black: parts(language.black_move) },
            san: (captions == Captions::San).then(String::new),
            before: None,
            template: None,
            follows: false,
        }
    }

    /// Sets how boards are painted if cells have colours. In a terminal the cells of the last move are marked, too,
    /// unless the boards are to be those of the assignment.
    #[must_use]
    pub fn painted(self, paint: Paint, is_terminal: bool) -> Boards {
        let paint = self.cells.paint.map(|_| paint);
        let cells = CellStyle { paint, ..self.cells };
        let is_marked = is_terminal && (paint.is_some() || cells.style == Style::Drawn);
        Boards { cells, before: is_marked.then(Vec::new), ..self }
    }

    /// Writes the title of a move, or of the starting position.
    fn write_title(&self, at: Option<PlyNumber>, out: &mut impl Write) -> io::Result<()> {
        if self.captions == Captions::None {
            return Ok(());
        }
        let Some(at) = at else { return writeln!(out, "{}", self.options.language.initial_position) };
        let [before, after] = self.titles.get(at.side);
        out.write_all(before.as_bytes())?;
        out.write_all(itoa::Buffer::new().format(at.number).as_bytes())?;
        match &self.san {
            Some(san) => writeln!(out, "{} {san}", after.trim_end()),
            None => out.write_all(after.as_bytes()),
        }
    }

    /// Draws a position. `plain` is the move that led to it, if it is a plain one.
    fn draw<P: AnyPosition + ?Sized>(
        &mut self,
        position: &P,
        plain: Option<PlainMove>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let diagram = position.diagram();
        let form = match self.form {
            // a form fits only the board for which it was chosen, and the next game may have another
            Some((of, form)) if ptr::eq(of, diagram) => form,
            _ => self.cells.forms(diagram, usize::MAX)[0].0,
        };
        self.form = Some((diagram, form));
        // letters are compared, not the squares of the move, because castling and en passant change others, too
        let marked = self.before.as_ref().map_or(Vec::new(), |before| changed(before, &position.letters()));
        let check = self.before.as_ref().and_then(|_| position.king_in_check());
        let picture = self.options.picture.seen_by(position.ply_number().side);
        let template = match &mut self.template {
            Some(template) if !picture.follows_mover && template.is_of(diagram, form, &marked, check) => {
                template
            }
            template => {
                self.follows = false;
                let turned = diagram.turned(picture.flipped);
                let theme = self.cells.paint.unwrap_or_default().theme;
                let options = PictureOptions { theme, coordinates: false, ..PictureOptions::default() };
                let scene = Scene::new(Arc::new(turned.geometry()), position, None, options);
                let scene = Scene { last_move: marked, check, ..scene };
                template.insert(BoardTemplate::new(diagram, &turned, self.cells, form, scene))
            }
        };
        let plain = plain.filter(|_| self.follows);
        self.follows = true;
        let text = match plain {
            Some(plain) => template.apply(plain, !position.ply_number().side),
            None => template.draw(position),
        };
        out.write_all(text)?;
        let Language { white, black, .. } = self.options.language;
        for (side, name) in [(Color::White, white), (Color::Black, black)] {
            if let Some(pieces) = position.in_hand(side) {
                self.draw_hand(name, &pieces, out)?;
            }
        }
        out.write_all(b"\n")
    }

    /// Returns the text of a comment for people, with the moves that it refers to.
    fn said(&self, comment: &str) -> String {
        let said = without_commands(comment);
        let Some(moves) = &self.moves else { return Printable(said.trim()).to_string() };
        let name = |reference: &_| Some(moves.name(moves.target(0, reference)?));
        Printable(&written_out(&said, self.options.language, name)).to_string()
    }

    /// Writes the name of a side and the pieces it has in hand.
    fn draw_hand(&self, name: &str, pieces: &[PieceSymbol], out: &mut impl Write) -> io::Result<()> {
        let pieces: Vec<_> = pieces.iter().map(|piece| self.cells.piece(*piece, true)).collect();
        let pieces = if pieces.is_empty() { "-".to_owned() } else { pieces.join(" ") };
        write_filled(out, name, &[("value", &pieces)])?;
        out.write_all(b"\n")
    }
}

/// Draws one position, with the pieces in hand after the board in variants that have them.
#[must_use]
pub fn board_text<P: AnyPosition + ?Sized>(
    position: &P,
    style: Style,
    language: &'static Language,
) -> String {
    let mut text = Vec::new();
    let options = FormatOptions { language, ..FormatOptions::default() };
    // unwrap(): writing to a vector does not fail
    Boards::new(style, false, options).draw(position, None, &mut text).unwrap();
    String::from_utf8_lossy(&text).trim_end_matches('\n').to_owned() + "\n"
}

impl PositionFormat for Boards {
    fn expansion(&self) -> usize {
        match (self.cells.style, self.cells.paint.is_some()) {
            (Style::Table, false) => 260,
            (Style::Table, true) => 480,
            (_, false) => 32,
            (_, true) => 240,
        }
    }

    fn options(&self) -> &FormatOptions {
        &self.options
    }

    fn pass_over(&mut self) {
        self.follows = false;
    }

    /// Chooses the first form that fits the page with its title, or the last one if none does.
    fn fit<R: Rules>(&mut self, position: &R, page: PageSize) -> usize {
        let hands = Color::ALL.into_iter().filter(|side| position.in_hand(*side).is_some()).count();
        let used = hands + usize::from(self.captions != Captions::None);
        let forms = self.cells.forms(position.diagram(), page.rows.saturating_sub(used));
        let fits = |[columns, rows]: [usize; 2]| columns <= page.columns && rows + used <= page.rows;
        let (form, [_, rows]) =
            forms.iter().find(|(_, extent)| fits(*extent)).unwrap_or(&forms[forms.len() - 1]);
        self.form = Some((position.diagram(), *form));
        rows + used
    }

    fn takes_comments(&self) -> bool {
        self.cells.style == Style::Drawn
    }

    fn below<R: Rules>(
        &self,
        game: &Game<'_, R::Notation>,
        comments: &[Cow<'_, str>],
        last: Option<&R>,
    ) -> String {
        let comments = comments.iter().filter(|_| self.takes_comments()).map(|comment| self.said(comment));
        let ending = last.map(|last| speech::ending(game, last, self.options.language));
        let said: Vec<_> = comments.chain(ending).collect();
        joined(said.iter().map(|said| &**said), "\n")
    }

    fn before<R: Rules>(&mut self, position: &R, played: R::Move) {
        if let Some(before) = &mut self.before {
            *before = position.letters();
        }
        if let Some(san) = &mut self.san {
            *san = self.options.move_text.to_text(position, played);
        }
    }

    fn open<N: Notation>(&mut self, game: &Game<'_, N>) {
        self.follows = false;
        if self.takes_comments() {
            self.moves = (N::KIND == Some(NotationKind::CtlPgn)).then(|| PlayedMoves::of(game));
        }
    }

    fn start<R: Rules>(&mut self, position: &R, out: &mut impl Write) -> io::Result<()> {
        self.write_title(None, out)?;
        self.before = self.before.take().map(|_| position.letters());
        self.draw(position, None, out)
    }

    fn ply<R: Rules>(&mut self, ply: Ply<R>, position: &R, out: &mut impl Write) -> io::Result<()> {
        self.write_title(Some(ply.at), out)?;
        self.draw(position, position.effect(ply.played).plain(), out)
    }
}

/// How boards are painted in a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paint {
    /// The colours.
    pub theme: Theme,
    /// Whether they have 24 bits. Otherwise they are those of the palette of 256 colours.
    pub is_true_color: bool,
    /// The block characters with which hexes are drawn.
    #[cfg(feature = "raster")]
    pub blocks: Blocks,
}

impl Paint {
    /// Returns whether pieces can be drawn. In small squares they are chess symbols, which the fonts of the Linux
    /// console lack, the terminal with only half blocks.
    pub(crate) fn draws_pieces(self) -> bool {
        #[cfg(feature = "raster")]
        return matches!(self.blocks, Blocks::Quadrants | Blocks::Sextants);
        #[cfg(not(feature = "raster"))]
        false
    }

    /// The escape sequence that ends what a painted cell begins.
    pub(super) const END: &str = "\x1b[0m";

    /// Returns the escape sequences that paint a cell, from its shade, its highlight, the side of the piece on it, and
    /// whether the piece has a ground of its own in every theme.
    pub(super) fn cell(
        self,
        (shade, highlight): (Shade, Highlight),
        side: Option<Color>,
        has_ground: bool,
    ) -> String {
        let ground = self.theme.cell_color(shade, highlight);
        let Some(side) = side else {
            return self.color(3, TerminalColor::DOT) + &self.color(4, ground);
        };
        let [own, opposite] =
            [side, !side].map(|side| side.fold_wb(TerminalColor::WHITE, TerminalColor::BLACK));
        let has_ground = has_ground || self.theme.has_piece_grounds();
        let (text, ground) = if has_ground { (opposite, own) } else { (own, ground) };
        format!("\x1b[1m{}{}", self.color(3, text), self.color(4, ground))
    }

    /// Returns the escape sequences that paint a tile of a drawn board.
    #[cfg(feature = "raster")]
    pub(super) fn tile(self, tile: Tile) -> String {
        let layers = [(3, tile.foreground), (4, tile.background)];
        let sequence =
            |(layer, rgb): (_, Option<Rgb>)| Some(self.color(layer, self.theme.terminal_color(rgb?)?));
        layers.into_iter().filter_map(sequence).collect()
    }

    /// Returns the escape sequence that sets a colour of the foreground, 3, or of the background, 4.
    fn color(self, layer: u8, color: TerminalColor) -> String {
        let TerminalColor { rgb: Rgb([red, green, blue]), indexed, .. } = color;
        if self.is_true_color {
            format!("\x1b[{layer}8;2;{red};{green};{blue}m")
        } else {
            format!("\x1b[{layer}8;5;{indexed}m")
        }
    }
}

/// The style of boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum Style {
    /// Letters and dots; in chess those of White are small
    #[default]
    Plain,
    /// Letters in a grid of lines
    Table,
    /// Chess symbols and dots
    Figurines,
    /// Pieces as large as the window allows, where the terminal can draw them; otherwise letters
    Drawn,
}
