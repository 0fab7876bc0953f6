//! The Seven Tag Roster, which the standard wants in every game that is to be kept (section 8.1.1).

use super::San;
use crate::message::{Certainty, Code, Describe, Diagnostic, Fix, Language, fill};
use crate::syntax::{Game, Notation, SEVEN_TAGS};
use crate::text::{Edit, Source, Span};

/// A game with tags lacks some of the seven.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RosterIncomplete {
    missing: Vec<Missing>,
}

/// A tag that a game lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Missing {
    name: &'static str,
    value: &'static str,
    place: Place,
}

/// Where a tag belongs among those that a game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// On the line before the tag that begins at an offset.
    Before(usize),
    /// On the line behind the tag that ends at an offset.
    Behind(usize),
}

/// Finds the tags that a game lacks. A game without any is a mere movetext, which may be imported.
pub(super) fn lint(game: &Game<'_, San>) -> Option<Diagnostic> {
    let first = game.tags.first()?;
    let mut place = Place::Before(first.span.start);
    let mut missing = Vec::new();
    for name in SEVEN_TAGS {
        if let Some(tag) = game.tag(name) {
            place = Place::Behind(tag.span.end);
        } else if !game.means_tag(name) {
            let value = match name {
                "Result" => San::result_text(game.outcome()),
                name => San::unknown_value(name),
            };
            missing.push(Missing { name, value, place });
        }
    }
    (!missing.is_empty()).then(|| Diagnostic::warning(RosterIncomplete { missing }, first.span, None))
}

impl Describe for RosterIncomplete {
    fn code(&self) -> Code {
        Code::RosterIncomplete
    }

    fn message(&self, language: &Language) -> String {
        let names: Vec<_> = self.missing.iter().map(|tag| tag.name).collect();
        let values: [(&str, &dyn std::fmt::Display); 2] =
            [("count", &names.len()), ("names", &names.join(", "))];
        fill(language.roster_incomplete, &values)
    }

    /// Inserts the tags with unknown values.
    fn fixes(&self, source: &Source, _span: Span) -> Vec<Fix> {
        let edit = |Missing { name, value, place }: &Missing| match *place {
            Place::Before(at) => Edit::insert(at, format!("[{name} \"{value}\"]{}", source.line_end_at(at))),
            Place::Behind(at) => Edit::insert(at, format!("{}[{name} \"{value}\"]", source.line_end_at(at))),
        };
        vec![Fix::of(Certainty::Certain, self.missing.iter().map(edit).collect())]
    }
}
