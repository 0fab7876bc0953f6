//! The names of openings, by position.
//!
//! `openings.tsv` is from
//! [lichess-org/chess-openings](https://github.com/lichess-org/chess-openings), whose authors give
//! it to the public domain ([CC0 1.0](https://creativecommons.org/publicdomain/zero/1.0/)).
//! `build.rs` plays its lines, and makes a table of the positions after them. A transposition
//! therefore has the name of the position that it reaches, and the side to move counts.

use super::{AnyPosition, Rules};

// KEYS, ECO_CODES, PLACES, NAMES, MOST_PLIES
include!(concat!(env!("OUT_DIR"), "/openings.rs"));

/// The text of each ECO code, one after the other.
static ECO_TEXT: [u8; 1500] = eco_text();

/// An opening with a name of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The code of the Encyclopaedia of Chess Openings, from `A00` to `E99`.
    pub eco: &'static str,
    /// The English name: the opening, then the variation after a colon and its parts after commas,
    /// as in `Sicilian Defense: Najdorf Variation, English Attack`.
    pub name: &'static str,
}

impl Opening {
    /// The number of the next move after the longest line. Positions with a higher number have no name.
    pub const LAST_MOVE: u32 = MOST_PLIES / 2 + 1;

    /// Returns the opening whose line ends in a position. Returns `None` if no line does, if the rules are
    /// not those of orthodox chess, or if the move number is higher than [`Opening::LAST_MOVE`].
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::notation::pgn::San;
    /// use escaque::rules::{Opening, Replay};
    /// use escaque::rules::square::Chess;
    /// use escaque::syntax::Games;
    /// use escaque::text::Source;
    ///
    /// let source = Source::new("t.pgn", b"1. e3 c5 2. e4 *".to_vec());
    /// let game = Games::<San>::new(&source).next().unwrap()?;
    /// let mut replay = Replay::main_line(&game, Chess::default());
    /// while replay.advance()?.is_some() {}
    /// // after 1. e4 c5, it is White's turn
    /// assert_eq!(Opening::of(replay.position()), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of<P: AnyPosition + ?Sized>(position: &P) -> Option<Opening> {
        index_of(position).map(Opening::at)
    }

    /// Returns the last opening named in a main line, which is played from a starting position.
    #[must_use]
    pub fn of_line<'a, R: Rules<Move: 'a>>(
        mut position: R,
        played: impl IntoIterator<Item = &'a R::Move>,
    ) -> Option<Opening> {
        let mut tracker = OpeningTracker::default();
        tracker.see(&position);
        for &resolved in played.into_iter().take(MOST_PLIES as usize) {
            position.play(resolved);
            tracker.see(&position);
        }
        tracker.opening()
    }

    /// Lists the openings of all lines. Several lines may lead to openings of one name.
    #[cfg(feature = "queries")]
    pub(crate) fn all() -> impl Iterator<Item = Opening> {
        (0..KEYS.len()).map(Opening::at)
    }

    /// Returns the opening at an index of the table.
    fn at(index: usize) -> Opening {
        let code = 3 * usize::from(ECO_CODES[index]);
        // `build.rs` puts both numbers into one, the length into the lowest seven bits
        let (start, length) = ((PLACES[index] / 128) as usize, (PLACES[index] % 128) as usize);
        let eco = str::from_utf8(&ECO_TEXT[code..code + 3]).unwrap_or_default();
        Opening { eco, name: &NAMES[start..start + length] }
    }
}

/// Returns the index of a position in the table. A position with a higher move number than any in the
/// table is not looked up.
fn index_of<P: AnyPosition + ?Sized>(position: &P) -> Option<usize> {
    let may_be_named = position.is_orthodox() && position.ply_number().number <= Opening::LAST_MOVE;
    if may_be_named { KEYS.binary_search(&position.key()).ok() } else { None }
}

const fn eco_text() -> [u8; 1500] {
    let mut text = [0; 1500];
    let mut at = 0;
    while at < 500 {
        text[3 * at] = b'A' + (at / 100) as u8;
        text[3 * at + 1] = b'0' + (at / 10 % 10) as u8;
        text[3 * at + 2] = b'0' + (at % 10) as u8;
        at += 1;
    }
    text
}

