//! Semantic tokens: the kind of each part of a text, by which an editor colours it.

use std::ops::ControlFlow;

use gen_lsp_types::{SemanticToken, SemanticTokens, SemanticTokensLegend};

use super::document::Document;
use super::text::number;
use crate::notation::ctl::PlaySign;
use crate::notation::{AnyGames, with_game};
use crate::syntax::{Game, Node, Notation, Portion, TokenKind};
use crate::text::Span;

/// The maximum number of bytes whose tokens are sent at once. Editors ask for the part that they
/// show.
const MOST_BYTES: usize = 512 << 10;

/// The name that editors have for a type of tokens, and which tokens are of it.
type TokenType = (&'static str, fn(TokenKind) -> bool);

/// The types of tokens. `docs/guide/editors.md` lists them.
const TYPES: [TokenType; 8] = [
    ("property", |token| token == TokenKind::TagName),
    ("string", |token| token == TokenKind::TagValue),
    ("number", |token| token == TokenKind::MoveNumber),
    ("function", |token| token == TokenKind::Move),
    ("operator", |token| matches!(token, TokenKind::Nag | TokenKind::Other)),
    ("comment", |token| token == TokenKind::Comment),
    ("keyword", |token| matches!(token, TokenKind::Result(_))),
    ("macro", |token| matches!(token, TokenKind::VariationStart | TokenKind::VariationEnd)),
];

/// Returns the names of the types.
pub(super) fn legend() -> SemanticTokensLegend {
    let token_types = TYPES.map(|(name, _)| name.to_owned()).to_vec();
    SemanticTokensLegend { token_types, token_modifiers: Vec::new() }
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
            parts.push((tag.name_span, TokenKind::TagName));
            parts.push((tag.value_span, TokenKind::TagValue));
        }
        for element in game.movetext.iter() {
            let token = match element.node {
                Node::MoveNumber(_) => TokenKind::MoveNumber,
                Node::Sign(_) if element.node == PlaySign::Omitted => TokenKind::MoveNumber,
                Node::Move(_) => TokenKind::Move,
                Node::Nag(_) | Node::Sign(_) => TokenKind::Nag,
                Node::Comment(_) => TokenKind::Comment,
                Node::VariationStart(_) => TokenKind::VariationStart,
                Node::VariationEnd => TokenKind::VariationEnd,
            };
            parts.push((element.span, token));
        }
        // the parser has not read the text after an error, but the tokens there have kinds too
        let end = parts.iter().map(|(span, _)| span.end).max().unwrap_or(game.begins_at);
        if game.cut_at.is_some() {
            parts.extend(games.kinds_from(end).map(|(token, span)| (span, token)));
        }
        parts.extend(game.result.map(|(outcome, span)| (span, TokenKind::Result(outcome))));
        parts.sort_by_key(|(span, _)| span.start);
        for (span, token) in parts {
            self.part(span.moved_by(base), token);
        }
    }

    /// Writes a part as a token for each of its lines.
    fn part(&mut self, span: Span, token: TokenKind) {
        let Some(token_type) = TYPES.iter().position(|(_, is_it)| is_it(token)) else { return };
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
                    token_type: number(token_type),
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
