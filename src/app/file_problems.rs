//! Messages about files as a whole, and about games that cannot be written.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::environment::ExitStatus;
use super::size::Size;
use crate::change::Unchanged;
use crate::message::problem::problems;
use crate::message::{
    Code, Describe, ENGLISH, Language, PlyNumber, Reporter, ReporterOptions, fill, fill_whole, io_cause,
};
use crate::rules::Unwritable;
use crate::syntax::MOST_LEVELS;
use crate::text::{NoPlainText, Printable};

/// Reports a problem that ends the program, and returns the exit status.
pub(crate) fn fail(options: ReporterOptions, problem: &dyn Describe) -> ExitStatus {
    Reporter::new(io::stderr(), options).fail(None, problem);
    ExitStatus::Failure
}

/// Returns the exit status after an answer has been written to standard output, or reports why it could not be.
pub(crate) fn answered(written: io::Result<()>, options: ReporterOptions) -> ExitStatus {
    match written {
        // a reader that closes the pipe, such as `head`, is not a failure
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            fail(options, &OutputFault::CannotWrite(error))
        }
        _ => ExitStatus::Success,
    }
}

problems! {
    /// A problem of a file as a whole, of changes of its games, or of the output.
    #[derive(Clone, Debug)]
    pub(crate) enum FileProblem(language) {
        /// A file has no game.
        NoGames = Code::NoGames, language.no_games;
        /// None of the games answers the question.
        NoneFound { count: usize } = Code::NoneFound, language.query.none_found;
        /// Data after a compressed text are ignored.
        DataIgnored = Code::DataIgnored, language.data_ignored;
        /// A file does not have a game that was selected.
        NoSuchGame { number: usize, count: usize } = Code::NoSuchGame, language.no_such_game;
        /// Some games have none of the positions that are asked for. The first of them has this number, counted from 1,
        /// and this last move, if it has one.
        NoSuchPosition { count: usize, number: usize, last: Option<PlyNumber> } =
            Code::NoSuchPosition, language.no_such_position, last = position_name(*last);
        /// No position that matches the question is left of some games. The first of them has this number, counted from
        /// 1.
        NoMatchLeft { count: usize, number: usize } = Code::NoSuchPosition, language.no_match_left;
        /// Some games have no move of the part that is asked for. The first of them has this number, counted from 1.
        OutsidePart { count: usize, number: usize } = Code::OutsidePart, language.outside_part;
        /// Some games are not merged, since they have an error or no moves. The first of them has this number, counted
        /// from 1.
        NotMerged { count: usize, number: usize } = Code::NotMerged, language.not_merged;
        /// The games that are merged make so many trees. The first that does not fit the first tree has this number,
        /// counted from 1.
        SeveralTrees { count: usize, number: usize } = Code::NotMerged, language.several_trees;
        /// The pictures of some games lack the name of a player. The first of them has this number, counted from 1.
        NameNotDrawn { count: usize, number: usize } = Code::NameNotDrawn, language.name_not_drawn;
        /// A game, counted from 1, has a tag of the new name of another tag already.
        NameTaken { number: usize, old: String, new: String } = Code::TagNotChanged, language.name_taken;
        /// The notation of a game, counted from 1, does not have the result that the game is to get.
        NoSuchResult { number: usize, value: String } = Code::TagNotChanged, language.no_such_result;
        /// A game, counted from 1, would be read differently in its new text, so its file stays as it is.
        NotKept { number: usize } = Code::CannotWrite, language.not_kept;
        /// Standard output is closed.
        ClosedOutput = Code::CannotWrite, language.cannot_write, cause = language.stdout_is_closed;
    }
    describe;
}

/// Returns the name of the position after a move as `--at` takes it.
fn position_name(last: Option<PlyNumber>) -> String {
    last.map_or("start".to_owned(), |ply| format!("{}{}", ply.number, ply.side.fold_wb('w', 'b')))
}

/// A reason why a game, or a change of it, is not written.
#[derive(Debug)]
pub(crate) enum GameFault {
    /// The format cannot express the game.
    Unwritable(Unwritable),
    /// The game has none of the positions that are to be shown. Its last move is this one, if it has any.
    NoSuchPosition(Option<PlyNumber>),
    /// None of the positions that match the question, which are to be shown, is left of the game.
    NoMatchLeft,
    /// A change could not be made.
    Unchanged(Unchanged),
    /// The new text of the game says something else.
    NotKept,
    /// The game has an error or no moves, so it is not merged with others.
    NotMerged,
    /// The pictures of the game lack the name of a player.
    NameNotDrawn,
}

/// The message that a game cannot be written in the requested format.
pub(crate) struct NotWritten<'a> {
    pub(crate) name: &'a str,
    pub(crate) number: usize,
    pub(crate) error: Unwritable,
}

impl NotWritten<'_> {
    fn cause(&self) -> &dyn Describe {
        match &self.error {
            Unwritable::Form(fault) => fault,
            Unwritable::Setup(error) => &error.fault,
            Unwritable::Replay(error) => &error.error,
        }
    }
}

