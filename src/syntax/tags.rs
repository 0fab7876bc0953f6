//! The tags of a game: how they are written in the order of its notation, and lines of them that are broken or misspelt.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write;

use super::between_games::{begins_line, end_of, start_of};
use super::plies::{is_blacks_number, is_first_number};
use super::{
    CommentBounds, Game, Layout, LexFault, Lexer, Notation, Outcome, TagOrder, TagPair, Token, TokenKind,
    Variant,
};
use crate::message::without_slip;
use crate::text::{Quoted, Space, Span, work};

/// The seven mandatory tags in their order (PGN standard, section 8.1.1; assignment,
/// section 2.1).
pub const SEVEN_TAGS: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The name and the value of a tag.
pub type TagText<'t> = (Cow<'t, str>, Cow<'t, str>);

/// What is known of a starting position when the tags of its game are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartText {
    /// It is the initial one.
    Initial,
    /// The tag value at a span gives it, which is to be written as the text.
    Given(Span, String),
    /// It cannot be set up. So the game is not replayed, and its moves stay as they are written.
    Unknown,
}

impl StartText {
    /// Creates the start of a game that is replayed from the position that a tag gives, if one does.
    #[must_use]
    pub fn of(given: Option<(Span, String)>) -> StartText {
        given.map_or(StartText::Initial, |(span, position)| StartText::Given(span, position))
    }
}

/// Tells whether a tag value, with its quotes, has nothing but blanks, dashes and question marks.
pub(crate) fn says_nothing(value: &[u8]) -> bool {
    value.iter().all(|byte| b"\" -?".contains(byte))
}

/// Returns the value of the `Result` tag for the result of a game. That a side has not come stays there as it is
/// written.
pub(crate) fn result_value<N: Notation>(outcome: Outcome, written: Cow<'_, str>) -> Cow<'_, str> {
    let usual = N::result_text(outcome);
    let is_kept = written != usual && N::forfeit(written.trim()) == Some(outcome);
    if is_kept { written } else { usual.into() }
}

/// Writes the tags of a game.
///
/// Of repeated tags the first counts, as when a game is read. The `Result` tag gets the result of
/// the game, and the `Variant` tag the variant that the game is read as.
pub fn write_tags<'s, N: Notation>(game: &Game<'s, N>, start: &StartText, layout: Layout, out: &mut String) {
    // the position stays as it is written, and no tag says that there is one
    let keeps = layout.tags == TagOrder::Keep;
    let value = |tag: &TagPair<'s>| match start {
        StartText::Given(place, position) if !keeps && *place == tag.value_span => position.clone().into(),
        _ if tag.is("Result") => result_value::<N>(game.outcome(), tag.value.unescape()),
        _ if tag.is("Variant") => game.variant_name().unwrap_or_default(),
        _ => tag.value.unescape(),
    };
    let mut write = |name: &str, value: &str| {
        if layout.is_verbatim {
            let value = value.replace('\\', r"\\").replace('"', r#"\""#);
            // writing to a string does not fail
            let _ = writeln!(out, "[{name} \"{value}\"]");
        } else {
            write_tag(name, value, out);
        }
    };
    let first = N::first_tags(game);
    // a game has few tags, whose names are compared sooner than hashed
    let mut names: BTreeSet<&[u8]> = first.iter().map(|name| name.as_bytes()).collect();
    let others = game
        .tags
        .iter()
        .filter(|tag| N::unique_name(tag.canonical_name().0).is_none_or(|name| names.insert(name)));
    let pair = |tag: &TagPair<'s>| (tag.canonical_name().decode(), value(tag));
    let mut others: Vec<TagText<'s>> = others.map(pair).collect();
    if let Some(variant) = game.variant.and_then(Variant::tag_value)
        && game.tag("Variant").is_none()
    {
        others.push(("Variant".into(), variant.into()));
    }
    let is_known = *start != StartText::Unknown;
    N::arrange(&mut others, if keeps && is_known { &StartText::Initial } else { start });
    if keeps {
        write_as_given(game, &first, &others, value, write);
        return;
    }
    for &name in &first {
        let is_known = |value: &Cow<'_, str>| name != "Variant" || !value.trim().is_empty();
        let known = game.tag(name).map(value).filter(is_known);
        let by_game = match name {
            "Result" => N::result_text(game.outcome()),
            name => N::unknown_value(name),
        };
        write(name, &known.unwrap_or(by_game.into()));
    }
    for (name, value) in others {
        write(&name, &value);
    }
}

/// Writes the tags in the order of the file, and behind them those of `others` that it does not have. A
/// tag that is neither among these nor one of the `first` says nothing in a game that is written.
fn write_as_given<'s, N: Notation>(
    game: &Game<'s, N>,
    first: &[&str],
    others: &[TagText<'s>],
    value: impl Fn(&TagPair<'s>) -> Cow<'s, str>,
    mut write: impl FnMut(&str, &str),
) {
    let written: BTreeSet<&str> =
        first.iter().copied().chain(others.iter().map(|(name, _)| &**name)).collect();
    let mut names = BTreeSet::new();
    let mut given = BTreeSet::new();
    for tag in &game.tags {
        let name = tag.canonical_name();
        let is_first = N::unique_name(name.0).is_none_or(|name| names.insert(name));
        let text = name.decode();
        if written.contains(&*text) {
            write(&text, &if is_first { value(tag) } else { tag.value.unescape() });
        }
        given.insert(text);
    }
    for (name, value) in others.iter().filter(|(name, _)| !given.contains(name)) {
        write(name, value);
    }
}

/// Writes a tag on a line.
pub fn write_tag(name: &str, value: &str, out: &mut String) {
    out.extend(["[", name, " \""]);
    Quoted(value).push_to(out);
    out.push_str("\"]\n");
}

/// What is known of a text among the tags that begins with a token of no tag.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BrokenLines {
    /// The offset up to which it belongs to no move; `None` if the moves begin with it, or the
    /// result.
    pub(super) end: Option<usize>,
    /// The end of the text that tells.
    pub(super) certain_at: usize,
}

