//! The parser: tokens to games.
//!
//! A notation's grammar (`grammar/*.lalrpop`) reads one game. `boundary.rs` finds the end of the
//! game, so a file of any size is read game by game, and an error in one game does not affect
//! the others.

use super::boundary::{GameEnd, GameScan};
use super::deciding_tags::{DecidingTags, NotationOf};
use super::edited_tokens::edited;
use super::lost::lost;
use super::plies::first_ply;
use super::reading::Reading;
use super::repair::{BrokenGame, Failure, MAX_REPAIRED, Pairs, Recovery, Repair};
use super::{
    CommentBounds, Game, Movetext, Notation, NotationKind, PieceLetters, Put, SyntaxError, TokenEdit,
    TokenKind, Tokens, result,
};
use crate::text::{Source, Span, Text};

/// A cursor between the games of a source.
#[derive(Clone, Copy, Debug)]
pub struct GameCursor<'s> {
    text: &'s [u8],
    bounds: CommentBounds,
    recovery: Recovery,
    /// The letters of the pieces, whatever the tags of a game say.
    letters: Option<PieceLetters>,
    /// The start of the next game.
    next: usize,
    /// The end of the last game.
    end: usize,
    /// Whether another game follows the last one.
    is_bounded: bool,
    /// Finds the notation that a `Variant` tag names; `None` if the tag decides nothing.
    notation_of: Option<NotationOf>,
    /// The notation of the next game, if its `Variant` tag has prevented it from being read.
    other_notation: Option<NotationKind>,
}

impl<'s> GameCursor<'s> {
    /// Starts before the first game.
    #[must_use]
    pub fn new(source: &'s Source, recovery: Recovery) -> GameCursor<'s> {
        GameCursor {
            text: source.bytes(),
            bounds: CommentBounds::new(source.last_brace()),
            recovery,
            letters: None,
            next: 0,
            end: 0,
            is_bounded: true,
            notation_of: None,
            other_notation: None,
        }
    }

    /// Sets the letters of the pieces, whatever the tags of a game say.
    #[must_use]
    pub fn with_piece_letters(self, letters: Option<PieceLetters>) -> GameCursor<'s> {
        GameCursor { letters, ..self }
    }

    /// Moves to an offset between two games.
    pub fn seek(&mut self, offset: usize) {
        self.move_between(offset, offset);
    }

    /// Moves to the gap between the end of a game and the start of the next one.
    pub(crate) fn move_between(&mut self, end: usize, next: usize) {
        (self.next, self.end, self.is_bounded) = (next, end, true);
    }

    /// Returns the cursor in another text that agrees with its own as far as both go.
    pub(crate) fn in_text(self, text: &'s [u8]) -> GameCursor<'s> {
        GameCursor { text, ..self }
    }

    /// Returns the cursor in a text whose last closing brace is known.
    pub(crate) fn with_last_brace(mut self, last: Option<usize>) -> GameCursor<'s> {
        self.bounds = CommentBounds::new(last);
        self
    }

