//! The texts that say something else of C'escacs than of chess on squares.
//!
//! The words are those of the document that defines C'escacs ("Letras de identificación de las
//! piezas", "Indicador final del resultado"): the rook is a *roc* in Catalan and a *roque* in
//! Spanish, a draw is *taules* or *tablas*, and `*` is an unfinished game.

mod ca;
mod en;
mod es;

pub(super) use ca::CATALAN;
pub(super) use en::ENGLISH;
pub(super) use es::SPANISH;
