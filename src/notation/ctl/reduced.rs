//! Checks games against the reduced form of CTL-PGN: what the filters of the notation leave for a
//! minimal reader (notation, "Lector mínimo, y filtros").

use super::pedantic::PedanticLint;
use super::{CtlAn, is_position, pedantic, player_of, position_tag, token};
use crate::message::{Amended, Code, Describe, Diagnostic, Language, fill};
use crate::notation::departure::{Departure, Gap, is_of_tags};
use crate::syntax::{Element, Game, MinimalText, Node, Notation, TagPair};
use crate::text::{Source, Span};

/// Finds the first line of a game that differs from its minimal form, `minimal`.
///
/// If an error cuts the game off, the text before the error is checked. A blank line may separate games,
/// blank lines may follow the tags, and the offer of a draw, which the filters remove, may follow a
/// move. `previous` is the offset at which the previous game ended; `None` for the first game of a
/// file.
///
/// # Errors
///
/// Returns the departure, with the section of the notation that has the rule.
pub(super) fn check(
    source: &Source,
    game: &Game<'_, CtlAn>,
    previous: Option<usize>,
    minimal: &MinimalText,
) -> Result<(), Diagnostic> {
    // the filters remove what comes between games and after the result
    let outside = |section, departure, span| {
        Err(Diagnostic::error(Amended::new(departure).of_section(section), span, None))
    };
    // a game without parts, such as one that consists of dots, starts at 0
    let start = game.start().max(previous.unwrap_or(0));
    let gap = Span::new(previous.unwrap_or(0), start);
    let is_apart = match previous {
        Some(_) => Gap::BlankLine.allows(&source.bytes()[gap.range()]),
        None => gap.start == gap.end,
    };
    if !is_apart {
        return outside(SIMPLIFICATION, Departure::Gap(Gap::BlankLine), gap);
    }
    let after = |line| source.line_after(line).unwrap_or(Span::new(line.end, line.end));
    let mut line = source.line_span(start);
    let mut end = line.end;
    let mut follows_tags = false;
    for minimal_line in minimal.text.lines() {
        // the last move before the cut is marked as the last of the game
        let minimal_line = match minimal.cut_at {
            Some(_) => minimal_line.strip_suffix(':').unwrap_or(minimal_line),
            None => minimal_line,
        };
        while follows_tags && source.text(line).is_empty() && line.end < source.bytes().len() {
            line = after(line);
        }
        if let Some(at) = minimal.cut_at.filter(|at| *at <= line.end) {
            return check_before_cut(source, game, Span::new(line.start, at.max(line.start)), minimal_line);
        }
        if filtered(&source.text(line)) != filtered(minimal_line) {
            let (problem, span) = OddLine::new(source, game, line, minimal_line).reason();
            return Err(Diagnostic::error(problem, span, None));
        }
        follows_tags = is_tag(minimal_line);
        end = line.end;
        line = after(line);
    }
    if let Some(at) = minimal.cut_at.filter(|at| line.start < *at && *at <= line.end) {
        return check_before_cut(source, game, Span::new(line.start, at), "");
    }
    match game.movetext.iter().find(|element| element.span.start >= end) {
        Some(comment) => outside(MINIMAL_READER, Departure::Comment, comment.span),
        None => Ok(()),
    }
}

/// Checks the part of a line before the error that cuts it off. The minimal form ends with the last move
/// before the cut, so it lacks the comma after that move.
fn check_before_cut(
    source: &Source,
    game: &Game<'_, CtlAn>,
    part: Span,
    minimal_line: &str,
) -> Result<(), Diagnostic> {
    let written = filtered(&source.text(part));
    let comma = if written.ends_with(',') { "," } else { "" };
    let minimal = format!("{minimal_line}{comma}");
    if written == filtered(&minimal) {
        return Ok(());
    }
    match (OddLine { is_cut: true, ..OddLine::new(source, game, part, &minimal) }).known_reason() {
        Some((problem, span)) => Err(Diagnostic::error(problem, span, None)),
        None => Ok(()),
    }
}

