//! The games of a file, one after the other.

use std::fmt;
use std::io::Read;
use std::mem;
use std::path::Path;
use std::sync::Arc;

use super::game::tags_of;
use super::{Game, GameError, Problem};
use crate::check::{CheckContext, GameChecker, Syntax};
use crate::notation::Variant;
use crate::rules::{GameVisitor, Rules, with_rules};
use crate::syntax::{self, Element, Node, PieceLetters, Reading};
use crate::text::{Chunk, Chunks, Input, ReadError, Source};

/// Opens a file of games, which may be compressed.
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
pub fn open(path: impl AsRef<Path>) -> Result<Reader, ReadError> {
    Input::open(path.as_ref()).map(|input| Reader::of(State::Input(input)))
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
pub fn parse(text: &str) -> Reader {
    Reader::of_text(text.to_owned())
}

/// Reads games one after the other, each in its own notation and by its own rules.
///
/// A game with an error is an [`Err`], and the reader continues with the next game. Memory does not
/// grow with the file.
pub struct Reader {
    state: State,
    variant: Option<Variant>,
    syntax: Syntax,
    letters: Option<PieceLetters>,
    /// The chunk that games are read from.
    chunk: Option<Chunk>,
    /// Chunks with something that has not been read: a game whose end has not been seen, or
    /// what stands before the game that begins the next chunk.
    waiting: Vec<Chunk>,
    /// How many bytes must wait before that game is tried again.
    enough: usize,
    /// Where the last game ends, counted in the file.
    end: usize,
    /// Where the next game begins.
    next: usize,
    games: usize,
}

/// Where the text comes from.
enum State {
    Input(Input),
    Chunks(Chunks),
    /// There was nothing to be read, which has not been told yet.
    Failed(ReadError),
    Done,
}

impl Reader {
    /// Reads games from bytes, which may be compressed.
    #[must_use]
    pub fn new(bytes: impl Read + Send + 'static) -> Reader {
        Reader::with_name("<input>", bytes)
    }

    /// Reads games from bytes under the name of a file, which messages give and which tells
    /// the notation as it does for [`open`].
    #[must_use]
    pub fn with_name(name: &str, bytes: impl Read + Send + 'static) -> Reader {
        Reader::of(Input::from_reader(name, bytes).map_or_else(State::Failed, State::Input))
    }

    pub(super) fn of_text(text: String) -> Reader {
        Reader::of(State::Chunks(Chunks::of(Arc::new(Source::new("<text>", text.into_bytes())))))
    }

    fn of(state: State) -> Reader {
        Reader {
            state,
            variant: None,
            syntax: Syntax::default(),
            letters: None,
            chunk: None,
            waiting: Vec::new(),
            enough: 0,
            end: 0,
            next: 0,
            games: 0,
        }
    }

    /// Has all games read as those of a variant, whatever their tags say.
    #[must_use]
    pub fn variant(self, variant: Variant) -> Reader {
        Reader { variant: Some(variant), ..self }
    }

    /// Decides how much of the notation games may use.
    #[must_use]
    pub fn syntax(self, syntax: Syntax) -> Reader {
        Reader { syntax, ..self }
    }

    /// Has the games in PGN read with these letters of the pieces, whatever their tags say.
    ///
    /// # Examples
    ///
    /// ```
    /// let french = "fr".parse()?;
    /// let mut games = escaque::parse("1. Cf3 Cf6 *").piece_letters(french);
    /// let game = games.next().ok_or("no game")??;
    /// assert_eq!(game.moves().map(|played| played.san().into_owned()).collect::<Vec<_>>(), ["Nf3", "Nf6"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn piece_letters(self, letters: PieceLetters) -> Reader {
        Reader { letters: Some(letters), ..self }
    }

    /// Reads the next game that begins in the chunk at hand and, if there is none, leaves the
    /// chunk.
    fn game_in_chunk(&mut self) -> Option<Result<Game, GameError>> {
        let chunk = self.chunk.take()?;
        let source = chunk.source.clone();
        if self.next < chunk.file_end() {
            let checker = GameChecker::new(&source, self.variant, self.syntax, false);
            let mut checker = checker.with_piece_letters(self.letters);
            checker.seek(source.offset_of(self.end));
            let reading = checker.read();
            let is_known = reading.is_some() && checker.games().is_bounded();
            if !is_known && !source.ends_file() {
                // twice as much each time, so that a game of any length costs linear time
                self.enough = 2 * (chunk.file_end() - self.end);
                self.waiting.push(chunk);
                return None;
            }
            if let Some(reading) = reading {
                let games = checker.games();
                [self.end, self.next] = [games.end(), games.next_start()].map(|at| source.offset_in_file(at));
                self.games += 1;
                self.chunk = Some(chunk);
                let task = Take { context: checker.context(), reading, number: self.games };
                return Some(with_rules(checker.game(), task));
            }
        }
        self.enough = 0;
        if self.end < chunk.file_end() {
            self.waiting.push(chunk);
        }
        None
    }

    /// Goes on to the next chunk, to which those that wait are joined.
    fn next_chunk(&mut self) -> Option<Result<(), ReadError>> {
        loop {
            let chunks = match &mut self.state {
                State::Chunks(chunks) => chunks,
                State::Done => return None,
                State::Input(_) | State::Failed(_) => match mem::replace(&mut self.state, State::Done) {
                    State::Input(input) => match input.chunks() {
                        Ok(chunks) => {
                            self.state = State::Chunks(chunks);
                            continue;
                        }
                        Err(error) => return Some(Err(error)),
                    },
                    State::Failed(error) => return Some(Err(error)),
                    State::Chunks(_) | State::Done => return None,
                },
            };
            let chunk = match chunks.next()? {
                Ok(chunk) => chunk,
                Err(error) => {
                    self.state = State::Done;
                    return Some(Err(error));
                }
            };
            let ends_file = chunk.source.ends_file();
            self.waiting.push(chunk);
            let length: usize = self.waiting.iter().map(|chunk| chunk.end - chunk.start).sum();
            if length >= self.enough || ends_file {
                self.chunk = Some(Chunk::merge(&mem::take(&mut self.waiting), self.end));
                return Some(Ok(()));
            }
        }
    }
}

