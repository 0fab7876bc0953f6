//! Compares the ways to translate arbitrary bytes: from a file or a stream, in chunks of any
//! length, on any number of threads.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: (u32, &[u8])| {
    let (choice, text) = input;
    escaque::app::check_differential(choice, text);
});
