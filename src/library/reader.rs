//! Reads the games of a file, one after another.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::{fmt, iter, mem};

use super::game::tags_of;
use super::{Game, GameError, Problem, Tags};
use crate::check::{CheckContext, CheckOptions, GameChecker, NotUtf8, ReadTo, Syntax};
use crate::notation::{MAX_GAME_SIZE, Variant, enough_text, with_game};
use crate::rules::{Rules, with_rules};
use crate::syntax::{self, PieceLetters, Portion, Reading};
use crate::text::{Chunk, Chunks, Input, ReadError, Source, WaitingChunks};

/// Opens a file of games, which may be compressed. Of a zip archive, all files of games in it are read.
///
/// The notation of games without a `Variant` tag depends on the extension: CTL-PGN for
/// `.ctl-pgn`, and PGN otherwise.
///
/// # Errors
///
/// Returns [`ReadError`] if the file cannot be opened.
///
/// # Examples
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/opera.pgn");
/// for game in escaque::open(path)? {
///     println!("{}", game?.tag("White").unwrap_or("?"));
/// }
/// # Ok(())
/// # }
/// ```
pub fn open(path: impl AsRef<Path>) -> Result<Reader<'static>, ReadError> {
    Input::open(path.as_ref()).map(|input| Reader::of(None, Input::and_following(Ok(input))))
}

/// Reads the games of a text.
///
/// # Examples
///
/// ```
/// let games: Result<Vec<_>, _> = escaque::parse("1. e4 e5 * 1. d4 d5 1/2-1/2").collect();
/// assert_eq!(games?.len(), 2);
/// # Ok::<(), escaque::GameError>(())
/// ```
#[must_use]
pub fn parse(text: &str) -> Reader<'static> {
    Reader::of_text(text.to_owned())
}

/// Reads games one after another, each in its own notation and by its own rules.
///
/// A game with an error is an [`Err`], and the reader continues with the next game. Memory does not
/// grow with the file.
pub struct Reader<'r> {
    /// The inputs that have not been begun.
    inputs: Box<dyn Iterator<Item = Result<Input<'r>, ReadError>> + Send + 'r>,
    /// The chunks of an input that have not been read.
    chunks: Option<Chunks<'r>>,
    options: CheckOptions,
    /// The current chunk.
    chunk: Option<Chunk>,
    waiting: WaitingChunks,
    /// The place up to which games have been read.
    reached: ReadTo,
    /// That place before the last game of the current chunk.
    before: Option<ReadTo>,
    games: usize,
}

impl<'r> Reader<'r> {
    /// Reads games from bytes, which may be compressed.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::Reader;
    ///
    /// let bytes = b"1. f3 e5 2. g4 Qh4# 0-1\n\n1. d4 *".to_vec();
    /// let ends = Reader::new(&bytes[..]).map(|game| Ok(game?.end().outcome().is_some()));
    /// assert_eq!(ends.collect::<Result<Vec<_>, escaque::GameError>>()?, [true, false]);
    /// # Ok::<(), escaque::GameError>(())
    /// ```
    #[must_use]
    pub fn new(bytes: impl Read + Send + 'r) -> Reader<'r> {
        Reader::with_name("<input>", bytes)
    }

    /// Reads games from bytes, under a file name. Messages show the name, and its extension
    /// determines the notation as for [`open`].
    ///
    /// # Examples
    ///
    /// ```
    /// let text = b"1. H6-H10, D22-D18 *";
    /// let game = escaque::Reader::with_name("online.ctl-pgn", &text[..]).next().ok_or("no game")??;
    /// assert_eq!(game.rules(), "cescacs");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_name(name: &str, bytes: impl Read + Send + 'r) -> Reader<'r> {
        Reader::of(None, Input::and_following(Input::from_reader(name, bytes)))
    }

