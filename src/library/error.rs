//! The problems of a game, with their positions in the file.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use thiserror::Error;

use super::{Game, Tag, Tags};
use crate::message::{Code, Describe, Diagnostic, ENGLISH, Language, PlyNumber, Severity};
use crate::rules::MoveError;
use crate::text::{Position, ReadError, Source};

/// An error or a warning, with its place in the file.
#[derive(Debug)]
pub struct Problem {
    severity: Severity,
    cause: Cause,
    file: Arc<str>,
    game: Option<usize>,
    place: Option<(Position, Position)>,
    ply: Option<PlyNumber>,
}

#[derive(Debug)]
enum Cause {
    Game(Box<dyn Describe>),
    Read(ReadError),
}

impl Problem {
    pub(super) fn new(diagnostic: Diagnostic, source: &Source, game: usize) -> Problem {
        let Diagnostic { severity, problem, span, ply } = diagnostic;
        let place = span.map(|span| (source.position(span.start), source.position(span.end)));
        let (file, cause) = (source.name().into(), Cause::Game(problem));
        Problem { severity, cause, file, game: Some(game), place, ply }
    }

    fn describe(&self) -> &dyn Describe {
        match &self.cause {
            Cause::Game(problem) => &**problem,
            Cause::Read(error) => error,
        }
    }

    /// Returns whether the problem is an error or a warning.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// Returns the code of the problem, which is the same in every language and has a page
    /// that explains it: [`Code::page`].
    #[must_use]
    pub fn code(&self) -> Code {
        self.describe().code()
    }

    /// Describes the problem in a language.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::LanguageCode;
    ///
    /// let error = escaque::parse("1. e4 e5 2. Ke3 *").next().ok_or("no game")?.unwrap_err();
    /// let problem = error.error();
    /// assert_eq!((problem.line(), problem.column(), problem.end()), (Some(1), Some(13), Some((1, 16))));
    /// println!("{}", problem.message(LanguageCode::Es.language()));
    /// println!("{}", problem.code().page(LanguageCode::Es.language()));
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn message(&self, language: &Language) -> String {
        self.describe().message(language)
    }

    /// Suggests, in a language, what to do about the problem. Returns `None` if there is nothing to
    /// suggest.
    #[must_use]
    pub fn help(&self, language: &Language) -> Option<String> {
        self.describe().help(language)
    }

    /// Returns the name of the file, or the name given to the [`Reader`](super::Reader).
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Returns the number of the game in the file, counted from 1; `None` if the file could
    /// not be read.
    #[must_use]
    pub fn game_number(&self) -> Option<usize> {
        self.game
    }

    /// Returns the line where the problem begins, counted from 1; `None` if it has no place in the text.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.place.map(|(start, _)| start.line)
    }

    /// Returns the column where the problem begins, counted from 1 in characters; `None` if it has no place
    /// in the text.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        self.place.map(|(start, _)| start.column)
    }

    /// Returns the line and the column where the problem ends, which is after its last character; `None` if
    /// it has no place in the text.
    #[must_use]
    pub fn end(&self) -> Option<(usize, usize)> {
        self.place.map(|(_, end)| (end.line, end.column))
    }

    /// Returns the number of the ply that the problem is about, if it is about one.
    #[must_use]
    pub fn ply(&self) -> Option<PlyNumber> {
        self.ply
    }
}

/// Writes the position and the problem in English: `games.pgn:7:12: E0304: …`.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            // its message names the file
            Cause::Read(_) => {}
            Cause::Game(_) => {
                write!(f, "{}:", self.file)?;
                if let Some((start, _)) = self.place {
                    write!(f, "{}:{}:", start.line, start.column)?;
                }
                write!(f, " ")?;
            }
        }
        write!(f, "{}: ", self.severity.letter_and(self.code()))?;
        if let Some(ply) = self.ply {
            write!(f, "{ply} ")?;
        }
        f.write_str(&self.message(&ENGLISH))
    }
}

/// The error of a game, or of a file that cannot be read to its end. It has all problems of the game, and what
/// could be read of it.
#[derive(Debug)]
pub struct GameError(Box<Content>);

#[derive(Debug)]
struct Content {
    /// The errors and the warnings.
    problems: Vec<Problem>,
    tags: Tags,
    game: Option<Game>,
}

impl GameError {
    /// Creates the error of a game. At least one of the problems is an error.
    pub(super) fn of_game(problems: Vec<Problem>, tags: Tags, game: Option<Game>) -> GameError {
        GameError(Box::new(Content { problems, tags, game }))
    }

    pub(super) fn of_file(error: ReadError) -> GameError {
        let file = error.name.as_str().into();
        let cause = Cause::Read(error);
        let problem = Problem { severity: Severity::Error, cause, file, game: None, place: None, ply: None };
        GameError::of_game(vec![problem], Tags::default(), None)
    }

    /// Returns the first error of the game, in the order of the text.
    #[must_use]
    pub fn error(&self) -> &Problem {
        let error = self.problems().iter().find(|problem| problem.severity == Severity::Error);
        // expect(): the constructors require one
        error.expect("one of the problems is an error")
    }

    /// Returns the errors and the warnings of the game, in the order of the text.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::message::{Code, Severity};
    ///
    /// // an editor marks them all
    /// let error = escaque::parse("1. e4+ e5 2. Ke3 *").next().ok_or("no game")?.unwrap_err();
    /// let found: Vec<_> = error.problems().iter().map(|found| (found.severity(), found.code())).collect();
    /// assert_eq!(found, [(Severity::Warning, Code::NoCheck), (Severity::Error, Code::CannotReach)]);
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.0.problems
    }

    /// Returns the tags of the game.
    #[must_use]
    pub fn tags(&self) -> &[Tag] {
        &self.0.tags
    }

    /// Returns what could be read of the game: all of it except the parts that the errors cost.
    /// Returns `None` if its starting position cannot be set up, or if the file could not be read.
    #[must_use]
    pub fn game(&self) -> Option<&Game> {
        self.0.game.as_ref()
    }

    /// Converts the error into what could be read of the game, as [`GameError::game`] returns it.
    ///
    /// # Examples
    ///
    /// ```
    /// // a database goes on with what can be read of a broken game
    /// let games = escaque::parse("1. e4 e5 2. Ke3 * 1. d4 d5 *");
    /// let whatever_can_be_read = games.filter_map(|game| game.or_else(|error| error.into_game().ok_or(())).ok());
    /// let plies: Vec<_> = whatever_can_be_read.map(|game| game.main_line().count()).collect();
    /// assert_eq!(plies, [2, 2]);
    /// ```
    #[must_use]
    pub fn into_game(self) -> Option<Game> {
        self.0.game
    }
}

/// Writes the first error in English, with its position.
impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error().fmt(f)
    }
}

impl Error for GameError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.error().cause {
            Cause::Read(error) => Some(&error.cause),
            Cause::Game(_) => None,
        }
    }
}

/// The error of a move that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The text is not a move in the notation of the game.
    #[error("`{written}` is not a move")]
    NotAMove {
        /// The text.
        written: String,
    },
    /// There is no such legal move, or more than one.
    #[error(transparent)]
    Illegal(#[from] MoveError),
}
