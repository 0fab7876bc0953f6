//! What is said about files and games, and the exit status that it leads to.

use std::io::Write;
use std::mem;

use crate::app::ExitStatus;
use crate::app::file_problems::{FileProblem, GameFault, NotWritten};
use crate::change::{Renaming, Unchanged};
use crate::message::{Describe, Diagnostic, Reporter};
use crate::text::Source;

/// The messages of a run.
pub struct Messages {
    pub reporter: Reporter<Box<dyn Write + Send>>,
    pub status: ExitStatus,
    /// Why games, or parts of them, have been left out, with the number of games, the first of them and the name of its file.
    left_out: Vec<(FileProblem, String)>,
}

impl Messages {
    pub(super) fn new(reporter: Reporter<Box<dyn Write + Send>>) -> Messages {
        Messages { reporter, status: ExitStatus::Success, left_out: Vec::new() }
    }

    /// Reports a problem of a file, or of the output, which leads to an exit status.
    pub fn fail(&mut self, file: Option<&str>, problem: &dyn Describe, status: ExitStatus) {
        self.worsen(status);
        self.reporter.fail(file, problem);
    }

    /// Takes the warnings that there have been for errors.
    pub fn deny_warnings(&mut self) {
        if self.reporter.has_warned() {
            self.worsen(ExitStatus::Faulty);
        }
    }

    pub(super) fn worsen(&mut self, status: ExitStatus) {
        // the worst of what has happened is the status of the run
        self.status = self.status.max(status);
    }

    /// Tells why a game, given by its number, or a change of it is not written. Games without anything to show are told
    /// of together at the end.
    pub(super) fn tell(&mut self, source: &Source, number: usize, fault: GameFault) {
        let name = source.name();
        match fault {
            GameFault::NoSuchPosition(last) => {
                self.leave_out(source, FileProblem::NoSuchPosition { count: 1, number, last });
            }
            GameFault::NoMatchLeft => self.leave_out(source, FileProblem::NoMatchLeft { count: 1, number }),
            GameFault::NotMerged => self.leave_out(source, FileProblem::NotMerged { count: 1, number }),
            GameFault::NameNotDrawn => self.leave_out(source, FileProblem::NameNotDrawn { count: 1, number }),
            GameFault::Unchanged(Unchanged::OutsidePart) => {
                self.leave_out(source, FileProblem::OutsidePart { count: 1, number });
            }
            GameFault::Unchanged(Unchanged::NameTaken(Renaming { old, new })) => {
                self.fail(Some(name), &FileProblem::NameTaken { number, old, new }, ExitStatus::Faulty);
            }
            GameFault::Unchanged(Unchanged::NoSuchResult(value)) => {
                self.fail(Some(name), &FileProblem::NoSuchResult { number, value }, ExitStatus::Faulty);
            }
            GameFault::NotKept => {
                self.fail(Some(name), &FileProblem::NotKept { number }, ExitStatus::Faulty);
            }
            GameFault::Unwritable(error) => {
                self.fail(Some(name), &NotWritten { name, number, error }, ExitStatus::Faulty);
            }
        }
    }

    /// Counts a game that is left out, which is told at the end. `first` is the problem if the game is the first one.
    fn leave_out(&mut self, source: &Source, first: FileProblem) {
        // by kind, since the first game and its number differ each time
        let kind = mem::discriminant(&first);
        match self.left_out.iter_mut().find(|(problem, _)| mem::discriminant(problem) == kind) {
            Some((
                FileProblem::NoSuchPosition { count, .. }
                | FileProblem::NoMatchLeft { count, .. }
                | FileProblem::OutsidePart { count, .. }
                | FileProblem::NotMerged { count, .. }
                | FileProblem::NameNotDrawn { count, .. },
                _,
            )) => *count += 1,
            _ => self.left_out.push((first, source.name().to_owned())),
        }
    }

    /// Warns of games that have been left out. It is an error if no game has the position that is to be shown.
    pub(super) fn tell_of_games_left_out(&mut self, is_any_shown: bool) {
        for (problem, name) in mem::take(&mut self.left_out) {
            let is_of_position =
                matches!(problem, FileProblem::NoSuchPosition { .. } | FileProblem::NoMatchLeft { .. });
            if !is_any_shown && is_of_position {
                self.fail(Some(&name), &problem, ExitStatus::Failure);
            } else {
                self.warn(&name, problem);
            }
        }
    }

    /// Warns of a problem of a file.
    pub fn warn(&mut self, file: &str, problem: FileProblem) {
        self.reporter.report_source(&Source::new(file, Vec::new()), &Diagnostic::of_text(problem));
    }
}
