//! The keys of pages: those of the viewer that make sense in a page, and a few more.

use serde_json::{Value, json};

use crate::message::Language;

/// A command and its keys.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding {
    /// The keys, as browsers name them.
    pub(crate) keys: &'static [&'static str],
    /// The command of the script.
    command: &'static str,
    /// Returns the line about it in the help.
    pub(crate) help: fn(&Language) -> &'static str,
}

macro_rules! table {
    ($($command:ident: $($text:ident).+ = $($key:literal),+;)*) => {
        &[$(Binding { keys: &[$($key),+], command: stringify!($command), help: |language| language.$($text).+ },)*]
    };
}

/// The bindings of the player.
pub(crate) const KEYS: &[Binding] = table! {
    forward: viewer.forward = "ArrowRight", "l", "Enter", " ";
    back: viewer.back = "ArrowLeft", "h", "Backspace";
    first: viewer.first = "Home", "g";
    last: viewer.last = "End", "G";
    row_forward: viewer.row_forward = "ArrowDown", "j";
    row_back: viewer.row_back = "ArrowUp", "k";
    ten_forward: viewer.ten_forward = "PageDown";
    ten_back: viewer.ten_back = "PageUp";
    next_fork: viewer.next_fork = "]";
    previous_fork: viewer.previous_fork = "[";
    enter_variation: viewer.enter_variation = "v";
    leave_variation: viewer.leave_variation = "b";
    next_comment: viewer.next_comment = "}";
    previous_comment: viewer.previous_comment = "{";
    next_mistake: viewer.next_mistake = "e";
    previous_mistake: viewer.previous_mistake = "E";
    next_reference: viewer.next_reference = "#";
    reference_back: viewer.reference_back = "<";
    // not Tab, which goes to another game in the viewer: in a page, it moves between the buttons
    next_game: viewer.next_game = "n";
    previous_game: viewer.previous_game = "N";
    games: viewer.list = "o";
    search: page.filter_help = "/";
    go_to: viewer.go_to = ":";
    flip: viewer.flip = "f";
    play: viewer.autoplay = "a";
    faster: viewer.faster = "+", "=";
    slower: viewer.slower = "-";
    copy_position: viewer.copy = "c";
    copy_game: page.copy_game_help = "C";
    size: viewer.size = "s";
    colours: viewer.theme = "t";
    words: viewer.words = "r";
    comments: page.comments_help = "m";
    info: viewer.info_help = "i";
    help: viewer.help = "?", "F1";
};

/// Returns the name of a key in the help.
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

/// Returns the facts about keys that the script needs: for each binding its keys, their names, the
/// command and the help.
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
            let is_there =
                ['{', ',', '}'].iter().any(|before| SCRIPT.contains(&format!("{before}{command}:()=>")));
            assert!(is_there, "{command}");
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
