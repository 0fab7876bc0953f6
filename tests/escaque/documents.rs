//! The documents agree with the program and with the grammar.

use std::fs;
use std::mem;
use std::path::{Path, PathBuf};

use crate::explain::is_topic;
use crate::{escaque, files, project};

#[test]
fn commands_have_the_output_that_the_documents_show() {
    let cases = trycmd::TestCases::new();
    // as a reader of English has it
    cases.env("LC_ALL", "en");
    for document in user_documents() {
        cases.case(document);
    }
}

/// Returns the documents for users whose commands are tried.
fn user_documents() -> Vec<PathBuf> {
    let pages = files("docs/explain/*.md").into_iter().chain(files("docs/explain/*/*.md"));
    let topics = pages.filter(|page| is_topic(page));
    files("README.md").into_iter().chain(files("docs/guide/*.md")).chain(topics).collect()
}

/// Commands in blocks of `sh` read files that are not there. They must get so far that the command line is right.
#[test]
fn the_command_lines_of_the_documents() {
    let folder = tempfile::tempdir().unwrap();
    let mut tried = 0;
    for document in user_documents() {
        let text = fs::read_to_string(&document).expect("a document");
        for arguments in blocks(&text, "sh").into_iter().flat_map(str::lines).flat_map(calls) {
            let run = escaque().env("ESCAQUE_CONFIG_DIR", folder.path()).current_dir(folder.path()).stdin("");
            let run =
                run.args(["--lang", "en"].iter().filter(|_| !arguments.iter().any(|one| one == "--lang")));
            let message = String::from_utf8(run.args(&arguments).output().unwrap().stderr).unwrap();
            // the viewer comes this far without a terminal
            let is_right = !message.contains("--help") || message.contains("--view needs");
            assert!(is_right, "{}: {arguments:?}\n{message}", document.display());
            tried += 1;
        }
    }
    assert!(tried > 70, "{tried}");
}

/// Returns the arguments of each call of the program in a line for a shell, without what is redirected.
fn calls(line: &str) -> Vec<Vec<String>> {
    let (mut commands, mut words) = (Vec::new(), Vec::new());
    let (mut word, mut quote) = (String::new(), None);
    for c in line.chars().chain([' ', '|']) {
        match (c, quote) {
            ('\'' | '"', None) => quote = Some(c),
            (_, Some(open)) if c == open => quote = None,
            (' ', None) => words.extend(Some(mem::take(&mut word)).filter(|word| !word.is_empty())),
            ('|' | ';' | '&' | '#' | '>' | '<', None) => {
                // a number before `>` is that of a stream
                word.clear();
                commands.push(mem::take(&mut words));
            }
            (_, _) => word.push(c),
        }
    }
    let arguments = commands.iter().filter_map(|words| {
        let (_, arguments) = words.split_at_checked(words.iter().position(|word| word == "escaque")? + 1)?;
        // files that another command names come after `--`
        let file = arguments.last().is_some_and(|last| last == "--").then(|| "games.pgn".to_owned());
        Some(arguments.iter().cloned().chain(file).collect())
    });
    arguments.collect()
}

/// A link between documents leads to a file that is there, and to a heading in it if it names one.
#[test]
fn no_link_of_the_documents_is_dead() {
    let (followed, dead) = follow_links(&["*.md", "docs/**/*.md", "examples/**/*.md", "grammar/*.md"]);
    assert!(dead.is_empty(), "{dead}");
    assert!(followed > 100, "{followed}");
}

/// Follows the links of the documents that match patterns. Returns how many there are, and those that lead nowhere.
pub(crate) fn follow_links(patterns: &[&str]) -> (usize, String) {
    let (mut followed, mut dead) = (0, String::new());
    for document in patterns.iter().flat_map(|pattern| files(pattern)) {
        let text = fs::read_to_string(&document).expect("a document");
        for link in links(&text).into_iter().filter(|link| !link.contains(':')) {
            let (path, heading) = link.split_once('#').unwrap_or((link, ""));
            let target =
                if path.is_empty() { document.clone() } else { document.parent().unwrap().join(path) };
            if !target.exists() || !heading.is_empty() && !headings(&target).iter().any(|one| one == heading)
            {
                dead += &format!("{}: {link}\n", document.display());
            }
            followed += 1;
        }
    }
    (followed, dead)
}

