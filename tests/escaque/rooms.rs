//! The folders of `src` depend on each other in one direction only.

use std::fs;
use std::path::Path;

use crate::{files, project};

/// The rooms (top-level folders). Each may use only those before it.
const ROOMS: [&str; 12] = [
    "text", "message", "syntax", "notation", "rules", "picture", "check", "query", "change", "format",
    "library", "app",
];

/// Folders of the same room that may not use each other.
const NEIGHBOURS: [[&str; 2]; 2] = [["notation::pgn", "notation::ctl"], ["rules::square", "rules::cescacs"]];

#[test]
fn no_room_uses_a_later_one() {
    let mut forbidden = Vec::new();
    for path in files("src/**/*.rs") {
        let module = module_of(path.strip_prefix(project().join("src")).unwrap());
        let text = fs::read_to_string(&path).unwrap();
        forbidden.extend(forbidden_paths(&module, &text));
    }
    for path in files("grammar/*.lalrpop") {
        let text = fs::read_to_string(&path).unwrap();
        // each is compiled where its language is read
        let room = if path.ends_with("query.lalrpop") { "query" } else { "notation" };
        forbidden.extend(forbidden_paths(room, &text));
    }
    assert!(forbidden.is_empty(), "{}", forbidden.join("\n"));
}

#[test]
fn every_folder_is_a_room() {
    let folders = fs::read_dir(project().join("src")).unwrap().map(Result::unwrap);
    for folder in folders.filter(|entry| entry.file_type().unwrap().is_dir()) {
        let name = folder.file_name().into_string().unwrap();
        assert!(ROOMS.contains(&name.as_str()), "src/{name} is no room");
    }
}

#[test]
fn forbidden_dependencies_are_found() {
    for (module, text, is_wrong) in [
        ("text::source", "use crate::message::Code;", true),
        ("message::describe", "use crate::text::Span;", false),
        ("syntax::game", "let code = crate::rules::Status::Free;", true),
        ("syntax::game", "// see crate::rules::Rules", false),
        ("syntax::game", "#[cfg(test)]\nmod tests {\n    use crate::rules::Rules;\n}\n", false),
        ("notation::pgn::san", "use crate::notation::ctl::Hex;", true),
        ("notation::pgn::san", "use crate::syntax::Nag;", false),
        ("rules::square::fen", "use crate::rules::{cescacs::Cescacs, Rules};", true),
        ("rules", "use crate::rules::cescacs::Cescacs;", false),
        ("check::game", "use crate::{\n    text::Span,\n    app::run,\n};", true),
    ] {
        assert_eq!(!forbidden_paths(module, text).is_empty(), is_wrong, "{module}: {text}");
    }
}

/// Returns the path of a file's module, without `crate`.
fn module_of(file: &Path) -> String {
    let parts = file.with_extension("");
    let parts = parts.iter().map(|part| part.to_str().unwrap()).filter(|part| *part != "mod");
    parts.collect::<Vec<_>>().join("::")
}

/// Lists the forbidden paths in a module's text. Test modules, which are at the end of a file, may
/// use everything.
fn forbidden_paths(module: &str, text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let code: Vec<_> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let paths = crate_paths(&code.join("\n"));
    let is_wrong = |path: &String| is_later_room(module, path) || is_neighbour(module, path);
    paths.into_iter().filter(is_wrong).map(|path| format!("{module} uses {path}")).collect()
}

/// Lists the paths after each `crate::`, with groups in braces expanded.
fn crate_paths(code: &str) -> Vec<String> {
    code.split("crate::").skip(1).flat_map(|rest| expand("", rest)).collect()
}

/// Expands a path with a group in braces at its end into its paths.
fn expand(prefix: &str, text: &str) -> Vec<String> {
    let text = text.trim_start();
    let length = text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(text.len());
    let path = format!("{prefix}{}", &text[..length]);
    let Some(group) = text[length..].strip_prefix('{').filter(|_| path.is_empty() || path.ends_with("::"))
    else {
        return vec![path];
    };
    let mut depth = 1;
    let end = group.find(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth == 0
    });
    let inside = &group[..end.unwrap_or(group.len())];
    // a nested group is expanded with its prefix
    let mut start = 0;
    let mut depth = 0;
    let mut parts = Vec::new();
    for (at, c) in inside.char_indices().chain([(inside.len(), ',')]) {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if c == ',' && depth == 0 {
            parts.push(&inside[start..at]);
            start = at + 1;
        }
    }
    parts.into_iter().filter(|part| !part.trim().is_empty()).flat_map(|part| expand(&path, part)).collect()
}

fn is_later_room(module: &str, path: &str) -> bool {
    let floor = |path: &str| ROOMS.iter().position(|room| path.split("::").next() == Some(room));
    match (floor(module), floor(path)) {
        (Some(own), Some(used)) => used > own,
        // the root of the crate re-exports items of the rooms, and no room needs it
        (Some(_), None) => path.starts_with(|c: char| c.is_uppercase()),
        (None, _) => false,
    }
}

fn is_neighbour(module: &str, path: &str) -> bool {
    NEIGHBOURS.iter().any(|[one, other]| {
        (module.starts_with(one) && path.starts_with(other))
            || (module.starts_with(other) && path.starts_with(one))
    })
}