/// Returns a line as the filters leave it: they remove whatever is in brackets in a tag, and the
/// offer of a draw in a line of moves. Spaces without meaning are removed too: in a line of moves
/// those before a comma, a colon and the line end; in a tag those between its parts and between the
/// fields of a position, because the notation does not say how many there are.
pub(super) fn filtered(line: &str) -> String {
    if is_tag(line) {
        let (name, value) = line[1..].split_once('"').unwrap_or((&line[1..], ""));
        let (value, end) = value.rsplit_once('"').unwrap_or((value, ""));
        let name = name.trim();
        // a minimal reader may ignore an address, in whose place the minimal form has an unknown player
        let (name, value) = player_of(name.as_bytes()).map_or((name, value), |player| (player, "?"));
        let value = without_brackets(value);
        let value = if CtlAn::POSITION_TAGS.contains(&name) {
            value.split(' ').filter(|field| !field.is_empty()).collect::<Vec<_>>().join(" ")
        } else {
            value
        };
        return format!("[{name} \"{value}\"{}", end.trim());
    }
    let mut rest = String::with_capacity(line.len());
    for c in line.replace("(=)", "").chars() {
        if matches!(c, ',' | ':') {
            rest.truncate(rest.trim_end_matches(' ').len());
        }
        rest.push(c);
    }
    rest.truncate(rest.trim_end_matches(' ').len());
    rest
}

/// Returns a text without what is in brackets, however deeply they are nested.
pub(super) fn without_brackets(text: &str) -> String {
    let mut rest = String::with_capacity(text.len());
    let mut open = Vec::new();
    for c in text.chars() {
        if c == ')'
            && let Some(start) = open.pop()
        {
            rest.truncate(start);
            continue;
        }
        open.extend((c == '(').then_some(rest.len()));
        rest.push(c);
    }
    rest
}

fn is_tag(line: &str) -> bool {
    line.starts_with('[')
}

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
type Reason = (Amended, Span);

impl<'a, 's> OddLine<'a, 's> {
    /// Takes a line and its minimal form.
    pub(super) fn new(
        source: &'a Source,
        game: &'a Game<'s, CtlAn>,
        line: Span,
        minimal: &'a str,
    ) -> OddLine<'a, 's> {
        OddLine { source, game, line, minimal, is_cut: false }
    }

    /// Returns the first reason in the order of the file. White space is a reason only if there is no other.
    pub(super) fn reason(&self) -> Reason {
        self.listed()
            .or_else(|| self.result_missing())
            .or_else(|| self.white_space())
            .unwrap_or_else(|| self.unexplained())
    }

    /// Returns the first reason that is more specific than that the line differs.
    pub(super) fn known_reason(&self) -> Option<Reason> {
        self.listed().or_else(|| self.white_space())
    }

    fn listed(&self) -> Option<Reason> {
        let mut reasons = Vec::new();
        self.tags(&mut reasons);
        self.elements(&mut reasons);
        self.lints(&mut reasons);
        self.moves(&mut reasons);
        // a `:` is missing only if the move has no mark of mate, so the spelling of the move comes first
        let is_end_missing = |reason: &Amended| reason.code() == Code::ColonMissing;
        reasons.into_iter().min_by_key(|(reason, span)| (span.start, is_end_missing(reason)))
    }

    /// Finds a missing `Variant`, a `Redefine`, a second position, and quotes other than `"`.
    fn tags(&self, reasons: &mut Vec<Reason>) {
        if self.game.tag("Variant").is_none() && self.minimal.starts_with("[Variant ") {
            let departure = Departure::TagExpected { name: "Variant" };
            reasons.push((Amended::new(departure).of_section(TAGS), self.line));
        }
        let first_position = position_tag(self.game);
        for tag in self.game.tags.iter().filter(|tag| self.has(tag.span)) {
            if tag.is("Redefine") {
                let departure = Departure::NoSuchTag { name: "Redefine" };
                reasons.push((Amended::new(departure).of_section(MINIMAL_READER), tag.span));
            } else if is_position(tag) && Some(tag) != first_position {
                // only Annotator may be repeated
                reasons.push((Amended::new(Departure::SecondPosition).of_section(OTHER_TAGS), tag.span));
            } else if !self.source.bytes()[tag.value_span.range()].starts_with(b"\"") {
                let reason = self.with_line(Departure::Quotes);
                reasons.push((reason.of_section(TAGS), tag.value_span));
            }
        }
    }

