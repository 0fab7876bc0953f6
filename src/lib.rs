//! Reads chess games as they are written and replays them on a board.
//!
//! [`open`], [`parse`] and [`Reader`] return [`Game`]s, each of which knows its notation and its
//! rules; `docs/library.md` shows ten everyday tasks.
//!
//! # Examples
//!
//! Walking the positions of every game in files of chess, of its variants and of C'escacs:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! for path in ["examples/opera.pgn", "examples/both-castlings.ctl-pgn"] {
//!     for game in escaque::open(path)? {
//!         let game = game?;
//!         println!("{} ({})", game.tag("White").unwrap_or("?"), game.rules());
//!         for (played, position) in game.walk() {
//!             println!("{} {} {}", played.ply_number(), played.san(), position.fen());
//!         }
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # The rooms
//!
//! A game passes through the top-level modules in this order: [`text`] (bytes and positions in
//! them) → [`message`] (diagnostics) → [`syntax`] (the AST, lexer and parser of any notation) →
//! [`notation`] (PGN and CTL-PGN) → [`rules`] (chess and its variants, C'escacs) → [`check`]
//! (errors and lints) → `query` (questions, a feature) → [`format`](mod@format) (boards, FEN, JSON, words) → [`library`] (the
//! front door) → `app` (the program). Each uses only those before it. All but the last two are
//! generic over notation and rules and store no positions, which makes them fast; the program
//! uses them directly.
//!
//! ```
//! use escaque::notation::pgn::San;
//! use escaque::rules::square::Chess;
//! use escaque::rules::{Replay, Rules};
//! use escaque::syntax::Games;
//! use escaque::text::Source;
//!
//! let source = Source::new("example", b"1. f3 e5 2. g4 Qh4#".to_vec());
//! let game = Games::<San>::new(&source).next().ok_or("no game")??;
//! let mut replay = Replay::main_line(&game, Chess::default());
//! while let Some(ply) = replay.advance()? {
//!     println!("{} {}", ply.at, replay.position().fen());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub use lalrpop_util;
pub use logos;
pub use shakmaty;

// public only for the binary, which is a crate of its own
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod app;
pub mod check;
pub mod format;
pub mod library;
pub mod message;
pub mod notation;
pub mod picture;
#[cfg(feature = "queries")]
pub mod query;
pub mod rules;
pub mod syntax;
pub mod text;

pub use library::{
    EditError, Game, GameError, Move, NodeId, PlayError, Position, Problem, Reader, open, parse,
};
pub use message::{Language, LanguageCode};
pub use notation::Variant;
pub use syntax::{
    Arrow, Circle, Command, CommandValues, Eval, MarkColor, Nag, NotationKind, Outcome, PieceLetters,
    PieceLettersError, Score,
};
