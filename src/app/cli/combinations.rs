//! What does not go together on the command line, beside what the table of options says.

use std::fmt::Display;
use std::fs;
use std::io::{IsTerminal, stdin, stdout};
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::table::{Use, writes_moves};
use super::{Args, NameTemplate, OutputFormat, Task, Unique, definition};
use crate::app::environment;
use crate::app::usage::{Guess, guess};
use crate::change::Setting;
use crate::format::{Captions, GamesTable, MoveLetters, MoveNotation, MovesTable, PositionChoice};
use crate::message::fill;
use crate::rules::cescacs::hex::Letters;
use crate::text::is_table_name;

/// The message about arguments that do not fit together, in the language of the output.
type Refusal = String;

impl Args {
    /// Checks that the arguments fit together, and that they work in the current environment.
    ///
    /// # Errors
    ///
    /// Returns the message in the language of the output.
    pub(super) fn check_combinations(&self) -> Result<(), Refusal> {
        // a question about the program reads no files, so nothing about them can be wrong
        if self.task == Task::Answer {
            return Ok(());
        }
        let texts = self.language().command_line;
        if let Some((word, option)) = self.word_for_option() {
            return Err(fill(texts.word_for_option, &[("word", &word), ("option", &option)]));
        }
        if let Some(name) = self.set_and_dropped() {
            return Err(fill(texts.set_and_dropped, &[("name", &name)]));
        }
        if self.choosing.duplicates.is_some() && self.choosing.duplicates == self.writing.output {
            let values: [(&str, &dyn Display); 2] = [("argument", &"--duplicates"), ("other", &"--output")];
            return Err(fill(texts.conflict, &values));
        }
        if let Some((_, text)) = self.refusals().into_iter().find(|(applies, _)| *applies) {
            return Err(text.to_owned());
        }
        self.check_columns()?;
        self.check_formats()
    }

