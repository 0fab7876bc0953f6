//! The tags of the opening, which `--openings` adds to a game.

use crate::rules::{Opening, Rules};
use crate::syntax::{Game, TagPair, is_unknown};
use crate::text::{Span, Text};

/// Returns a game with the tags `ECO` and `Opening` of the last opening that its main line reaches. Tags
/// that the game has stay as they are, unless their value is unknown. Returns `None` if nothing changes.
pub(super) fn with_opening_tags<'s, R: Rules>(
    game: &Game<'s, R::Notation>,
    played: &[R::Move],
) -> Option<Game<'s, R::Notation>> {
    let is_missing = |name| game.tag_value(name).is_none_or(|value| is_unknown(&value));
    if !is_missing("ECO") && !is_missing("Opening") {
        return None;
    }
    let opening = Opening::of_line(R::set_up(game).ok()?.position, played)?;
    let mut named = game.clone();
    for (name, value) in [("ECO", opening.eco), ("Opening", opening.name)] {
        if is_missing(name) {
            set_tag(&mut named, name, value);
        }
    }
    Some(named)
}

/// Sets the value of a tag, which is added after the others if the game lacks it. The value needs no
/// escapes.
fn set_tag<N>(game: &mut Game<'_, N>, name: &'static str, value: &'static str) {
    let value = Text(value.as_bytes());
    let name = Text(name.as_bytes());
    match game.tags.iter_mut().find(|tag| tag.name.0.eq_ignore_ascii_case(name.0)) {
        Some(tag) => tag.value = value,
        None => {
            let end = game.tags.last().map_or(game.begins_at, |tag| tag.span.end);
            let span = Span::new(end, end);
            game.tags.push(TagPair { name, value, span, name_span: span, value_span: span });
        }
    }
}
