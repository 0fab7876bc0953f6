//! Semantic tokens: the kind of each part of a text, by which an editor colours it.

use std::ops::ControlFlow;

use gen_lsp_types::{SemanticToken, SemanticTokens, SemanticTokensLegend};

use super::document::Document;
use crate::notation::ctl::PlaySign;
use crate::notation::{AnyGames, with_game};
use crate::syntax::{Game, Node, Notation, Portion, TokenKind};
use crate::text::Span;

/// The maximum number of bytes whose tokens are sent at once. Editors ask for the part that they
/// show.
const MOST_BYTES: usize = 512 << 10;

/// The kinds of tokens, in the order of the legend.
#[derive(Clone, Copy, Debug)]
enum Kind {
    TagName,
    TagValue,
    Number,
    Move,
    Annotation,
    Comment,
    Result,
    Bracket,
}

/// Returns the names that editors have for the kinds of tokens. `docs/guide/editors.md` lists them.
pub(super) fn legend() -> SemanticTokensLegend {
    let types = ["property", "string", "number", "function", "operator", "comment", "keyword", "macro"]
        .map(str::to_owned);
    SemanticTokensLegend { token_types: types.to_vec(), token_modifiers: Vec::new() }
}

/// Returns the tokens in a span, or in the beginning of a long one.
pub(super) fn in_span(document: &Document, span: Span) -> SemanticTokens {
    let span = Span::new(span.start, span.end.min(span.start.saturating_add(MOST_BYTES)));
    let mut writer = Writer { document, span, data: Vec::new(), last: (0, 0), end: (0, 0) };
    document.for_each_checker(document.games_in(span), |checker, _, base| {
        if checker.read(Portion::Whole).is_some() {
            with_game!(checker.game(), game => writer.game(game, checker.games(), base));
        }
        ControlFlow::Continue(())
    });
    SemanticTokens { result_id: None, data: writer.data }
}

struct Writer<'d> {
    document: &'d Document,
    span: Span,
    data: Vec<SemanticToken>,
    /// The line and the character at which the last token begins; `end` is where it ends.
    last: (u32, u32),
    end: (u32, u32),
}

impl Writer<'_> {
    /// Writes the tokens of the last game of a reader, whose spans count from `base`.
    fn game<N: Notation>(&mut self, game: &Game<'_, N>, games: &AnyGames<'_>, base: usize) {
        let mut parts = Vec::new();
        for tag in &game.tags {
            parts.push((tag.name_span, Kind::TagName));
            parts.push((tag.value_span, Kind::TagValue));
        }
        for element in game.movetext.iter() {
            let kind = match element.node {
                Node::MoveNumber(_) => Kind::Number,
                Node::Sign(_) if element.node == PlaySign::Omitted => Kind::Number,
                Node::Move(_) => Kind::Move,
                Node::Nag(_) | Node::Sign(_) => Kind::Annotation,
                Node::Comment(_) => Kind::Comment,
                Node::VariationStart(_) | Node::VariationEnd => Kind::Bracket,
            };
            parts.push((element.span, kind));
        }
        // the parser has not read the text after an error, but the tokens there have kinds too
        let end = parts.iter().map(|(span, _)| span.end).max().unwrap_or(game.begins_at);
        if game.cut_at.is_some() {
            parts.extend(games.kinds_from(end).filter_map(|(token, span)| Some((span, kind(token)?))));
        }
        parts.extend(game.result.map(|(_, span)| (span, Kind::Result)));
        parts.sort_by_key(|(span, _)| span.start);
        for (span, kind) in parts {
            self.part(span.moved_by(base), kind);
        }
    }

    /// Writes a part as a token for each of its lines.
    fn part(&mut self, span: Span, kind: Kind) {
        let text = &self.document.text;
        let mut start = span.start.max(self.span.start);
        let end = span.end.min(self.span.end);
        while start < end {
            let line = text.line_of(start);
            let stop = text.line_span(line).end.min(end);
            let [from, to] = [start, stop].map(|offset| text.position(offset));
            if from.line == to.line
                && from.character < to.character
                // where games share a line, both may have the same part, but tokens may not overlap
                && self.end <= (from.line, from.character)
            {
                // in the protocol a token counts from the one before: its line, and in the same line its character
                let delta_line = from.line - self.last.0;
                let before = if delta_line == 0 { self.last.1 } else { 0 };
                self.data.push(SemanticToken {
                    delta_line,
                    delta_start: from.character - before,
                    length: to.character - from.character,
                    token_type: kind as u32,
                    token_modifiers_bitset: 0,
                });
                self.last = (from.line, from.character);
                self.end = (to.line, to.character);
            }
            // a client may lack support for tokens of several lines (`multilineTokenSupport`)
            start = text.line_start(line + 1).max(start + 1);
        }
    }
}

/// Returns the kind of a token.
fn kind(token: TokenKind) -> Option<Kind> {
    Some(match token {
        TokenKind::TagName => Kind::TagName,
        TokenKind::TagValue => Kind::TagValue,
        TokenKind::MoveNumber => Kind::Number,
        TokenKind::Move => Kind::Move,
        TokenKind::Comment => Kind::Comment,
        TokenKind::VariationStart | TokenKind::VariationEnd => Kind::Bracket,
        TokenKind::Result(_) => Kind::Result,
        TokenKind::Nag | TokenKind::Other => Kind::Annotation,
        _ => return None,
    })
}
