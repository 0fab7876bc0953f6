//! The trait of a notation: everything in which notations differ.

use std::borrow::Cow;
use std::fmt;

use lalrpop_util::ParseError;
use shakmaty::Color;
use thiserror::Error;

use super::{
    Element, Game, Lexeme, MovetextWriter, Outcome, SEVEN_TAGS, StartText, TagPair, TagText, Token, Tokens,
};
use crate::message::problem::problems;
use crate::message::{Code, Describe, Diagnostic, ENGLISH, Language, PlyNumber};
use crate::text::{Source, Span};

/// The result of a LALRPOP parser. The game itself goes into the parser's argument.
pub type ParseResult<'t, T> = Result<(), ParseError<(), &'t Lexeme<T>, &'static str>>;

/// A notation, implemented by the type of a move in it.
///
/// This folder implements what all notations share: tags, comments, variations, game boundaries
/// and error recovery. A notation adds its tokens, its grammar and the conventions in which it
/// differs from PGN.
pub trait Notation: Copy + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// The tokens of the notation.
    type Token: Token;

    /// The signs in movetext that only this notation has; [`Infallible`](std::convert::Infallible) if there are none.
    type Sign: Copy + PartialEq + fmt::Debug + Send + Sync + 'static;

    /// The writer of movetext.
    type Writer: MovetextWriter;

    /// The kind of the notation if it is one of this library, and `None` otherwise.
    const KIND: Option<NotationKind> = None;

    /// The separator between the parts of a date.
    const DATE_SEPARATOR: char = '.';

    /// Whether the header that is shown for a game also names those of the seven tags that are unknown (assignment,
    /// section 3).
    const HEADER_NAMES_UNKNOWN: bool = true;

    /// The tags that give the starting position, in six fields: the second is the side to move,
    /// the last the move number.
    const POSITION_TAGS: &'static [&'static str] = &["FEN"];

    /// Returns the texts of a language in the wording of the game that the notation is for.
    fn words(language: &Language) -> &Language {
        language
    }

    /// Reads one game of the text from its tokens into `game`, which is empty.
    ///
    /// # Errors
    ///
    /// Returns LALRPOP's error at the first token that cannot follow those before it.
    fn parse<'t>(game: &mut Game<'_, Self>, tokens: &'t Tokens<Self::Token>) -> ParseResult<'t, Self::Token>;

    /// Returns a result as the notation writes it, or as the nearest result that the notation has.
    fn result_text(outcome: Outcome) -> &'static str;

    /// Returns what is written for a result after the moves. By default that is its text, except
    /// for a double forfeit, which only the `Result` tag can express.
    fn movetext_result(outcome: Outcome) -> &'static str {
        Self::result_text(if outcome == Outcome::DoubleForfeit { Outcome::Unknown } else { outcome })
    }

    /// Reads the result of a game that was lost by forfeit, in a form that is not a usual result or that has another
    /// meaning in a game.
    fn forfeit(_text: &str) -> Option<Outcome> {
        None
    }

    /// Reads a result.
    fn result_from_text(text: &str) -> Option<Outcome> {
        Outcome::ALL.into_iter().find(|outcome| Self::result_text(*outcome) == text)
    }

    /// Returns which move before it a variation replaces. `variation` is the movetext after its
    /// opening bracket.
    fn replaced_by(_variation: &[Element<Self>]) -> Replaced {
        Replaced::LastMove
    }

    /// Lists the lints of tags and numbers that are particular to the notation.
    fn lints(_game: &Game<'_, Self>) -> Vec<Diagnostic> {
        Vec::new()
    }

    /// Lists what the notation forbids in a game although its reader accepts it. `is_readable` tells
    /// whether nothing of the game has been left out.
    fn pedantic_lints(_source: &Source, _game: &Game<'_, Self>, _is_readable: bool) -> Vec<Diagnostic> {
        Vec::new()
    }

    /// Returns the name by which repeated tags are recognised, or `None` for a tag that may be
    /// repeated.
    fn unique_name(name: &[u8]) -> Option<&[u8]> {
        Some(name)
    }

    /// Returns the value that a tag is meant to have, if it is written with signs that do not belong to it.
    fn meant_value(_tag: &TagPair<'_>) -> Option<String> {
        None
    }

    /// Returns the tags as they are shown, which is as they are written unless they have what only the file is to have.
    fn shown_tags<'g, 's>(tags: &'g [TagPair<'s>]) -> Cow<'g, [TagPair<'s>]> {
        tags.into()
    }

    /// Checks that a game is in the reduced form, except for the spelling of its moves.
    /// `previous` is the end of the game before, `None` for the first of a file; `minimal` writes
    /// the game in the minimal form, if it can be.
    ///
    /// # Errors
    ///
    /// Returns the first departure.
    fn check_reduced(
        _source: &Source,
        _game: &Game<'_, Self>,
        _previous: Option<usize>,
        _minimal: impl FnOnce() -> Option<MinimalText>,
    ) -> Result<(), Diagnostic> {
        Ok(())
    }

    /// Returns the section of the document of the reduced form that has the rule which an error
    /// breaks, if there is one.
    fn section(_code: Code) -> Option<&'static str> {
        None
    }

    /// Checks the spelling of a legal move in the reduced form. `san` is its canonical spelling.
    ///
    /// # Errors
    ///
    /// Returns the first departure.
    fn check_spelling(_written: &str, _san: &str, _span: Span, _ply: PlyNumber) -> Result<(), Diagnostic> {
        Ok(())
    }

    /// Creates a writer of a game's movetext, which goes on after the text of its tags.
    fn writer(game: &Game<'_, Self>, tags: String) -> Self::Writer;

    /// Creates a writer of a game's main line in the minimal form, which goes on after the text of its
    /// tags.
    fn minimal_writer(game: &Game<'_, Self>, tags: String) -> Self::Writer {
        Self::writer(game, tags)
    }

    /// Lists the names of the mandatory tags, which are written before all others.
    fn first_tags(_game: &Game<'_, Self>) -> Vec<&'static str> {
        SEVEN_TAGS.to_vec()
    }

    /// Returns the value that a mandatory tag has in a game without it.
    fn unknown_value(name: &str) -> &'static str {
        if name == "Date" { "????.??.??" } else { "?" }
    }

    /// Sorts the other tags, and adds those that a starting position requires.
    fn arrange(others: &mut Vec<TagText<'_>>, _start: &StartText) {
        others.sort();
    }

    /// Whether the minimal form keeps the annotations of moves.
    const MINIMAL_HAS_NAGS: bool = false;

    /// Whether games in the minimal form are separated by a blank line.
    const MINIMAL_HAS_BLANK_LINES: bool = true;

    /// Returns the tags of the minimal form. `position` is the starting position, if the game
    /// gives one. By default a notation has no minimal form.
    ///
    /// # Errors
    ///
    /// Returns [`MinimalFault`] if the form cannot express the tags.
    fn minimal_tags(_game: &Game<'_, Self>, _position: Option<String>) -> Result<String, MinimalFault> {
        Err(MinimalFault::Variant)
    }

    /// Checks that the minimal form can express the move.
    ///
    /// # Errors
    ///
    /// Returns [`MinimalFault`] if it cannot.
    fn check_minimal(&self) -> Result<(), MinimalFault> {
        Ok(())
    }
}

