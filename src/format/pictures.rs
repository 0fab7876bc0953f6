//! Pictures of positions, and the scenes that pictures and animations show.

use std::io::Write;
use std::sync::Arc;
use std::{io, mem, ptr};

use shakmaty::{ByColor, Color};

use super::main_line::{Played, Shown, for_each_position};
use super::position_choice::ChosenPositions;
use super::{
    Captions, Context, Format, FormatOptions, Item, Needs, Pages, PositionChoice, WriteResult, speech,
};
use crate::message::fill;
use crate::picture::{Marks, Player, Scene, Svg};
#[cfg(feature = "pictures")]
use crate::picture::{Painter, has_letters, write_png};
use crate::rules::{CellShape, Diagram, Geometry, Rules};
use crate::syntax::{Nag, Notation, clock_text};
use crate::text::{capitalized, joined, plain_letters};

/// Writes pictures of the main line's positions.
#[derive(Clone, Debug)]
pub struct Pictures {
    medium: Medium,
    choice: PositionChoice,
    scenes: Scenes,
    buffer: Vec<u8>,
}

/// The file format of pictures.
#[derive(Clone, Debug)]
enum Medium {
    Svg(Svg),
    #[cfg(feature = "pictures")]
    Png(Painter),
}

impl Pictures {
    /// Creates the format that writes SVG.
    #[must_use]
    pub fn svg(options: FormatOptions) -> Pictures {
        Pictures::new(Medium::Svg(Svg::default()), Scenes::new(options, |_| true))
    }

    /// Creates the format that writes PNG.
    #[cfg(feature = "pictures")]
    #[must_use]
    pub fn png(options: FormatOptions) -> Pictures {
        Pictures::new(Medium::Png(Painter::default()), Scenes::new(options, has_letters))
    }

    fn new(medium: Medium, scenes: Scenes) -> Pictures {
        let choice = scenes.options.positions.unwrap_or_default();
        Pictures { medium, choice, scenes, buffer: Vec::new() }
    }

    fn write_picture<R: Rules>(
        &mut self,
        shown: &Shown<'_, R>,
        game: &Item,
        pages: &mut impl Pages,
    ) -> io::Result<()> {
        let san = |played: &Played<R>| played.before.to_san(played.resolved);
        let san = || shown.played.as_ref().map(san).unwrap_or_default();
        pages.begin_item(|| Item { ply: Some((shown.plies, san())), ..game.clone() })?;
        let mut scene = self.scenes.scene(shown, game);
        self.scenes.describe(shown, &mut scene);
        if self.scenes.captions() == Captions::San {
            let ByColor { white, black } = &self.scenes.names;
            let names = joined([&**white, black], " – ");
            scene.caption = joined([&*names, &scene.caption], " · ");
        }
        self.buffer.clear();
        match &mut self.medium {
            Medium::Svg(svg) => svg.write(&scene, &mut self.buffer),
            #[cfg(feature = "pictures")]
            Medium::Png(painter) => write_png(&scene, painter, &mut self.buffer)?,
        }
        pages.out().write_all(&self.buffer)
    }
}

impl Format for Pictures {
    fn needs(&self) -> Needs {
        Needs { moves: true, ..Needs::default() }
    }

    fn divides_games(&self) -> bool {
        true
    }

    fn lacks_a_name(&self) -> bool {
        self.scenes.lacks_a_name
    }

    fn expansion(&self) -> usize {
        // a move takes some six bytes, and a picture some ten thousand
        if self.choice == PositionChoice::Each { 2000 } else { 20 }
    }

    fn write<R: Rules>(&mut self, context: &Context<'_, R>, pages: &mut impl Pages) -> WriteResult {
        self.scenes.options.move_text.check::<R>()?;
        let item = Item::of_game(context.game);
        self.scenes.start(&item);
        let chosen = ChosenPositions::new(Some(self.choice), context);
        for_each_position(context, |shown, is_last| {
            let after = shown.played.as_ref().map(|played| played.at);
            if chosen.includes(shown.plies, after, is_last, false) {
                self.write_picture(shown, &item, pages)?;
            }
            Ok(())
        })
    }
}

/// Creates the scenes of positions for pictures and animations, and keeps the geometry of the last board.
#[derive(Clone, Debug)]
pub(super) struct Scenes {
    pub(super) options: FormatOptions,
    /// Returns whether the pictures have all letters of a text.
    has_letters: fn(&str) -> bool,
    /// The names of the players of the game, without those that pictures cannot show.
    pub(super) names: ByColor<String>,
    /// Whether one of them is left out for which there is room.
    pub(super) lacks_a_name: bool,
    board: Option<(&'static Diagram, Arc<Geometry>)>,
}

impl Scenes {
    pub(super) fn new(options: FormatOptions, has_letters: fn(&str) -> bool) -> Scenes {
        Scenes { options, has_letters, names: ByColor::default(), lacks_a_name: false, board: None }
    }

    /// Begins a game.
    pub(super) fn start(&mut self, item: &Item) {
        let has_letters = self.has_letters;
        let shown = |name: &str| {
            let letter = |c: char| match c.to_string() {
                letter if has_letters(&letter) => letter,
                // one letter may become several, of which only the first is a capital
                letter if c.is_uppercase() => capitalized(&plain_letters(&letter)),
                letter => plain_letters(&letter),
            };
            Some(name.chars().map(letter).collect())
                .filter(|name: &String| has_letters(name))
                .unwrap_or_default()
        };
        self.names = ByColor::new_with(|side| shown(&item.titled_name(side)));
        self.lacks_a_name = matches!(self.captions(), Captions::San | Captions::Players)
            && Color::ALL
                .iter()
                .any(|&side| self.names.get(side).is_empty() && !item.titled_name(side).is_empty());
    }

