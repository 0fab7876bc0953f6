//! Move numbers as evidence: whether the numbers of a line count its moves.
//!
//! Each line is counted by itself, from its own first number, so a number alone proves nothing. Two numbers that agree
//! with each other and not with the moves before them show that moves are missing there, or are too many
//! (`docs/guide/repair.md`, rule 7).

use shakmaty::Color;

use super::lints::{number_edit, number_fix};
use crate::message::problem::problems;
use crate::message::{Code, Fix, PlyNumber};
use crate::syntax::{CommentForm, Game, MoveNumber, Node, Notation, NotationKind, NumberMark, Replaced};
use crate::text::{Edit, Source, Span};

problems! {
    /// A number does not count the moves of its line.
    #[derive(Clone, Debug)]
    pub(super) enum NumberFault(language) {
        /// One number is off by itself.
        Slip { expected: u32 } = Code::NumbersDisagree, language.wrong_number;
        /// The numbers count the moves of both sides.
        CountsPlies = Code::NumbersDisagree, language.counts_plies;
        /// Moves are missing before a number.
        Missing { before: u32, found: u32 } = Code::NumbersDisagree, language.moves_missing
            => language.lenient_plays_on;
        /// There are more moves before a number than it counts.
        TooMany { found: u32 } = Code::NumbersDisagree, language.moves_doubled => language.lenient_plays_on;
        /// The first number is not 1, and no position is given.
        NoPosition { found: u32 } = Code::BeginningMissing, language.beginning_missing => language.lenient_plays_on;
    }
    describe with fixes;
}

impl NumberFault {
    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        match self {
            NumberFault::Slip { expected } => number_fix(source, span, *expected).into_iter().collect(),
            _ => Vec::new(),
        }
    }
}

/// A number at its place in a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbered {
    number: MoveNumber,
    /// The next ply, counted by the moves.
    next: PlyNumber,
    /// Whether it is that of Black's move.
    is_blacks: bool,
    /// Its offset.
    at: usize,
    /// Whether words without braces stand before it, so that it may be a part of a sentence.
    follows_words: bool,
}

impl Numbered {
    /// Creates a number before a ply. In CTL-PGN a number counts the play that the ply belongs to.
    pub(super) fn of<N: Notation>(number: MoveNumber, next: PlyNumber, at: usize) -> Numbered {
        let counts_plays = N::KIND == Some(NotationKind::CtlPgn);
        let is_blacks = number.mark == NumberMark::Black || counts_plays && next.side == Color::Black;
        Numbered { number, next, is_blacks, at, follows_words: false }
    }

    pub(super) fn number(&self) -> MoveNumber {
        self.number
    }

    pub(super) fn next(&self) -> PlyNumber {
        self.next
    }

    /// Returns how many plies the number is ahead of the moves.
    fn lead(&self) -> i64 {
        let white = PlyNumber { number: self.number.value, side: Color::White };
        let named = if self.is_blacks { white.next() } else { white };
        named.ordinal().cast_signed() - self.next.ordinal().cast_signed()
    }

    /// Returns the number of the next ply if the number is ahead of it by some plies too many.
    fn number_of(&self, missing: i64) -> u32 {
        let named = 2 * i64::from(self.number.value) + i64::from(self.is_blacks);
        u32::try_from((named - missing).div_euclid(2)).unwrap_or(0)
    }

    /// Returns whether the number stands before Black's move as that of White's move would.
    fn is_unmarked_blacks(&self) -> bool {
        !self.is_blacks && self.next.side == Color::Black
    }
}

/// How the numbers of a line count its moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count {
    /// Whether the line begins with the first move of a game, so that its numbers should count from 1.
    pub(super) is_whole: bool,
    /// How many plies its numbers are ahead of its moves, once that is known.
    lead: Option<i64>,
    /// The last number.
    pub(super) last: Option<Numbered>,
}

impl Count {
    /// Notes a number. Returns whether it agrees with those before it.
    #[inline]
    pub(super) fn note(&mut self, found: Numbered) -> bool {
        let last = self.last.replace(found);
        let ahead = found.lead();
        if self.lead == Some(ahead) {
            return true;
        }
        let counts_from_1 = self.is_whole && found.number.value > 0;
        let lead = *self.lead.get_or_insert(if counts_from_1 { 0 } else { ahead });
        // White's number may be repeated before Black's move, and a line may begin with Black's move
        let is_repeated = |last: Numbered| {
            last.number.value == found.number.value
                && last.next.next() == found.next
                && found.is_unmarked_blacks()
        };
        ahead == lead
            || ahead == lead - 1 && last.is_some_and(is_repeated)
            // a count that Black's move began may go on by White's
            || ahead == lead + 1 && lead.rem_euclid(2) == 1
    }

