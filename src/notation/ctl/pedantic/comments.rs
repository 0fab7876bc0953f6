//! Comments, the labels of variations, and the references to both (notation, "Los
//! comentarios" and "Etiqueta de la variación").

use std::collections::HashSet;
use std::ops::Range;

use super::{Found, PedanticLint};
use crate::notation::ctl::CtlAn;
use crate::notation::ctl::reference::{
    Marker, Reference, has_unknown_marker, located_references, names_other_side,
};
use crate::syntax::{Element, Game, Node};
use crate::text::Span;

/// A line of moves that is being written.
struct Line {
    /// Its opening bracket, or 0 for the main line.
    id: usize,
    /// The numbers of its plays so far.
    plays: Range<u32>,
}

impl Line {
    const MAIN: Line = Line { id: 0, plays: 0..0 };

    fn add(&mut self, number: u32) {
        let start = if self.plays.is_empty() { number } else { self.plays.start.min(number) };
        self.plays = start..self.plays.end.max(number.saturating_add(1));
    }

    /// Returns the number of the last play.
    fn last(&self) -> u32 {
        self.plays.end.saturating_sub(1)
    }
}

/// The labels of a game: the line and the play that a variation belongs to, and its number.
type Labels = HashSet<(usize, u32, u32)>;

pub(super) fn lints(game: &Game<'_, CtlAn>, found: &mut Found) {
    form(game, found);
    let mut labels = Labels::new();
    walk(game, |lines, element| {
        if let (Node::VariationStart(Some(label)), Some(line)) = (element.node, lines.last())
            && !labels.insert((line.id, line.last(), label))
        {
            found.push((PedanticLint::LabelTwice, element.span));
        }
    });
    walk(game, |lines, element| {
        let Some(comment) = game.comment(element) else {
            return;
        };
        let (text, is_utf8) = (comment.text.decode(), comment.text.is_utf8());
        // one brace or sign stands before the text; without UTF-8 the ranges are not those of bytes
        let start = element.span.start + 1;
        let span = |part: Range<usize>| Span::new(start + part.start, start + part.end);
        for (reference, part) in located_references(&comment) {
            let lint = match reference {
                Reference::Play { side: None, .. } if names_other_side(&text[part.end..]) => {
                    Some(PedanticLint::UnknownSideReferred)
                }
                _ => wrong_target(reference, lines, &labels),
            };
            found.extend(lint.map(|lint| (lint, if is_utf8 { span(part) } else { element.span })));
        }
    });
}

/// Finds comments before tags, and automatic ones that nobody has signed.
fn form(game: &Game<'_, CtlAn>, found: &mut Found) {
    let tags_end = game.tags.last().map_or(0, |tag| tag.span.end);
    let has_annotator = game.tag("Annotator").is_some();
    for element in &game.movetext {
        let Some(comment) = game.comment(element) else {
            continue;
        };
        if element.span.start < tags_end {
            found.push((PedanticLint::CommentBeforeTags, element.span));
        }
        let text = comment.text.decode();
        if has_unknown_marker(&text) {
            found.push((PedanticLint::UnknownMarker, element.span));
        }
        let marker = Marker::read(&text);
        if !has_annotator && marker.is_some_and(|marker| marker.automatic) {
            found.push((PedanticLint::AutomaticCommentUnsigned, element.span));
        }
    }
}

/// Calls a function for each variation and each comment, with the lines that it stands in,
/// the main line first.
fn walk(game: &Game<'_, CtlAn>, mut visit: impl FnMut(&[Line], &Element<CtlAn>)) {
    let mut lines = vec![Line::MAIN];
    for (at, element) in game.movetext.iter().enumerate() {
        match element.node {
            Node::MoveNumber(number) => lines.last_mut().into_iter().for_each(|line| line.add(number.value)),
            Node::VariationStart(_) => {
                visit(&lines, element);
                lines.push(Line { id: at, ..Line::MAIN });
            }
            Node::VariationEnd => drop(lines.pop()),
            Node::Comment(_) => visit(&lines, element),
            _ => {}
        }
    }
}

/// Returns what is wrong with a reference in a comment in the innermost of `lines`.
fn wrong_target(reference: Reference, lines: &[Line], labels: &Labels) -> Option<PedanticLint> {
    let Reference::Play { number, depth, label, .. } = reference else {
        return None;
    };
    let Some(line) = lines.get(depth) else {
        return Some(PedanticLint::OtherLineReferred);
    };
    if !line.plays.contains(&number) {
        return Some(PedanticLint::LaterPlayReferred);
    }
    let is_missing = label.is_some_and(|label| !labels.contains(&(line.id, number, label)));
    is_missing.then_some(PedanticLint::NoSuchLabel)
}
