//! The changes of a text that make up for the edits of its tokens.
//!
//! What is left out for sure, such as a bracket that belongs to nothing, may be deleted. Words are kept: as a
//! comment.

use super::Repair;
use super::edit::{Put, TokenEdit};
use crate::message::{Certainty, Fix};
use crate::syntax::san_words::closed_before_moves;
use crate::syntax::{LexFault, SyntaxError, SyntaxFault};
use crate::text::{Edit, Span};

/// Returns the changes of a text that make up for a repair.
pub(super) fn fixes(text: &[u8], repair: &Repair) -> Vec<Fix> {
    let [TokenEdit { span, put, .. }, ..] = repair.edits[..] else { return Vec::new() };
    let at_line_end = || text[..span.start].trim_ascii_end().len();
    let fix = match put {
        Put::TagEnd
            if is_apart(text, span.start)
                && text[..at_line_end()].ends_with(b"\"")
                && !text[at_line_end()..].trim_ascii_start().starts_with(b"\"") =>
        {
            Fix::certain(Edit::insert(at_line_end(), "]"))
        }
        Put::TagEnd => Fix::guess(Edit::insert(at_line_end(), "]")),
        Put::CommentEnd => Fix::guess(closed_before_moves(text, span)),
        Put::VariationEnds => Fix::guess(Edit::insert(at_line_end(), ")")),
        Put::Nothing => return without(text, repair, span),
        Put::Incomplete | Put::GameEnd => return of_words(text, &repair.error),
    };
    vec![fix]
}

/// Returns the changes that make up for leaving something out, which is written at a span and perhaps at others.
fn without(text: &[u8], repair: &Repair, span: Span) -> Vec<Fix> {
    let (error, written) = (&repair.error, &text[span.range()]);
    let is_sign = |edit: &TokenEdit| {
        matches!(text[edit.span.range()], [b'(' | b')' | b'[' | b']' | b'"' | b'{' | b'}'])
    };
    let deletions = || repair.edits.iter().map(|edit| Edit::tidy_deletion(text, edit.span)).collect();
    match error.fault {
        SyntaxFault::NeedlessBrackets => vec![Fix::of(Certainty::Certain, deletions())],
        SyntaxFault::Token(LexFault::NamelessTag) => vec![Fix::guess(left_out(text, span))],
        _ if repair.edits.iter().all(is_sign) => {
            // what stands in the line of a broken tag may be anything, and a closing bracket may be what is missing
            let is_certain = !is_tag_line(text, span.start) && error.fault != SyntaxFault::UnclosedVariation;
            vec![Fix::of(Certainty::Certain, deletions()).certain_if(is_certain)]
        }
        SyntaxFault::ControlCharacter | SyntaxFault::InvisibleCharacter(_) => {
            vec![Fix::certain(Edit::blank(text, span))]
        }
        // the tail of a comment that an inner brace has ended
        SyntaxFault::Token(LexFault::StrayBrace) => {
            let blanks = written.len() - written.trim_ascii_start().len();
            vec![Fix::guess(Edit::insert(span.start + blanks, "{"))]
        }
        SyntaxFault::Token(LexFault::StrayCharacter)
            if written == b","
                && ends_with_number(&text[..span.start])
                && !text.get(span.end).is_some_and(u8::is_ascii_digit) =>
        {
            vec![Fix::certain(Edit::replace(span, "."))]
        }
        SyntaxFault::Token(LexFault::StrayCharacter) => vec![Fix::guess(left_out(text, span))],
        SyntaxFault::Token(LexFault::NagOutOfRange | LexFault::UnknownSuffix | LexFault::Html)
        | SyntaxFault::ResultInVariation => {
            vec![Fix::guess(Edit::tidy_deletion(text, span))]
        }
        SyntaxFault::Token(LexFault::UnclosedValue) => closed_value(text, error.span),
        SyntaxFault::Token(LexFault::BadTagName) => joined_name(text, error.span),
        SyntaxFault::Unexpected(_) if written.starts_with(b"[") && written.ends_with(b"]") => {
            valued_tag(text, span)
        }
        SyntaxFault::UnopenedTag if written.ends_with(b"]") => {
            vec![Fix::guess(Edit::insert(span.start, "["))]
        }
        SyntaxFault::UnopenedTag if written.trim_ascii_end().ends_with(b"\"") => {
            let end = span.start + written.trim_ascii_end().len();
            vec![Fix::of(Certainty::Guess, vec![Edit::insert(span.start, "["), Edit::insert(end, "]")])]
        }
        SyntaxFault::StrayValue => commented(text, span),
        _ => of_words(text, error),
    }
}

/// Returns the change that makes words a comment, if the error is that they are loose.
fn of_words(text: &[u8], error: &SyntaxError) -> Vec<Fix> {
    match error.fault {
        SyntaxFault::LooseWords | SyntaxFault::TextBetweenGames => commented(text, error.span),
        _ => Vec::new(),
    }
}

