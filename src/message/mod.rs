//! Messages: the codes of problems, their wording in each language, and reports for people
//! and for programs.
//!
//! Every module that finds a problem creates a [`Diagnostic`].

mod code;
mod fix;
#[cfg(feature = "cli")]
mod human;
mod io_cause;
#[cfg(feature = "cli")]
mod json;
pub mod lang;
mod pages;
pub(crate) mod parse_error;
mod ply;
pub(crate) mod problem;
#[cfg(feature = "cli")]
mod reporter;
#[cfg(feature = "cli")]
mod sarif;
mod slip;
mod summary;
pub(crate) mod worded;

pub use code::{Code, UnknownCode};
pub(crate) use fix::Amended;
pub use fix::{Certainty, Describe, Diagnostic, Fix, GameLabel, Severity, located};
#[cfg(feature = "cli")]
pub(crate) use io_cause::io_cause;
pub use lang::{ENGLISH, Language, LanguageCode, PieceNames, fill};
pub(crate) use lang::{did_you_mean, fill_whole, listed, write_filled};
pub use pages::{Subject, index};
pub(crate) use ply::digits;
pub use ply::{FromEnd, PlyNumber};
#[cfg(feature = "cli")]
pub use reporter::{Duplicate, ErrorCost, MessageFormat, Reporter, ReporterOptions};
#[cfg(any(feature = "queries", feature = "tables"))]
pub(crate) use slip::similar;
pub(crate) use slip::without_slip;
pub use summary::Summary;