/// Returns the targets of the links and pictures of a document, without what stands in blocks of code.
fn links(text: &str) -> Vec<&str> {
    let prose: Vec<_> = text.split("```").step_by(2).collect();
    let in_markdown = prose.iter().flat_map(|part| part.split("](").skip(1).map(|rest| (rest, ')')));
    let in_html = prose.iter().flat_map(|part| part.split("src=\"").skip(1).map(|rest| (rest, '"')));
    in_markdown.chain(in_html).filter_map(|(rest, end)| Some(rest.split_once(end)?.0)).collect()
}

/// Returns the headings of a document as links name them: in lower case, without signs, with a hyphen for each space.
fn headings(document: &Path) -> Vec<String> {
    let text = fs::read_to_string(document).unwrap();
    let titles =
        text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let kept = |c: char| c.is_alphanumeric() || "-_ ".contains(c);
    titles.map(|title| title.to_lowercase().replace(|c| !kept(c), "").replace(' ', "-")).collect()
}

fn read(path: &str) -> String {
    fs::read_to_string(project().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the text of the blocks of code in a language.
fn blocks<'d>(document: &'d str, language: &str) -> Vec<&'d str> {
    let begin = format!("```{language}\n");
    document.split(&begin).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

/// The grammars, in the order in which the documents describe them.
const GRAMMARS: [&str; 3] = ["grammar/pgn.lalrpop", "grammar/ctl_pgn.lalrpop", "grammar/query.lalrpop"];

#[test]
fn the_report_has_the_productions_of_the_grammar() {
    let report = read("docs/informe.md");
    let expected: Vec<_> = GRAMMARS.into_iter().map(|path| productions(&read(path))).collect();
    let actual = blocks(&report, "bnf");
    assert_eq!(actual.len(), expected.len());
    for (actual, expected) in actual.into_iter().zip(expected) {
        snapbox::assert_data_eq!(actual, expected);
    }
}

#[test]
fn the_report_has_the_lexical_rules() {
    let report = read("docs/informe.md");
    let [rules] = blocks(&report, "lex")[..] else { panic!("not one block of lexical rules") };
    // snapbox takes a backslash for a separator of paths
    assert_eq!(rules, lexical_rules(&read("src/notation/pgn/token.rs")));
}

/// Returns the lexical rules of an enum of tokens: the definitions, and behind `%%` the name and the
/// pattern of each rule.
fn lexical_rules(tokens: &str) -> String {
    let line = |name: &str, pattern: &str| {
        let pattern = pattern.split("(?&").enumerate().map(|(at, part)| match part.split_once(')') {
            Some((name, rest)) if at > 0 => format!("{{{name}}}{rest}"),
            _ => part.to_owned(),
        });
        format!("{name:<15} {}\n", pattern.collect::<String>())
    };
    let (mut definitions, mut rules, mut pending) = (String::new(), String::new(), Vec::new());
    for code in tokens.lines().take_while(|line| *line != "}") {
        if let Some((name, literal)) =
            code.strip_prefix("#[logos(subpattern ").and_then(|rest| rest.split_once(" = "))
        {
            definitions += &line(name, pattern(literal));
        } else if let Some(literal) = code.strip_prefix("#[logos(skip ") {
            rules += &line("(nada)", pattern(literal));
        } else if let Some(literal) = code.strip_prefix("    #[regex(") {
            pending.push(pattern(literal).to_owned());
        } else if let Some(literal) = code.strip_prefix("    #[token(") {
            pending.push(format!("\"{}\"", pattern(literal)));
        } else if let Some(name) =
            code.strip_prefix("    ").filter(|code| code.starts_with(char::is_uppercase))
        {
            let name = name.trim_end_matches(',').split('(').next().unwrap();
            pending.drain(..).for_each(|pattern| rules += &line(name, &pattern));
        }
    }
    format!("{definitions}%%\n{rules}")
}

/// Returns the text of the literal that code begins with, as it is written there.
fn pattern(code: &str) -> &str {
    let code = code.trim_start_matches('b');
    let (start, end) = match code.split_once('"') {
        Some(("r#", _)) => (3, "\"#"),
        Some(("r", _)) => (2, "\""),
        _ => (1, "\""),
    };
    let literal = &code[start..];
    let mut ends = literal.match_indices(end).map(|(at, _)| at);
    &literal[..ends.find(|at| start > 1 || !literal[..*at].ends_with('\\')).unwrap()]
}

/// Returns the productions of a grammar file, without comments, types, names and actions.
fn productions(grammar: &str) -> String {
    let code: String = grammar
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .map(|line| line.to_owned() + "\n")
        .collect();
    let rules = code.split("\n};").filter_map(|rule| rule.split_once(" = {\n"));
    rules
        .filter(|(head, _)| !head.contains("extern"))
        .map(|(head, alternatives)| {
            let name = head.lines().last().unwrap().trim_start_matches("pub ").split(": ").next().unwrap();
            let alternatives: Vec<_> = alternatives.lines().map(production).collect();
            format!("{name} ::= {}\n", alternatives.join(" | "))
        })
        .collect()
}

/// Returns the symbols of an alternative: `<name:symbol>` and `<symbol>` become `symbol`.
fn production(line: &str) -> String {
    let alternative = line.split(" => ").next().unwrap().trim().trim_end_matches(',');
    let mut symbols = alternative.replace("<l:@L> ", "").replace(" <r:@R>", "");
    // a bracket of a parameter stands directly behind the name of its rule
    let is_chosen = |symbols: &str, at: usize| at == 0 || symbols[..at].ends_with(' ');
    while let Some((start, _)) = symbols.match_indices('<').find(|(at, _)| is_chosen(&symbols, *at)) {
        let mut depth = 0;
        let closes = |sign: char| {
            depth += i32::from(sign == '<') - i32::from(sign == '>');
            depth == 0
        };
        let end = start + symbols[start..].find(closes).unwrap();
        let chosen = &symbols[start + 1..end];
        let named = chosen.split_once(':').filter(|(name, _)| !name.contains('"'));
        let symbol = named.map_or(chosen, |(_, symbol)| symbol).to_owned();
        symbols.replace_range(start..=end, &symbol);
    }
    symbols
}

/// On the grammars' page the part about a grammar has every rule of it in its table, and no other.
#[test]
fn the_rules_on_the_page_of_the_grammars() {
    let page = read("grammar/README.md");
    for (title, path) in ["PGN", "CTL-PGN", "The grammar of questions"].into_iter().zip(GRAMMARS) {
        let (_, part) = page.split_once(&format!("\n## {title}\n")).expect("a part for each grammar");
        let part = part.split("\n## ").next().unwrap_or_default();
        let tables = part.lines().filter_map(|line| line.strip_prefix("| `"));
        let mut listed: Vec<String> = tables
            .flat_map(|row| row.split(" | ").next().unwrap_or_default().split('`').step_by(2).map(rule_name))
            .filter(|name| name.chars().all(char::is_alphanumeric) && name.starts_with(char::is_uppercase))
            .collect();
        let mut rules = rule_names(&read(path));
        for names in [&mut listed, &mut rules] {
            names.sort_unstable();
        }
        assert_eq!(listed, rules, "{title}");
    }
}

#[test]
fn the_page_of_the_grammars_is_short() {
    let words = read("grammar/README.md").split_whitespace().count();
    assert!(words <= 3000, "{words} words");
}

/// Returns the names of the rules of a grammar.
fn rule_names(grammar: &str) -> Vec<String> {
    let heads = grammar.lines().filter(|line| line.ends_with(" = {"));
    heads.map(|head| rule_name(head.trim_start_matches("pub ").split(": ").next().unwrap())).collect()
}

/// Returns the name of a rule without its parameter.
fn rule_name(rule: &str) -> String {
    rule.split('<').next().unwrap().to_owned()
}

/// The change log has the form of Keep a Changelog and at most a page for each version. The newest is the program's.
#[test]
fn the_change_log_has_a_page_for_each_version() {
    let log = read("CHANGELOG.md");
    let versions: Vec<_> = log.split("\n## ").skip(1).collect();
    let newest = versions.iter().find(|version| !version.starts_with("Unreleased")).expect("a version");
    assert!(newest.starts_with(concat!(env!("CARGO_PKG_VERSION"), " - 20")), "{newest:.20}");
    for version in versions {
        let lines = version.lines().count();
        assert!(lines <= 60, "{version:.20}: {lines} lines");
        let mut groups = version.lines().filter_map(|line| line.strip_prefix("### "));
        let known = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];
        assert!(groups.all(|group| known.contains(&group)), "{version}");
    }
}

