//! The notations, and the reader that chooses the notation of each game.

mod calendar;
pub mod ctl;
pub mod pgn;
mod reduced;
mod skim;

use std::ops::Range;

use crate::message::GameLabel;
use crate::syntax::{
    Element, Game, GameCursor, Node, NotationKind, NotationOf, Outcome, PieceLetters, Reading, Recovery,
    TagPair,
};
use crate::text::{Source, Span, Text, plain_name};
use ctl::CtlAn;
use pgn::San;

pub use crate::syntax::Variant;
pub use calendar::NoSuchDate;
pub use reduced::{Departure, Gap, OfSection};
pub(crate) use skim::enough_text;
pub use skim::{MAX_GAME_SIZE, TagsReading};

/// A game in any notation.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AnyGame<'s> {
    /// PGN.
    Pgn(Game<'s, San>),
    /// CTL-PGN.
    Ctl(Game<'s, CtlAn>),
}

/// Evaluates an expression on a game, whatever its notation is.
macro_rules! with_game {
    ($any:expr, $game:ident => $value:expr) => {
        match $any {
            $crate::notation::AnyGame::Pgn($game) => $value,
            $crate::notation::AnyGame::Ctl($game) => $value,
        }
    };
}

pub(crate) use with_game;

impl<'s> AnyGame<'s> {
    /// Labels the game for messages. See [`Game::label`].
    #[must_use]
    pub fn label(&self, number: usize) -> GameLabel<'s> {
        with_game!(self, game => game.label(number))
    }

    /// Returns the tag pairs, in the order of the file.
    #[must_use]
    pub fn tags(&self) -> &[TagPair<'s>] {
        with_game!(self, game => &game.tags)
    }

    /// Returns the result, if it is known. See [`Game::known_outcome`].
    #[must_use]
    pub fn known_outcome(&self) -> Option<Outcome> {
        with_game!(self, game => game.known_outcome())
    }

    /// Cuts the moves off at an offset. See [`Game::cut`].
    pub fn cut(&mut self, offset: usize) {
        with_game!(self, game => game.cut(offset));
    }

    /// Returns the end of the result in the movetext, if there is one.
    fn result_end(&self) -> Option<usize> {
        with_game!(self, game => game.result.map(|(_, span)| span.end))
    }

    /// Returns the end of the movetext if it ends with anything but a move number, and otherwise 0.
    fn end_without_number(&self) -> usize {
        fn end<N>(movetext: &[Element<N>]) -> usize {
            let last = movetext.last().filter(|last| !matches!(last.node, Node::MoveNumber(_)));
            last.map_or(0, |last| last.span.end)
        }
        with_game!(self, game => end(&game.movetext))
    }

    /// Sets the offset at which the game begins.
    pub fn set_beginning(&mut self, offset: usize) {
        with_game!(self, game => game.begins_at = offset);
    }

    /// Sets the result, as if it stood behind the moves of another text.
    pub fn set_result(&mut self, outcome: Outcome) {
        let result = Some((outcome, Span::default()));
        with_game!(self, game => game.result = result);
    }
}

/// Reads the games of a source one by one, each in its own notation.
#[derive(Debug)]
pub struct AnyGames<'s> {
    source: &'s Source,
    cursor: GameCursor<'s>,
    forced: Option<Variant>,
    /// The notation of games that do not name theirs.
    expected: NotationKind,
    /// The maximum size of a game in bytes.
    max_size: usize,
    /// Whether the rest of a game that is too large goes on at the cursor.
    is_skipping: bool,
}

impl<'s> AnyGames<'s> {
    /// Creates a reader positioned before the first game.
    ///
    /// `forced` is the variant that all games are read as, whatever their tags say. If it is
    /// `None`, the notation of a game is that of its `Variant` tag or, if it has none, of
    /// the name of the source: CTL-PGN for `.ctl-pgn`, PGN for any other. `recovery` is
    /// what to do after a syntax error.
    #[must_use]
    pub fn new(source: &'s Source, forced: Option<Variant>, recovery: Recovery) -> AnyGames<'s> {
        let cursor = GameCursor::new(source, recovery);
        let expected = expected_notation(source.name(), forced);
        AnyGames { source, cursor, forced, expected, max_size: MAX_GAME_SIZE, is_skipping: false }
    }

    /// Sets the letters of the pieces in PGN, whatever the tags of a game say.
    #[must_use]
    pub fn with_piece_letters(self, letters: Option<PieceLetters>) -> AnyGames<'s> {
        AnyGames { cursor: self.cursor.with_piece_letters(letters), ..self }
    }

    /// Continues at an offset between two games.
    pub fn seek(&mut self, offset: usize) {
        self.cursor.seek(offset);
        self.is_skipping = false;
    }

