//! Variations that are never closed, and where they end all the same.
//!
//! Move numbers tell: if the first one in the variation counts its moves on from the line around it, the
//! opening bracket is a stray one, and the variation ends with it. A number that makes no sense in the variation, and is the next one of a line
//! around it, continues that line. Otherwise the variation ends with the game.

use std::collections::HashMap;

use crate::message::PlyNumber;
use crate::syntax::game_text::{GameText, Part};
use crate::syntax::token_edit::{EditKind, TokenEdit};
use crate::syntax::{Token, TokenKind};
use crate::text::Span;

/// Open variations of a game, the innermost of which are never closed.
#[derive(Debug)]
pub(super) struct Unclosed {
    /// The variations that end at `end`, from the outermost to the innermost.
    levels: Vec<Level>,
    /// Where they end.
    pub(super) end: usize,
    /// The end of the last token before that.
    last_end: usize,
    /// Whether a line around them goes on there.
    pub(super) goes_on: bool,
}

/// A line of play: the main line or a variation.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// The opening bracket, which the main line has not.
    opening: Span,
    next: PlyNumber,
    first_move: Option<usize>,
    /// Whether a move number has been seen in it.
    is_numbered: bool,
    /// Whether a result has been seen in it, with which it ends.
    has_result: bool,
}

/// The main line before its first move.
const LINE: Level = Level {
    opening: Span::new(0, 0),
    next: PlyNumber::START,
    first_move: None,
    is_numbered: false,
    has_result: false,
};

impl Level {
    /// Tells whether the first move number of a variation counts its moves as those of the line around
    /// it: they continue that line, and replace no move of it.
    fn is_continued_by(&self, kind: TokenKind, span: Span, game: GameText<'_>) -> bool {
        let is_first = kind == TokenKind::MoveNumber && !self.is_numbered && self.first_move.is_some();
        is_first && game.numbered_ply(span) == self.next.next()
    }
}

impl Unclosed {
    /// Finds the first variations of a game that are never closed, but for those that edits close.
    /// `start` is the offset at which the game begins.
    pub(super) fn first<T: Token>(game: GameText<'_>, start: usize, edits: &[TokenEdit]) -> Option<Unclosed> {
        let (openings, end) = unmatched::<T>(game, start);
        let is_unmatched = |level: &Level| openings.binary_search(&level.opening.start).is_ok();
        if openings.is_empty() {
            return None;
        }
        let mut closings = edits.iter().filter(|edit| edit.kind == EditKind::CloseVariations).peekable();
        let last_end = |end: usize| game.text[..end].trim_ascii_end().len();
        let mut lines = vec![LINE];
        let mut outer_lines = OuterLines::new();
        let mut skipped = edits.iter().filter(|edit| edit.kind == EditKind::Skip).peekable();
        for Part { kind, span } in game.parts::<T>(start).take_while(|part| part.span.start < end) {
            while skipped.next_if(|edit| edit.span.end <= span.start).is_some() {}
            let is_skipped = skipped.peek().is_some_and(|edit| edit.span.start <= span.start);
            // a result that is left out ends its variation all the same
            if is_skipped && kind != TokenKind::Result {
                continue;
            }
            while let Some(closing) = closings.next_if(|edit| edit.span.start <= span.start) {
                close(&mut lines, &mut outer_lines, closing);
            }
            let depth = lines.len() - 1;
            let line = &mut lines[depth];
            if depth > 0 && line.is_continued_by(kind, span, game) && is_unmatched(line) {
                return Some(Unclosed::stray(*line));
            }
            match kind {
                TokenKind::VariationStart => {
                    // before the first move there is nothing to replace
                    let next = line.first_move.map_or(line.next, |_| line.next.previous());
                    outer_lines.entry(line.next).or_default().push(depth);
                    lines.push(Level { opening: span, next, ..LINE });
                }
                TokenKind::VariationEnd if depth > 0 => leave(&mut lines, &mut outer_lines),
                TokenKind::Move => {
                    line.next = line.next.next();
                    line.first_move.get_or_insert(span.start);
                }
                TokenKind::Result => line.has_result = true,
                TokenKind::MoveNumber => {
                    let number = game.numbered_ply(span);
                    let is_odd = (line.has_result || number != line.next) && depth > 0 && is_unmatched(line);
                    (line.next, line.is_numbered) = (number, true);
                    if let Some(outer) = outer_lines.get(&number).and_then(|at| at.last()).filter(|_| is_odd)
                    {
                        let levels = lines.split_off(*outer + 1);
                        let end = span.start;
                        return Some(Unclosed { levels, end, last_end: last_end(end), goes_on: true });
                    }
                }
                _ => {}
            }
        }
        closings.for_each(|closing| close(&mut lines, &mut outer_lines, closing));
        let levels = lines.split_off(1);
        (!levels.is_empty()).then(|| Unclosed { levels, end, last_end: last_end(end), goes_on: false })
    }