    /// Finds comments and variations, and a wrong number of the play at the start of the line.
    fn elements(&self, reasons: &mut Vec<Reason>) {
        let number = self.minimal.split(['.', '?']).next().and_then(|number| number.parse().ok());
        let mut is_first = true;
        for element in self.movetext() {
            let (section, departure) = match element.node {
                Node::Comment(_) => (MINIMAL_READER, Departure::Comment),
                Node::VariationStart(_) => (MINIMAL_READER, Departure::Variation),
                Node::MoveNumber(written) if std::mem::take(&mut is_first) => {
                    match number.filter(|number| *number != written.value) {
                        Some(number) => (PLAYS, Departure::WrongNumber { number }),
                        None => continue,
                    }
                }
                _ => continue,
            };
            reasons.push((Amended::new(departure).of_section(section), element.span));
        }
    }

    /// Finds forms that the notation forbids. If the play goes on in the next line, the lint may be
    /// there.
    fn lints(&self, reasons: &mut Vec<Reason>) {
        let text = self.source.text(self.line);
        let goes_on = !text.is_empty() && self.minimal.starts_with(text.trim_end());
        let next = self.source.line_after(self.line).filter(|_| goes_on);
        let end = next.unwrap_or(self.line).end;
        let without_comma = token::without_comma(self.game).map(|span| (PedanticLint::CommaMissing, span));
        let found = pedantic::find(self.game).into_iter().chain(without_comma);
        for (lint, span) in found.filter(|(lint, _)| lint.is_rewritten()) {
            if self.line.start <= span.start && span.start <= end {
                reasons.push((self.with_line(lint).of_section(lint.section()), span));
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
            (Amended::new(Departure::Spelling { canonical: word.to_owned() }).of_section(section), span)
        }));
    }

    fn result_missing(&self) -> Option<Reason> {
        let is_missing = self.game.result.is_none() && self.game.end() <= self.line.start;
        is_missing.then(|| {
            let taken = CtlAn::result_text(self.game.outcome());
            (Amended::new(Departure::ResultMissing { taken }).of_section(RESULT), self.line)
        })
    }

    /// Finds the white space or the dots with which the line and its minimal form begin to differ, if they differ in
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
            Gap::Nothing if at == 0 => SIMPLIFICATION,
            _ if self.minimal.starts_with('[') => TAGS,
            _ => PLAYS,
        };
        Some((departure.of_section(section), Span::new(start, start + run)))
    }

    /// Returns the minimal form of the line, if no better reason is known.
    fn unexplained(&self) -> Reason {
        let is_tag = |tag: &&TagPair<'_>| self.has(tag.span);
        let section = match self.game.tags.iter().find(is_tag) {
            Some(tag) if is_position(tag) => TLPD,
            Some(_) => TAGS,
            None => MINIMAL_READER,
        };
        (Amended::new(Departure::Line { line: self.minimal.to_owned() }).of_section(section), self.line)
    }

    /// Adds the line in the minimal form to a problem as its help, unless an error cuts the line off.
    fn with_line(&self, problem: impl Describe + 'static) -> Amended {
        let minimal = (!self.is_cut).then(|| self.minimal.to_owned());
        let help =
            move |language: &Language| Some(fill(language.minimal_line, &[("line", minimal.as_ref()?)]));
        Amended::new(problem).with_help(help)
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

/// Returns a text without white space and dots.
fn without_gaps(text: &str) -> String {
    text.replace(|c: char| c.is_whitespace() || c == '.', "")
}

/// Returns whether a word of a line of moves is a move, not a number, an assessment, a result or dots.
fn is_move(word: &str) -> bool {
    word.starts_with(char::is_alphabetic)
}

/// Returns the section of the notation that says how a move is spelled.
fn spelling_section(canonical: &str, written: &str) -> &'static str {
    let bare = |text: &'_ str| text.trim_end_matches(['+', '^', '#']).to_owned();
    if bare(canonical) == bare(written) {
        CHECK
    } else if canonical.starts_with("KR") {
        EXCEPTIONS
    } else {
        MOVE
    }
}

