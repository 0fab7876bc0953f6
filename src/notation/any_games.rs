//! Reads games, each in its own notation, and only as much of them as is wanted: the tags, the first moves, or all.
//! A game that is larger than a maximum is refused.

use std::ops::Range;

use super::ctl::CtlToken;
use super::pgn::plain_game::PlainGame;
use super::pgn::{PgnToken, San};
use super::{AnyGame, Variant, positions, with_game};
use crate::syntax::tag_line::begins_tag;
use crate::syntax::{
    Element, Game, GameCursor, Lexeme, Lexer, Node, Notation, NotationKind, NotationOf, PieceLetters,
    Portion, Reading, Recovery, SyntaxError, SyntaxFault, TagSpans, TokenKind, Tokens,
};
use crate::text::{LOOK_AHEAD, Source, Space, Span, Text, next_line, plain_name};

/// The maximum size of a game in bytes, from its start to its end, unless another is set. Without a
/// maximum, a text that is not a game would be held in memory to its end.
pub const MAX_GAME_SIZE: usize = 64 << 20;

/// The number of bytes after the maximum size that are searched for the end of a game. White space
/// may follow the game before the text that shows that it is over.
pub(super) const MARGIN: usize = 1 << 20;

/// The length in bytes above which a text is searched for the end of a game before the game is
/// parsed: if the text does not reach the end yet, parsing would use memory in vain.
const LONG: usize = 1 << 20;

/// How many bytes of a game that is too large are read, for its tags.
const TAGS: usize = 64 << 10;

/// Reads the games of a source one by one, each in its own notation.
///
/// # Examples
///
/// ```
/// use escaque::notation::{AnyGame, AnyGames};
/// use escaque::syntax::{Portion, Recovery};
/// use escaque::text::Source;
///
/// let text = "[White \"Anderssen\"]\n\n1. e4 e5 *\n\n[White \"Morphy\"]\n\n1. e4 c5 *\n";
/// let source = Source::new("t.pgn", text.as_bytes().to_vec());
/// let mut games = AnyGames::new(&source, None, Recovery::End);
/// let mut game = games.blank();
/// let mut moves = Vec::new();
/// while games.read(Portion::Tags, &mut game).is_some() {
///     let AnyGame::Pgn(pgn) = &game else { continue };
///     if pgn.tag_value("White").as_deref() == Some("Anderssen") {
///         games.read_on(Portion::Whole, &mut game);
///         moves.push(game.clone());
///     }
/// }
/// assert_eq!(moves.len(), 1);
/// ```
#[derive(Debug)]
pub struct AnyGames<'s> {
    source: &'s Source,
    cursor: GameCursor<'s>,
    tokens: AnyTokens,
    forced: Option<Variant>,
    /// The notation of games that do not name theirs.
    expected: NotationKind,
    /// The maximum size of a game in bytes.
    max_size: usize,
    /// Whether the cursor is still within a game that is too large.
    is_skipping: bool,
    /// If only the tags of the last game have been read, where to read it again: the end of the game before it, and
    /// where the search for it starts.
    unread: Option<[usize; 2]>,
}

/// The tokens of the last game that was read, in its notation. The memory of both lists is kept.
#[derive(Debug, Default)]
struct AnyTokens {
    pgn: Tokens<PgnToken>,
    ctl: Tokens<CtlToken>,
}

/// What is known about the next game before it is parsed.
enum Extent<'s> {
    /// Nothing: the text is short enough for the game to be parsed first.
    Unknown,
    /// It is not too large. The cursor is before it, in a part of the text that contains it.
    Within(Box<GameCursor<'s>>),
    /// More text is needed.
    Unfinished,
    /// It is too large.
    TooLarge,
}

