//! The language server, over the protocol.
//!
//! `tests/inputs/lsp/` has sessions, one message of an editor on each line. A golden file has what the
//! server says.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

use serde_json::{Value, json};
use snapbox::cmd::cargo_bin;

use crate::{Numbers, assert_golden, escaque, files, project, stem};

/// A server and the ways to it.
struct Server {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// The number of the last request.
    last: i64,
}

impl Server {
    fn start(arguments: &[&str]) -> Server {
        let mut command = Command::new(cargo_bin!("escaque"));
        command.arg("--lsp").args(arguments).env_remove("LC_ALL").env("LANG", "en_GB.UTF-8");
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (process.stdin.take(), process.stdout.take().unwrap());
        Server { process, input, output: BufReader::new(output), last: 0 }
    }

    /// Starts a server that has said what it can do.
    fn initialized(arguments: &[&str]) -> Server {
        let mut server = Server::start(arguments);
        let general = json!({"positionEncodings": ["utf-16"]});
        server.ask(
            "initialize",
            &json!({"processId": null, "rootUri": null, "capabilities": {"general": general}}),
        );
        server.tell("initialized", &json!({}));
        server
    }

    fn write(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).and_then(|()| input.flush()).unwrap();
    }

    fn send(&mut self, mut message: Value) {
        message["jsonrpc"] = json!("2.0");
        let text = message.to_string();
        self.write(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    /// Receives a message. Returns `None` if the server has ended.
    fn receive(&mut self) -> Option<Value> {
        let mut length = None;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).unwrap() == 0 {
                return None;
            }
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", value)) => length = Some(value.parse().unwrap()),
                None if line == "\r\n" => break,
                _ => panic!("this is not the protocol: {line:?}"),
            }
        }
        let mut body = vec![0; length.unwrap()];
        self.output.read_exact(&mut body).unwrap();
        let message: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(message["jsonrpc"], "2.0");
        Some(message)
    }

    /// Receives messages up to one that is wanted.
    fn receive_until(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Vec<Value> {
        let mut messages = Vec::new();
        loop {
            messages.push(self.receive().expect("the server goes on"));
            if messages.last().is_some_and(&is_wanted) {
                return messages;
            }
        }
    }

    fn tell(&mut self, method: &str, params: &Value) {
        self.send(json!({"method": method, "params": params}));
    }

    /// Sends a request and returns the result.
    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.last += 1;
        let id = self.last;
        self.send(json!({"id": id, "method": method, "params": params}));
        self.receive_until(|message| message["id"] == id).pop().unwrap()["result"].clone()
    }

    /// Opens a document, and returns what is wrong with it.
    fn open(&mut self, uri: &str, text: &str) -> Value {
        let item = json!({"uri": uri, "languageId": "pgn", "version": 0, "text": text});
        self.tell("textDocument/didOpen", &json!({"textDocument": item}));
        self.diagnostics(uri, 0)
    }

    /// Types a character or more, and returns what is wrong afterwards.
    fn insert(&mut self, uri: &str, version: i64, at: Value, text: &str) -> Value {
        let range = json!({"start": at, "end": at});
        let (identifier, change) =
            (json!({"uri": uri, "version": version}), json!({"range": range, "text": text}));
        self.tell("textDocument/didChange", &json!({"textDocument": identifier, "contentChanges": [change]}));
        self.diagnostics(uri, version)
    }

    fn diagnostics(&mut self, uri: &str, version: i64) -> Value {
        let is_it = |message: &Value| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri
                && message["params"]["version"] == version
        };
        self.receive_until(is_it).pop().unwrap()["params"]["diagnostics"].clone()
    }

    /// Closes the way to the server, and returns how it has ended.
    fn end(mut self) -> ExitStatus {
        self.input = None;
        while self.receive().is_some() {}
        self.process.wait().unwrap()
    }
}

/// Shortens pictures, whose bytes other tests look at.
fn without_pictures(text: &str) -> String {
    let mut parts = text.split("base64,");
    let mut short = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(')').unwrap_or(part.len());
        short += &format!("base64,…{}", &part[end..]);
    }
    short
}

