//! A program that does the work of escaque with pgn-reader and shakmaty, so that
//! `compare.sh` can measure both as whole programs: `peer tokens|replay|fen FILE`.

mod replay;

use std::io::{self, BufWriter, Write};

use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode};

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [work, file] = arguments.as_slice() else {
        return Err(io::Error::other("usage: peer tokens|replay|fen FILE"));
    };
    let games = std::fs::read(file)?;
    let mut out = BufWriter::with_capacity(1 << 20, io::stdout().lock());
    match work.as_str() {
        "tokens" => replay::read(&games, |_, _| true),
        "replay" => replay::read(&games, replay::play),
        _ => replay::read(&games, |position, san| replay::play(position, san) && write(position, &mut out)),
    }
    out.flush()
}

fn write(position: &Chess, out: &mut impl Write) -> bool {
    writeln!(out, "{}", Fen::from_position(position, EnPassantMode::Legal)).is_ok()
}