pub(super) const LETTERS: &str = "Letras de identificación de las piezas";
pub(super) const HEXES: &str = "Identificación de un hexcaque: coordenadas CTL";
pub(super) const MOVES: &str = "Notación algebraica: CTL-AN";
pub(super) const MOVE: &str = "Notación de un movimiento";
pub(super) const EXCEPTIONS: &str = "Excepciones en la notación de movimientos";
pub(super) const CHECK: &str = "Indicación de jaque";
pub(super) const ASSESSMENT: &str = "Valoración del movimiento";
pub(super) const STATE: &str = "Indicador referente a la partida";
pub(super) const PLAYS: &str = "Secuencia de jugadas";
pub(super) const RESULT: &str = "Indicador final del resultado";
pub(super) const CONTINUATION: &str = "Excepción: continuación de partidas";
pub(super) const TLPD: &str = "TLPD: Registrar posición del tablero";
pub(super) const TAGS: &str = "Las etiquetas";
pub(super) const OTHER_TAGS: &str = "Otras etiquetas opcionales";
pub(super) const REDEFINE: &str = "Etiqueta para usar identificadores de pieza alternativos";
pub(super) const VARIATIONS: &str = "RAV (Recursive Annotation Variation)";
pub(super) const DOTS: &str = "Movimientos";
pub(super) const LABEL: &str = "Etiqueta de la variación";
pub(super) const COMMENTS: &str = "Los comentarios";
pub(super) const REFERENCES: &str = "Referencias dentro de los comentarios";
pub(super) const MINIMAL_READER: &str = "Lector mínimo, y filtros";
pub(super) const SIMPLIFICATION: &str = "Simplificación fichero CTL-PGN";

/// Returns the section that has the rule which an error of the text breaks, or `None` for another
/// error. The document assumes that moves are legal. Illegal ones get the section of CTL-AN, which
/// describes moves.
pub(super) fn of_code(code: Code) -> Option<&'static str> {
    Some(match code {
        code if is_of_tags(code) => TAGS,
        Code::UnknownVariant => TAGS,
        Code::UnclosedComment | Code::StrayBrace | Code::LooseWords | Code::TextBetweenGames => COMMENTS,
        Code::StrayVariationEnd
        | Code::UnclosedVariation
        | Code::ResultInVariation
        | Code::NeedlessBrackets => VARIATIONS,
        Code::UnknownSuffix | Code::NagOutOfRange => ASSESSMENT,
        Code::NotAResult => RESULT,
        Code::NoSuchHex => HEXES,
        Code::MoveExpected | Code::EndsEarly => PLAYS,
        Code::WhiteLeftOut => CONTINUATION,
        Code::UnknownLetter | Code::OtherSidesFigure | Code::TlpdUnknownPiece => LETTERS,
        Code::BadRedefine | Code::RedefinedTwice => REDEFINE,
        Code::UnknownCastling | Code::NotAwaiting | Code::PromotionFirst => EXCEPTIONS,
        Code::StrayCharacter
        | Code::Html
        | Code::ControlCharacter
        | Code::NotAMove
        | Code::RunOn
        | Code::OtherPieceThere
        | Code::OtherPieceCaptured
        | Code::CaptureNotWritten
        | Code::NothingToCapture
        | Code::PromotionMissing
        | Code::NotAPromotion
        | Code::BadPromotion
        | Code::NotRegainable
        | Code::NeedNotWait => MOVE,
        Code::AfterMate => CHECK,
        code if code.digits().starts_with("03") => MOVES,
        code if code.digits().starts_with("04") => TLPD,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_between_the_parts_of_a_tag_are_free() {
        for (line, filtered_line) in [
            (r#"[ Id  "T-1" ] "#, r#"[Id "T-1"]"#),
            (r#"[Event "a  b"]"#, r#"[Event "a  b"]"#),
            (r#"[Event "(a) b"]"#, r#"[Event " b"]"#),
            (r#"[TLPD "/28:v/  w -- - 0 1"]"#, r#"[TLPD "/28:v/ w -- - 0 1"]"#),
            ("[TLPD \"/28:v/\tw -- - 0 1\"]", "[TLPD \"/28:v/\tw -- - 0 1\"]"),
            (r#"[Event "a" x]"#, r#"[Event "a"x]"#),
            ("[Event", r#"[Event """#),
        ] {
            assert_eq!(filtered(line), filtered_line, "{line}");
        }
    }

    #[test]
    fn brackets_are_removed_from_the_inside_out() {
        for (text, rest) in [
            ("Moià (Barcelona), Catalunya ESP", "Moià , Catalunya ESP"),
            ("a (b (c) d) e", "a  e"),
            ("(a) (b", " (b"),
            ("a) (b)", "a) "),
            ("((a)", "("),
        ] {
            assert_eq!(without_brackets(text), rest, "{text}");
        }
    }
}
