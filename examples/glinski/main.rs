//! Adds a board to escaque without changing the library: Gliński's hexagonal chess, on 91 hexes.
//! `cargo run --example glinski -- [--format boards|words|fen|json|pgn] FILE` checks and shows the
//! games of a file, such as those in `tests/inputs/glinski`. A board consists of its cells and a
//! drawing of them (`board`), a `Notation` (with `glinski.lalrpop`), `Rules` and `AnyPosition`.

mod board;
mod notation;
mod rules;

use std::{error::Error, io, path::Path};

use escaque::check::{CheckContext, CheckOptions};
use escaque::format::{
    Boards, Context, FenLines, Format, FormatError, FormatOptions, Json, Pgn, PlainPages, Positions, Speech,
    Style,
};
use escaque::message::ENGLISH;
use escaque::syntax::{Game, GameCursor, Recovery, Tokens};
use escaque::text::Source;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [file] | ["--format", "boards", file] => {
            show(file, Boards::new(Style::Plain, false, FormatOptions::default()))
        }
        ["--format", "words", file] => show(file, Speech::new(FormatOptions::default())),
        ["--format", "fen", file] => show(file, FenLines::default()),
        ["--format", "json", file] => show(file, Json::new(Positions::Fen, &ENGLISH)),
        ["--format", "pgn", file] => show(file, Pgn::default()),
        _ => Err("usage: glinski [--format boards|words|fen|json|pgn] FILE".into()),
    }
}

/// Shows the games of a file, each without what its errors cost, and reports their diagnostics.
fn show(file: &str, mut format: impl Format) -> Result<(), Box<dyn Error>> {
    let source = &Source::open(Path::new(file))?;
    let context = CheckContext::of(source, CheckOptions::default());
    let mut pages = PlainPages::new(io::stdout().lock());
    let mut games = GameCursor::new(source, Recovery::End);
    let (mut tokens, mut game) = (Tokens::default(), Game::new(source.bytes()));
    while let Some(reading) = games.read(&mut tokens, &mut game) {
        let number = pages.next_game();
        let mut played = Vec::new();
        let report = context.of_game::<rules::Glinski>(&game, reading, Some(&mut played));
        for diagnostic in &report.diagnostics {
            let at = source.position(diagnostic.span.unwrap_or_default().start);
            let message = diagnostic.problem.message(&ENGLISH);
            eprintln!("{file}:{}:{}: game {number}: {message}", at.line, at.column);
        }
        let part = report.sound_part(&game, &mut played);
        let shown = Context::<rules::Glinski> {
            source: Some(source),
            diagnostics: &report.diagnostics,
            ..Context::of(part.as_ref().unwrap_or(&game), &played)
        };
        match format.write(&shown, &mut pages) {
            Ok(()) | Err(FormatError::Setup(_)) => {} // the latter has been reported
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
