//! What does not go together on the command line.

use std::fmt::Display;
use std::io::{IsTerminal, stdin, stdout};
use std::path::Path;

use clap::CommandFactory;

use super::cli::{Args, NameTemplate, OutputFormat};
#[cfg(feature = "viewer")]
use super::environment;
use super::usage::{Guess, guess};
use crate::change::Setting;
use crate::format::{MoveLetters, MoveNotation, PositionChoice};
use crate::message::fill;
use crate::rules::cescacs::hex::Letters;

/// The arguments that leave games as they are.
pub(super) const UNCHANGED: [&str; 5] = ["check", "count", "fix", "fix_guesses", VIEW_OR_CHECK];

/// The arguments that cannot be used when files are rewritten, because with them a file would lose
/// games, or the output would go elsewhere.
pub(super) const REWRITING_CONFLICTS: [&str; 11] =
    ["output", "check", "count", "games", "where", "limit", "unique", "at", "part", "lines", VIEW_OR_CHECK];

/// The arguments with which no moves are written, or moves stay as they are.
pub(super) const MOVE_TEXT_CONFLICTS: [&str; 7] =
    ["in_place", "diff", "fix", "fix_guesses", "check", "count", VIEW_OR_CHECK];

/// The id of `--view`. Without the viewer, it is an id that is in the list above anyway.
const VIEW_OR_CHECK: &str = if cfg!(feature = "viewer") { "view" } else { "check" };

impl Args {
    /// Checks that the arguments fit together, and that they work in the current environment.
    ///
    /// # Errors
    ///
    /// Returns the message in the language of the output.
    pub(super) fn check_combinations(&self) -> Result<(), String> {
        let texts = self.language().command_line;
        if let Some((word, option)) = self.word_for_option() {
            return Err(fill(texts.word_for_option, &[("word", &word), ("option", &option)]));
        }
        if self.files.is_empty() && self.question().is_none() && !self.serves() && stdin().is_terminal() {
            return Err(texts.no_file.to_owned());
        }
        if let Some(name) = self.set_and_dropped() {
            return Err(fill(texts.set_and_dropped, &[("name", &name)]));
        }
        if self.mends() && self.output.as_ref().is_some_and(NameTemplate::has_placeholders) {
            return Err(texts.fix_writes_one_text.to_owned());
        }
        if self.output.as_ref().is_some_and(NameTemplate::has_part) != self.per_file.is_some() {
            return Err(texts.part_without_per_file.to_owned());
        }
        if self.rewrites() && self.files.iter().any(|path| path == Path::new("-")) {
            return Err(texts.no_file_to_rewrite.to_owned());
        }
        if self.rewrites() && self.output_format() != OutputFormat::Pgn {
            return Err(texts.rewriting_needs_games.to_owned());
        }
        if self.at.is_some_and(PositionChoice::asks) && self.r#where.is_none() {
            return Err(texts.match_without_question.to_owned());
        }
        if self.at.is_some() && !self.output_format().shows_positions() {
            return Err(texts.no_positions_to_choose.to_owned());
        }
        if let Some(name) = self.output_file()
            && self.format.is_none()
            && !self.mends()
            && OutputFormat::of_extension(&name.extension()).is_none()
        {
            return Err(self.refusal_of_extension(&name.extension()).to_owned());
        }
        if let (Some(duplicates), Some(output)) = (&self.duplicates, &self.output)
            && duplicates == output
        {
            let values: [(&str, &dyn Display); 2] = [("argument", &"--duplicates"), ("other", &"--output")];
            return Err(fill(texts.conflict, &values));
        }
        let is_table = matches!(self.output_format(), OutputFormat::Games | OutputFormat::Moves);
        if self.duplicates.as_ref().is_some_and(|name| &*name.extension() == "csv") && !is_table {
            return Err(self.refusal_of_extension("csv").to_owned());
        }
        let is_of_cescacs = matches!(self.move_letters(), Some(MoveLetters::Redefined(_)));
        let fitting: &[_] =
            if is_of_cescacs { &[MoveNotation::Ctl] } else { &[MoveNotation::San, MoveNotation::Lan] };
        if self.move_letters().is_some() && self.notation.is_some_and(|chosen| !fitting.contains(&chosen)) {
            return Err(texts.letters_of_another_notation.to_owned());
        }
        self.check_format_options()?;
        let to_terminal =
            self.output_file().map_or_else(|| stdout().is_terminal(), NameTemplate::is_terminal);
        if self.output_format().is_binary() && to_terminal {
            return Err(texts.binary_to_terminal.to_owned());
        }
        #[cfg(feature = "viewer")]
        if self.view && !(stdout().is_terminal() && environment::can_read_keys()) {
            return Err(texts.view_needs_a_terminal.to_owned());
        }
        Ok(())
    }

    /// Returns the letters of the pieces in moves that are written, if they are chosen. To set or leave out the tag
    /// `Redefine` is to choose them.
    pub(super) fn move_letters(&self) -> Option<MoveLetters> {
        let is_dropped = self.drop.iter().any(|list| list.tags.iter().any(|name| name == Letters::TAG));
        let redefined = self.set.iter().rev().find_map(Setting::letters);
        let redefined = redefined.or(is_dropped.then_some(Letters::STANDARD));
        self.letters.or(redefined.map(MoveLetters::Redefined))
    }

    /// Returns the name of a tag that is set and left out, if there is one.
    fn set_and_dropped(&self) -> Option<&str> {
        let dropped = self.changes().dropped;
        let is_dropped = |name: &&str| dropped.tags.iter().any(|tag| tag.eq_ignore_ascii_case(name));
        self.set.iter().map(|setting| &*setting.name).find(is_dropped)
    }

    /// Returns the first word, if there is no file of this name and the word names an option, as in `view game.pgn`, and
    /// that option.
    fn word_for_option(&self) -> Option<(&str, String)> {
        let is_word = |word: &&str| word.len() > 1 && !word.contains(['.', '/', '-']);
        let word = self.files.first()?.to_str().filter(is_word)?;
        let is_option = || Args::command().get_arguments().any(|arg| arg.get_long() == Some(word));
        let option = match guess(self.language_code(), word) {
            Some(Guess::Option(option)) => option.to_owned(),
            _ if word == "help" || is_option() => format!("--{word}"),
            _ => return None,
        };
        (!Path::new(word).exists()).then_some((word, option))
    }

    /// Returns whether an editor is served; no file is read then.
    fn serves(&self) -> bool {
        #[cfg(feature = "lsp")]
        return self.lsp;
        #[cfg(not(feature = "lsp"))]
        return false;
    }
}
