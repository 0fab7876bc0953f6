//! Syntax errors, in the terms of a chess game.

use thiserror::Error;

use super::lost::Lost;
use super::{LexFault, MoveForm, respelling};
use crate::message::problem::problems;
use crate::message::worded::worded;
use crate::message::{Certainty, Code, Describe, ENGLISH, Fix, Language, PlyNumber};
use crate::text::{Edit, Source, Span, Text, is_invisible, with_latin_letters};

/// An error in the order of a game's tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{}", .fault.message(&ENGLISH))]
pub struct SyntaxError {
    /// The fault.
    pub fault: SyntaxFault,
    /// The span of the error.
    pub span: Span,
    /// The ply that was expected there, counted by the moves and not by their numbers; `None` before the moves.
    pub ply: Option<PlyNumber>,
}

problems! {
    /// The faults in the order of tokens.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    #[expect(missing_docs, reason = "a field is named after what it holds")]
    pub enum SyntaxFault(language) {
        /// Bytes that form no token.
        Token(fault: LexFault) = fault.code(), fault.message(language) =>? fault.help(language);
        /// A token that cannot stand here.
        Unexpected(expected: Expected) = expected.code(), language.expected, expected = expected.phrase(language)
            =>? (*expected == Expected::TagEnd).then(|| language.close_the_value.to_owned());
        /// The end of the game where a token is required.
        EndsEarly(expected: Expected) = Code::EndsEarly, language.ends_early, expected = expected.phrase(language);
        /// A symbol that is neither a move nor a word.
        NotAMove(form: MoveForm) = Code::NotAMove, language.not_a_move =>? example(*form, language);
        /// Words that form no sentence.
        LooseWords = Code::LooseWords, language.loose_words => language.put_words_in_braces;
        /// `)` without `(`
        StrayVariationEnd = Code::StrayVariationEnd, language.stray_variation_end;
        /// `(` without `)`
        UnclosedVariation = Code::UnclosedVariation, language.unclosed_variation => language.close_the_variation;
        /// A result before the `)` of a variation.
        ResultInVariation = Code::ResultInVariation, language.result_in_variation => language.close_the_variation;
        /// Brackets without a move of their own: around nothing, around a comment, or around other brackets.
        NeedlessBrackets = Code::NeedlessBrackets, language.needless_brackets;
        /// A quoted string outside a tag.
        StrayValue = Code::StrayValue, language.stray_value => language.write_a_tag;
        /// The name of a tag without its `[`.
        UnopenedTag = Code::UnopenedTag, language.unopened_tag => language.write_a_tag;
        /// A tag without its `]`, before another tag.
        UnclosedTag = Code::UnclosedTag, language.unclosed_tag => language.write_a_tag;
        /// Control characters.
        ControlCharacter = Code::ControlCharacter, language.control_character;
        /// Invisible characters, of which this is the first.
        InvisibleCharacter(character: char) = Code::ControlCharacter, language.invisible_character,
            code_point = format!("U+{:04X}", u32::from(*character));
        /// A letter of another alphabet that looks like one of the board.
        LookAlike { letter: char, latin: char } = Code::NotAMove, language.look_alike,
            code_point = format!("U+{:04X}", u32::from(*letter));
        /// Text between games that is neither a comment nor the start of a game.
        TextBetweenGames = Code::TextBetweenGames, language.text_between_games;
        /// Text between games that has moves.
        MovesBetweenGames { is_table: bool } = Code::TextBetweenGames, language.moves_between_games, format = "CSV"
            => if *is_table { language.other_format } else { language.is_the_result_misplaced };
        /// Tags under a result that belong to no game.
        TagsBetweenGames = Code::TextBetweenGames, language.tags_between_games;
        /// A game of more than `max` bytes, the limit for a game.
        TooLarge { max: usize } = Code::TooLarge, language.too_large => language.allow_larger_games;
        /// The end, within a game, of what could be read of a file.
        CutOff = Code::CutOff, language.cut_off;
    }
    describe with fixes;
}

worded! {
    /// The tokens that would be valid at the position of an error.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Expected(language) {
        /// The value of a tag.
        TagValue = language.a_tag_value;
        /// The closing bracket of a tag.
        TagEnd = language.a_tag_end;
        /// A tag pair or the first move.
        TagOrMove = language.a_tag_or_move;
        /// Only a move.
        Move = language.a_move;
        /// A move or the closing bracket of a variation.
        MoveOrVariationEnd = language.a_move_or_variation_end;
        /// A move or the result.
        MoveOrResult = language.a_move_or_result;
    }
    fn phrase;
}

fn example(form: MoveForm, language: &Language) -> Option<String> {
    match form {
        MoveForm::Short => Some(language.what_moves_look_like.to_owned()),
        MoveForm::Long => Some(language.what_long_moves_look_like.to_owned()),
        MoveForm::Other => None,
    }
}

impl SyntaxError {
    /// Creates the error of control characters or invisible ones that were skipped.
    pub(super) fn control(text: &[u8], span: Span) -> SyntaxError {
        let first = Text(&text[span.range()]).decode().chars().next().filter(|first| is_invisible(*first));
        let fault = first.map_or(SyntaxFault::ControlCharacter, SyntaxFault::InvisibleCharacter);
        SyntaxError { fault, span, ply: None }
    }

    /// Returns the error of text between games that was skipped.
    pub(super) fn text_between_games(span: Span, lost: Option<Lost>) -> SyntaxError {
        let fault = match lost {
            None => SyntaxFault::TextBetweenGames,
            Some(Lost::Tags) => SyntaxFault::TagsBetweenGames,
            Some(lost) => SyntaxFault::MovesBetweenGames { is_table: lost == Lost::MovesInTable },
        };
        SyntaxError { fault, span, ply: None }
    }
}

impl Expected {
    /// Returns whether a move may come here, that is, whether no tag is open.
    pub(super) fn allows_move(self) -> bool {
        !matches!(self, Expected::TagValue | Expected::TagEnd)
    }

    fn code(self) -> Code {
        match self {
            Expected::TagValue => Code::TagValueExpected,
            Expected::TagEnd => Code::TagEndExpected,
            _ => Code::MoveExpected,
        }
    }
}

impl SyntaxFault {
    /// Returns whether it is in text that belongs to no game.
    pub(crate) fn is_between_games(self) -> bool {
        use SyntaxFault::{MovesBetweenGames, TagsBetweenGames, TextBetweenGames};
        matches!(self, TextBetweenGames | MovesBetweenGames { .. } | TagsBetweenGames)
    }

    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        match self {
            SyntaxFault::Token(fault) => fault.fixes(source, span),
            SyntaxFault::NotAMove(MoveForm::Short) => respelling::fixes(source, span),
            SyntaxFault::InvisibleCharacter(unseen) => {
                let place = source.text(span).find(*unseen).map(|at| span.start + at);
                let deletion = |start| Edit::replace(Span::new(start, start + unseen.len_utf8()), "");
                place.map(|start| Fix::guess(deletion(start))).into_iter().collect()
            }
            SyntaxFault::LookAlike { .. } => {
                vec![Fix::guess(Edit::replace(span, with_latin_letters(&source.text(span))))]
            }
            SyntaxFault::LooseWords => {
                let braces = vec![Edit::insert(span.start, "{"), Edit::insert(span.end, "}")];
                let joined = respelling::joined(source, span);
                joined.into_iter().chain([Fix::of(Certainty::Guess, braces)]).collect()
            }
            _ => Vec::new(),
        }
    }
}
