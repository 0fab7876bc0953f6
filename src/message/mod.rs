//! Messages: the codes of problems, their wording in each language, and reports for people
//! and for programs.
//!
//! Every module that finds a problem creates a [`Diagnostic`].

mod code;
mod describe;
mod diagnostic;
mod fix;
#[cfg(feature = "cli")]
mod human;
mod io_cause;
#[cfg(feature = "cli")]
mod json;
pub mod lang;
#[cfg(feature = "cli")]
mod message_writer;
mod ply;
#[cfg(feature = "cli")]
mod reporter;
#[cfg(feature = "cli")]
mod sarif;
#[cfg(any(feature = "queries", feature = "tables"))]
mod similar;
mod slip;
mod summary;

pub use code::{Code, UnknownCode};
pub use describe::{CannotWrite, Describe};
pub use diagnostic::{Diagnostic, GameLabel, Severity};
pub use fix::{Certainty, Fix, WithFixes};
#[cfg(feature = "cli")]
pub(crate) use io_cause::io_cause;
pub(crate) use lang::did_you_mean;
pub use lang::{ENGLISH, Language, LanguageCode, PieceNames, fill, fill_whole, write_filled};
#[cfg(feature = "cli")]
pub use message_writer::Duplicate;
pub use ply::PlyNumber;
#[cfg(feature = "cli")]
pub use reporter::{MessageFormat, Reporter, ReporterOptions};
#[cfg(any(feature = "queries", feature = "tables"))]
pub(crate) use similar::similar;
pub(crate) use slip::without_slip;
pub use summary::Summary;
