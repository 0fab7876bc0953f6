//! The lines of a game as games of their own.

use std::fmt::Write;
use std::ops::ControlFlow;

use super::MainLine;
use super::tags::drop_ply_count;
use crate::message::PlyNumber;
use crate::rules::{Replay, Rules, Step};
use crate::syntax::{ByBoard, Element, Game, Movetext, Node, Notation, Outcome};
use crate::text::{Span, Text};

/// A line of a game: the main line, or a variation. The moves that lead to it are kept once, in the lines that it leaves,
/// so that memory does not grow with how deep variations are nested.
struct GameLine<R: Rules> {
    /// The line that it leaves, and how many moves from the start of the game on lead to it.
    leaves: Option<(usize, usize)>,
    /// The move that it replaces, and the number of the variation among those that do.
    label: (PlyNumber, usize),
    elements: Vec<LineElement<R>>,
    /// The number of its moves, with those that lead to it.
    plies: usize,
    /// The replaced moves of the variations that leave it, with the number of variations for each.
    replaced: Vec<(PlyNumber, usize)>,
    /// The result that the board decides at its end.
    outcome: Outcome,
}

/// An element of a line, and the move as played if it is one.
type LineElement<R> = (Element<<R as Rules>::Notation>, Option<<R as Rules>::Move>);

/// Calls `show` for each variation of a game as a game, in the order in which they begin.
pub(super) fn each_variation<R: Rules, B, E>(
    game: &Game<'_, R::Notation>,
    line: MainLine<'_, R::Move>,
    mut show: impl FnMut(&Game<'_, R::Notation>, MainLine<'_, R::Move>) -> Result<ControlFlow<B>, E>,
) -> Result<ControlFlow<B>, E> {
    let lines = lines_of::<R>(game, line);
    for at in 1..lines.len() {
        let (name, movetext, played) = whole_line(&lines, at);
        let outcome = lines[at].outcome;
        let mut divided = game.with_movetext(movetext);
        drop_ply_count(&mut divided);
        divided.finish((outcome, Span::new(game.movetext_end, game.movetext_end)));
        (divided.by_board, divided.cut_at) = (Some(ByBoard::of(outcome)), None);
        // the result of the game is that of its main line, so a variation has only what the board decides
        divided.set_tag("Result", Text(R::Notation::result_text(outcome).as_bytes()));
        divided.set_tag("Line", Text(name.as_bytes()));
        // questions find positions of the main line only
        let line = MainLine { played: &played, matches: &[], ..line };
        if let ControlFlow::Break(end) = show(&divided, line)? {
            return Ok(ControlFlow::Break(end));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Returns the lines of a game, which has no errors in them: the main line first.
fn lines_of<R: Rules>(game: &Game<'_, R::Notation>, line: MainLine<'_, R::Move>) -> Vec<GameLine<R>> {
    let Ok(start) = R::set_up(game) else { return Vec::new() };
    let mut replay =
        Replay::every_line(game, start.position).with_illegal(line.illegal).with_resolved(line.played);
    let mut lines = vec![GameLine::new(None, (PlyNumber::START, 0), 0)];
    let mut open = vec![0];
    loop {
        let at = open.last().copied().unwrap_or(0);
        match replay.step() {
            Ok(Some(Step::Ply(ply))) => {
                let element = Element { node: Node::Move(*ply.written), span: ply.span };
                lines[at].elements.push((element, Some(ply.resolved)));
                lines[at].plies += 1;
                lines[at].outcome = replay.position().outcome().unwrap_or(Outcome::Unknown);
            }
            Ok(Some(Step::Other(element))) => match element.node {
                Node::VariationStart(_) => {
                    let plies = lines[at].plies - replay.replaced();
                    let label = lines[at].label_of_next(replay.position().ply_number());
                    open.push(lines.len());
                    lines.push(GameLine::new(Some((at, plies)), label, plies));
                }
                Node::VariationEnd => drop(open.pop()),
                _ => lines[at].elements.push((*element, None)),
            },
            Ok(None) | Err(_) => return lines,
        }
    }
}

impl<R: Rules> GameLine<R> {
    fn new(leaves: Option<(usize, usize)>, label: (PlyNumber, usize), plies: usize) -> GameLine<R> {
        let (elements, replaced, outcome) = (Vec::new(), Vec::new(), Outcome::Unknown);
        GameLine { leaves, label, elements, plies, replaced, outcome }
    }

    /// Returns the label of a further variation that replaces a move.
    fn label_of_next(&mut self, replaced: PlyNumber) -> (PlyNumber, usize) {
        // it is the last move or the one before it
        match self.replaced.iter_mut().rev().take(2).find(|(ply, _)| *ply == replaced) {
            Some((_, count)) => {
                *count += 1;
                (replaced, *count)
            }
            None => {
                self.replaced.push((replaced, 1));
                (replaced, 1)
            }
        }
    }
}

/// Joins a line to the moves that lead to it, which have neither comments nor annotations here. Returns the moves that
/// the line and those before it leave, such as `10.1/12...3`, and the whole line from the start of the game on.
fn whole_line<R: Rules>(lines: &[GameLine<R>], at: usize) -> (String, Movetext<R::Notation>, Vec<R::Move>) {
    let leaves = |at: &(usize, usize)| lines[at.0].leaves;
    let mut path: Vec<_> = std::iter::successors(Some((at, usize::MAX)), leaves).collect();
    path.reverse();
    let (mut name, mut movetext, mut moves) = (String::new(), Movetext::default(), Vec::new());
    for (line, end) in path {
        let GameLine { label: (ply, number), elements, leaves, .. } = &lines[line];
        if leaves.is_some() {
            let separator = if name.is_empty() { "" } else { "/" };
            // writing to a string does not fail
            let _ = write!(name, "{separator}{ply}{number}");
        }
        for (element, played) in elements {
            if moves.len() == end {
                break;
            }
            if line == at || played.is_some() {
                movetext.push(*element);
            }
            moves.extend(*played);
        }
    }
    (name, movetext, moves)
}
