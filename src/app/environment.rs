//! What the environment says about the user and the terminal, and the exit status.

use std::env;
use std::fs::File;
use std::io::{IsTerminal, stderr, stdin};
use std::process::ExitCode;

use crate::message::LanguageCode;
use crate::picture::mosaic::Blocks;

/// Returns the value of a variable, `None` if it is not set or empty.
pub(super) fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

/// Returns the user's language, by the variables of gettext: the first language with a table that `LANGUAGE` lists,
/// unless the locale is that of C, and otherwise that of the locale, which is the first of `LC_ALL`, `LC_MESSAGES` and
/// `LANG` that is set. If none is, that of the system counts.
///
/// The variables come first on every system, because whoever sets one in a shell means it.
pub(super) fn language() -> LanguageCode {
    let Some(locale) = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(variable) else {
        return LanguageCode::of_locales(sys_locale::get_locales());
    };
    let preferred = variable("LANGUAGE").filter(|_| !["C", "POSIX"].contains(&&*locale)).unwrap_or_default();
    let preferred = preferred.split(':').filter(|language| !language.is_empty());
    LanguageCode::of_locales(preferred.chain([&*locale]))
}

/// Returns whether the user or the terminal forbids colours.
pub(super) fn forbids_color() -> bool {
    variable("NO_COLOR").is_some() || variable("TERM").is_some_and(|term| is_monochrome(&term))
}

/// Returns whether the user wants colours also where no terminal is, as some builds have it (force-color.org).
pub(super) fn forces_color() -> bool {
    ["FORCE_COLOR", "CLICOLOR_FORCE"].into_iter().filter_map(variable).any(|value| value != "0")
}

/// Returns whether a terminal, given as the value of `TERM`, has no colours. Such a terminal is
/// `dumb`; or one of the VT series, except the VT525, without `color` in its name; or its name ends
/// like that of a monochrome one.
fn is_monochrome(term: &str) -> bool {
    let is_vt = term
        .strip_prefix("vt")
        .is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit()) && !number.starts_with("525"));
    let is_named = ["-mono", "-m"].iter().any(|end| term.ends_with(end));
    term == "dumb" || is_named || is_vt && !term.contains("color")
}

/// Returns whether the cursor of the terminal can be moved.
pub(super) fn moves_cursor() -> bool {
    variable("TERM").is_none_or(|term| term != "dumb")
}

/// Returns the width and the height of the window. A terminal that does not know one, or reports 0, counts as one of
/// the usual size.
pub(super) fn window() -> [usize; 2] {
    let (columns, rows) = crossterm::terminal::size().unwrap_or_default();
    [(columns, 80), (rows, 24)].map(|(length, usual)| if length > 0 { length.into() } else { usual })
}

/// Returns the width of the window if messages go to it, and not to a file.
pub(super) fn width_of_messages() -> Option<usize> {
    stderr().is_terminal().then(|| window()[0])
}

/// Returns whether the terminal has colours of 24 bits.
pub(super) fn has_true_color() -> bool {
    let [term, colorterm] = ["TERM", "COLORTERM"].map(|name| variable(name).unwrap_or_default());
    is_true_color(&term, &colorterm)
}

/// Returns whether a terminal, given as the values of `TERM` and `COLORTERM`, has colours of 24 bits.
pub(super) fn is_true_color(term: &str, colorterm: &str) -> bool {
    matches!(colorterm, "truecolor" | "24bit") || term.ends_with("-direct")
}

/// Returns whether the terminal shows more than ASCII.
pub(super) fn shows_unicode() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable);
    cfg!(windows) || is_unicode(&locale.unwrap_or_default())
}

/// Returns whether the encoding of a locale is UTF-8.
fn is_unicode(locale: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// Returns the block characters that the terminal shows. Terminals that draw sextants themselves
/// are recognised by their variables. Others take sextants from fonts, which seldom have them.
pub(super) fn terminal_blocks() -> Blocks {
    const DRAW_SEXTANTS: [&str; 6] =
        ["xterm-kitty", "xterm-ghostty", "foot", "wezterm", "contour", "alacritty"];
    let is = |name: &str, values: &[&str]| variable(name).is_some_and(|value| values.contains(&&*value));
    let is_since = |name: &str, least: u32| {
        variable(name).and_then(|value| value.parse().ok()).is_some_and(|version: u32| version >= least)
    };
    let term = variable("TERM").unwrap_or_default();
    let draws_sextants = DRAW_SEXTANTS.iter().any(|known| term.starts_with(known))
        || is("TERM_PROGRAM", &["WezTerm", "ghostty", "rio"])
        || variable("WT_SESSION").is_some()
        || is_since("VTE_VERSION", 5600)
        || is_since("KONSOLE_VERSION", 220_400);
    if !shows_unicode() {
        Blocks::None
    } else if term.starts_with("linux") {
        Blocks::Halves
    } else if draws_sextants {
        Blocks::Sextants
    } else {
        Blocks::Quadrants
    }
}

/// Returns whether there is a terminal to read keys from: standard input or, if that is
/// redirected, the controlling terminal.
pub(super) fn can_read_keys() -> bool {
    stdin().is_terminal() || (cfg!(unix) && File::open("/dev/tty").is_ok())
}

/// How the program ended; the number is the exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitStatus {
    /// The program has done its task, and found no errors.
    Success = 0,
    /// A file has errors or is not laid out as required, or an editor has left without shutting the
    /// server down.
    Faulty = 1,
    /// A file cannot be read, or the output cannot be written.
    Failure = 2,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> ExitCode {
        ExitCode::from(status as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_names_the_encoding() {
        for (locale, unicode) in
            [("ca_ES.UTF-8", true), ("C.utf8", true), ("C", false), ("", false), ("es_ES@euro", false)]
        {
            assert_eq!(is_unicode(locale), unicode, "{locale}");
        }
    }

    #[test]
    fn old_terminals_have_no_colours() {
        for (term, expected) in [
            ("dumb", true),
            ("vt100", true),
            ("vt102", true),
            ("vt220-w", true),
            ("ansi-mono", true),
            ("ansi-m", true),
            ("vt100-color", false),
            ("vt525", false),
            ("vte-256color", false),
            ("xterm", false),
            ("linux", false),
        ] {
            assert_eq!(is_monochrome(term), expected, "{term}");
        }
    }
}
