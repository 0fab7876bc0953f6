//! The texts of the program in each language.
//!
//! The texts of a language are a table in a file of its own (`es.toml`, `en.toml`, `ca.toml`), which translators can
//! edit without knowing the program. An entry is a text with placeholders: names in braces, which are replaced by
//! values. `{count:an error|# errors}` has the singular and the plural of what agrees with a number. A part of the
//! table, such as `[page]`, has the texts of one part of the program. `[cescacs]` has the texts that differ for
//! C'escacs, in the words of the document that defines it. `build.rs` makes types and constants of the tables.

use std::fmt::Display;
use std::io::{self, Write};

use crate::text::brief;

/// Defines the type of a table by the names of its texts, of its parts (`@`), and of another table of its type (`&`).
macro_rules! languages {
    ($table:ident { $($entry:ident,)* $(@ $part:ident: $parts:ty,)* $(& $other:ident: $others:ty,)* }) => {
        /// Texts in one language. An entry is named after what its text says.
        #[non_exhaustive]
        #[expect(missing_docs, reason = "an entry is named after what its text says")]
        pub struct $table {
            $(pub $entry: &'static str,)*
            $(pub $part: &'static $parts,)*
            $(pub $other: &'static $others,)*
        }

        // a derived implementation would put the names of hundreds of entries into every program,
        // for a text that nobody reads
        impl std::fmt::Debug for $table {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($table)).finish_non_exhaustive()
            }
        }

        impl $table {
            /// Returns all entries, those of the parts included, each after its name.
            #[must_use]
            pub fn entries(&self) -> Vec<(&'static str, &'static str)> {
                let own = [$((stringify!($entry), self.$entry),)*];
                let parts: [Vec<_>; _] = [$(self.$part.entries(),)*];
                own.into_iter().chain(parts.into_iter().flatten()).collect()
            }
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/texts.rs"));

/// A language, as the command line names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum LanguageCode {
    /// Español
    Es,
    /// English
    En,
    /// Català
    Ca,
}

impl LanguageCode {
    /// All languages.
    pub const ALL: [LanguageCode; 3] = [LanguageCode::Es, LanguageCode::En, LanguageCode::Ca];

    /// Returns the language of a user with the given locales, the preferred one first: the language
    /// of the first locale that has a table. A locale is `ca_ES.UTF-8` or, as Windows and macOS
    /// write it, `ca-ES`.
    ///
    /// No locale and the C locale mean Spanish, the language of the university assignment that
    /// the program comes from. English stands in for languages without a table.
    #[must_use]
    pub fn of_locales(locales: impl IntoIterator<Item = impl AsRef<str>>) -> LanguageCode {
        let mut locales = locales.into_iter().peekable();
        if locales.peek().is_none() {
            return LanguageCode::Es;
        }
        locales.find_map(|locale| LanguageCode::of_locale(locale.as_ref())).unwrap_or(LanguageCode::En)
    }

    /// Returns the language of a locale, if it has a table.
    fn of_locale(locale: &str) -> Option<LanguageCode> {
        // POSIX names a locale `ca_ES.UTF-8@valencia`, Windows and macOS `ca-ES`
        let language = locale.split(['_', '-', '.', '@']).next().unwrap_or_default();
        match language.to_ascii_lowercase().as_str() {
            "" | "c" | "posix" => Some(LanguageCode::Es),
            tag => LanguageCode::ALL.into_iter().find(|code| code.language().tag == tag),
        }
    }

    /// Returns the texts of the language.
    #[must_use]
    pub fn language(self) -> &'static Language {
        match self {
            LanguageCode::Es => &SPANISH,
            LanguageCode::En => &ENGLISH,
            LanguageCode::Ca => &CATALAN,
        }
    }
}

/// The names of a kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceNames {
    /// One piece, with an article where the language wants one.
    pub of_one: &'static str,
    /// The name without an article.
    pub alone: &'static str,
    /// The plural.
    pub several: &'static str,
}

/// Returns the question whether the user meant one of some moves, or `None` if there are no moves.
pub(crate) fn did_you_mean(moves: &[String], language: &Language) -> Option<String> {
    let listed = listed(moves, language.or);
    (!moves.is_empty()).then(|| fill(language.did_you_mean, &[("moves", &listed)]))
}

/// Lists texts, with a word such as `and` before the last one of several.
pub(crate) fn listed(texts: &[String], before_last: &str) -> String {
    match texts {
        [others @ .., last] if !others.is_empty() => {
            format!("{} {before_last} {last}", others.join(", "))
        }
        _ => texts.concat(),
    }
}

/// Replaces the placeholders of a text by values. Long values are shortened, because they
/// may come from a file.
#[must_use]
pub fn fill(text: &str, values: &[(&str, &dyn Display)]) -> String {
    let values = values.iter().map(|(name, value)| (*name, brief(value.to_string().into())));
    let values: Vec<_> = values.collect();
    let values: Vec<_> = values.iter().map(|(name, value)| (*name, value as &dyn Display)).collect();
    fill_whole(text, &values)
}

/// Replaces the placeholders of a text by values of any length.
#[must_use]
pub fn fill_whole(text: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut filled = Vec::new();
    // unwrap(): writing to a vector does not fail
    write_filled(&mut filled, text, values).unwrap();
    String::from_utf8_lossy(&filled).into_owned()
}

/// Writes a text with its placeholders replaced by values.
///
/// The placeholder `{name}` is a value; `{name:singular|plural}` is the singular if the value is
/// 1, otherwise the plural, with `#` in either replaced by the value. `{name:d'#|de #}`, which Catalan has, is the
/// first if the value begins with a letter of the board whose name begins with a vowel.
///
/// # Errors
///
/// Returns any error of `out`.
pub fn write_filled(out: &mut impl Write, text: &str, values: &[(&str, &dyn Display)]) -> io::Result<()> {
    let mut rest = text;
    while let Some((before, opened)) = rest.split_once('{') {
        let (placeholder, after) = opened.split_once('}').unwrap_or((opened, ""));
        out.write_all(before.as_bytes())?;
        write_placeholder(out, placeholder, values)?;
        // a value is not searched for placeholders, since it may come from a file and have braces
        rest = after;
    }
    out.write_all(rest.as_bytes())
}

/// Writes what replaces a placeholder, which is given without its braces. Writes nothing if the
/// placeholder has no value.
fn write_placeholder(
    out: &mut impl Write,
    placeholder: &str,
    values: &[(&str, &dyn Display)],
) -> io::Result<()> {
    let value_of = |name: &str| values.iter().find(|(key, _)| *key == name).map(|(_, value)| value);
    let Some((name, forms)) = placeholder.split_once(':') else {
        return value_of(placeholder).map_or(Ok(()), |value| write!(out, "{value}"));
    };
    let Some(number) = value_of(name).map(ToString::to_string) else { return Ok(()) };
    let (singular, plural) = forms.split_once('|').unwrap_or((forms, forms));
    let is_first = number == "1" || number.starts_with(|c: char| "AEFHILXaefh".contains(c));
    let form = if is_first { singular } else { plural };
    out.write_all(form.replace('#', &number).as_bytes())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Returns the names of the values that a text takes.
    fn placeholders(text: &str) -> BTreeSet<&str> {
        let is_name = |name: &&str| name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        let parts = text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0));
        parts.map(|part| part.split_once(':').map_or(part, |(name, _)| name)).filter(is_name).collect()
    }

    #[test]
    fn every_language_has_the_same_placeholders() {
        for table in LanguageCode::ALL.map(LanguageCode::language) {
            for table in [table, table.cescacs] {
                for ((name, english), (_, other)) in ENGLISH.entries().into_iter().zip(table.entries()) {
                    assert!(!other.is_empty(), "{}: {name}", table.tag);
                    assert_eq!(placeholders(english), placeholders(other), "{}: {name}", table.tag);
                }
            }
        }
    }

    #[test]
    fn the_rook_of_cescacs_is_not_a_tower() {
        // these texts are about chess on squares only
        const OF_CHESS: [&str; 3] =
            ["what_moves_look_like", "piece_letters_expected", "castling_rights_dropped"];
        for language in [&SPANISH, &CATALAN] {
            let entries = language.cescacs.entries().into_iter();
            for (name, text) in entries.filter(|(name, _)| !OF_CHESS.contains(name)) {
                assert!(!text.contains("torre"), "{name}: {text}");
            }
        }
    }

    #[test]
    fn the_locale_names_the_language() {
        for (locales, code) in [
            ("", LanguageCode::Es),
            ("C", LanguageCode::Es),
            ("C.UTF-8", LanguageCode::Es),
            ("POSIX", LanguageCode::Es),
            ("es_AR.UTF-8", LanguageCode::Es),
            ("en_GB", LanguageCode::En),
            ("ca_ES@valencia", LanguageCode::Ca),
            ("de_DE.UTF-8", LanguageCode::En),
            ("ca-ES", LanguageCode::Ca),
            ("es-419", LanguageCode::Es),
            ("zh-Hans-CN", LanguageCode::En),
            ("fr-FR ca-ES en", LanguageCode::Ca),
            ("fr-FR de", LanguageCode::En),
        ] {
            assert_eq!(LanguageCode::of_locales(locales.split(' ')), code, "{locales}");
        }
        assert_eq!(LanguageCode::of_locales([""; 0]), LanguageCode::Es);
    }

    #[test]
    fn values_may_contain_braces() {
        assert_eq!(fill("a {x} b {y}", &[("x", &"{y}"), ("y", &1)]), "a {y} b 1");
    }

    #[test]
    fn words_agree_with_their_number() {
        let text = "{file} has {count:an error|# errors} in {count} {count:line|lines}";
        for (count, filled) in [
            (0, "f has 0 errors in 0 lines"),
            (1, "f has an error in 1 line"),
            (21, "f has 21 errors in 21 lines"),
        ] {
            assert_eq!(fill(text, &[("file", &"f"), ("count", &count)]), filled);
        }
    }

    /// With one form a text would not agree with its number, and with three it would show a `|`.
    #[test]
    fn every_plural_has_two_forms() {
        for table in LanguageCode::ALL.map(LanguageCode::language) {
            for (name, text) in table.entries() {
                let parts = text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0));
                let forms = parts.filter_map(|part| Some(part.split_once(':')?.1));
                for forms in forms {
                    assert_eq!(forms.matches('|').count(), 1, "{}: {name}", table.tag);
                }
            }
        }
    }
}
