//! Pictures of positions.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::ptr;
use std::sync::Arc;

use super::{Context, Format, FormatError, Item, Leave, Pages, PositionChoice, speech};
use crate::message::{Language, PlyNumber};
use crate::picture::{Marks, PictureOptions, Scene, Svg};
#[cfg(feature = "pictures")]
use crate::picture::{Painter, write_png};
use crate::rules::{Diagram, Geometry, Replay, Rules, Step};
use crate::syntax::{CommandValues, Game, Node, is_unknown};

/// Writes pictures of the main line's positions.
#[derive(Clone, Debug)]
pub struct Pictures {
    medium: Medium,
    options: PictureOptions,
    choice: PositionChoice,
    language: &'static Language,
    board: Option<(&'static Diagram, Arc<Geometry>)>,
    buffer: Vec<u8>,
}

/// What pictures are written as.
#[derive(Clone, Debug)]
enum Medium {
    Svg(Svg),
    #[cfg(feature = "pictures")]
    Png(Painter),
}

/// A position of the main line, and what led to it.
struct Shown<R: Rules> {
    /// The number of plies before it.
    plies: usize,
    /// The last move, and the position before it.
    played: Option<(PlyNumber, R::Move, R)>,
    position: R,
    /// What the comments on it mark.
    marks: Vec<String>,
}

impl Pictures {
    /// Creates the format of SVG. `language` is that of the words in which a picture is described.
    #[must_use]
    pub fn svg(options: PictureOptions, choice: PositionChoice, language: &'static Language) -> Pictures {
        Pictures::new(Medium::Svg(Svg::default()), options, choice, language)
    }

    /// Creates the format of PNG, as [`Pictures::svg`] does.
    #[cfg(feature = "pictures")]
    #[must_use]
    pub fn png(options: PictureOptions, choice: PositionChoice, language: &'static Language) -> Pictures {
        Pictures::new(Medium::Png(Painter::default()), options, choice, language)
    }

    fn new(
        medium: Medium,
        options: PictureOptions,
        choice: PositionChoice,
        language: &'static Language,
    ) -> Pictures {
        Pictures { medium, options, choice, language, board: None, buffer: Vec::new() }
    }

    fn geometry<R: Rules>(&mut self) -> Arc<Geometry> {
        let diagram = R::diagram();
        match &self.board {
            Some((known, geometry)) if ptr::eq(*known, diagram) => geometry.clone(),
            _ => self.board.insert((diagram, Arc::new(diagram.geometry()))).1.clone(),
        }
    }

    /// Writes the picture of a position, if it is chosen. Returns whether it is.
    fn show<R: Rules>(
        &mut self,
        shown: &Shown<R>,
        is_last: bool,
        players: [&str; 2],
        pages: &mut impl Pages,
    ) -> io::Result<bool> {
        let after = shown.played.as_ref().map(|(at, ..)| *at);
        if !self.choice.includes(shown.plies, after, is_last) {
            return Ok(false);
        }
        let [white, black] = players;
        let san = shown.played.as_ref().map(|(_, played, before)| before.to_san(*played));
        let ply = Some((shown.plies, san.clone().unwrap_or_default()));
        pages.begin_item(|| Item { white: white.to_owned(), black: black.to_owned(), ply })?;
        let scene = self.scene(shown, players, san);
        self.buffer.clear();
        match &mut self.medium {
            Medium::Svg(svg) => svg.write(&scene, &mut self.buffer),
            #[cfg(feature = "pictures")]
            Medium::Png(painter) => write_png(&scene, painter, &mut self.buffer)?,
        }
        pages.out().write_all(&self.buffer)?;
        Ok(true)
    }

    fn scene<R: Rules>(&mut self, shown: &Shown<R>, players: [&str; 2], san: Option<String>) -> Scene {
        let before = shown.played.as_ref().map(|(.., before)| before);
        let mut scene = Scene::new(self.geometry::<R>(), &shown.position, before, self.options);
        scene.marks = Marks::of::<R>(&CommandValues::of(shown.marks.iter().map(String::as_str)));
        scene.title = match &shown.played {
            Some((at, played, _)) => speech::last_move(*at, *played, &shown.position, self.language),
            None => self.language.initial_position.to_owned(),
        };
        scene.description = speech::position(&shown.position, self.language);
        let names: Vec<_> = players.into_iter().filter(|name| !name.is_empty()).collect();
        let last_move = shown.played.as_ref().zip(san).map(|((at, ..), san)| format!("{at} {san}"));
        let parts = [(!names.is_empty()).then(|| names.join(" – ")), last_move];
        scene.caption = parts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
        scene
    }
}

impl Format for Pictures {
    const DIVIDES_GAMES: bool = true;

    fn expansion(&self) -> usize {
        // a move takes six bytes, and a picture some ten thousand
        if self.choice == PositionChoice::Each { 2000 } else { 20 }
    }

    fn write<R: Rules>(
        &mut self,
        game: &Game<'_, R::Notation>,
        context: &Context<'_, R::Move>,
        pages: &mut impl Pages,
    ) -> Result<ControlFlow<Leave>, FormatError> {
        let player = |tag| game.tag_value(tag).filter(|name| !is_unknown(name)).unwrap_or_default();
        let (white, black) = (player("White"), player("Black"));
        let players = [&*white, &*black];
        let start = R::set_up(game)?.position;
        let mut shown = Shown { plies: 0, played: None, position: start.clone(), marks: Vec::new() };
        let replay = Replay::main_line(game, start).with_illegal(context.illegal);
        let mut replay = replay.with_resolved(context.played);
        let mut found = 0;
        while let Some(step) = replay.step()? {
            match step {
                Step::Ply(ply) => {
                    found += usize::from(self.show(&shown, false, players, pages)?);
                    let before = shown.position;
                    shown = Shown {
                        plies: shown.plies + 1,
                        played: Some((ply.at, ply.resolved, before)),
                        position: replay.position().clone(),
                        marks: Vec::new(),
                    };
                }
                Step::Other(element) => {
                    if let Node::Comment(_) = element.node
                        && let Some(comment) = game.comment(element)
                    {
                        shown.marks.push(comment.text.decode().into_owned());
                    }
                }
            }
        }
        found += usize::from(self.show(&shown, true, players, pages)?);
        if found == 0 {
            return Err(FormatError::NoSuchPosition);
        }
        Ok(ControlFlow::Continue(()))
    }
}
