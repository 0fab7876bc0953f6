//! Draws the move list: the main line in two columns, comments below their moves, and
//! variations indented.

use std::collections::HashMap;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use shakmaty::Color;

use super::text::{put, small, wrapped};
use super::{Place, Places};
use crate::app::viewer::evaluation::judgement;
use crate::app::viewer::listing::Column;
use crate::app::viewer::loaded_game::LoadedGame;
use crate::app::viewer::theme::TextStyles;
use crate::app::viewer::tree::{Node, START};
use crate::library::Move;
use crate::message::Language;
use crate::picture::TextColor;
use crate::syntax::Nag;

/// A run of text in one style.
#[derive(Debug)]
struct TextRun {
    column: usize,
    text: Span<'static>,
    /// The node, if the text is a move.
    node: Option<usize>,
}

/// The move list of a game, laid out for a width.
#[derive(Debug)]
pub struct MoveList {
    width: usize,
    /// The number of columns of rows: several, if the game is only a main line.
    columns: usize,
    rows: Vec<Vec<TextRun>>,
    /// The rows that continue a long comment, each with its node and its number in the comment. Of comments on other
    /// moves than the current one only some are shown if there is no room for all, so that moves stay in sight.
    rest: HashMap<usize, [usize; 2]>,
    /// The row of each node's move, and the last row of its comments or of the error after it.
    rows_of: Vec<[usize; 2]>,
    /// The last row of the error, if the game has one.
    end_of_error: Option<usize>,
}

impl MoveList {
    /// Lays out the moves of a game, perhaps without its comments, and, after them, its result or its error. The nodes
    /// come in the order of the file, so variations of any depth need no recursion.
    pub fn of(game: &LoadedGame, width: usize, hides_comments: bool, texts: TextStyles) -> MoveList {
        let tree = &game.tree;
        let without = Node::default();
        let node = |number| if hides_comments { &without } else { &tree.nodes[number] };
        let is_plain = (0..tree.nodes.len()).all(|number| {
            !node(number).has_comments() && tree.played(number).is_none_or(|played| played.depth() == 0)
        });
        let columns = if is_plain { (width / Layout::MAX_WIDTH).clamp(1, 3) } else { 1 };
        let mut layout = Layout {
            list: MoveList {
                width: width / columns,
                columns,
                rows: vec![Vec::new()],
                rest: HashMap::new(),
                rows_of: vec![[0, 0]; tree.nodes.len()],
                end_of_error: None,
            },
            texts,
            depth: 0,
            column: 0,
            follows_move: false,
        };
        layout.comments(START, node(START).divided_comments().0);
        for played in tree.game.moves() {
            let number = played.id().index();
            layout.played(played, &tree.nodes[number].text, node(number), judgement(tree, number));
        }
        layout.close_to(0);
        layout.new_row();
        let last = tree.line_on(START).last().unwrap_or(START);
        match &game.error {
            Some(error) => {
                layout.words(error, texts.error());
                // the error is shown with the last moves, as their comments are
                let end = layout.list.rows.len() - 1;
                layout.list.end_of_error = Some(end);
                for last in [last, tree.nodes.len() - 1] {
                    layout.list.rows_of[last][1] = end;
                }
            }
            None => layout.put(game.tags.get(Column::Result), texts.faint()),
        }
        if let (_, after_result @ [_, ..]) = node(last).divided_comments() {
            layout.comments(last, after_result);
            layout.list.rows.pop();
        }
        layout.list
    }

    /// Returns the number of rows of a comment on another move than the current one that are shown: as many as leave
    /// room for all of the list in `height` rows, or else the least.
    fn rows_of_comment(&self, current: usize, height: usize) -> usize {
        let fits = |most: &usize| {
            let cut = self.rest.values().filter(|[node, at]| *node != current && at >= most);
            self.rows.len() - cut.count() <= height * self.columns
        };
        let halved = std::iter::successors(Some(self.rows.len()), |most| Some(most / 2));
        let more = halved.take_while(|most| *most > Layout::ROWS_OF_COMMENT);
        more.into_iter().find(fits).unwrap_or(Layout::ROWS_OF_COMMENT)
    }

    /// Returns whether a row is cut from a comment on another move than the current one, of which so many are shown.
    fn is_cut(&self, row: usize, current: usize, most: usize) -> bool {
        self.rest.get(&row).is_some_and(|[node, at]| *node != current && *at >= most)
    }

