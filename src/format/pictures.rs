//! Pictures of positions.

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::position_choice::ChosenPositions;
use super::shown::{Played, Scenes, Shown, for_each_position};
use super::{Context, Format, FormatError, Item, Leave, Pages, PositionChoice};
use crate::message::Language;
#[cfg(feature = "pictures")]
use crate::picture::{Painter, write_png};
use crate::picture::{PictureOptions, Svg};
use crate::rules::Rules;
use crate::syntax::Game;

/// Writes pictures of the main line's positions.
#[derive(Clone, Debug)]
pub struct Pictures {
    medium: Medium,
    choice: PositionChoice,
    scenes: Scenes,
    buffer: Vec<u8>,
}

/// What pictures are written as.
#[derive(Clone, Debug)]
enum Medium {
    Svg(Svg),
    #[cfg(feature = "pictures")]
    Png(Painter),
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
        Pictures { medium, choice, scenes: Scenes::new(options, language), buffer: Vec::new() }
    }

    fn write_picture<R: Rules>(
        &mut self,
        shown: &Shown<R>,
        game: &Item,
        pages: &mut impl Pages,
    ) -> io::Result<()> {
        let san = || shown.played.as_ref().map(Played::san).unwrap_or_default();
        pages.begin_item(|| Item { ply: Some((shown.plies, san())), ..game.clone() })?;
        let mut scene = self.scenes.scene(shown);
        self.scenes.describe(shown, &mut scene);
        let names = game.players().collect::<Vec<_>>().join(" – ");
        let parts = [names, scene.caption].into_iter().filter(|part| !part.is_empty());
        scene.caption = parts.collect::<Vec<_>>().join(" · ");
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
    fn divides_games(&self) -> bool {
        true
    }

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
        let item = Item::of_game(game);
        let mut chosen = ChosenPositions::new(Some(self.choice), context);
        for_each_position(game, context, |shown: &Shown<R>, is_last| {
            let after = shown.played.as_ref().map(|played| played.at);
            if chosen.includes(shown.plies, after, is_last, false) {
                self.write_picture(shown, &item, pages)?;
            }
            Ok(())
        })?;
        chosen.end_game()
    }
}
