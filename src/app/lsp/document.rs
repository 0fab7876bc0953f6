//! A document of the editor: its text, its games and what their checks have found.

use std::ops::{ControlFlow, Range};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use gen_lsp_types::{TextDocumentContentChangeEvent, Uri};

use super::boundaries::{Change, GameEntry, Text};
use super::checked::Checked;
use super::settings::Settings;
use super::text::EditedText;
use crate::check::{GameChecker, Report};
use crate::notation::AnyGame;
use crate::syntax::Portion;
use crate::text::Span;

/// A document that the editor has open.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) uri: Uri,
    pub(super) version: i32,
    pub(super) text: EditedText,
    pub(super) games: Vec<GameEntry>,
    pub(super) settings: Settings,
    name: Arc<str>,
    /// The games before this index have been checked.
    first_unchecked: usize,
    /// Whether all games have been checked and their diagnostics published.
    pub(super) is_published: bool,
    /// Where the last edit ended, unless the document has been saved since.
    pub(super) typed: Option<usize>,
}

impl Document {
    pub(super) fn new(uri: Uri, language: &str, version: i32, text: String, settings: Settings) -> Document {
        // the notation follows from the name, so a document in the language CTL-PGN gets the
        // extension if its name lacks it
        let is_cescacs = language.to_ascii_lowercase().contains("ctl") && !uri.0.ends_with(".ctl-pgn");
        let name = if is_cescacs { format!("{}.ctl-pgn", uri.0) } else { uri.0.clone() };
        let mut document = Document {
            uri,
            version,
            typed: None,
            text: EditedText::new(text, settings.encoding),
            games: Vec::new(),
            settings,
            name: name.into(),
            first_unchecked: 0,
            is_published: false,
        };
        document.games = document.bytes().all_games();
        document
    }

    /// Returns whether the language or the extension of the document is that of C'escacs.
    pub(super) fn is_for_cescacs(&self) -> bool {
        self.name.ends_with(".ctl-pgn")
    }

