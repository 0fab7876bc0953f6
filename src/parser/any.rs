//! Games in any notation, one file mixing them as it likes.

use std::ops::Range;

use super::{Cursor, Reading, Recovery};
use crate::ast::{CtlAn, Game, Outcome, San};
use crate::lexer::{Lexer, pgn, tag_name, tag_value};
use crate::source::{Source, Span, plain_name};

/// The kinds of chess that games can be read as: each a notation and, if that is
/// PGN, perhaps rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Kind {
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

impl Kind {
    /// Returns the value of the `Variant` tag that names the rules, if they are not by
    /// the tags of each game.
    fn variant(self) -> Option<&'static str> {
        Some(match self {
            Kind::Chess | Kind::Cescacs => return None,
            Kind::Chess960 => "Chess960",
            Kind::Crazyhouse => "Crazyhouse",
            Kind::Atomic => "Atomic",
            Kind::Antichess => "Antichess",
            Kind::KingOfTheHill => "King of the Hill",
            Kind::ThreeCheck => "Three-check",
            Kind::RacingKings => "Racing Kings",
            Kind::Horde => "Horde",
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

impl AnyGame<'_> {
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
    cursor: Cursor<'s>,
    forced: Option<Kind>,
}

impl<'s> AnyGames<'s> {
    /// Starts before the first game. `forced` is the kind of all of them, whatever
    /// their tags say; otherwise it is by the `Variant` tag of each, or by the name of
    /// the source.
    /// `recovery` is what becomes of a game with a syntax error.
    #[must_use]
    pub fn new(source: &'s Source, forced: Option<Kind>, recovery: Recovery) -> AnyGames<'s> {
        AnyGames { source, cursor: Cursor::new(source, recovery), forced }
    }

    /// Goes to an offset between two games, where the next one is looked for.
    pub fn seek(&mut self, offset: usize) {
        (self.cursor.next, self.cursor.end, self.cursor.is_bounded) = (offset, offset, true);
    }

    /// Tells whether the last game that was read ended before another, not at the
    /// end of the text.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        self.cursor.is_bounded
    }

    /// Returns where the next game is looked for: where it begins, once a game has been read.
    #[must_use]
    pub fn next_start(&self) -> usize {
        self.cursor.next
    }

    /// Returns where the last game that was read ends.
    #[must_use]
    pub fn end(&self) -> usize {
        self.cursor.end
    }

    /// Makes an empty game for [`AnyGames::read`] to fill.
    #[must_use]
    pub fn blank(&self) -> AnyGame<'s> {
        AnyGame::Pgn(self.blank_pgn())
    }

    fn blank_pgn(&self) -> Game<'s, San> {
        let variant = self.forced.and_then(Kind::variant);
        Game { variant, ..Game::new(self.source.bytes(), self.source.encoding()) }
    }

    /// Reads the next game into `game`, whose memory is used again if it was in
    /// the same notation. See [`Games::read`](super::Games::read).
    pub fn read(&mut self, game: &mut AnyGame<'s>) -> Option<Reading> {
        let kind = self.forced.unwrap_or_else(|| self.kind_of_next());
        match (kind, &mut *game) {
            (Kind::Cescacs, AnyGame::Pgn(_)) => {
                *game = AnyGame::Ctl(Game::new(self.source.bytes(), self.source.encoding()))
            }
            (Kind::Cescacs, AnyGame::Ctl(_)) | (_, AnyGame::Pgn(_)) => {}
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
        self.cursor.text = &self.source.bytes()[..header.end];
        self.seek(header.start);
        // where nothing stands there is no game, and an empty one is left
        let _ = self.read(game);
    }

    /// Goes behind the next game, of which nothing is kept, and returns where it ends, or
    /// `None` if there is none. That takes much less time than reading it.
    pub fn pass_over(&mut self) -> Option<usize> {
        match self.forced.unwrap_or_else(|| self.kind_of_next()) {
            Kind::Cescacs => self.cursor.pass_over::<CtlAn>()?,
            _ => self.cursor.pass_over::<San>()?,
        }
        Some(self.cursor.end)
    }

    /// Looks ahead in the tags of the next game, which are written alike in
    /// every notation.
    fn kind_of_next(&self) -> Kind {
        let by_name =
            if plain_name(self.source.name()).ends_with(".ctl-pgn") { Kind::Cescacs } else { Kind::Chess };
        if !self.source.mentions_variant() {
            return by_name;
        }
        let text = self.cursor.text;
        let mut is_variant = false;
        for lexeme in Lexer::<pgn::Token>::new(text, self.cursor.next, self.cursor.bounds) {
            match lexeme {
                Ok((start, pgn::Token::TagName, end)) => {
                    is_variant = tag_name(&text[start..end]).0.eq_ignore_ascii_case(b"Variant");
                }
                Ok((start, pgn::Token::TagValue, end)) if is_variant => {
                    let name = tag_value(&text[start..end]).unescape(self.source.encoding()).to_lowercase();
                    return if name.contains("escacs") { Kind::Cescacs } else { Kind::Chess };
                }
                Ok((_, pgn::Token::TagValue | pgn::Token::TagEnd | pgn::Token::Comment, _)) => {}
                Ok((_, pgn::Token::Period | pgn::Token::Ellipsis, _)) => {}
                _ => break,
            }
        }
        by_name
    }
}