    /// Tells whether another game follows the last one read. If not, that game ended at the
    /// end of the text.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        self.cursor.is_bounded()
    }

    /// Returns the offset at which the search for the next game starts; after a game has
    /// been read, that is where the next one begins.
    #[must_use]
    pub fn next_start(&self) -> usize {
        self.cursor.next_start()
    }

    /// Returns the offset at which the last game read ends.
    #[must_use]
    pub fn end(&self) -> usize {
        self.cursor.end()
    }

    /// Creates an empty game for [`AnyGames::read`] to fill.
    #[must_use]
    pub fn blank(&self) -> AnyGame<'s> {
        AnyGame::Pgn(self.blank_pgn())
    }

    fn blank_pgn(&self) -> Game<'s, San> {
        Game { variant: self.forced, ..Game::new(self.source.bytes()) }
    }

    /// Reads the next game into `game`, of whatever size it is.
    fn read_any_size(&mut self, game: &mut AnyGame<'s>) -> Option<Reading> {
        let (kind, notation_of) = self.expected();
        let reading = self.read_as(kind, notation_of, game);
        reading.or_else(|named| self.read_as(named, None, game)).unwrap_or_default()
    }

    /// Reads the next game as one in a notation, if `notation_of` does not tell that it is in
    /// another.
    fn read_as(
        &mut self,
        kind: NotationKind,
        notation_of: Option<NotationOf>,
        game: &mut AnyGame<'s>,
    ) -> Result<Option<Reading>, NotationKind> {
        match (kind, &*game) {
            (NotationKind::Pgn, AnyGame::Ctl(_)) => *game = self.blank(),
            (NotationKind::CtlPgn, AnyGame::Pgn(_)) => {
                *game = AnyGame::Ctl(Game::new(self.source.bytes()));
            }
            _ => {}
        }
        with_game!(game, game => self.cursor.read_if_in(game, notation_of))
    }

    /// Reads the part of a game before its first move into `game`. `header` is the byte
    /// range of that part.
    pub fn read_header(&mut self, header: Range<usize>, game: &mut AnyGame<'s>) {
        self.cursor.narrow(self.source.bytes(), header);
        // an empty header contains no game, and `game` stays empty
        let _ = self.read_any_size(game);
    }

    /// Skips the next game, of whatever size it is.
    fn skip_any_size(&mut self) -> Option<()> {
        let (kind, notation_of) = self.expected();
        let mut skip_as = |kind, notation_of| match kind {
            NotationKind::Pgn => self.cursor.skip_if_in::<San>(notation_of),
            NotationKind::CtlPgn => self.cursor.skip_if_in::<CtlAn>(notation_of),
        };
        skip_as(kind, notation_of).or_else(|named| skip_as(named, None)).unwrap_or_default()
    }

    /// Returns the notation of the next game, and what its first `Variant` tag says against
    /// that, if anything.
    fn expected(&self) -> (NotationKind, Option<NotationOf>) {
        (self.expected, self.forced.is_none().then_some(notation_of))
    }
}

/// Returns the notation that the value of a `Variant` tag names.
fn notation_of(variant: Text<'_>) -> NotationKind {
    let is_cescacs = variant.unescape().to_lowercase().contains("escacs");
    if is_cescacs { NotationKind::CtlPgn } else { NotationKind::Pgn }
}

/// Returns the notation of the games of a file that do not name theirs: that of the variant as which
/// all are read, if there is one, or else of the name of the file.
#[must_use]
pub fn expected_notation(name: &str, forced: Option<Variant>) -> NotationKind {
    match forced {
        Some(Variant::Cescacs) => NotationKind::CtlPgn,
        None if plain_name(name).ends_with(".ctl-pgn") => NotationKind::CtlPgn,
        _ => NotationKind::Pgn,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tells of each game whether it is of C'escacs.
    fn cescacs(name: &str, text: &str) -> Vec<bool> {
        let source = Source::new(name, text.as_bytes().to_vec());
        let mut games = AnyGames::new(&source, None, Recovery::End);
        let mut game = games.blank();
        std::iter::from_fn(|| {
            games.read(&mut game)?;
            Some(matches!(game, AnyGame::Ctl(_)))
        })
        .collect()
    }

    #[test]
    fn a_game_is_of_the_notation_that_its_own_tags_name() {
        for (name, text, expected) in [
            ("a.pgn", "1. e4 *\n\n[Variant \"C'escacs\"]\n1. E7-E13 *", &[false, true][..]),
            ("a.pgn", "[Event \"a\"]\n\n[Event \"b\"]\n[Variant \"C'escacs\"]\n*", &[false, true]),
            ("a.pgn", "[Event \"a\"]\n\n[Variant \"C'escacs\"]\n*", &[true]),
            ("a.pgn", "{c} [Event \"a\"] {[Variant \"C'escacs\"]} [Variant \"Atomic\"] *", &[false]),
            ("a.ctl-pgn", "[Event \"a\"]\n*\n[variant \"Chess\"]\n1. e4 *", &[true, false]),
        ] {
            assert_eq!(cescacs(name, text), expected, "{name}: {text}");
        }
    }
}
