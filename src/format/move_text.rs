//! How moves are written.

use crate::rules::{Rules, Unwritable};
use crate::syntax::{MinimalFault, Notation, NotationKind, PieceLetters, write_tag};

/// A notation of moves. All of them are read again as the same moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum MoveNotation {
    /// That of the standard: `Nf3`
    #[default]
    San,
    /// With the square that the piece leaves: `Ng1-f3`
    Lan,
    /// As programs exchange them: `g1f3`
    Uci,
    /// With pictures of the pieces: `♘f3`
    Figurines,
}

/// How a format writes moves. All but the default is for PGN only, because C'escacs has notations of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveText {
    /// The notation.
    pub notation: MoveNotation,
    /// The letters of the pieces, if they are not English.
    pub letters: Option<PieceLetters>,
}

impl MoveText {
    /// Checks that the moves of a board can be written so.
    pub(crate) fn check<R: Rules>(self) -> Result<(), Unwritable> {
        if self == MoveText::default() || R::Notation::KIND == Some(NotationKind::Pgn) {
            Ok(())
        } else {
            Err(MinimalFault::Notation.into())
        }
    }

    /// Appends a legal move of the position `before`, which leads to `after`, to a text.
    pub(crate) fn write<R: Rules>(self, before: &R, resolved: R::Move, after: &R, out: &mut String) {
        let start = out.len();
        before.write_san(resolved, after, out);
        match (self.notation, self.letters) {
            (MoveNotation::San, None) => return,
            (MoveNotation::Lan, _) => make_long(out, start, &before.to_uci(resolved)),
            (MoveNotation::Uci, _) => make_uci(out, start, &before.to_uci(resolved)),
            (MoveNotation::Figurines, _) => {
                let san = out.split_off(start);
                // a drop keeps its letter: in PGN, no figurine stands before `@`
                let is_drop = san.contains('@');
                out.extend(san.chars().map(|letter| if is_drop { letter } else { figurine(letter) }));
            }
            (MoveNotation::San, Some(_)) => {}
        }
        if let Some(letters) = self.letters {
            let spelled = letters.spell(&out[start..]);
            out.truncate(start);
            out.push_str(&spelled);
        }
    }

    /// Writes a legal move of a position as [`MoveText::write`] does.
    pub(crate) fn to_text<R: Rules>(self, before: &R, resolved: R::Move) -> String {
        let (mut after, mut text) = (before.clone(), String::new());
        after.play(resolved);
        self.write(before, resolved, &after, &mut text);
        text
    }

    /// Appends the tag that says which letters the pieces have, if they are not English.
    pub(crate) fn write_tag(self, out: &mut String) {
        if let Some(letters) = self.letters {
            write_tag(PieceLetters::TAG, &letters.to_string(), out);
        }
    }
}

/// Adds to the SAN that begins at an offset the square that the piece leaves, and the hyphen. Castling, drops and null
/// moves stay as they are.
fn make_long(text: &mut String, start: usize, uci: &str) {
    let san = &text[start..];
    let mark = san.find(['=', '+', '#']).unwrap_or(san.len());
    let Some(to) = mark.checked_sub(2).filter(|_| !san.contains('@') && !san.starts_with(['O', '-'])) else {
        return;
    };
    let sign = if san.contains('x') { "x" } else { "-" };
    let piece = usize::from(san.starts_with(|c: char| c.is_ascii_uppercase()));
    let long = [&san[..piece], &uci[..2], sign, &san[to..]].concat();
    text.truncate(start);
    text.push_str(&long);
}

/// Replaces the SAN that begins at an offset. A null move stays as it is, because `0000` is not one in PGN.
fn make_uci(text: &mut String, start: usize, uci: &str) {
    if uci != "0000" {
        text.truncate(start);
        text.push_str(uci);
    }
}

fn figurine(letter: char) -> char {
    match letter {
        'K' => '♔',
        'Q' => '♕',
        'R' => '♖',
        'B' => '♗',
        'N' => '♘',
        other => other,
    }
}
