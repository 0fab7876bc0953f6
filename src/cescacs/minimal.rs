//! CTL-PGN for a minimal reader (notation, "Lector mínimo, y filtros"): no
//! comments, no variations, no letters but the standard ones, one play a line.

use crate::ast::{CtlAn, Game, Nag, Node, Notation};
use crate::export::{ExportForm, Movetext, write_tag};
use crate::replay::{Illegal, Replay, Rules, Step, Unwritable};
use crate::source::{Source, Span};
use crate::validate::reduced::{Departure, Found, Gap, ReducedForm};

use super::Cescacs;
use super::setup::{is_position, position_tag};

/// Writes the tags and the main line.
pub(super) fn minimal(game: &Game<'_, CtlAn>, illegal: Illegal) -> Result<String, Unwritable> {
    let start = Cescacs::set_up(game)?;
    let mut before = start.position;
    let mut movetext = CtlAn::movetext(game, tags(game, &start.position));
    let mut signs = Signs::default();
    let mut replay = Replay::main_line(game, start.position).with_illegal(illegal);
    while let Some(step) = replay.step()? {
        match step {
            Step::Ply(ply) => {
                std::mem::take(&mut signs).write(&mut movetext);
                // read with the letters of the game, written with the standard ones
                movetext.ply(ply.place, &before.in_standard_letters().notate(ply.resolved));
                before = *replay.position();
            }
            Step::Beside(element) => match element.node {
                Node::Nag(nag @ Nag(1..=7)) => signs.nag = signs.nag.or(Some(nag)),
                Node::DrawOffer => signs.draw_offer = true,
                _ => {}
            },
        }
    }
    signs.write(&mut movetext);
    movetext.last_of_game();
    movetext.result(CtlAn::result_text(game.outcome()));
    Ok(movetext.finish())
}

/// Writes the tags but for `Redefine`, and `Variant` even if it was not there.
fn tags(game: &Game<'_, CtlAn>, start: &Cescacs) -> String {
    let mut text = String::new();
    if game.tag("Variant").is_none() {
        write_tag("Variant", "C'escacs", &mut text);
    }
    for tag in &game.tags {
        let name = tag.canonical_name().decode(game.encoding);
        if is_position(tag) {
            if Some(tag) == position_tag(game) {
                write_tag(&name, &start.position.to_tlpd(), &mut text);
            }
        } else if name != "Redefine" {
            write_tag(&name, &tag.value.unescape(game.encoding), &mut text);
        }
    }
    text
}

/// What stands behind the last move, one of each at most.
#[derive(Default)]
struct Signs {
    nag: Option<Nag>,
    draw_offer: bool,
}

impl Signs {
    fn write(self, movetext: &mut impl Movetext) {
        if let Some(nag) = self.nag {
            movetext.nag(nag);
        }
        if self.draw_offer {
            movetext.draw_offer();
        }
    }
}

impl ReducedForm for CtlAn {
    /// The reduced form of CTL-PGN is what `Rules::minimal` writes.
    fn check_reduced(source: &Source, game: &Game<'_, CtlAn>, previous: Option<usize>) -> Result<(), Found> {
        // a game with an illegal move has that error and no other
        let Ok(minimal) = minimal(game, Illegal::Refused) else {
            return Ok(());
        };
        let gap = Span::new(previous.unwrap_or(0), game.start());
        let is_apart = match previous {
            Some(_) => is_blank_line(&source.bytes()[gap.range()]),
            None => gap.start == gap.end,
        };
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