/// The files that the page of the architecture names are there.
#[test]
fn the_files_on_the_page_of_the_architecture() {
    let there: Vec<_> = ["src/**/*.rs", "tests/**/*.rs", "examples/**/*.rs", "build.rs"]
        .into_iter()
        .flat_map(files)
        .map(|path| path.to_string_lossy().replace('\\', "/"))
        .collect();
    let page = read("docs/architecture.md");
    let named = page.split('`').skip(1).step_by(2);
    let named: Vec<_> = named.filter(|name| name.ends_with(".rs") && !name.contains(['*', ' '])).collect();
    assert!(named.len() > 100);
    for name in named {
        assert!(there.iter().any(|path| path.ends_with(&format!("/{name}"))), "{name}");
    }
}

/// The files that the page of the grammars names are there.
#[test]
fn the_files_on_the_page_of_the_grammars() {
    let page = read("grammar/README.md");
    let paths: Vec<_> = page.split('`').filter(|text| text.starts_with("../")).collect();
    assert!(!paths.is_empty());
    for path in paths {
        assert!(project().join("grammar").join(path).exists(), "{path}");
    }
}

/// The tables of the sentences of the assignment and of the notation, each with the name of its document.
fn tables_of_sentences() -> [(&'static str, String); 2] {
    [("docs/informe.md", "## Apéndice."), ("docs/cescacs-document.md", "# The document of C'escacs")].map(
        |(document, title)| {
            let text = read(document);
            let (_, tables) = text.split_once(title).unwrap_or_else(|| panic!("{document}: no {title}"));
            (document, tables.to_owned())
        },
    )
}

/// The tables of sentences name files and tests that are there: `path`, or `path::test`.
#[test]
fn the_files_and_tests_in_the_tables_of_sentences() {
    for (document, tables) in tables_of_sentences() {
        let roots = ["src/", "tests/", "grammar/", "examples/", "docs/"];
        let named = tables.split('`').skip(1).step_by(2);
        let named: Vec<_> = named.filter(|name| roots.iter().any(|root| name.starts_with(root))).collect();
        assert!(named.len() > 50, "{document}");
        for name in named {
            let (path, test) = name.split_once("::").map_or((name, None), |(path, test)| (path, Some(test)));
            assert!(project().join(path).exists(), "{document}: {path}");
            if let Some(test) = test {
                assert!(read(path).contains(&format!("#[test]\n{}fn {test}() {{", indent(path))), "{name}");
            }
        }
    }
}

/// Each row of these tables says by what its sentence is kept, and by what it is broken or why nothing breaks it.
#[test]
fn each_sentence_is_kept_and_broken() {
    for (document, tables) in tables_of_sentences() {
        let rows: Vec<_> = tables.lines().filter(|line| line.starts_with("| ")).collect();
        assert!(rows.len() > 60, "{document}");
        for row in rows {
            let cells: Vec<_> = row.trim_matches('|').split(" | ").map(str::trim).collect();
            assert!(cells.len() == 4 && cells.iter().all(|cell| !cell.is_empty()), "{document}: {row}");
        }
    }
}

/// The players' page says the same in each language: its headings, what stands in code, codes of messages, items,
/// terms of tables and pictures are the same in the same order.
#[test]
fn the_page_of_cescacs_in_each_language() {
    let english = shape("docs/cescacs.md");
    for page in ["docs/es/cescacs.md", "docs/ca/cescacs.md"] {
        for (at, (part, expected)) in shape(page).iter().zip(&english).enumerate() {
            assert_eq!(part, expected, "{page}: part {at}");
        }
        assert_eq!(shape(page).len(), english.len(), "{page}");
    }
}

/// Returns the parts of a page that do not depend on its language, line by line. What explains a term of a table may
/// take another number of lines.
fn shape(page: &str) -> Vec<String> {
    let (mut parts, mut prose, mut in_table) = (Vec::new(), String::new(), false);
    for line in read(page).lines() {
        let level = line.len() - line.trim_start_matches('#').len();
        if line.starts_with("```") {
            in_table = !in_table;
        } else if in_table {
            parts.extend((!line.starts_with(' ')).then(|| "term".to_owned()));
            let words = line.split_whitespace().filter(|word| !word.chars().any(char::is_lowercase));
            parts.extend(words.map(|word| word.trim_end_matches([',', ';']).to_owned()));
        } else {
            parts.extend((level > 0).then(|| line[..level].to_owned()));
            parts.extend(line.starts_with("- ").then(|| "item".to_owned()));
            prose += &format!("{line} ");
        }
        parts.extend(line.split("pictures/").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()));
        let is_code = |word: &&str| word.len() == 5 && word.starts_with("W0");
        parts.extend(line.split(|c: char| !c.is_alphanumeric()).filter(is_code).map(str::to_owned));
    }
    // code may stand in another line
    parts.extend(prose.split('`').skip(1).step_by(2).map(str::to_owned));
    parts
}

/// Returns the indentation of tests in a file: those of `src` stand in a module.
fn indent(path: &str) -> &'static str {
    if path.starts_with("src/") { "    " } else { "" }
}
