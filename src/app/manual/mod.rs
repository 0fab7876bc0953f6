//! Answers questions about the program itself: the pages of its messages and, generated from
//! the definition of the command line, its man page and completion scripts.

mod ca;
mod en;
mod es;

use std::io::{self, Write};

use clap_complete::{Shell, generate};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::app::cli::Question;
use crate::app::usage::{command, with_words_of};
use crate::message::LanguageCode;

/// What the man page has besides the help of the command line, in one language.
struct Manual {
    /// The titles of the sections that are generated from the command line.
    name: &'static str,
    synopsis: &'static str,
    description: &'static str,
    options: &'static str,
    version: &'static str,
    /// The sections that are not, in the order of the page.
    sections: &'static [Section],
}

/// A section of the man page: a list of terms with their descriptions.
struct Section {
    title: &'static str,
    entries: &'static [(&'static str, &'static str)],
}

/// Writes the answer to a question about the program itself, in a language.
///
/// # Errors
///
/// Any error of `out`.
pub fn answer(question: Question, language: LanguageCode, out: &mut impl Write) -> io::Result<()> {
    match question {
        Question::Explain(code) => out.write_all(code.explanation(language).as_bytes()),
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
    let manual = Manual::of(language);
    let mut command = command(language);
    let usage = command.render_usage().to_string();
    let man = Man::new(command);
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    // the synopsis of `Man` lists every option and leaves out their values
    let mut synopsis = heading(manual.synopsis);
    synopsis.text([roman(usage.trim_start_matches("Usage: "))]);
    synopsis.to_writer(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    for section in manual.sections {
        section.roff().to_writer(&mut page)?;
    }
    man.render_version_section(&mut page)?;
    let page = with_words_of(language.language(), &String::from_utf8_lossy(&page));
    Ok(manual.with_titles(page))
}

fn heading(title: &str) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", [title]);
    roff
}

impl Manual {
    fn of(language: LanguageCode) -> &'static Manual {
        match language {
            LanguageCode::En => &en::ENGLISH,
            LanguageCode::Ca => &ca::CATALAN,
            LanguageCode::Es => &es::SPANISH,
        }
    }

    /// Lists the titles of the sections that `Man` writes, which are English there.
    fn generated_titles(&self) -> [&'static str; 4] {
        [self.name, self.description, self.options, self.version]
    }

    /// Replaces the titles of generated sections by those of the language.
    fn with_titles(&self, page: String) -> String {
        let titles = en::ENGLISH.generated_titles().into_iter().zip(self.generated_titles());
        titles.fold(page, |page, (english, title)| {
            page.replace(&format!(".SH {english}\n"), &format!(".SH {title}\n"))
        })
    }
}

impl Section {
    fn roff(&self) -> Roff {
        let mut roff = heading(self.title);
        for (term, description) in self.entries {
            roff.control("TP", []);
            roff.text([bold(*term)]);
            roff.text([roman(*description)]);
        }
        roff
    }
}
