//! The result of checking a game.

use super::NotUtf8;
use super::lints::suggest_moves;
use crate::message::{Code, Describe, Diagnostic, PlyNumber, Severity, Summary};
use crate::notation::ctl::CtlAn;
use crate::notation::pgn::San;
use crate::syntax::{Game, Notation, NotationKind, PieceLetters, TokenEdit};
use crate::text::{Source, Span};

/// The result of checking a game.
#[derive(Debug, Default)]
pub struct Report {
    /// The diagnostics in the order of the file. Of the errors in the main line only the first is there,
    /// because the others may be its consequences, and with it the departure from the reduced form before it.
    pub diagnostics: Vec<Diagnostic>,
    /// The number of moves (plies) in the main line, up to an error in it.
    pub moves: usize,
    /// The number of variations, up to an error in the main line.
    pub variations: usize,
    /// The texts that are not UTF-8, if there are any. They are counted instead of diagnosed one by
    /// one, since most files with such texts have many.
    pub not_utf8: Option<NotUtf8>,
    /// Whether the move numbers of a line jump: their distance from the moves that are read changes.
    pub(super) numbers_step: bool,
    /// The first error in the main line. It becomes a diagnostic at the end of the check.
    fatal: Option<Diagnostic>,
    /// The departure from the reduced form before that error, which cannot be a consequence of it.
    departure: Option<Diagnostic>,
    /// The edits with which the game has been read, and those that this check adds. With added
    /// edits the game is read again.
    edits: Vec<TokenEdit>,
    /// Whether the check has added edits.
    is_edited: bool,
    /// The letters of the pieces, whatever the tags of the game say.
    letters: Option<PieceLetters>,
}

