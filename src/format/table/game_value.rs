//! What a table says of a game before its moves are played.

use std::borrow::Cow;

use crate::format::Context;
use crate::message::Severity;
use crate::rules::Rules;
use crate::syntax::{Game, Notation};
use crate::text::{Printable, is_unprintable};

/// A value of a game that needs no move of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GameValue {
    /// The name of the file.
    File,
    /// The line of the file on which the game begins.
    Line,
    /// The kind of chess, by the name that `--variant` takes.
    Rules,
    /// The code of the last error, which is the one that cuts the game off, if one does.
    Error,
    /// The value of the first tag of that name.
    Tag(String),
}

impl GameValue {
    /// Returns the value as text, which is empty if the game has none.
    pub(super) fn text<'g, R: Rules>(
        &self,
        game: &'g Game<'_, R::Notation>,
        context: &'g Context<'_, R::Move>,
    ) -> Cow<'g, str> {
        let text = match self {
            GameValue::File => context.source.map(|source| source.name().into()),
            GameValue::Line => {
                context.source.map(|source| source.position(game.begins_at).line.to_string().into())
            }
            GameValue::Rules => R::set_up(game).ok().map(|start| start.position.name().into()),
            GameValue::Error => {
                let mut found = context.diagnostics.iter().rev();
                let error = found.find(|found| found.severity == Severity::Error);
                error.map(|error| error.severity.letter_and(error.problem.code()).to_string().into())
            }
            GameValue::Tag(name) => tag(game, name),
        };
        printable(text.unwrap_or_default())
    }
}

/// Returns the value of a tag; the result and the variant as the game is read.
fn tag<'g, N: Notation>(game: &'g Game<'_, N>, name: &str) -> Option<Cow<'g, str>> {
    if name.eq_ignore_ascii_case("Result") {
        return Some(N::result_text(game.outcome()).into());
    }
    if name.eq_ignore_ascii_case("Variant") {
        return game.variant_name();
    }
    game.tag_value(name)
}

/// Replaces the characters that control a terminal.
pub(super) fn printable(text: Cow<'_, str>) -> Cow<'_, str> {
    let is_plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~')) || !text.contains(is_unprintable);
    if is_plain { text } else { Printable(&text).to_string().into() }
}
