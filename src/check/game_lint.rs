//! The lints found by reading and replaying a game.

use crate::message::{Code, Describe, Fix, Language, fill};
use crate::rules::{Draw, MoveError};
use crate::text::{Edit, Source, Span};

/// An oddity of a game that does not keep the game from being read and replayed.
#[derive(Debug)]
pub(super) enum GameLint {
    /// A move number differs from that on the board.
    WrongNumber {
        /// The number on the board.
        expected: u32,
        /// The number, which may be a move of correspondence chess.
        found: u32,
    },
    /// A variation begins with another number than that of the move that it replaces.
    VariationNumber {
        /// The number.
        found: u32,
        /// The number of the replaced move on the board.
        expected: u32,
    },
    /// A move is followed by more signs than an annotation has.
    LongSuffix {
        /// The signs that are read.
        read_as: String,
    },
    /// The game goes on, though it is drawn.
    GoesOn {
        /// The rule by which it is.
        rule: Draw,
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

impl Describe for GameLint {
    fn code(&self) -> Code {
        match self {
            GameLint::WrongNumber { .. } => Code::WrongNumber,
            GameLint::VariationNumber { .. } => Code::VariationNumber,
            GameLint::LongSuffix { .. } => Code::UnknownSuffix,
            GameLint::GoesOn { .. } => Code::GoesOnAfterDraw,
            GameLint::ForcedMove(error) => error.code(),
            GameLint::WrongOutcome { board: Some(_), .. } => Code::WrongOutcome,
            GameLint::WrongOutcome { board: None, .. } => Code::NoStalemate,
        }
    }

    fn message(&self, language: &Language) -> String {
        match self {
            GameLint::WrongNumber { expected, .. } => fill(language.wrong_number, &[("expected", expected)]),
            GameLint::VariationNumber { found, expected } => {
                fill(language.variation_number, &[("found", found), ("expected", expected)])
            }
            GameLint::LongSuffix { read_as } => fill(language.long_suffix, &[("read", read_as)]),
            GameLint::GoesOn { rule } => fill(language.goes_on, &[("rule", &rule.rule(language))]),
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
            GameLint::LongSuffix { .. } => Some(language.known_suffixes.to_owned()),
            GameLint::ForcedMove(error) => {
                let played = language.played_as_written;
                Some(
                    error
                        .help(language)
                        .map_or_else(|| played.to_owned(), |help| format!("{played}; {help}")),
                )
            }
            GameLint::WrongNumber { found, .. } => {
                let moves = correspondence_move(*found)?;
                let values: [(&str, &dyn std::fmt::Display); 2] = [("number", found), ("moves", &moves)];
                Some(fill(language.correspondence_number, &values))
            }
            GameLint::VariationNumber { .. } | GameLint::WrongOutcome { .. } | GameLint::GoesOn { .. } => {
                None
            }
        }
    }

    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        match self {
            GameLint::WrongNumber { expected, .. } | GameLint::VariationNumber { expected, .. } => {
                number_fix(source, span, *expected).into_iter().collect()
            }
            GameLint::LongSuffix { read_as } => vec![Fix::certain(Edit::replace(span, read_as))],
            GameLint::GoesOn { .. } => Vec::new(),
            GameLint::ForcedMove(error) => error.fixes(source, span),
            GameLint::WrongOutcome { board, .. } => {
                board.iter().map(|board| Fix::guess(Edit::replace(span, *board))).collect()
            }
        }
    }
}

/// Returns the squares of a move in the numbers of the International Correspondence Chess Federation: 5254 is e2-e4.
/// A fifth digit names the piece that a pawn becomes.
fn correspondence_move(number: u32) -> Option<String> {
    let digits = number.to_string();
    let squares = digits.as_bytes().get(..4).filter(|_| digits.len() <= 5)?;
    let is_move = squares.iter().all(|digit| (b'1'..=b'8').contains(digit));
    let square = |pair: &[u8]| format!("{}{}", char::from(pair[0] - b'1' + b'a'), char::from(pair[1]));
    is_move.then(|| format!("{}-{}", square(&squares[..2]), square(&squares[2..])))
}

/// Returns the fix that replaces the digits of a move number, which may be right where moves are missing.
fn number_fix(source: &Source, span: Span, expected: u32) -> Option<Fix> {
    let written = &source.bytes()[span.range()];
    let digits = written.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = Span::new(span.start, span.start + digits);
    (digits > 0).then(|| Fix::guess(Edit::replace(number, expected.to_string())))
}
