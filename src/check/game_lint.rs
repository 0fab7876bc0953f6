//! The lints found by reading and replaying a game.

use crate::message::{Certainty, Code, Describe, Fix, Language, fill};
use crate::rules::MoveError;
use crate::syntax::{EditKind, SyntaxError, SyntaxFault};
use crate::text::{Edit, Source, Span, is_invisible};

/// An oddity of a game that does not keep the game from being read and replayed.
#[derive(Debug)]
pub(super) enum GameLint {
    /// The parser has recovered from a syntax error.
    Recovered {
        /// The syntax error.
        fault: SyntaxFault,
        /// What the parser did about it.
        edit: EditKind,
    },
    /// Characters that nobody sees have been left out, of which this is the first.
    Invisible {
        /// The character.
        character: char,
    },
    /// A move number differs from that on the board.
    WrongNumber {
        /// The number on the board.
        expected: u32,
    },
    /// A move is followed by more signs than an annotation has.
    LongSuffix {
        /// The signs that are read.
        read_as: String,
    },
    /// An illegal move is played.
    ForcedMove(Box<MoveError>),
    /// The result of the movetext contradicts the last position.
    WrongOutcome {
        /// The result of the movetext.
        movetext: &'static str,
        /// The result by the last position, if the game is over in it.
        board: Option<&'static str>,
    },
}

impl GameLint {
    /// Returns the lint of a syntax error from which the parser has recovered.
    pub(super) fn recovered(source: &Source, error: SyntaxError, edit: EditKind) -> GameLint {
        let is_control = error.fault == SyntaxFault::ControlCharacter;
        let first = || source.text(error.span).chars().next().filter(|c| is_invisible(*c));
        match is_control.then(first).flatten() {
            Some(character) => GameLint::Invisible { character },
            None => GameLint::Recovered { fault: error.fault, edit },
        }
    }
}

impl Describe for GameLint {
    fn code(&self) -> Code {
        match self {
            GameLint::Recovered { fault, .. } => fault.code(),
            GameLint::Invisible { .. } => Code::ControlCharacter,
            GameLint::WrongNumber { .. } => Code::WrongNumber,
            GameLint::LongSuffix { .. } => Code::UnknownSuffix,
            GameLint::ForcedMove(error) => error.code(),
            GameLint::WrongOutcome { board: Some(_), .. } => Code::WrongOutcome,
            GameLint::WrongOutcome { board: None, .. } => Code::NoStalemate,
        }
    }

    fn message(&self, language: &Language) -> String {
        match self {
            GameLint::Recovered { fault, .. } => fault.message(language),
            GameLint::Invisible { character } => {
                let code_point = format!("U+{:04X}", u32::from(*character));
                fill(language.invisible_character, &[("code_point", &code_point)])
            }
            GameLint::WrongNumber { expected } => fill(language.wrong_number, &[("expected", expected)]),
            GameLint::LongSuffix { read_as } => fill(language.long_suffix, &[("read", read_as)]),
            GameLint::ForcedMove(error) => error.message(language),
            GameLint::WrongOutcome { movetext, board: Some(board) } => {
                fill(language.wrong_outcome, &[("movetext", movetext), ("board", board)])
            }
            GameLint::WrongOutcome { movetext, board: None } => {
                fill(language.no_stalemate, &[("movetext", movetext)])
            }
        }
    }

    fn help(&self, language: &Language) -> Option<String> {
        match self {
            GameLint::Recovered { edit, .. } => Some(edit_note(*edit, language).to_owned()),
            GameLint::Invisible { .. } => Some(language.it_is_left_out.to_owned()),
            GameLint::LongSuffix { .. } => Some(language.known_suffixes.to_owned()),
            GameLint::ForcedMove(error) => {
                let played = language.played_as_written;
                Some(
                    error
                        .help(language)
                        .map_or_else(|| played.to_owned(), |help| format!("{played}; {help}")),
                )
            }
            GameLint::WrongNumber { .. } | GameLint::WrongOutcome { .. } => None,
        }
    }

    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        match self {
            // those of the recovery are known where it is reported
            GameLint::Recovered { .. } | GameLint::Invisible { .. } => Vec::new(),
            GameLint::WrongNumber { expected } => number_fix(source, span, *expected).into_iter().collect(),
            GameLint::LongSuffix { read_as } => vec![Fix::certain(Edit::replace(span, read_as))],
            GameLint::ForcedMove(error) => error.fixes(source, span),
            GameLint::WrongOutcome { board, .. } => {
                board.iter().map(|board| Fix::guess(Edit::replace(span, *board))).collect()
            }
        }
    }
}

/// Returns the fix that replaces the digits of a move number. A number without a full stop may be something
/// else.
fn number_fix(source: &Source, span: Span, expected: u32) -> Option<Fix> {
    let written = &source.bytes()[span.range()];
    let digits = written.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let certainty = if digits < written.len() { Certainty::Certain } else { Certainty::Guess };
    let number = Span::new(span.start, span.start + digits);
    (digits > 0).then(|| Fix::of(certainty, vec![Edit::replace(number, expected.to_string())]))
}

/// Describes what the parser did about a syntax error.
fn edit_note(edit: EditKind, language: &Language) -> &'static str {
    match edit {
        EditKind::CloseTag => language.tag_is_closed,
        EditKind::CloseVariations => language.variation_is_closed,
        EditKind::CloseComment => language.comment_is_closed,
        EditKind::Skip | EditKind::CutVariation | EditKind::End => language.it_is_left_out,
    }
}