    /// Returns the text of the source.
    pub(crate) fn text(&self) -> &'s [u8] {
        self.text
    }

    /// Returns whether the pieces have their English letters, whatever the tags of a game say.
    pub(crate) fn has_usual_tokens(&self) -> bool {
        self.letters.is_none()
    }

    /// Sets whether the `Variant` tag of the next game may prevent it from being read in this notation.
    pub(crate) fn heed_variant(&mut self, notation_of: Option<NotationOf>) {
        self.notation_of = notation_of;
    }

    /// Returns the notation of the next game, if its `Variant` tag has prevented it from being read in another.
    pub(crate) fn other_notation(&self) -> Option<NotationKind> {
        self.other_notation
    }

    /// Returns the offset from which the next game is read. After a game, that is its start.
    #[must_use]
    pub fn next_start(&self) -> usize {
        self.next
    }

    /// Returns the end of the last game that was read.
    #[must_use]
    pub fn end(&self) -> usize {
        self.end
    }

    /// Returns whether another game follows the last one that was read. If not, more text could
    /// change where it ends.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        self.is_bounded
    }

    /// Reads the game at the cursor into `game`, which may have been of another text, and moves
    /// past it. Its tokens are left in `tokens`. Returns `None` at the end of the text, and before a game in another
    /// notation.
    ///
    /// After an error, `game` holds the part before the error, and the next call reads the game that follows.
    pub fn read<N: Notation>(
        &mut self,
        tokens: &mut Tokens<N::Token>,
        game: &mut Game<'s, N>,
    ) -> Option<Reading> {
        let end = self.scan(tokens, game)?;
        let mut reading = Reading::default();
        game.begins_at = end.start;
        // what is done about an error must not depend on the text after the game, which a chunk may lack
        let text = &self.text[..self.end.max(end.start)];
        if let Err(failure) = parse(text, tokens, tokens, game) {
            let broken = BrokenGame::of(text, end.start, tokens, first_ply(game));
            self.repair(failure, &broken, tokens, game, &mut reading);
        }
        let left_out = |span: Span, error: SyntaxError| Repair::leaving_out(span, error).into_warning();
        let control = end.control.filter(|_| reading.error.is_none());
        let control = control.map(|span| left_out(span, SyntaxError::control(self.text, span)));
        let texts = end.between_games.into_iter().map(|span| {
            let lost = lost::<N::Token>(self.text, span, tokens.letters.as_ref());
            let repair = left_out(span, SyntaxError::text_between_games(span, lost));
            Repair { is_error: lost.is_some(), ..repair }
        });
        reading.repairs.extend(control.into_iter().chain(texts));
        game.movetext_end = end.movetext_end;
        result::take_result(game);
        Some(reading)
    }

    /// Moves past the game at the cursor, as [`GameCursor::read`] does, and leaves `game` empty.
    pub fn skip<N: Notation>(&mut self, tokens: &mut Tokens<N::Token>, game: &mut Game<'s, N>) -> Option<()> {
        self.scan(tokens, game).map(drop)
    }

    /// Finds the end of the game at the cursor, and moves there.
    fn scan<N: Notation>(
        &mut self,
        tokens: &mut Tokens<N::Token>,
        game: &mut Game<'s, N>,
    ) -> Option<GameEnd> {
        game.text = Text(self.text);
        // nothing of the previous game stays, even if no game follows
        game.clear();
        self.other_notation = None;
        let tags = DecidingTags::new::<N>(self.letters, self.notation_of);
        let scan = GameScan::new(self.text, self.next, self.bounds, tags, tokens);
        let end = scan.begin_after_text()?.finish();
        self.other_notation = end.other_notation;
        if self.other_notation.is_some() {
            return None;
        }
        (self.end, self.next, self.is_bounded) = (end.end, end.next_game.unwrap_or(end.end), end.is_bounded);
        Some(end)
    }

    /// Repairs the errors of a game one after the other, after its brackets. The game has been parsed up to the first
    /// error. Unlike that one, the repairs do not depend on the text after the game.
    fn repair<N: Notation>(
        &self,
        mut failure: Failure,
        broken: &BrokenGame<'_>,
        tokens: &Tokens<N::Token>,
        game: &mut Game<'s, N>,
        reading: &mut Reading,
    ) {
        let pairs = Pairs::of(broken);
        let mut repairs = pairs.repairs(broken);
        repairs.truncate(MAX_REPAIRED);
        let mut edits = Vec::new();
        let mut left = MAX_REPAIRED - repairs.len();
        loop {
            let repaired = !repairs.is_empty();
            for repair in repairs.drain(..) {
                let repair = if self.recovery == Recovery::Skip { repair.into_warning() } else { repair };
                repair.edits.iter().for_each(|edit| edit.insert_into(&mut edits));
                reading.repairs.push(repair);
            }
            if repaired {
                match parse_edited(broken.text, tokens, &edits, game) {
                    Ok(()) => return cut(game, tokens, &edits),
                    Err(next) => failure = next,
                }
            }
            let repair = failure.repair::<N::Token>(broken, &pairs, self.recovery);
            // an edit that has been made before has not helped
            let repair = repair.filter(|repair| left > 0 && !edits.contains(&repair.edits[0]));
            let Some(repair) = repair else {
                TokenEdit::end_game(failure.error.span.start).insert_into(&mut edits);
                // where an edit ends the game, a tag or a variation may have just begun
                let _ = parse_edited(broken.text, tokens, &edits, game);
                reading.error = Some(failure.error);
                return cut(game, tokens, &edits);
            };
            left -= 1;
            repairs.push(repair);
        }
    }
}

/// Parses a game again, with edits.
fn parse_edited<N: Notation>(
    text: &[u8],
    tokens: &Tokens<N::Token>,
    edits: &[TokenEdit],
    game: &mut Game<'_, N>,
) -> Result<(), Failure> {
    game.clear();
    parse(text, tokens, &edited(text, tokens, edits), game)
}

