//! The links of comments in C'escacs: the moves that they name.

use gen_lsp_types::Location;

use super::document::Document;
use crate::library::Game;
use crate::notation::AnyGame;
use crate::notation::ctl::reference::references_in;
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
    let links = in_game(document, document.game_at(offset)?, Span::new(offset, offset));
    links.into_iter().find(|link| link.span.start <= offset && offset <= link.span.end)
}

/// Returns the links in the comments of a game that a span touches.
pub(super) fn in_game(document: &Document, index: usize, span: Span) -> Vec<Link> {
    let links = document.with_checked_game(index, |game, report, _, base| {
        let AnyGame::Ctl(written) = game else { return Vec::new() };
        let sound = report.sound_part(written, &mut Vec::<()>::new()).unwrap_or_else(|| written.clone());
        let moves = sound.movetext.iter().filter(|element| matches!(element.node, Node::Move(_)));
        // the nodes of the tree are in the order of the text
        let moves: Vec<_> = moves.map(|element| element.span).collect();
        let read = Game::of_ast(&AnyGame::Ctl(sound), document.settings.options.syntax.illegal());
        let Some(Game { tree, .. }) = read else { return Vec::new() };
        let comments = written.movetext.iter().filter(|element| matches!(element.node, Node::Comment(_)));
        let touched = comments
            .filter(|comment| base + comment.span.start <= span.end && span.start <= base + comment.span.end);
        let links = touched.flat_map(|comment| {
            let start = base + comment.span.start;
            let node = moves.partition_point(|span| span.end <= comment.span.start).min(tree.count() - 1);
            let text = document.text.part(Span::new(start, base + comment.span.end));
            let (tree, moves) = (&tree, &moves);
            references_in(text, 0).map(move |(reference, part)| {
                let target = moves[tree.target(node, &reference)? - 1];
                let target = Span::new(base + target.start, base + target.end);
                Some(Link { span: Span::new(start + part.start, start + part.end), target })
            })
        });
        links.take(MOST).flatten().collect()
    });
    links.unwrap_or_default()
}
