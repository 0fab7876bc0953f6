//! The reason why a line differs from the minimal form, and the section of the notation that it comes
//! from.

use super::pedantic::{self, PedanticLint};
use super::reduced::filtered;
use super::{CtlAn, is_position, omissions, position_tag, sections};
use crate::message::{Code, Describe, Fix, Language, fill};
use crate::notation::reduced::{Departure, Gap, OfSection};
use crate::syntax::{Element, Game, Node, Notation, TagPair};
use crate::text::{Source, Span};

/// A line of a game that differs from that of the minimal form.
pub(super) struct OddLine<'a, 's> {
    source: &'a Source,
    game: &'a Game<'s, CtlAn>,
    line: Span,
    minimal: &'a str,
    /// Whether an error cuts the line off, so that its minimal form is not the whole one.
    is_cut: bool,
}

/// A reason and its span.
type Reason = (OfSection, Span);

impl<'a, 's> OddLine<'a, 's> {
    /// Takes a line and what it is in the minimal form.
    pub(super) fn new(
        source: &'a Source,
        game: &'a Game<'s, CtlAn>,
        line: Span,
        minimal: &'a str,
    ) -> OddLine<'a, 's> {
        OddLine { source, game, line, minimal, is_cut: false }
    }

    /// Takes the part of a line before an error, and what it is in the minimal form.
    pub(super) fn cut(
        source: &'a Source,
        game: &'a Game<'s, CtlAn>,
        part: Span,
        minimal: &'a str,
    ) -> OddLine<'a, 's> {
        OddLine { is_cut: true, ..OddLine::new(source, game, part, minimal) }
    }

    /// Returns the first reason in the order of the file. White space is one if nothing else is.
    pub(super) fn reason(&self) -> Reason {
        self.listed()
            .or_else(|| self.result_missing())
            .or_else(|| self.white_space())
            .unwrap_or_else(|| self.unexplained())
    }

    /// Returns the first reason that is more than that the line is another one.
    pub(super) fn known_reason(&self) -> Option<Reason> {
        self.listed().or_else(|| self.white_space())
    }

    fn listed(&self) -> Option<Reason> {
        let mut reasons = Vec::new();
        self.tags(&mut reasons);
        self.elements(&mut reasons);
        self.lints(&mut reasons);
        self.moves(&mut reasons);
        // whether a : is missing depends on the mark of the move
        let is_end_missing = |reason: &OfSection| reason.code() == Code::ColonMissing;
        reasons.into_iter().min_by_key(|(reason, span)| (span.start, is_end_missing(reason)))
    }

    /// Finds a missing `Variant`, a `Redefine`, a second position, and other quotes.
    fn tags(&self, reasons: &mut Vec<Reason>) {
        if self.game.tag("Variant").is_none() && self.minimal.starts_with("[Variant ") {
            let departure = Departure::TagExpected { name: "Variant" };
            reasons.push((OfSection::new(sections::TAGS, departure), self.line));
        }
        let first_position = position_tag(self.game);
        for tag in self.game.tags.iter().filter(|tag| self.has(tag.span)) {
            if tag.is("Redefine") {
                let departure = Departure::NoSuchTag { name: "Redefine" };
                reasons.push((OfSection::new(sections::MINIMAL_READER, departure), tag.span));
            } else if is_position(tag) && Some(tag) != first_position {
                // only Annotator may be repeated
                reasons.push((OfSection::new(sections::OTHER_TAGS, Departure::SecondPosition), tag.span));
            } else if !self.source.bytes()[tag.value_span.range()].starts_with(b"\"") {
                let reason = self.with_line(Departure::Quotes);
                reasons.push((OfSection::new(sections::TAGS, reason), tag.value_span));
            }
        }
    }

    /// Finds comments and variations, and a first number that is not that of the play.
    fn elements(&self, reasons: &mut Vec<Reason>) {
        let number = self.minimal.split(['.', '?']).next().and_then(|number| number.parse().ok());
        let mut is_first = true;
        for element in self.movetext() {
            let (section, departure) = match element.node {
                Node::Comment(_) => (sections::MINIMAL_READER, Departure::Comment),
                Node::VariationStart(_) => (sections::MINIMAL_READER, Departure::Variation),
                Node::MoveNumber(written) if std::mem::take(&mut is_first) => {
                    match number.filter(|number| *number != written.value) {
                        Some(number) => (sections::PLAYS, Departure::WrongNumber { number }),
                        None => continue,
                    }
                }
                _ => continue,
            };
            reasons.push((OfSection::new(section, departure), element.span));
        }
    }

    /// Finds what the notation forbids. A play that goes on in another line shows it there.
    fn lints(&self, reasons: &mut Vec<Reason>) {
        let text = self.source.text(self.line);
        let goes_on = !text.is_empty() && self.minimal.starts_with(text.trim_end());
        let next = self.source.line_after(self.line).filter(|_| goes_on);
        let end = next.unwrap_or(self.line).end;
        let without_comma =
            omissions::without_comma(self.game).map(|span| (PedanticLint::CommaMissing, span));
        let found = pedantic::find(self.game).into_iter().chain(without_comma);
        for (lint, span) in found.filter(|(lint, _)| changes_the_text(*lint)) {
            if self.line.start <= span.start && span.start <= end {
                reasons.push((OfSection::new(lint.section(), self.with_line(lint)), span));
            }
        }
    }

    /// Finds the first move in another spelling.
    fn moves(&self, reasons: &mut Vec<Reason>) {
        let words = self.minimal.split([' ', ',', ':']).filter(|word| is_move(word));
        let moves = self.movetext().filter(|element| matches!(element.node, Node::Move(_)));
        let mut pairs = words.zip(moves.map(|element| element.span));
        let other = pairs.find(|(word, span)| self.source.text(*span) != *word);
        reasons.extend(other.map(|(word, span)| {
            let section = spelling_section(word, &self.source.text(span));
            (OfSection::new(section, Departure::Spelling { canonical: word.to_owned() }), span)
        }));
    }

