//! Plays, and the signs after their moves (notation, "Secuencia de jugadas" and "Indicador
//! referente a la partida").

use super::layout::{MovetextPart, PartKind, SourceLines};
use super::{Found, PedanticLint};
use crate::notation::ctl::{CtlAn, CtlMark, PlaySign, token};
use crate::syntax::{Game, Node, NumberMark, Outcome};
use crate::text::Span;

/// How far a play has been read.
#[derive(Clone, Copy, PartialEq)]
enum Stage {
    /// No play has begun in this line.
    None,
    /// Up to its number.
    Numbered(Span),
    /// Up to White's move, or what replaces it.
    White,
    /// Up to the comma after White's move.
    Comma(Span),
    /// Up to Black's move.
    Black,
}

/// A line of moves: the main line or a variation.
struct PlayedLine {
    stage: Stage,
    /// The row of the file on which the play was last continued.
    row: usize,
    is_broken: bool,
}

impl PlayedLine {
    const START: PlayedLine = PlayedLine { stage: Stage::None, row: 0, is_broken: false };
}

/// The content of the signs after a move.
#[derive(Clone, Copy, Default)]
struct Signs {
    mates: bool,
    is_assessed: bool,
}

/// A `:` of the main line.
#[derive(Clone, Copy)]
struct End {
    span: Span,
    /// Whether it accepts a draw: `(=):`.
    accepts: bool,
}

/// A reader of plays.
struct Plays<'g, 'f> {
    text: &'g [u8],
    found: &'f mut Found,
    /// The open lines, the innermost last.
    lines: Vec<PlayedLine>,
    /// The number of line ends before the current part.
    row: usize,
    /// The row on which the last part of a play is, in any line.
    last_row: Option<usize>,
    signs: Signs,
    /// The last move of the main line, if it does not mate.
    unmarked: Option<Span>,
    end: Option<End>,
    has_number: bool,
    /// The dots in place of White's move that lack a comma. Every reading warns about them.
    without_comma: Vec<Span>,
}

