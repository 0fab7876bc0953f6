//! How the tags of a game are written, in the order of its notation.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write;

use super::{Game, Layout, Notation, Outcome, StartText, TagOrder, TagPair, TagText, Variant};
use crate::text::Quoted;

/// Returns the value of the `Result` tag for the result of a game. A forfeit stays as written,
/// because the usual form of the result does not express it.
pub(crate) fn result_value<N: Notation>(outcome: Outcome, written: Cow<'_, str>) -> Cow<'_, str> {
    let usual = N::result_text(outcome);
    let is_kept = written != usual && N::forfeit(written.trim()) == Some(outcome);
    if is_kept { written } else { usual.into() }
}

/// Writes the tags of a game.
///
/// If a tag is repeated, the first counts, as when a game is read. The `Result` tag gets the result of
/// the game, and the `Variant` tag the variant that the game is read as.
pub fn write_tags<'s, N: Notation>(game: &Game<'s, N>, start: &StartText, layout: Layout, out: &mut String) {
    // in this order the position stays as written, except that EPD leaves its counters out, and no `SetUp` tag is added
    let keeps = layout.tags == TagOrder::Keep;
    let value = |tag: &TagPair<'s>| match start {
        StartText::Given(place, position) if *place == tag.value_span && (!keeps || game.is_listed) => {
            position.clone().into()
        }
        _ if tag.is("Result") => result_value::<N>(game.written_outcome(), tag.value.unescape()),
        _ if tag.is("Variant") => game.variant_name().unwrap_or_default(),
        _ => Game::<N>::value_of(tag),
    };
    let mut write = |name: &str, value: &str| {
        if layout.is_verbatim {
            // these two are escaped in strings (PGN standard, section 7)
            let value = value.replace('\\', r"\\").replace('"', r#"\""#);
            // writing to a string does not fail
            let _ = writeln!(out, "[{name} \"{value}\"]");
        } else {
            write_tag(name, value, out);
        }
    };
    let first = N::first_tags(game);
    // a game has so few tags that comparing their names is faster than hashing them
    let mut names: BTreeSet<&[u8]> = first.iter().map(|name| name.as_bytes()).collect();
    let others = game
        .tags
        .iter()
        .filter(|tag| N::unique_name(tag.canonical_name().0).is_none_or(|name| names.insert(name)));
    let pair = |tag: &TagPair<'s>| (tag.canonical_name().decode(), value(tag));
    let mut others: Vec<TagText<'s>> = others.map(pair).collect();
    if let Some(variant) = game.variant.and_then(Variant::tag_value)
        && game.tag("Variant").is_none()
    {
        // a reader of the output does not know of `--variant`
        others.push(("Variant".into(), variant.into()));
    }
    let is_known = *start != StartText::Unknown;
    N::arrange(&mut others, if keeps && is_known { &StartText::Initial } else { start });
    if keeps {
        write_as_given(game, &first, &others, value, write);
        return;
    }
    for &name in &first {
        let is_known = |value: &Cow<'_, str>| name != "Variant" || !value.trim().is_empty();
        let known = game.tag(name).map(value).filter(is_known);
        let by_game = match name {
            "Result" => N::result_text(game.written_outcome()),
            name => N::unknown_value(name),
        };
        write(name, &known.unwrap_or(by_game.into()));
    }
    for (name, value) in others {
        write(&name, &value);
    }
}

/// Writes the tags in the order of the file, and after them those of `others` that it lacks. A tag
/// that is neither among `others` nor among `first` has no meaning there and is not written.
fn write_as_given<'s, N: Notation>(
    game: &Game<'s, N>,
    first: &[&str],
    others: &[TagText<'s>],
    value: impl Fn(&TagPair<'s>) -> Cow<'s, str>,
    mut write: impl FnMut(&str, &str),
) {
    let written: BTreeSet<&str> =
        first.iter().copied().chain(others.iter().map(|(name, _)| &**name)).collect();
    let mut names = BTreeSet::new();
    let mut given = BTreeSet::new();
    for tag in &game.tags {
        let name = tag.canonical_name();
        let is_first = N::unique_name(name.0).is_none_or(|name| names.insert(name));
        let text = name.decode();
        if written.contains(&*text) {
            write(&text, &if is_first { value(tag) } else { tag.value.unescape() });
        }
        given.insert(text);
    }
    for (name, value) in others.iter().filter(|(name, _)| !given.contains(name)) {
        write(name, value);
    }
}

/// Writes a tag on a line.
pub fn write_tag(name: &str, value: &str, out: &mut String) {
    out.extend(["[", name, " \""]);
    Quoted(value).push_to(out);
    out.push_str("\"]\n");
}