#[test]
fn sessions_go_as_recorded() {
    for path in files("tests/inputs/lsp/*.jsonl") {
        let mut server = Server::start(&[]);
        let mut told = Vec::new();
        for line in fs::read_to_string(&path).unwrap().lines() {
            let message: Value = serde_json::from_str(line).unwrap();
            let (id, method) = (message["id"].clone(), message["method"].as_str().map(str::to_owned));
            let uri = message["params"]["textDocument"]["uri"].clone();
            server.send(message);
            match method.as_deref() {
                Some("textDocument/didOpen" | "textDocument/didChange" | "textDocument/didClose")
                    if !["file:///none.pgn", "file:///early.pgn"]
                        .contains(&uri.as_str().unwrap_or_default()) =>
                {
                    // a document that is closed twice says nothing the second time
                    let is_again = told.last().is_some_and(|last: &Value| {
                        last["params"]["version"].is_null() && last["params"]["uri"] == uri
                    });
                    if !is_again {
                        told.extend(server.receive_until(|message| message["params"]["uri"] == uri));
                    }
                }
                Some(_) if !id.is_null() => told.extend(server.receive_until(|message| message["id"] == id)),
                _ => {}
            }
        }
        let status = server.end();
        let told: Vec<_> = told.iter().map(|message| without_pictures(&message.to_string())).collect();
        let name = stem(&path);
        assert_golden(told.join("\n") + "\n", &format!("lsp/{name}.jsonl"));
        assert_eq!(status.code(), Some(0), "{name}");
    }
}

#[test]
fn the_end_of_the_editor_is_that_of_the_server() {
    assert_eq!(Server::start(&[]).end().code(), Some(1));
    assert_eq!(Server::initialized(&[]).end().code(), Some(1));

    let mut server = Server::initialized(&[]);
    server.tell("exit", &Value::Null);
    assert_eq!(server.end().code(), Some(1));

    let mut server = Server::initialized(&[]);
    server.ask("shutdown", &Value::Null);
    server.tell("exit", &Value::Null);
    assert_eq!(server.end().code(), Some(0));
}

#[test]
fn what_is_no_message_is_passed_over() {
    let mut server = Server::initialized(&[]);
    server.write(b"Content-Length: 3\r\n\r\n{{{");
    server.write(b"Content-Length: 4\r\n\r\n\"\xff\xff\"");
    server.write(b"Content-Length: 2\r\n\r\n{}");
    server.write(b"nonsense\r\n\r\n");
    assert_eq!(server.open("file:///t.pgn", "1. e4 e5 2. Ke3 *")[0]["code"], "E0304");
}

#[test]
fn what_cannot_be_split_into_messages_ends_the_server() {
    const MESSAGE: &str =
        "error[E0101]: the editor has sent a header without a meaning, or a message of more than 256 MiB\n\n";
    let long = "x".repeat(5000) + "\r\n\r\n";
    for (header, told) in [
        ("Content-Length: 99999999999999\r\n\r\n{}", MESSAGE),
        ("Content-Length: 10000000000\r\n\r\n{}", MESSAGE),
        ("content-length: 99999999999999999999999\r\n\r\n{}", MESSAGE),
        ("Content-Length: two\r\n\r\n{}", MESSAGE),
        (&long, MESSAGE),
        // only the memory that comes is used
        ("Content-Length: 268435456\r\n\r\n{}", ""),
        ("Content-Length: 2\r\n", ""),
        ("Content-Le", ""),
    ] {
        let run = escaque().args(["--lsp", "--lang", "en"]).stdin(header).output();
        let run = run.expect("the program is there");
        let messages = String::from_utf8_lossy(&run.stderr);
        assert_eq!((run.status.code(), &*messages), (Some(1), told), "{header:.40}");
    }
}

