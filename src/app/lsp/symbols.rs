//! The symbols of a document: its games, and in them their variations.

use gen_lsp_types::{DocumentSymbol, SymbolKind};

use super::document::Document;
use super::games::GameEntry;
use crate::message::fill;
use crate::text::{Span, words};

/// How deep symbols are nested. Those who read them go down by recursion.
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
        let first = Span::new(game.from + variation.first.start, game.from + variation.first.end);
        let name = words(document.text.part(first)).collect::<Vec<_>>().join(" ");
        let name = if name.is_empty() { "()".to_owned() } else { name };
        open.push(self::symbol(document, game, variation.span, variation.first, name));
    }
    close(&mut symbol, &mut open, 0);
    Some(symbol)
}

/// Puts the variations that are no deeper open than a depth into those around them.
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
    let inside = |offset: usize| offset.clamp(span.start, span.end.max(span.start));
    let selection = Span::new(inside(selection.start), inside(selection.end));
    let range = |span: Span| document.text.range(Span::new(game.from + span.start, game.from + span.end));
    #[expect(deprecated, reason = "the field has to be filled")]
    DocumentSymbol {
        name,
        detail: None,
        kind: SymbolKind::Function,
        tags: None,
        deprecated: None,
        range: range(span),
        selection_range: range(selection),
        children: None,
    }
}
