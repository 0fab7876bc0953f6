//! Checks the order and the values of the tags of CTL-PGN (notation, "Las etiquetas"). Tags
//! that break these rules are still read.

use super::{CtlAn, address_of, is_position, position_tag};
use crate::message::problem::problems;
use crate::message::{Amended, Certainty, Code, Diagnostic, Fix};
use crate::notation::calendar::{NoSuchDate, date_fixes};
use crate::syntax::{Game, Notation, SEVEN_TAGS, TagPair};
use crate::text::{Edit, Source, Span, first_line_end, is_hyphen};

problems! {
    /// A rule for tags that a game breaks. Each is described by what the rule requires.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum TagLint(language) {
        /// `Variant` comes first.
        VariantFirst = Code::VariantNotFirst, language.tag_variant_first;
        /// `Variant` is followed by the seven tags in their order, or by `Id`.
        Expected { name: &'static str } = Code::CtlTagExpected, language.tag_expected;
        /// The `Annotator` tags are next to each other.
        AnnotatorsTogether = Code::AnnotatorsApart, language.tag_annotators_together;
        /// `Redefine` comes just before the position, or last.
        RedefineBeforePosition = Code::RedefineMisplaced, language.tag_redefine_place;
        /// The position comes last.
        PositionLast = Code::PositionNotLast, language.tag_position_last;
        /// `Id` comes second.
        IdSecond = Code::IdNotSecond, language.tag_id_second;
        /// In the author's later pages an `Id` may follow the seven tags, of which one is missing.
        IdBeforeSeventh { missing: &'static str } = Code::IdNotSecond, language.tag_id_ninth;
        /// An identifier is an editor, a hyphen and a name.
        Id = Code::BadId, language.tag_id;
        /// A site ends with the three letters of a country.
        Site = Code::BadSite, language.tag_site;
        /// A date has four, two and two digits or question marks.
        Date = Code::BadDate, language.bad_ctl_date;
        /// A month and a day exist in the calendar.
        NoSuchDate(date: NoSuchDate) = Code::BadDate, date.message(language);
        /// A language has two or three letters.
        Lang = Code::BadLang, language.tag_lang;
        /// A person is a surname, a comma, a space and a name.
        Person = Code::BadPerson, language.tag_person;
        /// An address is an e-mail address.
        Address = Code::BadAddress, language.tag_address;
        /// A time control has one of the defined forms.
        TimeControl = Code::BadTagValue, language.tag_time_control;
        /// The value is one of the defined ones.
        Value { values: &'static str } = Code::BadTagValue, language.tag_value;
    }
    describe with fixes;
}

/// The values defined for tags that allow only a few.
const CHOICES: [(&[&str], &str); 4] = [
    (&["Variant"], "C'escacs"),
    (&["Termination"], "abandoned, rules infraction, time forfeit, death, emergency"),
    (&["WhiteType", "BlackType"], "human, program"),
    (&["Mode"], "OTB, ICS, EM, TC"),
];

/// Lists the rules that the tags of a game break.
pub(super) fn lints(game: &Game<'_, CtlAn>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    order(game, &mut found);
    positions_last(game, &mut found);
    annotators(game, &mut found);
    for tag in &game.tags {
        if let Some(lint) = value(tag) {
            found.push((lint, tag.value_span));
        }
    }
    let diagnostic = |(lint, span)| match order_fix(game, lint, span) {
        Some(fix) => Diagnostic::warning(Amended::new(lint).with_fixes(vec![fix]), span, None),
        None => Diagnostic::warning(lint, span, None),
    };
    found.into_iter().map(diagnostic).collect()
}

/// Returns the fix of a wrong order of tags: the tag is moved or inserted where it belongs.
fn order_fix(game: &Game<'_, CtlAn>, lint: TagLint, span: Span) -> Option<Fix> {
    let first = game.tags.first()?.span;
    let last = game.tags.last()?.span;
    let tags = Tags { text: game.text.0 };
    let count = |is_one: fn(&TagPair<'_>) -> bool| game.tags.iter().filter(|tag| is_one(tag)).count();
    let edits = match lint {
        TagLint::VariantFirst => match game.tag("Variant") {
            Some(tag) => tags.moved_before(tag.span, first),
            None => Some(tags.put_before("Variant", "C'escacs", first)),
        },
        TagLint::Expected { name } => {
            let value = match name {
                "Result" => CtlAn::result_text(game.outcome()),
                name => CtlAn::unknown_value(name),
            };
            match game.tags.iter().skip(1).find(|tag| is_named(tag, name) && tag.span.start > span.start) {
                Some(tag) => tags.moved_before(tag.span, span),
                None if span.start < span.end => Some(tags.put_before(name, value, span)),
                None => {
                    Some(vec![Edit::insert(span.end, format!("{}[{name} \"{value}\"]", tags.line_end()))])
                }
            }
        }
        TagLint::IdBeforeSeventh { missing } => {
            let is_later = |tag: &&TagPair<'_>| {
                let mut later = SEVEN_TAGS.into_iter().skip_while(|name| *name != missing);
                tag.is("Id") || later.any(|name| is_named(tag, name))
            };
            let next = game.tags.iter().find(is_later)?;
            Some(tags.put_before(missing, CtlAn::unknown_value(missing), next.span))
        }
        TagLint::IdSecond => tags.moved_before(span, game.tags.get(1)?.span),
        // of two positions only one can be the last, and of two tags the first counts
        TagLint::PositionLast if count(is_position) > 1 => None,
        TagLint::RedefineBeforePosition if count(|tag| tag.is("Redefine")) > 1 => None,
        TagLint::PositionLast => tags.moved_after(span, last),
        TagLint::RedefineBeforePosition => match position_tag(game) {
            Some(position) => tags.moved_before(span, position.span),
            None => tags.moved_after(span, last),
        },
        TagLint::AnnotatorsTogether => {
            let annotators = game.tags.iter().skip_while(|tag| !tag.is("Annotator"));
            let run = annotators.take_while(|tag| tag.is("Annotator")).last()?;
            tags.moved_after(span, run.span)
        }
        _ => None,
    };
    edits.map(|edits| Fix::of(Certainty::Certain, edits))
}

/// The text of a game, in which tags are moved together with their lines.
struct Tags<'t> {
    text: &'t [u8],
}

impl Tags<'_> {
    fn line_end(&self) -> &'static str {
        first_line_end(self.text).unwrap_or("\n")
    }

    fn line_start(&self, at: usize) -> usize {
        memchr::memrchr2(b'\n', b'\r', &self.text[..at]).map_or(0, |end| end + 1)
    }

    /// Puts a tag on a line before that of another.
    fn put_before(&self, name: &str, value: &str, other: Span) -> Vec<Edit> {
        vec![Edit::insert(self.line_start(other.start), format!("[{name} \"{value}\"]{}", self.line_end()))]
    }

    /// Moves a tag before the line of another. Returns `None` if it shares its line, or if it is
    /// not UTF-8, which the text of an edit has to be.
    fn moved_before(&self, tag: Span, other: Span) -> Option<Vec<Edit>> {
        let written = std::str::from_utf8(&self.text[tag.range()]).ok()?;
        let put = Edit::insert(self.line_start(other.start), format!("{written}{}", self.line_end()));
        Some(vec![put, Edit::delete(self.line(tag)?)])
    }

    /// Moves a tag after another, as [`Tags::moved_before`] moves it before one.
    fn moved_after(&self, tag: Span, other: Span) -> Option<Vec<Edit>> {
        let written = std::str::from_utf8(&self.text[tag.range()]).ok()?;
        Some(vec![
            Edit::delete(self.line(tag)?),
            Edit::insert(other.end, format!("{}{written}", self.line_end())),
        ])
    }

    /// Returns the line of a tag, including the line end, if nothing else is on it.
    fn line(&self, tag: Span) -> Option<Span> {
        let start = self.line_start(tag.start);
        let rest = &self.text[tag.end..];
        let length = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let is_alone =
            self.text[start..tag.start].trim_ascii().is_empty() && rest[..length].trim_ascii().is_empty();
        let end = length + if rest[length..].starts_with(b"\r\n") { 2 } else { 1 };
        is_alone.then(|| Span::new(start, tag.end + end.min(rest.len())))
    }
}