impl<'s> AnyGames<'s> {
    /// Creates a reader positioned before the first game.
    ///
    /// `forced` is the variant as which all games are read, whatever their tags say. If it is
    /// `None`, the notation of a game is that of its `Variant` tag or, if it has none, of
    /// the name of the source: CTL-PGN for `.ctl-pgn`, PGN for any other. `recovery` is
    /// what to do after a syntax error.
    #[must_use]
    pub fn new(source: &'s Source, forced: Option<Variant>, recovery: Recovery) -> AnyGames<'s> {
        let cursor = GameCursor::new(source, recovery);
        let expected = expected_notation(source.name(), forced);
        let (tokens, max_size, is_skipping, unread) = (AnyTokens::default(), MAX_GAME_SIZE, false, None);
        AnyGames { source, cursor, tokens, forced, expected, max_size, is_skipping, unread }
    }

    /// Sets the letters of the pieces in PGN, whatever the tags of a game say.
    #[must_use]
    pub fn with_piece_letters(self, letters: Option<PieceLetters>) -> AnyGames<'s> {
        AnyGames { cursor: self.cursor.with_piece_letters(letters), ..self }
    }

    /// Sets the maximum size of a game in bytes.
    #[must_use]
    pub fn max_game_size(self, max_size: usize) -> AnyGames<'s> {
        AnyGames { max_size, ..self }
    }

    /// Continues at an offset between two games.
    pub fn seek(&mut self, offset: usize) {
        self.move_between([offset, offset]);
        self.is_skipping = false;
    }

    /// Continues between the end of a game and where the next one is read from.
    pub(crate) fn move_between(&mut self, [end, next]: [usize; 2]) {
        self.cursor.move_between(end, next);
        self.unread = None;
    }

    /// Continues at the start of a byte range, as if the text ended with it.
    pub fn narrow(&mut self, range: Range<usize>) {
        self.cursor = self.cursor.in_text(&self.source.bytes()[..range.end]);
        self.seek(range.start);
    }

    /// Continues at the first tags after an offset within a game that is too large.
    pub(crate) fn seek_next_tags(&mut self, offset: usize) {
        let next = next_tags(self.source, offset);
        self.cursor.seek(next.unwrap_or_else(|searched| searched));
        self.is_skipping = next.is_err() && !self.source.ends_file();
    }

    /// Returns whether a game that is too large goes on after the end of the text.
    pub(crate) fn is_skipping(&self) -> bool {
        self.is_skipping
    }

    /// Returns whether another game follows the last one read. If not, that game ended at the
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

    /// Returns whether only the tags of the last game have been read, so that [`AnyGames::read_on`] reads more.
    #[must_use]
    pub fn has_more(&self) -> bool {
        self.unread.is_some()
    }

    /// Returns the kinds and the places of the tokens of the last game, which has been read whole, from an offset on.
    #[cfg(feature = "lsp")]
    pub(crate) fn kinds_from(&self, offset: usize) -> impl Iterator<Item = (TokenKind, Span)> {
        let AnyTokens { pgn, ctl } = &self.tokens;
        pgn.kinds().chain(ctl.kinds()).filter(move |(_, span)| span.start >= offset)
    }

    /// Creates an empty game for [`AnyGames::read`] to fill.
    #[must_use]
    pub fn blank(&self) -> AnyGame<'s> {
        AnyGame::Pgn(Game { variant: self.forced, ..Game::new(self.source.bytes()) })
    }

    /// Reads the next game into `game`, and moves past it. Returns `None` if there is none or, where the text does
    /// not end its file, if more text is needed.
    ///
    /// The tags and the end of the game are the same whatever is wanted of it. Unwanted parts are
    /// left out if the game is written as in most databases, which takes a seventh of the time.
    /// Otherwise they may be read all the same.
    ///
    /// A game that is too large has an error at its start, and the reader goes on at the next
    /// tags after a blank line. The memory of `game` is reused if it is of the same notation. See
    /// [`GameCursor::read`].
    pub fn read(&mut self, portion: Portion, game: &mut AnyGame<'s>) -> Option<Reading> {
        let place = [self.cursor.end(), self.cursor.next_start()];
        self.unread = None;
        if self.source.holds_positions() {
            return self.read_position(game);
        }
        if portion != Portion::Whole && self.skim(portion, game) {
            self.unread = (portion != Portion::Nothing).then_some(place);
            let is_enough = match portion {
                Portion::TagsAndResult => game.known_outcome().is_some(),
                Portion::Beginning(_) => self.read_on(portion, game).is_some(),
                Portion::Nothing | Portion::Tags | Portion::Whole => true,
            };
            return if is_enough { Some(Reading::default()) } else { self.read_on(Portion::Whole, game) };
        }
        let start = self.start();
        let reading = match self.extent(start) {
            Extent::Unfinished => return None,
            Extent::TooLarge => return Some(self.refuse(start, game)),
            Extent::Unknown => {
                let mut cursor = self.cursor;
                let reading = self.read_any_size(&mut cursor, portion, game);
                self.cursor = cursor;
                reading?
            }
            Extent::Within(mut cursor) => {
                let reading = self.read_any_size(&mut cursor, portion, game);
                self.cursor.move_between(cursor.end(), cursor.next_start());
                reading?
            }
        };
        if self.is_too_large(start) {
            return Some(self.refuse(start, game));
        }
        if portion == Portion::Nothing || !self.is_cut_off(reading.error, game) {
            return Some(reading);
        }
        Some(self.read_cut_off(start, reading, game))
    }

    /// Reads the next position of a list, as a game without moves. Returns `None` as [`AnyGames::read`] does.
    fn read_position(&mut self, game: &mut AnyGame<'s>) -> Option<Reading> {
        let text = self.cursor.text();
        let mut line = next_line(text, self.cursor.next_start())?;
        let is_last = line.end == text.len();
        // more text may make the last line longer
        if is_last && !self.source.ends_file() && line.len() <= self.max_size {
            return None;
        }
        let is_tlpd = match self.forced {
            Some(variant) => variant == Variant::Cescacs,
            None => text[line.start] == b'/',
        };
        match game {
            AnyGame::Pgn(_) if is_tlpd => *game = AnyGame::Ctl(Game::new(text)),
            AnyGame::Ctl(_) if !is_tlpd => *game = self.blank(),
            _ => {}
        }
        self.cursor.move_between(line.end, line.end);
        let fault = if line.len() > self.max_size {
            Some(SyntaxFault::TooLarge { max: self.max_size })
        } else {
            (is_last && self.source.is_broken()).then_some(SyntaxFault::CutOff)
        };
        let error = fault.map(|fault| error_at(line.start, fault));
        if line.len() > self.max_size {
            self.seek_next_tags(line.start);
            line.end = line.start + self.max_size;
        }
        with_game!(game, game => {
            game.text = Text(text);
            positions::read(line, is_tlpd, game);
            if error.is_some() {
                game.cut(game.begins_at);
            }
        });
        Some(Reading { error, ..Reading::default() })
    }

    /// Reads more of the last game, of which only the tags have been read. Returns `None` if there is no more to read,
    /// or if only its beginning is wanted and that has an error.
    pub fn read_on(&mut self, portion: Portion, game: &mut AnyGame<'s>) -> Option<Reading> {
        let place = self.unread?;
        if let (Portion::Beginning(plies), AnyGame::Pgn(game)) = (portion, &mut *game) {
            return self.read_beginning(game, plies).then(Reading::default);
        }
        self.move_between(place);
        self.read(portion, game)
    }

    /// Moves past the next game if its bytes show where it ends, and returns whether they do. `game` gets the result
    /// and, if they are wanted, the tags.
    fn skim(&mut self, portion: Portion, game: &mut AnyGame<'s>) -> bool {
        if self.expected != NotationKind::Pgn || !self.cursor.has_usual_tokens() {
            return false;
        }
        let (text, from) = (self.cursor.text(), self.cursor.next_start());
        // `extent` looks this far as well
        let limit = from.saturating_add(self.max_size).saturating_add(MARGIN).min(text.len());
        if let AnyGame::Ctl(_) = game {
            *game = self.blank();
        }
        let AnyGame::Pgn(game) = game else { return false };
        game.clear();
        game.text = Text(text);
        let plain = PlainGame::at(&text[..limit], from, |tag| {
            if portion != Portion::Nothing {
                game.push_tag(tag);
            }
            self.is_read_as_usual(text, tag)
        });
        let fits = |plain: &PlainGame| plain.result.1.end - plain.start <= self.max_size;
        let Some(plain) = plain.filter(fits) else { return false };
        let end = plain.result.1.end;
        (game.begins_at, game.result, game.movetext_end) = (plain.start, Some(plain.result), end);
        self.cursor.move_between(end, plain.next);
        true
    }

    /// Returns whether a game is still read as PGN with the English letters after a tag.
    fn is_read_as_usual(&self, text: &[u8], tag: TagSpans) -> bool {
        let name = &text[tag.name.range()];
        match name[0] {
            b'P' | b'p' => !name.eq_ignore_ascii_case(PieceLetters::TAG.as_bytes()),
            b'V' | b'v' if name.eq_ignore_ascii_case(b"Variant") => {
                let value = &text[tag.value.start + 1..tag.value.end - 1];
                self.notation_of().is_none_or(|notation_of| notation_of(Text(value)) == self.expected)
            }
            _ => true,
        }
    }

    /// Reads the game at a cursor in its notation, whatever its size.
    fn read_any_size(
        &mut self,
        cursor: &mut GameCursor<'s>,
        portion: Portion,
        game: &mut AnyGame<'s>,
    ) -> Option<Reading> {
        let reading = self.read_as(self.expected, self.notation_of(), cursor, portion, game);
        match cursor.other_notation().filter(|_| reading.is_none()) {
            Some(named) => self.read_as(named, None, cursor, portion, game),
            None => reading,
        }
    }

    /// Reads the game at a cursor in a notation, unless its `Variant` tag names another.
    fn read_as(
        &mut self,
        kind: NotationKind,
        notation_of: Option<NotationOf>,
        cursor: &mut GameCursor<'s>,
        portion: Portion,
        game: &mut AnyGame<'s>,
    ) -> Option<Reading> {
        match (kind, &*game) {
            (NotationKind::Pgn, AnyGame::Ctl(_)) => *game = self.blank(),
            (NotationKind::CtlPgn, AnyGame::Pgn(_)) => {
                *game = AnyGame::Ctl(Game::new(self.source.bytes()));
            }
            _ => {}
        }
        cursor.heed_variant(notation_of);
        // the tokens of an earlier game in the other notation would count as those of this one
        self.tokens.pgn.clear();
        self.tokens.ctl.clear();
        match game {
            AnyGame::Pgn(game) => read_portion(cursor, portion, &mut self.tokens.pgn, game),
            AnyGame::Ctl(game) => read_portion(cursor, portion, &mut self.tokens.ctl, game),
        }
    }

    /// Reads the beginning of a game whose tags have been read: a number of plies of the main line,
    /// with what comes between them. Returns `false` if there is an error before their end.
    fn read_beginning(&mut self, game: &mut Game<'_, San>, plies: usize) -> bool {
        let (start, result) = (game.tags_end(), game.result);
        let text = &game.text.0[..game.movetext_end.max(start)];
        game.movetext.clear();
        self.tokens.pgn.clear();
        self.tokens.pgn.extend(first_moves(text, start, plies));
        let is_read = San::parse(game, &self.tokens.pgn).is_ok();
        // the tokens may end before the result, which the bytes have shown
        game.result = result;
        if !is_read {
            game.movetext.clear();
        }
        is_read
    }

    /// Returns the function that finds the notation a `Variant` tag names, unless the tag decides nothing.
    fn notation_of(&self) -> Option<NotationOf> {
        self.forced.is_none().then_some(notation_of)
    }

    /// Returns the offset at which the next game begins, if there is one.
    fn start(&self) -> usize {
        let text = self.cursor.text();
        text.len() - text[self.cursor.next_start()..].trim_ascii_start().len()
    }

    /// Finds out whether the game that begins at `start` is too large, if its text is long enough for that to matter.
    fn extent(&mut self, start: usize) -> Extent<'s> {
        let text = self.cursor.text();
        let limit = start.saturating_add(self.max_size).saturating_add(MARGIN);
        if limit < text.len() {
            // a comment that is not closed within the limit is taken for one that is never closed
            let last_brace = self.source.last_brace_in(start, limit);
            let before = self.cursor.in_text(&text[..limit]).with_last_brace(last_brace);
            let after = self.after_game(before).filter(|after| after.end() - start <= self.max_size);
            return after.map_or(Extent::TooLarge, |_| Extent::Within(Box::new(before)));
        }
        if text.len() - start <= LONG || self.source.ends_file() {
            return Extent::Unknown;
        }
        let after = self.after_game(self.cursor);
        if after.is_some_and(|after| after.is_bounded()) { Extent::Unknown } else { Extent::Unfinished }
    }

    /// Returns whether the game before the cursor, which begins at `start`, is certainly too large. With more
    /// text, it may end sooner, if a comment in it turns out never to be closed.
    fn is_too_large(&self, start: usize) -> bool {
        let is_certain = self.cursor.is_bounded() || self.source.ends_file();
        is_certain && self.cursor.end() > start.saturating_add(self.max_size)
    }

    /// Returns a cursor moved past its game. The game is not parsed.
    fn after_game(&mut self, mut cursor: GameCursor<'s>) -> Option<GameCursor<'s>> {
        let mut game = self.blank();
        self.read_any_size(&mut cursor, Portion::Nothing, &mut game).map(|_| cursor)
    }

    /// Refuses the game that begins at `start`, of which only the first tags are read.
    fn refuse(&mut self, start: usize, game: &mut AnyGame<'s>) -> Reading {
        let first = &self.source.bytes()[..start + TAGS.min(self.max_size)];
        let mut tags = self.cursor.in_text(first);
        tags.seek(start);
        *game = self.blank();
        // the error of its size takes precedence over any other
        let _ = self.read_any_size(&mut tags, Portion::Whole, game);
        game.cut(start);
        self.seek_next_tags(start + self.max_size);
        let fault = SyntaxFault::TooLarge { max: self.max_size };
        Reading { error: Some(error_at(start, fault)), ..Reading::default() }
    }

    /// Returns whether the game just read is the one in which reading its file failed.
    fn is_cut_off(&self, error: Option<SyntaxError>, game: &AnyGame<'s>) -> bool {
        if !self.source.is_broken() || self.cursor.is_bounded() {
            return false;
        }
        let text = self.source.bytes();
        let last_word = &text[last_word(text)..];
        // `1/2` is read as a draw, but may be half of `1/2-1/2`
        let is_half = [&b"1/2"[..], "½".as_bytes()].contains(&last_word);
        let ends_before = |end: usize| end == text.len() && !is_half || end <= text.len() - last_word.len();
        let result = with_game!(game, game => game.result);
        error.is_some() || !result.is_some_and(|(_, span)| ends_before(span.end))
    }

    /// Reads the game that begins at `start` up to where reading its file failed, and marks it as
    /// incomplete. `reading` and `game` are the outcome of reading all of it.
    ///
    /// A last word that may have been cut off is left out, because the `1` of `1-0` is not a move
    /// number.
    fn read_cut_off(&mut self, start: usize, mut reading: Reading, game: &mut AnyGame<'s>) -> Reading {
        let text = self.source.bytes();
        let last_word = last_word(text);
        let mut end = self.cursor.end();
        if end_without_number(game) < text.len() && start < last_word {
            let last_brace = self.source.last_brace_in(start, last_word);
            let mut cursor = self.cursor.in_text(&text[..last_word]).with_last_brace(last_brace);
            cursor.seek(start);
            if let Some(without) = self.read_any_size(&mut cursor, Portion::Whole, game) {
                (reading, end) = (without, cursor.end());
            }
        }
        // what is open at the end is due to the cut, and not an error of its own
        if reading.error.is_none_or(|error| error.span.end >= end) {
            game.cut(reading.error.map_or(end, |error| error.span.start));
            reading.error = Some(error_at(end, SyntaxFault::CutOff));
            let is_open = |error: SyntaxError| {
                matches!(error.fault, SyntaxFault::UnclosedVariation | SyntaxFault::UnclosedTag)
                    || error.span.end >= end
            };
            reading.repairs.retain(|repair| !(repair.is_error && is_open(repair.error)));
        }
        reading
    }
}

