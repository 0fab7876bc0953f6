//! Saves a position as a picture.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::move_text::san;
use super::state::State;
use crate::app::file_problems::OutputFault;
use crate::app::name_template::{NameTemplate, NameValues};
use crate::picture::{PictureOptions, encoded};
use crate::text::joined;

/// Saves the current position of a state in a folder, in a new file named after the game and the move. Returns
/// the name, or `None` if there is no position.
pub(super) fn save_picture(state: &State, folder: &Path) -> Option<Result<String, OutputFault>> {
    let tree = &state.game.tree;
    let geometry = Arc::new(tree.position(state.node)?.diagram().geometry());
    let display = state.display;
    let defaults = PictureOptions::default();
    let options = PictureOptions { theme: display.theme, flipped: display.flipped, ..defaults };
    let mut scene = tree.scene(state.node, geometry, options);
    let names = joined(state.game.tags.players(), " – ");
    let last_move =
        tree.played(state.node).map(|played| format!("{} {}", tree.node(state.node).at, san(played)));
    scene.caption = joined([&*names, &last_move.unwrap_or_default()], " · ");
    let encoded = encoded(&scene).map_err(OutputFault::at(folder));
    Some(encoded.and_then(|(kind, picture)| save(&picture, kind, state, folder)))
}

/// Writes a picture to a new file and returns its name.
fn save(picture: &[u8], extension: &str, state: &State, folder: &Path) -> Result<String, OutputFault> {
    let mut copy = 1;
    loop {
        let name = name(state, copy, extension);
        match File::create_new(folder.join(&name)) {
            Ok(mut file) => {
                let written = file.write_all(picture).map_err(OutputFault::at(&name));
                return written.map(|()| name.display().to_string());
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => copy += 1,
            Err(error) => return Err(OutputFault::at(&name)(error)),
        }
    }
}

/// Returns the name of a picture, with the number `copy` unless that is 1.
fn name(state: &State, copy: usize, extension: &str) -> PathBuf {
    let tree = &state.game.tree;
    let [white, black] = state.game.tags.players().map(str::to_owned);
    let game = if white.is_empty() || black.is_empty() { "game-{game}" } else { "{white}-{black}" };
    let copy = if copy > 1 { format!("-{copy}") } else { String::new() };
    let place = tree.played(state.node).map_or_else(
        || "start".to_owned(),
        |played| format!("{}{}-{{move}}", played.number(), played.side().char()),
    );
    let last_move = tree.played(state.node).map(san).unwrap_or_default();
    // unwrap_or_default(): all of these placeholders are known
    let template: NameTemplate = format!("{game}-{place}{copy}.{extension}").parse().unwrap_or_default();
    let tags = vec![white, black];
    let values = NameValues { game: state.game.number, last_move, tags, ..NameValues::default() };
    template.path(&values, [0; 3])
}
