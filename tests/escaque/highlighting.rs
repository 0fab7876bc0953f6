//! Grammars for highlighting, which are made from the patterns of the lexer's tokens and agree with the
//! lexer about what every character is.

use std::collections::HashMap;
use std::fmt::Debug;
use std::fs;

use escaque::notation::ctl::CtlToken;
use escaque::notation::pgn::PgnToken;
use escaque::syntax::{Lexer, Token, TokenKind};
use fancy_regex::Regex;
use serde_json::{Value, json};

use super::{assert_golden, files, project, stem};

/// What a character is part of, as far as highlighting tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    TagName,
    TagValue,
    TagEnd,
    Number,
    Move,
    Nag,
    Result,
    Bracket,
    Comment,
    /// Words, punctuation and what is wrong.
    Plain,
}

impl Class {
    const ALL: [Class; 10] = [
        Class::TagName,
        Class::TagValue,
        Class::TagEnd,
        Class::Number,
        Class::Move,
        Class::Nag,
        Class::Result,
        Class::Bracket,
        Class::Comment,
        Class::Plain,
    ];

    /// Returns the scope in a grammar, to which the name of the notation is added.
    const fn scope(self) -> &'static str {
        match self {
            Class::TagName => "entity.name.tag",
            Class::TagValue => "string.quoted.double",
            Class::TagEnd => "punctuation.definition.tag.end",
            Class::Number => "constant.numeric",
            Class::Move => "entity.name.function",
            Class::Nag => "keyword.operator",
            Class::Result => "constant.language",
            Class::Bracket => "punctuation.section",
            Class::Comment => "comment",
            Class::Plain => "",
        }
    }

    fn of_scope(scope: &str) -> Class {
        let found =
            Class::ALL.into_iter().find(|class| *class != Class::Plain && scope.starts_with(class.scope()));
        found.unwrap_or(Class::Plain)
    }

    /// Returns the class of a token of the lexer.
    fn of_token<T: Token>(token: &T) -> Class {
        match token.kind() {
            TokenKind::TagName => Class::TagName,
            TokenKind::TagValue => Class::TagValue,
            TokenKind::TagEnd => Class::TagEnd,
            TokenKind::MoveNumber => Class::Number,
            // White's half that is left out
            TokenKind::Move if format!("{token:?}").starts_with("Omitted") => Class::Plain,
            TokenKind::Move => Class::Move,
            TokenKind::Comment => Class::Comment,
            TokenKind::VariationStart | TokenKind::VariationEnd => Class::Bracket,
            TokenKind::Result(_) => Class::Result,
            TokenKind::Nag => Class::Nag,
            _ => Class::Plain,
        }
    }
}

/// The patterns of the tokens of a notation, by the name of the token.
struct TokenTable(HashMap<String, Vec<String>>);

impl TokenTable {
    /// Reads the attributes of logos from the source of the tokens.
    fn read(path: &str) -> TokenTable {
        let source = fs::read_to_string(project().join(path)).unwrap();
        let attribute = Regex::new(
            r##"(?s)#\[(?:logos\(subpattern (?<part>\w+) = |(?<kind>regex|token)\(\s*)(?<literal>b?r?#*".*?"#*)(?=\)\]|,\s)(?<options>[^\n]*)|(?m:^    (?<variant>[A-Z]\w+)(?:\(\w+\))?,$)"##,
        );
        let (mut parts, mut tokens) = (Vec::<(String, String)>::new(), HashMap::new());
        let mut patterns: Vec<String> = Vec::new();
        for found in attribute.unwrap().captures_iter(&source) {
            let found = found.unwrap();
            if let Some(variant) = found.name("variant") {
                tokens.insert(variant.as_str().to_owned(), std::mem::take(&mut patterns));
                continue;
            }
            let literal = Literal::read(found.name("literal").unwrap().as_str());
            let Some(literal) = literal else { continue };
            // what a callback only refuses is no token
            let refuses = |name| found.name("options").is_some_and(|options| options.as_str().contains(name));
            if ["bad_result", "no_assessment", "refuse_capture"].into_iter().any(refuses) {
                continue;
            }
            let mut pattern = match found.name("kind").map(|kind| kind.as_str()) {
                Some("token") => fancy_regex::escape(&literal).into_owned(),
                _ => in_characters(&literal),
            };
            for (name, part) in &parts {
                pattern = pattern.replace(&format!("(?&{name})"), &format!("(?:{part})"));
            }
            match found.name("part") {
                Some(name) => parts.push((name.as_str().to_owned(), pattern)),
                None => patterns.push(pattern),
            }
        }
        TokenTable(tokens)
    }

