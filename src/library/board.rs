//! A position whose rules are known only at run time.
//!
//! It is a trait object, because an enum would repeat the list of boards in
//! [`with_rules!`](crate::rules::with_rules).

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use shakmaty::Color;

use super::error::PlayError;
use super::export;
use crate::format::{Style, board_text, speech};
use crate::message::{ENGLISH, Language, PlyNumber};
use crate::picture::{Marks, PictureOptions, Scene, letters};
use crate::rules::{Diagram, Draw, Geometry, MoveEffect, Opening, PieceSymbol, Rules, Status};
use crate::syntax::{CommandValues, Game, Games, Node, Outcome};
use crate::text::Source;

/// A move of some rules as four bytes.
pub(super) type PackedMove = [u8; 4];

/// The methods of [`Rules`], with a [`PackedMove`] in place of the type of a move.
pub(super) trait Board: Any + fmt::Debug + Send + Sync {
    fn boxed(&self) -> Box<dyn Board>;
    fn rules(&self) -> &'static str;
    fn fen(&self) -> String;
    fn ply_number(&self) -> PlyNumber;
    fn status(&self) -> Status;
    fn outcome(&self) -> Option<Outcome>;
    fn opening(&self) -> Option<Opening>;
    fn key(&self) -> u64;
    /// Returns the rule by which the position is drawn, given the keys of those before it, the latest first.
    fn draw(&self, earlier: &mut dyn Iterator<Item = u64>) -> Option<Draw>;
    fn diagram(&self) -> &'static Diagram;
    fn cell_name(&self, cell: usize) -> String;
    /// Returns the letter of the piece on each cell, 0 for an empty cell.
    fn letters(&self) -> Vec<u8>;
    fn king_in_check(&self) -> Option<usize>;
    fn in_hand(&self, side: Color) -> Option<Vec<PieceSymbol>>;
    fn checks_given(&self, side: Color) -> Option<u32>;
    fn text(&self, style: Style) -> String;
    /// Returns the scene of the position with the marks of comments and, if it is given, with the move that
    /// led to it from `before`, a position under the same rules.
    fn scene(
        &self,
        before: Option<&dyn Board>,
        values: &CommandValues,
        geometry: Arc<Geometry>,
        options: PictureOptions,
    ) -> Scene;
    fn describe(&self, language: &Language) -> String;
    /// Describes the move that led to this position; `at` is its number and side.
    fn describe_move(&self, played: PackedMove, at: PlyNumber, language: &Language) -> String;
    /// Returns the effect of the move that led to this position.
    fn effect(&self, played: PackedMove) -> MoveEffect;
    fn resolve(&self, written: &str) -> Result<PackedMove, PlayError>;
    fn legal_moves(&self) -> Vec<PackedMove>;
    fn play(&mut self, played: PackedMove);
    fn unmarked(&self, played: PackedMove) -> PackedMove;
    fn san(&self, played: PackedMove) -> String;
    fn uci(&self, played: PackedMove) -> String;
    /// Writes a game that begins with the position.
    fn text_of(&self, game: &super::Game) -> String;
}

impl<R: Rules> Board for R {
    fn boxed(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }

    fn rules(&self) -> &'static str {
        Rules::name(self)
    }

    fn fen(&self) -> String {
        Rules::fen(self)
    }

    fn ply_number(&self) -> PlyNumber {
        Rules::ply_number(self)
    }

    fn status(&self) -> Status {
        Rules::status(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        Rules::outcome(self)
    }

    fn opening(&self) -> Option<Opening> {
        Opening::of(self)
    }

    fn key(&self) -> u64 {
        Rules::key(self)
    }

    fn draw(&self, earlier: &mut dyn Iterator<Item = u64>) -> Option<Draw> {
        let key = Rules::key(self);
        Draw::of(self, earlier.map(|earlier| earlier == key))
    }

    fn diagram(&self) -> &'static Diagram {
        R::diagram()
    }

    fn cell_name(&self, cell: usize) -> String {
        R::cell_name(cell)
    }

    fn letters(&self) -> Vec<u8> {
        letters(self)
    }

    fn king_in_check(&self) -> Option<usize> {
        Rules::king_in_check(self)
    }

    fn in_hand(&self, side: Color) -> Option<Vec<PieceSymbol>> {
        Rules::in_hand(self, side)
    }

    fn checks_given(&self, side: Color) -> Option<u32> {
        Rules::checks_given(self, side)
    }

    fn text(&self, style: Style) -> String {
        board_text(self, style, &ENGLISH)
    }

    fn scene(
        &self,
        before: Option<&dyn Board>,
        values: &CommandValues,
        geometry: Arc<Geometry>,
        options: PictureOptions,
    ) -> Scene {
        let before = before.and_then(|before| (before as &dyn Any).downcast_ref());
        Scene { marks: Marks::of::<R>(values), ..Scene::new(geometry, self, before, options) }
    }

    fn describe(&self, language: &Language) -> String {
        speech::position(self, language)
    }

    fn describe_move(&self, played: PackedMove, at: PlyNumber, language: &Language) -> String {
        speech::last_move(at, unpack::<R>(played), self, language)
    }

    fn effect(&self, played: PackedMove) -> MoveEffect {
        Rules::effect(self, unpack::<R>(played))
    }

    fn resolve(&self, written: &str) -> Result<PackedMove, PlayError> {
        let read =
            only_move::<R>(written).ok_or_else(|| PlayError::NotAMove { written: written.to_owned() })?;
        Rules::resolve(self, &read).map(Into::into).map_err(|error| error.guessed(self, &read).into())
    }

    fn legal_moves(&self) -> Vec<PackedMove> {
        Rules::legal_moves(self).into_iter().map(Into::into).collect()
    }

    fn play(&mut self, played: PackedMove) {
        Rules::play(self, unpack::<R>(played));
    }

    fn unmarked(&self, played: PackedMove) -> PackedMove {
        R::unmarked(unpack::<R>(played)).into()
    }

    fn san(&self, played: PackedMove) -> String {
        self.to_san(unpack::<R>(played))
    }

    fn uci(&self, played: PackedMove) -> String {
        self.to_uci(unpack::<R>(played))
    }

    fn text_of(&self, game: &super::Game) -> String {
        export::text_of(self, game)
    }
}

fn unpack<R: Rules>(played: PackedMove) -> R::Move {
    let unpacked = R::Move::try_from(played);
    // expect(): the bytes were made from a move under the same rules, because a game has one set of rules
    unpacked.ok().expect("the move is one of this board")
}

/// Reads a text of one move, with or without a move number before it.
fn only_move<R: Rules>(written: &str) -> Option<R::Notation> {
    let source = Source::new("move", written.as_bytes().to_vec());
    let mut games = Games::<R::Notation>::new(&source);
    let game: Game<'_, R::Notation> = games.next()?.ok()?;
    let is_bare = game.tags.is_empty() && game.result.is_none() && games.next().is_none();
    let mut moves = game.movetext.iter().filter(|element| !matches!(element.node, Node::MoveNumber(_)));
    match (moves.next()?.node, moves.next()) {
        (Node::Move(only), None) if is_bare => Some(only),
        _ => None,
    }
}
