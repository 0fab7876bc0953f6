//! The list of moves: the main line in two columns, comments under their moves,
//! variations indented.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use shakmaty::Color;

use super::put;
use crate::app::viewer::record::Record;
use crate::app::viewer::theme::Texts;
use crate::app::viewer::tree::{Node, START};

/// What a piece of text in the list is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The move of a node of the main line.
    Main(usize),
    /// The move of a node of a variation.
    Beside(usize),
    Number,
    Comment,
    Error,
}

#[derive(Debug)]
struct Piece {
    column: usize,
    text: String,
    kind: Kind,
}

/// The list, broken into rows for a width.
#[derive(Debug)]
pub struct MoveList {
    width: usize,
    rows: Vec<Vec<Piece>>,
    /// The row of each node.
    row_of: Vec<usize>,
}

impl MoveList {
    /// Lays a tree out. Nodes come in the order of the file, so that variations need
    /// no recursion. Behind them stands the result, or what is wrong with the next move.
    #[must_use]
    pub fn of(record: &Record, width: usize) -> MoveList {
        let tree = &record.tree;
        let mut layout = Layout {
            list: MoveList { width, rows: vec![Vec::new()], row_of: vec![0; tree.count()] },
            depth: 0,
            column: 0,
            place: Where::LineStart,
        };
        for text in &tree.node(START).comments {
            layout.comment(text);
        }
        for (number, node) in tree.moves() {
            layout.node(number, node);
        }
        layout.close_to(0);
        layout.new_row();
        match &record.error {
            Some(error) => layout.words(error, Kind::Error),
            None => layout.put(record.facts.result, Kind::Number),
        }
        layout.list
    }

    /// Tells whether the list was laid out for a width.
    #[must_use]
    pub fn fits(&self, width: usize) -> bool {
        self.width == width
    }

    /// Draws the part of the list in which a node is, that one marked.
    pub fn draw(&self, current: usize, texts: Texts, area: Rect, buffer: &mut Buffer) {
        let height = usize::from(area.height);
        let row = self.row_of.get(current).copied().unwrap_or(0);
        let top = row.saturating_sub(height / 2).min(self.rows.len().saturating_sub(height));
        for (row, y) in self.rows.iter().skip(top).zip(area.y..area.bottom()) {
            for piece in row {
                let style = match piece.kind {
                    Kind::Main(number) | Kind::Beside(number) if number == current => texts.cursor(),
                    Kind::Main(_) => texts.strong(),
                    Kind::Beside(_) => ratatui::style::Style::new(),
                    Kind::Number => texts.faint(),
                    Kind::Comment => texts.comment(),
                    Kind::Error => texts.error(),
                };
                // a column is less than the width, which is one of the terminal
                let x = area.x + u16::try_from(piece.column).unwrap_or(u16::MAX);
                let width = area.right().saturating_sub(x);
                put(buffer, (x, y), Line::styled(&piece.text[..], style), width);
            }
        }
    }
}

/// Returns how many columns a text takes.
fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// Where in its line the next move stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Where {
    /// At the beginning, or behind something that broke the line.
    LineStart,
    /// Behind a move.
    BehindMove,
}

/// A list that is being laid out.
struct Layout {
    list: MoveList,
    /// How many variations the last node was in.
    depth: usize,
    column: usize,
    place: Where,
}

impl Layout {
    /// The columns that each variation is indented by.
    const INDENT: usize = 2;

    /// The columns of a move number of the main line, with the space behind it.
    const NUMBER: usize = 5;

    /// The columns of a move of the main line where there is more room than it takes.
    const WIDEST_MOVE: usize = 14;

    fn node(&mut self, number: usize, node: &Node) {
        let outer = node.depth - usize::from(node.opens);
        self.close_to(outer);
        if node.opens {
            self.depth = node.depth;
            self.new_row();
            self.put("(", Kind::Number);
            self.column -= 1;
            for text in &node.before {
                self.words(text, Kind::Comment);
            }
        }
        if node.depth == 0 {
            self.main_move(number, node);
        } else {
            self.side_move(number, node);
        }
        self.place = Where::BehindMove;
        for text in &node.comments {
            self.comment(text);
        }
    }

