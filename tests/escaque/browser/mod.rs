//! Pages in a real browser.

mod access;
mod attack;
mod chromium;
mod exercises;
mod layout;
mod paper;
mod play;
mod positions;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use tempfile::TempDir;

use crate::escaque;
use crate::page::write_games;
use chromium::Chromium;

/// A game of chess with variations, comments, clocks, evaluations and marks.
const CHESS: &str = "tests/inputs/pages/annotated.pgn";

/// Two games of C'escacs.
const CESCACS: &str = "tests/inputs/pages/castlings.ctl-pgn";

/// Starts a browser for a test, with a folder for its pages. Returns `None` if there is none here.
fn start(test: &str) -> Option<(Chromium, TempDir)> {
    let browser = Chromium::start(test)?;
    Some((browser, TempDir::new().expect("a folder for pages")))
}

/// Writes a page of some files in English, and returns its path.
fn page_of(folder: &TempDir, arguments: &[&str]) -> PathBuf {
    page_in("en", folder, arguments)
}

/// Writes a page in a language, and returns its path.
fn page_in(language: &str, folder: &TempDir, arguments: &[&str]) -> PathBuf {
    let page = folder.path().join("page.html");
    // there is none from before
    let _ = fs::remove_file(&page);
    let run = escaque().args(["--lang", language, "-o"]).arg(&page).args(arguments).output().unwrap();
    assert!(page.exists(), "{arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
    page
}

/// Returns what the program writes of a file in a format.
fn run(format: &str, language: &str, file: &Path) -> String {
    let run = escaque().args(["--lang", language, "--quiet", "--format", format]).arg(file).output().unwrap();
    String::from_utf8(run.stdout).unwrap()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn hundreds_of_games_open_in_a_moment() {
    let Some((browser, folder)) = start("hundreds_of_games_open_in_a_moment") else { return };
    let page = page_of(&folder, &[&write_games(400, &folder)]);
    browser.open(&page, "#400.80");
    let time = browser.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd");
    // a tenth of it on an idle computer; what would be wrong takes many times as long
    assert!(time.as_f64().unwrap() < 2000.0, "{time} ms");
    assert_eq!(browser.evaluate("[articles.length, current.index]"), json!([400, 80]));
}
