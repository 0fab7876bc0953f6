//! Reads chess games as they are written and replays them on a board.
//!
//! The way of a game, module by module: [`source`] (bytes) → [`lexer`] (tokens)
//! → [`parser`] (the grammar) → [`ast`] (what was written) → [`validate`]
//! (checks that need no board) → [`replay`] and the rules of [`square`] (what it
//! means) → [`render`] (text). C'escacs goes the same way: its rules are in
//! [`hex`], and [`cescacs`] joins them to the notation.
//!
//! # Examples
//!
//! Walking the positions of every game in a file:
//!
//! ```
//! use escaque::parser::Games;
//! use escaque::replay::{Replay, Rules};
//! use escaque::source::Source;
//! use escaque::square::Chess;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let path = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/opera.pgn"));
//! let source = Source::open(path)?;
//! for game in Games::pgn(&source) {
//!     let game = game?;
//!     println!("{}", game.tag_value("White").unwrap_or_default());
//!     let start = Chess::set_up(&game)?;
//!     let mut replay = Replay::main_line(&game, start.position);
//!     while let Some(ply) = replay.advance()? {
//!         println!("{} {}", ply.place, replay.position().fen());
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! The program is made of the same parts: [`cli`] (its arguments), [`run`] (its
//! course), [`check`] (what is wrong in the games of a file), [`dispatch`] (which
//! rules a game has), [`diagnostic`], [`codes`] and [`lang`] (its messages), [`export`]
//! (games written again), [`pause`] (its keys), [`view`] (games on the whole screen),
//! [`manual`] (its man page).

pub use shakmaty;

pub mod ast;
pub mod cescacs;
pub mod check;
pub mod cli;
pub mod codes;
pub mod diagnostic;
pub mod diagram;
pub mod dispatch;
pub mod export;
pub mod hex;
pub mod lang;
pub mod lexer;
pub mod manual;
pub mod parser;
pub mod pause;
pub mod render;
pub mod replay;
pub mod run;
pub mod source;
pub mod square;
pub mod text;
pub mod validate;
pub mod view;
