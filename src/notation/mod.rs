//! The notations, and the reader that chooses the notation of each game.

pub mod ctl;
pub mod pgn;
mod reduced;
mod sized;

use std::ops::Range;

use crate::message::GameLabel;
use crate::syntax::{Game, GameCursor, Outcome, PieceLetters, Reading, Recovery};
use crate::text::{Source, Span, Text, plain_name};
use ctl::CtlAn;
use pgn::{PgnToken, San};

pub use reduced::{Departure, Gap};
pub use sized::MAX_GAME_SIZE;
pub(crate) use sized::enough_text;

/// The kinds of chess that games can be read as: each a notation and, if that is
/// PGN, perhaps rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum Variant {
    /// PGN, by the rules that the tags of each game name
    Chess,
    /// PGN of Chess960
    Chess960,
    /// PGN of Crazyhouse
    Crazyhouse,
    /// PGN of Atomic
    Atomic,
    /// PGN of Antichess
    Antichess,
    /// PGN of King of the Hill
    KingOfTheHill,
    /// PGN of Three-check
    ThreeCheck,
    /// PGN of Racing Kings
    RacingKings,
    /// PGN of Horde
    Horde,
    /// CTL-PGN, in which C'escacs is written
    Cescacs,
}

impl Variant {
    /// Returns the value of a `Variant` tag that names the rules, or `None` if the tags of
    /// each game decide.
    pub(crate) fn tag_value(self) -> Option<&'static str> {
        Some(match self {
            Variant::Chess | Variant::Cescacs => return None,
            Variant::Chess960 => "Chess960",
            Variant::Crazyhouse => "Crazyhouse",
            Variant::Atomic => "Atomic",
            Variant::Antichess => "Antichess",
            Variant::KingOfTheHill => "King of the Hill",
            Variant::ThreeCheck => "Three-check",
            Variant::RacingKings => "Racing Kings",
            Variant::Horde => "Horde",
        })
    }
}

/// A game in any notation.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AnyGame<'s> {
    /// PGN.
    Pgn(Game<'s, San>),
    /// CTL-PGN.
    Ctl(Game<'s, CtlAn>),
}

impl<'s> AnyGame<'s> {
    /// Labels the game for messages. See [`Game::label`].
    #[must_use]
    pub fn label(&self, number: usize) -> GameLabel<'s> {
        match self {
            AnyGame::Pgn(game) => game.label(number),
            AnyGame::Ctl(game) => game.label(number),
        }
    }

    /// Cuts the moves off at an offset. See [`Game::cut`].
    pub fn cut(&mut self, offset: usize) {
        match self {
            AnyGame::Pgn(game) => game.cut(offset),
            AnyGame::Ctl(game) => game.cut(offset),
        }
    }

    /// Cuts variations off at offsets. See [`Game::cut_variations`].
    pub fn cut_variations(&mut self, offsets: &[usize]) {
        match self {
            AnyGame::Pgn(game) => game.cut_variations(offsets),
            AnyGame::Ctl(game) => game.cut_variations(offsets),
        }
    }

    /// Returns the end of the result in the movetext, if there is one.
    fn result_end(&self) -> Option<usize> {
        let result = match self {
            AnyGame::Pgn(game) => game.result,
            AnyGame::Ctl(game) => game.result,
        };
        result.map(|(_, span)| span.end)
    }

    /// Sets or removes the result, with its span.
    pub fn set_result(&mut self, result: Option<(Outcome, Span)>) {
        match self {
            AnyGame::Pgn(game) => game.result = result,
            AnyGame::Ctl(game) => game.result = result,
        }
    }
}

/// Reads the games of a source one by one, each in its own notation.
#[derive(Debug)]
pub struct AnyGames<'s> {
    source: &'s Source,
    cursor: GameCursor<'s>,
    forced: Option<Variant>,
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
        AnyGames { source, cursor, forced, max_size: MAX_GAME_SIZE, is_skipping: false }
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
        let variant = self.forced.and_then(Variant::tag_value);
        Game { variant, ..Game::new(self.source.bytes()) }
    }

    /// Reads the next game into `game`, of whatever size it is.
    fn read_any_size(&mut self, game: &mut AnyGame<'s>) -> Option<Reading> {
        let variant = self.forced.unwrap_or_else(|| self.next_variant());
        match (variant, &mut *game) {
            (Variant::Cescacs, AnyGame::Pgn(_)) => {
                *game = AnyGame::Ctl(Game::new(self.source.bytes()));
            }
            (Variant::Cescacs, AnyGame::Ctl(_)) | (_, AnyGame::Pgn(_)) => {}
            (_, AnyGame::Ctl(_)) => *game = self.blank(),
        }
        match game {
            AnyGame::Pgn(game) => self.cursor.read(game),
            AnyGame::Ctl(game) => self.cursor.read(game),
        }
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
        match self.forced.unwrap_or_else(|| self.next_variant()) {
            Variant::Cescacs => self.cursor.skip_game::<CtlAn>(),
            _ => self.cursor.skip_game::<San>(),
        }
    }

    /// Returns the variant, and so the notation, of the next game. Its tags can be read
    /// ahead with any lexer, since they are the same in every notation.
    fn next_variant(&self) -> Variant {
        let by_name = if plain_name(self.source.name()).ends_with(".ctl-pgn") {
            Variant::Cescacs
        } else {
            Variant::Chess
        };
        if !self.source.mentions_variant() {
            return by_name;
        }
        let text = self.source.bytes();
        let mut is_variant = false;
        // how far a tag has been read that is not closed yet
        let mut open_tag = None;
        for lexeme in self.cursor.tokens::<PgnToken>() {
            match lexeme {
                Ok((start, PgnToken::TagName(name), end)) => {
                    open_tag = Some(end);
                    is_variant = text[start + name as usize..end].eq_ignore_ascii_case(b"Variant");
                }
                Ok((start, PgnToken::TagValue, end)) if is_variant => {
                    let name = Text(&text[start..end]).unescape().to_lowercase();
                    return if name.contains("escacs") { Variant::Cescacs } else { Variant::Chess };
                }
                Ok((_, PgnToken::TagEnd, _)) => open_tag = None,
                Ok((_, PgnToken::TagValue | PgnToken::Comment(_), _)) => {}
                Ok((_, PgnToken::Period | PgnToken::Ellipsis, _)) => {}
                // recovery leaves these out, and what is in the way of a value on its line
                Ok((_, PgnToken::Word, _)) | Err(_) => {}
                Ok((start, _, end)) => {
                    let is_in_line =
                        |from: usize| memchr::memchr2(b'\n', b'\r', &text[from..start]).is_none();
                    if !open_tag.is_some_and(is_in_line) {
                        break;
                    }
                    open_tag = Some(end);
                }
            }
        }
        by_name
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
