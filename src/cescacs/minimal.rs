//! CTL-PGN for a minimal reader (notation, "Lector mínimo, y filtros"): no
//! comments, no variations, no letters but the standard ones, one play a line.

use std::fmt::Write;

use shakmaty::Color;

use crate::ast::{CtlAn, Game, Nag, Node, Notation, TagPair};
use crate::hex::Letters;
use crate::replay::{Replay, Rules, Unwritable};
use crate::source::{Source, Span};
use crate::validate::reduced::{Departure, Found, ReducedForm};

use super::Cescacs;

/// Writes the tags and the main line.
pub(super) fn minimal(game: &Game<'_, CtlAn>) -> Result<String, Unwritable> {
    let start = Cescacs::set_up(game)?;
    let mut text = String::new();
    for tag in game.tags.iter().filter(|tag| tag.name.0 != b"Redefine") {
        write_tag(game, tag, &start.position, &mut text);
    }
    let mut position = start.position;
    let mut plays = Plays { text, is_open: false };
    for element in game.main_line() {
        match &element.node {
            Node::Move(written) => {
                let (place, letters) = (position.place(), position.letters);
                // read with the letters of the game, written with the standard ones
                let mut standard = Cescacs { letters: Letters::STANDARD, ..position };
                let resolved = Replay::<Cescacs>::resolve_at(&position, written, element.span)?;
                plays.put(place.number, place.side, &standard.notate(resolved));
                standard.play(resolved);
                position = Cescacs { letters, ..standard };
            }
            Node::Nag(nag) => plays.assess(*nag),
            Node::DrawOffer => plays.offer_draw(),
            _ => {}
        }
    }
    Ok(plays.finish(CtlAn::result_text(game.outcome())))
}

fn write_tag(game: &Game<'_, CtlAn>, tag: &TagPair<'_>, start: &Cescacs, text: &mut String) {
    let name = tag.name.decode(game.encoding);
    let value = match &*name {
        "TLPD" | "PDTL" => start.position.tlpd(&Letters::STANDARD).to_string(),
        _ => tag.value.unescape(game.encoding).replace('\\', "\\\\").replace('"', "\\\""),
    };
    // writing to a string does not fail
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

/// The plays, a line each: a number, White's move, a comma, Black's move.
struct Plays {
    text: String,
    /// Whether the last line may take another move.
    is_open: bool,
}

impl Plays {
    fn put(&mut self, number: u32, side: Color, text: &str) {
        match (side, self.is_open) {
            (Color::Black, true) => self.text.push_str(", "),
            (side, _) => {
                if self.is_open {
                    self.text.push('\n');
                }
                let omitted = side.fold_wb("", "…, ");
                // writing to a string does not fail
                let _ = write!(self.text, "{number}. {omitted}");
            }
        }
        self.text.push_str(text);
        self.is_open = side == Color::White;
        if !self.is_open {
            self.text.push('\n');
        }
    }

    /// Puts a sign behind the last move, if the assessment has one.
    fn assess(&mut self, nag: Nag) {
        const SIGNS: [&str; 7] = ["!", "?", "!!", "??", "!?", "?!", "◇"];
        let sign = usize::from(nag.0).checked_sub(1).and_then(|at| SIGNS.get(at));
        self.append(sign.map(|sign| format!(" {sign}")).as_deref().unwrap_or_default());
    }

    fn offer_draw(&mut self) {
        let last = self.text.trim_end().chars().last();
        let is_assessed = last.is_some_and(|c| matches!(c, '!' | '?' | '◇'));
        self.append(if is_assessed { "(=)" } else { " (=)" });
    }

    /// Ends the last play with `:`, unless it mates, and writes the result.
    fn finish(mut self, result: &str) -> String {
        let moved = self.text.lines().last().is_some_and(|line| !line.starts_with('['));
        if moved && !self.text.trim_end().ends_with('#') {
            self.append(":");
        }
        self.text.push_str(if self.is_open { "\n" } else { "" });
        self.text.push_str(result);
        self.text.push('\n');
        self.text
    }

    /// Puts text at the end of the last line, which may have been ended.
    fn append(&mut self, text: &str) {
        let end = self.text.trim_end_matches('\n').len();
        self.text.insert_str(end, text);
    }
}

impl ReducedForm for CtlAn {
    /// The reduced form of CTL-PGN is what `Rules::minimal` writes.
    fn check_reduced(source: &Source, game: &Game<'_, CtlAn>, _previous: usize) -> Result<(), Found> {
        // a game with an illegal move has that error and no other
        let Ok(minimal) = minimal(game) else {
            return Ok(());
        };
        let start = game.tags.first().map_or(0, |tag| tag.span.start);
        let mut place = source.line_at(start).span;
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
