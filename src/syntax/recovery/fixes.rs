//! The changes of a text that make up for the edits of its tokens.
//!
//! What is left out for sure, such as a bracket that belongs to nothing, may be deleted. Words are kept: as a
//! comment.

use crate::message::{Certainty, Fix};
use crate::syntax::token_edit::{EditKind, TokenEdit};
use crate::syntax::{LexFault, SyntaxError, SyntaxFault};
use crate::text::{Edit, Span};

/// Returns the changes of a text with which it does not have an error that edits of its tokens have mended.
pub(in crate::syntax) fn fixes(
    text: &[u8],
    error: &SyntaxError,
    edit: &TokenEdit,
    others: &[TokenEdit],
) -> Vec<Fix> {
    let Span { start, end } = edit.span;
    let at_line_end = || text[..start].trim_ascii_end().len();
    let fix = match edit.kind {
        EditKind::CloseTag => Fix::certain(Edit::insert(at_line_end(), "]")),
        EditKind::CloseComment => Fix::guess(Edit::insert(end, "}")),
        // the opening bracket is a stray one
        EditKind::CloseVariations if text[..start].ends_with(b"(") => {
            Fix::guess(deletion(text, Span::new(start - 1, start)))
        }
        EditKind::CloseVariations => Fix::guess(Edit::insert(at_line_end(), ")")),
        EditKind::Skip => return without(text, error, edit, others),
        EditKind::CutVariation | EditKind::End => return of_words(text, error),
    };
    vec![fix]
}

/// Returns the changes that make up for leaving something out.
fn without(text: &[u8], error: &SyntaxError, edit: &TokenEdit, others: &[TokenEdit]) -> Vec<Fix> {
    let written = &text[edit.span.range()];
    let is_sign = |edit: &TokenEdit| {
        edit.kind == EditKind::Skip
            && matches!(text[edit.span.range()], [b'(' | b')' | b'[' | b']' | b'"' | b'{' | b'}'])
    };
    let deletion = || deletion(text, edit.span);
    match error.fault {
        SyntaxFault::Token(LexFault::NamelessTag) => vec![Fix::guess(deletion())],
        _ if is_sign(edit) && others.iter().all(is_sign) => {
            let edits = [edit].into_iter().chain(others).map(|edit| self::deletion(text, edit.span));
            vec![Fix::of(Certainty::Certain, edits.collect())]
        }
        SyntaxFault::ControlCharacter => vec![Fix::certain(blank(text, edit.span))],
        // the tail of a comment that an inner brace has ended
        SyntaxFault::Token(LexFault::StrayBrace) => {
            let blanks = written.len() - written.trim_ascii_start().len();
            vec![Fix::guess(Edit::insert(edit.span.start + blanks, "{"))]
        }
        SyntaxFault::Token(LexFault::StrayCharacter | LexFault::NagOutOfRange | LexFault::UnknownSuffix)
        | SyntaxFault::ResultInVariation => vec![Fix::guess(deletion())],
        SyntaxFault::Token(LexFault::UnclosedValue) => closed_value(text, error.span),
        SyntaxFault::Token(LexFault::BadTagName) => joined_name(text, error.span),
        SyntaxFault::Unexpected(_) if written.starts_with(b"[") && written.ends_with(b"]") => {
            valued_tag(text, edit.span)
        }
        SyntaxFault::UnopenedTag if written.ends_with(b"]") => {
            vec![Fix::guess(Edit::insert(edit.span.start, "["))]
        }
        SyntaxFault::StrayValue => commented(text, edit.span),
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
    let rest = &text[span.start..];
    let line = &rest[..memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())];
    let bare = line.trim_ascii_end();
    let value = bare.strip_suffix(b"]").map(<[u8]>::trim_ascii_end);
    let has_bracket = |value: &&[u8]| memchr::memchr2(b'[', b']', value).is_none();
    let value = value.filter(has_bracket);
    value.map(|value| Fix::guess(Edit::insert(span.start + value.len(), "\""))).into_iter().collect()
}

/// Returns the change that joins the parts of the name of a tag.
fn joined_name(text: &[u8], span: Span) -> Vec<Fix> {
    let start = memchr::memrchr(b'[', &text[..span.end]).map(|at| at + 1);
    let line = start.map(|start| {
        let rest = &text[start..];
        &rest[..memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())]
    });
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

/// Returns the change that gives a tag `[Event]` an unknown value.
fn valued_tag(text: &[u8], tag: Span) -> Vec<Fix> {
    let inside = text[tag.start + 1..tag.end - 1].trim_ascii();
    let is_name = !inside.is_empty() && inside.iter().all(u8::is_ascii_alphanumeric);
    let fix = || Fix::guess(Edit::insert(tag.end - 1, " \"?\""));
    is_name.then(fix).into_iter().collect()
}

/// Deletes a part of a text, or puts a space there if its neighbours would run together.
fn blank(text: &[u8], span: Span) -> Edit {
    let is_apart = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
    let before = span.start.checked_sub(1).and_then(|at| text.get(at));
    let joins = !is_apart(before) && !is_apart(text.get(span.end));
    Edit::replace(span, if joins { " " } else { "" })
}

/// Deletes a part of a text, and a space before it if another follows.
fn deletion(text: &[u8], Span { start, end }: Span) -> Edit {
    let follows_space = start > 0 && text[start - 1] == b' ';
    let is_edge = text.get(end).is_none_or(|byte| b" \n\r)".contains(byte));
    Edit::delete(Span::new(start - usize::from(follows_space && is_edge), end))
}
