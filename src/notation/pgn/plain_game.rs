//! Plain games, whose tags and end can be found in their bytes, without tokens; and runs of tokens.
//!
//! Nearly all games of databases are written alike: tags with their values in quotes, movetext in
//! ASCII, a result, and after it the tags of the next game. The classes of its bytes show the end
//! of such a game seven times as fast as the lexer does (docs/performance.md, "Tags alone"). A game
//! that is not certain to be plain is left to the lexer, so the two must agree wherever a plain
//! game is found:
//!
//! - A plain tag is `[Name "value"]` on one line, without escapes in its value. The value ends at its first quote,
//!   which a closing bracket has to follow.
//! - A comment ends at the first closing brace, unless another opening brace comes before it.
//! - A result contains `*`, `/`, a colon, or a hyphen before a digit or between spaces, or is not
//!   ASCII. Only the result at the end may have any of these, except for the hyphens of castling (`0-0`).
//! - The result begins a token, because white space, a bracket or a comment precedes it: after a space,
//!   a move goes on only with letters, `+` or `#`. It ends its token, because white space follows it.
//! - No token of a plain game extends over a brace or a line end. Quotes, `;` and `%`, which can hide
//!   other tokens, do not occur in its movetext outside comments.
//! - Nothing else ends a game, except a number 1 after a blank line, and a tag. Before a tag, a result
//!   ends the game even if a variation is open.
//!
//! `PlainRun` serves games of any form. It gathers their tokens, on the way to the parser, into
//! runs of tags and of moves, each of which is one terminal of the grammar.

use std::cell::RefCell;

use memchr::memchr2;

use super::{PgnToken, San};
use crate::syntax::{Element, Game, Lexeme, Nag, Node, NumberMark, Outcome, is_of_tag_name};
use crate::text::{Space, Span, work};

/// A game in the common form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::notation) struct PlainGame {
    /// The offset of its first tag.
    pub(in crate::notation) start: usize,
    /// The result, which ends the game.
    pub(in crate::notation) result: (Outcome, Span),
    /// The offset of the first tag of the next game.
    pub(in crate::notation) next: usize,
}

/// The places of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) struct TagSpans {
    pub(in crate::notation) name: Span,
    /// The value, with its quotes.
    pub(in crate::notation) value: Span,
    pub(in crate::notation) whole: Span,
}

/// The class of a byte of movetext, by what it may belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ByteClass {
    /// A move, a number, an annotation, a bracket of a variation, or a space.
    Plain,
    LineEnd,
    Brace,
    Hyphen,
    /// Only a result.
    Result,
    /// Anything; only tokens can show what it is.
    Other,
}

const CLASSES: [ByteClass; 256] = {
    let mut classes = [ByteClass::Other; 256];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = match byte as u8 {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => ByteClass::Plain,
            b' ' | b'\t' | b'.' | b'+' | b'#' | b'=' | b'!' | b'?' | b'$' | b'(' | b')' => ByteClass::Plain,
            b'\n' | b'\r' => ByteClass::LineEnd,
            b'{' => ByteClass::Brace,
            b'-' => ByteClass::Hyphen,
            b'*' | b'/' => ByteClass::Result,
            _ => ByteClass::Other,
        };
        byte += 1;
    }
    classes
};

impl PlainGame {
    /// Finds the game that begins at an offset of a text, after any white space. `is_plain` is called
    /// with each tag, and returns whether the rest of the game is read as usual after it.
    ///
    /// Returns `None` if the game is not plain, or if no other follows it.
    pub(in crate::notation) fn at(
        text: &[u8],
        offset: usize,
        is_plain: impl FnMut(TagSpans) -> bool,
    ) -> Option<PlainGame> {
        let mut scanner = Scanner { text, at: offset };
        scanner.skip_space();
        let start = scanner.at;
        let read = || {
            scanner.pass_tags(is_plain)?;
            scanner.pass_beginning()?;
            let result = scanner.pass_movetext()?;
            Some(PlainGame { start, result, next: scanner.next_game()? })
        };
        let game = read();
        work::count(scanner.at - offset);
        game
    }
}

/// Scans the bytes of a game. Each step returns `None` if the game is not plain.
struct Scanner<'s> {
    text: &'s [u8],
    at: usize,
}