    /// Returns the rows that the list has in `height` rows of the window around a node, with so many of the comments on
    /// others, and whether they end before the node's comments.
    fn visible(&self, current: usize, height: usize, most: usize) -> (Vec<usize>, bool) {
        let rows: Vec<_> = (0..self.rows.len()).filter(|row| !self.is_cut(*row, current, most)).collect();
        let of_node = self.rows_of.get(current).copied().unwrap_or_default();
        let [row, end] = of_node.map(|row| rows.partition_point(|shown| *shown < row));
        let count = height * self.columns;
        let shows_end = (end + 1).saturating_sub(count).min(row);
        let centred = row.saturating_sub(count / 2).max(shows_end);
        let top = centred.min(rows.len().saturating_sub(count));
        let is_cut = height > 1 && end >= top + count;
        let shown = if is_cut { count - 1 } else { count };
        (rows.into_iter().skip(top).take(shown).collect(), is_cut)
    }

    /// Draws the part of the list around the current node, with all of its comments if they fit. If
    /// they do not fit, the key that shows them takes the place of the rest. Returns where moves stand.
    pub fn draw(
        &self,
        current: usize,
        language: &Language,
        texts: TextStyles,
        area: Rect,
        buffer: &mut Buffer,
    ) -> Places {
        let height = usize::from(area.height);
        let mut places = Places::new();
        let most = self.rows_of_comment(current, height);
        let (rows, is_cut) = self.visible(current, height, most);
        if is_cut {
            let end = self.rows_of[current][1];
            let is_error = self.end_of_error == Some(end);
            let more = if is_error { language.viewer.more_on_game } else { language.viewer.more };
            put(buffer, (area.x, area.bottom() - 1), Line::styled(more, texts.strong()), area.width);
        }
        for (at, row) in rows.into_iter().enumerate() {
            let left = area.x + small(at / height * self.width);
            let y = area.y + small(at % height);
            for TextRun { column, text, node } in &self.rows[row] {
                let x = left + small(*column);
                let room = area.right().saturating_sub(x);
                let is_current = *node == Some(current);
                let style = if is_current { texts.cursor() } else { Style::new() };
                put(buffer, (x, y), text.clone().patch_style(style).into(), room);
                if let Some(node) = node {
                    let width = small(text.width()).min(room);
                    places.push((Rect { x, y, width, height: 1 }, Place::Move(*node)));
                }
            }
            if self.is_cut(row + 1, current, most) {
                let end = self.rows[row].last().map_or(0, |run| run.column + run.text.width());
                let end = end.min(self.width.saturating_sub(1));
                put(buffer, (left + small(end), y), Line::styled("…", texts.comment()), 1);
            }
        }
        places
    }
}

/// Returns the style of a move with an annotation that judges it. The colour adds no information to the sign after
/// the move.
pub(super) fn of_judgement(nag: Option<Nag>, texts: TextStyles) -> Style {
    let color = nag.and_then(Nag::sign).and_then(TextColor::of_judgement);
    color.map_or(Style::new(), |color| texts.colored(color))
}

/// Returns the width of a text in columns.
fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// A move list while it is laid out.
struct Layout {
    list: MoveList,
    texts: TextStyles,
    /// The number of open variations.
    depth: usize,
    /// The column where the next run begins.
    column: usize,
    /// Whether the last run was a move. A move of Black after a move does not need a number, unless
    /// it begins a variation.
    follows_move: bool,
}

impl Layout {
    /// The indentation of each level of variations, in columns.
    const INDENT: usize = 2;

    /// The width of a move number of the main line and the space after it.
    const NUMBER_WIDTH: usize = 5;

    /// The maximum width of a column of moves of the main line.
    const MAX_MOVE_WIDTH: usize = 14;

    /// The width of a row of the main line, with a space after it.
    const MAX_WIDTH: usize = Layout::NUMBER_WIDTH + 2 * Layout::MAX_MOVE_WIDTH + 1;

    /// The number of rows of a comment on another move than the current one.
    const ROWS_OF_COMMENT: usize = 2;

    fn played(&mut self, played: Move<'_>, text: &str, node: &Node, judgement: Option<Nag>) {
        let opens = played.begins_variation();
        self.close_to(played.depth() - usize::from(opens));
        if opens {
            self.depth = played.depth();
            self.new_row();
            self.put("(", self.texts.faint());
            self.column -= 1;
            if let Some(label) = played.variation_label() {
                self.put(&format!("[{label}]"), self.texts.faint());
            }
            for text in &node.before {
                self.words(text, self.texts.comment());
            }
        }
        if played.depth() == 0 {
            self.main_move(played, text, judgement);
        } else {
            self.variation_move(played, text, judgement);
        }
        self.follows_move = true;
        self.comments(played.id().index(), node.divided_comments().0);
    }

