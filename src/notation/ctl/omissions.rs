//! Three dots that leave out White's half of a play, but have no comma (notation, "Primer movimiento
//! de negras").
//!
//! Dots without a comma show how deep a variation is nested, and before a bracket, a number or a
//! comment they certainly do. Between a number or an opening bracket and a move they do not: as in PGN
//! they leave out White's half there.

use logos::Lexer;

use super::{CtlAn, CtlToken};
use crate::message::{Code, Describe, Diagnostic, Fix, Language};
use crate::syntax::{Game, Node};
use crate::text::{Edit, Source, Span};

/// Three dots leave out White's half without a comma.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CommaMissing;

impl Describe for CommaMissing {
    fn code(&self) -> Code {
        Code::OmissionWithoutComma
    }

    fn message(&self, language: &Language) -> String {
        language.omission_without_comma.to_owned()
    }

    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        let is_apart = source.bytes().get(span.end).is_none_or(u8::is_ascii_whitespace);
        let comma = if is_apart { "," } else { ", " };
        // of `1...` the first dot is that of the number
        let is_joined = span.end - span.start < 3;
        vec![Fix::certain(if is_joined {
            Edit::replace(span, format!(" ...{comma}"))
        } else {
            Edit::insert(span.end, comma)
        })]
    }
}

/// Lists the dots that lack a comma.
pub(super) fn lints(game: &Game<'_, CtlAn>) -> Vec<Diagnostic> {
    without_comma(game).map(|span| Diagnostic::warning(CommaMissing, span, None)).collect()
}

/// Finds the lines that begin with dots without a comma, in the order of the file. Within a line the
/// position says whose move follows.
pub(super) fn without_comma(game: &Game<'_, CtlAn>) -> impl Iterator<Item = Span> {
    let mut is_line_start = true;
    game.movetext.iter().filter_map(move |element| match element.node {
        Node::VariationStart(_) => {
            is_line_start = true;
            None
        }
        Node::Omitted => {
            let is_bare = game.text.0[element.span.range()].iter().all(|byte| *byte == b'.');
            (std::mem::take(&mut is_line_start) && is_bare).then_some(element.span)
        }
        Node::Move(_) | Node::VariationEnd => {
            is_line_start = false;
            None
        }
        _ => None,
    })
}

/// Reads dots. They leave out White's half if there are three of them, with that of the number
/// before them, and they stand between a number or an opening bracket and a move.
pub(super) fn dots(lexer: &mut Lexer<'_, CtlToken>) -> CtlToken {
    let before = lexer.source()[..lexer.span().start].trim_ascii_end();
    let after = lexer.remainder().trim_ascii_start();
    let bare = before.strip_suffix(b".").unwrap_or(before);
    let count = lexer.slice().len() + before.len() - bare.len();
    if count >= 3 && begins_move(after) && (ends_with_number(bare) || ends_with_opening(before)) {
        CtlToken::Omitted
    } else {
        CtlToken::Dots
    }
}

/// Tells whether a text begins with a move: with a letter or a figurine.
fn begins_move(text: &[u8]) -> bool {
    text.first().is_some_and(|byte| byte.is_ascii_uppercase() || !byte.is_ascii())
}

/// Tells whether a text ends with the number of a play.
fn ends_with_number(text: &[u8]) -> bool {
    let before = without_digits(text);
    let is_apart = |byte: &u8| byte.is_ascii_whitespace() || b"().,:]}".contains(byte);
    before.len() < text.len() && before.last().is_none_or(is_apart)
}

/// Tells whether a text ends with an opening bracket, which may have a label.
fn ends_with_opening(text: &[u8]) -> bool {
    let label = text.strip_suffix(b"]").and_then(|label| without_digits(label).strip_suffix(b"$["));
    label.map_or(text, <[u8]>::trim_ascii_end).ends_with(b"(")
}

fn without_digits(text: &[u8]) -> &[u8] {
    let digits = text.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    &text[..text.len() - digits]
}