impl Scanner<'_> {
    /// Returns the next byte.
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Skips bytes for which a function returns `true`.
    #[inline(always)]
    fn pass_while(&mut self, is_kind: impl Fn(u8) -> bool) {
        let rest = &self.text[self.at..];
        self.at += rest.iter().position(|&byte| !is_kind(byte)).unwrap_or(rest.len());
    }

    fn skip_space(&mut self) -> Space {
        let space = Space::at_start(&self.text[self.at..]);
        self.at += space.length;
        space
    }

    /// Skips the tags, and the white space after them.
    fn pass_tags(&mut self, mut is_plain: impl FnMut(TagSpans) -> bool) -> Option<()> {
        loop {
            let tag = self.tag()?;
            let space = self.skip_space();
            if !is_plain(tag) {
                return None;
            }
            match self.peek()? {
                // such a tag may begin the next game
                b'[' if space.has_blank_line() || self.text[self.at..].starts_with(b"[Event") => return None,
                b'[' => {}
                _ => return Some(()),
            }
        }
    }

    /// Skips a plain tag, and returns its places.
    fn tag(&mut self) -> Option<TagSpans> {
        let tag = plain_tag(self.text, self.at)?;
        self.at = tag.whole.end;
        Some(tag)
    }

    /// Skips the comments before the first move, and checks that the movetext then begins with the result or
    /// a number, which is skipped. Anything else may be a broken tag.
    fn pass_beginning(&mut self) -> Option<()> {
        while self.peek()? == b'{' {
            self.pass_comment()?;
            self.skip_space();
        }
        // a bracket that a comment leaves open on this line may be taken for the bracket of a tag
        let before = self.text[..self.at].iter().rev();
        if before.copied().find(|byte| matches!(byte, b'[' | b']' | b'\n' | b'\r')) == Some(b'[') {
            return None;
        }
        if self.result_at(self.at).is_some() {
            return Some(());
        }
        let digits = self.at;
        self.pass_while(|byte| byte.is_ascii_digit());
        let dots = self.at;
        self.pass_while(|byte| byte == b'.');
        let behind = self.peek()?;
        (dots > digits && (self.at > dots || behind.is_ascii_whitespace())).then_some(())
    }

    /// Skips a comment that has no other opening brace in it.
    fn pass_comment(&mut self) -> Option<()> {
        let length = memchr2(b'{', b'}', &self.text[self.at + 1..])?;
        self.at += length + 1;
        let is_closed = self.text[self.at] == b'}';
        self.at += 1;
        is_closed.then_some(())
    }

    /// Skips the moves and the result, which is returned.
    fn pass_movetext(&mut self) -> Option<(Outcome, Span)> {
        loop {
            self.pass_while(|byte| CLASSES[usize::from(byte)] == ByteClass::Plain);
            let byte = self.peek()?;
            let start = match CLASSES[usize::from(byte)] {
                ByteClass::Brace => {
                    self.pass_comment()?;
                    continue;
                }
                ByteClass::LineEnd => {
                    if self.skip_space().has_blank_line() && self.may_begin_numbering() {
                        return None;
                    }
                    continue;
                }
                ByteClass::Hyphen if self.is_within_move() => {
                    self.at += 1;
                    continue;
                }
                ByteClass::Result if byte == b'*' => self.at,
                ByteClass::Hyphen | ByteClass::Result => self.at - 1,
                ByteClass::Plain | ByteClass::Other => return None,
            };
            let result = self.result_at(start)?;
            self.at = result.1.end;
            return Some(result);
        }
    }

    /// Returns whether a number 1 may come next. After a blank line it would begin another game.
    fn may_begin_numbering(&self) -> bool {
        self.peek() == Some(b'1') && self.result_at(self.at).is_none()
    }

    /// Returns whether the next byte, a hyphen, is certainly not part of a result.
    fn is_within_move(&self) -> bool {
        match &self.text[self.at - 1..] {
            // `0-0F`: neither came
            [b'0', _, b'0', b'F' | b'f', ..] => false,
            [b'O', _, b'O', ..] | [b'0', _, b'0', ..] => true,
            [b' ', _, b' ', ..] | [_, _, b'0'..=b'9', ..] => false,
            _ => true,
        }
    }

    /// Returns the result at an offset, if no token can extend over its start. The text after the
    /// result is not examined.
    fn result_at(&self, start: usize) -> Option<(Outcome, Span)> {
        let (outcome, length) = match &self.text[start..] {
            [b'1', b'-', b'0', ..] => (Outcome::WhiteWins, 3),
            [b'0', b'-', b'1', ..] => (Outcome::BlackWins, 3),
            [b'*', ..] => (Outcome::Unknown, 1),
            rest if rest.starts_with(b"1/2-1/2") => (Outcome::Draw, 7),
            _ => return None,
        };
        let before = self.text[..start].last()?;
        let is_apart = before.is_ascii_whitespace() || matches!(before, b'}' | b')');
        is_apart.then(|| (outcome, Span::new(start, start + length)))
    }

    /// Returns the start of the next game, if its first tag begins a line after the result.
    fn next_game(&mut self) -> Option<usize> {
        let space = self.skip_space();
        let next = self.at;
        tag_name(self.text, next).filter(|_| space.has_line_end()).map(|_| next)
    }
}

