//! How moves are written.

use std::str::FromStr;

use crate::rules::cescacs::hex::Letters;
use crate::rules::{Rules, Start, Unwritable};
use crate::syntax::{
    Game, Layout, MinimalFault, Notation, NotationKind, PieceLetters, PieceLettersError, StartText, TagPair,
    write_tag, write_tags,
};
use crate::text::Text;

/// A notation of moves. All of them are read again as the same moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum MoveNotation {
    /// That of the standard: `Nf3`
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
    /// The notation, if it is chosen.
    pub notation: Option<MoveNotation>,
    /// The letters of the pieces, if they are chosen.
    pub letters: Option<MoveLetters>,
}

/// The letters of the pieces in moves that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveLetters {
    /// Letters of a language (PGN).
    OfLanguage(PieceLetters),
    /// Letters that the tag `Redefine` can give (C'escacs).
    Redefined(Letters),
}

impl FromStr for MoveLetters {
    type Err = PieceLettersError;

    /// Reads `standard` or the value of a tag `Redefine`, or else what [`PieceLetters`] reads.
    fn from_str(text: &str) -> Result<MoveLetters, PieceLettersError> {
        if text == "standard" {
            return Ok(MoveLetters::Redefined(Letters::STANDARD));
        }
        let redefined = Letters::redefined(text).map(MoveLetters::Redefined);
        redefined.or_else(|_| text.parse().map(MoveLetters::OfLanguage))
    }
}

impl MoveText {
    /// Checks that the moves of a board can be written so.
    pub(crate) fn check<R: Rules>(self) -> Result<(), Unwritable> {
        let is_of_cescacs = self.letters_of_cescacs().is_some();
        if self == MoveText::default() || is_of_cescacs != (R::Notation::KIND == Some(NotationKind::Pgn)) {
            Ok(())
        } else {
            Err(MinimalFault::Notation.into())
        }
    }

    /// Returns the letters of the pieces, if the notation or the letters are those of C'escacs.
    fn letters_of_cescacs(self) -> Option<Letters> {
        match (self.letters, self.notation) {
            (Some(MoveLetters::Redefined(letters)), _) => Some(letters),
            (_, Some(MoveNotation::Ctl)) => Some(Letters::STANDARD),
            (_, Some(MoveNotation::Fan)) => Some(Letters::FIGURINES),
            _ => None,
        }
    }

    /// Appends a legal move of the position `before`, which leads to `after`, to a text.
    pub(crate) fn write<R: Rules>(self, before: &R, resolved: R::Move, after: &R, out: &mut String) {
        if let Some(letters) = self.letters_of_cescacs() {
            return before.with_letters(&letters).write_san(resolved, after, out);
        }
        let start = out.len();
        before.write_san(resolved, after, out);
        match self.notation {
            Some(MoveNotation::Lan) => make_long(out, start, &before.to_uci(resolved)),
            // of an illegal move it might mean another, and `0000` is not a null move in PGN
            Some(MoveNotation::Uci) if !R::is_forced(resolved) => {
                let uci = before.to_uci(resolved);
                if uci != "0000" {
                    out.replace_range(start.., &uci);
                }
            }
            Some(MoveNotation::Figurines) => {
                let san = out.split_off(start);
                // a drop keeps its letter: in PGN, no figurine stands before `@`
                let is_drop = san.contains('@');
                out.extend(san.chars().map(|letter| if is_drop { letter } else { figurine(letter) }));
            }
            _ => {}
        }
        if let Some(MoveLetters::OfLanguage(letters)) = self.letters {
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
        let Some(letters) = self.letters_of_cescacs() else {
            let given = start.given.map(|span| (span, start.position.fen_in_letters_of_game()));
            write_tags(game, &StartText::of(given), layout, out);
            if let Some(MoveLetters::OfLanguage(letters)) = self.letters {
                write_tag(PieceLetters::TAG, &letters.to_string(), out);
            }
            return;
        };
        let position = start.position.with_letters(&letters).fen_in_letters_of_game();
        let redefinition = letters.redefinition();
        let mut game: Game<'_, R::Notation> = game.clone();
        game.tags.retain(|tag| !tag.is(Letters::TAG));
        if !redefinition.is_empty() {
            // by its place, because a game may have several tags with the name of a position
            let is_given = |tag: &TagPair<'_>| Some(tag.value_span) == start.given;
            let at = game.tags.iter().position(is_given).unwrap_or(game.tags.len());
            game.set_tag(Letters::TAG, Text(redefinition.as_bytes()));
            // the letters are needed to read the position, so their tag stands before it
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
    // the destination is the last two characters before the marks; `--` is the null move
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
