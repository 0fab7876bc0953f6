//! The brackets of a broken game: which belong together, and where a variation that is never closed ends.
//!
//! Tokens decide, never what is legal. A variation that is not closed ends before the next number of a line around
//! it, unless that is its own next number, or with the game. Brackets around nothing, doubled ones and those without a partner are ignored (`docs/guide/repair.md`,
//! rules 1, 3 and 4).

use std::collections::HashMap;

use super::Repair;
use super::broken_game::{BrokenGame, Part, PartFault};
use crate::message::PlyNumber;
use crate::syntax::error::{Expected, SyntaxError, SyntaxFault};
use crate::syntax::{LexFault, Put, TokenEdit, TokenKind};
use crate::text::Span;

/// A variation of a broken game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variation {
    /// The index of its opening bracket among the parts.
    pub(super) opening: usize,
    /// The index of its first move.
    pub(super) first_move: Option<usize>,
    /// The index of its closing bracket, or of the first part after it if it is never closed.
    pub(super) end: usize,
    pub(super) is_closed: bool,
    /// Whether a move stands before it in the line around it.
    pub(super) has_move_before: bool,
    /// The ply that comes next in that line, counted by the moves.
    ply: PlyNumber,
    /// The ply that comes next in the variation where it ends.
    ply_behind: PlyNumber,
}

/// A line of play up to a part.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// The index of its variation; the main line has none.
    variation: Option<usize>,
    /// The next ply, counted by its numbers and its moves.
    next: PlyNumber,
    /// The next ply, counted by its moves alone.
    ply: PlyNumber,
    has_move: bool,
    /// Whether a result has been seen in it, which ends it.
    has_result: bool,
}

/// The lines that are open at a part, from the main line to the innermost one.
struct Lines {
    lines: Vec<Line>,
    /// The depths of the lines around the innermost one, in order, by their next ply. With it the
    /// end of an unclosed variation is found in constant time, however deeply it is nested.
    around: HashMap<PlyNumber, Vec<usize>>,
}

impl Lines {
    fn depth(&self) -> usize {
        self.lines.len() - 1
    }

    fn innermost(&mut self) -> &mut Line {
        let depth = self.depth();
        &mut self.lines[depth]
    }

    fn enter(&mut self, line: Line) {
        let (next, depth) = (self.innermost().next, self.depth());
        self.around.entry(next).or_default().push(depth);
        self.lines.push(line);
    }

    /// Leaves the innermost line and returns it.
    fn leave(&mut self) -> Option<Line> {
        let left = self.lines.pop()?;
        let next = self.lines.last()?.next;
        self.around.get_mut(&next).and_then(Vec::pop);
        Some(left)
    }

    /// Returns the depth of the innermost line around the current one whose next ply is `ply`.
    fn depth_before(&self, ply: PlyNumber) -> Option<usize> {
        self.around.get(&ply)?.last().copied()
    }
}

/// The brackets of a broken game.
#[derive(Debug, Default)]
pub(in crate::syntax) struct Brackets {
    /// The variations, in the order of their opening brackets.
    variations: Vec<Variation>,
    /// The closing brackets without an opening one, with the plies there.
    stray: Vec<(usize, PlyNumber)>,
    /// The results inside variations, except the one with which the game ends.
    results: Vec<(usize, PlyNumber)>,
    /// The index of the result with which the game ends, or the number of parts.
    end: usize,
}

impl Brackets {
    /// Matches the brackets of a game.
    pub(in crate::syntax) fn of(game: &BrokenGame<'_>) -> Brackets {
        let matched = Matched::of(game);
        let mut brackets = Brackets { end: game.end_of_moves(), ..Brackets::default() };
        let start = game.first_ply;
        let line = Line { variation: None, next: start, ply: start, has_move: false, has_result: false };
        let mut lines = Lines { lines: vec![line], around: HashMap::new() };
        for (at, part) in game.parts.iter().enumerate().skip(game.moves) {
            brackets.note(game, &mut lines, &matched, (at, *part));
        }
        while lines.depth() > 0 {
            brackets.end_line(&mut lines, brackets.end, false);
        }
        brackets
    }

