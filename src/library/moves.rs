//! Moves of a game, and iterators over them.

use std::iter::FusedIterator;
use std::sync::Arc;
use std::time::Duration;

use shakmaty::Color;

use super::board::PackedMove;
use super::tree::{Cursor, Node, NodeId, TextPart, TextParts};
use super::{Game, Position};
use crate::format::MoveText;
use crate::message::{Language, PlyNumber};
use crate::picture::{PictureOptions, Scene};
use crate::rules::{Geometry, MoveEffect};
use crate::syntax::{Command, CommandValues, Eval, Nag, commands};

/// A move of a game, in its main line or in a variation.
#[derive(Clone, Copy, Debug)]
pub struct Move<'g> {
    game: &'g Game,
    at: usize,
}

impl<'g> Move<'g> {
    pub(super) fn new(game: &'g Game, at: usize) -> Move<'g> {
        Move { game, at }
    }

    fn node(self) -> &'g Node {
        self.game.tree.node(self.at)
    }

    fn played(self) -> PackedMove {
        // expect(): only the start has none, and no `Move` is created for it
        self.node().played.expect("the node is a move")
    }

    /// Returns the id of the move in its game.
    #[must_use]
    pub fn id(self) -> NodeId {
        NodeId(self.at)
    }

    /// Returns the move number, counted from that of the starting position and not as it is written.
    #[must_use]
    pub fn number(self) -> u32 {
        self.node().at.number
    }

    /// Returns the side that moves.
    #[must_use]
    pub fn side(self) -> Color {
        self.node().at.side
    }

    /// Returns the move number and the side.
    #[must_use]
    pub fn ply_number(self) -> PlyNumber {
        self.node().at
    }

    /// Returns the move as its notation writes it: SAN, or CTL-AN for C'escacs. [`Position::moves`] lists it so.
    #[must_use]
    pub fn san(self) -> String {
        let board = self.position_before().board;
        board.text(board.unmarked(self.played()), MoveText::default())
    }

    /// Returns the move as it is shown: as [`Move::san`] returns it, but with the mark of its file if that says how the
    /// move gives check and is true (`+^`, `++` and `+∞` of C'escacs).
    #[must_use]
    pub fn text(self) -> String {
        self.text_in(MoveText::default())
    }

    /// Returns the move as it is shown in a notation.
    pub(crate) fn text_in(self, style: MoveText) -> String {
        self.position_before().board.text(self.played(), style)
    }

    /// Returns the move in UCI, or in bare CTL-AN for C'escacs.
    #[must_use]
    pub fn uci(self) -> String {
        self.position_before().board.uci(self.played())
    }