    /// Returns what stands around the board.
    pub(super) fn captions(&self) -> Captions {
        self.options.captions.unwrap_or(Captions::San)
    }

    fn geometry(&mut self, diagram: &'static Diagram) -> Arc<Geometry> {
        match &self.board {
            // diagrams are statics, so their addresses tell boards apart without a comparison of all cells
            Some((known, geometry)) if ptr::eq(*known, diagram) => geometry.clone(),
            _ => self.board.insert((diagram, Arc::new(diagram.geometry()))).1.clone(),
        }
    }

    /// Returns the scene of a position of a game, with the last move as its caption, if there is one, or what else
    /// is to stand around it.
    pub(super) fn scene<R: Rules>(&mut self, shown: &Shown<'_, R>, game: &Item) -> Scene {
        let before = shown.played.as_ref().map(|played| &played.before);
        let FormatOptions { language, move_text, picture, .. } = self.options;
        let (mut options, geometry) = (picture, self.geometry(shown.position.diagram()));
        // in a narrower picture of so many hexes they could not be read
        options.coordinates &=
            geometry.shape == CellShape::Square || options.width.is_none_or(|width| width >= 280);
        let mut scene = Scene::new(geometry, shown.position, before, options);
        scene.marks = Marks::of(shown.position, &shown.values);
        match (&shown.played, self.captions()) {
            (Some(played), Captions::San) => {
                let mut text = String::new();
                move_text.write(&played.before, played.resolved, shown.position, &mut text);
                if options.marks {
                    text.extend(Nag::judging_signs(shown.nags));
                }
                scene.caption = format!("{} {text}", played.at);
                scene.turn = None;
            }
            (Some(played), Captions::Side) => {
                let title = played.at.side.fold_wb(language.white_move, language.black_move);
                scene.caption = fill(title, &[("number", &played.at.number)]);
                scene.turn = None;
            }
            (_, Captions::Players) => scene.players = Some(self.players(shown, game)),
            (_, Captions::None) => scene.turn = None,
            // nothing tells the side to move but a disc
            (None, Captions::San | Captions::Side) => {}
        }
        scene
    }

    /// Returns the players of a game with their ratings and clocks. One without a name is called by the side.
    pub(super) fn players<R: Rules>(&self, shown: &Shown<'_, R>, game: &Item) -> ByColor<Player> {
        let words = R::Notation::words(self.options.language);
        ByColor::new_with(|side| Player {
            name: Some(self.names.get(side))
                .filter(|name| !name.is_empty())
                .cloned()
                .unwrap_or_else(|| capitalized(side.fold_wb(words.white_side, words.black_side))),
            rating: game.ratings.get(side).as_ref().map(|rating| format!(" ({rating})")).unwrap_or_default(),
            clock: shown.clocks.last.get(side).map(clock_text).unwrap_or_default(),
        })
    }

    /// Sets the title and the description of a scene: the last move and the position in words. Without captions the
    /// title does not tell the move, but whose turn it is. Animations do not need them.
    pub(super) fn describe<R: Rules>(&self, shown: &Shown<'_, R>, scene: &mut Scene) {
        let language = self.options.language;
        scene.title = match &shown.played {
            _ if self.captions() == Captions::None => {
                speech::turn(shown.position, R::Notation::words(language))
            }
            Some(played) => speech::last_move(played.at, played.resolved, shown.position, language),
            None => language.initial_position.to_owned(),
        };
        scene.description = speech::position(shown.position, language);
    }
}

/// Output without page breaks: game follows game, with a blank line between them if the format separates them.
///
/// # Examples
///
/// ```
/// use escaque::format::{Context, FenLines, Format, PlainPages};
/// use escaque::notation::pgn::San;
/// use escaque::rules::square::Chess;
/// use escaque::rules::Replay;
/// use escaque::syntax::Games;
/// use escaque::text::Source;
///
/// let source = Source::new("example", b"1. e4 e5 *".to_vec());
/// let mut pages = PlainPages::new(Vec::new());
/// for game in Games::<San>::new(&source) {
///     let game = game?;
///     let played = Replay::main_line(&game, Chess::default()).resolve_all();
///     pages.next_game();
///     FenLines::default().write(&Context::<Chess>::of(&game, &played), &mut pages)?;
/// }
/// assert!(pages.into_inner().starts_with(b"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PlainPages<W> {
    out: W,
    /// The number of the game in its file.
    game: usize,
    has_shown: bool,
}

impl<W: Write> PlainPages<W> {
    /// Creates the output, before the first game.
    pub const fn new(out: W) -> PlainPages<W> {
        PlainPages { out, game: 0, has_shown: false }
    }

    /// Moves on to the next game of the file, whether or not it is shown, and returns its number.
    pub fn next_game(&mut self) -> usize {
        self.game += 1;
        self.game
    }

    /// Returns the output.
    #[must_use]
    pub fn into_inner(self) -> W {
        self.out
    }
}

impl<W: Write> Pages for PlainPages<W> {
    fn out(&mut self) -> &mut impl Write {
        &mut self.out
    }

    fn separate(&mut self) -> io::Result<()> {
        if mem::replace(&mut self.has_shown, true) { self.out.write_all(b"\n") } else { Ok(()) }
    }

    fn number(&mut self) -> io::Result<()> {
        write!(self.out, "{}", self.game)
    }
}