/// Reads the game at a cursor: all of it, or only the place where it ends.
fn read_portion<'s, N: Notation>(
    cursor: &mut GameCursor<'s>,
    portion: Portion,
    tokens: &mut Tokens<N::Token>,
    game: &mut Game<'s, N>,
) -> Option<Reading> {
    match portion {
        Portion::Nothing => cursor.skip(tokens, game).map(|()| Reading::default()),
        _ => cursor.read(tokens, game),
    }
}

/// Returns the notation that the value of a `Variant` tag names.
fn notation_of(variant: Text<'_>) -> NotationKind {
    // it is also written without its apostrophe, and `Gran C'escacs` has the same notation
    let is_cescacs = variant.unescape().to_lowercase().contains("escacs");
    if is_cescacs { NotationKind::CtlPgn } else { NotationKind::Pgn }
}

/// Returns the notation of those games of a file that do not name theirs: that of the variant as which
/// all games are read, if there is one, otherwise that of the file's name.
pub fn expected_notation(name: &str, forced: Option<Variant>) -> NotationKind {
    match forced {
        Some(Variant::Cescacs) => NotationKind::CtlPgn,
        None if plain_name(name).ends_with(".ctl-pgn") => NotationKind::CtlPgn,
        _ => NotationKind::Pgn,
    }
}

