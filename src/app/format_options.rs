//! The options that only some formats follow, and what is said if the format is another.

use clap::ValueEnum;

use super::cli::{Args, NameTemplate, OutputFormat};
use crate::format::{Captions, GamesTable, MovesTable};
use crate::message::fill;

impl Args {
    /// Checks that the format follows the options that are given.
    ///
    /// # Errors
    ///
    /// Returns the message in the language of the output, with the formats that follow the option.
    pub(super) fn check_format_options(&self) -> Result<(), String> {
        self.check_columns()?;
        let check = |option: &str, follows: &dyn Fn(OutputFormat) -> bool| {
            if follows(self.output_format()) {
                return Ok(());
            }
            let formats = OutputFormat::value_variants().iter().filter(|format| follows(**format));
            let names = formats.filter_map(|format| Some(format.to_possible_value()?.get_name().to_owned()));
            let names = names.collect::<Vec<_>>().join(", ");
            let text = self.language().command_line.option_of_other_formats;
            Err(fill(text, &[("option", &option), ("formats", &names)]))
        };
        match self.captions {
            Some(Captions::Players) => check("--captions players", &|format| format.holds_one_item())?,
            Some(_) => {
                check("--captions", &|format| format.holds_one_item() || format == OutputFormat::Boards)?;
            }
            None => {}
        }
        let changes_texts = !(self.drop.is_empty() && self.set.is_empty() && self.rename_tag.is_empty());
        // tags may name the files of positions
        if changes_texts && !self.output.as_ref().is_some_and(NameTemplate::has_placeholders) {
            // EPD has those of lists of positions
            let shows_texts = |format| format != OutputFormat::Fen;
            check("--drop, --set, --rename-tag", &shows_texts)?;
        }
        if self.flip {
            let shows_boards = |format: OutputFormat| format.holds_one_item() || format.is_page();
            check("--flip", &|format| shows_boards(format) || format == OutputFormat::Boards)?;
        }
        if self.no_marks {
            check("--no-marks", &|format| format.holds_one_item() || format.is_page())?;
        }
        if self.notation.is_some() {
            check("--notation", &|format| self.writes_moves(format))?;
        }
        if self.move_letters().is_some() {
            let option = if self.letters.is_some() { "--letters" } else { "--set, --drop Redefine" };
            check(option, &|format| self.writes_moves(format))?;
        }
        #[cfg(feature = "pages")]
        if self.hide.is_some() {
            check("--hide", &|format| format.is_page())?;
        }
        Ok(())
    }

    /// Returns whether a format writes moves in a notation that can be chosen.
    fn writes_moves(&self, format: OutputFormat) -> bool {
        use OutputFormat::{Boards, Epd, Fen, Json, Minimal, Speech};
        match format {
            Boards => self.captions == Some(Captions::San),
            Speech | Fen | Epd | Minimal | Json => false,
            _ => true,
        }
    }

    /// Checks that the format has the columns that are chosen.
    ///
    /// # Errors
    ///
    /// Returns the message in the language of the output.
    fn check_columns(&self) -> Result<(), String> {
        let Some(columns) = &self.columns else { return Ok(()) };
        let language = self.language();
        let checked = match self.output_format() {
            OutputFormat::Games => GamesTable::new(columns).map(drop),
            OutputFormat::Moves => MovesTable::new(columns).map(drop),
            _ => return Err(language.command_line.columns_without_table.to_owned()),
        };
        checked.map_err(|error| error.message(language))
    }

    /// Returns the reason why the extension of the output does not determine the format.
    pub(super) fn refusal_of_extension(&self, extension: &str) -> &'static str {
        let texts = self.language().command_line;
        if extension == "csv" { texts.csv_of_which_table } else { texts.unknown_extension }
    }
}
