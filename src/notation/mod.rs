//! The notations, and the reader that chooses the notation of each game.

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
    /// The variant that the tags read ahead name, for games that begin in a range of them.
    ahead: (Range<usize>, Variant),
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
        AnyGames { source, cursor: GameCursor::new(source, recovery), forced, ahead: (0..0, Variant::Chess) }
    }

    /// Continues at an offset between two games.
    pub fn seek(&mut self, offset: usize) {
        self.cursor.seek(offset);
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
        Game { variant, ..Game::new(self.source.bytes(), self.source.encoding()) }
    }

    /// Reads the next game into `game`, or returns `None` if there is none.
    ///
    /// The memory of `game` is reused if it is of the same notation. See
    /// [`Games::read`](crate::syntax::Games::read).
    pub fn read(&mut self, game: &mut AnyGame<'s>) -> Option<Reading> {
        let variant = self.forced.unwrap_or_else(|| self.next_variant());
        match (variant, &mut *game) {
            (Variant::Cescacs, AnyGame::Pgn(_)) => {
                *game = AnyGame::Ctl(Game::new(self.source.bytes(), self.source.encoding()));
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
        let _ = self.read(game);
    }

    /// Skips the next game and returns the offset at which it ends, or `None` if there is no
    /// game. This is much faster than reading it.
    pub fn pass_over(&mut self) -> Option<usize> {
        match self.forced.unwrap_or_else(|| self.next_variant()) {
            Variant::Cescacs => self.cursor.pass_over::<CtlAn>()?,
            _ => self.cursor.pass_over::<San>()?,
        }
        Some(self.cursor.end())
    }

    /// Returns the variant, and so the notation, of the next game.
    ///
    /// Tags are read ahead up to the first move, and those of many games may come before that:
    /// they are read once.
    fn next_variant(&mut self) -> Variant {
        let by_name = if plain_name(self.source.name()).ends_with(".ctl-pgn") {
            Variant::Cescacs
        } else {
            Variant::Chess
        };
        if !self.source.mentions_variant() {
            return by_name;
        }
        let start = self.cursor.next_start();
        if !self.ahead.0.contains(&start) {
            let (variant, end) = self.read_ahead(start);
            self.ahead = (start..end, variant.unwrap_or(by_name));
        }
        self.ahead.1
    }

    /// Reads the tags from an offset on, with any lexer, since they are the same in every
    /// notation. Returns the variant that they name, and the offset up to which they were read.
    fn read_ahead(&self, start: usize) -> (Option<Variant>, usize) {
        let text = self.source.bytes();
        let mut is_variant = false;
        for lexeme in Lexer::<PgnToken>::new(text, start, self.cursor.bounds()) {
            match lexeme {
                Ok((start, PgnToken::TagName(name), end)) => {
                    is_variant = text[start + name as usize..end].eq_ignore_ascii_case(b"Variant");
                }
                Ok((start, PgnToken::TagValue, end)) if is_variant => {
                    let name = Text(&text[start..end]).unescape(self.source.encoding()).to_lowercase();
                    let is_cescacs = name.contains("escacs");
                    return (Some(if is_cescacs { Variant::Cescacs } else { Variant::Chess }), start);
                }
                Ok((_, PgnToken::TagValue | PgnToken::TagEnd | PgnToken::Comment(_), _)) => {}
                Ok((_, PgnToken::Period | PgnToken::Ellipsis, _)) => {}
                Ok((start, _, _)) => return (None, start),
                Err(error) => return (None, error.span.start),
            }
        }
        (None, text.len())
    }
}
