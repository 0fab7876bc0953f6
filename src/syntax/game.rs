//! A game: tag pairs, movetext, result.

use std::borrow::Cow;
use std::ops::Range;

use super::brackets::without_variations;
use super::lexemes::unquoted;
use super::{
    ByBoard, Comment, Element, Movetext, Node, Notation, Outcome, TagPair, TagSpans, Variant, is_unknown,
};
use crate::message::{GameLabel, without_slip};
use crate::text::{Span, Text};

/// A game as it was written. The parser guarantees that a variation follows a move of its line, which CTL-PGN may leave
/// out.
#[derive(Clone, Debug, PartialEq)]
pub struct Game<'s, N: Notation> {
    /// The text that the game was read from, to which the spans of its elements and of its result refer. A change of
    /// comments makes a new one.
    pub text: Text<'s>,
    /// The variant that all games are read as, whatever their `Variant` tags say. The reader sets it, so
    /// [`Game::clear`] keeps it.
    pub variant: Option<Variant>,
    /// The tag pairs in the order of the file.
    pub tags: Vec<TagPair<'s>>,
    /// The moves, and what is written between them.
    pub movetext: Movetext<N>,
    /// The result at the end of the movetext, if there is one.
    pub result: Option<(Outcome, Span)>,
    /// What the last position of the main line says of the result. It is `None` until code that knows the rules sets
    /// it, which is needed only if no other result is known.
    pub by_board: Option<ByBoard>,
    /// The offset at which the game was cut off because of an error, if it was. Such a game has no [`Game::result`].
    pub cut_at: Option<usize>,
    /// The result at the end of a game that was cut off before it, if there is one.
    pub cut_result: Option<Outcome>,
    /// The offset at which the game begins, even if it has neither tags nor movetext.
    pub begins_at: usize,
    /// Whether it is a position of a list. Its tags have no brackets, and their values no quotes.
    pub is_listed: bool,
    /// The end of the movetext, including its result and all that could not be read in it.
    pub movetext_end: usize,
}

impl<'s, N: Notation> Game<'s, N> {
    /// Creates an empty game of a text.
    #[must_use]
    pub fn new(text: &'s [u8]) -> Game<'s, N> {
        Game {
            text: Text(text),
            variant: None,
            tags: Vec::new(),
            movetext: Movetext::default(),
            result: None,
            by_board: None,
            cut_at: None,
            cut_result: None,
            begins_at: 0,
            is_listed: false,
            movetext_end: 0,
        }
    }

    /// Empties the game, and keeps its memory for the next one.
    pub fn clear(&mut self) {
        self.tags.clear();
        self.movetext.clear();
        self.result = None;
        self.by_board = None;
        (self.cut_at, self.cut_result) = (None, None);
        self.is_listed = false;
    }

    /// Cuts the moves off at an offset. Variations that are open there are closed, or dropped if they have no move.
    pub fn cut(&mut self, offset: usize) {
        self.movetext.cut(offset);
        self.cut_result = self.result.take().map_or(self.cut_result, |(outcome, _)| Some(outcome));
        self.cut_at = Some(offset);
        self.movetext_end = self.movetext_end.min(offset);
    }

    /// Adds a tag pair.
    pub fn push_tag(&mut self, tag: TagSpans) {
        let text = |span: Span| &self.text.0[span.range()];
        let (name, value) = (Text(text(tag.name)), Text(unquoted(text(tag.value))));
        self.tags.push(TagPair { name, value, span: tag.whole, name_span: tag.name, value_span: tag.value });
    }

    /// Sets the value of a tag, which is added after the others if the game lacks it. `value` has its escapes.
    pub fn set_tag(&mut self, name: &'s str, value: Text<'s>) {
        match self.tags.iter_mut().find(|tag| tag.has_name(name)) {
            Some(tag) => tag.value = value,
            None => {
                // a place that nothing in the text has, and no other new tag
                let last = self.tags.iter().map(|tag| tag.span.end).max().unwrap_or(0);
                let end = last.max(self.text.0.len()) + 1;
                let (name, span) = (Text(name.as_bytes()), Span::new(end, end));
                self.tags.push(TagPair { name, value, span, name_span: span, value_span: span });
            }
        }
    }

    /// Adds an element of the movetext.
    pub fn push(&mut self, element: Element<N>) {
        self.movetext.push(element);
    }

    /// Ends the game with its result.
    pub fn finish(&mut self, result: (Outcome, Span)) {
        self.result = Some(result);
    }

    /// Returns whether the game has variations.
    #[must_use]
    pub fn has_variations(&self) -> bool {
        self.movetext.iter().any(|element| matches!(element.node, Node::VariationStart(_)))
    }

    /// Returns the game with another movetext and everything else as it is.
    #[must_use]
    pub fn with_movetext(&self, movetext: Movetext<N>) -> Game<'s, N> {
        Game { tags: self.tags.clone(), movetext, ..*self }
    }

