//! The signs in movetext that only CTL-PGN has.

use std::any::Any;

use crate::syntax::{Node, Notation};

/// A sign of a play that is neither a move nor an annotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaySign {
    /// `…`, which stands for White's move where a line begins with Black's.
    Omitted,
    /// The offer of a draw, `(=)`.
    DrawOffer,
    /// The mark of the last move of the play, `:`.
    EndOfPlay,
}

#[cfg(feature = "lsp")]
impl PlaySign {
    /// Returns the sign as a node, or `None` in any other notation.
    pub(crate) fn node<N: Notation>(self) -> Option<Node<N>> {
        (&self as &dyn Any).downcast_ref().copied().map(Node::Sign)
    }
}

/// In other notations no node is such a sign, so code for any notation asks without a bound on it.
impl<N: Notation> PartialEq<PlaySign> for Node<N> {
    fn eq(&self, sign: &PlaySign) -> bool {
        matches!(self, Node::Sign(own) if (own as &dyn Any).downcast_ref() == Some(sign))
    }
}