    /// Returns a pattern for some tokens.
    fn any_of(&self, names: &[&str]) -> String {
        let patterns = names.iter().flat_map(|name| &self.0[*name]).cloned();
        format!("(?:{})", patterns.collect::<Vec<_>>().join("|"))
    }
}

/// A literal of Rust.
struct Literal;

impl Literal {
    /// Returns the text of a literal; `None` for one of bytes, of which no character consists.
    fn read(literal: &str) -> Option<String> {
        let inside = literal.trim_start_matches(['b', 'r']).trim_matches('#');
        let inside = inside.strip_prefix('"')?.strip_suffix('"')?;
        let is_raw = literal.starts_with(['r']);
        match (literal.starts_with('b'), is_raw) {
            (true, _) => None,
            (_, true) => Some(inside.to_owned()),
            _ => Some(inside.replace("\\\"", "\"").replace("\\\\", "\\")),
        }
    }
}

/// Converts a pattern of bytes into one of characters, for editors have those.
fn in_characters(pattern: &str) -> String {
    let letters = r"\x80-\xc1\xc3-\xe0\xe4-\xee\xf0-\xff";
    // by bytes they are told from the white space that has the same first one
    let by_bytes = [
        r"|\xe1(?&other_than_9a)|\xe3(?&other_than_80)|(\xe1\x9a|\xe3\x80)(?&other_than_80)",
        r"(?-u:[\xe1\xe3])?|(?-u:[\xe1\xe3])",
    ];
    let pattern = by_bytes.iter().fold(pattern.to_owned(), |pattern, part| pattern.replace(part, ""));
    let pattern = pattern.replace(letters, r"\p{L}\p{M}").replace("(?-u:", "(?:");
    let mut parts = pattern.split(r"\u");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (digits, rest) = part.split_at(4);
        text.extend(u32::from_str_radix(digits, 16).ok().and_then(char::from_u32));
        text += rest;
    }
    text
}

/// What differs between the grammars.
struct Notation {
    name: &'static str,
    scope: &'static str,
    extension: &'static str,
    tokens: &'static str,
    /// The tokens of numbers, of moves, and of words.
    numbers: &'static [&'static str],
    moves: &'static [&'static str],
    words: &'static [&'static str],
    /// The signs that may stand behind a move and belong to it, which the lexer finds by a function.
    check: &'static str,
    /// What keeps a move or an annotation from ending where its pattern does.
    no_word: &'static str,
}

const PGN: Notation = Notation {
    name: "PGN",
    scope: "pgn",
    extension: "pgn",
    tokens: "src/notation/pgn/token.rs",
    numbers: &["BlackNumber", "MoveNumber"],
    moves: &["Novelty", "Move"],
    words: &["Unknown", "Word"],
    check: r"(?:[ \t]*(?:e\.p\.?|ep\b))?(?:[ \t]*(?:\+#|[#†‡]|\+\+(?![+=/\-‐-―−∞])|\+(?![+=/\-‐-―−∞])|(?:(?:dbl|double|disc?)\.? ?)?(?:ch|check)\b\.?|(?:check)?mate\b\.?))?(?:[ \t]*(?:e\.p\.?|ep\b))?",
    no_word: r"(?![\p{L}\p{M}0-9_@×])",
};

const CTL: Notation = Notation {
    name: "CTL-PGN",
    scope: "pgn.ctl",
    extension: "ctl-pgn",
    tokens: "src/notation/ctl/token.rs",
    numbers: &["UnknownNumber", "MoveNumber"],
    moves: &["Move"],
    words: &["Unknown"],
    check: "",
    no_word: r"(?![\p{L}\p{M}0-9_@×+^∞#])",
};

