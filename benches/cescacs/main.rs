//! Measures the speed of C'escacs: `cescacs games COUNT` writes random games, `cescacs replay
//! COUNT` writes how many of their moves are resolved and played in a second, `cescacs perft DEPTH`
//! counts the lines of play from the initial position.

mod perft;
mod random_games;
mod replay;

use std::io::{self, BufWriter, Write};

use escaque::rules::cescacs::hex::Position;

fn main() -> io::Result<()> {
    let usage =
        || io::Error::other("usage: cescacs games COUNT | cescacs replay COUNT | cescacs perft DEPTH");
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [work, number] = arguments.as_slice() else {
        return Err(usage());
    };
    let number = number.parse().map_err(|_| usage())?;
    let mut out = BufWriter::new(io::stdout().lock());
    match work.as_str() {
        "games" => (0..number).try_for_each(|at| writeln!(out, "{}", random_games::game(at)))?,
        "replay" => writeln!(out, "{:.2} million moves a second", replay::moves_a_second(number) / 1e6)?,
        "perft" => writeln!(out, "{}", perft::perft(&Position::initial(), number))?,
        _ => return Err(usage()),
    }
    out.flush()
}