    fn comments(&mut self, number: usize, texts: &[String]) {
        for text in texts {
            self.comment(number, text);
        }
        // a comment of the main line has begun another row, which is still empty
        let rows = self.list.rows.len() - usize::from(self.list.rows.last().is_some_and(Vec::is_empty));
        self.list.rows_of[number][1] = rows.saturating_sub(1);
    }

    /// Closes variations until `depth` of them are open.
    fn close_to(&mut self, depth: usize) {
        while self.depth > depth {
            self.column = self.column.saturating_sub(1);
            self.put(")", self.texts.faint());
            self.depth -= 1;
            self.follows_move = false;
            if self.depth == depth {
                self.new_row();
            }
        }
    }

    fn main_move(&mut self, played: Move<'_>, text: &str, judgement: Option<Nag>) {
        let number = played.id().index();
        let half = (self.list.width.saturating_sub(Layout::NUMBER_WIDTH) / 2).min(Layout::MAX_MOVE_WIDTH);
        let begins = played.side() == Color::White || !self.follows_move;
        if begins {
            self.new_row();
            self.put(&format!("{}.", played.number()), self.texts.faint());
        }
        let column = match played.side() {
            Color::White => Layout::NUMBER_WIDTH,
            Color::Black => {
                if begins {
                    self.column = Layout::NUMBER_WIDTH;
                    self.put("…", self.texts.faint());
                }
                Layout::NUMBER_WIDTH + half
            }
        };
        self.column = self.column.max(column);
        self.put_move(number, text, self.texts.strong().patch(of_judgement(judgement, self.texts)));
    }

    fn variation_move(&mut self, played: Move<'_>, text: &str, judgement: Option<Nag>) {
        let number = match (played.side(), self.follows_move, played.begins_variation()) {
            (Color::White, _, _) => Some(format!("{}.", played.number())),
            (Color::Black, true, false) => None,
            (Color::Black, _, _) => Some(format!("{}…", played.number())),
        };
        self.make_room(number.as_ref().map_or(0, |number| width(number) + 1) + width(text));
        if let Some(number) = number {
            self.put(&number, self.texts.faint());
        }
        self.put_move(played.id().index(), text, of_judgement(judgement, self.texts));
    }

    fn put_move(&mut self, node: usize, text: &str, style: Style) {
        self.put(text, style);
        if let Some(run) = self.list.rows.last_mut().and_then(|row| row.last_mut()) {
            run.node = Some(node);
        }
        self.list.rows_of[node][0] = self.list.rows.len() - 1;
    }

    /// Adds a comment: on rows of its own in the main line, inline in a variation.
    fn comment(&mut self, number: usize, text: &str) {
        if self.depth == 0 {
            self.new_row();
            self.column = Layout::INDENT;
        }
        let first = self.list.rows.len() - 1;
        self.words(text, self.texts.comment());
        if self.depth == 0 {
            let rest = first + Layout::ROWS_OF_COMMENT..self.list.rows.len();
            self.list.rest.extend(rest.map(|row| (row, [number, row - first])));
            self.new_row();
            self.follows_move = false;
        }
    }

    fn words(&mut self, text: &str, style: Style) {
        let room = self.list.width.saturating_sub(self.indent());
        for part in text.split(' ').flat_map(|word| wrapped(word, small(room))) {
            self.make_room(width(&part));
            self.put(&part, style);
        }
        self.follows_move = false;
    }

    /// Returns the column where rows begin: at most a third of the width, so that deep
    /// variations keep some room.
    fn indent(&self) -> usize {
        let least = if self.depth == 0 { Layout::INDENT } else { 0 };
        (self.depth * Layout::INDENT).max(least).min(self.list.width / 3)
    }

    fn make_room(&mut self, width: usize) {
        // room is left for the closing brackets of variations, of which more seldom stand together
        if self.column + width + self.depth.min(3) > self.list.width {
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

    fn put(&mut self, text: &str, style: Style) {
        if self.column + width(text) > self.list.width && self.column > self.indent() {
            self.list.rows.push(Vec::new());
            self.column = if self.depth == 0 { Layout::NUMBER_WIDTH } else { self.indent() };
        }
        let run = TextRun { column: self.column, text: Span::styled(text.to_owned(), style), node: None };
        self.column += width(text) + 1;
        if let Some(row) = self.list.rows.last_mut() {
            row.push(run);
        }
    }
}
