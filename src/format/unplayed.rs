//! Games that cannot be replayed, because their starting position cannot be set up.
//!
//! Formats that keep the text of a game keep it as it was written.

use crate::syntax::{CommentForm, Element, Game, Lines, Node, Notation};
use crate::text::{Printable, Text, words};

/// The comment at the end of such a game.
const NOT_REPLAYED: &str = "not replayed";

/// Returns the movetext as it was written, without the result.
pub(super) fn text_of<N: Notation>(game: &Game<'_, N>) -> String {
    let mut lines = Lines::after(String::new());
    write_elements(game, &mut lines);
    lines.finish()
}

/// Appends the movetext to the tags as it was written, with a comment that says so.
pub(super) fn write_movetext<N: Notation>(game: &Game<'_, N>, text: String) -> String {
    let mut lines = Lines::after(text);
    write_elements(game, &mut lines);
    let last = game.movetext.last().and_then(|element| game.comment(element));
    // a line may end between its words
    if last.is_none_or(|comment| !words(&comment.text.decode()).eq(words(NOT_REPLAYED))) {
        lines.put("");
        lines.braces(NOT_REPLAYED);
    }
    lines.put(N::result_text(game.outcome()));
    lines.finish()
}

/// Writes the elements, each with the commas and full stops behind it, which no element holds.
fn write_elements<N: Notation>(game: &Game<'_, N>, lines: &mut Lines) {
    let next = game.movetext.iter().skip(1).map(|next| next.span.start);
    let end = game.result.map(|(_, result)| result.start);
    for (element, next) in game.movetext.iter().zip(next.chain(end).chain([0])) {
        write_element(game, element, lines);
        let gap = game.text.0.get(element.span.end..next).unwrap_or_default();
        let marks = gap.trim_ascii_start();
        let length = marks.iter().take_while(|byte| matches!(byte, b',' | b'.')).count();
        if game.comment(element).is_none() {
            lines.join(String::from_utf8_lossy(&marks[..length]));
        }
    }
}

fn write_element<N: Notation>(game: &Game<'_, N>, element: &Element<N>, lines: &mut Lines) {
    let Some(comment) = game.comment(element) else {
        return match element.node {
            Node::VariationEnd => lines.close(),
            _ => lines.put(Printable(&Text(&game.text.0[element.span.range()]).decode())),
        };
    };
    let text = comment.text.decode();
    match comment.form {
        CommentForm::Escaped => lines.escaped_line(&text),
        _ if text.contains('}') => {
            lines.put("");
            lines.line_comment(&text);
        }
        _ => {
            lines.put("");
            lines.braces(&text);
        }
    }
}
