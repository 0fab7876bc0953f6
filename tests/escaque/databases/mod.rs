//! Tables in a database: what docs/guide/databases.md shows, what python-chess says of the same games, and the
//! job of examples/spark.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::{env, fs};

use snapbox::cmd::cargo_bin;
use tempfile::TempDir;

use crate::{files, project, python, stem};

/// A folder to work in, with DuckDB, python-chess, PyArrow and the program on the path.
struct Workplace {
    folder: TempDir,
    path: std::ffi::OsString,
}

impl Workplace {
    /// Returns `None`, and says so loudly, if the packages are not there.
    fn new(test: &str) -> Option<Workplace> {
        let program = cargo_bin!("escaque").parent().unwrap().to_owned();
        let others = env::var_os("PATH").unwrap_or_default();
        let path =
            env::join_paths([python::programs(), program].into_iter().chain(env::split_paths(&others)))
                .unwrap();
        let place = Workplace { folder: tempfile::tempdir().unwrap(), path };
        let has_packages = place.run("python", ["-c", "import chess, duckdb, pyarrow"], "").status.success()
            && place.run("duckdb", ["--version"], "").status.success();
        if !has_packages {
            python::say_missing(test);
            return None;
        }
        Some(place)
    }

    /// Runs a program of the path on a text.
    fn run<A: AsRef<OsStr>>(
        &self,
        program: &str,
        arguments: impl IntoIterator<Item = A>,
        text: &str,
    ) -> Output {
        let mut command = Command::new("env");
        command.env("PATH", &self.path).env("PYTHONUTF8", "1").arg(program).args(arguments);
        command.current_dir(self.folder.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // a program that does not read is seen by its status
        let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
        child.wait_with_output().unwrap()
    }

    /// Runs a program and returns its output, which is asserted to be the whole of it.
    fn output<A: AsRef<OsStr>>(
        &self,
        program: &str,
        arguments: impl IntoIterator<Item = A>,
        text: &str,
    ) -> String {
        let run = self.run(program, arguments, text);
        assert!(run.status.success(), "{program}\n{text}\n{}", String::from_utf8_lossy(&run.stderr));
        String::from_utf8(run.stdout).unwrap()
    }

    /// Writes a table of a file and returns its name.
    fn write_table(&self, format: &str, file: &Path, arguments: &[&str]) -> String {
        let name = format!("{}.{format}.csv", stem(file));
        let file = file.to_string_lossy();
        let usual = ["-kq", "--format", format, "-o", &name, &file];
        let run = self.run("escaque", usual.iter().chain(arguments), "");
        assert!(self.folder.path().join(&name).exists(), "{}", String::from_utf8_lossy(&run.stderr));
        name
    }
}

/// Returns the blocks of code of a document, each with its language and what follows it.
fn blocks(document: &str) -> Vec<(&str, &str, &str)> {
    let fences: Vec<_> = document.match_indices("```").map(|(at, _)| at).collect();
    let block = |fences: &[usize]| {
        let (language, code) = document[fences[0] + 3..fences[1]].split_once('\n').unwrap();
        (language, code, document[fences[1] + 3..].trim_start())
    };
    fences.chunks_exact(2).map(block).collect()
}

#[test]
fn the_document_shows_what_duckdb_answers() {
    let Some(place) = Workplace::new("the_document_shows_what_duckdb_answers") else { return };
    fs::copy(project().join("tests/inputs/tables/club.pgn"), place.folder.path().join("club.pgn")).unwrap();
    let document = fs::read_to_string(project().join("docs/guide/databases.md")).unwrap();
    let mut shown = 0;
    for (language, code, after) in blocks(&document) {
        let output = match language {
            "sh" => place.output("bash", ["-euo", "pipefail", "-c", code], ""),
            "sql" => place.output("duckdb", ["-markdown", "-bail", "club.duckdb"], code),
            "python" => place.output("python", ["-"], code),
            // which is not everywhere
            "sqlite" if place.run("sqlite3", ["--version"], "").status.success() => {
                place.output("sqlite3", ["-bail", "club.sqlite"], code)
            }
            "console" | "text" | "sqlite" => continue,
            _ => panic!("{language}"),
        };
        let after = after.strip_prefix("```text\n").unwrap_or(after);
        assert!(after.starts_with(output.trim()), "{code}\n{output}");
        shown += usize::from(!output.trim().is_empty());
    }
    assert!(shown > 5, "{shown}");
}

/// DuckDB reads the values that Python reads, whatever is in them.
#[test]
fn duckdb_reads_every_value() {
    let Some(place) = Workplace::new("duckdb_reads_every_value") else { return };
    let mut tables = vec!["-".to_owned()];
    for path in files("tests/inputs/tables/*pgn").into_iter().chain(files("tests/inputs/shown/*pgn")) {
        tables.extend(["games", "moves"].map(|format| place.write_table(format, &path, &[])));
    }
    let rows = place.output("python", &tables, include_str!("rows.py"));
    let rows: usize = rows.lines().map(|count| count.parse::<usize>().unwrap()).sum();
    assert!(rows > 500, "{rows}");
}

/// Moves, positions, keys, clocks, evaluations and comments are those of python-chess.
#[test]
fn python_chess_has_the_same_rows() {
    let test = "python_chess_has_the_same_rows";
    let Some(place) = Workplace::new(test) else { return };
    for (file, least) in [
        ("tests/inputs/tables/club.pgn", 350),
        ("tests/inputs/tables/clocks.pgn", 7),
        ("examples/miniatures.pgn", 10),
        ("examples/en-passant.pgn", 5),
        ("examples/evergreen.pgn", 40),
        ("examples/saavedra.pgn", 10),
        ("tests/games/varied.pgn", 2000),
    ] {
        let path = project().join(file);
        let table = place.write_table("moves", &path, &[]);
        let arguments = ["-", &path.to_string_lossy(), &table];
        let compared = place.output("python", arguments, include_str!("replay.py"));
        assert!(compared.trim().parse::<usize>().unwrap() >= least, "{file}: {compared}");
    }
}

/// The job that Spark spreads over machines is run in one process, which Arrow suffices for.
#[test]
fn the_spark_job_keeps_what_is_done_and_survives_broken_files() {
    let test = "the_spark_job_keeps_what_is_done_and_survives_broken_files";
    let Some(place) = Workplace::new(test) else { return };
    let files =
        ["examples/spark/tables.py", "tests/inputs/tables/club.pgn", "tests/inputs/tables/clocks.pgn"];
    let arguments = files.map(|file| project().join(file).to_string_lossy().into_owned());
    let script = include_str!("parquet.py");
    let rows = place.output("python", ["-".to_owned()].iter().chain(&arguments), script);
    assert!(rows.trim().parse::<usize>().unwrap() > 30, "{rows}");
}
