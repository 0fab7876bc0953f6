//! A game as an animated picture.

use std::io::{self, Write};
use std::str::FromStr;
use std::time::Duration;

use super::main_line::{Shown, for_each_position};
use super::pictures::Scenes;
use super::{Captions, Context, Format, FormatOptions, Item, Needs, Pages, WriteResult, header};
use crate::message::parse_error::parse_error;
use crate::picture::{Gif, Painter, has_letters};
use crate::rules::Rules;
use crate::syntax::{Notation, Outcome};
use crate::text::joined;

/// The time for which the last position is shown.
const LAST: Duration = Duration::from_secs(5);

/// Writes each game as a GIF: the positions of the main line with the players, and at the end the result.
#[derive(Clone, Debug)]
pub struct Animation {
    pace: Pace,
    scenes: Scenes,
    painter: Painter,
}

impl Animation {
    /// Creates the format.
    #[must_use]
    pub fn new(options: FormatOptions, pace: Pace) -> Animation {
        Animation { pace, scenes: Scenes::new(options, has_letters), painter: Painter::default() }
    }

    /// Adds the picture of a position. Only the last position has a `result`.
    fn add<R: Rules>(
        &mut self,
        gif: &mut Option<Gif>,
        shown: &Shown<'_, R>,
        game: &Item,
        result: &str,
    ) -> io::Result<()> {
        let mut scene = self.scenes.scene(shown, game);
        if self.scenes.captions() != Captions::None {
            let is_over = !result.is_empty();
            scene.turn = (!is_over).then(|| shown.position.ply_number().side);
            let is_named = self.scenes.names.iter().any(|name| !name.is_empty());
            scene.players = is_named.then(|| self.scenes.players(shown, game));
            scene.to_move = self.scenes.options.language.to_move;
            let played = match (self.scenes.captions(), &shown.played) {
                (Captions::San | Captions::Side, None) => self.scenes.options.language.initial_position,
                _ => &scene.caption,
            };
            scene.caption = joined([played, result], " · ");
            if scene.caption.is_empty() {
                // all frames have the same size, and the last one may have a caption
                scene.caption.push(' ');
            }
        }
        let gif = match gif {
            // a GIF has one size and one set of colours, which the first scene gives
            Some(gif) => gif,
            None => gif.insert(Gif::new(&scene)?),
        };
        gif.add(self.painter.paint(&scene).1, self.pace.time(shown.spent))
    }
}

impl Format for Animation {
    fn lacks_a_name(&self) -> bool {
        self.scenes.lacks_a_name
    }

    fn needs(&self) -> Needs {
        Needs { moves: true, ..Needs::default() }
    }

    fn expansion(&self) -> usize {
        500
    }

    fn write<R: Rules>(&mut self, context: &Context<'_, R>, pages: &mut impl Pages) -> WriteResult {
        let game = context.game;
        let FormatOptions { language, move_text, .. } = self.scenes.options;
        move_text.check::<R>()?;
        let (item, mut gif) = (Item::of_game(game), None);
        self.scenes.start(&item);
        let result = match game.outcome() {
            Outcome::Unknown => "",
            // a header is a sentence with a full stop; a caption is not
            outcome => header::outcome(outcome, R::Notation::words(language)).trim_end_matches('.'),
        };
        for_each_position(context, |shown, is_last| {
            Ok(self.add(&mut gif, shown, &item, if is_last { result } else { "" })?)
        })?;
        if let Some(gif) = gif {
            pages.out().write_all(&gif.finish(LAST)?)?;
        }
        Ok(())
    }
}

/// The time for which each position of an animation is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pace {
    /// All positions for the same time.
    Fixed(Duration),
    /// The thinking time of the side to move, by the recorded clocks: at least 0.3 and at most 10
    /// seconds, or 1 second if the time is not known.
    Clock,
}

parse_error! {
    /// The error of a text that is not a pace.
    NotAPace = pace_expected
}

impl Pace {
    const USUAL: Duration = Duration::from_secs(1);
    const SHORTEST: Duration = Duration::from_millis(300);
    const LONGEST: Duration = Duration::from_secs(10);

    /// Returns the time for which a position is shown. `thinking` is the time that the next move
    /// took, if it is known.
    pub(super) fn time(self, thinking: Option<Duration>) -> Duration {
        match self {
            Pace::Fixed(time) => time,
            Pace::Clock => thinking.map_or(Pace::USUAL, |time| time.clamp(Pace::SHORTEST, Pace::LONGEST)),
        }
    }
}

impl Default for Pace {
    fn default() -> Pace {
        Pace::Fixed(Pace::USUAL)
    }
}

/// Reads `clock`, or a number of seconds from 0.02 to 600, such as `1.5`. Many programs slow down frames that are
/// shown for less.
impl FromStr for Pace {
    type Err = NotAPace;

    fn from_str(text: &str) -> Result<Pace, NotAPace> {
        if text == "clock" {
            return Ok(Pace::Clock);
        }
        let seconds = text.parse().ok().filter(|seconds| (0.02..=600.0).contains(seconds));
        seconds.map(|seconds| Pace::Fixed(Duration::from_secs_f64(seconds))).ok_or(NotAPace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_is_a_number_of_seconds_or_that_of_the_clocks() {
        for (text, pace) in [
            ("clock", Ok(Pace::Clock)),
            ("1.5", Ok(Pace::Fixed(Duration::from_millis(1500)))),
            ("0.02", Ok(Pace::Fixed(Duration::from_millis(20)))),
            ("0", Err(NotAPace)),
            ("601", Err(NotAPace)),
            ("NaN", Err(NotAPace)),
            ("-1", Err(NotAPace)),
            ("", Err(NotAPace)),
        ] {
            assert_eq!(text.parse(), pace, "{text}");
        }
    }

    #[test]
    fn thinking_times_have_bounds() {
        let seconds = |pace: Pace, thinking: Option<f64>| {
            pace.time(thinking.map(Duration::from_secs_f64)).as_secs_f64()
        };
        let clock = [None, Some(0.1), Some(4.0), Some(3600.0)].map(|thinking| seconds(Pace::Clock, thinking));
        assert_eq!(clock, [1.0, 0.3, 4.0, 10.0]);
        assert_eq!(seconds(Pace::default(), Some(30.0)), 1.0);
    }
}
