//! C'escacs, hexagonal chess on 169 hexes: the rules.
//!
//! The types are small values in the manner of shakmaty, whose [`Color`](shakmaty::Color)
//! they share. "Rules" in these pages is the project's page on the rules of the
//! game, "notation" the author's document on how games are written; after either
//! follows the section.
//!
//! A [`Position`] finds the moves between two hexes, which is what a long notation
//! gives, without looking at any other: [`Position::candidates`].
//!
//! # Examples
//!
//! ```
//! use escaque::rules::cescacs::hex::Position;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut position = Position::initial();
//! assert_eq!(position.legal_moves().count(), 68);
//! let advance = position.candidates("H6".parse()?, "H12".parse()?).next();
//! position.play(advance.ok_or("no such move")?);
//! assert!(position.to_tlpd().ends_with(" b RKRrkr H12@8-10 0 1"));
//! # Ok(())
//! # }
//! ```

mod board;
mod castling;
mod legal;
mod letters;
mod movement;
mod moves;
mod packed;
mod pawn;
mod piece;
mod position;
mod set;
mod steps;
mod tlpd;

pub use board::Board;
pub use castling::{Castling, Rights, Wing, king_home};
pub use letters::Letters;
pub use moves::{Move, Promotion};
pub use piece::{Piece, Role};
pub use position::{Position, Special};
pub use set::{HexSet, Hexes};
pub use tlpd::{Tlpd, TlpdError, TlpdFault, TlpdField};
