//! Tags that are set, renamed or left out.

use std::str::FromStr;

use thiserror::Error;

use super::{Dropped, Unchanged};
use crate::message::ENGLISH;
use crate::message::worded::worded;
use crate::notation::calendar::NoSuchDate;
use crate::notation::outcome_of;
use crate::rules::Opening;
use crate::rules::cescacs::hex::Letters;
use crate::syntax::{ByBoard, Date, Game, Notation, Outcome, is_deciding, is_tag_name, result_in_any_form};
use crate::text::{Span, Text};

/// Returns whether a text is the name of a tag: letters, digits and underscores, of which the first is a letter.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && is_tag_name(text)
}

/// The changes of tags, in the order of the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TagChanges {
    /// The tags that get a value.
    pub settings: Vec<Setting>,
    /// The tags that get another name.
    pub renamings: Vec<Renaming>,
}

/// A tag and its new value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The name of the tag.
    pub name: String,
    /// The value, with escapes as a file has them.
    value: String,
    /// A date as C'escacs writes it. The value is then in the form of PGN.
    hyphenated: Option<String>,
}

/// A tag and its new name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renaming {
    /// The present name.
    pub old: String,
    /// The new one.
    pub new: String,
}

worded! {
    /// The error of a text that does not change a tag.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
    #[error("{}", self.message(&ENGLISH))]
    pub enum NotATagChange(language) {
        /// It has no `=`, or no name before it, or no name after it where one is expected.
        Form = language.command_line.tag_change_expected;
        /// The value is neither a date nor unknown.
        Date = language.command_line.date_expected;
        /// The value is no result.
        Result = language.command_line.result_expected;
        /// The value defines no letters.
        Letters = language.bad_redefine;
        /// The moves cannot be read without the tag, or not as they were.
        Deciding = language.command_line.deciding_tag;
    }
    /// Describes in a language what is wrong.
    #[must_use]
    pub fn message;
}

fn changeable(name: &str) -> Result<String, NotATagChange> {
    match name {
        name if !is_name(name) => Err(NotATagChange::Form),
        name if is_deciding(name) => Err(NotATagChange::Deciding),
        name => Ok(name.to_owned()),
    }
}

/// Reads `NAME=VALUE`.
impl FromStr for Setting {
    type Err = NotATagChange;

    fn from_str(text: &str) -> Result<Setting, NotATagChange> {
        let (name, value) = text.split_once('=').ok_or(NotATagChange::Form)?;
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        let is_date = ["Date", "EventDate", "UTCDate", "EndDate", "SourceDate"].into_iter().any(is);
        let dotted = if is_date { Some(written_date(value)?) } else { None };
        let hyphenated = dotted.as_ref().map(|date| date.replace('.', "-"));
        let value = dotted.as_deref().unwrap_or(value);
        if is("Result") && outcome_of(value).is_none() {
            return Err(NotATagChange::Result);
        }
        // a change is made in the text of a tag, where these two are escaped (PGN standard, section 7)
        let value = value.replace('\\', r"\\").replace('"', r#"\""#);
        let name = if is(Letters::TAG) { Ok(name.to_owned()) } else { changeable(name) };
        let setting = Setting { name: name?, value, hyphenated };
        let is_defined = !is(Letters::TAG) || setting.letters().is_some();
        is_defined.then_some(setting).ok_or(NotATagChange::Letters)
    }
}

/// Returns a date in the form of PGN. It may be written with other separators.
fn written_date(text: &str) -> Result<String, NotATagChange> {
    let dotted = text.replace(['-', '/'], ".");
    let Date { year, month, day } = Date::parse(&dotted).map_err(|_| NotATagChange::Date)?;
    let number = |part: Option<&str>| part.and_then(|digits| digits.parse().ok());
    if NoSuchDate::find([year, month, day].map(number)).is_some() {
        return Err(NotATagChange::Date);
    }
    let [year, month, day] =
        [(year, "????"), (month, "??"), (day, "??")].map(|(part, none)| part.unwrap_or(none));
    Ok(format!("{year}.{month:0>2}.{day:0>2}"))
}

/// Returns what a result means in a notation, and its text there: `1-0` is `3-0` in C'escacs. Returns `None` if the
/// notation has no such result.
fn result_in<N: Notation>(text: &str) -> Option<(&str, Outcome)> {
    let of_other = || {
        let outcome = outcome_of(text)?;
        Some((N::result_text(outcome), outcome)).filter(|(own, _)| N::result_from_text(own) == Some(outcome))
    };
    result_in_any_form::<N>(text).map(|outcome| (text, outcome)).or_else(of_other)
}

/// Reads `OLD=NEW`.
impl FromStr for Renaming {
    type Err = NotATagChange;

