//! What an editor folds: games, their tags, comments and variations of several lines.

use gen_lsp_types::{FoldingRange, FoldingRangeKind};

use super::document::Document;
use super::text::number;
use crate::text::Span;

/// Returns the ranges that can be folded, of games that have been checked.
pub(super) fn ranges(document: &Document) -> Vec<FoldingRange> {
    let mut ranges = Vec::new();
    let most = document.settings.most_folds;
    // games come before what is in them
    let folds_parts = document.games.len() < most;
    for game in document.games.iter().take(most) {
        let Some(checked) = &game.checked else { continue };
        let outline = &checked.outline;
        let mut fold = |span: Span, kind, text: Option<&str>| {
            let (start, end) = (game.from + span.start, game.from + span.end);
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
    ranges.truncate(most);
    ranges
}
