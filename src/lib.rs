//! Reads chess games as they are written and replays them on a board.
//!
//! The folders are the way of a game: [`text`] (bytes and places in them) → [`message`]
//! (problems in words) → [`syntax`] (what is written, in whatever notation) → [`notation`]
//! (PGN and CTL-PGN) → [`rules`] (what it means: chess and its variants, C'escacs) →
//! [`check`] (what is wrong) → [`mod@format`] (boards, FEN, JSON, words) → `app` (the
//! program). Each uses only those before it.
//!
//! # Examples
//!
//! Walking the positions of every game in a file:
//!
//! ```
//! use escaque::notation::pgn::San;
//! use escaque::rules::square::Chess;
//! use escaque::rules::{Replay, Rules};
//! use escaque::syntax::Games;
//! use escaque::text::Source;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let path = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/opera.pgn"));
//! let source = Source::open(path)?;
//! for game in Games::<San>::new(&source) {
//!     let game = game?;
//!     println!("{}", game.tag_value("White").unwrap_or_default());
//!     let start = Chess::set_up(&game)?;
//!     let mut replay = Replay::main_line(&game, start.position);
//!     while let Some(ply) = replay.advance()? {
//!         println!("{} {}", ply.at, replay.position().fen());
//!     }
//! }
//! # Ok(())
//! # }
//! ```

pub use shakmaty;

// public for the binary, which is a crate of its own, and for nobody else
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod app;
pub mod check;
pub mod format;
pub mod message;
pub mod notation;
pub mod rules;
pub mod syntax;
pub mod text;
