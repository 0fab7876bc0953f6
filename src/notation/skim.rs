//! Reads only the tags of a game, and passes over its moves.

use super::pgn::plain_game::{PlainGame, TagSpans};
use super::pgn::{PgnToken, San};
use super::sized::MARGIN;
use super::{AnyGame, AnyGames};
use crate::syntax::{
    CommentBounds, Game, Lexeme, Lexer, Notation, NotationKind, PieceLetters, Reading, Token, TokenKind,
};
use crate::text::Text;

/// What has been read of a game whose tags were wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TagsReading {
    /// Its tags and its result. [`AnyGames::read_whole`] reads the rest.
    Tags {
        /// The end of the game before it.
        previous_end: usize,
        /// The offset from which it is read.
        from: usize,
    },
    /// All of it, because it is not of a form in which its end is seen without that.
    Whole(Reading),
}

impl<'s> AnyGames<'s> {
    /// Reads the tags of the next game into `game`, and moves past the game. Returns `None` where
    /// [`AnyGames::read`] does.
    ///
    /// The tags and the end of the game are those that [`AnyGames::read`] finds. The movetext is empty
    /// or, with [`TagsReading::Whole`], complete. Where games are written as in most databases, this
    /// is many times as fast.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::notation::{AnyGame, AnyGames};
    /// use escaque::syntax::Recovery;
    /// use escaque::text::Source;
    ///
    /// let text = "[White \"Anderssen\"]\n\n1. e4 e5 *\n\n[White \"Morphy\"]\n\n1. e4 c5 *\n";
    /// let source = Source::new("t.pgn", text.as_bytes().to_vec());
    /// let mut games = AnyGames::new(&source, None, Recovery::End);
    /// let mut game = games.blank();
    /// let mut moves = Vec::new();
    /// while let Some(tags) = games.read_tags(&mut game) {
    ///     let AnyGame::Pgn(pgn) = &game else { continue };
    ///     if pgn.tag_value("White").as_deref() == Some("Anderssen") {
    ///         games.read_whole(tags, &mut game);
    ///         moves.push(game.clone());
    ///     }
    /// }
    /// assert_eq!(moves.len(), 1);
    /// ```
    pub fn read_tags(&mut self, game: &mut AnyGame<'s>) -> Option<TagsReading> {
        let (previous_end, from) = (self.cursor.end(), self.cursor.next_start());
        if let AnyGame::Ctl(_) = game
            && self.may_skim()
        {
            *game = self.blank();
        }
        if let AnyGame::Pgn(game) = game
            && self.skim(Some(game))
        {
            return Some(TagsReading::Tags { previous_end, from });
        }
        self.read(game).map(TagsReading::Whole)
    }

    /// Reads the whole of the game whose tags have been read last into `game`.
    pub fn read_whole(&mut self, tags: TagsReading, game: &mut AnyGame<'s>) -> Reading {
        match tags {
            TagsReading::Tags { previous_end, from } => {
                self.cursor.move_between(previous_end, from);
                // a game whose tags have been read is there
                self.read(game).unwrap_or_default()
            }
            TagsReading::Whole(reading) => reading,
        }
    }

    /// Reads the first moves of a game whose tags have been read last into `beginning`: `plies` moves of the
    /// main line with what is between them, and the tags. Returns `false` if the game is not in PGN with the
    /// English letters, or has an error before.
    #[must_use]
    pub fn read_beginning(&self, game: &AnyGame<'s>, plies: usize, beginning: &mut AnyGame<'s>) -> bool {
        let AnyGame::Pgn(game) = game else { return false };
        if !self.may_skim() {
            return false;
        }
        if let AnyGame::Ctl(_) = beginning {
            *beginning = AnyGame::Pgn(Game::new(game.text.0));
        }
        let AnyGame::Pgn(beginning) = beginning else { return false };
        beginning.clear();
        beginning.text = game.text;
        beginning.tags.clone_from(&game.tags);
        (beginning.begins_at, beginning.variant) = (game.begins_at, game.variant);
        let text = &game.text.0[..game.movetext_end.max(game.tags_end())];
        let is_read = San::parse(beginning, first_moves(text, game.tags_end(), plies)).is_ok();
        beginning.result = game.result;
        is_read
    }

    /// Moves past the next game if its bytes tell where it ends, and tells whether they do. If `game`
    /// is given, it gets the tags and the result.
    pub(super) fn skim(&mut self, mut game: Option<&mut Game<'s, San>>) -> bool {
        if !self.may_skim() {
            return false;
        }
        let (text, from) = (self.cursor.text(), self.cursor.next_start());
        // as much as is looked at of a game that may be too large
        let limit = from.saturating_add(self.max_size).saturating_add(MARGIN).min(text.len());
        if let Some(game) = &mut game {
            game.clear();
            game.text = Text(text);
        }
        let plain = PlainGame::at(&text[..limit], from, |tag| {
            if let Some(game) = &mut game {
                game.push_tag(tag.name, tag.value, tag.whole);
            }
            self.is_read_as_usual(text, tag)
        });
        let fits = |plain: &PlainGame| plain.result.1.end - plain.start <= self.max_size;
        let Some(plain) = plain.filter(fits) else { return false };
        let end = plain.result.1.end;
        if let Some(game) = game {
            (game.begins_at, game.result, game.movetext_end) = (plain.start, Some(plain.result), end);
        }
        self.cursor.move_between(end, plain.next);
        true
    }

    fn may_skim(&self) -> bool {
        self.expected == NotationKind::Pgn && self.cursor.has_usual_tokens()
    }

    /// Tells whether a game is read as PGN with the English letters behind a tag.
    fn is_read_as_usual(&self, text: &[u8], tag: TagSpans) -> bool {
        let name = &text[tag.name.range()];
        match name[0] {
            b'P' | b'p' => !name.eq_ignore_ascii_case(PieceLetters::TAG.as_bytes()),
            b'V' | b'v' if name.eq_ignore_ascii_case(b"Variant") => {
                let value = &text[tag.value.start + 1..tag.value.end - 1];
                let (expected, notation_of) = self.expected();
                notation_of.is_none_or(|notation_of| notation_of(Text(value)) == expected)
            }
            _ => true,
        }
    }
}

/// Returns the tokens of a movetext up to some moves of the main line.
fn first_moves(text: &[u8], start: usize, plies: usize) -> impl Iterator<Item = Lexeme<PgnToken>> {
    let (mut left, mut depth) = (plies, 0_usize);
    Lexer::<PgnToken>::new(text, start, CommentBounds::of(text, start)).take_while(move |lexeme| {
        let Ok((_, token, _)) = lexeme else { return true };
        match token.kind() {
            TokenKind::VariationStart => depth += 1,
            TokenKind::VariationEnd => depth = depth.saturating_sub(1),
            TokenKind::Move if depth == 0 && left == 0 => return false,
            TokenKind::Move if depth == 0 => left -= 1,
            _ => {}
        }
        true
    })
}
