//! CTL-PGN for a minimal reader (notation, "Lector mínimo, y filtros"): no
//! comments, no variations, no letters but the standard ones, one play a line.

use std::fmt::{Display, Write};

use shakmaty::Color;

use crate::ast::{CtlAn, Game, Nag, Node, Notation, Place};
use crate::hex::Letters;
use crate::replay::{Illegal, Replay, Rules, Step, Unwritable};
use crate::source::{Source, Span};
use crate::text::Printable;
use crate::validate::reduced::{Departure, Found, Gap, ReducedForm};

use super::Cescacs;
use super::setup::{is_position, position_tag};

/// Writes the tags and the main line.
pub(super) fn minimal(game: &Game<'_, CtlAn>, illegal: Illegal) -> Result<String, Unwritable> {
    let start = Cescacs::set_up(game)?;
    let mut before = start.position;
    let mut plays = Plays::new(tags(game, &start.position));
    plays.is_number_known = start.given.is_none() || before.position.number().is_some();
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

/// Writes the tags but for `Redefine`, and `Variant` even if it was not there.
fn tags(game: &Game<'_, CtlAn>, start: &Cescacs) -> String {
    let mut text = String::new();
    if game.tag("Variant").is_none() {
        write_tag("Variant", &"C'escacs", &mut text);
    }
    for tag in &game.tags {
        let name = tag.name.decode(game.encoding);
        if is_position(tag) {
            if Some(tag) == position_tag(game) {
                write_tag(&name, &start.position.tlpd(&Letters::STANDARD), &mut text);
            }
        } else if name != "Redefine" {
            let value = tag.value.unescape(game.encoding).replace('\\', "\\\\").replace('"', "\\\"");
            write_tag(&name, &Printable(&value), &mut text);
        }
    }
    text
}

fn write_tag(name: &str, value: &dyn Display, text: &mut String) {
    // writing to a string does not fail
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

/// The plays, a line each: a number, White's move, a comma, Black's move.
struct Plays {
    text: String,
    last: Option<LastMove>,
    /// Whether the number of the first play says how many came before.
    is_number_known: bool,
}

/// The move at the end of the text, and what is to stand behind it.
#[derive(Clone, Copy)]
struct LastMove {
    side: Color,
    mates: bool,
    sign: Option<&'static str>,
    draw_offered: bool,
}

impl Plays {
    fn new(tags: String) -> Plays {
        Plays { text: tags, last: None, is_number_known: true }
    }

    fn put(&mut self, Place { number, side }: Place, text: &str) {
        let answers = side == Color::Black && self.last.is_some_and(|last| last.side == Color::White);
        if answers {
            self.end_move();
            self.text.push_str(", ");
        } else {
            let stop = if self.is_number_known { '.' } else { '?' };
            self.is_number_known = true;
            self.end_play();
            // writing to a string does not fail
            let _ = write!(self.text, "{number}{stop} {}", side.fold_wb("", "…, "));
        }
        self.text.push_str(text);
        self.last = Some(LastMove { side, mates: text.ends_with('#'), sign: None, draw_offered: false });
    }

    /// Puts a sign behind the last move: one, which the assessment must have.
    fn assess(&mut self, nag: Nag) {
        const SIGNS: [&str; 7] = ["!", "?", "!!", "??", "!?", "?!", "◇"];
        let sign = usize::from(nag.0).checked_sub(1).and_then(|at| SIGNS.get(at));
        if let Some(last) = &mut self.last {
            last.sign = last.sign.or(sign.copied());
        }
    }

    fn offer_draw(&mut self) {
        if let Some(last) = &mut self.last {
            last.draw_offered = true;
        }
    }

    /// Writes what stands behind the last move.
    fn end_move(&mut self) {
        if let Some(LastMove { sign, draw_offered, .. }) = self.last {
            let offer = if draw_offered { "(=)" } else { "" };
            let space = if draw_offered || sign.is_some() { " " } else { "" };
            // writing to a string does not fail
            let _ = write!(self.text, "{space}{}{offer}", sign.unwrap_or_default());
        }
    }

    fn end_play(&mut self) {
        self.end_move();
        if self.last.is_some() {
            self.text.push('\n');
        }
    }

    /// Ends the last play with `:`, unless it mates, and writes the result.
    fn finish(mut self, result: &str) -> String {
        self.end_move();
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
    fn check_reduced(source: &Source, game: &Game<'_, CtlAn>, previous: usize) -> Result<(), Found> {
        // a game with an illegal move has that error and no other
        let Ok(minimal) = minimal(game, Illegal::Refused) else {
            return Ok(());
        };
        let gap = Span::new(previous, game.start());
        let is_apart =
            if previous == 0 { gap.start == gap.end } else { is_blank_line(&source.bytes()[gap.range()]) };
        if !is_apart {
            return Err(Found::new(Departure::Gap(Gap::BlankLine), gap));
        }
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
        match game.movetext.iter().find(|element| element.span.start >= end) {
            Some(comment) => Err(Found::new(Departure::Comment, comment.span)),
            None => Ok(()),
        }
    }

    fn check_spelling(_written: &str, _canonical: String) -> Result<(), Departure> {
        Ok(())
    }
}

/// Tells whether a text is the end of a line and a blank line, whatever ends lines.
fn is_blank_line(text: &[u8]) -> bool {
    matches!(text, b"\n\n" | b"\r\n\r\n" | b"\r\r")
}