    /// Closes the variations that are deeper than a depth.
    fn close_to(&mut self, depth: usize) {
        while self.depth > depth {
            self.column = self.column.saturating_sub(1);
            self.put(")", Kind::Number);
            self.depth -= 1;
            self.place = Where::LineStart;
            if self.depth == depth {
                self.new_row();
            }
        }
    }

    fn main_move(&mut self, number: usize, node: &Node) {
        let half = (self.list.width.saturating_sub(Layout::NUMBER) / 2).min(Layout::WIDEST_MOVE);
        let begins = node.at.side == Color::White || self.place == Where::LineStart;
        if begins {
            self.new_row();
            self.put(&format!("{}.", node.at.number), Kind::Number);
        }
        let column = match node.at.side {
            Color::White => Layout::NUMBER,
            Color::Black => {
                if begins {
                    self.column = Layout::NUMBER;
                    self.put("…", Kind::Number);
                }
                Layout::NUMBER + half
            }
        };
        self.column = self.column.max(column);
        self.note(number);
        self.put(&node.text, Kind::Main(number));
        self.note(number);
    }

    fn side_move(&mut self, number: usize, node: &Node) {
        let text = match (node.at.side, self.place, node.opens) {
            (Color::White, _, _) => Some(format!("{}.", node.at.number)),
            (Color::Black, Where::BehindMove, false) => None,
            (Color::Black, _, _) => Some(format!("{}…", node.at.number)),
        };
        let needed = text.as_ref().map_or(0, |text| width(text) + 1) + width(&node.text);
        self.make_room(needed);
        if let Some(text) = text {
            self.put(&text, Kind::Number);
        }
        self.put(&node.text, Kind::Beside(number));
        self.note(number);
    }

    fn note(&mut self, number: usize) {
        self.list.row_of[number] = self.list.rows.len() - 1;
    }

    /// Writes a comment: on rows of its own in the main line, in the line otherwise.
    fn comment(&mut self, text: &str) {
        if self.depth == 0 {
            self.new_row();
            self.column = Layout::INDENT;
        }
        self.words(text, Kind::Comment);
        if self.depth == 0 {
            self.new_row();
            self.place = Where::LineStart;
        }
    }

    fn words(&mut self, text: &str, kind: Kind) {
        for word in text.split(' ') {
            let mut word = word;
            while width(word) > self.list.width.saturating_sub(self.indent()).max(1) {
                let cut = self.cut(word);
                self.make_room(width(cut));
                self.put(cut, kind);
                word = &word[cut.len()..];
            }
            self.make_room(width(word));
            self.put(word, kind);
        }
        self.place = Where::LineStart;
    }

    /// Cuts off as much of a word as fits a row.
    fn cut<'w>(&self, word: &'w str) -> &'w str {
        let room = self.list.width.saturating_sub(self.indent()).max(1);
        let fits = |end: &usize| width(&word[..*end]) <= room;
        let ends = word.char_indices().map(|(at, c)| at + c.len_utf8());
        let most = ends.clone().take_while(fits).last();
        &word[..most.or_else(|| ends.clone().next()).unwrap_or(word.len())]
    }

    /// Returns where rows begin. Deep variations are indented no further than a
    /// third of the list.
    fn indent(&self) -> usize {
        let least = if self.depth == 0 { Layout::INDENT } else { 0 };
        (self.depth * Layout::INDENT).max(least).min(self.list.width / 3)
    }

    fn make_room(&mut self, width: usize) {
        // the bracket that closes a variation has its place
        if self.column + width + usize::from(self.depth > 0) > self.list.width {
            self.new_row();
            self.column = self.indent();
        }
    }

    fn new_row(&mut self) {
        if self.list.rows.last().is_some_and(|row| !row.is_empty()) {
            self.list.rows.push(Vec::new());
        }
        self.column = if self.depth == 0 { 0 } else { self.indent() };
    }

    fn put(&mut self, text: &str, kind: Kind) {
        if self.column + width(text) > self.list.width && self.column > self.indent() {
            self.list.rows.push(Vec::new());
            self.column = if self.depth == 0 { Layout::NUMBER } else { self.indent() };
        }
        let piece = Piece { column: self.column, text: text.to_owned(), kind };
        self.column += width(text) + 1;
        if let Some(row) = self.list.rows.last_mut() {
            row.push(piece);
        }
    }
}