    /// Returns the effect of the move on the board. [`Position::cell_name`] names its cells.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::rules::MoveEffect;
    ///
    /// let game = escaque::parse("1. e4 d5 2. exd5 *").next().ok_or("no game")??;
    /// let capture = game.last_move().ok_or("no move")?;
    /// let MoveEffect::Normal { to, captured: Some(captured), .. } = capture.effect() else { panic!("no capture") };
    /// assert_eq!(capture.position().cell_name(to), "d5");
    /// assert_eq!(captured.piece, escaque::rules::PieceKind::Pawn);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn effect(self) -> MoveEffect {
        self.position().board.effect(self.played())
    }

    /// Describes the move in a language.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::LanguageCode;
    ///
    /// let game = escaque::parse("1. e4 e5 2. Nf3 *").next().ok_or("no game")??;
    /// let knight = game.last_move().ok_or("no move")?;
    /// for language in [LanguageCode::En, LanguageCode::Es, LanguageCode::Ca] {
    ///     println!("{}", knight.describe(language.language()));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn describe(self, language: &Language) -> String {
        self.position().board.describe_move(self.played(), self.node().at, language)
    }

    /// Returns the position after the move. At most seven moves are replayed for it.
    #[must_use]
    pub fn position(self) -> Position {
        self.game.tree.position(self.at)
    }

    /// Returns the position before the move.
    #[must_use]
    pub fn position_before(self) -> Position {
        self.game.tree.position(self.node().parent)
    }

    /// Returns the scene of the position after the move, to be drawn on the geometry of its
    /// [diagram](Position::diagram): the move is highlighted, and the arrows and circles of its comments are
    /// marked.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use escaque::picture::{PictureOptions, Svg};
    ///
    /// // the board after the move, with its arrows
    /// let game = escaque::parse("1. e4 {[%cal Gd2d4]} *").next().ok_or("no game")??;
    /// let played = game.last_move().ok_or("no move")?;
    /// let geometry = Arc::new(played.position().diagram().geometry());
    /// let mut svg = Vec::new();
    /// Svg::default().write(&played.scene(geometry, PictureOptions::default()), &mut svg);
    /// assert!(svg.starts_with(b"<svg"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn scene(self, geometry: Arc<Geometry>, options: PictureOptions) -> Scene {
        let before = self.position_before();
        self.position().scene_after(Some(&before), &self.command_values(), geometry, options)
    }

    /// Returns the comments after the move, trimmed, with the commands in them.
    pub fn comments(self) -> impl Iterator<Item = &'g str> {
        self.node().comments().filter_map(|comment| comment.text())
    }

    /// Returns the comments before the move, which only the first move of a variation can have.
    pub fn comments_before(self) -> impl Iterator<Item = &'g str> {
        self.node().before.iter().filter_map(|comment| comment.text())
    }

    /// Returns the commands in the comments after the move, in the order of the text.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::Command;
    ///
    /// let text = "1. e4 {plan [%cal Gd2d4,Rg1f3]} *";
    /// let game = escaque::parse(text).next().ok_or("no game")??;
    /// let mut commands = game.last_move().ok_or("no move")?.commands();
    /// let Some(Command::Arrows(arrows)) = commands.next() else { panic!("no arrows") };
    /// let ends: Vec<_> = arrows.iter().map(|arrow| format!("{}-{}", arrow.from, arrow.to)).collect();
    /// assert_eq!(ends, ["d2-d4", "g1-f3"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn commands(self) -> impl Iterator<Item = Command> {
        self.comments().flat_map(commands).map(Command::read)
    }

    /// Returns the values of the commands in the comments after the move, and those in comments of engines.
    #[must_use]
    pub fn command_values(self) -> CommandValues {
        CommandValues::of(Some(self.side()), self.comments())
    }

    /// Returns the time left on the clock of the side after the move (`[%clk]`, or as an engine has it).
    #[must_use]
    pub fn clock(self) -> Option<Duration> {
        self.command_values().clock
    }

    /// Returns the time that the move took (`[%emt]`, or as an engine has it).
    #[must_use]
    pub fn elapsed(self) -> Option<Duration> {
        self.command_values().elapsed
    }

    /// Returns the evaluation of the position after the move (`[%eval]`, or as an engine has it).
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::Score;
    ///
    /// // where did the evaluation fall by more than a pawn?
    /// let text = "1. e4 {[%eval 0.2]} e5 {[%eval 0.3]} 2. Qh5 {[%eval -0.2]} Ke7 {[%eval #1]} *";
    /// let game = escaque::parse(text).next().ok_or("no game")??;
    /// let mut last = 0;
    /// for played in game.main_line() {
    ///     match played.eval().map(|eval| eval.score) {
    ///         Some(Score::Centipawns(now)) if (now - last).abs() < 100 => last = now,
    ///         Some(_) => assert_eq!(played.san(), "Ke7"),
    ///         None => println!("{} has no evaluation", played.ply_number()),
    ///     }
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn eval(self) -> Option<Eval> {
        self.command_values().eval
    }

    /// Returns the annotations (NAGs) of the move.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::Nag;
    ///
    /// let game = escaque::parse("1. f3? e5 2. g4?? Qh4# 0-1").next().ok_or("no game")??;
    /// let is_bad = |played: &escaque::Move<'_>| played.nags().iter().any(|nag| [Nag(2), Nag(4)].contains(nag));
    /// assert_eq!(game.main_line().filter(is_bad).count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn nags(self) -> &'g [Nag] {
        &self.node().nags
    }

    /// Returns whether a draw is offered with the move (CTL-PGN).
    #[must_use]
    pub fn offers_draw(self) -> bool {
        self.node().draw_offer
    }

    /// Returns the nesting depth of the move; 0 is the main line.
    #[must_use]
    pub fn depth(self) -> usize {
        self.node().depth
    }

    /// Returns whether the move is the first of a variation.
    #[must_use]
    pub fn begins_variation(self) -> bool {
        self.node().written_after.is_some()
    }

    /// Returns the label of the variation that the move begins, as in `($[1] …` (CTL-PGN).
    #[must_use]
    pub fn variation_label(self) -> Option<u32> {
        self.node().label
    }

    /// Returns the previous move, in its line or in the one that the line departs from.
    #[must_use]
    pub fn previous(self) -> Option<Move<'g>> {
        let parent = self.node().parent;
        (parent != 0).then_some(Move { at: parent, ..self })
    }

    /// Returns the next move of its line.
    #[must_use]
    pub fn next(self) -> Option<Move<'g>> {
        self.game.tree.next(self.at).map(|at| Move { at, ..self })
    }

    /// Returns the rest of the line, beginning with the move itself.
    ///
    /// # Examples
    ///
    /// ```
    /// let game = escaque::parse("1. e4 e5 (1... c5 2. Nf3 d6) 2. d4 *").next().ok_or("no game")??;
    /// let first = game.moves().find(|played| played.begins_variation()).ok_or("no variation")?;
    /// let line: Vec<_> = first.line().map(|played| played.san()).collect();
    /// assert_eq!(line, ["c5", "Nf3", "d6"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn line(self) -> Line<'g> {
        Line { next: Some(self) }
    }

    /// Returns all next moves: that of the same line first, then the first moves of variations.
    ///
    /// # Examples
    ///
    /// ```
    /// // a question of a trainer: what may be played here?
    /// let game = escaque::parse("1. e4 e5 (1... c5) (1... e6) *").next().ok_or("no game")??;
    /// let book: Vec<_> = game.first_move().ok_or("no move")?.choices().map(|answer| answer.san()).collect();
    /// assert!(book.iter().any(|answer| answer == "c5"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn choices(self) -> impl Iterator<Item = Move<'g>> {
        self.node().children.iter().map(move |&at| Move { at, ..self })
    }

    /// Returns the alternatives to the move: the first moves of variations and, if the move is
    /// itself one of them, the move that they replace.
    pub fn alternatives(self) -> impl Iterator<Item = Move<'g>> {
        let siblings = &self.game.tree.node(self.node().parent).children;
        siblings.iter().filter(move |&&at| at != self.at).map(move |&at| Move { at, ..self })
    }
}

