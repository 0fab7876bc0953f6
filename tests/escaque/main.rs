//! Tests of the program and of the library from outside, on files found by glob.
//!
//! A new case is a new input file. Its expected output is a golden file in `tests/golden`;
//! `SNAPSHOTS=overwrite cargo test` writes the golden files, which must be read before they
//! are committed.

mod boundaries;
#[cfg(unix)]
mod browser;
mod cescacs;
mod changes;
mod choosing;
mod chunks;
mod claims;
mod command_line;
mod corpus;
mod databases;
mod diagrams;
mod documents;
#[cfg(unix)]
mod emulator;
mod explain;
mod explorer;
mod export;
mod faults;
mod filters;
mod games;
mod gif;
#[cfg(feature = "glinski")]
mod glinski;
mod highlighting;
mod hostile;
mod json;
mod keys;
mod library;
mod limits;
mod lsp;
mod manual;
mod many_files;
mod mending;
mod merge;
mod messages;
mod minimal;
mod neovim;
mod nesting;
mod notation;
mod openings;
mod output_files;
mod packaging;
mod packed;
mod page;
mod pictures;
mod png;
mod positions;
mod properties;
mod python;
mod queries;
mod query_properties;
mod reading;
mod real_games;
mod reasons;
#[cfg(unix)]
mod recipes;
mod recovery;
mod rewrite;
mod rooms;
mod rows;
mod skim;
mod svg;
mod tables;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod terminal_boards;
mod unique;
mod usage;
#[cfg(unix)]
mod window;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use escaque::LanguageCode;
use snapbox::Data;
use snapbox::cmd::{Command, cargo_bin};

/// How long a test waits for what a terminal or a browser shows. It says nothing of how fast that is: other tests run at
/// the same time, and in `.ci/run` more of them than there are cores, and valgrind.
const PATIENCE: Duration = Duration::from_secs(60);

/// Returns the files that match a pattern below the project's folder, at least one.
fn files(pattern: &str) -> Vec<PathBuf> {
    let pattern = project().join(pattern);
    let found: Vec<_> = glob::glob(&pattern.to_string_lossy()).unwrap().map(Result::unwrap).collect();
    assert!(!found.is_empty(), "no file matches {}", pattern.display());
    found
}

/// Returns the tags of the languages of the program.
fn languages() -> [&'static str; LanguageCode::ALL.len()] {
    LanguageCode::ALL.map(|code| code.language().tag)
}

/// Returns the project's folder.
fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the program, without the variables of the environment that it reads.
fn escaque() -> Command {
    let command = Command::new(cargo_bin!("escaque")).current_dir(project());
    let variables = ["LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE", "NO_COLOR", "TERM", "COLORTERM", "COLUMNS"];
    variables.into_iter().fold(command, Command::env_remove)
}

/// Says that a test is skipped, and why, even where the output of tests is kept back.
fn say_skipped(test: &str, reason: &str) {
    // without standard error there is nobody to tell
    let _ = writeln!(io::stderr(), "SKIPPED: {test}: {reason}");
}

/// Compares an output with a golden file.
#[track_caller]
fn assert_golden(actual: impl AsRef<[u8]>, golden: &str) {
    let actual = String::from_utf8(actual.as_ref().to_vec()).expect("output is UTF-8");
    let expected = Data::read_from(&project().join("tests/golden").join(golden), None);
    snapbox::assert_data_eq!(Data::from(actual).raw(), expected.raw());
}

/// Compares the outputs for several inputs, given with the names of these, with one golden file. Outputs that are the
/// same stand there once, under all the names.
#[track_caller]
fn assert_goldens(outputs: impl IntoIterator<Item = (String, String)>, golden: &str) {
    let mut groups: Vec<(Vec<String>, String)> = Vec::new();
    for (name, output) in outputs {
        match groups.iter_mut().find(|(_, known)| *known == output) {
            Some((names, _)) => names.push(name),
            None => groups.push((vec![name], output)),
        }
    }
    let headed = |(names, output): (Vec<String>, String)| {
        names.iter().map(|name| format!("==> {name}\n")).collect::<String>() + &output + "\n"
    };
    assert_golden(groups.into_iter().map(headed).collect::<String>(), golden);
}

/// Returns a file's name without its folder and extension.
fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

/// Returns a text with CR LF and with CR in place of each line feed.
fn with_line_ends(text: &[u8]) -> [Vec<u8>; 2] {
    let replace = |end: &[u8]| text.split(|&b| b == b'\n').collect::<Vec<_>>().join(end);
    [replace(b"\r\n"), replace(b"\r")]
}

/// A generator of pseudo-random numbers, the same in every run (SplitMix64).
struct Numbers(u64);

impl Numbers {
    const fn new(seed: u64) -> Numbers {
        Numbers(seed)
    }

    /// Returns a number from 0 to `bound`, exclusive.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from(mixed >> 33).unwrap() % bound
    }
}
