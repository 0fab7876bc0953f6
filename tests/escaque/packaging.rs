//! What packages are made of: the files that the example `assets` writes, documents, and the package of Debian.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::Path;

use snapbox::cmd::{Command, cargo_bin};
use toml_edit::{Document, Value};

#[cfg(unix)]
use crate::documents::follow_links;
#[cfg(target_os = "linux")]
use crate::say_skipped;
use crate::{escaque, files, project, stem};

/// The files below the folder of shared data, and of those that the program writes itself the arguments for that.
const ASSETS: [(&str, Option<&[&str]>); 12] = [
    ("applications/escaque.desktop", None),
    ("bash-completion/completions/escaque", Some(&["--lang", "en", "--completions", "bash"])),
    ("elvish/lib/escaque.elv", Some(&["--lang", "en", "--completions", "elvish"])),
    ("fish/vendor_completions.d/escaque.fish", Some(&["--lang", "en", "--completions", "fish"])),
    ("icons/hicolor/scalable/apps/escaque.svg", None),
    ("man/ca/man1/escaque.1", Some(&["--lang", "ca", "--man"])),
    ("man/es/man1/escaque.1", Some(&["--lang", "es", "--man"])),
    ("man/man1/escaque.1", Some(&["--lang", "en", "--man"])),
    ("metainfo/escaque.metainfo.xml", None),
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

/// Runs a script of `packaging/`, which has to say nothing.
#[cfg(unix)]
fn run_script(name: &str, arguments: &[&Path]) {
    let script = Command::new("sh").current_dir(project()).arg(project().join("packaging").join(name));
    // the package of a crate is in no repository, which would tell them
    let script =
        script.env("MAINTAINER", "Somebody <somebody@debian.org>").env("SOURCE_DATE_EPOCH", "1000000000");
    script.env("DEB_COMPRESSION", "-z1").args(arguments).assert().success().stdout_eq("").stderr_eq("");
}

/// No link of the documents that are installed is dead, and there are examples of every kind.
#[cfg(unix)]
#[test]
fn the_documents_are_installed_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    run_script("documents.sh", &[folder.path()]);
    let (followed, dead) = follow_links(&[&format!("{}/**/*.md", folder.path().display())]);
    assert!(followed > 100 && dead.is_empty(), "{dead}");
    for kind in ["pgn", "ctl-pgn", "epd", "csv"] {
        files(&format!("{}/examples/*.{kind}", folder.path().display()));
    }
    assert!(files(&format!("{}/**/*", folder.path().display())).iter().all(|path| stem(path) != "main"));
}

/// Tells whether root runs the test on a Debian with these tools, and if not says that it is skipped.
#[cfg(target_os = "linux")]
fn has_tools(test: &str, tools: &[&str]) -> bool {
    let run = |tool: &str| std::process::Command::new(tool).arg("--version").output().is_ok();
    let missing: Vec<_> = tools.iter().filter(|tool| !run(tool)).copied().collect();
    if !missing.is_empty() {
        say_skipped(test, &format!("no {}", missing.join(", ")));
    }
    missing.is_empty()
}

/// The package of Debian is built, lintian has nothing to say about it, and what it installs is there and runs.
#[cfg(target_os = "linux")]
#[test]
fn the_package_of_debian_is_installed_whole() {
    const TEST: &str = "the_package_of_debian_is_installed_whole";
    if !has_tools(TEST, &["dpkg", "dpkg-deb", "strip", "lintian"]) {
        return;
    }
    if fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) != 0) {
        return say_skipped(TEST, "only root installs a package");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    example().arg(path("share")).assert().success();
    run_script("documents.sh", &[&path("share/doc/escaque")]);
    // as in a program of a release
    let strip = Command::new("strip").arg("-o").arg(path("escaque")).arg(cargo_bin!("escaque"));
    strip.assert().success();
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    run_script("deb.sh", &[&path("escaque"), Path::new(&target), &path("share"), folder.path()]);
    let package = &files(&format!("{}/*.deb", folder.path().display()))[0];
    Command::new("lintian").arg("--allow-root").arg(package).assert().success().stdout_eq("").stderr_eq("");

    let root = path("root");
    for name in ["updates", "info"] {
        fs::create_dir_all(root.join("var/lib/dpkg").join(name)).expect("a folder");
    }
    fs::write(root.join("var/lib/dpkg/status"), "").expect("a file");
    // what it depends on is in the system, but not in that folder
    let install = Command::new("dpkg").arg(format!("--root={}", root.display()));
    let install = install.args(["--force-depends", "--force-script-chrootless", "--install"]);
    install.arg(package).assert().success();
    let share = |name: &str| root.join("usr/share").join(name);
    for (asset, _) in ASSETS.iter().filter(|(asset, _)| !asset.starts_with("powershell/")) {
        let name = asset.replace("site-functions", "vendor-completions");
        let name = if name.starts_with("man/") { name + ".gz" } else { name };
        assert!(share(&name).exists(), "{name}");
    }
    for kind in ["pgn", "ctl-pgn", "epd", "csv"] {
        let examples = files(&share(&format!("doc/escaque/examples/*.{kind}")).to_string_lossy());
        let program = Command::new(root.join("usr/bin/escaque")).args(["--no-config", "--quiet", "--check"]);
        program.args(examples).assert().success();
    }
}

/// What checks the files of a desktop has nothing to say.
#[cfg(target_os = "linux")]
#[test]
fn the_files_of_the_desktop_are_valid() {
    for (tool, arguments) in [
        ("desktop-file-validate", &["packaging/escaque.desktop"][..]),
        ("appstreamcli", &["validate", "--no-net", "packaging/escaque.metainfo.xml"]),
    ] {
        if has_tools("the_files_of_the_desktop_are_valid", &[tool]) {
            let run = Command::new(tool).current_dir(project()).env("LC_ALL", "C.UTF-8").args(arguments);
            let said = String::from_utf8(run.assert().success().get_output().stdout.clone()).expect("UTF-8");
            assert!(["", "\u{2714} Validation was successful."].contains(&said.trim()), "{said}");
        }
    }
}

/// The copyright is of the authors that the manifest names, in the package of Debian, too.
#[test]
fn the_copyright_is_of_the_authors() {
    let manifest = manifest();
    let authors = manifest["package"]["authors"].as_array().expect("authors");
    let authors = authors.get(0).and_then(Value::as_str).expect("an author");
    let copyright = fs::read_to_string(project().join("packaging/copyright")).expect("a file");
    assert!(copyright.contains(&format!("Files: *\nCopyright: 2026 {authors}\n")), "{authors}");
    // each part that the manifest names a licence for
    for license in manifest["package"]["license"].as_str().expect("a licence").split(" AND ") {
        assert!(copyright.contains(&format!("License: {license}\n")), "{license}");
    }
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
