//! Where the text goes: to standard output, at once or page by page, to files by their names, or to files that it
//! replaces or is compared with.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::mem;
use std::num::NonZeroUsize;

use crate::app::batch::files::{DiffStyle, OutputFiles, Purpose, Rewrite, Shared};
use crate::app::cli::{Args, Task};
use crate::app::file_problems::OutputFault;
use crate::app::name_template::NameValues;
use crate::app::pager::Pager;
use crate::format::{Frame, Sum};

/// The place that the text goes to.
pub struct Sink {
    /// The pager, which writes to standard output, to the files, or to the buffer of a test.
    pub pager: Pager<Box<dyn Write + Send>>,
    /// The files that the pager writes to, unless that is standard output.
    pub(super) files: Option<Shared<OutputFiles>>,
    /// The files that the output replaces or is compared with, if there are any.
    pub(super) rewrite: Option<Shared<Rewrite>>,
    /// The frame around the games of each text.
    pub frame: Option<Frame>,
    /// What adds up what is written of the games, if the format sums them up.
    pub sum: Option<Box<dyn Sum>>,
    /// Whether the head of a text has been written, and its foot has not.
    is_framed: bool,
    /// Whether a game has been written, so that a separator comes before the next.
    needs_separator: bool,
    /// The reason why the files are not written, unless it is an error of the writing itself.
    fault: Option<OutputFault>,
}

impl Sink {
    /// Prepares the place that the arguments name. `color` tells whether differences are painted.
    ///
    /// # Errors
    ///
    /// Returns an [`OutputFault`] if a file cannot be created.
    pub fn of_args(args: &Args, color: bool) -> Result<Sink, OutputFault> {
        let files = output_files(args)?.map(Shared::new);
        let rewrite = |purpose| Shared::new(Rewrite::new(purpose, args.mends(), args.writing.force));
        let rewrite = rewriting(args, color).map(rewrite);
        let is_stdout = files.is_none() && rewrite.is_none();
        let out: Box<dyn Write + Send> = match (files.clone(), rewrite.clone()) {
            (Some(files), _) => Box::new(files),
            (None, Some(rewrite)) => Box::new(rewrite),
            (None, None) => Box::new(BufWriter::new(io::stdout())),
        };
        let is_paged = !args.drawing.no_pause && is_stdout && !args.output_format().sums_up();
        let pager = Pager::new(out, is_paged, args.language());
        Ok(Sink { files, rewrite, ..Sink::to(pager) })
    }

    /// Creates the place that a pager writes to, which is no file.
    pub fn to(pager: Pager<Box<dyn Write + Send>>) -> Sink {
        let (frame, sum, is_framed, needs_separator) = (None, None, false, false);
        Sink { pager, files: None, rewrite: None, frame, sum, is_framed, needs_separator, fault: None }
    }

