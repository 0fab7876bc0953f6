//! A position whose rules are known only at run time.
//!
//! It is a trait object, because an enum would repeat the list of boards in
//! [`with_rules!`](crate::rules::with_rules).

use std::any::Any;

use super::error::PlayError;
use super::export;
use crate::format::{MoveText, speech};
use crate::message::{Language, PlyNumber};
use crate::rules::{AnyPosition, MoveEffect, Rules};
use crate::syntax::{Game, Games, Node};
use crate::text::Source;

/// A move of some rules as four bytes.
pub(super) type PackedMove = [u8; 4];

/// The methods of [`Rules`] that need the type of a move or of a notation, with a [`PackedMove`] in place of the former.
pub(super) trait Board: AnyPosition + Any {
    fn boxed(&self) -> Box<dyn Board>;
    fn describe(&self, language: &Language) -> String;
    /// Describes the move that led to this position; `at` is its number and side.
    fn describe_move(&self, played: PackedMove, at: PlyNumber, language: &Language) -> String;
    /// Returns the effect of the move that led to this position.
    fn effect(&self, played: PackedMove) -> MoveEffect;
    fn resolve(&self, written: &str) -> Result<PackedMove, PlayError>;
    fn legal_moves(&self) -> Vec<PackedMove>;
    fn play(&mut self, played: PackedMove);
    fn unmarked(&self, played: PackedMove) -> PackedMove;
    fn text(&self, played: PackedMove, style: MoveText) -> String;
    fn uci(&self, played: PackedMove) -> String;
    /// Writes a game that begins with the position.
    fn text_of(&self, game: &super::Game) -> String;
}

impl<R: Rules> Board for R {
    fn boxed(&self) -> Box<dyn Board> {
        Box::new(self.clone())
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

    fn text(&self, played: PackedMove, style: MoveText) -> String {
        style.to_text(self, unpack::<R>(played))
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
    // after a number, `0-0` is castling; alone, it would be the result of a game without moves
    let source = Source::new("move", format!("1. {written}").into_bytes());
    let mut games = Games::<R::Notation>::new(&source);
    let game: Game<'_, R::Notation> = games.next()?.ok()?;
    let is_bare = game.tags.is_empty() && game.result.is_none() && games.next().is_none();
    let mut moves = game.movetext.iter().filter(|element| !matches!(element.node, Node::MoveNumber(_)));
    match (moves.next()?.node, moves.next()) {
        (Node::Move(only), None) if is_bare => Some(only),
        _ => None,
    }
}
