//! `--format minimal` writes exactly what the filters of the document of C'escacs leave.
//!
//! The document prints the second filter, which removes variations, and describes the first one,
//! which removes comments and redefined letters: its text was a file to download. So
//! `noredefines.sed` is written from that description. The filters are two programs of GNU sed;
//! without it these tests only say so.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{fs, io};

use crate::{escaque, files, project};

/// The second filter, as printed. It joins the file, removes pairs of brackets from the inside
/// out, and then blank lines. So it removes `(=)`, too, and leaves the space before it, and no
/// blank line remains between games.
const NO_VARIATIONS: &str = r":again;$!N;$!b again; :b; s/[(][^()]*[)]//g; tb; :m;s/\n\n/\n/g; tm;";

/// Returns what the filters leave of a text, or `None` where there is no GNU sed.
fn filtered(text: &[u8]) -> Option<Vec<u8>> {
    let redefines = project().join("tests/inputs/filters/noredefines.sed");
    let first = sed(&["-Ef", redefines.to_str().unwrap()], text)?;
    sed(&[NO_VARIATIONS], &first)
}

/// Runs sed, if it is that of GNU.
fn sed(arguments: &[&str], input: &[u8]) -> Option<Vec<u8>> {
    let version = Command::new("sed").arg("--version").output();
    if !version.is_ok_and(|run| run.stdout.windows(7).any(|part| part == b"GNU sed")) {
        // not captured, unlike the output of a test that passes
        let _ = writeln!(io::stderr(), "SKIPPED: the filters of C'escacs need GNU sed");
        return None;
    }
    let mut sed = Command::new("sed");
    // the filters name pieces by characters, which only UTF-8 has
    sed.args(arguments).env("LC_ALL", "C.UTF-8").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut run = sed.spawn().unwrap();
    let mut pipe = run.stdin.take().unwrap();
    let written = std::thread::scope(|scope| {
        let writer = scope.spawn(move || pipe.write_all(input));
        let output = run.wait_with_output().unwrap();
        writer.join().unwrap().map(|()| output)
    });
    let output = written.unwrap();
    assert!(output.status.success(), "{arguments:?}");
    Some(output.stdout)
}

fn output(arguments: &[&str], input: &[u8]) -> (bool, Vec<u8>, Vec<u8>) {
    let run = escaque().args(["--variant", "cescacs"]).args(arguments).stdin(input).output().unwrap();
    (run.status.success(), run.stdout, run.stderr)
}

/// Tells whether a file has the form of the document.
fn is_to_the_letter(text: &[u8]) -> bool {
    let (is_whole, _, messages) = output(&["--pedantic", "--lang", "en", "--check"], text);
    is_whole && !String::from_utf8(messages).unwrap().contains("warning[")
}

/// Asserts that the filters leave the minimal form of a file, and that a minimal reader reads
/// the same game there.
fn assert_filtered(path: &Path, file: &[u8]) -> Option<()> {
    let left = filtered(file)?;
    let minimal = output(&["--format", "minimal"], file).1;
    snapbox::assert_data_eq!(
        String::from_utf8_lossy(&minimal).into_owned(),
        snapbox::Data::text(String::from_utf8(left.clone()).unwrap()).raw()
    );
    let (is_read, fens, messages) = output(&["--syntax", "reduced", "--format", "fen"], &left);
    assert!(is_read, "{}: {}", path.display(), String::from_utf8_lossy(&messages));
    assert_eq!(fens, output(&["--format", "fen"], file).1, "{}", path.display());
    Some(())
}

/// A game that the document would not allow is first written as it would: the filters work on
/// lines, so that they leave nothing of a game that is written on one line with a comment.
#[test]
fn the_minimal_form_is_what_the_filters_leave() {
    let (mut as_written, mut exported, mut others) = (0, 0, 0);
    for path in ["examples/*.ctl-pgn", "tests/inputs/**/*.ctl-pgn"].into_iter().flat_map(files) {
        let file = fs::read(&path).unwrap();
        let (is_whole, export, _) = output(&["--format", "pgn"], &file);
        let (text, count) = if is_to_the_letter(&file) {
            (file, &mut as_written)
        } else if is_whole && is_to_the_letter(&export) {
            (export, &mut exported)
        } else {
            others += 1;
            continue;
        };
        *count += 1;
        if assert_filtered(&path, &text).is_none() {
            return;
        }
    }
    println!("{as_written} {exported} {others}");
}
