//! The positions of a game's main line one after another, for formats that draw them.

use std::io;
use std::mem;
use std::ptr;
use std::sync::Arc;

use super::{Context, FormatError, Item, speech};
use crate::message::{Language, PlyNumber};
use crate::picture::{Marks, PictureOptions, Scene};
use crate::rules::{Diagram, Geometry, Replay, Rules, Step};
use crate::syntax::{CommandValues, Game, Node, Notation, is_unknown};

/// A position of the main line, and what led to it.
#[derive(Clone, Debug)]
pub(super) struct Shown<R: Rules> {
    /// The number of plies before it.
    pub(super) plies: usize,
    /// The last move.
    pub(super) played: Option<Played<R>>,
    pub(super) position: R,
    /// The comments on it.
    comments: Vec<String>,
}

/// A move, and the position before it.
#[derive(Clone, Debug)]
pub(super) struct Played<R: Rules> {
    pub(super) at: PlyNumber,
    pub(super) resolved: R::Move,
    pub(super) before: R,
}

impl<R: Rules> Shown<R> {
    /// Returns the values of the commands in the comments.
    pub(super) fn values(&self) -> CommandValues {
        CommandValues::of(self.comments.iter().map(String::as_str))
    }

    /// Describes the last move in words, or names the starting position.
    fn title(&self, language: &Language) -> String {
        match &self.played {
            Some(played) => speech::last_move(played.at, played.resolved, &self.position, language),
            None => language.initial_position.to_owned(),
        }
    }
}

impl<R: Rules> Played<R> {
    /// Writes the move in SAN or CTL-AN.
    pub(super) fn san(&self) -> String {
        self.before.to_san(self.resolved)
    }
}

/// Calls `show` for each position of the main line, the last one with `true`.
pub(super) fn for_each_position<R: Rules>(
    game: &Game<'_, R::Notation>,
    context: &Context<'_, R::Move>,
    mut show: impl FnMut(&Shown<R>, bool) -> io::Result<()>,
) -> Result<(), FormatError> {
    let start = R::set_up(game)?.position;
    let mut shown = Shown { plies: 0, played: None, position: start.clone(), comments: Vec::new() };
    let replay = Replay::main_line(game, start).with_illegal(context.illegal);
    let mut replay = replay.with_resolved(context.played);
    while let Some(step) = replay.step()? {
        match step {
            Step::Ply(ply) => {
                show(&shown, false)?;
                let played = Played { at: ply.at, resolved: ply.resolved, before: shown.position };
                shown = Shown {
                    plies: shown.plies + 1,
                    played: Some(played),
                    position: replay.position().clone(),
                    comments: Vec::new(),
                };
            }
            Step::Other(element) => {
                if let Node::Comment(_) = element.node
                    && let Some(comment) = game.comment(element)
                {
                    shown.comments.push(comment.text.decode().into_owned());
                }
            }
        }
    }
    Ok(show(&shown, true)?)
}

/// The names of the players; empty where they are unknown.
#[derive(Clone, Debug, Default)]
pub(super) struct Players {
    pub(super) white: String,
    pub(super) black: String,
}

impl Players {
    pub(super) fn of<N: Notation>(game: &Game<'_, N>) -> Players {
        let name = |tag| game.tag_value(tag).filter(|name| !is_unknown(name)).unwrap_or_default();
        Players { white: name("White").into_owned(), black: name("Black").into_owned() }
    }

    /// Puts the players before the caption of a scene.
    pub(super) fn caption(&self, scene: &mut Scene) {
        let names = [&*self.white, &self.black].into_iter().filter(|name| !name.is_empty());
        let names = names.collect::<Vec<_>>().join(" – ");
        let parts = [names, mem::take(&mut scene.caption)].into_iter().filter(|part| !part.is_empty());
        scene.caption = parts.collect::<Vec<_>>().join(" · ");
    }

    /// Returns what names the whole game.
    pub(super) fn item(&self) -> Item {
        Item { white: self.white.clone(), black: self.black.clone(), ply: None }
    }
}

/// A maker of scenes.
#[derive(Clone, Debug)]
pub(super) struct Scenes {
    options: PictureOptions,
    language: &'static Language,
    board: Option<(&'static Diagram, Arc<Geometry>)>,
}

impl Scenes {
    pub(super) fn new(options: PictureOptions, language: &'static Language) -> Scenes {
        Scenes { options, language, board: None }
    }

    fn geometry<R: Rules>(&mut self) -> Arc<Geometry> {
        let diagram = R::diagram();
        match &self.board {
            Some((known, geometry)) if ptr::eq(*known, diagram) => geometry.clone(),
            _ => self.board.insert((diagram, Arc::new(diagram.geometry()))).1.clone(),
        }
    }

    /// Returns the scene of a position, with the last move as its caption, if there is one.
    pub(super) fn scene<R: Rules>(&mut self, shown: &Shown<R>) -> Scene {
        let before = shown.played.as_ref().map(|played| &played.before);
        let mut scene = Scene::new(self.geometry::<R>(), &shown.position, before, self.options);
        scene.marks = Marks::of::<R>(&shown.values());
        scene.title = shown.title(self.language);
        scene.description = speech::position(&shown.position, self.language);
        if let Some(played) = &shown.played {
            scene.caption = format!("{} {}", played.at, played.san());
        }
        scene
    }
}
