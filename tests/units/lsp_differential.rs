//! A document has one meaning, however it has come to its text: by edits or as it was opened.

use std::time::{Duration, Instant};

use gen_lsp_types::{TextDocumentContentChangeEvent, TextDocumentContentChangePartial, Uri};
use serde_json::Value;

use super::document::Document;
use super::settings::Settings;
use super::text::Encoding;
use super::{diagnostics, semantic_tokens, symbols};
use crate::app::cli::Args;
use crate::app::config::Config;
use crate::text::Span;

/// What is typed and pasted at random.
const PIECES: [&str; 36] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "\"",
    ";",
    "%",
    "\n",
    "\r\n",
    "\n\n",
    " ",
    "*",
    "1-0",
    "1.",
    "2...",
    "e4",
    "Nf3",
    "$1",
    "!?",
    "word",
    "[Event \"x\"]\n",
    "\n\n[Event \"y\"]\n\n1. e4 *\n\n",
    "[Variant \"C'escacs\"]\n",
    "\u{feff}",
    "é",
    "𝄞",
    ",",
    ":",
    "E7-E13",
    "($[1] 1. F8-F12)",
    "3-0",
    "…",
    "\n\n1. d4 d5\n\n1. c4 *",
    "\n% escaped\n",
];

/// An edit at random: any numbers are one.
#[derive(Clone, Copy, Debug)]
pub struct RandomEdit {
    /// Where it begins.
    pub start: usize,
    /// How many bytes it replaces at most.
    pub length: usize,
    /// What it puts there: one of the pieces, or a part of the text.
    pub new: usize,
}

impl RandomEdit {
    /// Returns what it replaces in a text, and the text that it puts there.
    fn in_text(self, text: &str) -> (Span, String) {
        let start = self.start % (text.len() + 1);
        let end = (start + self.length).min(text.len());
        let [start, end] = [start, end].map(|at| text.floor_char_boundary(at));
        let new = PIECES.get(self.new % 64).map_or_else(
            || text[text.floor_char_boundary(start / 2)..start].chars().take(self.new).collect(),
            |piece| (*piece).to_owned(),
        );
        (Span::new(start, end), new)
    }
}

/// Command lines that read games otherwise.
pub(super) const ARGUMENTS: [&[&str]; 5] =
    [&[], &["--pedantic"], &["--syntax", "lenient"], &["--syntax", "reduced"], &["--max-game-size", "100"]];

/// Asserts that a document that is edited at random is what it is when it is opened. `choice` is the number of
/// a command line and of an extension.
///
/// # Panics
///
/// Panics if it is something else.
#[cfg(fuzzing)]
pub fn check_chosen(choice: u8, text: &str, edits: impl IntoIterator<Item = RandomEdit>) {
    let (choice, extension) = (usize::from(choice) / 2, ["pgn", "ctl-pgn"][usize::from(choice) % 2]);
    check_edits(text, extension, ARGUMENTS[choice % ARGUMENTS.len()], edits);
}

/// Asserts that a document that is edited is after each edit what it is when it is opened.
pub(super) fn check_edits(
    text: &str,
    extension: &str,
    arguments: &[&str],
    edits: impl IntoIterator<Item = RandomEdit>,
) {
    let mut document = opened(text, extension, arguments);
    check(&mut document);
    for random in edits {
        let before = document.text.as_str().to_owned();
        let (span, new) = random.in_text(&before);
        edit(&mut document, span, &new);
        let mut fresh = opened(document.text.as_str(), extension, arguments);
        check(&mut fresh);
        // what is being typed is told otherwise
        fresh.typed = document.typed;
        let (told, expected) = (told(&document), told(&fresh));
        let differs = told.lines().zip(expected.lines()).find(|(told, expected)| told != expected);
        assert!(told == expected, "{extension} {arguments:?}: {span:?} {new:?}: {differs:#?}\n{before}");
    }
}

/// Opens a document whose name has an extension, in a language.
pub(super) fn opened(text: &str, extension: &str, arguments: &[&str]) -> Document {
    let arguments = ["escaque", "--lsp", "--lang", "en"].iter().chain(arguments);
    let args = Args::parsed(arguments, Config::default()).expect("the options fit together");
    let settings = Settings { encoding: Encoding::Utf8, ..Settings::new(&args, &Value::Null) };
    let uri = Uri(format!("file:///t.{extension}"));
    Document::new(uri, "", 0, text.to_owned(), settings)
}

/// Checks all games of a document.
pub(super) fn check(document: &mut Document) {
    while !document.check_until(Instant::now() + Duration::from_secs(60)) {}
}

/// Edits a document and checks what has changed.
fn edit(document: &mut Document, span: Span, text: &str) {
    change(document, span, text);
    check(document);
}

/// Edits a document.
pub(super) fn change(document: &mut Document, span: Span, text: &str) {
    let range = document.text.range(span);
    let part = TextDocumentContentChangePartial::new(range, None, text.to_owned());
    document.change(TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part));
}

/// Tells all that is known of a document.
fn told(document: &Document) -> String {
    let games: Vec<_> = document.games.iter().map(|game| (game.from, game.end, game.next)).collect();
    let outlines: Vec<_> =
        document.games.iter().map(|game| &game.checked.as_ref().unwrap().outline).collect();
    let diagnostics = diagnostics::of_document(document).diagnostics;
    let diagnostics: Vec<_> = diagnostics.iter().map(|found| serde_json::to_string(found).unwrap()).collect();
    let all = Span::new(0, document.text.as_str().len());
    let [symbols, folding, tokens] = [
        serde_json::to_string(&symbols::of_document(document)),
        serde_json::to_string(&symbols::ranges(document)),
        serde_json::to_string(&semantic_tokens::in_span(document, all)),
    ]
    .map(Result::unwrap);
    format!("{symbols}\n{folding}\n{tokens}\n{games:?}\n{}\n{outlines:#?}", diagnostics.join("\n"))
}
