//! Finds where the games of a document begin and end. After a change, searches only for the games
//! that the change may affect.

use std::iter::Peekable;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::vec::IntoIter;

use super::checked::Checked;
use super::settings::Settings;
use crate::syntax::{Portion, Recovery};
use crate::text::{Source, Space, Span};

/// The number of bytes in which games are first searched for. The window grows if no game ends in
/// it. The games found in a window do not depend on the text after it.
///
/// It is small for the fuzzer, so that its short texts have many windows.
pub(super) const WINDOW: usize = if cfg!(fuzzing) { 256 } else { 64 << 10 };

/// The maximum number of bytes before a game, on its line, on which it may depend.
const MOST_CONTEXT: usize = 64 << 10;

/// The number of bytes before that line on which it may depend: two line ends of two bytes each, as
/// around a blank line.
const LINE_ENDS: usize = 4;

/// A game of a document. Offsets count from the beginning of the text.
#[derive(Debug)]
pub(super) struct GameEntry {
    /// The start of the text on which it depends: a little before the line of `from`, or `from` itself.
    pub(super) context: usize,
    /// The end of the game before it, from which it is read.
    pub(super) from: usize,
    /// Its end.
    pub(super) end: usize,
    /// The start of the game after it.
    pub(super) next: usize,
    /// The end of the text on which these offsets depend; [`usize::MAX`] if they depend on where the text ends.
    pub(super) looked_to: usize,
    /// The results of its check, if it has been checked since it last changed.
    pub(super) checked: Option<Box<Checked>>,
}

impl GameEntry {
    /// Returns whether the game has been checked and has diagnostics.
    pub(super) fn has_diagnostics(&self) -> bool {
        self.checked.as_ref().is_some_and(|checked| !checked.diagnostics.is_empty())
    }
}

/// A change of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    /// The span that was replaced.
    pub(super) old: Span,
    /// The length of the new text.
    pub(super) length: usize,
}

impl Change {
    /// Returns the new value of an offset after the change.
    fn moved(self, offset: usize) -> usize {
        if offset == usize::MAX { offset } else { offset - self.old.end + self.old.start + self.length }
    }

    /// Returns whether the change does not affect a game except by moving it.
    fn spares(self, game: &GameEntry) -> bool {
        game.context >= self.old.end || game.looked_to <= self.old.start
    }

    /// Moves a game that the change spares to its new place.
    fn apply(self, game: GameEntry) -> GameEntry {
        if game.context < self.old.end {
            return game;
        }
        let offsets = [game.context, game.from, game.end, game.next, game.looked_to];
        let [context, from, end, next, looked_to] = offsets.map(|offset| self.moved(offset));
        GameEntry { context, from, end, next, looked_to, ..game }
    }
}

/// A text in which games are found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text<'d> {
    pub(super) name: &'d Arc<str>,
    pub(super) bytes: &'d [u8],
    /// The offset at which the text begins, after a byte order mark.
    pub(super) start: usize,
    pub(super) settings: &'d Settings,
}