#[test]
fn a_request_that_is_cancelled_is_answered_once() {
    let mut server = Server::initialized(&[]);
    let text = fs::read_to_string(project().join("examples/miniatures.pgn")).unwrap().repeat(300);
    let item = json!({"uri": "file:///t.pgn", "languageId": "pgn", "version": 0, "text": text});
    let document = json!({"textDocument": {"uri": "file:///t.pgn"}});
    server.tell("textDocument/didOpen", &json!({"textDocument": item}));
    server.send(json!({"id": "symbols", "method": "textDocument/documentSymbol", "params": document}));
    server.tell("$/cancelRequest", &json!({"id": "symbols"}));
    // others are answered while the games are checked
    let position = json!({"line": 12, "character": 1});
    server
        .ask("textDocument/hover", &json!({"textDocument": {"uri": "file:///t.pgn"}, "position": position}));
    server.ask("shutdown", &Value::Null);
    server.tell("exit", &Value::Null);
    server.input = None;
    let mut answers = 0;
    while let Some(message) = server.receive() {
        answers += usize::from(message["id"] == "symbols");
    }
    assert!(answers <= 1);
    assert_eq!(server.process.wait().unwrap().code(), Some(0));
}

#[test]
fn a_hover_fits_what_editors_show() {
    let texts = ["1. e4 e5 *", "[Variant \"C'escacs\"]\n\n1. H6-H12, I23-I19: *"];
    for arguments in [&[][..], &["--size", "900"]] {
        let mut server = Server::start(arguments);
        let hover = json!({"hover": {"contentFormat": ["markdown"]}});
        let editor = json!({"name": "Visual Studio Code - Insiders"});
        server.ask("initialize", &json!({"clientInfo": editor, "capabilities": {"textDocument": hover}}));
        server.tell("initialized", &json!({}));
        for (number, text) in texts.iter().enumerate() {
            let uri = format!("file:///{number}.pgn");
            server.open(&uri, text);
            let at = position(text, text.find("1. ").unwrap() + 3);
            let asked = json!({"textDocument": {"uri": uri}, "position": at});
            let answer = server.ask("textDocument/hover", &asked);
            let shown = answer["contents"]["value"].as_str().unwrap();
            let [board, picture] = ["```text", "![](data:image/png;base64,"].map(|part| shown.find(part));
            assert!(board.is_some() && board < picture, "{text}");
            assert!(shown.len() < 100_000, "{text}: {} bytes", shown.len());
        }
    }
}

#[test]
fn a_hover_is_what_the_editor_prefers() {
    let kinds = [
        ("Neovim", ["markdown", "plaintext"], "markdown", false),
        ("VSCodium", ["markdown", "plaintext"], "markdown", true),
        ("Visual Studio Code", ["plaintext", "markdown"], "plaintext", false),
        ("opencode", ["markdown", "plaintext"], "markdown", false),
    ];
    for (name, formats, expected, has_picture) in kinds {
        let mut server = Server::start(&[]);
        let hover = json!({"hover": {"contentFormat": formats}});
        server.ask(
            "initialize",
            &json!({"clientInfo": {"name": name}, "capabilities": {"textDocument": hover}}),
        );
        server.tell("initialized", &json!({}));
        server.open("file:///t.pgn", "1. e4 *");
        let at = json!({"line": 0, "character": 3});
        let hover = json!({"textDocument": {"uri": "file:///t.pgn"}, "position": at});
        let contents = &server.ask("textDocument/hover", &hover)["contents"];
        let text = contents["value"].as_str().unwrap();
        assert_eq!(contents["kind"], expected, "{name}");
        assert!(text.contains("a b c d e f g h"), "{name}: {text}");
        assert_eq!(text.contains("data:image"), has_picture, "{name}");
    }
}

/// Returns the severities and the codes of diagnostics.
fn told(diagnostics: &Value) -> Vec<String> {
    let one = |found: &Value| format!("{} {}", found["severity"], found["code"].as_str().unwrap());
    diagnostics.as_array().unwrap().iter().map(one).collect()
}

