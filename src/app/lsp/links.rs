//! Where moves lead: to the moves that a comment of C'escacs names, and to other places of a position.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use gen_lsp_types::Location;

use super::document::Document;
use super::line_tree::{LineTree, tree_of};
use super::place::element_at;
use crate::notation::AnyGame;
use crate::notation::ctl::reference::references_in;
use crate::notation::ctl::reference_target::target;
use crate::rules::{GameVisitor, Illegal, Replay, Rules, Step, with_rules};
use crate::syntax::{Game, Node};
use crate::text::Span;

/// How long other places of a position are looked for. A file of some megabytes takes less.
const PATIENCE: Duration = Duration::from_secs(2);

/// How many places are found.
const MOST: usize = 1000;

/// Returns the move that the comment at an offset names there.
pub(super) fn definition(document: &Document, offset: usize) -> Option<Location> {
    let index = document.game_at(offset)?;
    let span = document.with_checked_game(index, |game, report, _, base| {
        let AnyGame::Ctl(written) = game else { return None };
        let at = offset.checked_sub(base)?;
        let comment = element_at(written, at).filter(|element| matches!(element.node, Node::Comment(_)))?;
        let text = document.text.part(Span::new(base + comment.span.start, base + comment.span.end));
        let inside = at - comment.span.start;
        let (reference, _) =
            references_in(text, 0).find(|(_, part)| part.start <= inside && inside <= part.end)?;
        let mut sound = written.clone();
        sound.rebracket(report.bracket_edits());
        sound.cut_variations(report.variation_cuts());
        if let Some(at) = report.cut_at() {
            sound.cut(at);
        }
        let tree: LineTree = with_rules(&AnyGame::Ctl(sound), tree_of(document.settings.syntax.illegal()));
        let found = target(&tree, tree.node_before(comment.span.start), reference)?;
        let span = tree.span(found);
        Some(Span::new(base + span.start, base + span.end))
    })??;
    Some(Location { uri: document.uri.clone(), range: document.text.range(span) })
}

/// Returns all places of the document at which the position after the move at an offset comes up.
pub(super) fn references(document: &Document, offset: usize) -> Vec<Location> {
    let illegal = document.settings.syntax.illegal();
    let wanted = document.with_game_at(offset, |game, base| {
        let of = Positions { illegal, choice: Choice::At(offset.checked_sub(base)?) };
        Some(with_rules(game, of).pop()?.0)
    });
    let Some(Some(key)) = wanted else { return Vec::new() };
    let end = Instant::now() + PATIENCE;
    let mut found = Vec::new();
    document.for_each_game(0..document.games.len(), true, |game, base| {
        let places = with_rules(game, Positions { illegal, choice: Choice::Key(key) });
        found.extend(places.into_iter().map(|(_, span)| {
            let span = Span::new(base + span.start, base + span.end);
            Location { uri: document.uri.clone(), range: document.text.range(span) }
        }));
        let is_enough = found.len() >= MOST || Instant::now() >= end;
        if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found
}

/// Which moves of a game are wanted.
#[derive(Clone, Copy, Debug)]
enum Choice {
    /// The one at an offset.
    At(usize),
    /// Those that lead to a position with a key.
    Key((&'static str, u64)),
}

/// Finds moves by their places or by the positions that they lead to. A position is known by its rules
/// and its key.
struct Positions {
    illegal: Illegal,
    choice: Choice,
}

impl GameVisitor for Positions {
    type Output = Vec<((&'static str, u64), Span)>;

    fn run<R: Rules>(self, game: &Game<'_, R::Notation>) -> Self::Output {
        let Ok(start) = R::set_up(game) else { return Vec::new() };
        let mut replay = Replay::every_line(game, start.position).with_illegal(self.illegal);
        let mut found = Vec::new();
        loop {
            match replay.step() {
                Ok(None) => return found,
                Ok(Some(Step::Ply(ply))) => {
                    let key = || (replay.position().name(), replay.position().key());
                    match self.choice {
                        Choice::At(offset) if ply.span.start <= offset && offset <= ply.span.end => {
                            found.push((key(), ply.span));
                        }
                        Choice::Key(wanted) if key() == wanted => found.push((wanted, ply.span)),
                        _ => {}
                    }
                }
                Ok(Some(Step::Other(_))) => {}
                Err(error) if error.depth > 0 => {}
                Err(_) => return found,
            }
        }
    }
}
