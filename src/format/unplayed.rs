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
    game.movetext.iter().for_each(|element| write_element(game, element, &mut lines));
    lines.finish()
}

/// Appends the movetext to the tags as it was written, with a comment that says so.
pub(super) fn write_movetext<N: Notation>(game: &Game<'_, N>, text: String) -> String {
    let mut lines = Lines::after(text);
    game.movetext.iter().for_each(|element| write_element(game, element, &mut lines));
    let last = game.movetext.last().and_then(|element| game.comment(element));
    // a line may end between its words
    if last.is_none_or(|comment| !words(&comment.text.decode()).eq(words(NOT_REPLAYED))) {
        lines.put("");
        lines.braces(NOT_REPLAYED);
    }
    lines.put(N::result_text(game.outcome()));
    lines.finish()
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