    /// Returns the text as a place to find games in.
    pub(super) fn bytes(&self) -> Text<'_> {
        Text {
            name: &self.name,
            bytes: self.text.as_str().as_bytes(),
            start: self.text.start(),
            settings: &self.settings,
        }
    }

    /// Changes the text as the editor says, and finds again the games that the change touches.
    pub(super) fn change(&mut self, event: TextDocumentContentChangeEvent) {
        let (span, new, is_part) = match event {
            TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
                (self.text.span(part.range), part.text, true)
            }
            TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
                (Span::new(0, self.text.as_str().len()), whole.text, false)
            }
        };
        // an editor that replaces the whole document does not tell where the user types
        self.typed = is_part.then_some(span.start + new.len());
        // after a panic while games are searched for, there are no games left to check
        (self.first_unchecked, self.is_published) = (0, false);
        let old_start = self.text.start();
        self.text.replace(span, &new);
        let games = std::mem::take(&mut self.games);
        // a byte order mark that comes or goes moves the start from which all games were found
        self.games = if self.text.start() == old_start {
            self.bytes().games_after(Change { old: span, length: new.len() }, games)
        } else {
            self.bytes().all_games()
        };
    }

    /// Checks games that have not been checked, until the time `end`. Returns whether all have been checked.
    pub(super) fn check_until(&mut self, end: Instant) -> bool {
        loop {
            let unchecked = |game: &GameEntry| game.checked.is_none();
            let Some(next) = self.games[self.first_unchecked..].iter().position(unchecked) else {
                self.first_unchecked = self.games.len();
                return true;
            };
            self.first_unchecked += next;
            let found = self.check_from(self.first_unchecked, end);
            for (game, checked) in self.games[self.first_unchecked..].iter_mut().zip(found) {
                game.checked = Some(Box::new(checked));
            }
            if Instant::now() >= end {
                return false;
            }
        }
    }

    /// Checks a game and those after it up to one that has been checked, until the time `end`.
    fn check_from(&self, first: usize, end: Instant) -> Vec<Checked> {
        let mut found = Vec::new();
        let checked = catch_unwind(AssertUnwindSafe(|| {
            self.for_each_checker(first..self.games.len(), |checker, index, base| {
                let game = &self.games[index];
                if game.checked.is_some() {
                    return ControlFlow::Break(());
                }
                let report = checker.advance();
                let checked = report.map(|report| Checked::new(report, checker.game(), game.from - base));
                found.push(checked.unwrap_or_default());
                if Instant::now() < end { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }));
        if checked.is_err() {
            // the game has no diagnostics, and is not checked again
            found.push(Checked::default());
        }
        found
    }

    /// Reads the game at an offset, and returns the result of `make` for the game, the offset in it, and the offset from
    /// which its spans count.
    pub(super) fn with_place<T>(
        &self,
        offset: usize,
        make: impl FnOnce(&AnyGame<'_>, usize, usize) -> Option<T>,
    ) -> Option<T> {
        let index = self.game_at(offset)?;
        let (mut make, mut made) = (Some(make), None);
        self.for_each_game(index..index + 1, Portion::Whole, |game, base| {
            made = make.take().and_then(|make| make(game, offset.checked_sub(base)?, base));
            ControlFlow::Break(())
        });
        made
    }

    /// Reads the wanted portion of some games, one after the other. `see` gets each game with the offset from which
    /// its spans count, and returns whether to go on.
    pub(super) fn for_each_game(
        &self,
        games: Range<usize>,
        portion: Portion,
        mut see: impl FnMut(&AnyGame<'_>, usize) -> ControlFlow<()>,
    ) {
        self.for_each_checker(games, |checker, _, base| {
            if checker.read(portion).is_some() {
                see(checker.game(), base)
            } else {
                ControlFlow::Continue(())
            }
        });
    }

    /// Checks some games again, one after the other. `see` gets the checker with each game, the index of the game, its
    /// report and the offset from which its spans count.
    pub(super) fn for_each_checked_game(
        &self,
        games: Range<usize>,
        mut see: impl FnMut(&GameChecker<'_>, usize, &Report, usize),
    ) {
        self.for_each_checker(games, |checker, index, base| {
            if let Some(report) = checker.advance() {
                see(checker, index, &report, base);
            }
            ControlFlow::Continue(())
        });
    }

    /// Iterates over some games. For each, `read` gets a checker positioned before the game, the
    /// index of the game, and the offset from which its spans count. Games that depend on the same
    /// part of the text are read from one copy of it.
    pub(super) fn for_each_checker(
        &self,
        games: Range<usize>,
        mut read: impl FnMut(&mut GameChecker<'_>, usize, usize) -> ControlFlow<()>,
    ) {
        let mut next = games.start;
        while next < games.end {
            let (base, to) = (self.games[next].context, self.games[next].looked_to);
            let source = self.bytes().window(base, to);
            let mut checker = self.settings.options.checker(&source);
            while next < games.end && self.games[next].looked_to == to {
                checker.seek(self.games[next].from - base);
                if read(&mut checker, next, base).is_break() {
                    return;
                }
                next += 1;
            }
        }
    }

    /// Returns the index of the game that an offset is in or at the end of. Text between two games belongs to the later
    /// one, and text after the last game to that game.
    pub(super) fn game_at(&self, offset: usize) -> Option<usize> {
        let index = self.games.partition_point(|game| game.from < offset).saturating_sub(1);
        (index < self.games.len()).then_some(index)
    }

    /// Returns the indices of the games that a span touches.
    pub(super) fn games_in(&self, span: Span) -> Range<usize> {
        let first = self.games.partition_point(|game| game.end < span.start);
        let last = self.games.partition_point(|game| game.from < span.end.max(span.start + 1));
        first..last.max(first)
    }

    /// Returns the span at which a diagnostic is shown: its own or, if that is empty, the span of the
    /// next character on the line, or else of the one before.
    pub(super) fn shown_span(&self, base: usize, span: Option<Span>) -> Span {
        let text = self.text.as_str();
        let span = span.unwrap_or_default().moved_by(base);
        let (start, end) = (text.floor_char_boundary(span.start), text.ceil_char_boundary(span.end));
        if start < end {
            return Span::new(start, end);
        }
        let is_in_line = |c: &char| !matches!(c, '\n' | '\r');
        match text[start..].chars().next().filter(is_in_line) {
            Some(next) => Span::new(start, start + next.len_utf8()),
            None => match text[..start].chars().next_back().filter(is_in_line) {
                Some(before) => Span::new(start - before.len_utf8(), start),
                None => Span::new(start, start),
            },
        }
    }
}
