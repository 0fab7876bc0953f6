//! Folders on the command line, which stand for the files of games in them.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::text::{is_game_name, is_list_name, plain_name};

/// Replaces each folder by the regular files of games and lists of positions in it and in the folders in it, in the
/// order of their names. Hidden files and folders are left out, and with `wants_plain` compressed files and lists, too.
///
/// # Errors
///
/// Returns a folder that has no such file.
pub(super) fn with_files_of_folders(paths: Vec<PathBuf>, wants_plain: bool) -> Result<Vec<PathBuf>, PathBuf> {
    let mut files = Vec::with_capacity(paths.len());
    for path in paths {
        let before = files.len();
        if !path.is_dir() {
            files.push(path);
            continue;
        }
        add_files(&path, wants_plain, &mut HashSet::new(), &mut files);
        if files.len() == before {
            return Err(path);
        }
    }
    Ok(files)
}

/// Adds the files of a folder, unless it is one of those that are `seen`: links may lead in circles.
fn add_files(folder: &Path, wants_plain: bool, seen: &mut HashSet<PathBuf>, files: &mut Vec<PathBuf>) {
    if folder.canonicalize().is_ok_and(|known| !seen.insert(known)) {
        return;
    }
    let Ok(entries) = fs::read_dir(folder) else {
        // opening it reports why it cannot be read
        files.push(folder.to_owned());
        return;
    };
    let mut names: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.file_name())).collect();
    names.sort();
    for name in names {
        let (path, name) = (folder.join(&name), name.to_string_lossy().to_lowercase());
        let plain = if wants_plain { &*name } else { plain_name(&name) };
        if name.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            add_files(&path, wants_plain, seen, files);
        } else if is_game_name(plain) || !wants_plain && is_list_name(plain) {
            // pipes and devices may never end; if nothing is known, opening it reports why
            files.extend(fs::metadata(&path).map_or(true, |found| found.is_file()).then_some(path));
        }
    }
}
