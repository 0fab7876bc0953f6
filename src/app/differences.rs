//! The differences between two texts, as lists of lines or words.

use std::time::Instant;

use similar::DiffOp;
use similar::algorithms::{Capture, Compact, Replace, myers};

/// Compares two lists by Myers' algorithm. What remains at `deadline` is compared only roughly.
///
/// `capture_diff_slices_deadline` of the same crate gives the same result, but brings five more
/// algorithms into the program.
pub(super) fn differences(old: &[&[u8]], new: &[&[u8]], deadline: Instant) -> Vec<DiffOp> {
    let mut found = Compact::new(Replace::new(Capture::new()), old, new);
    // unwrap(): capturing does not fail
    myers::diff_deadline(&mut found, old, 0..old.len(), new, 0..new.len(), Some(deadline)).unwrap();
    found.into_inner().into_inner().into_ops()
}
