//! Checks the properties of any input on arbitrary bytes, read as PGN.

#![no_main]

#[path = "../../tests/escaque/properties.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::check("any.pgn", bytes));