/// Returns the tokens of a movetext up to a number of plies of the main line.
fn first_moves(text: &[u8], start: usize, plies: usize) -> impl Iterator<Item = Lexeme<PgnToken>> {
    let (mut left, mut depth) = (plies, 0_usize);
    Lexer::<PgnToken>::new(text, start).take_while(move |lexeme| {
        match lexeme.kind() {
            Some(TokenKind::VariationStart) => depth += 1,
            Some(TokenKind::VariationEnd) => depth = depth.saturating_sub(1),
            Some(TokenKind::Move) if depth == 0 && left == 0 => return false,
            Some(TokenKind::Move) if depth == 0 => left -= 1,
            _ => {}
        }
        true
    })
}

/// Returns the end of the movetext, or 0 if it is empty or ends with a move number.
fn end_without_number(game: &AnyGame<'_>) -> usize {
    fn end<N: Notation>(movetext: &[Element<N>]) -> usize {
        let last = movetext.last().filter(|last| !matches!(last.node, Node::MoveNumber(_)));
        last.map_or(0, |last| last.span.end)
    }
    with_game!(game, game => end(&game.movetext))
}

/// Returns the start of the last word of a text.
fn last_word(text: &[u8]) -> usize {
    text.iter().rposition(u8::is_ascii_whitespace).map_or(0, |space| space + 1)
}