/// Returns the span of the name in the plain tag that begins at an offset. The tag may still end in another form.
#[inline(always)]
fn tag_name(text: &[u8], start: usize) -> Option<Span> {
    if text.get(start) != Some(&b'[') {
        return None;
    }
    let name = &text[start + 1..];
    let length = length_of(name, |byte| is_of_tag_name(&byte));
    let gap = length_of(&name[length..], |byte| byte == b' ');
    let is_name =
        name.first().is_some_and(u8::is_ascii_alphabetic) && gap > 0 && name.get(length + gap) == Some(&b'"');
    is_name.then(|| Span::new(start + 1, start + 1 + length))
}

/// Returns the places of the plain tag that begins at an offset.
#[inline(always)]
fn plain_tag(text: &[u8], start: usize) -> Option<TagSpans> {
    let name = tag_name(text, start)?;
    let quote = name.end + length_of(&text[name.end..], |byte| byte == b' ');
    let length = length_of(&text[quote + 1..], |byte| !matches!(byte, b'"' | b'\\' | b'\r' | b'\n'));
    let value = Span::new(quote, quote + 1 + length + 1);
    let is_plain = text.get(value.end - 1..=value.end) == Some(b"\"]");
    is_plain.then(|| TagSpans { name, value, whole: Span::new(start, value.end + 1) })
}

/// Returns the number of bytes at the start of a text that satisfy a function.
#[inline(always)]
fn length_of(text: &[u8], is_kind: impl Fn(u8) -> bool) -> usize {
    text.iter().position(|&byte| !is_kind(byte)).unwrap_or(text.len())
}

/// A number of tags that few games exceed.
const USUAL_TAGS: usize = 16;

/// The most elements of a run, which few games exceed. If the last one is a number, its move comes on top. The limit
/// bounds the memory of a run.
const ROOM: usize = 512;

/// The parts of the last run. They wait here until the action of its rule puts them in the game,
/// because LALRPOP asks for the next token before it reduces.
#[derive(Debug)]
pub(super) struct PlainRun {
    /// The spans of the name, of the value and of the whole of each tag.
    tags: RefCell<Vec<[Span; 3]>>,
    elements: RefCell<Vec<Element<San>>>,
}

impl PlainRun {
    /// Makes room for the runs of a game.
    pub(super) fn new() -> PlainRun {
        PlainRun {
            tags: RefCell::new(Vec::with_capacity(USUAL_TAGS)),
            elements: RefCell::new(Vec::with_capacity(ROOM + 1)),
        }
    }

    /// Puts the tags in a game.
    pub(super) fn add_tags(&self, game: &mut Game<'_, San>) {
        self.tags.borrow_mut().drain(..).for_each(|[name, value, whole]| game.push_tag(name, value, whole));
    }

    /// Puts the moves and what is between them in a game.
    pub(super) fn add_moves(&self, game: &mut Game<'_, San>) {
        let elements = &mut *self.elements.borrow_mut();
        game.movetext.append(elements);
        elements.reserve(ROOM + 1);
    }

    /// Gathers the tokens of a game into runs.
    pub(super) fn gather<I: Iterator<Item = Lexeme<PgnToken>>>(&self, tokens: I) -> TokensAndRuns<'_, I> {
        TokensAndRuns { tokens, run: self, ahead: [None; 3], left: 0, begins: Some(Begins::Tags) }
    }
}

/// The kind of run that may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Begins {
    Tags,
    Moves,
}

