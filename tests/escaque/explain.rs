//! The pages with which the program explains itself: those of the codes of messages, and those of topics.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use escaque::LanguageCode;
use escaque::message::{Code, ENGLISH, Language, Subject};

use serde_json::Value;

use crate::{escaque, files, project, stem};

/// Returns the languages into which the pages are translated.
fn translations() -> impl Iterator<Item = &'static Language> {
    LanguageCode::ALL.map(LanguageCode::language).into_iter().filter(|language| language.tag != ENGLISH.tag)
}

/// A fenced block of a page: the words after the fence, and the text.
struct Block<'p> {
    words: Vec<&'p str>,
    text: String,
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(words) = line.strip_prefix("```") {
            let text = lines.by_ref().take_while(|line| *line != "```").map(|line| line.to_owned() + "\n");
            blocks.push(Block { words: words.split(' ').collect(), text: text.collect() });
        }
    }
    blocks
}

/// Runs the program on an example and returns the codes of its messages, without their letters.
///
/// The first word after the fence is the kind of file. Of the others, `fixed` marks the
/// corrected example, `latin-1` is an encoding, `controls` turns `␀` into the byte 0, `repeated` writes
/// `⟨3 text⟩` out three times, and the rest are options of the program.
fn codes(block: &Block<'_>) -> BTreeSet<String> {
    codes_of(block, &bytes(block))
}

/// Returns the text of an example, in the encoding that its words name.
fn bytes(block: &Block<'_>) -> Vec<u8> {
    let words = &block.words;
    let text = if words.contains(&"controls") { block.text.replace('␀', "\0") } else { block.text.clone() };
    let text = if words.contains(&"repeated") { repeated(&text) } else { text };
    if words.contains(&"latin-1") {
        text.chars().map(|c| u8::try_from(u32::from(c)).expect("a character of Latin-1")).collect()
    } else {
        text.into_bytes()
    }
}

/// Writes out what stands in angle brackets as often as the number there says.
fn repeated(text: &str) -> String {
    let mut parts = text.split('⟨');
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (inside, rest) = part.split_once('⟩').expect("a closing bracket");
        let (count, inside) = inside.split_once(' ').expect("a number");
        written += &inside.repeat(count.parse().expect("a number"));
        written += rest;
    }
    written
}

/// Runs the program on a text with the options of an example, and others.
fn run(block: &Block<'_>, others: &[&str], text: &[u8]) -> std::process::Output {
    let (kind, words) = block.words.split_first().unwrap();
    let variant = if *kind == "ctl-pgn" { "cescacs" } else { "chess" };
    let options =
        words.iter().filter(|word| !matches!(**word, "fixed" | "latin-1" | "controls" | "repeated"));
    let arguments = ["--lang", "en", "--variant", variant];
    escaque().args(arguments).args(options).args(others).stdin(text).output().unwrap()
}

/// Returns the codes of the messages about a text with the options of an example.
fn codes_of(block: &Block<'_>, text: &[u8]) -> BTreeSet<String> {
    let run = run(block, &[], text);
    let messages = String::from_utf8(run.stderr).unwrap();
    let titles = messages.lines().filter_map(|line| Some(line.split_once("]: ")?.0));
    titles.filter_map(|title| Some(title.split_once('[')?.1[1..].to_owned())).collect()
}

#[test]
fn every_page_has_a_code_and_its_title() {
    let digits: Vec<_> = Code::ALL.iter().map(|code| code.digits()).collect();
    assert_eq!(pages_in("docs/explain"), digits);
    for code in Code::ALL {
        for language in LanguageCode::ALL.map(LanguageCode::language) {
            assert!(code.page(language).starts_with(&format!("# {code}: ")), "{}: {code}", language.tag);
        }
    }
}

/// Returns the names of the pages about codes in a folder.
fn pages_in(folder: &str) -> Vec<String> {
    files(&format!("{folder}/*.md")).iter().filter(|page| !is_topic(page)).map(|page| stem(page)).collect()
}

/// Returns whether a page is about a topic, and not about a code.
pub(crate) fn is_topic(page: &Path) -> bool {
    !stem(page).starts_with(|c: char| c.is_ascii_digit())
}

#[test]
fn every_page_is_translated() {
    for language in translations() {
        let names = |folder: &str| -> Vec<_> { files(folder).iter().map(|page| stem(page)).collect() };
        assert_eq!(names(&format!("docs/explain/{}/*.md", language.tag)), names("docs/explain/*.md"));
    }
}

