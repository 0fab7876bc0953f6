//! Answers questions about the program itself with the pages of its messages and topics, its man page and
//! its completion scripts. The last two are generated from the definition of the command line.

use std::io::{self, IsTerminal, Write};

use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::app::cli::Args;
use crate::app::completion::script;
use crate::app::environment::{ExitStatus, window};
use crate::app::file_problems::answered;
use crate::app::usage::{Section, command, sections, text, with_words_of};
use crate::message::{LanguageCode, Subject, index};
use crate::text::wrapped_page;

/// A question about the program itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// What does a message mean, or a topic? Or, without one, what can be explained?
    Explain(Option<Subject>),
    /// How does a shell complete the command line?
    Completions(Shell),
    /// What does the man page say?
    Man,
}

/// The width that pages are written for.
const WIDTH: usize = 80;

/// Answers the question of a command line on standard output. In a narrow window pages are wrapped.
pub(super) fn run(args: &Args) -> ExitStatus {
    let (code, mut out) = (args.language_code(), io::stdout());
    let is_painted = args.drawing.color.is_enabled(out.is_terminal());
    let width = out.is_terminal().then(|| window()[0]).filter(|width| *width < WIDTH);
    let written =
        args.question().map_or(Ok(()), |question| answer(question, code, is_painted, width, &mut out));
    let color = args.drawing.color.is_enabled(io::stderr().is_terminal());
    answered(written.and_then(|()| out.flush()), args.reporter_options(code.language(), color))
}

/// Writes the answer to a question about the program itself, in a language. `is_painted` is for terminals, and a `width`
/// for narrow ones.
///
/// # Errors
///
/// Returns any error of `out`.
pub fn answer(
    question: Question,
    language: LanguageCode,
    is_painted: bool,
    width: Option<usize>,
    out: &mut impl Write,
) -> io::Result<()> {
    let texts = language.language();
    match question {
        Question::Explain(subject) => {
            let page = subject.map_or_else(|| index(texts), |subject| subject.explanation(texts, is_painted));
            let page = if let Some(width) = width { wrapped_page(&page, width) } else { page };
            out.write_all(page.as_bytes())
        }
        Question::Completions(shell) => out.write_all(&script(shell)?),
        Question::Man => out.write_all(man_page(language)?.as_bytes()),
    }
}

/// Returns the man page, in roff.
fn man_page(language: LanguageCode) -> io::Result<String> {
    let mut command = command(language);
    let usage = command.render_usage().to_string();
    let man = Man::new(command);
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    // the synopsis of `Man` lists every option, and leaves out the values of options
    let mut synopsis = heading(title(language, "synopsis"));
    synopsis.text([roman(usage.trim_start_matches("Usage: "))]);
    synopsis.to_writer(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    sections(language).iter().try_for_each(|section| roff_of(section).to_writer(&mut page))?;
    man.render_version_section(&mut page)?;
    Ok(with_titles(language, with_words_of(language.language(), &String::from_utf8_lossy(&page))))
}

/// Returns the title of a section that is generated from the command line.
fn title(language: LanguageCode, section: &str) -> &'static str {
    text(language, &["titles", section]).unwrap_or_default()
}

/// Replaces the titles of the generated sections, which `Man` writes in English, by those of the language.
fn with_titles(language: LanguageCode, page: String) -> String {
    ["name", "description", "version"].into_iter().fold(page, |page, section| {
        let english = format!(".SH {}\n", section.to_uppercase());
        page.replace(&english, &format!(".SH {}\n", title(language, section).to_uppercase()))
    })
}

fn heading(title: &str) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", [&*title.to_uppercase()]);
    roff
}

fn roff_of(section: &Section) -> Roff {
    let mut roff = heading(section.title);
    for (term, description) in &section.entries {
        roff.control("TP", []);
        roff.text([bold(*term)]);
        roff.text([roman(*description)]);
    }
    roff
}