#[test]
fn a_correct_game_is_typed_without_errors() {
    for path in files("tests/inputs/lsp/typed/*pgn") {
        let mut server = Server::initialized(&[]);
        let uri = format!("file:///{}", path.file_name().unwrap().to_string_lossy());
        let text = fs::read_to_string(&path).unwrap();
        server.open(&uri, "");
        let mut version = 0;
        for (at, key) in text.char_indices() {
            version += 1;
            let told = told(&server.insert(&uri, version, position(&text, at), &key.to_string()));
            let typed = &text[text.floor_char_boundary(at.saturating_sub(30))..at + key.len_utf8()];
            assert!(told.iter().all(|told| told.starts_with("4 ") && told != "4 E0221"), "{typed}: {told:?}");
        }
        server.tell("textDocument/didSave", &json!({"textDocument": {"uri": uri}}));
        assert_eq!(told(&server.diagnostics(&uri, version)), [""; 0], "{uri}");
    }
}

#[test]
fn what_is_unfinished_is_told_when_the_edits_move_on() {
    for (text, typed, at_once, afterwards) in [
        ("1. e4 e5 2. |", "N", vec![], vec!["1 E0221"]),
        ("1. e4 e5 2. |", "Nx", vec!["1 E0221"], vec!["1 E0221"]),
        ("1. e4 e5 2. |", "Ke3", vec!["1 E0304", "4 W0621"], vec!["1 E0304", "2 W0621"]),
        ("1. e4 e5 2. | *", "Nf", vec![], vec!["1 E0221"]),
        ("1. e4 | e5 2. Nf3 *", "(1. d4 N", vec!["4 E0224"], vec!["1 E0224"]),
        ("1. e4 | e5 2. Nf3 {x} Nc6 *", "{N", vec!["4 W0231"], vec!["2 W0231"]),
        ("1. e4 Ke6 2. Nf3 | *", "e", vec!["1 E0304", "4 W0232"], vec!["1 E0304", "2 W0232"]),
        ("1. e4 e5 2. B|5 Nc6 *", "c", vec!["1 E0304"], vec!["1 E0304"]),
        ("[Event \"a\"]\n[|", "Si", vec!["4 E0214"], vec!["1 E0214"]),
    ] {
        let mut server = Server::initialized(&[]);
        let at = text.find('|').unwrap();
        server.open("file:///t.pgn", &text.replace('|', ""));
        let first = server.insert("file:///t.pgn", 1, position(text, at), typed);
        assert_eq!(told(&first), at_once, "{text} {typed}");
        // the end of the file is another place, if something stands before it
        let text = text.replace('|', typed) + "\n\n[Event \"b\"]\n\n1. e4 *\n";
        server.open("file:///t.pgn", &text);
        let then = server.insert("file:///t.pgn", 2, position(&text, text.len()), "\n");
        assert_eq!(told(&then), afterwards, "{text}");
    }
}

/// What `--in-place` refuses to write stays as it is here, too.
#[test]
fn layout_loses_nothing() {
    let mut server = Server::start(&[]);
    server.ask("initialize", &json!({"capabilities": {}}));
    server.tell("initialized", &json!({}));
    for (number, (text, is_laid_out)) in [
        ("[Result \"1-0\"]\n\n1.e4 0-1\n", false),
        ("[White \"A\"]\n[White \"B\"]\n\n1.e4 *\n", false),
        ("[Result \"adjourned\"]\n\n1.e4 *\n", false),
        ("[Result \"*\"]\n\n1.e4 Nf9 *\n", false),
        ("[Result \"*\"]\n\n1.e4 e5 2.Ke3 *\n", false),
        ("[Result \"*\"]\n\n1.e4 *\n", true),
    ]
    .into_iter()
    .enumerate()
    {
        let uri = format!("file:///{number}.pgn");
        server.open(&uri, text);
        let asked = json!({"textDocument": {"uri": uri}, "options": {"tabSize": 4, "insertSpaces": true}});
        let edits = server.ask("textDocument/formatting", &asked);
        assert_eq!(edits.as_array().is_some_and(|edits| !edits.is_empty()), is_laid_out, "{text}: {edits}");
    }
}

