//! The keys of pages: those of the viewer that mean something there, and a few more.

use serde_json::{Value, json};

use crate::message::Language;

/// What some keys do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding {
    /// The keys, as browsers name them.
    pub(crate) keys: &'static [&'static str],
    /// The command of the script.
    command: &'static str,
    /// Returns the line in the help.
    pub(crate) help: fn(&Language) -> &'static str,
}

macro_rules! table {
    ($($command:ident: $($text:ident).+ = $($key:literal),+;)*) => {
        &[$(Binding { keys: &[$($key),+], command: stringify!($command), help: |language| language.$($text).+ },)*]
    };
}

/// The bindings of the player.
pub(crate) const KEYS: &[Binding] = table! {
    forward: view_forward = "ArrowRight", "l", "Enter", " ";
    back: view_back = "ArrowLeft", "h", "Backspace";
    first: view_first = "Home", "g";
    last: view_last = "End", "G";
    row_forward: view_row_forward = "ArrowDown", "j";
    row_back: view_row_back = "ArrowUp", "k";
    ten_forward: view_ten_forward = "PageDown";
    ten_back: view_ten_back = "PageUp";
    next_fork: view_next_fork = "]";
    previous_fork: view_previous_fork = "[";
    enter_variation: view_enter_variation = "v";
    leave_variation: view_leave_variation = "b";
    // Tab, which is another game in the viewer, goes through the buttons of a page
    next_game: view_next_game = "n";
    previous_game: view_previous_game = "N";
    list: view_list = "o";
    search: page.filter_help = "/";
    go_to: view_go_to = ":";
    flip: view_flip = "f";
    play: view_autoplay = "a";
    faster: view_faster = "+", "=";
    slower: view_slower = "-";
    copy_position: view_copy = "c";
    copy_game: page.copy_game_help = "C";
    colours: view_theme = "t";
    words: view_words = "r";
    help: view_help = "?", "F1";
};

/// Returns the name of a key for the help.
pub(crate) fn name(key: &str) -> &str {
    match key {
        "ArrowRight" => "→",
        "ArrowLeft" => "←",
        "ArrowDown" => "↓",
        "ArrowUp" => "↑",
        "PageDown" => "PgDn",
        "PageUp" => "PgUp",
        " " => "Space",
        other => other,
    }
}

/// Returns what the script needs to know of the keys.
pub(super) fn facts(language: &Language) -> Value {
    let binding = |Binding { keys, command, help }: &Binding| {
        let names: Vec<_> = keys.iter().map(|key| name(key)).collect();
        json!([keys, names, command, help(language)])
    };
    KEYS.iter().map(binding).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::page::frame::SCRIPT;

    #[test]
    fn the_script_has_every_command() {
        for Binding { command, .. } in KEYS {
            assert!(SCRIPT.contains(&format!("\n  {command}: () =>")), "{command}");
        }
    }

    #[test]
    fn a_key_is_bound_once() {
        let keys: Vec<_> = KEYS.iter().flat_map(|binding| binding.keys).collect();
        for (at, key) in keys.iter().enumerate() {
            assert!(!keys[at + 1..].contains(key), "{key}");
        }
    }
}
