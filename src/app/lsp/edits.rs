//! Edits of a document, as an editor gets them.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::iter;
use std::time::{Duration, Instant};

use gen_lsp_types::{TextEdit, WorkspaceEdit};
use similar::{DiffOp, DiffTag};

use super::document::Document;
use crate::app::differences::differences;
use crate::text::{Edit, Span};

/// The time after which the rest of two texts is no longer compared closely, see [`differences`].
const PATIENCE: Duration = Duration::from_millis(100);

/// The maximum number of lines that an editor may have to read to apply edits, if it reads the
/// whole text for each of them. Neovim 0.7 does that, and takes half a second for a million lines.
const MOST_LINES: usize = 5_000_000;

/// Converts edits, which are in the order of the text. If the editor reads the whole text for each, and there are too many
/// edits for the length of the text, the nearest neighbours are joined.
pub(super) fn text_edits(document: &Document, edits: &[Edit]) -> Vec<TextEdit> {
    let gap = |at: usize| edits[at].span.start - edits[at - 1].span.end;
    let mut starts: Vec<_> = (1..edits.len()).collect();
    if document.settings.reads_all_for_an_edit {
        // edits stay apart where most text is between them, so that as little as possible is sent again
        starts.sort_by_key(|&at| Reverse(gap(at)));
        starts.truncate((MOST_LINES / document.text.line_count()).saturating_sub(1));
        starts.sort_unstable();
    }
    let ends = starts.iter().copied().chain([edits.len()]);
    let groups = iter::once(0).chain(starts.iter().copied()).zip(ends);
    let joined = groups.filter_map(|(start, end)| joined(document, &edits[start..end]));
    joined.map(|Edit { span, text }| TextEdit { range: document.text.range(span), new_text: text }).collect()
}

/// Returns the edit that has the effect of several, if there are any.
fn joined(document: &Document, edits: &[Edit]) -> Option<Edit> {
    edits.iter().cloned().reduce(|mut joined, Edit { span, text }| {
        joined.text += document.text.part(Span::new(joined.span.end, span.start));
        joined.text += &text;
        joined.span.end = span.end;
        joined
    })
}

/// Returns edits of a document in the form that the protocol has for several documents.
pub(super) fn workspace_edit(document: &Document, edits: &[Edit]) -> WorkspaceEdit {
    let changes = Some(HashMap::from([(document.uri.clone(), text_edits(document, edits))]));
    WorkspaceEdit { changes, ..WorkspaceEdit::default() }
}

/// Returns the edits that turn a text into another, word by word. The old text begins at the offset `start` of the
/// document, and the spans of the edits are those of the document.
pub(super) fn between(start: usize, old: &str, new: &str) -> Vec<Edit> {
    let (old, new) = (words(old), words(new));
    let [old_bytes, new_bytes] =
        [&old, &new].map(|words| words.iter().map(|word| word.as_bytes()).collect::<Vec<_>>());
    let ops = differences(&old_bytes, &new_bytes, Instant::now() + PATIENCE);
    let mut edits = Vec::new();
    let mut at = start;
    for (tag, old_range, new_range) in ops.iter().map(DiffOp::as_tag_tuple) {
        let length: usize = old[old_range].iter().map(|word| word.len()).sum();
        if tag != DiffTag::Equal {
            edits.push(Edit { span: Span::new(at, at + length), text: new[new_range].concat() });
        }
        at += length;
    }
    edits
}

/// Splits a text into words, line ends and single other characters.
fn words(text: &str) -> Vec<&str> {
    let mut rest = text;
    iter::from_fn(|| {
        let word = rest.len() - rest.trim_start_matches(char::is_alphanumeric).len();
        let length = match word {
            0 if rest.starts_with("\r\n") => 2,
            0 => rest.chars().next()?.len_utf8(),
            word => word,
        };
        let (word, after) = rest.split_at(length);
        rest = after;
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