impl BrokenLines {
    /// Looks at the text that begins with a token at an offset. `start` is the offset at which the
    /// game begins.
    pub(super) fn at<T: Token>(
        text: &[u8],
        kind: TokenKind,
        at: usize,
        start: usize,
        bounds: CommentBounds,
    ) -> BrokenLines {
        let open_tag = OpenTag::around(text, start, at);
        let begins_moves = matches!(kind, TokenKind::Move | TokenKind::MoveNumber | TokenKind::Result);
        match open_tag {
            Some(OpenTag { end: Some(end), .. }) => return BrokenLines { end: Some(end), certain_at: end },
            None if begins_moves => return BrokenLines { end: None, certain_at: at },
            _ => {}
        }
        // behind a blank line come the moves, or the next game
        let mut may_precede_tags = !Space::at_end(&text[start..at]).has_blank_line();
        let (mut words, mut end) = (0, at);
        for lexeme in Lexer::<T>::new(text, at, bounds) {
            let start = start_of(&lexeme);
            let kind = match &lexeme {
                Ok((_, token, _)) => token.kind(),
                Err(error) if error.fault == LexFault::UnclosedComment => TokenKind::Move,
                Err(_) => TokenKind::Other,
            };
            may_precede_tags &= end == start || !Space::at_end(&text[end..start]).has_blank_line();
            end = end_of(&lexeme);
            let begins_line = start > at && begins_line(text, start);
            match kind {
                TokenKind::TagName if may_precede_tags || open_tag.is_some() && !begins_moves => {
                    return BrokenLines { end: Some(start), certain_at: end };
                }
                TokenKind::MoveNumber if begins_line => {
                    return BrokenLines { end: Some(start), certain_at: end };
                }
                TokenKind::Result if begins_line => return BrokenLines { end: None, certain_at: end },
                TokenKind::TagName | TokenKind::Move => return BrokenLines { end: None, certain_at: end },
                // a sentence, which is a comment
                TokenKind::Period if words >= 3 => return BrokenLines { end: None, certain_at: end },
                TokenKind::Word => words += 1,
                _ => words = 0,
            }
        }
        let end = open_tag.filter(|_| !begins_moves).map(|_| text.len());
        BrokenLines { end, certain_at: text.len() }
    }

    /// Looks at the tags among the moves that begin at an offset: they are broken lines if a move
    /// number follows them with which no game begins.
    pub(super) fn tags<T: Token>(
        text: &[u8],
        at: usize,
        bounds: CommentBounds,
        begins_game: impl Fn(usize) -> bool,
    ) -> BrokenLines {
        for (start, token, end) in Lexer::<T>::new(text, at, bounds).map_while(Result::ok) {
            let is_tag = match token.kind() {
                TokenKind::TagName => !begins_game(start),
                TokenKind::TagValue | TokenKind::TagEnd | TokenKind::Comment => true,
                _ => false,
            };
            if !is_tag {
                let number = &text[start..];
                let is_later = token.kind() == TokenKind::MoveNumber
                    && (!is_first_number(number) || is_blacks_number(&number[1..]));
                return BrokenLines { end: is_later.then_some(start), certain_at: end };
            }
        }
        BrokenLines { end: None, certain_at: text.len() }
    }
}

/// A tag that is not closed before an offset in its line.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenTag {
    /// The offset of its bracket.
    pub(super) start: usize,
    /// The end of its closing bracket, if it comes in the line.
    pub(super) end: Option<usize>,
    /// Whether nothing but its name precedes the offset.
    pub(super) lacks_value: bool,
}

impl OpenTag {
    /// Finds the tag around an offset in a game that begins at `start`.
    pub(super) fn around(text: &[u8], start: usize, at: usize) -> Option<OpenTag> {
        let ends = |byte: &u8| matches!(byte, b'[' | b']' | b'\n' | b'\r');
        let length = text[start..at].iter().rev().position(ends);
        work::count(length.unwrap_or(at - start));
        let start = at - length? - 1;
        let inside = text[start + 1..at].trim_ascii();
        if text[start] != b'[' {
            return None;
        }
        let line = &text[at..];
        let end = line.iter().position(ends).filter(|&length| line[length] == b']');
        work::count(end.unwrap_or(0));
        let lacks_value = !inside.is_empty() && !inside.iter().any(u8::is_ascii_whitespace);
        Some(OpenTag { start, end: end.map(|length| at + length + 1), lacks_value })
    }
}

impl<N: Notation> Game<'_, N> {
    /// Returns the name of a tag that matters and that the game lacks, if one of its tags has that name but for
    /// one slip, such as `Whte`.
    #[must_use]
    pub fn misspelt_name(&self, tag: &TagPair<'_>) -> Option<&'static str> {
        if tag.known_name().is_some() {
            return None;
        }
        let name = std::str::from_utf8(tag.name.0).ok()?;
        let of_such_length = TagPair::NAMES.iter().take(name.len() + 2).skip(name.len().saturating_sub(1));
        let meant = without_slip(name, of_such_length.copied().flatten().copied());
        meant.filter(|meant| self.tag(meant).is_none())
    }

    /// Tells whether a game has a tag, be it with a slip in its name.
    #[must_use]
    pub(crate) fn means_tag(&self, name: &str) -> bool {
        self.tag(name).is_some() || self.tags.iter().any(|tag| self.misspelt_name(tag) == Some(name))
    }
}