impl Iterator for Reader {
    type Item = Result<Game, GameError>;

    fn next(&mut self) -> Option<Result<Game, GameError>> {
        loop {
            if let Some(game) = self.game_in_chunk() {
                return Some(game);
            }
            if let Err(error) = self.next_chunk()? {
                return Some(Err(GameError::of_file(error)));
            }
        }
    }
}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("variant", &self.variant)
            .field("syntax", &self.syntax)
            .field("letters", &self.letters)
            .field("games", &self.games)
            .finish_non_exhaustive()
    }
}

/// Checks a game that was read, and takes it out of its text.
struct Take<'a> {
    context: &'a CheckContext<'a>,
    reading: Reading,
    number: usize,
}

impl GameVisitor for Take<'_> {
    type Output = Result<Game, GameError>;

    fn run<R: Rules>(self, game: &syntax::Game<'_, R::Notation>) -> Self::Output {
        let source = self.context.source;
        let mut played = Vec::new();
        let report = self.context.of_game::<R>(game, self.reading, Some(&mut played));
        let cut_at = report.cut_at();
        let problems = report.diagnostics.into_iter();
        let problems: Vec<_> = problems.map(|found| Problem::new(found, source, self.number)).collect();
        let take = |game: &_, played: &[R::Move]| {
            let start = R::set_up(game).ok()?.position;
            Some(Game::read::<R>(game, start, self.context.syntax.illegal(), played))
        };
        match cut_at {
            None => {
                // expect(): a position that cannot be set up is an error
                let game = take(game, &played).expect("a game without error has a start");
                Ok(Game { warnings: problems.into(), ..game })
            }
            Some(at) => {
                let mut part = game.clone();
                part.cut(at);
                let is_move = |element: &&Element<_>| matches!(element.node, Node::Move(_));
                played.truncate(part.main_line().filter(is_move).count());
                Err(GameError::of_game(problems, tags_of(game), take(&part, &played)))
            }
        }
    }
}
