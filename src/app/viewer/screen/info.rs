//! Writes everything known about the game.

use ratatui::text::{Line, Span};

use super::text::wrapped;
use crate::app::viewer::game_reader::GameReader;
use crate::app::viewer::state::State;
use crate::app::viewer::theme::TextStyles;
use crate::message::fill;
use crate::rules::Opening;

/// Returns the lines of the game's place, its variant and opening, its tags and its messages.
pub(super) fn lines(state: &State, reader: &GameReader<'_>, width: u16) -> Vec<Line<'static>> {
    let (language, texts) = (state.language, TextStyles::new(state.display.depth));
    let words = language.viewer;
    let details = &state.game.details;
    let position = |offset| reader.position(state.ordinal, offset);
    let line = position(details.begins_at).map(|at| fill(words.line, &[("line", &at.line)]));
    let facts = [
        (
            words.file,
            [Some(state.game.file.clone()), line].into_iter().flatten().collect::<Vec<_>>().join(", "),
        ),
        (words.game, state.game.number.to_string()),
        (words.variant, state.game.tree.rules().unwrap_or_default().to_owned()),
        (words.opening, opening(state)),
    ];
    let facts: Vec<_> = facts.into_iter().filter(|(_, value)| !value.is_empty()).collect();
    let mut lines = fields(facts.iter().map(|(name, value)| (*name, &value[..])), texts, width);
    let heading = |text: &'static str| [Line::default(), Line::styled(text, texts.faint())];
    if !details.tags.is_empty() {
        lines.extend(heading(words.tags));
        lines.extend(fields(details.tags.iter().map(|(name, value)| (&name[..], &value[..])), texts, width));
    }
    if !details.messages.is_empty() {
        lines.extend(heading(words.messages));
    }
    for message in &details.messages {
        let text = message.located(language, position);
        lines.extend(wrapped(&text, width).into_iter().map(Line::raw));
    }
    lines
}

/// Returns the last opening named in the line of the current move.
fn opening(state: &State) -> String {
    let opening = state.game.tree.node(state.node).opening;
    opening.map_or(String::new(), |Opening { eco, name }| format!("{eco} {name}"))
}

/// Returns names with their values, which begin in one column and are wrapped there.
fn fields<'t>(
    fields: impl Iterator<Item = (&'t str, &'t str)> + Clone,
    texts: TextStyles,
    width: u16,
) -> Vec<Line<'static>> {
    let columns = |name: &str| Span::raw(name.to_owned()).width();
    let widest = fields.clone().map(|(name, _)| columns(name)).max().unwrap_or(0);
    let indent = (widest + 2).min(usize::from(width) / 2);
    let room = width.saturating_sub(u16::try_from(indent).unwrap_or(width)).max(1);
    let mut lines = Vec::new();
    for (name, value) in fields {
        let names = wrapped(name, indent.saturating_sub(1).try_into().unwrap_or(1));
        let values = wrapped(value, room);
        for at in 0..names.len().max(values.len()) {
            let [name, value] = [&names, &values].map(|lines| lines.get(at).cloned().unwrap_or_default());
            let gap = " ".repeat(indent.saturating_sub(columns(&name)));
            lines.push(Line::from(vec![
                Span::styled(name, texts.strong()),
                Span::raw(gap),
                Span::raw(value),
            ]));
        }
    }
    lines
}