pub(super) fn lints(game: &Game<'_, CtlAn>, parts: &[MovetextPart<'_>], found: &mut Found) {
    let mut plays = Plays {
        text: game.text.0,
        found,
        lines: vec![PlayedLine::START],
        row: 0,
        last_row: None,
        signs: Signs::default(),
        unmarked: None,
        end: None,
        has_number: false,
        without_comma: token::without_comma(game).collect(),
    };
    let mut previous = None;
    for (at, part) in parts.iter().enumerate() {
        let between = previous.map_or(part.span.start, |previous: &MovetextPart<'_>| previous.span.end);
        // an unclosed variation may end inside an unclosed comment, so parts may overlap
        plays.row += SourceLines(game.text.0).count(Span::new(between, part.span.start.max(between)));
        plays.read(part, previous, parts.get(at + 1));
        plays.row += SourceLines(game.text.0).count(part.span);
        previous = Some(part);
    }
    if game.cut_at.is_none() {
        plays.finish(game);
    }
}

impl Plays<'_, '_> {
    fn tell(&mut self, lint: PedanticLint, span: Span) {
        self.found.push((lint, span));
    }

    fn line(&mut self) -> &mut PlayedLine {
        // unwrap(): brackets match, so the main line is never closed
        self.lines.last_mut().unwrap()
    }

    fn read(
        &mut self,
        part: &MovetextPart<'_>,
        previous: Option<&MovetextPart<'_>>,
        next: Option<&MovetextPart<'_>>,
    ) {
        let element = match part.kind {
            PartKind::Comma => return self.comma(part.span, previous, next),
            PartKind::Dots | PartKind::LeftOut | PartKind::Result => return,
            PartKind::Element(element) => element,
        };
        match &element.node {
            Node::MoveNumber(number) => self.number(part.span, number.mark, number.value, next),
            Node::Sign(PlaySign::Omitted) if self.is_black_left_out(next) => {
                self.go_on(part.span);
                self.tell(PedanticLint::BlackLeftOut, part.span);
                self.line().stage = Stage::White;
            }
            Node::Sign(PlaySign::Omitted) => {
                self.white(part.span);
                // another lint already warns that the comma is missing
                if self.without_comma.binary_search_by_key(&part.span.start, |span| span.start).is_ok() {
                    self.line().stage = Stage::Comma(element.span);
                }
            }
            Node::Move(written) => self.one_move(part.span, written.mark() == Some(CtlMark::Mate)),
            Node::Nag(_) => self.assessment(part.span, previous),
            Node::Sign(PlaySign::DrawOffer) => self.offer(part.span, previous),
            Node::Sign(PlaySign::EndOfPlay) => self.colon(part.span, previous),
            Node::VariationStart(_) => self.lines.push(PlayedLine::START),
            Node::VariationEnd => {
                self.leave_line();
                self.lines.pop();
            }
            Node::Comment(_) => {}
        }
    }

    /// Returns whether dots are in place of Black's move: after White's move, and before the end of the
    /// play.
    fn is_black_left_out(&mut self, next: Option<&MovetextPart<'_>>) -> bool {
        let ends_play = |node: &Node<CtlAn>| {
            matches!(node, Node::MoveNumber(_) | Node::VariationEnd | Node::Sign(PlaySign::EndOfPlay))
        };
        let is_result = next.is_some_and(|next| matches!(next.kind, PartKind::Result));
        matches!(self.line().stage, Stage::White | Stage::Comma(_))
            && (is_result || self.is_node(next, ends_play))
    }

    /// Begins a play with its number.
    fn number(&mut self, span: Span, mark: NumberMark, value: u32, next: Option<&MovetextPart<'_>>) {
        match self.line().stage {
            Stage::Numbered(number) => self.tell(PedanticLint::NumberAlone, number),
            Stage::White | Stage::Comma(_) => self.tell(PedanticLint::HalfPlay, span),
            Stage::None | Stage::Black => {}
        }
        let is_first = !std::mem::replace(&mut self.has_number, true);
        let text = &self.text[span.range()];
        if value == 0 {
            self.tell(PedanticLint::NumberZero, span);
        }
        if mark == NumberMark::Unknown && (!is_first || value != 1) {
            self.tell(PedanticLint::UnknownNumberMisplaced, span);
        }
        let gap = next.map(|next| &self.text[span.end..next.span.start.max(span.end)]);
        let is_spaced = text.ends_with(b".") || mark == NumberMark::Unknown;
        if !is_spaced || gap.is_some_and(|gap| gap != b" " && !gap.contains(&b'\n')) {
            self.tell(PedanticLint::NumberSpacing, span);
        }
        self.begin_play(span);
        self.line().stage = Stage::Numbered(span);
    }

    fn begin_play(&mut self, span: Span) {
        if self.last_row == Some(self.row) {
            self.tell(PedanticLint::TwoPlaysOnALine, span);
        }
        self.last_row = Some(self.row);
        let row = self.row;
        *self.line() = PlayedLine { row, ..PlayedLine::START };
    }

    /// Reports a `:` after which the main line goes on.
    fn end_was_early(&mut self) {
        if self.lines.len() == 1
            && let Some(end) = self.end.take()
        {
            let lint = if end.accepts { PedanticLint::MovesAfterDraw } else { PedanticLint::ColonSurplus };
            self.tell(lint, end.span);
        }
    }

    /// Continues a play.
    fn go_on(&mut self, span: Span) {
        let row = self.row;
        self.last_row = Some(row);
        let line = self.line();
        let breaks = line.row != row && !line.is_broken;
        (line.row, line.is_broken) = (row, line.is_broken || breaks);
        if breaks {
            self.tell(PedanticLint::PlayOverLines, span);
        }
    }

    /// Reads White's move, or what replaces it.
    fn white(&mut self, span: Span) {
        if matches!(self.line().stage, Stage::Numbered(_)) {
            self.go_on(span);
        } else {
            self.begin_play(span);
            self.tell(PedanticLint::NumberMissing, span);
        }
        self.line().stage = Stage::White;
    }

    fn one_move(&mut self, span: Span, mates: bool) {
        self.end_was_early();
        match self.line().stage {
            Stage::None | Stage::Numbered(_) | Stage::Black => self.white(span),
            stage @ (Stage::White | Stage::Comma(_)) => {
                if stage == Stage::White {
                    self.tell(PedanticLint::CommaMissing, span);
                }
                self.go_on(span);
                self.line().stage = Stage::Black;
            }
        }
        self.signs = Signs { mates, is_assessed: false };
        if self.lines.len() == 1 {
            self.unmarked = Some(span).filter(|_| !mates);
        }
    }

    fn comma(&mut self, span: Span, previous: Option<&MovetextPart<'_>>, next: Option<&MovetextPart<'_>>) {
        if self.line().stage != Stage::White {
            return self.tell(PedanticLint::CommaSurplus, span);
        }
        let is_omission = |part: &MovetextPart<'_>| matches!(part.kind, PartKind::Element(element) if element.node == PlaySign::Omitted);
        // "…," is generally written with a space in a variation
        let is_variation = self.lines.len() > 1;
        let is_joined =
            previous.is_none_or(|part| (is_variation && is_omission(part)) || part.span.end == span.start);
        let black = next.filter(|next| self.is_move(Some(next)));
        let gap = black.map(|next| &self.text[span.end..next.span.start]);
        let is_spaced = gap.is_none_or(|gap| gap == b" " || gap.contains(&b'\n'));
        if !is_joined || !is_spaced {
            self.tell(PedanticLint::CommaSpacing, span);
        }
        self.go_on(span);
        self.line().stage = Stage::Comma(span);
    }

    fn assessment(&mut self, span: Span, previous: Option<&MovetextPart<'_>>) {
        let text = &self.text[span.range()];
        if text.starts_with(b"$") {
            self.tell(PedanticLint::NumericAssessment, span);
        }
        if self.signs.is_assessed {
            self.tell(PedanticLint::SecondAssessment, span);
        } else if self.signs.mates {
            self.tell(PedanticLint::MateAssessed, span);
        } else if !self.is_move(previous) || self.gap(previous, span) != b" " {
            self.tell(PedanticLint::AssessmentMisplaced, span);
        }
        self.signs.is_assessed = true;
        self.sign(span);
    }

    fn offer(&mut self, span: Span, previous: Option<&MovetextPart<'_>>) {
        let expected: &[u8] = if self.is_move(previous) { b" " } else { b"" };
        let is_after = self.is_move(previous) || self.is_node(previous, |node| matches!(node, Node::Nag(_)));
        if self.signs.mates {
            self.tell(PedanticLint::MateOffered, span);
        } else if !is_after || self.gap(previous, span) != expected {
            self.tell(PedanticLint::OfferMisplaced, span);
        }
        self.sign(span);
    }

    fn colon(&mut self, span: Span, previous: Option<&MovetextPart<'_>>) {
        self.sign(span);
        if self.lines.len() > 1 || self.signs.mates || self.end.is_some() {
            return self.tell(PedanticLint::ColonSurplus, span);
        }
        let gap = self.gap(previous, span);
        let accepts = gap.is_empty() && self.is_node(previous, |node| *node == PlaySign::DrawOffer);
        let follows_sign =
            self.is_node(previous, |node| matches!(node, Node::Sign(PlaySign::DrawOffer) | Node::Nag(_)));
        let is_apart = if follows_sign { !gap.is_empty() } else { self.is_move(previous) && gap.len() > 1 };
        if is_apart && !gap.contains(&b'\n') {
            self.tell(PedanticLint::ColonApart, span);
        }
        self.end = Some(End { span, accepts });
    }

    /// Continues a play with a sign, which must be on the line of the play.
    fn sign(&mut self, span: Span) {
        if matches!(self.line().stage, Stage::White | Stage::Black) {
            self.go_on(span);
        }
    }

    fn gap(&self, previous: Option<&MovetextPart<'_>>, span: Span) -> &[u8] {
        previous.map_or(b"", |previous| &self.text[previous.span.end..span.start])
    }

    fn is_move(&self, part: Option<&MovetextPart<'_>>) -> bool {
        self.is_node(part, |node| matches!(node, Node::Move(_)))
    }

    fn is_node(&self, part: Option<&MovetextPart<'_>>, is: impl Fn(&Node<CtlAn>) -> bool) -> bool {
        matches!(part, Some(MovetextPart { kind: PartKind::Element(element), .. }) if is(&element.node))
    }

    /// Ends a line, which must not end with a number or a comma.
    fn leave_line(&mut self) {
        match self.line().stage {
            Stage::Numbered(number) => self.tell(PedanticLint::NumberAlone, number),
            Stage::Comma(comma) => self.tell(PedanticLint::CommaSurplus, comma),
            Stage::None | Stage::White | Stage::Black => {}
        }
    }

    /// Ends the game.
    fn finish(&mut self, game: &Game<'_, CtlAn>) {
        self.leave_line();
        match self.end {
            None => {
                let unmarked = self.unmarked;
                unmarked.into_iter().for_each(|span| self.tell(PedanticLint::ColonMissing, span));
            }
            Some(end) if end.accepts => match game.result {
                None | Some((Outcome::Draw, _)) => {}
                Some((Outcome::Unknown, _)) => self.tell(PedanticLint::OfferLeftOpen, end.span),
                Some(_) => self.tell(PedanticLint::AcceptedDrawNotDrawn, end.span),
            },
            Some(_) => {}
        }
    }
}