impl Text<'_> {
    /// Returns the start of the text on which a game that is read from `from` depends: a little before the line of
    /// `from`, or `from` itself if nothing more stands on that line.
    fn context(self, from: usize) -> usize {
        let rest = self.bytes[from..].iter().find(|byte| !matches!(byte, b' ' | b'\t'));
        if matches!(rest, None | Some(b'\n' | b'\r')) {
            return from;
        }
        // without this bound, each of many games on one long line would be read with all before it
        let floor = from.saturating_sub(MOST_CONTEXT).max(self.start);
        let line =
            memchr::memrchr2(b'\n', b'\r', &self.bytes[floor..from]).map_or(floor, |end| floor + end + 1);
        line.saturating_sub(LINE_ENDS).max(self.start)
    }

    /// Returns a part of the text as a source that begins at the offset `from`.
    pub(super) fn window(self, from: usize, to: usize) -> Source {
        self.changed_window(from, to, Span::new(from, from), "")
    }

    /// Returns a part of the text in which something else takes the place of a span.
    pub(super) fn changed_window(self, from: usize, to: usize, span: Span, new: &str) -> Source {
        let rest = self.bytes.get(span.end..to.min(self.bytes.len())).unwrap_or_default();
        let part = [&self.bytes[from..span.start], new.as_bytes(), rest].concat();
        Source::window(self.name.clone(), part, from - self.start, to > self.bytes.len())
    }

    /// Finds the games from the offset `from`, which is between two games. `visit` returns whether to go on.
    fn find_games(self, mut from: usize, mut visit: impl FnMut(GameEntry) -> ControlFlow<()>) {
        let length = self.bytes.len();
        let mut size = WINDOW;
        loop {
            // a part that does not reach the end of the text is read as if more text followed, so
            // no game found in it depends on the rest
            let mut to = from.saturating_add(size).min(length);
            if to == length && size > WINDOW {
                to = usize::MAX;
            }
            let base = self.context(from);
            let source = self.window(base, to);
            let mut games = self.settings.options.games(&source);
            let mut game = games.blank();
            games.seek(from - base);
            let start = from;
            while games.read(Portion::Nothing, &mut game).is_some() {
                // where the last game ends depends on text after the window, so it is read again in a larger one
                let is_whole = to == usize::MAX || games.is_bounded() && !games.is_skipping();
                if !is_whole {
                    break;
                }
                let [end, next] = [games.end(), games.next_start()].map(|at| base + at);
                let context = self.context(from);
                let game = GameEntry { context, from, end, next, looked_to: to, checked: None };
                from = end;
                if visit(game).is_break() {
                    return;
                }
            }
            if to == usize::MAX {
                return;
            }
            // a window that only grew a little each time would make a long game quadratic
            size = if from > start { WINDOW } else { size.saturating_mul(4) };
        }
    }

    /// Finds all games.
    pub(super) fn all_games(self) -> Vec<GameEntry> {
        let mut games = Vec::new();
        self.find_games(self.start, |game| {
            games.push(game);
            ControlFlow::Continue(())
        });
        games
    }

    /// Finds the games of the changed text, with the help of those that it had before the change.
    pub(super) fn games_after(self, change: Change, old: Vec<GameEntry>) -> Vec<GameEntry> {
        // lenient reading edits tokens, and its edits in a game may depend on the tokens after the
        // game
        let keeps_checks = self.settings.options.syntax.recovery() == Recovery::End;
        let mut games = Vec::with_capacity(old.len() + 1);
        let mut known = Known { old: old.into_iter().peekable(), change, start: self.start, keeps_checks };
        let mut from = self.start;
        loop {
            from = known.keep(from, &mut games);
            let mut resumes = false;
            self.find_games(from, |mut game| {
                game.checked = known.check_of(&game, self.bytes);
                let end = game.end;
                games.push(game);
                if known.resumes_at(end) {
                    resumes = true;
                    from = end;
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
            if !resumes {
                return games;
            }
        }
    }
}

/// The games that a text had before a change. Most of them are still there.
struct Known {
    old: Peekable<IntoIter<GameEntry>>,
    change: Change,
    start: usize,
    /// Whether the check of a game whose offsets have not changed depends on nothing after the next header.
    keeps_checks: bool,
}

impl Known {
    /// Returns the next old game that may begin at an offset of the changed text or after it.
    fn peek(&mut self, from: usize) -> Option<&mut GameEntry> {
        let change = self.change;
        let is_past = |game: &GameEntry| match game.from {
            start if start >= change.old.end => change.moved(start) < from,
            start => start > change.old.start || start < from,
        };
        while self.old.next_if(is_past).is_some() {}
        self.old.peek_mut()
    }

    /// Returns whether an old game that the change spares begins at an offset of the changed text.
    fn resumes_at(&mut self, from: usize) -> bool {
        let (change, start) = (self.change, self.start);
        self.peek(from).is_some_and(|game| {
            let now = if game.from < change.old.end { game.from } else { change.moved(game.from) };
            // text before the first game is read by other rules than text between games
            now == from && change.spares(game) && (game.from == start) == (now == start)
        })
    }

    /// Keeps the known games that follow each other from an offset on, and returns the end of the
    /// last one.
    fn keep(&mut self, mut from: usize, games: &mut Vec<GameEntry>) -> usize {
        while self.resumes_at(from)
            && let Some(game) = self.old.next()
        {
            let game = self.change.apply(game);
            from = game.end;
            games.push(game);
        }
        from
    }

    /// Returns the results of the check of a game, if only text after the header of the next game has changed. The tags
    /// there may be part of this game instead, if the text up to the first blank line after them is another.
    fn check_of(&mut self, game: &GameEntry, text: &[u8]) -> Option<Box<Checked>> {
        let change = self.change;
        let keeps_checks = self.keeps_checks;
        let old = self.peek(game.from)?;
        let is_same = (old.from, old.end, old.next) == (game.from, game.end, game.next);
        let header = text.get(old.next..change.old.start).unwrap_or_default();
        let mut line_ends = memchr::memchr2_iter(b'\n', b'\r', header);
        let is_apart = line_ends.any(|at| Space::at_end(&header[..=at]).has_blank_line());
        if keeps_checks && is_same && is_apart { old.checked.take() } else { None }
    }
}
