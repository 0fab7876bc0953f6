//! The changes of a text that have the same effect as the edits of its tokens.
//!
//! A sign without meaning, such as a bracket without a partner, may be deleted. Words are kept as a
//! comment.

use super::Repair;
use crate::message::{Certainty, Fix};
use crate::syntax::respelling::closed_before_moves;
use crate::syntax::{LexFault, Put, SyntaxError, SyntaxFault, TokenEdit, is_of_tag_name};
use crate::text::{Edit, Span};

/// Returns the changes of a text that have the same effect as a repair.
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
        Put::VariationStart => Fix::guess(Edit::insert(span.start, "(")),
        Put::VariationEnds => Fix::guess(match repair.edits[1..] {
            // a sign of another kind stands in its place
            [TokenEdit { span, .. }] => Edit::replace(span, ")"),
            _ => Edit::insert(at_line_end(), ")"),
        }),
        Put::Nothing => return without(text, repair, span),
        Put::Incomplete | Put::GameEnd => return of_words(text, &repair.error),
    };
    vec![fix]
}

/// Returns the changes for a repair that leaves something out, at `span` and perhaps at other places.
fn without(text: &[u8], repair: &Repair, span: Span) -> Vec<Fix> {
    let (error, written) = (&repair.error, &text[span.range()]);
    let is_sign = |edit: &TokenEdit| {
        matches!(text[edit.span.range()], [b'(' | b')' | b'[' | b']' | b'"' | b'{' | b'}'])
    };
    let deletions = || repair.edits.iter().map(|edit| Edit::tidy_deletion(text, edit.span)).collect();
    match error.fault {
        // an offer of a draw is no annotation, and without brackets a result would end the game
        SyntaxFault::NeedlessBrackets => {
            let end = repair.edits.last().map_or(span.end, |last| last.span.end);
            let means_more = ["=", "*", "-", "½"]
                .iter()
                .any(|sign| memchr::memmem::find(&text[span.start..end], sign.as_bytes()).is_some());
            vec![Fix::of(Certainty::Certain, deletions()).certain_if(!means_more)]
        }
        SyntaxFault::Token(LexFault::NamelessTag) => vec![Fix::guess(left_out(text, span))],
        _ if repair.edits.iter().all(is_sign) => {
            // one sign of a pair shows that the other is missing, and not where
            let count = |signs: &[u8]| {
                repair.edits.iter().filter(|edit| signs.contains(&text[edit.span.start])).count()
            };
            let are_pairs = count(b"([{") == count(b")]}") && count(b"\"").is_multiple_of(2);
            let is_certain = are_pairs && !is_tag_line(text, span.start);
            vec![Fix::of(Certainty::Certain, deletions()).certain_if(is_certain)]
        }
        SyntaxFault::ControlCharacter | SyntaxFault::InvisibleCharacter(_) => {
            vec![Fix::certain(Edit::blank(text, span))]
        }
        // the rest of a comment that ended at an inner brace
        SyntaxFault::Token(LexFault::StrayBrace) => {
            let blanks = written.len() - written.trim_ascii_start().len();
            vec![Fix::guess(Edit::insert(span.start + blanks, "{"))]
        }
        SyntaxFault::Token(LexFault::CommaAfterNumber) => vec![Fix::certain(Edit::replace(span, "."))],
        SyntaxFault::Token(LexFault::StrayCharacter) => vec![Fix::guess(left_out(text, span))],
        SyntaxFault::Token(LexFault::NagOutOfRange | LexFault::UnknownSuffix | LexFault::Html)
        | SyntaxFault::ResultInVariation => {
            vec![Fix::guess(Edit::tidy_deletion(text, span))]
        }
        SyntaxFault::Token(LexFault::UnclosedValue | LexFault::BadTagName)
        | SyntaxFault::Unexpected(_)
        | SyntaxFault::UnopenedTag => meant_tag(text, error.span.start).into_iter().collect(),
        SyntaxFault::StrayValue => commented(text, span),
        _ => of_words(text, error),
    }
}

