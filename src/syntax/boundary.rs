//! Where one game ends and the next begins.
//!
//! A game ends after its result and the comments that follow it, or before a tag among its
//! moves. A game without a result also ends where a header begins again (`headers.rs`), and at a blank
//! line if move number 1 comes again after it. Boundaries are found in tokens, so `[Event` inside a comment
//! does not end a game.

use super::between_games::{BetweenGames, Role, end_of, start_of};
use super::deciding_tags::DecidingTags;
use super::edited_tokens::{EditedTokens, TokenEdit};
use super::headers::Headers;
use super::plies::{NumberStyle, continues_game, is_blacks_number, is_first_number};
use super::{CommentBounds, LexFault, Lexeme, Lexer, NotationKind, PieceLetters, Token, TokenKind};
use crate::text::{Space, Span, begins_line};

/// The section of a game that the next token belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Section {
    Tags,
    Moves,
    /// After the result, where only comments follow.
    Ended,
}

/// The tokens of one game, with the context that error messages need.
pub(super) struct GameTokens<'p, 's, T: Token> {
    text: &'s [u8],
    bounds: CommentBounds,
    tokens: EditedTokens<'p, 's, T>,
    start: usize,
    section: Section,
    has_move: bool,
    headers: Headers<'s>,
    /// The opening brackets of the open variations.
    open: Vec<Span>,
    words: WordRuns,
    numbers: NumberStyle,
    deciding_tags: DecidingTags,
    /// The end of the sentence that follows the result.
    sentence_end: usize,
    /// The texts before the first game and after this one that belong to no game.
    between_games: Vec<Span>,
    /// How many of them come before the end of the game: the one before its first token, or those
    /// in a variation that went on after a result.
    texts_inside: usize,
    end: usize,
    /// The start of the next game, once it is known.
    next_game: Option<usize>,
    /// The end of the text that shows that the next game starts there.
    certain_at: usize,
    /// Whether anything follows the first token of the next game. If not, more text could make
    /// another token of it, which belongs to this game.
    is_bounded: bool,
    /// The section whose common tokens change only `end`, so that they are returned at once; `None`
    /// if the next token takes the slow path.
    fast_path: Option<Section>,
}

impl<'p, 's, T: Token> GameTokens<'p, 's, T> {
    /// Starts a game at the first token after an offset. Returns `None` if nothing follows but white space and
    /// control characters, or only escaped lines.
    pub(super) fn at(
        text: &'s [u8],
        offset: usize,
        bounds: CommentBounds,
        deciding_tags: DecidingTags,
        edits: &'p [TokenEdit],
    ) -> Option<GameTokens<'p, 's, T>> {
        let mut tokens: GameTokens<'_, '_, T> = GameTokens {
            text,
            bounds,
            tokens: EditedTokens::new(text, offset, bounds, edits),
            start: offset,
            section: Section::Tags,
            has_move: false,
            headers: Headers::new(text, bounds),
            open: Vec::new(),
            words: WordRuns::default(),
            numbers: NumberStyle::default(),
            deciding_tags,
            sentence_end: 0,
            between_games: Vec::new(),
            texts_inside: 0,
            end: offset,
            next_game: None,
            certain_at: 0,
            is_bounded: false,
            fast_path: None,
        };
        let first = tokens.tokens.next_unedited(tokens.deciding_tags.letters())?;
        tokens.begin_with(first)
    }

    /// Starts a game that has not been read before, as [`GameTokens::at`] does, after any text that
    /// belongs to no game. If no game follows, the text itself counts as a game with an error
    /// (`docs/guide/repair.md`, rule 5).
    pub(super) fn behind_text(
        text: &'s [u8],
        offset: usize,
        bounds: CommentBounds,
        deciding_tags: DecidingTags,
    ) -> Option<GameTokens<'p, 's, T>> {
        let mut tokens = GameTokens::at(text, offset, bounds, deciding_tags, &[])?;
        let first = tokens.tokens.next_unedited(tokens.deciding_tags.letters())?;
        if !tokens.reader().begins_text(&first) {
            return tokens.begin_with(first);
        }
        let Some(first) = tokens.skip_text_between_games(Some(first)) else {
            return GameTokens::at(text, offset, bounds, deciding_tags, &[]);
        };
        (tokens.texts_inside, tokens.end, tokens.certain_at) = (1, offset, 0);
        tokens.begin_with(first)
    }