    /// Returns the count of what follows if a number is right.
    pub(super) fn from(found: Numbered) -> Count {
        Count { is_whole: false, lead: Some(found.lead()), last: Some(found) }
    }
}

/// What a number says that does not agree with its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is off by itself; it should be `expected`.
    Slip { expected: u32 },
    /// The numbers of the line count plies.
    CountsPlies,
    /// It stands before the first move of a game, and is not 1.
    First,
    /// The next number agrees with it, so moves are missing, or too many; or it stands in a sentence.
    Step {
        /// How many plies are missing; negative if there are too many.
        missing: i64,
        /// The number of the last move before it.
        before: u32,
        /// Where the line ends: before the number or, if a pair before it is incomplete, before the last number that is
        /// right; 0 if there is none, so that no move of the line has a known place.
        end: usize,
    },
}

/// Moves in brackets that are no variation: their number is the next one of the line before them, or the number after
/// them counts them.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContinuedLine {
    /// The opening bracket.
    pub(super) opening: Span,
    /// The closing bracket.
    pub(super) closing: Span,
    /// Where the line goes on after the brackets, if the next number there counts the moves in them.
    pub(super) counted_at: Option<usize>,
}

/// What the numbers of a game say that do not agree with their lines.
#[derive(Debug, Default)]
pub(super) struct Disagreements {
    /// The verdicts by the offsets of the numbers.
    verdicts: Vec<(usize, Verdict)>,
    continued: Vec<ContinuedLine>,
}

/// A line whose numbers are gathered.
#[derive(Debug, Default)]
struct CountedLine {
    /// Its first ply.
    first: PlyNumber,
    /// The ply that comes next.
    next: PlyNumber,
    moves: usize,
    is_whole: bool,
    numbers: Vec<Numbered>,
    /// Its opening bracket; the main line has none.
    opening: Option<Span>,
    /// The variations since the last number, each with the number of its moves, and whether its own number is the next
    /// one here.
    variations: Vec<(ContinuedLine, i64, bool)>,
    /// Where the line goes on after these.
    goes_on_at: Option<usize>,
}

impl Disagreements {
    /// Judges all numbers of a game whose first ply is `first`, line by line. `is_given` tells whether a tag gives the
    /// position there.
    pub(super) fn of<N: Notation>(game: &Game<'_, N>, first: PlyNumber, is_given: bool) -> Disagreements {
        let mut found = Disagreements::default();
        let mut lines =
            vec![CountedLine { first, next: first, is_whole: !is_given, ..CountedLine::default() }];
        for (index, element) in game.movetext.iter().enumerate() {
            let Some(line) = lines.last_mut() else { break };
            match element.node {
                Node::Move(_) => {
                    line.goes_on_at.get_or_insert(element.span.start);
                    (line.next, line.moves) = (line.next.next(), line.moves + 1);
                }
                Node::MoveNumber(number) if number.mark != NumberMark::Unknown => {
                    let mut number = Numbered::of::<N>(number, line.next, element.span.start);
                    let last = index.checked_sub(1).map(|last| game.movetext[last].node);
                    number.follows_words = last == Some(Node::Comment(CommentForm::Sentence));
                    line.goes_on_at.get_or_insert(element.span.start);
                    found.continued.extend(line.continued(Some(number)));
                    line.numbers.push(number);
                }
                Node::VariationStart(_) => {
                    let variation = line.variation(N::replaced_by(&game.movetext[index + 1..]));
                    lines.push(CountedLine { opening: Some(element.span), ..variation });
                }
                Node::VariationEnd => found.end_line(&mut lines, element.span),
                _ => {}
            }
        }
        while !lines.is_empty() {
            found.end_line(&mut lines, Span::default());
        }
        found.verdicts.sort_unstable_by_key(|(at, _)| *at);
        found.continued.sort_unstable_by_key(|line| line.opening.start);
        found
    }

    /// Judges the numbers of the innermost line, and notes it in the one around it.
    fn end_line(&mut self, lines: &mut Vec<CountedLine>, closing: Span) {
        let Some(mut left) = lines.pop() else { return };
        self.verdicts.extend(left.verdicts());
        self.continued.extend(left.continued(None));
        if let (Some(around), Some(opening)) = (lines.last_mut(), left.opening) {
            let first = left.numbers.iter().take_while(|number| number.next == left.first).last();
            let back = around.next.ordinal().cast_signed() - left.first.ordinal().cast_signed();
            let is_next = first.is_some_and(|number| number.lead() == back);
            let line = ContinuedLine { opening, closing, counted_at: None };
            around.variations.push((line, left.moves as i64, is_next));
            around.goes_on_at = None;
        }
    }