/// Neovim reads all lines for each edit. For it, edits of a long document are joined where little is between them.
#[test]
fn layout_names_only_what_changes() {
    const GAMES: usize = 5_000;
    let tags = ["Event", "Site", "Date", "Round", "White", "Black", "Result"].map(|name| match name {
        "Date" => "[Date \"????.??.??\"]\n".to_owned(),
        "Result" => "[Result \"*\"]\n".to_owned(),
        _ => format!("[{name} \"?\"]\n"),
    });
    let game = |at: usize| tags.concat() + if at % 50 < 2 { "\n1.e4 *\n" } else { "\n1. e4 *\n" };
    let text = (0..GAMES).map(game).collect::<Vec<_>>().join("\n");
    let answer = |editor: &str| {
        let mut server = Server::start(&[]);
        server.ask("initialize", &json!({"clientInfo": {"name": editor}, "capabilities": {}}));
        server.tell("initialized", &json!({}));
        server.open("file:///t.pgn", &text);
        let options = json!({"tabSize": 4, "insertSpaces": true});
        let asked = json!({"textDocument": {"uri": "file:///t.pgn"}, "options": options});
        server.ask("textDocument/formatting", &asked)
    };
    let lengths = |answer: &Value| {
        let edits = answer.as_array().expect("there are edits").iter();
        edits.map(|edit| edit["newText"].as_str().map_or(0, str::len)).collect::<Vec<_>>()
    };
    // the space after the number
    assert_eq!(lengths(&answer("Helix")), [1; GAMES / 25]);
    let joined = lengths(&answer("Neovim"));
    assert!(joined.len() <= GAMES / 50 && joined.iter().sum::<usize>() < text.len() / 5, "{joined:?}");
}

/// The last game may still be being written, and many editors lay out what they save.
#[test]
fn layout_ends_no_game() {
    let mut server = Server::initialized(&[]);
    for (number, (text, last)) in [
        ("1.e4", "1. e4"),
        ("1.e4 (1.d4)\n", "1. e4 (1. d4)"),
        ("[Result \"1-0\"]\n\n1.e4", "1. e4"),
        ("1.e4 *", "1. e4 *"),
        ("1.f3 e5 2.g4 Qh4#", "1. f3 e5 2. g4 Qh4# 0-1"),
    ]
    .into_iter()
    .enumerate()
    {
        let uri = format!("file:///{number}.pgn");
        server.open(&uri, text);
        let asked = json!({"textDocument": {"uri": uri}, "options": {"tabSize": 4, "insertSpaces": true}});
        let edits = server.ask("textDocument/formatting", &asked);
        let mut laid_out: Vec<_> = text.split('\n').map(str::to_owned).collect();
        for edit in edits.as_array().unwrap().iter().rev() {
            let [start, end] = ["start", "end"].map(|end| {
                let end = &edit["range"][end];
                (end["line"].as_u64().unwrap() as usize, end["character"].as_u64().unwrap() as usize)
            });
            let new = laid_out[start.0][..start.1].to_owned()
                + edit["newText"].as_str().unwrap()
                + &laid_out[end.0][end.1..];
            laid_out.splice(start.0..=end.0, new.split('\n').map(str::to_owned));
        }
        let written = laid_out.join("\n");
        assert_eq!(written.trim_end().lines().last(), Some(last), "{written}");
    }
}

/// Returns the position of an offset in UTF-16.
fn position(text: &str, offset: usize) -> Value {
    let line_start = text[..offset].rfind('\n').map_or(0, |end| end + 1);
    let line = text[..offset].matches('\n').count();
    json!({"line": line, "character": text[line_start..offset].encode_utf16().count()})
}

