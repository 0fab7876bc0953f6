//! Tag pairs, and the names of those that matter.

#[cfg(feature = "queries")]
use std::sync::atomic::{AtomicBool, Ordering};

use crate::text::{Span, Text};

/// The seven mandatory tags in their order (PGN standard, section 8.1.1; assignment,
/// section 2.1).
pub const SEVEN_TAGS: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Lists the names of widely used tags: the seven, then those of the PGN standard (section 9), of databases, of lichess
/// and chess.com, and of CTL-PGN.
pub fn usual_tags() -> impl Iterator<Item = &'static str> + Clone {
    let others = "WhiteTitle BlackTitle WhiteElo BlackElo WhiteUSCF BlackUSCF WhiteNA BlackNA WhiteType BlackType \
        WhiteTeam BlackTeam WhiteFideId BlackFideId WhiteRatingDiff BlackRatingDiff WhiteCountry \
        BlackCountry WhiteClock BlackClock EventDate EventSponsor EventType EventRounds EventCountry \
        EventCategory Section Stage Board Opening Variation SubVariation ECO NIC Time UTCTime UTCDate \
        TimeControl StartTime EndTime EndDate SetUp FEN TLPD PDTL Id Lang Link Termination Annotator Mode \
        PlyCount Source SourceDate Variant";
    SEVEN_TAGS.into_iter().chain(others.split(' '))
}

/// Returns whether a byte may stand in the name of a tag that is written: a letter, a digit or an underscore.
#[inline(always)]
pub(crate) fn is_of_tag_name(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_'
}

/// Returns whether a text may be the name of a tag.
#[must_use]
pub(crate) fn is_tag_name(text: &str) -> bool {
    !text.is_empty() && text.as_bytes().iter().all(is_of_tag_name)
}

/// Returns the standard spelling of a name, which may be in upper or lower case, if the tag affects how a game is read.
fn standard_name(name: &[u8]) -> Option<&'static str> {
    let is_meant = |known: &&str| name.eq_ignore_ascii_case(known.as_bytes());
    // the length rules out nearly all names without comparing them
    TagPair::NAMES.get(name.len())?.iter().copied().find(is_meant)
}

/// Returns whether the moves of a game cannot be read without the tag with a name.
pub(crate) fn is_deciding(name: &str) -> bool {
    standard_name(name.as_bytes()).is_some_and(|name| !SEVEN_TAGS.contains(&name))
}

/// Returns whether an operation of EPD consists of moves, which have no quotes.
pub(crate) fn has_moves(operation: &[u8]) -> bool {
    matches!(operation, b"bm" | b"am" | b"pm" | b"sm" | b"pv")
}

/// The places of a tag pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagSpans {
    /// The name.
    pub name: Span,
    /// The value with its quotes, of which the closing one may be missing.
    pub value: Span,
    /// All of it, from bracket to bracket.
    pub whole: Span,
}

impl TagSpans {
    /// Takes the places from the tokens of a tag. That of the name begins with the bracket, and its value is the offset
    /// of the name.
    #[must_use]
    pub const fn new((offset, name): (&u32, &Span), value: Span, end: Span) -> TagSpans {
        let whole = Span::new(name.start, end.end);
        TagSpans { name: Span::new(name.start + *offset as usize, name.end), value, whole }
    }
}

/// A tag pair, such as `[Event "F/S Return Match"]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagPair<'s> {
    /// The name: letters, digits and underscores.
    pub name: Text<'s>,
    /// The value between its quotes, with its escapes as written.
    pub value: Text<'s>,
    /// The span from bracket to bracket.
    pub span: Span,
    /// The span of the name.
    pub name_span: Span,
    /// The span of the value with its quotes.
    pub value_span: Span,
}

impl TagPair<'_> {
    /// The names of the tags that affect how a game is read, by their length.
    pub(super) const NAMES: [&'static [&'static str]; 13] = [
        &[],
        &[],
        &[],
        &["FEN"],
        &["Site", "Date", "TLPD", "PDTL"],
        &["Event", "Round", "White", "Black", "SetUp"],
        &["Result"],
        &["Variant"],
        &["Redefine"],
        &[],
        &[],
        &[],
        &["PieceLetters"],
    ];

    /// Returns the standard spelling of the name, which may be in upper or lower case, if it is a known one.
    #[must_use]
    pub fn known_name(&self) -> Option<&'static str> {
        standard_name(self.name.0)
    }

    /// Returns whether the tag has a name, in upper or lower case.
    #[must_use]
    pub fn has_name(&self, name: &str) -> bool {
        self.name.0.eq_ignore_ascii_case(name.as_bytes())
    }

    /// Returns whether this is the tag with a name. Upper and lower case are the same only for known names.
    pub(crate) fn is(&self, name: &str) -> bool {
        self.name.0 == name.as_bytes() || self.has_name(name) && self.known_name() == Some(name)
    }
}

impl<'s> TagPair<'s> {
    /// Returns the name, in its standard spelling if it is a known one.
    #[must_use]
    pub fn canonical_name(&self) -> Text<'s> {
        self.known_name().map_or(self.name, |name| Text(name.as_bytes()))
    }
}

/// The name of a tag that is asked for, and whether the games have such a tag.
#[cfg(feature = "queries")]
#[derive(Debug)]
pub(crate) struct AskedTag {
    name: String,
    is_seen: AtomicBool,
    is_missed: AtomicBool,
}

#[cfg(feature = "queries")]
impl AskedTag {
    pub(crate) fn new(name: &str) -> AskedTag {
        AskedTag { name: name.to_owned(), is_seen: AtomicBool::new(false), is_missed: AtomicBool::new(false) }
    }

    #[cfg(feature = "cli")]
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Notes a game. `has` tells whether it has a tag with a name.
    pub(crate) fn see(&self, has: impl Fn(&str) -> bool) {
        // no other data depends on the flags, so the order of loads and stores does not matter
        if !self.is_seen.load(Ordering::Relaxed) {
            let flag = if has(&self.name) { &self.is_seen } else { &self.is_missed };
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Returns whether there was a game, and none had the tag.
    pub(crate) fn is_in_no_game(&self) -> bool {
        self.is_missed.load(Ordering::Relaxed) && !self.is_seen.load(Ordering::Relaxed)
    }
}

/// Returns whether a tag value, given with its quotes, consists of spaces, hyphens and question
/// marks only.
pub(crate) fn says_nothing(value: &[u8]) -> bool {
    value.iter().all(|byte| b"\" -?".contains(byte))
}