fn order(game: &Game<'_, CtlAn>, found: &mut Vec<(TagLint, Span)>) {
    let Some(first) = game.tags.first() else {
        return;
    };
    if !first.is("Variant") {
        found.push((TagLint::VariantFirst, first.span));
        return;
    }
    // the author's later pages have aliases beside players, and an `Id` after the seven tags
    let is_alias = |tag: &&TagPair<'_>| tag.is("WhiteAlias") || tag.is("BlackAlias");
    let rest: Vec<_> = game.tags[1..].iter().filter(|tag| !is_alias(tag)).collect();
    if let Some(late) = rest.iter().take(SEVEN_TAGS.len()).skip(1).find(|tag| tag.is("Id")) {
        let has = |name: &str| game.tag(name).is_some();
        let is_missing = |name: &&str| !has(name) && !address_of(name).is_some_and(has);
        let follows_record = id_follows_record(game);
        let missing = if follows_record { SEVEN_TAGS.into_iter().find(is_missing) } else { None };
        let lint = missing.map_or(TagLint::IdSecond, |missing| TagLint::IdBeforeSeventh { missing });
        found.push((lint, late.span));
        return;
    }
    if rest.first().is_some_and(|tag| tag.is("Id")) {
        return;
    }
    for (at, &name) in SEVEN_TAGS.iter().enumerate() {
        match rest.get(at) {
            Some(tag) if is_named(tag, name) || game.misspelt_name(tag) == Some(name) => {}
            other => {
                let end = at.checked_sub(1).map_or(first, |last| rest[last]).span.end;
                let span = other.map_or(Span::new(end, end), |tag| tag.span);
                found.push((TagLint::Expected { name }, span));
                return;
            }
        }
    }
}

