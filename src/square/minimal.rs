//! The reduced export form of the assignment (section 2), written.

use shakmaty::variant::Variant;

use super::{Action, Variety};
use crate::ast::{Date, Game, Notation, San, is_unknown};
use crate::export::{ExportForm, Movetext, write_tag};
use crate::replay::{Illegal, Replay, Rules, Unwritable};
use crate::validate::reduced::SEVEN_TAGS;

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
        write_tag(name, &value(game, name), &mut text);
    }
    text.push('\n');
    let mut movetext = San::movetext(game, text);
    let mut before = start.position.clone();
    let mut replay = Replay::main_line(game, start.position).with_illegal(illegal);
    while let Some(ply) = replay.advance()? {
        if ply.resolved == Action::Pass {
            return Err(Unwritable::NullMove);
        }
        movetext.ply(ply.place, &before.notate(ply.resolved));
        before = replay.position().clone();
    }
    movetext.result(San::result_text(game.outcome()));
    Ok(movetext.finish())
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
    let part = |part: Option<&str>, width: usize| match part {
        Some(part) => format!("{part:0>width$}"),
        None => "?".repeat(width),
    };
    format!("{}.{}.{}", part(date.year, 4), part(date.month, 2), part(date.day, 2))
}
