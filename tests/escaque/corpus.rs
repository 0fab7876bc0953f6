//! Files that have been found worth trying, held to what is true of any input.

use std::fs;

use crate::{files, properties};

/// The corpora of the fuzz targets, with the extension of what they are.
#[test]
fn what_is_true_of_any_input_is_true_of_these() {
    for (pattern, name) in [
        ("tests/corpus/pgn/*", "any.pgn"),
        ("tests/corpus/ctl_pgn/*", "any.ctl-pgn"),
        ("tests/inputs/**/*.pgn", "any.pgn"),
        ("tests/inputs/**/*.ctl-pgn", "any.ctl-pgn"),
    ] {
        for path in files(pattern) {
            let result = std::panic::catch_unwind(|| properties::check(name, &fs::read(&path).unwrap()));
            assert!(result.is_ok(), "{}", path.display());
        }
    }
}