/// The tokens of a game, with runs where there are any.
pub(super) struct TokensAndRuns<'r, I> {
    tokens: I,
    run: &'r PlainRun,
    /// Tokens that have been read but not returned, the next one last.
    ahead: [Option<Lexeme<PgnToken>>; 3],
    /// How many of them are left.
    left: usize,
    /// The kind of run that may begin at the next token. A run never follows another directly,
    /// because the parts of the first are taken only when the parser has seen the token after it.
    begins: Option<Begins>,
}

impl<I: Iterator<Item = Lexeme<PgnToken>>> TokensAndRuns<'_, I> {
    /// Keeps tokens that are not part of a run, in their order.
    fn keep<const COUNT: usize>(&mut self, tokens: [Option<Lexeme<PgnToken>>; COUNT]) {
        self.left = COUNT;
        for (place, token) in self.ahead[..COUNT].iter_mut().rev().zip(tokens) {
            *place = token;
        }
    }

    /// Gathers the tags from a tag name on. If that does not begin a whole tag, returns the name itself.
    fn gather_tags(&mut self, name: (usize, PgnToken, usize)) -> Lexeme<PgnToken> {
        let tags = &mut *self.run.tags.borrow_mut();
        let mut next = Some(Ok(name));
        while let Some(Ok((start, PgnToken::TagName(before_name), name_end))) = next
            && tags.len() < ROOM
        {
            let value = self.tokens.next();
            let Some(Ok((value_start, PgnToken::TagValue, value_end))) = value else {
                self.keep([next, value]);
                break;
            };
            let closing = self.tokens.next();
            let Some(Ok((_, PgnToken::TagEnd, end))) = closing else {
                self.keep([next, value, closing]);
                break;
            };
            let name = Span::new(start + before_name as usize, name_end);
            tags.push([name, Span::new(value_start, value_end), Span::new(start, end)]);
            next = self.tokens.next();
        }
        match tags.last() {
            Some([_, _, last]) => {
                if self.left == 0 {
                    self.keep([next]);
                }
                Ok((name.0, PgnToken::Tags, last.end))
            }
            None => {
                // the name is the first of the tokens that have been kept
                self.left -= 1;
                Ok(name)
            }
        }
    }

    /// Gathers the run that begins with a move.
    fn gather_moves(&mut self, start: usize, san: San, end: usize) -> Lexeme<PgnToken> {
        let elements = &mut *self.run.elements.borrow_mut();
        let (from, node, to) = whole(start, san, end, |element| elements.push(element));
        elements.push(Element { node, span: Span::new(from, to) });
        // a number is part of the run only if a move follows it directly: the grammar reads dots
        // that stand apart (`2 . Nf3`)
        let mut number = None;
        while elements.len() < ROOM || number.is_some() {
            let next = self.tokens.next();
            let (from, node, to) = match next {
                Some(Ok((from, PgnToken::Move(san), to))) => {
                    number = None;
                    whole(from, san, to, |element| elements.push(element))
                }
                Some(Ok((from, PgnToken::MoveNumber(value), to))) if number.is_none() => {
                    number = next;
                    (from, Node::number(value, NumberMark::Plain), to)
                }
                Some(Ok((from, PgnToken::BlackNumber(value), to))) if number.is_none() => {
                    number = next;
                    (from, Node::number(value, NumberMark::Black), to)
                }
                Some(Ok((from, PgnToken::Comment(form), to))) if number.is_none() => {
                    (from, Node::Comment(form), to)
                }
                Some(Ok((from, PgnToken::Nag(nag), to))) if number.is_none() => (from, Node::Nag(nag), to),
                _ if number.is_some() => {
                    elements.pop();
                    self.keep([number, next]);
                    break;
                }
                _ => {
                    self.keep([next]);
                    break;
                }
            };
            elements.push(Element { node, span: Span::new(from, to) });
        }
        let end = elements.last().map_or(end, |element| element.span.end);
        Ok((start, PgnToken::Moves, end))
    }
}

impl<I: Iterator<Item = Lexeme<PgnToken>>> Iterator for TokensAndRuns<'_, I> {
    type Item = Lexeme<PgnToken>;

    #[inline]
    fn next(&mut self) -> Option<Lexeme<PgnToken>> {
        let begins = self.begins.take();
        if self.left > 0 {
            self.left -= 1;
            let lexeme = self.ahead[self.left].take();
            self.begins = lexeme.and_then(|lexeme| begun_behind(lexeme.ok()?.1, None));
            return lexeme;
        }
        let lexeme = self.tokens.next();
        let Some(Ok((start, token, end))) = lexeme else { return lexeme };
        match (token, begins) {
            (PgnToken::Move(san), Some(Begins::Moves)) => Some(self.gather_moves(start, san, end)),
            (PgnToken::TagName(_), Some(Begins::Tags)) => Some(self.gather_tags((start, token, end))),
            _ => {
                self.begins = begun_behind(token, begins);
                lexeme
            }
        }
    }
}