    /// Starts the game with a token.
    fn begin_with(mut self, first: Lexeme<T>) -> Option<GameTokens<'p, 's, T>> {
        self.start = start_of(&first);
        let is_comment = matches!(&first, Ok((_, token, _)) if token.kind() == TokenKind::Comment);
        if is_comment && is_all_escaped(&self.text[self.start..]) {
            return None;
        }
        self.tokens.put_back(Some(first));
        Some(self)
    }

    /// Returns the start of the game.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// Returns the end of the last token that was read.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// Returns the text.
    pub(super) fn text(&self) -> &'s [u8] {
        self.text
    }

    /// Returns the letters of the pieces, if they are not the English ones.
    pub(super) fn letters(&self) -> Option<&PieceLetters> {
        self.deciding_tags.letters()
    }

    /// Returns the opening bracket of the innermost open variation.
    pub(super) fn open_variation(&self) -> Option<Span> {
        self.open.last().copied()
    }

    /// Returns whether the last token is among the tags.
    pub(super) fn is_in_tags(&self) -> bool {
        self.section == Section::Tags
    }

    /// Returns the first control characters that were skipped.
    pub(super) fn control(&self) -> Option<Span> {
        self.tokens.control()
    }

    /// Returns the run of words just before the last token.
    pub(super) fn words_before(&self) -> Option<WordRun> {
        self.words.last()
    }

    /// Returns whether a token may be the name of a tag without its bracket: it begins its line, and the value of
    /// a tag follows.
    pub(super) fn is_tag_name(&self, token: Span) -> bool {
        let next = Lexer::<T>::new(self.text, token.end, self.bounds).next();
        begins_line(self.text, token.start)
            && matches!(next, Some(Ok((_, token, _))) if token.kind() == TokenKind::TagValue)
    }

    /// Skips the rest of the game, and returns its end.
    pub(super) fn skip_to_end(mut self) -> GameEnd {
        self.by_ref().for_each(drop);
        let next = self.next_game.unwrap_or(usize::MAX);
        let signs = self.tokens.signs().iter().filter(|sign| sign.start < next);
        let signs = signs.copied().collect::<Vec<_>>();
        GameEnd {
            end: self.end,
            movetext_end: self.between_games.get(self.texts_inside).map_or(self.end, |text| text.start),
            next: self.next_game.unwrap_or(self.end),
            is_bounded: self.is_bounded,
            between_games: [self.between_games, signs].concat(),
            other_notation: self.deciding_tags.other_notation(),
        }
    }

    fn reader(&self) -> BetweenGames<'s> {
        BetweenGames { text: self.text, bounds: self.bounds }
    }

    /// Notes where it becomes certain that a tag among the moves starts the next game.
    fn note_tag(&mut self, lexeme: Option<&Lexeme<T>>) {
        if let Some(Ok((start, token, end))) = lexeme
            && token.kind() == TokenKind::TagName
            && !self.headers.is_stray::<T>(*start, self.has_move)
            && let Role::Start { certain_at } = self.reader().role(&Ok((*start, *token, *end)), false)
        {
            self.certain_at = certain_at;
        }
    }

    /// Returns the given token or the first one after it that is not text between games.
    fn skip_text_between_games(&mut self, mut lexeme: Option<Lexeme<T>>) -> Option<Lexeme<T>> {
        let mut skipped: Option<Span> = None;
        while let Some(current) = &lexeme {
            let (start, end) = (start_of(current), end_of(current));
            let is_of_variation = matches!(
                current,
                Ok((_, token, _))
                    if matches!(token.kind(), TokenKind::VariationEnd | TokenKind::Nag | TokenKind::Other)
            );
            if start < self.sentence_end || is_of_variation && !self.open.is_empty() {
                break;
            }
            match self.reader().role(current, skipped.is_some()) {
                Role::Start { certain_at } => {
                    self.certain_at = certain_at;
                    break;
                }
                Role::Comment { end } => {
                    self.sentence_end = end;
                    break;
                }
                Role::Text => {
                    self.end = self.reader().text_end(current);
                    if self.end < end {
                        self.tokens.seek(self.end);
                    }
                    skipped = Some(Span::new(skipped.map_or(start, |span| span.start), self.end));
                    lexeme = self.next_edited();
                }
            }
        }
        self.between_games.extend(skipped);
        lexeme
    }

    /// Returns whether a token is a move number that does not begin a game.
    fn goes_on(&self, lexeme: Option<&Lexeme<T>>) -> bool {
        let is_number =
            |lexeme: &Lexeme<T>| matches!(lexeme, Ok((_, token, _)) if token.kind() == TokenKind::MoveNumber);
        lexeme.is_some_and(|lexeme| is_number(lexeme) && continues_game(&self.text[start_of(lexeme)..]))
    }

    /// Returns the next token, with the edits applied.
    fn next_edited(&mut self) -> Option<Lexeme<T>> {
        let lexeme = self.tokens.next(self.deciding_tags.letters(), &self.open);
        self.end = self.end.max(self.tokens.skipped_to());
        lexeme
    }

    fn ends_before(&mut self, lexeme: &Lexeme<T>) -> bool {
        let kind = lexeme.as_ref().map(|(_, token, _)| token.kind());
        match self.section {
            Section::Tags => {
                kind == Ok(TokenKind::TagName) && self.headers.begin_again::<T>(start_of(lexeme))
            }
            Section::Moves if kind == Ok(TokenKind::MoveNumber) => self.restarts_numbering(start_of(lexeme)),
            Section::Moves => kind == Ok(TokenKind::TagName) && start_of(lexeme) < self.certain_at,
            Section::Ended => start_of(lexeme) < self.certain_at,
        }
    }

    /// Returns whether a move number is another 1 after a blank line or a sign such as `[pgn]`, which ends a game
    /// without tags and result.
    fn restarts_numbering(&self, at: usize) -> bool {
        let rest = &self.text[at..];
        let follows_sign = || self.tokens.signs().last().is_some_and(|sign| sign.end >= self.end);
        is_first_number(rest) && self.has_move && self.open.is_empty() && {
            let is_apart = || follows_sign() || Space::at_end(&self.text[..at]).has_blank_line();
            !is_blacks_number(&rest[1..]) && is_apart()
        }
    }

    fn record(&mut self, kind: TokenKind, span: Span) {
        self.deciding_tags.note(kind, span, self.text);
        match kind {
            TokenKind::TagName => self.headers.note(span.start),
            TokenKind::TagValue | TokenKind::TagEnd => {}
            _ if self.section == Section::Tags
                && self.headers.is_in_broken_line::<T>(kind, span.start, self.start) =>
            {
                self.words.record(kind, span);
                self.end = span.end;
                return;
            }
            TokenKind::Result => self.section = Section::Ended,
            TokenKind::VariationEnd => {
                self.section = Section::Moves;
                self.texts_inside = self.between_games.len();
            }
            _ if self.section == Section::Tags && !is_comment(kind) => self.section = Section::Moves,
            TokenKind::Word if self.section == Section::Tags => self.headers.note_text(),
            _ => {}
        }
        match kind {
            TokenKind::Move => self.has_move = true,
            TokenKind::VariationStart => self.open.push(span),
            TokenKind::VariationEnd => drop(self.open.pop()),
            _ => {}
        }
        self.words.record(kind, span);
        self.numbers.note(kind, span, self.text);
        self.end = span.end;
    }
}

