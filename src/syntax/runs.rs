//! Runs of plain tags and plain moves, each of which is one token.
//!
//! Most of a file are tags and moves with nothing unusual about them. A notation may have a token for a run
//! of them, which is read from its bytes; what it consists of waits here until the action of the token's
//! rule puts it in the game.

use std::cell::RefCell;
use std::mem;

use super::boundary::GameTokens;
use super::plain_tags::TagSpans;
use super::{Element, Game, Lexeme, Notation, Token, plain_tags};
use crate::text::Span;

/// How many elements a run may have: those of most games.
const ROOM: usize = 512;

/// How many tags most games have at most.
const USUAL_TAGS: usize = 16;

/// The parts of the run that has been read last, until they are put in the game.
#[derive(Debug)]
pub struct Runs<N> {
    tags: RefCell<Vec<TagSpans>>,
    elements: RefCell<Vec<Element<N>>>,
}

impl<N: Notation> Runs<N> {
    /// Makes room for the runs of a game.
    pub(super) fn new() -> Runs<N> {
        Runs {
            tags: RefCell::new(Vec::with_capacity(USUAL_TAGS)),
            elements: RefCell::new(Vec::with_capacity(ROOM)),
        }
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
        let elements = &mut *self.elements.borrow_mut();
        // Most games are one run, which need not be copied. A game that has no memory yet may be kept, and gets no
        // more than it needs.
        if game.movetext.is_empty() && game.movetext.capacity() > 0 {
            mem::swap(&mut game.movetext, elements);
            elements.reserve(ROOM);
        } else {
            game.movetext.append(elements);
        }
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
    use crate::notation::ctl::CtlAn;
    use crate::notation::pgn::San;
    use crate::syntax::deciding_tags::DecidingTags;
    use crate::syntax::{CommentBounds, ParseResult};

    /// A game, how reading it ended, and where it ends.
    type Read<'s, N> = (Game<'s, N>, Result<(), String>, usize, Option<usize>);

