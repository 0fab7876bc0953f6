//! What is left out of games: comments or parts of them, annotations, variations, tags.

use std::str::FromStr;

use thiserror::Error;

use super::tags::is_name;
use crate::message::{ENGLISH, Language, fill_whole, without_slip};
use crate::rules::cescacs::hex::Letters;
use crate::syntax::{
    Comment, CommentForm, Element, Game, Movetext, Node, Notation, RawMovetext, SEVEN_TAGS, TagPair,
    TokenKind, is_deciding, is_evaluation, skip_variation, without_parts, without_time_left,
};
use crate::text::{Edit, Printable, Source, Span, apply_edits};

/// What is left out of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dropped {
    parts: Vec<DroppedPart>,
    /// The names of tags.
    pub tags: Vec<String>,
}

/// A part of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DroppedPart {
    Comments,
    Words,
    Commands,
    Clocks,
    Evals,
    Arrows,
    Nags,
    Variations,
    Tags,
}

impl DroppedPart {
    const ALL: [(&'static str, DroppedPart); 9] = [
        ("comments", DroppedPart::Comments),
        ("words", DroppedPart::Words),
        ("commands", DroppedPart::Commands),
        ("clocks", DroppedPart::Clocks),
        ("evals", DroppedPart::Evals),
        ("arrows", DroppedPart::Arrows),
        ("nags", DroppedPart::Nags),
        ("variations", DroppedPart::Variations),
        ("tags", DroppedPart::Tags),
    ];
}

/// The error of a text that does not list what is left out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.message(&ENGLISH))]
pub enum NotADrop {
    /// It names no part, and tags begin with a capital letter.
    Unknown {
        /// What it names.
        name: String,
        /// The part that may be meant.
        meant: Option<&'static str>,
    },
    /// The moves cannot be read without the tag.
    Deciding,
}

impl NotADrop {
    /// Describes in a language what is wrong.
    #[must_use]
    pub fn message(&self, language: &Language) -> String {
        let texts = language.command_line;
        let known = Dropped::names().collect::<Vec<_>>().join(", ");
        match self {
            NotADrop::Unknown { name, meant: Some(meant) } => {
                fill_whole(texts.similar_part, &[("name", &Printable(name)), ("similar", meant)])
            }
            NotADrop::Unknown { name, meant: None } => {
                fill_whole(texts.part_of_game_expected, &[("name", &Printable(name)), ("known", &known)])
            }
            NotADrop::Deciding => texts.deciding_tag.to_owned(),
        }
    }
}

/// Reads names with commas between them.
impl FromStr for Dropped {
    type Err = NotADrop;

    fn from_str(text: &str) -> Result<Dropped, NotADrop> {
        let mut dropped = Dropped::default();
        for name in text.split(',').map(str::trim) {
            match DroppedPart::ALL.iter().find(|(known, _)| *known == name) {
                Some((_, part)) => dropped.parts.push(*part),
                None if is_deciding(name) && name != Letters::TAG => return Err(NotADrop::Deciding),
                None if is_tag(name) => {
                    dropped.tags.push(name.to_owned());
                }
                None => {
                    let meant = without_slip(name, Dropped::names());
                    return Err(NotADrop::Unknown { name: name.to_owned(), meant });
                }
            }
        }
        Ok(dropped)
    }
}

/// Returns whether a text that names no part is the name of a tag. In lower case only one of the seven is none that may
/// be a slip in the name of a part.
fn is_tag(text: &str) -> bool {
    let is_one_of_seven = SEVEN_TAGS.iter().any(|tag| tag.eq_ignore_ascii_case(text));
    is_one_of_seven || is_name(text) && text.starts_with(|c: char| c.is_ascii_uppercase())
}

impl Dropped {
    /// Returns the names of what may be left out, besides tags by their names.
    pub fn names() -> impl Iterator<Item = &'static str> {
        DroppedPart::ALL.into_iter().map(|(name, _)| name)
    }

    /// Adds what another list leaves out.
    pub fn add(&mut self, other: &Dropped) {
        self.parts.extend(&other.parts);
        self.tags.extend_from_slice(&other.tags);
    }

    fn has(&self, part: DroppedPart) -> bool {
        self.parts.contains(&part)
    }

