//! The tags that matter, with a slip in their names.

use super::{Game, Notation, TagPair};
use crate::message::without_slip;

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