/// Returns the change that makes a comment of loose words or of text between games.
fn of_words(text: &[u8], error: &SyntaxError) -> Vec<Fix> {
    match error.fault {
        SyntaxFault::LooseWords | SyntaxFault::TextBetweenGames => commented(text, error.span),
        _ => Vec::new(),
    }
}

/// Returns the change that puts a part of a text in braces, unless it contains a brace.
fn commented(text: &[u8], span: Span) -> Vec<Fix> {
    let written = &text[span.range()];
    let end = span.start + written.trim_ascii_end().len();
    let may_be_comment = memchr::memchr2(b'{', b'}', written).is_none() && end > span.start;
    let edits = || vec![Edit::insert(span.start, "{"), Edit::insert(end, "}")];
    may_be_comment.then(|| Fix::of(Certainty::Guess, edits())).into_iter().collect()
}

/// Returns the change that turns the line of an offset into the tag that it is meant as: a name,
/// perhaps in parts, and a value. Any of the brackets and quotes may be missing.
fn meant_tag(text: &[u8], at: usize) -> Option<Fix> {
    let start = line_start(text, at);
    let start = start + line_at(text, start).len() - line_at(text, start).trim_ascii_start().len();
    let line = line_at(text, start).trim_ascii_end();
    let bare = line.strip_suffix(b"]").unwrap_or(line).trim_ascii_end();
    let end = start + bare.len();
    let bare = bare.strip_prefix(b"[").unwrap_or(bare).trim_ascii_start();
    let first_word = || bare.iter().take_while(|byte| is_of_tag_name(byte)).count();
    // a quote that ends the line only closes the value
    let quote = memchr::memchr(b'"', bare).filter(|at| at + 1 < bare.len());
    let (name, value) = bare.split_at(quote.unwrap_or_else(first_word));
    let is_tag = name.first().is_some_and(u8::is_ascii_alphabetic)
        && (line.starts_with(b"[") || value.starts_with(b"\""));
    let value = value.trim_ascii_start();
    let value = value.strip_prefix(b"\"").unwrap_or(value);
    let inside = value.strip_suffix(b"\"").unwrap_or(value);
    let begin = end - value.len();
    let name: String =
        name.iter().filter(|byte| is_of_tag_name(byte)).map(|byte| char::from(*byte)).collect();
    let unknown = if inside.is_empty() { "?" } else { "" };
    let mut edits = vec![
        Edit::replace(Span::new(start, begin), format!("[{name} \"")),
        Edit::replace(Span::new(begin + inside.len(), start + line.len()), format!("{unknown}\"]")),
    ];
    edits.retain(|edit| text[edit.span.range()] != *edit.text.as_bytes());
    let is_plain = !inside.iter().any(|byte| b"\"\\[]".contains(byte));
    (is_tag && is_plain && !edits.is_empty()).then(|| Fix::of(Certainty::Guess, edits))
}

/// Returns the change that leaves something out. If it has letters or digits, it is kept as a comment.
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

/// Returns whether only white space stands between an offset and the beginning or the end of its line.
fn is_apart(text: &[u8], at: usize) -> bool {
    let blanks = &text[text[..at].trim_ascii_end().len()..at];
    memchr::memchr2(b'\n', b'\r', blanks).is_some() || line_at(text, at).trim_ascii().is_empty()
}

/// Returns whether an offset is on a line that begins like a tag, and not at the last sign of it, or whether a square
/// bracket is open there.
fn is_tag_line(text: &[u8], at: usize) -> bool {
    let start = line_start(text, at);
    let (before, after) = (text[start..at].trim_ascii_start(), &line_at(text, at)[1..]);
    let is_open = || memchr::memrchr2(b'[', b']', before).is_some_and(|at| before[at] == b'[');
    before.starts_with(b"[") && !after.trim_ascii().is_empty() || is_open()
}

/// Returns where the line of an offset begins.
fn line_start(text: &[u8], at: usize) -> usize {
    memchr::memrchr2(b'\n', b'\r', &text[..at]).map_or(0, |end| end + 1)
}

/// Returns the rest of the line at an offset.
fn line_at(text: &[u8], at: usize) -> &[u8] {
    let rest = &text[at..];
    &rest[..memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())]
}