    /// Notes a part of the movetext.
    fn note(
        &mut self,
        game: &BrokenGame<'_>,
        lines: &mut Lines,
        matched: &Matched,
        (at, part): (usize, Part),
    ) {
        if part.kind == TokenKind::MoveNumber {
            self.end_before_number(game, lines, matched, (at, part));
        }
        if part.kind == TokenKind::VariationEnd && lines.depth() > 0 {
            return self.end_line(lines, at, true);
        }
        let line = lines.innermost();
        match part.kind {
            TokenKind::MoveNumber => line.next = game.numbered_ply(part.span),
            TokenKind::Move => {
                (line.next, line.ply, line.has_move) = (line.next.next(), line.ply.next(), true);
                if let Some(variation) = line.variation {
                    self.variations[variation].first_move.get_or_insert(at);
                }
            }
            TokenKind::VariationStart => {
                let line = *line;
                self.open(lines, matched, (at, line));
            }
            TokenKind::VariationEnd => self.stray.push((at, line.ply)),
            TokenKind::Result(_) if line.variation.is_some() && at != self.end => {
                self.results.push((at, line.ply));
                line.has_result = true;
            }
            _ => {}
        }
    }

    /// Begins a variation in a line. Directly after the opening bracket of another one it is an alternative to the
    /// same move.
    fn open(&mut self, lines: &mut Lines, matched: &Matched, (at, line): (usize, Line)) {
        let around = line
            .variation
            .map(|variation| self.variations[variation])
            .filter(|around| around.opening + 1 == at);
        let has_move_before = around.map_or(line.has_move, |around| around.has_move_before);
        let (next, ply) = match around {
            Some(_) => (line.next, line.ply),
            None => (line.next.previous(), line.ply.previous()),
        };
        let variation = Some(self.variations.len());
        lines.enter(Line { variation, next, ply, has_move: false, has_result: false });
        let (is_closed, ply) = (matched.is_closed(at), around.map_or(line.ply, |around| around.ply));
        self.variations.push(Variation {
            opening: at,
            first_move: None,
            end: at,
            is_closed,
            has_move_before,
            ply,
            ply_behind: ply,
        });
    }

    /// Ends the innermost variations before a move number if they are never closed and the number is the next one
    /// of a line around them, and not their own.
    fn end_before_number(
        &mut self,
        game: &BrokenGame<'_>,
        lines: &mut Lines,
        matched: &Matched,
        (at, part): (usize, Part),
    ) {
        let number = game.numbered_ply(part.span);
        let Line { variation: Some(innermost), next, has_result, .. } = *lines.innermost() else { return };
        let is_own = number == next && !has_result;
        let may_begin = || self.variations[innermost].first_move.is_none() && matched.comes_again(number, at);
        if self.variations[innermost].is_closed || is_own || may_begin() {
            return;
        }
        if let Some(depth) = lines.depth_before(number) {
            while lines.depth() > depth {
                self.end_line(lines, at, false);
            }
        }
    }

    /// Ends the innermost variation before or with a part.
    fn end_line(&mut self, lines: &mut Lines, end: usize, is_closed: bool) {
        if let Some(Line { variation: Some(left), ply, .. }) = lines.leave() {
            let variation = &mut self.variations[left];
            (variation.end, variation.is_closed, variation.ply_behind) = (end, is_closed, ply);
        }
    }

    /// Returns the innermost variation around an offset. Its closing bracket counts as inside, its opening bracket
    /// does not.
    pub(super) fn around(&self, game: &BrokenGame<'_>, offset: usize) -> Option<Variation> {
        let last =
            self.variations.partition_point(|variation| game.parts[variation.opening].span.start < offset);
        let is_around = |variation: &&Variation| offset <= game.start_of(variation.end);
        self.variations[..last].iter().rev().find(is_around).copied()
    }

    /// Returns the variation whose opening bracket stands at an offset.
    pub(super) fn at(&self, game: &BrokenGame<'_>, offset: usize) -> Option<Variation> {
        let start = |variation: &Variation| game.parts[variation.opening].span.start;
        let index = self.variations.binary_search_by_key(&offset, start).ok()?;
        Some(self.variations[index])
    }

