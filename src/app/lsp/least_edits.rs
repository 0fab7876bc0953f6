//! The smallest changes that make one text of another, so that an editor keeps the cursor, marks and folds.

use std::iter;
use std::time::{Duration, Instant};

use similar::{Algorithm, DiffTag, capture_diff_slices_deadline};

use crate::text::{Edit, Span};

/// After how long only the simplest difference of the rest is looked for.
const PATIENCE: Duration = Duration::from_millis(100);

/// Returns the edits that make one text of another, word by word. Their spans count from the start of the old
/// text.
pub(super) fn between(old: &str, new: &str) -> Vec<Edit> {
    let (old, new) = (words(old), words(new));
    let deadline = Some(Instant::now() + PATIENCE);
    let ops = capture_diff_slices_deadline(Algorithm::Myers, &old, &new, deadline);
    let mut edits: Vec<Edit> = Vec::new();
    let mut at = 0;
    for (tag, old_range, new_range) in ops.iter().map(|op| op.as_tag_tuple()) {
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
            let edits = between(old, new);
            let found: Vec<_> = edits.iter().map(|edit| (edit.span.range(), edit.text.as_str())).collect();
            assert_eq!(found, expected, "{old:?} {new:?}");
            assert_eq!(apply_edits(old.as_bytes(), 0, &edits), new.as_bytes());
        }
    }
}