/// Makes the grammar of a notation. Where several patterns match at a place, the first counts; so what is
/// longer comes first, or must not be followed by more of a word.
fn grammar(notation: &Notation) -> Value {
    let table = TokenTable::read(notation.tokens);
    let scope = |class: Class| format!("{}.{}", class.scope(), notation.scope);
    let named = |class, pattern: String| json!({ "name": scope(class), "match": pattern });
    let no_word = notation.no_word;
    let no_result = r"(?![\p{L}0-9_\-‐-―−﹘﹣－:/?])";
    let (value, quote) = (&table.0["TagValue"][0], &table.0["TagValue"][1]);
    let in_other_quotes = format!(r#"{quote}[^\]]*(?:{quote}|")(?=[ \t]*\])"#);
    let mut patterns = vec![
        json!({ "name": scope(Class::Comment).replacen("comment", "comment.block", 1), "begin": r"\{", "end": r"\}" }),
        named(Class::Comment, ";.*$".to_owned()),
        named(Class::Comment, "^%.*$".to_owned()),
        named(Class::TagName, table.0["TagName"][0].clone()),
        named(Class::TagValue, format!("{value}|{in_other_quotes}")),
        named(Class::TagEnd, r"\]".to_owned()),
        named(Class::Result, format!("{}{no_result}", table.any_of(&["Result"]))),
        named(Class::Move, format!("{}{no_word}{}", table.any_of(notation.moves), notation.check)),
    ];
    if notation.scope == "pgn.ctl" {
        let signs = table.any_of(&["DrawOffer", "EndOfPlay", "Label"]);
        patterns.push(json!({ "name": "keyword.other.pgn.ctl", "match": signs }));
    }
    patterns.extend([
        named(Class::Nag, table.any_of(&["Nag"]) + no_word),
        json!({ "match": table.any_of(notation.words) }),
        named(Class::Number, table.any_of(notation.numbers)),
        named(Class::Nag, table.any_of(&["Nag"])),
        named(Class::Bracket, r"[()]".to_owned()),
    ]);
    json!({
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "comment": "Made from the tokens of escaque by tests/escaque/highlighting.rs.",
        "name": notation.name,
        "scopeName": format!("text.{}", notation.scope),
        "fileTypes": [notation.extension],
        "patterns": patterns,
    })
}

#[test]
fn the_grammars_are_made_from_the_tokens() {
    for notation in [PGN, CTL] {
        let text = serde_json::to_string_pretty(&grammar(&notation)).unwrap() + "\n";
        assert_golden(text, &format!("../../editors/textmate/{}.tmLanguage.json", notation.extension));
    }
}

/// A rule of a grammar.
struct Rule {
    class: Class,
    begin: Regex,
    /// What ends it, if it may go over lines.
    end: Option<Regex>,
}

fn rules(grammar: &Value) -> Vec<Rule> {
    let regex = |pattern: &Value| Regex::new(pattern.as_str().unwrap()).unwrap();
    let rule = |rule: &Value| Rule {
        class: Class::of_scope(rule["name"].as_str().unwrap_or_default()),
        begin: regex(rule.get("match").unwrap_or(&rule["begin"])),
        end: rule.get("end").map(regex),
    };
    grammar["patterns"].as_array().unwrap().iter().map(rule).collect()
}

/// Returns the class of each byte of a text as an editor finds it: line by line, by the rule that matches
/// first.
fn classes_by_grammar(rules: &[Rule], text: &str) -> Vec<Class> {
    let mut classes = Vec::with_capacity(text.len());
    let mut open: Option<&Rule> = None;
    for line in text.split_inclusive('\n') {
        let (mut at, content) = (0, line.trim_end_matches(['\n', '\r']));
        // where each rule matches next, which is looked for again only behind it
        let find =
            |rule: &Rule, at| rule.begin.find_from_pos(content, at).unwrap().map(|found| found.range());
        let mut ahead: Vec<_> = rules.iter().map(|rule| (rule, find(rule, 0))).collect();
        let mut put = |class, end: usize, at: &mut usize| {
            classes.extend(std::iter::repeat_n(class, end - *at));
            *at = end;
        };
        while at < content.len() {
            if let Some(Rule { class, end: Some(end), .. }) = open {
                let found = end.find_from_pos(content, at).unwrap();
                put(*class, found.map_or(content.len(), |found| found.end()), &mut at);
                open = open.filter(|_| found.is_none());
                continue;
            }
            for (rule, next) in
                ahead.iter_mut().filter(|(_, next)| next.as_ref().is_some_and(|next| next.start < at))
            {
                *next = find(rule, at);
            }
            let found = ahead.iter().filter_map(|(rule, next)| Some((*rule, next.clone()?)));
            let Some((rule, found)) = found.min_by_key(|(_, found)| found.start) else { break };
            put(Class::Plain, found.start, &mut at);
            put(rule.class, found.end, &mut at);
            open = rule.end.is_some().then_some(rule);
        }
        let class = open.map_or(Class::Plain, |rule| rule.class);
        put(class, line.len(), &mut at);
    }
    classes
}

/// Returns the class of each byte of a text as the lexer finds it, or `None` if it finds an error.
fn classes_by_lexer<T: Token + Debug>(text: &str) -> Option<Vec<Class>> {
    let mut classes = vec![Class::Plain; text.len()];
    for lexeme in Lexer::<T>::new(text.as_bytes(), 0) {
        classes[lexeme.span.range()].fill(Class::of_token(&lexeme.token.ok()?));
    }
    Some(classes)
}

/// The inputs with spellings that the lexer reads by functions, which see what no pattern does: quotes
/// and backslashes inside values, words joined to moves, runs of signs that are a check mark and an evaluation, slips of
/// the pen in moves of C'escacs.
const FOUND_BY_FUNCTIONS: [&str; 15] = [
    "glinski/pawns",
    "shown/evaluations",
    "shown/signs-of-annotators",
    "shown/signs-of-databases",
    "shown/words-for-check",
    "warned/bracket-behind-a-result",
    "warned/cescacs-redefine",
    "warned/cescacs-slips",
    "warned/document-position-2",
    "warned/document-position-3",
    "warned/last-backslash",
    "warned/quotes-of-every-kind",
    "warned/quotes-of-two-kinds",
    "warned/typographic-quotes",
    "warned/unescaped-quotes",
];

#[test]
fn the_grammars_agree_with_the_lexer() {
    let grammars = [PGN, CTL].map(|notation| rules(&grammar(&notation)));
    let (mut inputs, mut compared, mut wrong) = (Vec::new(), 0, Vec::new());
    for pattern in ["tests/inputs/*/*pgn", "examples/*pgn"] {
        inputs.extend(files(pattern));
    }
    for path in inputs {
        // an editor decodes other files, and the lexer reads their bytes
        let Ok(text) = String::from_utf8(fs::read(&path).unwrap()) else { continue };
        let is_ctl = path.extension().is_some_and(|extension| extension == "ctl-pgn");
        let expected =
            if is_ctl { classes_by_lexer::<CtlToken>(&text) } else { classes_by_lexer::<PgnToken>(&text) };
        // where the lexer finds an error, an editor shows what is there
        let Some(expected) = expected else { continue };
        let found = classes_by_grammar(&grammars[usize::from(is_ctl)], &text);
        let differs = |at: &usize| expected[*at] != found[*at] && !text.as_bytes()[*at].is_ascii_whitespace();
        compared += 1;
        if let Some(at) = (0..text.len()).find(differs) {
            let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
            let line = text[start..].lines().next().unwrap();
            let name = format!("{}/{}", stem(path.parent().unwrap()), stem(&path));
            if !FOUND_BY_FUNCTIONS.contains(&&*name) {
                wrong.push(format!(
                    "{name}: {line:?} at {}: lexer {:?}, grammar {:?}",
                    at - start,
                    expected[at],
                    found[at]
                ));
            }
        }
    }
    assert!(compared > 300, "{compared}");
    assert!(wrong.is_empty(), "{} of {compared}:\n{}", wrong.len(), wrong.join("\n"));
}
