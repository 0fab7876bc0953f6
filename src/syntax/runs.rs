//! Runs of plain tags and plain moves, each of which is one token.
//!
//! Most of a file are tags and moves with nothing unusual about them. A notation may have a token for a run
//! of them, which is read from its bytes; what it consists of waits here until the action of the token's
//! rule puts it in the game.

use std::cell::RefCell;

use super::boundary::GameTokens;
use super::plain_tags::TagSpans;
use super::{Element, Game, Lexeme, Notation, Token, plain_tags};
use crate::text::Span;

/// How many elements a run may have: those of most games.
const ROOM: usize = 512;

/// The parts of the run that has been read last, until they are put in the game.
#[derive(Debug)]
pub struct Runs<N> {
    tags: RefCell<Vec<TagSpans>>,
    elements: RefCell<Vec<Element<N>>>,
}

impl<N: Notation> Runs<N> {
    /// Makes room for the runs of a game.
    pub(super) fn new() -> Runs<N> {
        Runs { tags: RefCell::default(), elements: RefCell::new(Vec::with_capacity(ROOM)) }
    }

    /// Creates the runs of a game that is read without any.
    pub(crate) fn none() -> Runs<N> {
        Runs { tags: RefCell::default(), elements: RefCell::default() }
    }

    /// Puts the tags of a run in a game.
    pub(crate) fn add_tags(&self, game: &mut Game<'_, N>) {
        self.tags.borrow_mut().drain(..).for_each(|tag| game.push_tag(tag.name, tag.value, tag.whole));
    }

    /// Puts the elements of a run in a game.
    pub(crate) fn add_moves(&self, game: &mut Game<'_, N>) {
        game.movetext.append(&mut self.elements.borrow_mut());
    }
}

/// The tokens of one game, with runs where there are any.
pub(super) struct TokensAndRuns<'t, 'p, 's, N: Notation> {
    tokens: &'t mut GameTokens<'p, 's, N::Token>,
    runs: &'t Runs<N>,
    /// Whether the last token was a run. What it consists of is put in the game only when the next token
    /// is known, so no other run may follow.
    is_behind_run: bool,
}

impl<'t, 'p, 's, N: Notation> TokensAndRuns<'t, 'p, 's, N> {
    /// Reads the rest of a game's tokens, and the parts of runs into `runs`.
    pub(super) fn new(
        tokens: &'t mut GameTokens<'p, 's, N::Token>,
        runs: &'t Runs<N>,
    ) -> TokensAndRuns<'t, 'p, 's, N> {
        TokensAndRuns { tokens, runs, is_behind_run: false }
    }

    /// Reads a run, if one comes next.
    #[inline(always)]
    fn next_run(&mut self) -> Option<(N::Token, Span)> {
        if self.is_behind_run {
            return None;
        }
        if self.tokens.may_pass_moves() {
            let token = N::Token::PLAIN_MOVES?;
            let elements = &mut self.runs.elements.borrow_mut();
            let end = self.tokens.pass_run(|text, from, bounds| {
                N::read_plain_moves(text, from, bounds, elements);
                elements.last().map(|element| element.span.end)
            })?;
            return Some((token, Span::new(elements[0].span.start, end)));
        }
        if self.tokens.may_pass_tags() {
            let token = N::Token::PLAIN_TAGS?;
            let tags = &mut self.runs.tags.borrow_mut();
            let end = self.tokens.pass_run(|text, from, _| {
                plain_tags::read(text, from, tags);
                tags.last().map(|tag| tag.whole.end)
            })?;
            return Some((token, Span::new(tags[0].whole.start, end)));
        }
        None
    }
}