/// Returns the change that puts a part of a text in braces, unless it has some.
fn commented(text: &[u8], span: Span) -> Vec<Fix> {
    let written = &text[span.range()];
    let end = span.start + written.trim_ascii_end().len();
    let may_be_comment = memchr::memchr2(b'{', b'}', written).is_none() && end > span.start;
    let edits = || vec![Edit::insert(span.start, "{"), Edit::insert(end, "}")];
    may_be_comment.then(|| Fix::of(Certainty::Guess, edits())).into_iter().collect()
}

/// Returns the change that gives a value its closing quote, before the last bracket of its line.
fn closed_value(text: &[u8], span: Span) -> Vec<Fix> {
    let bare = line_at(text, span.start).trim_ascii_end();
    let value = bare.strip_suffix(b"]").map(<[u8]>::trim_ascii_end);
    let has_bracket = |value: &&[u8]| memchr::memchr2(b'[', b']', value).is_none();
    let value = value.filter(has_bracket);
    value.map(|value| Fix::guess(Edit::insert(span.start + value.len(), "\""))).into_iter().collect()
}

/// Returns the change that joins the parts of the name of a tag.
fn joined_name(text: &[u8], span: Span) -> Vec<Fix> {
    let start = memchr::memrchr(b'[', &text[..span.end]).map(|at| at + 1);
    let line = start.map(|start| line_at(text, start));
    let name = start
        .zip(line.and_then(|line| memchr::memchr(b'"', line)))
        .map(|(start, length)| Span::new(start, start + text[start..start + length].trim_ascii_end().len()));
    let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let fix = name.map(|name| {
        let joined =
            text[name.range()].iter().filter(is_part).map(|byte| char::from(*byte)).collect::<String>();
        Fix::guess(Edit::replace(name, joined))
    });
    fix.into_iter().filter(|fix| !fix.edits[0].text.is_empty()).collect()
}

/// Returns the change that gives a tag `[Event]` an unknown value, and a value `[Event a]` its quotes.
fn valued_tag(text: &[u8], tag: Span) -> Vec<Fix> {
    let inside = text[tag.start + 1..tag.end - 1].trim_ascii();
    let letters = inside.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let (name, value) = inside.split_at(letters);
    let bare = value.trim_ascii_start();
    let fix = || {
        if bare.is_empty() {
            return Fix::guess(Edit::insert(tag.end - 1, " \"?\""));
        }
        let end = tag.start + 1 + text[tag.start + 1..tag.end - 1].trim_ascii_end().len();
        Fix::of(Certainty::Guess, vec![Edit::insert(end - bare.len(), "\""), Edit::insert(end, "\"")])
    };
    let is_tag = !name.is_empty()
        && (value.is_empty() || value[0].is_ascii_whitespace())
        && memchr::memchr2(b'"', b'\\', value).is_none();
    is_tag.then(fix).into_iter().collect()
}

/// Returns the change that leaves something out. What it says is kept as a comment.
fn left_out(text: &[u8], span: Span) -> Edit {
    let written = &text[span.range()];
    let says_something = written.iter().any(u8::is_ascii_alphanumeric);
    let inside = written.strip_prefix(b"(").and_then(|inside| inside.strip_suffix(b")"));
    let inside = inside.or_else(|| written.strip_prefix(b"[")?.strip_suffix(b"]")).unwrap_or(written);
    match std::str::from_utf8(inside) {
        Ok(inside) if says_something && !inside.contains(['{', '}']) => {
            Edit::replace(span, format!("{{{}}}", inside.trim()))
        }
        _ => Edit::tidy_deletion(text, span),
    }
}

/// Tells whether a text ends with a number that is a word of its own.
fn ends_with_number(text: &[u8]) -> bool {
    let digits = text.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0
        && text[..text.len() - digits].last().is_none_or(|byte| byte.is_ascii_whitespace() || *byte == b'(')
}

/// Tells whether an offset is the beginning or the end of a line, but for white space.
fn is_apart(text: &[u8], at: usize) -> bool {
    let blanks = &text[text[..at].trim_ascii_end().len()..at];
    memchr::memchr2(b'\n', b'\r', blanks).is_some() || line_at(text, at).trim_ascii().is_empty()
}

/// Tells whether the line of an offset begins as a tag does, and the offset is not its last sign, or whether a square
/// bracket is open there.
fn is_tag_line(text: &[u8], at: usize) -> bool {
    let start = memchr::memrchr2(b'\n', b'\r', &text[..at]).map_or(0, |end| end + 1);
    let (before, behind) = (text[start..at].trim_ascii_start(), &line_at(text, at)[1..]);
    let is_open = || memchr::memrchr2(b'[', b']', before).is_some_and(|at| before[at] == b'[');
    before.starts_with(b"[") && !behind.trim_ascii().is_empty() || is_open()
}

/// Returns the rest of the line at an offset.
fn line_at(text: &[u8], at: usize) -> &[u8] {
    let rest = &text[at..];
    &rest[..memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())]
}