    /// Returns the moves in the brackets of which the opening one stands at an offset, if they are no variation.
    pub(super) fn continued(&self, opening: Span) -> Option<ContinuedLine> {
        let index = self.continued.binary_search_by_key(&opening.start, |line| line.opening.start).ok()?;
        Some(self.continued[index])
    }

    /// Returns what the number at an offset says, if it does not agree with its line.
    pub(super) fn at(&self, offset: usize) -> Option<Verdict> {
        let index = self.verdicts.binary_search_by_key(&offset, |(at, _)| *at).ok()?;
        Some(self.verdicts[index].1)
    }
}

impl CountedLine {
    /// Returns a variation that begins after the last move.
    fn variation(&self, replaced: Replaced) -> CountedLine {
        let back = Some(replaced.moves_back(self.next.side)).filter(|back| *back <= self.moves).unwrap_or(0);
        let first = (0..back).fold(self.next, |ply, _| ply.previous());
        CountedLine { first, next: first, ..CountedLine::default() }
    }

    /// Returns the variations since the last number that are none, by their own numbers or by the next one.
    fn continued(&mut self, number: Option<Numbered>) -> impl Iterator<Item = ContinuedLine> {
        let (ahead, goes_on_at) = (number.map(|number| number.lead()), self.goes_on_at);
        self.variations.drain(..).filter_map(move |(line, moves, is_next)| match ahead {
            Some(ahead) if ahead == moves => Some(ContinuedLine { counted_at: goes_on_at, ..line }),
            Some(ahead) if ahead != 0 => None,
            _ => is_next.then_some(line),
        })
    }

    /// Judges the numbers that do not agree with those before them.
    fn verdicts(&self) -> Vec<(usize, Verdict)> {
        let (mut verdicts, counts_plies) = (Vec::new(), self.counts_plies());
        let mut count = Count { is_whole: self.is_whole, ..Count::default() };
        let mut right = None;
        for (found, other) in self.numbers.iter().zip(self.others()) {
            let is_first = count.last.is_none();
            if count.note(*found) {
                right = Some(found.at);
                continue;
            }
            let missing = found.lead() - count.lead.unwrap_or_default();
            let mut if_right = Count::from(*found);
            let verdict = if self.is_whole && is_first && found.next == PlyNumber::START {
                Verdict::First
            } else if counts_plies {
                Verdict::CountsPlies
            } else if found.follows_words || other.is_some_and(|other| if_right.note(other)) {
                let end = right.map_or(0, |right| if missing % 2 == 0 { found.at } else { right });
                (count, right) = (Count::from(*found), Some(found.at));
                let before = moved(found.number.value, missing.div_euclid(2) + 1);
                Verdict::Step { missing, before, end }
            } else {
                Verdict::Slip { expected: found.number_of(missing) }
            };
            verdicts.push((found.at, verdict));
        }
        verdicts
    }

    /// Returns for each number the next one with another value: one that is repeated is no other witness.
    fn others(&self) -> Vec<Option<Numbered>> {
        let mut others = vec![None; self.numbers.len()];
        // from the end, so that each takes what the next one has found
        for (at, pair) in self.numbers.windows(2).enumerate().rev() {
            let is_same = pair[0].number.value == pair[1].number.value;
            others[at] = if is_same { others[at + 1] } else { Some(pair[1]) };
        }
        others
    }

    /// Returns whether three numbers or more count the moves of both sides. Two could do so by chance.
    fn counts_plies(&self) -> bool {
        let ahead = |found: &Numbered| i64::from(found.number.value) - found.next.ordinal().cast_signed();
        self.numbers.len() >= 3 && self.numbers.windows(2).all(|pair| ahead(&pair[0]) == ahead(&pair[1]))
    }
}

/// Returns the changes that move all numbers of a game from an offset on to where they would be if no plies were missing;
/// none if that is an odd number of plies.
pub(super) fn renumbered<N: Notation>(game: &Game<'_, N>, from: usize, missing: i64) -> Vec<Edit> {
    let numbers = game.movetext.iter().filter(|element| element.span.start >= from);
    let numbers = numbers.filter_map(|element| match element.node {
        Node::MoveNumber(number) if number.mark != NumberMark::Unknown => Some((number, element.span)),
        _ => None,
    });
    if missing % 2 != 0 {
        return Vec::new();
    }
    let edit =
        |(number, span): (MoveNumber, Span)| number_edit(game.text.0, span, moved(number.value, missing / 2));
    numbers.filter_map(edit).collect()
}

/// Returns a number that is smaller by `moves`.
fn moved(number: u32, moves: i64) -> u32 {
    u32::try_from(i64::from(number) - moves).unwrap_or(0)
}
