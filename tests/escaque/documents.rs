//! The documents agree with the program and with the grammar.

use crate::project;

#[test]
fn commands_have_the_output_that_the_documents_show() {
    let cases = trycmd::TestCases::new();
    cases.env("LC_ALL", "C");
    for document in ["README.md", "docs/diagnostics.md", "docs/json.md"] {
        cases.case(project().join(document));
    }
}

#[test]
fn the_report_has_the_productions_of_the_grammar() {
    let grammar = std::fs::read_to_string(project().join("grammar/pgn.lalrpop")).unwrap();
    let report = std::fs::read_to_string(project().join("docs/informe.md")).unwrap();
    let block = report.split("```bnf\n").nth(1).and_then(|rest| rest.split("```").next());
    snapbox::assert_data_eq!(block.expect("a block of productions"), productions(&grammar));
}

/// Returns the productions of a grammar file, without comments, types, names and actions.
fn productions(grammar: &str) -> String {
    let code: String =
        grammar.lines().filter(|line| !line.starts_with("//")).map(|line| line.to_owned() + "\n").collect();
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

/// Returns the symbols of an alternative: `<name:symbol>` becomes `symbol`.
fn production(line: &str) -> String {
    let alternative = line.split(" => ").next().unwrap().trim().trim_end_matches(',');
    let mut symbols = alternative.replace("<l:@L> ", "").replace(" <r:@R>", "");
    while let Some(colon) = symbols.find(':') {
        let start = symbols[..colon].rfind('<').unwrap();
        let end = colon + symbols[colon..].find('>').unwrap();
        symbols.remove(end);
        symbols.replace_range(start..=colon, "");
    }
    symbols
}

/// The tables of the grammars' page have every rule of the grammars, and no other.
#[test]
fn the_rules_on_the_page_of_the_grammars() {
    let page = std::fs::read_to_string(project().join("grammar/README.md")).unwrap();
    let tables = page.lines().filter_map(|line| line.strip_prefix("| `"));
    let mut listed: Vec<String> = tables
        .flat_map(|row| row.split(" | ").next().unwrap().split('`').step_by(2).map(rule_name))
        .filter(|name| name.chars().all(char::is_alphanumeric) && name.starts_with(char::is_uppercase))
        .collect();
    let mut rules: Vec<String> = ["grammar/pgn.lalrpop", "grammar/ctl_pgn.lalrpop"]
        .into_iter()
        .flat_map(|path| rule_names(&std::fs::read_to_string(project().join(path)).unwrap()))
        .collect();
    for names in [&mut listed, &mut rules] {
        names.sort_unstable();
        names.dedup();
    }
    assert_eq!(listed, rules);
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

/// The files that the page of the grammars names are there.
#[test]
fn the_files_on_the_page_of_the_grammars() {
    let page = std::fs::read_to_string(project().join("grammar/README.md")).unwrap();
    let paths: Vec<_> = page.split('`').filter(|text| text.starts_with("../")).collect();
    assert!(!paths.is_empty());
    for path in paths {
        assert!(project().join("grammar").join(path).exists(), "{path}");
    }
}
