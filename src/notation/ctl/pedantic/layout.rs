//! The parts of a movetext in the order of the file, with the commas and dots that the tree does
//! not keep. Finds the parts that share their lines with others.

use super::{Found, PedanticLint};
use crate::notation::ctl::{CtlAn, PlaySign};
use crate::syntax::{CommentForm, Element, Game, Node};
use crate::text::{Span, is_invisible};

/// A part of a movetext.
#[derive(Clone, Copy, Debug)]
pub(super) struct MovetextPart<'g> {
    pub(super) kind: PartKind<'g>,
    pub(super) span: Span,
}

/// The content of a part.
#[derive(Clone, Copy, Debug)]
pub(super) enum PartKind<'g> {
    /// An element of the tree.
    Element(&'g Element<CtlAn>),
    Comma,
    /// A run of dots.
    Dots,
    /// Text that has been left out because of an error, or by lenient reading.
    LeftOut,
    Result,
}

/// Lists the parts of the movetext, in the order of the file.
pub(super) fn parts<'g>(game: &'g Game<'_, CtlAn>) -> Vec<MovetextPart<'g>> {
    let mut parts = Vec::with_capacity(game.movetext.len() * 5 / 4);
    let mut end = game.tags.last().map_or_else(|| game.start(), |tag| tag.span.end);
    let mut result = game.result.map(|(_, span)| MovetextPart { kind: PartKind::Result, span });
    for element in game.movetext.iter() {
        if let Some(part) = result.take_if(|part| part.span.start < element.span.start) {
            punctuation(game, Span::new(end, part.span.start), &mut parts);
            end = part.span.end;
            parts.push(part);
        }
        punctuation(game, Span::new(end, element.span.start.max(end)), &mut parts);
        // the token of an omission includes the white space and the comma after it; `...` and `…` are
        // equally long in UTF-8
        let span = match element.node {
            Node::Sign(PlaySign::Omitted) => {
                let end = element.span.start + "…".len();
                Span::new(element.span.start, end.min(element.span.end))
            }
            _ => element.span,
        };
        parts.push(MovetextPart { kind: PartKind::Element(element), span });
        punctuation(game, Span::new(span.end, element.span.end), &mut parts);
        end = element.span.end;
    }
    if let Some(part) = result {
        punctuation(game, Span::new(end, part.span.start), &mut parts);
        parts.push(part);
    }
    parts
}

/// Adds the commas and dots between two elements. Any other text there has been left out of the
/// game. It is one part, together with the commas and dots inside it.
fn punctuation(game: &Game<'_, CtlAn>, gap: Span, parts: &mut Vec<MovetextPart<'_>>) {
    let Ok(text) = std::str::from_utf8(&game.text.0[gap.range()]) else {
        return parts.push(MovetextPart { kind: PartKind::LeftOut, span: gap });
    };
    let is_punctuation =
        |c: char| matches!(c, ',' | '.') || c.is_whitespace() || is_invisible(c) || c.is_control();
    let before = text.len() - text.trim_start_matches(is_punctuation).len();
    if before == text.len() {
        return commas_and_dots(game, gap, parts);
    }
    let span = Span::new(gap.start + before, gap.start + text.trim_end_matches(is_punctuation).len());
    commas_and_dots(game, Span::new(gap.start, span.start), parts);
    parts.push(MovetextPart { kind: PartKind::LeftOut, span });
    commas_and_dots(game, Span::new(span.end, gap.end), parts);
}

fn commas_and_dots(game: &Game<'_, CtlAn>, gap: Span, parts: &mut Vec<MovetextPart<'_>>) {
    let mut start = gap.start;
    for run in game.text.0[gap.range()].chunk_by(|a, b| *a == b'.' && *b == b'.') {
        let span = Span::new(start, start + run.len());
        start = span.end;
        match run[0] {
            b',' => parts.push(MovetextPart { kind: PartKind::Comma, span }),
            b'.' => parts.push(MovetextPart { kind: PartKind::Dots, span }),
            _ => {}
        }
    }
}