#[test]
fn documents_that_are_edited_are_what_they_are_when_they_are_opened() {
    const PIECES: [&str; 20] = [
        "{",
        "}",
        "(",
        ")",
        "[",
        "\"",
        "\n\n",
        " ",
        "*",
        "1-0",
        "1.",
        "Nf3",
        "𝄞é",
        "[Event \"x\"]\n",
        "word",
        ";",
        "E7-E13",
        ",",
        "[Variant \"C'escacs\"]",
        "\n\n1. d4 d5 2. c4 *\n\n",
    ];
    let mut server = Server::initialized(&["--pedantic"]);
    let mut numbers = Numbers::new(12);
    for path in files("examples/*pgn") {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let uri = format!("file:///{name}");
        let mut text = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
        text.truncate(text.floor_char_boundary(6000));
        server.open(&uri, &text);
        for version in 1..=15 {
            let mut changes = Vec::new();
            for _ in 0..=numbers.below(2) {
                let start = text.floor_char_boundary(numbers.below(text.len() + 1));
                let length = if numbers.below(5) == 0 { 300 } else { numbers.below(3) };
                let end = text.floor_char_boundary((start + length).min(text.len())).max(start);
                let piece = PIECES[numbers.below(PIECES.len())];
                let range = json!({"start": position(&text, start), "end": position(&text, end)});
                changes.push(json!({"range": range, "text": piece}));
                text.replace_range(start..end, piece);
            }
            let identifier = json!({"uri": uri, "version": version});
            server.tell(
                "textDocument/didChange",
                &json!({"textDocument": identifier, "contentChanges": changes}),
            );
            // of a text that has been saved, nothing counts as being typed
            server.diagnostics(&uri, version);
            server.tell("textDocument/didSave", &json!({"textDocument": {"uri": uri}}));
            let edited = told_of(&mut server, &uri, version);
            let fresh_uri = format!("file:///fresh/{version}/{name}");
            let item = json!({"uri": fresh_uri, "languageId": "pgn", "version": version, "text": text});
            server.tell("textDocument/didOpen", &json!({"textDocument": item}));
            assert_eq!(edited, told_of(&mut server, &fresh_uri, version), "{name} {version}\n{text}");
            server.tell("textDocument/didClose", &json!({"textDocument": {"uri": fresh_uri}}));
        }
    }
}

/// Returns all that a server tells of a document without being asked about a place.
fn told_of(server: &mut Server, uri: &str, version: i64) -> [Value; 3] {
    let diagnostics = server.diagnostics(uri, version);
    let document = json!({"textDocument": {"uri": uri}});
    let [symbols, folding] = ["documentSymbol", "foldingRange"]
        .map(|method| server.ask(&format!("textDocument/{method}"), &document));
    [diagnostics, symbols, folding]
}

/// An open brace may reach over games, so it shows best that both read the same.
#[test]
fn an_editor_is_told_what_the_command_line_tells() {
    let mut server = Server::initialized(&["--lang", "en"]);
    let mut numbers = Numbers::new(25);
    for path in files("tests/inputs/broken/*pgn").into_iter().chain(files("tests/inputs/contained/*pgn")) {
        let Ok(mut text) = fs::read_to_string(&path) else { continue };
        if text.contains(['\u{feff}', '\0']) {
            continue;
        }
        text.insert(text.floor_char_boundary(numbers.below(text.len() + 1)), '{');
        let name = path.file_name().expect("the path of a file").to_string_lossy();
        let told = server.open(&format!("file:///{name}"), &text);
        let place = |found: &Value| {
            let line = found["range"]["start"]["line"].as_u64().expect("a line") + 1;
            format!("{} {line}", found["code"].as_str().expect("a code"))
        };
        let mut told: Vec<_> = told.as_array().expect("diagnostics").iter().map(place).collect();
        let copy = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
        fs::write(&copy, &text).expect("the folder can be written to");
        let arguments = ["--check", "--lang", "en", "--max-errors", "0", "--message-format", "json", &copy];
        let run = escaque().args(arguments).output().expect("the program runs");
        let lines = String::from_utf8(run.stderr).expect("messages are UTF-8");
        let found = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let with_code = found.filter_map(|found| Some((found["code"].as_str()?.to_owned(), found)));
        let mut expected: Vec<_> =
            with_code.map(|(code, found)| format!("{code} {}", found["line"])).collect();
        told.sort_unstable();
        expected.sort_unstable();
        assert_eq!(told, expected, "{name}\n{text}");
        fs::remove_file(copy).expect("the copy is there");
    }
}
