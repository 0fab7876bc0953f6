//! The departures from the reduced forms, and their descriptions. Each notation checks
//! its own reduced form; both share these.

use super::calendar::{NoSuchDate, date_fixes};
use super::pgn::San;
use crate::message::problem::problems;
use crate::message::worded::worded;
use crate::message::{Certainty, Code, Fix};
use crate::syntax::{Notation, Outcome, result_in_any_form};
use crate::text::{Edit, Source, Span};

problems! {
    /// A departure from a reduced form: that of PGN (the assignment, section 2) or the minimal
    /// form of CTL-PGN.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Departure(language => language.reduced_help) {
        /// The next one of the seven tags is missing, or another tag is in its place.
        TagExpected { name: &'static str } = Code::ReducedTagExpected, language.reduced_tag_expected;
        /// There is an eighth tag.
        TagSurplus = Code::ReducedTagSurplus, language.reduced_tag_surplus;
        /// There is a tag that the minimal form of CTL-PGN leaves out.
        NoSuchTag { name: &'static str } = Code::ReducedTagSurplus, language.reduced_no_such_tag;
        /// There is a second tag of the starting position.
        SecondPosition = Code::ReducedTagSurplus, language.reduced_second_position;
        /// An unknown value is not written as `?`.
        EmptyValue { name: &'static str } = Code::ReducedValueEmpty, language.reduced_value_empty;
        /// A value is in quotes other than `"`.
        Quotes = Code::TypographicQuotes, language.reduced_quotes;
        /// Several players are not in alphabetical order.
        PlayersOrder = Code::ReducedPlayers, language.reduced_players;
        /// A name is missing before or after the colon between players.
        PlayerMissing = Code::ReducedPlayers, language.reduced_player_missing;
        /// A date is not of the form `YYYY.MM.DD`.
        BadDate = Code::ReducedDate, language.bad_date;
        /// A date has a month or a day that does not exist.
        NoSuchDate(date: NoSuchDate) = Code::ReducedDate, date.message(language);
        /// A round is neither a number nor a sequence of numbers separated by full stops.
        BadRound = Code::ReducedRound, language.reduced_round;
        /// The value of the `Result` tag is not one of the four results.
        BadResult = Code::ReducedResultTag, language.bad_result_tag;
        /// White space is not as the form requires.
        Gap(gap: Gap) = Code::ReducedSpace, gap.phrase(language);
        /// A comment.
        Comment = Code::ReducedComment, language.reduced_comment;
        /// An annotation.
        Annotation = Code::ReducedAnnotation, language.reduced_annotation;
        /// A variation.
        Variation = Code::ReducedVariation, language.reduced_variation;
        /// A null move.
        NullMove = Code::ReducedNullMove, language.no_place_for_null_move;
        /// A move of White has no move number.
        NumberMissing { number: u32 } = Code::ReducedNumberMissing, language.reduced_number_missing;
        /// A move number is wrong, or is not followed by a single full stop.
        WrongNumber { number: u32 } = Code::ReducedWrongNumber, language.reduced_number;
        /// A move of Black has a move number.
        NumberSurplus = Code::ReducedNumberSurplus, language.reduced_number_surplus;
        /// A move number has no move after it.
        NumberAlone = Code::ReducedNumberAlone, language.reduced_number_alone;
        /// The result at the end differs from that of the `Result` tag. `tag` is the span of the tag's value.
        WrongResult { tag: Option<Span> } = Code::ReducedResult, language.reduced_result;
        /// The result at the end is missing, and `taken` is assumed.
        ResultMissing { taken: &'static str } = Code::ReducedResult, language.reduced_result_missing;
        /// A line differs from the minimal form of CTL-PGN in a way that is not listed here.
        Line { line: String } = Code::MinimalLine, language.minimal_line;
        /// A legal move is not spelled as the form prescribes.
        Spelling { canonical: String } = Code::ReducedSpelling, language.reduced_spelling, move = canonical;
    }
    describe with fixes;
}

/// Returns whether an error of the text concerns the tags, in any notation: their form, or a text
/// without games.
pub(super) const fn is_of_tags(code: Code) -> bool {
    matches!(
        code,
        Code::NamelessTag
            | Code::BadTagName
            | Code::UnclosedValue
            | Code::TagValueExpected
            | Code::TagEndExpected
            | Code::StrayValue
            | Code::UnopenedTag
            | Code::UnclosedTag
            | Code::NoGames
    )
}

worded! {
    /// The white space allowed between two parts of a game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Gap(language) {
        /// None.
        Nothing = language.reduced_gap_nothing;
        /// One space.
        Space = language.reduced_gap_space;
        /// One line break.
        LineBreak = language.reduced_gap_line;
        /// One space or one line break.
        SpaceOrLineBreak = language.reduced_gap_space_or_line;
        /// One line break or one blank line.
        BlankLine = language.reduced_gap_section;
    }
    fn phrase;
}

impl Gap {
    /// Returns whether `text` is the white space allowed.
    pub(super) fn allows(self, text: &[u8]) -> bool {
        let is_break = |text: &[u8]| matches!(text, b"\n" | b"\r\n" | b"\r");
        match self {
            Gap::Nothing => text.is_empty(),
            Gap::Space => text == b" ",
            Gap::LineBreak => is_break(text),
            Gap::SpaceOrLineBreak => text == b" " || is_break(text),
            Gap::BlankLine => is_break(text) || matches!(text, b"\n\n" | b"\r\n\r\n" | b"\r\r"),
        }
    }

    /// Returns the white space to write in the gap, with the line ends of the source.
    fn usual(self, source: &Source, span: Span) -> String {
        let line_end = source.line_end_at(span.start);
        match self {
            Gap::Nothing => String::new(),
            Gap::Space | Gap::SpaceOrLineBreak => " ".to_owned(),
            // at the end of the file there is no next game from which a blank line would separate
            Gap::BlankLine if span.end < source.bytes().len() => line_end.repeat(2),
            Gap::LineBreak | Gap::BlankLine => line_end.to_owned(),
        }
    }
}

impl Departure {
    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        let written = &source.bytes()[span.range()];
        let fix = match self {
            Departure::TagExpected { name } => Some(expected_tag(source, span, name)),
            Departure::TagSurplus | Departure::NoSuchTag { .. } | Departure::SecondPosition => {
                Some(Fix::guess(source.line_deletion(span)))
            }
            Departure::EmptyValue { .. } => Some(Fix::certain(source.value_replacement(span, "?"))),
            Departure::Quotes => Some(Fix::of(Certainty::Certain, source.quotes_replacement(span))),
            Departure::BadDate | Departure::NoSuchDate(_) => {
                return date_fixes(source, span, San::DATE_SEPARATOR);
            }
            Departure::BadResult => result_in_form(source, span),
            Departure::Gap(gap) => {
                let fix = Fix::certain(Edit::replace(span, gap.usual(source, span)));
                Some(fix.certain_if(written.trim_ascii().is_empty()))
            }
            Departure::Comment | Departure::Annotation => Some(Fix::guess(source.deletion(span))),
            Departure::NumberMissing { number } => {
                Some(Fix::certain(Edit::insert(span.start, format!("{number}. "))))
            }
            Departure::WrongNumber { number } => {
                Some(Fix::certain(Edit::replace(span, format!("{number}."))))
            }
            Departure::NumberSurplus => Some(Fix::certain(source.deletion(span))),
            Departure::WrongResult { tag } => return of_two_results(source, span, *tag),
            Departure::ResultMissing { taken } if span.start == span.end => {
                Some(Fix::certain(Edit::insert(span.start, format!(" {taken}"))))
            }
            Departure::Line { line } => Some(Fix::guess(Edit::replace(span, line))),
            Departure::Spelling { canonical } => Some(Fix::certain(Edit::replace(span, canonical))),
            Departure::ResultMissing { .. }
            | Departure::PlayersOrder
            | Departure::PlayerMissing
            | Departure::BadRound
            | Departure::Variation
            | Departure::NullMove
            | Departure::NumberAlone => None,
        };
        fix.into_iter().collect()
    }
}

/// Returns the fix that inserts a tag with an unknown value. It is certain after the last tag, and for `Variant`.
/// Before another tag it is a guess, because the missing tag may come later.
fn expected_tag(source: &Source, span: Span, name: &str) -> Fix {
    let value = match name {
        "Variant" => "C'escacs",
        "Result" => San::result_text(Outcome::Unknown),
        name => San::unknown_value(name),
    };
    let (tag, line_end) = (format!("[{name} \"{value}\"]"), source.line_end_at(span.start));
    let follows_tag = source.bytes()[..span.start].ends_with(b"]");
    let fix = Fix::certain(Edit::insert(
        span.start,
        if follows_tag { format!("{line_end}{tag}") } else { format!("{tag}{line_end}") },
    ));
    fix.certain_if(span.start == span.end || name == "Variant")
}

/// Returns the fix that writes a result, or a tag value that is one, in its usual form. For a forfeit such as `1-0F` it
/// is a guess, because the usual form does not say that a side has not appeared.
fn result_in_form(source: &Source, span: Span) -> Option<Fix> {
    let written = source.text(span);
    let value = written.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
    let text = value.unwrap_or(&written);
    let result = San::movetext_result(result_in_any_form::<San>(text)?);
    let edit =
        if value.is_some() { source.value_replacement(span, result) } else { Edit::replace(span, result) };
    Some(if San::forfeit(text.trim()).is_some() { Fix::guess(edit) } else { Fix::certain(edit) })
}

/// Returns the fixes of a result in the movetext that differs from that of the tag. If one of them is `*`, the
/// other counts; otherwise either may be right.
fn of_two_results(source: &Source, span: Span, tag: Option<Span>) -> Vec<Fix> {
    let Some(tag) = tag else { return Vec::new() };
    let (movetext, written) = (source.text(span), source.text(tag));
    let declared = written.trim_matches('"');
    let in_tag = Fix::certain(source.value_replacement(tag, &movetext));
    let in_movetext = Fix::certain(Edit::replace(span, declared));
    match (&*movetext, declared) {
        _ if San::forfeit(declared.trim()).is_some() => Vec::new(),
        ("*", _) => vec![in_movetext],
        (_, "*") => vec![in_tag],
        _ => vec![in_tag.guessed(), in_movetext.guessed()],
    }
}
