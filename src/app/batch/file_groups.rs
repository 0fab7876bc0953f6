//! Short files that one worker processes together, since to hand over each would cost more than its games.

use std::fs;
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::vec;

use super::opened_file::OpenedFile;

/// The most files of a group.
const MAX_FILES: usize = 64;

/// About how many bytes the files of a group have together at most.
const MAX_BYTES: u64 = 64 << 10;

/// Files in order, opened: a long one, or some that are short.
pub(super) struct FileGroups<O> {
    paths: Peekable<vec::IntoIter<PathBuf>>,
    open: O,
}

impl<O: Fn(PathBuf) -> OpenedFile> FileGroups<O> {
    pub(super) fn new(paths: Vec<PathBuf>, open: O) -> FileGroups<O> {
        FileGroups { paths: paths.into_iter().peekable(), open }
    }
}

impl<O: Fn(PathBuf) -> OpenedFile> Iterator for FileGroups<O> {
    type Item = Vec<OpenedFile>;

    fn next(&mut self) -> Option<Vec<OpenedFile>> {
        let mut group = vec![(self.open)(self.paths.next()?)];
        let mut length = 0;
        while group.len() < MAX_FILES
            && let Some(short) = group.last().and_then(OpenedFile::short_length)
        {
            length += short;
            let Some(path) = self.paths.next_if(|path| fits_behind(length, path)) else { break };
            group.push((self.open)(path));
        }
        Some(group)
    }
}

/// Tells whether a file fits behind `length` bytes. A pipe, which may have nothing to read yet, does not: it
/// would keep the files before it waiting.
fn fits_behind(length: usize, path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.is_file() && length as u64 + file.len() <= MAX_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_files_are_together_until_there_are_enough() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, length: usize| {
            let path = folder.path().join(name);
            fs::write(&path, "1. e4 *\n".repeat(length / 8)).unwrap();
            path
        };
        let [short, half, long] =
            [("short", 8), ("half", 30 << 10), ("long", 400 << 10)].map(|(name, length)| file(name, length));
        let missing = folder.path().join("missing");
        let groups = |paths: &[&PathBuf]| {
            let paths = paths.iter().copied().cloned().collect();
            let open = |path| OpenedFile::open(path, true, usize::MAX);
            FileGroups::new(paths, open).map(|group| group.len()).collect::<Vec<_>>()
        };
        assert_eq!(groups(&[&short, &short, &long, &short]), [2, 1, 1]);
        assert_eq!(groups(&[&half, &half, &half, &short]), [2, 2]);
        // a folder may be anything that is no file, such as a pipe
        assert_eq!(groups(&[&short, &missing, &short, &folder.path().to_owned(), &short]), [1, 2, 2]);
        assert_eq!(groups(&[&short; 2 * MAX_FILES + 1]), [MAX_FILES, MAX_FILES, 1]);
    }
}
