//! Random legal games of C'escacs, as long as real ones. They are needed because no collection of
//! real games is large enough.
//!
//! The games are the same in every run. All legal moves are equally likely. Every eighth game
//! starts from a position in TLPD, and some moves are followed by an assessment or a comment.

use std::fmt::Write;

use escaque::notation::ctl::CtlAn;
use escaque::rules::cescacs::Cescacs;
use escaque::rules::{AnyPosition, Rules, Start};
use escaque::syntax::{Games, MovetextWriter, Nag, Notation, Outcome, write_tag};
use escaque::text::Source;

/// The number of plies of a game.
pub const PLIES: usize = 100;

/// The number of games of which one starts from a position in TLPD, and the number of plies from
/// the initial position to that one.
const GAMES_A_POSITION: usize = 8;
const PLIES_TO_POSITION: usize = 20;

/// Returns the text of a game. Games with other numbers have other texts.
pub fn game(number: usize) -> String {
    let mut random = Random(number as u64);
    loop {
        if let Some(text) = attempt(number, &mut random) {
            return text;
        }
    }
}

/// Plays a game, unless it ends too soon.
fn attempt(number: usize, random: &mut Random) -> Option<String> {
    let outcome = random.choice(&[Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins])?;
    let mut tags = tags(number, outcome, random);
    if number % GAMES_A_POSITION == GAMES_A_POSITION - 1 {
        let mut position = start(&tags);
        for _ in 0..PLIES_TO_POSITION {
            position.play(random.choice(&position.legal_moves())?);
        }
        write_tag("TLPD", &position.fen(), &mut tags);
    }
    let mut position = start(&tags);
    let source = Source::new("header", tags.clone().into_bytes());
    let header = Games::<CtlAn>::new(&source).next()?.ok()?;
    let mut writer = CtlAn::writer(&header, tags);
    for _ in 0..PLIES {
        let played = random.choice(&position.legal_moves())?;
        writer.ply(position.ply_number(), &position.to_san(played));
        position.play(played);
        match random.below(100) {
            0 => writer.nag(Nag(1 + random.below(6) as u8)),
            1 => writer.braces("a move that nobody expected"),
            _ => {}
        }
    }
    writer.last_of_game();
    writer.result(CtlAn::result_text(outcome));
    Some(writer.finish())
}

/// Returns the tags of a game except that of its position.
fn tags(number: usize, outcome: Outcome, random: &mut Random) -> String {
    const PLAYERS: [&str; 6] =
        ["Aguilar, Marta", "Bofill, Pere", "Climent, Joan", "Duran, Anna", "Esteve, Laia", "Ferrer, Pau"];
    let mut tags = String::new();
    let mut tag = |name: &str, value: &str| write_tag(name, value, &mut tags);
    let mut date = String::new();
    // writing to a string cannot fail
    let _ = write!(date, "2024-{:02}-{:02}", 1 + random.below(12), 1 + random.below(28));
    let white = random.below(PLAYERS.len());
    let black = (white + 1 + random.below(PLAYERS.len() - 1)) % PLAYERS.len();
    tag("Variant", "C'escacs");
    tag("Event", "Random games");
    tag("Site", "Barcelona, Catalunya ESP");
    tag("Date", &date);
    tag("Round", &(number + 1).to_string());
    tag("White", PLAYERS[white]);
    tag("Black", PLAYERS[black]);
    tag("Result", CtlAn::result_text(outcome));
    tags
}

/// Returns the starting position that tags give.
fn start(tags: &str) -> Cescacs {
    let source = Source::new("header", tags.as_bytes().to_vec());
    let header = Games::<CtlAn>::new(&source).next().expect("a game").expect("tags without errors");
    let Start { position, .. } = Cescacs::set_up(&header).expect("a position without errors");
    position
}

/// A linear congruential generator.
struct Random(u64);

impl Random {
    /// Returns a number below a limit.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    /// Returns a random item, or `None` if there are no items.
    fn choice<T: Copy>(&mut self, things: &[T]) -> Option<T> {
        if things.is_empty() { None } else { Some(things[self.below(things.len())]) }
    }
}
