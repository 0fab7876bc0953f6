//! What a file says, before any board is asked.
//!
//! A [`Game`] keeps everything that was written, each part with its [`Span`](crate::source::Span).
//! It is generic over `N`, a move as one [`Notation`] writes it ([`San`] for PGN);
//! what a move *means* is a type of the [rules](crate::replay::Rules).

mod ctl_an;
mod game;
mod header;
mod notation;
mod place;
mod reference;
mod san;

pub use ctl_an::{CtlAn, CtlMark, CtlMove, CtlPromotion, CtlStep, Sign};
pub use game::{Comment, CommentForm, Element, Game, MoveNumber, Nag, Node, NumberMark, Outcome, TagPair};
pub use header::{Date, DateError, is_unknown};
pub use notation::{Notation, Replaced};
pub use place::Place;
pub use reference::{Marker, Reference, Side};
pub use san::{CheckMark, PieceMove, San, SanMove};
