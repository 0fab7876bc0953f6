//! Where one game ends and the next begins.
//!
//! A game ends after its result and the comments that follow it, or before a tag among its
//! moves. A game without a result also ends where a header begins again (`headers.rs`), and before a line that begins
//! with move number 1 after moves. Boundaries are found in tokens, so `[Event` inside a comment
//! does not end a game.

use super::between_games::Role;
use super::deciding_tags::DecidingTags;
use super::headers::Headers;
use super::plies::{NumberStyle, continues_game, is_first_number};
use super::token_stream::TokenStream;
use super::{CommentBounds, LexFault, Lexeme, NotationKind, Token, TokenKind, Tokens};
use crate::text::{Span, begins_line};

/// The section of a game that the next token belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Section {
    Tags,
    Moves,
    /// After the result, where only comments follow.
    Ended,
}

/// Lists the tokens of one game, and finds its end.
pub(super) struct GameScan<'l, 's, T: Token> {
    stream: TokenStream<'s, T>,
    tokens: &'l mut Tokens<T>,
    section: Section,
    has_move: bool,
    headers: Headers<'s>,
    numbers: NumberStyle,
    deciding_tags: DecidingTags,
    /// The end of the tags that belong to no game.
    stray_tags_to: usize,
    /// How many of the texts that belong to no game come before the end of the game: the one before its first token, or
    /// those in a variation that went on after a result.
    texts_inside: usize,
    /// The end of the text that shows that the next game starts where it does.
    certain_at: usize,
    found: GameEnd,
}

impl<'l, 's, T: Token> GameScan<'l, 's, T> {
    /// Creates a scan from an offset on, which goes into an empty list.
    pub(super) fn new(
        text: &'s [u8],
        offset: usize,
        bounds: CommentBounds,
        deciding_tags: DecidingTags,
        tokens: &'l mut Tokens<T>,
    ) -> GameScan<'l, 's, T> {
        tokens.clear();
        GameScan {
            stream: TokenStream::new(text, offset, bounds, deciding_tags.letters().copied()),
            tokens,
            section: Section::Tags,
            has_move: false,
            headers: Headers::default(),
            numbers: NumberStyle::default(),
            deciding_tags,
            stray_tags_to: 0,
            texts_inside: 0,
            certain_at: 0,
            found: GameEnd { start: offset, end: offset, ..GameEnd::default() },
        }
    }

    /// Begins a game at the first token. Returns `None` if nothing follows but white space and
    /// control characters, or only escaped lines.
    pub(super) fn begin(mut self) -> Option<GameScan<'l, 's, T>> {
        let first = self.stream.peek(&[])?;
        self.begin_with(first)
    }

    /// Begins a game that has not been read before, as [`GameScan::begin`] does, after any text that
    /// belongs to no game. If no game follows, the text itself counts as a game with an error
    /// (`docs/guide/repair.md`, rule 9).
    pub(super) fn begin_after_text(mut self) -> Option<GameScan<'l, 's, T>> {
        let (first, offset, bounds) = (self.stream.peek(&[])?, self.found.start, self.stream.bounds());
        if !self.stream.begins_text(&first) {
            return self.begin_with(first);
        }
        let Some(first) = self.skip_text_between_games(Some(first)) else {
            // the scan has gone through the text, so another one reads it from its beginning
            return GameScan::new(self.text(), offset, bounds, self.deciding_tags, self.tokens).begin();
        };
        // what shows that this game begins must not count as the beginning of the next one
        (self.texts_inside, self.found.end, self.certain_at) = (1, offset, 0);
        self.begin_with(first)
    }

    fn begin_with(mut self, first: Lexeme<T>) -> Option<GameScan<'l, 's, T>> {
        self.found.start = first.span.start;
        let is_escaped = first.is(TokenKind::Comment) && is_all_escaped(&self.text()[self.found.start..]);
        (!is_escaped).then_some(self)
    }