    /// Returns what is written at a span.
    pub(crate) fn written(&self, span: Span) -> &'s [u8] {
        &self.text.0[span.range()]
    }

    /// Returns an element as a comment, if it is one.
    #[must_use]
    pub fn comment(&self, element: &Element<N>) -> Option<Comment<'s>> {
        match element.node {
            Node::Comment(form) => Some(Comment::of(form, self.written(element.span))),
            _ => None,
        }
    }

    /// Returns the first tag pair with a name, which may be in upper or lower case, as in `[fen "…"]`.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&TagPair<'s>> {
        self.tags.iter().find(|tag| tag.has_name(name))
    }

    /// Returns the span of a part of a tag value, which begins after its quote. The position of a list has none.
    pub(crate) fn span_in_value(&self, tag: &TagPair<'_>, part: Range<usize>) -> Span {
        let start = tag.value_span.start + usize::from(!self.is_listed);
        let written_at = |offset| start + tag.value.written_at(offset);
        Span::new(written_at(part.start), written_at(part.end))
    }

    /// Returns whether the game has a move, be it in a variation.
    #[must_use]
    pub fn has_move(&self) -> bool {
        self.movetext.iter().any(|element| matches!(element.node, Node::Move(_)))
    }

    /// Returns the tags as they are shown. See [`Notation::shown_tags`].
    #[must_use]
    pub fn shown_tags(&self) -> Cow<'_, [TagPair<'s>]> {
        N::shown_tags(&self.tags)
    }

    /// Returns the value of a tag as it is shown, without its escapes.
    #[must_use]
    pub fn tag_value(&self, name: &str) -> Option<Cow<'s, str>> {
        self.shown_tags().iter().find(|tag| tag.has_name(name)).map(Game::<N>::value_of)
    }

    /// Returns the value of a tag as it is meant, without its escapes.
    #[must_use]
    pub fn value_of(tag: &TagPair<'s>) -> Cow<'s, str> {
        N::meant_value(tag).map_or_else(|| tag.value.unescape(), Cow::from)
    }

    /// Returns the value of a tag, without its escapes and the spaces around it, unless it is missing or unknown.
    #[must_use]
    pub fn known_value(&self, name: &str) -> Option<Cow<'s, str>> {
        let value = self.tag_value(name).filter(|value| !is_unknown(value))?;
        Some(if value.trim() == value { value } else { value.trim().to_owned().into() })
    }

    /// Labels the game for messages, by its number and its players.
    #[must_use]
    pub fn label(&self, number: usize) -> GameLabel<'s> {
        GameLabel::new(number, self.known_value("White"), self.known_value("Black"))
    }

    /// Returns the name of the variant: that of [`Game::variant`], or else the value of the `Variant` tag.
    #[must_use]
    pub fn variant_name(&self) -> Option<Cow<'s, str>> {
        self.variant.and_then(Variant::tag_value).map(Cow::from).or_else(|| self.tag_value("Variant"))
    }

    /// Returns the elements of the main line, without variations.
    pub fn main_line(&self) -> impl Iterator<Item = &Element<N>> {
        without_variations(&self.movetext)
    }

    /// Returns the number of moves of both sides in the main line.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.main_line().filter(|element| matches!(element.node, Node::Move(_))).count()
    }

    /// Returns whether what has a span stands after the result.
    #[must_use]
    pub fn follows_result(&self, span: Span) -> bool {
        self.result.is_some_and(|(_, result)| span.start > result.start)
    }

    /// Returns the start of the first tag, element or result.
    #[must_use]
    pub fn start(&self) -> usize {
        let tag = self.tags.first().map(|tag| tag.span.start);
        let element = self.movetext.first().map(|element| element.span.start);
        let result = self.result.map(|(_, span)| span.start);
        [tag, element, result, self.cut_at].into_iter().flatten().min().unwrap_or(self.begins_at)
    }

    /// Returns the end of the last tag, element or result.
    #[must_use]
    pub fn end(&self) -> usize {
        let tag = self.tags.last().map(|tag| tag.span.end);
        let element = self.movetext.last().map(|element| element.span.end);
        let result = self.result.map(|(_, span)| span.end);
        tag.max(element).max(result).unwrap_or(self.begins_at)
    }
}

impl<N: Notation> Game<'_, N> {
    /// Returns the known name that a tag is meant to have, if its own differs by one slip, such as `Whte`, and the
    /// game lacks a tag of that name.
    #[must_use]
    pub fn misspelt_name(&self, tag: &TagPair<'_>) -> Option<&'static str> {
        if tag.known_name().is_some() {
            return None;
        }
        let name = std::str::from_utf8(tag.name.0).ok()?;
        // one slip changes the length by one at most
        let of_such_length = TagPair::NAMES.iter().take(name.len() + 2).skip(name.len().saturating_sub(1));
        let meant = without_slip(name, of_such_length.copied().flatten().copied());
        meant.filter(|meant| self.tag(meant).is_none())
    }

    /// Returns whether the game has a tag of a name, even with a slip in the name.
    #[must_use]
    pub(crate) fn means_tag(&self, name: &str) -> bool {
        self.tag(name).is_some() || self.tags.iter().any(|tag| self.misspelt_name(tag) == Some(name))
    }
}
