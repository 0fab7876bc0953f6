//! The pieces of a file, taken in order: what a worker has done counts if it began
//! where the games before really ended, and is done again otherwise.

use std::io;
use std::mem;
use std::ops::ControlFlow;

use crossbeam_channel::Sender;

use super::games::{Course, Reached, Treatment};
use super::live::Live;
use super::record::Record;
use crate::render::Show;
use crate::source::{Piece, ReadError};
use crate::text::Encoding;

/// A walk through the pieces of a file.
pub(super) struct Sequence<'a, 'l, F> {
    treatment: Treatment,
    format: &'a mut F,
    live: &'a mut Live<'l>,
    reached: Reached,
    /// Pieces of which something has not been treated: a game whose end has not been seen, or
    /// what stands before the game that begins the next piece.
    waiting: Vec<Piece>,
    /// How many bytes must wait before that game is tried again.
    enough: usize,
    encoding_is_told: bool,
    /// Where the memory of a record goes that has been played.
    used: Sender<Vec<u8>>,
}

impl<'a, 'l, F: Show> Sequence<'a, 'l, F> {
    /// Starts before the first piece; the memory of records is given back to `used`.
    pub(super) fn new(
        treatment: Treatment,
        format: &'a mut F,
        live: &'a mut Live<'l>,
        used: Sender<Vec<u8>>,
    ) -> Sequence<'a, 'l, F> {
        Sequence {
            treatment,
            format,
            live,
            reached: Reached::default(),
            waiting: Vec::new(),
            enough: 0,
            encoding_is_told: false,
            used,
        }
    }

    /// Returns how many games have been begun.
    pub(super) fn games(&self) -> usize {
        self.live.games()
    }

    /// Takes the next piece and, if a worker was there already, its record.
    ///
    /// # Errors
    ///
    /// Any error of the output.
    pub(super) fn take(
        &mut self,
        piece: Result<Piece, ReadError>,
        record: Option<Record>,
    ) -> io::Result<ControlFlow<()>> {
        let piece = match piece {
            Ok(piece) => piece,
            Err(error) => return Ok(self.live.cannot_read(&error)),
        };
        self.tell_encoding(&piece);
        // what stands between the games, if it is more than white space, is told of with the second
        let begins_rightly = self.waiting.is_empty() && self.reached.end == piece.file_start();
        let record = record.filter(|_| begins_rightly);
        match record.and_then(|record| Some((record.reached?, record))) {
            Some((reached, record)) => {
                self.reach(reached, piece.clone());
                let memory = record.play(&piece.source, self.live)?;
                // nobody wants it behind the last piece
                let _ = self.used.send(memory);
                Ok(ControlFlow::Continue(()))
            }
            None => self.treat(piece),
        }
    }

    /// Treats the games of a piece, and of those that wait for it, here and now.
    fn treat(&mut self, piece: Piece) -> io::Result<ControlFlow<()>> {
        let ends_file = piece.source.ends_file();
        self.waiting.push(piece);
        let length: usize = self.waiting.iter().map(|piece| piece.end - piece.start).sum();
        if length < self.enough && !ends_file {
            return Ok(ControlFlow::Continue(()));
        }
        let piece = Piece::joined(&mem::take(&mut self.waiting), self.reached.end);
        if self.reached.next >= piece.file_end() && !ends_file {
            self.reach(self.reached, piece);
            return Ok(ControlFlow::Continue(()));
        }
        match self.treatment.treat(&piece, self.reached.end, self.format, self.live)? {
            ControlFlow::Break(()) => Ok(ControlFlow::Break(())),
            ControlFlow::Continue(reached) => {
                self.reach(reached, piece);
                Ok(ControlFlow::Continue(()))
            }
        }
    }

    /// Goes on to where a piece was left.
    fn reach(&mut self, reached: Reached, piece: Piece) {
        self.reached = reached;
        self.enough = 0;
        if reached.is_unfinished {
            // twice as much each time, so that a game of any length costs linear time
            self.enough = 2 * (piece.file_end() - reached.end);
        }
        if reached.end < piece.file_end() {
            self.waiting.push(piece);
        }
    }

    /// Says once if the encoding of the file is not that of our days.
    fn tell_encoding(&mut self, piece: &Piece) {
        let source = &piece.source;
        if self.treatment.course != Course::Show
            && !self.encoding_is_told
            && source.encoding() == Encoding::Windows1252
            && !source.bytes()[piece.start..piece.end].is_ascii()
        {
            self.live.warn_of_encoding(&piece.source);
            self.encoding_is_told = true;
        }
    }
}
