//! The pairs of brackets of a broken game: which signs belong together, and where one without a partner ends or begins.
//!
//! Tokens decide, never what is legal. Round and square brackets and stray braces are matched together: a sign closes the
//! innermost bracket of its kind, or else one that no sign of its kind closes. The move numbers show where a missing
//! sign stood. Brackets around nothing, doubled ones and those without a partner are ignored (`docs/guide/repair.md`,
//! rules 1 and 2).

use std::collections::{HashMap, HashSet};

use super::Repair;
use super::broken_game::{BrokenGame, BrokenPart, PartFault};
use crate::message::PlyNumber;
use crate::syntax::error::{Expected, SyntaxError, SyntaxFault};
use crate::syntax::{LexFault, Put, TokenEdit, TokenKind};
use crate::text::Span;

/// A variation or a remark of a broken game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// The index of its opening sign among the parts or, if that is missing, of the number that it stood before.
    opening: usize,
    /// The index of its closing sign, or of the first part after it if that is missing.
    end: usize,
    signs: Signs,
    /// The index of its first move.
    pub(super) first_move: Option<usize>,
    /// Whether a move stands before it in the line around it.
    has_move_before: bool,
    /// The ply that comes next in that line, counted by the moves.
    ply: PlyNumber,
    /// The ply that comes next in it where it ends.
    ply_after: PlyNumber,
}

/// The signs of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Signs {
    /// It is still open.
    Open,
    /// Both are there. They may be of two kinds.
    Both,
    /// The closing one is missing.
    Unclosed,
    /// The opening one is missing.
    Unopened,
}

/// A kind of bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bracket {
    Round,
    Square,
    Brace,
}

impl Bracket {
    /// Returns the kind of the bracket that a part of the movetext opens.
    fn opened_by(game: &BrokenGame<'_>, part: &BrokenPart) -> Option<Bracket> {
        match part.kind {
            TokenKind::VariationStart => Some(Bracket::Round),
            _ if game.text[part.span.start] == b'[' => Some(Bracket::Square),
            _ => None,
        }
    }

    fn closed_by(part: &BrokenPart) -> Option<Bracket> {
        match part.kind {
            TokenKind::VariationEnd => Some(Bracket::Round),
            TokenKind::TagEnd => Some(Bracket::Square),
            _ => (part.fault == Some(PartFault::StrayBrace)).then_some(Bracket::Brace),
        }
    }
}

/// A line of play up to a part.
#[derive(Clone, Copy, Debug)]
struct PairedLine {
    /// The index of its pair; the main line has none.
    pair: Option<usize>,
    /// The next ply, counted by its numbers and its moves: where a sign without a partner stood, a number shows that
    /// goes on from it.
    next: PlyNumber,
    /// The next ply, counted by its moves alone: which number comes after a sign that is right, whatever wrong numbers
    /// stand before it.
    ply: PlyNumber,
    has_move: bool,
    /// Whether a number does not show that the line goes on, because it is a remark, or a result has ended it.
    is_over: bool,
    /// The last number that is that of the move before it, with `next` and `ply` there: a variation may begin with it.
    went_back: Option<(usize, PlyNumber, PlyNumber)>,
}

/// The lines that are open at a part, from the main line to the innermost one.
struct OpenLines {
    lines: Vec<PairedLine>,
    /// The depths of the lines around the innermost one, in order, by their next ply. With it the
    /// end of an unclosed variation is found in constant time, however deeply it is nested.
    around: HashMap<PlyNumber, Vec<usize>>,
}

impl OpenLines {
    fn depth(&self) -> usize {
        self.lines.len() - 1
    }

    fn innermost(&mut self) -> &mut PairedLine {
        let depth = self.depth();
        &mut self.lines[depth]
    }

    fn enter(&mut self, line: PairedLine) {
        let (next, depth) = (self.innermost().next, self.depth());
        self.around.entry(next).or_default().push(depth);
        self.lines.push(line);
    }

