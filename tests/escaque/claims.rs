//! What a document claims of errors and warnings is what the program reports.
//!
//! Each file of `tests/claims` is about one document, in one language or in several. It has fragments of the document,
//! each with a game and the codes that the game draws. A sentence with a word of errors or warnings needs a fragment in
//! each of its clauses. Each page of the guide has a file, or no such sentence.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;
use toml_edit::{Document, Table};

use crate::{escaque, files, project, stem};

/// The words of a language, and of the guide, with which a document claims something: in lower case, whole words.
struct Words {
    errors: &'static [&'static str],
    warnings: &'static [&'static str],
    ignored: &'static [&'static str],
}

fn words_of(language: &str) -> Words {
    match language {
        "en" => Words {
            errors: &["error", "errors"],
            warnings: &["warning", "warnings", "--pedantic"],
            ignored: &["ignored"],
        },
        "es" => Words {
            errors: &["error", "errores"],
            warnings: &["aviso", "avisos", "avisa", "avisan", "--pedantic"],
            ignored: &["ignora", "ignoran"],
        },
        "ca" => Words {
            errors: &["error", "errors"],
            warnings: &["avís", "avisos", "avisa", "avisen", "--pedantic"],
            ignored: &["ignora", "ignoren"],
        },
        // the guide also says what becomes of errors, so that single words are no claims
        "guide" => Words {
            errors: &["is an error", "are an error", "with an error", "for an error", "still errors"],
            warnings: &["a warning", "warns", "only warnings"],
            ignored: &[],
        },
        _ => panic!("no words of {language}"),
    }
}

/// Returns whether a text has one of some words, each of which may be several in a row.
fn has(text: &str, words: &[&str]) -> bool {
    let text = text.to_lowercase();
    let text = text.split(|c: char| !c.is_alphanumeric() && c != '-');
    let text: Vec<_> = text.filter(|word| !word.is_empty()).collect();
    words.iter().any(|words| {
        let words: Vec<_> = words.split(' ').collect();
        text.windows(words.len()).any(|window| window == words)
    })
}

/// A clause of a sentence, which ends with a semicolon or with the sentence. The sentence of an item of a list begins
/// with the one that introduces the list.
struct Clause {
    text: String,
    sentence: String,
}

impl Clause {
    /// Returns whether the clause claims one of some words: itself, or if it has no such word its sentence.
    fn claims(&self, words: &Words, of: &[&str]) -> bool {
        let any = [words.errors, words.warnings].concat();
        has(if has(&self.text, &any) { &self.text } else { &self.sentence }, of)
    }
}

/// Returns the clauses of a document. Tables in fences are read like lists.
fn clauses(document: &str) -> Vec<Clause> {
    let (mut clauses, mut introduction) = (Vec::new(), String::new());
    for (is_item, text) in blocks(document) {
        let sentences = split(&squeezed(&text), |c, next| ".?!".contains(c) && next == Some(' '));
        for sentence in &sentences {
            let whole = if is_item { format!("{introduction} {sentence}") } else { sentence.clone() };
            let texts = split(sentence, |c, _| c == ';');
            clauses.extend(texts.into_iter().map(|text| Clause { text, sentence: whole.clone() }));
        }
        if !is_item {
            let last = sentences.into_iter().last();
            introduction = last.filter(|last| last.ends_with(':')).unwrap_or_default();
        }
    }
    clauses
}

/// Returns the paragraphs, the items of lists, and the rows of tables of a document.
fn blocks(document: &str) -> Vec<(bool, String)> {
    let (mut blocks, mut in_fence, mut is_new) = (Vec::<(bool, String)>::new(), false, true);
    for line in document.lines() {
        if line.starts_with("```") || line.starts_with(['#', '<']) || line.trim().is_empty() {
            in_fence ^= line.starts_with("```");
            is_new = true;
            // a heading ends what introduces a list
            blocks.extend(line.starts_with('#').then(|| (false, String::new())));
            continue;
        }
        let mark = line.split_once(' ').map_or("", |(mark, _)| mark);
        let number = mark.strip_suffix('.').unwrap_or_default();
        let is_item = !in_fence && (mark == "-" || number.parse::<u32>().is_ok());
        let goes_on = if in_fence { line.starts_with(' ') } else { !is_item && !line.starts_with('|') };
        match blocks.last_mut() {
            Some((_, text)) if !is_new && goes_on => {
                *text += &format!(" {line}");
            }
            _ => blocks.push((is_item, line[if is_item { mark.len() } else { 0 }..].to_owned())),
        }
        is_new = false;
    }
    blocks
}

/// Returns a text on one line, without emphasis.
fn squeezed(text: &str) -> String {
    text.replace("**", "").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Splits a text after the characters that end a part, which those in code never do.
fn split(text: &str, is_end: impl Fn(char, Option<char>) -> bool) -> Vec<String> {
    let (mut parts, mut part, mut in_code) = (Vec::new(), String::new(), false);
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        part.push(c);
        in_code ^= c == '`';
        if !in_code && is_end(c, characters.peek().copied()) {
            parts.push(part.trim().to_owned());
            part.clear();
        }
    }
    parts.push(part.trim().to_owned());
    parts.retain(|part| !part.is_empty());
    parts
}