    /// Lists what is done about the brackets, in the order of the text.
    pub(in crate::syntax) fn repairs(&self, game: &BrokenGame<'_>) -> Vec<Repair> {
        let stray = self.stray.iter().map(|(at, ply)| {
            let error = game.error(SyntaxFault::StrayVariationEnd, *at, Some(*ply));
            Repair::leaving_out(game.parts[*at].span, error)
        });
        let results = self.results.iter().map(|(at, ply)| {
            let error = game.error(SyntaxFault::ResultInVariation, *at, Some(*ply));
            Repair::leaving_out(game.parts[*at].span, error).into_warning()
        });
        let variations = self.variations.iter().filter_map(|variation| self.repair(game, variation));
        let mut repairs: Vec<Repair> = stray.chain(results).chain(variations).collect();
        repairs.sort_by_key(|repair| repair.error.span.start);
        // a fault in a variation that is left out costs nothing more
        let mut done = 0;
        repairs.retain(|repair| {
            let is_apart = repair.error.span.start >= done;
            if let ([edit], true) = (&repair.edits[..], is_apart)
                && edit.put == Put::Nothing
            {
                done = edit.span.end;
            }
            is_apart
        });
        repairs
    }

    /// Returns what is done about the brackets of a variation, if they are not in order.
    fn repair(&self, game: &BrokenGame<'_>, variation: &Variation) -> Option<Repair> {
        let (opening, span) = (game.parts[variation.opening].span, game.span_of(variation));
        let bare = Repair::leaving_out(
            opening,
            game.error(SyntaxFault::UnclosedVariation, variation.opening, Some(variation.ply)),
        );
        if game.parts[variation.opening].fault == Some(PartFault::TooDeep) {
            let fault = SyntaxFault::Token(LexFault::TooDeep);
            let error = game.error(fault, variation.opening, Some(variation.ply));
            return Some(Repair::leaving_out(span, error));
        }
        let inside = &game.parts[variation.opening + 1..variation.end];
        if !variation.is_closed {
            let edit = TokenEdit::close_variations(opening, game.start_of(variation.end));
            if variation.first_move.is_some() {
                return Some(Repair::by(edit, bare.error));
            }
            // a number without a move is left out with its bracket; another variation in it is kept
            let holds_other = inside.iter().any(|part| part.kind == TokenKind::VariationStart);
            return Some(if holds_other {
                bare
            } else {
                Repair::by_edits(game.without(variation), bare.error)
            });
        }
        let doubled = || self.at(game, game.parts.get(variation.opening + 1)?.span.start);
        if let Some(inner) = doubled().filter(|inner| inner.end + 1 == variation.end) {
            let signs = [inner.opening, inner.end].map(|at| game.parts[at].span);
            let edits = signs.map(|sign| TokenEdit::skip(sign.start, sign.end)).to_vec();
            let error = game.error(SyntaxFault::NeedlessBrackets, inner.opening, Some(variation.ply));
            return Some(Repair::by_edits(edits, error).into_warning());
        }
        if variation.first_move.is_none() && game.is_empty(variation) {
            let error = game.error(SyntaxFault::NeedlessBrackets, variation.opening, Some(variation.ply));
            let error = SyntaxError { span, ..error };
            return Some(Repair::by_edits(game.without_brackets(variation), error).into_warning());
        }
        if !variation.has_move_before {
            let error =
                game.error(SyntaxFault::Unexpected(Expected::Move), variation.opening, Some(variation.ply));
            // if the line goes on after the moves in the brackets, it would be another line without them
            let counted = game.counted_from(variation).map(TokenEdit::end_game);
            let edits = std::iter::once(TokenEdit::skip(span.start, span.end)).chain(counted).collect();
            return Some(Repair::by_edits(edits, error));
        }
        None
    }
}