    /// Leaves the innermost line and returns it.
    fn leave(&mut self) -> Option<PairedLine> {
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

/// The pairs of a broken game.
#[derive(Debug, Default)]
pub(in crate::syntax) struct Pairs {
    matched: Matched,
    /// The pairs, in the order of their opening signs.
    pairs: Vec<Pair>,
    /// The closing round brackets without an opening one, with the plies there.
    stray: Vec<(usize, PlyNumber)>,
    /// The results inside variations, except the one with which the game ends.
    results: Vec<(usize, PlyNumber)>,
    /// The index of the result with which the game ends, or the number of parts.
    end: usize,
}

impl Pairs {
    /// Matches the brackets of a game.
    pub(in crate::syntax) fn of(game: &BrokenGame<'_>) -> Pairs {
        let mut pairs = Pairs { matched: Matched::of(game), end: game.end_of_moves(), ..Pairs::default() };
        let (next, ply) = (game.first_ply, game.first_ply);
        let line = PairedLine { pair: None, next, ply, has_move: false, is_over: false, went_back: None };
        let mut lines = OpenLines { lines: vec![line], around: HashMap::new() };
        for (at, part) in game.parts.iter().enumerate().skip(game.moves) {
            pairs.note(game, &mut lines, (at, part));
        }
        while lines.depth() > 0 {
            pairs.end_line(&mut lines, pairs.end, Signs::Unclosed);
        }
        pairs
    }

    /// Notes a part of the movetext.
    fn note(&mut self, game: &BrokenGame<'_>, lines: &mut OpenLines, (at, part): (usize, &BrokenPart)) {
        if part.kind == TokenKind::MoveNumber {
            self.end_before_number(lines, at, game.numbered_ply(part.span));
        }
        if let Some(bracket) = Bracket::opened_by(game, part) {
            return self.open(lines, at, bracket);
        }
        if Bracket::closed_by(part).is_some() && self.close(game, lines, at) {
            return;
        }
        let line = lines.innermost();
        match part.kind {
            TokenKind::MoveNumber => {
                let number = game.numbered_ply(part.span);
                if line.has_move && number == line.next.previous() {
                    line.went_back = Some((at, line.next, line.ply));
                }
                line.next = number;
            }
            TokenKind::Move => {
                (line.next, line.ply, line.has_move) = (line.next.next(), line.ply.next(), true);
                if let Some(pair) = line.pair {
                    self.pairs[pair].first_move.get_or_insert(at);
                }
            }
            TokenKind::VariationEnd => self.close_unopened(game, lines, at),
            TokenKind::Result(_) if line.pair.is_some() && at != self.end => {
                self.results.push((at, line.ply));
                line.is_over = true;
            }
            _ => {}
        }
    }

    /// Opens a pair in the innermost line. Directly after the opening bracket of a variation it is an alternative to
    /// the same move.
    fn open(&mut self, lines: &mut OpenLines, at: usize, bracket: Bracket) {
        let line = *lines.innermost();
        let around = line.pair.map(|pair| self.pairs[pair]).filter(|around| around.opening + 1 == at);
        let is_remark = bracket == Bracket::Square;
        let (next, ply) = match around {
            None if !is_remark => (line.next.previous(), line.ply.previous()),
            _ => (line.next, line.ply),
        };
        let pair = Some(self.pairs.len());
        lines.enter(PairedLine { pair, next, ply, has_move: false, is_over: is_remark, went_back: None });
        self.pairs.push(Pair {
            opening: at,
            end: at,
            signs: Signs::Open,
            first_move: None,
            has_move_before: around.map_or(line.has_move, |around| around.has_move_before),
            ply: around.map_or(line.ply, |around| around.ply),
            ply_after: ply,
        });
    }

    /// Closes the pair of a closing sign, and ends those in it. Returns `false` if it closes none, or one that a number
    /// has ended, or if it is of another kind and no number after it agrees.
    fn close(&mut self, game: &BrokenGame<'_>, lines: &mut OpenLines, at: usize) -> bool {
        let Some(opening) = self.matched.opening(at) else { return false };
        let index = self.pairs.partition_point(|pair| pair.opening < opening);
        let around = self.pairs[index].ply;
        let is_right = || {
            self.matched.number_after(game, at + 1, around).is_some_and(|(number, reached)| number == reached)
        };
        if self.pairs[index].signs != Signs::Open || !self.matched.is_sure(opening) && !is_right() {
            return false;
        }
        while lines.innermost().pair != Some(index) {
            self.end_line(lines, at, Signs::Unclosed);
        }
        self.end_line(lines, at, Signs::Both);
        true
    }

    /// Opens the variation of a bracket that closes none before the last number that is that of the move before it, if
    /// the number after the bracket agrees with that.
    fn close_unopened(&mut self, game: &BrokenGame<'_>, lines: &mut OpenLines, at: usize) {
        let line = lines.innermost();
        let is_right = |(_, next, _): &(usize, PlyNumber, PlyNumber)| {
            let after = self.matched.number_after(game, at + 1, *next);
            after.is_none_or(|(number, reached)| number == reached)
        };
        let Some((opening, next, ply)) = line.went_back.filter(is_right) else {
            return self.stray.push((at, line.ply));
        };
        (line.next, line.ply, line.went_back) = (next, ply, None);
        let first_move = (opening..at).find(|at| game.parts[*at].kind == TokenKind::Move);
        let index = self.pairs.partition_point(|pair| pair.opening < opening);
        let (signs, has_move_before) = (Signs::Unopened, true);
        let pair = Pair { opening, end: at, signs, first_move, has_move_before, ply, ply_after: ply };
        self.pairs.insert(index, pair);
    }

    /// Ends the innermost pairs before a move number if no sign of their kind closes them and the number is the next
    /// one of a line around them, and not their own.
    fn end_before_number(&mut self, lines: &mut OpenLines, at: usize, number: PlyNumber) {
        let PairedLine { pair: Some(innermost), next, is_over, .. } = *lines.innermost() else { return };
        let Pair { opening, first_move, .. } = self.pairs[innermost];
        let is_own = number == next && !is_over;
        let may_be_inside = || first_move.is_none() || self.matched.closings.contains_key(&opening);
        if self.matched.is_sure(opening) || is_own || may_be_inside() && self.matched.comes_again(number, at)
        {
            return;
        }
        if let Some(depth) = lines.depth_before(number) {
            while lines.depth() > depth {
                self.end_line(lines, at, Signs::Unclosed);
            }
        }
    }

    /// Ends the innermost pair before or with a part.
    fn end_line(&mut self, lines: &mut OpenLines, end: usize, signs: Signs) {
        if let Some(PairedLine { pair: Some(left), ply, .. }) = lines.leave() {
            let pair = &mut self.pairs[left];
            (pair.end, pair.signs, pair.ply_after) = (end, signs, ply);
        }
    }

    /// Returns the innermost variation around an offset. Its closing bracket counts as inside, its opening bracket
    /// does not.
    pub(super) fn around(&self, game: &BrokenGame<'_>, offset: usize) -> Option<Pair> {
        let last = self.pairs.partition_point(|pair| game.start_of(pair.opening) < offset);
        let is_around = |pair: &&Pair| offset <= game.start_of(pair.end) && !game.is_remark(pair);
        self.pairs[..last].iter().rev().find(is_around).copied()
    }

    /// Returns the pair whose opening sign stands at an offset.
    pub(super) fn at(&self, game: &BrokenGame<'_>, offset: usize) -> Option<Pair> {
        let index = self.pairs.binary_search_by_key(&offset, |pair| game.start_of(pair.opening)).ok()?;
        Some(self.pairs[index])
    }

    /// Returns the next move number of the line from an offset on, and the ply that the line has reached by then, if
    /// `next` comes first.
    pub(super) fn number_after(
        &self,
        game: &BrokenGame<'_>,
        offset: usize,
        next: PlyNumber,
    ) -> Option<(PlyNumber, PlyNumber)> {
        self.matched.number_after(game, game.part_at(offset), next)
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
        let pairs = self.pairs.iter().filter_map(|pair| self.repair(game, pair));
        let mut repairs: Vec<Repair> = stray.chain(results).chain(pairs).collect();
        repairs.sort_by_key(|repair| repair.error.span.start);
        // a fault in a variation or a remark that is left out costs nothing more
        let mut remarks = self.pairs.iter().filter(|pair| game.is_remark(pair)).peekable();
        let mut done = 0;
        repairs.retain(|repair| {
            let at = repair.error.span.start;
            while let Some(remark) = remarks.next_if(|remark| game.start_of(remark.opening) < at) {
                done = done.max(game.span_of(remark).end);
            }
            let is_apart = at >= done;
            if let ([edit], true) = (&repair.edits[..], is_apart)
                && edit.put == Put::Nothing
            {
                done = done.max(edit.span.end);
            }
            is_apart
        });
        repairs
    }

    /// Returns what is done about the brackets of a variation, if they are not in order. Remarks are left out when the
    /// grammar refuses them.
    fn repair(&self, game: &BrokenGame<'_>, pair: &Pair) -> Option<Repair> {
        let (opening, span) = (game.parts[pair.opening].span, game.span_of(pair));
        let error = |fault, at| game.error(fault, at, Some(pair.ply));
        let unclosed = || error(SyntaxFault::UnclosedVariation, pair.opening);
        if game.parts[pair.opening].fault == Some(PartFault::TooDeep) {
            let error = error(SyntaxFault::Token(LexFault::TooDeep), pair.opening);
            return Some(Repair::leaving_out(span, error));
        }
        if game.is_remark(pair) {
            return None;
        }
        if pair.signs == Signs::Unopened {
            let edit = TokenEdit::before(opening.start, Put::VariationStart);
            return Some(Repair::by(edit, error(SyntaxFault::StrayVariationEnd, pair.end)));
        }
        if pair.signs == Signs::Unclosed {
            let edit = TokenEdit::close_variations(opening, game.start_of(pair.end));
            // a number without a move is left out with its bracket; another variation in it is kept
            let inside = &game.parts[pair.opening + 1..pair.end];
            let holds_other = inside.iter().any(|part| part.kind == TokenKind::VariationStart);
            return Some(match pair.first_move {
                Some(_) => Repair::by(edit, unclosed()),
                None if holds_other => Repair::leaving_out(opening, unclosed()),
                None => Repair::by_edits(game.without(pair), unclosed()),
            });
        }
        let closing = game.parts[pair.end];
        if closing.kind != TokenKind::VariationEnd {
            let is_line = pair.first_move.is_some() && pair.has_move_before;
            let close = TokenEdit::close_variations(opening, closing.span.start);
            let edits = vec![close, TokenEdit::skip(closing.span.start, closing.span.end)];
            let left_out = || vec![TokenEdit::skip(span.start, span.end)];
            return Some(Repair::by_edits(if is_line { edits } else { left_out() }, unclosed()));
        }
        let doubled = || self.at(game, game.parts.get(pair.opening + 1)?.span.start);
        if let Some(inner) = doubled().filter(|inner| inner.end + 1 == pair.end && !game.is_remark(inner)) {
            let edits = game.without_signs(&inner);
            let error = error(SyntaxFault::NeedlessBrackets, inner.opening);
            return Some(Repair::by_edits(edits, error).into_warning());
        }
        if pair.first_move.is_none() && game.is_empty(pair) {
            let error = SyntaxError { span, ..error(SyntaxFault::NeedlessBrackets, pair.opening) };
            return Some(Repair::by_edits(game.without_brackets(pair), error).into_warning());
        }
        if !pair.has_move_before {
            // if the line goes on after the moves in the brackets, it would be another line without them
            let end = game.counted_from(pair).map(TokenEdit::end_game);
            let edits = std::iter::once(TokenEdit::skip(span.start, span.end)).chain(end).collect();
            return Some(Repair::by_edits(
                edits,
                error(SyntaxFault::Unexpected(Expected::Move), pair.opening),
            ));
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
        let is_result = |part: &BrokenPart| matches!(part.kind, TokenKind::Result(_));
        let after = self.parts.iter().rev().take_while(|part| part.kind == TokenKind::Comment).count();
        let last = self.parts.len() - after;
        if last > 0 && is_result(&self.parts[last - 1]) { last - 1 } else { self.parts.len() }
    }

    /// Returns whether a pair begins with a square bracket, so that its moves are no variation.
    pub(super) fn is_remark(&self, pair: &Pair) -> bool {
        self.text[self.start_of(pair.opening)] == b'['
    }

    /// Returns the span of a pair with its signs. A remark that ends with the game is only its sign and the name after
    /// it.
    pub(super) fn span_of(&self, pair: &Pair) -> Span {
        let Span { start, end } = self.parts[pair.opening].span;
        let end = match pair.signs {
            Signs::Both | Signs::Unopened => self.parts[pair.end].span.end,
            _ if self.is_remark(pair) && !self.parts.get(pair.end).is_some_and(is_number) => end,
            _ => self.start_of(pair.end),
        };
        Span::new(start, start + self.text[start..end].trim_ascii_end().len())
    }

    /// Returns where the moves of a variation end.
    pub(super) fn end_of(&self, pair: &Pair) -> usize {
        self.start_of(pair.end)
    }

    /// Returns where the line goes on after a closed variation, if its number there counts the moves of the variation.
    fn counted_from(&self, pair: &Pair) -> Option<usize> {
        let is_of_line = |part: &&BrokenPart| is_number(part) || part.kind == TokenKind::Move;
        let next = self.parts[pair.end + 1..].iter().find(is_of_line)?;
        // a variation begins one ply earlier
        let is_counted = || self.numbered_ply(next.span).previous() == pair.ply_after;
        (is_number(next) && pair.first_move.is_some() && is_counted()).then_some(next.span.start)
    }

    /// Returns whether a variation has only annotations, comments and results.
    fn is_empty(&self, pair: &Pair) -> bool {
        use TokenKind::{Comment, Nag, Other, Result};
        let is_other = |part: &BrokenPart| {
            part.fault.is_none() && matches!(part.kind, Comment | Nag | Other | Result(_))
        };
        self.parts[pair.opening + 1..pair.end].iter().all(is_other)
    }

    /// Returns the edits that leave out the brackets of a closed variation without moves. Its comments and
    /// annotations then belong to the line around it.
    fn without_brackets(&self, pair: &Pair) -> Vec<TokenEdit> {
        let inside = &self.parts[pair.opening + 1..pair.end];
        if inside.is_empty() || inside.iter().any(|part| self.written(part.span).starts_with(b".")) {
            return self.without(pair);
        }
        self.without_signs(pair)
    }

    fn without_signs(&self, pair: &Pair) -> Vec<TokenEdit> {
        let signs = [pair.opening, pair.end].map(|at| self.parts[at].span);
        signs.map(|sign| TokenEdit::skip(sign.start, sign.end)).to_vec()
    }

    /// Returns the edits that leave out a variation. If it has no moves, its comments stay in the line around it.
    pub(super) fn without(&self, pair: &Pair) -> Vec<TokenEdit> {
        let span = self.span_of(pair);
        let mut edits = Vec::new();
        let mut at = span.start;
        let comments = self.parts_in(span).iter().filter(|part| part.kind == TokenKind::Comment);
        for comment in comments.filter(|_| pair.first_move.is_none()) {
            edits.push(TokenEdit::skip(at, comment.span.start));
            at = comment.span.end;
        }
        // the last comment may end with white space, which the span leaves out
        edits.push(TokenEdit::skip(at, span.end.max(at)));
        edits
    }
}

fn is_number(part: &BrokenPart) -> bool {
    part.kind == TokenKind::MoveNumber
}

/// How many parts are looked at after a sign, lest all be looked at for each.
const MOST_PARTS: usize = 256;

/// What must be known about the signs of a whole game before the moves between them can be counted.
#[derive(Debug, Default)]
struct Matched {
    /// The closing sign of each opening one, and the reverse.
    closings: HashMap<usize, usize>,
    openings: HashMap<usize, usize>,
    /// The opening signs that no sign of their kind closes.
    unsure: HashSet<usize>,
    /// The last place of each move number outside pairs of signs of one kind.
    last: HashMap<PlyNumber, usize>,
}

impl Matched {
    fn of(game: &BrokenGame<'_>) -> Matched {
        let mut matched = Matched::default();
        matched.pair_signs(game);
        let is_opening = |at: &usize| Bracket::opened_by(game, &game.parts[*at]).is_some();
        let openings = (game.moves..game.parts.len()).filter(is_opening);
        matched.unsure = openings.filter(|at| !matched.closings.contains_key(at)).collect();
        let mut at = game.moves;
        while let Some(part) = game.parts.get(at) {
            if is_number(part) {
                matched.last.insert(game.numbered_ply(part.span), at);
            }
            at = matched.closings.get(&at).unwrap_or(&at) + 1;
        }
        if !matched.unsure.is_empty() {
            // now it is known which signs none of their kind closes, so that those of another kind may
            matched.pair_signs(game);
        }
        matched
    }

    /// Pairs each closing sign with the innermost open one of its kind or, where it is known which of these no sign of
    /// their kind closes, else with the innermost one if that is such a sign.
    fn pair_signs(&mut self, game: &BrokenGame<'_>) {
        let mut open: Vec<(usize, Bracket)> = Vec::new();
        // how many are open of each kind, so that none is searched for in vain
        let mut counts = [0; 3];
        for (at, part) in game.parts.iter().enumerate().skip(game.moves) {
            if let Some(bracket) = Bracket::opened_by(game, part) {
                open.push((at, bracket));
                counts[bracket as usize] += 1;
            }
            let Some(bracket) = Bracket::closed_by(part) else { continue };
            let is_other = counts[bracket as usize] == 0;
            if is_other && !open.last().is_some_and(|(opening, _)| self.unsure.contains(opening)) {
                continue;
            }
            while let Some((opening, kind)) = open.pop() {
                counts[kind as usize] -= 1;
                if is_other || kind == bracket {
                    self.closings.insert(opening, at);
                    self.openings.insert(at, opening);
                    break;
                }
            }
        }
    }

    /// Returns the opening sign of a closing one.
    fn opening(&self, closing: usize) -> Option<usize> {
        self.openings.get(&closing).copied()
    }

    /// Returns whether a sign of its kind closes an opening sign.
    fn is_sure(&self, opening: usize) -> bool {
        !self.unsure.contains(&opening)
    }

    /// Returns whether a number comes again after a part.
    fn comes_again(&self, number: PlyNumber, at: usize) -> bool {
        self.last.get(&number).is_some_and(|last| *last > at)
    }

    /// Returns the next move number of the line from a part on, and the ply that the line has reached by then, if
    /// `next` comes first.
    fn number_after(
        &self,
        game: &BrokenGame<'_>,
        mut at: usize,
        mut next: PlyNumber,
    ) -> Option<(PlyNumber, PlyNumber)> {
        for _ in 0..MOST_PARTS {
            let part = game.parts.get(at)?;
            match part.kind {
                TokenKind::MoveNumber => return Some((game.numbered_ply(part.span), next)),
                TokenKind::Move => next = next.next(),
                TokenKind::VariationEnd | TokenKind::Result(_) => return None,
                _ => {}
            }
            at = self.closings.get(&at).unwrap_or(&at) + 1;
        }
        None
    }
}
