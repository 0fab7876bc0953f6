//! The pages with which the program explains itself: one for each message, and one for each topic, such as the
//! language of questions.
//!
//! They are Markdown in `docs/explain/`, named after the code or the topic, and in a folder for each other language.
//! `build.rs` collects them, and `docs/cescacs.md` as a topic.

use std::str::FromStr;

use super::{Code, Language, UnknownCode};

// by the tag of a language, its pages by their names, both in ascending order
include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// What the program can explain: a message, or a topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The name of the page: the digits of a code, or the topic.
    name: &'static str,
    /// The letter before the digits, if the subject is a code that is named with one.
    letter: &'static str,
}

// the sequences of a terminal for headings, and for examples the colour that messages give to the numbers of lines
const HEADING: &str = "\x1b[1m";
const EXAMPLE: &str = "\x1b[94m";
const END: &str = "\x1b[0m";

impl Subject {
    /// Lists all subjects: the codes of messages, then the topics.
    pub fn all() -> impl Iterator<Item = Subject> {
        // any language would do: a test holds that all have the same pages
        PAGES[0].1.iter().map(|(name, _)| Subject { name, letter: "" })
    }

    /// Returns the digits of the code, or the name of the topic.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Returns whether the subject is a topic.
    #[must_use]
    pub fn is_topic(self) -> bool {
        !self.name.starts_with(|c: char| c.is_ascii_digit())
    }

    /// Returns the page that explains the subject, as Markdown.
    #[must_use]
    pub fn page(self, language: &Language) -> &'static str {
        let pages = PAGES.iter().find(|(tag, _)| *tag == language.tag);
        let page = pages.and_then(|(_, pages)| pages.iter().find(|(name, _)| *name == self.name));
        // expect(): a test reads each page in each language
        page.expect("each subject has a page in each language").1
    }

    /// Returns the title of the page, without the name of the subject.
    #[must_use]
    pub fn title(self, language: &Language) -> &'static str {
        // every page begins with its heading
        let title = self.page(language).lines().next().unwrap_or_default().trim_start_matches("# ");
        title.strip_prefix(self.name).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(title)
    }

    /// Returns the page as plain text: without the markup of Markdown and without pictures, examples indented by four
    /// spaces. For a terminal, headings are bold and examples `is_painted`. The heading has the letter with which the
    /// code was named.
    #[must_use]
    pub fn explanation(self, language: &Language, is_painted: bool) -> String {
        let mut text = String::new();
        let mut in_example = false;
        for line in self.page(language).lines() {
            if line.starts_with("```") {
                in_example = !in_example;
                continue;
            }
            // a paragraph of pictures leaves no gap
            if line.starts_with("<img") || (line.is_empty() && !in_example && text.ends_with("\n\n")) {
                continue;
            }
            let heading = line.trim_start_matches(['#', ' ']);
            let (style, shown) = match line {
                "" => ("", String::new()),
                _ if in_example => (EXAMPLE, format!("    {line}")),
                // the first one
                _ if text.is_empty() => (HEADING, format!("{}{heading}", self.letter)),
                _ if line.starts_with('#') => (HEADING, heading.to_owned()),
                _ => ("", line.to_owned()),
            };
            let [begin, end] = if is_painted && !style.is_empty() { [style, END] } else { [""; 2] };
            text += &format!("{begin}{}{end}\n", shown.replace("**", ""));
        }
        text
    }
}

impl From<Code> for Subject {
    fn from(code: Code) -> Subject {
        Subject { name: code.digits(), letter: "" }
    }
}

impl FromStr for Subject {
    type Err = UnknownCode;

    /// Parses a topic, or a code with or without the letter of a severity.
    fn from_str(text: &str) -> Result<Subject, UnknownCode> {
        // only topics, because a code has forms other than the name of its page
        match Subject::all().find(|subject| subject.is_topic() && subject.name == text) {
            Some(topic) => Ok(topic),
            None => {
                let letter = match text.as_bytes() {
                    [b'E' | b'e', ..] => "E",
                    [b'W' | b'w', ..] => "W",
                    _ => "",
                };
                text.parse::<Code>().map(|code| Subject { letter, ..code.into() })
            }
        }
    }
}

/// Lists what can be explained, each subject with its title: the topics first.
#[must_use]
pub fn index(language: &Language) -> String {
    let line = |subject: Subject| format!("  {:<10} {}\n", subject.name, subject.title(language));
    let lines = |topics: bool| {
        Subject::all().filter(|subject| subject.is_topic() == topics).map(line).collect::<String>()
    };
    let texts = language.command_line;
    format!("{}\n{}\n{}\n{}", texts.topics, lines(true), texts.messages, lines(false))
}