impl BrokenGame<'_> {
    fn error(&self, fault: SyntaxFault, at: usize, ply: Option<PlyNumber>) -> SyntaxError {
        SyntaxError { fault, span: self.parts[at].span, ply }
    }

    /// Returns where a part begins or, after the last part, where that ends.
    pub(super) fn start_of(&self, part: usize) -> usize {
        let end = || self.parts.last().map_or(self.text.len(), |last| last.span.end);
        self.parts.get(part).map_or_else(end, |part| part.span.start)
    }

    /// Returns the index of the result with which the game ends, or the number of parts.
    fn end_of_moves(&self) -> usize {
        let is_result = |part: &Part| matches!(part.kind, TokenKind::Result(_));
        let behind = self.parts.iter().rev().take_while(|part| part.kind == TokenKind::Comment).count();
        let last = self.parts.len() - behind;
        if last > 0 && is_result(&self.parts[last - 1]) { last - 1 } else { self.parts.len() }
    }

    /// Returns the span of a variation with its brackets.
    pub(super) fn span_of(&self, variation: &Variation) -> Span {
        let start = self.parts[variation.opening].span.start;
        let end = if variation.is_closed {
            self.parts[variation.end].span.end
        } else {
            self.start_of(variation.end)
        };
        Span::new(start, start + self.text[start..end].trim_ascii_end().len())
    }

    /// Returns where the line goes on after a closed variation, if its number there counts the moves of the variation.
    fn counted_from(&self, variation: &Variation) -> Option<usize> {
        let is_of_line = |part: &&Part| matches!(part.kind, TokenKind::MoveNumber | TokenKind::Move);
        let next = self.parts[variation.end + 1..].iter().find(is_of_line)?;
        let is_number = next.kind == TokenKind::MoveNumber && variation.first_move.is_some();
        // a variation begins one ply earlier
        let is_counted = || self.numbered_ply(next.span).previous() == variation.ply_behind;
        (is_number && is_counted()).then_some(next.span.start)
    }

    /// Returns whether a variation has only annotations, comments and results.
    fn is_empty(&self, variation: &Variation) -> bool {
        use TokenKind::{Comment, Nag, Other, Result};
        let is_other =
            |part: &Part| part.fault.is_none() && matches!(part.kind, Comment | Nag | Other | Result(_));
        self.parts[variation.opening + 1..variation.end].iter().all(is_other)
    }

    /// Returns the edits that leave out the brackets of a closed variation without moves. Its comments and
    /// annotations then belong to the line around it.
    fn without_brackets(&self, variation: &Variation) -> Vec<TokenEdit> {
        let inside = &self.parts[variation.opening + 1..variation.end];
        if inside.is_empty() || inside.iter().any(|part| self.written(part.span).starts_with(b".")) {
            return self.without(variation);
        }
        let signs = [variation.opening, variation.end].map(|at| self.parts[at].span);
        signs.map(|sign| TokenEdit::skip(sign.start, sign.end)).to_vec()
    }

    /// Returns the edits that leave out a variation. If it has no moves, its comments stay in the line around it.
    pub(super) fn without(&self, variation: &Variation) -> Vec<TokenEdit> {
        let span = self.span_of(variation);
        let mut edits = Vec::new();
        let mut at = span.start;
        let comments = self.parts_in(span).iter().filter(|part| part.kind == TokenKind::Comment);
        for comment in comments.filter(|_| variation.first_move.is_none()) {
            edits.push(TokenEdit::skip(at, comment.span.start));
            at = comment.span.end;
        }
        edits.push(TokenEdit::skip(at, span.end));
        edits
    }
}

/// What must be known about a whole game before its variations can be matched.
struct Matched {
    /// The opening brackets that are never closed, in order.
    open: Vec<usize>,
    /// The last place of each move number outside closed variations.
    last: HashMap<PlyNumber, usize>,
}

impl Matched {
    fn of(game: &BrokenGame<'_>) -> Matched {
        let mut open: Vec<usize> = Vec::new();
        // the numbers since each open bracket; those in a closed variation do not count
        let mut numbers: Vec<Vec<usize>> = vec![Vec::new()];
        for (at, part) in game.parts.iter().enumerate().skip(game.moves) {
            match part.kind {
                TokenKind::VariationStart => {
                    open.push(at);
                    numbers.push(Vec::new());
                }
                TokenKind::VariationEnd if open.pop().is_some() => drop(numbers.pop()),
                TokenKind::MoveNumber => numbers.last_mut().into_iter().for_each(|numbers| numbers.push(at)),
                _ => {}
            }
        }
        let number = |at: usize| (game.numbered_ply(game.parts[at].span), at);
        Matched { open, last: numbers.into_iter().flatten().map(number).collect() }
    }

    fn is_closed(&self, opening: usize) -> bool {
        self.open.binary_search(&opening).is_err()
    }

    /// Returns whether a number comes again after a part.
    fn comes_again(&self, number: PlyNumber, at: usize) -> bool {
        self.last.get(&number).is_some_and(|last| *last > at)
    }
}