/// Returns the pages about topics in a language.
fn topics(language: &Language) -> Vec<(String, String)> {
    let folder = if language.tag == ENGLISH.tag { "" } else { &format!("{}/", language.tag) };
    let pages = files(&format!("docs/explain/{folder}*.md")).into_iter().filter(|page| is_topic(page));
    pages.map(|page| (stem(&page), fs::read_to_string(project().join(page)).unwrap())).collect()
}

/// Returns the terms of a table in a block of text: what stands before two spaces or more, unless a line begins with
/// them, since it then continues the one before.
fn terms(table: &str) -> Vec<&str> {
    let lines = table.lines().filter(|line| !line.starts_with("  "));
    lines.map(|line| line.split("  ").next().unwrap()).collect()
}

/// Pages about topics fit a terminal of 80 columns, with their examples indented, and need no pictures there.
#[test]
fn topics_fit_a_terminal() {
    for language in LanguageCode::ALL.map(LanguageCode::language) {
        for (name, page) in topics(language) {
            assert!(page.starts_with(&format!("# {name}: ")), "{}/{name}", language.tag);
        }
        for topic in Subject::all().filter(|subject| subject.is_topic()) {
            let (name, text) = (topic.name(), topic.explanation(language, false));
            for line in text.lines() {
                assert!(line.chars().count() <= 78, "{}/{name}: {line}", language.tag);
            }
            // no marks of pictures, links or tables, nor a gap where a picture was
            assert!(
                !["<img", "](", "\n|", "\n\n\n"].iter().any(|mark| text.contains(mark)),
                "{}/{name}",
                language.tag
            );
            assert!(!topic.page(language).contains(":\n\n<img"), "{}/{name}", language.tag);
        }
    }
}

/// A page about a topic has the same headings, examples and terms in each language. What explains a term is
/// translated.
#[test]
fn topics_say_the_same_in_every_language() {
    let shape = |page: &str| {
        let levels = page.lines().filter_map(|line| line.split_once("# ")).map(|(level, _)| level);
        let levels = levels.filter(|level| level.bytes().all(|byte| byte == b'#')).map(str::to_owned);
        let blocks = blocks(page).into_iter().map(|block| match block.words[0] {
            "text" if block.text.contains("  ") => terms(&block.text).join("\n"),
            "where" => terms(&block.text).join("\n"),
            // which the tests of the viewer compare with its keys
            "keys" => String::new(),
            _ => block.text,
        });
        levels.chain(blocks).collect::<Vec<_>>()
    };
    for language in translations() {
        for ((name, english), (_, translated)) in topics(&ENGLISH).iter().zip(&topics(language)) {
            assert_eq!(shape(english), shape(translated), "{}/{name}", language.tag);
        }
    }
}

/// The page about messages names each family of codes, and no other.
#[test]
fn the_page_of_messages_names_every_family() {
    let page = fs::read_to_string(project().join("docs/guide/diagnostics.md")).expect("the page is there");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(".. | "));
    let named: Vec<_> = rows.map(|(family, _)| family).collect();
    let families: BTreeSet<_> = Code::ALL.iter().map(|code| &code.digits()[..2]).collect();
    assert_eq!(named, families.into_iter().collect::<Vec<_>>());
}

/// The questions that the page about them lists can be asked.
#[test]
fn the_questions_on_their_page() {
    let (_, page) = topics(&ENGLISH).into_iter().find(|(name, _)| name == "where").unwrap();
    let tables: Vec<_> = blocks(&page).into_iter().filter(|block| block.words == ["where"]).collect();
    let questions: Vec<_> = tables.iter().flat_map(|table| terms(&table.text)).collect();
    assert!(questions.len() > 30, "{}", questions.len());
    for question in questions {
        let run =
            escaque().args(["--lang", "en", "-k", "--check", "--where", question, "examples/opera.pgn"]);
        let run = run.output().unwrap();
        assert_eq!(run.status.code(), Some(0), "{question}\n{}", String::from_utf8_lossy(&run.stderr));
    }
}

