//! `--format minimal` writes exactly what the filters of the document of C'escacs leave.
//!
//! The filters are two programs of GNU sed; without it these tests only say so. The document
//! prints the second one, which removes variations. Of the first one, which removes comments and
//! redefined letters, it has the description and a link to a file, so `noredefines.sed` is
//! written from the description. The file that the document links to leaves the same of every
//! game here, but for four things in it that contradict the document and are not followed:
//!
//! - It expects a full stop behind the number of a line in a position, where the document has a
//!   colon, and so changes no letter there: `/3:TCCT/` stays as it is under `T@R, C@N`.
//! - It makes capitals of Black's figurines, and so White's pieces of Black's in a position.
//! - It knows `KTT-` with the destinations of the rook on the last column `I`, `G`, `E` and `F`
//!   but not `H`, and so leaves `KTT-HIH`.
//! - It does not know `KRQ`. Under `Q@D` it expects `KRD`, which is read as well.
//!
//! In place of an address that replaces a player, which the filters leave, the minimal form has `?`.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
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

/// Puts an unknown player in place of each address that replaces one.
fn without_addresses(text: &str) -> String {
    let has = |lines: &[&str], name: &str| lines.iter().any(|line| line.starts_with(&format!("[{name} ")));
    let lines: Vec<_> = text.split_inclusive('\n').collect();
    let games = lines.chunk_by(|_, next| !next.starts_with("[Variant "));
    let shown = |game: &[&str], line: &&str| {
        let replaced = ["White", "Black"].into_iter().find(|name| line.starts_with(&format!("[{name}NA ")));
        match replaced.filter(|name| !has(game, name)) {
            Some(name) => format!("[{name} \"?\"]\n"),
            None => (*line).to_owned(),
        }
    };
    games.flat_map(|game| game.iter().map(|line| shown(game, line))).collect()
}

/// Runs sed, if it is that of GNU.
fn sed(arguments: &[&str], input: &[u8]) -> Option<Vec<u8>> {
    static IS_GNU: LazyLock<bool> = LazyLock::new(|| {
        let version = Command::new("sed").arg("--version").output();
        version.is_ok_and(|run| run.stdout.windows(7).any(|part| part == b"GNU sed"))
    });
    if !*IS_GNU {
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

/// Returns the codes of the pedantic messages about a file.
fn codes(text: &[u8]) -> Vec<String> {
    let arguments = ["--check", "--pedantic", "--lang", "en", "--max-errors", "0"];
    let messages = String::from_utf8(output(&arguments, text).2).unwrap();
    let titles = messages.lines().filter_map(|line| Some(line.split_once("]: ")?.0));
    titles.filter_map(|title| Some(title.split_once('[')?.1.to_owned())).collect()
}

/// Asserts that the filters leave the minimal form of a file, and that a minimal reader reads
/// the same game there.
fn assert_filtered(path: &Path, file: &[u8]) -> Option<()> {
    let left = filtered(file)?;
    let minimal = output(&["--format", "minimal"], file).1;
    snapbox::assert_data_eq!(
        String::from_utf8_lossy(&minimal).into_owned(),
        snapbox::Data::text(without_addresses(&String::from_utf8(left.clone()).expect("games in UTF-8")))
            .raw()
    );
    let (is_read, fens, messages) = output(&["--syntax", "reduced", "--format", "fen"], &left);
    assert!(is_read, "{}: {}", path.display(), String::from_utf8_lossy(&messages));
    assert_eq!(fens, output(&["--format", "fen"], file).1, "{}", path.display());
    Some(())
}

/// The filters work on lines: of a game on one line with a comment they leave nothing. So a file
/// that the document does not allow is written again first, as the document would have it. What
/// remains then of what it does not allow, the filters do not mind, but for three things: a play
/// that a comment divides, comments without braces, and the mark `+∞` of the author's later pages.
#[test]
fn the_minimal_form_is_what_the_filters_leave() {
    let (mut as_they_are, mut written_again) = (0, 0);
    let patterns = ["examples/*.ctl-pgn", "tests/inputs/**/*.ctl-pgn", "tests/corpus/ctl_pgn/*"];
    for path in patterns.into_iter().flat_map(files) {
        let file = fs::read(&path).unwrap();
        let (is_whole, written, _) = output(&["--format", "pgn"], &file);
        let (text, count) = if codes(&file).is_empty() {
            (file, &mut as_they_are)
        } else if is_whole
            && !String::from_utf8_lossy(&written).contains('∞')
            && !codes(&written).iter().any(|code| ["W0808", "W0842"].contains(&&**code))
        {
            (written, &mut written_again)
        } else {
            continue;
        };
        *count += 1;
        if assert_filtered(&path, &text).is_none() {
            return;
        }
    }
    assert!(as_they_are >= 10 && written_again >= 80, "{as_they_are} files, {written_again} others");
}
