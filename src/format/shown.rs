//! The positions of a game's main line one after another, for formats that draw them.

use std::io;
use std::ptr;
use std::sync::Arc;

use super::{Context, FormatError, speech};
use crate::message::{Language, PlyNumber};
use crate::picture::{Marks, PictureOptions, Scene};
use crate::rules::{Diagram, Geometry, Replay, Rules, Step};
use crate::syntax::{CommandValues, Game, Node};

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
        if let Some(played) = &shown.played {
            scene.caption = format!("{} {}", played.at, played.san());
        }
        scene
    }

    /// Puts the position and the last move into the words of a scene.
    pub(super) fn describe<R: Rules>(&self, shown: &Shown<R>, scene: &mut Scene) {
        scene.title = shown.title(self.language);
        scene.description = speech::position(&shown.position, self.language);
    }
}
