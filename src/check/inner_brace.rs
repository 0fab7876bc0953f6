//! The cure of a comment with an opening brace inside.

use crate::syntax::closed_before_moves;
use crate::text::{Edit, Source, Span};

/// Returns the edit that ends a comment with an opening brace inside: before the first move that has a number
/// there, and otherwise before the brace. Of two opening braces in a row one is left.
pub(super) fn closed_before(source: &Source, span: Span) -> Edit {
    let text = &source.bytes()[span.range()];
    if text.starts_with(b"{{") {
        return Edit::delete(Span::new(span.start, span.start + 1));
    }
    let brace = text.iter().skip(1).position(|byte| *byte == b'{').map_or(text.len(), |at| at + 1);
    closed_before_moves(source.bytes(), Span::new(span.start, span.start + brace))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::apply_edits;

    #[test]
    fn a_comment_ends_before_the_moves_that_it_swallows() {
        for (comment, closed) in [
            ("{good e5 2. Nf3 {fine}", "{good} e5 2. Nf3 {fine}"),
            ("{good 2. Nf3 Nc6 {fine}", "{good} 2. Nf3 Nc6 {fine}"),
            ("{good 2.Nf3 {fine}", "{good} 2.Nf3 {fine}"),
            ("{good 2... Nf6 {fine}", "{good} 2... Nf6 {fine}"),
            ("{in 1. Bundesliga {fine}", "{in 1. Bundesliga} {fine}"),
            ("{a {b}", "{a} {b}"),
            ("{{a}", "{a}"),
        ] {
            let source = Source::new("t", comment.as_bytes().to_vec());
            let edit = closed_before(&source, Span::new(0, comment.len()));
            assert_eq!(String::from_utf8_lossy(&apply_edits(comment.as_bytes(), 0, &[edit])), closed);
        }
    }
}