/// Returns a move as an element. If the `N` of a novelty is joined to it, calls `put` with the move, and returns
/// the `N`.
#[inline(always)]
fn whole(start: usize, san: San, end: usize, put: impl FnOnce(Element<San>)) -> (usize, Node<San>, usize) {
    let Some(without) = san.split_novelty() else { return (start, Node::Move(san), end) };
    put(Element { node: Node::Move(without), span: Span::new(start, end - 1) });
    (end - 1, Node::Nag(Nag::NOVELTY), end)
}

/// Appends a move that is not part of a run to a game.
pub(super) fn push_move(game: &mut Game<'_, San>, start: usize, san: San, end: usize) {
    let (start, node, end) = whole(start, san, end, |element| game.movetext.push(element));
    game.push(start, node, end);
}

/// Returns which run may begin after a token that is not a run. `before` is the run that might have
/// begun at the token.
fn begun_behind(token: PgnToken, before: Option<Begins>) -> Option<Begins> {
    match token {
        PgnToken::Comment(_) if before == Some(Begins::Tags) => before,
        // wherever these stand, a move may follow
        PgnToken::MoveNumber(_)
        | PgnToken::BlackNumber(_)
        | PgnToken::Move(_)
        | PgnToken::Comment(_)
        | PgnToken::Nag(_)
        | PgnToken::Ellipsis
        | PgnToken::VariationStart
        | PgnToken::VariationEnd => Some(Begins::Moves),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::grammar::GameParser;
    use crate::syntax::{CommentBounds, GameCursor, Lexer, Notation, Portion, Recovery};
    use crate::text::Source;

    /// Reads a game in runs and token by token, and asserts that the outcome is the same. Returns the number of
    /// runs.
    fn check(text: &[u8], from: usize) -> usize {
        let tokens = || Lexer::<PgnToken>::new(text, from, CommentBounds::of(text, from));
        let (mut game, mut by_tokens) = (Game::new(text), Game::new(text));
        let error = |parsed: Result<(), _>| parsed.map_err(|error| format!("{error:?}"));
        let parsed = error(San::parse(&mut game, tokens()));
        let shown = String::from_utf8_lossy(&text[from..]);
        assert_eq!(
            parsed,
            error(GameParser::new().parse(&mut by_tokens, &PlainRun::new(), tokens())),
            "{shown}"
        );
        // what comes just before an error is not in the game yet
        assert!(parsed.is_err() || game == by_tokens, "{shown}");
        let run = PlainRun::new();
        let gathered = run.gather(tokens()).map_while(Result::ok).inspect(|_| {
            run.tags.borrow_mut().clear();
            run.elements.borrow_mut().clear();
        });
        gathered.filter(|(_, token, _)| matches!(token, PgnToken::Tags | PgnToken::Moves)).count()
    }

    #[test]
    fn runs_change_nothing() {
        let paths = glob::glob(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/**/*.pgn")).unwrap();
        let (mut games, mut runs) = (0, 0);
        for path in paths {
            let source = Source::new("t.pgn", std::fs::read(path.unwrap()).unwrap());
            let mut cursor = GameCursor::new(&source, Recovery::End);
            let mut game = Game::<San>::new(source.bytes());
            while cursor.read(Portion::Whole, &mut game).is_some() {
                runs += check(&source.bytes()[..cursor.end()], game.begins_at);
                games += 1;
            }
        }
        assert!(games > 1000 && runs > 2 * games, "{runs} runs in {games} games");
        for text in [
            "1. e4 e5 2 . Nf3",
            "1. e4 ... e5 2. Nf3 3",
            "1 e4 2. 3. Nf3 $1 4",
            "[A \"b\"] [C] e4",
            "[A \"b\" [C \"d\"]",
        ] {
            check(text.as_bytes(), 0);
        }
        check(format!("1. e4 {}*", "Nf3 1... Nf6 {a} 2. ".repeat(ROOM)).as_bytes(), 0);
        check(format!("{}*", "[A \"b\"]\n".repeat(3 * ROOM)).as_bytes(), 0);
    }
}
