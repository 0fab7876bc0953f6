//! Files that the output replaces or is compared with.

use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use super::Output;
use crate::app::ExitStatus;
use crate::app::cli::Task;
use crate::app::file_problems::{NotRewritten, RewriteFault};
use crate::text::{NoPlainText, ReadError, Source};

impl Output {
    /// Begins the new text of a file that is rewritten. If the file cannot be rewritten, reports
    /// this and returns [`ControlFlow::Break`].
    pub fn begin_rewrite(&mut self, path: &Path) -> ControlFlow<()> {
        let begun = self.sink.rewrite.as_ref().map_or(Ok(()), |rewrite| rewrite.lock().begin(path));
        if let Err(fault) = begun {
            self.keep_file(path, fault);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Ends the new text of a file that is rewritten. If all games are in it, it replaces the file
    /// or is compared with it.
    pub fn end_rewrite(&mut self, path: &Path) -> io::Result<()> {
        let Some(rewrite) = self.sink.rewrite.clone() else { return Ok(()) };
        // what the pager still holds belongs to this file
        self.sink.pager.flush()?;
        let mut rewrite = rewrite.lock();
        // a corrected text keeps everything in the old one, including games with errors
        let has_all =
            if self.task == Task::Fix { !self.tally.file.is_broken } else { self.tally.file.is_all_shown() };
        // a file without games may not be one of games at all
        if !has_all || self.tally.file.games == 0 {
            rewrite.abandon();
            return Ok(());
        }
        match rewrite.finish() {
            Ok(has_changed) if has_changed && rewrite.compares() => self.messages.worsen(ExitStatus::Faulty),
            Ok(_) => {}
            Err(RewriteFault::Output(error)) => return Err(error),
            Err(fault) => self.keep_file(path, fault),
        }
        Ok(())
    }

    /// Reports why a file stays as it is.
    fn keep_file(&mut self, path: &Path, fault: RewriteFault) {
        let name = path.display().to_string();
        match fault {
            // a file that cannot be read is reported as in any other run
            RewriteFault::NoPlainText(NoPlainText::Unreadable(cause)) => {
                let _: ControlFlow<()> = self.cannot_read(&ReadError { name, cause });
            }
            fault => {
                self.messages.fail(Some(&name), &NotRewritten { name: &name, fault }, ExitStatus::Failure);
            }
        }
    }

    /// Notes where a game begins, at an offset of its source, in the new text of its file.
    pub fn anchor(&mut self, source: &Source, begins_at: usize) -> io::Result<()> {
        self.sink.pager.flush()?;
        if let Some(rewrite) = &self.sink.rewrite {
            rewrite.lock().anchor(source.offset_in_file(begins_at));
        }
        Ok(())
    }
}
