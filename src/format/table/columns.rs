//! The choice of columns of a table.

use std::fmt::Display;
use std::str::FromStr;

use thiserror::Error;

use super::games::GameValue;
use super::rows::Column;
use super::{games, moves};
use crate::message::{ENGLISH, Language, fill, similar};
#[cfg(feature = "cli")]
use crate::syntax::AskedTag;
use crate::syntax::{is_tag_name, usual_tags};

/// The names of the columns of a table, in their order. Each is that of a tag or of a value that is computed.
///
/// # Examples
///
/// ```
/// use escaque::format::{Columns, ColumnsError, GamesTable};
///
/// let columns: Columns = "number,White,plies".parse()?;
/// assert!(GamesTable::new(&columns).is_ok());
/// assert_eq!("White,white".parse::<Columns>(), Err(ColumnsError::Repeated("white".to_owned())));
/// # Ok::<(), ColumnsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns(Vec<String>);

/// The error of a text that is not a list of columns.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.message(&ENGLISH))]
#[non_exhaustive]
pub enum ColumnsError {
    /// A name is missing.
    Empty,
    /// A name has characters that neither a computed column nor a tag may have.
    NotAName(String),
    /// A name occurs twice. Case does not matter, because databases do not distinguish upper and
    /// lower case.
    Repeated(String),
}

/// The error of a column that a table does not have: it is computed only for the other table, or its name is in lower
/// case and very similar to that of a computed column.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.message(&ENGLISH))]
pub struct UnknownColumn {
    name: String,
    table: &'static str,
    /// The names of the columns that are computed for this table.
    known: String,
    /// The column that may be meant.
    similar: Option<&'static str>,
}

impl ColumnsError {
    /// Describes the error in a language.
    #[must_use]
    pub fn message(&self, language: &Language) -> String {
        let texts = language.command_line;
        match self {
            ColumnsError::Empty => texts.column_expected.to_owned(),
            ColumnsError::NotAName(name) => fill(texts.no_name_of_a_column, &[("name", name)]),
            ColumnsError::Repeated(name) => fill(texts.column_repeated, &[("name", name)]),
        }
    }
}

impl UnknownColumn {
    /// Describes the error in a language.
    #[must_use]
    pub fn message(&self, language: &Language) -> String {
        if let Some(similar) = &self.similar {
            let values: [(&str, &dyn Display); 2] = [("name", &self.name), ("similar", similar)];
            return fill(language.command_line.similar_column, &values);
        }
        let values: [(&str, &dyn Display); 3] =
            [("name", &self.name), ("table", &self.table), ("known", &self.known)];
        fill(language.command_line.column_of_other_table, &values)
    }
}

impl Columns {
    /// Lists the names of the columns of both tables, and those of widely used tags.
    pub fn known() -> impl Iterator<Item = &'static str> {
        computed_columns().chain(usual_tags())
    }

    /// Lists the columns that are neither computed nor usual tags, whose case does not matter.
    #[cfg(feature = "cli")]
    pub(crate) fn unusual(&self) -> Vec<AskedTag> {
        let is_known = |name: &str| Columns::known().any(|known| known.eq_ignore_ascii_case(name));
        self.iter().filter(|name| !is_known(name)).map(AskedTag::new).collect()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// Returns the column of each name: the computed one, or else that of a tag.
    pub(super) fn resolve<C: Column>(&self) -> Result<Vec<C>, UnknownColumn> {
        let column = |name: &str| {
            if let Some((_, column)) = C::COMPUTED.iter().find(|(known, _)| *known == name) {
                return Ok(column.clone());
            }
            let is_foreign = computed_columns().any(|known| known == name);
            // computed columns are in lower case, and no tag in use is
            let may_be_misspelt = !is_foreign && !name.bytes().any(|byte| byte.is_ascii_uppercase());
            let similar = may_be_misspelt.then(|| similar(name, C::computed())).flatten();
            if is_foreign || similar.is_some() {
                let known = C::computed().collect::<Vec<_>>().join(", ");
                return Err(UnknownColumn { name: name.to_owned(), table: C::TABLE, known, similar });
            }
            Ok(C::of_game(GameValue::Tag(name.to_owned())))
        };
        self.iter().map(column).collect()
    }
}

/// Lists the names of the columns of both tables that are not tags.
fn computed_columns() -> impl Iterator<Item = &'static str> {
    games::Column::computed().chain(moves::Column::computed())
}

/// Reads names separated by commas. Each is that of a computed column or else of a tag.
impl FromStr for Columns {
    type Err = ColumnsError;

    fn from_str(text: &str) -> Result<Columns, ColumnsError> {
        let mut names: Vec<String> = Vec::new();
        for name in text.split(',').map(str::trim) {
            if name.is_empty() {
                return Err(ColumnsError::Empty);
            }
            if !is_tag_name(name) {
                return Err(ColumnsError::NotAName(name.to_owned()));
            }
            // tags are found whatever the case of their names, so both columns would be the same
            if names.iter().any(|before| before.eq_ignore_ascii_case(name)) {
                return Err(ColumnsError::Repeated(name.to_owned()));
            }
            names.push(name.to_owned());
        }
        Ok(Columns(names))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{GamesTable, MovesTable};
    use super::*;

    #[test]
    fn columns_are_named_by_a_list() {
        let columns: Columns = "file, number,White,annotator,NIC".parse().unwrap();
        assert_eq!(columns.iter().collect::<Vec<_>>(), ["file", "number", "White", "annotator", "NIC"]);
        for (text, error) in [
            ("", ColumnsError::Empty),
            ("White,", ColumnsError::Empty),
            (",", ColumnsError::Empty),
            ("White Elo", ColumnsError::NotAName("White Elo".to_owned())),
            ("file;line", ColumnsError::NotAName("file;line".to_owned())),
            ("é", ColumnsError::NotAName("é".to_owned())),
            ("White,Black,White", ColumnsError::Repeated("White".to_owned())),
            ("file,File", ColumnsError::Repeated("File".to_owned())),
        ] {
            assert_eq!(text.parse::<Columns>(), Err(error), "{text}");
        }
    }

    #[test]
    fn each_table_has_its_computed_columns_and_any_tag() {
        for (names, of_games, of_moves) in [
            ("file,number,error,rules,White", true, true),
            ("line,plies,final_fen", true, false),
            ("game,ply,side,san", false, true),
        ] {
            let columns: Columns = names.parse().unwrap();
            assert_eq!(GamesTable::new(&columns).is_ok(), of_games, "{names}");
            assert_eq!(MovesTable::new(&columns).is_ok(), of_moves, "{names}");
        }
        let error = GamesTable::new(&"White,san".parse().unwrap()).unwrap_err();
        assert!(error.to_string().contains("san"), "{error}");
        // each table suggests a name of its own
        let misspelt: Columns = "plys".parse().expect("it may be a tag");
        let errors = [GamesTable::new(&misspelt).map(drop), MovesTable::new(&misspelt).map(drop)];
        for (error, similar) in errors.into_iter().zip(["'plies'", "'ply'"]) {
            let error = error.expect_err("it is like a column").to_string();
            assert!(error.contains(similar), "{error}");
        }
    }
}