    fn from_str(text: &str) -> Result<Renaming, NotATagChange> {
        let (old, new) = text.split_once('=').ok_or(NotATagChange::Form)?;
        // the writer writes `Result` in any case, as the moves end
        if [old, new].into_iter().any(|name| name.eq_ignore_ascii_case("Result")) {
            return Err(NotATagChange::Deciding);
        }
        Ok(Renaming { old: changeable(old)?, new: changeable(new)? })
    }
}

impl TagChanges {
    /// Returns a game with other tags, or `None` if nothing changes.
    pub(super) fn game<'t, N: Notation>(
        &'t self,
        game: &Game<'t, N>,
        dropped: &Dropped,
        mut tell: impl FnMut(Unchanged),
    ) -> Option<Game<'t, N>> {
        let TagChanges { settings, renamings } = self;
        if settings.is_empty() && renamings.is_empty() && !dropped.drops_tags() {
            return None;
        }
        let mut changed = game.clone();
        changed.tags.retain(|tag| !dropped.drops_tag(tag));
        // with other letters, the moves are written anew, and the tag with them
        for setting in settings.iter().filter(|setting| setting.letters().is_none()) {
            if !setting.name.eq_ignore_ascii_case("Result") {
                let hyphenated = setting.hyphenated.as_ref().filter(|_| N::DATE_SEPARATOR == '-');
                changed.set_tag(&setting.name, Text(hyphenated.unwrap_or(&setting.value).as_bytes()));
            } else if let Some((text, outcome)) = result_in::<N>(&setting.value) {
                changed.set_tag(&setting.name, Text(text.as_bytes()));
                // the moves end with the result, too, and may not contradict the tag
                let end = Span::new(game.movetext_end, game.movetext_end);
                changed.result = Some((outcome, game.result.map_or(end, |(_, span)| span)));
                changed.by_board = Some(ByBoard::of(outcome));
            } else {
                tell(Unchanged::NoSuchResult(setting.value.clone()));
            }
        }
        for renaming in renamings {
            let Some(old) = changed.tag(&renaming.old) else { continue };
            // what the writer adds of the seven is nothing to be renamed
            let is_added = |name| old.value.0 == N::unknown_value(name).as_bytes();
            if old.known_name().is_some_and(is_added) {
                continue;
            }
            if changed.tag(&renaming.new).is_some() {
                tell(Unchanged::NameTaken(renaming.clone()));
                continue;
            }
            let olds = changed.tags.iter_mut().filter(|tag| tag.has_name(&renaming.old));
            olds.for_each(|tag| tag.name = Text(renaming.new.as_bytes()));
        }
        Some(changed)
    }
}

impl Setting {
    /// Returns the letters of the pieces, if the tag is `Redefine`; without a value, the standard ones. The moves are
    /// then written in these letters.
    #[must_use]
    pub fn letters(&self) -> Option<Letters> {
        let value = Some(&*self.value).filter(|_| self.name.eq_ignore_ascii_case(Letters::TAG))?;
        if value.is_empty() { Some(Letters::STANDARD) } else { Letters::redefined(value).ok() }
    }
}

/// Returns a game with the tags `ECO` and `Opening`. Tags that it already has stay as they are unless their value is
/// unknown. Returns `None` if nothing changes.
pub(super) fn with_opening<'s, N: Notation>(
    game: &Game<'s, N>,
    opening: impl FnOnce() -> Option<Opening>,
) -> Option<Game<'s, N>> {
    let is_missing = |name| game.known_value(name).is_none();
    if !is_missing("ECO") && !is_missing("Opening") {
        return None;
    }
    let opening = opening()?;
    let mut named = game.clone();
    for (name, value) in [("ECO", opening.eco), ("Opening", opening.name)] {
        if is_missing(name) {
            named.set_tag(name, Text(value.as_bytes()));
        }
    }
    Some(named)
}

/// Removes the tag that tells how many moves a game has, because they are others now.
pub(super) fn drop_ply_count<N: Notation>(game: &mut Game<'_, N>) {
    game.tags.retain(|tag| !tag.has_name("PlyCount"));
}