/// Two moves are equal if they are the same node of the same game.
impl PartialEq for Move<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.game, other.game) && self.at == other.at
    }
}

impl Eq for Move<'_> {}

/// The moves of a line, one after another.
#[derive(Clone, Debug)]
pub struct Line<'g> {
    pub(super) next: Option<Move<'g>>,
}

impl<'g> Iterator for Line<'g> {
    type Item = Move<'g>;

    fn next(&mut self) -> Option<Move<'g>> {
        let here = self.next?;
        self.next = here.next();
        Some(here)
    }
}

impl FusedIterator for Line<'_> {}

/// The moves of a game, variations included, in the order in which they are written.
#[derive(Clone, Debug)]
pub struct Moves<'g> {
    game: &'g Game,
    parts: TextParts<'g>,
}

impl<'g> Moves<'g> {
    pub(super) fn of(game: &'g Game) -> Moves<'g> {
        Moves { game, parts: game.tree.parts() }
    }
}

impl<'g> Iterator for Moves<'g> {
    type Item = Move<'g>;

    fn next(&mut self) -> Option<Move<'g>> {
        self.parts.find_map(|part| match part {
            TextPart::Move(at) => Some(Move { game: self.game, at }),
            TextPart::Comment(_) | TextPart::Nag(_) | TextPart::Open(_) | TextPart::Close => None,
        })
    }
}

/// Moves, each with the position after it.
#[derive(Clone, Debug)]
pub struct Walk<'g, I> {
    moves: I,
    cursor: Cursor<'g>,
}

impl<'g, I> Walk<'g, I> {
    pub(super) fn new(game: &'g Game, moves: I) -> Walk<'g, I> {
        Walk { moves, cursor: game.tree.cursor() }
    }
}

impl<'g, I: Iterator<Item = Move<'g>>> Iterator for Walk<'g, I> {
    type Item = (Move<'g>, Position);

    fn next(&mut self) -> Option<(Move<'g>, Position)> {
        let here = self.moves.next()?;
        Some((here, self.cursor.after(here.at).clone()))
    }
}