/// Returns whether a tag is one of the seven tags with a name, or the address that replaces it.
fn is_named(tag: &TagPair<'_>, name: &str) -> bool {
    tag.is(name) || address_of(name).is_some_and(|address| tag.is(address))
}

/// Returns whether an `Id` stands after the seven tags of a record, as in the author's later pages, or after all but one
/// of them.
pub(super) fn id_follows_record(game: &Game<'_, CtlAn>) -> bool {
    let before = game.tags.iter().take_while(|tag| !tag.is("Id"));
    let is_of_record = |tag: &&TagPair<'_>| SEVEN_TAGS.into_iter().any(|name| is_named(tag, name));
    game.tag("Id").is_some() && before.filter(is_of_record).count() >= SEVEN_TAGS.len() - 1
}

fn positions_last(game: &Game<'_, CtlAn>, found: &mut Vec<(TagLint, Span)>) {
    let last = game.tags.len().saturating_sub(1);
    for (at, tag) in game.tags.iter().enumerate() {
        if is_position(tag) && at != last {
            found.push((TagLint::PositionLast, tag.span));
        }
        if tag.is("Redefine") && at != last && !is_position(&game.tags[at + 1]) {
            found.push((TagLint::RedefineBeforePosition, tag.span));
        }
    }
}

fn annotators(game: &Game<'_, CtlAn>, found: &mut Vec<(TagLint, Span)>) {
    let mut runs = game.tags.chunk_by(|a, b| a.is("Annotator") == b.is("Annotator"));
    let apart = runs.by_ref().filter(|run| run[0].is("Annotator")).nth(1);
    found.extend(apart.map(|run| (TagLint::AnnotatorsTogether, run[0].span)));
}

