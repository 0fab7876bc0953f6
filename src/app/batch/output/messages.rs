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
        let (name, count) = (source.name(), 1);
        let problem = match fault {
            GameFault::NoSuchPosition(last) => FileProblem::NoSuchPosition { count, number, last },
            GameFault::NoMatchLeft => FileProblem::NoMatchLeft { count, number },
            GameFault::NotMerged => FileProblem::NotMerged { count, number },
            GameFault::NameNotDrawn => FileProblem::NameNotDrawn { count, number },
            GameFault::Unchanged(Unchanged::OutsidePart) => FileProblem::OutsidePart { count, number },
            GameFault::Unchanged(Unchanged::NameTaken(Renaming { old, new })) => {
                FileProblem::NameTaken { number, old, new }
            }
            GameFault::Unchanged(Unchanged::NoSuchResult(value)) => {
                FileProblem::NoSuchResult { number, value }
            }
            GameFault::NotKept => FileProblem::NotKept { number },
            GameFault::Unwritable(error) => {
                return self.fail(Some(name), &NotWritten { name, number, error }, ExitStatus::Faulty);
            }
        };
        if let FileProblem::NameTaken { .. }
        | FileProblem::NoSuchResult { .. }
        | FileProblem::NotKept { .. } = problem
        {
            return self.fail(Some(name), &problem, ExitStatus::Faulty);
        }
        // by kind, since the first game and its number differ each time
        let kind = mem::discriminant(&problem);
        match self.left_out.iter_mut().find(|(known, _)| mem::discriminant(known) == kind) {
            Some((
                FileProblem::NoSuchPosition { count, .. }
                | FileProblem::NoMatchLeft { count, .. }
                | FileProblem::OutsidePart { count, .. }
                | FileProblem::NotMerged { count, .. }
                | FileProblem::NameNotDrawn { count, .. },
                _,
            )) => *count += 1,
            _ => self.left_out.push((problem, name.to_owned())),
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