impl Describe for NotWritten<'_> {
    fn code(&self) -> Code {
        self.cause().code()
    }

    fn message(&self, language: &Language) -> String {
        let game = fill(language.in_game, &[("number", &self.number)]);
        format!("{}: {game}: {}", self.name, self.cause().message(language))
    }
}

/// The message that a file is not rewritten.
pub(crate) struct NotRewritten<'a> {
    pub(crate) name: &'a str,
    pub(crate) fault: RewriteFault,
}

impl Describe for NotRewritten<'_> {
    fn code(&self) -> Code {
        Code::CannotWrite
    }

    fn message(&self, language: &Language) -> String {
        let cause = self.fault.message(language);
        fill_whole(language.not_rewritten, &[("name", &Printable(self.name)), ("cause", &cause)])
    }
}

/// A reason why a file is not rewritten.
#[derive(Debug, Error)]
#[error("{}", self.message(&ENGLISH))]
pub(crate) enum RewriteFault {
    /// It is not a regular file, but something such as a folder or a pipe.
    NotRegular,
    /// It has several names (hard links), and only one of them would lead to the new text.
    SeveralNames,
    /// It is not plain text, so it cannot be replaced.
    NoPlainText(#[from] NoPlainText),
    /// The new text has a character that the encoding of the file does not have.
    NotInEncoding { encoding: &'static str, character: char },
    /// The new text cannot be written.
    CannotWrite(#[from] io::Error),
    /// Standard output cannot be written to.
    Output(io::Error),
}

impl RewriteFault {
    fn message(&self, language: &Language) -> String {
        let text = match self {
            RewriteFault::NotRegular => language.not_regular,
            RewriteFault::SeveralNames => language.several_names,
            RewriteFault::NoPlainText(NoPlainText::Packed) => language.packed,
            RewriteFault::NoPlainText(NoPlainText::Positions) => language.list_of_positions,
            RewriteFault::NoPlainText(NoPlainText::Rows) => language.table_of_games,
            RewriteFault::NoPlainText(NoPlainText::Mixed) => language.mixed_encodings,
            RewriteFault::NoPlainText(NoPlainText::HalfCharacters) => language.half_characters,
            RewriteFault::NoPlainText(NoPlainText::Unreadable(error))
            | RewriteFault::CannotWrite(error)
            | RewriteFault::Output(error) => return io_cause(error, language),
            RewriteFault::NotInEncoding { encoding, character } => {
                let character = character.to_string();
                return fill(
                    language.not_in_encoding,
                    &[("encoding", encoding), ("character", &Printable(&character))],
                );
            }
        };
        text.to_owned()
    }
}

/// A reason why files are not written.
#[derive(Debug)]
pub(crate) enum OutputFault {
    /// The file exists, and may not be replaced.
    Exists(PathBuf),
    /// Two items have the same file. The second is of this game, counted from 1. This placeholder tells items of one
    /// game apart.
    SharedName { path: PathBuf, game: usize, apart_by: &'static str },
    /// The file would have to hold several pictures.
    ManyItems { path: PathBuf, apart_by: &'static str },
    /// The trees that games are merged into would be larger than a game may be.
    TreeTooLarge(Size),
    /// The file or the files with this name cannot be written.
    CannotWriteTo(String, io::Error),
    /// Standard output cannot be written to.
    CannotWrite(io::Error),
}

impl OutputFault {
    /// Returns what makes a fault of an error of the system, with the name of the file.
    pub(crate) fn at(path: &Path) -> impl Fn(io::Error) -> OutputFault {
        move |error| OutputFault::CannotWriteTo(path.to_string_lossy().into_owned(), error)
    }
}

impl Describe for OutputFault {
    fn code(&self) -> Code {
        if matches!(self, OutputFault::TreeTooLarge(_)) { Code::TooLarge } else { Code::CannotWrite }
    }

    fn message(&self, language: &Language) -> String {
        let of_path = |text: &str, path: &Path, number: usize, ply: &str| {
            let (path, game) = (path.to_string_lossy(), "{game}");
            fill_whole(
                text,
                &[("path", &Printable(&path)), ("number", &number), ("game", &game), ("ply", &ply)],
            )
        };
        match self {
            OutputFault::Exists(path) => of_path(language.output_exists, path, 0, ""),
            OutputFault::SharedName { path, game, apart_by } => {
                of_path(language.output_name_shared, path, *game, apart_by)
            }
            OutputFault::ManyItems { path, apart_by } => {
                of_path(language.one_picture_a_file, path, 0, apart_by)
            }
            OutputFault::TreeTooLarge(size) => {
                fill(language.tree_too_large, &[("size", size), ("levels", &MOST_LEVELS)])
            }
            OutputFault::CannotWriteTo(name, error) => {
                let cause = io_cause(error, language);
                fill(language.cannot_write_to, &[("name", &Printable(name)), ("cause", &cause)])
            }
            OutputFault::CannotWrite(error) => {
                fill(language.cannot_write, &[("cause", &io_cause(error, language))])
            }
        }
    }
}
