//! The front door of the library: what it reads is what the program reads, however the text
//! comes, and what it builds can be read again.

use std::fs;
use std::io::{Cursor, Read};
use std::path::Path;

use escaque::check::Syntax;
use escaque::{Game, GameError, Reader};

use crate::export::{good_games, output};
use crate::files;

/// Gives a few bytes at a time.
struct Dripping<R>(R, usize);

impl<R: Read> Read for Dripping<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = buffer.len().min(self.1);
        self.0.read(&mut buffer[..length])
    }
}

/// Returns the games of a file, which are without error.
fn games(path: &Path) -> Vec<Game> {
    escaque::open(path).unwrap().map(|game| game.unwrap_or_else(|error| panic!("{error}"))).collect()
}

fn fens(games: &[Game]) -> String {
    let of_game = |game: &Game| game.walk().map(|(_, position)| position.fen() + "\n").collect::<String>();
    games.iter().map(of_game).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_library_reads_and_writes_what_the_program_does() {
    for path in good_games() {
        let name = path.to_string_lossy();
        let games = games(&path);
        let program = |format| escaque_on(&path, &["--format", format]);
        assert_eq!(fens(&games), program("fen"), "{name}");
        let written: String = games.iter().map(Game::to_string).collect();
        assert_eq!(written, program("pgn"), "{name}");
        let again: Vec<_> = escaque::parse(&written).map(Result::unwrap).collect();
        assert!(again == games, "{name}");
    }
}

fn escaque_on(path: &Path, arguments: &[&str]) -> String {
    let run = crate::escaque().args(arguments).arg(path).output().unwrap();
    String::from_utf8(run.stdout).unwrap()
}
