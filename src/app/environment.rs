//! What the environment says of the user and the terminal.

use std::env;
use std::fs::File;
use std::io::{IsTerminal, stdin};

use crate::message::LanguageCode;

/// Returns the value of a variable, unless it is not set or empty.
pub(super) fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

/// Returns the user's language: that of the first of `LC_ALL`, `LC_MESSAGES` and `LANG`
/// that is set, or else the one that is set in the system.
///
/// The variables come first on every system, since who sets one in a shell means it. `sys_locale`
/// asks Windows and macOS; elsewhere it reads `LANGUAGE`, and it would read that before the others.
pub(super) fn language() -> LanguageCode {
    match ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(variable) {
        Some(locale) => LanguageCode::of_locales([locale]),
        None => LanguageCode::of_locales(sys_locale::get_locales()),
    }
}

/// Tells whether the user or the terminal forbids colours.
pub(super) fn forbids_color() -> bool {
    let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    no_color || env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Tells whether there is a terminal to read keys from: standard input or, if that is
/// redirected, the controlling terminal.
pub(super) fn can_read_keys() -> bool {
    stdin().is_terminal() || (cfg!(unix) && File::open("/dev/tty").is_ok())
}