    fn result_missing(&self) -> Option<Reason> {
        let is_missing = self.game.result.is_none() && self.game.end() <= self.line.start;
        is_missing.then(|| {
            let taken = CtlAn::result_text(self.game.outcome());
            (OfSection::new(sections::RESULT, Departure::ResultMissing { taken }), self.line)
        })
    }

    /// Finds white space and dots where the line and its minimal form begin to differ, if they differ in
    /// nothing else.
    fn white_space(&self) -> Option<Reason> {
        let written = self.source.text(self.line);
        if !written.is_empty() && without_gaps(&filtered(&written)) != without_gaps(&filtered(self.minimal)) {
            return None;
        }
        let (text, minimal) = (&self.source.bytes()[self.line.range()], self.minimal.as_bytes());
        let at = text.iter().zip(minimal).take_while(|(a, b)| a == b).count();
        let run = text[at..].iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == b'.').count();
        let allowed = if minimal.get(at) == Some(&b' ') { Gap::Space } else { Gap::Nothing };
        if run == 0 && !text.is_empty() && allowed != Gap::Space {
            return None;
        }
        let start = self.line.start + at;
        let departure = self.with_line(Departure::Gap(allowed));
        // the filters remove blank lines, and spaces and dots at the beginning of the others
        let section = match allowed {
            Gap::Nothing if at == 0 => sections::SIMPLIFICATION,
            _ if self.minimal.starts_with('[') => sections::TAGS,
            _ => sections::PLAYS,
        };
        Some((OfSection::new(section, departure), Span::new(start, start + run)))
    }

    /// Shows the line as it has to be, for want of a reason.
    fn unexplained(&self) -> Reason {
        let is_tag = |tag: &&TagPair<'_>| self.has(tag.span);
        let section = match self.game.tags.iter().find(is_tag) {
            Some(tag) if is_position(tag) => sections::TLPD,
            Some(_) => sections::TAGS,
            None => sections::MINIMAL_READER,
        };
        (OfSection::new(section, Departure::Line { minimal: self.minimal.to_owned() }), self.line)
    }

    fn with_line(&self, problem: impl Describe + 'static) -> WithLine {
        let minimal = (!self.is_cut).then(|| self.minimal.to_owned());
        WithLine { problem: Box::new(problem), minimal }
    }

    fn has(&self, span: Span) -> bool {
        span.start < self.line.end && self.line.start < span.end
    }

    fn movetext(&self) -> impl Iterator<Item = &'a Element<CtlAn>> {
        let line = self.line;
        let has = move |element: &&Element<CtlAn>| {
            line.start <= element.span.start && element.span.start < line.end
        };
        self.game.movetext.iter().filter(has)
    }
}

/// Tells whether what breaks a rule is written otherwise in the minimal form.
fn changes_the_text(lint: PedanticLint) -> bool {
    use PedanticLint as Lint;
    matches!(
        lint,
        Lint::CommaMissing
            | Lint::CommaSurplus
            | Lint::CommaSpacing
            | Lint::NumberSpacing
            | Lint::TwoPlaysOnALine
            | Lint::PlayOverLines
            | Lint::HalfPlay
            | Lint::NumberMissing
            | Lint::NumberAlone
            | Lint::UnknownNumberMisplaced
            | Lint::ColonMissing
            | Lint::ColonSurplus
            | Lint::DotsMisplaced
            | Lint::BlackLeftOut
            | Lint::EllipsisMissing
            | Lint::ResultNotAlone
            | Lint::ResultDash
            | Lint::AssessmentMisplaced
            | Lint::NumericAssessment
            | Lint::PawnLetter
            | Lint::UndefinedDash
            | Lint::LaterCapture
            | Lint::UndefinedMark
            | Lint::LaterMark
            | Lint::TagNotAlone
            | Lint::TlpdEmptyLine
            | Lint::TlpdShortLine
            | Lint::TlpdDigits
            | Lint::TlpdRights
            | Lint::TlpdSpecial
            | Lint::TlpdNumber
            | Lint::TlpdSpacing
    )
}

/// Returns a text without white space and dots.
fn without_gaps(text: &str) -> String {
    text.replace(|c: char| c.is_whitespace() || c == '.', "")
}

/// Tells whether a word of a line of moves is a move, not a number, an assessment, a result or dots.
fn is_move(word: &str) -> bool {
    word.starts_with(char::is_alphabetic)
}

/// Returns the section of the notation that says how a move is spelled.
fn spelling_section(canonical: &str, written: &str) -> &'static str {
    let bare = |text: &'_ str| text.trim_end_matches(['+', '^', '#']).to_owned();
    if bare(canonical) == bare(written) {
        sections::CHECK
    } else if canonical.starts_with("KR") {
        sections::EXCEPTIONS
    } else {
        sections::MOVE
    }
}

/// A problem whose help is the line as it has to be, unless an error cuts that off.
#[derive(Debug)]
struct WithLine {
    problem: Box<dyn Describe>,
    minimal: Option<String>,
}

impl Describe for WithLine {
    fn code(&self) -> Code {
        self.problem.code()
    }

    fn message(&self, language: &Language) -> String {
        self.problem.message(language)
    }

    fn help(&self, language: &Language) -> Option<String> {
        let minimal = self.minimal.as_ref()?;
        Some(fill(language.minimal_line, &[("line", minimal)]))
    }

    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        self.problem.fixes(source, span)
    }
}
