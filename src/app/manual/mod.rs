//! Answers questions about the program itself with the pages of its messages, its man page and
//! its completion scripts. The last two are generated from the definition of the command line.

use std::io::{self, Write};

use clap_complete::{Shell, generate};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use toml_edit::{Document, Item, TableLike};

use crate::app::cli::Question;
use crate::app::usage::{command, with_words_of};
use crate::message::LanguageCode;

/// Writes the answer to a question about the program itself, in a language.
///
/// # Errors
///
/// Returns any error of `out`.
pub fn answer(question: Question, language: LanguageCode, out: &mut impl Write) -> io::Result<()> {
    match question {
        Question::Explain(code) => out.write_all(code.explanation(language.language()).as_bytes()),
        Question::Completions(shell) => out.write_all(&completions(shell, language)),
        Question::Man => out.write_all(man_page(language)?.as_bytes()),
    }
}

/// Returns the completion script of a shell.
fn completions(shell: Shell, language: LanguageCode) -> Vec<u8> {
    let mut command = command(language);
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    generate(shell, &mut command, name, &mut script);
    script
}

/// Returns the man page, in roff.
fn man_page(language: LanguageCode) -> io::Result<String> {
    let manual = manual(language);
    let mut command = command(language);
    let usage = command.render_usage().to_string();
    let man = Man::new(command);
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    // the synopsis of `Man` lists every option, and leaves out the values of options
    let mut synopsis = heading(title(&manual, "synopsis"));
    synopsis.text([roman(usage.trim_start_matches("Usage: "))]);
    synopsis.to_writer(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    let sections = manual["sections"].as_table_like().into_iter().flat_map(TableLike::iter);
    for (title, entries) in sections {
        section(title, entries).to_writer(&mut page)?;
    }
    man.render_version_section(&mut page)?;
    let page = with_words_of(language.language(), &String::from_utf8_lossy(&page));
    Ok(with_titles(&manual, page))
}

/// Reads the parts of the man page that do not come from the command line: the titles of the
/// generated sections, and the other sections (`sections`), in the order of the page.
fn manual(language: LanguageCode) -> Document<&'static str> {
    let text = match language {
        LanguageCode::En => include_str!("en.toml"),
        LanguageCode::Ca => include_str!("ca.toml"),
        LanguageCode::Es => include_str!("es.toml"),
    };
    // expect(): the tables are part of the program, and tests read them
    Document::parse(text).expect("the manual is a table")
}

fn title<'m>(manual: &'m Document<&'static str>, section: &str) -> &'m str {
    manual[section].as_str().unwrap_or_default()
}

/// Replaces the titles of the generated sections, which `Man` writes in English, by those of the language.
fn with_titles(manual: &Document<&'static str>, page: String) -> String {
    ["name", "description", "options", "version"].into_iter().fold(page, |page, section| {
        let english = format!(".SH {}\n", section.to_uppercase());
        page.replace(&english, &format!(".SH {}\n", title(manual, section)))
    })
}

fn heading(title: &str) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", [title]);
    roff
}

/// Returns a section: terms with their descriptions, without those of features that are not built in.
fn section(title: &str, entries: &Item) -> Roff {
    let mut roff = heading(title);
    for (term, item) in entries.as_table_like().into_iter().flat_map(TableLike::iter) {
        let features = [("compression", cfg!(feature = "compression")), ("lsp", cfg!(feature = "lsp"))];
        let needed = item.get("with").and_then(Item::as_str);
        let is_here = !features.contains(&(needed.unwrap_or_default(), false));
        if is_here {
            let description = item.get("text").unwrap_or(item).as_str().unwrap_or_default();
            roff.control("TP", []);
            roff.text([bold(term)]);
            roff.text([roman(description)]);
        }
    }
    roff
}
