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
