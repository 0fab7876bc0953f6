//! Syntax that all notations share: the AST of a game, its lexer, parser and writer.
//!
//! A [`Game`] keeps everything that was written, each part with its
//! [`Span`](crate::text::Span). It is generic over `N`, a move as one [`Notation`] writes
//! it ([`San`](crate::notation::pgn::San) for PGN); the move on the board is a type of the
//! [rules](crate::rules::Rules).

mod between_games;
mod boundary;
mod brackets;
mod command;
mod date;
mod deciding_tags;
mod edited_tokens;
mod error;
mod forfeit;
mod game;
mod headers;
mod layout;
pub mod lexemes;
mod lexer;
mod lines;
mod nag;
mod notation;
mod parser;
mod piece_letters;
mod plies;
mod reading;
mod repair;
mod respelling;
mod san_words;
mod tags;
mod variant;
mod written;

pub(crate) use brackets::{Brackets, skip_variation};
pub use command::{
    Arrow, Circle, Command, CommandText, CommandValues, Eval, MarkColor, Score, commands, without_commands,
};
pub use date::{Date, DateError, is_unknown};
pub(crate) use deciding_tags::NotationOf;
pub use error::{Expected, LexError, LexFault, SyntaxError, SyntaxFault};
pub(crate) use game::INCOMPLETE;
pub use game::{
    Comment, CommentForm, Element, Game, MoveNumber, Node, NumberMark, Outcome, TagPair, result_in_any_form,
};
pub use layout::{Layout, LineWidth, MovetextWriter, NotALineWidth, TagOrder};
pub use lexer::{CommentBounds, Lexeme, Lexer, MoveForm, Token, TokenKind};
pub(crate) use lines::Lines;
pub use nag::{Nag, NagStyle};
pub use notation::{MinimalFault, MinimalText, Notation, NotationKind, ParseResult, Replaced};
pub use parser::{GameCursor, Games};
pub use piece_letters::{PieceLetters, PieceLettersError};
pub(crate) use plies::find_move_of;
pub use reading::{Portion, Reading};
pub use repair::{Cost, Put, Recovery, Repair, TokenEdit};
pub(crate) use san_words::closed_before_moves;
pub use tags::{SEVEN_TAGS, StartText, TagText, write_tag, write_tags};
pub(crate) use tags::{result_value, says_nothing};
pub use variant::Variant;
