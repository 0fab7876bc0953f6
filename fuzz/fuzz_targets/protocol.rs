//! Edits a document of the language server, and compares it with one that is opened afresh.

#![no_main]

use escaque::app::{RandomEdit, check_protocol};

libfuzzer_sys::fuzz_target!(|input: (u8, Vec<(u16, u8, u8)>, &str)| {
    let (choice, edits, text) = input;
    let edits = edits.into_iter().take(16).map(|(start, length, new)| RandomEdit {
        start: start.into(),
        length: length.into(),
        new: new.into(),
    });
    check_protocol(choice, text, edits);
});
