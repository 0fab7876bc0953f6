//! Lists of positions: FEN, EPD or TLPD, one a line. A position is read as a game without moves.
//!
//! Of the operations of EPD, `c0` to `c9` become comments, and any other becomes a tag of its name. What cannot be read
//! becomes a comment, too.

use std::ops::Range;

use crate::syntax::{CommentForm, Element, Game, Node, Notation, TagPair, is_of_tag_name};
use crate::text::{Span, Text};

/// Reads a line into a game.
pub(super) fn read<N: Notation>(line: Range<usize>, is_tlpd: bool, game: &mut Game<'_, N>) {
    game.clear();
    (game.begins_at, game.movetext_end, game.is_listed) = (line.start, line.end, true);
    let end = line.start + position_length(&game.text.0[line.clone()]);
    let start = Span::new(line.start, line.start);
    let position = Span::new(line.start, end);
    if is_tlpd {
        // the line does not have this tag, so its place is empty
        add_tag(Text(b"Variant"), Text(b"C'escacs"), [start; 2], game);
        add_tag(Text(b"TLPD"), Text(&game.text.0[position.range()]), [start, position], game);
    } else {
        add_tag(Text(b"SetUp"), Text(b"1"), [start; 2], game);
        add_tag(Text(b"FEN"), Text(&game.text.0[position.range()]), [start, position], game);
    }
    read_operations(end..line.end, game);
}

fn add_tag<'s, N: Notation>(name: Text<'s>, value: Text<'s>, spans: [Span; 2], game: &mut Game<'s, N>) {
    let [name_span, value_span] = spans;
    let span = Span::new(name_span.start, value_span.end);
    game.tags.push(TagPair { name, value, span, name_span, value_span });
}

/// Returns the length of the position at the start of a line: four words, and the numbers after them, which EPD leaves
/// out.
fn position_length(line: &[u8]) -> usize {
    let mut end = 0;
    for count in 0.. {
        let start = line.len() - line[end..].trim_ascii_start().len();
        let length = line[start..].iter().position(|byte| byte.is_ascii_whitespace() || *byte == b';');
        let word = &line[start..length.map_or(line.len(), |length| start + length)];
        let is_number = || word.iter().all(|byte| byte.is_ascii_digit() || b"+?-".contains(byte));
        if word.is_empty() || count >= 4 && !is_number() {
            break;
        }
        end = start + word.len();
    }
    end
}

/// Reads the operations of EPD in a range: a name and what it is about, up to a semicolon outside quotes.
fn read_operations<N: Notation>(range: Range<usize>, game: &mut Game<'_, N>) {
    let text = game.text.0;
    let mut at = range.start;
    while at < range.end {
        if text[at] == b';' || text[at].is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let rest = &text[at..range.end];
        let mut is_quoted = false;
        let length = rest.iter().position(|&byte| {
            is_quoted ^= byte == b'"';
            byte == b';' && !is_quoted
        });
        let end = at + length.unwrap_or(rest.len());
        let name_length = rest.iter().take_while(|byte| is_of_tag_name(byte)).count();
        let name = Span::new(at, at + name_length);
        let value = operand(text, name.end..end);
        at = end;
        match &text[name.range()] {
            [b'c', b'0'..=b'9'] | [] => {
                // the byte before it is not part of a comment to the end of the line
                let comment = Node::Comment(CommentForm::Line);
                if value.start < value.end {
                    game.push(Element::new(comment, Span::new(value.start - 1, value.end)));
                }
            }
            written => {
                // games are named by their `Id`, the tag of a study in CTL-PGN
                let written = if written == b"id" { b"Id" } else { written };
                add_tag(Text(written), Text(&text[value.range()]), [name, value], game);
            }
        }
    }
}

/// Returns the span of an operand, without the white space around it and without its quotes.
fn operand(text: &[u8], range: Range<usize>) -> Span {
    let start = range.end - text[range.clone()].trim_ascii_start().len();
    let length = text[start..range.end].trim_ascii_end().len();
    match &text[start..start + length] {
        [b'"', inside @ .., b'"'] => Span::new(start + 1, start + 1 + inside.len()),
        [b'"', inside @ ..] => Span::new(start + 1, start + 1 + inside.len()),
        whole => Span::new(start, start + whole.len()),
    }
}