/// Finds tags, comments and a result that share their lines, comments of other forms, and dots that do not show depth.
pub(super) fn lints(game: &Game<'_, CtlAn>, parts: &[MovetextPart<'_>], found: &mut Found) {
    let lines = SourceLines(game.text.0);
    for tag in &game.tags {
        let is_alone = lines.is_alone(tag.span) && lines.count(tag.span) == 0;
        found.extend((!is_alone).then_some((PedanticLint::TagNotAlone, tag.span)));
    }
    let mut follows_indent = false;
    for (at, part) in parts.iter().enumerate() {
        let begins_line = follows_indent || lines.begins(part.span.start);
        follows_indent = matches!(part.kind, PartKind::Dots) && begins_line;
        let lint = match part.kind {
            PartKind::Element(Element { node: Node::Comment(CommentForm::Braces), .. }) => {
                // text that cannot be read becomes a comment without braces
                let is_own = lines.0[part.span.start..].starts_with(b"{");
                (is_own && !(begins_line && lines.ends(part.span.end)))
                    .then_some(PedanticLint::CommentNotAlone)
            }
            PartKind::Element(Element { node: Node::Comment(_), .. }) => Some(PedanticLint::OtherCommentForm),
            PartKind::Result => (!lines.is_alone(part.span)).then_some(PedanticLint::ResultNotAlone),
            PartKind::Dots => {
                let shows_depth =
                    begins_line && parts.get(at + 1).is_some_and(|next| is_indented(next, part, lines));
                (!shows_depth).then_some(PedanticLint::DotsMisplaced)
            }
            PartKind::Element(_) | PartKind::Comma | PartKind::LeftOut => None,
        };
        found.extend(lint.map(|lint| (lint, part.span)));
    }
}

/// Returns whether a part may follow dots that show its depth, and is on their line (notation,
/// "Movimientos").
fn is_indented(next: &MovetextPart<'_>, dots: &MovetextPart<'_>, lines: SourceLines<'_>) -> bool {
    let may_follow = match next.kind {
        PartKind::Element(element) => matches!(
            element.node,
            Node::MoveNumber(_) | Node::VariationStart(_) | Node::VariationEnd | Node::Comment(_)
        ),
        PartKind::Dots | PartKind::LeftOut => true,
        PartKind::Comma | PartKind::Result => false,
    };
    may_follow && lines.count(Span::new(dots.span.end, next.span.start.max(dots.span.end))) == 0
}

/// The lines of a text.
#[derive(Clone, Copy)]
pub(super) struct SourceLines<'t>(pub(super) &'t [u8]);

impl SourceLines<'_> {
    /// Counts the line ends in a span.
    pub(super) fn count(self, span: Span) -> usize {
        let text = &self.0[span.range()];
        let is_end = |(at, byte): (usize, &u8)| match byte {
            b'\n' => true,
            b'\r' => text.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        text.iter().enumerate().filter(|end| is_end(*end)).count()
    }

    /// Returns whether a span has only white space beside it on its lines.
    fn is_alone(self, span: Span) -> bool {
        self.begins(span.start) && self.ends(span.end)
    }

    /// Returns whether only white space comes before an offset on its line.
    fn begins(self, at: usize) -> bool {
        let before = self.0[..at].iter().rfind(|byte| !is_blank(byte));
        before.is_none_or(is_line_end)
    }

    /// Returns whether only white space comes after an offset on its line.
    fn ends(self, at: usize) -> bool {
        let after = self.0[at..].iter().find(|byte| !is_blank(byte));
        after.is_none_or(is_line_end)
    }
}

fn is_blank(byte: &u8) -> bool {
    byte.is_ascii_whitespace() && !is_line_end(byte)
}

fn is_line_end(byte: &u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}
