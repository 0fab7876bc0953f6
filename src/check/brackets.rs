//! Brackets that the moves show to be wrong: those around moves of the line itself, and those of a
//! variation that is never closed.
//!
//! An illegal move in a variation is the occasion to look. The move numbers tell where else the
//! brackets may belong, and the moves whether they do. A variation that is never closed ends there; brackets
//! around moves of the line are only told, since a bracketed move may be one that was not played.

use crate::message::{Certainty, Code, Describe, Fix, Language, PlyNumber};
use crate::rules::{Illegal, Replay, ReplayError, Rules, Step};
use crate::syntax::{BracketEdit, Brackets, Game, Node, Notation, NumberMark};
use crate::text::{Source, Span};

/// Brackets stand around moves that continue the line before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MovesInBrackets {
    /// The closing bracket.
    pub(super) closing: Span,
}

impl Describe for MovesInBrackets {
    fn code(&self) -> Code {
        Code::MovesInBrackets
    }

    fn message(&self, language: &Language) -> String {
        language.moves_in_brackets.to_owned()
    }

    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        let edits = [span, self.closing].map(|bracket| source.deletion(bracket));
        vec![Fix::of(Certainty::Guess, edits.to_vec())]
    }
}

/// A variation up to an illegal move in it.
struct Level {
    /// The index of its opening bracket.
    opening: usize,
    /// The next ply of the line around it.
    outer_next: PlyNumber,
    has_move: bool,
    /// The number before its first move.
    first_number: Option<u32>,
    /// The first number behind a move that is the next one of the line around it.
    continued: Option<Span>,
}

impl Level {
    fn note(&mut self, value: u32, mark: NumberMark, span: Span) {
        let is_black = mark == NumberMark::Black;
        if !self.has_move {
            self.first_number = Some(value);
        } else if (value, is_black) == (self.outer_next.number, self.outer_next.side.is_black()) {
            self.continued.get_or_insert(span);
        }
    }
}

/// A change of brackets, and the game with it.
pub(super) type Rebracketed<'s, N> = (BracketEdit, Game<'s, N>);

/// What is wrong with the brackets around an illegal move.
pub(super) enum Cause<'s, N> {
    /// They stand around moves of the line itself. `opening` is the first one. `is_lacking` tells whether the line
    /// goes on by a number with these moves.
    InBrackets { opening: Span, is_lacking: bool, lint: MovesInBrackets },
    /// The variation is never closed, and ends before.
    Unclosed(Rebracketed<'s, N>),
}

/// Finds the change of brackets that makes an illegal move in a variation, and those around it,
/// legal.
pub(super) fn mend<'s, R: Rules>(
    game: &Game<'s, R::Notation>,
    start: &R,
    illegal: Illegal,
    error: &ReplayError,
) -> Option<Cause<'s, R::Notation>> {
    let level = level_of(game, start.ply_number(), error.span.start)?;
    let brackets = Brackets::of(&game.movetext);
    let (opening, end) = (game.movetext[level.opening].span, brackets.end(level.opening));
    let closing = game.movetext[end].span;
    let (edit, to, is_lacking) = if closing.start == closing.end {
        let at = level.continued?.start;
        (BracketEdit::EndBefore { opening: opening.start, at }, error.span.start, false)
    } else {
        let is_lacking = continues_line(game, &level, end).filter(|_| !level.has_move)?;
        (BracketEdit::Remove { opening: opening.start }, closing.start, is_lacking)
    };
    let mut mended = game.clone();
    mended.rebracket(&[edit]);
    if !is_legal(&mended, start, illegal, Span::new(opening.start, to)) {
        return None;
    }
    Some(match edit {
        BracketEdit::Remove { .. } => {
            Cause::InBrackets { opening, is_lacking, lint: MovesInBrackets { closing } }
        }
        BracketEdit::EndBefore { .. } => Cause::Unclosed((edit, mended)),
    })
}

/// Finds the variation that has an element at an offset.
fn level_of<N: Notation>(game: &Game<'_, N>, start: PlyNumber, offset: usize) -> Option<Level> {
    let mut next = start;
    let mut levels: Vec<Level> = Vec::new();
    let before = game.movetext.iter().enumerate().take_while(|(_, element)| element.span.start < offset);
    for (opening, element) in before {
        match element.node {
            Node::VariationStart(_) => {
                let (first_number, continued) = (None, None);
                levels.push(Level { opening, outer_next: next, has_move: false, first_number, continued });
                next = next.previous();
            }
            Node::VariationEnd => next = levels.pop().map_or(next, |level| level.outer_next),
            Node::Move(_) => {
                next = next.next();
                levels.last_mut().into_iter().for_each(|level| level.has_move = true);
            }
            Node::MoveNumber(number) => {
                levels
                    .last_mut()
                    .into_iter()
                    .for_each(|level| level.note(number.value, number.mark, element.span));
            }
            _ => {}
        }
    }
    levels.pop()
}

/// Returns `None` unless the moves of a variation, which ends at an index, may be those of the line around it:
/// its first number is the next one there, or the number behind it is the next one with them. Returns whether
/// the number behind it is.
fn continues_line<N: Notation>(game: &Game<'_, N>, level: &Level, end: usize) -> Option<bool> {
    let next = level.outer_next;
    let next_with_moves = game
        .rest_of_line(level.opening + 1)
        .filter(|element| matches!(element.node, Node::Move(_)))
        .fold(next, |next, _| next.next())
        .number;
    let behind = game.rest_of_line(end + 1).find_map(|element| match element.node {
        Node::MoveNumber(number) => Some(Some(number.value)),
        Node::Move(_) => Some(None),
        _ => None,
    });
    let behind = behind.flatten();
    let begins = level.first_number == Some(next.number) && next.number != next.previous().number;
    let lacks = behind.is_some_and(|number| number != next.number);
    let is_continued = behind.is_none_or(|number| number == next_with_moves) && (begins || lacks);
    is_continued.then_some(lacks)
}

/// Tells whether all moves of a part of a game are legal.
fn is_legal<R: Rules>(game: &Game<'_, R::Notation>, start: &R, illegal: Illegal, part: Span) -> bool {
    let mut replay = Replay::every_line(game, start.clone()).with_illegal(illegal);
    loop {
        let at = match replay.step() {
            Ok(Some(Step::Ply(ply))) => ply.span.start,
            Ok(Some(Step::Other(element))) => element.span.start,
            Ok(None) => return true,
            Err(error) if (part.start..=part.end).contains(&error.span.start) => return false,
            // the replay of the main line is over
            Err(error) if error.depth == 0 => return error.span.start > part.end,
            Err(error) => error.span.start,
        };
        if at > part.end {
            return true;
        }
    }
}