/// Parses a game up to its first error. `written` are its tokens as written, and `tokens` those with edits.
fn parse<N: Notation>(
    text: &[u8],
    written: &Tokens<N::Token>,
    tokens: &Tokens<N::Token>,
    game: &mut Game<'_, N>,
) -> Result<(), Failure> {
    N::parse(game, tokens).map_err(|error| {
        let error = SyntaxError::explain(text, written, tokens, error, first_ply(game));
        Failure { error, is_in_tags: written.are_tags_to(error.span.start) }
    })
}

/// Reads the games of a source one after another, all in one notation.
///
/// # Examples
///
/// ```
/// use escaque::notation::pgn::San;
/// use escaque::syntax::Games;
/// use escaque::text::Source;
///
/// let source = Source::new("two games", b"1. e4 e5 * 1. d4 d5 1/2-1/2".to_vec());
/// let games: Result<Vec<_>, _> = Games::<San>::new(&source).collect();
/// assert_eq!(games?.len(), 2);
/// # Ok::<(), escaque::syntax::SyntaxError>(())
/// ```
#[derive(Debug)]
pub struct Games<'s, N: Notation> {
    cursor: GameCursor<'s>,
    tokens: Tokens<N::Token>,
}

impl<'s, N: Notation> Games<'s, N> {
    /// Starts before the first game.
    #[must_use]
    pub fn new(source: &'s Source) -> Games<'s, N> {
        Games { cursor: GameCursor::new(source, Recovery::End), tokens: Tokens::default() }
    }
}

impl<'s, N: Notation> Iterator for Games<'s, N> {
    type Item = Result<Game<'s, N>, SyntaxError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut game = Game::new(self.cursor.text);
        let reading = self.cursor.read(&mut self.tokens, &mut game);
        reading.map(|reading| reading.first_error().map_or(Ok(game), Err))
    }
}

/// Cuts a game off where one of its edits ends it. The result that its tokens end with stays.
fn cut<N: Notation>(game: &mut Game<'_, N>, tokens: &Tokens<N::Token>, edits: &[TokenEdit]) {
    if let Some(end) = edits.iter().find(|edit| edit.put == Put::GameEnd) {
        game.cut(end.span.start);
        let last = tokens.iter().rev().find(|lexeme| !lexeme.is(TokenKind::Comment));
        game.cut_result = last.and_then(|last| match last.kind()? {
            TokenKind::Result(outcome) => Some(outcome),
            _ => None,
        });
    }
}

impl<'s, N: Notation> Game<'s, N> {
    /// Returns the game as it is read with the given edits, which include those with which it has been read.
    pub(crate) fn edited(&self, letters: Option<PieceLetters>, edits: &[TokenEdit]) -> Game<'s, N> {
        let mut game = Game { tags: Vec::new(), movetext: Movetext::default(), ..*self };
        game.clear();
        let edited_to = edits.iter().map(|edit| edit.span.end).max().unwrap_or(0);
        let text = &self.text.0[..self.movetext_end.max(self.tags_end()).max(edited_to)];
        let (bounds, tags) = (CommentBounds::of(text, self.begins_at), DecidingTags::new::<N>(letters, None));
        let mut tokens = Tokens::default();
        if let Some(scan) = GameScan::new(text, self.begins_at, bounds, tags, &mut tokens).begin() {
            scan.finish();
            // where an edit ends the game, a tag or a variation may have just begun
            let _ = parse_edited(text, &tokens, edits, &mut game);
        }
        cut(&mut game, &tokens, edits);
        result::take_result(&mut game);
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::San;

    fn outcomes(text: &str) -> Vec<bool> {
        let source = Source::new("t", text.as_bytes().to_vec());
        Games::<San>::new(&source).map(|game| game.is_ok()).collect()
    }

    #[test]
    fn line_breaks_do_not_change_where_games_end() {
        let text = "[Event \"a\"]\n[Site \"b\"]\n\n1. e4 e5 { c } 2. Nf3 *\n\n[Event \"c\"]\n\n*\n";
        let spread = text.replace(' ', "\n\n").replace(']', "\n]\n\n");
        let joined = text.replace('\n', " ");
        for variant in [text, &spread, &joined] {
            assert_eq!(outcomes(variant), [true, true], "{variant}");
        }
    }

    #[test]
    fn an_error_does_not_affect_other_games() {
        let text = "[Event \"a\"] 1. e4 e4) *\n[Event \"b\"] 1. d4 *\n[Event] *\n[Event \"d\"] *";
        assert_eq!(outcomes(text), [false, true, false, true]);
    }

    #[test]
    fn length_does_not_overflow_the_stack() {
        let long = format!("{} *", "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(50_000));
        assert_eq!(outcomes(&long), [true]);
    }
}