/// Returns the tables under a name in a file of claims.
fn tables<'d>(file: &'d Document<String>, name: &str) -> Vec<&'d Table> {
    file.get(name).and_then(|item| item.as_array_of_tables()).into_iter().flatten().collect()
}

fn text<'t>(table: &'t Table, key: &str) -> Option<&'t str> {
    table.get(key).map(|item| item.as_str().expect("a string"))
}

/// Returns the game of a claim.
fn game(claim: &Table) -> String {
    if let Some(game) = text(claim, "game") {
        return game.to_owned();
    }
    let tags = text(claim, "tags").unwrap_or("[Id \"Cescacs-X01\"]").trim();
    let position = text(claim, "position").map_or_else(String::new, |value| format!("\n[TLPD \"{value}\"]"));
    format!("[Variant \"C'escacs\"]\n{tags}{position}\n\n{}\n", text(claim, "moves").expect("moves"))
}

/// Returns the codes of the messages about the game of a claim, with options of its file and of its own.
fn codes(claim: &Table, of_file: &str) -> BTreeSet<String> {
    let options = ["--check", "--lang", "en", "--message-format", "json"];
    let others = [of_file, text(claim, "options").unwrap_or_default()];
    let others = others.into_iter().flat_map(str::split_whitespace);
    let run = escaque().args(options).args(others).stdin(game(claim)).output().expect("the program runs");
    let messages = String::from_utf8(run.stderr).expect("messages in UTF-8");
    let messages =
        messages.lines().map(|line| serde_json::from_str::<Value>(line).expect("a message in JSON"));
    messages.filter_map(|message| Some(message["code"].as_str()?.to_owned())).collect()
}

/// Returns whether a test is there: `path::name`.
fn is_there(test: &str) -> bool {
    let (path, name) = test.split_once("::").expect("a path and a name");
    fs::read_to_string(project().join(path)).is_ok_and(|file| file.contains(&format!("fn {name}() {{")))
}

/// Returns the names of the pages of the guide that claim something.
fn pages_of_the_guide() -> Vec<String> {
    let words = words_of("guide");
    let claimed = [words.errors, words.warnings].concat();
    let claims =
        |page: &Path| has(&squeezed(&fs::read_to_string(page).expect("a page of the guide")), &claimed);
    files("docs/guide/*.md").iter().filter(|page| claims(page)).map(|page| stem(page)).collect()
}

#[test]
fn every_page_of_the_guide_that_claims_something_has_claims() {
    let with_claims: Vec<_> = files("tests/claims/guide/*.toml").iter().map(|page| stem(page)).collect();
    assert_eq!(with_claims, pages_of_the_guide());
}

#[test]
fn documents_claim_what_the_program_reports() {
    let mut failures = String::new();
    for path in files("tests/claims/**/*.toml") {
        let file = fs::read_to_string(&path).expect("a file of claims");
        let file = Document::parse(file).expect("a file in TOML");
        let (claims, others) = (tables(&file, "claim"), tables(&file, "no-example"));
        let options = file.get("options").map_or("", |options| options.as_str().expect("a string"));
        for test in others.iter().filter_map(|other| text(other, "test")).filter(|test| !is_there(test)) {
            failures += &format!("there is no {test}\n");
        }
        for claim in &claims {
            let expected = text(claim, "code").unwrap_or_default().split_whitespace();
            let expected: BTreeSet<_> = expected.map(str::to_owned).collect();
            let found = codes(claim, options);
            if found != expected {
                failures += &format!("{expected:?} expected, {found:?} found\n{}\n", game(claim));
            }
        }
        for (language, document) in file["page"].as_table().expect("the documents") {
            let document = document.as_str().expect("a path");
            let clauses = clauses(&fs::read_to_string(project().join(document)).expect("a document"));
            let words = words_of(language);
            let fragment = |table: &&Table| squeezed(text(table, language).expect("a fragment"));
            for claim in claims.iter().chain(&others) {
                let fragment = fragment(claim);
                let mut places = clauses.iter().filter(|clause| clause.text.contains(&fragment)).peekable();
                let code = text(claim, "code").unwrap_or_default();
                let of = if code.starts_with('E') { words.errors } else { words.warnings };
                if places.peek().is_none() {
                    failures += &format!("{document} does not have: {fragment}\n");
                } else if !code.is_empty() && !places.any(|clause| clause.claims(&words, of)) {
                    failures += &format!("{document} does not claim {code} of: {fragment}\n");
                }
            }
            let fragments: Vec<_> = claims.iter().chain(&others).map(fragment).collect();
            let all = [words.errors, words.warnings, words.ignored].concat();
            for Clause { text, .. } in clauses.iter().filter(|clause| has(&clause.sentence, &all)) {
                if !fragments.iter().any(|fragment| text.contains(fragment)) {
                    failures += &format!("{document} claims without an example: {text}\n");
                }
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}