    pub(super) fn of_text(text: String) -> Reader<'r> {
        let source = Arc::new(Source::new("<text>", text.into_bytes()));
        Reader::of(Some(Chunks::of(source)), iter::empty())
    }

    fn of(
        chunks: Option<Chunks<'r>>,
        inputs: impl Iterator<Item = Result<Input<'r>, ReadError>> + Send + 'r,
    ) -> Reader<'r> {
        Reader {
            inputs: Box::new(inputs),
            chunks,
            options: CheckOptions::default(),
            chunk: None,
            waiting: WaitingChunks::new(enough_text(MAX_GAME_SIZE)),
            reached: ReadTo::default(),
            before: None,
            games: 0,
        }
    }

    /// Reads all games as those of a variant, whatever their tags say.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::Variant;
    ///
    /// // the tags of many files do not tell
    /// let game = escaque::parse("1. Nf3 e6 2. Ng5 *").variant(Variant::Atomic).next().ok_or("no game")??;
    /// assert_eq!((game.rules(), game.tag("Variant")), ("atomic", Some("Atomic")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn variant(self, variant: Variant) -> Reader<'r> {
        let options = CheckOptions { variant: Some(variant), ..self.options };
        Reader { options, ..self }
    }

    /// Sets how strictly games must follow their notation.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::check::Syntax;
    ///
    /// // much that is wrong in an old file costs no more than a warning
    /// let mut games = escaque::parse("1. e4 e5 2. hello Nf3 *").syntax(Syntax::Lenient);
    /// let game = games.next().ok_or("no game")??;
    /// assert_eq!((game.main_line().count(), game.warnings().len()), (3, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn syntax(self, syntax: Syntax) -> Reader<'r> {
        Reader { options: CheckOptions { syntax, ..self.options }, ..self }
    }

    /// Reads the games in PGN with these piece letters, whatever their tags say.
    ///
    /// # Examples
    ///
    /// ```
    /// let french = "fr".parse()?;
    /// let mut games = escaque::parse("1. Cf3 Cf6 *").piece_letters(french);
    /// let game = games.next().ok_or("no game")??;
    /// assert_eq!(game.moves().map(|played| played.san()).collect::<Vec<_>>(), ["Nf3", "Nf6"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn piece_letters(self, letters: PieceLetters) -> Reader<'r> {
        let options = CheckOptions { letters: Some(letters), ..self.options };
        Reader { options, ..self }
    }

    /// Sets the maximum size of a game in bytes, 64 MiB by default. A larger game is an error, and is
    /// skipped.
    #[must_use]
    pub fn max_game_size(self, max_game_size: usize) -> Reader<'r> {
        let options = CheckOptions { max_game_size, ..self.options };
        Reader { options, waiting: WaitingChunks::new(enough_text(max_game_size)), ..self }
    }

    /// Reads the tags of the next game and skips its moves, which takes less time than reading the game. Nothing is
    /// checked. Returns `None` after the last game.
    ///
    /// # Errors
    ///
    /// Returns [`ReadError`] if the file cannot be read to its end.
    ///
    /// # Examples
    ///
    /// Only the games of one player are read whole:
    ///
    /// ```
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/miniatures.pgn");
    /// let mut reader = escaque::open(path)?;
    /// let mut plies = Vec::new();
    /// while let Some(tags) = reader.next_tags() {
    ///     if tags?.tag("White") == Some("Legall de Kermeur") {
    ///         let game = reader.whole_game().ok_or("no game")??;
    ///         plies.push(game.main_line().count());
    ///     }
    /// }
    /// assert_eq!(plies, [13]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn next_tags(&mut self) -> Option<Result<Tags, ReadError>> {
        self.read(Portion::Tags, |checker, _, _| with_game!(checker.game(), game => tags_of(game)))
    }

    /// Reads the last game again, whole: that whose tags [`Reader::next_tags`] has returned. Returns `None` if there
    /// is no last game.
    pub fn whole_game(&mut self) -> Option<Result<Game, GameError>> {
        self.reached = self.before.take()?;
        self.games -= 1;
        self.next()
    }

    /// Reads a portion of the next game. `take` gets it with its number.
    fn read<T>(
        &mut self,
        portion: Portion,
        take: impl Fn(&GameChecker<'_>, Reading, usize) -> T,
    ) -> Option<Result<T, ReadError>> {
        loop {
            if let Some(taken) = self.read_in_chunk(portion, &take) {
                return Some(Ok(taken));
            }
            match self.next_chunk() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => return Some(Err(error)),
            }
        }
    }

    /// Reads the next game that begins in the current chunk. If there is none, gives the chunk to the waiting
    /// ones.
    fn read_in_chunk<T>(
        &mut self,
        portion: Portion,
        take: impl Fn(&GameChecker<'_>, Reading, usize) -> T,
    ) -> Option<T> {
        self.before = None;
        let chunk = self.chunk.take()?;
        let source = chunk.source.clone();
        if self.reached.next < chunk.file_end() || source.ends_file() {
            let mut checker = self.options.checker(&source).in_chunk(&chunk, self.reached);
            let reading = checker.read(portion);
            let before = mem::replace(&mut self.reached, checker.boundary());
            if let Some(reading) = reading {
                self.games += 1;
                (self.chunk, self.before) = (Some(chunk), Some(before));
                return Some(take(&checker, reading, self.games));
            }
        }
        self.waiting.keep(chunk, self.reached.end, self.reached.is_unfinished);
        None
    }

    /// Moves to the next chunk, merged with the waiting ones. Returns whether there is one.
    fn next_chunk(&mut self) -> Result<bool, ReadError> {
        while self.chunk.is_none() {
            if let Some(chunk) = self.chunks.as_mut().and_then(Iterator::next) {
                self.chunk = self.waiting.add(chunk?, self.reached.end);
            } else if let Some(input) = self.inputs.next() {
                (self.reached, self.games) = (ReadTo::default(), 0);
                self.chunks = Some(input?.chunks());
            } else {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<Game, GameError>;

    fn next(&mut self) -> Option<Result<Game, GameError>> {
        let game = self.read(Portion::Whole, |checker, reading, number| {
            let context = checker.context();
            with_rules!(checker.game(), R, game => take::<R>(context, reading, number, game))
        });
        Some(game?.unwrap_or_else(|error| Err(GameError::of_file(error))))
    }
}

impl fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("options", &self.options)
            .field("games", &self.games)
            .finish_non_exhaustive()
    }
}

/// Checks a game that was read, and converts it into one that owns its text.
fn take<R: Rules>(
    context: &CheckContext<'_>,
    reading: Reading,
    number: usize,
    game: &syntax::Game<'_, R::Notation>,
) -> Result<Game, GameError> {
    let source = context.source;
    let mut played = Vec::new();
    let report = context.of_game::<R>(game, reading, Some(&mut played));
    let is_faulty = report.error().is_some();
    let part = report.sound_part(game, &mut played);
    let mut problems = report.diagnostics;
    problems.extend(report.not_utf8.map(NotUtf8::warning));
    problems.sort_by_key(|found| found.span.map(|span| span.start));
    let problems = problems.into_iter();
    let problems: Vec<_> = problems.map(|found| Problem::new(found, source, number)).collect();
    let illegal = context.options.syntax.illegal();
    if is_faulty {
        let part = Game::read::<R>(part.as_ref().unwrap_or(game), illegal, &played);
        return Err(GameError::of_game(problems, tags_of(game), part));
    }
    // expect(): the check reports an error if the starting position cannot be set up
    let game = Game::read::<R>(game, illegal, &played).expect("a game without error has a start");
    Ok(Game { warnings: problems.into(), ..game })
}
