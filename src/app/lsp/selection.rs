//! What an editor selects by and by around a place: a move, the move with its number, its variations, the
//! game.

use gen_lsp_types::{Position, SelectionRange};

use super::document::Document;
use super::place::element_at;
use crate::notation::AnyGame;
use crate::syntax::{Element, Game, Node, Notation};
use crate::text::Span;

/// How many ranges are nested. Those who read them go down by recursion.
const MOST: usize = 32;

/// Returns the ranges around a position, each in the next one.
pub(super) fn around(document: &Document, position: Position) -> SelectionRange {
    let offset = document.text.offset(position);
    let spans = document.with_game_at(offset, |game, base| {
        let offset = offset.checked_sub(base)?;
        let spans = match game {
            AnyGame::Pgn(game) => spans(game, offset),
            AnyGame::Ctl(game) => spans(game, offset),
        };
        Some(nested(spans, offset).into_iter().map(move |span| Span::new(base + span.start, base + span.end)))
    });
    let spans: Vec<_> = spans.flatten().into_iter().flatten().collect();
    let parent = spans.into_iter().rev().fold(None, |parent, span| {
        Some(Box::new(SelectionRange { range: document.text.range(span), parent }))
    });
    let nothing = || SelectionRange { range: document.text.range(Span::new(offset, offset)), parent: None };
    parent.map_or_else(nothing, |innermost| *innermost)
}

/// Returns the spans around an offset, the innermost first, and the outermost ones of too many.
fn nested(mut spans: Vec<Span>, offset: usize) -> Vec<Span> {
    spans.retain(|span| span.start <= offset && offset <= span.end && span.start < span.end);
    spans.sort_by_key(|span| span.end - span.start);
    let mut nested: Vec<Span> = Vec::new();
    for span in spans {
        let last = nested.last().copied().unwrap_or(Span::new(offset, offset));
        if span != last && span.start <= last.start && last.end <= span.end {
            nested.push(span);
        }
    }
    nested.split_off(nested.len().saturating_sub(MOST))
}

/// Returns the spans of the parts of a game that may be around an offset.
fn spans<N: Notation>(game: &Game<'_, N>, offset: usize) -> Vec<Span> {
    let mut spans = vec![Span::new(game.start(), game.end())];
    if let (Some(first), Some(last)) = (game.tags.first(), game.tags.last()) {
        spans.push(Span::new(first.span.start, last.span.end));
        spans.extend(game.tags.iter().flat_map(|tag| [tag.span, tag.name_span, tag.value_span]));
    }
    if let Some(first) = game.movetext.first() {
        spans.push(Span::new(first.span.start, game.end()));
    }
    let mut open = Vec::new();
    for element in &game.movetext {
        match element.node {
            Node::VariationStart(_) => open.push(element.span),
            Node::VariationEnd => spans.extend(open.pop().into_iter().flat_map(|start: Span| {
                let inside = Span::new(start.end, element.span.start.max(start.end));
                [inside, Span::new(start.start, element.span.end)]
            })),
            _ => {}
        }
    }
    if let Some(element) = element_at(game, offset) {
        spans.push(element.span);
        spans.extend(numbered_move(game, element));
    }
    spans
}

/// Returns the span of the move that an element belongs to, with its number and its annotations.
fn numbered_move<N: Notation>(game: &Game<'_, N>, element: &Element<N>) -> Option<Span> {
    let is_before = |element: &&Element<N>| matches!(element.node, Node::MoveNumber(_) | Node::Omitted);
    let is_behind = |element: &&Element<N>| matches!(element.node, Node::Nag(_) | Node::DrawOffer);
    let at = game.movetext.partition_point(|other| other.span.start < element.span.start);
    let (before, behind) = game.movetext.split_at(at);
    let at = match element.node {
        Node::MoveNumber(_) | Node::Omitted => at + behind.iter().take_while(is_before).count(),
        Node::Nag(_) | Node::DrawOffer => {
            (at - before.iter().rev().take_while(is_behind).count()).checked_sub(1)?
        }
        _ => at,
    };
    matches!(game.movetext.get(at)?.node, Node::Move(_)).then_some(())?;
    let (before, behind) = (&game.movetext[..at], &game.movetext[at + 1..]);
    let first = at - before.iter().rev().take_while(is_before).count();
    let last = at + behind.iter().take_while(is_behind).count();
    Some(Span::new(game.movetext[first].span.start, game.movetext[last].span.end))
}
