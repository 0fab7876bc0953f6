//! The links of comments in C'escacs: the moves that they name.

use gen_lsp_types::Location;

use super::document::Document;
use crate::notation::AnyGame;
use crate::notation::ctl::reference::{PlayedMoves, references_in};
use crate::syntax::Node;
use crate::text::Span;

/// The maximum number of references in comments that are followed at once. For each, a line of
/// moves is searched.
const MOST: usize = 1000;

/// A part of a comment that names a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// The part of the comment.
    pub(super) span: Span,
    /// The move.
    pub(super) target: Span,
}

/// Returns the move that the comment at an offset names there.
pub(super) fn definition(document: &Document, offset: usize) -> Option<Location> {
    let range = document.text.range(at(document, offset)?.target);
    Some(Location { uri: document.uri.clone(), range })
}

/// Returns the link that an offset is in.
pub(super) fn at(document: &Document, offset: usize) -> Option<Link> {
    let links = in_game(document, offset, Span::new(offset, offset));
    links.into_iter().find(|link| link.span.start <= offset && offset <= link.span.end)
}

/// Returns the links in those comments of the game at an offset that a span touches.
pub(super) fn in_game(document: &Document, offset: usize, span: Span) -> Vec<Link> {
    let links = document.with_place(offset, |game, _, base| {
        // only CTL-PGN has references to moves
        let AnyGame::Ctl(game) = game else { return None };
        let played = PlayedMoves::of(game);
        let moves = game.movetext.iter().filter(|element| matches!(element.node, Node::Move(_)));
        let moves: Vec<_> = moves.map(|element| element.span).collect();
        let comments = game.movetext.iter().filter(|element| matches!(element.node, Node::Comment(_)));
        let touched = comments
            .filter(|comment| base + comment.span.start <= span.end && span.start <= base + comment.span.end);
        let links = touched.flat_map(|comment| {
            let start = base + comment.span.start;
            let before = moves.partition_point(|span| span.end <= comment.span.start);
            let text = document.text.part(Span::new(start, base + comment.span.end));
            let (played, moves) = (&played, &moves);
            references_in(text, 0).map(move |(reference, part)| {
                let target = moves[played.target(before, &reference)?].moved_by(base);
                Some(Link { span: Span::new(start + part.start, start + part.end), target })
            })
        });
        Some(links.take(MOST).flatten().collect())
    });
    links.unwrap_or_default()
}