/// Watches the positions of a main line, one after another, and keeps the last named opening.
///
/// A game that transposes from one opening into another has the name of the later one, and keeps it
/// after it has left the table.
///
/// # Examples
///
/// ```
/// use escaque::notation::pgn::San;
/// use escaque::rules::square::Chess;
/// use escaque::rules::{OpeningTracker, Replay};
/// use escaque::syntax::Games;
/// use escaque::text::Source;
///
/// let source = Source::new("t.pgn", b"1. c4 e6 2. d4 d5 3. h4 *".to_vec());
/// let game = Games::<San>::new(&source).next().unwrap()?;
/// let mut replay = Replay::main_line(&game, Chess::default());
/// let mut tracker = OpeningTracker::default();
/// tracker.see(replay.position());
/// while replay.advance()?.is_some() {
///     tracker.see(replay.position());
/// }
/// let opening = tracker.opening().unwrap();
/// assert_eq!((opening.eco, opening.name), ("D30", "Queen's Gambit Declined"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct OpeningTracker {
    /// The index of the last opening named.
    last: Option<usize>,
}

impl OpeningTracker {
    /// Sees the next position. The first one is the starting position of the game.
    pub fn see(&mut self, position: &impl AnyPosition) {
        self.last = index_of(position).or(self.last);
    }

    /// Returns the last opening named.
    #[must_use]
    pub fn opening(&self) -> Option<Opening> {
        self.last.map(Opening::at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::AnyGame;
    use crate::rules::{Replay, with_rules};
    use crate::syntax::{Game, Games};
    use crate::text::Source;

    /// Finds the opening of a game.
    fn name<R: Rules>(game: &Game<'_, R::Notation>) -> Option<Opening> {
        let mut replay = Replay::main_line(game, R::set_up(game).unwrap().position);
        let mut tracker = OpeningTracker::default();
        tracker.see(replay.position());
        while replay.advance().unwrap().is_some() {
            tracker.see(replay.position());
        }
        tracker.opening()
    }

    fn opening(text: &str) -> Option<(&'static str, &'static str)> {
        let source = Source::new("t", text.as_bytes().to_vec());
        let game = Games::new(&source).next().unwrap().unwrap();
        with_rules!(&AnyGame::Pgn(game), R, game => name::<R>(game)).map(|Opening { eco, name }| (eco, name))
    }

    #[test]
    fn each_line_of_the_table_has_its_own_name() {
        let lines = include_str!("openings.tsv").lines().skip(1);
        let mut count = 0;
        for line in lines {
            let [eco, name, moves] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
            assert_eq!(opening(moves), Some((eco, name)), "{moves}");
            count += 1;
        }
        assert_eq!(count, KEYS.len());
        assert!(KEYS.is_sorted_by(|one, next| one < next), "two openings have the same position");
    }

    #[test]
    fn openings_are_named_by_position() {
        let najdorf = Some(("B90", "Sicilian Defense: Najdorf Variation"));
        let sicilian = Some(("B20", "Sicilian Defense"));
        let king_s_pawn = Some(("B00", "King's Pawn Game"));
        for (text, expected) in [
            ("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *", najdorf),
            ("1. Nf3 c5 2. d4 cxd4 3. Nxd4 d6 4. Nc3 Nf6 5. e4 a6 *", najdorf),
            // two plies later
            ("1. e3 e6 2. e4 e5 3. h3 Bc5 4. h4 *", Some(("C20", "King's Pawn Game"))),
            // the initial position, given in whatever way
            ("[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n1. e4 c5 *", sicilian),
            (
                "[Variant \"Chess960\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1\"]\n\n\
                 1. e4 c5 *",
                sicilian,
            ),
            // another position of the table
            ("[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"]\n\n*", king_s_pawn),
            // the other side is to move
            ("[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1\"]\n\n*", None),
            // other rules
            ("[Variant \"Atomic\"]\n\n1. e4 c5 *", None),
            ("*", None),
        ] {
            assert_eq!(opening(text), expected, "{text}");
        }
    }
}
