//! The kinds of pieces, independent of the letters of a notation.

use shakmaty::{Color, Role};

use crate::message::problem::{TextValue, Values};
use crate::message::{Language, PieceNames};

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum PieceKind {
    /// The king.
    King,
    /// The queen.
    Queen,
    /// The wyvern (C'escacs).
    Wyvern,
    /// The rook.
    Rook,
    /// The pegasus (C'escacs).
    Pegasus,
    /// The bishop.
    Bishop,
    /// The knight.
    Knight,
    /// The elephant (C'escacs).
    Elephant,
    /// The pawn.
    Pawn,
}

impl PieceKind {
    /// All kinds, the most valuable first.
    pub const ALL: [PieceKind; 9] = [
        PieceKind::King,
        PieceKind::Queen,
        PieceKind::Wyvern,
        PieceKind::Rook,
        PieceKind::Pegasus,
        PieceKind::Bishop,
        PieceKind::Knight,
        PieceKind::Elephant,
        PieceKind::Pawn,
    ];

    /// Returns the English name, which names the drawing; the letter, which pages use; the usual value in pawns, 0 for
    /// the king, if chess on squares has the kind; and the white and the black symbol in Unicode, for C'escacs as in the
    /// notation, "Letras de identificación de las piezas".
    // the black pawn carries the variation selector for text presentation, because many fonts would draw it as an emoji
    const fn facts(self) -> (&'static str, u8, Option<i32>, [&'static str; 2]) {
        match self {
            PieceKind::King => ("king", b'k', Some(0), ["♔", "♚"]),
            PieceKind::Queen => ("queen", b'q', Some(9), ["♕", "♛"]),
            PieceKind::Wyvern => ("wyvern", b'v', None, ["🩏", "🩒"]),
            PieceKind::Rook => ("rook", b'r', Some(5), ["♖", "♜"]),
            PieceKind::Pegasus => ("pegasus", b'g', None, ["🩐", "🩓"]),
            PieceKind::Bishop => ("bishop", b'b', Some(3), ["♗", "♝"]),
            PieceKind::Knight => ("knight", b'n', Some(3), ["♘", "♞"]),
            PieceKind::Elephant => ("elephant", b'e', None, ["☖", "☗"]),
            PieceKind::Pawn => ("pawn", b'p', Some(1), ["♙", "♟\u{fe0e}"]),
        }
    }

    /// Returns the English name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().0
    }

    /// Returns a letter that no other kind of any board has, in lower case.
    #[must_use]
    pub const fn letter(self) -> u8 {
        self.facts().1
    }

    /// Returns the usual value in pawns, 0 for the king, or `None` for a kind that chess on squares does not have.
    #[must_use]
    pub const fn value(self) -> Option<i32> {
        self.facts().2
    }

    pub(super) fn figurine(self, color: Color) -> &'static str {
        let (.., [white, black]) = self.facts();
        color.fold_wb(white, black)
    }

    /// Returns the names of the kind in a language.
    #[must_use]
    pub const fn names(self, language: &Language) -> PieceNames {
        let (of_one, alone, several) = match self {
            PieceKind::King => (language.king, language.bare_king, language.kings),
            PieceKind::Queen => (language.queen, language.bare_queen, language.queens),
            PieceKind::Wyvern => (language.wyvern, language.bare_wyvern, language.wyverns),
            PieceKind::Rook => (language.rook, language.bare_rook, language.rooks),
            PieceKind::Pegasus => (language.pegasus, language.bare_pegasus, language.pegasuses),
            PieceKind::Bishop => (language.bishop, language.bare_bishop, language.bishops),
            PieceKind::Knight => (language.knight, language.bare_knight, language.knights),
            PieceKind::Elephant => (language.elephant, language.bare_elephant, language.elephants),
            PieceKind::Pawn => (language.pawn, language.bare_pawn, language.pawns),
        };
        PieceNames { of_one, alone, several }
    }
}

/// A piece and the cell that it stands on, which is named as in the notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceOn {
    /// The kind of the piece.
    pub piece: PieceKind,
    /// The name of the cell.
    pub cell: String,
}

/// The piece is `{other}`, and the cell `{at}`.
impl TextValue for PieceOn {
    fn add_to(&self, values: &mut Values, _name: &'static str, language: &Language) {
        self.piece.add_to(values, "other", language);
        self.cell.add_to(values, "at", language);
    }
}

impl TextValue for PieceKind {
    fn add_to(&self, values: &mut Values, name: &'static str, language: &Language) {
        values.push((name, self.names(language).of_one.to_owned()));
    }
}

impl From<Role> for PieceKind {
    fn from(role: Role) -> PieceKind {
        match role {
            Role::Pawn => PieceKind::Pawn,
            Role::Knight => PieceKind::Knight,
            Role::Bishop => PieceKind::Bishop,
            Role::Rook => PieceKind::Rook,
            Role::Queen => PieceKind::Queen,
            Role::King => PieceKind::King,
        }
    }
}

impl TryFrom<PieceKind> for Role {
    type Error = ();

    fn try_from(kind: PieceKind) -> Result<Role, ()> {
        Ok(match kind {
            PieceKind::Pawn => Role::Pawn,
            PieceKind::Knight => Role::Knight,
            PieceKind::Bishop => Role::Bishop,
            PieceKind::Rook => Role::Rook,
            PieceKind::Queen => Role::Queen,
            PieceKind::King => Role::King,
            PieceKind::Wyvern | PieceKind::Pegasus | PieceKind::Elephant => return Err(()),
        })
    }
}
