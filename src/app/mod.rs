//! The program: its command line, the games it shows one after the other, the pager and
//! the viewer.

mod batch;
pub mod cli;
pub mod manual;
mod pager;
pub mod viewer;

pub use batch::{ExitStatus, run};