impl<N: Notation> Iterator for TokensAndRuns<'_, '_, '_, N> {
    type Item = Lexeme<N::Token>;

    #[inline(always)]
    fn next(&mut self) -> Option<Lexeme<N::Token>> {
        let run = self.next_run();
        self.is_behind_run = run.is_some();
        match run {
            Some((token, span)) => Some(Ok((span.start, token, span.end))),
            None => self.tokens.next(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::San;
    use crate::syntax::deciding_tags::DecidingTags;
    use crate::syntax::{CommentBounds, ParseResult};

    /// A game, how reading it ended, and where it ends.
    type Read<'s> = (Game<'s, San>, Result<(), String>, usize, Option<usize>);

    /// Reads the game at an offset, with runs or by tokens alone.
    fn read(text: &[u8], offset: usize, with_runs: bool) -> Option<Read<'_>> {
        let bounds = CommentBounds::of(text, offset);
        let tags = DecidingTags::new::<San>(None, None);
        let mut tokens = GameTokens::at(text, offset, bounds, tags, &[])?;
        let mut game = Game::new(text);
        let parsed: ParseResult<_> = if with_runs {
            let runs = Runs::new();
            San::parse(&mut game, &runs, TokensAndRuns::new(&mut tokens, &runs))
        } else {
            San::parse(&mut game, &Runs::none(), &mut tokens)
        };
        let parsed = parsed.map_err(|error| format!("{:?}", error.map_token(|token| token.kind())));
        let end = tokens.skip_to_end();
        Some((game, parsed, end.end, end.next.checked_sub(offset).filter(|length| *length > 0)))
    }

    /// Checks that runs change nothing of the games of a text.
    fn check(text: &[u8]) {
        let mut offset = 0;
        while let Some((game, parsed, end, length)) = read(text, offset, true) {
            let by_tokens = read(text, offset, false).expect("a game");
            let shown = String::from_utf8_lossy(&text[offset..]);
            assert_eq!(parsed, by_tokens.1, "{shown}");
            // what comes just before an error is not in the game yet, and the game is read again
            assert!(parsed.is_err() || game == by_tokens.0, "{shown}");
            assert_eq!((end, length), (by_tokens.2, by_tokens.3), "{shown}");
            let Some(length) = length else { break };
            offset += length;
        }
    }

    fn inputs() -> impl Iterator<Item = Vec<u8>> {
        let files = glob::glob(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/**/*.pgn")).expect("a pattern");
        files.map(|path| std::fs::read(path.expect("a file")).expect("a text"))
    }

    #[test]
    fn runs_change_nothing_of_any_input() {
        let count = inputs().inspect(|text| check(text)).count();
        assert!(count > 100, "{count}");
    }

    #[test]
    fn runs_change_nothing_of_changed_texts() {
        const PARTS: &[&str] = &[
            " ",
            "  ",
            "\n",
            "\r\n",
            "\n\n",
            "\t",
            "+",
            "#",
            "=",
            "=Q",
            "x",
            ".",
            "..",
            "...",
            "{",
            "}",
            "(",
            ")",
            "!",
            "?",
            "$",
            "$7",
            "-",
            "0",
            "1",
            "1.",
            "O-O",
            "e4",
            "e.p.",
            " ep",
            " ch",
            "e",
            "N",
            "Nbd2",
            "[",
            "]",
            "\"",
            "\\",
            ";",
            "%",
            "*",
            "1-0",
            "P",
            "e8=Q+",
            "é",
            "\u{2020}",
            " +",
            " d",
            "[White \"a\"]",
            "{a}",
            "12...",
        ];
        let game = "[Event \"a\"]\n[Site \"b\"]\n[Round \"1\"]\n\n1. e4 e5 2. Nf3 {so} Nc6 3. Bb5 $1 a6! 4. Bxc6 dxc6 \
                    5. O-O f6 6. d4 exd4 (6... Bg4 7. dxe5) 7. Nxd4 c5 8. Nb3 Qxd1 9. Rxd1 Bd7\n10. Nc3 O-O-O+ 1-0\n\n";
        let game = [game, game].concat().into_bytes();
        let mut state = 1_u64;
        let mut below = |limit: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % limit
        };
        for _ in 0..3000 {
            let mut text = game.clone();
            for _ in 0..=below(3) {
                let at = below(text.len());
                let removed = below(3).min(text.len() - at);
                text.splice(at..at + removed, PARTS[below(PARTS.len())].bytes());
            }
            check(&text);
        }
    }
}