fn error_at(offset: usize, fault: SyntaxFault) -> SyntaxError {
    SyntaxError { fault, span: Span::new(offset, offset), ply: None }
}

/// Finds the first line from an offset on that follows a blank line and begins like a tag, or the end of the line in
/// a list of positions.
///
/// # Errors
///
/// If there is none, returns the offset at which the search goes on when there is more text.
fn next_tags(source: &Source, from: usize) -> Result<usize, usize> {
    let text = source.bytes();
    if source.holds_positions() {
        let line_end = memchr::memchr2(b'\n', b'\r', &text[from..]);
        return line_end.map(|length| from + length).ok_or(text.len());
    }
    let end = if source.ends_file() { text.len() } else { from.max(text.len().saturating_sub(LOOK_AHEAD)) };
    let mut brackets = memchr::memchr_iter(b'[', &text[from..end]).map(|at| from + at);
    let follows_blank_line = |at: &usize| Space::at_end(&text[..*at]).has_blank_line();
    // the answer must not depend on how much text follows the bracket
    let is_tag = |at: &usize| begins_tag(&text[..text.len().min(at + LOOK_AHEAD)], *at);
    brackets.find(|at| follows_blank_line(at) && is_tag(at)).ok_or(end)
}

/// Returns how many bytes from the start of a game are enough to decide whether it is too large.
pub(crate) fn enough_text(max_size: usize) -> usize {
    max_size.saturating_add(MARGIN + LOOK_AHEAD)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns for each game whether it is one of C'escacs.
    fn cescacs(name: &str, text: &str) -> Vec<bool> {
        let source = Source::new(name, text.as_bytes().to_vec());
        let mut games = AnyGames::new(&source, None, Recovery::End);
        let mut game = games.blank();
        std::iter::from_fn(|| {
            games.read(Portion::Tags, &mut game)?;
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