impl Report {
    /// Returns the first error, if there is one.
    #[must_use]
    pub fn error(&self) -> Option<&Diagnostic> {
        self.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Returns the game as it is read without the parts that the errors found by the check cost, or
    /// `None` if they cost nothing. `played` holds the moves of the main line, and is truncated
    /// like the game.
    #[must_use]
    pub fn sound_part<'s, N: Notation, M>(
        &self,
        game: &Game<'s, N>,
        played: &mut Vec<M>,
    ) -> Option<Game<'s, N>> {
        let part = self.is_edited.then(|| game.edited(self.letters, &self.edits))?;
        played.truncate(part.plies());
        Some(part)
    }

    /// Returns the totals of this game.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let faulty = usize::from(self.error().is_some());
        Summary { games: 1, moves: self.moves, variations: self.variations, faulty, ..Summary::default() }
    }

    /// Creates the report of a game that has been read with some edits.
    pub(super) fn of_edited(edits: Vec<TokenEdit>, letters: Option<PieceLetters>) -> Report {
        Report { edits, letters, ..Report::default() }
    }

    /// Adds an error that cuts the game off at the beginning of `span`.
    pub(super) fn cut(&mut self, problem: impl Describe + 'static, span: Span, ply: Option<PlyNumber>) {
        self.cut_by(Diagnostic::error(problem, span, ply));
    }

    /// Adds an error that cuts the game off at the beginning of its span.
    pub(super) fn cut_by(&mut self, error: Diagnostic) {
        let start = start_of(&error);
        self.end_by(error);
        self.edit(TokenEdit::end_game(start));
    }

    /// Adds an error in the main line. Later errors may be its consequences. Only the first is
    /// kept.
    pub(super) fn end_by(&mut self, error: Diagnostic) {
        // they are not found in the order of the text: the reader finds its error before any move is played
        if self.fatal.as_ref().is_none_or(|fatal| start_of(&error) < start_of(fatal)) {
            self.fatal = Some(error);
        }
    }

    /// Adds a departure from the form that the game must have. It costs the moves from there on, but not the
    /// tags, which end before `moves`. A later error is reported too.
    pub(super) fn cut_by_departure(&mut self, departure: Diagnostic, moves: usize) {
        self.edit(TokenEdit::end_game(start_of(&departure).max(moves)));
        self.departure = Some(departure);
    }

    /// Adds an edit to those with which the game is read.
    pub(super) fn edit(&mut self, edit: TokenEdit) {
        edit.insert_into(&mut self.edits);
        self.is_edited = true;
    }

    /// Drops the diagnostics of move numbers in a part of the text, where the numbers have shown what the
    /// part is.
    pub(super) fn forget_numbers(&mut self, part: Span) {
        let is_number = |diagnostic: &Diagnostic| {
            let is_inside = diagnostic.span.is_some_and(|span| part.range().contains(&span.start));
            is_inside && matches!(diagnostic.problem.code(), Code::WrongNumber | Code::VariationNumber)
        };
        self.diagnostics.retain(|diagnostic| !is_number(diagnostic));
    }

    /// Returns the first error found so far that has a place.
    pub(super) fn first_error(&self) -> Option<&Diagnostic> {
        let errors = self.diagnostics.iter().chain(&self.fatal);
        let errors = errors.filter(|found| found.severity == Severity::Error && found.span.is_some());
        errors.min_by_key(|error| error.span.map(|span| span.start))
    }

    /// Adds an error that costs no more than what has already been left out.
    pub(super) fn error_at(&mut self, problem: impl Describe + 'static, span: Span, ply: Option<PlyNumber>) {
        self.diagnostics.push(Diagnostic::error(problem, span, ply));
    }

    pub(super) fn warn(&mut self, problem: impl Describe + 'static, span: Span, ply: Option<PlyNumber>) {
        self.diagnostics.push(Diagnostic::warning(problem, span, ply));
    }

    /// Sorts the diagnostics, drops the errors after the one that cuts the game off, and puts all in the
    /// words of the notation. `section` returns the section that an error names, in the document of the
    /// reduced form.
    pub(super) fn finish<N: Notation>(
        mut self,
        source: &Source,
        section: impl Fn(&Diagnostic) -> Option<&'static str>,
    ) -> Report {
        let fatal_at = self.fatal.as_ref().map_or(usize::MAX, start_of);
        let is_before_fatal = |diagnostic: &Diagnostic| {
            diagnostic.severity != Severity::Error || diagnostic.span.is_none_or(|span| span.start < fatal_at)
        };
        self.diagnostics.extend(self.departure.take());
        self.diagnostics.retain(is_before_fatal);
        self.diagnostics.extend(self.fatal.take());
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.span.map(|span| span.start));
        let diagnostics = self.diagnostics.into_iter();
        let told = |found| {
            let found = of_section(suggest_moves(found, source), &section);
            found.amended(|problem| problem.in_words(N::words))
        };
        self.diagnostics = diagnostics.map(told).collect();
        self
    }
}

/// Returns the error of a text without games, with the section of the document of the reduced form,
/// in the words of the notation that is expected there.
#[must_use]
pub fn in_reduced_form(error: Diagnostic, notation: NotationKind) -> Diagnostic {
    fn of<N: Notation>(error: Diagnostic) -> Diagnostic {
        let error = of_section(error, |error| N::section(error.problem.code()));
        error.amended(|problem| problem.in_words(N::words))
    }
    match notation {
        NotationKind::Pgn => of::<San>(error),
        NotationKind::CtlPgn => of::<CtlAn>(error),
    }
}

fn start_of(diagnostic: &Diagnostic) -> usize {
    diagnostic.span.map_or(0, |span| span.start)
}

/// Adds the section of the document of the reduced form to an error that every syntax has. Departures from
/// that form name theirs themselves.
fn of_section(diagnostic: Diagnostic, section: impl Fn(&Diagnostic) -> Option<&'static str>) -> Diagnostic {
    match section(&diagnostic).filter(|_| diagnostic.severity == Severity::Error) {
        Some(section) => diagnostic.amended(|problem| problem.of_section(section)),
        None => diagnostic,
    }
}
