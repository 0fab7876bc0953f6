//! The values of the commands in the comments on one move.

use std::time::Duration;

use super::command::{Arrow, Circle, Command, Eval, commands};

/// The values of the commands in some comments. If a value is given twice, the first counts; the
/// arrows and circles are those of all commands.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use escaque::syntax::CommandValues;
///
/// let values = CommandValues::of(["[%csl Gd4] good", "[%clk 0:01:02] [%csl Re5,Yf6]"]);
/// assert_eq!(values.clock, Some(Duration::from_secs(62)));
/// assert_eq!(values.circles.len(), 3);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CommandValues {
    /// The time left on the clock of the side that has moved (`[%clk]`).
    pub clock: Option<Duration>,
    /// The time that the move took (`[%emt]`).
    pub elapsed: Option<Duration>,
    /// The evaluation of the position (`[%eval]`).
    pub eval: Option<Eval>,
    /// The arrows on the board (`[%cal]`).
    pub arrows: Vec<Arrow>,
    /// The circles on the board (`[%csl]`).
    pub circles: Vec<Circle>,
}

impl CommandValues {
    /// Reads the commands of comments.
    #[must_use]
    pub fn of<'t>(comments: impl IntoIterator<Item = &'t str>) -> CommandValues {
        let mut values = CommandValues::default();
        for command in comments.into_iter().flat_map(commands) {
            match Command::read(command) {
                Command::Clock(time) => values.clock = values.clock.or(Some(time)),
                Command::Elapsed(time) => values.elapsed = values.elapsed.or(Some(time)),
                Command::Eval(eval) => values.eval = values.eval.or(Some(eval)),
                Command::Arrows(mut arrows) => values.arrows.append(&mut arrows),
                Command::Circles(mut circles) => values.circles.append(&mut circles),
                Command::Unknown { .. } => {}
            }
        }
        values
    }
}
