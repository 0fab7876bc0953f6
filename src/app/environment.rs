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
/// that is set.
pub(super) fn language() -> LanguageCode {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(variable);
    LanguageCode::of_locale(&locale.unwrap_or_default())
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
