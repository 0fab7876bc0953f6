//! What a notation is: everything in which one differs from another.

use std::fmt;

use std::ops::RangeInclusive;

use lalrpop_util::ParseError;
use shakmaty::Color;
use thiserror::Error;

use super::{Element, Game, LexError, Lexeme, MovetextWriter, Outcome, SEVEN_TAGS, TagText, Token};
use crate::message::{Code, Describe, Diagnostic, ENGLISH, Language, PlyNumber};
use crate::text::{Source, Span};

/// What a parser of LALRPOP returns that reads a game: nothing, or its error at a token.
pub type ParseResult<T> = Result<(), ParseError<usize, T, LexError>>;

/// A notation, by the type of a move in it.
///
/// What all notations share (tags, comments, variations, where a game ends, what becomes
/// of an error) is written once, in this folder; a notation brings its tokens, its
/// grammar and what it prescribes, as far as that is not what PGN does.
pub trait Notation: Copy + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// Its tokens.
    type Token: Token;

    /// Lays out the movetext of a game that is written.
    type Writer: MovetextWriter;

    /// Which of the notations of this library it is, if it is one of them.
    const KIND: Option<NotationKind> = None;

    /// What stands between the parts of a date.
    const DATE_SEPARATOR: char = '.';

    /// The tags that give the position a game starts from, in six fields of which the
    /// second is the side to move and the last the move number.
    const POSITION_TAGS: &'static [&'static str] = &["FEN"];

    /// Reads one game of the text into `game`, which is empty.
    ///
    /// # Errors
    ///
    /// LALRPOP's error at the first token that cannot follow those before it.
    fn parse(
        game: &mut Game<'_, Self>,
        tokens: impl Iterator<Item = Lexeme<Self::Token>>,
    ) -> ParseResult<Self::Token>;

    /// Returns a result as the notation writes it; one that it does not have is
    /// written as what it comes to.
    fn result_text(outcome: Outcome) -> &'static str;

    /// Reads a result.
    fn result_from_text(text: &str) -> Option<Outcome> {
        Outcome::ALL.into_iter().find(|outcome| Self::result_text(*outcome) == text)
    }

    /// Tells which of the moves before it a variation replaces; `variation` is
    /// the movetext behind its opening bracket.
    fn replaced_by(_variation: &[Element<Self>]) -> Replaced {
        Replaced::LastMove
    }

    /// Lists what the notation alone has to say against the tags and numbers of a game.
    fn lints(_game: &Game<'_, Self>) -> Vec<Diagnostic> {
        Vec::new()
    }

    /// Returns the name under which a tag is counted when it is repeated, or `None` for
    /// one that may be.
    fn unique_name(name: &[u8]) -> Option<&[u8]> {
        Some(name)
    }

    /// Finds the first place where a game departs from the reduced form, but for the
    /// spelling of its moves. `previous` is where the game before ended, `None` for the
    /// first of a file; `minimal` writes the game in the minimal form, if that can be.
    ///
    /// # Errors
    ///
    /// The departure.
    fn check_reduced(
        _source: &Source,
        _game: &Game<'_, Self>,
        _previous: Option<usize>,
        _minimal: impl FnOnce() -> Option<String>,
    ) -> Result<(), Diagnostic> {
        Ok(())
    }

    /// Checks how a legal move is spelled in the reduced form; `san` is its strict
    /// notation.
    ///
    /// # Errors
    ///
    /// The departure.
    fn check_spelling(_written: &str, _san: &str, _span: Span, _ply: PlyNumber) -> Result<(), Diagnostic> {
        Ok(())
    }

    /// Begins the movetext of a game behind the text of its tags.
    fn writer(game: &Game<'_, Self>, tags: String) -> Self::Writer;

    /// Lists the names of the tags that are written first, whether a game has them or not.
    fn first_tags(_game: &Game<'_, Self>) -> Vec<&'static str> {
        SEVEN_TAGS.to_vec()
    }

    /// Returns the value of one of these tags in a game that does not have it.
    fn unknown_value(name: &str) -> &'static str {
        if name == "Date" { "????.??.??" } else { "?" }
    }

    /// Puts the other tags in order, and adds what has to accompany a starting position.
    fn arrange(others: &mut Vec<TagText<'_>>, _from_position: bool) {
        others.sort();
    }

    /// The annotations that the minimal form keeps.
    const MINIMAL_NAGS: RangeInclusive<u8> = RangeInclusive::new(1, 0);

    /// Writes the tags of the minimal form; `position` is that which the game starts from,
    /// if it gives one. Unless a notation says otherwise, it has no such form.
    ///
    /// # Errors
    ///
    /// [`MinimalFault`] when the form cannot say it.
    fn minimal_tags(_game: &Game<'_, Self>, _position: Option<String>) -> Result<String, MinimalFault> {
        Err(MinimalFault::Variant)
    }

    /// Tells whether the minimal form can say a move.
    ///
    /// # Errors
    ///
    /// [`MinimalFault`] when it cannot.
    fn check_minimal(&self) -> Result<(), MinimalFault> {
        Ok(())
    }
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

/// The error of a game that a minimal form cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MinimalFault {
    /// The form has no place for a starting position.
    #[error("{}", ENGLISH.no_place_for_position)]
    StartingPosition,
    /// The form is for orthodox chess.
    #[error("{}", ENGLISH.no_place_for_variant)]
    Variant,
    /// The form has no null moves.
    #[error("{}", ENGLISH.no_place_for_null_move)]
    NullMove,
}

impl Describe for MinimalFault {
    fn code(&self) -> Code {
        match self {
            MinimalFault::StartingPosition => Code::NoPlaceForPosition,
            MinimalFault::Variant => Code::NoPlaceForVariant,
            MinimalFault::NullMove => Code::NoPlaceForNullMove,
        }
    }

    fn message(&self, language: &Language) -> String {
        match self {
            MinimalFault::StartingPosition => language.no_place_for_position,
            MinimalFault::Variant => language.no_place_for_variant,
            MinimalFault::NullMove => language.no_place_for_null_move,
        }
        .to_owned()
    }
}

/// The move that a variation replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replaced {
    /// The last one.
    LastMove,
    /// The last one of a side, which is the last or the one before it.
    LastMoveOf(Color),
}
