//! Checks the properties of any question on arbitrary text.

#![no_main]

#[path = "../../tests/escaque/query_properties.rs"]
mod query_properties;

libfuzzer_sys::fuzz_target!(|question: &str| query_properties::check(question));