    /// Returns whether all tags are left out without which the moves can be read.
    #[must_use]
    pub fn drops_all_tags(&self) -> bool {
        self.has(DroppedPart::Tags)
    }

    pub(super) fn drops_tags(&self) -> bool {
        self.has(DroppedPart::Tags) || !self.tags.is_empty()
    }

    /// Returns whether a tag is left out: by its name, or because the moves can be read without it. `Redefine` is left out where the moves are written in the standard letters.
    pub(super) fn drops_tag(&self, tag: &TagPair<'_>) -> bool {
        self.tags.iter().any(|name| tag.has_name(name) && name != Letters::TAG)
            || self.has(DroppedPart::Tags) && !tag.known_name().is_some_and(is_deciding)
    }

    /// Returns whether a command in a comment is left out. Its name alone counts, so that a wrong value does not keep it.
    fn drops_command(&self, name: &str) -> bool {
        let is = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
        self.has(DroppedPart::Commands)
            // besides `clk` and `emt`, those of DGT boards and of chess.com
            || self.has(DroppedPart::Clocks) && is(&["clk", "emt", "egt", "ect", "mct", "timestamp"])
            // `evp` is ChessBase's profile of a game
            || self.has(DroppedPart::Evals) && is(&["eval", "evp"])
            || self.has(DroppedPart::Arrows) && is(&["cal", "csl", "c_arrow", "c_highlight", "c_effect"])
    }

    /// Returns whether anything of a movetext is left out.
    pub(super) fn drops_moves(&self) -> bool {
        self.parts.iter().any(|part| *part != DroppedPart::Tags)
    }

    /// Returns the movetext of a game without what is left out; its text, which is that of the game and then those of the
    /// comments that differ, and of all that follow the result; and a place of the result between the comments before
    /// it and those after it.
    pub(super) fn movetext<N: Notation>(&self, game: &Game<'_, N>) -> (Movetext<N>, Vec<u8>, Span) {
        let from = game.begins_at;
        let end = game.movetext.last().map_or(from, |last| last.span.end).max(game.movetext_end);
        let mut text = game.text.0[from..end.max(from)].to_vec();
        let mut movetext = Movetext::default();
        let mut result = None;
        let mut rest = game.movetext.iter();
        while let Some(written) = rest.next() {
            let span = Span::new(written.span.start - from, written.span.end - from);
            let element = Element { span, ..*written };
            match element.node {
                Node::VariationStart(_) if self.has(DroppedPart::Variations) => skip_variation(&mut rest),
                Node::Nag(_) if self.has(DroppedPart::Nags) => {}
                // the mark of a variation that an error has cut off stays
                Node::Comment(_) if !span.range().is_empty() => {
                    if result.is_none() && game.follows_result(written.span) {
                        result = Some(text.len());
                        // a place of its own for the result, which no comment has
                        text.push(b' ');
                    }
                    let comment = game.comment(written);
                    let left = |comment| self.comment(comment, element, result.is_some(), &mut text);
                    comment.and_then(left).into_iter().for_each(|element| movetext.push(element));
                }
                _ => movetext.push(element),
            }
        }
        let result = result.unwrap_or(text.len());
        (movetext, text, Span::new(result, result))
    }