impl<T: Token> GameTokens<'_, '_, T> {
    /// Returns whether a token cannot affect where the game ends.
    #[inline(always)]
    fn is_common(&self, section: Section, kind: TokenKind, start: usize) -> bool {
        match kind {
            TokenKind::Move | TokenKind::Comment | TokenKind::Nag | TokenKind::Other => {
                section == Section::Moves
            }
            TokenKind::MoveNumber => section == Section::Moves && !is_first_number(&self.text[start..]),
            TokenKind::TagValue | TokenKind::TagEnd => section == Section::Tags,
            TokenKind::TagName => section == Section::Tags && self.headers.has_further(start),
            _ => false,
        }
    }

    /// Returns the next token, which may change any state.
    fn next_on_slow_path(&mut self) -> Option<Lexeme<T>> {
        self.fast_path = None;
        if self.next_game.is_some() || self.deciding_tags.other_notation().is_some() {
            return None;
        }
        let mut lexeme = self.next_edited();
        while let Some(Ok((start, token, end))) = lexeme
            && self.numbers.is_part_of_number(token.kind(), Span::new(start, end), self.text)
        {
            self.end = end;
            lexeme = self.next_edited();
        }
        match self.section {
            Section::Tags => {}
            Section::Moves => self.note_tag(lexeme.as_ref()),
            // the result was that of a variation
            Section::Ended if !self.open.is_empty() && self.goes_on(lexeme.as_ref()) => {
                self.section = Section::Moves;
            }
            Section::Ended => lexeme = self.skip_text_between_games(lexeme),
        }
        match &lexeme {
            Some(lexeme) if self.ends_before(lexeme) => {
                self.next_game = Some(start_of(lexeme));
                let certain_at = end_of(lexeme).max(self.certain_at).max(self.headers.looked_at());
                self.is_bounded = !self.text[certain_at..].trim_ascii_start().is_empty();
                self.words.end();
                return None;
            }
            Some(Ok((start, token, end))) => self.record(token.kind(), Span::new(*start, *end)),
            Some(Err(error)) => {
                if error.fault == LexFault::UnclosedValue {
                    self.deciding_tags.end_tag();
                }
                self.words.end();
                self.end = error.span.end;
            }
            None => self.words.end(),
        }
        let is_plain = self.tokens.are_plain() && self.words.are_none() && self.deciding_tags.are_none();
        let has_begun = self.section != Section::Moves || self.has_move;
        self.fast_path = (is_plain && has_begun).then_some(self.section);
        lexeme
    }
}