/// A game in the minimal form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinimalText {
    /// The text.
    pub text: String,
    /// The offset in the game at which an error cuts it off.
    pub cut_at: Option<usize>,
}

/// The notation that a game is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NotationKind {
    /// PGN, for chess on 64 squares.
    Pgn,
    /// CTL-PGN, for C'escacs.
    CtlPgn,
}

problems! {
    /// The error of a game that the minimal form cannot express.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
    #[error("{}", self.message(&ENGLISH))]
    #[non_exhaustive]
    pub enum MinimalFault(language) {
        /// The form has no place for a starting position.
        StartingPosition = Code::NoPlaceForPosition, language.no_place_for_position;
        /// The form is for orthodox chess only.
        Variant = Code::NoPlaceForVariant, language.no_place_for_variant;
        /// The form has no null moves.
        NullMove = Code::NoPlaceForNullMove, language.no_place_for_null_move;
        /// The notation that moves are to be written in, or its letters, are for PGN only.
        Notation = Code::NoPlaceForVariant, language.notation_of_pgn;
    }
    describe;
}

/// The move that a variation replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replaced {
    /// The last move.
    LastMove,
    /// The last move of a side, which is the last move or the one before it.
    LastMoveOf(Color),
}

impl Replaced {
    /// Returns how many moves before a variation it reaches back, if it is the turn of `turn` there: two if the last move
    /// but one is replaced.
    pub(crate) fn moves_back(self, turn: Color) -> usize {
        match self {
            Replaced::LastMoveOf(side) if side == turn => 2,
            Replaced::LastMove | Replaced::LastMoveOf(_) => 1,
        }
    }
}