    /// Returns what is left of the comments among the tags and the movetext of a game that cannot be played. Tokens
    /// alone tell what is left out, so sentences without braces and brackets that do not match stay.
    pub(super) fn written_movetext<N: Notation>(&self, game: &Game<'_, N>) -> Vec<u8> {
        let RawMovetext { text, start } = game.raw_movetext();
        let source = Source::new("", text[start..].to_vec());
        let tokens: Vec<_> = game.raw_movetext().parts::<N::Token>().collect();
        let ends = ends_of_variations(tokens.iter().map(|(kind, ..)| *kind));
        let mut edits: Vec<Edit> = Vec::new();
        let (mut at, mut follows_deletion) = (0, false);
        while let Some((kind, comment, span)) = tokens.get(at) {
            let (last, left) = match kind {
                TokenKind::VariationStart if self.has(DroppedPart::Variations) && ends[at] > at => {
                    (ends[at], Some(String::new()))
                }
                TokenKind::Nag if self.has(DroppedPart::Nags) => (at, Some(String::new())),
                _ => (at, comment.as_ref().and_then(|comment| self.left_of(comment))),
            };
            let is_deleted = left.as_ref().is_some_and(String::is_empty);
            let span = Span::new(span.start - start, tokens[last].2.end - start);
            match edits.last_mut() {
                // one deletion for all in a row, so that the white space between them goes, too
                Some(deletion) if is_deleted && follows_deletion => deletion.span.end = span.end,
                _ => edits.extend(left.map(|text| Edit::replace(span, text))),
            }
            (at, follows_deletion) = (last + 1, is_deleted);
        }
        // at the beginning, a bracket would be read as that of a tag
        edits.retain(|edit| {
            let (before, after) = (&source.bytes()[..edit.span.start], &source.bytes()[edit.span.end..]);
            let precedes_tag = before.trim_ascii().is_empty() && after.trim_ascii_start().starts_with(b"[");
            !edit.text.is_empty() || !precedes_tag
        });
        for edit in edits.iter_mut().filter(|edit| edit.text.is_empty()) {
            *edit = source.line_deletion(edit.span);
            // at the beginning of a line, these would be read otherwise
            if let [before, b'%' | b'[', ..] = source.bytes()[edit.span.end - 1..]
                && !b"\r\n".contains(&before)
            {
                edit.text = " ".to_owned();
            }
        }
        let mut written = game.comments_among_tags(|comment| self.left_of(comment)).into_bytes();
        written.extend_from_slice(apply_edits(source.bytes(), 0, &edits).trim_ascii_start());
        written
    }

    /// Returns what is left of a comment, if anything is. A text that differs is added to `text`, and with
    /// `is_added` any.
    fn comment<N: Notation>(
        &self,
        comment: Comment<'_>,
        element: Element<N>,
        is_added: bool,
        text: &mut Vec<u8>,
    ) -> Option<Element<N>> {
        let left = match self.left_of(&comment) {
            Some(left) if left.is_empty() => return None,
            Some(left) => left,
            None if !is_added || comment.form == CommentForm::Escaped => return Some(element),
            None => comment.form.around(comment.text.decode().trim()),
        };
        let start = text.len();
        text.extend_from_slice(left.as_bytes());
        Some(Element { span: Span::new(start, text.len()), ..element })
    }

    /// Returns what is left of a comment, with its delimiters, and nothing if that is nothing. Returns `None` if the
    /// comment stays as it is.
    fn left_of(&self, comment: &Comment<'_>) -> Option<String> {
        if self.has(DroppedPart::Comments) {
            return Some(String::new());
        }
        // of a line that begins with %, nothing counts
        if comment.form == CommentForm::Escaped {
            return None;
        }
        let written = comment.text.decode();
        let drops_words =
            self.has(DroppedPart::Words) || self.has(DroppedPart::Evals) && is_evaluation(&written);
        let kept =
            if self.has(DroppedPart::Clocks) { without_time_left(&written) } else { (&*written).into() };
        let left = without_parts(&kept, drops_words, |name| self.drops_command(name));
        match left.trim() {
            left if left == written.trim() => None,
            "" => Some(String::new()),
            left => Some(comment.form.around(left)),
        }
    }
}

/// Returns the index of the bracket that closes each opening one. Other entries, and those of brackets that are never
/// closed, are 0.
fn ends_of_variations(kinds: impl Iterator<Item = TokenKind>) -> Vec<usize> {
    let (mut ends, mut open) = (Vec::new(), Vec::new());
    for (at, kind) in kinds.enumerate() {
        ends.push(0);
        match kind {
            TokenKind::VariationStart => open.push(at),
            TokenKind::VariationEnd => open.pop().into_iter().for_each(|start: usize| ends[start] = at),
            _ => {}
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_parts_and_names_of_tags() {
        let dropped: Dropped = "clocks, Annotator,tags".parse().unwrap();
        assert_eq!(dropped.parts, [DroppedPart::Clocks, DroppedPart::Tags]);
        assert_eq!(dropped.tags, ["Annotator"]);
        for (text, meant) in [("comment", Some("comments")), ("xyz", None), ("clocks,", None), ("", None)] {
            match text.parse::<Dropped>() {
                Err(NotADrop::Unknown { meant: found, .. }) => assert_eq!(found, meant, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
        assert_eq!("clocks,FEN".parse::<Dropped>(), Err(NotADrop::Deciding));
    }
}