impl<T: Token> Iterator for GameTokens<'_, '_, T> {
    type Item = Lexeme<T>;

    #[inline(always)]
    fn next(&mut self) -> Option<Lexeme<T>> {
        if let Some(section) = self.fast_path {
            match self.tokens.next_plain() {
                Some(Ok((start, token, end))) if self.is_common(section, token.kind(), start) => {
                    self.end = end;
                    return Some(Ok((start, token, end)));
                }
                other => self.tokens.put_back(other),
            }
        }
        self.next_on_slow_path()
    }
}

/// The end of a game.
#[derive(Clone, Debug)]
pub(super) struct GameEnd {
    /// The end of its last token, or of the text after it that belongs to no game.
    pub(super) end: usize,
    /// The end of its movetext with the comments after it, perhaps with white space.
    pub(super) movetext_end: usize,
    /// The start of the next game.
    pub(super) next: usize,
    /// Whether more text would leave both unchanged.
    pub(super) is_bounded: bool,
    /// The texts before the first game and after this one that belong to no game.
    pub(super) between_games: Vec<Span>,
    /// The notation of the game, if it is not the one that it was read in.
    pub(super) other_notation: Option<NotationKind>,
}

/// Returns whether a text consists of escaped and blank lines.
fn is_all_escaped(text: &[u8]) -> bool {
    let mut lines = text.split(|byte| matches!(byte, b'\n' | b'\r'));
    lines.all(|line| line.starts_with(b"%") || line.trim_ascii().is_empty())
}

/// Returns whether a token is a comment, or a part of a sentence, which may become one.
fn is_comment(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Comment | TokenKind::Word | TokenKind::Period)
}

/// Tracks the runs of words among the tokens of a game.
#[derive(Debug, Default)]
struct WordRuns {
    /// The run that the last token belongs to.
    current: Option<WordRun>,
    /// The run that ended just before the last token, if one did.
    last: Option<WordRun>,
}

/// A run of words.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordRun {
    pub(super) span: Span,
    pub(super) count: usize,
}

impl WordRuns {
    /// Records a token.
    fn record(&mut self, kind: TokenKind, span: Span) {
        if kind != TokenKind::Word {
            return self.end();
        }
        let (start, count) = self.current.map_or((span.start, 0), |run| (run.span.start, run.count));
        self.current = Some(WordRun { span: Span::new(start, span.end), count: count + 1 });
    }

    /// Ends the run that the last token belongs to, if there is one.
    fn end(&mut self) {
        self.last = self.current.take();
    }

    /// Returns the run that ended just before the last token.
    fn last(&self) -> Option<WordRun> {
        self.last
    }

    /// Returns whether neither the last token nor the one before it is a word.
    fn are_none(&self) -> bool {
        self.current.is_none() && self.last.is_none()
    }
}
