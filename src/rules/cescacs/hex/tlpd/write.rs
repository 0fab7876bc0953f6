//! Writes TLPD in the form of the examples of the notation.

use std::fmt::{self, Write as _};

use shakmaty::{ByColor, Color};

use crate::notation::ctl::{LAST_LINE, line_hexes};
use crate::rules::cescacs::hex::castling::Rights;
use crate::rules::cescacs::hex::piece::{Letters, Role};
use crate::rules::cescacs::hex::position::{Position, Special};

/// Displays a position as TLPD, with the letters of a table.
#[derive(Clone, Copy, Debug)]
pub struct Tlpd<'a> {
    position: &'a Position,
    letters: &'a Letters,
}

impl Position {
    /// Returns the TLPD of the position, in standard letters.
    #[must_use]
    pub fn to_tlpd(&self) -> String {
        self.tlpd(&Letters::STANDARD).to_string()
    }

    /// Returns a value that displays the position as TLPD, with the letters of a table.
    #[must_use]
    pub const fn tlpd<'a>(&'a self, letters: &'a Letters) -> Tlpd<'a> {
        Tlpd { position: self, letters }
    }
}

impl fmt::Display for Tlpd<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tlpd { position, letters } = self;
        position.write_pieces(letters, f)?;
        write!(f, " {} ", position.turn.char())?;
        write_rights(position.rights, letters, f)?;
        f.write_char(' ')?;
        write_special(position.special, f)?;
        write!(f, " {} ", position.halfmoves)?;
        match position.number {
            Some(number) => write!(f, "{number}"),
            None => f.write_str("?"),
        }
    }
}

impl Position {
    /// Writes the lines that have pieces, each one up to its last hex.
    fn write_pieces(&self, letters: &Letters, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("/")?;
        for line in (0..=LAST_LINE).rev() {
            if line_hexes(line).all(|hex| self.piece_at(hex).is_none()) {
                continue;
            }
            write!(f, "{line}:")?;
            self.write_line(line, letters, f)?;
            f.write_str("/")?;
        }
        Ok(())
    }

    fn write_line(&self, line: u8, letters: &Letters, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut empty = 0;
        for hex in line_hexes(line) {
            let Some(piece) = self.piece_at(hex) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(f, "{empty}")?;
                empty = 0;
            }
            f.write_char(letters.char(piece))?;
        }
        if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
    }
}

fn write_rights(rights: ByColor<Rights>, letters: &Letters, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for color in [Color::White, Color::Black] {
        let (rook, king) = (letters.char(Role::Rook.of(color)), letters.char(Role::King.of(color)));
        let rights = rights.get(color);
        let group = [(rights.queen_rook, rook), (rights.king, king), (rights.king_rook, rook)];
        if !rights.king {
            f.write_str("-")?;
            continue;
        }
        for (_, letter) in group.into_iter().filter(|(has_right, _)| *has_right) {
            f.write_char(letter)?;
        }
    }
    Ok(())
}

fn write_special(special: Special, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match special {
        Special::None => f.write_str("-"),
        Special::EnPassant { pawn, near, far: None } => write!(f, "{pawn}@{}", near.line()),
        Special::EnPassant { pawn, near, far: Some(far) } => {
            let (near, far) = (near.line(), far.line());
            write!(f, "{pawn}@{}-{}", near.min(far), near.max(far))
        }
        Special::Scornful { pawn, .. } => write!(f, "{pawn}"),
    }
}
