//! The rules of C'escacs, hexagonal chess on 169 hexes.
//!
//! The types are small `Copy` values in the style of shakmaty, whose
//! [`Color`](shakmaty::Color) they share. "Rules" cites a section of `docs/cescacs.md`, and
//! "notation" a section of the document of the author of C'escacs that defines CTL-AN and
//! CTL-PGN.
//!
//! A long notation gives the origin and the destination of a move.
//! [`Position::candidates`] finds the legal moves between them without generating any others.
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
mod movement;
mod moves;
mod pawn;
mod piece;
mod position;
mod refusal;
mod set;
mod steps;
mod tlpd;

pub use board::Board;
pub use castling::{Castling, Rights, Wing, king_home};
pub use moves::{Move, Promotion};
pub use piece::{Letters, Piece, Role};
pub use position::{Position, Special};
pub use refusal::{CastlingRefusal, Refusal};
pub use set::{HexSet, Hexes};
pub use tlpd::{Tlpd, TlpdError, TlpdFault, TlpdField};
