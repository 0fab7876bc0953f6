//! Python and packages of PyPI, in a virtual environment that `.ci/run` makes: they judge JSON by its
//! schema, and read tables.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::{env, fs};

use crate::{project, say_skipped};

/// Returns the folder of the programs that the environment has.
pub(crate) fn programs() -> PathBuf {
    env::var_os("PYTHON_PACKAGES").map_or(project().join("target/python"), PathBuf::from).join("bin")
}

/// Says which packages a test is skipped without.
pub(crate) fn say_missing(test: &str) {
    let packages = "chess duckdb duckdb-cli jsonschema-rs pyarrow";
    let install = format!("python3 -m venv target/python; target/python/bin/pip install {packages}");
    say_skipped(test, &format!("packages of Python are not here ({install})"));
}

/// Asserts that lines of JSON conform to a schema, a file of the project, unless the packages are not there.
/// An object of a code alone does not, or nothing would.
///
/// The validator is a crate, but its thirty dependencies are built for half a minute, and its wheel is there.
#[track_caller]
pub(crate) fn assert_conform(test: &str, schema: &str, lines: &str) {
    const SCRIPT: &str = "import json, jsonschema_rs, sys
schema = json.loads(sys.argv[1])
jsonschema_rs.meta.validate(schema)
validator = jsonschema_rs.validator_for(schema)
print(validator.is_valid({'code': 'E0101'}))
for line in sys.stdin:
    for error in validator.iter_errors(json.loads(line)):
        print(error.message, error.instance_path, line)";
    static HAS_VALIDATOR: LazyLock<bool> = LazyLock::new(|| {
        let mut import = Command::new(programs().join("python"));
        import.args(["-c", "import jsonschema_rs"]).output().is_ok_and(|run| run.status.success())
    });
    if !*HAS_VALIDATOR {
        return say_missing(test);
    }
    let schema = fs::read_to_string(project().join(schema)).expect("a schema");
    let mut command = Command::new(programs().join("python"));
    command.env("PYTHONUTF8", "1").args(["-c", SCRIPT, &schema]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("Python, which has run before");
    let mut stdin = child.stdin.take().expect("a pipe");
    // what it says of a line may fill a pipe before all have been written
    let run = std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(lines.as_bytes()));
        child.wait_with_output().unwrap()
    });
    assert_eq!(String::from_utf8_lossy(&run.stdout), "False\n");
    assert!(run.status.success());
}