    /// Writes a part of the output.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        // an empty text may not write the head of a page without games
        if bytes.is_empty() {
            return Ok(());
        }
        if let Some(sum) = &mut self.sum {
            sum.add(bytes);
            return Ok(());
        }
        self.write_head()?;
        self.pager.out().write_all(bytes)
    }

    /// Writes the head of the frame before the games of a text, unless it has been written.
    fn write_head(&mut self) -> io::Result<()> {
        match &self.frame {
            Some(frame) if !mem::replace(&mut self.is_framed, true) => {
                self.pager.out().write_all(frame.head.as_bytes())
            }
            _ => Ok(()),
        }
    }

    /// Writes the foot of the frame after the games of a text, if the head has been written.
    fn write_foot(&mut self) -> io::Result<()> {
        match &self.frame {
            Some(frame) if mem::take(&mut self.is_framed) => {
                self.pager.out().write_all(frame.foot.as_bytes())
            }
            _ => Ok(()),
        }
    }

    /// Writes the head of the frame for a text without games, if the format requires that.
    fn write_frame_alone(&mut self) -> io::Result<()> {
        let stands_alone = self.frame.as_ref().is_some_and(|frame| frame.stands_alone);
        if stands_alone { self.write_head() } else { Ok(()) }
    }

    /// Writes the separator between games, unless the game is the first one, or the first of a file of its name.
    pub(super) fn separate(&mut self) -> io::Result<()> {
        let follows = mem::replace(&mut self.needs_separator, true);
        if follows { self.write(b"\n") } else { Ok(()) }
    }

    /// Begins an item, which may have a file of its own.
    pub(super) fn begin_item(&mut self, name: NameValues) -> io::Result<()> {
        // what is held belongs to the item before
        self.pager.flush()?;
        let Some(files) = self.files.clone() else { return Ok(()) };
        let is_new = files.lock().begin_item(name).map_err(|fault| self.stop(fault))?;
        if files.lock().divides_items() {
            (self.is_framed, self.needs_separator) = (!is_new, !is_new);
        }
        self.write_frame_alone()
    }

    /// Ends the output. `stands_alone` tells whether it may be a frame without games. Files are put in their places if
    /// `puts_files` says so: all of them only if the output `is_complete`.
    pub(super) fn finish(
        &mut self,
        stands_alone: bool,
        puts_files: bool,
        is_complete: bool,
    ) -> io::Result<()> {
        if stands_alone {
            self.write_frame_alone()?;
        }
        if let Some(sum) = self.sum.take() {
            self.write(sum.text().as_bytes())?;
        }
        if !self.files.as_ref().is_some_and(|files| files.lock().divides_items()) {
            self.write_foot()?;
        }
        self.pager.finish()?;
        let Some(files) = self.files.clone().filter(|_| puts_files) else { return Ok(()) };
        let (foot, may_be_empty) =
            self.frame.as_ref().map_or(("", true), |frame| (&frame.foot, frame.stands_alone));
        files.lock().finish(is_complete && may_be_empty, foot).map_err(|fault| self.stop(fault))
    }

    /// Returns the error that ends the writing because of a fault. The fault itself is kept for [`Sink::fault_of`].
    pub(super) fn stop(&mut self, fault: OutputFault) -> io::Error {
        if let OutputFault::CannotWrite(error) = fault {
            return error;
        }
        self.fault = Some(fault);
        io::ErrorKind::Other.into()
    }

    /// Returns why the output is not written: the error, unless a fault caused it. A reader that closes the pipe, such as
    /// `head`, is no reason.
    pub(super) fn fault_of(&mut self, error: io::Error) -> Option<OutputFault> {
        let name = self.files.as_ref().and_then(|files| files.lock().name());
        let name = name.or_else(|| self.rewrite.as_ref().and_then(|rewrite| rewrite.lock().replaced_name()));
        match (self.fault.take(), name) {
            (Some(fault), _) => Some(fault),
            (None, Some(name)) => Some(OutputFault::CannotWriteTo(name, error)),
            (None, None) if error.kind() == io::ErrorKind::BrokenPipe => None,
            (None, None) => Some(OutputFault::CannotWrite(error)),
        }
    }
}

/// Prepares the files that the output goes to. Returns `None` if it goes to standard output as it comes.
fn output_files(args: &Args) -> Result<Option<OutputFiles>, OutputFault> {
    // it gets the messages
    if args.task == Task::Check {
        return Ok(None);
    }
    let holds_one_item = args.output_format().holds_one_item();
    let name = args.output_file().cloned().unwrap_or_default().for_lines(args.changing.lines);
    if name.is_stdout() {
        return Ok(holds_one_item.then(|| OutputFiles::to_stdout(name)));
    }
    let max_items = args.writing.per_file.map_or(usize::MAX, NonZeroUsize::get);
    OutputFiles::create(name, args.writing.force, holds_one_item, max_items).map(Some)
}

/// Returns what is done with the output of each file, if it replaces the file or is compared with it.
fn rewriting(args: &Args, color: bool) -> Option<Purpose> {
    let style = match (color, io::stdout().is_terminal()) {
        (true, _) => DiffStyle::Painted,
        (false, true) => DiffStyle::Shown,
        (false, false) => DiffStyle::Exact,
    };
    args.replaces().then_some(Purpose::InPlace).or_else(|| args.writing.diff.then_some(Purpose::Diff(style)))
}
