//! Syntax that all notations share: the AST of a game, its lexer, parser and writer.
//!
//! A [`Game`] keeps everything that was written, each part with its
//! [`Span`](crate::text::Span). It is generic over `N`, a move as one [`Notation`] writes
//! it ([`San`](crate::notation::pgn::San) for PGN); the move on the board is a type of the
//! [rules](crate::rules::Rules).

mod between_games;
mod boundary;
mod brackets;
mod clocks;
mod command;
mod date;
mod deciding_tags;
mod edited_tokens;
mod engine_comment;
mod error;
mod explain;
mod game;
mod headers;
mod layout;
mod lex_error;
pub mod lexemes;
mod lexer;
mod line_breaker;
mod lost;
mod movetext;
mod nag;
mod notation;
mod notes;
mod open_comment;
mod parser;
mod piece_letters;
mod plies;
mod raw_movetext;
mod reading;
mod repair;
mod respelling;
mod result;
pub(crate) mod tag_line;
mod tag_writer;
mod tags;
mod token;
mod token_stream;
mod tokens;
mod variant;

pub(crate) use brackets::{Brackets, skip_variation};
pub(crate) use clocks::Clocks;
#[cfg(feature = "pages")]
pub(crate) use command::DIAGRAM_MARK;
pub use command::{
    Arrow, Circle, Command, CommandText, CommandValues, Eval, MarkColor, Score, commands, without_commands,
};
pub(crate) use command::{clock_text, without_parts};
pub use date::{Date, DateError, DateSpan, is_unknown};
pub(crate) use deciding_tags::NotationOf;
pub use edited_tokens::{Put, TokenEdit};
pub(crate) use engine_comment::{is_evaluation, without_time_left};
pub use error::{Expected, SyntaxError, SyntaxFault};
pub use game::Game;
pub use layout::{Layout, LineWidth, MovetextWriter, NotALineWidth, StartText, TagOrder, TagText};
pub use lex_error::LexFault;
pub use lexer::Lexer;
pub(crate) use line_breaker::LineBreaker;
pub(crate) use movetext::INCOMPLETE;
pub use movetext::{Comment, CommentForm, Element, MoveNumber, Movetext, Node, NumberMark, Outcome};
pub use nag::{Nag, NagStyle};
pub use notation::{MinimalFault, MinimalText, Notation, NotationKind, ParseResult, Replaced};
pub(crate) use notes::Notes;
pub(crate) use open_comment::find_move_of;
pub use parser::{GameCursor, Games};
pub use piece_letters::{PieceLetters, PieceLettersError};
pub(crate) use raw_movetext::RawMovetext;
pub use reading::{Portion, Reading};
pub use repair::{Cost, Recovery, Repair};
pub(crate) use respelling::{closed_before_moves, is_move_in, joined, parted};
pub use result::{ByBoard, result_in_any_form};
pub(crate) use tag_writer::result_value;
pub use tag_writer::{write_tag, write_tags};
#[cfg(feature = "queries")]
pub(crate) use tags::AskedTag;
pub use tags::{SEVEN_TAGS, TagPair, TagSpans, usual_tags};
pub(crate) use tags::{has_moves, is_deciding, is_of_tag_name, is_tag_name, says_nothing};
pub use token::{CommentBounds, Lexeme, MoveForm, Token, TokenKind};
pub(crate) use tokens::MOST_LEVELS;
pub use tokens::Tokens;
pub use variant::Variant;