    /// Reads the game at an offset, with runs or by tokens alone. Adds to `runs` how many there were.
    fn read<'s, N: Notation>(
        text: &'s [u8],
        offset: usize,
        with_runs: Option<&mut usize>,
    ) -> Option<Read<'s, N>> {
        let bounds = CommentBounds::of(text, offset);
        let tags = DecidingTags::new::<N>(None, None);
        let mut tokens = GameTokens::at(text, offset, bounds, tags, &[])?;
        let mut game = Game::new(text);
        let parsed: ParseResult<_> = match with_runs {
            Some(count) => {
                let runs = Runs::new();
                let mut with_runs = TokensAndRuns::new(&mut tokens, &runs);
                let counted = std::iter::from_fn(|| {
                    let lexeme = with_runs.next();
                    *count += usize::from(with_runs.is_behind_run);
                    lexeme
                });
                N::parse(&mut game, &runs, counted)
            }
            None => N::parse(&mut game, &Runs::none(), &mut tokens),
        };
        let parsed = parsed.map_err(|error| format!("{:?}", error.map_token(|token| token.kind())));
        let end = tokens.skip_to_end();
        Some((game, parsed, end.end, end.next.checked_sub(offset).filter(|length| *length > 0)))
    }

    /// Checks that runs change nothing of the games of a text, and returns how many there were.
    fn check<N: Notation>(text: &[u8]) -> usize {
        let (mut offset, mut runs) = (0, 0);
        while let Some((game, parsed, end, length)) = read::<N>(text, offset, Some(&mut runs)) {
            let by_tokens = read::<N>(text, offset, None).expect("a game");
            let shown = String::from_utf8_lossy(&text[offset..]);
            assert_eq!(parsed, by_tokens.1, "{shown}");
            // what comes just before an error is not in the game yet, and the game is read again
            assert!(parsed.is_err() || game == by_tokens.0, "{shown}");
            assert_eq!((end, length), (by_tokens.2, by_tokens.3), "{shown}");
            let Some(length) = length else { break };
            offset += length;
        }
        runs
    }

    /// Checks the files in the project that a pattern matches, and returns how many there are, and how many runs.
    fn check_files<N: Notation>(pattern: &str) -> (usize, usize) {
        let files = glob::glob(&format!("{}/{pattern}", env!("CARGO_MANIFEST_DIR"))).expect("a pattern");
        let texts = files.map(|path| std::fs::read(path.expect("a file")).expect("a text"));
        texts.fold((0, 0), |(files, runs), text| (files + 1, runs + check::<N>(&text)))
    }

    #[test]
    fn runs_change_nothing_of_any_input() {
        let (files, runs) = check_files::<San>("tests/**/*.pgn");
        assert!(files > 100 && runs > 1000, "{runs} runs in {files} files");
        for pattern in ["tests/**/*.ctl-pgn", "tests/corpus/ctl_pgn/*", "examples/*.ctl-pgn"] {
            let (files, runs) = check_files::<CtlAn>(pattern);
            assert!(files > 2 && runs > 2, "{runs} runs in {files} files of {pattern}");
        }
    }

    /// Parts of texts of any notation, with which the texts below are changed.
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
        "[",
        "]",
        "\"",
        "\\",
        ";",
        "%",
        "*",
        "é",
        "\u{2020}",
        "[White \"a\"]",
        "{a}",
        "12...",
    ];

    /// Checks a text with random changes, of which each puts one of some parts in the place of up to two
    /// bytes.
    fn check_changed<N: Notation>(text: &str, parts: &[&str]) {
        let parts = [PARTS, parts].concat();
        let mut state = 1_u64;
        let mut below = |limit: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % limit
        };
        for _ in 0..20_000 {
            let mut text = text.as_bytes().to_vec();
            for _ in 0..=below(3) {
                let at = below(text.len());
                let removed = below(3).min(text.len() - at);
                text.splice(at..at + removed, parts[below(parts.len())].bytes());
            }
            check::<N>(&text);
        }
    }

    #[test]
    fn runs_change_nothing_of_changed_texts() {
        const PARTS: &[&str] =
            &["=Q", "O-O", "e4", "e.p.", " ep", " ch", "e", "N", "Nbd2", "1-0", "P", "e8=Q+", " +", " d"];
        let game = "[Event \"a\"]\n[Site \"b\"]\n[Round \"1\"]\n\n1. e4 e5 2. Nf3 {so} Nc6 3. Bb5 $1 a6! 4. Bxc6 dxc6 \
                    5. O-O f6 6. d4 exd4 (6... Bg4 7. dxe5) 7. Nxd4 c5 8. Nb3 Qxd1 9. Rxd1 Bd7\n10. Nc3 O-O-O+ 1-0\n\n";
        check_changed::<San>(&game.repeat(2), PARTS);
    }

    #[test]
    fn runs_change_nothing_of_changed_texts_in_ctl_pgn() {
        const PARTS: &[&str] = &[
            ",", ", ", ":", "×", "@", "@@", "^", "++", "+∞", "\u{2010}", "…", "…,", "...,", "E", "J7", "z",
            "=&", "=D", "12.", "2. ", "1?", "(=", "(=)", "$[1]", "◇", "KRR-HIH", "KRK-H", "E7-E13", "ND8",
            "♘", "&", "3-0", "1-1", "28",
        ];
        let game = "[Variant \"C'escacs\"]\n[Event \"a\"]\n[Site \"b\"]\n[Round \"1\"]\n\n1. E7-E13, E21-E15\n2. NE3-D8 {so}, NE25-D20\n\
                    3. GE5×JF8+ $1, {why} H22-H18!\n4. KRK-HIO, D16@E13++ (4. …, E21-E15\n.5. F8-F12, F20-F16)\n5. F8-F12 ?!, EH6*I11#\n\
                    {note}\n6. F26-F28=D, F28=N\n7. K4-K10 F20-F16\n12. DZ9-A9+^ (=), L5-L7\n13. E13xJE15, B8@@A7:\n3-0\n\n";
        check_changed::<CtlAn>(&game.repeat(2), PARTS);
    }
}
