//! The sections of the assignment that have the rules of the reduced form.

use crate::message::Code;
use crate::notation::reduced::{Departure, Gap};

/// Returns the section with the rule that a departure breaks.
pub(super) fn of_departure(departure: &Departure) -> &'static str {
    match departure {
        Departure::TagExpected { .. }
        | Departure::TagSurplus
        | Departure::NoSuchTag { .. }
        | Departure::SecondPosition
        | Departure::Quotes => "2.1",
        Departure::Gap(Gap::Nothing | Gap::Space | Gap::LineBreak) => "2.1",
        Departure::EmptyValue { name: "Event" } => "2.1.1",
        Departure::EmptyValue { name: "Site" } => "2.1.2",
        Departure::BadDate | Departure::NoSuchDate(_) => "2.1.3",
        Departure::EmptyValue { name: "Round" } | Departure::BadRound => "2.1.4",
        Departure::EmptyValue { name: "Black" } => "2.1.6",
        Departure::EmptyValue { .. } | Departure::PlayersOrder | Departure::PlayerMissing => "2.1.5",
        Departure::BadResult | Departure::WrongResult { .. } | Departure::ResultMissing { .. } => "2.1.7",
        Departure::Gap(Gap::SpaceOrLineBreak)
        | Departure::Comment
        | Departure::Annotation
        | Departure::Variation
        | Departure::Line { .. } => "2",
        Departure::Gap(Gap::BlankLine)
        | Departure::NullMove
        | Departure::NumberMissing { .. }
        | Departure::WrongNumber { .. }
        | Departure::NumberSurplus
        | Departure::NumberAlone
        | Departure::Spelling { .. } => "2.2",
    }
}

/// Returns the section with the rule that an error breaks, if it is one of the text. That moves are
/// legal the assignment assumes in section 3.
pub(super) fn of_code(code: Code) -> Option<&'static str> {
    Some(match code {
        Code::NamelessTag
        | Code::BadTagName
        | Code::UnclosedValue
        | Code::TagValueExpected
        | Code::TagEndExpected
        | Code::StrayValue
        | Code::UnopenedTag
        | Code::UnclosedTag
        | Code::NoGames => "2.1",
        Code::NotAResult => "2.1.7",
        Code::UnclosedComment
        | Code::StrayBrace
        | Code::LooseWords
        | Code::TextBetweenGames
        | Code::StrayVariationEnd
        | Code::UnclosedVariation
        | Code::ResultInVariation
        | Code::NeedlessBrackets
        | Code::UnknownSuffix
        | Code::NagOutOfRange => "2",
        Code::StrayCharacter
        | Code::Html
        | Code::ControlCharacter
        | Code::NotAMove
        | Code::RunOn
        | Code::MoveExpected
        | Code::EndsEarly
        | Code::Ambiguous
        | Code::CaptureWithoutFile
        | Code::PromotionMissing
        | Code::UnknownLetter => "2.2",
        code if code.digits().starts_with("03") => "3",
        _ => return None,
    })
}
