//! The styles of boards.

/// The style of boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum Style {
    /// Letters and dots
    #[default]
    Plain,
    /// Letters in a grid of lines
    Table,
    /// Chess symbols and dots
    Figurines,
}
