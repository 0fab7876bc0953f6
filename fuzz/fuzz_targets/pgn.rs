//! Any bytes as a file of PGN.

#![no_main]

#[path = "../../tests/escaque/properties.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::check("any.pgn", bytes));
