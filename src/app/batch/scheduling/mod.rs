//! Decides which inputs are read when, and by which threads.

pub(super) mod inputs;
pub(super) mod merger;
pub(super) mod ordered;
pub(super) mod pass;
pub(super) mod progress;
