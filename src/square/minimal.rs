//! The reduced export form of the assignment (section 2), written.

use std::fmt::Write;

use shakmaty::Color;
use shakmaty::variant::Variant;

use super::{Action, Variety};
use crate::ast::{Date, Game, Notation, San, is_unknown};
use crate::replay::{Illegal, Replay, Rules, Unwritable};
use crate::text::Printable;
use crate::validate::reduced::SEVEN_TAGS;

/// How long a line of movetext may be (PGN standard, section 8.2.1).
const WIDTH: usize = 80;

/// Writes the seven tags and the main line.
pub(super) fn minimal<P: Variety>(game: &Game<'_, San>, illegal: Illegal) -> Result<String, Unwritable> {
    let start = P::set_up(game)?;
    if start.position.kind() != Variant::Chess {
        return Err(Unwritable::Variant);
    }
    if start.given.is_some() {
        return Err(Unwritable::StartingPosition);
    }
    let mut text = String::new();
    for name in SEVEN_TAGS {
        let value = value(game, name).replace('\\', "\\\\").replace('"', "\\\"");
        // writing to a string does not fail
        let _ = writeln!(text, "[{name} \"{}\"]", Printable(&value));
    }
    text.push('\n');
    let mut line = Line { text: &mut text, width: 0 };
    let mut before = start.position.clone();
    let mut replay = Replay::main_line(game, start.position).with_illegal(illegal);
    while let Some(ply) = replay.advance()? {
        if ply.place.side == Color::White {
            line.put(&format!("{}.", ply.place.number));
        }
        if ply.resolved == Action::Pass {
            return Err(Unwritable::NullMove);
        }
        line.put(&before.notate(ply.resolved));
        before = replay.position().clone();
    }
    line.put(San::result_text(game.outcome()));
    text.push('\n');
    Ok(text)
}

/// Returns the value of a tag as the reduced form allows it: what it cannot say
/// is unknown.
fn value(game: &Game<'_, San>, name: &str) -> String {
    let value = game.tag_value(name).unwrap_or_default();
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    match name {
        "Result" => San::result_text(game.outcome()).to_owned(),
        "Date" => date(&value),
        "Round" if !value.split('.').all(is_number) => "?".to_owned(),
        _ if is_unknown(&value) => "?".to_owned(),
        _ => value.into_owned(),
    }
}

fn date(value: &str) -> String {
    let date = Date::parse(value).unwrap_or_else(|error| error.readable);
    let part = |part: Option<String>, width: usize| {
        let part = part.unwrap_or_else(|| "?".repeat(width));
        format!("{part:0>width$}")
    };
    format!("{}.{}.{}", part(date.year, 4), part(date.month, 2), part(date.day, 2))
}

/// A text in which words are put on lines of a width.
struct Line<'t> {
    text: &'t mut String,
    width: usize,
}

impl Line<'_> {
    fn put(&mut self, word: &str) {
        if self.width > 0 {
            let fits = self.width + 1 + word.len() < WIDTH;
            self.text.push(if fits { ' ' } else { '\n' });
            self.width = if fits { self.width + 1 } else { 0 };
        }
        self.text.push_str(word);
        self.width += word.len();
    }
}
