//! How moves are written.

use crate::rules::{Rules, Start, Unwritable};
use crate::syntax::{
    Game, Layout, MinimalFault, Notation, NotationKind, PieceLetters, StartText, TagPair, write_tag,
    write_tags,
};
use crate::text::Text;

/// The tag by which a game of C'escacs defines the letters of its pieces. It comes just before the position.
const REDEFINE: &str = "Redefine";

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
    /// That of C'escacs in the standard letters, whichever a game defines: `NG3-F5`
    Ctl,
    /// The same with pictures of the pieces: `♘G3-F5`
    Fan,
}

/// How a format writes moves. The default is the strict notation of the board, in the letters that its game defines.
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
        let is_of_cescacs = matches!(self.notation, MoveNotation::Ctl | MoveNotation::Fan);
        if self == MoveText::default() || is_of_cescacs != (R::Notation::KIND == Some(NotationKind::Pgn)) {
            Ok(())
        } else {
            Err(MinimalFault::Notation.into())
        }
    }

    /// Returns whether the pieces have figurines, if the notation is one of C'escacs.
    fn figurines_of_cescacs(self) -> Option<bool> {
        match self.notation {
            MoveNotation::Ctl => Some(false),
            MoveNotation::Fan => Some(true),
            _ => None,
        }
    }

    /// Appends a legal move of the position `before`, which leads to `after`, to a text.
    pub(crate) fn write<R: Rules>(self, before: &R, resolved: R::Move, after: &R, out: &mut String) {
        if let Some(are_figurines) = self.figurines_of_cescacs() {
            return before.with_standard_letters(are_figurines).write_san(resolved, after, out);
        }
        let start = out.len();
        before.write_san(resolved, after, out);
        match (self.notation, self.letters) {
            (MoveNotation::Lan, _) => make_long(out, start, &before.to_uci(resolved)),
            // of an illegal move it might mean another, and `0000` is not a null move in PGN
            (MoveNotation::Uci, _) if !R::is_forced(resolved) => {
                let uci = before.to_uci(resolved);
                if uci != "0000" {
                    out.replace_range(start.., &uci);
                }
            }
            (MoveNotation::Figurines, _) => {
                let san = out.split_off(start);
                // a drop keeps its letter: in PGN, no figurine stands before `@`
                let is_drop = san.contains('@');
                out.extend(san.chars().map(|letter| if is_drop { letter } else { figurine(letter) }));
            }
            (MoveNotation::San | MoveNotation::Uci | MoveNotation::Ctl | MoveNotation::Fan, _) => {}
        }
        if let Some(letters) = self.letters {
            out.replace_range(start.., &letters.spell(&out[start..]));
        }
    }

    /// Writes a legal move of a position as [`MoveText::write`] does.
    pub(crate) fn to_text<R: Rules>(self, before: &R, resolved: R::Move) -> String {
        let (mut after, mut text) = (before.clone(), String::new());
        after.play(resolved);
        self.write(before, resolved, &after, &mut text);
        text
    }

    /// Writes the tags of a game, also that which says what letters the pieces have. `start` is `None` if the game
    /// cannot be set up, so that its moves are written as they are.
    pub(crate) fn write_tags<R: Rules>(
        self,
        game: &Game<'_, R::Notation>,
        start: Option<&Start<R>>,
        layout: Layout,
        out: &mut String,
    ) {
        let Some(start) = start else {
            return write_tags(game, &StartText::Unknown, layout, out);
        };
        let Some(are_figurines) = self.figurines_of_cescacs() else {
            let given = start.given.map(|span| (span, start.position.fen_in_letters_of_game()));
            write_tags(game, &StartText::of(given), layout, out);
            if let Some(letters) = self.letters {
                write_tag(PieceLetters::TAG, &letters.to_string(), out);
            }
            return;
        };
        let position = start.position.with_standard_letters(are_figurines).fen_in_letters_of_game();
        let mut game: Game<'_, R::Notation> = game.clone();
        game.tags.retain(|tag| !tag.is(REDEFINE));
        if are_figurines {
            let is_given = |tag: &TagPair<'_>| Some(tag.value_span) == start.given;
            let at = game.tags.iter().position(is_given).unwrap_or(game.tags.len());
            game.set_tag(REDEFINE, Text(b"FAN"));
            game.tags[at..].rotate_right(1);
        }
        if let Some(tag) = game.tags.iter_mut().find(|tag| Some(tag.value_span) == start.given) {
            tag.value = Text(position.as_bytes());
        }
        write_tags(&game, &StartText::of(start.given.map(|span| (span, position.clone()))), layout, out);
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
    text.replace_range(start.., &long);
}

/// Returns the picture of a piece in place of its English letter.
fn figurine(letter: char) -> char {
    let mut figurines = "KQRBN".chars().zip("♔♕♖♗♘".chars());
    figurines.find(|(english, _)| *english == letter).map_or(letter, |(_, figurine)| figurine)
}
