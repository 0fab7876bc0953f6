//! The properties of any input, checked on the inputs of the tests and of the fuzzer.

use std::fs;

use crate::{files, properties};

#[test]
fn every_known_input_has_the_properties() {
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
