//! The interface of the library: games that know their notation and their rules.
//!
//! The other modules are generic over the notation and the rules, which is fast but requires the
//! caller to name them. Here both are determined for each game, so that one loop reads a mixed
//! file. A [`Reader`] returns each [`Game`], a tree of [`Move`]s that lead from one
//! [`Position`] to the next. `docs/library.md` shows ten everyday tasks.
//!
//! # Examples
//!
//! ```
//! let game = escaque::parse("1. e4 {[%clk 0:03:00]} e5 (1... c5) 2. Nf3 *").next().ok_or("no game")??;
//! let pawn = game.first_move().ok_or("no move")?;
//! assert_eq!(pawn.clock().map(|left| left.as_secs()), Some(180));
//! let answers: Vec<_> = pawn.next().ok_or("no move")?.alternatives().map(|played| played.san()).collect();
//! assert_eq!(answers, ["c5"]);
//! assert_eq!(game.end().moves().count(), 29);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod edit;
mod error;
mod export;
mod game;
#[cfg(feature = "cli")]
mod merge;
mod moves;
mod position;
mod reader;
mod tree;
mod tree_builder;

pub use edit::EditError;
pub use error::{GameError, PlayError, Problem};
#[cfg(feature = "viewer")]
pub(crate) use export::write_game;
pub use game::{Game, Tag, Tags};
#[cfg(feature = "cli")]
pub(crate) use merge::MergedGame;
pub use moves::{Line, Move, Moves, Walk};
pub use position::Position;
pub use reader::{Reader, open, parse};
pub use tree::NodeId;
#[cfg(feature = "viewer")]
pub(crate) use tree::Tree as MoveTree;

/// The examples of `docs/library.md` are run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../docs/library.md")]
struct LibraryDocument;
