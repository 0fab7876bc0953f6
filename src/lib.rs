//! Reads chess games as they are written and replays them on a board.
//!
//! [`open`], [`parse`] and [`Reader`] return [`Game`]s, each of which knows its notation and its rules. What follows
//! is a walk through them; `docs/library.md` shows ten everyday tasks beside python-chess and shakmaty.
//!
//! # Read games, and walk their positions
//!
//! A file may hold games of chess, of its variants and of C'escacs, and may be compressed. A [`Game`] is a tree of
//! [`Move`]s, each of which leads to a [`Position`].
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
//! # See what is wrong
//!
//! A game with an error is an `Err` that still has what could be read ([`GameError::game`]); the games after it are
//! not lost. A [`Problem`] has a [`Code`](message::Code), a place and a text in three languages.
//!
//! ```
//! let results: Vec<_> = escaque::parse("1. e4 e5 2. Ke3 *\n\n1. d4 *").collect();
//! let error = results[0].as_ref().unwrap_err();
//! assert_eq!(error.to_string(), "<text>:1:13: E0304: 2. illegal move: no king move goes to e3");
//! assert_eq!(error.game().unwrap().main_line().count(), 2);
//! assert!(results[1].is_ok());
//! ```
//!
//! # Build a game, and write it
//!
//! Each change is checked: a game that can be built can be written and read again.
//!
//! ```
//! use escaque::{Game, Outcome, Variant};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut game = Game::new(Variant::Chess);
//! game.set_tag("White", "Adams")?;
//! let pawn = game.play("e4")?;
//! game.play("e5")?;
//! game.add_variation(pawn, &["c5", "Nf3"])?;
//! game.set_result(Outcome::Draw);
//! assert!(game.play("Ke3").is_err());
//! assert!(game.to_string().ends_with("1. e4 e5 (1... c5 2. Nf3) 1/2-1/2\n\n"));
//! # Ok(())
//! # }
//! ```
//!
//! # Show a position
//!
//! As text, as FEN, in words, or as a [`Scene`](picture::Scene) that [`Svg`](picture::Svg) draws; [`mod@format`] has
//! the formats of whole games.
//!
//! ```
//! use escaque::format::Style;
//! use escaque::{LanguageCode, Position, Variant};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let position = Position::from_fen(Variant::Chess, "8/8/8/8/8/3k4/4p3/4K3 w - - 1 2")?;
//! println!("{}", position.board_text(Style::Figurines));
//! println!("{}", position.describe(LanguageCode::En.language()));
//! assert_eq!(position.moves().collect::<Vec<_>>(), ["Kf2"]);
//! # Ok(())
//! # }
//! ```
//!
//! # Ask questions
//!
//! The language of `--where` is in `query`, with the feature `queries`.
//!
//! # What is stable
//!
//! The items re-exported here and those in [`library`] change only with a version that says so. The
//! other modules are the parts of the program. They are public for those who write a format, a
//! notation or rules of their own (`examples/glinski` has the last two), and may change with any
//! version.
//!
//! # Features
//!
//! All are on by default; without them the library reads, checks and writes games of both notations, and draws SVG.
//!
//! - `cli`: the program `escaque`, and with it `viewer` (`--view`) and `lsp` (`--lsp`);
//! - `compression`: files of gzip, Zstandard, bzip2, xz and LZ4, and zip archives;
//! - `queries`: questions about games and positions, as `--where` asks them;
//! - `pictures`: PNG and GIF; `raster`: drawings as pixels, which `pictures` and `cli` need;
//! - `pages`: games as a page of HTML;
//! - `tables`: tables of games and of moves, as CSV.
//!
//! # Modules
//!
//! A game passes through the top-level modules in this order: [`text`] (bytes and positions in
//! them) → [`message`] (diagnostics) → [`syntax`] (the AST, lexer and parser of any notation) →
//! [`notation`] (PGN and CTL-PGN) → [`rules`] (chess and its variants, C'escacs) → [`picture`]
//! (drawings of positions) → [`check`] (errors and lints) → `query` (questions, a feature) →
//! [`change`] (parts of games, tags) → [`format`](mod@format) (boards, FEN, JSON, words) → [`library`]
//! (the stable interface) → `app` (the program).
//! Each uses only those before it. What reads, checks and writes games before `library` is generic over
//! notation and rules and stores no positions, which makes it fast; the program uses it directly.
//!
//! ```
//! use escaque::notation::pgn::San;
//! use escaque::rules::square::Chess;
//! use escaque::rules::{AnyPosition, Replay};
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
// docs.rs says at each item which feature it needs
#![cfg_attr(docsrs, feature(doc_cfg))]

// a notation in another crate needs these versions for its lexer and parser, and a board needs
// these colours and squares
pub use lalrpop_util;
pub use logos;
pub use shakmaty;

// public only because the binary is a crate of its own
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod app;
pub mod change;
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

#[doc(inline)]
pub use library::{
    EditError, Game, GameError, Move, NodeId, PlayError, Position, Problem, Reader, open, parse,
};
#[doc(inline)]
pub use message::{Language, LanguageCode};
#[doc(inline)]
pub use notation::Variant;
#[doc(inline)]
pub use syntax::{
    Arrow, Circle, Command, CommandValues, Eval, MarkColor, Nag, NotationKind, Outcome, PieceLetters,
    PieceLettersError, Score,
};
