//! Comments, the labels of variations, and the references to both (notation, "Los
//! comentarios" and "Etiqueta de la variación").

use std::ops::Range;

use super::tags::is_person;
use super::{Found, PedanticLint};
use crate::notation::ctl::CtlAn;
use crate::notation::ctl::reference::{
    Marker, PlayedMoves, Reference, VisitedLine, broken_references, has_unknown_marker, located_references,
    walk,
};
use crate::syntax::{Game, Node};
use crate::text::Span;

pub(super) fn lints(game: &Game<'_, CtlAn>, found: &mut Found) {
    form(game, found);
    let moves = PlayedMoves::of(game);
    walk(game, |lines, element| {
        if let (Node::VariationStart(Some(label)), [.., outer, line]) = (&element.node, lines) {
            if !game.text.0[element.span.start + 1..].starts_with(b"$[") {
                found.push((PedanticLint::LabelApart, element.span));
            }
            if moves.variation(outer.index, &[(outer.last(), *label)]) != Some(line.index) {
                found.push((PedanticLint::LabelTwice, element.span));
            }
        }
        let (Some(comment), Some(line)) = (game.comment(element), lines.last()) else { return };
        let (text, is_utf8) = (comment.text.decode(), comment.text.is_utf8());
        // the text begins after one brace or sign; if it is not UTF-8, its ranges are not those in
        // the file
        let start = element.span.start + 1;
        let span = |part: Range<usize>| Span::new(start + part.start, start + part.end);
        let side = Marker::read(&text).and_then(|marker| marker.side);
        if side.is_some_and(|side| !line.moved.get(side)) {
            found.push((PedanticLint::MarkerMisplaced, element.span));
        }
        let references = located_references(&text);
        let broken = broken_references(&text, &references).filter(|_| !has_unknown_marker(&text));
        let broken = broken.map(|part| (PedanticLint::BrokenReference, part));
        let later = references.iter().filter(|(reference, part)| {
            let play = text[part.clone()].trim_start_matches(['#', '.']);
            *reference == Reference::Mark || play.contains(['.', '#'])
        });
        let later = later.map(|(_, part)| (PedanticLint::LaterReference, part.clone()));
        let wrong = references
            .iter()
            .filter_map(|(reference, part)| Some((wrong_target(reference, lines, &moves)?, part.clone())));
        let located = |(lint, part)| (lint, if is_utf8 { span(part) } else { element.span });
        found.extend(broken.chain(later).chain(wrong).map(located));
    });
}

/// Finds comments before tags, unknown markers, and automatic comments that no program has signed.
fn form(game: &Game<'_, CtlAn>, found: &mut Found) {
    let tags_end = game.tags.last().map_or(0, |tag| tag.span.end);
    let annotator = game.tag("Annotator");
    for element in game.movetext.iter() {
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

/// Returns what is wrong with a reference in a comment in the innermost of `lines`.
fn wrong_target(reference: &Reference, lines: &[VisitedLine], moves: &PlayedMoves) -> Option<PedanticLint> {
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
    let Some(variation) = moves.variation(line.index, variations) else {
        return Some(PedanticLint::NoSuchLabel);
    };
    let is_made = variations.is_empty() || moves.first_of(variation, *number, *side).is_some();
    (!is_made).then_some(PedanticLint::LaterPlayReferred)
}
