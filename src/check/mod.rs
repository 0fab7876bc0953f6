//! Checks games: finds what is wrong or odd in every game of a source, before anything is
//! shown.

mod brackets;
mod by_board;
mod chunk_games;
mod form;
mod game;
mod lints;
mod mend;
mod report;

use crate::notation::{AnyGame, AnyGames, TagsReading, Variant, with_game};
use crate::rules::{GameVisitor, Illegal, Rules, with_rules};
use crate::syntax::{Game, PieceLetters, Reading, Recovery};
use crate::text::Source;

pub(crate) use by_board::decide;
#[cfg(feature = "viewer")]
pub(crate) use by_board::read_tags_and_result;
pub(crate) use chunk_games::Boundary;
pub use form::FormLint;
pub use game::CheckContext;
pub use lints::NotUtf8;
pub use mend::{Answer, Cured, Doubt, Mended, Mender};
pub use report::{Report, in_reduced_form};

/// The syntax that a file may use. "The assignment" is the university assignment "Traductor
/// de Jugadas de Ajedrez".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum Syntax {
    /// All that has one sensible reading
    #[default]
    Standard,
    /// Only the reduced export form of the assignment, to the letter; for C'escacs, what the filters of
    /// its document leave for a minimal reader
    Reduced,
    /// More: what cannot be read is left out, each time with a warning, and illegal moves that
    /// say where from and where to are played
    Lenient,
}

impl Syntax {
    /// Returns what to do with illegal moves.
    #[must_use]
    pub const fn illegal(self) -> Illegal {
        match self {
            Syntax::Standard | Syntax::Reduced => Illegal::Refused,
            Syntax::Lenient => Illegal::Played,
        }
    }

    /// Returns what to do after syntax errors.
    #[must_use]
    pub const fn recovery(self) -> Recovery {
        match self {
            Syntax::Standard | Syntax::Reduced => Recovery::End,
            Syntax::Lenient => Recovery::Skip,
        }
    }
}

/// Reads and checks the games of a source one by one.
///
/// # Examples
///
/// ```
/// use escaque::check::{GameChecker, Syntax};
/// use escaque::message::{Code, Severity};
/// use escaque::text::Source;
///
/// let source = Source::new("t.pgn", b"1. e4 e5 2. Ke3 *".to_vec());
/// let mut games = GameChecker::new(&source, None, Syntax::Standard, false);
/// let report = games.advance().ok_or("no game")?;
///
/// let error = report.error().ok_or("no error")?;
/// assert_eq!(error.severity, Severity::Error);
/// assert_eq!(error.problem.code(), Code::CannotReach);
/// assert_eq!(error.span.map(|span| source.text(span)), Some("Ke3".into()));
/// assert_eq!(report.moves, 2);
/// assert!(games.advance().is_none());
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug)]
pub struct GameChecker<'s> {
    context: CheckContext<'s>,
    games: AnyGames<'s>,
    game: AnyGame<'s>,
    /// The first moves of the game, if they have been read by themselves.
    beginning: AnyGame<'s>,
}

impl<'s> GameChecker<'s> {
    /// Creates a checker positioned before the first game.
    ///
    /// `variant` is the variant that all games are read as; if it is `None`, the tags of each
    /// game decide. `pedantic` is that of [`CheckContext`].
    #[must_use]
    pub fn new(
        source: &'s Source,
        variant: Option<Variant>,
        syntax: Syntax,
        pedantic: bool,
    ) -> GameChecker<'s> {
        let games = AnyGames::new(source, variant, syntax.recovery());
        let (game, beginning) = (games.blank(), games.blank());
        let context = CheckContext { source, syntax, previous_end: None, pedantic, letters: None };
        GameChecker { context, games, game, beginning }
    }

    /// Sets the letters of the pieces in PGN, whatever the tags of a game say.
    #[must_use]
    pub fn with_piece_letters(self, letters: Option<PieceLetters>) -> GameChecker<'s> {
        let context = CheckContext { letters, ..self.context };
        GameChecker { games: self.games.with_piece_letters(letters), context, ..self }
    }

    /// Sets the maximum size of a game in bytes.
    #[must_use]
    pub fn max_game_size(self, max_size: usize) -> GameChecker<'s> {
        GameChecker { games: self.games.max_game_size(max_size), ..self }
    }

    /// Reads and checks the next game. Returns `None` if there is none.
    pub fn advance(&mut self) -> Option<Report> {
        let reading = self.read()?;
        Some(with_rules(&self.game, CheckGame { context: &self.context, reading }))
    }

    /// Reads the next game without checking it. Returns `None` if there is none.
    pub fn read(&mut self) -> Option<Reading> {
        self.note_previous_end();
        let reading = self.games.read(&mut self.game)?;
        decide(&mut self.game);
        Some(reading)
    }

    /// Reads the tags of the next game. Returns `None` if there is none. See [`AnyGames::read_tags`].
    pub fn read_tags(&mut self) -> Option<TagsReading> {
        self.note_previous_end();
        let tags = self.games.read_tags(&mut self.game)?;
        decide(&mut self.game);
        Some(tags)
    }

    /// Reads the whole of the game whose tags have been read last, as [`GameChecker::read`] does.
    pub fn read_whole(&mut self, tags: TagsReading) -> Reading {
        let reading = self.games.read_whole(tags, &mut self.game);
        decide(&mut self.game);
        reading
    }

    /// Reads the first moves of the game whose tags have been read last. Returns `None` if that game is read
    /// only as a whole. See [`AnyGames::read_beginning`].
    pub fn read_beginning(&mut self, plies: usize) -> Option<&AnyGame<'s>> {
        let is_read = self.games.read_beginning(&self.game, plies, &mut self.beginning);
        is_read.then_some(&self.beginning)
    }

    /// Takes note of where the game before the next one ends.
    fn note_previous_end(&mut self) {
        let previous_end = self.games.end();
        let is_first = previous_end == 0 && self.context.source.begins_file();
        self.context.previous_end = (!is_first).then_some(previous_end);
    }

    /// Continues at an offset between two games.
    pub fn seek(&mut self, offset: usize) {
        self.games.seek(offset);
    }

    /// Returns the context of the check of the last game read.
    #[must_use]
    pub fn context(&self) -> &CheckContext<'s> {
        &self.context
    }

    /// Returns the reader of the games, which knows where the last one ended.
    #[must_use]
    pub fn games(&self) -> &AnyGames<'s> {
        &self.games
    }

    /// Returns the last game read.
    #[must_use]
    pub fn game(&self) -> &AnyGame<'s> {
        &self.game
    }

    /// Returns the last game read, without what the errors of `report` cost.
    pub fn sound_part(&mut self, report: &Report) -> &AnyGame<'s> {
        with_game!(&mut self.game, game => {
            if let Some(part) = report.sound_part(game, &mut Vec::<()>::new()) {
                *game = part;
            }
        });
        &self.game
    }
}

/// Checks a game by its rules.
struct CheckGame<'a> {
    context: &'a CheckContext<'a>,
    reading: Reading,
}

impl GameVisitor for CheckGame<'_> {
    type Output = Report;

    fn run<R: Rules>(self, game: &Game<'_, R::Notation>) -> Report {
        self.context.of_game::<R>(game, self.reading, None)
    }
}
