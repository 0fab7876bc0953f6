//! The notations, and which of them a game is in.

pub mod ctl;
pub mod pgn;
mod reduced;

use std::ops::Range;

use crate::message::GameLabel;
use crate::syntax::{Game, GameCursor, Lexer, Outcome, Reading, Recovery};
use crate::text::{Source, Span, Text, plain_name};
use ctl::CtlAn;
use pgn::{PgnToken, San};

pub use reduced::{Departure, Gap};

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
    /// Returns the value of the `Variant` tag that names the rules, if they are not by
    /// the tags of each game.
    pub(crate) fn variant(self) -> Option<&'static str> {
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

/// A game in one notation or another.
#[derive(Clone, Debug, PartialEq)]
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

    /// Cuts the game off. See [`Game::cut`].
    pub fn cut(&mut self, offset: usize) {
        match self {
            AnyGame::Pgn(game) => game.cut(offset),
            AnyGame::Ctl(game) => game.cut(offset),
        }
    }

    /// Gives the game a result, or none.
    pub fn set_result(&mut self, result: Option<(Outcome, Span)>) {
        match self {
            AnyGame::Pgn(game) => game.result = result,
            AnyGame::Ctl(game) => game.result = result,
        }
    }
}

/// Reads the games of a source one after the other, each in its own notation.
#[derive(Debug)]
pub struct AnyGames<'s> {
    source: &'s Source,
    cursor: GameCursor<'s>,
    forced: Option<Variant>,
}

impl<'s> AnyGames<'s> {
    /// Starts before the first game. `forced` is the kind of all of them, whatever
    /// their tags say; otherwise it is by the `Variant` tag of each, or by the name of
    /// the source.
    /// `recovery` is what becomes of a game with a syntax error.
    #[must_use]
    pub fn new(source: &'s Source, forced: Option<Variant>, recovery: Recovery) -> AnyGames<'s> {
        AnyGames { source, cursor: GameCursor::new(source, recovery), forced }
    }

    /// Goes to an offset between two games, where the next one is looked for.
    pub fn seek(&mut self, offset: usize) {
        self.cursor.seek(offset);
    }

    /// Tells whether the last game that was read ended before another, not at the
    /// end of the text.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        self.cursor.is_bounded()
    }

    /// Returns where the next game is looked for: where it begins, once a game has been read.
    #[must_use]
    pub fn next_start(&self) -> usize {
        self.cursor.next_start()
    }

    /// Returns where the last game that was read ends.
    #[must_use]
    pub fn end(&self) -> usize {
        self.cursor.end()
    }

    /// Makes an empty game for [`AnyGames::read`] to fill.
    #[must_use]
    pub fn blank(&self) -> AnyGame<'s> {
        AnyGame::Pgn(self.blank_pgn())
    }

    fn blank_pgn(&self) -> Game<'s, San> {
        let variant = self.forced.and_then(Variant::variant);
        Game { variant, ..Game::new(self.source.bytes(), self.source.encoding()) }
    }

    /// Reads the next game into `game`, whose memory is used again if it was in
    /// the same notation. See [`Games::read`](crate::syntax::Games::read).
    pub fn read(&mut self, game: &mut AnyGame<'s>) -> Option<Reading> {
        let kind = self.forced.unwrap_or_else(|| self.kind_of_next());
        match (kind, &mut *game) {
            (Variant::Cescacs, AnyGame::Pgn(_)) => {
                *game = AnyGame::Ctl(Game::new(self.source.bytes(), self.source.encoding()))
            }
            (Variant::Cescacs, AnyGame::Ctl(_)) | (_, AnyGame::Pgn(_)) => {}
            (_, AnyGame::Ctl(_)) => *game = self.blank(),
        }
        match game {
            AnyGame::Pgn(game) => self.cursor.read(game),
            AnyGame::Ctl(game) => self.cursor.read(game),
        }
    }

    /// Reads what stands before the first move of a game that has been read before, from the
    /// range in which it is.
    pub fn read_header(&mut self, header: Range<usize>, game: &mut AnyGame<'s>) {
        self.cursor.narrow(self.source.bytes(), header);
        // where nothing stands there is no game, and an empty one is left
        let _ = self.read(game);
    }

    /// Goes behind the next game, of which nothing is kept, and returns where it ends, or
    /// `None` if there is none. That takes much less time than reading it.
    pub fn pass_over(&mut self) -> Option<usize> {
        match self.forced.unwrap_or_else(|| self.kind_of_next()) {
            Variant::Cescacs => self.cursor.pass_over::<CtlAn>()?,
            _ => self.cursor.pass_over::<San>()?,
        }
        Some(self.cursor.end())
    }

    /// Looks ahead in the tags of the next game, which are written alike in
    /// every notation.
    fn kind_of_next(&self) -> Variant {
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
        for lexeme in Lexer::<PgnToken>::new(text, self.cursor.next_start(), self.cursor.bounds()) {
            match lexeme {
                Ok((start, PgnToken::TagName(name), end)) => {
                    is_variant = text[start + name as usize..end].eq_ignore_ascii_case(b"Variant");
                }
                Ok((start, PgnToken::TagValue, end)) if is_variant => {
                    let name = Text(&text[start..end]).unescape(self.source.encoding()).to_lowercase();
                    return if name.contains("escacs") { Variant::Cescacs } else { Variant::Chess };
                }
                Ok((_, PgnToken::TagValue | PgnToken::TagEnd | PgnToken::Comment(_), _)) => {}
                Ok((_, PgnToken::Period | PgnToken::Ellipsis, _)) => {}
                _ => break,
            }
        }
        by_name
    }
}