/// A translated page has the examples of the English one. If their words are translated, such as
/// those of a comment, they must have the same problems.
#[test]
fn translated_pages_have_the_same_examples() {
    for language in translations() {
        let name = language.tag;
        for code in Code::ALL {
            let (english, translated) = (code.page(&ENGLISH), code.page(language));
            let (english, translated) = (blocks(english), blocks(translated));
            let fences = |blocks: &[Block<'_>]| blocks.iter().map(|b| b.words.join(" ")).collect::<Vec<_>>();
            assert_eq!(fences(&english), fences(&translated), "{name}/{code}");
            for (english, translated) in english.iter().zip(&translated) {
                if english.text != translated.text {
                    assert_ne!(english.words, ["sh"], "{name}/{code}");
                    assert_eq!(codes(english), codes(translated), "{name}/{code}");
                }
            }
        }
    }
}

/// The example of a page has its problem and no other, and the corrected example has none. A
/// page about a problem that no file can show has a command in a block of `sh` instead.
#[test]
fn the_example_of_every_page_has_its_problem() {
    let mut failures = String::new();
    for code in Code::ALL {
        let blocks = blocks(code.page(&ENGLISH));
        let (fixed, faulty): (Vec<_>, Vec<_>) =
            blocks.iter().partition(|block| block.words.contains(&"fixed"));
        match faulty.as_slice() {
            [command] if command.words == ["sh"] && fixed.is_empty() => continue,
            [example] if fixed.len() == 1 => {
                let found = codes(example);
                if found != BTreeSet::from([code.digits().to_owned()]) {
                    failures += &format!("{code}: the example has {found:?}\n");
                }
            }
            _ => failures += &format!("{code}: not one example and one correction\n"),
        }
        for block in fixed {
            let found = codes(block);
            if !found.is_empty() {
                failures += &format!("{code}: the corrected example has {found:?}\n");
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// What `--fix` makes of an example has the problem no more if that has a certain fix, and many have.
#[test]
fn certain_fixes_cure_the_example_of_their_page() {
    let (mut cured, mut failures) = (0, String::new());
    for code in Code::ALL {
        let blocks = blocks(code.page(&ENGLISH));
        let examples =
            blocks.iter().filter(|block| block.words[0] != "sh" && !block.words.contains(&"fixed"));
        for example in examples {
            let text = bytes(example);
            let messages = run(example, &["--message-format", "json"], &text).stderr;
            let has_certain_fix = messages.split(|byte| *byte == b'\n').any(|line| {
                let message: Value = serde_json::from_slice(line).unwrap_or_default();
                let is_of_code = message["code"].as_str().is_some_and(|found| found.ends_with(code.digits()));
                is_of_code && message["fixes"][0]["certainty"] == "certain"
            });
            if has_certain_fix {
                cured += 1;
                let mended = run(example, &["--fix"], &text).stdout;
                if codes_of(example, &mended).contains(code.digits()) {
                    failures += &format!("{code}: {}\n", String::from_utf8_lossy(&mended));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(cured > 60, "{cured} examples are cured");
}

/// Returns a page as a terminal with colours gets it.
fn page_painted(code: &str) -> String {
    let page = escaque().args(["--lang", "en", "--color", "always", "--explain", code]).output();
    String::from_utf8(page.expect("the program runs").stdout).expect("a page is UTF-8")
}

#[test]
fn codes_are_explained_with_and_without_their_letter() {
    let page = |code| escaque().args(["--lang", "en", "--explain", code]).output().unwrap();
    let expected = page("E0202");
    assert_eq!(expected.status.code(), Some(0));
    let text = String::from_utf8(expected.stdout.clone()).unwrap();
    assert!(text.starts_with("E0202: a comment is never closed\n"), "{text}");
    assert!(text.contains("\n    1. e4 {the best move e5 2. Nf3 *\n") && !text.contains("```"), "{text}");
    for (code, named) in [("e0202", "E0202"), ("W0202", "W0202"), ("0202", "0202")] {
        let page = String::from_utf8(page(code).stdout).expect("a page is UTF-8");
        assert_eq!(page, text.replacen("E0202", named, 1), "{code}");
    }
    let painted = page_painted("0202");
    assert!(painted.starts_with("\x1b[1m0202: a comment is never closed\x1b[0m\n"), "{painted:?}");
    assert!(painted.contains("\n\x1b[94m    1. e4 {the best move e5 2. Nf3 *\x1b[0m\n"), "{painted:?}");
    let unknown = page("E9999");
    assert_eq!((unknown.status.code(), unknown.stdout.len()), (Some(2), 0));
    let error = String::from_utf8(unknown.stderr).unwrap();
    assert!(error.contains("E9999") && error.contains("nor a topic"), "{error}");
}

#[test]
fn codes_are_explained_in_the_language_of_the_user() {
    for (arguments, locale, title) in [
        (&["--lang", "ca"][..], "en", "E0201: un caràcter sense significat"),
        (&[], "ca_ES.UTF-8", "E0201: un caràcter sense significat"),
        (&[], "es", "E0201: un carácter sin significado"),
        (&[], "en_GB", "E0201: a character without meaning"),
    ] {
        let run =
            escaque().env("LC_ALL", locale).args(arguments).args(["--explain", "E0201"]).output().unwrap();
        let page = String::from_utf8(run.stdout).unwrap();
        assert_eq!(page.lines().next(), Some(title), "{arguments:?} {locale}");
    }
}
