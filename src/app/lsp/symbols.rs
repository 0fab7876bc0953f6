//! The symbols of a document, which are its games and their variations, and the ranges that can be folded and selected.

use gen_lsp_types::{DocumentSymbol, FoldingRange, FoldingRangeKind, Position, SelectionRange, SymbolKind};

use super::boundaries::GameEntry;
use super::document::Document;
use super::place::element_at;
use super::text::number;
use crate::message::fill;
use crate::notation::ctl::PlaySign;
use crate::notation::with_game;
use crate::syntax::{Element, Game, Node, Notation};
use crate::text::{Span, joined, words};

/// The maximum nesting depth of symbols. It is limited because editors read them by recursion.
const MOST_DEPTH: usize = 32;

/// Returns the symbols of the games that have been checked.
pub(super) fn of_document(document: &Document) -> Vec<DocumentSymbol> {
    let games = document.games.iter().enumerate();
    games.filter_map(|(index, game)| of_game(document, index, game)).collect()
}

fn of_game(document: &Document, index: usize, game: &GameEntry) -> Option<DocumentSymbol> {
    let outline = &game.checked.as_ref()?.outline;
    let name = match outline.title.as_str() {
        "" => fill(document.settings.language.lsp.game, &[("number", &(index + 1))]),
        title => title.to_owned(),
    };
    let mut symbol = symbol(document, game, outline.span, outline.tags.unwrap_or(outline.span), name);
    symbol.detail = Some(outline.detail.clone());
    symbol.kind = SymbolKind::Namespace;
    // the open variations, the outermost first
    let mut open: Vec<DocumentSymbol> = Vec::new();
    for variation in outline.variations.iter().filter(|variation| variation.depth < MOST_DEPTH) {
        close(&mut symbol, &mut open, variation.depth);
        let name = joined(words(document.text.part(variation.first.moved_by(game.from))), " ");
        let name = if name.is_empty() { "()".to_owned() } else { name };
        open.push(self::symbol(document, game, variation.span, variation.first, name));
    }
    close(&mut symbol, &mut open, 0);
    Some(symbol)
}

/// Closes open variations until `depth` of them are left, and puts each into the one around it or into the game.
fn close(game: &mut DocumentSymbol, open: &mut Vec<DocumentSymbol>, depth: usize) {
    while open.len() > depth
        && let Some(last) = open.pop()
    {
        open.last_mut().unwrap_or(game).children.get_or_insert_default().push(last);
    }
}

fn symbol(
    document: &Document,
    game: &GameEntry,
    span: Span,
    selection: Span,
    name: String,
) -> DocumentSymbol {
    // the protocol requires the selection to be inside the range
    let inside = |offset: usize| offset.clamp(span.start, span.end.max(span.start));
    let selection = Span::new(inside(selection.start), inside(selection.end));
    let range = |span: Span| document.text.range(span.moved_by(game.from));
    let (kind, range, selection) = (SymbolKind::Function, range(span), range(selection));
    DocumentSymbol::new(name, None, kind, None, None, range, selection, None)
}

/// Returns the ranges that can be folded in the games that have been checked, no more than the editor takes.
pub(super) fn ranges(document: &Document) -> Vec<FoldingRange> {
    let mut ranges = Vec::new();
    let most = document.settings.most_folds;
    // if there are too many ranges, those of games come first
    let folds_parts = document.games.len() < most;
    for game in document.games.iter().take(most) {
        let Some(checked) = &game.checked else { continue };
        let outline = &checked.outline;
        let mut fold = |span: Span, kind, text: Option<&str>| {
            let Span { start, end } = span.moved_by(game.from);
            let lines = [start, end].map(|offset| document.text.line_of(offset));
            if lines[0] < lines[1] {
                let [start, end] = [start, end].map(|offset| document.text.position(offset));
                let folds_lines = document.settings.folds_lines;
                let character = |character| (!folds_lines).then_some(character);
                ranges.push(FoldingRange {
                    start_line: number(lines[0]),
                    start_character: character(start.character),
                    end_line: number(lines[1]),
                    end_character: character(end.character),
                    kind,
                    collapsed_text: text.filter(|text| !text.is_empty()).map(str::to_owned),
                });
            }
        };
        fold(outline.span, Some(FoldingRangeKind::Region), Some(&outline.title));
        if !folds_parts {
            continue;
        }
        if let Some(tags) = outline.tags {
            fold(tags, None, None);
        }
        outline.comments.iter().for_each(|comment| fold(*comment, Some(FoldingRangeKind::Comment), None));
        outline.variations.iter().for_each(|variation| fold(variation.span, None, None));
    }
    ranges.sort_by_key(|range| (range.start_line, range.start_character, u32::MAX - range.end_line));
    // of the ranges that begin in a line, editors keep one
    let mut next = 0;
    for range in &mut ranges {
        if range.start_line < next {
            (range.start_line, range.start_character) = (next, None);
        }
        if range.start_line < range.end_line {
            next = range.start_line + 1;
        }
    }
    ranges.retain(|range| range.start_line < range.end_line);
    ranges.truncate(most);
    ranges
}

/// The maximum number of nested ranges. It is limited because editors read them by recursion.
const MOST: usize = 32;

/// Returns the ranges around a position, each in the next one.
pub(super) fn around(document: &Document, position: Position) -> SelectionRange {
    let offset = document.text.offset(position);
    let spans = document.with_place(offset, |game, at, base| {
        let spans = with_game!(game, game => spans(game, at));
        Some(nested(spans, at).into_iter().map(|span| span.moved_by(base)).collect::<Vec<_>>())
    });
    let spans = spans.unwrap_or_default();
    let parent = spans.into_iter().rev().fold(None, |parent, span| {
        Some(Box::new(SelectionRange { range: document.text.range(span), parent }))
    });
    let nothing = || SelectionRange { range: document.text.range(Span::new(offset, offset)), parent: None };
    parent.map_or_else(nothing, |innermost| *innermost)
}

/// Returns the spans around an offset, each inside the next; of more than [`MOST`], the outermost.
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
    for element in game.movetext.iter() {
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
    let is_before = |element: &&Element<N>| {
        matches!(element.node, Node::MoveNumber(_)) || element.node == PlaySign::Omitted
    };
    let is_after =
        |element: &&Element<N>| matches!(element.node, Node::Nag(_)) || element.node == PlaySign::DrawOffer;
    let at = game.movetext.partition_point(|other| other.span.start < element.span.start);
    let (before, after) = game.movetext.split_at(at);
    let at = if is_before(&element) {
        at + after.iter().take_while(is_before).count()
    } else if is_after(&element) {
        (at - before.iter().rev().take_while(is_after).count()).checked_sub(1)?
    } else {
        at
    };
    matches!(game.movetext.get(at)?.node, Node::Move(_)).then_some(())?;
    let (before, after) = (&game.movetext[..at], &game.movetext[at + 1..]);
    let first = at - before.iter().rev().take_while(is_before).count();
    let last = at + after.iter().take_while(is_after).count();
    Some(Span::new(game.movetext[first].span.start, game.movetext[last].span.end))
}
