//! What an editor shows between the moves: the numbers that variations leave out, and openings.

use std::ops::ControlFlow;

use gen_lsp_types::{InlayHint, Label};

use super::document::Document;
use crate::rules::{GameVisitor, Illegal, Opening, OpeningTracker, Replay, Rules, Step, with_rules};
use crate::syntax::{Game, Node};
use crate::text::Span;

/// Returns the hints in a span.
pub(super) fn in_span(document: &Document, span: Span) -> Vec<InlayHint> {
    let mut hints = Vec::new();
    document.for_each_game(document.games_in(span), true, |game, base| {
        let found = with_rules(game, Hints { illegal: document.settings.syntax.illegal() });
        hints.extend(found.into_iter().filter_map(|hint| {
            let offset = base + hint.at;
            let is_shown = span.start <= offset && offset <= span.end;
            is_shown.then(|| InlayHint {
                position: document.text.position(offset),
                label: Label::String(hint.text),
                kind: None,
                text_edits: None,
                tooltip: None,
                padding_left: Some(hint.is_behind),
                padding_right: Some(!hint.is_behind),
                data: None,
            })
        }));
        ControlFlow::Continue(())
    });
    hints
}

/// A hint.
struct Hint {
    at: usize,
    text: String,
    /// Whether it belongs to what is before it.
    is_behind: bool,
}

struct Hints {
    illegal: Illegal,
}

impl GameVisitor for Hints {
    type Output = Vec<Hint>;

    fn run<R: Rules>(self, game: &Game<'_, R::Notation>) -> Vec<Hint> {
        let Ok(start) = R::set_up(game) else { return Vec::new() };
        let mut replay = Replay::every_line(game, start.position).with_illegal(self.illegal);
        let (mut hints, mut tracker) = (Vec::new(), OpeningTracker::default());
        tracker.see(replay.position());
        // whether the next move begins a variation, or goes on with its line behind another one
        let mut lacks_number = false;
        loop {
            match replay.step() {
                Ok(None) => return hints,
                Ok(Some(Step::Ply(ply))) => {
                    if std::mem::take(&mut lacks_number) && replay.depth() > 0 {
                        let text = ply.at.to_string();
                        hints.push(Hint { at: ply.span.start, text, is_behind: false });
                    }
                    if replay.depth() == 0 {
                        let before = tracker.opening();
                        tracker.see(replay.position());
                        if let Some(opening) = tracker.opening().filter(|now| Some(*now) != before) {
                            let Opening { eco, name } = opening;
                            let text = format!("{eco} {name}");
                            hints.push(Hint { at: ply.span.end, text, is_behind: true });
                        }
                    }
                }
                Ok(Some(Step::Other(element))) => match element.node {
                    Node::VariationStart(_) | Node::VariationEnd => lacks_number = true,
                    Node::MoveNumber(_) | Node::Omitted => lacks_number = false,
                    _ => {}
                },
                Err(error) if error.depth > 0 => lacks_number = true,
                Err(_) => return hints,
            }
        }
    }
}
