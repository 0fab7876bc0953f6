//! Any bytes as a file of CTL-PGN.

#![no_main]

#[path = "../../tests/escaque/properties.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::check("any.ctl-pgn", bytes));
