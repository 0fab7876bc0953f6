//! CTL-PGN for a minimal reader (notation, "Lector mínimo, y filtros"): no
//! comments, no variations, no letters but the standard ones, one play a line.

use std::fmt::{Display, Write};

use shakmaty::Color;

use crate::ast::{CtlAn, Game, Nag, Node, Notation, Place};
use crate::hex::Letters;
use crate::replay::{Illegal, Replay, Rules, Step, Unwritable};
use crate::source::{Source, Span};
use crate::validate::reduced::{Departure, Found, ReducedForm};

use super::Cescacs;
use super::setup::{is_position, position_tag};

/// Writes the tags and the main line.
pub(super) fn minimal(game: &Game<'_, CtlAn>, illegal: Illegal) -> Result<String, Unwritable> {
    let start = Cescacs::set_up(game)?;
    let mut text = String::new();
    for tag in &game.tags {
        if is_position(tag) {
            if Some(tag) == position_tag(game) {
                let position = start.position.position.tlpd(&Letters::STANDARD);
                write_tag(&tag.name.decode(game.encoding), &position, &mut text);
            }
        } else if tag.name.0 != b"Redefine" {
            let value = tag.value.unescape(game.encoding).replace('\\', "\\\\").replace('"', "\\\"");
            write_tag(&tag.name.decode(game.encoding), &value, &mut text);
        }
    }
    let mut before = start.position;
    let mut plays = Plays { text, last: None };
    let mut replay = Replay::main_line(game, start.position).with_illegal(illegal);
    while let Some(step) = replay.step()? {
        match step {
            Step::Ply(ply) => {
                // read with the letters of the game, written with the standard ones
                let standard = Cescacs { letters: Letters::STANDARD, ..before };
                plays.put(ply.place, &standard.notate(ply.resolved));
                before = *replay.position();
            }
            Step::Beside(element) => match element.node {
                Node::Nag(nag) => plays.assess(nag),
                Node::DrawOffer => plays.offer_draw(),
                _ => {}
            },
        }
    }
    Ok(plays.finish(CtlAn::result_text(game.outcome())))
}

fn write_tag(name: &str, value: &dyn Display, text: &mut String) {
    // writing to a string does not fail
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

/// The plays, a line each: a number, White's move, a comma, Black's move.
struct Plays {
    text: String,
    last: Option<LastMove>,
}

/// The move at the end of the text.
#[derive(Clone, Copy)]
struct LastMove {
    side: Color,
    mates: bool,
    signs: Signs,
}

/// What stands behind a move; nothing follows an offer.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Signs {
    None,
    Assessment,
    Offer,
}

impl Plays {
    fn put(&mut self, Place { number, side }: Place, text: &str) {
        let answers = side == Color::Black && self.last.is_some_and(|last| last.side == Color::White);
        if answers {
            self.text.push_str(", ");
        } else {
            let (end, omitted) = (if self.last.is_some() { "\n" } else { "" }, side.fold_wb("", "…, "));
            // writing to a string does not fail
            let _ = write!(self.text, "{end}{number}. {omitted}");
        }
        self.text.push_str(text);
        self.last = Some(LastMove { side, mates: text.ends_with('#'), signs: Signs::None });
    }

    /// Puts a sign behind the last move: one, which the assessment must have.
    fn assess(&mut self, nag: Nag) {
        const SIGNS: [&str; 7] = ["!", "?", "!!", "??", "!?", "?!", "◇"];
        let sign = usize::from(nag.0).checked_sub(1).and_then(|at| SIGNS.get(at));
        if let (Some(last), Some(sign)) = (&mut self.last, sign)
            && last.signs < Signs::Assessment
        {
            last.signs = Signs::Assessment;
            self.text.push(' ');
            self.text.push_str(sign);
        }
    }

    fn offer_draw(&mut self) {
        if let Some(last) = self.last.as_mut().filter(|last| last.signs < Signs::Offer) {
            self.text.push_str(if last.signs == Signs::Assessment { "(=)" } else { " (=)" });
            last.signs = Signs::Offer;
        }
    }

    /// Ends the last play with `:`, unless it mates, and writes the result.
    fn finish(mut self, result: &str) -> String {
        if let Some(last) = self.last {
            self.text.push_str(if last.mates { "\n" } else { ":\n" });
        }
        self.text.push_str(result);
        self.text.push('\n');
        self.text
    }
}

impl ReducedForm for CtlAn {
    /// The reduced form of CTL-PGN is what `Rules::minimal` writes.
    fn check_reduced(source: &Source, game: &Game<'_, CtlAn>, _previous: usize) -> Result<(), Found> {
        // a game with an illegal move has that error and no other
        let Ok(minimal) = minimal(game, Illegal::Refused) else {
            return Ok(());
        };
        let mut place = source.line_span(game.start());
        let mut end = place.end;
        for line in minimal.lines() {
            if source.text(place) != line {
                let minimal = line.to_owned();
                return Err(Found::new(Departure::Line { minimal }, place));
            }
            end = place.end;
            place = source.line_behind(place).unwrap_or(Span::new(place.end, place.end));
        }
        if game.end() > end {
            return Err(Found::new(Departure::Comment, Span::new(end, game.end())));
        }
        Ok(())
    }

    fn check_spelling(_written: &str, _canonical: String) -> Result<(), Departure> {
        Ok(())
    }
}