    /// A variation that ends with its opening bracket, which is a stray one.
    fn stray(level: Level) -> Unclosed {
        let end = level.opening.end;
        Unclosed { levels: vec![level], end, last_end: end, goes_on: true }
    }

    /// Returns the opening bracket of the innermost variation.
    pub(super) fn opening(&self) -> Span {
        self.levels.last().map_or_else(Span::default, |level| level.opening)
    }

    /// Tells whether an offset is in one of the variations.
    pub(super) fn contains(&self, offset: usize) -> bool {
        self.levels.first().is_some_and(|level| level.opening.start <= offset) && offset <= self.end
    }

    /// Returns the edit that ends the variations before an error in them, or leaves out those that
    /// have no move before it.
    pub(super) fn edit(&self, error: usize) -> TokenEdit {
        let open = &self.levels[..self.levels.partition_point(|level| level.opening.start <= error)];
        let is_empty = |level: &&Level| level.first_move.is_none_or(|first_move| first_move >= error);
        match open.iter().rev().take_while(is_empty).last() {
            Some(level) => TokenEdit::skip(level.opening.start, self.last_end),
            None if error < self.end => TokenEdit::new(Span::new(error, self.end), EditKind::CutVariation),
            None => self.close(),
        }
    }

    /// Returns the edit that closes the variations.
    pub(super) fn close(&self) -> TokenEdit {
        let outermost = self.levels.first().map_or_else(Span::default, |level| level.opening);
        TokenEdit::close_variations(outermost, self.end)
    }
}

/// The depths of the lines around the innermost one, in order, by their next plies.
type OuterLines = HashMap<PlyNumber, Vec<usize>>;

/// Ends the innermost variation.
fn leave(lines: &mut Vec<Level>, outer_lines: &mut OuterLines) {
    lines.pop();
    if let Some(depths) = lines.last().and_then(|line| outer_lines.get_mut(&line.next)) {
        depths.pop();
    }
}

/// Ends the variations that an edit closes.
fn close(lines: &mut Vec<Level>, outer_lines: &mut OuterLines, edit: &TokenEdit) {
    while lines.len() > 1 && lines.last().is_some_and(|line| line.opening.start >= edit.closes_from) {
        leave(lines, outer_lines);
    }
}

/// Returns the offsets of the opening brackets that no bracket closes, and where the game ends, be
/// it with its result.
fn unmatched<T: Token>(game: GameText<'_>, start: usize) -> (Vec<usize>, usize) {
    let mut open = Vec::new();
    for Part { kind, span } in game.parts::<T>(start) {
        match kind {
            TokenKind::VariationStart => open.push(span.start),
            TokenKind::VariationEnd => drop(open.pop()),
            TokenKind::Result if !open.is_empty() && game.goes_on_at(span.end) => {}
            TokenKind::Result if !game.closes_at(span.end) => return (open, span.start),
            _ => {}
        }
    }
    (open, game.text.len())
}
