//! Comments, the labels of variations, and the references to both (notation, "Los
//! comentarios" and "Etiqueta de la variación").

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

use shakmaty::ByColor;

use super::tags::is_person;
use super::{Found, PedanticLint};
use crate::notation::ctl::CtlAn;
use crate::notation::ctl::reference::{
    Marker, Reference, broken_references, has_unknown_marker, located_references,
};
use crate::syntax::{Element, Game, Node};
use crate::text::Span;

/// A line of moves, up to the element that is being visited.
struct Line {
    /// The offset of its opening bracket, or 0 for the main line.
    id: usize,
    /// The numbers of its plays so far.
    plays: Range<u32>,
    /// The sides that have moved in the last play.
    moved: ByColor<bool>,
}

impl Line {
    const MAIN: Line = Line { id: 0, plays: 0..0, moved: ByColor { black: false, white: false } };

    fn add(&mut self, number: u32) {
        let start = if self.plays.is_empty() { number } else { self.plays.start.min(number) };
        self.plays = start..self.plays.end.max(number.saturating_add(1));
        self.moved = Line::MAIN.moved;
    }

    /// Notes a move, or dots in place of White's.
    fn play(&mut self) {
        self.moved = ByColor { black: self.moved.white && !self.moved.black, white: true };
    }

    /// Returns the number of the last play.
    fn last(&self) -> u32 {
        self.plays.end.saturating_sub(1)
    }
}

/// The labels of a game. The key is the `id` of the line around a variation, the number of the last play in it and the
/// label; the value is the `id` of the variation.
type Labels = HashMap<(usize, u32, u32), usize>;

pub(super) fn lints(game: &Game<'_, CtlAn>, found: &mut Found) {
    form(game, found);
    let mut labels = Labels::new();
    walk(game, |lines, element| {
        let (Node::VariationStart(Some(label)), Some(line)) = (element.node, lines.last()) else { return };
        if !game.text.0[element.span.start + 1..].starts_with(b"$[") {
            found.push((PedanticLint::LabelApart, element.span));
        }
        match labels.entry((line.id, line.last(), label)) {
            Entry::Occupied(_) => found.push((PedanticLint::LabelTwice, element.span)),
            Entry::Vacant(entry) => drop(entry.insert(element.span.start)),
        }
    });
    walk(game, |lines, element| {
        let Some(comment) = game.comment(element) else {
            return;
        };
        let (text, is_utf8) = (comment.text.decode(), comment.text.is_utf8());
        // the text begins after one brace or sign; if it is not UTF-8, its ranges are not those in
        // the file
        let start = element.span.start + 1;
        let span = |part: Range<usize>| Span::new(start + part.start, start + part.end);
        let side = Marker::read(&text).and_then(|marker| marker.side);
        if let (Some(side), Some(line)) = (side, lines.last())
            && !line.moved.get(side)
        {
            found.push((PedanticLint::MarkerMisplaced, element.span));
        }
        let references = located_references(&comment);
        let broken = broken_references(&text, &references).filter(|_| !has_unknown_marker(&text));
        let broken = broken.map(|part| (PedanticLint::BrokenReference, part));
        let later = references.iter().filter(|(reference, part)| {
            let play = text[part.clone()].trim_start_matches(['#', '.']);
            *reference == Reference::Mark || play.contains(['.', '#'])
        });
        let later = later.map(|(_, part)| (PedanticLint::LaterReference, part.clone()));
        let wrong = references
            .iter()
            .filter_map(|(reference, part)| Some((wrong_target(reference, lines, &labels)?, part.clone())));
        let located = |(lint, part)| (lint, if is_utf8 { span(part) } else { element.span });
        found.extend(broken.chain(later).chain(wrong).map(located));
    });
}

/// Finds comments before tags, unknown markers, and automatic comments that no program has signed.
fn form(game: &Game<'_, CtlAn>, found: &mut Found) {
    let tags_end = game.tags.last().map_or(0, |tag| tag.span.end);
    let annotator = game.tag("Annotator");
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
        if marker.is_some_and(|marker| marker.automatic) {
            let lint = match annotator {
                None => Some(PedanticLint::AutomaticCommentUnsigned),
                Some(first) => is_person(first).then_some(PedanticLint::ProgramNotFirst),
            };
            found.extend(lint.map(|lint| (lint, element.span)));
        }
    }
}

/// Calls a function for each variation and each comment, with the lines around it, the main line
/// first.
fn walk(game: &Game<'_, CtlAn>, mut visit: impl FnMut(&[Line], &Element<CtlAn>)) {
    let mut lines = vec![Line::MAIN];
    for element in &game.movetext {
        match element.node {
            Node::MoveNumber(number) => lines.last_mut().into_iter().for_each(|line| line.add(number.value)),
            Node::Move(_) | Node::Omitted => lines.last_mut().into_iter().for_each(Line::play),
            Node::VariationStart(_) => {
                visit(&lines, element);
                lines.push(Line { id: element.span.start, ..Line::MAIN });
            }
            Node::VariationEnd => drop(lines.pop()),
            Node::Comment(_) => visit(&lines, element),
            _ => {}
        }
    }
}

/// Returns what is wrong with a reference in a comment in the innermost of `lines`.
fn wrong_target(reference: &Reference, lines: &[Line], labels: &Labels) -> Option<PedanticLint> {
    let Reference::Play { number, depth, variations, side } = reference else {
        return None;
    };
    let Some(line) = lines.get(*depth) else {
        return Some(PedanticLint::OtherLineReferred);
    };
    let first = variations.first().map_or(number, |(play, _)| play);
    let is_unmade = |side| *first == line.last() && variations.is_empty() && !line.moved.get(side);
    if !line.plays.contains(first) || side.is_some_and(is_unmade) {
        return Some(PedanticLint::LaterPlayReferred);
    }
    let mut labelled = variations.iter();
    let last = labelled.try_fold(line.id, |line, (play, label)| labels.get(&(line, *play, *label)).copied());
    last.is_none().then_some(PedanticLint::NoSuchLabel)
}
