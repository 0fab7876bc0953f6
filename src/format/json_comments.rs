//! Comments in JSON, and the values of the commands in them.

use std::borrow::Cow;
use std::io::{self, Write};
use std::time::Duration;

use super::json::array;
use crate::syntax::{Arrow, Circle, CommandValues, CommentForm, Element, Eval, Game, Notation, Score};
use crate::text::JsonText;

/// Returns the texts of the comments among some elements. Escaped lines do not count.
pub(super) fn texts<'g, 's: 'g, N: Notation + 'g>(
    elements: impl IntoIterator<Item = &'g Element<N>>,
    game: &'g Game<'s, N>,
) -> Vec<Cow<'s, str>> {
    let comments = elements.into_iter().filter_map(|element| game.comment(element));
    let comments = comments.filter(|comment| comment.form != CommentForm::Escaped);
    comments.map(|comment| comment.text.decode()).collect()
}

/// Writes the comments of one place and the values of the commands in them, if there are any.
/// `place` is the end of the keys.
pub(super) fn write_comments(texts: &[Cow<'_, str>], place: &str, out: &mut impl Write) -> io::Result<()> {
    if texts.is_empty() {
        return Ok(());
    }
    write!(out, r#","comments{place}":"#)?;
    array(out, texts, |out, text| {
        out.write_all(b"\"")?;
        JsonText(text.trim()).write_to(out)?;
        out.write_all(b"\"")
    })?;
    if texts.iter().any(|text| text.contains("[%")) {
        write_values(&CommandValues::of(texts.iter().map(Cow::as_ref)), place, out)?;
    }
    Ok(())
}

fn write_values(values: &CommandValues, place: &str, out: &mut impl Write) -> io::Result<()> {
    for (key, time) in [("clock", values.clock), ("elapsed", values.elapsed)] {
        if let Some(time) = time {
            write!(out, r#","{key}{place}":"#)?;
            write_seconds(time, out)?;
        }
    }
    if let Some(eval) = &values.eval {
        write!(out, r#","eval{place}":"#)?;
        write_eval(eval, out)?;
    }
    if !values.arrows.is_empty() {
        write!(out, r#","arrows{place}":"#)?;
        array(out, &values.arrows, |out, Arrow { color, from, to }| {
            write!(out, r#"{{"color":"{}","from":"{from}","to":"{to}"}}"#, color.name())
        })?;
    }
    if !values.circles.is_empty() {
        write!(out, r#","circles{place}":"#)?;
        array(out, &values.circles, |out, Circle { color, cell }| {
            write!(out, r#"{{"color":"{}","cell":"{cell}"}}"#, color.name())
        })?;
    }
    Ok(())
}

/// Writes a time in seconds, without zeros at the end of the fraction.
pub(super) fn write_seconds(time: Duration, out: &mut impl Write) -> io::Result<()> {
    match time.subsec_nanos() {
        0 => write!(out, "{}", time.as_secs()),
        nanoseconds => {
            let fraction = format!("{nanoseconds:09}");
            write!(out, "{}.{}", time.as_secs(), fraction.trim_end_matches('0'))
        }
    }
}

fn write_eval(eval: &Eval, out: &mut impl Write) -> io::Result<()> {
    match eval.score {
        Score::Centipawns(score) => write!(out, r#"{{"cp":{score}"#)?,
        Score::Mate(moves) => write!(out, r#"{{"mate":{moves}"#)?,
    }
    if let Some(depth) = eval.depth {
        write!(out, r#","depth":{depth}"#)?;
    }
    out.write_all(b"}")
}
