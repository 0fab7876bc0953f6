//! Changes of a document as an editor gets them: small, so that it keeps the cursor, marks and folds, and not
//! too many.

use std::collections::HashMap;
use std::iter;
use std::time::{Duration, Instant};

use gen_lsp_types::{TextEdit, WorkspaceEdit};
use similar::{DiffOp, DiffTag};

use super::document::Document;
use crate::app::differences::differences;
use crate::text::{Edit, Span};

/// After how long only the simplest difference of the rest is looked for.
const PATIENCE: Duration = Duration::from_millis(100);

/// How many lines an editor may go through to apply edits. Some go through the whole text for each: Neovim
/// takes half a second for a million lines.
const MOST_LINES: usize = 5_000_000;

/// Converts edits, which are in the order of the text. If they are too many for its length, neighbours become
/// one.
pub(super) fn text_edits(document: &Document, edits: &[Edit]) -> Vec<TextEdit> {
    let most = (MOST_LINES / document.text.line_count()).max(1);
    let joined = edits.chunks(edits.len().div_ceil(most).max(1)).map(|edits| joined(document, edits));
    let convert = |Edit { span, text }| TextEdit { range: document.text.range(span), new_text: text };
    joined.map(convert).collect()
}

/// Returns the edit that does what several do.
fn joined(document: &Document, edits: &[Edit]) -> Edit {
    let mut joined = edits[0].clone();
    for Edit { span, text } in &edits[1..] {
        joined.text += document.text.part(Span::new(joined.span.end, span.start));
        joined.text += text;
        joined.span.end = span.end;
    }
    joined
}

/// Returns edits of a document as the protocol wants those of several documents.
pub(super) fn workspace_edit(document: &Document, edits: &[Edit]) -> WorkspaceEdit {
    let changes = Some(HashMap::from([(document.uri.clone(), text_edits(document, edits))]));
    WorkspaceEdit { changes, ..WorkspaceEdit::default() }
}

/// Returns the edits that make one text of another, word by word. The old text begins at an offset, from which
/// their spans count.
pub(super) fn between(start: usize, old: &str, new: &str) -> Vec<Edit> {
    let (old, new) = (words(old), words(new));
    let [old_bytes, new_bytes] =
        [&old, &new].map(|words| words.iter().map(|word| word.as_bytes()).collect::<Vec<_>>());
    let ops = differences(&old_bytes, &new_bytes, Instant::now() + PATIENCE);
    let mut edits: Vec<Edit> = Vec::new();
    let mut at = start;
    for (tag, old_range, new_range) in ops.iter().map(DiffOp::as_tag_tuple) {
        let length: usize = old[old_range].iter().map(|word| word.len()).sum();
        let span = Span::new(at, at + length);
        at = span.end;
        if tag == DiffTag::Equal {
            continue;
        }
        let text = new[new_range].concat();
        match edits.last_mut().filter(|last| last.span.end == span.start) {
            Some(last) => {
                last.span.end = span.end;
                last.text += &text;
            }
            None => edits.push(Edit { span, text }),
        }
    }
    edits
}

/// Splits a text into its words, its line ends and whatever other characters it has.
fn words(text: &str) -> Vec<&str> {
    let mut rest = text;
    iter::from_fn(|| {
        let word = rest.len() - rest.trim_start_matches(char::is_alphanumeric).len();
        let length = match word {
            0 if rest.starts_with("\r\n") => 2,
            0 => rest.chars().next()?.len_utf8(),
            word => word,
        };
        let (word, behind) = rest.split_at(length);
        rest = behind;
        Some(word)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::apply_edits;

    #[test]
    fn only_words_that_differ_are_changed() {
        for (old, new, expected) in [
            ("1. e4+ e5", "1. e4 e5", &[(5..6, "")][..]),
            ("1. e4 e5 2. Ke3", "1. e4 e5 2. Ke2", &[(12..15, "Ke2")]),
            ("1.e4 é 𝄞x", "1. e4 é 𝄞y *", &[(2..2, " "), (12..13, "y *")]),
            ("a\r\nb", "a b", &[(1..3, " ")]),
            ("a\r\nb", "a\nb", &[(1..3, "\n")]),
            ("", "a", &[(0..0, "a")]),
            ("a", "a", &[]),
        ] {
            let edits = between(0, old, new);
            let found: Vec<_> = edits.iter().map(|edit| (edit.span.range(), edit.text.as_str())).collect();
            assert_eq!(found, expected, "{old:?} {new:?}");
            assert_eq!(apply_edits(old.as_bytes(), 0, &edits), new.as_bytes());
        }
    }
}