    fn text(&self) -> &'s [u8] {
        self.stream.text
    }

    /// Lists the tokens of the game, and returns its end.
    pub(super) fn finish(mut self) -> GameEnd {
        while self.take_next() {
            if let Some(section) = self.common_section() {
                self.take_common(section);
            }
        }
        self.tokens.letters = self.deciding_tags.letters().copied();
        let next = self.found.next_game.unwrap_or(usize::MAX);
        // the stream may have looked at signs of the next game
        let signs = self.stream.signs.iter().filter(|sign| sign.start < next);
        self.found.movetext_end =
            self.found.between_games.get(self.texts_inside).map_or(self.found.end, |text| text.start);
        self.found.between_games.extend(signs);
        self.found.control = self.stream.control;
        self.found.other_notation = self.deciding_tags.other_notation();
        self.found
    }

    /// Returns the section whose common tokens change no state, so that they may be taken at once; `None` if the next
    /// token may change some.
    fn common_section(&self) -> Option<Section> {
        let is_plain = self.stream.is_plain() && self.deciding_tags.are_none();
        let is_numbered = self.numbers != NumberStyle::Unknown;
        let has_begun = self.section != Section::Moves || self.has_move && is_numbered;
        (is_plain && has_begun).then_some(self.section)
    }

    /// Takes tokens until one may change some state.
    fn take_common(&mut self, section: Section) {
        while let Some(lexeme) = self.stream.next_plain() {
            if !self.is_common(section, &lexeme) {
                self.stream.put_back(lexeme);
                break;
            }
            self.tokens.push_common(lexeme);
        }
        self.found.end = self.tokens.last().map_or(self.found.end, |last| last.span.end);
    }

    /// Returns whether a token cannot affect where the game ends.
    #[inline(always)]
    fn is_common(&self, section: Section, lexeme: &Lexeme<T>) -> bool {
        let Some(kind) = lexeme.kind() else { return false };
        match kind {
            TokenKind::Move | TokenKind::Comment | TokenKind::Nag | TokenKind::Other => {
                section == Section::Moves
            }
            TokenKind::MoveNumber => {
                section == Section::Moves && !is_first_number(&self.text()[lexeme.span.start..])
            }
            TokenKind::TagValue | TokenKind::TagEnd => section == Section::Tags,
            TokenKind::TagName => {
                section == Section::Tags && self.headers.has_further::<T>(self.text(), lexeme.span.start)
            }
            _ => false,
        }
    }

    /// Looks at the next token.
    fn peek(&mut self) -> Option<Lexeme<T>> {
        let mut lexeme = self.stream.peek(self.tokens);
        if let Some(next) = lexeme.filter(|next| next.is(TokenKind::Word))
            && self.is_among_moves(&next)
        {
            lexeme = Some(self.stream.words(next, self.tokens.depth == 0));
        }
        self.found.end = self.found.end.max(self.stream.left_out_to);
        lexeme
    }

    /// Returns whether a word stands among the moves, or between the tags and the first one.
    fn is_among_moves(&mut self, word: &Lexeme<T>) -> bool {
        match self.section {
            Section::Tags => {
                self.headers.has_tag()
                    && !self.headers.is_in_broken_line(&mut self.stream, word, self.found.start)
            }
            Section::Moves => true,
            Section::Ended => false,
        }
    }

    /// Takes the next token, which may change any state. Returns `false` if the game ends before it.
    fn take_next(&mut self) -> bool {
        if self.deciding_tags.other_notation().is_some() {
            return false;
        }
        let mut lexeme = self.peek();
        while let Some(Lexeme { token: Ok(token), span }) = lexeme
            && self.numbers.is_part_of_number(token.kind(), span, self.text())
        {
            self.found.end = span.end;
            self.stream.take();
            lexeme = self.peek();
        }
        if std::mem::take(&mut self.stream.is_closed) && self.section == Section::Moves {
            self.section = Section::Ended;
        }
        match self.section {
            Section::Tags => {}
            Section::Moves => self.note_tag(lexeme.as_ref()),
            // the result was that of a variation
            Section::Ended if self.tokens.depth > 0 && self.goes_on(lexeme.as_ref()) => {
                self.section = Section::Moves;
            }
            Section::Ended => lexeme = self.skip_text_between_games(lexeme),
        }
        let Some(lexeme) = lexeme else { return false };
        if self.ends_before(&lexeme) {
            self.found.next_game = Some(lexeme.span.start);
            let certain_at = lexeme.span.end.max(self.certain_at).max(self.headers.looked_at());
            self.found.is_bounded = !self.text()[certain_at..].trim_ascii_start().is_empty();
            return false;
        }
        self.stream.take();
        match lexeme.token {
            Ok(token) => self.record(token.kind(), &lexeme),
            // the next value is that of another tag, and must not decide in place of this one
            Err(LexFault::UnclosedValue) => self.deciding_tags.end_tag(),
            Err(_) => {}
        }
        self.found.end = lexeme.span.end;
        if self.section != Section::Tags {
            self.tokens.begin_movetext();
        }
        self.tokens.push(lexeme);
        true
    }

    /// Notes where it becomes certain that a tag among the moves starts the next game.
    fn note_tag(&mut self, lexeme: Option<&Lexeme<T>>) {
        if let Some(lexeme) = lexeme
            && lexeme.is(TokenKind::TagName)
            && !self.headers.is_stray(&mut self.stream, lexeme.span.start, self.has_move)
            && let Role::Start { certain_at } = self.stream.role(lexeme, false)
        {
            self.certain_at = certain_at;
        }
    }

    /// Skips text between games, and returns the first token that is none, which may be the given one.
    fn skip_text_between_games(&mut self, mut lexeme: Option<Lexeme<T>>) -> Option<Lexeme<T>> {
        let mut skipped: Option<Span> = None;
        while let Some(current) = &lexeme {
            let Span { start, end } = current.span;
            let is_of_variation =
                matches!(current.kind(), Some(TokenKind::VariationEnd | TokenKind::Nag | TokenKind::Other));
            if is_of_variation && self.tokens.depth > 0 {
                break;
            }
            if current.is(TokenKind::TagName) && start >= self.stray_tags_to {
                self.stray_tags_to = self.stream.stray_tags(start).unwrap_or(0);
            }
            let is_stray = start < self.stray_tags_to;
            let role = if is_stray { Role::Text } else { self.stream.role(current, skipped.is_some()) };
            match role {
                Role::Start { certain_at } => {
                    self.certain_at = certain_at;
                    break;
                }
                Role::Comment => break,
                Role::Text => {
                    self.found.end = self.stream.text_end(current);
                    if self.found.end < end {
                        self.stream.seek(self.found.end);
                    } else {
                        self.stream.take();
                    }
                    skipped = Some(Span::new(skipped.map_or(start, |span| span.start), self.found.end));
                    lexeme = self.peek();
                }
            }
        }
        self.found.between_games.extend(skipped);
        lexeme
    }

    /// Returns whether a token is a move number that does not begin a game.
    fn goes_on(&self, lexeme: Option<&Lexeme<T>>) -> bool {
        lexeme.is_some_and(|lexeme| {
            lexeme.is(TokenKind::MoveNumber) && continues_game(&self.text()[lexeme.span.start..])
        })
    }

    fn ends_before(&mut self, lexeme: &Lexeme<T>) -> bool {
        let (kind, start) = (lexeme.kind(), lexeme.span.start);
        match self.section {
            Section::Tags => {
                kind == Some(TokenKind::TagName)
                    && self.headers.begin_again(&mut self.stream, self.tokens, start)
            }
            Section::Moves if kind == Some(TokenKind::MoveNumber) => self.restarts_numbering(lexeme),
            // the stream has looked up to that offset, and found that a game begins here
            Section::Moves => kind == Some(TokenKind::TagName) && start < self.certain_at,
            Section::Ended => start < self.certain_at,
        }
    }

    /// Returns whether a move number is another 1 at the beginning of a line or after a sign such as `[pgn]`, with a move
    /// that can be the first, which ends a game without a result. It does not after number 0.
    fn restarts_numbering(&mut self, number: &Lexeme<T>) -> bool {
        let at = number.span.start;
        if !is_first_number(&self.text()[at..]) || !self.has_move || self.tokens.depth > 0 {
            return false;
        }
        let follows_sign = || self.stream.signs.last().is_some_and(|sign| sign.end >= self.found.end);
        if !begins_line(self.text(), at) && !follows_sign() {
            return false;
        }
        let last = self.tokens.iter().rev().find(|lexeme| lexeme.is(TokenKind::MoveNumber));
        // a game that begins with number 0 has its number 1 later
        if last.is_some_and(|last| self.text()[last.span.start] == b'0') {
            return false;
        }
        let Role::Start { certain_at } = self.stream.numbered_start(number, false) else { return false };
        self.certain_at = certain_at;
        true
    }

    fn record(&mut self, kind: TokenKind, lexeme: &Lexeme<T>) {
        let span = lexeme.span;
        self.deciding_tags.note(kind, span, self.text());
        self.stream.change_letters(self.deciding_tags.letters().copied(), span.end);
        match kind {
            TokenKind::TagName => self.headers.note(span.start),
            TokenKind::TagValue | TokenKind::TagEnd => {}
            _ if self.section == Section::Tags
                && self.headers.is_in_broken_line(&mut self.stream, lexeme, self.found.start) =>
            {
                return;
            }
            TokenKind::Result(_) => self.section = Section::Ended,
            TokenKind::VariationEnd => {
                self.section = Section::Moves;
                // moves may follow, so what looked like text after the game stands inside it
                self.texts_inside = self.found.between_games.len();
            }
            // it is a comment, or may become one
            TokenKind::Comment | TokenKind::Period => {}
            TokenKind::Word if self.section == Section::Tags => {}
            _ if self.section == Section::Tags => self.section = Section::Moves,
            _ => {}
        }
        self.has_move |= kind == TokenKind::Move;
        self.numbers.note(kind, span, self.text());
    }
}

/// The end of a game.
#[derive(Debug, Default)]
pub(super) struct GameEnd {
    /// The start of its first token.
    pub(super) start: usize,
    /// The end of its last token, or of the text after it that belongs to no game.
    pub(super) end: usize,
    /// The end of its movetext with the comments after it, perhaps with white space.
    pub(super) movetext_end: usize,
    /// The start of the next game, if there is one.
    pub(super) next_game: Option<usize>,
    /// Whether more text would leave both unchanged: anything follows the first token of the next game. If not, more
    /// text could make another token of it, which belongs to this game.
    pub(super) is_bounded: bool,
    /// The first control characters that were left out.
    pub(super) control: Option<Span>,
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
