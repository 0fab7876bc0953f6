//! What packages are made of: the files that the example `assets` writes, and the lists that name them.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::Path;

use snapbox::cmd::{Command, cargo_bin};
use toml_edit::{Document, Value};

use crate::{escaque, files, project, stem};

/// The files below the folder of shared data, and of those that the program writes itself the arguments for that.
const ASSETS: [(&str, Option<&[&str]>); 10] = [
    ("applications/escaque.desktop", None),
    ("bash-completion/completions/escaque", Some(&["--lang", "en", "--completions", "bash"])),
    ("elvish/lib/escaque.elv", Some(&["--lang", "en", "--completions", "elvish"])),
    ("fish/vendor_completions.d/escaque.fish", Some(&["--lang", "en", "--completions", "fish"])),
    ("man/ca/man1/escaque.1", Some(&["--lang", "ca", "--man"])),
    ("man/es/man1/escaque.1", Some(&["--lang", "es", "--man"])),
    ("man/man1/escaque.1", Some(&["--lang", "en", "--man"])),
    ("mime/packages/escaque.xml", None),
    ("powershell/escaque.ps1", Some(&["--lang", "en", "--completions", "powershell"])),
    ("zsh/site-functions/_escaque", Some(&["--lang", "en", "--completions", "zsh"])),
];

/// Returns a command that runs the example, which `cargo test` builds next to the program.
fn example() -> Command {
    let path = cargo_bin!("escaque").with_file_name("examples").join(format!("assets{EXE_SUFFIX}"));
    assert!(path.exists(), "cargo build --example assets has to come first");
    Command::new(path)
}

fn manifest() -> Document<String> {
    fs::read_to_string(project().join("Cargo.toml")).unwrap().parse().unwrap()
}

#[test]
fn the_assets_are_what_the_program_writes() {
    let folder = tempfile::tempdir().unwrap();
    example().arg(folder.path()).assert().success().stdout_eq("").stderr_eq("");
    let written = files(&format!("{}/**/*", folder.path().display()));
    let written: Vec<_> = written
        .iter()
        .filter(|path| path.is_file())
        .map(|path| path.strip_prefix(folder.path()).unwrap().to_string_lossy().replace('\\', "/"))
        .collect();
    assert_eq!(written, ASSETS.map(|(path, _)| path));
    for (path, arguments) in ASSETS {
        let content = fs::read(folder.path().join(path)).unwrap();
        let expected = match arguments {
            Some(arguments) => escaque().args(arguments).output().unwrap().stdout,
            None => fs::read(project().join("packaging").join(Path::new(path).file_name().unwrap())).unwrap(),
        };
        assert!(content == expected && !content.is_empty(), "{path}");
    }
}

#[test]
fn assets_cannot_be_written_without_a_folder() {
    example().assert().failure().stderr_eq("Error: \"usage: assets FOLDER\"\n");
}

/// The package of Debian has every asset but that of PowerShell, which looks nowhere by itself.
#[test]
fn the_package_of_debian_has_the_assets() {
    let manifest = manifest();
    let listed = manifest["package"]["metadata"]["deb"]["assets"].as_array().unwrap();
    let source =
        |asset: &Value| asset.as_array()?.get(0)?.as_str()?.strip_prefix("target/share/").map(str::to_owned);
    let mut sources: Vec<_> =
        listed.iter().filter_map(source).filter(|path| !path.starts_with("doc/")).collect();
    sources.sort_unstable();
    let assets: Vec<_> =
        ASSETS.iter().map(|(path, _)| *path).filter(|path| !path.starts_with("powershell/")).collect();
    assert_eq!(sources, assets);
}

/// Every licence that the manifest names has its text in the project.
#[test]
fn the_licences_have_their_texts() {
    let manifest = manifest();
    let mut named: Vec<_> = manifest["package"]["license"].as_str().unwrap().split(" AND ").collect();
    assert_eq!(named.remove(0), "GPL-3.0-or-later");
    assert!(project().join("LICENSE").exists());
    named.sort_unstable();
    assert_eq!(files("LICENSES/*.txt").iter().map(|path| stem(path)).collect::<Vec<_>>(), named);
}

/// The desktop opens the types of files that the package defines, with options that there are.
#[test]
fn the_desktop_opens_the_types_of_games() {
    let entry = fs::read_to_string(project().join("packaging/escaque.desktop")).unwrap();
    let value = |key: &str| entry.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('=')).unwrap();
    let text = fs::read_to_string(project().join("packaging/escaque.xml")).unwrap();
    let types = roxmltree::Document::parse(&text).unwrap();
    let attributes = |element: &str, name: &str| -> Vec<_> {
        let elements = types.descendants().filter(|node| node.has_tag_name(element));
        elements.map(|node| node.attribute(name).unwrap().to_owned()).collect()
    };
    let opened: Vec<_> = value("MimeType").split_terminator(';').collect();
    assert_eq!(attributes("mime-type", "type"), opened);
    assert_eq!(attributes("glob", "pattern"), ["*.pgn", "*.ctl-pgn"]);
    let beginnings = attributes("match", "value");
    for (extension, beginning) in ["pgn", "ctl-pgn"].into_iter().zip(beginnings) {
        let mut games =
            files(&format!("examples/*.{extension}")).into_iter().map(|path| fs::read(path).unwrap());
        assert!(games.all(|game| game.starts_with(beginning.as_bytes())), "{beginning}");
    }
    let (program, option) = value("Exec").trim_end_matches(" %F").split_once(' ').unwrap();
    let help = escaque().arg("--help").output().unwrap().stdout;
    assert!(program == "escaque" && String::from_utf8(help).unwrap().contains(option));
}
