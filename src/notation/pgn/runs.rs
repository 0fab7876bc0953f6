//! Runs of tags and of moves, each of which is one token of the grammar.
//!
//! Most of a file are tags, and moves with their numbers, annotations and comments, and wherever a move may stand,
//! all of these may follow in any order. So the parser need not decide about each: they are gathered from the tokens
//! into a run, up to the first token that is something else.

use std::cell::RefCell;
use std::mem;

use super::{PgnToken, San};
use crate::syntax::{Element, Game, Lexeme, Nag, Node, NumberMark};
use crate::text::Span;

/// How many tags most games have at most.
const USUAL_TAGS: usize = 16;

/// How many elements a run may have, and a move behind its number: those of most games.
const ROOM: usize = 512;

/// The parts of the run that has been read last, until the action of its rule puts them in the game: LALRPOP asks
/// for the token behind before it reduces.
#[derive(Debug)]
pub(super) struct Run {
    /// The names of tags, their values, and the whole.
    tags: RefCell<Vec<[Span; 3]>>,
    elements: RefCell<Vec<Element<San>>>,
}

impl Run {
    /// Makes room for the runs of a game.
    pub(super) fn new() -> Run {
        Run {
            tags: RefCell::new(Vec::with_capacity(USUAL_TAGS)),
            elements: RefCell::new(Vec::with_capacity(ROOM + 1)),
        }
    }

    /// Puts the tags in a game.
    pub(super) fn add_tags(&self, game: &mut Game<'_, San>) {
        self.tags.borrow_mut().drain(..).for_each(|[name, value, whole]| game.push_tag(name, value, whole));
    }

    /// Puts the moves, and what is between them, in a game.
    pub(super) fn add_moves(&self, game: &mut Game<'_, San>) {
        let elements = &mut *self.elements.borrow_mut();
        // Most games are one run, which need not be copied. A game that has no memory yet may be kept, and gets no
        // more than it needs.
        if game.movetext.is_empty() && game.movetext.capacity() > 0 {
            mem::swap(&mut game.movetext, elements);
            elements.reserve(ROOM + 1);
        } else {
            game.movetext.append(elements);
        }
    }

    /// Gathers the tokens of a game into runs.
    pub(super) fn gather<I: Iterator<Item = Lexeme<PgnToken>>>(&self, tokens: I) -> TokensAndRuns<'_, I> {
        TokensAndRuns { tokens, run: self, ahead: [None; 3], left: 0, begins: Some(Begins::Tags) }
    }
}

/// What may begin a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Begins {
    Tags,
    Moves,
}

/// The tokens of a game, with runs where there are any.
pub(super) struct TokensAndRuns<'r, I> {
    tokens: I,
    run: &'r Run,
    /// Tokens that have been read already, the next one last.
    ahead: [Option<Lexeme<PgnToken>>; 3],
    /// How many of them are left.
    left: usize,
    /// What may begin a run that comes next. None follows another run, which is in the game only when the token
    /// behind it is known.
    begins: Option<Begins>,
}

impl<I: Iterator<Item = Lexeme<PgnToken>>> TokensAndRuns<'_, I> {
    /// Keeps tokens that are no part of a run, in their order.
    fn keep<const COUNT: usize>(&mut self, tokens: [Option<Lexeme<PgnToken>>; COUNT]) {
        self.left = COUNT;
        for (place, token) in self.ahead[..COUNT].iter_mut().rev().zip(tokens) {
            *place = token;
        }
    }

    /// Gathers the tags from the name of one on. If that is not a whole tag, the name remains.
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
        // a number is part of the run if a move follows it, and not dots that belong to it
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

/// Returns a move, or the `N` of a novelty if one is joined to it; the move is then put before it.
#[inline(always)]
fn whole(start: usize, san: San, end: usize, put: impl FnOnce(Element<San>)) -> (usize, Node<San>, usize) {
    let Some(without) = san.split_novelty() else { return (start, Node::Move(san), end) };
    put(Element { node: Node::Move(without), span: Span::new(start, end - 1) });
    (end - 1, Node::Nag(Nag::NOVELTY), end)
}

/// Puts a move that is in no run in a game.
pub(super) fn push_move(game: &mut Game<'_, San>, start: usize, san: San, end: usize) {
    let (start, node, end) = whole(start, san, end, |element| game.movetext.push(element));
    game.push(start, node, end);
}

/// Returns what may begin a run behind a token that is none, and before which a run might have begun.
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
    use crate::syntax::{CommentBounds, GameCursor, Lexer, Notation, Recovery};
    use crate::text::Source;

    /// Reads the game in a part of a text in runs and token by token, and checks that it is the same. Returns how
    /// many runs there are.
    fn check(text: &[u8], from: usize) -> usize {
        let tokens = || Lexer::<PgnToken>::new(text, from, CommentBounds::of(text, from));
        let (mut game, mut by_tokens) = (Game::new(text), Game::new(text));
        let error = |parsed: Result<(), _>| parsed.map_err(|error| format!("{error:?}"));
        let parsed = error(San::parse(&mut game, tokens()));
        let shown = String::from_utf8_lossy(&text[from..]);
        assert_eq!(parsed, error(GameParser::new().parse(&mut by_tokens, &Run::new(), tokens())), "{shown}");
        // what comes just before an error is not in the game yet
        assert!(parsed.is_err() || game == by_tokens, "{shown}");
        let run = Run::new();
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
            while cursor.read(&mut game).is_some() {
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
