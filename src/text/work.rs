//! Counted work on texts, which tests compare between sizes of input.
//!
//! Code that reads, searches or copies a part of a text, or plays moves, counts the bytes or the
//! moves. A test can then show that work grows no faster than the size of the input, which a clock
//! cannot show on a busy machine. Outside the unit tests nothing is counted.

/// Counts bytes that are read, searched or copied, or moves that are played.
#[cfg(not(all(test, feature = "cli")))]
#[inline(always)]
pub(crate) fn count(_units: usize) {}

#[cfg(all(test, feature = "cli"))]
pub(crate) use counter::{count, of};

#[cfg(all(test, feature = "cli"))]
mod counter {
    use std::cell::Cell;

    thread_local! {
        /// The work of this thread. Tests run on threads of their own.
        static DONE: Cell<usize> = const { Cell::new(0) };
    }

    pub(crate) fn count(units: usize) {
        DONE.set(DONE.get() + units);
    }

    /// Returns how much work something does on this thread.
    pub(crate) fn of(work: impl FnOnce()) -> usize {
        let before = DONE.get();
        work();
        DONE.get() - before
    }
}