fn value(tag: &TagPair<'_>) -> Option<TagLint> {
    let name = tag.canonical_name().decode();
    let value = tag.value.unescape();
    let letters =
        |text: &str, allowed: fn(&char) -> bool| !text.is_empty() && text.chars().all(|c| allowed(&c));
    match &*name {
        "Id" => {
            // in today's edition, suffixes also have `:` and `?`
            let id = |id: &str| letters(id, |c| c.is_alphanumeric() || is_hyphen(*c) || ":?".contains(*c));
            let editor = |editor: &str| letters(editor, |c| c.is_alphanumeric());
            let parts = value.split_once(is_hyphen);
            let well_formed = parts.is_some_and(|(first, rest)| editor(first) && id(rest));
            (!well_formed).then_some(TagLint::Id)
        }
        "Site" => {
            let country = value.rsplit([' ', ',']).next().unwrap_or_default();
            let known = country.len() == 3 && letters(country, char::is_ascii_uppercase);
            (!known && value != "?").then_some(TagLint::Site)
        }
        "Lang" => {
            let known = matches!(value.len(), 2 | 3) && letters(&value, char::is_ascii_lowercase);
            (!known).then_some(TagLint::Lang)
        }
        "White" | "Black" | "Annotator" => (!is_person(&value)).then_some(TagLint::Person),
        "WhiteNA" | "BlackNA" => (!is_address(&value)).then_some(TagLint::Address),
        "Date" | "EventDate" | "MatchDate" => date(&value),
        "TimeControl" => (!is_time_control(&value)).then_some(TagLint::TimeControl),
        // "Gran C'escacs" is another game: an error already
        "Variant" if value.to_lowercase().contains("gran") => None,
        // a mode of PGN; only `--pedantic` warns that this notation lacks it
        "Mode" if value == "BBS" => None,
        _ => {
            let (_, values) = CHOICES.iter().find(|(names, _)| names.contains(&&*name))?;
            (!values.split(", ").any(|known| known == value)).then_some(TagLint::Value { values })
        }
    }
}

/// Returns whether a value can be the name of a person, "surname, name", or of a program,
/// whose name has no comma.
fn is_person(value: &str) -> bool {
    let is_name = |part: &str| !part.is_empty() && part.trim() == part;
    match value.split_once(',') {
        None => is_name(value),
        Some((surname, name)) => is_name(surname) && name.strip_prefix(' ').is_some_and(is_name),
    }
}

/// Returns what is wrong with a date. Its form is `YYYY-MM-DD`, of digits or question marks, with any hyphens.
fn date(value: &str) -> Option<TagLint> {
    let parts: Vec<_> = value.split(is_hyphen).collect();
    let is_part = |part: &&str| part.bytes().all(|byte| byte == b'?' || byte.is_ascii_digit());
    if !parts.iter().map(|part| part.len()).eq([4, 2, 2]) || !parts.iter().all(is_part) {
        return Some(TagLint::Date);
    }
    let date = [0, 1, 2].map(|at| parts[at].parse::<u32>().ok());
    let year_zero = || date[0].filter(|year| *year == 0).map(|_| TagLint::Date);
    NoSuchDate::find(date).map(TagLint::NoSuchDate).or_else(year_zero)
}

fn is_address(value: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && !part.contains([' ', '@']);
    matches!(value, "?" | "-")
        || value.split_once('@').is_some_and(|(user, host)| is_part(user) && is_part(host))
}

/// Returns whether a value is a time control of the document, which joins no periods by `:` as PGN does.
fn is_time_control(value: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let pair = |separator| value.split_once(separator).is_some_and(|(a, b)| is_number(a) && is_number(b));
    matches!(value, "?" | "-")
        || is_number(value.strip_prefix('*').unwrap_or(value))
        || pair('/')
        || pair('+')
}

impl TagLint {
    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        let written = source.text(span);
        let value = written.trim_matches('"');
        let alike =
            |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
        let mended = match self {
            TagLint::Date | TagLint::NoSuchDate(_) => return date_fixes(source, span, CtlAn::DATE_SEPARATOR),
            TagLint::Lang => Some(value.trim().to_ascii_lowercase()).filter(|lang| {
                matches!(lang.len(), 2 | 3) && lang.bytes().all(|byte| byte.is_ascii_lowercase())
            }),
            TagLint::Person => value
                .split_once(',')
                .map(|(surname, name)| format!("{}, {}", surname.trim(), name.trim()))
                .filter(|person| is_person(person) && person.is_ascii() && !person.contains('\\')),
            TagLint::Value { values } => {
                values.split(", ").find(|known| alike(known) == alike(value)).map(str::to_owned)
            }
            _ => None,
        };
        let fix = |mended: String| Fix::certain(source.value_replacement(span, &mended));
        // a question mark means that the author is in doubt
        let fix = |mended| if value.contains('?') { fix(mended).guessed() } else { fix(mended) };
        mended.map(fix).into_iter().collect()
    }
}