    /// Lists what may be wrong with the arguments together: whether it is, and what is said then.
    fn refusals(&self) -> [(bool, &'static str); 17] {
        let texts = self.language().command_line;
        let (files, output) = (&self.reading.files, self.writing.output.as_ref());
        let is_table = |path: &PathBuf| is_table_name(&path.to_string_lossy());
        let reads_stdin = files.iter().any(|path| path == Path::new("-"));
        let (format, to_file) = (self.output_format(), self.output_file());
        let asks_position = self.drawing.at.is_some_and(PositionChoice::asks);
        let needs_extension = self.writing.format.is_none() && !self.mends() && self.task != Task::Check;
        let extension = to_file.filter(|_| needs_extension).map(NameTemplate::extension);
        let extension = extension.filter(|extension| OutputFormat::of_extension(extension).is_none());
        let of_duplicates = self.choosing.duplicates.as_ref().map(NameTemplate::extension);
        let lacks_table = of_duplicates.as_deref() == Some("csv") && !format.is_table();
        let has_one_text = self.mends() || self.task == Task::Check || format.sums_up();
        let is_pipe = |path: &PathBuf| path.exists() && !path.is_file();
        let is_read_once = || reads_stdin || files.is_empty() || files.iter().any(is_pipe);
        // games may replace those that they come from
        let without_games = to_file.filter(|_| format != OutputFormat::Pgn || self.task == Task::Check);
        let is_read = |name: &NameTemplate| {
            let output = fs::canonicalize(name.as_str()).ok();
            output.is_some_and(|output| {
                files.iter().any(|file| fs::canonicalize(file).is_ok_and(|file| file == output))
            })
        };
        let cannot_view = || !(stdout().is_terminal() && environment::can_read_keys());
        [
            (files.is_empty() && self.task != Task::Serve && stdin().is_terminal(), texts.no_file),
            (has_one_text && output.is_some_and(NameTemplate::has_placeholders), texts.writes_one_text),
            (
                output.is_some_and(NameTemplate::has_part) != self.writing.per_file.is_some(),
                texts.part_without_per_file,
            ),
            (self.rewrites() && reads_stdin, texts.no_file_to_rewrite),
            (
                [without_games, self.choosing.duplicates.as_ref()].into_iter().flatten().any(is_read),
                texts.output_is_read,
            ),
            (self.choosing.unique == Some(Unique::Beginnings) && is_read_once(), texts.beginnings_of_files),
            (self.mends() && files.iter().any(is_table), self.language().table_of_games),
            (self.reading.rows.is_some() && !reads_stdin && !files.is_empty(), texts.rows_of_stdin),
            (self.rewrites() && format != OutputFormat::Pgn, texts.rewriting_needs_games),
            (asks_position && self.choosing.r#where.is_none(), texts.match_without_question),
            // before the extension that is not known, because the first that applies is told
            (extension.as_deref() == Some("csv"), texts.csv_of_which_table),
            (lacks_table, texts.csv_of_duplicates),
            (extension.as_deref() == Some("pdf"), texts.pdf_is_printed),
            (extension.is_some(), texts.unknown_extension),
            (
                self.writing.notation.is_some_and(|chosen| self.has_foreign_letters(chosen)),
                texts.letters_of_another_notation,
            ),
            // the bytes of a picture could contain escape sequences of the terminal
            (format.is_binary() && self.output_is_terminal(), texts.binary_to_terminal),
            (self.task == Task::View && cannot_view(), texts.view_needs_a_terminal),
        ]
    }

    /// Returns whether the letters that are chosen are those of another notation.
    fn has_foreign_letters(&self, notation: MoveNotation) -> bool {
        self.move_letters().is_some_and(|letters| match letters {
            MoveLetters::Redefined(_) => notation != MoveNotation::Ctl,
            _ => !matches!(notation, MoveNotation::San | MoveNotation::Lan),
        })
    }

    /// Checks that the format has the columns that are chosen.
    fn check_columns(&self) -> Result<(), Refusal> {
        let Some(columns) = &self.writing.columns else { return Ok(()) };
        let checked = match self.output_format() {
            OutputFormat::Games => GamesTable::new(columns).map(drop),
            OutputFormat::Moves => MovesTable::new(columns).map(drop),
            _ => Ok(()),
        };
        checked.map_err(|error| error.message(self.language()))
    }

    /// Checks that the format follows the options that are given.
    fn check_formats(&self) -> Result<(), Refusal> {
        let texts = self.language().command_line;
        for row @ Use { follows, .. } in &self.given {
            if follows(self, self.output_format()) {
                continue;
            }
            return Err(match row.id() {
                "at" => texts.no_positions_to_choose.to_owned(),
                "columns" => texts.columns_without_table.to_owned(),
                "captions" if self.drawing.captions == Some(Captions::Players) => {
                    self.formats_of("--captions players", *follows)
                }
                "drop" | "set" | "rename_tag" => self.formats_of("--drop, --set, --rename-tag", *follows),
                option => self.formats_of(&format!("--{}", option.replace('_', "-")), *follows),
            });
        }
        if self.move_letters().is_some() && !writes_moves(self, self.output_format()) {
            return Err(self.formats_of("--set, --drop Redefine", writes_moves));
        }
        Ok(())
    }

    /// Says which formats follow an option.
    fn formats_of(&self, option: &str, follows: fn(&Args, OutputFormat) -> bool) -> Refusal {
        let formats = OutputFormat::value_variants().iter().filter(|format| follows(self, **format));
        let names = formats.filter_map(|format| Some(format.to_possible_value()?.get_name().to_owned()));
        let names = names.collect::<Vec<_>>().join(", ");
        let text = self.language().command_line.option_of_other_formats;
        fill(text, &[("option", &option), ("formats", &names)])
    }

    /// Returns the letters of the pieces in moves that are written, if they are chosen. To set or leave out the tag
    /// `Redefine` is to choose them.
    pub fn move_letters(&self) -> Option<MoveLetters> {
        let is_dropped =
            self.changing.drop.iter().any(|list| list.tags.iter().any(|name| name == Letters::TAG));
        // from the last, which holds if a tag is set twice
        let redefined = self.changing.set.iter().rev().find_map(Setting::letters);
        let redefined = redefined.or(is_dropped.then_some(Letters::STANDARD));
        self.writing.letters.or(redefined.map(MoveLetters::Redefined))
    }

    /// Returns the name of a tag that is set and left out, if there is one.
    fn set_and_dropped(&self) -> Option<&str> {
        let dropped = self.changes().dropped;
        let is_dropped = |name: &&str| dropped.tags.iter().any(|tag| tag.eq_ignore_ascii_case(name));
        self.changing.set.iter().map(|setting| &*setting.name).find(is_dropped)
    }

    /// Returns the first word, if there is no file of this name and the word names an option, as in `view game.pgn`, and
    /// that option.
    fn word_for_option(&self) -> Option<(&str, String)> {
        let is_word = |word: &&str| word.len() > 1 && !word.contains(['.', '/', '-']);
        let word = self.reading.files.first()?.to_str().filter(is_word)?;
        let is_option = || definition().get_arguments().any(|arg| arg.get_long() == Some(word));
        let option = match guess(self.language_code(), word) {
            Some(Guess::Option(option)) => option.to_owned(),
            _ if word == "help" || is_option() => format!("--{word}"),
            _ => return None,
        };
        // last, because only this asks the file system
        (!Path::new(word).exists()).then_some((word, option))
    }
}
