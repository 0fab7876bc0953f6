//! What differs between two lists of texts: lines for a diff, words for an editor.

use std::time::Instant;

use similar::DiffOp;
use similar::algorithms::{Capture, Compact, Replace, myers};

/// Compares two lists by Myers' algorithm, and after `deadline` looks only for the simplest difference of the
/// rest. `capture_diff_slices_deadline` of the same crate finds the same, but brings five more algorithms with it.
pub(super) fn differences(old: &[&[u8]], new: &[&[u8]], deadline: Instant) -> Vec<DiffOp> {
    let mut found = Compact::new(Replace::new(Capture::new()), old, new);
    // unwrap(): capturing does not fail
    myers::diff_deadline(&mut found, old, 0..old.len(), new, 0..new.len(), Some(deadline)).unwrap();
    found.into_inner().into_inner().into_ops()
}
